"""Programs at the table that do not do what they should."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import tests.test_examples
from tischlein.core.errors import GameError
from tischlein.lab import programs
from tischlein.lab.programs import Program

HANGS = """
import subprocess, sys
subprocess.run([sys.executable, "-c", "import sys; sys.stdin.read()"])
"""
"""Starts another that holds its pipes, as a script around a program does, and never answers."""
PATIENCE = 60.0
"""Seconds to wait for what has to come: long, as the machine may be busy."""


def test_a_program_that_never_answers_is_ended(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    position = tests.test_examples.GAME.start()
    before = set(threading.enumerate())
    player = Program(f"{sys.executable} {tmp_path / 'hangs.py'}", seed=1, longest=0.2)
    with pytest.raises(GameError, match=r"did not answer within 0.2 seconds"):
        player.choose(position.observe(0), position.legal(0))
    player.close()
    until = time.monotonic() + PATIENCE
    while not set(threading.enumerate()) <= before and time.monotonic() < until:
        time.sleep(0.01)
    assert set(threading.enumerate()) <= before  # what it has started has ended, too


ANSWERS = """
import json, sys
for line in sys.stdin:
    if "ask" in json.loads(line):
        {answer}
"""


def asked(tmp_path: Path, answer: str) -> str:
    """Return what is said of a program that answers like this."""
    (tmp_path / "answers.py").write_text(ANSWERS.format(answer=answer))
    position = tests.test_examples.GAME.start()
    player = Program(f"{sys.executable} {tmp_path / 'answers.py'}", seed=1, longest=PATIENCE)
    with pytest.raises(GameError) as caught:
        player.choose(position.observe(0), position.legal(0))
    player.close()
    return str(caught.value)


def test_of_a_long_answer_the_beginning_is_told(tmp_path: Path) -> None:
    told = asked(tmp_path, 'print("x" * 9_999_999, flush=True)')
    assert f"answered '{'x' * 60}' and more, which is not a legal action; one would be" in told


def test_an_answer_without_an_end_is_not_waited_for(tmp_path: Path) -> None:
    told = asked(tmp_path, "while True: sys.stdout.write('x' * 999)")
    assert "and more, which is not a legal action" in told


def test_with_which_status_a_program_has_ended_is_told(tmp_path: Path) -> None:
    told = asked(tmp_path, "sys.exit(4)")
    assert told.endswith("ended while it was asked for an action (exit status 4)")


def test_an_interrupt_ends_a_program_that_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its pipe, which is being read, cannot be closed before it answers."""
    (tmp_path / "hangs.py").write_text(HANGS)
    position = tests.test_examples.GAME.start()
    player = Program(f"{sys.executable} {tmp_path / 'hangs.py'}", seed=1, longest=PATIENCE)
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    class Interrupted:
        def put(self, found: object) -> None:
            del found

        def get(self, timeout: float) -> None:
            del timeout
            raise KeyboardInterrupt

    def starting(*command: Any, **how: Any) -> subprocess.Popen[bytes]:
        started.append(start(*command, **how))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", starting)
    monkeypatch.setattr(programs, "SimpleQueue", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        player.choose(position.observe(0), position.legal(0))
    player.close()
    assert started[0].returncode is not None
