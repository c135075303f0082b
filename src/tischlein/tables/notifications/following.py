"""Following links in messages, even if notifications have been switched off since.

A link must do what it says for as long as the mail is in somebody's mailbox: when its match is
over, when the subscription is gone, and on a server that has stopped sending messages since.
"""

from __future__ import annotations

import hashlib
import hmac

from tischlein.tables.notifications import links
from tischlein.tables.notifications.links import LinkAction
from tischlein.tables.notifications.subscriptions import Subscription
from tischlein.tables.problems import UnknownError
from tischlein.tables.storage.store import Store

LINK_KEY = "links of messages"
"""Name in storage of the key that signs links."""


async def follow_link(store: Store, action: LinkAction, token: str) -> Subscription | None:
    """Do what a link in a message says; return its subscription, None if that is gone.

    Raises
    ------
    UnknownError
        If it is no such link, or there is nothing left to confirm.
    StoreError
        If storage does not answer.
    """
    key = await store.own_secret(LINK_KEY)
    found = links.verify_token(key, action, token)
    if found is None:
        raise UnknownError("telling-link")
    if action is LinkAction.CONFIRM:
        confirmed = await store.subscriptions.confirm(found.subscription)
        if confirmed is None:
            raise UnknownError("telling-link")
        return confirmed
    gone = await store.subscriptions.unsubscribe(found.subscription)
    address = found.address or (gone.target if gone is not None else "")
    if action is LinkAction.REFUSE and address:
        await store.subscriptions.block_address(address_digest(key, address), address)
    return gone


def address_digest(key: bytes, address: str) -> str:
    """Return the digest of a mail address in storage, which only this server can compute."""
    return hmac.digest(key, address.lower().encode(), hashlib.sha256).hex()
