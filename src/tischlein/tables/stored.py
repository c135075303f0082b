"""The stored data of a hosted match: metadata, seats and clocks, events, remarks, decisions.

Times are integers, milliseconds since 1970 (UTC), unless they are said to be the server's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, Self, TypeAlias

import msgspec

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal


class StrictStruct(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of values within a match's metadata.

    A version that does not know a field would lose it with the next change, so it must not read the
    match at all. An added field therefore has a default, which is not written.
    """


class MatchStatus(StrEnum):
    """The state of a match."""

    OPEN = "open"
    """Players are taking seats."""
    RUNNING = "running"
    FINISHED = "finished"
    """Played to its end."""
    ENDED = "ended"
    """Begun, and ended early; the last of the rulings says how."""
    ABANDONED = "abandoned"
    """Left by all before it began."""


class SeatKind(StrEnum):
    """Who sits on a seat."""

    FREE = "free"
    PERSON = "person"
    BOT = "bot"


class TalkRule(StrEnum):
    """Who may hear what is said at a table."""

    OFF = "off"
    """Nobody: nothing can be said."""
    FRIENDS = "friends"
    """Those who sit at it."""
    OPEN = "open"
    """Viewers, too."""


class RemarkKind(StrEnum):
    """Kinds of remarks at a table."""

    TEXT = "text"
    REACTION = "reaction"
    """One of a few; the text is its name."""
    ADVICE = "advice"
    """Said by the table itself: the player has asked for advice."""
    TIME = "time"
    """Said by the table itself: the player has given the others time; the text has the seconds."""
    REFUSED = "refused"
    """Said by the table itself: the player has refused what the text names, a ``ProposalKind``."""
    LAPSED = "lapsed"
    """Said by the table itself: the player's proposal, named as above, has become pointless."""


class StoredRemark(msgspec.Struct, frozen=True):
    """A remark at a table."""

    number: int
    """From 1 on in each match."""
    chair: int
    """The speaker's chair (seats are dealt out later, chairs stay); -1 for viewers."""
    name: str
    """The speaker's name."""
    time: int
    kind: RemarkKind
    text: str = ""
    speaker: str = ""
    """Distinguishes speakers, whatever names they use; empty if unknown."""


class StoredTalk(msgspec.Struct, frozen=True):
    """The remarks at a table."""

    remarks: tuple[StoredRemark, ...] = ()
    """In order; without those of kinds that only newer versions know."""
    last: int = 0
    """The number of the last of all, which the next one follows."""


class RulingKind(StrEnum):
    """Decisions at a table that are no actions of the game."""

    RULES = "rules"
    """The match goes on under another version of the rules; the detail is that version."""
    STAND_IN = "stand-in"
    """A bot plays for a person; the detail is its level."""
    RETURN = "return"
    """The person plays again."""
    RELEASE = "release"
    """A person has gone, and lets somebody else play on."""
    TAKE_OVER = "take-over"
    """A person has come, and plays on; the detail is the level of the bot that played, if any."""
    BACK = "back"
    """Events were taken back; the detail says how many. The log no longer has them."""
    PAUSE = "pause"
    RESUME = "resume"
    RESIGN = "resign"
    """A seat has given up."""
    OVERDUE = "overdue"
    """A seat's time was up; the detail is the level of the bot that plays on, empty if it lost."""
    TIME = "time"
    """A seat has given the others time; the detail says how many seconds."""
    MORE_TIME = "more-time"
    """A seat has got more time, by agreement; the detail says how many seconds."""
    END = "end"
    """The match was ended early; the detail says why, one of ``Ending``."""


class Ending(StrEnum):
    """Why a match was ended early."""

    RESIGNED = "resigned"
    """All others of the last side, or all people, have given up."""
    OVERDUE = "overdue"
    """The same, and the last of them by running out of time."""
    AGREED = "agreed"
    """All people agreed."""
    RULES = "rules"
    """It cannot go on under the installed rules."""


class Ruling(StrictStruct, frozen=True):
    """A decision at a table besides the actions of the game."""

    what: RulingKind
    after: int
    """The number of the last event before it, in the log at that time."""
    time: int
    seat: int | None = None
    """The seat that it is about, or that wanted it."""
    detail: str = ""


