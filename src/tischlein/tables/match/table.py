"""A table: the one sequential owner of a match, through which everything that changes it goes.

A request waits in the owner's mailbox; the owner checks it, has it stored, and only then changes
the match in memory, answers, and tells the listeners. Its work is divided among parts, each with
one subject:

==================  =================================================================
``ledger``          the match as storage has it: metadata, events, position, snapshots
``play``            actions judged and performed; bots, races, chance bring the next
``observers``       what each seat has seen
``announcing``      who listens, and what has been announced to them
``presence``        who is connected
``reception``       chairs, links, and what the host settles
``standing_in``     bots that play for people who are away
``consent``         what the people decide together
``talk``            what they say
``succession``      the match that follows
``recovery``        what is done about errors
==================  =================================================================
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from tischlein.bots.advice import adviser
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.core.measurements import Film
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation, Position
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.changes import Changes
from tischlein.presentation.scenes import Scene
from tischlein.tables.concurrency.mailbox import Mailbox
from tischlein.tables.concurrency.weak_methods import weak_method
from tischlein.tables.match import clocks, duties, questions, talk
from tischlein.tables.match.advising import Advised
from tischlein.tables.match.announcing import Announcer, Listener
from tischlein.tables.match.drafts import Drafted
from tischlein.tables.match.duties import Duty
from tischlein.tables.match.ledger import Create, Ledger
from tischlein.tables.match.observer import LogEntry, Observer, precompute, replayed_scenes
from tischlein.tables.match.observers import Observers
from tischlein.tables.match.play import Play
from tischlein.tables.match.presence import Presence
from tischlein.tables.match.recovery import Recovery
from tischlein.tables.match.succession import Succession
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import (
    NotAllowedError,
    NotNowError,
    TableClosedError,
)
from tischlein.tables.seats import private_links, seating
from tischlein.tables.seats.consent import Consent, ConsentCallbacks
from tischlein.tables.seats.reception import Reception, Room, no_limit
from tischlein.tables.seats.standing_in import StandIns
from tischlein.tables.shared_services import SharedServices
from tischlein.tables.storage.store_errors import (
    StoreError,
)
from tischlein.tables.stored import (
    MatchStatus,
    Newcomer,
    ProposalKind,
    RefusedCommand,
    RemarkKind,
    SeatKind,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredRemark,
    StoredSeat,
    TalkRule,
)

_Result = TypeVar("_Result")

RELOADING = 5.0
"""How many seconds a page may take to reload before a vote continues without its player."""


class Table:
    """A match in memory. Make one with :meth:`load`; call :meth:`close` at the end.

    Attributes
    ----------
    users
        How many requests currently hold the table.
    consent
        The decisions by the people together.
    """

    def __init__(self, match: StoredMatch, game: Game, services: SharedServices) -> None:
        self.game = game
        self.users = 0
        self._services = services
        self._loop = asyncio.get_running_loop()
        self._used = self._loop.time()
        self._mailbox = Mailbox(
            weak_method(self._before_request),
            weak_method(self._convert_error),
            weak_method(self._after_request),
        )
        self._announcer = Announcer(match, services.on_status_change, services.on_change)
        self._ledger = ledger = Ledger(match, game, services, self._announcer)
        self._observers = Observers(ledger)
        self._presence = Presence(ledger)
        self._play = play = Play(
            ledger, self._observers, self._announcer, services.resources, self._mailbox
        )
        self._talk = talk.Talk(services.store, match.id)
        self.consent = Consent(
            game,
            ConsentCallbacks(
                lambda: ledger.match,
                ledger.sides,
                lambda: ledger.number,
                self._presence.away_for,
                ledger.events,
                services.clock,
                services.time.now,
                play.change,
                play.take_back,
                weak_method(self._say),
            ),
        )
        self._last_proposal = ledger.match.proposal
        """The proposal after the last request."""
        self._stand_ins = StandIns(ledger, play, self.consent, services.clock)
        self._reception = Reception(ledger, play, services.clock)
        self._succession = Succession(ledger, services.store)
        self._recovery = Recovery(ledger, self._mailbox, weak_method(self._on_lost))

    @classmethod
    async def load(cls, match: StoredMatch, game: Game, services: SharedServices) -> Table:
        """Load a match from storage; bots whose turn it is begin to think."""
        table = cls(match, game, services)
        table._play.prepare_bots()
        await table._play.reload(match)
        table._announcer.mark_announced(table.number)
        table._mailbox.open(f"table {match.id}")
        table._schedule()
        return table

    @classmethod
    async def create(
        cls, match: StoredMatch, game: Game, services: SharedServices, create: Create
    ) -> Table:
        """Begin a new match whose chairs are all taken; it is stored in that state."""
        table = cls(match, game, services)
        table._talk.start_empty()
        table._play.prepare_bots()
        await table._play.reload(match)
        await table._play.begin(match.seats, create)
        table._mailbox.open(f"table {match.id}")
        table._schedule()
        table._play.publish()
        await table._ledger.save_snapshot_if_due()
        return table

    @classmethod
    async def load_read_only(
        cls, match: StoredMatch, game: Game, services: SharedServices
    ) -> Table:
        """Return a match as stored, for reading only: no requests, no activity."""
        if match.rules_version != game.version:
            raise NotNowError("other-version")
        table = cls(match, game, services)
        table._play.passive = True
        await table._play.reload()
        return table

    # --- known without asking the owner ---

    @property
    def id(self) -> str:
        """The match's id."""
        return self.match.id

    @property
    def match(self) -> StoredMatch:
        """The current stored metadata."""
        return self._ledger.match

    @property
    def options(self) -> Mapping[str, str | int]:
        """The game's options at this table."""
        return self._ledger.options

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat the side that it belongs to; seats of a team share one."""
        return self._ledger.sides

    @property
    def changed_at(self) -> int:
        """The time of the last event."""
        return self._ledger.changed_at

    @property
    def listeners(self) -> set[Listener]:
        """The listeners to changes."""
        return self._announcer.listeners

    @property
    def running(self) -> bool:
        """Whether the match has begun and not ended."""
        return self._ledger.running

    @property
    def live(self) -> bool:
        """Whether the match is being played and not paused."""
        return self._ledger.live

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
        return self._ledger.number

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self._ledger.acting

    @property
    def awaited(self) -> tuple[int, ...]:
        """The acting seats that the match waits for."""
        return self._ledger.awaited

    @property
    def thinking(self) -> list[int]:
        """The seats whose bots are at work."""
        return self._play.bots.thinking

    @property
    def warming_up(self) -> bool:
        """Whether bots sit here whose searches are still being compiled."""
        bots = self.running and any(seat.level is not None for seat in self.match.seats)
        return bots and not self._services.resources.compute.is_ready(self.game.key)

    @property
    def unattended(self) -> bool:
        """Whether there is no worker for this table's bots, or its physics."""
        if not self.live or self._services.resources.compute.has_workers:
            return False
        bots = any(seat.level is not None for seat in self.match.seats)
        return bots or self.game.measured is not None

    def refresh(self) -> None:
        """Announce the state of the table, since something around it has changed."""
        self._play.refresh()

    def is_present(self, seat: int) -> bool:
        """Whether a browser of the person on a seat is connected (of a bot: always)."""
        return self._presence.is_present(seat)

    def is_on_screen(self, seat: int) -> bool:
        """Whether a holder of a seat has the table open on screen."""
        return self._presence.is_on_screen(seat)

    def away_for(self, seat: int) -> float:
        """For how many seconds nobody has been at a person's seat; 0 while somebody is."""
        return self._presence.away_for(seat)

    def is_played_by_bot(self, seat: int) -> bool:
        """Whether a bot plays for the person on a seat."""
        return self._stand_ins.is_played_by_bot(seat)

    def seats_of(self, session: str | None, seat_secret: str | None = None) -> tuple[int, ...]:
        """Return the seats of a session, or of a private link; see ``seating.seats_of``."""
        return seating.seats_of(self.match, session, seat_secret, self._services.clock())

    def observe(self, seat: int) -> Observation:
        """Return what a seat (or ``SPECTATOR``) sees now."""
        return self.position.observe(seat)

    def legal(self, seat: int) -> list[int]:
        """Return the actions that a seat has now."""
        return self._ledger.standing.legal(seat) if seat in self.acting else []

    @property
    def start(self) -> Position:
        """The position before anything has happened; callers must not change it."""
        return self._ledger.start

    @property
    def position(self) -> Position:
        """The current position, secrets included; callers must not change it."""
        return self._ledger.position

    @property
    def idle(self) -> bool:
        """Whether nobody looks, asks or thinks."""
        return not (
            self.listeners
            or self.users
            or self._presence.anyone
            or not self._mailbox.at_rest
            or self._play.dealer.is_dealing
            or self.thinking
            or self._ledger.stale
        )

    async def finish_current(self) -> None:
        """Wait until the request in progress is done, and everybody has been told of it."""
        await self._mailbox.finish_current()

    @property
    def film(self) -> Film | None:
        """How the last event looked, if there is something to see.

        A film is made from the full position, so there is none in games with secrets.
        """
        return self._play.dealer.film if self.game.secrets is None else None

    @property
    def waiting(self) -> int:
        """How many requests wait for the owner."""
        return self._mailbox.waiting

    @property
    def closed(self) -> bool:
        """Whether the owner has ended, so that no requests are possible."""
        return self._mailbox.closed

    @property
    def unused_for(self) -> float:
        """Seconds since the last request."""
        return self._loop.time() - self._used

    def cached_observer(self, seat: int) -> Observer | None:
        """Return what an observer has seen, if it is in memory; otherwise use :meth:`observer`."""
        return self._observers.cached(seat)

    def drop_unused_observers(self, unused_for: float) -> None:
        """Drop observers that nobody has looked through for this many seconds."""
        self._play.drop_unused_observers(unused_for)

    # --- presence ---

    def connect(self, session: str) -> None:
        """Count a connection of a session; a bot that stood in hands the seats back."""
        self._on_arrival(session, self._presence.connect(session))

    def disconnect(self, session: str) -> None:
        """Count one connection less."""
        self._used = self._loop.time()
        if self._presence.disconnect(session):
            self._on_departure()

    def set_remote_sessions(self, sessions: frozenset[str]) -> None:
        """Record which sessions are present at other nodes, without a connection to the table."""
        come, gone = self._presence.set_remote_sessions(sessions)
        for session, seats in come.items():
            self._on_arrival(session, seats)
        if gone:
            self._on_departure()

    def record_activity(self, seats: Iterable[int]) -> None:
        """Record that the holders of these seats have made a request, connected or not."""
        self._presence.record_activity(seats)

    def _on_departure(self) -> None:
        self._announcer.changed = True
        self._play.publish()
        if self.match.proposal is not None:
            self._loop.call_later(RELOADING, self._conclude_without_them)

    def _conclude_without_them(self) -> None:
        self._mailbox.post_if_possible(self.consent.conclude)

    def _on_arrival(self, session: str, seats: Sequence[int]) -> None:
        if not seats:
            return
        self._announcer.changed = True
        self._play.publish()
        if any(map(self._stand_ins.is_left, seats)) or self.consent.is_outdated():
            self._mailbox.post_if_possible(partial(self._stand_ins.hand_back, session))

    def open_window(self, session: str) -> None:
        """Count a window of a session that shows the table to somebody."""
        self._presence.open_window(session)
        self._services.on_change(self.id)  # pending notifications about it have been seen

    def close_window(self, session: str) -> None:
        """Count one window less."""
        self._presence.close_window(session)

    # --- time ---

    @property
    def racing(self) -> bool:
        """Whether the fastest counts now."""
        return self._play.referee.race is not None

    @property
    def duties(self) -> list[Duty]:
        """The people that the match waits for, and their deadlines.

        Listeners are told of every change (``Listener.changed``), including when little time is
        left.
        """
        return duties.duties(self._ledger, self._services.time)

    @property
    def time(self) -> int:
        """The server's own time, by which the clocks of the match run."""
        return self._services.time.now()

    @property
    def clock(self) -> tuple[int, int] | None:
        """How many milliseconds are left to think, of how many; None without a limit."""
        return self._play.referee.clock

    def record_shown(self, seats: Iterable[int]) -> None:
        """Record that the present position has been sent to the browser of these seats."""
        self._play.referee.record_shown(seats)

    def record_round_trip(self, seats: Iterable[int], milliseconds: int) -> None:
        """Record the round-trip time of messages to these seats."""
        self._play.referee.record_round_trip(seats, milliseconds)

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

        The same command of the same seat gets the same answer however often it comes. The action is
        judged in the position at the time of its turn; in a race that is when the claims have been
        put in order. Before the start it is refused at once: the number is still a chair's, and by
        its turn the lot may have given the seat of that number to somebody else.

        Parameters
        ----------
        elapsed
            In a race: how many milliseconds the seat has taken, by its client's clock.
        seen
            The number of the last event that the seat knew when it chose. An action that was meant
            for an earlier occasion (``Position.occasion``) is refused.

        Raises
        ------
        NotAllowedError
            If somebody else has got the seat by then.
        TooManyError
            If too many requests are waiting already.
        NotNowError
            If storage does not answer; the command can be repeated.
        """
        closed = self.closed_refusal()
        if closed is not None and self.match.status is MatchStatus.OPEN:
            return RefusedCommand(seat, command, closed)
        reaction = self._play.referee.reaction(seat, elapsed)
        player = self.match.seats[seat]
        answer = await self._mailbox.ask(
            partial(self._act, seat, player, command, action, reaction, seen)
        )
        return await answer if isinstance(answer, asyncio.Future) else answer

    def buzz(self, seat: int, session: str, elapsed: int) -> None:
        """Record that a seat has pressed its buzzer in a race, if all people share this device."""
        if self._is_one_device(session):
            self._play.referee.buzz(seat, elapsed)

    def hurry(self, session: str) -> None:
        """Let bots act without pauses until a person is awaited, if nobody else watches."""
        if self._is_one_device(session):
            self._play.bots.hurry(True)

    def _is_one_device(self, session: str) -> bool:
        """Whether all people of the match share one device."""
        chairs = self.match.seats
        return all(session in chair.sessions for chair in chairs if chair.kind is SeatKind.PERSON)

    async def draft(
        self, seat: int, actions: list[int], *, aided: bool = True
    ) -> Drafted | Refusal:
        """Return what a seat would see after these actions; see ``questions.draft``."""
        return await questions.draft(self._ledger, seat, actions, aided=aided)

    def closed_refusal(self) -> Refusal | None:
        """Return why nobody can act at the table, whatever the rules say; None if they decide."""
        return self._ledger.closed_refusal()

    async def why_not(
        self, seat: int, path: list[str], after: Sequence[int] = ()
    ) -> Refusal | None:
        """Return why picking these targets would be refused; see ``questions.why_not``."""
        return questions.why_not(self._ledger, seat, path, after)

    # --- talk and advice ---

    @property
    def known_remarks(self) -> list[StoredRemark]:
        """The remarks, once :meth:`remarks` has been called."""
        return self._talk.known

    async def remarks(self) -> list[StoredRemark]:
        """Return the remarks, to be filtered for each reader (``talk.may_read``)."""
        return await self._talk.all()

    async def say(self, seat: int, kind: RemarkKind, text: str) -> None:
        """Let a player make a remark.

        It stays the player's if the lot deals out the seats before its turn has come.

        Raises
        ------
        NotAllowedError
            If the player has got up by then.
        NotNowError
            If talk is off at this table.
        TooManyError
            If the player has said too much lately.
        """
        speaker = self.match.seats[seat]
        await self._mailbox.ask(partial(self._say_seated, speaker, kind, text))

    async def say_onlooking(
        self, session: str | None, name: str, kind: RemarkKind, text: str
    ) -> None:
        """Let a viewer make a remark, if the host lets all talk.

        The session, if there is one, distinguishes them from others with the same name.

        Raises
        ------
        NotNowError
            If talk is off at this table, or a player has that name.
        NotAllowedError
            If only players may talk.
        TooManyError
            If too much has been said lately.
        """
        await self._mailbox.ask(partial(self._say_onlooking, session, name, kind, text), guest=True)

    async def advise(self, seat: int, after: Sequence[int] = ()) -> Advised:
        """Return what a good player would do; if several people play, all are told of the request.

        If the game has drafts, it can be asked for after some actions of the seat.

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
        if level is None:
            raise NotNowError("nothing-to-advise")
        observation = questions.position_for_advice(self._ledger, seat, after)
        people = sum(chair.kind is SeatKind.PERSON for chair in self.match.seats)
        if people > 1:
            await self._mailbox.ask(partial(self._ask_openly, observation, level))
        return await self._play.advising.answer(observation, level)

    # --- the past ---

    async def observer(self, seat: int, *, aided: bool = True) -> Observer:
        """Return what a seat (or ``SPECTATOR``) has seen so far, ready to be drawn.

        Parameters
        ----------
        aided
            Whether the whole scene will be drawn, with all aids.
        """
        if self.match.status is MatchStatus.OPEN:
            raise NotNowError("not-started")
        self._ledger.check_readable()
        self._used = self._loop.time()
        observer = self.cached_observer(seat)
        if observer is None:
            work = partial(self._observers.get, seat)
            observer = await self._mailbox.ask(work, guest=seat == SPECTATOR)
        if aided:
            await precompute(filter(None, (observer.before, observer.observation)))
        return observer

    async def events(self) -> list[StoredEvent]:
        """Return all events; only for matches that are over and their proof."""
        self._ledger.check_readable()
        known = self._ledger.known_events
        return list(await self._mailbox.ask(self._ledger.events) if known is None else known)

    async def replay(
        self, seat: int, first: int, last: int
    ) -> tuple[Scene, list[Changes], list[LogEntry]]:
        """Return what an observer saw after event `first`, how it changed, and the whole log.

        The changes have an entry for every event after it, up to `last`.
        """
        observer = await self.observer(seat)
        entries = list(observer.entries)
        events = await self.events()
        scene, changes = await asyncio.to_thread(
            replayed_scenes, self.start, events, seat, first, min(last, len(events))
        )
        return scene, changes, entries

    # --- who sits here ---

    async def begin(self) -> None:
        """Start the match if no chair is open; called once by the opener of the table."""
        self._talk.start_empty()
        if self.match.status is MatchStatus.OPEN:
            await self._mailbox.ask(self._reception.begin)

    async def join(
        self,
        session: str,
        name: str,
        contribution_hash: bytes = b"",
        where: seating.ChairChoice = seating.ANY_CHAIR,
    ) -> list[str]:
        """Give an open chair to a session; see ``Reception.join``."""
        joining = partial(self._reception.join, session, name, contribution_hash, where)
        return await self._ask(session, joining)

    async def contribute(
        self,
        chairs: Callable[[], tuple[int, ...]],
        hashes: Sequence[bytes],
        contributions: Sequence[bytes],
    ) -> None:
        """Accept a browser's contributions to chance; see ``Reception.contribute``."""
        await self._mailbox.ask(partial(self._reception.contribute, chairs, hashes, contributions))

    async def fill(
        self, session: str | None, chair: int, level: str, room: Room = no_limit
    ) -> None:
        """Put a bot on an open chair; see ``Reception.fill``."""
        await self._ask(session, partial(self._reception.fill, session, chair, level, room))

    async def invite(self, session: str | None, chair: int, program: StoredProgram) -> None:
        """Keep an open chair for a program; see ``Reception.invite``."""
        await self._ask(session, partial(self._reception.invite, session, chair, program))

    async def decline(self, session: str | None) -> None:
        """Give up the chair that is kept for a session; see ``Reception.decline``."""
        await self._ask(session, partial(self._reception.decline, session))

    async def dismiss(self, session: str | None, chair: int) -> None:
        """Remove the holder of a chair before the start; see ``Reception.dismiss``."""
        await self._ask(session, partial(self._reception.dismiss, session, chair))

    async def rename(self, session: str | None, chair: int, name: str) -> None:
        """Change a player's name before the start; see ``Reception.rename``."""
        await self._ask(session, partial(self._rename, session, chair, name))

    async def claim(self, session: str, seat_secret: str) -> None:
        """Let a session hold the seat whose private link it has; see ``Reception.claim``."""
        await self._ask(session, partial(self._reception.claim, session, seat_secret))

    async def renew_link(self, session: str | None, seat_secret: str) -> str:
        """Return a new secret that replaces a seat's; see ``Reception.renew_link``."""
        return await self._ask(session, partial(self._reception.renew_link, session, seat_secret))

    async def renew_links(self, session: str | None) -> list[str]:
        """Return new secrets that replace all of a session's; see ``Reception.renew_links``."""
        return await self._ask(session, partial(self._reception.renew_links, session))

    async def set_talk_rule(self, session: str | None, rule: TalkRule) -> None:
        """Set who may hear what is said; see ``Reception.set_talk_rule``."""
        await self._ask(session, partial(self._reception.set_talk_rule, session, rule))

    async def set_watching(self, session: str | None, watched: bool) -> None:
        """Set whether others than players may watch; see ``Reception.set_watching``."""
        await self._ask(session, partial(self._reception.set_watching, session, watched))

    async def set_programs_welcome(self, session: str | None, welcome: bool) -> None:
        """Set whether programs may come uninvited; see ``Reception.set_programs_welcome``."""
        await self._ask(session, partial(self._reception.set_programs_welcome, session, welcome))

    async def update_holders(self, change: Callable[[StoredMatch], StoredMatch]) -> None:
        """Change the holders of seats, or their names, without an event."""
        await self._mailbox.ask(partial(self._update_holders, change))

    async def leave(self, session: str | None, *, release: bool = False) -> None:
        """Get up: before the start the chair becomes free, afterwards a bot plays for it.

        A player who comes back gets the seat back. The last person who plays cannot hand over to
        only bots: the match waits.

        Parameters
        ----------
        release
            Whether somebody who comes meanwhile may have the seat, once those who play agree.

        Raises
        ------
        NotAllowedError
            If the session does not sit here.
        NotNowError
            If the seat is to be released, and too much has been decided in the match.
        """
        await self._ask(session, partial(self._leave, session, release))

    # --- what the people decide ---

    async def stand_in(
        self, session: str | None, seat: int, on: bool, seat_secret: str | None = None
    ) -> None:
        """Let a bot play for oneself or an absentee, or end it; see ``StandIns.set_stand_in``."""
        await self._ask(
            session,
            partial(self._stand_ins.set_stand_in, session, seat, on, seat_secret),
            seat_secret,
        )

    async def take_over(self, session: str, seat: int, name: str, *, beside: bool = False) -> str:
        """Ask for a seat while the match is being played; see ``Consent.ask_for_seat``.

        Returns the secret of the seat's private link, which opens it once all have agreed.
        """
        secret = private_links.new_seat_secret(self.id, self._services.clock())
        newcomer = Newcomer(session, name, digest(secret))
        await self._ask(session, partial(self.consent.ask_for_seat, seat, newcomer, beside=beside))
        return secret

    async def propose(self, session: str | None, what: ProposalKind) -> None:
        """Propose something to the others; see ``Consent.propose``."""
        await self._ask(session, partial(self.consent.propose, session, what))

    async def answer(
        self,
        session: str | None,
        agree: bool,
        seat_secret: str | None = None,
        at: int | None = None,
    ) -> None:
        """Agree to what has been proposed, or refuse it; see ``Consent.answer``."""
        await self._ask(
            session, partial(self.consent.answer, session, agree, seat_secret, at), seat_secret
        )

    async def resign(self, session: str | None, seat: int, seat_secret: str | None = None) -> None:
        """Give up for a seat; see ``Consent.resign``."""
        await self._ask(
            session, partial(self.consent.resign, session, seat, seat_secret), seat_secret
        )

    async def give_time(self, session: str | None, seconds: int | None = None) -> None:
        """Give the others time, of which all are told; see ``Consent.give_time``.

        Also raises TooManyError if that has happened too often lately.
        """
        await self._ask(session, partial(self._give_time, session, seconds))

    async def handle_deadlines(self) -> None:
        """Do what is due at this moment, if anything: warn, or act if time is up."""
        await self._mailbox.ask(self._handle_deadlines)

    async def find_or_create_successor(
        self, session: str | None, create: Callable[[], Awaitable[str]]
    ) -> tuple[str, bool]:
        """Return the match that continues this one; see ``Succession.find_or_create``."""
        return await self._ask(session, partial(self._succession.find_or_create, session, create))

    # --- the end ---

    async def remove(self) -> None:
        """Tell all listeners that the table is gone, and close it."""
        self.drop_listeners()
        await self.close()

    def drop_listeners(self) -> None:
        """Tell all listeners that the table is gone; they are told nothing more."""
        self._announcer.drop_listeners()

    def shut(self, why: type[TableClosedError] = TableClosedError) -> None:
        """Accept no more requests, from this moment on; it has to be closed, too.

        Parameters
        ----------
        why
            Raised to those whose requests have not been begun.
        """
        self._mailbox.shut(why)

    async def close(self) -> None:
        """End the owner and the bots' thinking. What has been accepted is stored already."""
        self.shut()  # requests during the closing load the table again
        ending = [task for task in self._play.end() if task is not asyncio.current_task()]
        await asyncio.gather(*ending, return_exceptions=True)  # callers have been told
        await self._mailbox.close()
        self._play.referee.fail_claims()
        self._recovery.end()

    # --- the owner ---

    async def _before_request(self) -> None:
        self._used = self._loop.time()
        if self._ledger.stale:
            self._talk.invalidate()  # a remark may have been stored whose answer was lost
            await self._play.reload()

    def _convert_error(self, error: Exception) -> Exception:
        return self._recovery.convert_error(error)

    def _on_lost(self) -> None:
        self.drop_listeners()  # first: elsewhere the request does not fail
        if not self.closed:  # otherwise another table may have replaced it
            self._services.on_lost(self.id)

    async def _after_request(self) -> None:
        self._recovery.record_request()
        self._schedule()
        self._recovery.schedule()
        if self._has_news:
            await asyncio.sleep(0)  # the caller is answered before all are told
            await self._play.precompute()
            self._play.publish()
        await self._announce_lapsed_proposal()
        await self._ledger.save_snapshot_if_due()

    async def _announce_lapsed_proposal(self) -> None:
        """Report if taking back was proposed and the table has gone on instead."""
        wish, self._last_proposal = self._last_proposal, self.match.proposal
        if wish is None or wish.what is not ProposalKind.BACK or self._last_proposal is not None:
            return
        if self.running and self.number > wish.number:
            await self.consent.announce_lapsed(wish)

    @property
    def _has_news(self) -> bool:
        return self._play.has_news

    def _schedule(self) -> None:
        """Register when this match next needs attention."""
        self._services.time.schedule(self.id, clocks.next_due(self.match))

    async def _act(
        self,
        seat: int,
        player: StoredSeat,
        command: str,
        action: int | str,
        reaction: int,
        seen: int | None,
    ) -> StoredAnswer | asyncio.Future[StoredAnswer]:
        if player is not self.match.seats[seat]:
            seating.seat_of_holders(self.match, player)
        await self._stand_ins.return_by_acting(seat)
        return await self._play.act(seat, command, action, reaction, seen)

    async def _handle_deadlines(self) -> None:
        now, match = self.time, self.match
        if match.status is MatchStatus.OPEN:
            if match.deadline is not None and match.deadline <= now:
                await self._reception.give_up_waiting()
        elif late := clocks.overdue(match, now):
            await self.consent.apply_timeout(late)
        elif soon := clocks.to_warn(match, now):
            await self._ledger.update(clocks=clocks.with_warning(match, soon))

    async def _ask(
        self,
        session: str | None,
        work: Callable[[], Awaitable[_Result]],
        seat_secret: str | None = None,
    ) -> _Result:
        """Queue a request; guests leave the last places to players.

        Also raises NotAllowedError for an invalid secret.
        """
        guest = not self.seats_of(session, seat_secret) and not seating.hosts(self.match, session)
        return await self._mailbox.ask(work, guest=guest)

    async def _give_time(self, session: str | None, seconds: int | None) -> None:
        chairs = {self.match.seats[seat].chair for seat in self.seats_of(session)}
        await self._talk.check_gifts(chairs, self._services.clock())
        seat, seconds = await self.consent.give_time(session, seconds)
        await self._say(seat, RemarkKind.TIME, str(seconds))

    async def _say_seated(self, speaker: StoredSeat, kind: RemarkKind, text: str) -> None:
        await self._say(seating.seat_of_holders(self.match, speaker), kind, text)

    async def _say(self, seat: int, kind: RemarkKind, text: str) -> None:
        now = self._services.clock()
        self._announcer.say(await self._talk.add(self.match, seat, kind, text, now))

    async def _ask_openly(self, observation: Observation, level: Level) -> None:
        """Ask for advice and tell all of it, once however often a seat asks the same."""
        if not self._play.advising.asked(observation):
            await self._say(observation.seat, RemarkKind.ADVICE, "")
            self._play.advising.ask(observation, level)

    async def _say_onlooking(
        self, session: str | None, name: str, kind: RemarkKind, text: str
    ) -> None:
        now = self._services.clock()
        said = await self._talk.add_onlooker(self.match, session, name, kind, text, now)
        self._announcer.say(said)

    async def _update_holders(self, change: Callable[[StoredMatch], StoredMatch]) -> None:
        changed = change(self.match)
        if changed is not self.match:
            await self._ledger.update_holders(changed)
            await self._reload_remarks()

    async def _rename(self, session: str | None, chair: int, name: str) -> None:
        await self._reception.rename(session, chair, name)
        await self._reload_remarks()

    async def _reload_remarks(self) -> None:
        """Read remarks again under the current names, before all are told of these."""
        self._talk.invalidate()
        if self.listeners:
            with suppress(StoreError):  # it is done, and is read again for the next listener
                await self._talk.all()

    async def _leave(self, session: str | None, release: bool) -> None:
        mine = self.seats_of(session)
        if not mine:
            raise NotAllowedError("players-only")
        if self.match.status is MatchStatus.OPEN:
            await self._reception.free(mine)
        elif self.running:
            await self._stand_ins.leave(mine, release=release)
