"""Following links in messages, also where nobody is told of anything any more.

A link must do what it says for as long as the mail lies in somebody's letter box: when its match is
over, when the subscription is gone, and on a server that has stopped to send messages since.
"""

from __future__ import annotations

import hashlib
import hmac

from tischlein.tables.problems import UnknownError
from tischlein.tables.store import Store
from tischlein.tables.telling import links
from tischlein.tables.telling.book import Subscription
from tischlein.tables.telling.links import Deed

KEY = "links of messages"
"""Under which name storage keeps what links are signed with."""


async def follow(store: Store, deed: Deed, token: str) -> Subscription | None:
    """Do what a link in a message says; return whom it was about, None if that is gone.

    Raises
    ------
    UnknownError
        If it is no such link, or there is nothing left to confirm.
    StoreError
        If storage does not answer.
    """
    key = await store.own_secret(KEY)
    found = links.opened(key, deed, token)
    if found is None:
        raise UnknownError("telling-link")
    if deed is Deed.CONFIRM:
        confirmed = await store.book.confirm(found.subscription)
        if confirmed is None:
            raise UnknownError("telling-link")
        return confirmed
    gone = await store.book.unsubscribe(found.subscription)
    address = found.address or (gone.target if gone is not None else "")
    if deed is Deed.REFUSE and address:
        await store.book.refuse_address(digest(key, address), address)
    return gone


def digest(key: bytes, address: str) -> str:
    """Return under what a mail address is remembered, which only this server can compute."""
    return hmac.digest(key, address.lower().encode(), hashlib.sha256).hex()
