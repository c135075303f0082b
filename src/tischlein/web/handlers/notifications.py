"""Subscriptions to notifications over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.response import Redirect

from tischlein.presentation.texts import supported
from tischlein.tables.hall import Hall
from tischlein.tables.notifications.facts import Kind
from tischlein.tables.notifications.following import follow_link
from tischlein.tables.notifications.links import LinkAction
from tischlein.tables.notifications.subscriptions import Channel, Subscription, new_id
from tischlein.tables.problems import NotNowError
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import COST
from tischlein.web.http.parameters import TheCaller, TheHall, TheLimiter
from tischlein.web.http.sessions import FROM_ANYWHERE, Caller, rate_key_of, session_of
from tischlein.web.messages.notifications import LinkToken, Subscribe, SubscriptionInfo, TellingInfo

if TYPE_CHECKING:
    from tischlein.tables.notifications.notifier import Notifier
    from tischlein.tables.notifications.preferences import Preferences
    from tischlein.tables.notifications.senders import NotificationSettings

SUBSCRIBE_COST = 5
"""The cost of a new subscription, in requests."""
_SubscriptionId = Annotated[
    str, PathParameter(description="The id of the subscription (`SubscriptionInfo.id`).")
]
_Token = Annotated[str, PathParameter(description="The token of the link in the message.")]


class NotificationService:
    """The notifications of this server; none if it does not know its own address."""

    def __init__(self, hall: Hall, settings: NotificationSettings | None = None) -> None:
        self.notifier: Notifier | None = None
        self._hall = hall
        self._preferences: Preferences | None = None
        if settings is not None:
            # Loads the libraries for mail and push, which a server at home does not need.
            from tischlein.tables.notifications.notifier import Notifier
            from tischlein.tables.notifications.preferences import Preferences

            self.notifier = Notifier(hall, settings)
            self._preferences = Preferences(hall, self.notifier)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Send notifications until the end."""
        if self.notifier is None:
            yield
            return
        async with self.notifier:
            yield

    @property
    def preferences(self) -> Preferences:
        """Where people choose their notifications (NotNowError if there are none)."""
        if self._preferences is None:
            raise NotNowError("no-telling")
        return self._preferences

    async def follow_link(self, action: LinkAction, token: str) -> None:
        """Do what a link in a message says, even if there are no notifications any more.

        Raises
        ------
        UnknownError
            If it is no such link, or there is nothing left to confirm.
        """
        await follow_link(self._hall.store, action, token)

    async def forget_session(self, session: str) -> None:
        """Delete the subscriptions of a session that has ended."""
        await self._hall.store.subscriptions.unsubscribe_all(session)

    async def forget_browser(self, caller: Caller) -> None:
        """Delete the subscriptions of a browser whose session has ended."""
        if caller.card is None and caller.session is not None:
            await self.forget_session(caller.session)
        elif caller.session is not None:
            await self.forget_device(caller.session, caller.device or "")

    async def forget_device(self, owner: str, device: str) -> None:
        """Delete the subscriptions of a player card's device that has been signed out.

        A subscription from an unknown device may be its own: it is deleted, too.
        """
        subscriptions = self._hall.store.subscriptions
        for subscription in await subscriptions.of_owner(owner):
            if subscription.channel is Channel.PUSH and subscription.device in ("", device):
                await subscriptions.unsubscribe(subscription.id)

    async def info(self, session: str | None) -> TellingInfo:
        """Return the available channels, and a session's subscriptions."""
        if self._preferences is None:
            return TellingInfo("", False, False, [])
        mine = [] if session is None else await self._preferences.of(session)
        shown = [_info(self._preferences, one) for one in mine]
        return TellingInfo(self._preferences.push_key, self._preferences.mail, True, shown)


TheNotifications = NamedDependency[NotificationService]


@get("/api/telling", responses=problems())
async def get_telling(notifications: TheNotifications, caller: TheCaller) -> TellingInfo:
    """Return how this server can notify people, and the session's subscriptions."""
    return await notifications.info(caller.session)


