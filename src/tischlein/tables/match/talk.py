"""Remarks at one table: limited in length, pace and number, and stored with the match."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Collection
from math import ceil

from tischlein.tables.players.one_line import one_line, untagged
from tischlein.tables.players.player_names import check_name_free
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError, TooManyError
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import RemarkKind, StoredMatch, StoredRemark, TalkRule

REACTIONS = ("luck", "bravo", "thanks", "laugh", "wow", "ouch", "hmm", "tea")
SYSTEM_KINDS = frozenset(
    {RemarkKind.ADVICE, RemarkKind.TIME, RemarkKind.REFUSED, RemarkKind.LAPSED}
)
"""What the table itself says about a player."""
LONGEST = 200
"""Maximal number of characters of a remark."""
MOST_REMARKS = 500
"""How many of the newest remarks of players are kept of a match."""
MOST_REMARKS_OF_ONLOOKERS = 100
"""How many of the newest remarks of all viewers are kept."""
PACE = 5, 10_000
"""Maximal number of remarks of a chair within this many milliseconds."""
CROWD_PACE = 15, 10_000
"""Maximal number of remarks of all viewers together; each single one is limited before."""
GIFT_PACE = 10, 60_000
"""How often a player may give time within this many milliseconds, since all are told."""
ONLOOKER = -1
"""Stands for the chair of a viewer."""
_KEY = "speakers"
"""Name in storage of the secret from which speakers' marks are derived."""
_MARK_LETTERS = 12


def clean_remark(text: str) -> str:
    """Return a remark without superfluous white space.

    Raises
    ------
    InvalidError
        If it is empty, too long, or has invisible characters.
    """
    remark = one_line(text, LONGEST)
    if remark is None or _has_hidden(untagged(remark)) or not 1 <= len(remark) <= LONGEST:
        raise InvalidError("remark", longest=LONGEST)
    return remark


def _has_hidden(remark: str) -> bool:
    """Whether a remark has invisible characters; joiners belong to some scripts and signs."""
    return any(unicodedata.category(c)[0] == "C" and c not in "\u200c\u200d" for c in remark)


def clean_reaction(name: str) -> str:
    """Return the name of a reaction (InvalidError for any other)."""
    if name not in REACTIONS:
        raise InvalidError("reaction", reactions=", ".join(REACTIONS))
    return name


def may_read(rule: TalkRule, remark: StoredRemark, *, seated: bool) -> bool:
    """Whether somebody may read a remark; what the table itself says is for all."""
    if remark.kind in SYSTEM_KINDS:
        return True
    return rule is TalkRule.OPEN or (rule is TalkRule.FRIENDS and seated)


