"""Clients on all seats of many matches, that act at random as soon as they may."""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
)
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

REACTION = 400
"""Milliseconds that a client says it has thought, where the fastest counts."""


class _Choice(msgspec.Struct):
    action: int


class _Turn(msgspec.Struct):
    action: int


class _Aim(msgspec.Struct):
    turns: list[_Turn]


class _Scene(msgspec.Struct):
    choices: list[_Choice] = []
    aims: list[_Aim] = []
    awaited: list[int] = []
    race: str = ""


class _Changes(msgspec.Struct):
    """What changes of a scene tell a player; aims come and go as a whole."""

    choices: list[list[msgspec.Raw]] | msgspec.UnsetType | None = msgspec.UNSET
    aims: list[msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET
    awaited: list[int] | msgspec.UnsetType | None = msgspec.UNSET
    race: str | msgspec.UnsetType | None = msgspec.UNSET


class _Heard(msgspec.Struct):
    """What a client needs of a message; the rest is skipped."""

    type: str
    status: str = ""
    looking: int | None = None
    number: int = 0
    acting: list[int] = []
    legal: list[int] = []
    scene: _Scene | None = None
    changes: _Changes | None = None


_decode = msgspec.json.Decoder(_Heard).decode
_decode_number = msgspec.json.Decoder(int).decode
_decode_ends = msgspec.json.Decoder(list[str]).decode
_decode_aim = msgspec.json.Decoder(_Aim).decode


@dataclass
class Tally:
    """What the clients of one run measure."""

    moves: int = 0
    events_seen: int = 0
    """How many events all seats have seen: moves, and the chance that follows them."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from an action to its answer."""
    sizes: list[int] = field(default_factory=list)
    """Bytes on the wire of each message that tells a viewer of an event."""
    first: list[int] = field(default_factory=list)
    """The same of first pictures."""
    measuring: bool = False
    over: bool = False


class Seat:
    """A client on one seat of a match."""

    def __init__(self, socket: ClientConnection, tally: Tally) -> None:
        self._socket = socket
        self._tally = tally
        (self._sized,) = cast("list[_Sized]", socket.protocol.extensions)
        self._seat: int | None = None
        self._number = -1
        self._actions: list[int] = []
        self._awaited: list[int] = []
        self._race = ""

    async def play(self) -> None:
        """Play to the end of the match, or of the measurement."""
        asked, acted = 0.0, -1
        async for text in self._socket:
            heard = _decode(text)
            if heard.type == "accepted" and self._tally.measuring:
                self._tally.moves += 1
                self._tally.latencies.append(time.perf_counter() - asked)
            if self._tally.over or heard.status == "over":
                return
            if self._sees(heard) and self._may_act and self._number > acted:
                acted, asked = self._number, time.perf_counter()
                await self._act(random.choice(self._actions))

    async def position(self) -> int:
        """Wait for a position in which somebody may act; return how much this seat may do."""
        before = self._number
        while True:
            text = await self._socket.recv()
            self._sees(_decode(text))
            if self._number > before and self._awaited:
                return len(self._actions)

    async def act(self) -> float:
        """Act at random; return the seconds until the answer."""
        asked = time.perf_counter()
        await self._act(random.choice(self._actions))
        while True:
            text = await self._socket.recv()
            heard = _decode(text)
            self._sees(heard)
            if heard.type == "accepted":
                return time.perf_counter() - asked

    @property
    def _may_act(self) -> bool:
        return bool(self._actions) and self._seat in self._awaited

    async def _act(self, action: int) -> None:
        elapsed = f',"elapsed":{REACTION}' if self._race else ""
        await self._socket.send(
            f'{{"type":"act","id":"{self._number}","action":{action},"seen":{self._number}{elapsed}}}'
        )

    def _sees(self, heard: _Heard) -> bool:
        """Take in a message; return whether it tells of a position."""
        size = self._sized.sizes.popleft()
        if heard.type == "table":
            self._seat = heard.looking
            return False
        if heard.scene is not None:
            self._take_scene(heard.scene)
            if self._number < 0:
                self._tally.first.append(size)
        elif heard.changes is not None:
            self._take_changes(heard.changes)
            self._tally.sizes.append(size)
        elif heard.type == "happened":
            self._awaited, self._actions = heard.acting, heard.legal
        else:
            return False
        if self._tally.measuring and self._number >= 0:
            self._tally.events_seen += heard.number - self._number
        self._number = heard.number
        return True

    def _take_scene(self, scene: _Scene) -> None:
        aimed = [turn.action for aim in scene.aims for turn in aim.turns]
        self._actions = [choice.action for choice in scene.choices] + aimed
        self._awaited = scene.awaited
        self._race = scene.race

    def _take_changes(self, changes: _Changes) -> None:
        if changes.choices is not msgspec.UNSET:
            self._actions = list(_actions(changes.choices or ()))
        if changes.aims is not msgspec.UNSET:
            aims = [_decode_aim(step) for step in changes.aims if bytes(step)[:1] == b"{"]
            self._actions = [turn.action for aim in aims for turn in aim.turns]
        if changes.awaited is not msgspec.UNSET:
            self._awaited = changes.awaited or []
        if changes.race is not msgspec.UNSET:
            self._race = changes.race or ""


def _actions(rows: Sequence[Sequence[msgspec.Raw]]) -> Iterator[int]:
    """Yield the actions of choices as they are sent (``tischlein.presentation.changes``)."""
    several = 0
    for row in rows:
        action, last = _decode_number(row[0]), bytes(row[-1])
        if last[:1] == b"[":
            several = len(_decode_ends(last)) or several
            yield from range(action, action + several)
        else:
            yield action


class _Sized(PerMessageDeflate):
    """Keeps of each message how many bytes came over the wire."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.sizes: deque[int] = deque()

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        if frame.opcode is Opcode.TEXT:
            self.sizes.append(len(frame.data))
        return super().decode(frame, max_size=max_size)


class _SizedFactory(ClientPerMessageDeflateFactory):
    def process_response_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> _Sized:
        one = super().process_response_params(params, accepted_extensions)
        return _Sized(
            one.remote_no_context_takeover,
            one.local_no_context_takeover,
            one.remote_max_window_bits,
            one.local_max_window_bits,
        )


async def seated(
    port: int,
    connections: AsyncExitStack,
    tally: Tally,
    game: str,
    seats: int,
    options: dict[str, str],
    *,
    scenes: bool,
) -> list[Seat]:
    """Open a match and connect all its seats."""
    match, secrets = await asyncio.to_thread(opened, port, game, seats, options)
    return await connected(port, connections, tally, match, secrets, scenes=scenes)


async def connected(
    port: int,
    connections: AsyncExitStack,
    tally: Tally,
    match: str,
    secrets: Sequence[str],
    *,
    scenes: bool,
) -> list[Seat]:
    """Connect seats of a match, each by its secret."""
    url = f"ws://127.0.0.1:{port}/api/matches/{match}/live?scenes={int(scenes)}&aids=0"
    clients = []
    for secret in secrets:
        headers = {"Authorization": f"Bearer {secret}"}
        socket = await connections.enter_async_context(
            connect(
                url,
                additional_headers=headers,
                compression=None,
                extensions=[_SizedFactory()],
                ping_interval=None,
                max_size=None,
            )
        )
        clients.append(Seat(socket, tally))
    return clients


async def play_all(matches: Sequence[Sequence[Seat]]) -> None:
    """Play one match after the other."""
    for seats in matches:
        await asyncio.gather(*(seat.play() for seat in seats))


Send = Callable[[urllib.request.Request], Any]
"""Sends a request and returns its answer, as a browser does that keeps its cookies, or without."""


def _without_cookies(request: urllib.request.Request) -> Any:
    return urllib.request.urlopen(request, timeout=60)


def opened(
    port: int, game: str, seats: int, options: dict[str, str], send: Send = _without_cookies
) -> tuple[str, list[str]]:
    """Open a match; return it and the secrets of its seats."""
    chairs = [{"kind": "me", "name": f"P{number}"} for number in range(seats)]
    body = json.dumps({"game": game, "chairs": chairs, "options": options}).encode()
    with send(_request(port, "", body)) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened["match"], opened["seat_secrets"]


def end(port: int, match: str, send: Send) -> None:
    """End a match, all seats of which belong to whoever has opened it."""
    send(_request(port, f"/{match}/proposals", b'{"what":"end"}')).close()


def _request(port: int, path: str, body: bytes) -> urllib.request.Request:
    address = f"http://127.0.0.1:{port}/api/matches{path}"
    return urllib.request.Request(address, body, {"Content-Type": "application/json"})
