r"""Programs at the table: a program reads questions from standard input and answers with lines.

The program is started for every match and seat. Every line that it reads is a JSON object::

    {"match": {"game": "bauab", "seats": 2, "seat": "A", "options": {...}, "seed": 417}}
    {"ask": {"legal": ["5 b2", "4 c2"], "board": "...", "state": {...}, "awaited": true}}

It answers each ``ask``, and nothing else, with one line: one of the legal actions exactly as given,
or ``wait`` if its seat is not awaited and could only interrupt. ``state`` and ``board`` are what
the seat may know. It may think for ten minutes, unless the study sets another limit
(``--thinking-limit``). When the match is over, its standard input is closed, and it should end.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

import msgspec

from tischlein import presentation
from tischlein.core.errors import GameError
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.lab.thinking_time import LONGEST_THOUGHT

WAIT = "wait"
LONGEST_ANSWER = 10_000
"""The most bytes that a line of a program has: many times the longest action."""
_SHOWN = 60
"""The most characters of an answer that a message repeats."""
_PATIENCE = 5.0
"""Seconds that a program has to end after its match."""


class Program:
    """A player that asks a program.

    Parameters
    ----------
    command
        With its arguments, split as a shell would.
    seed
        Passed on, for a program that wants to be reproducible.
    longest
        Seconds that it has for an answer.
    """

    def __init__(self, command: str, seed: int, longest: float = LONGEST_THOUGHT) -> None:
        self._command = command
        self._seed = seed
        self._longest = longest
        self._process: subprocess.Popen[bytes] | None = None

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | None:
        """Return what the program answers.

        Raises
        ------
        GameError
            If the program cannot be started, ends, does not answer in time, or answers with an
            action that is not possible.
        """
        process = self._process or self._start(observation)
        seat = observation.seat
        texts = [observation.write(seat, action) for action in legal]
        question = {
            "legal": texts,
            "board": presentation.of(observation.game).characters(observation),
            "state": _fields(observation),
            "awaited": seat in observation.awaited,
        }
        answer = self._ask(process, question)
        if answer == WAIT and not question["awaited"]:
            return None
        if answer not in texts:
            raise GameError(
                f"{self._command} answered {_shown(answer)}, which is not a legal action; one "
                f"would be {texts[0]!r}"
            )
        return legal[texts.index(answer)]

    def close(self) -> None:
        """Tell the program that its match is over."""
        process, self._process = self._process, None
        if process is None:
            return
        _close(process.stdin)
        _close(process.stdout)
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _start(self, seen: Observation) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError, IndexError) as error:
            raise GameError(f"{self._command!r} cannot be started: {error}") from None
        self._process = process
        about = {
            "game": seen.game.key,
            "seats": seen.seats,
            "seat": letter(seen.seat),
            "options": dict(seen.options),
            "seed": self._seed,
        }
        self._write(process, {"match": about})
        return process

    def _ask(self, process: subprocess.Popen[bytes], question: dict[str, Any]) -> str:
        # Not every system can wait for pipes with a timeout, but threads can be waited for with
        # one.
        answers: SimpleQueue[bytes | GameError] = SimpleQueue()
        asking = Thread(target=self._exchange, args=(process, question, answers), daemon=True)
        asking.start()
        try:
            line = answers.get(timeout=self._longest)
        except Empty:
            self._abandon(process, asking)
            raise GameError(
                f"{self._command} did not answer within {self._longest:g} seconds"
            ) from None
        except BaseException:  # Ctrl+C, while the program thinks
            self._abandon(process, asking)
            raise
        if isinstance(line, GameError):
            raise line
        if not line:
            raise GameError(
                f"{self._command} ended while it was asked for an action{_with_status(process)}"
            )
        return line.decode("utf-8", "replace").strip()

    def _abandon(self, process: subprocess.Popen[bytes], asking: Thread) -> None:
        """End a program that is still being asked, without waiting for its answer."""
        # Its child processes may hold the pipe, on which the thread waits: leave them alone.
        self._process = None
        Thread(target=_close_after, args=(asking, process), daemon=True).start()
        process.kill()
        process.wait()

    def _exchange(
        self,
        process: subprocess.Popen[bytes],
        question: dict[str, Any],
        answers: SimpleQueue[bytes | GameError],
    ) -> None:
        try:
            self._write(process, {"ask": question})
        except GameError as error:
            answers.put(error)
            return
        answers.put(process.stdout.readline(LONGEST_ANSWER) if process.stdout is not None else b"")

    def _write(self, process: subprocess.Popen[bytes], value: dict[str, Any]) -> None:
        if process.stdin is None:
            return
        try:
            process.stdin.write(msgspec.json.encode(value) + b"\n")
            process.stdin.flush()
        except OSError:
            raise GameError(f"{self._command} ended in the middle of a match") from None


def _shown(answer: str) -> str:
    """Return an answer as a message repeats it: no more than its beginning if it is long."""
    return repr(answer) if len(answer) <= _SHOWN else f"{answer[:_SHOWN]!r} and more"


def _with_status(process: subprocess.Popen[bytes]) -> str:
    """Return with which status a program has ended, if it has."""
    try:
        return f" (exit status {process.wait(_PATIENCE)})"
    except subprocess.TimeoutExpired:
        return ""


def _close_after(asking: Thread, process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process, so that its children that hold them notice."""
    _close(process.stdin)
    asking.join()
    _close(process.stdout)


def _close(pipe: IO[bytes] | None) -> None:
    # A process that has ended does not accept buffered data.
    with suppress(OSError):
        if pipe is not None:
            pipe.close()


def _fields(seen: Observation) -> dict[str, Any]:
    """Return what the seat may know, by the names of the state's fields."""
    state = seen.state
    return {name: getattr(state, name) for name in seen.game.state.dtype.names or ()}
