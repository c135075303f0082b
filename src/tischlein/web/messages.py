"""What the server and its clients say to each other: one definition for JSON, checks and schema.

A connection looks at the table through the eyes of one seat that its session holds, or of a
spectator. Messages never say who they are from; the session does.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tischlein.core.measurements import Film
from tischlein.core.phrases import Phrase
from tischlein.presentation.changes import Changes
from tischlein.presentation.scenes import Scene
from tischlein.tables.accounts import GameStatistics
from tischlein.tables.eyes import LogEntry
from tischlein.tables.stored import (
    Ending,
    RemarkKind,
    TalkRule,
    TimeControl,
)
from tischlein.tables.studies import Measure

Status = Literal["waiting", "playing", "over", "ended", "abandoned"]

# --- the table ---


class SeatTime(msgspec.Struct, frozen=True):
    """How much time a seat has, where time is limited.

    Whoever receives it counts down from ``left`` by a clock of its own while the time runs, so that
    it does not matter what that clock says.
    """

    left: int
    """In milliseconds, when the message was sent."""
    runs: bool
    """Whether it passes: the match waits for this seat, and a person plays for it."""
    near: bool
    """Whether little is left, of which all have been told."""
    overdue: bool
    """Whether it was up, and the player has not come back since."""


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat as everybody sees it.

    Before the start seats are chairs in the order of taking; the lot then deals out the letters.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str = ""
    """The bot's level, also of a bot that stands in for a person."""
    present: bool = False
    """Whether a browser of this person is connected (bots always are)."""
    stand_in: bool = False
    """Whether a bot plays for a person who is away."""
    mine: bool = False
    """Whether the receiving session holds this seat."""
    resigned: bool = False
    """Whether the player has given up."""
    kept: bool = False
    """Of a free chair: whether it is kept for whoever sat there before."""
    kept_for_me: bool = False
    """Whether that is the receiving session."""
    program: bool = False
    """Whether a program has the seat by an identity of its own, or is invited to it."""
    time: SeatTime | None = None
    """A person's time, where it is limited and the match has begun."""


class ProposalInfo(msgspec.Struct, frozen=True):
    """Something that is put to the people at a table."""

    what: Literal["end", "back", "pause", "resume", "stand-in"]
    seat: int
    """Who proposes it."""
    about: int | None
    """For a stand-in: whose seat it is about."""
    asked: list[int]
    """The seats whose consent is missing."""


class PartInfo(msgspec.Struct, frozen=True):
    """What one chair (once the match has begun: one seat) adds to chance, as everybody may know."""

    state: Literal["none", "promised", "hashed", "revealed", "left-out"]
    """Nothing; a hash is promised; it is there; the contribution is, too; it did not come in time.
    """
    hash: str = ""
    """By what its browser has bound itself, in hex; see ``tischlein.tables.fairness``."""


class TableInfo(msgspec.Struct, frozen=True, tag="table"):
    """The match around the board; sent on connecting and whenever something of it changes."""

    id: str
    game: str
    options: str
    """Options that differ from their defaults, as ``name=value`` words."""
    status: Status
    seats: list[SeatInfo]
    looking: int | None
    """The seat through whose eyes this connection sees, None for a spectator."""
    number: int
    """The number of the last event."""
    host: bool
    """Whether the receiving session opened the table."""
    secrets: bool
    """Whether the game has secrets, so that hot-seat players need a privacy screen."""
    drafts: bool
    """Whether actions may be tried out with Draft before they are sent."""
    commitment: str
    """SHA-256 of the server's secret, published before anything is drawn."""
    parts: list[PartInfo] = []
    """What each chair or seat adds to chance, in the order of ``seats``."""
    revealing: bool = False
    """Whether all hashes are in: browsers reveal now, or are left out of a match that starts."""
    fixed: bool = False
    """Whether the chairs are the seats, so that no lot is drawn."""
    rematch: str = ""
    """The match that continues this one, once somebody has asked for it."""
    talk: TalkRule = TalkRule.OFF
    """Who may hear what is said: nobody, those who sit at the table, or all who watch too."""
    advice: bool = False
    """Whether a player may ask what a good player would do."""
    watched: bool = True
    """Whether others than the players may look on while the match is being played."""
    programs: bool = True
    """Whether programs may take chairs to which nobody has invited them."""
    paused: bool = False
    """Whether nobody acts until the people want it again."""
    proposal: ProposalInfo | None = None
    """What waits for consent."""
    ending: Ending | None = None
    """Why the match ended before its end, where ``status`` is ``ended``."""
    time_control: TimeControl | None = None
    """How much time people have; None for as much as they like."""
    gift: int = 0
    """How many seconds are given to the others at once, where time is limited."""
    starts_within: int | None = None
    """While browsers still owe chance something: in how many milliseconds the match starts without.
    """
    warming_up: bool = False
    """Whether bots sit here whose searches are still being compiled, on a new machine."""


