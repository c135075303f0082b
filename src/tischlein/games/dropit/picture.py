"""What players see of Drop It: the shaft, the stocks, what the last drop touched, the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot

from tischlein.core import seats
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Aim,
    AimTurn,
    Button,
    Choice,
    Lettering,
    Panel,
    Piece,
    Result,
    ResultRow,
    Scene,
    Tray,
)
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import board, geometry, layout, shaft
from tischlein.games.dropit.drops import (
    DECLINE,
    JOKER,
    ORDERS,
    PAIRS,
    REST,
    SLIP,
    SPLIT,
    START,
    drop_action,
    drop_of,
    slip_of,
)
from tischlein.games.dropit.judging import Lying, lying, shows
from tischlein.games.dropit.release import NEAR_THE_RIM, release_height
from tischlein.games.dropit.rules import UNUSED_JOKER, kind_phrase
from tischlein.games.dropit.shapes import (
    ANGLE_STEP,
    STEPS,
    TURNS,
    X_STEP,
    Point,
)
from tischlein.games.dropit.state import (
    COLOUR_NAMES,
    KINDS,
    NONE,
    SCALE,
    SHAPE_NAMES,
    SHAPES,
    DropItState,
    Edges,
    Phase,
    Taboo,
    members,
)

BOXES = (40.0, 37.0, 70.0, 54.0)
"""Size of the box in which each shape is drawn, its centroid in the middle."""
_TOUCH = 4.6
"""Width of a mark where things touch."""
_BADGE = 15.0
_TAG = (22.0, 16.0)
"""Width and height of the tag with the points, as drawn."""
_CLEAR = 20.0
"""Badges are at least so far from the middle of the tag."""
_SIGN = 20.0
"""Size of a badge over the symbol of an edge."""
_TOKEN, _SMALL_TOKEN = 7.6, 5.2
_TITLES = {Taboo.SHAPE: "shape", Taboo.COLOUR: "colour", Taboo.EDGE: "edge", Taboo.HEIGHT: "height"}

_JOKER, _DECLINE = "joker", "decline"
_ANSWERS = {_JOKER: JOKER, _DECLINE: DECLINE}


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Drop It is secret."""
    state: DropItState = observation.state
    acts = observation.seat in observation.acting
    asked = acts and state.phase == Phase.QUESTION
    edges = Edges(int(state.edges))
    pieces = [*_shaft_pieces(state), *_marks(state, edges), *_tokens(observation)]
    top = min(0.0, *(piece.y - piece.h / 2 - 2 for piece in pieces)) if pieces else 0.0
    return Scene(
        width=layout.WIDTH,
        height=layout.HEIGHT - top,
        top=top,
        prompt=_prompt(observation),
        lines=[*board.lines(edges)],
        pictures=[*board.pictures(edges)],
        letterings=_letterings(state),
        pieces=pieces,
        trays=_trays(observation),
        buttons=_buttons(state) if asked else [],
        choices=[Choice(JOKER, (_JOKER,)), Choice(DECLINE, (_DECLINE,))] if asked else [],
        aims=_aims(state) if acts and state.phase == Phase.DROP else [],
        panels=_panels(observation),
        awaited=[SeatName(seat) for seat in observation.awaited if seat != CHANCE],
        result=_result(observation) if state.phase == Phase.OVER else None,
    )


def _prompt(observation: Observation) -> Phrase:
    state: DropItState = observation.state
    match Phase(int(state.phase)):
        case Phase.SPLIT:
            return Phrase("prompt-split")
        case Phase.START:
            return Phrase("prompt-lot")
        case Phase.OVER:
            first = [SeatName(s) for s, place in enumerate(observation.places()) if place == 0]
            return Phrase("prompt-won", {"seats": [*first], "count": len(first)})
    mover = SeatName(int(state.mover))
    mine = state.mover == observation.seat
    match Phase(int(state.phase)):
        case Phase.DROP:
            return Phrase("prompt-drop") if mine else Phrase("prompt-wait", {"seat": mover})
        case Phase.QUESTION:
            if mine:
                return Phrase("prompt-joker", {"points": int(state.level + state.bonus)})
            return Phrase("prompt-wait-joker", {"seat": mover})
        case _:
            return Phrase("prompt-falling", {"seat": mover})


# --- the shaft ---


