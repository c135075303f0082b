"""The storage of subscriptions, and of the messages that wait for each of them.

A message is *claimed* before it is sent and *completed* afterwards. A claim that is never
completed, because the server was killed, lapses, and the message is sent again under the same name,
by which the receiver can recognise it.

Times are milliseconds since 1970, and the caller's.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import msgspec

from tischlein.tables.notifications.facts import Fact, Kind
from tischlein.tables.stored import MatchStatus


class Channel(StrEnum):
    """How notifications are sent."""

    PUSH = "push"
    MAIL = "mail"
    WEBHOOK = "webhook"


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which somebody wants to be notified."""

    id: str
    owner: str
    """Whose matches it is about: the hash of a session."""
    channel: Channel
    target: str
    """The receiver: the address of a push service, a mail address, or the URL of a webhook."""
    keys: tuple[str, str] = ("", "")
    """For push: the browser's public key and its secret for authentication, in base64url."""
    match: str | None = None
    """The one match that it is about; None for all matches of its owner."""
    whole: bool = False
    """Whether it covers all seats of that match, not only the owner's."""
    kinds: tuple[Kind, ...] = tuple(Kind)
    language: str = "en"
    created: int
    confirmed: bool = True
    """Whether the receiver wants it; nothing but the question is sent before."""
    device: str = ""
    """For push: the hash of the browser's session, whose end ends the subscription."""


def new_id() -> str:
    """Return the id of a new subscription, which nobody can guess."""
    return secrets.token_urlsafe(18)


class PendingFact(NamedTuple):
    """A fact that waits to be sent."""

    match: str
    fact: Fact


class Claim(NamedTuple):
    """A message that is to be sent now."""

    subscription: Subscription
    message: str
    """The message's name, the same when it is sent again."""
    tries: int
    """How often it has failed."""
    pending: list[PendingFact]
    """Oldest first."""
    until: int
    """When it lapses, so that another server may claim the same message."""


class ClaimResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a claim."""

    done: tuple[PendingFact, ...] = ()
    """Facts that need no message any more: sent, over, or given up."""
    due: int | None = None
    """When to try again, or when the next message may be sent; None for no pause."""
    sent: bool = False
    failed: bool = False
    """Whether sending failed; if neither, there was nothing to send any more."""


class AddressHistory(NamedTuple):
    """What is known of a mail address, under its hash."""

    questions: int
    """How often it has been asked to confirm, on its last day."""
    refused: bool
    """Whether its reader wants no mail from here, ever."""


class SubscriptionStore(Protocol):
    """Durable storage for subscriptions; errors are those of ``Store``."""

    async def subscribe(self, subscription: Subscription, most: int) -> Subscription | None:
        """Store a subscription, and return it as stored.

        One of the same owner for the same target and match keeps its id, and whether it is
        confirmed. A push service's address belongs to one browser: other owners lose it. None if
        the owner has `most` already.
        """

    async def subscription(self, subscription: str) -> Subscription | None:
        """Return the subscription with an id."""

    async def of_owner(self, owner: str) -> list[Subscription]:
        """Return all of an owner, oldest first."""

    async def confirm(self, subscription: str) -> Subscription | None:
        """Record that the receiver wants it; return it, None if it is gone."""

    async def unsubscribe(self, subscription: str) -> Subscription | None:
        """Delete a subscription with all that waits for it; return what it was."""

    async def unsubscribe_all(self, owner: str) -> None:
        """Delete all subscriptions of an owner."""

    async def hand_over(self, former: str, owner: str, device: str) -> None:
        """Give all subscriptions of an owner to another, who uses the same browser.

        Parameters
        ----------
        device
            The hash of the browser's new session.
        """

    async def forget_device(self, device: str) -> None:
        """Delete the subscriptions that reach the browser of a session, which has ended."""

    async def forget_unconfirmed(self, before: int) -> None:
        """Delete subscriptions requested before a time and never confirmed."""

    async def count_question(self, digest: str, day: int) -> AddressHistory:
        """Count a question to a mail address (by its hash) on a day; return what was known."""

    async def uncount_question(self, digest: str) -> None:
        """Undo counting a question that did not reach a mail address."""

    async def block_address(self, digest: str, address: str) -> None:
        """Record by its hash that an address wants no mail, and delete its subscriptions."""

    async def count_bounce(self, subscription: str) -> int:
        """Count a permanent refusal of a mail; return how many there have been in a row."""

    async def concerning(self, match: str, sessions: Collection[str]) -> list[Subscription]:
        """Return the confirmed subscriptions that a match with these people concerns."""

    async def record(
        self, subscription: str, match: str, facts: Sequence[Fact], due: int, *, seen: bool
    ) -> int:
        """Store facts that are new to a subscription, to be sent when they are due.

        Facts that their reader has `seen` are only recorded, and dropped if they have been waiting.
        Returns how many were new.
        """

    async def claim(self, channel: Channel, now: int, until: int, limit: int) -> list[Claim]:
        """Claim messages that are due now, until a time at which the claims lapse.

        A due time further ahead than any pause was set by a clock that has jumped, and counts as
        due.
        """

    async def complete(self, claim: Claim, result: ClaimResult, now: int) -> int | None:
        """Record the result of a claim; return since when the subscription has failed.

        Of a lapsed claim only ``done`` counts: the rest is for the server that has claimed the
        message since.
        """

    async def next_due(self, channel: Channel, now: int) -> int | None:
        """Return when the next message of a channel is due that can be claimed by `now`."""

    async def recent_matches(self, statuses: Collection[MatchStatus], after: int) -> list[str]:
        """Return matches of these statuses touched after a time that concern a subscription."""

    async def pending_counts(self) -> dict[Channel, int]:
        """Return how many facts wait to be sent, by channel."""


LONGEST_BACKOFF = 2 * 3_600_000
"""Maximal number of milliseconds between two tries."""
