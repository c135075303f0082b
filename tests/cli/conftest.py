"""How tests call the command line: in this process, as a user would."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tischlein.cli import main

GOOD = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 4 b1\n"
"""The beginning of a match, as a record."""


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


Tischlein = Callable[..., Answer]


@pytest.fixture
def tischlein(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tischlein:
    """Run ``tischlein`` with some arguments, in English unless a test says otherwise."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["tischlein", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return Answer(printed.out, printed.err, int(caught.value.code or 0))

    return run


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with one good record and three bad ones."""
    (tmp_path / "good.record").write_text(GOOD)
    (tmp_path / "refused.record").write_text(GOOD + "A 4 b2\n")
    (tmp_path / "wrong.record").write_text(GOOD + "\n? scores = 4 3\n")
    (tmp_path / "latin.record").write_bytes(GOOD.replace("Anna", "Ann\xe9").encode("latin-1"))
    return tmp_path