def _shaft_pieces(state: DropItState) -> Iterator[Piece]:
    rows = zip(
        *(row[: state.count].tolist() for row in (state.kinds, state.x, state.y, state.angle)),
        state.owners[: state.count].tolist(),
        strict=True,
    )
    for number, (kind, x, y, angle, owner) in enumerate(rows):
        yield _shaft_piece(number, kind, x / SCALE, y / SCALE, angle / SCALE, owner)
    if state.falling != NONE:
        kind = int(state.falling)
        x, angle = int(state.falling_x) / SCALE, int(state.falling_angle) / SCALE
        y = release_height(lying(state, NEAR_THE_RIM), kind % SHAPES, x, angle)
        yield _shaft_piece(int(state.count), kind, x, y, angle, int(state.mover))


def _shaft_piece(number: int, kind: int, x: float, y: float, angle: float, owner: int) -> Piece:
    across, down = layout.at(x, y)
    size = BOXES[kind % SHAPES]
    label = Phrase(
        "piece-in-shaft",
        {"piece": kind_phrase(kind), "number": number + 1, "seat": SeatName(owner)},
    )
    return Piece(
        id=layout.piece_id(number),
        kind=_kind(kind),
        symbol=_kind(kind),
        label=label,
        x=across,
        y=down,
        w=size,
        h=size,
        turn=-angle,
    )


def _kind(kind: int) -> str:
    return f"{SHAPE_NAMES[kind % SHAPES]}-{COLOUR_NAMES[kind // SHAPES]}"


def _letterings(state: DropItState) -> list[Lettering]:
    reached = int(state.level) if _shows_check(state) else 0
    return [*board.letterings(), *board.level_numerals(reached)]


# --- what the last drop touched, covers and is worth ---


def _shows_check(state: DropItState) -> bool:
    """Whether the last drop's check is still to be seen: until the next piece is let go."""
    return state.count > 0 and state.falling == NONE


def _marks(state: DropItState, edges: Edges) -> list[Piece]:
    if not _shows_check(state):
        return []
    number = int(state.count) - 1
    piece = _lying(state, number)
    marks = [*_lit_circles(state)]
    tag = _place_of_tag(state, piece)
    for other in members(state.touched):
        marks += _piece_contact(piece, _lying(state, other), f"{other + 1}", tag)
    marks += _edge_contacts(state, piece, edges, tag)
    if int(state.taboos) >> Taboo.HEIGHT & 1:
        x = min(max(piece.x, _BADGE), shaft.WIDTH - _BADGE)
        marks.append(_badge(Taboo.HEIGHT, "rim", *_clear_of(tag, x, shaft.HEIGHT)))
    marks.append(_worth(state, tag))
    return marks


def _lying(state: DropItState, number: int) -> Lying:
    return Lying.at(
        int(state.kinds[number]),
        int(state.x[number]) / SCALE,
        int(state.y[number]) / SCALE,
        int(state.angle[number]) / SCALE,
    )


def _lit_circles(state: DropItState) -> Iterator[Piece]:
    for number in members(state.covered):
        circle = shaft.CIRCLES[number]
        x, y = layout.at(circle.x, circle.y)
        yield Piece(
            f"lit:{number + 1}",
            "lit",
            "lit",
            Phrase("circle-covered", {"points": circle.points}),
            x,
            y,
            2 * circle.radius,
            2 * circle.radius,
            text=f"+{circle.points}",
        )


def _place_of_tag(state: DropItState, piece: Lying) -> Point:
    """Return the middle of the tag: on the piece, or just above or below if a lit circle is there.

    Where nothing is clear it stays on the piece.
    """
    across = min(max(piece.x, _TAG[0] / 2), shaft.WIDTH - _TAG[0] / 2)
    away = _TAG[1] / 2 + 2
    bottom = min(y for _, y in piece.core) - piece.radius
    places = [(piece.x, piece.y), (across, piece.top + away)]
    if bottom > 2 * away:
        places.append((across, bottom - away))
    lit = [shaft.CIRCLES[number] for number in members(state.covered)]
    for x, y in places:
        apart = (
            hypot(max(0.0, abs(x - one.x) - _TAG[0] / 2), max(0.0, abs(y - one.y) - _TAG[1] / 2))
            >= one.radius
            for one in lit
        )
        if all(apart):
            return x, y
    return places[0]


def _piece_contact(piece: Lying, other: Lying, name: str, tag: Point) -> list[Piece]:
    segment = geometry.contact(piece.core, piece.radius, other.core, other.radius)
    if segment is None:
        return []
    broken = [
        taboo
        for taboo, alike in (
            (Taboo.SHAPE, piece.shape == other.shape),
            (Taboo.COLOUR, piece.colour == other.colour),
        )
        if alike
    ]
    return _contact(segment, broken, name, tag)


