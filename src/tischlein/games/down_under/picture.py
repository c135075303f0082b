"""What players see of Down Under: the plane with its cards and paths, stocks, previews, the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tischlein.core import seats
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation, Position
from tischlein.core.scenes import (
    Button,
    Choice,
    Layer,
    Mark,
    Panel,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
    Tray,
)
from tischlein.core.seats import SPECTATOR
from tischlein.games.down_under import scoring
from tischlein.games.down_under.billabongs import due_port, members, paths_to
from tischlein.games.down_under.moves import kind_of
from tischlein.games.down_under.names import (
    ANIMAL_NAMES,
    EDGE_NAMES,
    KIND_NAMES,
    PATTERNS,
    SIDE_NAMES,
    card_id,
    cell_name,
    kind_name,
)
from tischlein.games.down_under.notation import path_state
from tischlein.games.down_under.refusals import (
    Act,
    Billabong,
    Lay,
    Pass,
    Turn,
    act_of,
    number_of,
    own_colours,
    refusal_of,
)
from tischlein.games.down_under.state import (
    COLOURS,
    LOOPED,
    NOBODY,
    NONE,
    PASS,
    UNBEGUN,
    WALL,
    Card,
    DownUnderState,
    Kind,
    Paths,
    Phase,
)
from tischlein.games.down_under.table import (
    END_N,
    NEUTRAL,
    OWN,
    animal_of,
    colour_of,
    exit_owner,
    find,
    led_to_x,
    led_to_y,
    neutral_owner,
    owner_of,
    x_of,
    y_of,
)
from tischlein.games.down_under.views import View, view_of

CELL = 10.0
"""Side of a cell in board units; cell 0,0 has its upper left corner at the origin."""
BADGE = 3.0
TIPS = {1: (6.0, 2.4), 2: (5.2, 2.8), 3: (4.4, 3.0), 4: (4.4, 3.0)}
"""Size of the arrows and distance from the middle, by how many lead to a cell."""
PILE = 14.0
"""Side of a pile of cards that are left, to tell it from the cards that show how one may lie."""
ANIMALS_LAYER = "animals"
_PREVIEWED = 60
"""With more choices than these, as for a first card with animals, none is previewed."""
_STOCK_KINDS = tuple(KIND_NAMES.values())
_LESS_TELLING = {"DOW-10": 1, "DOW-7": 2, "DOW-60": 2, "DOW-65": 2, "DOW-66": 2, "DOW-9": 3}
"""Reasons that say more about the card than about the cell; the greatest ones say least."""
_TURN = {
    Card.STRAIGHT_NS: 0.0,
    Card.STRAIGHT_EW: 90.0,
    Card.CURVE_NE: 0.0,
    Card.CURVE_SE: 90.0,
    Card.CURVE_SW: 180.0,
    Card.CURVE_NW: 270.0,
    Card.END_N: 0.0,
    Card.END_E: 90.0,
    Card.END_S: 180.0,
    Card.END_W: 270.0,
}
"""Quarter turns from the way that the drawings lie, in degrees."""
_BADGES = {
    Card.STRAIGHT_NS: (2.0, 5.0),
    Card.STRAIGHT_EW: (5.0, 2.0),
    Card.CURVE_NE: (3.3, 6.7),
    Card.CURVE_SE: (3.3, 3.3),
    Card.CURVE_SW: (6.7, 3.3),
    Card.CURVE_NW: (6.7, 6.7),
}
"""Where the animal stands on each card."""


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Down Under is secret."""
    state: DownUnderState = observation.state
    view = view_of(state)
    choices = _choices(observation)
    scores = observation.scores()
    mover = int(state.mover)
    return Scene(
        width=CELL * (view.right - view.left + 1),
        height=CELL * (view.bottom - view.top + 1),
        left=CELL * view.left,
        top=CELL * view.top,
        prompt=_prompt(observation),
        places=_places(state, view),
        lines=view.lines(CELL),
        pieces=[*_cards(state), *_tips(state)],
        trays=_trays(observation, choices),
        buttons=_buttons(choices),
        choices=choices,
        any_order=bool(state.counted),
        layers=[Layer(ANIMALS_LAYER, Phrase("layer-animals"), on=bool(state.counted))],
        panels=[
            Panel(seat, scores[seat], tuple(_facts(state, seat)))
            for seat in range(observation.seats)
        ],
        awaited=[] if mover == NOBODY else [SeatName(mover)],
        result=_result(observation) if mover == NOBODY else None,
    )