class Talk:
    """The remarks of one match; only the table's owner adds to them.

    Attributes
    ----------
    known
        The stored remarks, in order, as of the last request.
    """

    def __init__(self, store: Store, match_id: str) -> None:
        self.known: list[StoredRemark] = []
        self._store = store
        self._match = match_id
        self._key: bytes | None = None
        self._outdated = True
        """Whether storage may have others than the known ones."""
        self._changes = 0
        """How often storage has been changed, which invalidates earlier requests."""
        self._last = 0
        """The number of the last one, which this version may not know."""

    async def all(self) -> list[StoredRemark]:
        """Return all stored remarks, in order."""
        while self._outdated:
            changes = self._changes
            found = await self._store.remarks(self._match)
            # Others may have read them in the meantime, and remarks may have been added.
            if changes == self._changes and self._outdated:
                self.known, self._last = list(found.remarks), found.last
                self._outdated = False
        return self.known

    def start_empty(self) -> None:
        """Begin without remarks: the match is new."""
        self.known, self._last, self._outdated = [], 0, False

    def invalidate(self) -> None:
        """Have the remarks read again: they have been changed in storage."""
        self._outdated = True
        self._changes += 1

    async def add(
        self, match: StoredMatch, seat: int, kind: RemarkKind, text: str, time: int
    ) -> StoredRemark:
        """Store a remark of the player on a seat.

        Raises
        ------
        NotNowError
            If talk is off at this table.
        TooManyError
            If the chair has said too much lately.
        """
        speaker, mark = match.seats[seat], ""
        if kind not in SYSTEM_KINDS:
            if match.talk is TalkRule.OFF:
                raise NotNowError("no-talk")
            lately = await self._recent(time, PACE[1])
            own = [s for s in lately if s.chair == speaker.chair and s.kind not in SYSTEM_KINDS]
            if len(own) >= PACE[0]:
                raise TooManyError("talk-too-fast")
            # The session that sat down there, whatever devices have come to the seat since.
            mark = await self._mark(speaker.sessions[0]) if speaker.sessions else ""
        return await self._store_remark(speaker.chair, speaker.name, kind, text, time, mark)

    async def add_onlooker(
        self,
        match: StoredMatch,
        session: str | None,
        name: str,
        kind: RemarkKind,
        text: str,
        time: int,
    ) -> StoredRemark:
        """Store a remark of a viewer, if the host lets all of them talk.

        Parameters
        ----------
        session
            Distinguishes the viewer from others; None without one.

        Raises
        ------
        NotNowError
            If talk is off at this table, or a player has that name.
        NotAllowedError
            If only players may talk.
        TooManyError
            If all viewers together have said too much lately.
        """
        if match.talk is TalkRule.OFF:
            raise NotNowError("no-talk")
        if match.talk is not TalkRule.OPEN:
            raise NotAllowedError("not-your-seat")
        check_name_free(name, match.seats)
        crowd = [s for s in await self._recent(time, CROWD_PACE[1]) if s.chair == ONLOOKER]
        if len(crowd) >= CROWD_PACE[0]:
            raise TooManyError("talk-too-fast")
        speaker = "" if session is None else await self._mark(session)
        return await self._store_remark(ONLOOKER, name, kind, text, time, speaker)

    async def check_gifts(self, chairs: Collection[int], time: int) -> None:
        """Refuse another gift of time from these chairs if they have given too often lately.

        Raises
        ------
        TooManyError
            If they have; it says when they may again.
        """
        lately = await self._recent(time, GIFT_PACE[1])
        gifts = [s for s in lately if s.kind is RemarkKind.TIME and s.chair in chairs]
        if len(gifts) >= GIFT_PACE[0]:
            later = gifts[-GIFT_PACE[0]].time + GIFT_PACE[1] - time
            raise TooManyError("too-fast", seconds=ceil(later / 1000))

    async def _recent(self, time: int, within: int) -> list[StoredRemark]:
        """Return the remarks shortly before; the clock may have been set back since."""
        return [said for said in await self.all() if time - within < said.time <= time]

    async def _mark(self, session: str) -> str:
        """Return a mark that distinguishes speakers of this match, without revealing who they are.

        A card is a session, too, and its id is no secret: without a key a reader could try ids.
        """
        if self._key is None:
            self._key = await self._store.own_secret(_KEY)
        content = f"{self._match} {session}".encode()
        return hmac.digest(self._key, content, hashlib.sha256).hex()[:_MARK_LETTERS]

    async def _store_remark(
        self, chair: int, name: str, kind: RemarkKind, text: str, time: int, speaker: str = ""
    ) -> StoredRemark:
        remarks = await self.all()
        said = StoredRemark(self._last + 1, chair, name, time, kind, text, speaker)
        keep = MOST_REMARKS_OF_ONLOOKERS if chair == ONLOOKER else MOST_REMARKS
        await self._store.add_remark(self._match, said, keep)
        self._last = said.number
        remarks.append(said)
        alike = [one for one in remarks if (one.chair == ONLOOKER) == (chair == ONLOOKER)]
        for oldest in alike[:-keep]:
            remarks.remove(oldest)
        return said
