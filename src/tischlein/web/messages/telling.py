"""Being told of matches while one is elsewhere."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.web.messages.request import Request


class Subscribe(Request, frozen=True):
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


class LinkToken(Request, frozen=True):
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