# --- names ---


def _path(state: DownUnderState, colour: int) -> Phrase:
    """Return what a path is called."""
    return _path_phrase(colour, bool(state.paths == Paths.ONE), int(state.seats))


def _prompt(observation: Observation) -> Phrase:
    state: DownUnderState = observation.state
    mover = int(state.mover)
    if mover == NOBODY:
        first = [seat for seat, place in enumerate(observation.places()) if place == 0]
        names: list[int | str | SeatName | Phrase] = [SeatName(seat) for seat in first]
        # The longest path need not win where animals count, or two paths together.
        by_length = state.paths == Paths.ONE and not state.counted
        won = "prompt-won" if by_length else "prompt-won-points"
        return Phrase(won, {"count": len(names), "seats": names})
    if observation.seat != mover:
        return Phrase("prompt-wait", {"seat": SeatName(mover)})
    if state.phase == Phase.WATER:
        return Phrase("prompt-water", {"count": _meeting(state)})
    if state.phase == Phase.EXIT:
        return Phrase("prompt-exit")
    if state.phase == Phase.OPENING:
        return _opening_prompt(state)
    if state.paths == Paths.ONE:
        if state.tips[mover, 0] == LOOPED:
            return Phrase("prompt-turn")
        if any(action == PASS for action in observation.legal(mover)):
            return Phrase("prompt-case-3")
        return Phrase("prompt-lay-animal" if state.counted else "prompt-lay")
    if state.lone:
        return Phrase("prompt-lone")
    lays = (act_of(state, mover, action) for action in observation.legal(mover))
    able = {act.colour for act in lays if isinstance(act, Lay)}
    if len(able) == 1:
        return Phrase("prompt-lay-pattern", {"pattern": PATTERNS[able.pop()]})
    return Phrase("prompt-lay-both" if state.paths == Paths.BOTH else "prompt-lay-either")


def _meeting(state: DownUnderState) -> int:
    """Return how many paths lead to the cell where a billabong is due."""
    number = int(due_port(state, 0))
    port = int(state.tips[number >> 1, number & 1])
    return int(members(paths_to(state, led_to_x(state, port), led_to_y(state, port))))


def _opening_prompt(state: DownUnderState) -> Phrase:
    opened = int(state.opened)
    if not state.entries:
        if state.counted:
            return Phrase("prompt-first-animal")
        first = "prompt-first-inside" if state.fixed else "prompt-first"
        return Phrase("prompt-next" if opened else first)
    if opened % 2:
        return Phrase("prompt-entry-back")
    return Phrase("prompt-entry-next" if opened else "prompt-entry")


# --- the table ---


def _places(state: DownUnderState, view: View) -> list[Place]:
    taken = {(int(x_of(card)), int(y_of(card))) for card in state.cards.tolist() if card}
    return [
        _place(x, y, "covered" if (x, y) in taken else "ground" if inside else "outside")
        for x, y, inside in view.cells()
    ]


@lru_cache(maxsize=4096)
def _place(x: int, y: int, symbol: str) -> Place:
    return Place(
        id=f"cell:{x},{y}",
        x=CELL * x,
        y=CELL * y,
        w=CELL,
        h=CELL,
        label=Phrase("cell", {"cell": cell_name(x, y)}),
        symbol=symbol,
    )


def _cards(state: DownUnderState) -> list[Piece]:
    """Return the cards on the table, what paths have taken of them, and their animals."""
    pieces: list[Piece] = []
    runs: list[Piece] = []
    one = bool(state.paths == Paths.ONE)
    owners = int(state.seats)
    for slot, card in enumerate(state.cards.tolist()):
        if not card:
            continue
        x, y, shape = int(x_of(card)), int(y_of(card)), card & 15
        if shape == Card.BILLABONG:
            pieces.append(_water(x, y))
            runs += _ways(x, y, int(state.links[slot]), one, owners)
            continue
        if shape >= Card.ENDS_NS:
            sides = shape - Card.ENDS_NS, shape - Card.ENDS_NS + 2
            pieces += [
                _card(x, y, END_N + side, int(colour_of(card, side)), one, owners) for side in sides
            ]
            shape = END_N + shape - Card.ENDS_NS
        else:
            pieces.append(_card(x, y, shape, int(colour_of(card, 0)), one, owners))
        taker = int(neutral_owner(card))
        if taker < COLOURS:
            runs.append(_run(x, y, shape, taker, one, owners))
        if shape < END_N:
            runs.append(_animal(x, y, shape, int(animal_of(card))))
    return pieces + runs


