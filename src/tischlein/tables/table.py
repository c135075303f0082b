"""A table: the one sequential owner of a match, through which everything that changes it goes.

A request waits in the owner's mailbox; the owner checks it, has it stored, and only then changes
the match in memory, answers, and tells those who listen.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from tischlein import presentation
from tischlein.bots.advice import adviser
from tischlein.core import options as option_texts
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.levels import Custom, Level
from tischlein.core.measurements import Film
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.presentation.changes import Changes
from tischlein.presentation.scenes import Scene
from tischlein.tables import clocks, contributing, drafts, programs, rulings, seating, talk
from tischlein.tables import eyes as seeing
from tischlein.tables.advising import Advised, Advising
from tischlein.tables.bots import Bots, Host, Means
from tischlein.tables.consent import Consent, Floor
from tischlein.tables.crew import TooLongError
from tischlein.tables.drafts import Drafted
from tischlein.tables.eyes import Eye, LogEntry
from tischlein.tables.fairness import SeededChance
from tischlein.tables.mailbox import RETRY, Mailbox
from tischlein.tables.problems import (
    InvalidError,
    NotAllowedError,
    NotNowError,
    TooManyError,
)
from tischlein.tables.referee import Court, Referee
from tischlein.tables.standing import Standing, awaited_in
from tischlein.tables.steps import Step, can_happen, chance_follows, drawn, stepped
from tischlein.tables.store import (
    AcceptedCommand,
    AlreadyAnsweredError,
    Ending,
    LeaseLostError,
    MatchBrokenError,
    MatchStatus,
    Part,
    Proposed,
    RefusedCommand,
    RemarkKind,
    Ruled,
    Ruling,
    SeatKind,
    Store,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredRemark,
    StoredSeat,
    StoredSnapshot,
    StoreError,
    TalkRule,
)
from tischlein.tables.timekeeping import Timekeeper
from tischlein.tables.weakly import weakly
from tischlein.tables.workers import MEASURING

log = logging.getLogger(__name__)

SNAPSHOT_EVERY = 64
"""After how many events the position is stored, so that loading need not replay all of them."""
REPLAY_INLINE = 40
"""Up to how many events a match is replayed on the event loop rather than in a thread."""
LONGEST_MEASURING = 60.0
"""How many seconds physics may take in the end, on a busy machine."""
UNWANTED = 5.0
"""How many seconds an observer who has never been looked through is kept."""

_COUNTER_BYTES = 8
_Result = TypeVar("_Result")


class Listener(Protocol):
    """Somebody who is told what happens at a table; called on the event loop, must not block."""

    @property
    def seats(self) -> Iterable[int]:
        """The observers, seats or ``SPECTATOR``, whom the listener wants to be kept up to date."""

    def happened(self, first: int) -> None:
        """The events from number `first` on have been stored."""

    def changed(self) -> None:
        """Seats, presence or the table's status have changed."""

    def thinking(self) -> None:
        """Other bots are at work than before."""

    def said(self, remark: StoredRemark) -> None:
        """Somebody has said something."""

    def rewound(self) -> None:
        """Events have been taken back: what was shown of them is void."""

    def gone(self) -> None:
        """The table has been removed."""


def _nobody_hears(_: str) -> None:
    """Take no notice."""


def _unnoted(_: StoredMatch) -> None:
    """Take no notice of a match."""


class Surroundings(NamedTuple):
    """What all tables of a server share."""

    store: Store
    means: Means
    clock: Callable[[], int]
    """Milliseconds since 1970."""
    time: Timekeeper
    """The server's own time, by which deadlines are."""
    patience: float = contributing.PATIENCE
    """How many seconds a full table waits for what browsers add to its chance."""
    lost: Callable[[str], None] = _nobody_hears
    """Hears that a match turned out to be another node's."""
    news: Callable[[str], None] = _nobody_hears
    """Is told the id of a match in which something has changed; must not block."""
    noted: Callable[[StoredMatch], object] = _unnoted
    """Is told of matches that have begun or ended."""


class Duty(NamedTuple):
    """What a person has to do at a table."""

    seat: int
    until: int | None
    """By when, in milliseconds since 1970 as the machine's clock has it; None: no limit."""
    near: bool
    """Whether little time is left."""


