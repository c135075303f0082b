"""A program at a hosted table, with nothing but Python: it takes a chair and plays by lot.

``python examples/remote_bot.py http://127.0.0.1:8000/match/ID`` joins the table of that address; a
seat's private link (``.../seat#SECRET``) does as well. It plays every game: ``choose`` is where
yours begins to think.
"""

import json
import random
import secrets
import sys
import time
from contextlib import suppress
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

PAUSE = 0.3  # seconds between two looks; a server answers one program about twenty times a second
urlopen = build_opener(HTTPCookieProcessor()).open


class Seat:
    """A seat at a table, held by its secret, or like a browser's by a cookie."""

    def __init__(self, link: str, name: str) -> None:
        parts = urlsplit(link)
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.headers = {"Content-Type": "application/json"}
        key = parts.fragment or parts.path.rstrip("/").rpartition("/")[2]
        self.path = f"/api/matches/{key.partition('.')[0]}"
        if "." in key:
            self.headers["Authorization"] = f"Bearer {key}"
            return
        self.ask("/")  # the page comes with the cookie
        while not any(seat["mine"] for seat in self.ask(self.path)["seats"]):
            # Take a chair, adding nothing to its chance; if the answer is lost, look who sits.
            self.ask(f"{self.path}/join", {"name": name}, again=False)

    def ask(self, path: str, body: dict | None = None, *, again: bool = True) -> dict:
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.server + path, data, self.headers), timeout=60) as answer:
                text = answer.read()
                return json.loads(text) if text.startswith(b"{") else {}
        except HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(float(error.headers.get("Retry-After", 1)))  # too fast, or outcome unknown
        return self.ask(path, body) if again else {}

    def play(self) -> list[dict]:
        """Play to the end; return the seats as the table lists them then."""
        while (table := self.ask(self.path))["status"] in ("waiting", "playing"):
            if table["status"] == "playing":
                self.act(table)
            time.sleep(PAUSE)
        return table["seats"]

    def act(self, table: dict) -> None:
        """Agree to what others would like; act if it is our turn. A no does no harm: look again."""
        asked = (table["proposal"] or {"asked": []})["asked"]
        if any(table["seats"][seat]["mine"] for seat in asked):
            with suppress(HTTPError):  # it is not wanted any more
                self.ask(f"{self.path}/consent", {"agree": True})
        seen = self.ask(f"{self.path}/view?scenes=0&have={1 << 30}")
        if seen["legal"]:
            command = {"type": "act", "id": secrets.token_hex(8), "seen": seen["number"]}
            self.ask(f"{self.path}/actions", command | {"action": choose(seen["legal"])})


def choose(legal: list[int]) -> int:
    """Return one of the legal actions. What the numbers mean, ``/words`` says in notation."""
    return random.choice(legal)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    Seat(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Robo").play()
