"""A check that any program can run: a host plays with it and reports its observations.

The host sets up tables, invites the program, has a seat itself and plays at random. It watches from
outside, as any host does. If it also stands between program and server (``faulty``), it sees which
actions were refused, and can make the network bad.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase
from tischlein.interop.faulty_network import FAULTS, Network
from tischlein.presentation.texts import FALLBACK, translate

PAUSE = 0.15
"""Seconds between two polls of the table."""
ENOUGH = 3
"""How often each fault occurs in a match on a bad network before the match is ended."""
HOST = "Check"
"""Name of the host."""
_TIMEOUT = 150.0
"""Seconds: longer than a freshly started server lets a request wait for its game."""
_STALE = (
    "problem-claim-pending",
    "problem-gone-on",
    "problem-not-running",
    "problem-too-late",
    "refused-turn",
)
"""Refusals that no program can avoid: the table had moved on."""


class CheckError(TischleinError):
    """The check itself cannot be performed; the message says why."""


@dataclass(frozen=True)
class Finding:
    """The result of one item of the check."""

    game: str
    what: str
    passed: bool
    detail: str = ""
    """What was observed."""


@dataclass(frozen=True)
class Timeouts:
    """How long the host waits, in seconds."""

    answer: float = 30.0
    """For an invitation to be accepted, a turn to be taken, a question to be answered."""
    match: float = 3600.0
    """For a match to end."""
    start: float = 120.0
    """For the program to listen."""


class _FailedError(Exception):
    """The program has not done what was expected; the rest of the match is skipped."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(detail)
        self.what = what


