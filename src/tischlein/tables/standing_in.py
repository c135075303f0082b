"""Bots that play for absent people, and people who take their seats back from them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tischlein.tables import clocks, rulings, seating
from tischlein.tables.consent import Consent
from tischlein.tables.ledger import Ledger
from tischlein.tables.play import Play
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.stored import ProposalKind, Ruling, RulingKind, SeatKind


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
        stored = self._ledger.match.seats[seat]
        return stored.kind is SeatKind.PERSON and stored.level is not None

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
            await self._set({seat}, on)
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
            if self.is_played_by_bot(seat)
            and not match.seats[seat].resigned
            and not self._overdue(seat)
        }
        await self._set(back, False)
        if self._consent.is_outdated():
            await self._consent.conclude()

    async def return_by_acting(self, seat: int) -> None:
        """Give a seat back if its owner acts, for whatever reason a bot plays for it."""
        if self._ledger.closed_refusal() is not None:
            return
        if self.is_played_by_bot(seat) and not self._ledger.match.seats[seat].resigned:
            await self._set({seat}, False)

    async def leave(self, mine: Collection[int]) -> None:
        """Let bots play for these seats, unless nobody would be left who plays."""
        staying = [
            seat
            for seat, stored in enumerate(self._ledger.match.seats)
            if stored.kind is SeatKind.PERSON and stored.level is None and seat not in mine
        ]
        if staying and self._ledger.game.levels:
            await self._set(set(mine), True)

    def _overdue(self, seat: int) -> bool:
        """Whether a bot plays for a person whose time was up."""
        known = self._ledger.match.clocks
        return self.is_played_by_bot(seat) and known is not None and known.seats[seat].overdue

    async def _set(self, seats: set[int], on: bool) -> None:
        """Let bots take over these seats, or give them back."""
        match = self._ledger.match
        level = self._ledger.game.absent if on else None
        changed = seating.with_bot_level(match, seats, level)
        if changed == match.seats or not self._ledger.running:
            return
        what = RulingKind.STAND_IN if on else RulingKind.RETURN
        now = self._clock()
        said = [
            Ruling(what, self._ledger.number, now, seat, level or "")
            for seat in sorted(seats)
            if changed[seat] != match.seats[seat]
        ]
        fields: dict[str, Any] = {} if on else {"clocks": clocks.with_return(match, seats)}
        await self._play.change(
            seats=changed, rulings=rulings.appended_if_room(match, *said), **fields
        )
        if on:
            await self._consent.conclude()
