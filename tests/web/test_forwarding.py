"""Whom a node believes: others that know the secret of all nodes, and no visitor who says so."""

from __future__ import annotations

import base64
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tests.tables.playing import asynchronous
from tischlein.tables.hall import Hall
from tischlein.web.forwarding import Forwarding, Visitor
from tischlein.web.metrics import Passed

SECRET = bytes(range(32))
VISITOR = Visitor("198.51.100.7", 40_000, "https", [(b"accept", b"text/html")])


async def kept(name: str) -> bytes:
    """Return what nodes have in common."""
    assert name == "nodes"
    return SECRET


async def served(given: bytes) -> Any:
    """Return a request as the application gets it that bears this as the nodes' secret."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    async def nothing(*message: Any) -> Any:
        return {}

    hall = SimpleNamespace(
        store=SimpleNamespace(own_secret=kept),
        ownership=SimpleNamespace(hear=lambda *_: None, other_versions=[]),
    )
    forwarding = Forwarding(app, cast(Hall, hall), 1_000, Passed())
    await forwarding({"type": "lifespan"}, nothing, nothing)
    headers = [
        (b"accept", b"*/*"),
        (b"x-tischlein-node", given),
        (b"x-tischlein-visitor", base64.b64encode(msgspec.msgpack.encode(VISITOR))),
    ]
    scope = {"type": "http", "method": "GET", "path": "/api/games", "scheme": "http"}
    came = {"client": ("203.0.113.9", 50_000), "headers": headers}
    await forwarding(scope | came, nothing, nothing)
    return seen[-1]


@asynchronous
async def test_what_another_node_says_of_a_visitor_is_believed() -> None:
    scope = await served(SECRET.hex().encode())
    assert (scope["client"], scope["scheme"]) == ((VISITOR.host, VISITOR.port), "https")
    assert scope["headers"] == VISITOR.headers


@pytest.mark.parametrize("given", [b"", b"00", bytes(32).hex().encode()])
@asynchronous
async def test_a_visitor_who_claims_to_be_a_node_is_not_believed(given: bytes) -> None:
    scope = await served(given)
    assert (scope["client"], scope["scheme"]) == (("203.0.113.9", 50_000), "http")
    assert scope["headers"] == [(b"accept", b"*/*")]
