"""What can move on the table: tiles, gangs, vote cards, and what lies before the seats."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation
from tischlein.core.scenes import Piece, Tray
from tischlein.games.drunter import ground
from tischlein.games.drunter.ground import SIDE, centre, place_id
from tischlein.games.drunter.history import Attempt
from tischlein.games.drunter.laying import direction_of, first_square, line_of, size_of
from tischlein.games.drunter.refusals import KIND_WORDS, LINE_WORDS
from tischlein.games.drunter.state import (
    CARD_WORDS,
    GOAL_CARDS,
    GOALS,
    JOKER,
    KIND_OF_LINE,
    NONE,
    REMOVED,
    SIZES,
    TILE_KINDS,
    VOTE_CARDS,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import BEYOND, CORNERS

CARD_SYMBOLS = (*["vote-yes"] * 3, *["vote-no"] * 3, "vote-joker", "vote-blank")
CARD_WIDTH, CARD_HEIGHT = 9.0, 12.6
TURNS = (270.0, 0.0, 90.0, 180.0)
"""How far a tile is turned to run north, east, south, west."""
GANG = 8.4


def tile_name(line: int, size: int) -> str:
    """Return the kind of a tile for a line, such as ``wall-3``; all of a kind are alike."""
    return f"{KIND_WORDS[KIND_OF_LINE[line]]}-{size}"


def tiles(state: DrunterState, log: Sequence[Attempt]) -> list[Piece]:
    """Return the tiles that lie, and translucently the one that is voted on."""
    pieces = []
    for number, one in enumerate(log):
        if not one.refused:
            pieces.append(_tile(number, one.line, one.size, one.direction, one.squares))
    if state.pending != NONE:
        action = int(state.pending)
        pieces.append(
            _tile(
                len(log),
                int(line_of(action)),
                int(size_of(action)),
                int(direction_of(action)),
                squares_of(state, action),
                pending=True,
            )
        )
    return pieces


def _tile(
    number: int,
    line: int,
    size: int,
    direction: int,
    squares: Sequence[int],
    *,
    pending: bool = False,
) -> Piece:
    name = tile_name(line, size)
    (first_x, first_y), (last_x, last_y) = centre(squares[0]), centre(squares[-1])
    return Piece(
        id=f"tile:{number}",
        kind=name,
        symbol=name,
        label=Phrase("tile", {"kind": KIND_WORDS[KIND_OF_LINE[line]], "size": size}),
        x=(first_x + last_x) / 2,
        y=(first_y + last_y) / 2,
        w=SIDE * size,
        h=SIDE,
        turn=TURNS[direction],
        place=place_id(squares[-1]),
        faded=pending,
    )


def squares_of(state: DrunterState, action: int) -> list[int]:
    """Return the squares of a placement that fits, from the gang outwards."""
    direction = int(direction_of(action))
    squares = [int(first_square(state, line_of(action), direction))]
    for _ in range(int(size_of(action)) - 1):
        squares.append(int(BEYOND[squares[-1], direction]))
    return squares


def gangs(state: DrunterState) -> list[Piece]:
    """Return the gangs that are still at work."""
    pieces = []
    for line, square in enumerate(state.gangs.tolist()):
        if square == REMOVED:
            continue
        x, y = centre(square)
        pieces.append(
            Piece(
                id=f"gang:{LINE_WORDS[line]}",
                kind=f"gang-{LINE_WORDS[line]}",
                symbol=f"gang-{LINE_WORDS[line]}",
                label=Phrase("gang", {"line": LINE_WORDS[line]}),
                x=x,
                y=y,
                w=GANG,
                h=GANG,
                place=place_id(square),
            )
        )
    return pieces


def stops(state: DrunterState, log: Sequence[Attempt]) -> list[Piece]:
    """Return a sign where each line has ended."""
    ends = CORNERS.tolist()
    for one in log:
        if not one.refused:
            ends[one.line] = one.squares[-1]
    signs = []
    for line, square in enumerate(ends):
        if state.gangs[line] == REMOVED:
            x, y = centre(square)
            name = LINE_WORDS[line]
            label = Phrase("ended", {"line": name})
            signs.append(
                Piece(f"stop:{name}", "stop", "stop", label, x, y, 6.0, 6.0, place=place_id(square))
            )
    return signs


# --- votes ---


def slot(state: DrunterState, seat: int) -> tuple[float, float]:
    """Return the left end and the middle of where a seat's vote cards lie."""
    return ground.WIDTH / int(state.seats) * seat, ground.BALLOTS_Y + 15.5


def ballots(observation: Observation, log: Sequence[Attempt]) -> list[Piece]:
    """Return the cards of the vote that runs, face down where they are secret, or the last ones."""
    state: DrunterState = observation.state
    pieces = []
    if state.pending != NONE:
        for seat in range(state.seats):
            if state.ballots[seat]:
                pieces += _faces(state, seat, int(state.ballots[seat]), len(log))
            elif state.voted >> seat & 1:
                # How many there are is secret in a simultaneous vote: one back stands for all.
                pieces += _backs(state, seat, max(1, int(state.laid[seat])), len(log))
        return pieces
    last = next((number for number in reversed(range(len(log))) if log[number].voted), None)
    if last is not None:
        for seat in range(state.seats):
            pieces += _faces(state, seat, log[last].ballots[seat], last, faded=True)
    return pieces