class Host:
    """A user with a browser session who sets up tables at a server.

    Parameters
    ----------
    server
        Its address.
    program
        The id of the program that is checked.
    network
        The network between the program and the server, if one is simulated.
    ended
        Returns the exit status of the program's process once it has ended, if that is known.
    """

    def __init__(
        self,
        server: str,
        program: str,
        timeouts: Timeouts | None = None,
        network: Network | None = None,
        seed: int = 1,
        ended: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._server = server.rstrip("/")
        self._program = program
        self._timeouts = timeouts or Timeouts()
        self._network = network
        self._rng = random.Random(seed)
        self._ended = ended
        # As a browser does: a load balancer may find the same node again by a cookie of its own.
        self._browser = build_opener(HTTPCookieProcessor())

    def checks(self, games: Sequence[str]) -> Iterator[Finding]:
        """Play matches of some games, and yield each finding immediately."""
        networks = (False,) if self._network is None else (False, True)
        for turn, (key, bad) in enumerate((key, bad) for key in games for bad in networks):
            if turn and (status := self._ended()) is not None:
                detail = f"it has ended with exit status {status}, and nothing more is played"
                yield Finding(key, "goes on until it is stopped", passed=False, detail=detail)
                return
            yield from self._match(key, bad=bad)

    def wait_for_program(self) -> Any:
        """Return the program as the server lists it, as soon as it listens.

        Raises
        ------
        CheckError
            If the server does not know it, or it does not connect.
        """
        end = time.monotonic() + self._timeouts.start
        while True:
            found = next((one for one in self.programs() if one["id"] == self._program), None)
            if found is None:
                raise CheckError("the server does not know this program")
            if found["present"]:
                return found
            if (status := self._ended()) is not None:
                raise CheckError(
                    f"the program ended with exit status {status} before it asked for anything"
                )
            if time.monotonic() > end:
                raise CheckError(
                    f"{found['name']} does not ask for what it has to answer"
                    f" (GET /api/program/duties, or the socket /api/program/live)"
                )
            time.sleep(PAUSE)

    def programs(self) -> Any:
        """Return the programs that the server knows."""
        return self._ask("GET", "/api/programs")

    # --- one match ---

    def _match(self, key: str, *, bad: bool) -> Iterator[Finding]:
        game = registry.load(key)
        name = "plays with a bad network" if bad else "plays to the end"
        observations = _Observations(self._network)
        if self._network is not None:
            self._network.bad = bad
            self._network.racing = game.race is not None
        match = ""
        try:
            match, taken = self._invite(game)
            if not bad:
                yield Finding(
                    key, "accepts an invitation", passed=True, detail=f"after {taken:.1f} s"
                )
            yield from self._play(game, match, observations, bad=bad)
            yield Finding(key, name, passed=True, detail=observations.summary())
        except _FailedError as failed:
            yield Finding(
                key,
                f"{name}: {failed.what}" if bad else failed.what,
                passed=False,
                detail=str(failed),
            )
        except HTTPError as error:
            detail = f"the server answers {error.code}: {_reason(error, game)}"
            yield Finding(key, name, passed=False, detail=detail)
        finally:
            if self._network is not None:
                self._network.bad = False
            if match:
                self._end(match)
        wrong = observations.wrong(game)
        if wrong and not bad:
            yield Finding(key, "chooses among its legal actions", passed=False, detail=wrong)

    def _invite(self, game: Game) -> tuple[str, float]:
        """Set up a table and invite the program; return the match that it joins, and the delay."""
        seats = min(count for count in game.seats if count >= 2)
        bots = [{"kind": "bot", "level": game.levels[0].key}] * (seats - 2) if game.levels else []
        chairs = [{"kind": "me", "name": HOST}, {"kind": "program", "program": self._program}]
        opened = self._ask(
            "POST",
            "/api/matches",
            {"game": game.key, "chairs": [*chairs, *bots], "fixed": True, "talk": "off"},
        )
        match: str = opened["match"]
        begun = time.monotonic()
        while (table := self._table(match))["status"] == "waiting":
            why = self._why_no_answer(begun)
            if any(seat["kind"] == "open" and not seat["kept"] for seat in table["seats"]):
                why = "it has declined"
            if why:
                self._ask("POST", f"/api/matches/{match}/leave")
                raise _FailedError("accepts an invitation", why)
            time.sleep(PAUSE)
        return match, time.monotonic() - begun

    def _why_no_answer(self, since: float) -> str:
        """Return why no answer of the program is expected any more; empty while it may come."""
        if (status := self._ended()) is not None:
            return f"it has ended with exit status {status}"
        late = time.monotonic() - since > self._timeouts.answer
        return f"not within {self._timeouts.answer:g} s" if late else ""

    def _play(
        self, game: Game, match: str, observations: _Observations, *, bad: bool
    ) -> Iterator[Finding]:
        """Play until the match is over, or until enough faults have occurred on a bad network.

        On a good network the program is asked once to agree to taking back, if that is possible.
        """
        end = time.monotonic() + self._timeouts.match
        back = not bad and game.race is None
        acted = False
        number, since = -1, time.monotonic()
        while True:
            table = self._table(match)
            if table["status"] != "playing" or (bad and self._has_enough_faults()):
                return
            now = time.monotonic()
            if now > end:
                raise _FailedError("ends a match", f"not within {self._timeouts.match:g} s")
            view = self._ask("GET", f"/api/matches/{match}/view?scenes=0&have={1 << 30}")
            mine, theirs = _seats(table)
            if view["number"] != number or table["warming_up"]:
                if theirs in view["acting"] and number >= 0:
                    observations.turn(0.0)
                number, since = view["number"], now
            if view["legal"] and mine in view["acting"]:
                # Only while no other seat may act: an action instead of an answer voids the
                # question, and a program that thinks about its turn reads no questions.
                if back and acted and view["acting"] == [mine]:
                    back = False
                    yield self._check_taking_back(game, match)
                    number = -1
                    continue
                acted = self._act(match, mine, view) or acted
                since = time.monotonic()
            elif theirs in view["acting"]:
                observations.turn(now - since)
                if why := self._why_no_answer(since):
                    raise _FailedError("takes its turn", f"{why}, event {number}")
            time.sleep(PAUSE)

    def _has_enough_faults(self) -> bool:
        faults = self._network.faults if self._network is not None else {}
        return all(faults.get(fault, 0) >= ENOUGH for fault in FAULTS)

    def _act(self, match: str, seat: int, view: Any) -> bool:
        """Perform a random action; return whether it was possible."""
        command = {
            "type": "act",
            "id": secrets.token_hex(8),
            "action": self._rng.choice(view["legal"]),
            "seen": view["number"],
        }
        answer = self._ask("POST", f"/api/matches/{match}/actions?seat={seat}", command)
        return bool(answer["type"] == "accepted")

    def _check_taking_back(self, game: Game, match: str) -> Finding:
        """Ask for the host's last turn to be taken back, and wait for the program's answer."""
        what = "answers when something is to be taken back"
        try:
            self._ask("POST", f"/api/matches/{match}/proposals", {"what": "back"})
        except HTTPError as error:
            if error.code != 409:
                raise
            return Finding(
                game.key, what, passed=True, detail="nothing could be taken back any more"
            )
        begun = time.monotonic()
        while self._table(match)["proposal"] is not None:
            if why := self._why_no_answer(begun):
                self._ask("POST", f"/api/matches/{match}/consent", {"agree": False})
                return Finding(game.key, what, passed=False, detail=why)
            time.sleep(PAUSE)
        return Finding(
            game.key, what, passed=True, detail=f"after {time.monotonic() - begun:.1f} s"
        )

    def _end(self, match: str) -> None:
        """End a match that is still running."""
        if self._table(match)["status"] == "playing":
            mine, _ = _seats(self._table(match))
            self._ask("POST", f"/api/matches/{match}/resign", {"seat": mine})

    def _table(self, match: str) -> Any:
        return self._ask("GET", f"/api/matches/{match}")

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        while True:
            try:
                request = Request(self._server + path, data, headers, method=method)
                with self._browser.open(request, timeout=_TIMEOUT) as answer:
                    return json.loads(answer.read() or b"null")
            except HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(float(error.headers.get("Retry-After", 1)))
            except (URLError, HTTPException, TimeoutError) as error:
                raise CheckError(f"{self._server} does not answer: {error}") from None


class _Observations:
    """What the host observes of a program in one match."""

    def __init__(self, network: Network | None) -> None:
        self._network = network
        self._longest = 0.0
        if network is not None:
            network.accepted = 0
            network.refused.clear()
            network.reasons.clear()
            network.faults.clear()

    def turn(self, seconds: float) -> None:
        """Record how long the program kept the host waiting."""
        self._longest = max(self._longest, seconds)

    def summary(self) -> str:
        """Return the observations in words."""
        said = [f"at most {self._longest:.1f} s for a turn"]
        if self._network is not None:
            said.insert(0, many(self._network.accepted, "action"))
            said += [_fault_count(fault, count) for fault, count in self._network.faults.items()]
        return ", ".join(said)

    def wrong(self, game: Game) -> str:
        """Return what was refused for reasons of its own; empty if nothing was."""
        if self._network is None:
            return ""
        bad = [key for key in self._network.refused if key not in _STALE]
        why = {key: _phrase_in_words(self._network.reasons[key], game) for key in bad}
        return ", ".join(f"{self._network.refused[key]} refused: {why[key]}" for key in bad)


def _seats(table: Any) -> tuple[int, int]:
    """Return the seats of the host and of the program."""
    mine = next(seat["seat"] for seat in table["seats"] if seat["mine"])
    theirs = next(seat["seat"] for seat in table["seats"] if seat["program"])
    return mine, theirs


def _phrase_in_words(content: Any, game: Game) -> str:
    """Return a phrase of the server in English, followed by its key to search for."""
    phrase = _phrase(content)
    return f"{translate(FALLBACK, phrase, game)} ({phrase.key})"


def _phrase(content: Any) -> Any:
    """Convert a phrase, or a value of one, from the server's JSON."""
    if isinstance(content, list):
        return [_phrase(one) for one in content]
    if isinstance(content, dict):
        return Phrase(
            content["key"], {name: _phrase(one) for name, one in content["values"].items()}
        )
    return content


def _reason(error: HTTPError, game: Game) -> str:
    try:
        return _phrase_in_words(json.loads(error.read())["phrase"], game)
    except (ValueError, KeyError, TypeError):
        return "no reason"


def _fault_count(fault: str, count: int) -> str:
    """Return how often a fault of the network occurred: all but outages affect answers."""
    return many(count, fault) if fault == "outage" else f"{count} {fault}"
