"""Rules that no test and no record names: ``python -m tischlein.testing.coverage [FOLDER]``.

Prints the identifier of each such rule of every game on the shelf, and exits with 1 if there is
one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.presentation import rulebook

SUFFIXES = (".py", ".record")


def unnamed_rules(game: Game, folder: Path) -> list[str]:
    """Return the identifiers of a game that no test or record in a folder names, in order.

    Raises
    ------
    FileNotFoundError
        If the folder has neither tests nor records.
    """
    files = [file for suffix in SUFFIXES for file in folder.rglob(f"*{suffix}")]
    if not files:
        raise FileNotFoundError(f"there are no tests or records in {folder}")
    named: set[str] = set()
    for file in files:
        named |= set(re.findall(rf"\b{game.prefix}-\d+\b", file.read_text(encoding="utf-8")))
    return [identifier for identifier in rulebook.rules(game, "en") if identifier not in named]


def main(arguments: list[str]) -> int:
    """Report on all games; the one argument is the folder of tests, by default ``tests``."""
    folder = Path(arguments[0] if arguments else "tests")
    missing = 0
    for key in registry.keys():
        game = registry.load(key)
        identifiers = unnamed_rules(game, folder)
        missing += len(identifiers)
        rules = len(rulebook.rules(game, "en"))
        listed = " ".join(identifiers) or "none"
        print(f"{key}: {rules} rules, named by no test or record: {listed}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