class ProposalKind(StrEnum):
    """Proposals that need the consent of others."""

    END = "end"
    BACK = "back"
    PAUSE = "pause"
    RESUME = "resume"
    STAND_IN = "stand-in"
    TIME = "time"
    """More time for the proposer."""
    TAKE_OVER = "take-over"
    """A person who has come later plays on for a bot of the table, or for one who has gone."""


class Newcomer(StrictStruct, frozen=True):
    """A person who would like to have an offered seat in a match that is being played."""

    session: str
    """Hash of the session, or the holder of the player card."""
    name: str
    secret_hash: str
    """Hash of the secret that will be in the seat's private link."""


class Proposal(StrictStruct, frozen=True):
    """A proposal to the others at a table."""

    what: ProposalKind
    seat: int
    """The proposer; for a newcomer, the seat that they would like to have."""
    time: int
    number: int
    """The number of the last event when it was proposed."""
    agreed: tuple[int, ...] = ()
    """The seats that have agreed, including the proposer's; at first none for a newcomer."""
    about: int = 0
    """To take back: the last event that stays. For a stand-in: the seat. For time: the seconds."""
    newcomer: Newcomer | None = None
    """Who would like to play on."""


class TimeKind(StrEnum):
    """How the people's time is limited."""

    MOVE = "move"
    """Every move has its deadline."""
    MATCH = "match"
    """Each seat has one clock for the whole match, which gains a little with every turn."""


class TimeoutAction(StrEnum):
    """What happens to a seat whose time is up."""

    BOT = "bot"
    """A bot plays on until its owner comes back."""
    LOSE = "lose"
    """It has lost, as if it had resigned."""


class TimeControl(StrictStruct, frozen=True):
    """How much time people have at a table."""

    kind: TimeKind
    """What is limited."""
    seconds: int
    """For a move, or on each clock at the start."""
    increment: int = 0
    """Seconds that a clock gains with every turn."""
    then: TimeoutAction = TimeoutAction.BOT
    """What happens when a seat's time is up; if left out, a bot plays."""
    level: str = ""
    """Of the bot that plays on; empty for the game's level for absent players."""


class SeatClock(StrictStruct, frozen=True):
    """A seat's time, in milliseconds, by the server's own time (``timekeeping``)."""

    left: int
    """The time left; for a running clock, when it was started."""
    until: int | None = None
    """When the time is up, for a running clock."""
    warned: bool = False
    """Whether all have been told that little is left."""
    overdue: bool = False
    """Whether it was up, and the owner has not come back since."""


class Clocks(StrictStruct, frozen=True):
    """The clocks of a match."""

    at: int
    """When they were last set, by the server's own time."""
    seats: tuple[SeatClock, ...]


class ContributionState(StrEnum):
    """What a chair contributes to the match's chance, and how far that has come."""

    NONE = "none"
    """Nothing: a bot, or a program that does not contribute."""
    PROMISED = "promised"
    """Its browser has asked for the commitment, and will send a hash."""
    HASHED = "hashed"
    """The hash is known; the contribution follows when all hashes are."""
    REVEALED = "revealed"
    LEFT_OUT = "left-out"
    """The hash or the contribution did not come in time: chance does without it."""


