"""Everything that a game's bots need can be compiled ahead, with progress by name."""

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.kuhn import GAME as KUHN
from tischlein.games.bauab import GAME as BAUAB
from tischlein.search import compiled
from tischlein.search.prepare import prepare


def test_rules_and_the_searches_of_the_levels_are_named() -> None:
    names = list(prepare(CONNECT_FOUR))
    assert {"acting", "legal", "apply", "scores"} < set(names)
    assert names[-2:] == ["Uct", "AlphaBeta"]
    assert list(prepare(KUHN))[-1] == "InformationSet"
    assert "AlphaBeta" in list(prepare(BAUAB))


def test_what_is_prepared_is_there() -> None:
    list(prepare(KUHN))

    def fail(game: object) -> None:
        raise AssertionError("made a second time")

    assert compiled.once(KUHN, "ismcts", fail) is not None
