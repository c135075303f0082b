"""The program with which the project is built and its dependencies are pinned."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
UV = os.environ.get("UV") or shutil.which("uv") or shutil.which("uv", path=PROJECT / ".tools/bin")

needs_uv = pytest.mark.skipif(UV is None, reason="no uv: run ./check, which brings it")


def uv(*arguments: str | Path) -> None:
    """Run it in the project; it must succeed."""
    assert UV is not None
    subprocess.run([UV, *arguments], cwd=PROJECT, check=True)
