"""The rules pages that players read: complete, and alike in every language."""

import re
from importlib.resources import files

import pytest

LANGUAGES = ("en", "de", "fr")
IDENTIFIERS = [f"SLR-{number}" for number in range(1, 30)]

RULE = re.compile(r"^- \*\*(SLR-\d+)\*\* (.+)$", re.MULTILINE)
HEADING = re.compile(r"^(#+) \S", re.MULTILINE)
DIAGRAM = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page(language: str) -> str:
    """The Markdown text of Schlauraff's rules in `language`."""
    folder = files("tischlein") / "games" / "schlauraff"
    return (folder / f"rules.{language}.md").read_text(encoding="utf-8")


def heading_levels(text: str) -> list[int]:
    return [len(marks) for marks in HEADING.findall(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_identifier_opens_one_list_item_in_order(language: str) -> None:
    assert [identifier for identifier, _ in RULE.findall(page(language))] == IDENTIFIERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_a_whole_sentence(language: str) -> None:
    unfinished = [name for name, text in RULE.findall(page(language)) if not text.endswith(".")]
    assert unfinished == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_refer_only_to_rules_that_exist(language: str) -> None:
    assert set(re.findall(r"\bSLR-\d+", page(language))) == set(IDENTIFIERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_opens_with_the_name_of_the_game(language: str) -> None:
    text = page(language)
    assert text.startswith("# Schlauraff\n")
    assert heading_levels(text).count(1) == 1


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_headings_of_the_english_page(language: str) -> None:
    assert heading_levels(page(language)) == heading_levels(page("en"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_rules_of_each_english_section(language: str) -> None:
    def sections(text: str) -> list[list[str]]:
        return [re.findall(r"^- \*\*(SLR-\d+)", part, re.MULTILINE) for part in text.split("\n## ")]

    assert sections(page(language)) == sections(page("en"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_draws_the_boards_of_the_english_page(language: str) -> None:
    def boards(text: str) -> list[list[str]]:
        rows = [re.findall(r"^\d .*$", drawing, re.MULTILINE) for drawing in DIAGRAM.findall(text)]
        return [[" ".join(row.split()) for row in drawing] for drawing in rows]

    assert boards(page("en")) != []
    assert boards(page(language)) == boards(page("en"))
