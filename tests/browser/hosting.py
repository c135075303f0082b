"""Runs the server as ``python -m tischlein.web`` does, with bots that act once they have chosen.

Without this they pause before every move, so that people can follow them; that is shown in
``tests/tables/test_table.py``, and whoever clicks through a match need not wait for it.
"""

import runpy
from functools import partial
from unittest.mock import patch

from tischlein.tables.hall import Hall
from tischlein.web import behind

if __name__ == "__main__":  # processes that the server starts import this file, too
    with patch.object(behind, "Hall", partial(Hall, pause=0.0)):
        runpy.run_module("tischlein.web", run_name="__main__")
