"""Notifications about matches."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.web.messages.request import Request


class Subscribe(Request, frozen=True):
    """Subscribe to notifications about one's matches."""

    channel: Literal["push", "mail", "webhook"]
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
    language: str = "en"
    """The language of the messages."""


class LinkToken(Request, frozen=True):
    """What follows the # of a link in a message."""

    token: str


class SubscriptionInfo(msgspec.Struct, frozen=True):
    """One of the session's subscriptions; nobody else sees it."""

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
    """The secret that signs a webhook's messages; empty for other channels."""


class TellingInfo(msgspec.Struct, frozen=True):
    """How this server can notify people about their matches, and the session's subscriptions."""

    push: str
    """The server's public key for push messages; empty if it sends none."""
    mail: bool
    webhooks: bool
    mine: list[SubscriptionInfo]
