"""Programs at the table that do not do what they should."""

import sys
import threading
import time
from pathlib import Path

import pytest

import tests.test_examples
from tischlein.core.errors import GameError
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
