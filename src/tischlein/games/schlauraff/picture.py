"""What players see of Schlauraff: columns and piles, dice, cup and bag, the log in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tischlein.core import seats
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Choice,
    Layer,
    Lettering,
    Line,
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
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.combinations import takings
from tischlein.games.schlauraff.dice import count_of, sum_of, takes, top_colour
from tischlein.games.schlauraff.names import cell_name, chips_in, column_name, faces, pile_letters
from tischlein.games.schlauraff.outlook import chance_to_take, mean_chips
from tischlein.games.schlauraff.state import (
    CARRY,
    COLOURS,
    COLUMNS,
    DICE,
    LAID_ROWS,
    LAY,
    LETTERS,
    NOT_BEGUN,
    PUT,
    ROLL,
    ROLL_AGAIN,
    ROWS,
    START,
    TOP,
    VALUES,
    YELLOW,
    Phase,
    SchlauraffState,
)

PITCH = 10.0
"""Distance of neighbouring columns in board units."""
ROW_PITCH = 10.8
CHIP = 8.0
PEEK = 1.0
"""How far each lower chip of a pile peeps out."""
MOST_PEEK = 1.6
LEFT = 3.0
"""Room for the numbers of the rows."""
HEAD = 3.6
"""Room for the letters of the columns."""
SLOT = 15.0
"""Room at the right for the dice that lie on a chip of the rightmost column."""
LAID_DIE = 6.4
DIE_PITCHES = {4: 8.6, 6: 9.8, 8: 12.0}
"""Distance of free dice by columns: a wide board is shown smaller and has room for larger dice."""
DICE_TOP = HEAD + LAID_ROWS * ROW_PITCH + 2.0
RIM = 0.7
"""Width of the dice tray's rim."""
SMALL_DIE = 4.2
"""A die without a face."""

WIDEST_SUMS = 10
"""How many characters of sums fit above a chip; of two sums that do not, one is shown."""

CUP_PLACE = "cup"
HINTS = "hints"