class Clock(msgspec.Struct, frozen=True):
    """The time to think, in milliseconds."""

    left: int
    """When the message was sent."""
    whole: int


class View(msgspec.Struct, frozen=True, tag="view"):
    """The position after event ``number``, and the entries of the log that lead to it.

    The first message about a position, and the answer to Sync; events after that come as Changed.
    ``fresh`` views (on connecting, on looking through other eyes) carry the whole log and replace
    what the client had; ``former`` turns their scene into the one before a seat acted last, so that
    what has moved can be marked.
    """

    number: int
    entries: list[LogEntry]
    scene: Scene
    thinking: list[int]
    """Bots that are at work."""
    fresh: bool = False
    film: Film | None = None
    """How the last event looked, if it has just happened and is worth seeing."""
    clock: Clock | None = None
    """In a race that does not last for ever."""
    former: Changes | None = None


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """What has become of the scene after event ``base`` with the events up to ``number``.

    ``changes`` turn the scene that the connection was shown last, after event ``base``, into the
    present one (``tischlein.presentation.changes`` tells how). A client that holds another one
    asks for a whole view with Sync.
    """

    number: int
    base: int
    entries: list[LogEntry]
    changes: Changes
    thinking: list[int]
    film: Film | None = None
    """As in View."""
    clock: Clock | None = None
    """As in View."""


class Happened(msgspec.Struct, frozen=True, tag="happened"):
    """What a program gets instead of views if it connects with ``?scenes=0``."""

    number: int
    entries: list[LogEntry]
    acting: list[int]
    legal: list[int]
    """The actions of the seat looked through; none while it may not act."""
    fresh: bool = False


class Thinking(msgspec.Struct, frozen=True, tag="thinking"):
    """Which bots are at work now."""

    seats: list[int]


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was said at the table."""

    number: int
    """From 1 on."""
    seat: int | None
    """The speaker's, None for somebody who has left."""
    name: str
    kind: RemarkKind
    """``text``; ``reaction``, whose text is its name; ``advice``: the table tells that the player
    has asked what a good player would do; ``time``: that the player has given the others time, so
    many seconds as the text says."""
    at: int
    """Milliseconds since 1970."""
    text: str = ""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """What was said and may be heard here; fresh ones replace what the client had."""

    remarks: list[Remark]
    fresh: bool = False


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The command with this id has become the event of this number, and is on disk."""

    id: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The command is not possible; nothing has changed. Also the answer to Why."""

    id: str
    rule: str
    """Identifier on the rules page, empty where no rule of the game is concerned."""
    phrase: Phrase
    culprits: tuple[str, ...] = ()
    """Targets of the scene that explain the refusal by being lit up."""


class Allowed(msgspec.Struct, frozen=True, tag="allowed"):
    """The answer to Why for a path that is possible, or means nothing yet."""

    id: str


class Drafted(msgspec.Struct, frozen=True, tag="drafted"):
    """The answer to Draft: the position as the seat would see it; nothing has happened."""

    id: str
    number: int
    """The event that the draft starts from; it is void once another has happened."""
    changes: Changes
    """What turns the scene after that event into what the seat would see."""
    open: bool
    """Whether the seat could go on. If not, the draft is complete: the client sends its actions."""


class Probe(msgspec.Struct, frozen=True, tag="probe"):
    """Send this back at once as Echo, so that the server knows how long messages travel."""

    stamp: int