def _owner_of(colour: int, one: bool, count: int) -> int:
    return colour if one else colour % count


def _path_phrase(colour: int, one: bool, count: int) -> Phrase:
    if colour == WALL:
        return Phrase("path-wall")
    seat = SeatName(_owner_of(colour, one, count))
    if one:
        return Phrase("path-of", {"seat": seat})
    return Phrase("path-pattern", {"seat": seat, "pattern": PATTERNS[colour]})


@lru_cache(maxsize=8192)
def _card(x: int, y: int, shape: int, colour: int, one: bool, count: int) -> Piece:
    kind = kind_name(shape)
    pattern = "wall" if colour == WALL else PATTERNS[colour]
    side = SIDE_NAMES[Card(shape)]
    return Piece(
        id=card_id(x, y, shape),
        kind=f"{kind}-{pattern}",
        symbol=f"{kind}-{pattern}",
        label=Phrase(
            "card", {"kind": kind, "side": side, "path": _path_phrase(colour, one, count)}
        ),
        x=CELL * (x + 0.5),
        y=CELL * (y + 0.5),
        w=CELL,
        h=CELL,
        turn=_TURN[Card(shape)],
        seat=None if colour == WALL else _owner_of(colour, one, count),
        place=f"cell:{x},{y}",
    )


@lru_cache(maxsize=8192)
def _run(x: int, y: int, shape: int, colour: int, one: bool, count: int) -> Piece:
    return Piece(
        id=f"run:{x},{y}",
        kind=f"run-{x},{y}",
        symbol=f"run-{kind_name(shape)}-{PATTERNS[colour]}",
        label=Phrase("run", {"path": _path_phrase(colour, one, count)}),
        x=CELL * (x + 0.5),
        y=CELL * (y + 0.5),
        w=CELL,
        h=CELL,
        turn=_TURN[Card(shape)],
        seat=_owner_of(colour, one, count),
        place=f"cell:{x},{y}",
    )


@lru_cache(maxsize=4096)
def _animal(x: int, y: int, shape: int, animal: int) -> Piece:
    dx, dy = _BADGES[Card(shape)]
    name = ANIMAL_NAMES[animal]
    return Piece(
        id=f"animal:{x},{y}",
        kind=f"animal-{x},{y}",
        symbol=name,
        label=Phrase(f"animal-{name}"),
        x=CELL * x + dx,
        y=CELL * y + dy,
        w=BADGE,
        h=BADGE,
        place=f"cell:{x},{y}",
        layer=ANIMALS_LAYER,
    )


def _water(x: int, y: int) -> Piece:
    return Piece(
        id=card_id(x, y, Card.BILLABONG),
        kind="billabong",
        symbol="billabong",
        label=Phrase("billabong"),
        x=CELL * (x + 0.5),
        y=CELL * (y + 0.5),
        w=CELL,
        h=CELL,
        place=f"cell:{x},{y}",
    )


def _ways(x: int, y: int, links: int, one: bool, count: int) -> list[Piece]:
    """Return the paths that are led through a billabong."""
    exits: dict[int, list[int]] = {}
    for edge in range(4):
        exits.setdefault(int(exit_owner(links, edge)), []).append(edge)
    pieces = []
    for colour, edges in exits.items():
        if colour == NONE:
            continue
        straight = (edges[1] - edges[0]) % 2 == 0
        turn = 90.0 * (3 if edges == [0, 3] else edges[0])
        pieces.append(
            Piece(
                id=f"way:{x},{y}:{colour}",
                kind=f"way-{x},{y}",
                symbol=f"way-{'straight' if straight else 'curve'}-{PATTERNS[colour]}",
                label=Phrase("run", {"path": _path_phrase(colour, one, count)}),
                x=CELL * (x + 0.5),
                y=CELL * (y + 0.5),
                w=CELL,
                h=CELL,
                turn=turn,
                seat=_owner_of(colour, one, count),
                place=f"cell:{x},{y}",
            )
        )
    return pieces


