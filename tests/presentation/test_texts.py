"""Texts: phrases in three languages, with names, lists, plurals and readable fallbacks."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tiny import wager
from tischlein.core import registry
from tischlein.core.options import Choices, Written
from tischlein.core.phrases import Phrase, seat_name
from tischlein.presentation import Inline, Presentation, texts
from tischlein.presentation.texts import LANGUAGES, translate

BAUAB = registry.load("bauab")
CAPTURE = Phrase(
    "say-capture",
    {
        "seat": seat_name(0),
        "other": seat_name(1),
        "count": 3,
        "chips": [Phrase("chip-name", {"kind": kind}) for kind in "12x"],
    },
)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Anna captures 3 chips from Ben: 1, 2 and option chip."),
        ("de", "Anna erbeutet 3 Chips von Ben: 1, 2 und Options-Chip."),
        ("fr", "Anna capture 3 jetons de Ben : 1, 2 et jeton d'option."),
    ],
)
def test_names_phrases_and_lists_are_put_in(language: str, told: str) -> None:
    said = translate(language, CAPTURE, BAUAB, ["Anna", "Ben"])
    assert said.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'") == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_another_language_says_its_sentences_whole_in_it(language: str) -> None:
    """Also the lists in them, the seats, and what all games share."""
    source = Inline({"en": "trick = { $seat } lays { $cards } ({ $level })."})
    game = replace(wager.GAME, presentation=Presentation(source=source))
    level = Phrase("level-weak")
    phrase = Phrase("trick", {"seat": seat_name(1), "cards": [5, 15], "level": level})
    assert translate(language, phrase, game) == "Seat B lays 5 and 15 (Weak)."


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Seat B"), ("de", "Platz B"), ("fr", "Place B")]
)
def test_a_seat_without_a_name_is_called_by_its_letter(language: str, name: str) -> None:
    for names in (["Anna"], {0: "Anna"}, ["Anna", ""], ()):
        assert texts.name_of_seat(language, 1, names) == name


def test_another_language_gets_english() -> None:
    assert translate("it", CAPTURE, BAUAB) == translate("en", CAPTURE, BAUAB)


def test_no_time_is_not_one_second_in_french() -> None:
    told = [translate("fr", Phrase("time-seconds", {"count": count})) for count in (0, 1, 2)]
    assert [one.replace("\u00a0", " ") for one in told] == [
        "0 seconde",
        "une seconde",
        "2 secondes",
    ]


def test_a_game_uses_the_words_that_all_games_share() -> None:
    assert translate("de", Phrase("level-strong"), BAUAB) == "Stark"


def test_a_missing_text_is_a_placeholder_that_shows_what_it_was_given() -> None:
    phrase = Phrase("no-such-text", {"seat": seat_name(0), "count": 2})
    assert translate("de", phrase, BAUAB, ["Anna"]) == "[no-such-text: seat: Anna, count: 2]"
    assert translate("en", Phrase("no-such-text")) == "[no-such-text]"


def test_a_missing_value_shows_its_name() -> None:
    assert "plot" in translate("en", Phrase("say-park", {"seat": "Anna"}), BAUAB)


def test_a_text_that_one_language_lacks_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts.en.ftl").write_text("game = Game\nonly = Only { $here }\n")
    (tmp_path / "texts.de.ftl").write_text("game = Spiel\n")
    game = BAUAB
    monkeypatch.setitem(vars(game), "folder", tmp_path)
    assert translate("de", Phrase("game"), game) == "Spiel"
    assert translate("de", Phrase("only", {"here": "one"}), game) == "Only one"
    assert not texts.has("de", "only", game)
    assert texts.has("en", "only", game)


def test_what_a_game_says_in_its_own_words_is_said_so_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that all games share means something else, as ``card``, a player's."""
    (tmp_path / "texts.en.ftl").write_text("card = the { $suit } card\ngot = You get { $what }.\n")
    monkeypatch.setitem(vars(BAUAB), "folder", tmp_path)
    assert texts.has("fr", "card")
    said = Phrase("got", {"what": Phrase("card", {"suit": "blue"})})
    for language in LANGUAGES:
        assert translate(language, said, BAUAB) == "You get the blue card."
        assert texts.has(language, "card", BAUAB) == (language == "en")
    assert texts.variables("en", "card", BAUAB) == {"suit"}
    with pytest.raises(KeyError, match="no message 'card' in fr"):
        texts.variables("fr", "card", BAUAB)