class StoredSeat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat of a match. Secrets are kept as hashes, which the caller computes."""

    kind: SeatKind = SeatKind.FREE
    name: str = ""
    """The player's name, as written in records."""
    level: str | None = None
    """A bot's level; for a person's seat, that of the bot that plays while the person is away."""
    secret_hash: str | None = None
    """Hash of the secret in the seat's private link."""
    sessions: tuple[str, ...] = ()
    """Hashes of the sessions (browsers) that may act for the seat, in order of arrival."""
    resigned: bool = False
    """Whether the player has given up; a bot plays on if the match does."""
    released: bool = False
    """Whether the player has gone and let somebody else play on, unless they are back before."""
    part: ContributionState = ContributionState.NONE
    contribution_hash: bytes = b""
    """The hash that binds the player's browser; empty if none is known."""
    contribution: bytes = b""
    """Its contribution to the match's chance; empty for none, and as long as it is hidden."""
    chair: int = 0
    """Which chair, counted from 0, the player had before the lot dealt out the seats."""


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True):
    """All data of a match besides its events.

    Change it with :meth:`changed`, so that its revision counts the changes.
    """

    id: str
    game: str
    """The game's key."""
    rules_version: int
    """The version of the game's rules that the events follow."""
    options: str
    """The options as in a record's header."""
    seats: tuple[StoredSeat, ...]
    """In seat order."""
    created: int
    """Time of creation."""
    touched: int
    """Time of the last change to this metadata (events have their own times)."""
    commitment: str
    """SHA-256 of the server's secret in hex, published from the start."""
    server_secret: bytes
    """The server's secret; it leaves the server only when the match is over."""
    status: MatchStatus = MatchStatus.OPEN
    listed: bool = False
    """Whether the lobby shows the match while it is open."""
    fixed: bool = False
    """Whether the chairs are the seats, so that no lot deals them out."""
    talk: TalkRule = TalkRule.FRIENDS
    advice: bool = False
    """Whether players may ask for advice."""
    watched: bool = True
    """Whether others than its players may watch while it is being played."""
    programs: bool = True
    """Whether programs may take chairs without an invitation; invited ones always may."""
    protocol: int = 2
    """How contributions came in: 1 openly, 2 by hashes first."""
    host: str | None = None
    """Hash of the session that created the match, or put it in as a record."""
    time_control: TimeControl | None = None
    """How much time people have; None for unlimited time."""
    clocks: Clocks | None = None
    """How much is left, once the match has begun."""
    deadline: int | None = None
    """When the first clock runs out, or a waiting table continues without missing browsers.

    By the server's own time.
    """
    paused: bool = False
    """Whether nobody acts until the people resume."""
    rulings: tuple[Ruling, ...] = ()
    """What was decided besides the actions of the game, in order."""
    proposal: Proposal | None = None
    """The proposal that waits for the consent of others."""
    successor: str | None = None
    """The rematch that followed."""
    from_record: bool = False
    """Whether somebody put it in as a record: this server has not seen it being played."""
    revision: int = 1
    """One higher with each stored change."""

    def changed(self, **fields: Any) -> Self:
        """Return a copy with these fields changed and the next revision, ready to be stored."""
        return msgspec.structs.replace(self, **fields, revision=self.revision + 1)


class StoredProgram(msgspec.Struct, frozen=True, kw_only=True):
    """A program that plays here under an identity of its own."""

    id: str
    name: str
    """Its name at tables."""
    owner: str
    """Who is responsible for it, with contact details for the host."""
    games: tuple[str, ...] = ()
    """The keys of the games that it plays; none stands for all."""
    token_hash: str
    created: int
    revoked: int | None = None
    """When its token was revoked for good; None while it may play."""


class StoredEvent(msgspec.Struct, frozen=True):
    """An event in its place in a match's log."""

    number: int
    """From 1 on without gaps in each match."""
    event: Event
    """Who did what (the action is a signed 64-bit integer)."""
    time: int
    command: str | None = None
    """The id of the command that caused it; none for events of chance or the table itself."""


class AcceptedCommand(msgspec.Struct, frozen=True):
    """A command that became an event."""

    seat: int
    command: str
    number: int
    """The event's number."""


class RefusedCommand(msgspec.Struct, frozen=True):
    """A command that was not possible."""

    seat: int
    command: str
    refusal: Refusal


StoredAnswer: TypeAlias = AcceptedCommand | RefusedCommand
"""The answer to a command. The seat belongs to its key: seats choose ids independently."""


class StoredSnapshot(msgspec.Struct, frozen=True):
    """A position in the middle of a match, so that loading need not replay all of it."""

    number: int
    """The number of the last event that the position contains; 0 before the first."""
    layout: str
    """Fingerprint of the layout of the state's bytes; ignore a snapshot of another layout."""
    state: bytes


class HostedCounts(msgspec.Struct, frozen=True):
    """Numbers of somebody's unfinished hosted matches."""

    waiting: int
    running: int
    bots_alone: int
    """Of the running ones, those without a person on any seat."""


class Engagements(msgspec.Struct, frozen=True):
    """Numbers of a program's unfinished matches."""

    playing: int
    """In which it has a seat."""
    invited: int
    """In which a chair is kept for it."""


class NewEngagements(NamedTuple):
    """Programs that a change gives a seat, or keeps a chair for."""

    sessions: Mapping[str, str]
    """By the id of each its session."""
    check: Callable[[str, Engagements], object]
    """Called for each with its id and its engagements, those of the change included; if it raises,
    nothing is stored. It may be called in another thread.
    """


class RulesInUse(msgspec.Struct, frozen=True):
    """How many stored matches follow one version of a game's rules."""

    game: str
    rules_version: int
    matches: int
