"""Player cards: who wants to be recognised, on which devices, with which matches and ratings.

Everything works without one. A browser that is signed in to a card acts as the card: wherever a
session's hash stands for the holder of a seat, the card's holder stands instead
(``holders.of_card``), so that all its devices hold the same seats. When a device signs in, its own
matches are handed over to the card; when it is signed out, its session ends for good.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import secrets
import unicodedata
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol

import msgspec

from tischlein.core import registry
from tischlein.core.errors import TischleinError
from tischlein.tables.changes import AnonymizeHolder, Change, ReplaceHolder
from tischlein.tables.concurrency.mailbox import RETRY
from tischlein.tables.ownership import Ownership
from tischlein.tables.players import holders, player_names, ratings, recovery_codes
from tischlein.tables.players.card_export import CardDetails, CardExport
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import ElsewhereError, NotAllowedError, NotNowError, TableError
from tischlein.tables.seats import seating
from tischlein.tables.storage.card_store import (
    CardStore,
    Figure,
    Shows,
    StoredCard,
    StoredDevice,
)
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import UNAVAILABLE, StoreError
from tischlein.tables.stored import MatchStatus, SeatKind, StoredMatch
from tischlein.tables.upkeep import archive

log = logging.getLogger(__name__)

MOST_PASSKEYS = 12
MOST_DEVICES = 20
"""Maximal number of browsers signed in to one card; those unseen longest are removed."""
LONGEST_LABEL = 40
MOST_WITHOUT_CARD = 100_000
"""Maximal number of sessions remembered as having no card."""
MOST_CREATORS = 10_000
"""Maximal number of browsers remembered for having made a card."""
SEEN_EVERY = 3_600_000
"""Milliseconds after which a device's being seen is stored again."""
PAGE = 200
"""Number of matches loaded together."""

_ALL = 1_000_000
"""More matches than anybody has."""
_ID_BYTES = 24
_encode = msgspec.json.Encoder().encode


class MatchOutcome(NamedTuple):
    """How a match ended, by seat."""

    ranks: tuple[int, ...]
    sides: tuple[int, ...]
    """Equal for members of a team."""


class MatchAccess(Protocol):
    """What cards need from their hall."""

    @property
    def store(self) -> Store:
        """The storage of matches."""

    @property
    def clock(self) -> Callable[[], int]:
        """Milliseconds since 1970."""

    @property
    def ownership(self) -> Ownership:
        """Who owns which match."""

    @property
    def can_ask_nodes(self) -> bool:
        """Whether the nodes that own other matches can be asked to change them."""

    async def change_match(self, match_id: str, change: Change) -> None:
        """Change the metadata of a match, in memory or in storage (TableError, StoreError)."""

    async def outcome(self, match_id: str) -> MatchOutcome | None:
        """Return how a match ended; None if that cannot be determined by today's rules."""


class VisibleCard(msgspec.Struct, frozen=True):
    """A card as others at a table see it."""

    name: str
    mark: int
    """What its mark is drawn from: 18 bits that belong to the card."""
    rating: Figure | None
    """In the game of the table; None if it is hidden, or there is none yet."""


