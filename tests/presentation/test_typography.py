"""French punctuation keeps to its word, units to their numbers, in messages and on rules pages."""

import re

import pytest

from tischlein.core import registry
from tischlein.core.phrases import Phrase
from tischlein.presentation import rulebook, texts
from tischlein.presentation.typography import fitted, shortened, typeset, with_names, wrapped


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Vraiment ?", "Vraiment\u00a0?"),
        ("Dis « oui » !", "Dis «\u00a0oui\u00a0»\u00a0!"),
        ("un : deux ; trois", "un\u00a0: deux\u00a0; trois"),
        ("12:30, oui!", "12:30, oui!"),
        ("à { $percent } %", "à { $percent }\u00a0%"),
    ],
)
def test_no_line_breaks_before_french_punctuation(text: str, printed: str) -> None:
    assert typeset(text, "fr") == printed


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("unit", ["s", "%", "h", "d", "T", "j", "min", "Min.", "mm"])
def test_no_line_breaks_between_a_number_and_its_unit(unit: str, language: str) -> None:
    assert typeset(f"{{ $time }} {unit}", language) == f"{{ $time }}\u00a0{unit}"
    assert typeset(f"{{ $time }} {unit}, {{ $name }} sagt", language).count("\u00a0") == 1
    assert typeset("{ $name }  se { $seat } so", language).count("\u00a0") == 0


@pytest.mark.parametrize("where", ["rules", "texts"])
def test_a_written_number_keeps_its_unit_too(where: str) -> None:
    """DRO-4, DRO-18: in every language."""
    game = registry.load("dropit")
    for language, angle in zip(texts.LANGUAGES, ("degrees", "Grad", "degrés"), strict=True):
        if where == "rules":
            printed = rulebook.to_html(game, language)
            assert "38\u00a0mm" in printed
        else:
            printed = texts.translate(language, Phrase("DRO-18"), game)
        assert f"5\u00a0{angle}" in printed


def test_a_pronoun_is_no_unit() -> None:
    assert "\u00a0" not in typeset("{ $name } s’arrête, { $other } d’abord", "fr")


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("le tour de { $seat }", "Anna", "le tour d’Anna"),
        ("De { $seat } à", "élise de Ott", "D’élise de Ott à"),
        ("il n’y a que { $seat }", "Ours", "il n’y a qu’Ours"),
        ("le tour de { $seat }", "Ben", "le tour de Ben"),
        ("le tour de { $seat }", "Özlem", "le tour d’Özlem"),
        ("le tour de { $seat }", "Yves", "le tour d’Yves"),
        ("le tour de { $seat }", "Yann", "le tour de Yann"),
        ("le monde { $seat }", "Anna", "le monde Anna"),
    ],
)
def test_names_are_elided_in_french_and_nothing_within_them(
    text: str, name: str, told: str
) -> None:
    assert with_names(typeset(text, "fr").replace("{ $seat }", name)) == told


def test_a_name_with_a_full_stop_ends_a_sentence() -> None:
    assert with_names("Waiting for N. N..") == "Waiting for N. N."
    assert with_names("Warten auf Ben B.. Gleich geht es los.") == (
        "Warten auf Ben B. Gleich geht es los."
    )
    assert with_names("and so on ...") == "and so on ..."


@pytest.mark.parametrize("language", ["en", "de"])
def test_other_languages_stay_as_they_are_written(language: str) -> None:
    assert typeset("a ? « b » :", language) == "a ? « b » :"


def test_messages_and_rules_pages_are_typeset() -> None:
    assert texts.translate("fr", Phrase("your-name-hint")).endswith("tu\u00a0?")
    page = rulebook.to_html(registry.load("bauab"), "fr")
    without_plans = re.sub(r"<(pre|code).*?</\\1>", "", page, flags=re.DOTALL)
    assert "\u00a0" in page
    assert not re.search(r" [!?;»%]", without_plans)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Maximiliane von der Marwitz", "Maximiliane von…"),
        ("WOLFGANG AMADEUS MOZART", "WOLFGANG AM…"),
        ("WWWWWWWWWWWWWWWW", "WWWWWWWW…"),
        ("漢字漢字漢字漢字", "漢字漢字漢字…"),
        ("iiiiillliiiilllliiiill", "iiiiillliiiilllliiiill"),
        ("Zoe\u0308 Zoe\u0308 Zoe\u0308 Zoe\u0308", "Zoe\u0308 Zoe\u0308 Zoe\u0308 Zoe\u0308"),
    ],
)
def test_a_text_is_cut_by_how_wide_its_letters_are(text: str, told: str) -> None:
    assert shortened(text, 158, 16) == told
    assert shortened(text, 0, 16) == text


def test_of_a_text_without_room_nothing_is_left_but_that_there_is_one() -> None:
    assert shortened("Anna", 1, 16) == "…"


def test_a_text_is_written_smaller_before_it_is_cut() -> None:
    assert fitted("Anna", 100, 10) == ("Anna", 10)
    assert fitted("Maximiliane", 0, 10) == ("Maximiliane", 10)
    told, size = fitted("Maximiliane", 60, 10)
    assert told == "Maximiliane"
    assert 7.8 <= size < 10
    told, size = fitted("Maximiliane von der Marwitz", 60, 10)
    assert told.startswith("Maximilian")
    assert told.endswith("…")
    assert size == pytest.approx(7.8)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Anna", 100, ["Anna"]),
        ("Anne-Sophie Meyer", 75, ["Anne-Sophie", "Meyer"]),
        ("Bartholomäusq", 60, ["Barthol-", "omäusq"]),
        ("山本山本山本", 45, ["山本山", "本山本"]),
    ],
)
def test_a_text_that_may_wrap_breaks_in_two_before_it_is_cut(
    text: str, room: float, lines: list[str]
) -> None:
    assert wrapped(text, room, 10) == (lines, 10)


def test_two_lines_are_written_smaller_and_then_cut() -> None:
    lines, size = wrapped("Wolframbert Haselmannson", 70, 10)
    assert lines == ["Wolframbert", "Haselmannson"]
    assert 7.8 <= size < 10
    lines, size = wrapped("W" * 24, 40, 10)
    assert size == pytest.approx(7.8)
    for line in lines:
        assert line.startswith("WW")
        assert line.endswith("…")