SYMBOLS = ("chip-yellow", "chip-green", "chip-blue", "chip-red")
NUMERALS = ("1/11", "3", "5", "10")


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing is secret."""
    state: SchlauraffState = observation.state
    acts = observation.seat in observation.acting
    board = _Board(state)
    return Scene(
        width=board.width,
        height=board.height,
        prompt=_prompt(observation),
        places=board.places(),
        lines=board.lines(),
        letterings=board.letterings(observation.legal(observation.seat) if acts else []),
        pieces=list(board.pieces()),
        pictures=board.pictures(),
        trays=_trays(state),
        choices=_choices(observation) if acts else [],
        layers=[Layer(HINTS, Phrase("layer-hints"))],
        panels=[_panel(state, seat) for seat in range(state.seats)],
        awaited=[SeatName(int(rules.mover(state)))] if state.phase == Phase.TURN else [],
        result=_result(observation) if state.phase == Phase.OVER else None,
    )


class _Board:
    """Where everything lies in one position.

    A column of more than five rows goes on in the room of the columns to its right, which have
    been worked by then.
    """

    def __init__(self, state: SchlauraffState) -> None:
        self.state = state
        self.columns = int(state.columns)
        self.width = LEFT + self.columns * PITCH + SLOT
        self.in_play = state.rows > 0
        self.column = int(rules.column_in_play(state)) if self.in_play else self.columns
        self.rows = int(state.rows)
        self.piles: list[int] = state.pile[: self.rows].tolist()
        self.die_pitch = DIE_PITCHES[self.columns]
        tray = DICE * self.die_pitch + 2 * RIM
        # Height of the tray as it is drawn, 530 by 100.
        self.tray = (
            LEFT - RIM,
            DICE_TOP + self.die_pitch / 2 - tray * 5 / 53,
            tray,
            tray * 10 / 53,
        )
        self.cup = self._place_of_cup()
        self.spent_top = DICE_TOP + self.die_pitch + 4.6
        self.height = max(self.spent_top + SMALL_DIE, self.cup[1] + self.cup[2]) + 0.8

    def _place_of_cup(self) -> tuple[float, float, float]:
        """Return x, y and size of the cup: right of the tray, or below where that is too narrow."""
        right = self.width - 1.0
        room = right - self.tray[0] - self.tray[2] - 0.8
        if room < 12.0:
            return right - 12.6, DICE_TOP + self.die_pitch + 0.6, 12.6
        size = min(room, 18.0)
        return right - size, DICE_TOP - RIM, size

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        folds, row = divmod(row, LAID_ROWS)
        return LEFT + (column + folds + 0.5) * PITCH, HEAD + (row + 0.5) * ROW_PITCH

    def places(self) -> list[Place]:
        """Return the cells of the column in play, the free dice by face, and the cup."""
        places = []
        for row in range(self.rows):
            x, y = self.centre(self.column, row)
            where = cell_name(self.column, row)
            colour = int(top_colour(self.piles[row]))
            label = _chip_label(colour, where) if colour >= 0 else Phrase("cell", {"cell": where})
            places.append(
                Place(
                    id=f"cell:{row}",
                    x=x - PITCH / 2,
                    y=y - ROW_PITCH / 2,
                    w=PITCH,
                    h=ROW_PITCH,
                    label=label,
                    symbol="plate",
                )
            )
        for face, (first, count) in self._free_faces().items():
            pitch = self.die_pitch
            box = (first - pitch / 2, DICE_TOP, pitch * count, pitch)
            label = Phrase("dice-showing", {"face": face, "count": count})
            places.append(Place(f"free:{face}", *box, label))
        x, y, size = self.cup
        label = Phrase("cup", {"count": int(count_of(self.state.free))})
        places.append(Place(CUP_PLACE, x, y, size, size, label, "dice-cup"))
        return places

    def _free_faces(self) -> dict[int, tuple[float, int]]:
        """Return where the dice of each face begin in the row of free dice, and how many lie."""
        found = {}
        x = LEFT + self.die_pitch / 2
        for face, count in enumerate(self.state.free.tolist(), start=1):
            if count:
                found[face] = x, count
                x += count * self.die_pitch
        return found

    def lines(self) -> list[Line]:
        """Return the ground of the column in play, and of the dice."""
        lines = []
        if self.in_play:
            x, y = LEFT + self.column * PITCH, HEAD
            folds = -(-self.rows // LAID_ROWS)
            corners = f"M{x} {y}h{folds * PITCH}v{LAID_ROWS * ROW_PITCH}h{-folds * PITCH}Z"
            seat = int(rules.mover(self.state)) if self.state.phase != Phase.OVER else None
            lines.append(Line(corners, "line", width=3.0, seat=seat))
        return lines

    def letterings(self, legal: list[int]) -> list[Lettering]:
        """Return the names of columns and rows, and as aids sums and what actions promise."""
        state = self.state
        folds = -(-self.rows // LAID_ROWS)
        words = [
            Lettering(
                column_name(column),
                LEFT + (column + 0.5) * PITCH,
                HEAD / 2,
                2.6,
                "ink" if column == self.column else "muted",
            )
            for column in range(self.columns)
            if not self.column < column < self.column + folds
        ]
        words += [
            Lettering(
                f"{LAID_ROWS * fold + 1}–{LAID_ROWS * (fold + 1)}",
                LEFT + (self.column + fold + 0.5) * PITCH,
                HEAD / 2,
                2.4,
            )
            for fold in range(1, folds)
        ]
        words += [
            Lettering(str(row + 1), LEFT / 2, HEAD + (row + 0.5) * ROW_PITCH, 2.4)
            for row in range(LAID_ROWS)
        ]
        if state.phase == Phase.TURN:
            words += self._sums()
            words += self._lacking(legal)
        if legal:
            words += self._outlook(legal)
        return words

    def _sums(self) -> Iterator[Lettering]:
        """Yield the sums of free dice that take a chip."""
        state = self.state
        free = tuple(state.free.tolist())
        begun = state.current != NOT_BEGUN
        for row in [int(state.current)] if begun else range(self.rows):
            x, y = self.centre(self.column, row)
            colour = int(top_colour(self.piles[row]))
            ways = takings(free, colour, int(sum_of(state.on)))
            text = ", ".join("+".join(map(str, way)) for way in ways[:2])
            if len(text) > WIDEST_SUMS:
                text = "+".join(map(str, ways[0]))
            yield Lettering(text or "–", x, y - 4.45, 1.8, "good" if ways else "muted", HINTS)

    def _lacking(self, legal: list[int]) -> Iterator[Lettering]:
        """Yield what the current chip lacks, and how likely the seat that decides can take it."""
        state = self.state
        row, dice = int(state.current), int(count_of(state.on))
        # While a die may slide down, the dice of the chip above lie in this room.
        if row == NOT_BEGUN or count_of(state.offered):
            return
        x, y = self.slot + LAID_DIE, self.centre(self.column, row)[1]
        chance: dict[str, Value] = {}
        if legal:
            chance["percent"] = _percent(chance_to_take(state, legal))
        if dice:
            value = VALUES[int(top_colour(self.piles[row]))]
            values: dict[str, Value] = {"sum": value - int(sum_of(state.on)), **chance}
            words = Phrase("lacking-and-chance" if legal else "lacking", values)
            yield Lettering(words, x, self._laid_top(row, dice) - 1.4, 2.0, "ink", HINTS)
        elif legal:
            yield Lettering(Phrase("chance", chance), x, y, 2.2, "ink", HINTS)

    def _outlook(self, legal: list[int]) -> Iterator[Lettering]:
        """Yield how many chips the seat that decides takes on average with each action."""
        worths = dict(zip(legal, mean_chips(self.state, legal), strict=True))
        if self.state.current == NOT_BEGUN:
            return self._outlook_of_starts(worths)
        return self._outlook_of_dice(worths)

    def _outlook_of_starts(self, worths: dict[int, float]) -> Iterator[Lettering]:
        """Yield for every row what a turn takes that begins there with the best die.

        A column that goes on to the right has room only beneath its chips, and no piles there.
        """
        best: dict[int, float] = {}
        for action, worth in worths.items():
            row = action % ROWS
            best[row] = max(best.get(row, 0.0), worth)
        for row, worth in best.items():
            x, y = self.centre(self.column, row)
            if self.rows > LAID_ROWS:
                yield Lettering(_mean("mean", worth), x + 2.6, y + 4.2, 1.8, "ink", HINTS)
            else:
                words = _mean("mean-chips", worth)
                yield Lettering(words, self.slot + LAID_DIE, y, 2.2, "ink", HINTS)

    def _outlook_of_dice(self, worths: dict[int, float]) -> Iterator[Lettering]:
        """Yield under free dice, at dice that may slide down and beside the cup what follows."""
        laid = {die.face: die for die in self._laid()}
        top = min((die.y for die in laid.values()), default=0.0)
        free = self._free_faces()
        for action, worth in worths.items():
            words = _mean("mean", worth)
            if action == ROLL_AGAIN:
                words = _mean("mean-chips", worth)
                x, y = self._beside_the_cup()
            elif action >= CARRY:
                die = laid[action - CARRY + 1]
                x, y = die.x, die.y + (-1.0 if die.y == top else 1.0) * (LAID_DIE / 2 + 1.4)
            else:
                first, count = free[action // (COLUMNS * ROWS) + 1]
                x = first + (count - 1) * self.die_pitch / 2
                y = DICE_TOP + self.die_pitch + 2.3
            yield Lettering(words, x, y, 2.2, "ink", HINTS)

    def _beside_the_cup(self) -> tuple[float, float]:
        """Return where words about the cup stand: left of it below the tray, else beneath it."""
        x, y, size = self.cup
        if y > DICE_TOP:
            return x - 7.2, y + size / 2
        return x + size / 2, y + size + 1.6

    @property
    def slot(self) -> float:
        """Where the dice beside the current chip begin, from the left."""
        folds = -(-self.rows // LAID_ROWS)
        return LEFT + (self.column + folds) * PITCH + 0.9

    def pictures(self) -> list[Picture]:
        """Return the tray, the pointer of the seat whose column it is, and dice without a face."""
        pictures = [Picture("dice-tray", *self.tray)]
        state = self.state
        if state.phase in (Phase.ROLL, Phase.TURN):
            x = LEFT + (self.column + 0.5) * PITCH
            y = HEAD + LAID_ROWS * ROW_PITCH
            seat = int(rules.mover(state))
            pictures.append(Picture("pointer", x - 1.6, y + 0.1, 3.2, 2.0, seat=seat))
            used = count_of(state.free) + count_of(state.on) + state.to_roll
            spent = DICE - int(used) - int(count_of(state.offered))
            lying = [LEFT + 4.6 * number for number in range(spent)]
            lying += [self.cup[0] - 4.6 * (number + 1) for number in range(int(state.to_roll))]
            pictures += [
                Picture("die-spent", x, self.spent_top, SMALL_DIE, SMALL_DIE) for x in lying
            ]
        return pictures

    def pieces(self) -> Iterator[Piece]:
        """Yield chips of all columns, the lower ones of a pile first, and dice."""
        for column in range(self.columns):
            if self.in_play and column == self.column:
                continue
            for row, chip in enumerate(self.state.chips[column].tolist()):
                if chip:
                    yield self._chip(column, row, 0, 1, chip - 1)
        for row, pile in enumerate(self.piles):
            yield from self._pile(row, pile)
        yield from self._dice()

    def _pile(self, row: int, pile: int) -> Iterator[Piece]:
        colours = chips_in(pile)
        height = len(colours)
        for depth in range(height - 1, -1, -1):
            yield self._chip(self.column, row, depth, height, colours[depth])
        if height > 1:
            x, y = self.centre(self.column, row)
            label = Phrase("pile-height", {"count": height})
            yield Piece(
                f"tally:{row}",
                "tally",
                "tally",
                label,
                x + 3.2,
                y + 3.4,
                4.0,
                4.0,
                text=str(height),
                place=f"cell:{row}",
            )

    def _chip(self, column: int, row: int, depth: int, height: int, colour: int) -> Piece:
        x, y = self.centre(column, row)
        peek = min(PEEK, MOST_PEEK / max(height - 1, 1))
        shown = self.in_play and column == self.column
        return Piece(
            id=f"chip:{column}:{row}:{depth}",
            kind=SYMBOLS[colour],
            symbol=SYMBOLS[colour],
            label=_chip_label(colour, cell_name(column, row)),
            x=x,
            y=y + peek * depth,
            w=CHIP,
            h=CHIP,
            text=NUMERALS[colour] if depth == 0 else "",
            place=f"cell:{row}" if shown else "",
        )

    def _laid_top(self, row: int, dice: int) -> float:
        """Return where the dice beside a row begin, from above, in lines of two."""
        height = LAID_DIE * ((dice + 1) // 2)
        return min(
            max(self.centre(self.column, row)[1] - height / 2, HEAD), DICE_TOP - 2.0 - height
        )

    def _dice(self) -> Iterator[Piece]:
        for face, (first, count) in self._free_faces().items():
            for number in range(count):
                x = first + number * self.die_pitch
                name = f"die:{face}:{number}"
                y = DICE_TOP + self.die_pitch / 2
                yield _die(name, face, x, y, self.die_pitch - 1.0, place=f"free:{face}")
        for die in self._laid():
            yield _die(die.name, die.face, die.x, die.y, LAID_DIE * 0.94, count=die.stacked)

    def _laid(self) -> Iterator[_LaidDie]:
        """Yield the dice beside the current chip, or those of the chip above that may slide."""
        state = self.state
        carried = bool(count_of(state.offered))
        laid = state.offered if carried else state.on
        row = int(state.current) - carried
        # Of equal dice to carry it makes no difference which one moves: they lie in a stack.
        spread = [min(count, 1) for count in laid.tolist()] if carried else laid.tolist()
        shown = faces(spread)
        top = self._laid_top(row, len(shown))
        for number, face in enumerate(shown):
            x = self.slot + LAID_DIE * (number % 2 + 0.5)
            y = top + LAID_DIE * (number // 2 + 0.5)
            name = f"laid:{face}:{number - shown.index(face)}"
            yield _LaidDie(name, face, x, y, int(laid[face - 1]) if carried else 1)


class _LaidDie(NamedTuple):
    """A die beside a chip, or a stack of equal ones, and where its middle lies."""

    name: str
    face: int
    x: float
    y: float
    stacked: int


def _die(
    name: str, face: int, x: float, y: float, size: float, place: str = "", count: int = 1
) -> Piece:
    return Piece(
        id=name,
        kind=f"die-{face}",
        symbol=f"die-{face}",
        label=Phrase("die", {"face": face}),
        x=x,
        y=y,
        w=size,
        h=size,
        place=place,
        count=count,
    )


def _mean(key: str, worth: float) -> Phrase:
    """Return a mean number of chips in words, to one decimal."""
    whole, tenth = divmod(round(10 * worth), 10)
    return Phrase(key, {"whole": whole, "tenth": tenth})


def _percent(chance: float) -> int:
    """Return a chance in per cent; 0 and 100 are kept for what is impossible and certain."""
    if 0.0 < chance < 1.0 - 1e-9:
        return min(max(round(100 * chance), 1), 99)
    return round(100 * chance)


def _chip_label(colour: int, where: str) -> Phrase:
    return Phrase("chip-on", {"colour": LETTERS[colour], "cell": where})


def _prompt(observation: Observation) -> Phrase:
    state: SchlauraffState = observation.state
    if state.phase == Phase.OVER:
        first = [seat for seat, place in enumerate(observation.places()) if place == 0]
        winners: list[int | str | SeatName | Phrase] = [SeatName(seat) for seat in first]
        return Phrase("prompt-won", {"seats": winners, "count": len(first)})
    if state.phase == Phase.START:
        return Phrase("prompt-lot")
    if state.phase == Phase.LAY:
        return Phrase("prompt-lay", {"round": int(state.rounds) + 1})
    mover = int(rules.mover(state))
    if state.phase == Phase.ROLL:
        return Phrase("prompt-roll", {"seat": SeatName(mover)})
    if mover != observation.seat:
        return Phrase("prompt-wait", {"seat": SeatName(mover)})
    if state.current == NOT_BEGUN:
        return Phrase("prompt-begin")
    column = int(rules.column_in_play(state))
    legal = observation.legal(mover)
    values: dict[str, Value] = {"cell": cell_name(column, int(state.current))}
    if any(CARRY <= action < ROLL_AGAIN for action in legal):
        return Phrase("prompt-carry", values)
    values["sum"] = _wanted(state, int(state.current), int(sum_of(state.on)))
    if legal == [ROLL_AGAIN]:
        return Phrase("prompt-only-roll", values)
    return Phrase("prompt-put-or-roll" if ROLL_AGAIN in legal else "prompt-put", values)


def _wanted(state: SchlauraffState, row: int, total: int) -> Phrase:
    """Return what a chip still needs when dice with this sum lie on it."""
    colour = int(top_colour(state.pile[row]))
    if colour == YELLOW and total == 0:
        return Phrase("sum-one-or-eleven")
    return Phrase("sum", {"sum": VALUES[colour] - total})


def _choices(observation: Observation) -> list[Choice]:
    """Return the choices, with the chips that they take and those that they pass over for good."""
    state: SchlauraffState = observation.state
    begun = state.current != NOT_BEGUN
    gains = [(Mark(f"cell:{row}", "gain"),) for row in range(state.rows)]
    losses = [Mark(f"cell:{row}", "loss") for row in range(state.rows)]
    passed_over = [() if begun else tuple(losses[:row]) for row in range(state.rows)]
    colours = [(pile & TOP) - 1 for pile in state.pile[: state.rows].tolist()]
    on, dice = int(sum_of(state.on)), int(count_of(state.on))
    legal = observation.legal(observation.seat)
    forgoes = None
    if any(CARRY <= action < ROLL_AGAIN for action in legal):
        cell = cell_name(int(rules.column_in_play(state)), int(state.current))
        forgoes = Phrase("forgoes-carry", {"cell": cell})
    choices = []
    for action in legal:
        marks: tuple[Mark, ...] = ()
        if action != ROLL_AGAIN:
            row = int(state.current) if begun else action % ROWS
            face = action - CARRY if action >= CARRY else action // (COLUMNS * ROWS)
            taken = takes(colours[row], on + face + 1, dice + 1)
            marks = (gains[row] if taken else ()) + passed_over[row]
        label = None if CARRY <= action < ROLL_AGAIN else forgoes
        choices.append(Choice(action, _path(action, begun), label, marks=marks))
    return choices


def _path(action: int, begun: bool) -> tuple[str, ...]:
    if action == ROLL_AGAIN:
        return (CUP_PLACE,)
    if action >= CARRY:
        return (f"laid:{action - CARRY + 1}:0",)
    face, row = action // (COLUMNS * ROWS) + 1, action % ROWS
    return (f"free:{face}",) if begun else (f"free:{face}", f"cell:{row}")


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean: a die and a chip, a laid die, or the cup."""
    state: SchlauraffState = observation.state
    if list(path) == [CUP_PLACE]:
        return ROLL_AGAIN
    dice = [face for face in map(_free_face, path) if face is not None]
    cells = [cell for cell in (_cell(state, target) for target in path) if cell is not None]
    if len(path) == 1 and path[0].startswith("laid:"):
        return CARRY + int(path[0].split(":")[1]) - 1
    begun = state.phase == Phase.TURN and state.current != NOT_BEGUN
    if len(path) == 1 and dice and begun:
        cells = [(int(rules.column_in_play(state)), int(state.current))]
    elif len(path) != 2 or len(dice) != 1:
        return None
    if len(cells) != 1:
        return None
    column, row = cells[0]
    return PUT + ((dice[0] - 1) * COLUMNS + column) * ROWS + row


