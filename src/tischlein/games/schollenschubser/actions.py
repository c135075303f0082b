"""Actions, and outcomes of chance, as numbers: what each means, packed and unpacked here alone."""

from __future__ import annotations

from dataclasses import dataclass

from tischlein.core.kernel import kernel
from tischlein.games.schollenschubser.state import SEATS, SIZES, SQUARES

NOBODY = -1
"""Who falls when a floe melts that has room left."""

# Where the numbers of each action begin.
DRIFT = 0
NEW = DRIFT + SQUARES
MELT = NEW + SQUARES * SIZES
SKIP = MELT + SQUARES * (1 + SEATS)
BOARD = SKIP + 1
STEP = BOARD + SQUARES
LAND = STEP + SQUARES * SQUARES
SAVE = LAND + SQUARES
DONE = SAVE + SQUARES
ACTIONS = DONE + 1

FLOES_LAID = (2, 3)
"""The squares on which chance lays floes, A3 and then A4 (SCH-6)."""
FACES = 6

# Where the numbers of each of chance's outcomes begin: the size laid, the starting seat, a face.
LAY = 0
START = LAY + len(FLOES_LAID) * SIZES
ROLL = START + SEATS
OUTCOMES = ROLL + FACES


# --- for rules ---


@kernel
def putting(square: int, size: int) -> int:
    """Return the action that puts a floe of a size on a square."""
    return NEW + square * SIZES + size - 1


@kernel
def put_parts(action: int) -> tuple[int, int]:
    """Return the square and the size of an action that puts a floe."""
    return (action - NEW) // SIZES, (action - NEW) % SIZES + 1


@kernel
def melting(square: int, faller: int) -> int:
    """Return the action that melts the floe on a square, so that a seat's researcher falls."""
    return MELT + square * (1 + SEATS) + 1 + faller


@kernel
def melt_parts(action: int) -> tuple[int, int]:
    """Return where an action melts a floe, and whose researcher falls."""
    return (action - MELT) // (1 + SEATS), (action - MELT) % (1 + SEATS) - 1


@kernel
def stepping(source: int, target: int) -> int:
    """Return the action that steps from one square to another."""
    return STEP + source * SQUARES + target


@kernel
def step_parts(action: int) -> tuple[int, int]:
    """Return whence and where an action steps."""
    return (action - STEP) // SQUARES, (action - STEP) % SQUARES


@kernel
def laying(number: int, size: int) -> int:
    """Return the outcome that lays the first floe (0) or the second (1), of a size."""
    return LAY + number * SIZES + size - 1


@kernel
def size_laid(outcome: int) -> int:
    """Return the size of the floe that an outcome lays."""
    return (outcome - LAY) % SIZES + 1


# --- for plain code ---


@dataclass(frozen=True, slots=True)
class Drift:
    """A floe drifts."""

    square: int


@dataclass(frozen=True, slots=True)
class New:
    """A floe from the stock is put on a square."""

    square: int
    size: int


@dataclass(frozen=True, slots=True)
class Melt:
    """A floe melts, and where it was full a seat's researcher falls."""

    square: int
    faller: int = NOBODY


@dataclass(frozen=True, slots=True)
class Skip:
    """A 6 is left unused."""


@dataclass(frozen=True, slots=True)
class Board:
    """A researcher goes from the bank to a square."""

    square: int


@dataclass(frozen=True, slots=True)
class Step:
    """A researcher steps from floe to floe."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Land:
    """A researcher goes back to the bank."""

    square: int


@dataclass(frozen=True, slots=True)
class Save:
    """A researcher reaches the icebreaker."""

    square: int


@dataclass(frozen=True, slots=True)
class Done:
    """The turn ends."""


OfDie = Drift | New | Melt | Skip
"""What follows a die; everything else moves researchers."""
Action = OfDie | Board | Step | Land | Save | Done

MEANINGS: tuple[Action, ...] = (
    *(Drift(square) for square in range(SQUARES)),
    *(New(square, size) for square in range(SQUARES) for size in range(1, SIZES + 1)),
    *(Melt(square, faller) for square in range(SQUARES) for faller in range(NOBODY, SEATS)),
    Skip(),
    *(Board(square) for square in range(SQUARES)),
    *(Step(source, target) for source in range(SQUARES) for target in range(SQUARES)),
    *(Land(square) for square in range(SQUARES)),
    *(Save(square) for square in range(SQUARES)),
    Done(),
)
"""What actions mean, by their numbers."""
NUMBERS = {action: number for number, action in enumerate(MEANINGS)}


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance lays a floe."""

    square: int
    size: int


@dataclass(frozen=True, slots=True)
class Start:
    """The lot names the seat that begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """A die shows a face."""

    face: int


Outcome = Lay | Start | Roll

OUTCOME_MEANINGS: tuple[Outcome, ...] = (
    *(Lay(square, size) for square in FLOES_LAID for size in range(1, SIZES + 1)),
    *(Start(seat) for seat in range(SEATS)),
    *(Roll(face) for face in range(1, FACES + 1)),
)
"""What outcomes of chance mean, by their numbers."""
OUTCOME_NUMBERS = {outcome: number for number, outcome in enumerate(OUTCOME_MEANINGS)}