def _tips(state: DownUnderState) -> list[Piece]:
    """Return an arrow with the seat's letter for every open end."""
    ends = [
        (int(led_to_x(state, port)), int(led_to_y(state, port)), port & 3, colour, end)
        for colour in range(COLOURS)
        for end, port in enumerate(state.tips[colour].tolist())
        if port >= 0
    ]
    crowds = Counter(end[:2] for end in ends)
    one, count = bool(state.paths == Paths.ONE), int(state.seats)
    return [_tip(*end, crowds[end[:2]], one, count) for end in ends]


@lru_cache(maxsize=4096)
def _tip(
    x: int, y: int, edge: int, colour: int, end: int, crowd: int, one: bool, count: int
) -> Piece:
    owner = _owner_of(colour, one, count)
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[edge]
    side, away = TIPS[crowd]
    return Piece(
        id=f"tip:{colour}:{end}",
        kind=f"tip-{colour}",
        symbol=f"tip-{EDGE_NAMES[edge]}",
        label=Phrase("tip", {"path": _path_phrase(colour, one, count)}),
        x=CELL * (x + 0.5) + away * dx,
        y=CELL * (y + 0.5) + away * dy,
        w=side,
        h=side,
        seat=owner,
        text=seats.letter(owner),
        place=f"cell:{x},{y}",
    )


# --- beside the table ---


def _trays(observation: Observation, choices: Sequence[Choice]) -> list[Tray]:
    state: DownUnderState = observation.state
    trays = []
    one, count = bool(state.paths == Paths.ONE), int(state.seats)
    ways = _offered_ways(observation, choices)
    for seat in range(count):
        for colour in own_colours(state, seat):
            label = Phrase("stock", {"path": _path_phrase(colour, one, count)})
            pieces = _stock(state, colour, seat)
            if one and seat == observation.seat:
                # In one tray, so that the hand keeps its height as the ways come and go.
                pieces += ways
            trays.append(Tray(f"stock:{colour}", label, "hand", pieces, seat))
    if ways and not one:
        trays.append(Tray("ways", Phrase("ways"), "hand", ways, observation.seat))
    if state.billabongs:
        water = Piece(
            id="billabongs",
            kind="billabong",
            symbol="billabong",
            label=Phrase("billabongs"),
            w=CELL,
            h=CELL,
            count=int(state.billabongs),
        )
        trays.append(Tray("waters", Phrase("billabongs"), "table", [water]))
    return trays


def _stock(state: DownUnderState, colour: int, seat: int) -> list[Piece]:
    """Return a colour's cards by kind; by kind and animal where animals count."""
    pieces = []
    for kind, name in KIND_NAMES.items():
        if not state.counted or kind == Kind.END:
            left = int(state.stock[colour, kind])
            if left:
                side = CELL if state.counted else PILE
                pieces.append(_stock_piece(colour, seat, name, None, left, side))
            continue
        for animal, count in enumerate(state.animals_left[colour, kind].tolist()):
            if count:
                pieces.append(_stock_piece(colour, seat, name, animal, count, CELL))
    return pieces


@lru_cache(maxsize=1024)
def _stock_piece(
    colour: int, seat: int, kind: str, animal: int | None, count: int, side: float
) -> Piece:
    pattern = PATTERNS[colour]
    if animal is None:
        label = Phrase("card-kind", {"kind": kind})
        symbol = f"{kind}-{pattern}"
    else:
        creature = Phrase(f"animal-{ANIMAL_NAMES[animal]}")
        label = Phrase("card-animal", {"kind": kind, "animal": creature})
        symbol = f"{kind}-{ANIMAL_NAMES[animal]}"
    return Piece(
        id=_stock_id(colour, kind, animal),
        kind=f"{kind}-{pattern}",
        symbol=symbol,
        label=label,
        w=side,
        h=side,
        seat=seat,
        count=count,
    )


def _stock_id(colour: int, kind: str, animal: int | None) -> str:
    return f"stock:{colour}:{kind}" + ("" if animal is None else f":{ANIMAL_NAMES[animal]}")


def _way_id(colour: int, shape: int) -> str:
    return f"way:{colour}:{kind_name(shape)}:{SIDE_NAMES[Card(shape)]}"


def _offered_ways(observation: Observation, choices: Sequence[Choice]) -> list[Piece]:
    """Return the cards with the sides that the viewer can lay or turn now."""
    state: DownUnderState = observation.state
    offered = set()
    for choice in choices:
        act = act_of(state, observation.seat, choice.action)
        if isinstance(act, Lay):
            offered.add((act.colour, act.shape))
        elif isinstance(act, Turn):
            offered.add((observation.seat, act.shape))
    return [_way(colour, shape, observation.seat) for colour, shape in sorted(offered)]


