"""Areas by number of paths, and what lies on or around a fixed one: dividers and frames."""

from __future__ import annotations

import re

from tischlein.core.errors import OptionError
from tischlein.core.options import Options
from tischlein.core.phrases import Phrase
from tischlein.games.down_under.state import (
    COLOURS,
    CURVE_ORDER,
    EAST,
    NORTH,
    SOUTH,
    STEP_X,
    STEP_Y,
    STRAIGHT_ORDER,
    WEST,
    Card,
)

LOWEST, HIGHEST = 3, 20
"""Sides of an area that players may agree on."""

AREAS: dict[str, dict[int, tuple[int, int]]] = {
    "easy": {2: (6, 6), 3: (7, 7), 4: (8, 8)},
    "recommended": {2: (5, 7), 3: (6, 8), 4: (7, 9)},
    "long": {3: (5, 9), 4: (6, 10)},
    "hard": {2: (4, 8), 3: (4, 10), 4: (5, 11)},
}
"""Breadth and length by the number of sets that lie on the area (DOW-3)."""

DIVIDERS: dict[tuple[int, int], str] = {
    (6, 6): "ESSEEESSSE",
    (5, 7): "ESSEEEESSE",
    (4, 8): "ESEEEEESSE",
    (7, 7): "ESSEESSEESSE",
    (6, 8): "ESEESSSEEESE",
    (5, 9): "ESEEESSEEESE",
    (4, 10): "ESEEESEEEESE",
    (8, 8): "ESESSEESSSEESE",
    (7, 9): "ESESSEEEESSESE",
    (6, 10): "ESESEEEESSEESE",
    (5, 11): "ESEESEEEESEESE",
}
"""The steps of an unused set from the north-western corner cell across each area (DOW-56)."""

FRAME_SIDES = {4: "SPS", 5: "PSP", 6: "SPPS", 7: "SPSPS", 8: "SPPPS"}
"""A side of a frame, clockwise: a straight along the border, or a pair of curves (DOW-59)."""
FRAMED = ((6, 6), (5, 7), (4, 8))
_PAIRS = {
    NORTH: (Card.CURVE_NW, Card.CURVE_NE),
    EAST: (Card.CURVE_NE, Card.CURVE_SE),
    SOUTH: (Card.CURVE_SE, Card.CURVE_SW),
    WEST: (Card.CURVE_SW, Card.CURVE_NW),
}
_STEPS = "NESW"
_BY_EDGES = {
    frozenset((NORTH, SOUTH)): Card.STRAIGHT_NS,
    frozenset((EAST, WEST)): Card.STRAIGHT_EW,
    frozenset((NORTH, EAST)): Card.CURVE_NE,
    frozenset((SOUTH, EAST)): Card.CURVE_SE,
    frozenset((SOUTH, WEST)): Card.CURVE_SW,
    frozenset((NORTH, WEST)): Card.CURVE_NW,
}

PlacedCard = tuple[int, int, Card, int]
"""A card of a layout: x, y, the card with its side, its animal (0 on ends)."""


def normalize_area(text: str, seats: int) -> str:
    """Return the canonical name of an area, such as ``recommended`` or ``7x9``.

    Raises
    ------
    OptionError
        If the text names no area.
    """
    del seats
    name = text.casefold()
    if name == "none" or name in AREAS:
        return name
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", name)
    if match is not None:
        short, long = int(match[1]), int(match[2])
        if LOWEST <= short <= long <= HIGHEST:
            return f"{short}x{long}"
    names = ", ".join([*AREAS, "none"])
    raise OptionError(
        f"area is {names}, or AxB with {LOWEST} <= A <= B <= {HIGHEST}, not {text!r}",
        "DOW-3",
        Phrase("area-unreadable", {"low": LOWEST, "high": HIGHEST}),
    )


def paths_of(seats: int, options: Options) -> int:
    """Return how many paths players build."""
    return seats if options["paths"] == "one" else COLOURS