class Cards:
    """All player cards of a server; call :meth:`open` before use and :meth:`close` at the end."""

    def __init__(self, matches: MatchAccess) -> None:
        self._matches = matches
        self._of_device: dict[str, str] = {}
        self._seen: dict[str, int] = {}
        self._without_card: set[str] = set()
        """Sessions that are known not to be signed in to a card."""
        self._creators: dict[str, None] = {}
        """Browsers that are making a card, or have made one recently."""
        self._queue: asyncio.Queue[StoredMatch] = asyncio.Queue()
        self._rating_task: asyncio.Task[None] | None = None

    @property
    def store(self) -> CardStore:
        """The storage of cards."""
        return self._matches.store.cards

    async def open(self) -> None:
        """Load what is stored, and finish what a stop of the server has interrupted."""
        for device in await self.store.devices():
            self._of_device[device.session] = device.card
            self._seen[device.session] = device.seen
        await self.finish_joining()
        self._rating_task = asyncio.create_task(self._rate())
        await self.rate_remaining()

    async def close(self) -> None:
        """Stop rating; what is left is rated by another node, or at the next start."""
        if self._rating_task is not None:
            self._rating_task.cancel()
            await asyncio.gather(self._rating_task, return_exceptions=True)

    async def finish_joining(self) -> None:
        """Join what could not be joined at once, as the server stopped or another node owns it."""
        for device in await self.store.joining():
            if device.former is not None:
                await self._join(device.session, device.card, device.former)

    # --- who is who ---

    async def recognize(self, session: str | None) -> None:
        """Determine whether a session is signed in to a card; call it before `of_device`.

        That never changes during a session; so it is looked up only once, and only if another node
        may have begun the session.
        """
        if session is None or self._matches.ownership.alone:
            return
        if session in self._of_device or session in self._without_card:
            return
        device = await self.store.device(session)
        if device is not None:
            self._of_device[session] = device.card
            self._seen[session] = device.seen
            return
        if len(self._without_card) >= MOST_WITHOUT_CARD:
            self._without_card.clear()
        self._without_card.add(session)

    def of_device(self, session: str | None) -> str | None:
        """Return the card that a session (by its hash) is signed in to."""
        return None if session is None else self._of_device.get(session)

    async def record_use(self, session: str) -> None:
        """Record that a device has been used."""
        now = self._matches.clock()
        if session in self._of_device and abs(now - self._seen.get(session, 0)) >= SEEN_EVERY:
            self._seen[session] = now
            await self.store.record_seen(session, now)

    async def card(self, card_id: str) -> StoredCard:
        """Return a card (NotAllowedError if it is gone)."""
        card = await self.store.card(card_id)
        if card is None:
            raise NotAllowedError("no-card")
        return card

    async def details(self, card_id: str) -> CardDetails:
        """Return a card with all that belongs to it."""
        return CardDetails(
            await self.card(card_id),
            await self.store.passkeys(card_id),
            await self.store.devices(card_id),
            await self.store.ratings(card_id),
        )

    async def at_table(self, match: StoredMatch) -> list[VisibleCard | None]:
        """Return the cards of the players at a table, as others see them, by seat."""
        return [
            None
            if seat.kind is not SeatKind.PERSON
            else await self._shown(
                match.game, next(filter(None, map(holders.card_of, seat.sessions)), "")
            )
            for seat in match.seats
        ]

    async def _shown(self, game: str, card_id: str) -> VisibleCard | None:
        card = await self.store.card(card_id) if card_id else None
        if card is None or card.shows is Shows.NOTHING:
            return None
        rating = None
        if card.shows is Shows.RATING:
            known = await self.store.ratings(card_id)
            rating = next((one.figure for one in known if one.game == game), None)
        return VisibleCard(card.name, mark(card_id), rating)

    # --- one's own card ---

    @contextmanager
    def creating(self, browser: str) -> Iterator[None]:
        """Let a browser, by whatever identifies it, make a card, but only one (NotNowError)."""
        if browser in self._creators:
            raise NotNowError("card-already")
        self._creators[browser] = None
        try:
            yield
        except BaseException:
            self._creators.pop(browser, None)
            raise
        while len(self._creators) > MOST_CREATORS:
            del self._creators[next(iter(self._creators))]

    async def create(self, name: str, session: str, label: str, former: str | None) -> str:
        """Make a card, with a new session signed in to it; return its recovery code.

        The code cannot be shown again.

        The matches of the device's former session are handed over to it.

        Raises
        ------
        NotNowError
            If that session has become a card's in the meantime.
        """
        code = recovery_codes.new_code()
        card = StoredCard(
            secrets.token_urlsafe(_ID_BYTES),
            player_names.clean_name(name),
            self._matches.clock(),
            digest(code),
        )
        device = self._device(session, card.id, label, former)
        if not await self.store.create(card, device):
            raise NotNowError("card-already")
        await self._signed_in(device)
        return code

    async def change(self, card_id: str, name: str, shows: Shows) -> None:
        """Change a card's name and what it shows (InvalidError)."""
        await self.card(card_id)
        await self.store.update_card(
            card_id, player_names.clean_name(name), shows, self._matches.clock()
        )

    async def renew_code(self, card_id: str) -> str:
        """Return a new recovery code; the old one becomes invalid."""
        code = recovery_codes.new_code()
        await self.card(card_id)
        await self.store.set_recovery(card_id, digest(code))
        return code

    async def card_of_code(self, code: str) -> StoredCard:
        """Return the card that a recovery code opens (NotAllowedError)."""
        card = await self.store.card_of_code(digest(recovery_codes.clean_code(code)))
        if card is None:
            raise NotAllowedError("recovery-code")
        return card

    async def sign_in(
        self, card_id: str, session: str, label: str, former: str | None = None
    ) -> list[str]:
        """Sign a new session in, and hand over the matches of the device's former one.

        Returns the sessions of devices that are too many now: they have to be ended, and signed out
        afterwards, so that one that could not be ended is returned again the next time.
        """
        device = self._device(session, card_id, label, former)
        superfluous = await self.store.add_device(device, MOST_DEVICES)
        await self._signed_in(device)
        return superfluous

    def _device(self, session: str, card_id: str, label: str, former: str | None) -> StoredDevice:
        now = self._matches.clock()
        return StoredDevice(session, card_id, clean_label(label), now, now, former)

    async def _signed_in(self, device: StoredDevice) -> None:
        self._of_device[device.session] = device.card
        self._seen[device.session] = device.seen
        if device.former is not None:
            await self._join(device.session, device.card, device.former)

    async def sign_out(self, session: str) -> None:
        """Sign a device out; its session has to be ended, too."""
        self._forget(session)
        await self.store.remove_device(session)

    def _forget(self, session: str) -> None:
        self._of_device.pop(session, None)
        self._seen.pop(session, None)

    async def check_deletable(self, card_id: str) -> None:
        """Refuse to delete a card while a node that cannot be asked owns one of its matches.

        Matches without an owner become this node's, so that all can be changed here (NotNowError).
        """
        if self._matches.can_ask_nodes:
            return
        holder, store = holders.of_card(card_id), self._matches.store
        found = await store.matches_of_session(holder, _ALL) + await store.matches_asked_by(holder)
        for match in found:
            if await self._matches.ownership.claim(match.id) is not None:
                raise NotNowError("card-elsewhere")

    async def delete(
        self, card_id: str, session: str, end_device: Callable[[str], Awaitable[None]]
    ) -> None:
        """Delete a card with all that belongs to it.

        Its matches stay, without the owner's name: the one that the card had when a match was
        opened, or another of that time if nobody there has that name. Those that are not over stay
        with a new session, which has never been signed in to a card. If one of them cannot be
        changed, or a device cannot be ended, the card stays and the session is signed in to it, so
        that all of them come back to the card and nobody loses a seat; it can be deleted again.

        Parameters
        ----------
        session
            The new session.
        end_device
            Ends the session of a device. The list of devices is deleted last: while they are on it,
            all of this can be done again.
        """
        card, holder = await self.card(card_id), holders.of_card(card_id)
        devices = [device.session for device in await self.store.devices(card_id)]
        former = await self.store.former_names(card_id)

        async def forget(match: StoredMatch) -> None:
            since = [one.name for one in former if one.until > match.created]
            before = [one.name for one in former if one.until <= match.created]
            called = seating.name_of_holder(match, holder, [*since, card.name, *reversed(before)])
            await self._matches.change_match(match.id, AnonymizeHolder(holder, called, session))

        await self._matches.store.subscriptions.unsubscribe_all(holder)
        try:
            await self._each_match(holder, forget)
            for device in devices:
                await end_device(device)
            await self.store.delete(card_id)
        except (TableError, StoreError) as error:
            await self.sign_in(card_id, session, "", session)
            if isinstance(error, ElsewhereError):
                raise NotNowError("card-elsewhere") from error
            raise
        for device in devices:
            self._forget(device)

    async def export(self, card_id: str) -> bytes:
        """Return all data of a card, as a ZIP file: JSON, and the records of matches."""
        details = await self.details(card_id)
        changes = await self.store.changes(card_id)
        former = await self.store.former_names(card_id)
        holder = holders.of_card(card_id)
        found = await self._matches.store.matches_of_session(holder, _ALL)
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            export = CardExport.of(details, former, changes, found, holder)
            packed.writestr("card.json", msgspec.json.format(_encode(export), indent=2))
            for match in found:
                if archive.has_record(match):
                    with suppress(StoreError, TischleinError, ValueError):
                        text = await self._record(match)
                        packed.writestr(f"records/{match.game}-{match.id}.record", text)
        return file.getvalue()

    async def _record(self, match: StoredMatch) -> str:
        game = registry.load(match.game)
        events = await self._matches.store.events(match.id)
        return await asyncio.to_thread(archive.exported, match, game, events)

    async def _join(self, session: str, card_id: str, former: str) -> None:
        """Hand a former session's matches over to a card."""
        holder = holders.of_card(card_id)

        async def hand_over(match: StoredMatch) -> None:
            await self._matches.change_match(match.id, ReplaceHolder(former, holder))

        try:
            await self._matches.store.subscriptions.hand_over(former, holder, session)
            await self._each_match(former, hand_over)
        except (TableError, StoreError) as error:
            log.log(log_level(error), "matches of a device join its card later: %s", error)
        else:
            await self.store.record_joined(session)

    async def _each_match(
        self, holder: str, work: Callable[[StoredMatch], Awaitable[None]]
    ) -> None:
        """Process every match of a holder, who afterwards holds and asks for nothing there.

        If one of them fails, the others are processed before the error is raised.
        """
        done: set[str] = set()
        failed: Exception | None = None
        while True:
            found = await self._matches.store.matches_of_session(holder, PAGE)
            found += await self._matches.store.matches_asked_by(holder)
            left = [match for match in found if match.id not in done]
            if not left:
                break
            for match in left:
                done.add(match.id)
                try:
                    await work(match)
                except (TableError, StoreError) as error:
                    failed = error
        if failed is not None:
            raise failed

    # --- ratings ---

    def enqueue(self, match: StoredMatch) -> None:
        """Record that a match has begun or ended."""
        self._queue.put_nowait(match)

    async def rate_remaining(self) -> None:
        """Record matches that are over and not rated: the node that saw their end is gone."""
        for match_id in await self.store.unrated_finished():
            with suppress(StoreError):
                self.enqueue(await self._matches.store.match(match_id))

    async def rated(self) -> None:
        """Wait until all recorded matches are rated."""
        await self._queue.join()

    async def _rate(self) -> None:
        while True:
            match = await self._queue.get()
            try:
                await self._process(match)
            except (StoreError, TableError) as error:
                log.log(log_level(error), "match %s is not rated now: %s", match.id, error)
                if match.status is MatchStatus.RUNNING and isinstance(error, UNAVAILABLE):
                    # Only now are its cards recorded, so it is tried again; ends are found again
                    # anyway.
                    asyncio.get_running_loop().call_later(RETRY, self.enqueue, match)
            except Exception:  # one match must not keep the others from being rated
                log.exception("match %s cannot be rated", match.id)
            finally:
                self._queue.task_done()

    async def _process(self, match: StoredMatch) -> None:
        if match.status is MatchStatus.RUNNING:
            cards = ratings.cards_of_players(match)
            if cards:
                await self.store.record_participants(match.id, cards)
            return
        if match.status not in (MatchStatus.FINISHED, MatchStatus.ENDED):
            return
        if not await self.store.unrated(match.id):
            return
        cards = await self.store.participants(match.id)
        outcome = None
        if len(cards) == len(match.seats) and ratings.counts(match):
            outcome = await self._matches.outcome(match.id)
        if outcome is None:
            await self.store.skip_rating(match.id)
            return
        found = ratings.participants(cards, match, outcome.ranks, outcome.sides)
        if len({one.side for one in found}) < 2:
            await self.store.skip_rating(match.id)
            return
        await self.store.rate(match.id, match.game, self._matches.clock(), found, ratings.rate)


def mark(card_id: str) -> int:
    """Return what a card's mark is drawn from; it reveals nothing about the id."""
    return int.from_bytes(hashlib.sha256(f"mark {card_id}".encode()).digest()[:3], "big") >> 6


def clean_label(text: str) -> str:
    """Return a device's label: only visible characters, and not too many of them."""
    seen = "".join(char for char in text if unicodedata.category(char)[0] != "C")
    return " ".join(seen.split())[:LONGEST_LABEL].strip()
