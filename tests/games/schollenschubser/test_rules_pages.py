"""The rules pages that players read: complete, and alike in every language."""

import re
from importlib.resources import files

import pytest

LANGUAGES = ("en", "de", "fr")
IDENTIFIERS = [f"SCH-{number}" for number in range(1, 35)]

RULE = re.compile(r"^- \*\*(SCH-\d+)\*\* (.+)$", re.MULTILINE)
HEADING = re.compile(r"^(#+) \S", re.MULTILINE)
DIAGRAM = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page(language: str) -> str:
    folder = files("tischlein") / "games" / "schollenschubser"
    return (folder / f"rules.{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_identifier_opens_one_whole_sentence_in_order(language: str) -> None:
    rules = RULE.findall(page(language))
    assert [identifier for identifier, _ in rules] == IDENTIFIERS
    assert [identifier for identifier, text in rules if not text.endswith(".")] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_headings_and_boards_of_the_english_page(language: str) -> None:
    for pattern in (HEADING, DIAGRAM):
        assert pattern.findall(page(language)) == pattern.findall(page("en")) != []
