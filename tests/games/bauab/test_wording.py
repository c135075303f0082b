"""What the log of Bauab tells, and what is told of chips."""

from functools import partial
from pathlib import Path

from tests.games.replaying import log_of, record_in
from tischlein.presentation import of, texts

match_of = partial(record_in, Path(__file__).parent)


def log(name: str) -> list[str]:
    return log_of(match_of(name), 0)


def test_the_log_tells_where_captured_chips_lay() -> None:
    """BAU-19."""
    assert "Ben captures 2 chips from Anna: 1 on a1 and 2 on c1." in log("two_at_once")
    assert "Anna captures from Ben: option chip on d3." in log("complete_square")


def test_freedoms_are_told_chip_by_chip() -> None:
    """BAU-16."""
    match = match_of("supplies_and_neighbours")
    *_, position = (
        at for at in match.positions() if len(of(match.game).scene(at.observe(0)).descriptions) == 3
    )
    told = of(match.game).scene(position.observe(0)).descriptions
    assert [texts.translate("en", one.text, match.game, match.names) for one in told] == [
        "planning chip 4 of Ben on b2: free beside it are b1, a2 and b3.",
        "option chip of Ben on c2: free beside it are c1 and d2.",
        "planning chip 4 of Anna on c3: free beside it are b3, d3 and c4.",
    ]