class Problem(msgspec.Struct, frozen=True, tag="problem"):
    """A message could not be understood, or came too fast; ``id`` is its id if it had one."""

    phrase: Phrase
    id: str = ""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to Ping."""


class Line(msgspec.Struct, frozen=True, tag="line"):
    """Another line of a finished match, as far as it has come; sent where one is tried out."""

    at: int
    """After which event it leaves the match."""
    line: str
    """What has happened since (``tischlein.tables.lines`` tells how it is written)."""
    settled: bool
    """Whether nothing happens by itself: a person is to move, or it is over."""
    hopes: list[float] | None = None
    """What every seat may hope for here, in games whose bots judge that."""


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
    | Line
    | Problem
    | Pong
)

# --- what a client says ---

CommandId = str


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Do this action, for the seat looked through.

    ``id`` is chosen by the client (1 to 64 characters); the same id again gets the same answer.
    ``action`` is the number from a scene's choice, or a text in the game's notation. ``seen`` is
    the number of the last event that the client knows: what was meant for an occasion that is over
    by now (an earlier deal) is refused, all else is judged as things stand. ``elapsed``, in a race
    (``Scene.race``), is how many whole milliseconds have passed since the client first drew it.
    """

    id: CommandId
    action: int | str
    seen: int
    elapsed: int | None = None


class Draft(msgspec.Struct, frozen=True, tag="draft"):
    """What would the seat see after these actions of its own, one after the other?

    Answered with Drafted, or with Refused if one of them is not possible.
    """

    id: CommandId
    actions: list[int]


class Echo(msgspec.Struct, frozen=True, tag="echo"):
    """The answer to Probe."""

    stamp: int


class Why(msgspec.Struct, frozen=True, tag="why"):
    """Would picking these targets be refused, and by which rule?

    ``after`` are the actions of a draft, in whose position the targets are meant.
    """

    id: CommandId
    path: list[str]
    after: list[int] = []


class Buzz(msgspec.Struct, frozen=True, tag="buzz"):
    """The seat looked through has pressed its buzzer in a race; its claim follows.

    Only for people who share one device and must not grope for their answer first: it counts if
    the session holds the seats of all people in the match, and the claim comes within seconds.
    """

    elapsed: int


class Look(msgspec.Struct, frozen=True, tag="look"):
    """See through the eyes of another seat that this session holds, None as a spectator."""

    seat: int | None


class Hurry(msgspec.Struct, frozen=True, tag="hurry"):
    """Let the bots act without their usual pauses until a person is awaited.

    It counts if the session holds the seats of all people in the match.
    """


class Sync(msgspec.Struct, frozen=True, tag="sync"):
    """Send the whole scene, and the log after the event of this number."""

    have: int


class Attention(msgspec.Struct, frozen=True, tag="attention"):
    """Whether somebody has the table before them now; a window that says nothing has.

    Who sees the table is not told of it elsewhere.
    """

    on: bool


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Are you there?"""


FromClient = Act | Why | Draft | Buzz | Hurry | Look | Sync | Echo | Attention | Ping

# --- first matches ---


class Lesson(msgspec.Struct, frozen=True, tag="lesson"):
    """Where a first match stands; sent with its position, and whenever either changes."""

    step: int
    """The step that is shown, from 1 on."""
    steps: int
    sentence: Phrase
    """What is to be done; once the step is done, what has happened."""
    rules: tuple[str, ...]
    """What the step is about: identifiers on the rules page."""
    targets: tuple[str, ...]
    """What is to be picked, in its order; empty where nothing or anything may be."""
    done: bool
    """Whether nothing is left to do but to go on."""


class GoTo(msgspec.Struct, frozen=True, tag="go-to"):
    """Show this step of the first match from its beginning (1 is the first)."""

    step: int


ToLearner = TableInfo | View | Changed | Accepted | Refused | Allowed | Problem | Pong | Lesson
FromLearner = Act | Why | GoTo | Sync | Attention | Ping
"""What a first match is asked: of a table's messages only what one learner alone can mean."""

# --- in company ---


class Company(msgspec.Struct, frozen=True, tag="company"):
    """Who goes through a finished match together, and what the one who leads looks at."""

    people: int
    """Open windows."""
    leader: str | None
    """The name of the one who leads, None while nobody does; it may be empty."""
    leading: bool
    """Whether that is the receiver."""
    address: str
    """What the leader looks at: the query and the fragment of the page's address."""


