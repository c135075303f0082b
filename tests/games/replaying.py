"""Recorded matches of a game's tests, and what an observer is told of them."""

from __future__ import annotations

from pathlib import Path

from tischlein.core import records
from tischlein.core.records import Record
from tischlein.presentation import of, texts


def record_in(folder: Path, name: str) -> Record:
    """Return the record with a name, without its ending, in the folder of a game's tests."""
    return records.read((folder / f"{name}.record").read_text(encoding="utf-8"))


def log_of(match: Record, observer: int, language: str = "en") -> list[str]:
    """Return every sentence that an observer is told of a recorded match."""
    positions = list(match.positions())
    return [
        texts.translate(language, phrase, match.game, match.names)
        for before, event, after in zip(positions, match.events, positions[1:], strict=False)
        for phrase in of(match.game).say(
            before.observed_event(event, observer),
            before.observe(observer),
            after.observe(observer),
        )
    ]