def _free_face(target: str) -> int | None:
    head, _, rest = target.partition(":")
    return int(rest.partition(":")[0]) if head in ("free", "die") else None


def _cell(state: SchlauraffState, target: str) -> tuple[int, int] | None:
    """Return column and row of the cell that a target is or lies on."""
    head, *numbers = target.split(":")
    if head in ("cell", "tally"):
        return int(rules.column_in_play(state)), int(numbers[0])
    return (int(numbers[0]), int(numbers[1])) if head == "chip" else None


def _trays(state: SchlauraffState) -> list[Tray]:
    trays = [
        Tray(
            f"taken:{seat}",
            Phrase("taken", {"seat": SeatName(seat)}),
            "captured",
            _stacks(f"taken:{seat}", state.taken[seat].tolist()),
            seat,
        )
        for seat in range(state.seats)
    ]
    bag = [] if state.phase == Phase.OVER else _stacks("bag", state.bag.tolist())
    return [*trays, Tray("bag", Phrase("bag"), "stock", bag)]


def _stacks(name: str, counts: list[int]) -> list[Piece]:
    return [
        Piece(
            id=f"{name}:{LETTERS[colour]}",
            kind=SYMBOLS[colour],
            symbol=SYMBOLS[colour],
            label=Phrase("chip", {"colour": LETTERS[colour]}),
            w=CHIP,
            h=CHIP,
            text=NUMERALS[colour],
            count=count,
        )
        for colour, count in enumerate(counts)
        if count
    ]


