"""The reference of the command line: what the commands themselves say when asked for help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text
from typer.main import get_group
from typer.testing import CliRunner

from docs.extension.files import bring_up_to_date
from tischlein.cli.commands import app

COLUMNS = 80

_HEAD = """\
# Command line

`tischlein` plays, serves, and works with records. Every command says what it takes when asked with
`--help`; this page holds the same words. Exit codes: 0 if all is well, 1 if a check fails or a file
is not what it should be, 2 if a command cannot be carried out as asked.

`tischlein --install-completion` lets your shell complete commands, options and games.
"""
_ENVIRONMENT = """\
## Environment variables

These stand for options, wherever a command has them. An option that is given takes precedence.

| variable | option |
| --- | --- |
"""
_OTHER_VARIABLES = """
Two more have no option. `TISCHLEIN_CACHE` names the folder for compiled rules and whatever else can
be made again; without it, that is a folder `tischlein` in your cache folder. `NUMBA_DISABLE_JIT=1`
runs the rules as ordinary Python, slowly.
"""


def write(source: Path) -> None:
    """Write the page into ``reference/command-line``."""
    bring_up_to_date(source / "reference" / "command-line", {"index.md": page()})


def page() -> str:
    """Return the page in Markdown: the program, then every command."""
    sections = [_section(()), *map(_section, commands())]
    return "\n".join([_HEAD, _environment(), *sections])


def variables() -> dict[str, str]:
    """Return the environment variables that stand for options, with the options."""
    outer = get_group(app).commands.values()
    inner = [one for group in outer for one in getattr(group, "commands", {}).values()]
    parameters = [parameter for command in (*outer, *inner) for parameter in command.params]
    return {
        parameter.envvar: parameter.opts[0]
        for parameter in parameters
        if isinstance(parameter.envvar, str)
    }


def _environment() -> str:
    rows = [f"| `{name}` | `{option}` |\n" for name, option in sorted(variables().items())]
    return "".join([_ENVIRONMENT, *rows, _OTHER_VARIABLES])


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the words of every command in the order of help; a group comes before its own."""
    for name, command in get_group(app).commands.items():
        yield (name,)
        yield from ((name, inner) for inner in getattr(command, "commands", ()))


def _section(words: tuple[str, ...]) -> str:
    title = " ".join(("tischlein", *words))
    return f"## {title}\n\n```text\n{help_of(words)}\n```\n"


def help_of(words: tuple[str, ...]) -> str:
    """Return what a command prints for ``--help`` in a terminal of 80 columns."""
    # A terminal's colours, and its width, are those of the environment.
    terminal = {"COLUMNS": str(COLUMNS), "TERM": "dumb", "NO_COLOR": "1"}
    runner = CliRunner(env=terminal)
    result = runner.invoke(app, [*words, "--help"], prog_name="tischlein")
    lines = Text.from_ansi(result.output).plain.strip("\n").splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n")
