"""Compiled searches over any game: playouts, UCT, information sets, halving, alpha-beta; CFR.

A search takes an observation (or a position), a budget, a generator and a stop flag, and raises an
error that names a game it cannot play. Nothing is imported here, so a program pays only for the
searches it names.
"""
