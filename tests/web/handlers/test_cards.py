"""Player cards: who has one is known on all devices, and nobody else gets into it."""

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from litestar.testing import TestClient
from webauthn.helpers import bytes_to_base64url

import tests.tiny.bell
from tests.web.authenticating import Authenticator
from tests.web.http.test_sessions import until_closed
from tests.web.visiting import OPEN, Site, Visitor, me, site_at
from tischlein.core.errors import TischleinError
from tischlein.tables.players import cards, holders, recovery_codes
from tischlein.tables.players.hashing import digest
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.web.handlers import cards as handlers
from tischlein.web.handlers.passkeys import Passkeys, origin_of, site_of
from tischlein.web.http.limits import Limits

BELL = tests.tiny.bell.GAME.key
HERE = "http://testserver.local"
ORIGIN = "https://play.example.org"
_ENDLESS = (1e6, 10**6)
FAST = Limits(requests=_ENDLESS, requests_of_address=_ENDLESS)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_at(tmp_path / "db", FAST, passkeys=Passkeys([ORIGIN])) as site:
        yield site


class Browser(Visitor):
    """A browser whose pages come from the server's public address."""

    def __init__(self, client: TestClient[Any]) -> None:
        super().__init__(client)
        self.ask("GET", "/")

    @property
    def headers(self) -> dict[str, str]:
        """What every request of its pages says."""
        return super().headers | {"origin": ORIGIN, "host": "play.example.org"}

    def makes_card(self, name: str, device: str = "Laptop") -> str:
        """Make a player card; return the recovery code."""
        code: str = self.post("/api/card", {"name": name, "label": device})["code"]
        return code

    def adds_passkey(self, authenticator: Authenticator | None = None) -> Authenticator:
        """Add a passkey to the card."""
        made = authenticator or Authenticator(ORIGIN, "play.example.org")
        question = self.post("/api/card/passkeys/question")["options"]
        body = {"credential": made.makes(question), "label": "Key"}
        self.post("/api/card/passkeys", body)
        return made

    def question(self) -> Any:
        """Ask to sign in."""
        return self.post("/api/card/sign-in/question")["options"]

    def signs_in(self, authenticator: Authenticator) -> None:
        """Sign in with a passkey."""
        credential = authenticator.signs(self.question())
        self.post("/api/card/sign-in", {"credential": credential, "label": "Phone"})

    def is_refused(self, credential: Any) -> None:
        """See that nobody is signed in by this."""
        body = {"credential": credential, "label": ""}
        assert self.refused("POST", "/api/card/sign-in", 403, body) == "problem-passkey"
        assert self.card is None

    @property
    def card(self) -> Any:
        """The card that it is signed in to."""
        return self.get("/api/card")["card"]


def browser(site: Site) -> Browser:
    return Browser(site.client)


# --- signing in ---


def test_a_passkey_opens_the_card_on_another_device_with_its_seats(site: Site) -> None:
    laptop, phone = browser(site), browser(site)
    match, _ = laptop.opens(BELL, me("Ada"), OPEN)
    laptop.makes_card("Ada")
    key = laptop.adds_passkey()
    assert [seat["mine"] for seat in laptop.get(f"/api/matches/{match}")["seats"]] == [True, False]
    own, _ = phone.opens(BELL, me("Ada"), OPEN)
    phone.signs_in(key)
    # What was begun on either device is on both.
    for device in (laptop, phone):
        assert {one["id"] for one in device.get("/api/matches")["mine"]} == {match, own}
        for one in (match, own):
            assert device.get(f"/api/matches/{one}")["host"]
    assert [one["label"] for one in phone.card["devices"]] == ["Phone", "Laptop"]
    assert [one["own"] for one in phone.card["devices"]] == [True, False]


def test_a_recovery_code_opens_the_card_however_it_is_typed_until_there_is_a_new_one(
    site: Site,
) -> None:
    laptop = browser(site)
    code = laptop.makes_card("Ada")
    for typed in (code, code.upper(), code.replace("-", " "), code.replace("-", "")):
        phone = browser(site)
        phone.post("/api/card/recover", {"code": typed, "label": "Phone"})
        assert phone.card["name"] == "Ada"
    new = laptop.post("/api/card/code")["code"]
    stranger = browser(site)
    for wrong in (code, "", "x", code[:-1], new[:-1] + ("2" if new[-1] != "2" else "3")):
        key = stranger.refused("POST", "/api/card/recover", 403, {"code": wrong})
        assert key == "problem-recovery-code"
    assert not stranger.card
    stranger.post("/api/card/recover", {"code": new})
    assert stranger.card["name"] == "Ada"


