"""What a game draws in characters says its words in the language of whoever reads it."""

import pytest

from tischlein.core import registry
from tischlein.core.phrases import Phrase
from tischlein.presentation import of
from tischlein.presentation.examples import example_of
from tischlein.presentation.texts import LANGUAGES, translate
from tischlein.testing.cases import cases_of, positions_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "phrase"),
    [
        ("down_under", Phrase("fact-none")),
        ("ganz_nach_plan", Phrase("your-hand")),
        ("nussknacker", Phrase("drawn-deal", {"number": 1, "hidden": "?", "top": 8})),
        ("raufer", Phrase("drawn-command", {"direction": "up"})),
        ("schlauraff", Phrase("drawn-laid", {"dice": "-"})),
        ("schollenschubser", Phrase("result-afloat")),
    ],
)
def test_a_drawing_speaks_the_readers_language(key: str, phrase: Phrase, language: str) -> None:
    game = registry.load(key)
    position = game.start(seed=1)
    if key == "raufer":
        (seat,) = position.acting
        texts = [position.write(seat, action) for action in position.legal(seat)]
        position = position.after(seat, next(text for text in texts if text.endswith("up")))
    seen = position.observe(position.acting[0])
    assert translate(language, phrase, game) in of(game).characters(seen, language)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("bauab", "♣ = Park   x = Options-Chip"),
        ("down_under", "s, straight = Gerade   c, curve = Kurve"),
        ("dropit", "r = Rot   g = Grün   y = Gelb   b = Blau   ● = Kreis"),
        ("drunter", "## = Mauer   == = Straße   ~~ = Fluss"),
        ("ganz_nach_plan", "share = Teilen: alle geben nach links"),
        ("misd", "* = Chips im Vorrat"),
        ("nussknacker", "# = verdeckte Karte"),
        ("raufer", "▒ = verdeckte Karte   ! = hat zuletzt befohlen"),
        ("schlauraff", "y = gelber Chip   g = grüner Chip"),
        ("schollenschubser", "~ = offenes Wasser   [1] = 1er-Scholle"),
    ],
)
def test_signs_and_words_of_the_notation_are_told_below_the_drawing(key: str, told: str) -> None:
    game = registry.load(key)
    seen = example_of(game).position.observe(0)
    assert told in of(game).characters(seen, "de").split("\n\n")[-1]


def test_of_a_sign_and_its_word_only_what_does_not_mean_itself_is_told() -> None:
    seen = example_of(registry.load("down_under")).position.observe(0)
    below = of(seen.game).characters(seen, "en").split("\n\n")[-1]
    assert below.startswith("s = straight   c = curve   e = end   ~ = billabong")


def test_one_empty_line_stands_between_a_drawing_and_what_its_signs_mean() -> None:
    """Also where it ends with one, as before the first question."""
    seen = example_of(registry.load("nussknacker")).position.observe(0)
    drawing, below = of(seen.game).characters(seen).rsplit("\n\n", 1)
    assert drawing == drawing.rstrip("\n")
    assert below == "# = face-down card"


@pytest.mark.parametrize("language", LANGUAGES)
def test_symbols_of_an_open_card_are_told_and_those_that_mean_themselves_are_not(
    language: str,
) -> None:
    game = registry.load("misd")
    position = next(
        position
        for position in positions_of(next(cases_of(game)), 0)
        if len(of(game).legend(position.observe(0))) > 1
    )
    shown = of(game).characters(position.observe(0), language)
    below = shown.splitlines()[-4:]
    colour = of(game).legend(position.observe(0))[0]
    said = translate(language, colour[1], game)
    assert (f"{colour[0]} = {said}" in " ".join(below)) == (language != "en")
