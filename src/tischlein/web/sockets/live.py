"""Live play: connections at tables, and the messages in both directions.

Each connection has a bounded outbox: a client that reads too slowly is dropped, reconnects, and is
brought up to date.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
from litestar import WebSocket

from tischlein.core.errors import TischleinError
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.changes import between
from tischlein.presentation.scenes import Scene
from tischlein.tables.concurrency.bounded_queue import BoundedQueue
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.match import talk
from tischlein.tables.match.announcing import Listener
from tischlein.tables.match.observer import Observer
from tischlein.tables.match.table import Table
from tischlein.tables.problems import (
    NotAllowedError,
    NotNowError,
    StorageError,
    TableClosedError,
    TableError,
    TooManyError,
)
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import (
    AcceptedCommand,
    MatchStatus,
    StoredAnswer,
    StoredRemark,
    TalkRule,
)
from tischlein.web import table_messages
from tischlein.web.http.codes import GOING_AWAY, RESTARTING, TOO_SLOW, TRY_LATER
from tischlein.web.http.limits import BucketPair, RateKey, too_many
from tischlein.web.http.malformed import MALFORMED, check_command, command_of, malformed_problem
from tischlein.web.http.sessions import Caller, default_seat
from tischlein.web.messages.sockets import (
    Accepted,
    Act,
    Aids,
    Allowed,
    Attention,
    Buzz,
    Draft,
    Drafted,
    Echo,
    FromClient,
    Hurry,
    Look,
    Ping,
    Pong,
    Probe,
    Problem,
    Refused,
    Said,
    Sync,
    Thinking,
    Why,
)
from tischlein.web.sockets.arrivals import CLOSE_TIMEOUT, of_storage
from tischlein.web.sockets.updates import Update, encode

log = logging.getLogger(__name__)

LONGEST_PATH = 16
LONGEST_TARGET = 64
COSTS: dict[type[FromClient], int] = {Draft: 2, Why: 1, Look: 4, Sync: 4, Aids: 4}
"""The additional cost of messages for which something is computed or drawn."""
_AWAITED: tuple[type[FromClient], ...] = (Look, Sync, Aids)
"""Messages without an id after which a client waits for what it is to be shown."""
PROBE_EVERY = 5.0
"""Seconds between two measurements of the round trip, in games with races.

They are made when there is something to show, since that is when the round trip matters.
"""
MOST_WAITING = 1_000_000
"""Characters that may wait for a slow reader: more than the longest match, and what follows it."""
PROBES = 8
"""How many new measurements are kept; the shortest counts, since others may have waited."""

_decode = msgspec.json.Decoder(FromClient).decode


class _Outbox(BoundedQueue[str]):
    """Texts that wait for a slow reader; one alone may be of any length."""

    def put_nowait(self, text: str) -> None:
        """Put in a text (asyncio.QueueFull)."""
        if self._items and sum(map(len, self._items)) + len(text) > MOST_WAITING:
            raise asyncio.QueueFull
        super().put_nowait(text)


def _ignore(_: float) -> None:
    """Ignore how long a move has taken."""


class TableConnections(Listener):
    """The connections at one table."""

    def __init__(self, table: Table, on_move: Callable[[float], object] = _ignore) -> None:
        self.table = table
        self.on_move = on_move
        self.connections: set[Connection] = set()
        self.arriving: set[Connection] = set()
        """Connections that are still loading the table: they are sent nothing yet."""
        self.windows: Counter[Caller | RateKey] = Counter()
        """How many connections each has; without a session it is identified by its address."""
        self._waiting = table.match.status is MatchStatus.OPEN
        self._seated_before = self._seated

    @property
    def _seated(self) -> list[tuple[int, str]]:
        """Who sits on each seat: the chair and the name used in remarks."""
        return [(seat.chair, seat.name) for seat in self.table.match.seats]

    @property
    def everybody(self) -> set[Connection]:
        """The connections, including arriving ones."""
        return self.connections | self.arriving

    @property
    def seats(self) -> Iterable[int]:
        """The observers through whom somebody looks."""
        return {connection.view_seat for connection in self.connections}

    @property
    def aided(self) -> Iterable[int]:
        """Those of them that are shown whole scenes."""
        return {connection.view_seat for connection in self.connections if connection.aided}

    def happened(self, first: int) -> None:
        """Show the new position to all."""
        update = Update(self.table)

        def go_on(connection: Connection) -> None:
            if connection.number < self.table.number:
                connection.send_changes(first - 1, update)

        self._send_to_all(go_on)

    def changed(self) -> None:
        """Send the table to all; when the match has started, show all their own seats."""
        started = self._waiting and self.table.running
        self._waiting = self.table.match.status is MatchStatus.OPEN
        before, self._seated_before = self._seated_before, self._seated
        reseated = before != self._seated_before

        def show(connection: Connection) -> None:
            if started:
                connection.view_seat = default_seat(self.table, connection.mine)
            if not connection.may_view:
                connection.drop(GOING_AWAY)  # the seat's link has been renewed on another device
                return
            connection.send_table()
            if started:
                connection.send_view(0, fresh=True)
            connection.resend_remarks(reseated=reseated)

        self._send_to_all(show)

    def rewound(self) -> None:
        """Show everything again: what was shown last has been taken back."""
        self._send_to_all(lambda connection: connection.send_view(0, fresh=True))

    def thinking(self) -> None:
        """Tell all which bots are at work."""
        text = encode(Thinking(self.table.thinking))
        for connection in list(self.connections):
            connection.send(text)

    def said(self, remark: StoredRemark) -> None:
        """Send a remark to all who may hear it."""
        for connection in list(self.connections):
            connection.send_new_remark(remark)

    def removed(self) -> None:
        """Send everybody to where the match is served from now on."""
        for connection in self.everybody:
            connection.drop(RESTARTING)

    def _send_to_all(self, send: Callable[[Connection], None]) -> None:
        """Send to all; if a game's drawing fails for one connection, only that one ends."""
        for connection in list(self.connections):
            try:
                send(connection)
            except Exception:
                log.exception("match %s: what a connection was to be told failed", self.table.id)
                connection.drop(GOING_AWAY)


