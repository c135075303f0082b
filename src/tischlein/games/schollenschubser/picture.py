"""What players see of Schollenschubser: bank, water, floes, researchers, ship, dice and words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tischlein.core import seats
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Button,
    Choice,
    Lettering,
    Mark,
    Panel,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
    Tray,
)
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser.names import ROW_LETTERS, square_name
from tischlein.games.schollenschubser.squares import kind_of, last_pushed
from tischlein.games.schollenschubser.state import (
    ACTIONS,
    BIG,
    BOARD,
    COLUMNS,
    DONE,
    DRIFT,
    LAND,
    MELT,
    NEW,
    PAWNS,
    ROLL,
    ROWS,
    SAVE,
    SEATS,
    SIZES,
    SKIP,
    SMALL,
    SQUARES,
    START,
    STEP,
    Phase,
    SchollenschubserState,
)

PITCH = 10.0
"""Distance of neighbouring squares in board units."""
FLOE = 9.8
PAWN = 4.1
BANK_WIDTH = 9.5
SHIP_WIDTH = 11.0
HEAD = 2.8
"""Room above the water for the numbers of the columns."""
WIDTH = BANK_WIDTH + COLUMNS * PITCH + SHIP_WIDTH
HEIGHT = HEAD + ROWS * PITCH

BANK, SHIP = "bank", "ship"
BUTTONS = {"drift": "button-drift", "melt": "button-melt", "skip": "button-skip"}
DENTS = {
    1: ((0.0, -0.6),),
    2: ((-2.6, 0.0), (2.6, 0.0)),
    3: ((-2.5, 1.6), (2.5, 1.6), (0.0, -2.8)),
    4: ((0.0, -2.85), (-2.85, 0.0), (2.85, 0.0), (0.0, 2.85)),
}
"""Where the dents of a floe lie, from its centre, by size; the drawings have them there too."""


def _centre(square: int) -> tuple[float, float]:
    row, column = divmod(square, COLUMNS)
    return BANK_WIDTH + PITCH * (column + 0.5), HEAD + PITCH * (row + 0.5)


def _square(square: int) -> str:
    return f"square:{square}"


_PLACES = [
    Place(BANK, 0.0, HEAD, BANK_WIDTH, ROWS * PITCH, Phrase("bank"), "bank"),
    Place(SHIP, WIDTH - SHIP_WIDTH, HEAD, SHIP_WIDTH, ROWS * PITCH, Phrase("ship"), "ship"),
    *(
        Place(
            _square(square),
            _centre(square)[0] - PITCH / 2,
            _centre(square)[1] - PITCH / 2,
            PITCH,
            PITCH,
            Phrase("square", {"square": square_name(square)}),
            "water",
        )
        for square in range(SQUARES)
    ),
]
_LETTERINGS = [
    *(
        Lettering(str(column + 1), BANK_WIDTH + PITCH * (column + 0.5), HEAD / 2, 2.4)
        for column in range(COLUMNS)
    ),
    *(
        Lettering(letter, WIDTH - SHIP_WIDTH + 0.9, HEAD + PITCH * (row + 0.5), 2.2)
        for row, letter in enumerate(ROW_LETTERS)
    ),
]


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing is secret."""
    state: SchollenschubserState = observation.state
    acts = observation.seat in observation.acting
    choices = _choices(observation) if acts else []
    asked = {target for choice in choices for target in choice.path}
    buttons = [Button(key, Phrase(text)) for key, text in BUTTONS.items() if key in asked]
    if "done" in asked:
        buttons.append(Button("done", Phrase("button-done"), "main"))
    waiting = state.phase in (Phase.DRIFT, Phase.MOVE)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation),
        places=_PLACES,
        letterings=_LETTERINGS,
        pieces=[*_floes(state), *_researchers(state)],
        trays=[_dice(state), *_stock(state)],
        buttons=buttons,
        choices=choices,
        panels=[
            Panel(
                seat,
                int(state.saved[seat]),
                (Phrase("on-bank", {"count": int(state.bank[seat])}),),
            )
            for seat in range(state.seats)
        ],
        awaited=[SeatName(int(state.mover))] if waiting else [],
        result=_result(observation) if observation.over else None,
    )