@lru_cache(maxsize=256)
def _way(colour: int, shape: int, seat: int) -> Piece:
    kind, side = kind_name(shape), SIDE_NAMES[Card(shape)]
    return Piece(
        id=_way_id(colour, shape),
        kind=f"{kind}-{PATTERNS[colour]}",
        symbol=f"{kind}-{PATTERNS[colour]}",
        label=Phrase("card-side", {"kind": kind, "side": side}),
        w=CELL,
        h=CELL,
        turn=_TURN[Card(shape)],
        seat=seat,
    )


def _facts(state: DownUnderState, seat: int) -> Iterable[Phrase]:
    """Yield what stands at a seat: length and ends of each path, and its animals."""
    for colour in own_colours(state, seat):
        if state.tips[colour, 0] == UNBEGUN:
            continue
        status = path_state(state, colour).replace(" ", "-")
        length = int(state.sections[colour])
        if state.paths == Paths.ONE:
            yield Phrase("fact-path", {"length": length, "status": status})
        else:
            values: dict[str, Value] = {
                "length": length,
                "status": status,
                "pattern": PATTERNS[colour],
            }
            yield Phrase("fact-path-pattern", values)
        if state.counted:
            trios, plagues = scoring.trios_of(state, colour), scoring.plagues_of(state, colour)
            yield Phrase("fact-animals", {"trios": int(trios), "rabbits": int(plagues)})
    if state.counted and not scoring.has_laid_dingo(state, seat):
        yield Phrase("fact-dingo")


def _result(observation: Observation) -> Result:
    state: DownUnderState = observation.state
    everybody = range(observation.seats)

    def total(of_path: Sequence[int]) -> list[int]:
        return [sum(of_path[c] for c in own_colours(state, seat)) for seat in everybody]

    rows = [_row("result-length", total(state.sections.tolist()))]
    if state.counted:
        paths = range(COLOURS)
        trios = [scoring.TRIO_POINTS * int(scoring.trios_of(state, c)) for c in paths]
        rabbits = [scoring.RABBIT_POINTS * int(scoring.plagues_of(state, c)) for c in paths]
        laid = ["✓" if scoring.has_laid_dingo(state, seat) else "–" for seat in everybody]
        rows += [
            _row("result-trios", total(trios)),
            _row("result-rabbits", total(rabbits)),
            _row("result-dingo", laid),
        ]
    return Result(observation.places(), observation.scores(), tuple(rows))


def _row(key: str, figures: Iterable[int | str]) -> ResultRow:
    return ResultRow(Phrase(key), tuple(figures))


# --- choosing ---


def _buttons(choices: Sequence[Choice]) -> list[Button]:
    named = {target for choice in choices for target in choice.path}
    return [
        Button(key, Phrase(f"button-{key}"), tone)  # type: ignore[arg-type]  # a literal of two
        for key, tone in (("billabong", "main"), ("pass", "plain"))
        if key in named
    ]


def _choices(observation: Observation) -> list[Choice]:
    seat = observation.seat
    if seat == SPECTATOR:
        return []
    state: DownUnderState = observation.state
    legal = observation.legal(seat)
    acts = [(action, act_of(state, seat, action)) for action in legal]
    only_ends = all(not isinstance(act, Lay) or act.shape >= END_N for _, act in acts)
    avoidable = state.phase == Phase.PLAY and not only_ends
    previews: dict[Act, _Preview] = {}
    choices = []
    for action, act in acts:
        same = Lay(act.colour, act.x, act.y, act.shape) if isinstance(act, Lay) else act
        if same not in previews:
            shown = len(legal) <= _PREVIEWED
            previews[same] = _preview(observation, action, act) if shown else _Preview()
        needless = bool(avoidable) and isinstance(act, Lay) and act.shape >= END_N
        marks = previews[same].marks
        if needless and isinstance(act, Lay):
            marks = (Mark(f"cell:{act.x},{act.y}", "warn"), *marks)
        choices.append(
            Choice(
                action,
                _targets(state, seat, act),
                label=Phrase("confirm-end") if needless else previews[same].label,
                confirm=needless,
                marks=marks,
            )
        )
    return choices


