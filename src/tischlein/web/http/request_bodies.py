"""Request bodies that can be read repeatedly: here first, then again, or at another node."""

from __future__ import annotations

from typing import Any

from tischlein.web.http.asgi import Receive


class DisconnectedError(Exception):
    """A client has gone in the middle of a request: nothing is done, and nobody is told."""


class BufferedBody:
    """The body of a request, as far as it has been read; it can be reread from the start."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._parts: list[Any] = []

    @property
    def _complete(self) -> bool:
        if not self._parts:
            return False
        last = self._parts[-1]
        return last["type"] != "http.request" or not last.get("more_body")

    def replay(self) -> Receive:
        """Return a receive function that starts from the beginning, followed by whatever comes."""
        given = 0

        async def receive() -> Any:
            nonlocal given
            if given == len(self._parts):
                if self._complete:
                    return await self._receive()
                self._parts.append(await self._receive())
            given += 1
            return self._parts[given - 1]

        return receive

    async def read(self, most: int) -> bytes:
        """Return the body, or if it is too long a beginning that is longer than `most`.

        Raises
        ------
        DisconnectedError
            If the sender has gone before its end.
        """
        while not self._complete and len(self._body) <= most:
            self._parts.append(await self._receive())
        if self._parts[-1]["type"] != "http.request":
            raise DisconnectedError
        return self._body

    @property
    def _body(self) -> bytes:
        return b"".join(part.get("body", b"") for part in self._parts)
