"""Tables as messages."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.bots.advice import adviser
from tischlein.core.measurements import Film
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import changes
from tischlein.presentation.scenes import Scene
from tischlein.tables.chance import contributing
from tischlein.tables.match import clocks
from tischlein.tables.match.observer import Observer, Stop
from tischlein.tables.match.table import Table
from tischlein.tables.match.talk import ONLOOKER
from tischlein.tables.players import programs, ratings
from tischlein.tables.seats import rulings, seating, taking_over
from tischlein.tables.stored import MatchStatus, ProposalKind, SeatKind, StoredMatch, StoredRemark
from tischlein.web import proofs
from tischlein.web.messages.lists import MatchSummary
from tischlein.web.messages.sockets import Changed, Clock, Happened, Remark, View
from tischlein.web.messages.table import (
    ProposalInfo,
    SeatInfo,
    SeatTime,
    Status,
    TableInfo,
    TakeOverInfo,
)

STATUS: dict[MatchStatus, Status] = {
    MatchStatus.OPEN: "waiting",
    MatchStatus.RUNNING: "playing",
    MatchStatus.FINISHED: "over",
    MatchStatus.ENDED: "ended",
    MatchStatus.ABANDONED: "abandoned",
}
_KINDS: dict[SeatKind, Literal["person", "bot", "open"]] = {
    SeatKind.FREE: "open",
    SeatKind.PERSON: "person",
    SeatKind.BOT: "bot",
}


def seat_infos(
    match: StoredMatch,
    mine: tuple[int, ...],
    present: frozenset[int],
    session: str | None,
    now: int,
) -> list[SeatInfo]:
    """Return a match's seats as seen by the holder of `mine`; `now` is the server's own time."""
    return [
        SeatInfo(
            seat=number,
            name=seat.name,
            kind=_KINDS[seat.kind],
            level=seat.level or "",
            present=seat.kind is SeatKind.BOT or number in present,
            stand_in=seating.is_played_by_bot(seat),
            released=seat.released,
            mine=number in mine,
            resigned=seat.resigned,
            kept=seat.kind is SeatKind.FREE and bool(seat.sessions),
            kept_for_me=seat.kind is SeatKind.FREE and session in seat.sessions,
            program=programs.is_program(seat),
            chair=seat.chair,
            time=_time(match, number, now),
        )
        for number, seat in enumerate(match.seats)
    ]


def _time(match: StoredMatch, seat: int, now: int) -> SeatTime | None:
    if match.clocks is None or match.seats[seat].kind is not SeatKind.PERSON:
        return None
    clock = match.clocks.seats[seat]
    return SeatTime(
        clocks.time_left(clock, now), clock.until is not None, clock.warned, clock.overdue
    )


def _patience(table: Table, seat: int) -> int | None:
    if table.match.status is not MatchStatus.RUNNING:
        return None
    left = table.consent.seconds_until_stand_in(seat)
    return None if left is None else round(1000 * left)


def table_info(
    table: Table, mine: tuple[int, ...], looking: int | None, session: str | None
) -> TableInfo:
    """Return a table as seen by the holder of the seats `mine`."""
    match = table.match
    present = frozenset(seat for seat in range(len(match.seats)) if table.is_present(seat))
    seats = [
        msgspec.structs.replace(seat, patience=_patience(table, seat.seat))
        for seat in seat_infos(match, mine, present, session, table.time)
    ]
    return TableInfo(
        id=match.id,
        game=match.game,
        options=match.options,
        status=STATUS[match.status],
        seats=seats,
        looking=None if looking == SPECTATOR else looking,
        number=table.number,
        host=seating.hosts(match, session),
        secrets=table.game.secrets is not None,
        drafts=table.game.drafts is not None,
        commitment=match.commitment,
        parts=proofs.parts(match),
        revealing=contributing.stage(match) is contributing.Stage.REVEALING,
        fixed=match.fixed,
        from_record=match.from_record,
        rematch=match.successor or "",
        talk=match.talk,
        watched=match.watched,
        advice=match.advice and adviser(table.game) is not None,
        programs=match.programs,
        rated=match.status is MatchStatus.OPEN and ratings.will_count(match),
        paused=match.paused,
        proposal=_proposal(table, session),
        taken_over=[TakeOverInfo(*one) for one in taking_over.take_overs(match)],
        ending=rulings.ending(match),
        winners=rulings.winners(match, table.sides),
        time_control=match.time_control,
        gift=0 if match.time_control is None else clocks.gift(match.time_control),
        starts_within=_starts_within(table),
        warming_up=table.warming_up,
        unattended=table.unattended,
    )


def remark(match: StoredMatch, stored: StoredRemark) -> Remark:
    """Return a remark as it is sent."""
    # A chair that a player has left may have another player by now, who has not said this.
    seats = (
        seat
        for seat, chair in enumerate(match.seats)
        if (chair.chair, chair.name) == (stored.chair, stored.name)
    )
    seat = next(seats, None)
    return Remark(
        stored.number,
        seat,
        stored.name,
        stored.kind,
        stored.time,
        stored.text,
        speaker=stored.speaker if stored.chair == ONLOOKER else "",
        # Of a player who got up only the name is given: others of the device may still sit there.
        device="" if seat is None else stored.speaker,
    )


def _proposal(table: Table, session: str | None) -> ProposalInfo | None:
    proposal = table.match.proposal
    if proposal is None:
        return None
    about = proposal.about if proposal.what is ProposalKind.STAND_IN else None
    asked = list(table.consent.pending_seats())
    newcomer = proposal.newcomer
    return ProposalInfo(
        proposal.what.value,
        proposal.seat,
        about,
        asked,
        proposal.time,
        name="" if newcomer is None else newcomer.name,
        mine=newcomer is not None and newcomer.session == session,
    )


def _starts_within(table: Table) -> int | None:
    match = table.match
    if match.status is not MatchStatus.OPEN or match.deadline is None:
        return None
    return max(0, match.deadline - table.time)


def view(
    table: Table, observer: Observer, have: int, *, fresh: bool = False, aided: bool = True
) -> View:
    """Return what an observer sees, with the entries of the log after number `have`.

    Parameters
    ----------
    aided
        Whether to include the aids on layers that are off by default.
    """
    return View(
        number=table.number,
        entries=observer.entries[have:],
        scene=observer.scene_with(aided=aided),
        thinking=table.thinking,
        fresh=fresh,
        film=None if fresh else _film(table, have),
        clock=_clock(table),
        former=observer.former(aided=aided) if fresh else None,
    )


def stopped(
    observer: Observer,
    stop: Stop,
    have: int,
    before: Scene,
    after: Scene,
    found: changes.StepCache | None = None,
) -> Changed:
    """Return what an observer saw where an occasion ended, before chance led on from there."""
    return Changed(
        number=stop.number,
        base=have,
        entries=observer.entries[have : stop.number],
        changes=changes.between(before, after, found),
        thinking=[],
    )


def changed(
    table: Table,
    observer: Observer,
    have: int,
    before: Scene,
    after: Scene,
    found: changes.StepCache | None = None,
) -> Changed:
    """Return the same for a client that was shown the scene after event number `have`."""
    return Changed(
        number=table.number,
        base=have,
        entries=observer.entries[have:],
        changes=changes.between(before, after, found),
        thinking=table.thinking,
        film=_film(table, have),
        clock=_clock(table),
    )


def _film(table: Table, have: int) -> Film | None:
    return None if have >= table.number else table.film


def _clock(table: Table) -> Clock | None:
    return None if table.clock is None else Clock(*table.clock)


def happened(table: Table, observer: Observer, have: int, *, fresh: bool = False) -> Happened:
    """Return the same for a program that draws no scenes."""
    return Happened(
        number=table.number,
        entries=observer.entries[have:],
        acting=list(table.acting),
        legal=table.legal(observer.seat),
        fresh=fresh,
    )


def summary(
    match: StoredMatch, session: str | None, now: int, table: Table | None = None
) -> MatchSummary:
    """Return a match as a list shows it, at a time of the server's own clock.

    Whose turn it is is known to a table, or from the clocks if time is limited. Who is present is
    not included: only the node that owns a match would know.
    """
    mine = seating.seats_of_session(match, session)
    running = {
        seat: clock
        for seat, clock in enumerate(() if match.clocks is None else match.clocks.seats)
        if clock.until is not None
    }
    your_turn = any(seat in running for seat in mine)
    if table is not None:
        your_turn = any(seat in mine for seat in table.awaited)
    of = [clock for seat, clock in running.items() if seat in mine] or list(running.values())
    first = min(of, key=lambda clock: clock.until or 0, default=None)
    return MatchSummary(
        id=match.id,
        game=match.game,
        status=STATUS[match.status],
        seats=seat_infos(match, mine, frozenset(), session, now),
        options=match.options,
        your_turn=your_turn,
        changed=match.touched if table is None else max(match.touched, table.changed_at),
        time_control=match.time_control,
        left=None if first is None else clocks.time_left(first, now),
        near=first is not None and first.warned,
        from_record=match.from_record,
    )
