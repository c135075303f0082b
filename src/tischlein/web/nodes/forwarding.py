"""Forwarding requests about matches of other nodes to the nodes that own them.

A visitor may come to any node. A request about a match is forwarded to its owner with the same
headers, and the answer comes back: every feature of a table works as if the visitor had come there.
If the owner cannot be reached, its lease runs out, and the match is served here.

Requests about many matches, such as the end of a player card, are handled by the node that receives
them; it has the owners of matches change the holders of seats.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from tischlein.tables import changes
from tischlein.tables.changes import Change
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Node, Signal
from tischlein.tables.problems import ElsewhereError, StorageError, TableError
from tischlein.tables.seats import private_links
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.http import handshakes
from tischlein.web.http.asgi import App, Receive, Scope, Send
from tischlein.web.http.asgi_answers import answer, deny, refuse
from tischlein.web.http.built import FOLDER
from tischlein.web.http.codes import TRY_LATER
from tischlein.web.http.errors import MISDIRECTED
from tischlein.web.http.request_bodies import BufferedBody, DisconnectedError
from tischlein.web.metrics import ForwardingCounts
from tischlein.web.nodes.other_nodes import (
    CHANGE,
    NodeUnreachableError,
    OtherNodes,
    TruncatedAnswerError,
)

log = logging.getLogger(__name__)

PATIENCE = 12.0
"""Seconds to wait for a match whose owner cannot be reached: longer than a lease."""
RETRY = 0.1

_KEY = "nodes"
_MATCH = re.compile(r"/api/matches/([^/]+)")
_CHANGED_MATCH = re.compile(rf"{CHANGE}([^/]+)")
_ASSET = re.compile(r"/assets/([\w.-]+)")

_claim = msgspec.json.Decoder(dict[str, Any]).decode


class Forwarding:
    """The application, wrapped so that requests can be forwarded.

    Parameters
    ----------
    longest_body
        Bytes; longer bodies are refused anyway.
    forwarded
        Counts what is forwarded to other nodes.
    on_node_address
        Called with the addresses from which other nodes forward requests.
    """

    def __init__(
        self,
        app: App,
        hall: Hall,
        longest_body: int,
        forwarded: ForwardingCounts,
        on_node_address: Callable[[str], object],
    ) -> None:
        self._app = app
        self._hall = hall
        self._other_nodes = OtherNodes(forwarded, on_node_address)
        self._longest_body = longest_body
        hall.ownership.subscribe(Signal.GONE, self._other_nodes.drop_node)
        hall.change_remotely = self.change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request here, or at the node that owns its match."""
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
            return
        try:
            await self._serve(scope, receive, send)
        except DisconnectedError:
            log.info("a client has gone before its request was whole")
        except TruncatedAnswerError as error:  # an incomplete answer ends the connection
            log.warning("node %s has gone in the middle of an answer", error)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope, from_node = self._other_nodes.unwrap(scope)
        if from_node and (found := _CHANGED_MATCH.fullmatch(scope["path"])):
            await self._apply_change(found[1], receive, send)
            return
        match_id, receive = await self._match_of(scope, receive)
        if match_id is not None:
            await self._serve_match(match_id, from_node, scope, receive, send)
        elif (node := self._node_with_asset(scope)) and not from_node:
            with suppress(NodeUnreachableError):
                await self._other_nodes.forward_request(node, b"", scope, send)
                return
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # --- what a request is about ---

    async def _match_of(self, scope: Scope, receive: Receive) -> tuple[str | None, Receive]:
        path = scope["path"]
        found = _MATCH.match(path)
        if found is not None:
            return found[1], receive
        if path != "/api/seats" or scope.get("method") != "POST":
            return None, receive
        buffered = BufferedBody(receive)
        body = await buffered.read(self._longest_body)
        try:
            secret = str(_claim(body).get("secret", ""))
            return private_links.match_of(secret), buffered.replay()
        except (msgspec.MsgspecError, TableError, UnicodeError, RecursionError):
            return None, buffered.replay()  # it is refused with its own message

    def _node_with_asset(self, scope: Scope) -> Node | None:
        """Return a node of another version if it may have a file of the client that is not here."""
        found = _ASSET.fullmatch(scope["path"])
        if found is None or (FOLDER / "assets" / found[1]).is_file():
            return None
        return next(iter(self._hall.ownership.other_versions), None)

    # --- matches ---

    async def _serve_match(
        self, match_id: str, from_node: bool, scope: Scope, receive: Receive, send: Send
    ) -> None:
        loop = asyncio.get_running_loop()
        patient_until = loop.time() + PATIENCE
        body = BufferedBody(receive)
        while True:
            try:
                asked = self._hall.tables.owner_of(match_id)
                owner = await (asked if scope["type"] == "http" else handshakes.in_time(asked))
            except StoreError as error:
                log.log(log_level(error), "storage: %s", error)
                await refuse(scope, receive, send, "problem-storage", TRY_LATER)
                return
            try:
                if owner is None and (from_node or scope["type"] != "http"):
                    await self._app(scope, receive, send)
                elif owner is None:
                    await self._serve_here(scope, body, send)
                elif from_node:
                    await deny(scope, receive, send)
                elif scope["type"] == "http":
                    await self._forward_to_owner(owner, scope, body, send)
                else:
                    await self._other_nodes.forward_socket(owner, scope, receive, send)
            except NodeUnreachableError as error:
                by = "here" if owner is None else f"node {owner.id}"
                log.info("match %s: %s: %s", match_id, by, error)
                self._hall.ownership.invalidate(match_id)
                if loop.time() > patient_until:
                    await refuse(scope, receive, send, "problem-storage")
                    return
                await asyncio.sleep(RETRY)
            else:
                return

    async def _serve_here(self, scope: Scope, body: BufferedBody, send: Send) -> None:
        """Serve a request here.

        Raises
        ------
        NodeUnreachableError
            If the match turns out to be another node's: nothing has been done or sent.
        """
        misdirected = False

        async def unless_misdirected(message: Any) -> None:
            nonlocal misdirected
            if message["type"] == "http.response.start" and message["status"] == MISDIRECTED:
                misdirected = True
            if not misdirected:
                await send(message)

        await self._app(dict(scope), body.replay(), unless_misdirected)
        if misdirected:
            raise NodeUnreachableError("the match is another node's")

    async def _forward_to_owner(
        self, owner: Node, scope: Scope, buffered: BufferedBody, send: Send
    ) -> None:
        """Let the owner serve a request (NodeUnreachableError); long bodies are refused here."""
        body = await buffered.read(self._longest_body)
        if len(body) > self._longest_body:
            await self._app(scope, buffered.replay(), send)
        else:
            await self._other_nodes.forward_request(owner, body, scope, send)

    # --- who holds the seats of a match ---

    async def change(self, match_id: str, change: Change) -> None:
        """Have the owner of a match change the holders of its seats, whichever node that is by now.

        An owner that has not answered may be asked again, since the change is idempotent.

        Raises
        ------
        ElsewhereError
            If the owner cannot be reached repeatedly.
        NotNowError
            If it is of a version that cannot be asked.
        StoreError
            If the database fails, here or there.
        """
        loop = asyncio.get_running_loop()
        patient_until = loop.time() + PATIENCE
        while True:
            owner = await self._hall.tables.owner_of(match_id)
            try:
                if owner is None:
                    await self._hall.change_locally(match_id, change)
                else:
                    await self._other_nodes.change(owner, match_id, change)
            except (NodeUnreachableError, ElsewhereError) as error:
                self._hall.ownership.invalidate(match_id)
                if loop.time() > patient_until:
                    raise ElsewhereError from error
                await asyncio.sleep(RETRY)
            else:
                return

    async def _apply_change(self, match_id: str, receive: Receive, send: Send) -> None:
        """Change the holders of a match's seats at the request of another node."""
        status = 200
        try:
            change = changes.read(await BufferedBody(receive).read(self._longest_body))
            await self._hall.change_locally(match_id, change)
        except ElsewhereError:
            status = MISDIRECTED
        except (StoreError, StorageError) as error:
            log.log(log_level(error), "storage: %s", error)
            status = 503
        except (msgspec.MsgspecError, TableError):
            status = 409
        await answer(send, status, b"", [])

    async def _lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._other_nodes.connected(await self._hall.store.own_secret(_KEY)):
            await self._app(scope, receive, send)