def test_a_game_that_speaks_no_english_is_heard_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts.fr.ftl").write_text("card = la carte\n")
    monkeypatch.setitem(vars(BAUAB), "folder", tmp_path)
    for language in LANGUAGES:
        assert translate(language, Phrase("card"), BAUAB) == "la carte"


def test_variables_are_found_in_variants_and_in_other_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts.en.ftl").write_text(
        "-term = { $inside }\nother = { $deep }\n"
        "whole = { other } { -term(inside: 1) } { $kind ->\n"
        "    [x] { $seat }\n   *[other] { NUMBER($count) }\n }\n"
    )
    monkeypatch.setitem(vars(BAUAB), "folder", tmp_path)
    assert texts.variables("en", "whole", BAUAB) == {"deep", "kind", "seat", "count"}
    with pytest.raises(KeyError, match="no message 'none'"):
        texts.variables("en", "none", BAUAB)


@pytest.mark.parametrize(
    ("tag", "language"),
    [("de_AT.UTF-8", "de"), ("fr-CH", "fr"), ("EN", "en"), ("C.UTF-8", "en"), ("", "en")],
)
def test_language_tags_are_understood(tag: str, language: str) -> None:
    assert texts.supported(tag) == language


def test_the_shared_words_exist_in_every_language() -> None:
    folder = Path(texts.__file__).parent
    keys = {language: _keys(folder / f"texts.{language}.ftl") for language in LANGUAGES}
    assert keys["de"] == keys["en"] == keys["fr"]
    for language in LANGUAGES:
        for key in keys["en"]:
            assert texts.variables(language, key) == texts.variables("en", key), key


