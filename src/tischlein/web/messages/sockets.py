"""The messages on the socket at a table.

A connection looks at the table through the eyes of one seat that its session holds, or of a
spectator. Messages never say who they are from; the session does.
"""

from __future__ import annotations

import msgspec

from tischlein.core.measurements import Film
from tischlein.core.phrases import Phrase
from tischlein.presentation.changes import Changes
from tischlein.presentation.scenes import Scene
from tischlein.tables.match.observer import LogEntry
from tischlein.tables.stored import RemarkKind
from tischlein.web.messages.request import Request
from tischlein.web.messages.table import TableInfo


class Clock(msgspec.Struct, frozen=True):
    """The time to think, in milliseconds."""

    left: int
    """When the message was sent."""
    whole: int
    """All that there was."""


class View(msgspec.Struct, frozen=True, tag="view"):
    """The position after event ``number``, and the entries of the log that lead to it.

    The first message about a position, and the answer to Sync; later events come as Changed.
    On connecting, and on looking through other eyes, it is fresh.
    """

    number: int
    """The number of the last event."""
    entries: list[LogEntry]
    """The new entries of the log; of a fresh view, all."""
    scene: Scene
    """What the seat looked through sees."""
    thinking: list[int]
    """Bots that are at work."""
    fresh: bool = False
    """Whether it replaces all that the client had."""
    film: Film | None = None
    """How the last event looked, if it has just happened and there is something to see."""
    clock: Clock | None = None
    """In a race with a time limit."""
    former: Changes | None = None
    """What turns a fresh scene into the one before a seat acted last, to mark what has moved."""


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """What has changed in the scene after event ``base`` with the events up to ``number``.

    ``changes`` turn the scene that the connection was shown last, after event ``base``, into the
    present one (see ``tischlein.presentation.changes``). A client that has another one asks for a
    whole view with Sync.
    """

    number: int
    """The number of the last event."""
    base: int
    """The number of the event after which the scene was that is changed."""
    entries: list[LogEntry]
    """The new entries of the log."""
    changes: Changes
    """What turns that scene into the present one."""
    thinking: list[int]
    """Bots that are at work."""
    film: Film | None = None
    """As in View."""
    clock: Clock | None = None
    """As in View."""


class Happened(msgspec.Struct, frozen=True, tag="happened"):
    """What a program gets instead of views if it connects with ``?scenes=0``."""

    number: int
    """The number of the last event."""
    entries: list[LogEntry]
    """The new entries of the log; if fresh, all."""
    acting: list[int]
    """The seats that may act."""
    legal: list[int]
    """The actions of the seat looked through; none while it may not act."""
    fresh: bool = False
    """Whether it replaces all that the client had."""


class Thinking(msgspec.Struct, frozen=True, tag="thinking"):
    """Which bots are at work now."""

    seats: list[int]
    """Their seats, from 0."""


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A remark at the table."""

    number: int
    """From 1 on."""
    seat: int | None
    """The speaker's, None for a player who has left, or a viewer."""
    name: str
    """The speaker's name."""
    kind: RemarkKind
    """What kind of remark it is.

    ``text``; ``reaction``, whose text is its name. The others are by the table: ``advice``: the
    player has asked for advice; ``time``: the player has given the others time, with the seconds as
    text; ``refused``: the player has refused the proposal in the text; ``lapsed``: the player's
    proposal in the text has become pointless.
    """
    at: int
    """Milliseconds since 1970."""
    text: str = ""
    """What is said; its meaning depends on the kind."""
    speaker: str = ""
    """Of a viewer: distinguishes them from others at this match, whatever names they use.

    Empty if unknown.
    """
    device: str = ""
    """Of a player: the same for the device on which they sat down; people may share it.

    So players who get up are recognised as viewers, or on another chair.
    """


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Remarks that may be heard here; fresh ones replace what the client had."""

    remarks: list[Remark]
    """The remarks, oldest first."""
    fresh: bool = False
    """Whether they replace all that the client had."""


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The command with this id has become the event of this number, and is on disk."""

    id: str
    """The id of the command."""
    number: int
    """The number of its event."""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The command is not possible; nothing has changed. Also the answer to Why."""

    id: str
    """The id of the command."""
    rule: str
    """Identifier on the rules page, empty if no rule of the game is concerned."""
    phrase: Phrase
    """Why it is not possible."""
    culprits: tuple[str, ...] = ()
    """Targets of the scene that are highlighted to explain the refusal."""


class Allowed(msgspec.Struct, frozen=True, tag="allowed"):
    """The answer to Why for a path that is possible, or means nothing yet."""

    id: str
    """The id of the question."""


class Drafted(msgspec.Struct, frozen=True, tag="drafted"):
    """The answer to Draft: the position as the seat would see it; nothing has happened."""

    id: str
    """The id of the question."""
    number: int
    """The event that the draft starts from; it is void after another event."""
    changes: Changes
    """The changes from the scene after that event to what the seat would see."""
    open: bool
    """Whether the seat could go on. If not, the draft is complete: the client sends its actions."""


class Probe(msgspec.Struct, frozen=True, tag="probe"):
    """Send this back immediately as Echo, so that the server can measure the round trip."""

    stamp: int
    """The server's time, to be sent back."""