def _edge_contacts(state: DropItState, piece: Lying, edges: Edges, tag: Point) -> list[Piece]:
    marks = []
    touched = members(state.parts)
    for edge, (begin, end) in geometry.edge_contacts(piece.core, piece.radius).items():
        if edge == shaft.FLOOR:
            segment = ((begin, 0.0), (end, 0.0))
        else:
            wall = 0.0 if edge == shaft.LEFT else shaft.WIDTH
            segment = ((wall, begin), (wall, end))
        marks += _contact(segment, [], f"edge-{edge}", tag)
        own = range(edge, edge + (4 if edge == shaft.FLOOR else shaft.LEVELS))
        for part in touched:
            if part in own and shows(part, piece.kind, edges):
                x, y = board.part_middle(part)
                marks.append(_badge(Taboo.EDGE, shaft.part_name(part), x, y, _SIGN))
    return marks


def _contact(
    segment: geometry.Segment, broken: Sequence[Taboo], name: str, tag: Point
) -> list[Piece]:
    """Return the mark of a contact, and a badge for every taboo that it breaks."""
    (ax, ay), (bx, by) = (layout.at(*point) for point in segment)
    x, y, length = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
    marks = [
        Piece(
            f"touch:{name}",
            "touch",
            "touch-taboo" if broken else "touch",
            Phrase("touching"),
            x,
            y,
            length + _TOUCH,
            _TOUCH,
            turn=degrees(atan2(by - ay, bx - ax)) if length else 0.0,
        )
    ]
    middle = (segment[0][0] + segment[1][0]) / 2, (segment[0][1] + segment[1][1]) / 2
    x, y = _clear_of(tag, *middle)
    away = hypot(x - tag[0], y - tag[1])
    for index, taboo in enumerate(broken):
        shift = (index - (len(broken) - 1) / 2) * _BADGE / away
        marks.append(_badge(taboo, name, x + shift * (y - tag[1]), y - shift * (x - tag[0])))
    return marks


def _clear_of(tag: Point, x: float, y: float) -> Point:
    """Return a point moved away from the middle of the tag, as far as a badge needs."""
    across, up = x - tag[0], y - tag[1]
    distance = hypot(across, up)
    if distance >= _CLEAR:
        return x, y
    if distance == 0:
        return x, y + _CLEAR
    return tag[0] + across * _CLEAR / distance, tag[1] + up * _CLEAR / distance


def _badge(taboo: Taboo, name: str, x: float, y: float, size: float = _BADGE) -> Piece:
    across, down = layout.at(x, y)
    title = _TITLES[taboo]
    across = min(max(across, size / 2), layout.WIDTH - size / 2)
    return Piece(
        f"taboo:{title}:{name}",
        f"taboo-{title}",
        f"taboo-{title}",
        Phrase("taboo-here", {"taboo": _taboo(taboo)}),
        across,
        down,
        size,
        size,
    )


def _worth(state: DropItState, tag: Point) -> Piece:
    x, y = layout.at(*tag)
    size = 26.0
    points = int(state.won)
    return Piece(
        "worth",
        "worth",
        "worth" if points else "worth-nothing",
        Phrase("worth", {"points": points}),
        x,
        y,
        size,
        size,
        text=f"+{points}" if points else "0",
    )


def _taboo(taboo: Taboo) -> Phrase:
    return Phrase("taboo", {"taboo": _TITLES[taboo]})


# --- stocks, jokers, the score track ---


def _seat_of_side(observation: Observation, side: int) -> int:
    """Return at whose seat a stock is shown: the viewer's, the mover's, or its first seat's."""
    state: DropItState = observation.state
    own = [seat for seat in range(observation.seats) if state.side[seat] == side]
    for seat in (observation.seat, int(state.mover)):
        if seat in own:
            return seat
    return own[0]


def _sides(observation: Observation) -> list[int]:
    return sorted({int(observation.state.side[seat]) for seat in range(observation.seats)})


def _trays(observation: Observation) -> list[Tray]:
    state: DropItState = observation.state
    trays = []
    for side in _sides(observation):
        seat = _seat_of_side(observation, side)
        stock = [
            _stock_piece(side, kind, count)
            for kind, count in enumerate(state.stocks[side].tolist())
            if count
        ]
        if state.jokers[side]:
            stock.append(_joker(side, seat, int(state.jokers[side])))
        label = Phrase("stock", {"seat": SeatName(seat)})
        trays.append(Tray(f"stock:{side}", label, "hand", stock, seat))
    return trays