def _keys(file: Path) -> set[str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return {line.split(" =")[0] for line in lines if line[:1].isalpha() and " =" in line}


@pytest.mark.parametrize("level", ["weak", "medium", "strong", "matched"])
def test_a_level_beside_a_french_bot_agrees_with_it(level: str) -> None:
    said = translate("fr", Phrase("on-level", {"level": level}))
    assert translate("fr", Phrase("bot-name", {"level": level})) == f"Robot {said}"


@pytest.mark.parametrize("other", ["enregistrement", "En attente de {"])
def test_french_has_one_term_for_a_record_and_for_waiting(other: str) -> None:
    """A record is a « feuille de partie », and « on attend » whoever is to move."""
    files = sorted(Path(texts.__file__).parents[1].rglob("texts.fr.ftl"))
    assert len(files) > 10
    assert [str(file) for file in files if other in file.read_text(encoding="utf-8")] == []


LOTS = {
    "en": ("The lot decides who ", "The lot falls on Ida, who "),
    "de": ("Das Los entscheidet, wer ", "Das Los bestimmt: Ida "),
    "fr": ("Le sort décide qui ", "Le sort désigne Ida, qui "),
}
"""What is said before a lot is drawn, and when it has fallen."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_games_speak_of_the_lot_alike(language: str) -> None:
    said = 0
    for key in registry.keys():
        game = registry.load(key)
        for message in sorted(texts.keys(language, game) & {"prompt-lot", "say-lot", "say-start"}):
            words = translate(language, Phrase(message, {"seat": "Ida"}), game)
            assert words.startswith(LOTS[language]), (key, message)
            said += 1
    assert said > 10


QUOTES = {"en": "“”", "de": "„“", "fr": "«»"}
NO_PROSE = re.compile(r"```.*?```|`[^`]*`|\{[^{}]*\}|^#.*?$", re.DOTALL | re.MULTILINE)
"""Code and drawings, placeables, and comments or headings."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language_and_come_in_pairs(language: str) -> None:
    opening, closing = QUOTES[language][0], QUOTES[language][1]
    foreign = set("\"'“”„«»") - {opening, closing}
    package = Path(texts.__file__).parents[1]
    files = [*package.rglob(f"texts.{language}.ftl"), *package.rglob(f"rules.{language}.md")]
    assert len(files) > 20
    for file in files:
        for line in NO_PROSE.sub("", file.read_text(encoding="utf-8")).splitlines():
            assert not foreign & set(line), (file, line)
            marks = "".join(mark for mark in line if mark in (opening, closing))
            assert marks == f"{opening}{closing}" * (len(marks) // 2), (file, line)


CLIENT = Path(__file__).parents[2] / "client"


def test_an_installed_app_speaks_of_bots_as_the_texts_do() -> None:
    manifest = json.loads((CLIENT / "public" / "manifest.webmanifest").read_text(encoding="utf-8"))
    described = {"en": manifest["description"], **manifest["description_localized"]}
    assert described.keys() == set(LANGUAGES)
    for language, words in described.items():
        bots = translate(language, Phrase("setting-bots")).lower().replace("’", "").split()
        assert words.lower().removesuffix(".").split()[-1] in bots


def test_who_has_no_javascript_is_told_in_every_language() -> None:
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    told = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert re.findall(r'<p lang="(\w+)">', told) == list(LANGUAGES)


def test_no_french_preposition_stands_before_several_names() -> None:
    """It would have to be said again before each: le vote d’Anna et de Ben."""
    several = re.compile(r"\b(?:de|que) \{ \$(?:names|others|seats|winners) \}")
    for file in sorted(Path(texts.__file__).parents[1].rglob("texts.fr.ftl")):
        lines = file.read_text(encoding="utf-8").splitlines()
        found = [line for line in lines if several.search(line) and "[one]" not in line]
        assert found == [], file


def test_a_french_ellipsis_stands_close_to_its_word() -> None:
    """One that stands for what is left out keeps its distance, after a colon or a mark."""
    for file in sorted(Path(texts.__file__).parents[1].rglob("texts.fr.ftl")):
        lines = file.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if re.search(r"\w …", line)] == [], file


@pytest.mark.parametrize("key", ["terminal-more", "guest-more"])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_one_more_line_is_not_told_in_the_plural(language: str, key: str) -> None:
    one, two = (
        translate(language, Phrase(key, {"count": count, "beginning": "4"})) for count in (1, 2)
    )
    assert one.startswith({"de": "… und eine weitere.", "fr": "… et une autre."}[language])
    assert two.startswith({"de": "… und 2 weitere.", "fr": "… et 2 autres."}[language])


@pytest.mark.parametrize("key", registry.keys())
def test_every_hint_at_an_option_is_about_one_that_the_game_has(key: str) -> None:
    game = registry.load(key)
    hinted = {
        name for name in texts.keys("en", game) if name[:7] == "option-" and name[-5:] == "-hint"
    }
    explained = {f"option-{option.name}-hint" for option in game.options}
    for option in game.options:
        if isinstance(option, Choices):
            explained |= {f"option-{option.name}-{value}-hint" for value in option.values}
        if isinstance(option, Written):
            explained |= {f"option-{option.name}-{value}-hint" for value in option.samples}
            named = [f"option-{option.name}-{value}" for value in option.samples]
            if not texts.keys("en", game).issuperset(named):
                explained.add(own := f"option-{option.name}-own-hint")
                assert own in hinted, "how one's own value is written cannot be guessed"
    assert hinted <= explained
    for language in LANGUAGES:
        assert hinted <= texts.keys(language, game)


@pytest.mark.parametrize("key", registry.keys())
def test_values_of_an_option_begin_alike_in_every_language(key: str) -> None:
    """With a capital, unless they go on where the option's name ends, or are German nouns."""
    game = registry.load(key)
    for option in game.options:
        if not isinstance(option, Choices):
            continue
        begun = {
            language: {
                text[0].isupper()
                for value in option.values
                if (text := translate(language, Phrase(f"option-{option.name}-{value}"), game))
                and text[0].isalpha()
            }
            for language in LANGUAGES
        }
        assert len(begun["en"]) <= 1, option.name
        assert begun["fr"] == begun["en"], option.name
        assert begun["de"] == begun["en"] or begun["en"] == {False}, option.name


def test_german_asks_as_people_ask_at_a_table() -> None:
    """It says „Leg“ and „Wähl“: these verbs do without an ending."""
    stiff = re.compile(
        r"\b(?:wähl|leg|setz|schließ|bau|dreh|nenn|tipp|versuch|beweg|schreib)e\b", re.IGNORECASE
    )
    for file in sorted(Path(texts.__file__).parents[1].rglob("texts.de.ftl")):
        lines = file.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if stiff.search(line)] == [], file


def test_in_french_only_who_resigns_abandons() -> None:
    """A table that all leave before the start is called off, which is another thing."""
    for key in ("match-abandoned", "table-abandoned", "problem-abandoned"):
        assert "bandonn" not in translate("fr", Phrase(key))
    assert translate("fr", Phrase("decide-resign")) == "Abandonner"