def test_what_is_signed_wrongly_opens_nothing(site: Site) -> None:
    laptop = browser(site)
    laptop.makes_card("Ada")
    key = laptop.adds_passkey()
    stranger = browser(site)
    other = bytes_to_base64url(bytes(32))
    for wrong in (
        {"origin": "https://evil.example"},
        {"origin": "http://play.example.org"},
        {"domain": "evil.example"},
        {"kind": "webauthn.create"},
        {"challenge": other},
        {"challenge": ""},
        {"key": ec.generate_private_key(ec.SECP256R1())},
    ):
        stranger.is_refused(key.signs(stranger.question(), **wrong))
    for nonsense in (
        "{}",
        '{"response": {}}',
        '{"rawId": "\u00fc"}',
        '{"response": {"clientDataJSON": "e30"}}',
    ):
        stranger.is_refused(json.loads(nonsense))
    unknown = Authenticator(ORIGIN, "play.example.org")
    stranger.is_refused(unknown.signs(stranger.question()))
    stranger.signs_in(key)
    assert stranger.card["name"] == "Ada"


def test_a_challenge_is_for_one_browser_one_purpose_one_answer_and_five_minutes(
    tmp_path: Path,
) -> None:
    time = [1_800_000_000_000]
    passkeys = Passkeys([ORIGIN])
    with site_at(tmp_path / "db", FAST, passkeys=passkeys, clock=lambda: time[0]) as site:
        laptop, thief = browser(site), browser(site)
        laptop.makes_card("Ada")
        key = laptop.adds_passkey()
        # Signed for one browser, sent by another.
        owner = browser(site)
        stolen = key.signs(owner.question())
        thief.is_refused(stolen)
        body = {"credential": stolen, "label": ""}
        owner.post("/api/card/sign-in", body)
        # Sent again: by the same browser, and by another one.
        assert owner.refused("POST", "/api/card/sign-in", 403, body) == "problem-passkey"
        thief.is_refused(stolen)
        # A question for a new passkey, answered by signing in.
        question = owner.post("/api/card/passkeys/question")["options"]
        credential = {"credential": key.signs(question), "label": ""}
        assert owner.refused("POST", "/api/card/sign-in", 403, credential) == "problem-passkey"
        late = key.signs(thief.question())
        time[0] += 5 * 60_000 + 1
        thief.is_refused(late)


def test_a_copied_authenticator_shows_by_its_count(site: Site) -> None:
    laptop, phone, thief = browser(site), browser(site), browser(site)
    laptop.makes_card("Ada")
    key = laptop.adds_passkey()
    phone.signs_in(key)
    key.signs(phone.question(), count=9)
    phone.signs_in(key)
    for count in (10, 9, 0):
        thief.is_refused(key.signs(thief.question(), count=count))
    phone.ask("POST", "/api/card/sign-in", json={})
    key.count = 10
    phone.signs_in(key)  # counts may skip numbers, but only forwards


def test_a_passkey_is_made_by_who_is_signed_in_and_counts_once(site: Site) -> None:
    ada, ben = browser(site), browser(site)
    ada.makes_card("Ada")
    ben.makes_card("Ben")
    key = Authenticator(ORIGIN, "play.example.org")
    assert browser(site).refused("POST", "/api/card/passkeys/question", 403) == "problem-no-card"
    question = ada.post("/api/card/passkeys/question")["options"]
    assert question["rp"] == {"name": "Tischlein", "id": "play.example.org"}
    made = {"credential": key.makes(question), "label": ""}
    # Ben cannot take what Ada was asked, and nobody can have it twice.
    assert ben.refused("POST", "/api/card/passkeys", 403, made) == "problem-passkey"
    ada.post("/api/card/passkeys", made)
    assert ada.refused("POST", "/api/card/passkeys", 403, made) == "problem-passkey"
    question = ben.post("/api/card/passkeys/question")["options"]
    again = {"credential": key.makes(question), "label": ""}
    assert ben.refused("POST", "/api/card/passkeys", 403, again) == "problem-passkey"
    question = ben.post("/api/card/passkeys/question")["options"]
    for wrong in ({"origin": "https://evil.example"}, {"domain": "evil.example"}):
        body = {"credential": key.makes(question, **wrong), "label": ""}
        assert ben.refused("POST", "/api/card/passkeys", 403, body) == "problem-passkey"
    (listed,) = ada.card["passkeys"]
    assert ben.card["passkeys"] == []
    # What somebody else's list says removes nothing here.
    ben.post("/api/card/passkeys/remove", {"id": listed["id"]})
    browser(site).signs_in(key)
    ada.post("/api/card/passkeys/remove", {"id": listed["id"]})
    thief = browser(site)
    thief.is_refused(key.signs(thief.question()))


