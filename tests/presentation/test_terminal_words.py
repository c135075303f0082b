"""What a game draws in characters says its words in the language of whoever reads it."""

import pytest

from tischlein.core import registry
from tischlein.core.phrases import Phrase
from tischlein.presentation import of
from tischlein.presentation.texts import LANGUAGES, translate


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
