"""Player cards over HTTP: made, opened by passkey or recovery code, shown, exported, deleted.

Signing in creates a new session, so that knowledge of the old one is worth nothing. Refusals reveal
nothing about which cards, codes or passkeys exist.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Signal
from tischlein.tables.players import holders, ratings
from tischlein.tables.players.cards import MOST_PASSKEYS, VisibleCard, clean_label, mark
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import NotAllowedError, NotNowError, TableError
from tischlein.tables.storage.card_store import Figure, Shows, StoredDevice, StoredPasskey
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.handlers.notifications import TheNotifications
from tischlein.web.handlers.passkeys import (
    CHALLENGE_BYTES,
    CHALLENGE_LIFETIME,
    Passkeys,
    VerifiedPasskey,
    challenge_in,
    credential_in,
)
from tischlein.web.http.errors import of_storage, of_table, problems
from tischlein.web.http.limits import COST
from tischlein.web.http.parameters import (
    MatchId,
    TheCaller,
    TheConcurrencyLimiter,
    TheHall,
    TheLimiter,
    TheRateKey,
)
from tischlein.web.http.sessions import (
    COOKIE,
    SESSION_DAYS,
    Caller,
    new_session,
    session_of,
    sessions_of,
)
from tischlein.web.messages.cards import (
    CardChange,
    CardDevice,
    CardPage,
    CardRating,
    CardSignOut,
    NewCard,
    OwnCard,
    PasskeyAnswer,
    PasskeyChoice,
    PasskeyInfo,
    PasskeyQuestion,
    PlayerCard,
    Rated,
    RecoveryCode,
    UseCode,
)
from tischlein.web.sockets.live_connections import LiveConnections

SIGN_IN_COST = 20
"""The cost of trying to sign in, in requests: ten tries at once, one a second from then on."""
MAKE_COST = 40
"""The same for a new card."""
EXPORT_COST = 50
_DAY = 86_400_000
_SIGNED_IN = {204: ResponseSpec(None, description="This browser is signed in.")}
"""Otherwise it would be documented as JSON, since the response has a cookie."""

TheLiveConnections = NamedDependency[LiveConnections]
ThePasskeys = NamedDependency[Passkeys]
_Request = Request[Any, Any, Any]


@get("/api/card", responses=problems())
async def get_card(hall: TheHall, caller: TheCaller, passkeys: ThePasskeys) -> CardPage:
    """Return the player card that this browser is signed in to, with all that belongs to it."""
    if caller.card is None or caller.device is None:
        return CardPage(None, passkeys.origins)
    await hall.cards.record_use(caller.device)
    whole = await hall.cards.details(caller.card)
    oldest = hall.clock() - SESSION_DAYS * _DAY
    return CardPage(
        OwnCard(
            name=whole.card.name,
            mark=mark(whole.card.id),
            created=whole.card.created,
            shows=whole.card.shows.value,
            passkeys=[_passkey(one) for one in whole.passkeys],
            devices=[_device(one, caller.device) for one in whole.devices if one.seen >= oldest],
            ratings=[
                CardRating(one.game, one.matches, _rated(one.figure)) for one in whole.ratings
            ],
        ),
        passkeys.origins,
    )


@get("/api/matches/{match_id:str}/cards", responses=problems(400, 403, 404))
async def get_cards(match_id: MatchId, hall: TheHall, caller: TheCaller) -> list[PlayerCard | None]:
    """Return the player cards of those who sit at a table, as far as they show them, by seat."""
    async with hall.table(match_id) as table:
        if not caller.may_watch(table):
            raise NotAllowedError("no-spectators")
        return [_player(one) for one in await hall.cards.at_table(table.match)]


@post("/api/card", opt={COST: MAKE_COST}, responses=problems(400, 403, 409, 413))
async def make_card(
    request: _Request,
    data: JSONBody[NewCard],
    hall: TheHall,
    caller: TheCaller,
    limiter: TheLimiter,
    rate_key: TheRateKey,
    live_connections: TheLiveConnections,
) -> Response[RecoveryCode]:
    """Make a player card, and join the matches of this browser to it."""
    if caller.card is not None:
        raise NotNowError("card-already")
    former = caller.device
    session, cookie = new_session(request)
    limiter.kept(rate_key)
    # A second click comes with the same cookie, though its session may have ended by then.
    with hall.cards.creating(digest(request.cookies.get(COOKIE, "") or session)):
        code = await hall.cards.create(data.name, session, data.label, former)
        if former is not None:
            # Its matches are the card's already, which nobody could open without this answer.
            with suppress(StoreError):
                await _end_session(request, hall, live_connections, former)
    return Response(RecoveryCode(code), status_code=201, cookies=[cookie])


@post("/api/card/change", status_code=204, responses=problems(400, 403, 413))
async def change_card(data: JSONBody[CardChange], hall: TheHall, caller: TheCaller) -> None:
    """Change the card's name and what it shows."""
    await hall.cards.change(_own_card(caller), data.name, Shows(data.shows))