def _targets(state: DownUnderState, seat: int, act: Act) -> tuple[str, ...]:
    """Return the targets that mean an action.

    What can follow a cell is picked beside it. Where animals count, the order is free: with a card
    picked first, from the stock, only how it lies is left for the cell.
    """
    if isinstance(act, Pass):
        return ("pass",)
    if isinstance(act, Billabong):
        return (f"cell:{act.x},{act.y}",) if state.phase == Phase.WATER else ("billabong",)
    cell = f"cell:{act.x},{act.y}"
    if isinstance(act, Turn):
        return (cell, _way_id(seat, act.shape))
    way = _way_id(act.colour, act.shape)
    if not state.counted:
        return (cell, way)
    return (cell, way, _stock_id(act.colour, kind_name(act.shape), act.animal))


class _Preview(NamedTuple):
    """What an action would do."""

    label: Phrase | None = None
    """Whose score it would change, and to what; None if nobody's."""
    marks: tuple[Mark, ...] = ()
    """Parts that paths would take, and loops that would close."""


def _preview(observation: Observation, action: int, act: Act) -> _Preview:
    if isinstance(act, Pass):
        return _Preview()
    state: DownUnderState = observation.state
    seat = observation.seat
    row = observation.row.copy()
    observation.game.kernels.apply(row, seat, action)
    after: DownUnderState = row.view(observation.game.state.dtype)[0]
    own = own_colours(state, seat)
    marks = []
    for slot in (state.cards != after.cards).nonzero()[0].tolist():
        card = int(after.cards[slot])
        if not state.cards[slot] or card & 15 == Card.BILLABONG:
            continue
        taker = int(neutral_owner(card))
        if taker < COLOURS and taker != int(neutral_owner(int(state.cards[slot]))):
            shape = card & 15
            target = card_id(int(x_of(card)), int(y_of(card)), shape)
            marks.append(Mark(target, "gain" if taker in own else "info"))
    for colour in range(COLOURS):
        if after.tips[colour, 0] == LOOPED and state.tips[colour, 0] != LOOPED:
            cell = f"cell:{act.x},{act.y}"
            marks.append(Mark(cell, "warn" if colour in own else "loss"))
    scores = Position(observation.game, observation.seats, observation.options, row).scores()
    changes = [
        Phrase("preview-change", {"seat": SeatName(one), "before": before, "after": now})
        for one, (before, now) in enumerate(zip(observation.scores(), scores, strict=True))
        if before != now
    ]
    label = Phrase("preview", {"changes": [*changes]}) if changes else None
    return _Preview(label, tuple(dict.fromkeys(marks)))


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, legal or not; their order does not matter.

    A cell, or a card for it, where nothing can be laid means a lay that says why.
    """
    state: DownUnderState = observation.state
    targets = list(path)
    if targets == ["pass"]:
        return PASS
    if targets == ["billabong"]:
        ports = [port for port in state.tips[observation.seat].tolist() if port >= 0]
        if not ports:
            return None
        where = int(led_to_x(state, ports[0])), int(led_to_y(state, ports[0]))
        return number_of(state, observation.seat, Billabong(*where))
    cells = {cell for target in targets if (cell := _cell_meant(state, target)) is not None}
    ways = [target.split(":") for target in targets if target.startswith("way:")]
    ways = [parts for parts in ways if len(parts) == 4]
    if len(cells) != 1:
        return None
    x, y = cells.pop()
    if not ways:
        return _without_side(state, observation.seat, x, y, targets)
    if len(ways) != 1:
        return None
    _, colour, kind, side = ways[0]
    shape = _shape_named(kind, side)
    if not colour.isdecimal() or int(colour) >= COLOURS or shape is None:
        return None
    if _is_turn(state, observation.seat, x, y) and kind == "curve" and len(targets) == 2:
        return number_of(state, observation.seat, Turn(x, y, shape))
    if not state.counted:
        lay = Lay(int(colour), x, y, shape)
        return number_of(state, observation.seat, lay) if len(targets) == 2 else None
    cards = [card for target in targets if (card := _card_meant(target)) is not None]
    if len(targets) != 3 or len(cards) != 1 or cards[0][:2] != (int(colour), kind):
        return None
    return number_of(state, observation.seat, Lay(int(colour), x, y, shape, cards[0][2]))


def _without_side(
    state: DownUnderState, seat: int, x: int, y: int, targets: Sequence[str]
) -> int | None:
    """Return what a cell alone or with a card from a stock means, however that would lie."""
    if state.phase == Phase.WATER:
        return number_of(state, seat, Billabong(x, y)) if len(targets) == 1 else None
    if state.mover != seat or len(targets) > 2:
        return None
    wanted: list[tuple[int, str, int | None]]
    if len(targets) == 1:
        if state.paths == Paths.ONE and state.tips[seat, 0] == LOOPED:
            return _plainest(state, seat, [Turn(x, y, shape) for shape in _shapes_of("curve")])
        wanted = [
            (colour, kind, None) for colour in own_colours(state, seat) for kind in _STOCK_KINDS
        ]
    else:
        wanted = [card for target in targets if (card := _card_meant(target)) is not None]
    return _plainest(
        state,
        seat,
        [
            Lay(
                colour, x, y, shape, _some_animal(state, colour, kind) if animal is None else animal
            )
            for colour, kind, animal in wanted
            for shape in _shapes_of(kind)
        ],
    )


def _plainest(state: DownUnderState, seat: int, acts: Sequence[Act]) -> int | None:
    """Return of actions that are all refused the one with the most telling reason; else None."""
    reasons: list[tuple[int, int]] = []
    for act in acts:
        refusal = refusal_of(state, seat, act)
        if refusal is None:
            return None
        number = number_of(state, seat, act)
        if number is not None:
            reasons.append((_LESS_TELLING.get(refusal.rule, 0), number))
    return min(reasons)[1] if reasons else None


def _some_animal(state: DownUnderState, colour: int, kind: str) -> int | None:
    """Return an animal that is left on a kind of card; None where none is or none counts."""
    if not state.counted or kind == "end":
        return None
    left = state.animals_left[colour, _STOCK_KINDS.index(kind)]
    return int(left.argmax())


def _card_meant(target: str) -> tuple[int, str, int | None] | None:
    """Return colour, kind and animal of a card in a stock."""
    head, *rest = target.split(":")
    if head != "stock" or not 2 <= len(rest) <= 3 or rest[1] not in _STOCK_KINDS:
        return None
    if not rest[0].isdecimal() or int(rest[0]) >= COLOURS:
        return None
    if len(rest) == 2:
        return int(rest[0]), rest[1], None
    if rest[2] not in ANIMAL_NAMES:
        return None
    return int(rest[0]), rest[1], ANIMAL_NAMES.index(rest[2])


def _shapes_of(kind: str) -> list[int]:
    return [int(shape) for shape in SIDE_NAMES if kind_name(shape) == kind]


def _is_turn(state: DownUnderState, seat: int, x: int, y: int) -> bool:
    """Whether a curve picked with a lying card means to turn that."""
    return (
        state.mover == seat
        and state.paths == Paths.ONE
        and state.tips[seat, 0] == LOOPED
        and find(state, x, y) >= 0
    )


def _shape_named(kind: str, side: str) -> int | None:
    for shape, name in SIDE_NAMES.items():
        if name == side and kind_name(shape) == kind:
            return int(shape)
    return None


def _cell_meant(state: DownUnderState, target: str) -> tuple[int, int] | None:
    """Return the cell that a place, a card or an open end stands for."""
    head, _, rest = target.partition(":")
    if head == "tip":
        colour, _, end = rest.partition(":")
        if not (colour.isdecimal() and end.isdecimal()):
            return None
        if int(colour) >= COLOURS or int(end) > 1:
            return None
        port = int(state.tips[int(colour), int(end)])
        return (int(led_to_x(state, port)), int(led_to_y(state, port))) if port >= 0 else None
    if head not in ("cell", "card", "run", "animal"):
        return None
    x, _, y = rest.partition(":")[0].partition(",")
    try:
        return int(x), int(y)
    except ValueError:
        return None


# --- the log ---


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words: what was laid, what paths took, which ended or became loops."""
    state: DownUnderState = before.state
    then: DownUnderState = after.state
    act = act_of(state, event.seat, event.action)
    seat = SeatName(event.seat)
    words = [_said(state, seat, act)]
    colours = range(COLOURS)
    own = own_colours(state, event.seat)
    laid = act.colour if isinstance(act, Lay) else None
    for colour in colours:
        gained = int(then.sections[colour] - state.sections[colour]) - (colour == laid)
        if gained > 0:
            length = int(then.sections[colour])
            values: dict[str, Value] = {"path": _path(state, colour), "length": length}
            drowns = (
                isinstance(act, Billabong)
                and _open_ends(then, colour) < _open_ends(state, colour)
                and then.tips[colour, 0] != LOOPED
            )
            if drowns:
                words.append(Phrase("say-drowns", values))
            else:
                key = "say-takes" if colour in own else "say-carries"
                words.append(Phrase(key, {**values, "count": gained}))
    for colour in colours:
        old, new = path_state(state, colour), path_state(then, colour)
        if new != old and new == "loop":
            words.append(Phrase("say-loop", {"path": _path(state, colour)}))
        elif new != old and new == "done":
            length = int(then.sections[colour])
            words.append(Phrase("say-done", {"path": _path(state, colour), "length": length}))
    if then.phase == Phase.WATER and state.phase != Phase.WATER:
        words.append(Phrase("say-meet", {"seat": seat, "count": _meeting(then)}))
    return words


