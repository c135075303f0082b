"""The table around the board: its players, its state, and its people's decisions."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.tables.stored import Ending, TalkRule, TimeControl

Status = Literal["waiting", "playing", "over", "ended", "abandoned"]
Proposed = Literal["end", "back", "pause", "resume", "stand-in", "take-over", "time"]
"""What can be proposed to the people at a table (``stored.ProposalKind``)."""


class SeatTime(msgspec.Struct, frozen=True):
    """How much time a seat has, if time is limited.

    While the time runs, the receiver counts down from ``left`` by its own clock, so that the
    absolute time of that clock does not matter.
    """

    left: int
    """In milliseconds, when the message was sent."""
    runs: bool
    """Whether it runs: the match waits for this seat, and a person plays for it."""
    near: bool
    """Whether little is left, of which all have been told."""
    overdue: bool
    """Whether it was up, and the player has not come back since."""


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat as everybody sees it.

    Before the start seats are chairs in the order of taking; the lot then deals out the letters.
    """

    seat: int
    """The seat, from 0; before the start, the chair."""
    name: str
    """The player's name; empty for a free chair."""
    kind: Literal["person", "bot", "open"]
    """Whether a person or a bot has it, or it is free."""
    level: str = ""
    """The bot's level, also of a bot that stands in for a person."""
    present: bool = False
    """Whether a browser of this person is connected (bots always are); not given in lists."""
    stand_in: bool = False
    """Whether a bot plays for a person who is away."""
    released: bool = False
    """Whether a person has gone and let others ask for the seat, unless they are back before."""
    patience: int | None = None
    """For an absent person: for how many milliseconds more the others may not let a bot play.

    0 if they may; None if they may not at all.
    """
    mine: bool = False
    """Whether the receiving session holds this seat."""
    resigned: bool = False
    """Whether the player has given up."""
    kept: bool = False
    """For a free chair: whether it is kept for its previous player."""
    kept_for_me: bool = False
    """Whether that is the receiving session."""
    program: bool = False
    """Whether a program has the seat under an identity of its own, or is invited to it."""
    time: SeatTime | None = None
    """A person's time, if it is limited and the match has begun."""
    chair: int = 0
    """Identifies a player both before the lot has dealt out the seats, and after that."""


class ProposalInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposal to the people at a table."""

    what: Proposed
    """What is proposed, as in Propose.

    ``stand-in``: that a bot plays for an absent person; ``take-over``: that somebody who has come
    plays on for a bot, or for somebody who has gone.
    """
    seat: int
    """The proposer; for ``take-over``, the seat that is asked for."""
    about: int | None
    """For a stand-in: the seat that it is about."""
    asked: list[int]
    """The seats whose consent is missing."""
    at: int
    """When it was proposed, in milliseconds since 1970."""
    name: str = ""
    """For ``take-over``: the name of the person who has come."""
    mine: bool = False
    """For ``take-over``: whether that is the receiving session."""


class TakeOverInfo(msgspec.Struct, frozen=True):
    """Somebody who came in the middle of a match, and played on for a bot, or who had gone."""

    seat: int
    """The seat."""
    after: int
    """The number of the last event before that."""
    level: str
    """The level of the table's bot that had the seat; empty if a person had."""


class PartInfo(msgspec.Struct, frozen=True):
    """What one chair (once the match has begun: seat) contributes to chance, as far as public."""

    state: Literal["none", "promised", "hashed", "revealed", "left-out"]
    """Nothing; a hash is promised; it is there; so is the contribution; it did not come in time."""
    hash: str = ""
    """The hash that binds its browser, in hex; see ``tischlein.tables.chance.fairness``."""


class TableInfo(msgspec.Struct, frozen=True, tag="table"):
    """The match around the board; sent on connecting and whenever something of it changes."""

    id: str
    """The id of the match."""
    game: str
    """The game's key."""
    options: str
    """Options that differ from their defaults, as ``name=value`` words."""
    status: Status
    """Whether it waits for players, is played, or how it ended."""
    seats: list[SeatInfo]
    """Who sits there; before the start, who sits on the chairs."""
    looking: int | None
    """The seat that this connection looks through, None for a spectator."""
    number: int
    """The number of the last event."""
    host: bool
    """Whether the receiving session opened the table, or the record."""
    secrets: bool
    """Whether the game has secrets, so that hot-seat players need a privacy screen."""
    drafts: bool
    """Whether actions may be tried with Draft before they are sent."""
    commitment: str
    """SHA-256 of the server's secret, published before anything is drawn."""
    parts: list[PartInfo] = []
    """What each chair or seat contributes to chance, in the order of ``seats``."""
    revealing: bool = False
    """Whether all hashes are in: browsers reveal now, or are left out of a match that starts."""
    fixed: bool = False
    """Whether the chairs are the seats, so that no lot is drawn."""
    from_record: bool = False
    """Whether somebody put it in as a record: this server has not seen it being played."""
    rematch: str = ""
    """The match that continues this one, once a rematch has been opened."""
    talk: TalkRule = TalkRule.OFF
    """Who may hear what is said: nobody, those who sit at the table, or viewers too."""
    advice: bool = False
    """Whether players may ask for advice."""
    watched: bool = True
    """Whether others than the players may watch while the match is being played."""
    programs: bool = True
    """Whether programs may take chairs without an invitation."""
    rated: bool = False
    """While the table waits: whether the match is to be rated.

    That requires that all who still sit down have player cards, as those have who sit here.
    """
    paused: bool = False
    """Whether nobody acts until the people resume."""
    proposal: ProposalInfo | None = None
    """The proposal that waits for consent."""
    taken_over: list[TakeOverInfo] = []
    """Who has played on for bots since the match began, in order."""
    ending: Ending | None = None
    """Why the match was ended early, if ``status`` is ``ended``."""
    winners: list[int] = []
    """The seats that win because all others have resigned, or run out of time.

    All of a team, also those of its seats that had resigned before. If several sides are left, they
    share the first place. None if the match did not end like that, or no side is left, or all are.
    """
    time_control: TimeControl | None = None
    """How much time people have; None for unlimited time."""
    gift: int = 0
    """How many seconds are given to the others at once, if time is limited."""
    starts_within: int | None = None
    """While contributions of browsers are missing: milliseconds until the match starts without."""
    warming_up: bool = False
    """Whether bots sit here whose searches are still being compiled, on a new machine."""
    unattended: bool = False
    """Whether there is no worker for this table's bots, or its physics."""