class Lead(msgspec.Struct, frozen=True, tag="lead"):
    """Lead from now on, or no more; whoever led before follows."""

    on: bool
    name: str = ""


class Point(msgspec.Struct, frozen=True, tag="point"):
    """The one who leads looks at this now."""

    address: str


FromCompany = Lead | Point

# --- HTTP ---


class Offer(msgspec.Struct, frozen=True):
    """What an option offers at one seat count."""

    default: str
    """As text."""
    values: tuple[str, ...]
    """What the game accepts there: all values of choices and of short ranges of numbers, samples
    of other options; empty for longer ranges. One value alone is no choice."""


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game; texts are the messages ``option-NAME`` and ``option-NAME-VALUE``."""

    name: str
    kind: Literal["choices", "number", "written", "teams", "order"]
    offers: tuple[Offer, ...]
    """One for each of the game's seat counts, in their order."""
    low: int = 0
    high: int = 0


class GameInfo(msgspec.Struct, frozen=True):
    """A box on the shelf."""

    key: str
    seats: tuple[int, ...]
    minutes: int
    secrets: bool
    chance: bool
    quick: bool
    levels: tuple[str, ...]
    options: list[OptionInfo]
    credits: str
    cover: Scene
    """A real position as a spectator sees it, for the picture on the box."""
    lesson: int
    """How many steps its interactive first match has, 0 if there is none."""


class FullShelf(msgspec.Struct, frozen=True):
    """All games with what their boxes show, in one answer."""

    games: list[GameInfo]
    texts: dict[str, str]
    """The words of each game, by its key, as a Fluent file."""
    art: dict[str, str]
    """The drawings of each game, by its key, as an SVG file of symbols."""


class ChosenOptions(msgspec.Struct, frozen=True):
    """Options that a game accepts together."""

    options: str
    """Those that differ from their defaults, as ``name=value`` words."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who shall sit on a chair of a new match.

    ``me``: the session that opens it, under ``name`` (several such chairs make a hot-seat match);
    ``open``: whoever takes it by the link; ``bot``: a bot of ``level``; ``program``: a program that
    this server knows, by its id, which is asked whether it wants to play.
    """

    kind: Literal["me", "open", "bot", "program"]
    name: str = ""
    level: str = ""
    program: str = ""


class NewMatch(msgspec.Struct, frozen=True):
    """A table to be opened. ``fixed`` keeps the chairs' order as seats A, B, C ..."""

    game: str
    chairs: list[Chair]
    options: dict[str, str] = {}
    fixed: bool = False
    listed: bool = False
    """Whether the lobby shows it to everybody on this server."""
    talk: TalkRule = TalkRule.FRIENDS
    """Who may hear what is said at the table."""
    advice: bool | None = None
    """Whether players may ask what a good player would do, of which all are told; left out: only
    where one person plays against bots."""
    programs: bool = True
    """Whether programs may take chairs to which nobody has invited them."""
    contributes: bool = False
    """Whether the browser will add to chance (Contribute) once it knows the commitment."""
    time_control: TimeControl | None = None
    """How much time people have; left out: as much as they like. A move, or a clock at the start,
    has 10 seconds to 30 days; a clock gains up to a day with every turn."""
    watched: bool = True
    """Whether others than the players may look on while the match is being played."""


class Join(msgspec.Struct, frozen=True):
    """Take an open chair under a name."""

    name: str
    hash: str = ""
    """Of what the browser will add to chance, in hex; empty if it adds nothing."""


class Contribute(msgspec.Struct, frozen=True):
    """Add to the chance of a match, before it starts.

    First ``hashes``, one for each chair of the session that has none; then, when the table says
    ``revealing``, the ``contributions``, 16 to 64 random bytes each. All in hex;
    ``tischlein.tables.fairness`` tells how the hash is made. Both may come at once where no other
    browser contributes. The same may be sent again.
    """

    hashes: list[str] = []
    contributions: list[str] = []


class Opened(msgspec.Struct, frozen=True):
    """The match, and the private links of the seats that the session has got."""

    match: str
    seat_secrets: list[str]
    """One for each seat taken; ``/seat#SECRET`` opens that seat on another device."""
    commitment: str
    """SHA-256 of the server's secret: what the browser adds to chance is made after this."""


