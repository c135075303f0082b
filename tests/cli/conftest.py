"""How tests call the command line: in this process, as a user would."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tischlein.cli import main


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
