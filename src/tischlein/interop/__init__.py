"""Adapters for other programs: every game as the environments and games of other ecosystems.

Everything is derived from the declaration of a game. Each adapter needs an extra of its own (``pip
install 'tischlein[pettingzoo]'``), and ``import tischlein`` loads none of them.
"""
