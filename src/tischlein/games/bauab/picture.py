"""What players see of Bauab: the plan with its chips, the supplies, the log in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core import seats
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Button,
    Choice,
    Layer,
    Lettering,
    Mark,
    Panel,
    Picture,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
    Tray,
)
from tischlein.core.seats import CHANCE
from tischlein.games.bauab import rules
from tischlein.games.bauab.rules import kind_name, plot_name
from tischlein.games.bauab.state import (
    KINDS,
    NOBODY,
    OPTION,
    PARK_MOVE,
    PASS,
    PLOTS,
    BauabState,
    Plot,
)

PITCH = 10.0
"""Distance of neighbouring plots in board units."""
PLOT = 9.5
CHIP = 9.0
EDGE = 3.0
"""Room for the letters and numbers of the plan."""
FREEDOMS = "freedoms"

_STOCK = "stock:{}:{}"


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Bauab is secret."""
    state: BauabState = observation.state
    board = _board(tuple(state.column.tolist()), tuple(state.line.tolist()))
    mover = int(state.mover)
    viewer_moves = mover != NOBODY and mover == observation.seat
    choices = _choices(observation) if viewer_moves else []
    scores = observation.scores()
    return Scene(
        width=board.width,
        height=board.height,
        prompt=_prompt(observation),
        places=board.places,
        letterings=board.letterings,
        pieces=_chips_on_plan(state),
        pictures=_pictures(state),
        trays=_trays(state),
        buttons=(
            [Button("pass", Phrase("button-pass"), "main")]
            if any(choice.action == PASS for choice in choices)
            else []
        ),
        choices=choices,
        any_order=True,
        layers=[Layer(FREEDOMS, Phrase("layer-freedoms"))],
        panels=[Panel(seat, scores[seat]) for seat in range(2)],
        awaited=[] if mover == NOBODY else [SeatName(mover)],
        result=_result(observation) if state.over else None,
    )


class _Board:
    """The scenery of one plan, drawn once."""

    def __init__(self, columns: Sequence[int], lines: Sequence[int]) -> None:
        self.width = EDGE + PITCH * (max(columns) + 1)
        self.height = EDGE + PITCH * (max(lines) + 1)
        self.centres = [
            (EDGE + PITCH * (column + 0.5), EDGE + PITCH * (line + 0.5))
            for column, line in zip(columns, lines, strict=True)
        ]
        self.places = [
            Place(
                id=f"plot:{plot}",
                x=x - PLOT / 2,
                y=y - PLOT / 2,
                w=PLOT,
                h=PLOT,
                label=Phrase("plot", {"plot": f"{chr(97 + columns[plot])}{lines[plot] + 1}"}),
                symbol="plot",
            )
            for plot, (x, y) in enumerate(self.centres)
        ]
        letters = [
            Lettering(chr(97 + column), EDGE + PITCH * (column + 0.5), EDGE / 2, 2.2)
            for column in range(max(columns) + 1)
        ]
        numbers = [
            Lettering(str(line + 1), EDGE / 2, EDGE + PITCH * (line + 0.5), 2.2)
            for line in range(max(lines) + 1)
        ]
        self.letterings = letters + numbers


_board = lru_cache(maxsize=64)(_Board)


def _board_of(state: BauabState) -> _Board:
    return _board(tuple(state.column.tolist()), tuple(state.line.tolist()))


def _prompt(observation: Observation) -> Phrase:
    state: BauabState = observation.state
    if state.over:
        places = observation.places()
        if places == (0, 0):
            return Phrase("prompt-drawn")
        return Phrase("prompt-won", {"seat": SeatName(places.index(0))})
    mover = int(state.mover)
    if mover == NOBODY:
        return Phrase("prompt-lot")
    if mover != observation.seat:
        return Phrase("prompt-wait", {"seat": SeatName(mover)})
    if not any(rules.open_to(state, mover, kind, state.barred) for kind in range(KINDS)):
        return Phrase("prompt-park-or-pass" if rules.open_to_park(state) else "prompt-pass")
    return Phrase("prompt-place-or-park" if rules.open_to_park(state) else "prompt-place")


def _chip(owner: int, kind: int) -> Phrase:
    return Phrase("chip", {"seat": SeatName(owner), "kind": kind_name(kind)})


