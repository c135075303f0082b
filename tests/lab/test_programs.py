"""Programs at the table that do not do what they should."""

import sys
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


def test_a_program_that_never_answers_is_ended(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    position = tests.test_examples.GAME.start()
    player = Program(f"{sys.executable} {tmp_path / 'hangs.py'}", seed=1, longest=0.2)
    with pytest.raises(GameError, match=r"did not answer within 0.2 seconds"):
        player.choose(position.observe(0), position.legal(0))
    player.close()
