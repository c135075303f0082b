"""Properties of a game's folder: rules pages and texts in every language, whatever is played."""

from __future__ import annotations

from tischlein.core import rulebook, texts
from tischlein.core.game import LANGUAGES, Game
from tischlein.core.options import Choices
from tischlein.testing.cases import ConformanceError


def rules_pages_are_complete(game: Game) -> None:
    """Every language has the same rules, and ``rules.en.md`` names at least one."""
    identifiers = list(rulebook.rules(game, "en"))
    if not identifiers:
        raise ConformanceError(f"{game.key}: rules.en.md has no rule '- **{game.prefix}-1** ...'")
    if len(set(game.rule_identifiers)) != len(game.rule_identifiers):
        raise ConformanceError(f"{game.key}: an identifier comes twice on the rules page")
    for language in LANGUAGES:
        if list(rulebook.rules(game, language)) != identifiers:
            raise ConformanceError(f"{game.key}: rules.{language}.md has other rules than English")


def texts_are_complete(game: Game) -> None:
    """Every language has the same messages, among them the game's name and its options'."""
    wanted = {"game"}
    for option in game.options:
        wanted.add(f"option-{option.name}")
        if isinstance(option, Choices):
            wanted |= {f"option-{option.name}-{value}" for value in option.values}
    keys = {language: texts.keys(language, game) for language in LANGUAGES}
    for language in LANGUAGES:
        missing = sorted((wanted | keys["en"]) - keys[language])
        if missing:
            raise ConformanceError(f"{game.key}: texts.{language}.ftl lacks {', '.join(missing)}")
        surplus = sorted(keys[language] - keys["en"])
        if surplus:
            raise ConformanceError(f"{game.key}: only texts.{language}.ftl has {surplus}")
