"""Runs the command line: ``python -m tischlein``."""

from __future__ import annotations

from tischlein.cli import main

if __name__ == "__main__":
    main()