class Claim(msgspec.Struct, frozen=True):
    """Hold the seat of a private link on this device too."""

    secret: str


class Say(msgspec.Struct, frozen=True):
    """Say something at the table: a text of up to 200 characters, or a reaction by its name.

    Where the host lets all talk, those who look on may as well, under a name that they give.
    """

    text: str = ""
    reaction: str = ""
    seat: int | None = None
    """For whom, where the session holds several seats."""
    name: str = ""
    """What somebody who looks on is called."""


class RuleTalk(msgspec.Struct, frozen=True):
    """Settle who may hear what is said (host only)."""

    talk: TalkRule


class RuleWatching(msgspec.Struct, frozen=True):
    """Settle whether others than the players may look on (host only)."""

    watched: bool


class AskAdvice(msgspec.Struct, frozen=True):
    """Ask what a good player would do, for a seat of one's own."""

    seat: int
    after: list[int] = []
    """Actions of a draft, after which it is asked."""


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a good player would do, best first."""

    number: int
    """The last event when it was asked."""
    actions: tuple[int, ...]
    shares: tuple[float, ...] = ()
    """Of the bot's tries, what went to each of these actions, if it shares them out."""
    hope: float | None = None
    """What the seat may hope for, from 0 to 1, if the bot has an estimate."""
    exact: bool = False
    """Whether that is proven."""
    line: list[LogEntry] = []
    """What is expected to follow the first action."""


class RenewLink(msgspec.Struct, frozen=True):
    """Replace the private link of a seat; all other devices lose the seat.

    Those of the same player card keep it.
    """

    secret: str = ""
    """The old one, which may have expired; empty for the links of all seats that one holds."""


class Rematch(msgspec.Struct, frozen=True):
    """Ask for the match that continues a finished one; the body may be left out."""

    contributes: bool = False
    """As in NewMatch."""


class StandIn(msgspec.Struct, frozen=True):
    """Let a bot play for an absent person, or hand the seat back."""

    seat: int
    on: bool


class Propose(msgspec.Struct, frozen=True):
    """Put something to the others.

    ``end``: the match ends without a result; ``back``: one's last turn and all after it are taken
    back; ``pause``. What needs nobody's consent, such as to ``resume``, happens at once.
    """

    what: Literal["end", "back", "pause", "resume"]


class Consent(msgspec.Struct, frozen=True):
    """Agree to what has been proposed, or refuse or withdraw it."""

    agree: bool


class GiveTime(msgspec.Struct, frozen=True):
    """Give the others time."""

    seconds: int | None = None
    """How many, at most what a move has or a clock had at the start; left out: what is usual."""


class SeatChoice(msgspec.Struct, frozen=True):
    """Which seat is meant: who resigns, or who has to get up before the start."""

    seat: int


class FillChair(msgspec.Struct, frozen=True):
    """Put a bot on an open chair (host only, before the start)."""

    seat: int
    level: str


class Invite(msgspec.Struct, frozen=True):
    """Keep an open chair for a program, by its id (host only, before the start)."""

    seat: int
    program: str


class ProgramInfo(msgspec.Struct, frozen=True):
    """A program that plays at this server by an identity of its own."""

    id: str
    name: str
    owner: str
    """Who answers for it."""
    games: list[str]
    """The keys of those games of this server that it plays."""
    present: bool
    """Whether it listens for what it has to answer."""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """A program may act on a seat: it answers with one of the legal actions (``/actions``)."""

    match: str
    game: str
    seat: int
    number: int
    """The number of the last event, for ``seen`` of the action."""
    legal: list[int]
    awaited: bool
    """Whether the match waits for it; otherwise it may act, but need not."""


