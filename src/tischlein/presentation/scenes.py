"""Scenes: what a seat sees and can click, as plain data that any client can draw.

A client knows no rules. It draws the board and the trays, animates the difference between two
scenes by matching pieces (first by ``id``, then by ``kind``), and turns clicks on targets into an
action by narrowing ``choices``: every choice lists the targets (ids of places, pieces or buttons)
to pick, in order, or in any order where ``any_order`` is set.

Lengths are in the board's own units, x to the right and y downwards; angles are in degrees,
clockwise. Symbols name ``<symbol id=...>`` drawings of the game's ``art.svg`` or of the shared
ones.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.core.phrases import Phrase

Tone = Literal["ink", "muted", "line", "accent", "good", "paper"]


class Picture(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Scenery that is never clicked: a symbol in the box (x, y, w, h) of the board."""

    symbol: str
    x: float
    y: float
    w: float
    h: float
    turn: float = 0
    seat: int | None = None
    layer: str = ""
    upright: bool = False
    """Whether it stays upright, with its text, on a board that turns."""


class Line(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Scenery: an outline in SVG path notation, stroked and possibly filled."""

    path: str
    tone: Tone = "ink"
    fill: Tone | None = None
    dashed: bool = False
    width: float = 1.5
    seat: int | None = None
    layer: str = ""


class Lettering(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Scenery: a text of the given size in board units, centred on (x, y) or beginning there."""

    text: str | Phrase
    x: float
    y: float
    size: float
    tone: Tone = "muted"
    layer: str = ""
    room: float = 0
    """Its maximal width, if that matters: a longer text is written smaller, then cut short."""
    begins: bool = False
    wraps: bool = False
    """Whether it may first be wrapped into two lines about y."""
    legible: bool = False
    """Whether it is enlarged on a screen where it would be illegible otherwise."""


class Place(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A spot on the board that can be picked or pointed at; ``symbol`` is its ground, if any."""

    id: str
    x: float
    y: float
    w: float
    h: float
    label: Phrase
    symbol: str = ""
    turn: float = 0
    round: bool = False
    key: bool = False
    """Whether it is a key of a pad: it is dimmed while it cannot be picked."""


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A movable thing, on the board (centre x, y) or in a tray (where x and y are meaningless).

    ``kind`` says which pieces are interchangeable: one that leaves a spot and one of the same kind
    that appears elsewhere are the same thing in motion. ``seat`` colours the symbol and adds
    nothing else, so symbols of different seats must differ in shape too. ``text`` is a numeral or
    letter drawn on it. ``count`` above 1 draws a stack. A piece is a target if a choice names it.
    """

    id: str
    kind: str
    symbol: str
    label: Phrase
    x: float = 0
    y: float = 0
    w: float = 1
    h: float = 1
    turn: float = 0
    seat: int | None = None
    text: str = ""
    count: int = 1
    place: str = ""
    """The place or tray with the piece, for words and focus order."""
    layer: str = ""
    faded: bool = False
    laid: str = ""
    """The symbol of a piece of several places as it would lie there.

    It is drawn over as many of the places that a choice marks as it has, in a row, from where the
    path ends backwards.
    """
    span: int = 1
    """How many places it covers."""
    upright: bool = False
    """Whether it stays upright on a board that turns."""
    note: bool = False
    """Whether it is only a remark about others: it is not marked as moved."""


class Tray(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A group of pieces beside the board: a hand, a stock, captured chips.

    ``seat`` is the owner, None if it belongs to the table. ``role`` tells the client where to show
    it: the viewer's own hand and stock along the lower edge, others at their seat's panel; captured
    pieces, and pieces played or set aside for now, always at the panel.
    """

    id: str
    label: Phrase
    role: Literal["hand", "stock", "captured", "played", "table"]
    pieces: list[Piece]
    seat: int | None = None
    captions: bool = False
    """Whether the pieces are drawn larger, with their labels below: cards that need words."""


class Button(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A target that is no thing: pass, done, guess. ``alarm`` marks an interrupt."""

    id: str
    label: Phrase
    tone: Literal["plain", "main", "alarm"] = "plain"


class Mark(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a choice would do to a target, shown as a preview before it is made."""

    target: str
    kind: Literal["loss", "gain", "warn", "info"]


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One legal action and the targets that select it.

    ``confirm`` asks for a second step where a slip would hurt. ``button_label`` labels the button
    for it, which is shown immediately where only one pick can be made. ``ordered`` requires the
    order of the path in a scene where others are picked in any order: such a choice is begun on
    purpose. A client previews a choice by its marks, and by drawing the picked piece translucently
    on the place pointed at.
    """

    action: int
    path: tuple[str, ...]
    label: Phrase | None = None
    confirm: bool = False
    marks: tuple[Mark, ...] = ()
    button_label: Phrase | None = None
    ordered: bool = False


class AimTurn(msgspec.Struct, frozen=True, gc=False):
    """One angle of an aim, and its row of actions.

    At position ``first`` the action is ``action``; every further position, up to and including
    ``last``, is the next number.
    """

    turn: float
    first: int
    last: int
    action: int


class Aim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Legal actions too many to list: a piece is moved along a line, turned, and released.

    Position ``i`` puts the piece's centre at ``x + i * step``, at the height ``y``. The piece is
    drawn with ``symbol`` in the box (w, h); ``turns`` are in the order of turning. A guide line
    down to ``floor`` shows what is below, never what will happen.
    """

    piece: str
    """The piece, usually of a tray, that starts the aiming when picked."""
    symbol: str
    w: float
    h: float
    x: float
    y: float
    step: float
    floor: float
    turns: tuple[AimTurn, ...]
    label: Phrase
    seat: int | None = None


class Stretch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the guide line of an aim meets first from ``x`` on, in words."""

    x: float
    w: float
    label: Phrase


class Description(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A sentence for people who do not see the board: what scenery shows, or how pieces lie."""

    text: Phrase
    layer: str = ""


class Layer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A group of aids that a viewer can switch on and off; items name it in ``layer``."""

    id: str
    label: Phrase
    on: bool = False


class Panel(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is shown at a seat besides its name: the current score and short facts."""

    seat: int
    score: int | None = None
    facts: tuple[Phrase, ...] = ()
    out: bool = False
    room: tuple[Phrase, ...] = ()
    """Facts as long as any that may come to stand there: where more lines would push the board
    away, there is room for them from the start."""


class ResultRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of the final account: what is counted, and the figure of every seat.

    Without figures (each is empty) it is a heading, and the lines after it do not count for scores.
    Studies use ``least`` and ``most`` as bounds of the mean over many matches.
    """

    label: Phrase
    figures: tuple[int | str, ...]
    least: int | None = 0
    """Lower bound of all figures; None if there is none."""
    most: int | None = None
    """Upper bound of all figures, likewise: 0 for points that are subtracted."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """The end: ranks (0 is first, ties share), scores, and how they came about, by seat."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    rows: tuple[ResultRow, ...]


class Scene(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything that one viewer sees of one position.

    The board is the box of ``width`` and ``height`` whose upper left corner is at ``left`` and
    ``top``. If a board grows, its box moves and everything on it keeps its coordinates, so that a
    client can tell pieces that moved from those whose view has shifted.
    """

    width: float
    height: float
    prompt: Phrase
    """The one sentence that says what is expected now."""
    left: float = 0
    top: float = 0
    turns: bool = False
    """Whether the board may be rotated by a quarter turn if that shows it larger.

    What lies on it turns with it. Not for boards on which things fall.
    """
    places: list[Place] = []
    pieces: list[Piece] = []
    pictures: list[Picture] = []
    lines: list[Line] = []
    letterings: list[Lettering] = []
    trays: list[Tray] = []
    buttons: list[Button] = []
    choices: list[Choice] = []
    any_order: bool = False
    explains: bool = False
    """Whether the effect of a choice is to be read before it is made.

    Without a pointer that hovers, the first pick shows the effect, and the second makes the choice.
    """
    prompts: dict[str, Phrase] = {}
    """What is expected once a target is picked, by the last picked target.

    Only where the prompt does not say it.
    """
    moment: bool = False
    """Whether the scene is to be shown for a moment: the next event removes something from it."""
    aims: list[Aim] = []
    beneath: list[Stretch] = []
    """What is below the piece being aimed: stretches from wall to wall, from left to right."""
    descriptions: list[Description] = []
    """What the board shows and no name of a place, piece or tray says, in words."""
    countdown: int = 0
    """Milliseconds until the awaited outcome of chance, to be counted down."""
    race: str = ""
    """The name of the race in progress, if the fastest counts now.

    The client measures how long the seat has taken since it first drew a scene with this name.
    """
    hues: tuple[int, ...] = ()
    """By seat: the seat whose colour it has, where colours of the game's own would conflict."""
    layers: list[Layer] = []
    panels: list[Panel] = []
    awaited: list[int] = []
    """The seats that the match waits for; empty for chance and at the end."""
    result: Result | None = None
