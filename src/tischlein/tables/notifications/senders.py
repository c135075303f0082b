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
from tischlein.tables.notifications.links import LinkAction
from tischlein.tables.notifications.mail import MailServer, NotSentError, Paragraph
from tischlein.tables.notifications.public_hosts import HostPolicy, UnreachableError
from tischlein.tables.notifications.push import Signer
from tischlein.tables.notifications.subscriptions import Channel, Claim
from tischlein.tables.notifications.wording import News

PUSH_TTL = 86_400
"""For how many seconds a push service tries to reach a browser."""
_GONE = (404, 410)
_GONE_WEBHOOK = 410
_MOST_LISTED = 20
"""Maximal number of matches in one message; it says how many more there are."""


class GoneError(Exception):
    """The receiver no longer exists: the subscription can be deleted."""


class FailedError(Exception):
    """It was not sent; a later attempt may succeed."""


class NotificationSettings(NamedTuple):
    """What a server needs to reach people."""

    public_url: str
    """The server's public address, as ``https://play.example.org``."""
    mail_server: MailServer | None = None
    hosts: HostPolicy = HostPolicy()


def notification_settings(
    public_url: str, mail_server: str = "", sender: str = ""
) -> NotificationSettings | None:
    """Return the meaning of an operator's settings; None if notifications are off.

    Parameters
    ----------
    public_url
        The server's public address; without it, notifications are off.
    mail_server
        As in :func:`tischlein.tables.notifications.mail.mail_server`; empty for no mail.
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
            f"{public_url!r} is not where a server is: write https://play.example.org, with nothing"
            " after the host"
        )
    server = None
    if mail_server:
        if not sender:
            raise TischleinError("mail needs an address that it comes from: --mail-from ADDRESS")
        server = mail.mail_server(mail_server, sender)
    return NotificationSettings(f"{parts.scheme}://{parts.netloc}", server)


class Keys(NamedTuple):
    """The server's keys for signing; created once and kept in storage."""

    signer: Signer
    links: bytes
    webhooks: bytes


class Senders:
    """Sends messages of each channel."""

    def __init__(
        self, settings: NotificationSettings, keys: Keys, clock: Callable[[], int]
    ) -> None:
        self._settings = settings
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
        server = self._settings.mail_server
        assert server is not None
        site = self._settings.public_url

        def say(key: str) -> str:
            return wording.say(language, key, site=site)

        letter = mail.compose(
            server,
            address,
            say("confirm-subject"),
            [
                Paragraph(say("confirm-text")),
                Paragraph(say("confirm-yes"), self.link(LinkAction.CONFIRM, subscription)),
                Paragraph(say("confirm-ignore")),
            ],
            [Paragraph(say("confirm-refuse"), self.link(LinkAction.REFUSE, subscription, address))],
            message=f"confirm.{subscription}.{self._clock()}",
            now=self._clock(),
            language=language,
        )
        try:
            await server.send(letter, address)
        except NotSentError as error:
            raise FailedError(str(error)) from error

    def token(self, action: LinkAction, subscription: str, address: str = "") -> str:
        """Return the token of a link with this effect on a subscription, or a mail address."""
        return links.make_token(self._keys.links, action, subscription, address)

    def link(self, action: LinkAction, subscription: str, address: str = "") -> str:
        """Return a page with this effect; the token follows the #, so that no proxy logs it."""
        site = self._settings.public_url
        return f"{site}/telling#{action}={self.token(action, subscription, address)}"

    def _page(self, news: Sequence[News]) -> str:
        """Return the page on which to continue."""
        matches = {one.match for one in news}
        return f"/match/{matches.pop()}" if len(matches) == 1 else "/matches"

    async def _push(self, claim: Claim, news: Sequence[News]) -> None:
        subscription, now = claim.subscription, self._clock() // 1000
        language = subscription.language
        payload = {
            "title": wording.title(language, news),
            "body": wording.body(language, news[:_MOST_LISTED]),
            "language": language,
            "url": self._page(news),
            "stop": self.token(LinkAction.STOP, subscription.id),
            "stop_label": wording.say(language, "stop-action"),
        }
        body = json.dumps(payload, ensure_ascii=False).encode()
        if len(body) > push.MOST_BYTES:
            body = json.dumps(payload | {"body": ""}, ensure_ascii=False).encode()
        url = public_hosts.check(subscription.target, self._settings.hosts)
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        urgent = any(one.kind is Kind.DEADLINE for one in news)
        topic = hashlib.sha256(subscription.id.encode()).hexdigest()[:32]
        status = await public_hosts.post(
            subscription.target,
            push.encrypt(body, *subscription.keys),
            {
                "authorization": self._keys.signer.authorization(origin, now),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(PUSH_TTL),
                "urgency": "high" if urgent else "normal",
                # A message that could not be delivered is replaced by the next one.
                "topic": topic,
            },
            self._settings.hosts,
        )
        _check_status(status, _GONE)

    async def _mail(self, claim: Claim, news: Sequence[News]) -> None:
        subscription, server = claim.subscription, self._settings.mail_server
        if server is None:
            raise FailedError("no mail server")
        language, site = subscription.language, self._settings.public_url
        paragraphs = []
        for one in news[:_MOST_LISTED]:
            lines = wording.heading(language, one), wording.detail(language, one)
            paragraphs.append(
                Paragraph("\n".join(filter(None, lines)), f"{site}/match/{one.match}")
            )
        if len(news) > _MOST_LISTED:
            more = wording.say(language, "more", count=len(news) - _MOST_LISTED)
            paragraphs.append(Paragraph(more, f"{site}/matches"))
        foot = [
            Paragraph(wording.say(language, "why", site=site)),
            Paragraph(wording.say(language, "stop"), self.link(LinkAction.STOP, subscription.id)),
        ]
        letter = mail.compose(
            server,
            subscription.target,
            wording.title(language, news),
            paragraphs,
            foot,
            message=claim.message,
            now=self._clock(),
            stop=f"{site}/api/telling/stop/{self.token(LinkAction.STOP, subscription.id)}",
            language=language,
        )
        await server.send(letter, subscription.target)

    async def _webhook(self, claim: Claim, news: Sequence[News]) -> None:
        subscription, now = claim.subscription, self._clock() // 1000
        site, language = self._settings.public_url, subscription.language
        payload = {
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
                "stop": f"{site}/api/telling/stop/{self.token(LinkAction.STOP, subscription.id)}",
            },
        }
        body = json.dumps(payload, ensure_ascii=False).encode()
        secret = webhook.secret_of(self._keys.webhooks, subscription.id)
        headers = webhook.headers(secret, claim.message, body, now)
        status = await public_hosts.post(subscription.target, body, headers, self._settings.hosts)
        _check_status(status, (_GONE_WEBHOOK,))


def _check_status(status: int, gone: Sequence[int]) -> None:
    """Raise the meaning of an answer, unless it is a success."""
    if status in gone:
        raise GoneError
    if not 200 <= status < 300:
        raise FailedError(f"status {status}")