class Invited(msgspec.Struct, frozen=True, tag="invited"):
    """A chair is kept for a program: it accepts (``/join``) or declines (``/decline``)."""

    match: str
    game: str
    options: str
    """Options that differ from their defaults, as ``name=value`` words."""
    seats: list[SeatInfo]


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Something is put to the people at a table, a program among them (``/consent``)."""

    match: str
    game: str
    what: Literal["end", "back", "pause", "resume", "stand-in"]
    seat: int
    """Who proposes it."""


Duty = Turn | Invited | Asked
"""What a program has to answer."""


class Duties(msgspec.Struct, frozen=True, tag="duties"):
    """All that a program has to answer just now, over all its matches; each takes the last's place.

    Others may be added to the kinds of duties: leave out those that you do not know.
    """

    revision: str
    """Names this list; another one whenever anything of it changes."""
    duties: list[Duty]


class Subscribe(msgspec.Struct, frozen=True):
    """Ask to be told of one's matches."""

    channel: Literal["push", "mail", "webhook"]
    target: str
    """The endpoint that the push service gave to the browser, a mail address, or a URL."""
    keys: tuple[str, str] = ("", "")
    """For push: ``p256dh`` and ``auth`` of the browser's subscription."""
    match: str = ""
    """The one match to tell of; empty for all of one's own."""
    whole: bool = False
    """For the webhook of a table's host: whether it tells of everybody's turns."""
    kinds: tuple[Literal["turn", "deadline", "over", "invited"], ...] = (
        "turn",
        "deadline",
        "over",
        "invited",
    )
    language: str = "en"
    """In which one wants to be told."""


class LinkToken(msgspec.Struct, frozen=True):
    """What stands behind the # of a link in a message."""

    token: str


class SubscriptionInfo(msgspec.Struct, frozen=True):
    """One way in which the session wants to be told; nobody else sees it."""

    id: str
    channel: Literal["push", "mail", "webhook"]
    target: str
    match: str
    """Empty for all matches of one's own."""
    whole: bool
    kinds: tuple[Literal["turn", "deadline", "over", "invited"], ...]
    language: str
    confirmed: bool
    """Whether the question to the mail address has been answered."""
    secret: str
    """What a webhook's messages are signed with; empty for others."""


class TellingInfo(msgspec.Struct, frozen=True):
    """How this server can tell people of their matches, and how it tells this session."""

    push: str
    """The server's public key for push messages; empty if it sends none."""
    mail: bool
    webhooks: bool
    mine: list[SubscriptionInfo]


