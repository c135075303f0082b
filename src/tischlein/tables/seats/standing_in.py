"""Bots that play for people who have gone, and people who take their seats back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from tischlein.tables.match import clocks
from tischlein.tables.match.ledger import Ledger
from tischlein.tables.match.play import Play
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.seats import rulings, seating
from tischlein.tables.seats.consent import Consent
from tischlein.tables.stored import ProposalKind, Ruling, RulingKind, SeatKind, StoredSeat


class StandIns:
    """Who plays for whom at one table; its owner calls what changes it."""

    def __init__(
        self, ledger: Ledger, play: Play, consent: Consent, clock: Callable[[], int]
    ) -> None:
        """Begin with the metadata's players."""
        self._ledger = ledger
        self._play = play
        self._consent = consent
        self._clock = clock

    def is_played_by_bot(self, seat: int) -> bool:
        """Whether a bot plays for the person on a seat."""
        return seating.is_played_by_bot(self._ledger.match.seats[seat])

    def is_left(self, seat: int) -> bool:
        """Whether a person has gone from a seat: a bot plays for them, or somebody else may."""
        return self.is_played_by_bot(seat) or self._ledger.match.seats[seat].released

    async def set_stand_in(
        self, session: str | None, seat: int, on: bool, seat_secret: str | None = None
    ) -> None:
        """Let a bot play for oneself, or end it; for an absent person, propose it to the others.

        Parameters
        ----------
        seat_secret
            As in ``Consent.answer``.

        Raises
        ------
        InvalidError
            If there is no such seat.
        NotAllowedError
            If the session does not play here, the secret opens no seat, or a person who is present
            would be replaced.
        NotNowError
            If the match is not running, the seat is no person's, or the person has only just left.
        """
        match, game = self._ledger.match, self._ledger.game
        if not self._ledger.running:
            raise NotNowError("not-running")
        if not 0 <= seat < len(match.seats):
            raise InvalidError("seat")
        stored = match.seats[seat]
        if stored.kind is not SeatKind.PERSON or stored.resigned or not game.levels:
            raise NotNowError("no-stand-in")
        if seat in seating.seats_of(match, session, seat_secret, self._clock()):
            level = game.absent if on else None
            await self._change(seating.with_bot_level(match, {seat}, level))
        elif on:
            await self._consent.propose(session, ProposalKind.STAND_IN, seat)
        else:
            raise NotAllowedError("players-only")

    async def hand_back(self, session: str) -> None:
        """Give the seats back to a person who has come."""
        match = self._ledger.match
        # An open page is no sign of its owner: a player whose time was up comes back by acting, or
        # by saying so.
        back = {
            seat
            for seat in seating.seats_of_session(match, session)
            if self.is_left(seat) and not match.seats[seat].resigned and not self._overdue(seat)
        }
        await self._change(seating.with_bot_level(match, back, None))
        if self._consent.is_outdated():
            await self._consent.conclude()

    async def return_by_acting(self, seat: int) -> None:
        """Give a seat back if its owner acts, for whatever reason a bot plays for it."""
        if self._ledger.closed_refusal() is not None:
            return
        match = self._ledger.match
        if self.is_left(seat) and not match.seats[seat].resigned:
            await self._change(seating.with_bot_level(match, {seat}, None))

    async def leave(self, mine: Collection[int], *, release: bool = False) -> None:
        """Let bots play for these seats, unless nobody would be left who plays.

        Parameters
        ----------
        release
            Whether somebody who comes may have the seats.

        Raises
        ------
        NotNowError
            If they are to be released, and too much has been decided in the match.
        """
        match, game = self._ledger.match, self._ledger.game
        staying = [
            seat
            for seat, stored in enumerate(match.seats)
            if seating.plays(stored) and seat not in mine
        ]
        seats = match.seats
        if staying and game.levels:
            seats = seating.with_bot_level(match, mine, game.absent)
        await self._change(seating.with_released(seats, mine) if release else seats)

    def _overdue(self, seat: int) -> bool:
        """Whether a bot plays for a person whose time was up."""
        known = self._ledger.match.clocks
        return self.is_played_by_bot(seat) and known is not None and known.seats[seat].overdue

    async def _change(self, seats: tuple[StoredSeat, ...]) -> None:
        """Store who has gone and who is back, with rulings on whom bots play for."""
        match = self._ledger.match
        if seats == match.seats or not self._ledger.running:
            return
        now = self._clock()
        said = [
            Ruling(what, self._ledger.number, now, seat, detail)
            for seat, (before, after) in enumerate(zip(match.seats, seats, strict=True))
            for what, detail in _changes(before, after)
        ]
        back = [one.seat for one in said if one.what is RulingKind.RETURN and one.seat is not None]
        fields: dict[str, Any] = {"clocks": clocks.with_return(match, back)} if back else {}
        released = any(one.what is RulingKind.RELEASE for one in said)
        append = rulings.appended if released else rulings.appended_if_room
        await self._play.change(seats=seats, rulings=append(match, *said), **fields)
        await self._consent.conclude()


def _changes(before: StoredSeat, after: StoredSeat) -> Iterator[tuple[RulingKind, str]]:
    """Yield the rulings by which somebody goes from a seat, or is back, with their details."""
    if after.level is not None and before.level is None:
        yield RulingKind.STAND_IN, after.level
    if after.released and not before.released:
        yield RulingKind.RELEASE, ""
    if (before.level is not None and after.level is None) or before.released > after.released:
        yield RulingKind.RETURN, ""