class Table:
    """A match in memory. Make one with :meth:`load`; call :meth:`close` in the end.

    Attributes
    ----------
    match
        The stored metadata as they stand.
    changed_at
        When it happened.
    listeners
        Who is told of changes.
    users
        How many requests hold the table just now.
    """

    def __init__(self, match: StoredMatch, game: Game, around: Surroundings) -> None:
        self.match = match
        self.game = game
        self.options = option_texts.complete(
            game, len(match.seats), option_texts.parse(match.options)
        )
        self.changed_at = match.touched
        self.listeners: set[Listener] = set()
        self.users = 0
        self._around = around
        self._start = Position.start(game, len(match.seats), self.options)
        self._standing = Standing(self._start)
        self._chance = self._chance_from(0)
        self._events: list[StoredEvent] | None = None
        """All events once somebody has asked for them, None before."""
        self._outdated = False
        """Whether storage may know more than this object."""
        self._unreadable = False
        """Whether the events mean nothing under the rules that are installed."""
        self._eyes: dict[int, Eye] = {}
        self._present: Counter[str] = Counter()
        self._watching: Counter[str] = Counter()
        self._mailbox = Mailbox(weakly(self._before), weakly(self._failure), weakly(self._after))
        self._bots = Bots(
            match.id,
            game,
            around.means,
            Host(
                self._mailbox.insist,
                weakly(self._bot_acts),
                weakly(self._may_wait),
                weakly(self._publish),
                weakly(self._warm),
            ),
        )
        self._referee = Referee(
            self._start,
            Court(
                self._mailbox.insist,
                weakly(self._judge_now),
                weakly(self._perform),
                weakly(self._refuse),
                weakly(self._doubt),
            ),
        )
        self._talk = talk.Talk(around.store, match.id)
        self._advising = Advising(around.means)
        self.consent = Consent(
            game,
            Floor(
                weakly(self._match_now),
                weakly(self._number_now),
                weakly(self.away_for),
                weakly(self._all_events),
                around.clock,
                weakly(self._change),
                weakly(self._take_back),
            ),
        )
        """What the people decide together."""
        self._left_at: dict[int, float] = {}
        """When the last browser of each person who is away has gone."""
        self._coming: asyncio.Task[None] | None = None
        """What brings the event of chance that takes its time."""
        self._film: tuple[int, Film | None] = 0, None
        self._loop = asyncio.get_running_loop()
        self._used = self._loop.time()
        self._rewound = False
        """Whether something has been taken back since the listeners were told the last time."""
        self._told = 0
        """The number of the last event that the listeners know of."""
        self._told_thinking: list[int] = []
        self._changed = False
        self._started = False
        """Whether the match has begun since the listeners were told the last time."""
        self._snapshot_number = 0
        self._still = False
        """Whether nothing goes on here by itself, since the table is only looked at."""
        self._noted = match.status
        """The status of which others than the listeners have been told."""

    @classmethod
    async def load(cls, match: StoredMatch, game: Game, around: Surroundings) -> Table:
        """Take a match up from storage; bots whose turn it is begin to think."""
        table = cls(match, game, around)
        if match.status in (MatchStatus.OPEN, MatchStatus.RUNNING):
            levels = filter(None, map(table._level_of, range(len(match.seats))))
            around.means.workers.expect(table._start, levels)
        await table._catch_up()
        table._told = table.number
        table._mailbox.open(f"table {match.id}")
        table._expect()
        return table

    @classmethod
    async def glimpse(cls, match: StoredMatch, game: Game, around: Surroundings) -> Table:
        """Return a match as it stands in storage: nobody can ask for anything, nothing goes on."""
        if match.rules_version != game.version:
            raise NotNowError("other-version")
        table = cls(match, game, around)
        table._still = True
        await table._catch_up()
        return table

    # --- what can be known without asking the owner ---

    @property
    def id(self) -> str:
        """The match's id."""
        return self.match.id

    @property
    def running(self) -> bool:
        """Whether the match has begun and not ended."""
        return self.match.status is MatchStatus.RUNNING

    @property
    def live(self) -> bool:
        """Whether the match is being played and not paused."""
        return self.running and not self.match.paused

    @property
    def over(self) -> bool:
        """Whether the match has been played to its end."""
        return self.match.status is MatchStatus.FINISHED

    @property
    def read_only(self) -> bool:
        """Whether the match was played under another version of the rules than is installed."""
        return self.match.rules_version != self.game.version

    @property
    def ended(self) -> bool:
        """Whether the match is over for good, played to its end or not."""
        return self.match.status in (MatchStatus.FINISHED, MatchStatus.ENDED)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self._standing.number

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self._standing.acting if self.live else ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The acting seats that the match waits for."""
        return self._standing.awaited if self.live else ()

    @property
    def thinking(self) -> list[int]:
        """The seats whose bots are at work."""
        return self._bots.thinking

    @property
    def warming_up(self) -> bool:
        """Whether bots sit here whose searches are still being compiled."""
        bots = self.running and any(seat.level is not None for seat in self.match.seats)
        return bots and not self._around.means.readiness.thinks(self.game.key)

    def present(self, seat: int) -> bool:
        """Whether a browser of the person on a seat is connected (of a bot: always)."""
        stored = self.match.seats[seat]
        if stored.kind is SeatKind.BOT:
            return True
        return any(self._present[session] for session in stored.sessions)

    def watched(self, seat: int) -> bool:
        """Whether somebody who holds a seat has the table open before them."""
        return any(self._watching[session] for session in self.match.seats[seat].sessions)

    def away_for(self, seat: int) -> float:
        """For how many seconds nobody has been at a person's seat; 0 while somebody is."""
        if self.present(seat):
            return 0.0
        left = self._left_at.setdefault(seat, self._loop.time())
        return max(self._loop.time() - left, 1e-3)

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays for the person on a seat."""
        stored = self.match.seats[seat]
        return stored.kind is SeatKind.PERSON and stored.level is not None

    def held(self, session: str | None) -> tuple[int, ...]:
        """Return the seats that a session (by its hash) holds."""
        return seating.held(self.match, session)

    def seat_of(self, seat_secret: str) -> int:
        """Return the seat that a private link's secret opens (NotAllowedError)."""
        return seating.seat_of_secret(self.match, seat_secret, self._around.clock())

    def observe(self, seat: int) -> Observation:
        """Return what a seat (or ``SPECTATOR``) sees now."""
        return self._standing.position.observe(seat)

    def legal(self, seat: int) -> list[int]:
        """Return the actions that a seat has now."""
        return self._standing.legal(seat) if seat in self.acting else []

    @property
    def start(self) -> Position:
        """The position before anything has happened; nobody changes it."""
        return self._start

    @property
    def position(self) -> Position:
        """The position as it is, secrets included; nobody changes it."""
        return self._standing.position

    @property
    def idle(self) -> bool:
        """Whether nobody looks, asks or thinks."""
        return not (
            self.listeners
            or self.users
            or self._present
            or not self._mailbox.empty
            or self._coming
            or self.thinking
        )

    @property
    def film(self) -> Film | None:
        """How the last event looked, if that is worth seeing.

        A film is made from the whole position, so there is none where anything in it is secret.
        """
        if self.game.secrets is not None:
            return None
        number, film = self._film
        return film if number == self.number else None

    @property
    def waiting(self) -> int:
        """How many requests wait for the owner."""
        return self._mailbox.waiting

    @property
    def closed(self) -> bool:
        """Whether the owner has ended, so that nobody can ask for anything."""
        return self._mailbox.closed

    @property
    def unused_for(self) -> float:
        """Seconds since anybody asked for anything."""
        return self._loop.time() - self._used

    def eye(self, seat: int) -> Eye | None:
        """Return what an observer has seen, if it is at hand; else ask :meth:`look`."""
        eye = self._eyes.get(seat)
        if eye is not None:
            eye.used = self._loop.time()
        return eye

    def forget_eyes(self, unused_for: float) -> None:
        """Drop what observers have seen through whom nobody has looked for so many seconds."""
        oldest = self._loop.time() - unused_for
        looking = {seat for listener in self.listeners for seat in listener.seats}
        for seat, eye in list(self._eyes.items()):
            if seat not in looking and eye.used < oldest:
                del self._eyes[seat]

    # --- presence ---

    def arrive(self, session: str) -> None:
        """Count a connection of a session; a bot that stood in hands the seats back."""
        was_present = bool(self._present[session])
        self._present[session] += 1
        seats = self.held(session)
        for seat in seats:
            self._left_at.pop(seat, None)
        if was_present or not seats:
            return
        self._changed = True
        self._publish()
        if any(map(self.stands_in, seats)) or self.consent.outdated():
            with suppress(TooManyError):
                self._mailbox.post(partial(self._hand_back, session))

    def depart(self, session: str) -> None:
        """Count a connection less."""
        self._present[session] -= 1
        self._used = self._loop.time()
        if self._present[session] <= 0:
            del self._present[session]
            for seat in self.held(session):
                if not self.present(seat):
                    self._left_at[seat] = self._loop.time()
            if self.held(session):
                self._changed = True
                self._publish()

    def watch(self, session: str) -> None:
        """Count a window of a session that shows the table to somebody."""
        self._watching[session] += 1

    def look_away(self, session: str) -> None:
        """Count a window less."""
        self._watching[session] -= 1
        if self._watching[session] <= 0:
            del self._watching[session]

    # --- time ---

    @property
    def racing(self) -> bool:
        """Whether the fastest counts now."""
        return self._referee.race is not None

    @property
    def duties(self) -> list[Duty]:
        """Whom of the people the match waits for, and by when each has to act.

        Listeners hear of every change (``Listener.changed``), also when little time is left.
        """
        chairs = self.match.seats
        known = () if self.match.clocks is None else self.match.clocks.seats
        when = self._around.time.by_the_clock
        duties = []
        for seat in self.awaited:
            if chairs[seat].kind is SeatKind.PERSON and chairs[seat].level is None:
                until = known[seat].until if known else None
                near = bool(known) and known[seat].warned
                duties.append(Duty(seat, None if until is None else when(until), near))
        return duties

    @property
    def time(self) -> int:
        """The server's own time, by which the clocks of the match run."""
        return self._around.time.now()

    @property
    def clock(self) -> tuple[int, int] | None:
        """How many milliseconds are left to think, of how many; None where time has no end."""
        return self._referee.clock

    def shown_to(self, seats: Iterable[int]) -> None:
        """Note that the present position has been sent to the browser of these seats."""
        self._referee.shown(seats)

    def travels(self, seats: Iterable[int], milliseconds: int) -> None:
        """Note how long a message to these seats and its answer travel."""
        self._referee.travels(seats, milliseconds)

    # --- requests ---

    async def act(
        self,
        seat: int,
        command: str,
        action: int | str,
        elapsed: int | None = None,
        *,
        seen: int | None = None,
    ) -> StoredAnswer:
        """Let a seat act: by an action's number, or by a text in the game's notation.

        The same command of the same seat gets the same answer however often it comes. Whether
        the action is possible is judged in the position as it is when its turn comes; in a race
        that is when the claims have been put in order.

        Parameters
        ----------
        elapsed
            In a race: how many milliseconds the seat has taken, by its client's clock.
        seen
            The number of the last event that the seat knew when it chose. What was meant for
            an earlier occasion (``Position.occasion``) is refused.

        Raises
        ------
        TooManyError
            If too many requests are waiting already.
        NotNowError
            If storage does not answer; the command can be repeated.
        """
        reaction = self._referee.reaction(seat, elapsed)
        answer = await self._mailbox.ask(partial(self._act, seat, command, action, reaction, seen))
        return await answer if isinstance(answer, asyncio.Future) else answer

    def buzz(self, seat: int, session: str, elapsed: int) -> None:
        """Note that a seat has pressed its buzzer in a race, if all people share this device."""
        if self._alone(session):
            self._referee.buzz(seat, elapsed)

    def hurry(self, session: str) -> None:
        """Let bots act without pauses until a person is awaited, if nobody else looks on."""
        if self._alone(session):
            self._bots.hurry(True)

    def _alone(self, session: str) -> bool:
        """Whether all people of the match share one device."""
        chairs = self.match.seats
        return all(session in chair.sessions for chair in chairs if chair.kind is SeatKind.PERSON)

    def draft(self, seat: int, actions: list[int]) -> Drafted | Refusal:
        """Return what a seat would see after these actions of its own; nothing happens.

        Raises
        ------
        NotNowError
            If the game has no drafts.
        """
        if not self.game.drafts or len(actions) > self.game.drafts.longest:
            raise NotNowError("no-drafts")
        if not self.live:
            return self._closed_refusal() or Refusal("", message="problem-not-running")
        return drafts.draft(self._standing.position.observe(seat), actions)

    async def why_not(
        self, seat: int, path: list[str], after: Sequence[int] = ()
    ) -> Refusal | None:
        """Return why picking these targets of the scene would be refused, None if it would not.

        Where the game has drafts, they are meant in the position after some actions of the seat.
        """
        if not self.live:
            return self._closed_refusal()
        observation = self._standing.position.observe(seat)
        if after and self.game.drafts and len(after) <= self.game.drafts.longest:
            drafted = drafts.after(observation, after)
            if isinstance(drafted, Refusal):
                return drafted
            observation = drafted
        action = presentation.of(self.game).intend(observation, path)
        return None if action is None else observation.why_not(seat, action)

    # --- talk and advice ---

    async def remarks(self) -> list[StoredRemark]:
        """Return what has been said, for whoever may hear it (``talk.hears``)."""
        return await self._talk.all()

    async def say(self, seat: int, kind: RemarkKind, text: str) -> None:
        """Let a player say something.

        Raises
        ------
        NotNowError
            If nobody shall talk at this table.
        TooManyError
            If the player has said too much lately.
        """
        await self._mailbox.ask(partial(self._say, seat, kind, text))

    async def say_onlooking(self, name: str, kind: RemarkKind, text: str) -> None:
        """Let somebody who looks on say something, where the host lets all talk.

        Raises
        ------
        NotNowError
            If nobody shall talk at this table, or a player has that name.
        NotAllowedError
            If only players shall.
        TooManyError
            If too much has been said lately.
        """
        await self._mailbox.ask(partial(self._say_onlooking, name, kind, text))

    async def rule_talk(self, session: str | None, rule: TalkRule) -> None:
        """Settle who may hear what is said; only the host may (NotAllowedError)."""
        await self._mailbox.ask(partial(self._rule_talk, session, rule))

    async def rule_watching(self, session: str | None, watched: bool) -> None:
        """Settle whether others than the players may look on; only the host may (NotAllowedError).

        Whoever looks on without being allowed to is sent away by those who serve connections.
        """
        await self._mailbox.ask(partial(self._rule_watching, session, watched))

    async def advise(self, seat: int, after: Sequence[int] = ()) -> Advised:
        """Return what a good player would do; where several people play, all are told.

        Where the game has drafts, that is after some actions of the seat.

        Raises
        ------
        NotAllowedError
            If there is no advice at this table.
        NotNowError
            If the seat has nothing to decide now.
        """
        if not self.match.advice:
            raise NotAllowedError("no-advice")
        level = adviser(self.game)
        if level is None or seat not in self.acting:
            raise NotNowError("nothing-to-advise")
        observation = self._standing.position.observe(seat)
        if after and self.game.drafts and len(after) <= self.game.drafts.longest:
            drafted = drafts.after(observation, after)
            if isinstance(drafted, Refusal) or drafted.acting != (seat,):
                raise NotNowError("nothing-to-advise")
            observation = drafted
        people = sum(chair.kind is SeatKind.PERSON for chair in self.match.seats)
        if people > 1 and not self._advising.asked(observation):
            await self.say(seat, RemarkKind.ADVICE, "")
        return await self._advising.answer(observation, level)

    async def look(self, seat: int) -> Eye:
        """Return what a seat (or ``SPECTATOR``) has seen so far."""
        if self.match.status is MatchStatus.OPEN:
            raise NotNowError("not-started")
        self._needs_its_rules()
        self._used = self._loop.time()
        eye = self.eye(seat)
        return await self._mailbox.ask(partial(self._look, seat)) if eye is None else eye

    async def events(self) -> list[StoredEvent]:
        """Return everything that has happened; only for matches that are over and their proof."""
        self._needs_its_rules()
        if self._events is None:
            return list(await self._mailbox.ask(self._all_events))
        return list(self._events)

    async def replay(
        self, seat: int, first: int, last: int
    ) -> tuple[Scene, list[Changes], list[LogEntry]]:
        """Return what an observer saw after event `first`, how it changed, and the whole log.

        There is an entry of changes for every event after it, up to `last`.
        """
        eye = await self.look(seat)
        entries = list(eye.entries)
        events = await self.events()
        scene, changes = await asyncio.to_thread(
            seeing.past, self._start, events, seat, first, min(last, len(events))
        )
        return scene, changes, entries

    async def join(self, session: str, name: str, contribution_hash: bytes = b"") -> str:
        """Give an open chair to a session and return the secret of its private link.

        Parameters
        ----------
        contribution_hash
            What its browser binds itself to (``contributing``); empty if it adds nothing.

        Raises
        ------
        NotAllowedError
            If it is a program's, and the host wants none.
        NotNowError
            If no chair is open, or the session sits at the table already.
        InvalidError
            If the hash is somebody else's.
        """
        return await self._mailbox.ask(partial(self._join, session, name, contribution_hash))

    async def contribute(
        self,
        chairs: Callable[[], tuple[int, ...]],
        hashes: Sequence[bytes],
        contributions: Sequence[bytes],
    ) -> None:
        """Take in what a browser adds to chance: first hashes, then what they are the hashes of.

        The match starts with the last of them. Both may come at once where no other browser
        contributes; the same may come again.

        Parameters
        ----------
        chairs
            Asked when the time has come for the chairs that the browser holds.

        Raises
        ------
        NotAllowedError
            If it holds none.
        NotNowError
            If the match has begun, a hash is there already, or it is too early to reveal.
        InvalidError
            If a hash is somebody else's, or a contribution fits no hash.
        """
        await self._mailbox.ask(partial(self._contribute, chairs, hashes, contributions))

    async def fill(self, session: str | None, chair: int, level: str) -> None:
        """Put a bot on an open chair; only the host may (NotAllowedError, NotNowError)."""
        await self._mailbox.ask(partial(self._fill, session, chair, level))

    async def invite(self, session: str | None, chair: int, program: StoredProgram) -> None:
        """Keep an open chair for a program, which is asked whether it wants to play.

        Raises
        ------
        NotAllowedError
            If the session does not host the table.
        NotNowError
            If the chair is taken, or kept for somebody, or the program is here already.
        InvalidError
            If the program does not play the game.
        """
        await self._mailbox.ask(partial(self._invite, session, chair, program))

    async def decline(self, session: str | None) -> None:
        """Give up the chair that is kept for a session (NotNowError if there is none)."""
        await self._mailbox.ask(partial(self._decline, session))

    async def claim(self, session: str, seat_secret: str) -> None:
        """Let a session hold the seat whose private link it has (NotAllowedError)."""
        await self._mailbox.ask(partial(self._claim, session, seat_secret))

    async def renew_link(self, session: str | None, seat_secret: str) -> str:
        """Return a new secret in the place of that of a seat which the session holds.

        The old one opens the seat no more, and no other device holds it then (NotAllowedError).
        """
        return await self._mailbox.ask(partial(self._renew_link, session, seat_secret))

    async def renew_links(self, session: str | None) -> list[str]:
        """Return new secrets in the place of those of all seats which the session holds.

        The old ones, and all other devices, lose the seats (NotAllowedError).
        """
        return await self._mailbox.ask(partial(self._renew_links, session))

    async def amend(self, change: Callable[[StoredMatch], StoredMatch]) -> None:
        """Change who holds the seats, or what they are called, without anything happening."""
        await self._mailbox.ask(partial(self._amend, change))

    async def stand_in(self, session: str | None, seat: int, on: bool) -> None:
        """Let a bot play for oneself, or end it; for an absent person it is put to the others.

        Raises
        ------
        NotAllowedError
            If the session does not play here, or would replace somebody who is present.
        NotNowError
            If the match is not running, the seat is no person's, or the person has only just gone.
        """
        await self._mailbox.ask(partial(self._stand_in, session, seat, on))

    async def propose(self, session: str | None, what: Proposed) -> None:
        """Put something to the others; see ``Consent.propose``."""
        await self._mailbox.ask(partial(self.consent.propose, session, what))

    async def answer(self, session: str | None, agree: bool) -> None:
        """Agree to what has been proposed, or refuse it; see ``Consent.answer``."""
        await self._mailbox.ask(partial(self.consent.answer, session, agree))

    async def resign(self, session: str | None, seat: int) -> None:
        """Give up for a seat; see ``Consent.resign``."""
        await self._mailbox.ask(partial(self.consent.resign, session, seat))

    async def give_time(self, session: str | None, seconds: int | None = None) -> None:
        """Give the others time, of which all are told; see ``Consent.give_time``."""
        await self._mailbox.ask(partial(self._give_time, session, seconds))

    async def keep_time(self) -> None:
        """Do what has to be done at this moment, if anything: warn, or act where time is up."""
        await self._mailbox.ask(self._keep_time)

    async def dismiss(self, session: str | None, chair: int) -> None:
        """Take a chair from whoever has it, or for whom it is kept, before the start.

        Raises
        ------
        NotAllowedError
            If the session does not host the table.
        NotNowError
            If the match has begun, or there is nobody to be taken from that chair.
        """
        await self._mailbox.ask(partial(self._dismiss, session, chair))

    async def leave(self, session: str | None) -> None:
        """Get up: before the start the chair becomes free, afterwards a bot plays for it.

        Whoever comes back gets the seat back. The last person who plays cannot hand over to bots
        alone: the match waits.

        Raises
        ------
        NotAllowedError
            If the session does not sit here.
        """
        await self._mailbox.ask(partial(self._leave, session))

    async def succeed(
        self, session: str | None, create: Callable[[], Awaitable[str]]
    ) -> tuple[str, bool]:
        """Return the match that continues this one and whether `create` has just made it.

        Raises
        ------
        NotAllowedError
            If the session does not play here.
        NotNowError
            If the match is not over.
        """
        return await self._mailbox.ask(partial(self._succeed, session, create))

    async def remove(self) -> None:
        """Tell all who look that the table is gone, and close it."""
        self.send_away()
        await self.close()

    def send_away(self) -> None:
        """Tell all who look that the table is gone; they are told nothing more."""
        for listener in list(self.listeners):
            listener.gone()

    async def close(self) -> None:
        """End the owner and the bots' thinking. What has been accepted is stored already."""
        self._mailbox.shut()  # whoever finds the table while it ends takes it up anew
        tasks: list[asyncio.Task[Any]] = [*self._bots.end(), *self._referee.end()]
        tasks += self._advising.end()
        if self._coming is not None:
            self._coming.cancel()
            tasks.append(self._coming)
        current = asyncio.current_task()
        for task in tasks:
            if task is not current:
                with suppress(asyncio.CancelledError):
                    await task
        await self._mailbox.close()
        self._referee.dismiss()

    # --- the owner ---

    def _match_now(self) -> StoredMatch:
        return self.match

    def _number_now(self) -> int:
        return self.number

    async def _before(self) -> None:
        self._used = self._loop.time()
        if self._outdated:
            await self._catch_up()

    def _failure(self, error: Exception) -> Exception:
        if not isinstance(error, StoreError):
            return error
        if isinstance(error, LeaseLostError):
            self.send_away()  # before they hear that something failed: elsewhere it does not
            self._around.lost(self.id)
        self._doubt()
        log.warning("match %s: storage failed: %s", self.id, error)
        return NotNowError("storage")

    def _doubt(self) -> None:
        """Have what storage knows read again before the next request."""
        self._outdated = True

    async def _after(self) -> None:
        self._expect()
        if self._has_news:
            await asyncio.sleep(0)  # whoever asked is answered before all are told
            self._publish()
        if self.running and self.number - self._snapshot_number >= SNAPSHOT_EVERY:
            await self._save_snapshot()

    @property
    def _has_news(self) -> bool:
        return self._changed or self._told < self.number or self._told_thinking != self.thinking

    def _publish(self) -> None:
        """Tell the listeners what is new since the last time."""
        if self.match.status is not self._noted:
            self._noted = self.match.status
            self._around.noted(self.match)
        changed, self._changed = self._changed, False
        first, self._told = min(self._told, self.number) + 1, self.number
        thinking, self._told_thinking = self._told_thinking, self.thinking
        rewound, self._rewound = self._rewound, False
        for listener in list(self.listeners):
            if changed:
                listener.changed()
            if rewound:
                listener.rewound()
            if first <= self.number:
                listener.happened(first)
            elif thinking != self._told_thinking:
                listener.thinking()
        if self._started:
            self._started = False
            self.forget_eyes(UNWANTED)  # those that nobody has taken up
        if changed or rewound or first <= self.number:
            self._around.news(self.id)

    # --- taking up from storage ---

    def _chance_from(self, counter: int) -> SeededChance:
        contributions = [seat.contribution for seat in self.match.seats]
        return SeededChance(self.match.server_secret, contributions, self.id, counter)

    async def _catch_up(self) -> None:
        """Read what storage knows: the metadata, the newest snapshot and the events after it."""
        store, standing = self._around.store, self._standing
        self.match = await store.match(self.id)
        if self.match.clocks is not None:
            self._around.time.reach(self.match.clocks.at)
        other_rules = self.match.rules_version != self.game.version
        position, drawn, number = self._start.clone(), 0, 0
        snapshot = None if other_rules else await store.latest_snapshot(self.id)
        restored = None if snapshot is None else self._restored(snapshot)
        if snapshot is not None and restored is not None:
            position, drawn = restored
            number = self._snapshot_number = snapshot.number
        standing.pass_through(position, number)
        self.changed_at = self.match.touched
        self._unreadable = False
        events = await store.events(self.id, max(1, number))
        for stored in events:
            self.changed_at = stored.time
            if stored.number <= number:
                continue  # only its time is wanted
            if other_rules:
                chance = self._chance_from(drawn)
                if not rulings.follows(position, stored.event, chance):
                    self._unreadable = True
                    break
            elif not can_happen(position, stored.event):
                raise MatchBrokenError(self.id, f"event {stored.number} means nothing")
            position.apply(stored.event)
            number = stored.number
            standing.pass_through(position, number)
            drawn += stored.event.seat == CHANCE
        if other_rules and self.match.status in (MatchStatus.OPEN, MatchStatus.RUNNING):
            await self._take_over_rules(events[-1].number if events else 0, position)
        self._stand(position, position.acting, number)
        self._chance = self._chance_from(drawn)
        self._events = None
        self._outdated = False
        if number < self._told:  # events have been taken back
            self._rewound = self._changed = True
        eyes, self._eyes = self._eyes, {}
        for seat in eyes:
            await self._look(seat)
        self._go_on()
        if self._still:
            return
        if clocks.moments(self._timed(self.match, position)) != clocks.moments(self.match):
            await self._update()  # so that those clocks run that should

    def _restored(self, snapshot: StoredSnapshot) -> tuple[Position, int] | None:
        """Return the position of a snapshot and how often chance was drawn, None if it is unfit."""
        if snapshot.layout != layout(self.game):
            return None
        drawn = int.from_bytes(snapshot.state[:_COUNTER_BYTES], "big")
        state = snapshot.state[_COUNTER_BYTES:]
        try:
            seats = len(self.match.seats)
            return Position.from_bytes(self.game, seats, state, dict(self.options)), drawn
        except ValueError as error:  # the events tell the same, only more slowly
            log.warning("match %s: its snapshot cannot be read: %s", self.id, error)
            return None

    async def _take_over_rules(self, last: int, position: Position) -> None:
        """Let a match go on under the rules that are installed, or end it if it cannot."""
        now, version = self._around.clock(), self.game.version
        if self.match.status is MatchStatus.OPEN:
            await self._update(rules_version=version)
        elif self._unreadable:
            end = Ruling(Ruled.END, last, now, detail=Ending.RULES)
            await self._update(
                status=MatchStatus.ENDED, rulings=rulings.added(self.match, end), proposal=None
            )
        else:
            taken_over = Ruling(Ruled.RULES, last, now, detail=str(version))
            over = not position.acting
            await self._update(
                rules_version=version,
                rulings=rulings.added(self.match, taken_over),
                status=MatchStatus.FINISHED if over else MatchStatus.RUNNING,
            )

    def _needs_its_rules(self) -> None:
        if self._unreadable:
            raise NotNowError("other-version")

    def _stand(self, position: Position, acting: tuple[int, ...], number: int) -> None:
        """Let the match stand at a position, which nobody changes from now on."""
        self._standing.reach(position, acting, number)
        if self._still:
            return
        self._referee.stand(position, running=self.live)

    async def _all_events(self) -> list[StoredEvent]:
        if self._events is None:
            self._events = await self._around.store.events(self.id, 1, self.number)
        return self._events

    async def _look(self, seat: int) -> Eye:
        eye = self._eyes.get(seat)
        if eye is None:
            events = await self._all_events() if self.number else []
            if len(events) <= REPLAY_INLINE:
                eye = seeing.look_back(self._start, events, seat)
            else:
                eye = await asyncio.to_thread(seeing.look_back, self._start, events, seat)
            self._eyes[seat] = eye
        eye.used = self._loop.time()
        return eye

    # --- acting ---

    def _closed_refusal(self) -> Refusal | None:
        """Return why nobody can act at this table, whatever the rules say."""
        if self.match.status is MatchStatus.OPEN:
            return Refusal("", message="problem-not-started")
        if self.match.status is MatchStatus.ABANDONED:
            return Refusal("", message="problem-abandoned")
        if self.match.status is MatchStatus.ENDED:
            return Refusal("", message="problem-ended")
        if self.match.paused:
            return Refusal("", message="problem-paused")
        return None

    async def _act(
        self, seat: int, command: str, action: int | str, reaction: int, seen: int | None
    ) -> StoredAnswer | asyncio.Future[StoredAnswer]:
        """Answer a command, at once or, for a claim in a race, in the future."""
        closed = self._closed_refusal()
        if closed is not None:
            return RefusedCommand(seat, command, closed)
        if self._overdue(seat) and not self.match.seats[seat].resigned:
            await self._set_stand_ins({seat}, False)  # who acts is back
        judged = self._standing.judge(seat, action)
        ahead = seen is not None and seen > self.number  # of what has been taken back since
        if isinstance(judged, int) and (ahead or self._standing.outdates(seen)):
            judged = Refusal("", message="problem-gone-on")
        try:
            if isinstance(judged, Refusal):
                return await self._refuse(seat, command, judged)
            done = await self._referee.act(seat, command, judged, reaction)
        except AlreadyAnsweredError as error:
            return error.answer
        return AcceptedCommand(seat, command, done) if isinstance(done, int) else done

    async def _refuse(self, seat: int, command: str, refusal: Refusal) -> RefusedCommand:
        refused = RefusedCommand(seat, command, refusal)
        await self._around.store.refuse(self.id, refused)
        return refused

    def _judge_now(self, seat: int, action: int) -> int | Refusal:
        return self._closed_refusal() or self._standing.judge(seat, action)

    async def _perform(self, happened: Event, command: str | None) -> int:
        """Store an event that is possible, with what chance does at once after it; then it is so.

        Returns the event's number.
        """
        now = self._around.clock()
        event = StoredEvent(self.number + 1, happened, now, command)
        steps = [stepped(self._standing.position, event)]
        chance = self._chance
        if CHANCE in steps[0].acting:
            chance = self._chance_from(chance.counter)
            steps += chance_follows(steps[0].after, chance, self.number + 2, now)
        update = None
        if not steps[-1].acting:
            update = self.match.changed(status=MatchStatus.FINISHED, proposal=None, touched=now)
        elif self.match.proposal is not None and self.match.proposal.what is Proposed.BACK:
            update = self.match.changed(proposal=None, touched=now)  # the table has gone on
        if self.match.time_control is not None:
            new = set(awaited_in(steps[-1].after))
            update = clocks.run(
                update or self.match.changed(touched=now),
                steps[-1].after,
                self._around.time.now(),
                happened.seat,
                turn_over=len(steps) > 1 or bool(new - set(self._standing.awaited)),
            )
        await self._around.store.append(self.id, [step.event for step in steps], update=update)
        self._chance = chance
        if update is not None:
            self.match = update
            self._changed = True
        self._has_happened(steps)
        return event.number

    def _has_happened(self, steps: list[Step]) -> None:
        """Take in events that are on disk."""
        for step in steps:
            seeing.advance(step.before, step.event, step.after, self._eyes.values())
            if step is not steps[-1] and step.before.occasion != step.after.occasion:
                for eye in self._eyes.values():
                    eye.stops()
            self._standing.pass_through(step.after, step.event.number)
        last = steps[-1]
        self._stand(last.after, last.acting, last.event.number)
        self.changed_at = last.event.time
        self._advising.end()
        if self._events is not None:
            self._events += [step.event for step in steps]
        self._go_on()

    def _go_on(self) -> None:
        """Set to work whatever brings the next event."""
        if self._still:
            return
        self._ask_bots()
        if self._coming is not None:
            self._coming.cancel()
        self._coming = None
        if self.live and CHANCE in self._standing.position.acting:
            self._coming = asyncio.create_task(self._bring_chance())

    async def _bring_chance(self) -> None:
        """Let pass the time that the rules want, find out what chance brings, and let it happen."""
        number, position = self.number, self._standing.position
        await asyncio.sleep((position.suspense or 0) / 1000)
        limit = MEASURING
        while True:
            try:
                chance = self._chance_from(self._chance.counter)
                action = drawn(position, chance)
                measurement = await self._around.means.workers.measure(position, action, limit)
                event = Event(CHANCE, action, measurement.values)
                await self._mailbox.ask(
                    partial(self._chance_acts, number, position, event, chance, measurement.film)
                )
            except (TooManyError, NotNowError):
                await asyncio.sleep(RETRY)
            except TooLongError as error:
                limit = min(2 * limit, LONGEST_MEASURING)  # perhaps it is only a busy machine
                log.warning("match %s: what happens is not found out: %s", self.id, error)
            except Exception:
                log.exception("match %s: what happens could not be found out", self.id)
                await asyncio.sleep(RETRY)
            else:
                return

    async def _chance_acts(
        self,
        number: int,
        position: Position,
        event: Event,
        chance: SeededChance,
        film: Film | None,
    ) -> None:
        if self.number != number or self._standing.position is not position or not self.live:
            return  # the match has moved on
        self._chance, before = chance, self._chance
        try:
            self._film = number + 1, film
            await self._perform(event, None)
        except StoreError:
            self._chance = before
            raise

    async def _save_snapshot(self) -> None:
        counter = self._chance.counter.to_bytes(_COUNTER_BYTES, "big")
        snapshot = StoredSnapshot(
            self.number, layout(self.game), counter + self._standing.position.to_bytes()
        )
        self._snapshot_number = self.number
        try:
            await self._around.store.save_snapshot(self.id, snapshot)
        except StoreError as error:
            # The events are safe; without the snapshot loading only takes longer.
            log.warning("match %s: no snapshot: %s", self.id, error)

    # --- bots ---

    def _level_of(self, seat: int) -> Level | None:
        """Return the level of the bot that plays for a seat, None if a person does."""
        stored = self.match.seats[seat]
        return None if stored.level is None else self.game.level(stored.level)

    def _ask_bots(self) -> None:
        """Let every bot that may act think, and no other."""
        wanted: dict[int, tuple[Level, Observation]] = {}
        awaited = self.awaited
        for seat in self.acting:
            level = self._level_of(seat)
            # A search knows no waiting: only a game's own bots are asked whether to interrupt.
            if level is not None and (seat in awaited or isinstance(level.search, Custom)):
                wanted[seat] = level, self._standing.position.observe(seat)
        if any(self._level_of(seat) is None for seat in awaited):
            self._bots.hurry(False)
        self._bots.think(wanted, self._referee.race, self._referee.last_over)

    def _may_wait(self, seat: int) -> bool:
        """Whether the match goes on even if the bot on a seat waits."""
        awaited = self.awaited
        return seat not in awaited or any(self._level_of(other) is None for other in awaited)

    def _warm(self) -> None:
        """Tell that bots can think from now on."""
        self._changed = True
        self._publish()

    async def _bot_acts(self, seat: int, action: int, milliseconds: int) -> None:
        await self._referee.act(seat, None, action, milliseconds)

    # --- seats ---

    async def _update(self, **fields: Any) -> None:
        """Change the metadata, in storage and then here."""
        match = self.match.changed(touched=self._around.clock(), **fields)
        match = self._timed(match, self._standing.position)
        await self._around.store.update_match(match)
        self.match = match
        self._changed = True

    def _timed(self, match: StoredMatch, position: Position) -> StoredMatch:
        """Return the metadata with what they say of time, as things are from now on."""
        now = self._around.time.now()
        if match.status is not MatchStatus.OPEN:
            return clocks.run(match, position, now)
        patience = self._around.patience
        return replace(match, deadline=contributing.waits_until(match, self.match, now, patience))

    async def _start_if_full(self, seats: tuple[StoredSeat, ...], **fields: Any) -> None:
        """Change the chairs; when nothing is missing any more, draw lots and begin."""
        if contributing.step(seats) is not contributing.Step.READY:
            await self._update(seats=seats, **fields)
            return
        now = self._around.clock()
        match = self.match.changed(seats=seats, status=MatchStatus.RUNNING, touched=now, **fields)
        match = replace(match, seats=seating.draw_lots(match), deadline=None)
        contributions = [seat.contribution for seat in match.seats]
        chance = SeededChance(match.server_secret, contributions, match.id)
        steps = chance_follows(self._start, chance, 1, now)
        match = self._timed(match, steps[-1].after if steps else self._start)
        if steps:
            events = [step.event for step in steps]
            await self._around.store.append(self.id, events, update=match)
        else:
            await self._around.store.update_match(match)
        self.match, self._chance, self._changed = match, chance, True
        people = {seat for seat, chair in enumerate(match.seats) if chair.sessions}
        self._eyes = {seat: Eye(self._start, seat) for seat in (*people, SPECTATOR)}
        self._started = True
        if steps:
            self._has_happened(steps)
        else:
            self._go_on()

    async def begin(self) -> None:
        """Start the match if no chair is open; called once by who opens the table."""
        if self.match.status is MatchStatus.OPEN:
            await self._mailbox.ask(partial(self._start_if_full, self.match.seats))

    async def _join(self, session: str, name: str, contribution_hash: bytes) -> str:
        self._needs_open_table()
        programs.check_welcome(self.match, session)
        part = Part.PROMISED if contribution_hash else Part.NONE
        seats, seat_secret = seating.joined(self.match, session, name, self._around.clock(), part)
        if contribution_hash:
            seated = replace(self.match, seats=seats)
            mine = seating.held(seated, session)
            seats = contributing.bound(seated, mine, [contribution_hash])
        await self._start_if_full(seats)
        return seat_secret

    async def _contribute(
        self,
        chairs: Callable[[], tuple[int, ...]],
        hashes: Sequence[bytes],
        contributions: Sequence[bytes],
    ) -> None:
        self._needs_open_table()
        mine = chairs()
        contributing.check_held(mine)
        seats = contributing.bound(self.match, mine, hashes)
        seats = contributing.revealed(replace(self.match, seats=seats), mine, contributions)
        if seats != self.match.seats:
            await self._start_if_full(seats)

    # --- what time brings ---

    def _expect(self) -> None:
        """Say when this match wants attention the next time."""
        self._around.time.expect(self.id, clocks.attention(self.match))

    def _overdue(self, seat: int) -> bool:
        """Whether a bot plays for a person whose time was up."""
        known = self.match.clocks
        return self.stands_in(seat) and known is not None and known.seats[seat].overdue

    async def _keep_time(self) -> None:
        now, match = self._around.time.now(), self.match
        if match.status is MatchStatus.OPEN:
            if match.deadline is not None and match.deadline <= now:
                # What browsers have not sent by now is left out.
                await self._start_if_full(contributing.given_up(match.seats))
        elif late := clocks.overdue(match, now):
            await self.consent.overdue(late)
        elif soon := clocks.to_be_warned(match, now):
            await self._update(clocks=clocks.warned(match, soon))

    async def _give_time(self, session: str | None, seconds: int | None) -> None:
        now = self._around.time.now()
        seat, seconds = await self.consent.give_time(session, seconds, now)
        await self._say(seat, RemarkKind.TIME, str(seconds))

    async def _fill(self, session: str | None, chair: int, level: str) -> None:
        self._needs_open_table()
        if session is None or session != self.match.host:
            raise NotAllowedError("host-only")
        await self._start_if_full(seating.filled(self.match, self.game, chair, level))

    async def _invite(self, session: str | None, chair: int, program: StoredProgram) -> None:
        self._needs_open_table()
        if session is None or session != self.match.host:
            raise NotAllowedError("host-only")
        await self._update(seats=programs.invited(self.match, chair, program))

    async def _decline(self, session: str | None) -> None:
        self._needs_open_table()
        await self._update(seats=programs.declined(self.match, session))

    async def _claim(self, session: str, seat_secret: str) -> None:
        programs.check_welcome(self.match, session)
        seats = seating.claimed(self.match, session, seat_secret, self._around.clock())
        if seats != self.match.seats:
            await self._update(seats=seats)

    async def _say(self, seat: int, kind: RemarkKind, text: str) -> None:
        self._tell(await self._talk.add(self.match, seat, kind, text, self._around.clock()))

    async def _say_onlooking(self, name: str, kind: RemarkKind, text: str) -> None:
        now = self._around.clock()
        self._tell(await self._talk.add_onlooker(self.match, name, kind, text, now))

    def _tell(self, said: StoredRemark) -> None:
        for listener in list(self.listeners):
            listener.said(said)

    async def _rule_talk(self, session: str | None, rule: TalkRule) -> None:
        if session is None or session != self.match.host:
            raise NotAllowedError("host-only")
        if rule is not self.match.talk:
            await self._update(talk=rule)

    async def _rule_watching(self, session: str | None, watched: bool) -> None:
        if session is None or session != self.match.host:
            raise NotAllowedError("host-only")
        if watched is not self.match.watched:
            await self._update(watched=watched)

    async def _renew_link(self, session: str | None, seat_secret: str) -> str:
        seats, new = seating.renewed(self.match, session, seat_secret, self._around.clock())
        await self._update(seats=seats)
        return new

    async def _renew_links(self, session: str | None) -> list[str]:
        seats, new = seating.all_renewed(self.match, session, self._around.clock())
        await self._update(seats=seats)
        return new

    async def _amend(self, change: Callable[[StoredMatch], StoredMatch]) -> None:
        changed = change(self.match)
        if changed is self.match:
            return
        await amend(self._around.store, self.match, changed)
        self._talk.forget()
        self.match, self._changed = changed, True

    async def _stand_in(self, session: str | None, seat: int, on: bool) -> None:
        if not self.running:
            raise NotNowError("not-running")
        if not 0 <= seat < len(self.match.seats):
            raise InvalidError("seat")
        stored = self.match.seats[seat]
        if stored.kind is not SeatKind.PERSON or stored.resigned or not self.game.levels:
            raise NotNowError("no-stand-in")
        if seat in self.held(session):
            await self._set_stand_ins({seat}, on)
        elif on:
            await self.consent.propose(session, Proposed.STAND_IN, seat)
        else:
            raise NotAllowedError("players-only")

    async def _hand_back(self, session: str) -> None:
        held = self.held(session)
        # A page that is open somewhere is no sign of its owner: whose time was up comes back
        # by acting, or by saying so.
        back = {
            seat
            for seat in held
            if self.stands_in(seat)
            and not self.match.seats[seat].resigned
            and not self._overdue(seat)
        }
        await self._set_stand_ins(back, False)
        if self.consent.outdated():
            await self._update(proposal=None)

    async def _set_stand_ins(self, seats: set[int], on: bool) -> None:
        """Let bots take over these seats, or give them back."""
        level = self.game.absent if on else None
        changed = seating.played_by(self.match, seats, level)
        if changed == self.match.seats or not self.running:
            return
        what = Ruled.STAND_IN if on else Ruled.RETURN
        now = self._around.clock()
        said = [
            Ruling(what, self.number, now, seat, level or "")
            for seat in sorted(seats)
            if changed[seat] != self.match.seats[seat]
        ]
        if not on and len(self.match.rulings) + len(said) > rulings.MOST:
            said = []  # the seat is its owner's all the same
        fields: dict[str, Any] = {} if on else {"clocks": clocks.come_back(self.match, seats)}
        await self._change(seats=changed, rulings=rulings.added(self.match, *said), **fields)

    async def _change(self, **fields: Any) -> None:
        """Change the metadata by a decision, and let everybody go on as they say now."""
        await self._update(**fields)
        self._go_on_as_decided()

    async def _take_back(self, last: int, **fields: Any) -> None:
        """Take out the events after a number, and change the metadata."""
        match = self.match.changed(touched=self._around.clock(), **fields)
        if match.clocks is not None:
            # They run on for whoever is to move then, once that is known.
            match = clocks.run(replace(match, paused=True), self._standing.position, self.time)
            match = replace(match, paused=False)
        await self._around.store.take_back(self.id, last, update=match)
        self._snapshot_number = 0
        self._changed = True
        self._film = 0, None
        await self._catch_up()

    def _go_on_as_decided(self) -> None:
        self._referee.stand(self._standing.position, running=self.live)
        self._go_on()

    async def _leave(self, session: str | None) -> None:
        mine = self.held(session)
        if not mine:
            raise NotAllowedError("players-only")
        if self.match.status is MatchStatus.OPEN:
            await self._free_chairs(mine)
        elif self.running:
            staying = [
                seat
                for seat, stored in enumerate(self.match.seats)
                if stored.kind is SeatKind.PERSON and stored.level is None and seat not in mine
            ]
            if staying and self.game.levels:
                await self._set_stand_ins(set(mine), True)

    async def _dismiss(self, session: str | None, chair: int) -> None:
        self._needs_open_table()
        if session is None or session != self.match.host:
            raise NotAllowedError("host-only")
        contributing.check_may_rise(self.match.seats)
        await self._update(seats=seating.dismissed(self.match, session, chair))

    async def _free_chairs(self, chairs: tuple[int, ...]) -> None:
        contributing.check_may_rise(self.match.seats)
        seats, host = seating.freed(self.match, chairs)
        if host is None:
            await self._update(seats=seats, status=MatchStatus.ABANDONED)
        else:
            await self._update(seats=seats, host=host)

    async def _succeed(
        self, session: str | None, create: Callable[[], Awaitable[str]]
    ) -> tuple[str, bool]:
        if session is None or not (self.held(session) or session == self.match.host):
            raise NotAllowedError("players-only")
        if not (self.ended or self.match.status is MatchStatus.ABANDONED):
            raise NotNowError("not-over")
        if self.match.successor is not None:
            return self.match.successor, False
        successor = await create()
        await self._update(successor=successor)
        return successor, True

    def _needs_open_table(self) -> None:
        if self.match.status is not MatchStatus.OPEN:
            raise NotNowError("table-started")


async def amend(store: Store, match: StoredMatch, changed: StoredMatch) -> None:
    """Store a match as changed; what has been said at it is said by the same people then.

    Raises
    ------
    ConflictError
        If the match has been changed meanwhile.
    """
    await store.update_match(changed)
    names = {
        after.chair: after.name
        for before, after in zip(match.seats, changed.seats, strict=True)
        if before.name != after.name
    }
    if names:
        await store.cards.rename_in_talk(match.id, names)


def layout(game: Game) -> str:
    """Return a fingerprint of how a game's state is laid out in a snapshot."""
    described = f"{game.version} {game.state.dtype.descr}"
    return hashlib.sha256(described.encode()).hexdigest()[:16]


def now() -> int:
    """Return the time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000
