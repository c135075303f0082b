"""The command line as a whole: help, start-up cost, errors in plain words."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Tischlein
from tischlein.cli import commands, main

COMMANDS = ["serve", "play", "check", "verify", "replay", "simulate", "games", "rules"]


def modules_after(script: str) -> set[str]:
    """Return the top-level modules that a script has loaded at its end."""
    program = f"import sys\n{script}\nprint('\\n', *{{name.split('.')[0] for name in sys.modules}})"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["play", "--help"], ["simulate", "--help"]]
)
def test_help_needs_no_compiler_and_no_server(arguments: list[str]) -> None:
    loaded = modules_after(
        f"sys.argv = ['tischlein', *{arguments}]\n"
        "from tischlein.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert "typer" in loaded
    assert not loaded & {"numba", "litestar", "uvicorn", "numpy", "PIL"}


def test_help_names_every_command(tischlein: Tischlein) -> None:
    answer = tischlein("--help")
    assert answer.code == 0
    for command in COMMANDS:
        assert command in answer.out


def test_python_runs_the_same_as_a_module(tischlein: Tischlein) -> None:
    command = [sys.executable, "-m", "tischlein", "--help"]
    assert subprocess.check_output(command, text=True) == tischlein("--help").out


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "games"])
def test_the_help_of_a_command_has_an_example(command: str, tischlein: Tischlein) -> None:
    answer = tischlein(command, "--help")
    assert answer.code == 0
    assert f"tischlein {command}" in answer.out.split("Example")[1]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["rules", "chess"], "there is no game 'chess'; the games are: "),
        (["rules", "bauab", "BAU-99"], "no rule BAU-99"),
        (["rules", "bauab", "--language", "it"], "the languages are en, de, fr"),
        (["simulate", "bauab", "--options", "size=3"], "no option 'size'"),
        (["simulate", "bauab", "--seats", "3"], "2 seats, not 3"),
        (["simulate", "bauab", "--bots", "genius"], "are: weak, medium, strong, and random"),
        (["simulate", "bauab", "--bots", "uct"], "with its budget, such as uct:200"),
        (["simulate", "bauab", "--out", __file__], "is there already, and is no folder"),
        (["simulate", "bauab", "--bots", "random,random,random"], "one for each, or one for all"),
        (["play", "bauab", "--bot", "random", "--seat", "C"], "A to B, not 'C'"),
        (["simulate", "bauab", "--bots", "uct:99999999999999999999"], "from 1 to 2147483647"),
        (["simulate", "bauab", "--bots", "alphabeta:9:depth=0"], "depth is a whole number from 1"),
        (["replay", "/no/such.record"], "/no/such.record: No such file"),
    ],
)
def test_mistakes_are_explained_in_one_line_without_a_trace(
    arguments: list[str], reason: str, tischlein: Tischlein
) -> None:
    answer = tischlein(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("tischlein: ")
    assert reason in answer.err
    assert answer.err.count("\n") == 1


def test_the_address_of_a_database_is_no_folder(tischlein: Tischlein) -> None:
    """It would be made, with a colon in its name, and matches be kept where nobody looks."""
    for named in ("postgresql://anna@host/matches", "postgres://host"):
        answer = tischlein("serve", "--data", named)
        assert answer.code == 2
        assert "named with --database" in " ".join(answer.err.replace("│", "").split())
    assert not list(Path().glob("postgres*:"))


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["simulate", "bauab", "--matches", "٣"], "--matches"),
        (["simulate", "bauab", "--seed=-１"], "--seed"),
        (["study", "run", "bauab", "--until", "０.6"], "--until"),
    ],
)
def test_digits_of_other_scripts_make_no_number(
    arguments: list[str], option: str, tischlein: Tischlein
) -> None:
    answer = tischlein(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert f"Invalid value for '{option}'" in answer.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simulate", "bauab", "--matches", "1_0"], "'--matches': '1_0' is no whole number"),
        (["simulate", "bauab", "--matches", "2.0"], "'--matches': '2.0' is no whole number"),
        (["simulate", "bauab", "--matches", "0"], "'--matches': 0 is less than 1"),
        (["simulate", "bauab", "--seed", "-1_0"], "'--seed': '-1_0' is no whole number"),
        (["study", "run", "bauab", "--seats", "1_0"], "'--seats': '1_0' is no whole number"),
        (["study", "run", "bauab", "--until", "0.5_5"], "'--until': '0.5_5' is no number"),
        (["study", "run", "bauab", "--until", "nan"], "'--until': 'nan' is no number"),
        (["serve", "--port", "80_00"], "'--port': '80_00' is no whole number"),
        (["serve", "--port", "65536"], "'--port': 65536 is more than 65535"),
    ],
)
def test_numbers_are_written_in_one_way_and_within_their_range(
    arguments: list[str], complaint: str, tischlein: Tischlein
) -> None:
    answer = tischlein(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert f"Invalid value for {complaint}" in answer.err


def test_every_number_of_the_command_line_is_read_in_that_way() -> None:
    """Typer's own reading takes ``1_0`` for ten."""
    folder = Path(commands.__file__).parent
    sources = "".join(file.read_text() for file in folder.glob("*.py"))
    numbers = re.findall(
        r"Annotated\[\s*(?:int|float|list\[int\])(?: \| None)?,\s*([\w.]+)\(", sources
    )
    assert len(numbers) > 20
    assert {*numbers} == {"whole", "decimal"}


def test_a_terminal_that_has_not_every_character_shows_the_others() -> None:
    program = "from tischlein.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program, "play", "bauab", "--bot", "random", "-l", "de"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Schreib, was du tun m?chtest" in ran.stdout


def test_a_port_that_is_taken_is_told_to_language_models_as_by_the_server(
    tischlein: Tischlein,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = tischlein("mcp", "--http", "--port", port)
    assert answer.code == 2
    assert answer.err.startswith(f"tischlein: port {port} of 127.0.0.1 is taken by ")
    assert answer.err.count("\n") == 1


def test_a_command_that_is_interrupted_before_it_has_begun_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tischlein.cli._run", interrupted)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_serve_starts_the_server_as_asked(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[object] = []

    def serve(
        host: str, port: int, data: Path | None, open_browser: bool, _: object, **more: object
    ) -> None:
        served.append((host, port, data, open_browser))
        told = {"proxies": (), "watchers": (), "log": "text", "database": None, "node": None}
        assert more == told | {"public_url": "", "mail": "", "mail_from": "", "role": "all"}

    monkeypatch.setattr("tischlein.web.serve", serve)
    assert tischlein("serve").code == 0
    assert tischlein("serve", "--host", "0.0.0.0", "--port", 0, "--no-browser").code == 0
    assert tischlein("serve", "--data", "evenings").code == 0
    assert served == [
        ("127.0.0.1", 8000, None, True),
        ("0.0.0.0", 0, None, False),
        ("127.0.0.1", 8000, Path("evenings"), True),
    ]
    assert tischlein("serve", "--port", 99999).code == 2


def test_a_command_that_does_not_exist_is_a_usage_error(tischlein: Tischlein) -> None:
    assert tischlein("pley", "bauab").code == 2