def _open_ends(state: DownUnderState, colour: int) -> int:
    return sum(port >= 0 for port in state.tips[colour].tolist())


def _said(state: DownUnderState, seat: SeatName, act: Act) -> Phrase:
    if isinstance(act, Pass):
        return Phrase("say-pass", {"seat": seat})
    cell = cell_name(act.x, act.y)
    if isinstance(act, Billabong):
        return Phrase("say-billabong", {"seat": seat, "cell": cell})
    if isinstance(act, Turn):
        return Phrase("say-turn", {"seat": seat, "cell": cell})
    values: dict[str, Value] = {"seat": seat, "kind": kind_name(act.shape), "cell": cell}
    if act.animal is not None:
        values["animal"] = Phrase(f"animal-{ANIMAL_NAMES[act.animal]}")
        return Phrase("say-lay-animal", values)
    return Phrase("say-lay", values)


# --- in characters ---


def draw(observation: Observation) -> str:
    """Return the table in characters, three by three for each cell.

    A path's parts bear its seat's letter, its neutral parts the small letter, free ones ``+``,
    a layout's own ``#``; with two paths each the colours are numbered 1 to 4.
    """
    state: DownUnderState = observation.state
    view = view_of(state)
    lines = [
        [" "] * (3 * (view.right - view.left + 1)) for _ in range(3 * (view.bottom - view.top + 1))
    ]
    for x, y, inside in view.cells():
        if inside:
            lines[3 * (y - view.top) + 1][3 * (x - view.left) + 1] = "."
    for slot, card in enumerate(state.cards.tolist()):
        if card:
            _draw_card(state, slot, card, lines, view)
    body = ["".join(line).rstrip() for line in lines]
    stocks = []
    for seat in range(observation.seats):
        for colour in own_colours(state, seat):
            kinds = " ".join(
                f"{name} {int(state.stock[colour, kind])}" for kind, name in KIND_NAMES.items()
            )
            length = int(state.sections[colour])
            status = path_state(state, colour)
            stocks.append(f"{_letter(state, colour)} {length:>3}  {status:7} {kinds}")
    return "\n".join([*body, "", *stocks, f"~ {int(state.billabongs)}"])


def _draw_card(
    state: DownUnderState, slot: int, card: int, lines: list[list[str]], view: View
) -> None:
    """Write the ports of a card round its middle, which shows the kind."""
    left, top = 3 * (int(x_of(card)) - view.left), 3 * (int(y_of(card)) - view.top)
    shape = card & 15
    if shape == Card.BILLABONG:
        lines[top + 1][left + 1] = "~"
    else:
        lines[top + 1][left + 1] = "sce"[int(kind_of(min(shape, Card.END_W)))]
    for edge, (dx, dy) in enumerate(((1, 0), (2, 1), (1, 2), (0, 1))):
        owner = int(owner_of(state, slot * 4 + edge))
        if shape == Card.BILLABONG:
            sign = "~" if owner == NONE else _letter(state, owner).lower()
        elif OWN[shape] >> edge & 1:
            sign = _letter(state, owner)
        elif NEUTRAL[shape] >> edge & 1:
            sign = "+" if owner == NONE else _letter(state, owner).lower()
        else:
            continue
        lines[top + dy][left + dx] = sign


def _letter(state: DownUnderState, colour: int) -> str:
    if colour == WALL:
        return "#"
    return seats.letter(colour) if state.paths == Paths.ONE else str(colour + 1)