@post(
    "/api/telling",
    responses=problems(400, 403, 404, 409, 413),
    opt={COST: SUBSCRIBE_COST},
)
async def subscribe(
    request: Request[Any, Any, Any],
    data: JSONBody[Subscribe],
    hall: TheHall,
    notifications: TheNotifications,
    limiter: TheLimiter,
    caller: TheCaller,
) -> Response[SubscriptionInfo]:
    """Subscribe; the same channel, target and match again changes the kinds of notifications."""
    preferences = notifications.preferences
    session, cookies = session_of(request)
    wanted = Subscription(
        id=new_id(),
        owner=session,
        channel=Channel(data.channel),
        target=data.target.strip(),
        keys=data.keys,
        match=data.match or None,
        whole=data.whole,
        kinds=tuple(Kind(kind) for kind in dict.fromkeys(data.kinds)),
        language=supported(data.language),
        created=hall.clock(),
        device=(caller.device or session) if data.channel == "push" else "",
    )
    rate_key = rate_key_of(request)
    limiter.kept(rate_key)
    kept = await preferences.subscribe(wanted, lambda: limiter.mail(rate_key))
    return Response(_info(preferences, kept), status_code=201, cookies=cookies)


@post("/api/telling/{subscription:str}/end", status_code=204, responses=problems(400, 404, 409))
async def unsubscribe(
    subscription: _SubscriptionId, notifications: TheNotifications, caller: TheCaller
) -> None:
    """End a subscription; all its data is deleted."""
    await notifications.preferences.unsubscribe(caller.session, subscription)


@post("/api/telling/confirm", status_code=204, responses=problems(400, 404, 409, 413))
async def confirm(data: JSONBody[LinkToken], notifications: TheNotifications) -> None:
    """Confirm a mail address by the link that was sent there."""
    await notifications.follow_link(LinkAction.CONFIRM, data.token)


@post("/api/telling/refuse", status_code=204, responses=problems(400, 404, 409, 413))
async def refuse(data: JSONBody[LinkToken], notifications: TheNotifications) -> None:
    """Refuse all mail from here to an address, by the link that was sent there."""
    await notifications.follow_link(LinkAction.REFUSE, data.token)


@post("/api/telling/stop", status_code=204, responses=problems(400, 404, 409, 413))
async def stop(data: JSONBody[LinkToken], notifications: TheNotifications) -> None:
    """End a subscription, by the link in a message."""
    await notifications.follow_link(LinkAction.STOP, data.token)


@get(
    "/api/telling/stop/{token:str}",
    include_in_schema=False,
    sync_to_thread=False,
    opt={FROM_ANYWHERE: True},
)
def show_stopping(token: _Token) -> Redirect:
    """Redirect a browser that opens the address below to the page that asks for confirmation.

    Mail programs without one-click support open it (RFC 2369); just opening it stops nothing.
    """
    return Redirect(f"/telling#{LinkAction.STOP}={quote(token)}", status_code=303)


@post(
    "/api/telling/stop/{token:str}",
    status_code=200,
    responses=problems(400, 404, 409),
    opt={FROM_ANYWHERE: True},
)
async def stop_by_mail(token: _Token, notifications: TheNotifications) -> None:
    """End a subscription, as mail programs do with one click (RFC 8058)."""
    await notifications.follow_link(LinkAction.STOP, token)


HANDLERS: Sequence[Any] = (
    get_telling,
    subscribe,
    unsubscribe,
    confirm,
    refuse,
    stop,
    show_stopping,
    stop_by_mail,
)


def _info(preferences: Preferences, subscription: Subscription) -> SubscriptionInfo:
    return SubscriptionInfo(
        id=subscription.id,
        channel=subscription.channel.value,
        target=subscription.target,
        match=subscription.match or "",
        whole=subscription.whole,
        kinds=tuple(kind.value for kind in subscription.kinds),
        language=subscription.language,
        confirmed=subscription.confirmed,
        secret=preferences.secret(subscription),
    )