def _spread(state: DrunterState, seat: int, count: int) -> list[tuple[float, float]]:
    left, y = slot(state, seat)
    room = ground.WIDTH / int(state.seats) - 9.0 - CARD_WIDTH
    step = min(CARD_WIDTH + 0.8, room / max(count - 1, 1))
    return [(left + 8.0 + CARD_WIDTH / 2 + step * index, y) for index in range(count)]


def _faces(
    state: DrunterState, seat: int, ballot: int, number: int, *, faded: bool = False
) -> list[Piece]:
    cards = members(ballot, len(VOTE_CARDS))
    spots = _spread(state, seat, len(cards))
    return [
        _vote_card(card, f"ballot:{number}:{seat}:{card}", x=x, y=y, faded=faded)
        for card, (x, y) in zip(cards, spots, strict=True)
    ]


def _backs(state: DrunterState, seat: int, count: int, number: int) -> list[Piece]:
    label = Phrase("ballot-back", {"seat": SeatName(seat)})
    return [
        Piece(
            f"back:{number}:{seat}:{index}",
            "vote-back",
            "card-back",
            label,
            x,
            y,
            CARD_WIDTH,
            CARD_HEIGHT,
            seat=seat,
        )
        for index, (x, y) in enumerate(_spread(state, seat, count))
    ]


def _vote_card(
    card: int, name: str, *, x: float = 0.0, y: float = 0.0, faded: bool = False
) -> Piece:
    return Piece(
        id=name,
        kind=f"vote-{VOTE_CARDS[card]}",
        symbol=CARD_SYMBOLS[card],
        label=Phrase("vote-card", {"card": VOTE_CARDS[card]}),
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        # The longest word is part of the drawing.
        text="" if card == JOKER else CARD_WORDS[card],
        faded=faded,
    )


def members(bits: int, most: int) -> list[int]:
    """Return the numbers below ``most`` that are in a bit set."""
    return [number for number in range(most) if bits >> number & 1]


# --- what lies before the seats ---


def trays(observation: Observation) -> list[Tray]:
    """Return everybody's tiles, and the goal cards and vote cards that the viewer may see.

    What is to be chosen from comes first, since a narrow screen shows little more.
    """
    state: DrunterState = observation.state
    found = []
    for seat in range(state.seats):
        owner: dict[str, Value] = {"seat": SeatName(seat)}
        own = seat == observation.seat
        tiles_tray = Tray(
            f"tiles:{seat}",
            Phrase("tray-tiles", owner),
            "stock",
            _stock(state, seat, own=own),
            seat,
        )
        goal_tray = Tray(
            f"goal:{seat}", Phrase("tray-goal", owner), "hand", _goals(state, seat), seat
        )
        votes_tray = Tray(
            f"votes:{seat}",
            Phrase("tray-votes", owner),
            "hand",
            _vote_cards(state, seat) if own else [],
            seat,
        )
        if state.stage == Stage.AIM:
            order = [goal_tray, tiles_tray, votes_tray]
        elif state.stage in (Stage.VOTE, Stage.JOKER):
            order = [votes_tray, goal_tray, tiles_tray]
        else:
            order = [tiles_tray, goal_tray, votes_tray]
        found += [tray for tray in order if tray.pieces]
    return found


def _goals(state: DrunterState, seat: int) -> list[Piece]:
    """Return the goal cards of a seat that the viewer sees; one that was not chosen is faint."""
    aim = int(state.aims[seat])
    return [_goal(seat, card, aim) for card in members(int(state.hands[seat]), GOAL_CARDS)]


def _vote_cards(state: DrunterState, seat: int) -> list[Piece]:
    """Return the vote cards in a seat's hand, without those on the table."""
    if state.voting == Voting.NO:
        return []
    left = int(state.cards[seat]) & ~int(state.ballots[seat])
    return [_vote_card(card, f"vote:{card}") for card in members(left, len(VOTE_CARDS))]


def _goal(seat: int, card: int, aim: int) -> Piece:
    return Piece(
        id=f"goal:{seat}:{card}",
        kind=f"goal-{GOALS[card]}",
        symbol=f"goal-{GOALS[card]}",
        label=Phrase("goal-card", {"goal": GOALS[card]}),
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        faded=aim not in (NONE, card),
    )


def _stock(state: DrunterState, seat: int, *, own: bool) -> list[Piece]:
    pieces = []
    for kind in range(TILE_KINDS):
        for size in range(SIZES, 0, -1):
            count = int(state.stock[seat, kind, size - 1])
            name = f"{KIND_WORDS[kind]}-{size}"
            if count:
                pieces.append(
                    Piece(
                        id=f"stock:{name}" if own else f"stock:{seat}:{name}",
                        kind=name,
                        symbol=f"stock-{name}",
                        label=Phrase("tile", {"kind": KIND_WORDS[kind], "size": size}),
                        w=10.0,
                        h=10.0 if own else 6.4,
                        count=count,
                    )
                )
    return pieces