@post("/api/card/code", status_code=200, opt={COST: SIGN_IN_COST}, responses=problems(403))
async def renew_code(hall: TheHall, caller: TheCaller) -> RecoveryCode:
    """Return a new recovery code; the old one becomes invalid."""
    return RecoveryCode(await hall.cards.renew_code(_own_card(caller)))


@post("/api/card/passkeys/question", status_code=200, responses=problems(403, 409))
async def ask_for_passkey(
    request: _Request, hall: TheHall, caller: TheCaller, passkeys: ThePasskeys
) -> PasskeyQuestion:
    """Return what a browser needs to make a passkey for the card."""
    site = passkeys.site(request.headers.get("origin"))
    card = await hall.cards.card(_own_card(caller))
    known = await hall.cards.store.passkeys(card.id)
    if len(known) >= MOST_PASSKEYS:
        raise NotNowError("passkeys-full", most=MOST_PASSKEYS)
    challenge = await _challenge(hall, "make", card.id)
    credentials = [one.credential for one in known]
    question = await passkeys.registration_options(site, challenge, card.id, card.name, credentials)
    return PasskeyQuestion(question)


@post("/api/card/passkeys", status_code=204, responses=problems(400, 403, 409, 413))
async def add_passkey(
    request: _Request,
    data: JSONBody[PasskeyAnswer],
    hall: TheHall,
    caller: TheCaller,
    passkeys: ThePasskeys,
) -> None:
    """Add the passkey that a browser has made to the card."""
    site = passkeys.site(request.headers.get("origin"))
    card_id = _own_card(caller)
    challenge = await _take_challenge(hall, "make", card_id, data.credential)
    made = await passkeys.verify_registration(site, data.credential, challenge)
    now = hall.clock()
    label = clean_label(data.label)
    passkey = StoredPasskey(
        made.credential, card_id, made.public_key, made.sign_count, label, now, now
    )
    if not await hall.cards.store.add_passkey(passkey, MOST_PASSKEYS):
        raise NotAllowedError("passkey")


@post("/api/card/passkeys/remove", status_code=204, responses=problems(400, 403, 413))
async def remove_passkey(data: JSONBody[PasskeyChoice], hall: TheHall, caller: TheCaller) -> None:
    """Remove a passkey from the card: it becomes invalid."""
    card_id = _own_card(caller)
    for one in await hall.cards.store.passkeys(card_id):
        if _public_id(one.credential.hex()) == data.id:
            await hall.cards.store.remove_passkey(card_id, one.credential)


@post(
    "/api/card/sign-in/question",
    status_code=200,
    responses=problems(403, 409),
)
async def ask_to_sign_in(
    request: _Request, hall: TheHall, caller: TheCaller, passkeys: ThePasskeys
) -> Response[PasskeyQuestion]:
    """Return what a browser needs to sign in with a passkey that it has."""
    site = passkeys.site(request.headers.get("origin"))
    # Only the same browser may answer, which therefore needs a session.
    session, cookies = (caller.device, []) if caller.device else session_of(request)
    question = await passkeys.authentication_options(
        site, await _challenge(hall, "sign in", session)
    )
    return Response(PasskeyQuestion(question), status_code=200, cookies=cookies)


