"""Player cards: a passkey is made and used by a browser, and a seat is taken over with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.access import HAND, findings
from tests.browser.conftest import Player, Server

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """A page with an authenticator, which may be given the passkeys of another."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("WebAuthn.enable")
        answer = self._devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._about = {"authenticatorId": answer["authenticatorId"]}

    @property
    def passkeys(self) -> list[Any]:
        """What it holds."""
        found: list[Any] = self._devtools.send("WebAuthn.getCredentials", self._about)[
            "credentials"
        ]
        return found

    def takes(self, passkey: Any) -> None:
        """Hold a passkey that has come from another device, as accounts bring them."""
        self._devtools.send("WebAuthn.addCredential", {**self._about, "credential": passkey})


def test_a_card_made_on_one_device_brings_the_seat_to_another_until_it_is_signed_out(
    page: Page, browser: Browser, browser_context_args: dict[str, Any], server: Server
) -> None:
    local = f"http://localhost:{server.port}"
    laptop = Player(page, server)
    first = Device(page)
    page.goto(f"{server.url}/card")
    # Under a number the page says where passkeys work, and leads there.
    expect(page.get_by_role("link", name=f"{local}/card")).to_be_visible()
    expect(page.get_by_role("button", name="Open with a passkey")).to_have_count(0)
    page.get_by_role("link", name=f"{local}/card").click()
    table = {"game": "bauab", "chairs": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]}
    answer = page.request.post(f"{local}/api/matches", data=table)
    match = answer.json()["match"]
    page.get_by_role("textbox", name="Name on the card").fill("Ada")
    page.get_by_role("button", name="Make a player card").click()
    code = page.get_by_role("region", name="Recovery code")
    expect(code).to_contain_text("Write this code down")
    assert findings(page) == []
    code.get_by_role("button", name="I have written it down").click()
    expect(code).to_have_count(0)
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    (passkey,) = first.passkeys
    assert passkey["rpId"] == "localhost"
    assert findings(page) == []

    context = browser.new_context(**browser_context_args)
    try:
        phone = context.new_page()
        second = Device(phone)
        second.takes(passkey)
        phone.goto(f"{local}/match/{match}")
        expect(phone.get_by_role("button", name="Sit down")).to_be_visible()
        phone.goto(f"{local}/card")
        phone.get_by_role("button", name="Open with a passkey").click()
        expect(phone.get_by_role("button", name="Sign all other devices out")).to_be_visible()
        phone.goto(f"{local}/match/{match}")
        expect(phone.get_by_text("(you)")).to_be_visible()
        expect(phone.get_by_role("img", name="Player card: Ada")).to_be_visible()
        phone.goto(f"{local}/matches")
        expect(phone.get_by_text("Kept with the card of Ada, on all its devices.")).to_be_visible()
        phone.goto(f"{local}/match/{match}")
        expect(phone.get_by_text("(you)")).to_be_visible()

        page.reload()
        page.get_by_role("button", name="Sign all other devices out").click()
        expect(page.get_by_role("button", name="Sign all other devices out")).to_have_count(0)
        # The window that is open on the phone loses the seat by itself.
        expect(phone.get_by_role("button", name="Sit down")).to_be_visible()
    finally:
        context.close()
    assert laptop.faults == []


def test_a_code_that_is_shown_only_once_comes_into_view(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**HAND | {"viewport": {"width": 360, "height": 640}})
    page.goto(f"{server.url}/card")
    page.get_by_role("textbox", name="Name on the card").fill("Ada")
    page.get_by_role("button", name="Make a player card").click()
    code = page.get_by_role("region", name="Recovery code")
    code.get_by_role("button", name="I have written it down").click()
    page.locator("summary", has_text="Make a new recovery code").click()
    page.get_by_role("button", name="Make a new recovery code").click()
    expect(code.locator(".code")).to_be_in_viewport(ratio=1)
    expect(code).to_be_focused()
