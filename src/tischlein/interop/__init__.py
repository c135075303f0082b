"""Other programs at the table: every game as the environments and games of other ecosystems.

All of it derives from the declaration of a game. Each adapter needs an extra of its own
(``pip install 'tischlein[pettingzoo]'``), and nothing of it is loaded by ``import tischlein``.
"""
