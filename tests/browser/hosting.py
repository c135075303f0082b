"""Runs the server as ``python -m tischlein.web`` does, with bots that act once they have chosen.

Without this they pause before every move, so that people can follow them; that is shown in
``tests/tables/match/test_table.py``, and whoever clicks through a match need not wait for it. Nor
does it count how many tables are opened from here: the people of all tests share one address.
"""

import runpy
from functools import partial
from unittest.mock import patch

from tischlein.tables.hall import Hall
from tischlein.web.http.limits import Limits
from tischlein.web.running import loading

ENDLESS = (1e6, 10**6)

if __name__ == "__main__":  # processes that the server starts import this file, too
    with (
        patch.object(loading, "Hall", partial(Hall, pause=0.0)),
        patch.object(loading, "Limits", partial(Limits, tables=ENDLESS, tables_of_address=ENDLESS)),
    ):
        runpy.run_module("tischlein.web", run_name="__main__")