class Connection:
    """One connection at a table: one browser window, or one program."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        at_table: TableConnections,
        caller: Caller,
        buckets: BucketPair,
        outbox: int,
        scenes: bool,
        write: Callable[[str], bool] | None = None,
        *,
        aided: bool = True,
    ) -> None:
        """Begin silently; `write` writes a text immediately, if the server supports that."""
        self.caller = caller
        self.aided = scenes and aided
        """Whether scenes are shown with the aids on layers that are off by default."""
        self.view_seat = SPECTATOR
        self.number = -1
        """The last event that the connection has been shown."""
        self._socket = socket
        self._at_table = at_table
        self._table = at_table.table
        self._scenes = scenes
        self._scene: Scene | None = None
        """The scene that the connection was shown last."""
        self._buckets = buckets
        self._write = write
        self._outbox = _Outbox(outbox)
        """What could not be written immediately."""
        self._sending = False
        """Whether a message from the outbox is being sent."""
        self._remark_access: tuple[TalkRule, bool] | None = None
        """Determines which remarks may be heard here."""
        self._dropped: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._stamps = count()
        self._next_probe = 0.0
        """When the round trip is to be measured next."""
        self._probes: dict[int, float] = {}
        """When each message with a pending echo was sent, by its stamp."""
        self._attentive_session: str | None = None
        """The session for which this window counts as watching the table."""
        self._pending_acts: set[asyncio.Task[None]] = set()
        self._round_trips: deque[float] = deque(maxlen=PROBES)

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats that the connection's session holds."""
        try:
            return self.caller.seats(self._table)
        except NotAllowedError:
            return ()  # the seat's secret has been replaced in the meantime

    @property
    def may_view(self) -> bool:
        """Whether the connection may still see through its current seat."""
        if self.view_seat == SPECTATOR:
            try:
                return self.caller.may_watch(self._table)
            except NotAllowedError:
                return False  # the seat's secret has been replaced in the meantime
        return self._table.ended or self.view_seat in self.mine

    def _check_may_view(self) -> None:
        """Drop the connection if it has lost its seat while the table was being loaded for it."""
        if not self.may_view:
            self.drop(GOING_AWAY)

    # --- to the client ---

    def send(self, text: str) -> None:
        """Write a message, or put it into the outbox; drop a client that does not empty that."""
        if self._dropped.done():
            return
        nothing_before = not self._sending and self._outbox.empty()
        if nothing_before and self._write is not None and self._write(text):
            return
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.drop(TOO_SLOW)

    def drop(self, code: int) -> None:
        """Close the connection immediately, whatever is in the outbox; nothing more is sent."""
        if not self._dropped.done():
            self._dropped.set_result(code)

    def send_table(self) -> None:
        """Send the current table."""
        looking = None if self.view_seat == SPECTATOR else self.view_seat
        info = table_messages.table_info(self._table, self.mine, looking, self.caller.session)
        self.send(encode(info))

    def send_view(self, have: int, *, fresh: bool = False) -> None:
        """Send the present position as a whole, and the log after event number `have`."""
        observer = self._observer()
        if observer is None:
            return
        if self._scenes:
            text = encode(
                table_messages.view(self._table, observer, have, fresh=fresh, aided=self.aided)
            )
        else:
            text = encode(table_messages.happened(self._table, observer, have, fresh=fresh))
        self._send_encoded_view(observer, text)

    def send_changes(self, have: int, update: Update) -> None:
        """Send what has changed since event number `have`."""
        observer = self._observer()
        if observer is None:
            return
        scene = self._scene if self.number == have else None
        if scene is not None and observer.stop is not None and observer.stop.number > have:
            there = observer.stop.scene(aided=self.aided)
            self.send(update.stopped(observer, observer.stop, have, scene, there))
            have, scene = observer.stop.number, there
        if scene is None:
            text = update.full_view(observer, have, scenes=self._scenes, aided=self.aided)
        else:
            text = update.changed(observer, have, scene, observer.scene_with(aided=self.aided))
        self._send_encoded_view(observer, text)

    def send_remarks(self, remarks: Iterable[StoredRemark], *, fresh: bool = False) -> None:
        """Send the remarks that the connection may hear; programs request them."""
        match, seated = self._table.match, bool(self.mine)
        audible = [said for said in remarks if talk.may_read(match.talk, said, seated=seated)]
        if self._scenes and (audible or fresh):
            self.send(encode(Said([table_messages.remark(match, said) for said in audible], fresh)))

    def send_new_remark(self, remark: StoredRemark) -> None:
        """Send a remark that was just made; until all are sent first, it will be among those."""
        if self._remark_access is not None:
            self.send_remarks([remark])

    def resend_remarks(self, *, reseated: bool) -> None:
        """Send all remarks again, if more or fewer of them may be heard than before.

        Or if their speakers have moved or been renamed.
        """
        before, self._remark_access = self._remark_access, (self._table.match.talk, bool(self.mine))
        sent_before = before is not None and bool(self._table.known_remarks)
        if sent_before and (reseated or self._remark_access != before):
            self.send_remarks(self._table.known_remarks, fresh=True)

    def _observer(self) -> Observer | None:
        """Return the current observer; None if there is none, before the start or for good."""
        observer = self._table.cached_observer(self.view_seat)
        if observer is None and self._table.match.status is not MatchStatus.OPEN:
            self.drop(GOING_AWAY)  # the client reconnects, to be shown everything
        return observer

    def _send_encoded_view(self, observer: Observer, text: str) -> None:
        self.number = self._table.number
        self._scene = observer.scene_with(aided=self.aided) if self._scenes else None
        self._begin_probe()  # ahead of what the client draws before it answers
        self.send(text)
        if self._table.racing:
            self._table.record_shown(self.mine)

    # --- from the client ---

    async def serve(self) -> None:
        """Listen and talk until one side ends it."""
        if self._table.match.status is not MatchStatus.OPEN:
            self.view_seat = self.caller.view_seat(self._table, None)
            await self._table.observer(self.view_seat, aided=self.aided)
            self._check_may_view()
        if self._table.closed:
            raise TableClosedError  # there is nobody left who would tell this connection anything
        presence = self._presence()
        self._table.connect(presence)
        self._set_attention(self._scenes)
        self._at_table.arriving.discard(self)
        self._at_table.connections.add(self)
        self._table.listeners.add(self._at_table)
        loops: list[asyncio.Task[None]] = []
        try:
            self.send_table()
            self.send_view(0, fresh=True)
            remarks = await self._table.remarks()
            self._remark_access = self._table.match.talk, bool(self.mine)
            self.send_remarks(remarks, fresh=bool(remarks))
            loops += [
                asyncio.create_task(self._send_loop()),
                asyncio.create_task(self._receive_loop()),
            ]
            ends: set[asyncio.Future[Any]] = {*loops, self._dropped}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._at_table.connections.discard(self)
            if not self._at_table.connections:
                self._table.listeners.discard(self._at_table)
            self._set_attention(False)
            self._table.disconnect(presence)
            await cancel_and_wait(*loops, *self._pending_acts)
            if self._dropped.done():
                with suppress(Exception):  # a client that reads nothing may not even read this
                    await asyncio.wait_for(
                        self._socket.close(self._dropped.result()), CLOSE_TIMEOUT
                    )

    def _presence(self) -> str:
        """Return the session under which this connection counts as present."""
        if self.caller.session is not None:
            return self.caller.session
        held = [self._table.match.seats[seat].sessions for seat in self.mine]
        return next((sessions[0] for sessions in held if sessions), "")

    async def _send_loop(self) -> None:
        send = self._socket.send
        with suppress(Exception):  # the other side may be gone at any time
            while True:
                text = await self._outbox.get()
                self._sending = True
                await send({"type": "websocket.send", "bytes": None, "text": text})
                self._sending = False

    def _begin_probe(self) -> None:
        """Measure the round trip, if reaction times depend on it."""
        now = asyncio.get_running_loop().time()
        if self._table.game.race is None or now < self._next_probe:
            return
        self._next_probe = now + PROBE_EVERY
        if len(self._probes) < PROBES:
            stamp = next(self._stamps)
            self._probes[stamp] = now
            self.send(encode(Probe(stamp)))

    def _end_probe(self, stamp: int) -> None:
        sent = self._probes.pop(stamp, None)
        if sent is not None:
            self._round_trips.append(asyncio.get_running_loop().time() - sent)
            self._table.record_round_trip(self.mine, round(1000 * min(self._round_trips)))

    async def _receive_loop(self) -> None:
        receive = self._socket.receive
        while True:
            event: Any = await receive()
            if event["type"] != "websocket.receive":
                return
            data = event.get("text") or event.get("bytes") or ""
            wait = self._buckets.take()
            if wait:
                self._send_too_fast(wait, data)
            else:
                await self._receive(data)

    async def _receive(self, data: str | bytes) -> None:
        try:
            message = _decode(data if isinstance(data, str) else data.decode())
        except MALFORMED as error:
            self.send(encode(malformed_problem(error, data, FromClient)))
            return
        more = COSTS.get(type(message))
        wait = self._buckets.take(more) if more else 0.0
        if wait:
            self._send_too_fast(wait, data)
        elif isinstance(message, Act) and self._table.racing:
            # Its answer comes when the claims are in order; the next message must not wait.
            task = asyncio.create_task(self._handle_safely(message, self.view_seat, data))
            self._pending_acts.add(task)
            task.add_done_callback(self._pending_acts.discard)
        else:
            await self._handle_safely(message, self.view_seat, data)

    async def _handle_safely(self, message: FromClient, seat: int, data: str | bytes) -> None:
        try:
            await self._handle(message, seat)
        except TableClosedError:
            self.drop(RESTARTING)  # a reconnecting client asks again; nothing is done twice
        except (TableError, StoreError) as error:
            self._refuse(message, error if isinstance(error, TableError) else of_storage(error))
        except TischleinError as error:
            log.warning("match %s: %s", self._table.id, error)
            self._send_failure(data)
        except Exception:
            log.exception("match %s: a message failed", self._table.id)
            self._send_failure(data)

    def _refuse(self, message: FromClient, error: TableError) -> None:
        """Send why a message cannot be followed.

        Nothing would come after that to a client that waits to be shown something: it reconnects.
        """
        if isinstance(message, _AWAITED) and isinstance(error, (StorageError, TooManyError)):
            self.drop(TRY_LATER)
        else:
            self.send(encode(Problem(error.phrase, getattr(message, "id", ""))))

    def _send_too_fast(self, wait: float, data: str | bytes) -> None:
        self.send(encode(Problem(too_many("too-fast", wait).phrase, command_of(data))))

    def _send_failure(self, data: str | bytes) -> None:
        self.send(encode(Problem(Phrase("problem-server"), command_of(data))))

    async def _handle(self, message: FromClient, seat: int) -> None:
        match message:
            case Act():
                self.send(encode(await self._act(message, seat)))
            case Why():
                self.send(encode(await self._why(message)))
            case Draft():
                self.send(encode(await self._draft(message)))
            case Look(wanted):
                await self._change_seat(wanted)
            case Sync(have):
                await self._table.observer(self.view_seat, aided=self.aided)
                self._check_may_view()
                known = 0 <= have <= self._table.number
                self.send_view(have if known else 0, fresh=not known)
            case Aids(on):
                await self._set_aids(on)
            case Ping():
                self.send(encode(Pong()))
            case _:
                self._handle_silently(message, seat)

    def _handle_silently(self, message: Buzz | Hurry | Echo | Attention, seat: int) -> None:
        """Process a message that has no answer."""
        match message:
            case Buzz(elapsed):
                if seat in self.mine:
                    self._table.buzz(seat, self._presence(), elapsed)
            case Hurry():
                if self.mine:
                    self._table.hurry(self._presence())
            case Echo(stamp):
                self._end_probe(stamp)
            case Attention(on):
                self._set_attention(on)

    def _set_attention(self, on: bool) -> None:
        """Record whether somebody is looking at this window."""
        if on is not (self._attentive_session is not None):
            if self._attentive_session is None:
                self._attentive_session = self._presence()
                self._table.open_window(self._attentive_session)
            else:
                self._table.close_window(self._attentive_session)
                self._attentive_session = None

    async def _act(self, act: Act, seat: int) -> Accepted | Refused:
        check_command(act.id)
        self._check_own_seat(seat)
        begun = time.perf_counter()
        answer = await self._table.act(seat, act.id, act.action, act.elapsed, seen=act.seen)
        self._at_table.on_move(time.perf_counter() - begun)
        return answer_of(answer)

    async def _why(self, why: Why) -> Refused | Allowed:
        check_command(why.id)
        self._check_own_seat(self.view_seat)
        if len(why.path) > LONGEST_PATH or any(len(t) > LONGEST_TARGET for t in why.path):
            return Allowed(why.id)  # such targets mean nothing
        refusal = await self._table.why_not(self.view_seat, why.path, why.after)
        if refusal is None:
            return Allowed(why.id)
        return Refused(why.id, refusal.rule, refusal.phrase, refusal.culprits)

    async def _draft(self, draft: Draft) -> Drafted | Refused:
        check_command(draft.id)
        observer = self._observer()
        self._check_own_seat(self.view_seat)
        if observer is None:
            raise NotAllowedError("not-your-seat")
        number, scene = self._table.number, observer.scene_with(aided=self.aided)
        drafted = await self._table.draft(self.view_seat, draft.actions, aided=self.aided)
        if isinstance(drafted, Refusal):
            return Refused(draft.id, drafted.rule, drafted.phrase, drafted.culprits)
        return Drafted(draft.id, number, between(scene, drafted.scene), drafted.open)

    def _check_own_seat(self, seat: int) -> None:
        """Refuse a player's message from viewers, or before there is anything to do."""
        if self.mine and self._table.match.status is MatchStatus.OPEN:
            raise NotNowError("not-started")
        if seat not in self.mine:
            raise NotAllowedError("not-your-seat")

    async def _set_aids(self, on: bool) -> None:
        """Show scenes with all aids from now on, or without."""
        if self.number >= 0 and on:
            await self._table.observer(self.view_seat)
        self.aided = self._scenes and on
        if self._scene is not None:
            self.send_changes(self.number, Update(self._table))

    async def _change_seat(self, seat: int | None) -> None:
        view_seat = self.caller.view_seat(self._table, SPECTATOR if seat is None else seat)
        await self._table.observer(view_seat, aided=self.aided)
        self.view_seat = view_seat
        self._check_may_view()
        self.send_table()
        self.send_view(0, fresh=True)


def answer_of(answer: StoredAnswer) -> Accepted | Refused:
    """Return a command's answer as a message."""
    if isinstance(answer, AcceptedCommand):
        return Accepted(answer.command, answer.number)
    refusal = answer.refusal
    return Refused(answer.command, refusal.rule, refusal.phrase, refusal.culprits)