def sides_of(seats: int, options: Options) -> tuple[int, int]:
    """Return the breadth and length of a match's area, (0, 0) without a border.

    Raises
    ------
    OptionError
        For an area that does not exist with this number of sets.
    """
    area = str(options["area"])
    if area == "none":
        return 0, 0
    if area not in AREAS:
        short, long = area.split("x")
        return int(short), int(long)
    sets = paths_of(seats, options) + (options["layout"] == "divider")
    if sets not in AREAS[area]:
        raise OptionError(
            f"area={area} is for three or four sets, not {sets}",
            "DOW-3",
            Phrase("area-for-more", {"sets": sets}),
        )
    return AREAS[area][sets]


def check_options(seats: int, options: Options) -> None:
    """Refuse combinations that the game does not have.

    Raises
    ------
    OptionError
        Citing the rule of the variant.
    """
    layout = str(options["layout"])
    if options["paths"] != "one" and (seats != 2 or layout != "open"):
        raise OptionError(
            "two paths each are for two seats, without a layout",
            "DOW-64",
            Phrase("paths-for-two"),
        )
    most = {"divider": 3, "frame": 2, "partial": 2}.get(layout, COLOURS)
    rule = "DOW-56" if layout == "divider" else "DOW-59"
    if seats > most:
        raise OptionError(
            f"layout={layout} needs unused sets: at most {most} seats",
            rule,
            Phrase("layout-for-fewer", {"most": most, "rule": rule}),
        )
    sides = sides_of(seats, options)
    planned = {"divider": tuple(DIVIDERS), "frame": FRAMED, "partial": FRAMED}.get(layout)
    if planned is not None and sides not in planned:
        sizes = [f"{short}x{long}" for short, long in planned]
        raise OptionError(
            f"layout={layout} has plans for {', '.join(sizes)} only",
            rule,
            Phrase("layout-without-plan", {"sizes": [*sizes], "rule": rule}),
        )


def cards_of(layout: str, short: int, long: int) -> list[PlacedCard]:
    """Return the cards that lie on the table before the first turn."""
    if layout == "divider":
        return _with_animals(_divider(short, long))
    if layout in ("frame", "partial"):
        sides = (NORTH, EAST, SOUTH, WEST) if layout == "frame" else (NORTH, SOUTH)
        return _with_animals([card for side in sides for card in _frame_side(side, short, long)])
    return []


def _divider(short: int, long: int) -> list[tuple[int, int, Card]]:
    cards = [(-1, 0, Card.END_E)]
    x = y = 0
    came = EAST
    for letter in DIVIDERS[short, long] + "E":
        goes = _STEPS.index(letter)
        cards.append((x, y, _BY_EDGES[frozenset((came ^ 2, goes))]))
        x, y, came = x + STEP_X[goes], y + STEP_Y[goes], goes
    cards.append((x, y, Card.END_W))
    return cards


def _frame_side(side: int, short: int, long: int) -> list[tuple[int, int, Card]]:
    """Return one side of a frame, clockwise."""
    length = long if side in (NORTH, SOUTH) else short
    shapes: list[Card] = []
    for letter in FRAME_SIDES[length]:
        along = Card.STRAIGHT_EW if side in (NORTH, SOUTH) else Card.STRAIGHT_NS
        shapes += _PAIRS[side] if letter == "P" else (along,)
    cells = {
        NORTH: [(x, -1) for x in range(long)],
        EAST: [(long, y) for y in range(short)],
        SOUTH: [(x, short) for x in reversed(range(long))],
        WEST: [(-1, y) for y in reversed(range(short))],
    }[side]
    return [(x, y, shape) for (x, y), shape in zip(cells, shapes, strict=True)]


def _with_animals(cards: list[tuple[int, int, Card]]) -> list[PlacedCard]:
    """Give the cards their animals along the route, one set after the other (DOW-58)."""
    straights = curves = 0
    laid = []
    for x, y, shape in cards:
        animal = 0
        if shape <= Card.STRAIGHT_EW:
            animal = STRAIGHT_ORDER[straights % len(STRAIGHT_ORDER)]
            straights += 1
        elif shape <= Card.CURVE_NW:
            animal = CURVE_ORDER[curves % len(CURVE_ORDER)]
            curves += 1
        laid.append((x, y, shape, animal))
    return laid