def _chip_piece(
    owner: int, kind: int, piece_id: str, x: float = 0, y: float = 0, **more: object
) -> Piece:
    sign = "ab"[owner]
    return Piece(
        id=piece_id,
        kind=f"{seats.letter(owner)}{kind_name(kind)}",
        symbol=f"option-{sign}" if kind == OPTION else f"chip-{sign}",
        label=_chip(owner, kind),
        x=x,
        y=y,
        w=CHIP,
        h=CHIP,
        seat=owner,
        text="" if kind == OPTION else kind_name(kind),
        **more,  # type: ignore[arg-type]  # count and place
    )


def _park_piece(
    piece_id: str, x: float = 0, y: float = 0, count: int = 1, place: str = ""
) -> Piece:
    return Piece(
        id=piece_id,
        kind="park",
        symbol="park",
        label=Phrase("park"),
        x=x,
        y=y,
        w=CHIP,
        h=CHIP,
        count=count,
        place=place,
    )


def _chips_on_plan(state: BauabState) -> list[Piece]:
    pieces = []
    centres = _board_of(state).centres
    for plot, content in enumerate(state.plots.tolist()):
        if content == Plot.FREE:
            continue
        x, y = centres[plot]
        place = f"plot:{plot}"
        if content == Plot.PARK:
            pieces.append(_park_piece(f"chip:{plot}", x, y, place=place))
        else:
            owner, kind = divmod(content - Plot.CHIP, KINDS)
            pieces.append(_chip_piece(owner, kind, f"chip:{plot}", x, y, place=place))
    return pieces


def _pictures(state: BauabState) -> list[Picture]:
    """Locks on barred plots; and as an aid: freedoms, chips in danger, chips that are secured."""
    board = _board_of(state)
    barred, free = int(state.barred), int(state.free)
    around = state.around.tolist()
    pictures = []
    for plot, content in enumerate(state.plots.tolist()):
        x, y = board.centres[plot]
        if barred >> plot & 1:
            pictures.append(_centred("bar", x, y, 7.5))
        if content < Plot.CHIP:
            continue
        freedoms = around[plot] & free
        if freedoms == 0:
            pictures.append(_centred("secured", x, y, CHIP, FREEDOMS))
            continue
        if freedoms & freedoms - 1 == 0:
            pictures.append(_centred("danger", x, y, CHIP, FREEDOMS))
        for other in range(PLOTS):
            if freedoms >> other & 1:
                to_x, to_y = board.centres[other]
                near = 0.42
                pictures.append(
                    _centred(
                        "freedom",
                        x + near * (to_x - x),
                        y + near * (to_y - y),
                        1.3,
                        FREEDOMS,
                    )
                )
    return pictures


def _centred(symbol: str, x: float, y: float, size: float, layer: str = "") -> Picture:
    return Picture(symbol, x - size / 2, y - size / 2, size, size, layer=layer)


def _trays(state: BauabState) -> list[Tray]:
    trays = []
    for seat in range(2):
        supply, captured = state.supply[seat].tolist(), state.captured[seat].tolist()
        owner = Phrase("supply", {"seat": SeatName(seat)})
        chips = [
            _chip_piece(seat, kind, _STOCK.format(seat, kind), count=count)
            for kind, count in enumerate(supply)
            if count
        ]
        trays.append(Tray(f"stock:{seat}", owner, "hand", chips, seat))
        taken = [
            _chip_piece(1 - seat, kind, f"captured:{seat}:{kind}", count=count)
            for kind, count in enumerate(captured)
            if count
        ]
        label = Phrase("captured", {"seat": SeatName(seat)})
        trays.append(Tray(f"captured:{seat}", label, "captured", taken, seat))
    parks = [_park_piece("parks", count=int(state.parks))] if state.parks else []
    trays.append(Tray("stock:parks", Phrase("parks"), "table", parks))
    return trays


def _choices(observation: Observation) -> list[Choice]:
    state: BauabState = observation.state
    seat = observation.seat
    marks = [_capture_marks(state, seat, plot) for plot in range(PLOTS)]
    choices = []
    for action in observation.legal(seat):
        if action == PASS:
            choices.append(Choice(action, ("pass",)))
            continue
        kind, plot = divmod(action, PLOTS)
        source = "parks" if kind == PARK_MOVE else _STOCK.format(seat, kind)
        choices.append(Choice(action, (source, f"plot:{plot}"), marks=marks[plot]))
    return choices


