"""What the people at a table decide together.

To end, take back, pause, give time, call a bot, or let somebody who comes play on for another.

A proposal is stored in the match's metadata until everybody who is asked has agreed, one of them
has refused, or the match has made it pointless; so it survives days and restarts. Each decision
becomes a ruling, stored in the same step as what it changes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tischlein.core.game import Game
from tischlein.tables.match import clocks
from tischlein.tables.players import ratings
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError, TooManyError
from tischlein.tables.seats import rulings, seating, taking_over
from tischlein.tables.stored import (
    Ending,
    MatchStatus,
    Newcomer,
    Proposal,
    ProposalKind,
    RemarkKind,
    Ruling,
    RulingKind,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    TimeoutAction,
)

GRACE_PERIOD = 60.0
"""How many seconds a person must be away before others may let a bot play for them."""
REST = 60
"""For how many seconds nobody else may ask for a seat after somebody has been refused one."""


class ConsentCallbacks(NamedTuple):
    """What decisions need from their table; within its owner, except what only reads."""

    match: Callable[[], StoredMatch]
    sides: tuple[int, ...]
    """By seat the side that it belongs to; seats of a team share one."""
    number: Callable[[], int]
    """The number of the last event."""
    away_for: Callable[[int], float]
    """For how many seconds nobody has been at a seat; 0 while somebody is."""
    events: Callable[[], Awaitable[Sequence[StoredEvent]]]
    clock: Callable[[], int]
    time: Callable[[], int]
    """The server's own time, by which clocks run."""
    change: Callable[..., Awaitable[None]]
    """Change the metadata, and continue accordingly."""
    take_back: Callable[..., Awaitable[None]]
    """Remove the events after a number, and change the metadata."""
    announce: Callable[[int, RemarkKind, ProposalKind], Awaitable[None]]
    """Tell all that a seat has refused a proposal, or that its own proposal has lapsed."""


