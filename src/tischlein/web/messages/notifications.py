"""Notifications about matches."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.web.messages.request import Request


class Subscribe(Request, frozen=True):
    """Subscribe to notifications about one's matches."""

    channel: Literal["push", "mail", "webhook"]
    """How one is told: by the browser, by mail, or by a request to a server."""
    target: str
    """The endpoint that the push service gave to the browser, a mail address, or a URL."""
    keys: tuple[str, str] = ("", "")
    """For push: ``p256dh`` and ``auth`` of the browser's subscription."""
    match: str = ""
    """The one match that it is about; empty for all of one's own."""
    whole: bool = False
    """For the webhook of a table's host: whether it covers everybody's turns."""
    kinds: tuple[Literal["turn", "deadline", "over", "invited"], ...] = (
        "turn",
        "deadline",
        "over",
        "invited",
    )
    """What one is told of.

    That it is one's turn, that a deadline is near, that a match is over, that one is invited.
    """
    language: str = "en"
    """The language of the messages."""


class LinkToken(Request, frozen=True):
    """What follows the # of a link in a message."""

    token: str
    """The token of the link."""


class SubscriptionInfo(msgspec.Struct, frozen=True):
    """One of the session's subscriptions; nobody else sees it."""

    id: str
    """Identifies the subscription, to end it."""
    channel: Literal["push", "mail", "webhook"]
    """As in Subscribe."""
    target: str
    """As in Subscribe."""
    match: str
    """Empty for all matches of one's own."""
    whole: bool
    """As in Subscribe."""
    kinds: tuple[Literal["turn", "deadline", "over", "invited"], ...]
    """As in Subscribe."""
    language: str
    """As in Subscribe."""
    confirmed: bool
    """Whether the question to the mail address has been answered."""
    secret: str
    """The secret that signs a webhook's messages; empty for other channels."""


class TellingInfo(msgspec.Struct, frozen=True):
    """How this server can notify people about their matches, and the session's subscriptions."""

    push: str
    """The server's public key for push messages; empty if it sends none."""
    mail: bool
    """Whether it sends mail."""
    webhooks: bool
    """Whether it sends requests to other servers."""
    mine: list[SubscriptionInfo]
    """The session's subscriptions."""
