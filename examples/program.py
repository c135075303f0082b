"""A program with an identity of its own, with nothing but Python: it plays every game, by lot.

``python examples/program.py http://127.0.0.1:8000 TOKEN`` accepts every invitation and plays at as
many tables as there are, until it is stopped. A server's operator gives tokens out (``tischlein
program add``); without one, ``remote_bot.py`` takes a single chair. ``choose`` is where yours
begins to think.
"""

import json
import random
import secrets
import sys
import time
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Program:
    """What asks a server with a program's token."""

    def __init__(self, server: str, token: str) -> None:
        self.server = server.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path: str, body: dict | None = None) -> dict:
        """Return an answer. What is lost on the way is sent again as it was, and acted on once."""
        data = None if body is None else json.dumps(body).encode()
        while True:
            wait = 1.0
            try:
                with urlopen(Request(self.server + path, data, self.headers), timeout=60) as answer:
                    return json.loads(answer.read() or b"{}")
            except HTTPError as error:
                if error.code != 429 and error.code < 500:
                    raise
                wait = float(error.headers.get("Retry-After", wait))  # we have been too fast
            except (OSError, HTTPException, ValueError):
                pass  # nobody answers, or not to the end
            time.sleep(wait)

    def play(self, rounds: int | None = None) -> None:
        """Answer whatever there is to answer at all tables, for ever or so many times."""
        revision = ""
        while rounds is None or (rounds := rounds - 1) >= 0:
            told = self.ask(f"/api/program/duties?wait=25&seen={revision}")
            revision = told["revision"]
            for duty in told["duties"]:
                with suppress(HTTPError):  # too late: the next list tells what is left
                    self.answer(duty, f"/api/matches/{duty['match']}")

    def answer(self, duty: dict, match: str) -> None:
        """Do what is awaited; leave out what is not, and kinds of duties that are not known."""
        if duty["type"] == "invited":
            self.ask(f"{match}/join", {"name": ""})
        elif duty["type"] == "asked":
            self.ask(f"{match}/consent", {"agree": True})
        elif duty["type"] == "turn" and duty["awaited"]:
            action, command = choose(duty["legal"]), secrets.token_hex(8)
            acted = {"type": "act", "id": command, "action": action, "seen": duty["number"]}
            self.ask(f"{match}/actions?seat={duty['seat']}", acted)


def choose(legal: list[int]) -> int:
    """Return one of the legal actions. What the numbers mean, ``/words`` says in notation."""
    return random.choice(legal)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        Program(sys.argv[1], sys.argv[2]).play()
    except HTTPError as error:
        sys.exit(f"The server refuses this program: {error}")  # its token has been taken away
