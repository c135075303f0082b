"""Runs the server with a few games on its shelf, so that it is soon ready, and leaves cores alone.

``python -m tests.web.few bauab,raufer`` and then the options of ``python -m tischlein.web``;
``as=99.0`` before them lets it be of another version.
"""

from __future__ import annotations

import runpy
import sys
from unittest.mock import patch

import tischlein
from tischlein.core import registry

if __name__ == "__main__":
    games = tuple(sys.argv.pop(1).split(","))
    version = tischlein.__version__
    if sys.argv[1].startswith("as="):
        version = sys.argv.pop(1).removeprefix("as=")
    with (
        patch.object(registry, "keys", lambda: games),
        patch.object(tischlein, "__version__", version),
    ):
        runpy.run_module("tischlein.web", run_name="__main__", alter_sys=True)