def _capture_marks(state: BauabState, seat: int, plot: int) -> tuple[Mark, ...]:
    if not int(state.free) >> plot & 1:
        return ()
    taken = rules.captures(state, seat, plot)
    return tuple(Mark(f"chip:{other}", "loss") for other in range(PLOTS) if taken >> other & 1)


def _result(observation: Observation) -> Result:
    state: BauabState = observation.state
    both = range(2)
    return Result(
        places=observation.places(),
        scores=observation.scores(),
        rows=(
            ResultRow(
                Phrase("result-on-plan"), tuple(int(rules.value_on_plan(state, s)) for s in both)
            ),
            ResultRow(
                Phrase("result-captured"), tuple(int(rules.value_captured(state, s)) for s in both)
            ),
            ResultRow(Phrase("result-planned"), tuple(int(rules.planned(state, s)) for s in both)),
        ),
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words: who placed what, what was captured, who passed."""
    if event.seat == CHANCE:
        return [Phrase("say-lot", {"seat": SeatName(event.action)})]
    seat = event.seat
    if event.action == PASS:
        return [Phrase("say-pass", {"seat": SeatName(seat)})]
    kind, plot = divmod(event.action, PLOTS)
    where = plot_name(before.state, plot)
    if kind == PARK_MOVE:
        words = [Phrase("say-park", {"seat": SeatName(seat), "plot": where})]
    else:
        chip = kind_name(kind)
        words = [Phrase("say-place", {"seat": SeatName(seat), "kind": chip, "plot": where})]
    gained = (after.state.captured[seat] - before.state.captured[seat]).tolist()
    chips: list[int | str | SeatName | Phrase] = [
        Phrase("chip-name", {"kind": kind_name(kind)})
        for kind, count in enumerate(gained)
        for _ in range(count)
    ]
    if chips:
        words.append(
            Phrase(
                "say-capture",
                {
                    "seat": SeatName(seat),
                    "other": SeatName(1 - seat),
                    "count": len(chips),
                    "chips": chips,
                },
            )
        )
    return words


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in either order, legal or not."""
    if list(path) == ["pass"]:
        return PASS
    kinds = {_STOCK.format(observation.seat, kind): kind for kind in range(KINDS)}
    kinds["parks"] = PARK_MOVE
    things = [kinds[target] for target in path if target in kinds]
    plots = [
        int(number)
        for head, _, number in (target.partition(":") for target in path)
        if head in ("plot", "chip") and number.isdecimal() and int(number) < PLOTS
    ]
    if len(path) != 2 or len(things) != 1 or len(plots) != 1:
        return None
    return things[0] * PLOTS + plots[0]


def draw(observation: Observation) -> str:
    """Return the plan and the supplies in characters; A's chips are ``(5)``, B's ``[5]``."""
    state: BauabState = observation.state
    columns, lines = state.column.tolist(), state.line.tolist()
    grid = [["   "] * (max(columns) + 1) for _ in range(max(lines) + 1)]
    for plot, content in enumerate(state.plots.tolist()):
        if content == Plot.FREE:
            text = " # " if int(state.barred) >> plot & 1 else " . "
        elif content == Plot.PARK:
            text = " ♣ "
        else:
            owner, kind = divmod(content - Plot.CHIP, KINDS)
            text = ("({})", "[{}]")[owner].format(kind_name(kind))
        grid[lines[plot]][columns[plot]] = text
    head = "    " + " ".join(f" {chr(97 + column)} " for column in range(max(columns) + 1))
    body = [f"{line + 1:>3} " + " ".join(row) for line, row in enumerate(grid)]
    stocks = []
    for seat in range(2):
        chips = " ".join(
            kind_name(kind)
            for kind, count in enumerate(state.supply[seat].tolist())
            for _ in range(count)
        )
        score = observation.scores()[seat]
        stocks.append(f"{seats.letter(seat)} {('()', '[]')[seat]} {score:>3}   {chips}")
    return "\n".join([head, *body, "", *stocks, f"♣ {int(state.parks)}"])