def test_a_browser_has_one_card_and_a_card_so_many_passkeys(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "MOST_PASSKEYS", 2)
    ada = browser(site)
    ada.makes_card("Ada")
    another = {"name": "Ida", "label": ""}
    assert ada.refused("POST", "/api/card", 409, another) == "problem-card-already"
    for _ in range(2):
        ada.adds_passkey()
    asked = "POST", "/api/card/passkeys/question", 409
    assert ada.refused(*asked) == "problem-passkeys-full"
    ada.post("/api/card/passkeys/remove", {"id": ada.card["passkeys"][0]["id"]})
    ada.adds_passkey()
    assert len(ada.card["passkeys"]) == 2


def test_several_clicks_at_once_make_one_card(site: Site) -> None:
    ada = browser(site)
    match, _ = ada.opens(BELL, me("Ada"), OPEN)
    clicks = [browser(site) for _ in range(4)]
    for click in clicks:
        click.cookie = ada.cookie
    wanted = {"name": "Ada", "label": ""}

    def made(click: Browser) -> tuple[int, str]:
        answer = click.ask("POST", "/api/card", json=wanted)
        return answer.status_code, answer.json().get("phrase", {}).get("key", "")

    with ThreadPoolExecutor() as together:
        answers = list(together.map(made, clicks))
    assert sorted(answers) == [(201, ""), *[(409, "problem-card-already")] * 3]
    (winner,) = [click for click in clicks if click.cookie != ada.cookie]
    assert [one["id"] for one in winner.get("/api/matches")["mine"]] == [match]
    # The session of one that is late has ended already.
    assert ada.refused("POST", "/api/card", 409, wanted) == "problem-card-already"


def test_a_card_that_cannot_be_made_can_be_made_later(site: Site) -> None:
    ada = browser(site)
    assert ada.refused("POST", "/api/card", 400, {"name": " ", "label": ""}) == "problem-name"
    ada.makes_card("Ada")
    assert ada.card["name"] == "Ada"


def test_whoever_makes_a_card_gets_into_it_though_storage_is_away_right_after_that(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their seats are the card's by then."""
    ada = browser(site)
    match, _ = ada.opens(BELL, me("Ada"), OPEN)

    async def away(*_: object) -> None:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as outage:
        outage.setattr(site.hall.store, "end_session", away)
        code = ada.makes_card("Ada")
    assert ada.card["name"] == "Ada"
    assert [one["id"] for one in ada.get("/api/matches")["mine"]] == [match]
    phone = browser(site)
    phone.post("/api/card/recover", {"code": code, "label": ""})
    assert phone.card["name"] == "Ada"


def test_what_is_no_credential_signs_nobody_in(site: Site) -> None:
    stranger = browser(site)
    stranger.question()
    for credential in ({}, {"rawId": 7}, {"rawId": "!"}):
        stranger.is_refused(credential)


def test_passkeys_work_where_it_is_configured_whatever_a_request_says(site: Site) -> None:
    visitor = site.visitor()
    visitor.ask("GET", "/")
    for origin in ("http://testserver.local", ORIGIN + ":8443", "null"):
        headers = {"origin": origin, "host": origin.partition("//")[2]}
        answer = visitor.ask("POST", "/api/card/sign-in/question", headers=headers)
        assert answer.status_code in (403, 409), answer.text
    assert visitor.refused("POST", "/api/card/sign-in/question", 409) == "problem-no-passkeys-here"
    assert visitor.get("/api/card") == {"card": None, "origins": [ORIGIN]}


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://play.example.org", ("https://play.example.org", "play.example.org")),
        ("https://Play.Example.org:443/", ("https://play.example.org", "play.example.org")),
        ("https://play.example.org:8443", ("https://play.example.org:8443", "play.example.org")),
        ("http://localhost:8000", ("http://localhost:8000", "localhost")),
        ("http://play.example.org", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.168.1.7", None),
        ("https://[2001:db8::1]", None),
        ("https://server", None),
    ],
)
def test_passkeys_need_a_domain_with_tls_or_localhost(
    address: str, site: tuple[str, str] | None
) -> None:
    assert site_of(address) == site


