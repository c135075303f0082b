"""What the log of Bauab tells, and what is told of chips."""

from pathlib import Path

from tischlein.core import records
from tischlein.presentation import of, texts


def match_of(name: str) -> records.Record:
    return records.read((Path(__file__).parent / f"{name}.record").read_text(encoding="utf-8"))


def log(name: str) -> list[str]:
    """Everything that is told of a recorded match."""
    match = match_of(name)
    positions = list(match.positions())
    return [
        texts.translate("en", phrase, match.game, match.names)
        for before, event, after in zip(positions, match.events, positions[1:], strict=False)
        for phrase in of(match.game).say(event, before.observe(0), after.observe(0))
    ]


def test_the_log_tells_where_captured_chips_lay() -> None:
    """BAU-19."""
    assert "Ben captures 2 chips from Anna: 1 on a1 and 2 on c1." in log("two_at_once")
    assert "Anna captures from Ben: option chip on d3." in log("complete_square")


def test_freedoms_are_told_chip_by_chip() -> None:
    """BAU-16."""
    match = match_of("supplies_and_neighbours")
    *_, position = (
        at for at in match.positions() if len(of(match.game).scene(at.observe(0)).told) == 3
    )
    told = of(match.game).scene(position.observe(0)).told
    assert [texts.translate("en", one.text, match.game, match.names) for one in told] == [
        "planning chip 4 of Ben on b2: free beside it are b1, a2, and b3.",
        "option chip of Ben on c2: free beside it are c1 and d2.",
        "planning chip 4 of Anna on c3: free beside it are b3, d3, and c4.",
    ]
