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
    """The name of the drawing."""
    x: float
    """Left edge of the box."""
    y: float
    """Upper edge of the box."""
    w: float
    """Width of the box."""
    h: float
    """Height of the box."""
    turn: float = 0
    """Degrees by which it is turned, clockwise."""
    seat: int | None = None
    """The seat whose colour it has; None for its own colours."""
    layer: str = ""
    """The layer that shows it (``Layer.id``); empty if it is always shown."""
    upright: bool = False
    """Whether it stays upright, with its text, on a board that turns."""


class Line(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Scenery: an outline in SVG path notation, stroked and possibly filled."""

    path: str
    """The outline, in SVG path notation."""
    tone: Tone = "ink"
    """The colour of the stroke."""
    fill: Tone | None = None
    """The colour inside; None for an open line."""
    dashed: bool = False
    """Whether the stroke is dashed."""
    width: float = 1.5
    """The width of the stroke."""
    seat: int | None = None
    """The seat whose colour it has instead of the tone's."""
    layer: str = ""
    """The layer that shows it (``Layer.id``); empty if it is always shown."""


class Lettering(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Scenery: a text of the given size in board units, centred on (x, y) or beginning there."""

    text: str | Phrase
    """A numeral or name as it is, or words to translate."""
    x: float
    """Its centre, or where it begins."""
    y: float
    """Its middle."""
    size: float
    """The height of its letters' type."""
    tone: Tone = "muted"
    """Its colour."""
    layer: str = ""
    """The layer that shows it (``Layer.id``); empty if it is always shown."""
    room: float = 0
    """Its maximal width, if that matters: a longer text is written smaller, then cut short."""
    begins: bool = False
    """Whether it begins at x; otherwise x is its centre."""
    wraps: bool = False
    """Whether it may first be wrapped into two lines about y."""
    legible: bool = False
    """Whether it is enlarged on a screen where it would be illegible otherwise."""


class Place(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A spot on the board that can be picked or pointed at."""

    id: str
    """Identifies it as a target."""
    x: float
    """Its left edge, as it lies before it is turned about its centre."""
    y: float
    """Its upper edge, likewise."""
    w: float
    """Its width."""
    h: float
    """Its height."""
    label: Phrase
    """What it is called."""
    symbol: str = ""
    """The drawing of its ground; empty for none."""
    turn: float = 0
    """Degrees by which it is turned, clockwise."""
    round: bool = False
    """Whether it is round; otherwise it is a rectangle."""
    key: bool = False
    """Whether it is a key of a pad: it is dimmed while it cannot be picked."""


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A movable thing, on the board (centre x, y) or in a tray (where x and y are meaningless).

    A seat's colour adds nothing else, so symbols of different seats must differ in shape too. A
    piece is a target if a choice names it.
    """

    id: str
    """Identifies it as a target, and in the scenes that follow."""
    kind: str
    """Which pieces are interchangeable.

    One that leaves a spot and one of the same kind that appears elsewhere are the same thing in
    motion.
    """
    symbol: str
    """The name of the drawing."""
    label: Phrase
    """What it is called."""
    x: float = 0
    """Its centre, to the right."""
    y: float = 0
    """Its centre, downwards."""
    w: float = 1
    """Its width."""
    h: float = 1
    """Its height."""
    turn: float = 0
    """Degrees by which it is turned, clockwise."""
    seat: int | None = None
    """The seat whose colour it has; None for its own colours."""
    text: str = ""
    """A numeral or letter drawn on it."""
    count: int = 1
    """How many lie there: above 1, it is drawn as a stack."""
    place: str = ""
    """The place or tray with the piece, for words and focus order."""
    layer: str = ""
    """The layer that shows it (``Layer.id``); empty if it is always shown."""
    faded: bool = False
    """Whether it is drawn faintly: it does not count, or cannot be played now."""
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
    """A group of pieces beside the board: a hand, a stock, captured chips."""

    id: str
    """Identifies it as a target."""
    label: Phrase
    """What it is called."""
    role: Literal["hand", "stock", "captured", "played", "table"]
    """Where it is shown.

    The viewer's own hand and stock along the lower edge, others at their seat's panel; captured
    pieces, and pieces played or set aside for now, always at the panel.
    """
    pieces: list[Piece]
    """What is in it, in order."""
    seat: int | None = None
    """The owner; None if it belongs to the table."""
    captions: bool = False
    """Whether the pieces are drawn larger, with their labels below: cards that need words."""


class Button(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A target that is no thing: pass, done, guess."""

    id: str
    """Identifies it as a target."""
    label: Phrase
    """What it says."""
    tone: Literal["plain", "main", "alarm"] = "plain"
    """How much it stands out: ``main`` is what is usually meant, ``alarm`` interrupts."""


class Mark(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a choice would do to a target, shown as a preview before it is made."""

    target: str
    """The id of the target."""
    kind: Literal["loss", "gain", "warn", "info"]
    """What it means for whoever chooses: a loss, a gain, a warning, or only a fact."""


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One legal action and the targets that select it.

    A client previews a choice by its marks, and by drawing the picked piece translucently on the
    place pointed at.
    """

    action: int
    """The number of the action."""
    path: tuple[str, ...]
    """The ids of the targets to pick."""
    label: Phrase | None = None
    """What it does, in words, if its targets do not say it."""
    confirm: bool = False
    """Whether a second step is asked for, where a slip would hurt."""
    marks: tuple[Mark, ...] = ()
    """What it would do to targets, shown as a preview."""
    button_label: Phrase | None = None
    """The label of the button for it.

    It is shown immediately where only one pick can be made.
    """
    ordered: bool = False
    """Whether the path has to be picked in order where others need not be.

    Such a choice is begun on purpose.
    """


class AimTurn(msgspec.Struct, frozen=True, gc=False):
    """One angle of an aim, and its row of actions.

    At position ``first`` the action is ``action``; every further position, up to and including
    ``last``, is the next number.
    """

    turn: float
    """The angle, in degrees."""
    first: int
    """The first position."""
    last: int
    """The last position."""
    action: int
    """The number of the action at the first position."""


class Aim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Legal actions too many to list: a piece is moved along a line, turned, and released.

    Position ``i`` puts the piece's centre at ``x + i * step``, at the height ``y``. A guide line
    down to ``floor`` shows what is below, never what will happen.
    """

    piece: str
    """The piece, usually of a tray, that starts the aiming when picked."""
    symbol: str
    """The name of the piece's drawing."""
    w: float
    """The piece's width."""
    h: float
    """The piece's height."""
    x: float
    """Where the piece's centre is at position 0."""
    y: float
    """The height of its centre."""
    step: float
    """From one position to the next."""
    floor: float
    """Down to where a guide line shows what is below."""
    turns: tuple[AimTurn, ...]
    """The angles, in the order of turning."""
    label: Phrase
    """What is done, in words."""
    seat: int | None = None
    """The seat whose colour the piece has."""


class Stretch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the guide line of an aim meets first from ``x`` on, in words."""

    x: float
    """Where it begins."""
    w: float
    """Its width."""
    label: Phrase
    """What the line meets there."""


class Description(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A sentence for people who do not see the board: what scenery shows, or how pieces lie."""

    text: Phrase
    """The sentence."""
    layer: str = ""
    """The layer that shows it (``Layer.id``); empty if it is always shown."""


class Layer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A group of aids that a viewer can switch on and off; items name it in ``layer``."""

    id: str
    """Its name, as items give it."""
    label: Phrase
    """What the switch says."""
    on: bool = False
    """Whether it is on at first."""


class Panel(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is shown at a seat besides its name: the current score and short facts."""

    seat: int
    """The seat, from 0."""
    score: int | None = None
    """Its points so far; None if there are none to show."""
    facts: tuple[Phrase, ...] = ()
    """What else is known of it."""
    out: bool = False
    """Whether it has left the match."""
    room: tuple[Phrase, ...] = ()
    """Facts as long as any that may come to stand there: where more lines would push the board
    away, there is room for them from the start."""


class ResultRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of the final account: what is counted, and the figure of every seat.

    Without figures (each is empty) it is a heading. It and the lines after it do not count for
    scores, nor do a line of texts and those after it.
    Studies use ``least`` and ``most`` as bounds of the mean over many matches.
    """

    label: Phrase
    """What is counted."""
    figures: tuple[int | str, ...]
    """By seat: a number, or a text that needs no translation; empty for none."""
    least: int | None = 0
    """Lower bound of all figures; None if there is none."""
    most: int | None = None
    """Upper bound of all figures, likewise: 0 for points that are subtracted."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """The end: ranks (0 is first, ties share), scores, and how they came about, by seat."""

    ranks: tuple[int, ...]
    """By seat: 0 is first, ties share a rank."""
    scores: tuple[int, ...]
    """By seat: the points."""
    rows: tuple[ResultRow, ...]
    """How they came about."""


class Scene(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything that one viewer sees of one position.

    The board is the box of ``width`` and ``height`` whose upper left corner is at ``left`` and
    ``top``. If a board grows, its box moves and everything on it keeps its coordinates, so that a
    client can tell pieces that moved from those whose view has shifted.
    """

    width: float
    """The width of the board."""
    height: float
    """The height of the board."""
    prompt: Phrase
    """The one sentence that says what is expected now."""
    left: float = 0
    """The left edge of the board."""
    top: float = 0
    """The upper edge of the board."""
    turns: bool = False
    """Whether the board may be rotated by a quarter turn if that shows it larger.

    What lies on it turns with it. Not for boards on which things fall.
    """
    places: list[Place] = []
    """The spots on the board."""
    pieces: list[Piece] = []
    """The movable things on the board."""
    pictures: list[Picture] = []
    """Scenery: drawings."""
    lines: list[Line] = []
    """Scenery: outlines."""
    letterings: list[Lettering] = []
    """Scenery: texts."""
    trays: list[Tray] = []
    """The groups of pieces beside the board."""
    buttons: list[Button] = []
    """The targets that are no things."""
    choices: list[Choice] = []
    """The legal actions, unless they are too many to list."""
    any_order: bool = False
    """Whether the targets of a choice are picked in any order."""
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
    """The legal actions that are too many to list."""
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
    """The aids that can be switched on and off."""
    panels: list[Panel] = []
    """What is shown at the seats, in order."""
    awaited: list[int] = []
    """The seats that the match waits for; empty for chance and at the end."""
    result: Result | None = None
    """The end; None before it."""