class MatchSummary(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    status: Status
    seats: list[SeatInfo]
    options: str
    your_turn: bool
    changed: int
    """Milliseconds since 1970 of the last event."""
    time_control: TimeControl | None = None
    """How much time people have."""
    left: int | None = None
    """How many milliseconds the receiver has left to act; where it is not the receiver's turn,
    the first of those who are to act. None where no time passes."""
    near: bool = False
    """Whether that is little."""


class Matches(msgspec.Struct, frozen=True):
    """The session's own matches, and the open tables that anybody may join."""

    mine: list[MatchSummary]
    open: list[MatchSummary]


class Statistics(msgspec.Struct, frozen=True):
    """What the session's finished matches come to."""

    games: list[GameStatistics]


class Replay(msgspec.Struct, frozen=True):
    """Scenes of a range of events, for the replay of what a seat may see."""

    first: int
    """The event after which the first scene is; event 0 is the start."""
    scene: Scene
    changes: list[Changes]
    """What each further event changes in the scene before it."""
    entries: list[LogEntry]
    """The log of the whole match as far as it has come."""


class InWords(msgspec.Struct, frozen=True):
    """What a seat sees, for guests that read; the text ends with what can be done."""

    game: str
    number: int
    """The number of the last event."""
    over: bool
    text: str
    legal: list[str]
    """All actions of the seat in the game's notation; none while it may not act."""


class Observed(msgspec.Struct, frozen=True):
    """What a seat may know, exactly: for programs that have the games themselves."""

    game: str
    seats: int
    options: str
    """Those that differ from their defaults, as ``name=value`` words."""
    seat: int
    """Whose eyes these are; 9 for a spectator."""
    number: int
    """The number of the last event."""
    over: bool
    row: bytes
    """The state's row with what the seat may not know masked: 64-bit words, in base64."""
    legal: list[int]
    """The actions of the seat; none while it may not act."""


class Judged(msgspec.Struct, frozen=True):
    """Whether an action would be possible; if not, why, with the rule and its text."""

    possible: bool
    reason: str


class Analysis(msgspec.Struct, frozen=True):
    """How a finished match stood step by step, as far as it has been judged."""

    measure: Measure
    """Of what the values tell: the chance of winning from 0 to 1, points as they stand, nothing."""
    steps: list[int]
    """Numbers of events."""
    values: list[tuple[float, ...] | None]
    """After each of these events, for every seat; null where it is not judged yet."""
    done: bool


class RulesPage(msgspec.Struct, frozen=True):
    """A game's rules as HTML, every rule with its identifier as anchor."""

    html: str
    identifiers: tuple[str, ...]


class ProvenSeat(msgspec.Struct, frozen=True):
    """What a seat has added to chance; in hex, empty for nothing."""

    chair: int
    """Which chair, from 0, it was before the lot."""
    state: Literal["none", "promised", "hashed", "revealed", "left-out"]
    hash: str
    contribution: str


class ProvenDraw(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    number: int
    """Of its event."""
    weights: str
    """The weight of each possible outcome, as words ``WEIGHT`` or ``WEIGHT*TIMES`` in a row."""
    index: int
    """Which of them it was."""


class Fairness(msgspec.Struct, frozen=True):
    """All that proves the chance of a finished match, to be computed again by whoever asks."""

    match: str
    protocol: int
    """How contributions came in: 1 openly, 2 by hashes first."""
    commitment: str
    secret: str
    fixed: bool
    """Whether the chairs are the seats, so that no lot was drawn."""
    seats: list[ProvenSeat]
    draws: list[ProvenDraw]


# --- player cards ---


class Rated(msgspec.Struct, frozen=True):
    """How strong a player is taken to be in a game: newcomers 25, give or take 8.3."""

    mean: float
    give_or_take: float
    """The standard deviation: in two of three cases the true strength lies within."""
    at_least: float
    """Almost certainly: three standard deviations below the mean."""


class PlayerCard(msgspec.Struct, frozen=True):
    """The card of somebody at a table, as far as it is shown."""

    name: str
    mark: int
    """18 bits from which the card's own mark is drawn; nobody can choose it."""
    rating: Rated | None
    """In the game of the table; None if it is hidden, or there is none yet."""


class CardRating(msgspec.Struct, frozen=True):
    """A card's rating in one game."""

    game: str
    matches: int
    rating: Rated


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey that opens the card."""

    id: str
    label: str
    """The device it was made on."""
    created: int
    used: int


class CardDevice(msgspec.Struct, frozen=True):
    """A browser that is signed in to the card."""

    id: str
    label: str
    created: int
    seen: int
    """To the hour."""
    own: bool
    """Whether it is the one that asks."""


class OwnCard(msgspec.Struct, frozen=True):
    """The card that a browser is signed in to."""

    name: str
    mark: int
    created: int
    shows: Literal["rating", "card", "nothing"]
    """What others at a table see of it."""
    passkeys: list[PasskeyInfo]
    devices: list[CardDevice]
    ratings: list[CardRating]


class CardPage(msgspec.Struct, frozen=True):
    """The card that a browser is signed in to, if any, and where passkeys work."""

    card: OwnCard | None
    origins: list[str]
    """At which addresses of the server passkeys work."""


class NewCard(msgspec.Struct, frozen=True):
    """Make a player card."""

    name: str
    label: str = ""
    """What this device is to be called in the card's list."""


class CardChange(msgspec.Struct, frozen=True):
    """Change a card."""

    name: str
    shows: Literal["rating", "card", "nothing"]


class RecoveryCode(msgspec.Struct, frozen=True):
    """A card's recovery code, told this once."""

    code: str


class UseCode(msgspec.Struct, frozen=True):
    """Sign in with a recovery code."""

    code: str
    label: str = ""


class PasskeyQuestion(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey, as WebAuthn writes it in JSON."""

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True):
    """What a browser has made of it, as WebAuthn writes it in JSON."""

    credential: dict[str, Any]
    label: str = ""


class PasskeyChoice(msgspec.Struct, frozen=True):
    """Choose a passkey from the card's list."""

    id: str


class CardSignOut(msgspec.Struct, frozen=True):
    """Sign devices out of the card."""

    id: str = ""
    """Which one, from the card's list; empty for all but this one."""