def _prompt(observation: Observation) -> Phrase:
    state: SchollenschubserState = observation.state
    mover = SeatName(int(state.mover))
    if state.phase == Phase.OVER:
        return Phrase("prompt-won", {"seat": mover})
    if state.phase in (Phase.LAY, Phase.START):
        return Phrase("prompt-setting-up")
    if state.phase == Phase.ROLL:
        return Phrase("prompt-roll", {"seat": mover})
    if state.mover != observation.seat:
        return Phrase("prompt-wait", {"seat": mover})
    if state.phase == Phase.MOVE:
        if any(state.unmoved[square] for square in range(COLUMNS - 1, SQUARES, COLUMNS)):
            return Phrase("prompt-save")
        return Phrase("prompt-move")
    first, second = sorted(state.dice.tolist())
    return Phrase("prompt-drift", {"first": first, "second": second})


def _floe_id(state: SchollenschubserState, square: int) -> str:
    """Return the name of a floe, which it keeps wherever it drifts."""
    return f"floe:{state.floe_number[square]}"


def _afloat(state: SchollenschubserState, square: int, owner: int, number: int) -> str:
    """Return the name of a seat's researcher on a floe, which drifts along with the floe."""
    return f"researcher:{owner}:{_floe_id(state, square)}:{number}"


def _floes(state: SchollenschubserState) -> list[Piece]:
    return [
        _floe_piece(size, _floe_id(state, square), *_centre(square), place=_square(square))
        for square, size in enumerate(state.floe.tolist())
        if size
    ]


def _floe_piece(
    size: int, piece_id: str, x: float = 0, y: float = 0, *, count: int = 1, place: str = ""
) -> Piece:
    return Piece(
        id=piece_id,
        kind=f"floe-{size}",
        symbol=f"floe-{size}",
        label=Phrase("floe", {"size": size}),
        x=x,
        y=y,
        w=FLOE,
        h=FLOE,
        count=count,
        place=place,
    )


def _researcher(
    owner: int, piece_id: str, x: float, y: float, *, place: str, faded: bool = False
) -> Piece:
    letter = seats.letter(owner)
    return Piece(
        id=piece_id,
        kind=f"researcher-{letter}",
        symbol=f"researcher-{letter.lower()}",
        label=Phrase("researcher", {"seat": SeatName(owner)}),
        x=x,
        y=y,
        w=PAWN,
        h=PAWN,
        seat=owner,
        text=letter,
        place=place,
        faded=faded,
    )


def _researchers(state: SchollenschubserState) -> list[Piece]:
    pieces = []
    for square, crowd in enumerate(state.pawns.tolist()):
        if not any(crowd):
            continue
        x, y = _centre(square)
        dents = iter(DENTS[int(state.floe[square])])
        for owner, count in enumerate(crowd):
            fresh = int(state.unmoved[square]) if owner == state.mover else count
            for number in range(count):
                dx, dy = next(dents)
                moved = bool(state.phase == Phase.MOVE) and number >= fresh
                name = _afloat(state, square, owner, number)
                spot = _square(square)
                pieces.append(_researcher(owner, name, x + dx, y + dy, place=spot, faded=moved))
    for place, left, counts in (
        (BANK, 0.0, state.bank.tolist()),
        (SHIP, WIDTH - SHIP_WIDTH + 2.0, state.saved.tolist()),
    ):
        pieces += _group(place, left, counts[: state.seats])
    return pieces


