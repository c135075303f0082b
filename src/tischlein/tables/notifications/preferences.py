"""The desk: where people choose how they want to be notified."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec.structs import replace

from tischlein.tables.hall import Hall
from tischlein.tables.notifications import following, mail, public_hosts, push, webhook
from tischlein.tables.notifications.mail import BouncedError
from tischlein.tables.notifications.notifier import Teller
from tischlein.tables.notifications.public_hosts import ForbiddenError
from tischlein.tables.notifications.senders import FailedError
from tischlein.tables.notifications.subscriptions import Channel, Subscription
from tischlein.tables.problems import (
    InvalidError,
    NotAllowedError,
    NotNowError,
    TooManyError,
    UnknownError,
)

log = logging.getLogger(__name__)

MOST = 12
"""Maximal number of subscriptions of one owner."""
MOST_UNCONFIRMED = 3
"""Maximal number of an owner's mail addresses that have not answered yet."""
MOST_ASKED = 3
"""How often a day a mail address is asked, whoever wants it."""
_DAY = 86_400_000
_HOUR = 3_600


class Desk:
    """Takes subscriptions for a teller."""

    def __init__(self, hall: Hall, teller: Teller) -> None:
        self._hall = hall
        self._teller = teller

    @property
    def push_key(self) -> str:
        """The public key with which browsers subscribe."""
        return self._teller.keys.signer.public

    @property
    def mail(self) -> bool:
        """Whether this server sends mail."""
        return self._teller.sending.office is not None

    def secret(self, subscription: Subscription) -> str:
        """Return the secret that signs a webhook's messages; empty for other channels."""
        if subscription.channel is not Channel.WEBHOOK:
            return ""
        return webhook.secret_of(self._teller.keys.webhooks, subscription.id)

    async def of(self, owner: str) -> list[Subscription]:
        """Return all subscriptions of a session."""
        return await self._teller.book.subscriptions(owner)

    async def subscribe(self, wanted: Subscription, asks: Callable[[], None]) -> Subscription:
        """Store a subscription; a mail address is first asked for confirmation.

        Parameters
        ----------
        asks
            Called before a mail address is asked; raises if that is one too many.

        Raises
        ------
        InvalidError
            If the target is invalid.
        NotAllowedError
            If it is about a table that its owner does not host, or the address wants no mail.
        NotNowError
            If this server sends no mail.
        TooManyError
            If there are too many already.
        UnknownError
            If it is about a match that does not exist.
        """
        if wanted.match is not None or wanted.whole:
            await self._check_match(wanted)
        match wanted.channel:
            case Channel.PUSH:
                self._check_url(wanted.target, "push-endpoint")
                try:
                    push.browser_keys(*wanted.keys)
                except ValueError:
                    raise InvalidError("push-keys") from None
            case Channel.WEBHOOK:
                self._check_url(wanted.target, "webhook-address")
            case Channel.MAIL:
                return await self._subscribe_mail(wanted, asks)
        return await self._keep(wanted)

    async def unsubscribe(self, owner: str | None, subscription: str) -> None:
        """Delete a subscription of a session (UnknownError)."""
        found = await self._teller.book.subscription(subscription)
        if found is None or owner is None or found.owner != owner:
            raise UnknownError("subscription")
        await self._teller.book.unsubscribe(subscription)

    # --- within ---

    async def _check_match(self, wanted: Subscription) -> None:
        if wanted.match is None or (wanted.whole and wanted.channel is not Channel.WEBHOOK):
            raise InvalidError("whole-table")
        async with self._hall.table(wanted.match) as table:
            hosts = table.match.host == wanted.owner
            if wanted.whole and not hosts:
                raise NotAllowedError("host-only")
            if not (hosts or table.held(wanted.owner)):
                raise NotAllowedError("players-only")

    def _check_url(self, url: str, problem: str) -> None:
        try:
            public_hosts.check(url, self._teller.sending.reach)
        except ForbiddenError:
            raise InvalidError(problem) from None

    async def _subscribe_mail(self, wanted: Subscription, asks: Callable[[], None]) -> Subscription:
        if not self.mail:
            raise NotNowError("no-mail")
        if not mail.is_address(wanted.target):
            raise InvalidError("mail-address")
        mine = await self.of(wanted.owner)
        same = [one for one in mine if one.target == wanted.target]
        if any(one.confirmed for one in same):
            return await self._keep(wanted)
        unconfirmed = {one.target for one in mine if not one.confirmed}
        if len(unconfirmed | {wanted.target}) > MOST_UNCONFIRMED:
            raise TooManyError("mails-unconfirmed", seconds=_HOUR, most=MOST_UNCONFIRMED)
        asks()
        day = self._hall.clock() // _DAY
        asked = await self._teller.book.ask_address(self._digest(wanted.target), day)
        if asked.refused:
            raise NotAllowedError("mail-refused")
        if asked.times >= MOST_ASKED:
            raise TooManyError("mails-asked", seconds=24 * _HOUR)
        kept = await self._keep(replace(wanted, confirmed=False))
        try:
            await self._teller.senders.ask_to_confirm(kept.id, kept.target, kept.language)
        except (BouncedError, FailedError) as error:
            await self._teller.book.unsubscribe(kept.id)
            if isinstance(error, FailedError):
                await self._teller.book.unask_address(self._digest(wanted.target))
                self._teller.outages[Channel.MAIL].failed(error)
            else:
                log.info("a mail address is refused that was to be asked: %s", error)
            raise NotNowError("mail-not-sent") from None
        self._teller.outages[Channel.MAIL].works()
        return kept

    async def _keep(self, wanted: Subscription) -> Subscription:
        kept = await self._teller.book.subscribe(wanted, MOST)
        if kept is None:
            raise TooManyError("subscriptions", seconds=_HOUR, most=MOST)
        return kept

    def _digest(self, address: str) -> str:
        """Return the digest under which a mail address is remembered."""
        return following.digest(self._teller.keys.links, address)
