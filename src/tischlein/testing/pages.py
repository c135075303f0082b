"""Properties of what is shown of a game in general: rules pages, texts, an example.

A game without a presentation is for programs and needs none of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, count, islice
from xml.etree import ElementTree

import msgspec

from tischlein.core import options as option_texts
from tischlein.core.errors import OptionError, RecordError
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number, Option
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Position
from tischlein.presentation import of, rulebook, texts
from tischlein.presentation.capability import source_of
from tischlein.presentation.examples import example_of
from tischlein.testing.cases import Case, ConformanceError, positions_of, values_of
from tischlein.testing.phrases import fault_in

POSITIONS = 1_000
"""Positions of random matches in whose scenes an option may show."""


def rules_pages_are_complete(game: Game) -> None:
    """Every language of a game has the same rules, and ``rules.en.md`` has at least one."""
    identifiers = list(rulebook.rules(game, "en"))
    if not identifiers and game.presentation is not None:
        raise ConformanceError(f"{game.key}: rules.en.md has no rule '- **{game.prefix}-1** ...'")
    if len(set(rulebook.identifiers(game))) != len(rulebook.identifiers(game)):
        raise ConformanceError(f"{game.key}: an identifier comes twice on the rules page")
    for language in texts.LANGUAGES:
        spoken = language in texts.languages(game)
        if identifiers and spoken and not source_of(game).rules(language):
            raise ConformanceError(f"{game.key}: rules.{language}.md is missing")
        if list(rulebook.rules(game, language)) != identifiers:
            raise ConformanceError(f"{game.key}: rules.{language}.md has other rules than English")


def texts_can_be_read(game: Game) -> None:
    """Every message is valid: Fluent skips those that it cannot parse."""
    for language in texts.languages(game):
        for line, problem in texts.faults(language, game):
            where = f"texts.{language}.ftl, line {line}"
            raise ConformanceError(f"{game.key}: {where} cannot be read: {problem}")


def drawings_can_be_read(game: Game) -> None:
    """``art.svg`` is a drawing: well-formed XML."""
    art = source_of(game).art()
    if art:
        try:
            ElementTree.fromstring(art)
        except ElementTree.ParseError as error:
            raise ConformanceError(f"{game.key}: art.svg cannot be read: {error}") from error


def options_can_be_tried(game: Game) -> None:
    """The sample values of an option are accepted at some number of seats."""
    for option in game.options:
        if isinstance(option, Choices | Number):
            continue  # their values are declared one by one
        for sample in option.samples:
            refused = [_refusal(option, sample, seats) for seats in game.seats]
            if all(refused):
                raise ConformanceError(
                    f"{game.key}: no number of seats takes the sample {sample!r} of {option.name}: "
                    f"{refused[0]}"
                )


def _refusal(option: Option, sample: str, seats: int) -> str:
    """Return why a value is refused, empty if it is accepted."""
    try:
        option.read(sample, seats)
    except OptionError as error:
        return str(error)
    return ""


def options_make_a_difference(game: Game) -> None:
    """Every option has a visible effect: in the starting position, or in what is shown of it.

    Rules only see an option through the position. An option that cannot be changed alone at any
    seat count is skipped, since the difference might be due to other options that change with it.
    """
    for option in game.options:
        possible = [list(_settings(game, option, seats)) for seats in game.seats]
        settings = [several for several in possible if len(several) > 1]
        if not settings:
            continue
        if not any(map(_start_differently, settings)) and not any(map(_look_different, settings)):
            raise ConformanceError(
                f"{game.key}: the option {option.name} makes no difference: setup writes it into "
                "the state, or scenes show it"
            )


def _settings(game: Game, option: Option, seats: int) -> Iterator[Case]:
    """Yield settings that differ in one option, with what it needs to have any effect.

    This includes what those options need themselves.
    """
    needed = option_texts.needed_for(game, option.name)
    for value in values_of(option, seats):
        given = {**needed, option.name: value}
        with suppress(OptionError):
            yield Case(game, seats, option_texts.complete(game, seats, given))


def _start_differently(settings: Sequence[Case]) -> bool:
    return len({case.start().to_bytes() for case in settings}) > 1


def _look_different(settings: Sequence[Case]) -> bool:
    """Whether scenes of random matches differ, in settings that rules do not tell apart.

    All observers are compared, since an option may show for one seat alone, and several matches,
    since it may not show in each.
    """
    game, seats, observers = settings[0].game, settings[0].seats, settings[0].observers
    matches = (positions_of(settings[0], seed) for seed in count())
    for position in islice(chain.from_iterable(matches), POSITIONS):
        for observer in observers:
            shown = set()
            for case in settings:
                here = Position(game, seats, case.options, position.row.copy())
                shown.add(msgspec.json.encode(of(game).scene(here.observe(observer))))
            if len(shown) > 1:
                return True
    return False


def texts_are_complete(game: Game) -> None:
    """Every language has the same messages, including the names of the game and its options."""
    english = texts.keys("en", game)
    wanted = english | (set() if game.presentation is None else _names(game))
    for language in texts.languages(game):
        spoken = texts.keys(language, game)
        if missing := sorted(wanted - spoken):
            raise ConformanceError(f"{game.key}: texts.{language}.ftl lacks {', '.join(missing)}")
        if surplus := sorted(spoken - english):
            raise ConformanceError(f"{game.key}: only texts.{language}.ftl has {surplus}")


def an_example_can_be_shown(game: Game) -> None:
    """The game's example match, if there is one, follows its current rules."""
    if source_of(game).example():
        try:
            example_of(game)
        except RecordError as error:
            raise ConformanceError(f"{game.key}: example.record, {error}") from error


def _names(game: Game) -> set[str]:
    """Return the messages that name the game, its options and their values."""
    names = {"game"}
    for option in game.options:
        names.add(f"option-{option.name}")
        if isinstance(option, Choices):
            names |= {f"option-{option.name}-{value}" for value in option.values}
    return names


def derived_refusals_cite_rules(game: Game) -> None:
    """The rules cited out of turn and at the end are on the rules page, and have messages."""
    page = rulebook.identifiers(game)
    for name, rule in (("turn_rule", game.turn_rule), ("over_rule", game.over_rule)):
        if rule and page and rule not in page:
            raise ConformanceError(f"{game.key}: {name}={rule!r} is not on the rules page")
    for phrase in _DERIVED:
        fault = fault_in(game, phrase)
        if fault is not None:
            raise ConformanceError(f"{game.key}: {fault}")


_DERIVED = (
    Phrase("refused-turn", {"seat": seat_name(0)}),
    *map(Phrase, ("refused-over", "refused-now", "refused-chance", "refused-not-possible")),
)
"""The refusals that ``Position.why_not`` derives itself."""


PROPERTIES = (
    rules_pages_are_complete,
    texts_can_be_read,
    texts_are_complete,
    drawings_can_be_read,
    options_can_be_tried,
    options_make_a_difference,
    derived_refusals_cite_rules,
    an_example_can_be_shown,
)
