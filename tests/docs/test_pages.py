"""Whatever the pages show has been run: Python with its output, commands with theirs, records.

Examples of a page run in their order, with one set of names and in one folder of its own.

- ``python``: run; a block that opens with ``>>>`` is a doctest.
- ``console``: a command behind ``$``, and the output below it, where ``...`` stands for anything.
- ``text`` that begins with ``game:``: a record, replayed and verified.
- ``sh``: for commands that stay, such as a server; every ``tischlein`` in it must parse.
"""

import doctest
import pkgutil
import re
import shlex
import sys
from pathlib import Path

import pytest
import typer
from sybil import Example, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser
from typer.core import TyperGroup

import tischlein as tt
from tischlein.cli import main
from tischlein.cli.commands import app
from tischlein.core import registry

PROJECT = Path(__file__).parent.parent.parent
PAGES = sorted(
    [
        *(
            PROJECT / name
            for name in ("README.md", "CONTRIBUTING.md", "docs/index.md", "docs/tutorial.md")
        ),
        *(PROJECT / "docs").glob("how-to/*.md"),
        *(PROJECT / "docs").glob("explanation/*.md"),
        *(PROJECT / "docs").glob("project/*.md"),
    ]
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
COMMANDS = typer.main.get_command(app)
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.-]+(/[\w.-]+)+\.(py|md|ts|record)")
NAME = re.compile(r"[a-z_]+(\.[A-Za-z]\w*){2,}")
PACKAGE = PROJECT / "src" / "tischlein"
CAPTURED = "printed"
"""Under which name a page's examples find what reads the output of a command."""


def run_session(example: Example) -> None:
    """Run the commands of a ``console`` block and compare what they print."""
    for session in f"\n{example.parsed}".split("\n$ ")[1:]:
        command, _, expected = session.partition("\n")
        program, *arguments = shlex.split(command, comments=True)
        assert program == "tischlein", f"{command}: only tischlein runs in a test"
        printed = example.namespace[CAPTURED](arguments)
        # What follows an empty line is no less part of the output.
        assert doctest.OutputChecker().check_output(expected.strip(), printed.strip(), FLAGS), (
            f"$ {command}\nprints\n{printed}\nnot\n{expected}"
        )


def replay_record(example: Example) -> None:
    """Replay a text that is a record, with all its expectations."""
    if example.parsed.startswith("game: "):
        tt.read(example.parsed)


def parse_commands(example: Example) -> None:
    """Refuse a ``sh`` block with a command or an option that ``tischlein`` does not have."""
    for line in example.parsed.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["tischlein"] or (words[:2] == ["uv", "run"] and "tischlein" in words):
            parse(words[words.index("tischlein") + 1 :])


def parse(arguments: list[str]) -> None:
    """Let the command line take the arguments apart, without doing anything."""
    assert isinstance(COMMANDS, TyperGroup)
    with typer.Context(COMMANDS) as context:
        name, command, rest = COMMANDS.resolve_command(context, arguments)
        assert command is not None
        command.make_context(name, rest, parent=context)


BOOK = Sybil(
    [
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser("console", run_session),
        CodeBlockParser("text", replay_record),
        CodeBlockParser("sh", parse_commands),
    ]
)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(PROJECT).as_posix())
def test_what_the_page_shows_holds(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def printed(arguments: list[str]) -> str:
        monkeypatch.setattr(sys, "argv", ["tischlein", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main()
        return "".join(capsys.readouterr())

    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(registry, "_registered", {})  # without games of other tests
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    document = BOOK.parse(file)
    document.namespace[CAPTURED] = printed
    for example in document.examples():
        example.evaluate()


def exists(code: str) -> bool:
    """Whether a file, or a name in the package, that a page mentions is there."""
    if FILE.fullmatch(code):
        return any((folder / code).is_file() for folder in (PROJECT, PACKAGE))
    first = code.removeprefix("tischlein.").partition(".")[0]
    if NAME.fullmatch(code) and (PACKAGE / first).is_dir():
        try:
            pkgutil.resolve_name(f"tischlein.{code.removeprefix('tischlein.')}")
        except (AttributeError, ImportError):
            return False
    return True


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(PROJECT).as_posix())
def test_the_files_and_names_that_the_page_mentions_exist(file: Path) -> None:
    mentioned = CODE.findall(file.read_text(encoding="utf-8"))
    assert [code for code in mentioned if not exists(code)] == []


def test_a_file_or_a_name_that_is_gone_is_noticed() -> None:
    assert exists("tests/docs/test_pages.py")
    assert exists("core/hooks.py")
    assert exists("presentation.caches.cached_by_view")
    assert not exists("tests/docs/test_nothing.py")
    assert not exists("presentation.caches.nothing")
