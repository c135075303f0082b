"""The conformance suite: what must hold for every game, whoever wrote it.

In a test module, one parameter for each property and each setting of a game::

    import pytest
    from tischlein.testing import Check, checks_of

    @pytest.mark.parametrize("check", checks_of(GAME), ids=str)
    def test_conformance(check: Check) -> None:
        check()

or all at once, anywhere: ``check_game(GAME)``. A property that does not hold raises
``ConformanceError``, which names the game, its setting, the seed and the step, and includes the
record of the match so far.
"""

from tischlein.testing.cases import Case, ConformanceError, cases_of
from tischlein.testing.suite import Check, check_game, checks_of

__all__ = ["Case", "Check", "ConformanceError", "cases_of", "check_game", "checks_of"]
