"""``tischlein bot-check``: test a program, at a server of its own or at any other."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tischlein.cli import FAILED
from tischlein.cli.output import print_json, print_line
from tischlein.core import registry
from tischlein.interop.bot_check import CheckError, Finding, Host, Timeouts
from tischlein.interop.faulty_network import Network
from tischlein.tables.players import programs
from tischlein.tables.storage.sqlite import SqliteStore, database
from tischlein.tables.stored import StoredProgram
from tischlein.tables.timekeeping import now

NAME = "Candidate"
_SET = "The table is set: "
_ENDING = 10.0
"""Seconds that a process has to end after it is asked to."""
_LINES = 20
"""How many of the last lines printed by a program are shown when it fails."""


def check(what: str, name: str, games: Sequence[str], timeouts: Timeouts, *, as_json: bool) -> int:
    """Check a program and print the findings; return the exit code.

    Parameters
    ----------
    what
        A command that starts the program, or the address of a server at which it plays.
    name
        The program's name at that server; needed with an address.
    games
        The games to play; by default all that the program plays.
    """
    for key in games:
        registry.load(key)
    if not _words(what):
        raise CheckError("name a command that starts the program, or the address of a server")
    if what.startswith(("http://", "https://")):
        if not name:
            raise CheckError("say with --program what the program is called at that server")
        host = Host(what, _id_at(what, name), timeouts)
        return _report(host, games, as_json=as_json)
    with TemporaryDirectory(prefix="tischlein-check-") as folder:
        return _check_command(what, games, timeouts, Path(folder), as_json=as_json)


def _check_command(
    command: str, games: Sequence[str], timeouts: Timeouts, folder: Path, *, as_json: bool
) -> int:
    program, token = programs.registered(NAME, "bot-check", tuple(games), now())
    asyncio.run(_register(program, folder))
    printed = folder / "printed.txt"
    with _server(folder) as server:
        network = Network(server)
        with (
            network.open() as address,
            _running_program(command, address, token, printed) as started,
        ):
            host = Host(server, program.id, timeouts, network, ended=started.poll)
            try:
                code = _report(host, games, as_json=as_json)
            except CheckError as error:
                raise CheckError(f"{error}{_output_tail(printed)}") from None
    if code and not as_json:
        print_line(_output_tail(printed).strip() or "The program has printed nothing.")
    return code


def _report(host: Host, games: Sequence[str], *, as_json: bool) -> int:
    """Run the checks, print each finding at once, and return the exit code."""
    program = host.wait_for_program()
    found: list[Finding] = []
    for finding in host.checks(games or program["games"]):
        found.append(finding)
        if not as_json:
            mark = "ok    " if finding.passed else "FAILED"
            detail = f" ({finding.detail})" if finding.detail else ""
            print_line(f"{mark} {finding.game}: {finding.what}{detail}")
    failed = sum(not finding.passed for finding in found)
    if as_json:
        print_json({"program": program["name"], "findings": [_plain(one) for one in found]})
    elif failed:
        print_line(f"{failed} of {len(found)} checks failed.")
    else:
        print_line(f"{program['name']} passes all {len(found)} checks.")
    return FAILED if failed else 0


def _plain(finding: Finding) -> dict[str, Any]:
    return {
        "game": finding.game,
        "check": finding.what,
        "passed": finding.passed,
        "seen": finding.detail,
    }


def _id_at(server: str, name: str) -> str:
    """Return the id of a server's program, by its name."""
    listed = Host(server, "").programs()
    for one in listed:
        if one["name"].casefold() == name.casefold():
            return str(one["id"])
    names = ", ".join(one["name"] for one in listed) or "none"
    raise CheckError(f"{server} knows no program {name}; it knows: {names}")


async def _register(program: StoredProgram, folder: Path) -> None:
    async with SqliteStore(database(folder)) as store:
        await store.save_program(program)


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """Run a server with its own data; yields its address."""
    arguments = ["--port", "0", "--data", str(folder)]
    with (folder / "server.txt").open("w") as complaints:
        server = subprocess.Popen(
            [sys.executable, "-m", "tischlein.web", *arguments],
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        )
    try:
        assert server.stdout is not None
        line = next((line for line in server.stdout if line.startswith(_SET)), "")
        if not line:
            raise CheckError(f"no server could be started{_output_tail(folder / 'server.txt')}")
        yield line.removeprefix(_SET).strip().rstrip("/")
    finally:
        _end(server)


@contextmanager
def _running_program(
    command: str, address: str, token: str, printed: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program and yield it; its output goes to a file."""
    filled = [
        word.replace("{server}", address).replace("{token}", token) for word in _words(command)
    ]
    around = os.environ | {"TISCHLEIN_SERVER": address, "TISCHLEIN_TOKEN": token}
    with printed.open("w") as lines:
        try:
            program = subprocess.Popen(filled, env=around, stdout=lines, stderr=subprocess.STDOUT)
        except OSError as error:
            raise CheckError(f"the program cannot be started: {error}") from None
    try:
        yield program
    finally:
        _end(program)


def _words(command: str) -> list[str]:
    """Split a command into words as a shell would (CheckError)."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise CheckError(f"the command {command!r} cannot be read: {error}") from None


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(_ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _output_tail(printed: Path) -> str:
    """Return the last lines of a program's output, below a heading."""
    lines = printed.read_text(encoding="utf-8", errors="replace").splitlines()[-_LINES:]
    return "\nIt has printed:\n" + "\n".join(f"  {line}" for line in lines) if lines else ""