@post(
    "/api/card/sign-in",
    status_code=204,
    opt={COST: SIGN_IN_COST},
    responses=problems(400, 403, 409, 413) | _SIGNED_IN,
)
async def sign_in(
    request: _Request,
    data: JSONBody[PasskeyAnswer],
    hall: TheHall,
    caller: TheCaller,
    live_connections: TheLiveConnections,
    passkeys: ThePasskeys,
) -> Response[None]:
    """Sign this browser in to the card that a passkey opens."""
    site = passkeys.site(request.headers.get("origin"))
    challenge = await _take_challenge(hall, "sign in", caller.device or "", data.credential)
    known = await hall.cards.store.passkey(credential_in(data.credential))
    if known is None:
        raise NotAllowedError("passkey")
    before = VerifiedPasskey(known.credential, known.public_key, known.sign_count)
    after = await passkeys.verify_authentication(site, data.credential, challenge, before)
    if not await hall.cards.store.use_passkey(known, after.sign_count, hall.clock()):
        raise NotAllowedError("passkey")
    cookie = await _sign_in(request, hall, live_connections, known.card, data.label)
    return Response(None, status_code=204, cookies=[cookie])


@post(
    "/api/card/recover",
    status_code=204,
    opt={COST: SIGN_IN_COST},
    responses=problems(400, 403, 413) | _SIGNED_IN,
)
async def recover(
    request: _Request, data: JSONBody[UseCode], hall: TheHall, live_connections: TheLiveConnections
) -> Response[None]:
    """Sign this browser in to the card that a recovery code opens."""
    card = await hall.cards.card_of_code(data.code)
    cookie = await _sign_in(request, hall, live_connections, card.id, data.label)
    return Response(None, status_code=204, cookies=[cookie])


@post("/api/card/sign-out", status_code=204, responses=problems(400, 403, 413))
async def sign_out(
    request: _Request,
    data: JSONBody[CardSignOut],
    hall: TheHall,
    caller: TheCaller,
    live_connections: TheLiveConnections,
    notifications: TheNotifications,
) -> None:
    """Sign other devices out of the card: one, or all but this one."""
    for device in await hall.cards.store.devices(_own_card(caller)):
        chosen = (
            data.id == _public_id(device.session) if data.id else device.session != caller.device
        )
        if chosen:
            # The list comes last: while a device is on it, all of this can be done again.
            await notifications.forget_device(holders.of_card(device.card), device.session)
            await _end_session(request, hall, live_connections, device.session)
            await hall.cards.sign_out(device.session)


@get(
    "/api/card/export",
    opt={COST: EXPORT_COST},
    responses=problems(403),
    media_type="application/zip",
)
async def export_card(
    hall: TheHall, caller: TheCaller, rate_key: TheRateKey, work_limiter: TheConcurrencyLimiter
) -> Response[bytes]:
    """Return all data of the card: JSON, and the records of its matches, as a ZIP file."""
    card_id = _own_card(caller)
    async with work_limiter.slot(rate_key):
        packed = await hall.cards.export(card_id)
    return Response(
        packed,
        media_type="application/zip",
        headers={
            "Content-Disposition": 'attachment; filename="tischlein-card.zip"',
            "Cache-Control": "no-store",
        },
    )


@post(
    "/api/card/delete",
    status_code=204,
    opt={COST: SIGN_IN_COST},
    responses=problems(403, 409) | {204: ResponseSpec(None, description="It is deleted.")},
)
async def delete_card(
    request: _Request, hall: TheHall, caller: TheCaller, live_connections: TheLiveConnections
) -> Response[None]:
    """Delete the card with all that belongs to it; all other devices are signed out."""
    card_id, own = _own_card(caller), caller.device
    await hall.cards.check_deletable(card_id)
    session, cookie = new_session(request)

    async def end_other(device: str) -> None:
        if device != own:
            await _end_session(request, hall, live_connections, device)

    try:
        await hall.cards.delete(card_id, session, end_other)
    except (TableError, StoreError) as error:
        failed = _failed(request, error)
        failed.cookies.append(cookie)  # it may hold some of the matches already
        return failed
    if own is not None:
        # Nobody has its cookie any more, and what it held belongs to the new session.
        with suppress(StoreError):
            await _end_session(request, hall, live_connections, own)
    return Response(None, status_code=204, cookies=[cookie])