@pytest.mark.parametrize(
    "address", ["", "play.example.org", "https://a/b", "ftp://a.b", "https://u@a.b"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(TischleinError):
        origin_of(address)


# --- devices ---


def test_a_device_that_is_signed_out_loses_the_card_its_seats_and_its_windows(site: Site) -> None:
    laptop, phone = browser(site), browser(site)
    match, _ = laptop.opens(BELL, me("Ada"), OPEN)
    code = laptop.makes_card("Ada")
    phone.post("/api/card/recover", {"code": code, "label": "Phone"})
    tablet = browser(site)
    tablet.post("/api/card/recover", {"code": code, "label": "Tablet"})
    with phone.at_table(match) as window:
        assert window.hears("table")["host"]
        listed = {one["label"]: one["id"] for one in laptop.card["devices"]}
        laptop.post("/api/card/sign-out", {"id": listed["Phone"]})
        list(until_closed(window))
    assert phone.card is None
    assert phone.get("/api/matches")["mine"] == []
    assert {one["label"] for one in laptop.card["devices"]} == {"Laptop", "Tablet"}
    laptop.post("/api/card/sign-out", {})
    assert [one["label"] for one in laptop.card["devices"]] == ["Laptop"]
    assert tablet.card is None
    assert laptop.get(f"/api/matches/{match}")["host"]
    # The cookie that a thief has copied from a device is worth nothing when it signs itself out.
    copied = laptop.cookie
    laptop.post("/api/session/end")
    laptop.cookie = copied
    assert laptop.card is None


@pytest.mark.parametrize("own", [False, True])
def test_a_session_that_storage_could_not_end_can_be_ended_later(
    site: Site, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    laptop, phone = browser(site), browser(site)
    phone.post("/api/card/recover", {"code": laptop.makes_card("Ada"), "label": "Phone"})
    listed = {one["label"]: one["id"] for one in laptop.card["devices"]}
    copied = phone.cookie
    asking, path, body = (
        (phone, "/api/session/end", None)
        if own
        else (laptop, "/api/card/sign-out", {"id": listed["Phone"]})
    )

    async def away(*_: object) -> None:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as outage:
        outage.setattr(site.hall.store, "end_session", away)
        assert asking.refused("POST", path, 503, body) == "problem-storage"
    asking.post(path, body)
    phone.cookie = copied
    assert phone.card is None
    phone.ask("GET", "/")
    secret, _, _ = phone.cookie.partition(".")
    assert not copied.startswith(secret), "the page has given it another session"


def test_links_of_own_seats_can_be_taken_back_from_a_device_that_never_had_them(
    site: Site,
) -> None:
    laptop, phone, friend = browser(site), browser(site), browser(site)
    code = laptop.makes_card("Ada")
    match, (secret,) = laptop.opens(BELL, me("Ada"), OPEN)
    phone.post("/api/card/recover", {"code": code})
    friend.post("/api/seats", {"secret": secret})
    assert any(seat["mine"] for seat in friend.get(f"/api/matches/{match}")["seats"])
    refused = browser(site).refused("POST", f"/api/matches/{match}/links", 403, {})
    assert refused == "problem-players-only"
    (new,) = phone.post(f"/api/matches/{match}/links", {})["seat_secrets"]
    assert not any(seat["mine"] for seat in friend.get(f"/api/matches/{match}")["seats"])
    assert friend.refused("POST", "/api/seats", 403, {"secret": secret}) == "problem-seat-secret"
    for device in (laptop, phone):
        assert any(seat["mine"] for seat in device.get(f"/api/matches/{match}")["seats"])
    friend.post("/api/seats", {"secret": new})


def test_who_cannot_delete_a_card_to_the_end_keeps_it_and_its_seats(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = browser(site)
    match, _ = laptop.opens(BELL, me("Ada"), OPEN)
    laptop.makes_card("Ada")

    async def fails(*_: object) -> None:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as away:
        away.setattr(site.hall, "change_match", fails)
        assert laptop.refused("POST", "/api/card/delete", 503) == "problem-storage"
    assert laptop.card["name"] == "Ada"
    assert laptop.get(f"/api/matches/{match}")["host"]
    laptop.post("/api/card/delete")
    assert laptop.card is None
    assert laptop.get(f"/api/matches/{match}")["host"]


def test_who_deletes_a_card_has_it_or_all_is_over_though_storage_fails_at_the_sessions(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the seats were a session's whose cookie nobody got, and devices stayed valid."""
    laptop, phone = browser(site), browser(site)
    match, _ = laptop.opens(BELL, me("Ada"), OPEN)
    code = laptop.makes_card("Ada")
    phone.post("/api/card/recover", {"code": code})
    copied = phone.cookie

    async def fails(*_: object) -> None:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as away:
        away.setattr(site.hall.store, "end_session", fails)
        assert laptop.refused("POST", "/api/card/delete", 503) == "problem-storage"
    assert laptop.card["name"] == "Ada"
    assert laptop.get(f"/api/matches/{match}")["host"]
    phone.cookie = copied
    phone.post("/api/card/sign-out", {"id": ""})
    assert [one["own"] for one in phone.card["devices"]] == [True]
    with monkeypatch.context() as away:
        away.setattr(site.hall.store, "end_session", fails)
        phone.post("/api/card/delete")  # there is no other device
    assert phone.card is None
    assert phone.get(f"/api/matches/{match}")["host"]


@pytest.mark.parametrize(("step", "on_cards"), [("end_session", False), ("sign_out", True)])
def test_whoever_signs_in_is_in_though_storage_fails_when_other_devices_make_way(
    site: Site, monkeypatch: pytest.MonkeyPatch, step: str, on_cards: bool
) -> None:
    """What had to make way stays on the list until its session is over, the next time."""
    monkeypatch.setattr(cards, "MOST_DEVICES", 2)
    first, second, last, later = (browser(site) for _ in range(4))
    code = first.makes_card("Ada")
    second.post("/api/card/recover", {"code": code})

    async def fails(*_: object) -> None:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as away:
        away.setattr(site.hall.cards if on_cards else site.hall.store, step, fails)
        last.post("/api/card/recover", {"code": code})
    assert len(last.card["devices"]) == 3
    later.post("/api/card/recover", {"code": code})
    assert len(later.card["devices"]) == 2
    assert first.card is None


def test_whoever_signs_in_gets_a_new_session(site: Site) -> None:
    laptop = browser(site)
    before = laptop.cookie
    code = laptop.makes_card("Ada")
    assert laptop.cookie.partition(".")[0] != before.partition(".")[0]
    fixed = browser(site)
    fixed.cookie = before  # what somebody may have planted opens nothing
    assert fixed.card is None
    phone = browser(site)
    before = phone.cookie
    phone.post("/api/card/recover", {"code": code})
    assert phone.cookie.partition(".")[0] != before.partition(".")[0]


def test_of_too_many_devices_those_unseen_longest_make_way(site: Site) -> None:
    first = browser(site)
    code = first.makes_card("Ada")
    for _ in range(cards.MOST_DEVICES):
        last = browser(site)
        last.post("/api/card/recover", {"code": code})
    assert first.card is None
    assert len(last.card["devices"]) == cards.MOST_DEVICES


def test_a_restart_knows_who_is_signed_in(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", FAST) as site:
        laptop = browser(site)
        match, _ = laptop.opens(BELL, me("Ada"), OPEN)
        laptop.makes_card("Ada")
    with site_at(tmp_path / "db", FAST) as site:
        again = browser(site)
        again.cookie = laptop.cookie
        assert again.card["name"] == "Ada"
        assert again.get(f"/api/matches/{match}")["host"]


def test_trying_codes_is_slow(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(requests=(1e-6, 100))) as site:
        thief = browser(site)
        for _ in range(4):
            thief.refused("POST", "/api/card/recover", 403, {"code": recovery_codes.new_code()})
        body = {"code": recovery_codes.new_code()}
        keys = {thief.ask("POST", "/api/card/recover", json=body).status_code for _ in range(2)}
        assert 429 in keys


# --- what others see ---


def test_others_see_the_name_and_the_mark_of_a_card_and_of_the_rating_what_it_shows(
    site: Site,
) -> None:
    ada, ben = browser(site), browser(site)
    ada.makes_card("Ada L.")
    match, _ = ada.opens(BELL, me("Ada"), OPEN, fixed=True)
    ben.joins(match, "Ben")
    (shown, nobody) = ben.get(f"/api/matches/{match}/cards")
    assert nobody is None
    assert shown == {"name": "Ada L.", "mark": ada.card["mark"], "rating": None}
    for hidden, seen in (("card", shown), ("nothing", None)):
        ada.post("/api/card/change", {"name": "Ada L.", "shows": hidden})
        assert ben.get(f"/api/matches/{match}/cards") == [seen, None]
    told = json.dumps(ben.get(f"/api/matches/{match}"))
    assert "card:" not in told


def test_nobody_without_a_card_can_do_anything_with_one(site: Site) -> None:
    ada, stranger = browser(site), browser(site)
    ada.makes_card("Ada")
    told = ada.card
    for path, body in (
        ("change", {"name": "X", "shows": "card"}),
        ("code", None),
        ("passkeys/question", None),
        ("passkeys", {"credential": {}, "label": ""}),
        ("passkeys/remove", {"id": "x"}),
        ("sign-out", {}),
        ("delete", None),
    ):
        answer = stranger.ask("POST", f"/api/card/{path}", json=body)
        assert answer.status_code == 403, (path, answer.text)
    assert stranger.ask("GET", "/api/card/export").status_code == 403
    evil = {"origin": "https://evil.example"}
    for path in ("delete", "code", "sign-out"):
        answer = ada.ask("POST", f"/api/card/{path}", headers=evil, json={})
        assert answer.status_code == 403, path
    assert ada.card == told
    # No session can be made that holds what a card holds.
    assert holders.card_of(digest("card:x")) is None


# --- taking along and deleting ---


def test_all_that_is_known_can_be_taken_along(site: Site) -> None:
    ada, ben = browser(site), browser(site)
    ada.makes_card("Ada")
    key = ada.adds_passkey()
    match, _ = ada.opens(BELL, me("Ada"), me("Bea"))
    ada.post(f"/api/matches/{match}/resign", {"seat": 0})
    answer = ada.ask("GET", "/api/card/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        told = json.loads(packed.read("card.json"))
        assert told["name"] == "Ada"
        assert [one["credential"] for one in told["passkeys"]] == [key.id.hex()]
        assert [one["id"] for one in told["matches"]] == [match]
        assert [one["label"] for one in told["devices"]] == ["Laptop"]
        records = [name for name in packed.namelist() if name.startswith("records/")]
        assert records == [f"records/{BELL}-{match}.record"]
        assert b"Ada" in packed.read(records[0])
    assert ben.ask("GET", "/api/card/export").status_code == 403


def test_a_table_that_waits_says_whether_its_match_will_be_rated(site: Site) -> None:
    ada, ben = browser(site), browser(site)
    ada.makes_card("Ada")
    match, _ = ada.opens(BELL, me("Ada"), OPEN)
    assert ben.get(f"/api/matches/{match}")["rated"]
    alone, _ = ben.opens(BELL, me("Ben"), OPEN)
    assert not ben.get(f"/api/matches/{alone}")["rated"]
    ben.joins(match, "Ben")  # now it has begun, and what becomes of it is not foretold
    assert not ada.get(f"/api/matches/{match}")["rated"]


def test_a_deleted_card_leaves_matches_without_its_name_and_nothing_else(site: Site) -> None:
    ada, ben, phone = browser(site), browser(site), browser(site)
    code = ada.makes_card("Ada")
    key = ada.adds_passkey()
    phone.post("/api/card/recover", {"code": code})
    over, _ = ada.opens(BELL, me("Ada"), me("Bea"))
    ada.post(f"/api/matches/{over}/resign", {"seat": 0})
    going, _ = ada.opens(BELL, me("Ada"), OPEN, talk="friends")
    ben.joins(going, "Ben")
    ada.post(f"/api/matches/{going}/talk", {"text": "hello", "seat": None})
    ada.post("/api/card/delete")
    assert ada.card is None
    assert phone.card is None
    assert phone.get("/api/matches")["mine"] == []
    # What is not over can be played on with, on this device; the rest is nobody's.
    (left,) = ada.get("/api/matches")["mine"]
    assert left["id"] == going
    assert {seat["name"] for seat in left["seats"]} == {"N. N.", "Ben"}
    ended = ben.get(f"/api/matches/{over}")
    assert {seat["name"] for seat in ended["seats"]} == {"N. N.", "Bea"}
    record = ben.ask("GET", f"/api/matches/{over}/record").text
    assert "Ada" not in record
    told = ben.ask("GET", f"/api/matches/{going}/talk").text
    assert "hello" in told
    assert "Ada" not in told
    assert ben.get(f"/api/matches/{going}/cards") == [None, None]
    stranger = browser(site)
    stranger.is_refused(key.signs(stranger.question()))
    stranger.refused("POST", "/api/card/recover", 403, {"code": code})


def test_who_shared_a_device_with_a_deleted_card_keeps_name_and_words(site: Site) -> None:
    tom, ben = browser(site), browser(site)
    tom.makes_card("Tom")
    match, _ = tom.opens(BELL, me("Tom"), me("Mia"), talk="open")
    for seat, text in ((0, "one"), (1, "two")):
        tom.post(f"/api/matches/{match}/talk", {"text": text, "seat": seat})
    before = [seat["name"] for seat in tom.get(f"/api/matches/{match}")["seats"]]
    tom.post("/api/card/delete")
    names = ["N. N." if name == "Tom" else name for name in before]
    seats = tom.get(f"/api/matches/{match}")["seats"]
    assert [(seat["name"], seat["mine"]) for seat in seats] == [(name, True) for name in names]
    told = ben.get(f"/api/matches/{match}/talk")
    assert [(said["name"], said["text"]) for said in told] == list(
        zip(names, ("one", "two"), strict=True)
    )


def test_where_nobody_goes_by_the_name_of_a_deleted_card_all_of_its_device_lose_theirs(
    site: Site,
) -> None:
    tom = browser(site)
    tom.makes_card("Thomas")
    match, _ = tom.opens(BELL, me("Tom"), me("Mia"))
    tom.post("/api/card/delete")
    seats = tom.get(f"/api/matches/{match}")["seats"]
    assert {seat["name"] for seat in seats} == {"N. N.", "N. N. 2"}


@pytest.mark.parametrize(
    ("first", "later", "gone"),
    [
        ("Tom", ["Thomas"], "Tom"),
        ("Tom", ["Mia"], "Tom"),  # a housemate's name
        ("Tom", ["Thomas", "Mia"], "Tom"),
        ("Thomas", ["Tom", "Mia"], "Tom"),  # who is Tom at the table already
    ],
)
def test_matches_know_the_owner_of_a_deleted_card_by_the_name_that_it_had_then(
    tmp_path: Path, first: str, later: list[str], gone: str
) -> None:
    now = [1_700_000_000_000]
    with site_at(tmp_path / "db", FAST, passkeys=Passkeys([ORIGIN]), clock=lambda: now[0]) as site:
        tom = browser(site)
        tom.makes_card(first)
        match, _ = tom.opens(BELL, me("Tom"), me("Mia"))
        for name in later:
            now[0] += 1000
            tom.post("/api/card/change", {"name": name, "shows": "card"})
        told = io.BytesIO(tom.ask("GET", "/api/card/export").content)
        with zipfile.ZipFile(told) as packed:
            former = json.loads(packed.read("card.json"))["former_names"]
        assert [one["name"] for one in former] == [first, *later[:-1]]
        again, _ = tom.opens(BELL, me(later[-1]), me("Ben"))
        tom.post("/api/card/delete")
        names = {seat["name"] for seat in tom.get(f"/api/matches/{match}")["seats"]}
        assert names == {"N. N.", "Tom", "Mia"} - {gone}
        assert {seat["name"] for seat in tom.get(f"/api/matches/{again}")["seats"]} == {
            "N. N.",
            "Ben",
        }


def test_a_device_on_which_one_only_plays_stays_in_the_list(tmp_path: Path) -> None:
    now = [1_700_000_000_000]
    with site_at(tmp_path / "db", FAST, clock=lambda: now[0]) as site:
        phone, laptop = site.visitor(), site.visitor()
        for visitor in (phone, laptop):
            visitor.ask("GET", "/")
        code = phone.post("/api/card", {"name": "Anna", "label": "Phone"})["code"]
        for _ in range(7):
            now[0] += 30 * 86_400_000
            phone.ask("GET", "/")
            match, _ = phone.opens(BELL, me("Anna"), OPEN)
            with phone.at_table(match) as window:
                window.hears("table")
        laptop.post("/api/card/recover", {"code": code, "label": "Laptop"})
        devices = laptop.get("/api/card")["card"]["devices"]
        assert sorted(device["label"] for device in devices) == ["Laptop", "Phone"]
