"""Rules pages: anchors and links in the HTML, single rules as plain text, no foreign markup."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tischlein.core import registry
from tischlein.presentation import rulebook

BAUAB = registry.load("bauab")
PAGE = """# A game

Some <b>words</b> <script>alert(1)</script> & signs.

- **BAU-1** Two *players* & BAU-2.
- **BAU-2** Another
  line, see BAU-1 and BAU-99.
- BAU-1 is no rule here, and **BAU-1** neither.
- **BAU-x** Nor this.

1. **BAU-3** Also in a numbered list:

```
BAU-1
```
"""


class Anchors(HTMLParser):
    """Collects identifiers and link targets of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[tuple[str, str]] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [(tag, value or "") for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]


@pytest.fixture
def html(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The HTML of a small page in place of Bauab's."""
    (tmp_path / "rules.en.md").write_text(PAGE)
    monkeypatch.setitem(vars(BAUAB), "folder", tmp_path)
    return rulebook.to_html(BAUAB, "en")


def test_every_rule_is_a_list_item_with_its_identifier(html: str) -> None:
    assert Anchors(html).ids == [("li", "BAU-1"), ("li", "BAU-2"), ("li", "BAU-3")]


def test_identifiers_in_running_text_link_to_their_rule(html: str) -> None:
    assert Anchors(html).links == ["#BAU-2", "#BAU-1", "#BAU-1"]
    assert "BAU-99" in html


def test_foreign_markup_stays_text(html: str) -> None:
    assert not Anchors(html).tags & {"script", "b"}
    assert "&lt;script&gt;" in html
    assert "&amp; signs" in html


@pytest.mark.usefixtures("html")
def test_single_rules_are_plain_text() -> None:
    assert rulebook.rules(BAUAB, "en") == {
        "BAU-1": "Two players & BAU-2.",
        "BAU-2": "Another line, see BAU-1 and BAU-99.",
        "BAU-3": "Also in a numbered list:",
    }


@pytest.mark.usefixtures("html")
def test_a_language_without_a_page_gets_the_english_one() -> None:
    assert rulebook.to_html(BAUAB, "de") == rulebook.to_html(BAUAB, "en")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_rule_of_bauab_has_its_anchor(language: str) -> None:
    found = [name for _, name in Anchors(rulebook.to_html(BAUAB, language)).ids]
    assert found == list(rulebook.identifiers(BAUAB))


def test_plans_in_characters_can_be_scrolled_with_the_keyboard() -> None:
    html = rulebook.to_html(registry.load("drunter"), "en")
    assert html.count("<pre") == html.count('<pre tabindex="0">') > 0
