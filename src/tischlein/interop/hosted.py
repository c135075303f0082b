"""A seat at a table that a server hosts, for text interfaces and players: the client's side."""

from __future__ import annotations

import json
import secrets
import time
from base64 import b64decode
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import numpy as np

from tischlein.bots.players import Entrant, named_entrant
from tischlein.core import registry
from tischlein.core.errors import GameError, TischleinError
from tischlein.core.options import complete, parse
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.race import Reaction
from tischlein.interop.text import Answer
from tischlein.presentation.texts import has, translate

TIMEOUT = 30.0
"""Timeout for an answer of the server, in seconds."""
PATIENCE = 20.0
"""Seconds that a guest waits for the others after it has acted; then it has to look again."""
PAUSE = 0.5
"""Seconds between two polls while it waits."""
LONGEST_OUTAGE = 60.0
"""Seconds for which a server that has answered before may be away, for example to restart."""
_TOO_MANY_REQUESTS = 429
"""With this status a server says that nothing was done, and when to ask again."""
_UNAVAILABLE = (502, 503, 504)
"""The answers of a server without its storage, or of a proxy for one that does not respond."""


class HostedError(TischleinError):
    """The server refuses something, or cannot be reached; the message says why."""


class HostedSeat:
    """A seat at a hosted table; it knows what the seat's secret gives access to, and nothing else.

    It agrees to whatever the others at the table propose, such as taking back.

    Parameters
    ----------
    server
        Address of the server, such as ``http://127.0.0.1:8000``.
    link
        The seat's private link, or the address of a table with a free chair, or its match id.
    name
        Name under which a chair is taken.

    Raises
    ------
    HostedError
        If the link is of another server, no chair is free, or the server cannot be reached.
    """

    def __init__(self, server: str, link: str, name: str, language: str = "en") -> None:
        self._server = server.rstrip("/")
        self._has_answered = False
        """Whether the server has answered yet."""
        self.language = language
        self._have = 0
        """The number of the last event that the guest has seen."""
        self._secret = ""
        """The seat's, once there is one."""
        parts = urlsplit(link)
        if parts.netloc and parts.netloc != urlsplit(self._server).netloc:
            raise HostedError(f"this guest only plays at {self._server}")
        key = parts.fragment or parts.path.rstrip("/").rpartition("/")[2]
        if not key:
            raise HostedError(
                "a seat is found by a table's link, its match id, or a seat's private link, "
                f"not by {link!r}"
            )
        if "." in key:
            self._secret = key
        else:
            wanted = {"name": name}
            opened = self._fetch(f"/api/matches/{key}/join", wanted)
            self._secret = opened["seat_secrets"][0]
        self._path = f"/api/matches/{self._secret.partition('.')[0]}"

    @property
    def game(self) -> str:
        """The key of the game."""
        return str(self._json("")["game"])

    @property
    def legal(self) -> tuple[str, ...]:
        """All actions of the seat in the game's notation; none while it may not act."""
        return tuple(self._words()["legal"])

    def look(self) -> str:
        """Return what has happened since the last look, the board, and what the seat can do."""
        if self._json("")["status"] == "waiting":
            return "The table waits for players."
        seen = self._words()
        self._have = seen["number"]
        return str(seen["text"])

    def png(self) -> bytes:
        """Return a picture of what the seat sees."""
        return self._ask(f"{self._path}/view/picture?{urlencode({'language': self.language})}")

    def act(self, text: str) -> Answer:
        """Perform an action given in the game's notation, and wait a little for the others.

        An action that was meant for another occasion is refused, such as a guess about a deal that
        has ended since the last look. Then the guest has to look again.
        """
        judged = self._why_not(text)
        if not judged["possible"]:
            return Answer(accepted=False, text=judged["reason"])
        refused = self._send(text, self._have)
        if refused:
            return Answer(accepted=False, text=refused)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen = self._words()
            if seen["over"] or seen["ending"] or seen["legal"]:
                break
            time.sleep(PAUSE)
        return Answer(accepted=True, text=self.look())

    def why_not(self, text: str) -> str:
        """Return why an action is refused, with the rule; empty for one that is possible."""
        return str(self._why_not(text)["reason"])

    def observe(self) -> Observation | None:
        """Return what the seat may know now; None before the match has begun."""
        if self._json("")["status"] == "waiting":
            return None
        return _read(self._observation())

    def play(self, entrant: Entrant) -> tuple[int, ...]:
        """Let an entrant have the seat until the match has ended; return the ranks of all seats.

        A match that is ended early, for example by giving up, has no ranks. If the server refuses
        an action because something has happened meanwhile, the entrant chooses again.

        Parameters
        ----------
        entrant
            As in :func:`tischlein.play`: a level of the game, a function or a player.

        Raises
        ------
        HostedError
            If the server cannot be reached.
        GameError
            For a level that the game does not have.
        NotationError, RefusedError, ValueError
            If the choice is no legal action.
        """
        game = registry.load(self.game)
        player = named_entrant(game, entrant).make(secrets.randbits(63))
        while self._json("")["status"] == "waiting":
            time.sleep(PAUSE)
        while not (data := self._observation())["ending"]:
            seen = _read(data)
            if seen.over:
                return seen.ranks()
            chosen = player.choose(seen, data["legal"]) if data["legal"] else None
            if chosen is not None:
                action = chosen.action if isinstance(chosen, Reaction) else int(chosen)
                self._send(action, data["number"])
            time.sleep(PAUSE)
        return ()

    def _why_not(self, text: str) -> Any:
        return self._json(f"/why-not?{urlencode({'action': text, 'language': self.language})}")

    def _send(self, action: int | str, seen: int) -> str:
        """Act; return why the action is refused, empty if it is not."""
        command = {"type": "act", "id": secrets.token_hex(8), "action": action, "seen": seen}
        answer = self._fetch(f"{self._path}/actions", command)
        return "" if answer["type"] == "accepted" else self._in_words(answer["phrase"])

    def _words(self) -> Any:
        asked = urlencode({"have": self._have, "language": self.language})
        return self._fetch_and_agree(f"/words?{asked}")

    def _observation(self) -> Any:
        return self._fetch_and_agree("/observation")

    def _fetch_and_agree(self, path: str) -> Any:
        """Return what the server says; agree to the others' proposal, if there is one."""
        data = self._json(path)
        if data["asked"]:
            with suppress(HostedError):  # it may have been withdrawn
                self._ask(f"{self._path}/consent", {"agree": True})
        return data

    def _json(self, path: str) -> Any:
        return self._fetch(self._path + path)

    def _fetch(self, path: str, body: object = None) -> Any:
        try:
            return json.loads(self._ask(path, body))
        except ValueError:
            raise HostedError(f"{self._server} answers with what is no JSON") from None

    def _ask(self, path: str, body: object = None) -> bytes:
        """Return an answer; repeat requests that are safe to repeat (HostedError)."""
        end = time.monotonic() + LONGEST_OUTAGE
        repeated = not path.endswith("/join")
        while True:
            try:
                answer = self._request(path, body)
            except HTTPError as error:
                again = error.code == _TOO_MANY_REQUESTS or (
                    repeated and error.code in _UNAVAILABLE
                )
                reason = HostedError(self._problem(error))
                later = error.headers.get("Retry-After", "")
                wait = float(later) if later.isdecimal() else PAUSE
            except (OSError, HTTPException) as error:
                again, wait = repeated, PAUSE
                reason = HostedError(f"{self._server} does not answer: {error}")
            else:
                self._has_answered = True
                return answer
            if not (again and self._has_answered) or time.monotonic() + wait > end:
                raise reason from None
            time.sleep(wait)

    def _request(self, path: str, body: object) -> bytes:
        headers = {"Content-Type": "application/json"}
        if self._secret:
            headers["Authorization"] = f"Bearer {self._secret}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._server + path, data, headers), timeout=TIMEOUT) as answer:
            return bytes(answer.read())

    def _problem(self, error: HTTPError) -> str:
        try:
            data = json.loads(error.read())
            return f"{self._in_words(data['phrase'])} {data.get('detail', '')}".rstrip()
        except (ValueError, KeyError, TypeError):
            return f"{self._server} answers {error.code}"

    def _in_words(self, phrase: dict[str, Any]) -> str:
        key, values = phrase["key"], phrase.get("values", {})
        plain: dict[str, Any] = {
            name: value for name, value in values.items() if isinstance(value, str | int)
        }
        if len(plain) < len(values) or not has(self.language, key):
            return str(key)
        return translate(self.language, Phrase(key, plain))


def _read(data: Any) -> Observation:
    """Decode an observation sent by a server."""
    game = registry.load(data["game"])
    options = complete(game, data["seats"], parse(data["options"]))
    row = np.frombuffer(b64decode(data["row"]), np.int64).copy()
    return Observation(game, data["seats"], options, row, data["seat"])


def server_address(text: str) -> str:
    """Return the address of a server without a trailing slash.

    Raises
    ------
    GameError
        For a text that is no address.
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise GameError(f"a server is an address such as http://127.0.0.1:8000, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}"