def _group(place: str, left: float, counts: Sequence[int]) -> list[Piece]:
    """Stand each seat's researchers in a block of two by two, seats from north to south."""
    height = ROWS * PITCH / len(counts)
    return [
        _researcher(
            owner,
            f"researcher:{owner}:{place}:{number}",
            left + 2.75 + 4.0 * (number % 2),
            HEAD + height * (owner + 0.5) - 2.0 + 4.0 * (number // 2),
            place=place,
        )
        for owner, count in enumerate(counts)
        for number in range(count)
    ]


def _dice(state: SchollenschubserState) -> Tray:
    dice = [
        Piece(
            id=f"die:{number}",
            kind=f"die-{number}",
            symbol=f"die-{face}",
            label=Phrase("die", {"face": face}),
        )
        for number, face in enumerate(state.dice.tolist())
        if face
    ]
    return Tray("dice", Phrase("dice"), "table", dice)


def _stock(state: SchollenschubserState) -> list[Tray]:
    """Return the stock, a tray for each kind of card; both sides of a card are on offer."""
    largest = int(state.largest)
    labels = {BIG: Phrase("stock-big", {"largest": largest}), SMALL: Phrase("stock-small")}
    return [
        Tray(
            label.key,
            label,
            "table",
            [
                _floe_piece(size, f"stock:{size}", count=int(state.stock[kind]))
                for size in range(largest, 0, -1)
                if kind_of(size) == kind and state.stock[kind]
            ],
        )
        for kind, label in labels.items()
    ]


def _choices(observation: Observation) -> list[Choice]:
    state: SchollenschubserState = observation.state
    return [
        Choice(action, path, marks=_marks(state, action), confirm=_hurts(state, action))
        for path, action in _paths(observation).items()
    ]


def _paths(observation: Observation) -> dict[tuple[str, ...], int]:
    """Return the viewer's actions by the targets that select them.

    A click on a floe lets it drift or melt; where it could do both, a button says which. Whose
    researcher falls is asked only where several seats share a floe.
    """
    state: SchollenschubserState = observation.state
    actions = observation.legal(observation.seat)
    drifting = {action - DRIFT for action in actions if action < NEW}
    melting = {(action - MELT) // (SEATS + 1) for action in actions if MELT <= action < SKIP}
    paths = {}
    for action in actions:
        path = _path(action)
        if action < NEW and action - DRIFT not in melting:
            path = path[:1]
        elif MELT <= action < SKIP:
            square, faller = divmod(action - MELT, SEATS + 1)
            path = path if square in drifting else path[:1]
            if faller and np.count_nonzero(state.pawns[square]) > 1:
                path = (*path, _afloat(state, square, faller - 1, 0))
        paths[path] = action
    return paths


def _path(action: int) -> tuple[str, ...]:
    """Return the targets that select an action, but for the researcher that a melt drops."""
    if action < NEW:
        return _square(action - DRIFT), "drift"
    if action < MELT:
        square, size = divmod(action - NEW, SIZES)
        return _square(square), f"stock:{size + 1}"
    if action < SKIP:
        return _square((action - MELT) // (SEATS + 1)), "melt"
    if action == SKIP:
        return ("skip",)
    if action < STEP:
        return BANK, _square(action - BOARD)
    if action < LAND:
        source, target = divmod(action - STEP, SQUARES)
        return _square(source), _square(target)
    if action < SAVE:
        return _square(action - LAND), BANK
    if action < DONE:
        return _square(action - SAVE), SHIP
    return ("done",)


_BY_PATH = {_path(action): action for action in reversed(range(ACTIONS))}
"""What a path means where it selects nothing; of several melts the one that names nobody."""
_DRIFT_BY_PATH = {(_square(square),): DRIFT + square for square in range(SQUARES)}


def _marks(state: SchollenschubserState, action: int) -> tuple[Mark, ...]:
    """Mark how far the ice drifts or which floe is lost, and whoever falls into the water."""
    if action < NEW:
        last = last_pushed(state, action - DRIFT)
        if last + COLUMNS < SQUARES:
            return (Mark(_square(last + COLUMNS), "info"),)
        wet = (Mark(name, "loss") for name in _names_on(state, last))
        return Mark(_floe_id(state, last), "warn"), *wet
    if MELT <= action < SKIP:
        square, faller = divmod(action - MELT, SEATS + 1)
        return (Mark(_afloat(state, square, faller - 1, 0), "loss"),) if faller else ()
    return ()


def _names_on(state: SchollenschubserState, square: int) -> list[str]:
    return [
        _afloat(state, square, owner, number)
        for owner, count in enumerate(state.pawns[square].tolist())
        for number in range(count)
    ]


def _hurts(state: SchollenschubserState, action: int) -> bool:
    """Whether to ask again: before own researchers get wet, or stay behind in column 4."""
    mover = state.mover
    if action == DONE:
        return bool(state.unmoved[COLUMNS - 1 :: COLUMNS].any())
    if action < NEW:
        last = last_pushed(state, action - DRIFT)
        return bool(last + COLUMNS >= SQUARES and state.pawns[last, mover])
    if MELT <= action < SKIP:
        return bool((action - MELT) % (SEATS + 1) == mover + 1)
    return False


def _result(observation: Observation) -> Result:
    state: SchollenschubserState = observation.state
    counts = range(state.seats)
    return Result(
        places=observation.places(),
        scores=observation.scores(),
        rows=(
            ResultRow(Phrase("result-saved"), tuple(int(state.saved[s]) for s in counts)),
            # A row without figures: what follows it does not count for the score.
            ResultRow(Phrase("result-not-saved"), ("",) * state.seats),
            ResultRow(Phrase("result-afloat"), tuple(int(state.pawns[:, s].sum()) for s in counts)),
            ResultRow(Phrase("result-bank"), tuple(int(state.bank[s]) for s in counts)),
        ),
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, with what was lost, who got wet and what the dice forbid."""
    state: SchollenschubserState = before.state
    if event.seat == CHANCE:
        return _say_chance(state, event.action, after)
    words = [_say_action(state, event.seat, event.action)]
    if event.action < BOARD:
        if event.action < NEW and after.state.stock.sum() > state.stock.sum():
            words.append(Phrase("say-gone"))
        wet = (after.state.bank - state.bank).tolist()
        words += [
            Phrase("say-wet", {"seat": SeatName(owner), "count": count})
            for owner, count in enumerate(wet)
            if count
        ]
    return words


def _say_chance(state: SchollenschubserState, outcome: int, after: Observation) -> list[Phrase]:
    if outcome < START:
        square, size = divmod(outcome, SIZES)
        return [Phrase("say-lay", {"square": square_name(2 + square), "size": size + 1})]
    if outcome < ROLL:
        return [Phrase("say-start", {"seat": SeatName(outcome - START)})]
    face = outcome - ROLL + 1
    mover = SeatName(int(state.mover))
    if not state.dice[0]:
        return [Phrase("say-roll-first", {"seat": mover, "face": face})]
    words = [Phrase("say-roll-second", {"face": face})]
    if after.state.phase == Phase.ROLL:
        words.append(Phrase("say-nothing-possible", {"seat": mover}))
    elif after.state.phase == Phase.MOVE:
        words.append(Phrase("say-no-ice"))
    return words


def _say_action(state: SchollenschubserState, seat: int, action: int) -> Phrase:
    who = SeatName(seat)
    if action < NEW:
        square = action - DRIFT
        pushed = (last_pushed(state, square) - square) // COLUMNS
        name = square_name(square)
        return Phrase("say-drift", {"seat": who, "square": name, "pushed": pushed})
    if action < MELT:
        square, size = divmod(action - NEW, SIZES)
        return Phrase("say-new", {"seat": who, "square": square_name(square), "size": size + 1})
    if action < SKIP:
        square = (action - MELT) // (SEATS + 1)
        size = int(state.floe[square]) - 1
        return Phrase("say-melt", {"seat": who, "square": square_name(square), "size": size})
    if action == SKIP:
        return Phrase("say-skip", {"seat": who})
    if action < STEP:
        return Phrase("say-board", {"seat": who, "square": square_name(action - BOARD)})
    if action < LAND:
        source, target = divmod(action - STEP, SQUARES)
        names = square_name(source), square_name(target)
        return Phrase("say-step", {"seat": who, "from": names[0], "to": names[1]})
    if action < SAVE:
        return Phrase("say-land", {"seat": who, "square": square_name(action - LAND)})
    if action < DONE:
        return Phrase("say-save", {"seat": who, "square": square_name(action - SAVE)})
    return Phrase("say-done", {"seat": who})


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, legal or not, None while more are needed."""
    picked = tuple(path)
    state: SchollenschubserState = observation.state
    paths = _paths(observation)
    if picked in paths:
        return paths[picked]
    if any(picked == path[: len(picked)] for path in paths):
        return None
    if state.phase == Phase.DRIFT and picked in _DRIFT_BY_PATH:
        return _DRIFT_BY_PATH[picked]
    return _BY_PATH.get(picked)


def draw(observation: Observation) -> str:
    """Return the water in characters, each floe as its size and its researchers' letters."""
    state: SchollenschubserState = observation.state
    lines = ["    " + "".join(f"{column + 1:^7}" for column in range(COLUMNS))]
    for row, letter in enumerate(ROW_LETTERS):
        cells = []
        for square in range(row * COLUMNS, (row + 1) * COLUMNS):
            crowd = "".join(
                seats.letter(owner) * count
                for owner, count in enumerate(state.pawns[square].tolist())
            )
            size = int(state.floe[square])
            cells.append(f"{f'[{size}{crowd}]' if size else '~':^7}")
        lines.append(f"  {letter} {''.join(cells)} {letter}")
    lines.append("")
    for seat in range(state.seats):
        ashore, saved = int(state.bank[seat]), int(state.saved[seat])
        afloat = PAWNS - ashore - saved
        lines.append(f"{seats.letter(seat)}  bank {ashore}  afloat {afloat}  ship {saved}")
    dice = " ".join(str(die) for die in state.dice.tolist() if die)
    if dice:
        lines.append(f"dice {dice}")
    return "\n".join(lines)