class Consent:
    """The decisions at one table; its owner calls everything here."""

    def __init__(self, game: Game, callbacks: ConsentCallbacks) -> None:
        """Begin with the proposal in the match, if there is one."""
        self._game = game
        self._callbacks = callbacks
        self._newcomers_from = 0
        """From when on newcomers may ask again, by the server's own time."""

    async def propose(
        self, session: str | None, what: ProposalKind, about: int | None = None
    ) -> None:
        """Propose something to the others; what needs nobody else's consent happens immediately.

        A proposal equal to a pending one counts as agreement to it.

        Raises
        ------
        NotAllowedError
            If the session does not play here.
        NotNowError
            If it is not possible now, or something else is being decided.
        """
        match = self._callbacks.match()
        mine = self._players(session)
        if what is ProposalKind.RESUME:  # anybody may, whatever is being decided
            if match.paused:
                await self._carry_out(self._new(what, mine[0], 0))
            return
        pending = match.proposal
        if pending is not None and pending.seat not in mine:
            if not _is_same_proposal(pending, what, about):
                raise NotNowError("proposal-pending")
            await self.answer(session, True)
            return
        if what is ProposalKind.PAUSE and match.paused:
            return
        if what is ProposalKind.BACK:
            seat, subject = await self._turn(mine)
        else:
            seat, subject = mine[0], self._subject(what, mine, about)
        await self._decide(replace(self._new(what, seat, subject), agreed=mine))

    async def ask_for_seat(self, seat: int, newcomer: Newcomer, *, beside: bool = False) -> None:
        """Ask those who play whether somebody who has come plays on for a bot of the table.

        Or for somebody who has gone, and said that others may; then the one who went is not asked.
        In a match of bots alone only the host can, without asking anybody.

        Parameters
        ----------
        beside
            Whether it is another person at a device whose people play already: they have agreed.

        Raises
        ------
        InvalidError
            If there is no such seat.
        NotAllowedError
            If it is a program, and the host wants none; or nobody plays who could agree.
        NotNowError
            If the match is not running, nobody makes room on the seat, the session plays already,
            the name is taken, or something else is being decided, or was refused lately.
        """
        match = self._callbacks.match()
        if match.status is not MatchStatus.RUNNING:
            raise NotNowError("not-running")
        taking_over.check(match, seat, newcomer, beside=beside)
        people = taking_over.playing_people(match)
        if not (people or match.seats[seat].released or seating.hosts(match, newcomer.session)):
            raise NotAllowedError("nobody-agrees")
        if match.proposal is not None:
            raise NotNowError("proposal-pending")
        mine = tuple(mine for mine in people if newcomer.session in match.seats[mine].sessions)
        rest = self._newcomers_from - self._callbacks.time()
        if rest > 0 and not mine:
            raise NotNowError("take-over-later", seconds=-(-rest // 1000))
        asking = self._new(ProposalKind.TAKE_OVER, seat, seat)
        await self._decide(replace(asking, agreed=mine, newcomer=newcomer))

    async def answer(
        self,
        session: str | None,
        agree: bool,
        seat_secret: str | None = None,
        at: int | None = None,
    ) -> None:
        """Agree to what has been proposed, refuse it, or withdraw it.

        Parameters
        ----------
        seat_secret
            Of a seat's private link, by which a program holds the seat instead of by a session.
        at
            When the intended proposal was made: no other one is answered. None for the current one.

        Raises
        ------
        NotAllowedError
            If the session does not play here, or the secret opens no seat.
        NotNowError
            If nothing is proposed any more.
        """
        proposal = self._callbacks.match().proposal
        newcomer = None if proposal is None else proposal.newcomer
        withdrawn = not agree and newcomer is not None and newcomer.session == session
        mine = () if withdrawn else self._players(session, seat_secret)
        if proposal is None or at not in (None, proposal.time):
            raise NotNowError("no-proposal")
        if agree:
            agreed = tuple(sorted({*proposal.agreed, *mine}))
            await self._decide(replace(proposal, agreed=agreed))
        elif withdrawn or proposal.seat in mine:
            await self._callbacks.change(proposal=None)
        else:
            refusing = next((seat for seat in self._missing(proposal) if seat in mine), mine[0])
            if proposal.what is ProposalKind.TAKE_OVER:
                self._newcomers_from = self._callbacks.time() + 1000 * REST
            await self._callbacks.change(proposal=None)
            await self._callbacks.announce(refusing, RemarkKind.REFUSED, proposal.what)

    async def resign(self, session: str | None, seat: int, seat_secret: str | None = None) -> None:
        """Let a seat give up. The match ends if one side is left, else a bot plays on for it.

        Parameters
        ----------
        seat_secret
            As in :meth:`answer`.

        Raises
        ------
        NotAllowedError
            If the session does not hold the seat.
        NotNowError
            If the match is not being played, or the seat has given up already.
        """
        match = self._callbacks.match()
        if match.status is not MatchStatus.RUNNING:
            raise NotNowError("not-running")
        if seat not in self._held(session, seat_secret):
            raise NotAllowedError("not-your-seat")
        stored = match.seats[seat]
        if stored.resigned:
            raise NotNowError("resigned")
        await self._give_up((seat,), [self._ruling(RulingKind.RESIGN, seat)], Ending.RESIGNED)

    async def apply_timeout(self, late: Sequence[int]) -> None:
        """Apply the table's agreed consequence to seats whose time is up."""
        match = self._callbacks.match()
        control = match.time_control
        if control is None:
            return
        level, run_out = clocks.bot_level(control, self._game), clocks.with_time_up(match, late)
        if control.then is TimeoutAction.LOSE:
            said = [self._ruling(RulingKind.OVERDUE, seat) for seat in late]
            await self._give_up(late, said, Ending.OVERDUE, clocks=run_out)
            return
        said = [self._ruling(RulingKind.OVERDUE, seat, level) for seat in late]
        seats = seating.with_bot_level(match, late, level)
        await self._callbacks.change(
            rulings=rulings.appended_if_room(match, *said), seats=seats, clocks=run_out
        )
        await self.conclude()

    async def give_time(self, session: str | None, seconds: int | None) -> tuple[int, int]:
        """Give the others time; return the giving seat, and how many seconds.

        Parameters
        ----------
        seconds
            How many; None for the usual amount.

        Raises
        ------
        NotAllowedError
            If the session does not play here.
        InvalidError
            If it is too little or too much at once.
        NotNowError
            If there are no clocks, or none that can hold more.
        """
        match = self._callbacks.match()
        mine = self._players(session)
        control = match.time_control
        if control is None:
            raise NotNowError("no-clocks")
        seconds = clocks.gift(control) if seconds is None else seconds
        if not 1 <= seconds <= control.seconds:
            raise InvalidError("time-gift", most=control.seconds)
        others = [
            seat
            for seat, stored in enumerate(match.seats)
            if stored.kind is SeatKind.PERSON and not stored.resigned and seat not in mine
        ]
        given = clocks.can_be_given(match, others, seconds, self._callbacks.time())
        if not given:
            raise NotNowError("time-enough")
        said = rulings.with_gift(match, self._ruling(RulingKind.TIME, mine[0], str(seconds)))
        await self._callbacks.change(
            clocks=clocks.with_more_time(match, given, seconds), rulings=said
        )
        return mine[0], seconds

    async def conclude(self) -> None:
        """Carry out a proposal if all who are asked have agreed; drop it if it is outdated.

        Call it when a person may no longer be asked: they have resigned or gone, or a bot plays for
        them.
        """
        match = self._callbacks.match()
        proposal = match.proposal
        if proposal is None or match.status is not MatchStatus.RUNNING:
            return
        if self.is_outdated():
            await self._drop(proposal)
        elif not self._missing(proposal):
            try:
                await self._carry_out(proposal)
            except (NotNowError, TooManyError):
                # Too much has been decided already, or a program plays at too many tables.
                await self._drop(proposal)

    async def announce_lapsed(self, proposal: Proposal) -> None:
        """Report that a proposal, which has been removed, has become pointless."""
        await self._callbacks.announce(proposal.seat, RemarkKind.LAPSED, proposal.what)

    def is_outdated(self) -> bool:
        """Whether the proposal has become pointless by what has happened."""
        match = self._callbacks.match()
        proposal = match.proposal
        if proposal is not None and proposal.what is ProposalKind.TAKE_OVER:
            seat = match.seats[proposal.seat]
            nobody_agrees = not (seat.released or taking_over.playing_people(match))
            return nobody_agrees or not taking_over.is_offered(seat)  # its player is back
        if proposal is None or proposal.what is not ProposalKind.STAND_IN:
            return False  # others are removed by the events that make them pointless
        plays = match.seats[proposal.about].level is None
        return not plays or not self._callbacks.away_for(proposal.about)

    def pending_seats(self) -> tuple[int, ...]:
        """Return the seats whose consent to the proposal is still missing."""
        match = self._callbacks.match()
        if match.proposal is None:
            return ()
        return self._missing(match.proposal)

    # --- within ---

    async def _give_up(
        self, giving_up: Sequence[int], said: list[Ruling], ending: Ending, **fields: Any
    ) -> None:
        """Remove seats from the match, which ends if one side is left, or no people are."""
        match = self._callbacks.match()
        level = self._game.absent or None
        seats = tuple(
            replace(stored, resigned=True, level=level) if seat in giving_up else stored
            for seat, stored in enumerate(match.seats)
        )
        fields["seats"] = seats
        if self._decided(seats):
            said.append(self._ruling(RulingKind.END, detail=ending))
            fields |= {"status": MatchStatus.ENDED, "paused": False}
        pending = match.proposal
        if "status" in fields or (pending is not None and pending.seat in giving_up):
            fields["proposal"] = None
        await self._callbacks.change(rulings=rulings.appended(match, *said), **fields)
        await self.conclude()

    def _held(self, session: str | None, seat_secret: str | None) -> tuple[int, ...]:
        callbacks = self._callbacks
        return seating.seats_of(callbacks.match(), session, seat_secret, callbacks.clock())

    def _players(self, session: str | None, seat_secret: str | None = None) -> tuple[int, ...]:
        match = self._callbacks.match()
        if match.status is not MatchStatus.RUNNING:
            raise NotNowError("not-running")
        held = self._held(session, seat_secret)
        mine = tuple(seat for seat in held if not match.seats[seat].resigned)
        if not mine:
            raise NotAllowedError("players-only")
        return mine

    def _subject(self, what: ProposalKind, mine: tuple[int, ...], about: int | None) -> int:
        """Return what a proposal is about, after checking that it makes sense."""
        if what is ProposalKind.STAND_IN:
            return self._absent_seat(about)
        if what is ProposalKind.TIME:
            return self._extension(mine)
        return 0

    async def _turn(self, mine: tuple[int, ...]) -> tuple[int, int]:
        """Return which of one's seats acted last, and the number of the event before its turn."""
        if self._game.race is not None:
            raise NotNowError("no-taking-back")
        events = await self._callbacks.events()
        last = last_turn_of(events, mine)
        if last is None:
            raise NotNowError("nothing-to-take-back")
        return events[last].event.seat, last

    def seconds_until_stand_in(self, seat: int) -> float | None:
        """Return the seconds until a bot may play for an absent player; None if none may.

        0 if one may now.
        """
        stored = self._callbacks.match().seats[seat]
        person = stored.kind is SeatKind.PERSON and stored.level is None and not stored.resigned
        away = self._callbacks.away_for(seat)
        possible = person and self._game.levels and not self._by_correspondence()
        return max(GRACE_PERIOD - away, 0.0) if possible and away else None

    def _by_correspondence(self) -> bool:
        """Whether people need not be there: clocks leave them hours, and settle what follows."""
        control = self._callbacks.match().time_control
        return control is not None and control.seconds >= clocks.CORRESPONDENCE_SECONDS

    def _absent_seat(self, seat: int | None) -> int:
        seats = self._callbacks.match().seats
        if seat is None or not 0 <= seat < len(seats):
            raise InvalidError("seat")
        stored = seats[seat]
        person = stored.kind is SeatKind.PERSON and stored.level is None
        if not person or not self._game.levels:
            raise NotNowError("no-stand-in")
        if self._by_correspondence():
            raise NotNowError("stand-in-clocks")
        away = self._callbacks.away_for(seat)
        if not away:
            raise NotAllowedError("seat-present")
        if away < GRACE_PERIOD:
            raise NotNowError("stand-in-later", seconds=round(GRACE_PERIOD - away) or 1)
        return seat

    def _extension(self, seats: Sequence[int]) -> int:
        """Return how many seconds seats would get, if their clocks can hold them."""
        match = self._callbacks.match()
        if match.time_control is None:
            raise NotNowError("no-clocks")
        seconds = clocks.gift(match.time_control)
        if not clocks.can_be_given(match, seats, seconds, self._callbacks.time()):
            raise NotNowError("time-enough")
        return seconds

    def _missing(self, proposal: Proposal) -> tuple[int, ...]:
        missing = []
        for seat, stored in enumerate(self._callbacks.match().seats):
            if stored.kind is not SeatKind.PERSON or stored.resigned or seat in proposal.agreed:
                continue
            if proposal.what is ProposalKind.STAND_IN:
                asked = seat != proposal.about and not self._callbacks.away_for(seat)
            else:
                # Ending concerns everybody, and so does taking back if the match would then no
                # longer count; the rest only concerns those who play themselves.
                everybody = proposal.what is ProposalKind.END or (
                    proposal.what is ProposalKind.BACK and ratings.at_stake(self._callbacks.match())
                )
                asked = everybody or seating.plays(stored)
            if asked:
                missing.append(seat)
        return tuple(missing)

    async def _drop(self, proposal: Proposal) -> None:
        await self._callbacks.change(proposal=None)
        await self.announce_lapsed(proposal)

    async def _decide(self, proposal: Proposal) -> None:
        if self._missing(proposal):
            await self._callbacks.change(proposal=proposal)
        else:
            await self._carry_out(proposal)

    async def _carry_out(self, proposal: Proposal) -> None:
        """Do what all have agreed to."""
        match, change = self._callbacks.match(), self._callbacks.change
        match proposal.what:
            case ProposalKind.PAUSE:
                said = rulings.appended(match, self._ruling(RulingKind.PAUSE, proposal.seat))
                await change(paused=True, rulings=said, proposal=None)
            case ProposalKind.RESUME:
                said = rulings.appended_if_room(
                    match, self._ruling(RulingKind.RESUME, proposal.seat)
                )
                await change(paused=False, rulings=said)  # a pending proposal remains
            case ProposalKind.END:
                said = rulings.appended(match, self._ruling(RulingKind.END, detail=Ending.AGREED))
                ended = MatchStatus.ENDED
                await change(status=ended, paused=False, rulings=said, proposal=None)
            case ProposalKind.STAND_IN:
                level = self._game.absent
                ruled = self._ruling(RulingKind.STAND_IN, proposal.about, level)
                seats = seating.with_bot_level(match, {proposal.about}, level)
                await change(
                    seats=seats, rulings=rulings.appended_if_room(match, ruled), proposal=None
                )
            case ProposalKind.TAKE_OVER:
                level = match.seats[proposal.seat].level or ""
                said = rulings.appended(
                    match, self._ruling(RulingKind.TAKE_OVER, proposal.seat, level)
                )
                seats = taking_over.with_newcomer(match, proposal)
                time = clocks.with_return(match, {proposal.seat})
                await change(seats=seats, rulings=said, clocks=time, proposal=None)
            case ProposalKind.TIME:
                await self._extend(proposal)
            case ProposalKind.BACK:
                last = proposal.about
                count = str(proposal.number - last)
                ruled = replace(self._ruling(RulingKind.BACK, proposal.seat, count), after=last)
                before = [replace(one, after=min(one.after, last)) for one in match.rulings]
                said = rulings.appended(replace(match, rulings=tuple(before)), ruled)
                await self._callbacks.take_back(last, rulings=said, proposal=None)

    async def _extend(self, proposal: Proposal) -> None:
        """Give the proposer time, unless it has run out by now, or is already plenty."""
        match, seconds = self._callbacks.match(), proposal.about
        holders = set(match.seats[proposal.seat].sessions)
        theirs = [seat for seat, stored in enumerate(match.seats) if holders & set(stored.sessions)]
        given = clocks.can_be_given(match, theirs, seconds, self._callbacks.time())
        if not given:
            await self._drop(proposal)
            return
        said = rulings.appended(
            match, self._ruling(RulingKind.MORE_TIME, proposal.seat, str(seconds))
        )
        more = clocks.with_more_time(match, given, seconds)
        await self._callbacks.change(clocks=more, rulings=said, proposal=None)

    def _decided(self, seats: Sequence[StoredSeat]) -> bool:
        """Whether too few are left to play on after somebody has given up."""
        left = [seat for seat, stored in enumerate(seats) if not stored.resigned]
        people = [seat for seat in left if seats[seat].kind is SeatKind.PERSON]
        alone = len({self._callbacks.sides[seat] for seat in left}) <= 1
        return not people or alone or not self._game.levels

    def _new(self, what: ProposalKind, seat: int, about: int) -> Proposal:
        now, number = self._callbacks.clock(), self._callbacks.number()
        return Proposal(what, seat, now, number, (seat,), about)

    def _ruling(self, what: RulingKind, seat: int | None = None, detail: str = "") -> Ruling:
        return Ruling(what, self._callbacks.number(), self._callbacks.clock(), seat, detail)


def _is_same_proposal(pending: Proposal, what: ProposalKind, about: int | None) -> bool:
    """Whether a proposal repeats a pending one of somebody else.

    Taking back and more time are wishes of one person: from another, the same words mean another
    turn, or another clock.
    """
    if pending.what is not what:
        return False
    if what is ProposalKind.STAND_IN:
        return pending.about == about
    return what in (ProposalKind.END, ProposalKind.PAUSE)


def last_turn_of(events: Sequence[StoredEvent], seats: Sequence[int]) -> int | None:
    """Return the number of the last event before the last turn of these seats, None without one.

    A turn is what a seat did in a row.
    """
    index = len(events) - 1
    while index >= 0 and events[index].event.seat not in seats:
        index -= 1
    if index < 0:
        return None
    seat = events[index].event.seat
    while index > 0 and events[index - 1].event.seat == seat:
        index -= 1
    return events[index].number - 1
