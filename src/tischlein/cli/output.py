"""What commands print: results on the output, notes and progress beside it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console
from rich.progress import Progress

LINE = 80
"""How many characters fit on a line of any terminal."""

errors = Console(stderr=True)


def shell_word(text: str) -> str:
    """Return a text as it is typed as one word of a command, on this system."""
    return subprocess.list2cmdline([text]) if os.name == "nt" else shlex.quote(text)


def print_note(text: str) -> None:
    """Print a note about the command's progress on the error stream."""
    errors.print(f"tischlein: {text}", markup=False, highlight=False, soft_wrap=True)


def print_line(text: str = "") -> None:
    """Print a line unwrapped, however long."""
    typer.echo(text)


def print_json(value: Any) -> None:
    """Print a value as strict JSON for programs: it contains no NaN or infinity."""
    print_line(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Any]:
    """Show progress on the terminal's error stream during work, if a person can see it."""
    with Progress(
        console=errors, transient=True, disable=not errors.is_terminal, redirect_stdout=False
    ) as bar:
        task = bar.add_task(label, total=total)

        def done(count: int = 1) -> None:
            bar.advance(task, count)

        yield done