def _stock_piece(side: int, kind: int, count: int) -> Piece:
    size = BOXES[kind % SHAPES]
    return Piece(
        id=_stock_id(side, kind),
        kind=_kind(kind),
        symbol=_kind(kind),
        label=kind_phrase(kind),
        w=size,
        h=size,
        count=count,
    )


def _stock_id(side: int, kind: int) -> str:
    return f"stock:{side}:{_kind(kind)}"


def _joker(side: int, seat: int, count: int) -> Piece:
    return Piece(
        f"joker:{side}",
        "joker",
        "joker",
        Phrase("joker-chip", {"seat": SeatName(seat)}),
        w=40.0,
        h=40.0,
        seat=seat,
        count=count,
    )


def _tokens(observation: Observation) -> Iterator[Piece]:
    """Yield the scoring stones on their spaces of the track (DRO-40)."""
    state: DropItState = observation.state
    spaces: dict[int, list[int]] = defaultdict(list)
    for side in _sides(observation):
        spaces[int(state.points[side]) % board.SPACES].append(side)
    for space, sides in spaces.items():
        size = _TOKEN if len(sides) == 1 else _SMALL_TOKEN
        for index, side in enumerate(sides):
            seat = next(s for s in range(observation.seats) if state.side[s] == side)
            across, down = 0.0, 0.0
            if len(sides) > 1:
                across = (index % 2 - 0.5) * _SMALL_TOKEN * 0.85
                down = (index // 2 - 0.5) * _SMALL_TOKEN * 1.2
            yield Piece(
                f"token:{side}",
                f"token-{side}",
                f"sign-{seats.letter(seat).lower()}",
                Phrase("token", {"seat": SeatName(seat), "points": int(state.points[side])}),
                (space + 0.5) * board.SPACE + across,
                board.TRACK_MIDDLE + down,
                size,
                size,
                seat=seat,
            )


def _panels(observation: Observation) -> list[Panel]:
    state: DropItState = observation.state
    scores = observation.scores()
    panels = []
    for seat in range(observation.seats):
        facts = []
        if observation.options["teams"] != "none":
            facts.append(Phrase("in-team", {"team": int(state.side[seat]) + 1}))
        laps = int(state.points[state.side[seat]]) // board.SPACES
        if laps:
            facts.append(Phrase("marker", {"points": laps * board.SPACES}))
        panels.append(Panel(seat, scores[seat], tuple(facts)))
    return panels


def _buttons(state: DropItState) -> list[Button]:
    stake = int(state.level + state.bonus)
    return [
        Button(_JOKER, Phrase("button-joker", {"points": stake}), "main"),
        Button(_DECLINE, Phrase("button-decline", {"points": UNUSED_JOKER})),
    ]


# --- aiming ---


def _aims(state: DropItState) -> list[Aim]:
    side = int(state.side[state.mover])
    x, y = layout.at(0.0, layout.HELD)
    floor = layout.at(0.0, 0.0)[1]
    return [
        Aim(
            piece=_stock_id(side, kind),
            symbol=_kind(kind),
            w=BOXES[kind % SHAPES],
            h=BOXES[kind % SHAPES],
            x=x,
            y=y,
            step=X_STEP,
            floor=floor,
            turns=_turns(kind),
            label=Phrase("aim", {"piece": kind_phrase(kind)}),
        )
        for kind in range(KINDS)
        if state.stocks[side, kind]
    ]


def _turns(kind: int) -> tuple[AimTurn, ...]:
    """Return the angles of a kind clockwise, as the scene turns, with the drops that each has."""
    colour, shape = divmod(kind, SHAPES)
    turns = []
    for clockwise in range(TURNS[shape]):
        turn = -clockwise % TURNS[shape]
        first, last = STEPS[shape][turn]
        action = drop_action(colour, shape, turn, first)
        turns.append(AimTurn(float(clockwise * ANGLE_STEP), first, last, action))
    return tuple(turns)


# --- the end ---


def _result(observation: Observation) -> Result:
    state: DropItState = observation.state
    side = [int(state.side[seat]) for seat in range(observation.seats)]
    rows = [ResultRow(Phrase("result-drops"), tuple(int(state.points[own]) for own in side))]
    if observation.options["jokers"] == "yes":
        figures = tuple(UNUSED_JOKER * int(state.jokers[own]) for own in side)
        rows.append(ResultRow(Phrase("result-jokers"), figures))
    return Result(observation.places(), observation.scores(), tuple(rows))


# --- the log ---


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words: lots, what was dropped, what it scored or broke, jokers."""
    if event.seat == CHANCE:
        return _say_chance(event.action, before, after)
    seat = SeatName(event.seat)
    if event.action == JOKER:
        points = int(after.state.won)
        return [Phrase("say-joker", {"seat": seat, "points": points})]
    if event.action == DECLINE:
        return [Phrase("say-decline", {"seat": seat})]
    colour, shape, _, _ = drop_of(event.action)
    return [Phrase("say-drop", {"seat": seat, "piece": kind_phrase(SHAPES * colour + shape)})]


def _say_chance(outcome: int, before: Observation, after: Observation) -> list[Phrase]:
    if outcome >= REST:
        return _say_rest(before, after)
    if outcome >= SLIP:
        across, twist = slip_of(outcome)
        if across == 0 and twist == 0:
            return [Phrase("say-steady")]
        return [Phrase("say-slip", {"seat": SeatName(int(before.state.mover))})]
    if outcome >= SPLIT:
        return [
            Phrase("say-split", {"seat": SeatName(seat), "pair": PAIRS[pair]})
            for seat, pair in enumerate(ORDERS[outcome - SPLIT])
        ]
    return [Phrase("say-lot", {"seat": SeatName(outcome - START)})]


def _say_rest(before: Observation, after: Observation) -> list[Phrase]:
    state: DropItState = after.state
    seat = SeatName(int(before.state.mover))
    level, bonus = int(state.level), int(state.bonus)
    if not state.taboos:
        return [
            Phrase(
                "say-points",
                {
                    "seat": seat,
                    "level": level,
                    "circles": len(members(state.covered)),
                    "bonus": bonus,
                    "points": level + bonus,
                },
            )
        ]
    taboos = [_taboo(Taboo(taboo)) for taboo in members(state.taboos)]
    broken = Phrase("say-taboo", {"seat": seat, "taboos": [*taboos], "count": len(taboos)})
    if state.phase == Phase.QUESTION:
        return [broken, Phrase("say-question", {"seat": seat, "points": level + bonus})]
    return [broken]


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the answer that a picked button means; drops are aimed, not picked."""
    del observation
    return _ANSWERS.get(path[0]) if len(path) == 1 else None


# --- terminals ---

_COLUMN, _ROW = 5.0, 10.0
"""Millimetres that a character stands for."""


def draw(observation: Observation) -> str:
    """Return the shaft and the stocks in characters.

    A piece is filled with the letter of its colour and has its shape in the middle; digits are
    the points of bonus circles, numbers at the left are levels.
    """
    state: DropItState = observation.state
    columns, rows = int(shaft.WIDTH / _COLUMN), int(shaft.HEIGHT / _ROW)
    grid = [[" "] * columns for _ in range(rows)]
    for circle in shaft.CIRCLES:
        _write(grid, circle.x, circle.y, str(circle.points))
    pieces = lying(state)
    for piece in pieces:
        _fill(grid, piece)
    for piece in pieces:
        _write(grid, piece.x, piece.y, "●■◆▲"[piece.shape])
    levels = {int((a + b) / 2 / _ROW): k + 1 for k, (a, b) in enumerate(shaft.PARTS_LEFT)}
    drawn = [
        f"{levels.get(rows - 1 - line, ' ')} |{''.join(row)}|" for line, row in enumerate(grid)
    ]
    scores = observation.scores()
    told = [
        f"{seats.letter(seat)} {scores[seat]:>3}  {_stock_text(state, seat)}"
        for seat in range(observation.seats)
    ]
    return "\n".join([*drawn, f"  +{'-' * columns}+", "", *told])


def _write(grid: list[list[str]], x: float, y: float, sign: str) -> None:
    row = len(grid) - 1 - int(y / _ROW)
    if 0 <= row < len(grid) and 0 <= x < shaft.WIDTH:
        grid[row][int(x / _COLUMN)] = sign


def _fill(grid: list[list[str]], piece: Lying) -> None:
    for line, row in enumerate(grid):
        begin, end = geometry.span(piece.core, piece.radius, (len(grid) - line - 0.5) * _ROW)
        for column in range(len(row)):
            if begin < (column + 0.5) * _COLUMN < end:
                row[column] = COLOUR_NAMES[piece.colour][0]


def _stock_text(state: DropItState, seat: int) -> str:
    stock = state.stocks[state.side[seat]].tolist()
    return " ".join(
        f"{COLOUR_NAMES[kind // SHAPES][0]}{'●■◆▲'[kind % SHAPES]}{count}"
        for kind, count in enumerate(stock)
        if count
    )