class Problem(msgspec.Struct, frozen=True, tag="problem"):
    """A message could not be understood, or came too fast; ``id`` is its id if it had one."""

    phrase: Phrase
    """What is wrong, in words for people."""
    id: str = ""
    """The id of the message; empty if it had none."""
    detail: str = ""
    """What is wrong in a request, and what would be right: for programmers."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to Ping, and a sign of life as long as a table is not ready to be shown."""


class TriedLine(msgspec.Struct, frozen=True, tag="line"):
    """Another line of a finished match so far; sent while one is tried."""

    at: int
    """The number of the event after which it leaves the match."""
    line: str
    """What has happened since (for the format, see ``tischlein.tables.review.variations``)."""
    settled: bool
    """Whether nothing happens by itself: a person is to move, or it is over."""
    values: list[float] | None = None
    """The seats' prospects here, in games whose bots evaluate them."""


FromServer = (
    TableInfo
    | View
    | Changed
    | Happened
    | Thinking
    | Said
    | Accepted
    | Refused
    | Allowed
    | Drafted
    | Probe
    | TriedLine
    | Problem
    | Pong
)


CommandId = str


class Act(Request, frozen=True, tag="act"):
    """Perform this action, for the seat looked through."""

    id: CommandId
    """Chosen by the client, 1 to 64 characters; a repeated id gets the same answer."""
    action: int | str
    """A number from a scene's choice, or a text in the game's notation."""
    seen: int
    """The number of the last event that the client knows.

    An action meant for an earlier occasion (such as an earlier deal) is refused, anything else is
    judged in the present position.
    """
    elapsed: int | None = None
    """In a race (``Scene.race``): whole milliseconds since the client first drew it."""


class Draft(Request, frozen=True, tag="draft"):
    """What would the seat see after these actions of its own, one after the other?

    Answered with Drafted, or with Refused if one of them is not possible.
    """

    id: CommandId
    """Chosen by the client; the answer has it."""
    actions: list[int]
    """The numbers of the actions, in order."""


class Echo(Request, frozen=True, tag="echo"):
    """The answer to Probe."""

    stamp: int
    """The stamp of the Probe."""


class Why(Request, frozen=True, tag="why"):
    """Would picking these targets be refused, and by which rule?"""

    id: CommandId
    """Chosen by the client; the answer has it."""
    path: list[str]
    """The ids of the targets, in order."""
    after: list[int] = msgspec.field(default_factory=list)
    """Actions of a draft, to whose position the targets refer."""


class Buzz(Request, frozen=True, tag="buzz"):
    """The seat looked through has pressed its buzzer in a race; its claim follows.

    Only for people who share one device and should not have to enter their answer first: it counts
    if the session holds the seats of all people in the match, and the claim comes within seconds.
    """

    elapsed: int
    """Whole milliseconds since the client first drew the race."""


class Look(Request, frozen=True, tag="look"):
    """See through the eyes of another seat that this session holds, or None as a spectator."""

    seat: int | None
    """The seat, from 0; None to look as a spectator."""


class Hurry(Request, frozen=True, tag="hurry"):
    """Let the bots act without their usual pauses until a person is awaited.

    It counts if the session holds the seats of all people in the match.
    """


class Sync(Request, frozen=True, tag="sync"):
    """Send the whole scene, and the log after the event with this number."""

    have: int
    """The number of the last event whose log the client has."""


class Aids(Request, frozen=True, tag="aids"):
    """Whether scenes are to show what is on layers that are off by default, too.

    If this changes, the resulting changes of the present scene are sent immediately, as Changed
    with equal ``base`` and ``number``. A connection begins with these aids, or with ``?aids=0``
    without.
    """

    on: bool
    """Whether they are to be shown."""


class Attention(Request, frozen=True, tag="attention"):
    """Whether somebody is looking at the table now; a window that says nothing counts as such.

    People who see the table get no notifications about it elsewhere.
    """

    on: bool
    """Whether somebody is looking."""


class Ping(Request, frozen=True, tag="ping"):
    """Are you there?"""


FromClient = Act | Why | Draft | Buzz | Hurry | Look | Sync | Echo | Aids | Attention | Ping
