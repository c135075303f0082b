"""Where people choose how they want to be notified."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec.structs import replace

from tischlein.tables.hall import Hall
from tischlein.tables.notifications import following, mail, public_hosts, push, webhook
from tischlein.tables.notifications.mail import BouncedError
from tischlein.tables.notifications.notifier import Notifier
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

MOST_SUBSCRIPTIONS = 12
"""Maximal number of subscriptions of one owner."""
MOST_UNCONFIRMED = 3
"""Maximal number of an owner's mail addresses that have not answered yet."""
MOST_QUESTIONS = 3
"""How often a day a mail address is asked, whoever wants it."""
_DAY = 86_400_000
_HOUR = 3_600


class Preferences:
    """Validates and stores what people choose, for a notifier."""

    def __init__(self, hall: Hall, notifier: Notifier) -> None:
        self._hall = hall
        self._notifier = notifier

    @property
    def push_key(self) -> str:
        """The public key with which browsers subscribe."""
        return self._notifier.keys.signer.public

    @property
    def mail(self) -> bool:
        """Whether this server sends mail."""
        return self._notifier.settings.mail_server is not None

    def secret(self, subscription: Subscription) -> str:
        """Return the secret that signs a webhook's messages; empty for other channels."""
        if subscription.channel is not Channel.WEBHOOK:
            return ""
        return webhook.secret_of(self._notifier.keys.webhooks, subscription.id)

    async def of(self, owner: str) -> list[Subscription]:
        """Return all subscriptions of a session."""
        return await self._notifier.subscriptions.of_owner(owner)

    async def subscribe(
        self, wanted: Subscription, before_asking: Callable[[], None]
    ) -> Subscription:
        """Store a subscription; a mail address is first asked for confirmation.

        Parameters
        ----------
        before_asking
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
                return await self._subscribe_mail(wanted, before_asking)
        return await self._store(wanted)

    async def unsubscribe(self, owner: str | None, subscription: str) -> None:
        """Delete a subscription of a session (UnknownError)."""
        found = await self._notifier.subscriptions.subscription(subscription)
        if found is None or owner is None or found.owner != owner:
            raise UnknownError("subscription")
        await self._notifier.subscriptions.unsubscribe(subscription)

    # --- within ---

    async def _check_match(self, wanted: Subscription) -> None:
        if wanted.match is None or (wanted.whole and wanted.channel is not Channel.WEBHOOK):
            raise InvalidError("whole-table")
        async with self._hall.table(wanted.match) as table:
            hosts = table.match.host == wanted.owner
            if wanted.whole and not hosts:
                raise NotAllowedError("host-only")
            if not (hosts or table.seats_of(wanted.owner)):
                raise NotAllowedError("players-only")

    def _check_url(self, url: str, problem: str) -> None:
        try:
            public_hosts.check(url, self._notifier.settings.hosts)
        except ForbiddenError:
            raise InvalidError(problem) from None

    async def _subscribe_mail(
        self, wanted: Subscription, before_asking: Callable[[], None]
    ) -> Subscription:
        if not self.mail:
            raise NotNowError("no-mail")
        if not mail.is_address(wanted.target):
            raise InvalidError("mail-address")
        mine = await self.of(wanted.owner)
        same = [one for one in mine if one.target == wanted.target]
        if any(one.confirmed for one in same):
            return await self._store(wanted)
        unconfirmed = {one.target for one in mine if not one.confirmed}
        if len(unconfirmed | {wanted.target}) > MOST_UNCONFIRMED:
            raise TooManyError("mails-unconfirmed", seconds=_HOUR, most=MOST_UNCONFIRMED)
        before_asking()
        day, digest = self._hall.clock() // _DAY, self._digest(wanted.target)
        asked = await self._notifier.subscriptions.count_question(digest, day)
        if asked.refused:
            raise NotAllowedError("mail-refused")
        if asked.questions >= MOST_QUESTIONS:
            raise TooManyError("mails-asked", seconds=24 * _HOUR)
        try:
            kept = await self._store(replace(wanted, confirmed=False))
        except TooManyError:
            await self._notifier.subscriptions.uncount_question(digest)
            raise
        try:
            await self._notifier.senders.ask_to_confirm(kept.id, kept.target, kept.language)
        except (BouncedError, FailedError) as error:
            await self._notifier.subscriptions.unsubscribe(kept.id)
            if isinstance(error, FailedError):
                await self._notifier.subscriptions.uncount_question(digest)
                self._notifier.outages[Channel.MAIL].record_failure(error)
            else:
                log.info("a mail address is refused that was to be asked: %s", error)
            raise NotNowError("mail-not-sent") from None
        self._notifier.outages[Channel.MAIL].record_success()
        return kept

    async def _store(self, wanted: Subscription) -> Subscription:
        kept = await self._notifier.subscriptions.subscribe(wanted, MOST_SUBSCRIPTIONS)
        if kept is None:
            raise TooManyError("subscriptions", seconds=_HOUR, most=MOST_SUBSCRIPTIONS)
        return kept

    def _digest(self, address: str) -> str:
        """Return the digest under which a mail address is remembered."""
        return following.address_digest(self._notifier.keys.links, address)
