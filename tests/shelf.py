"""The games that the package brings.

Other games are registered by modules of tests as soon as these are collected, so that the registry
knows more of them the more tests run together; a server that a test starts does not know them.
"""

from __future__ import annotations

from pkgutil import iter_modules

from tischlein import games

SHELF = tuple(sorted(one.name for one in iter_modules(games.__path__)))
"""Their keys."""
