"""What the log of Bauab tells."""

from pathlib import Path

from tischlein.core import records
from tischlein.presentation import of, texts


def log(name: str) -> list[str]:
    """Everything that is told of a recorded match."""
    match = records.read((Path(__file__).parent / f"{name}.record").read_text(encoding="utf-8"))
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
