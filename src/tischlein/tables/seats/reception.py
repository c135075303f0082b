"""The reception of a table: chairs are taken, kept, filled and given up until the match begins.

Later, it manages the links to its seats, and who may watch and hear what is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from msgspec.structs import replace

from tischlein.tables.chance import contributing
from tischlein.tables.match.ledger import Ledger
from tischlein.tables.match.play import Play
from tischlein.tables.match_limits import bots_alone
from tischlein.tables.players import programs
from tischlein.tables.problems import NotAllowedError
from tischlein.tables.seats import seating
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    StoredProgram,
    StoredSeat,
    TalkRule,
)

Room = Callable[[str], AbstractAsyncContextManager[None]]
"""Lets a match of only bots begin within it, or refuses that to its host (TooManyError)."""


def no_limit(_: str) -> AbstractAsyncContextManager[None]:
    """Let only bots begin, however many play already."""
    return nullcontext()


class Reception:
    """Who joins and leaves one table; its owner calls everything here."""

    def __init__(self, ledger: Ledger, play: Play, clock: Callable[[], int]) -> None:
        """Manage the chairs in the metadata.

        Parameters
        ----------
        clock
            Milliseconds since 1970.
        """
        self._ledger = ledger
        self._play = play
        self._clock = clock

    # --- until the match begins ---

    async def begin(self) -> None:
        """Start the match if no chair is open, and if no deadline has started it already."""
        if self._ledger.match.status is MatchStatus.OPEN:
            await self._start_if_full(self._ledger.match.seats)

    async def give_up_waiting(self) -> None:
        """Leave out contributions to chance that browsers have not sent by now."""
        await self._start_if_full(contributing.without_missing(self._ledger.match.seats))

    async def join(
        self,
        session: str,
        name: str,
        contribution_hash: bytes,
        where: seating.ChairChoice = seating.ANY_CHAIR,
    ) -> list[str]:
        """Give an open chair to a session, or all that are kept for it alone.

        Returns the secrets of their private links, that of the named chair first.

        Parameters
        ----------
        contribution_hash
            What its browser binds itself to (``contributing``); empty if it adds nothing.
        where
            On which of the chairs that they may take.

        Raises
        ------
        NotAllowedError
            If it is a program's, and the host wants none.
        NotNowError
            If no chair is open, or the session sits at the table already, nobody sits down beside
            it and none is kept for it, or it may not take the chair that is wanted.
        InvalidError
            If the hash is somebody else's, or they are to sit as before, and elsewhere as well.
        """
        self._ledger.check_open()
        match = self._ledger.match
        programs.check_welcome(match, session)
        part = ContributionState.PROMISED if contribution_hash else ContributionState.NONE
        seats, seat_secrets = seating.with_player(match, session, name, self._clock(), part, where)
        if contribution_hash:
            # Chairs that the session had before have hashes of their own, or will have them.
            taken = [seat for seat, stored in enumerate(seats) if stored != match.seats[seat]]
            named = [seat for seat in taken if seats[seat].part is ContributionState.PROMISED]
            seats = contributing.with_hashes(
                replace(match, seats=seats), named, [contribution_hash]
            )
        await self._start_if_full(seats)
        return seat_secrets

    async def contribute(
        self,
        chairs: Callable[[], tuple[int, ...]],
        hashes: Sequence[bytes],
        contributions: Sequence[bytes],
    ) -> None:
        """Accept a browser's contributions to chance: first hashes, then the hashed bytes.

        The match starts with the last of them. Both may come at once if no other browser
        contributes; the same may come again.

        Parameters
        ----------
        chairs
            Called when the time has come; returns the chairs that the browser holds.

        Raises
        ------
        NotAllowedError
            If it holds none.
        NotNowError
            If the match has begun, a hash is there already, or it is too early to reveal.
        InvalidError
            If a hash is somebody else's, or a contribution fits no hash.
        """
        self._ledger.check_open()
        match, mine = self._ledger.match, chairs()
        contributing.check_held(mine)
        seats = contributing.with_hashes(match, mine, hashes)
        seats = contributing.with_contributions(replace(match, seats=seats), mine, contributions)
        if seats != match.seats:
            await self._start_if_full(seats)

    async def fill(
        self, session: str | None, chair: int, level: str, room: Room = no_limit
    ) -> None:
        """Put a bot on an open chair; only the host may (NotAllowedError, NotNowError).

        Parameters
        ----------
        room
            Asked if bots then have all chairs, so that the match begins.
        """
        self._ledger.check_open()
        host = self._needs_host(session)
        seats = seating.with_bot(self._ledger.match, self._ledger.game, chair, level)
        async with room(host) if bots_alone(seats) else nullcontext():
            await self._start_if_full(seats)

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
        self._ledger.check_open()
        self._needs_host(session)
        await self._ledger.update(
            seats=programs.with_invitation(self._ledger.match, chair, program)
        )

    async def decline(self, session: str | None) -> None:
        """Give up the chair that is kept for a session (NotNowError if there is none)."""
        self._ledger.check_open()
        await self._ledger.update(seats=programs.without_invitation(self._ledger.match, session))

    async def dismiss(self, session: str | None, chair: int) -> None:
        """Remove the holder of a chair, or the player it is kept for, before the start.

        Raises
        ------
        NotAllowedError
            If the session does not host the table.
        NotNowError
            If the match has begun, or there is nobody to remove from that chair.
        """
        self._ledger.check_open()
        host = self._needs_host(session)
        contributing.check_may_leave(self._ledger.match.seats)
        await self._ledger.update(seats=seating.without_player(self._ledger.match, host, chair))

    async def rename(self, session: str | None, chair: int, name: str) -> None:
        """Change a player's name until the match begins.

        Raises
        ------
        NotAllowedError
            If the session does not hold the chair, or is a program's, whose name says what it is.
        NotNowError
            If the match has begun, or somebody has the name already.
        """
        self._ledger.check_open()
        if programs.is_session(session):
            raise NotAllowedError("not-allowed")
        match = self._ledger.match
        seats = seating.with_name(match, session, chair, name)
        if seats != match.seats:
            await self._ledger.update_holders(match.changed(touched=self._clock(), seats=seats))

    async def set_programs_welcome(self, session: str | None, welcome: bool) -> None:
        """Set whether programs may sit down without being invited; only the host may.

        Programs that sit at the table already stay.

        Raises
        ------
        NotAllowedError
            If the session does not host the table.
        NotNowError
            If the match has begun.
        """
        self._ledger.check_open()
        self._needs_host(session)
        if welcome is not self._ledger.match.programs:
            await self._ledger.update(programs=welcome)

    async def free(self, chairs: tuple[int, ...]) -> None:
        """Let the holders of these chairs get up; if nobody is left, the table is abandoned."""
        contributing.check_may_leave(self._ledger.match.seats)
        seats, host = seating.with_free_chairs(self._ledger.match, chairs)
        if host is None:
            await self._ledger.update(seats=seats, status=MatchStatus.ABANDONED)
        else:
            await self._ledger.update(seats=seats, host=host)

    async def _start_if_full(self, seats: tuple[StoredSeat, ...], **fields: Any) -> None:
        """Change the chairs; once nothing is missing, draw lots and begin."""
        if contributing.stage_of_chairs(seats) is contributing.Stage.READY:
            await self._play.begin(seats, **fields)
        else:
            await self._ledger.update(seats=seats, **fields)

    # --- at any time ---

    async def claim(self, session: str, seat_secret: str) -> None:
        """Let a session hold the seat whose private link it has (NotAllowedError)."""
        match = self._ledger.match
        programs.check_welcome(match, session)
        seats = seating.with_claimed_seat(match, session, seat_secret, self._clock())
        if seats != match.seats:
            await self._ledger.update(seats=seats)

    async def renew_link(self, session: str | None, seat_secret: str) -> str:
        """Return a new secret that replaces that of a seat which the session holds.

        The old one becomes invalid, and no other device holds the seat then (NotAllowedError); a
        host who has lost the last seat by that is no longer host.
        """
        match = self._ledger.match
        seats, new = seating.with_new_secret(match, session, seat_secret, self._clock())
        host = seating.host_after_renewal(match, seats, session)
        await self._ledger.update(seats=seats, host=host)
        return new

    async def renew_links(self, session: str | None) -> list[str]:
        """Return new secrets that replace those of all seats which the session holds.

        The old ones, and all other devices, lose the seats (NotAllowedError); a host who has lost
        the last one by that is no longer host.
        """
        match = self._ledger.match
        seats, new = seating.with_new_secrets(match, session, self._clock())
        host = seating.host_after_renewal(match, seats, session)
        await self._ledger.update(seats=seats, host=host)
        return new

    async def set_talk_rule(self, session: str | None, rule: TalkRule) -> None:
        """Set who may hear what is said; only the host may (NotAllowedError)."""
        self._needs_host(session)
        if rule is not self._ledger.match.talk:
            await self._ledger.update(talk=rule)

    async def set_watching(self, session: str | None, watched: bool) -> None:
        """Set whether others than the players may watch; only the host may (NotAllowedError).

        Viewers who are no longer allowed are disconnected by the code that serves connections.
        """
        self._needs_host(session)
        if watched is not self._ledger.match.watched:
            await self._ledger.update(watched=watched)

    def _needs_host(self, session: str | None) -> str:
        match = self._ledger.match
        if session is None or not seating.hosts(match, session) or match.from_record:
            raise NotAllowedError("host-only")
        return session