def _panel(state: SchlauraffState, seat: int) -> Panel:
    facts = (
        Phrase("fact-round", {"count": int(state.taken[seat].sum())}),
        Phrase("fact-reds", {"count": int(state.reds[seat])}),
    )
    return Panel(seat, int(state.points[seat]), facts)


def _result(observation: Observation) -> Result:
    state: SchlauraffState = observation.state
    everybody = range(int(state.seats))
    return Result(
        places=observation.places(),
        scores=observation.scores(),
        rows=(
            ResultRow(
                Phrase("result-before"),
                tuple(int(state.points[s] - state.taken[s].sum()) for s in everybody),
            ),
            ResultRow(
                Phrase("result-last-round"), tuple(int(state.taken[s].sum()) for s in everybody)
            ),
            # A row without figures is a heading; what follows it does not count for the score.
            ResultRow(Phrase("result-ties"), ("",) * len(everybody)),
            ResultRow(Phrase("result-reds"), tuple(int(state.reds[s]) for s in everybody)),
        ),
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words: what was laid, rolled and taken, and why a turn has ended."""
    old: SchlauraffState = before.state
    if event.seat == CHANCE:
        if event.action < LAY:
            return [Phrase("say-lot", {"seat": SeatName(event.action - START)})]
        if event.action < ROLL:
            return _say_laid(old, event.action)
        return _say_rolled(old, event.action - ROLL, after.state)
    seat = event.seat
    name = SeatName(seat)
    if event.action == ROLL_AGAIN:
        return [Phrase("say-again", {"seat": name, "count": int(count_of(old.free))})]
    column = int(rules.column_in_play(old))
    row = int(old.current)
    carried = event.action >= CARRY
    face = event.action - CARRY if carried else event.action // (COLUMNS * ROWS)
    if row == NOT_BEGUN:
        row = event.action % ROWS
    values: dict[str, Value] = {"seat": name, "face": face + 1, "cell": cell_name(column, row)}
    words = [Phrase("say-carry" if carried else "say-put", values)]
    gained = int(after.state.points[seat] - old.points[seat])
    if gained:
        colour = LETTERS[int(top_colour(old.pile[row]))]
        words.append(Phrase("say-take", {"seat": name, "count": gained, "colour": colour}))
    if _turn_has_ended(old, after.state):
        total = int(sum_of(old.on)) + face + 1
        words += _why_ended(old, row + 1 if gained else row, 0 if gained else total)
        words += _round_over(old, after.state)
    return words


def _turn_has_ended(old: SchlauraffState, new: SchlauraffState) -> bool:
    same = old.worked == new.worked and old.rounds == new.rounds
    return not same or new.phase == Phase.OVER


def _why_ended(state: SchlauraffState, row: int, total: int) -> list[Phrase]:
    """Say why a turn ends at a row whose chip holds this sum."""
    column = int(rules.column_in_play(state))
    if row == state.rows:
        return [Phrase("say-finished", {"column": column_name(column)})]
    values: dict[str, Value] = {"cell": cell_name(column, row), "sum": _wanted(state, row, total)}
    return [Phrase("say-stuck", values)]


def _round_over(old: SchlauraffState, new: SchlauraffState) -> list[Phrase]:
    if old.rounds == new.rounds:
        return []
    return [Phrase("say-round-over", {"round": int(new.rounds)})]


def _say_laid(state: SchlauraffState, outcome: int) -> list[Phrase]:
    """Tell of a column once its last chip lies."""
    if state.laid % LAID_ROWS != LAID_ROWS - 1:
        return []
    column, colour = divmod(outcome - LAY, COLOURS)
    chips = [*(chip - 1 for chip in state.chips[column].tolist() if chip), colour]
    names: list[int | str | SeatName | Phrase] = [
        Phrase("colour", {"colour": LETTERS[chip]}) for chip in chips
    ]
    return [Phrase("say-lay", {"column": column_name(column), "chips": names})]


def _say_rolled(old: SchlauraffState, face: int, new: SchlauraffState) -> list[Phrase]:
    """Tell of a roll once its last die lies, and of a turn that ends with it."""
    if old.to_roll > 1:
        return []
    dice = sorted([*faces(old.free.tolist()), face + 1])
    shown = " ".join(map(str, dice))
    words = [Phrase("say-roll", {"seat": SeatName(int(rules.mover(old))), "dice": shown})]
    if _turn_has_ended(old, new):
        if old.current == NOT_BEGUN:
            words.append(Phrase("say-no-start"))
        else:
            words += _why_ended(old, int(old.current), int(sum_of(old.on)))
        words += _round_over(old, new)
    return words


def draw(observation: Observation) -> str:
    """Return columns, dice and points in characters; piles are written from the top down."""
    state: SchlauraffState = observation.state
    board = _Board(state)
    cells: dict[tuple[int, int], str] = {}
    for column in range(board.columns):
        for row, chip in enumerate(state.chips[column].tolist()):
            cells[column, row] = LETTERS[chip - 1] if chip else "."
    for row, pile in enumerate(board.piles):
        cells[board.column, row] = pile_letters(pile)
    width = max([3, *(len(text) for text in cells.values())])
    heads = [
        f"[{column_name(column)}]" if column == board.column else f" {column_name(column)} "
        for column in range(board.columns)
    ]
    lines = ["    " + " ".join(head.center(width) for head in heads)]
    for row in range(max(LAID_ROWS, board.rows)):
        texts = [cells.get((column, row), "").center(width) for column in range(board.columns)]
        mark = ">" if row == state.current else " "
        lines.append(f"{mark}{row + 1:>2} " + " ".join(texts).rstrip())
    lines += ["", f"free  {_faces(state.free.tolist())}", f"laid  {_faces(state.on.tolist())}"]
    for seat in range(state.seats):
        points, reds = int(state.points[seat]), int(state.reds[seat])
        lines.append(f"{seats.letter(seat)} {points:>4}  r{reds}")
    return "\n".join(lines)


def _faces(counts: list[int]) -> str:
    return " ".join(map(str, faces(counts))) or "-"
