"""The built site: whole, of this host alone, and good to read for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

import tischlein
from tests.shelf import SHELF
from tischlein.core import registry
from tischlein.presentation import rulebook

pytestmark = pytest.mark.site

LOADS = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}
"""Where an address is asked without anybody having clicked."""
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=375, height=740)
LOOKED_AT = [
    "index.html",
    "games/index.html",
    "games/raufer.html",
    "contract.html",
    "reference/python/tischlein.html",
    "reference/command-line/index.html",
    "search.html?q=board",
]


class Parsed(HTMLParser):
    """What a page refers to, what others can refer to in it, and what it holds inline."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[tuple[str, str, str]] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag's addresses, its anchor, and what stands inline."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.addresses += [
            (tag, name, given[name]) for name in ("href", "src", "srcset") if name in given
        ]
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given):
            self.inline.append(self.get_starttag_text() or tag)
        self.inline += [f"{tag} {name}" for name in given if name.startswith("on")]


@cache
def parsed(file: Path) -> Parsed:
    return Parsed(file.read_text(encoding="utf-8"))


def pages(built: Path) -> Iterator[Path]:
    yield from sorted(built.rglob("*.html"))


def is_elsewhere(address: str) -> bool:
    return bool(re.match(r"[a-z][a-z0-9+.-]*:|//", address))


def test_every_address_within_the_site_leads_to_something(built: Path) -> None:
    lost = []
    for page in pages(built):
        for tag, _, address in parsed(page).addresses:
            if is_elsewhere(address):
                continue
            path, anchor = urldefrag(unquote(re.sub(r"\?v=\w+", "", address)))
            target = (page.parent / path).resolve() if path else page
            known = target.is_file()
            if known and anchor and tag != "use" and target.suffix == ".html":
                known = anchor in parsed(target).anchors
            if not known:
                lost.append(f"{page.relative_to(built)}: {address}")
    assert not lost


def test_nothing_is_loaded_from_another_host(built: Path) -> None:
    foreign = []
    for page in pages(built):
        for tag, name, address in parsed(page).addresses:
            if is_elsewhere(address) and ((tag, name) in LOADS or name == "srcset"):
                foreign.append(f"{page.relative_to(built)}: {address}")
    for style in built.rglob("*.css"):
        asked = re.findall(r"url\(\s*[\"']?([^)\"']+)", style.read_text(encoding="utf-8"))
        foreign += [one for one in asked if is_elsewhere(one) and not one.startswith("data:")]
    assert not foreign


def test_scripts_and_styles_are_files_as_the_policy_asks(built: Path) -> None:
    inline = {page.relative_to(built): parsed(page).inline for page in pages(built)}
    assert not {page: found for page, found in inline.items() if found}


def test_every_page_can_be_reached_from_the_first(built: Path) -> None:
    reached, queue = set(), [built / "index.html"]
    while queue:
        page = queue.pop()
        if page in reached:
            continue
        reached.add(page)
        for tag, _, address in parsed(page).addresses:
            path = urldefrag(unquote(address))[0]
            if tag == "a" and path.endswith(".html") and not is_elsewhere(address):
                queue.append((page.parent / path).resolve())
    assert set(pages(built.resolve())) - reached == {built.resolve() / "search.html"}


def test_every_game_has_a_page_with_an_anchor_for_every_rule(built: Path) -> None:
    for game in map(registry.load, SHELF):
        anchors = parsed(built / "games" / f"{game.key}.html").anchors
        assert set(rulebook.identifiers(game)) <= anchors, game.key


def test_every_name_of_the_front_door_stands_in_the_reference(built: Path) -> None:
    anchors = parsed(built / "reference" / "python" / "tischlein.html").anchors
    assert {f"tischlein.{name}" for name in tischlein.__all__} <= anchors


@pytest.fixture
def faults(page: Page) -> list[str]:
    """What the browser complains of: errors, refusals by the policy, requests to other hosts."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda request: found.append(request.url) if "127.0.0.1" not in request.url else None,
    )
    return found


@pytest.mark.parametrize(
    ("scheme", "size"),
    [
        pytest.param("light", DESKTOP, id="light-desktop"),
        pytest.param("dark", PHONE, id="dark-phone"),
        pytest.param("dark", DESKTOP, id="dark-desktop", marks=pytest.mark.long),
        pytest.param("light", PHONE, id="light-phone", marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing_and_the_policy_refuses_nothing(
    page: Page, docs: str, faults: list[str], scheme: Any, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    found = {}
    for name in LOOKED_AT:
        page.goto(f"{docs}/{name}")
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        violations = Axe().run(page).response["violations"]
        if violations:
            found[name] = [
                (one["id"], node["html"][:200]) for one in violations for node in one["nodes"]
            ]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert found == {}
    assert faults == []


def test_the_search_finds_a_function_without_another_host(
    page: Page, docs: str, faults: list[str]
) -> None:
    page.goto(f"{docs}/index.html")
    page.get_by_placeholder("Search").fill("determinize")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("determinize")).first).to_be_visible()
    assert faults == []


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("undo", "Play at the table"),
        ("keyboard", "Play at the table"),
        ("first match", "Play at the table"),
        ("add a bot", "Play with others"),
        ("reset password", "Keep a player card"),
        ("backup", "Host it"),
        ("port", "Host it"),
        ("behind nginx", "Host it"),
        ("environment variables", "Command line"),
        ("rules of raufer", "Raufer"),
    ],
)
def test_the_search_answers_people_before_it_lists_modules(
    page: Page, docs: str, asked: str, first: str
) -> None:
    page.goto(f"{docs}/search.html?q={asked}")
    found = page.locator("#search-results ul.search > li")
    expect(page.locator(".search-summary")).to_contain_text("found")
    title = found.first.get_by_role("link").first  # a page's, or with that of a section behind it
    expect(title).to_have_text(re.compile(f"^{first}( > .*)?$"))


def test_colours_can_be_chosen_and_stay(page: Page, docs: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{docs}/index.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Toggle Light / Dark").first.click()
    assert page.evaluate(ground) != light
    page.goto(f"{docs}/contract.html")
    assert page.evaluate(ground) != light


def test_the_site_can_be_read_without_scripts(browser: Browser, docs: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"{docs}/games/raufer.html")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("img").first).to_be_visible()
    page.locator("label.nav-overlay-icon").click()
    page.get_by_role("link", name="The contract of a game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("The contract of a game"))
    context.close()
