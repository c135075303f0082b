"""The rules pages that players read: complete, and alike in every language, for every game."""

import re

import pytest

from tests.shelf import SHELF
from tischlein.core import registry
from tischlein.core.phrases import Phrase
from tischlein.presentation import texts
from tischlein.presentation.texts import LANGUAGES

PAGES = [(key, language) for key in SHELF for language in LANGUAGES]
TRANSLATIONS = [(key, language) for key, language in PAGES if language != "en"]

RULE = re.compile(r"^- \*\*([A-Z]{3}-\d+)\*\* (.+)$", re.MULTILINE)
HEADING = re.compile(r"^(#+) \S", re.MULTILINE)
DRAWING = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
ALIKE = {"orange", "triangle", "violet"}
"""Words that are the same in French and English."""


def page(key: str, language: str) -> str:
    """The Markdown text of a game's rules."""
    return (registry.load(key).folder / f"rules.{language}.md").read_text(encoding="utf-8")


def identifiers(text: str) -> list[str]:
    return [identifier for identifier, _ in RULE.findall(text)]


def heading_levels(text: str) -> list[int]:
    return [len(marks) for marks in HEADING.findall(text)]


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_every_number_from_one_on_opens_one_list_item(key: str, language: str) -> None:
    prefix = registry.load(key).prefix
    found = identifiers(page(key, language))
    numbers = sorted(int(identifier.removeprefix(f"{prefix}-")) for identifier in found)
    assert numbers == list(range(1, len(found) + 1))


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_every_rule_is_a_whole_sentence(key: str, language: str) -> None:
    unfinished = [name for name, text in RULE.findall(page(key, language)) if text[-1] not in ".):"]
    assert unfinished == []


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_rules_refer_only_to_rules_that_exist(key: str, language: str) -> None:
    text = page(key, language)
    prefix = registry.load(key).prefix
    assert set(re.findall(rf"\b{prefix}-\d+", text)) == set(identifiers(text))


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_a_page_opens_with_the_name_of_the_game(key: str, language: str) -> None:
    name = texts.translate(language, Phrase("game"), registry.load(key))
    text = page(key, language)
    assert text.startswith(f"# {name}\n")
    assert heading_levels(text).count(1) == 1


@pytest.mark.parametrize(("key", "language"), TRANSLATIONS)
def test_a_translation_has_the_sections_rules_and_drawings_of_the_english_page(
    key: str, language: str
) -> None:
    english, translated = page(key, "en"), page(key, language)
    assert heading_levels(translated) == heading_levels(english)
    assert [identifiers(part) for part in translated.split("\n## ")] == [
        identifiers(part) for part in english.split("\n## ")
    ]
    assert len(DRAWING.findall(translated)) == len(DRAWING.findall(english))


@pytest.mark.parametrize(("key", "language"), TRANSLATIONS)
def test_a_translation_says_in_its_drawings_what_it_says_around_them(
    key: str, language: str
) -> None:
    """Not in the English words of the notation, which nobody needs who plays at a table."""
    english, translated = (
        {word for drawing in DRAWING.findall(page(key, each)) for word in WORD.findall(drawing)}
        for each in ("en", language)
    )
    same = {word for word in english & translated if word.islower()}
    assert same <= ALIKE
