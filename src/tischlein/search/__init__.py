"""Compiled searches over any game: playouts, UCT, information sets, halving, alpha-beta; CFR.

A search takes an observation (or a position), a budget, a generator and a stop flag, and refuses
by name a game that it cannot play. Nothing is imported here, so that a program pays only for the
searches it names.
"""
