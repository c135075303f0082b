"""How a message is sent on each channel, and its result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from tischlein.core.errors import TischleinError
from tischlein.tables.notifications import links, mail, public_hosts, push, webhook, wording
from tischlein.tables.notifications.facts import Kind
from tischlein.tables.notifications.links import Deed
from tischlein.tables.notifications.mail import NotSentError, Paragraph, PostOffice
from tischlein.tables.notifications.public_hosts import Reach, UnreachableError
from tischlein.tables.notifications.push import Signer
from tischlein.tables.notifications.subscriptions import Channel, Claim
from tischlein.tables.notifications.wording import News

KEPT_BY_PUSH_SERVICES = 86_400
"""For how many seconds a push service tries to reach a browser."""
_GONE = (404, 410)
_GONE_WEBHOOK = 410
_MOST_LISTED = 20
"""Maximal number of matches in one message; it says how many more there are."""


class GoneError(Exception):
    """The receiver no longer exists: the subscription can be deleted."""


class FailedError(Exception):
    """It was not sent; a later attempt may succeed."""


class Sending(NamedTuple):
    """What a server needs to reach people."""

    public_url: str
    """The server's public address, as ``https://play.example.org``."""
    office: PostOffice | None = None
    reach: Reach = Reach()


def sending(public_url: str, mail_server: str = "", sender: str = "") -> Sending | None:
    """Return the meaning of an operator's settings; None if notifications are off.

    Parameters
    ----------
    public_url
        The server's public address; without it, notifications are off.
    mail_server
        As in :func:`tischlein.tables.notifications.mail.post_office`; empty for no mail.
    sender
        The address that mail comes from.

    Raises
    ------
    TischleinError
        If they contradict themselves.
    """
    if not public_url:
        if mail_server:
            raise TischleinError("mails hold links: name the server's address with --public-url")
        return None
    parts = urlsplit(public_url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.path.strip("/"):
        raise TischleinError(
            f"{public_url!r} is not where a server is: write https://play.example.org"
        )
    office = None
    if mail_server:
        if not sender:
            raise TischleinError("mail needs an address that it comes from: --mail-from ADDRESS")
        office = mail.post_office(mail_server, sender)
    return Sending(f"{parts.scheme}://{parts.netloc}", office)


class Keys(NamedTuple):
    """The server's keys for signing; created once and kept in storage."""

    signer: Signer
    links: bytes
    webhooks: bytes


class Senders:
    """Sends messages of each channel."""

    def __init__(self, sending: Sending, keys: Keys, clock: Callable[[], int]) -> None:
        self._sending = sending
        self._keys = keys
        self._clock = clock

    async def send(self, claim: Claim, news: Sequence[News]) -> None:
        """Send one message with all of this.

        Raises
        ------
        GoneError
            If the receiver no longer exists.
        BouncedError
            If a mail server refuses the recipient.
        FailedError
            If it can be tried again.
        """
        try:
            match claim.subscription.channel:
                case Channel.PUSH:
                    await self._push(claim, news)
                case Channel.MAIL:
                    await self._mail(claim, news)
                case Channel.WEBHOOK:
                    await self._webhook(claim, news)
        except (NotSentError, UnreachableError) as error:
            raise FailedError(str(error)) from error

    async def ask_to_confirm(self, subscription: str, address: str, language: str) -> None:
        """Ask the reader at a mail address to confirm notifications there.

        Raises
        ------
        BouncedError
            If the mail server refuses the recipient.
        FailedError
            If the mail was not accepted.
        """
        office = self._sending.office
        assert office is not None
        site = self._sending.public_url

        def say(key: str) -> str:
            return wording.say(language, key, site=site)

        letter = mail.written(
            office,
            address,
            say("confirm-subject"),
            [
                Paragraph(say("confirm-text")),
                Paragraph(say("confirm-yes"), self.link(Deed.CONFIRM, subscription)),
                Paragraph(say("confirm-ignore")),
            ],
            [Paragraph(say("confirm-refuse"), self.link(Deed.REFUSE, subscription, address))],
            message=f"confirm.{subscription}.{self._clock()}",
            now=self._clock(),
            language=language,
        )
        try:
            await office.send(letter, address)
        except NotSentError as error:
            raise FailedError(str(error)) from error

    def token(self, deed: Deed, subscription: str, address: str = "") -> str:
        """Return the token of a link with this effect on a subscription, or a mail address."""
        return links.token(self._keys.links, deed, subscription, address)

    def link(self, deed: Deed, subscription: str, address: str = "") -> str:
        """Return a page with this effect; the token follows the #, so that no proxy logs it."""
        site = self._sending.public_url
        return f"{site}/telling#{deed}={self.token(deed, subscription, address)}"

    def _address(self, news: Sequence[News]) -> str:
        """Return the page on which to continue."""
        matches = {one.match for one in news}
        return f"/match/{matches.pop()}" if len(matches) == 1 else "/matches"

    async def _push(self, claim: Claim, news: Sequence[News]) -> None:
        subscription, now = claim.subscription, self._clock() // 1000
        language = subscription.language
        told = {
            "title": wording.title(language, news),
            "body": wording.body(language, news[:_MOST_LISTED]),
            "language": language,
            "url": self._address(news),
            "stop": self.token(Deed.STOP, subscription.id),
            "stop_label": wording.say(language, "stop-action"),
        }
        body = json.dumps(told, ensure_ascii=False).encode()
        if len(body) > push.LONGEST:
            body = json.dumps(told | {"body": ""}, ensure_ascii=False).encode()
        url = public_hosts.check(subscription.target, self._sending.reach)
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        urgent = any(one.kind is Kind.DEADLINE for one in news)
        topic = hashlib.sha256(subscription.id.encode()).hexdigest()[:32]
        status = await public_hosts.post(
            subscription.target,
            push.sealed(body, *subscription.keys),
            {
                "authorization": self._keys.signer.authorization(origin, now),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(KEPT_BY_PUSH_SERVICES),
                "urgency": "high" if urgent else "normal",
                # A message that could not be delivered is replaced by the next one.
                "topic": topic,
            },
            self._sending.reach,
        )
        _judge(status, _GONE)

    async def _mail(self, claim: Claim, news: Sequence[News]) -> None:
        subscription, office = claim.subscription, self._sending.office
        if office is None:
            raise FailedError("no mail server")
        language, site = subscription.language, self._sending.public_url
        paragraphs = []
        for one in news[:_MOST_LISTED]:
            told = wording.heading(language, one), wording.detail(language, one)
            paragraphs.append(Paragraph("\n".join(filter(None, told)), f"{site}/match/{one.match}"))
        if len(news) > _MOST_LISTED:
            more = wording.say(language, "more", count=len(news) - _MOST_LISTED)
            paragraphs.append(Paragraph(more, f"{site}/matches"))
        foot = [
            Paragraph(wording.say(language, "why", site=site)),
            Paragraph(wording.say(language, "stop"), self.link(Deed.STOP, subscription.id)),
        ]
        letter = mail.written(
            office,
            subscription.target,
            wording.title(language, news),
            paragraphs,
            foot,
            message=claim.message,
            now=self._clock(),
            stop=f"{site}/api/telling/stop/{self.token(Deed.STOP, subscription.id)}",
            language=language,
        )
        await office.send(letter, subscription.target)

    async def _webhook(self, claim: Claim, news: Sequence[News]) -> None:
        subscription, now = claim.subscription, self._clock() // 1000
        site, language = self._sending.public_url, subscription.language
        told = {
            "type": "tischlein.news",
            "timestamp": now,
            "data": {
                "text": wording.title(language, news),
                "news": [
                    {
                        "kind": one.kind,
                        "match": one.match,
                        "game": one.game,
                        "player": one.name,
                        "others": one.others,
                        "seconds_left": None if one.left is None else one.left // 1000,
                        "url": f"{site}/match/{one.match}",
                        "text": wording.heading(language, one),
                    }
                    for one in news
                ],
                "stop": f"{site}/api/telling/stop/{self.token(Deed.STOP, subscription.id)}",
            },
        }
        body = json.dumps(told, ensure_ascii=False).encode()
        secret = webhook.secret_of(self._keys.webhooks, subscription.id)
        headers = webhook.headers(secret, claim.message, body, now)
        status = await public_hosts.post(subscription.target, body, headers, self._sending.reach)
        _judge(status, (_GONE_WEBHOOK,))


def _judge(status: int, gone: Sequence[int]) -> None:
    """Raise the meaning of an answer, unless it is a success."""
    if status in gone:
        raise GoneError
    if not 200 <= status < 300:
        raise FailedError(f"status {status}")