HANDLERS: Sequence[Any] = (
    get_card,
    get_cards,
    make_card,
    change_card,
    renew_code,
    ask_for_passkey,
    add_passkey,
    remove_passkey,
    ask_to_sign_in,
    sign_in,
    recover,
    sign_out,
    export_card,
    delete_card,
)


def _own_card(caller: Caller) -> str:
    """Return the card of the caller (NotAllowedError)."""
    if caller.card is None:
        raise NotAllowedError("no-card")
    return caller.card


async def _sign_in(
    request: _Request, hall: Hall, live_connections: LiveConnections, card_id: str, label: str
) -> Cookie:
    """Sign this browser in with a new session, ending the old one; return its cookie."""
    sessions, cards = sessions_of(request), hall.cards
    former = sessions.session_of_cookie(request.cookies.get(COOKIE, ""))
    of_card = cards.of_device(former)
    session, cookie = new_session(request)
    # The matches of a device that was signed in before are its card's.
    gone = await cards.sign_in(card_id, session, label, former if of_card is None else None)
    if former is not None:
        gone.append(former)
    for one in gone:
        # It is signed in already, and only this answer brings the cookie. What storage refuses
        # now stays on its card's list of devices, for the next time or its owner to remove.
        with suppress(StoreError):
            if one != former or of_card is not None:
                await hall.store.subscriptions.forget_device(one)
            await _end_session(request, hall, live_connections, one)
            await cards.sign_out(one)
    return cookie


def _failed(request: _Request, error: TableError | StoreError) -> Response[Any]:
    if isinstance(error, TableError):
        return of_table(request, error)
    return of_storage(request, error)


async def _end_session(
    request: _Request, hall: Hall, live_connections: LiveConnections, session: str
) -> None:
    await sessions_of(request).end(session)
    live_connections.end_session(session)
    await hall.ownership.broadcast(Signal.SESSION, session)


async def _challenge(hall: Hall, purpose: str, who: str) -> bytes:
    """Return a new challenge, valid once, for this purpose and this browser."""
    challenge, now = secrets.token_bytes(CHALLENGE_BYTES), hall.clock()
    await hall.cards.store.store_challenge(
        _challenge_digest(challenge, purpose, who), now + CHALLENGE_LIFETIME, now
    )
    return challenge


async def _take_challenge(hall: Hall, purpose: str, who: str, credential: dict[str, Any]) -> bytes:
    """Return the challenge of an answer (NotAllowedError); it cannot be answered again."""
    challenge = challenge_in(credential)
    sealed = _challenge_digest(challenge, purpose, who)
    if not await hall.cards.store.take_challenge(sealed, hall.clock()):
        raise NotAllowedError("passkey")
    return challenge


def _challenge_digest(challenge: bytes, purpose: str, who: str) -> str:
    return digest(f"{purpose} {who} {challenge.hex()}")


def _public_id(secret: str) -> str:
    """Return the name of a device or a passkey in a list; it gives no access."""
    return digest(f"name of {secret}")[:16]


def _passkey(passkey: StoredPasskey) -> PasskeyInfo:
    return PasskeyInfo(
        _public_id(passkey.credential.hex()), passkey.label, passkey.created, passkey.used
    )


def _device(device: StoredDevice, own: str) -> CardDevice:
    return CardDevice(
        _public_id(device.session), device.label, device.created, device.seen, device.session == own
    )


def _rated(figure: Figure) -> Rated:
    return Rated(
        round(figure.mu, 1), round(figure.sigma, 1), round(ratings.conservative_rating(figure), 1)
    )


def _player(shown: VisibleCard | None) -> PlayerCard | None:
    if shown is None:
        return None
    return PlayerCard(
        shown.name, shown.mark, None if shown.rating is None else _rated(shown.rating)
    )
