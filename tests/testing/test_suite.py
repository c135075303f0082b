"""The conformance suite finds what is wrong: each test breaks one thing in a game that passes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.tiny import bell, kuhn
from tests.tiny.kuhn.state import CARDS, UNKNOWN
from tischlein.core.errors import OptionError
from tischlein.core.game import Game, Law
from tischlein.core.options import Choices, Number, Written
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.scenes import Button, Mark, Piece
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.testing import ConformanceError, cases_of, check_game, compiled, pages, secrets
from tischlein.testing import rules as rule_properties
from tischlein.testing import scenes as scene_properties
from tischlein.testing.cases import Property, hold

KUHN = kuhn.GAME


def with_parts(module: ModuleType, parts: Mapping[str, object]) -> ModuleType:
    """Return a copy of a module with some functions replaced."""
    copy = ModuleType(module.__name__)
    copy.__dict__.update({**vars(module), **parts})
    return copy


def broken(**parts: object) -> Game:
    """Return Kuhn poker with some of its rules replaced, run as plain Python."""
    return replace(KUHN, rules=with_parts(KUHN.rules, parts), compiled=False)


def complaint(game: Game, *properties: Property, seeds: int = 6) -> str:
    """Return what the suite says about properties of a game in its default setting."""
    case = next(cases_of(game))
    for seed in range(seeds):
        try:
            hold(case, properties, seed)
        except ConformanceError as error:
            return str(error)
    return "nothing"


@pytest.mark.parametrize("game", [KUHN, bell.GAME], ids=lambda game: game.key)
def test_a_complete_game_passes_as_a_whole(game: Game) -> None:
    check_game(game, seeds=1)


# --- rules ---


def legal_twice(state: Any, seat: int, out: Any) -> int:
    out[:2] = 0
    return 2


def legal_beyond(state: Any, seat: int, out: Any) -> int:
    out[0] = KUHN.actions
    return 1


def weightless(state: Any, outcomes: Any, weights: Any) -> int:
    outcomes[0] = weights[0] = 0
    return 1


def never_refused(state: Any, seat: int, action: int) -> None:
    return None


def always_refused(state: Any, seat: int, action: int) -> Refusal:
    return Refusal("KUH-2")


def refused_by_nobody_knows_what(state: Any, seat: int, action: int) -> Refusal | None:
    refusal: Refusal | None = KUHN.rules.why_not(state, seat, action)
    return refusal and replace_rule(refusal, "KUH-99")


def refused_without_words(state: Any, seat: int, action: int) -> Refusal | None:
    refusal: Refusal | None = KUHN.rules.why_not(state, seat, action)
    return refusal and Refusal(refusal.rule, {"surplus": 1})


def refused_with_a_change(state: Any, seat: int, action: int) -> Refusal | None:
    refusal: Refusal | None = KUHN.rules.why_not(state, seat, action)
    if refusal:
        state.made += 0 if state.made else 1
    return refusal


def replace_rule(refusal: Refusal, rule: str) -> Refusal:
    return Refusal(rule, refusal.values, refusal.message, refusal.culprits)


@pytest.mark.parametrize(
    ("game", "check", "problem"),
    [
        (
            broken(legal=legal_twice),
            rule_properties.seats_and_chance_have_actions,
            "has an action twice",
        ),
        (
            broken(legal=legal_beyond),
            rule_properties.seats_and_chance_have_actions,
            "an action outside 0 to 1",
        ),
        (
            broken(chance=weightless),
            rule_properties.seats_and_chance_have_actions,
            "a weight of chance is not positive",
        ),
        (
            replace(KUHN, most_legal=1),
            rule_properties.seats_and_chance_have_actions,
            "3 actions, but game.most_legal=1",
        ),
        (broken(why_not=never_refused), rule_properties.legal_is_applicable, "not refused either"),
        (broken(why_not=always_refused), rule_properties.legal_is_applicable, "is legal, but"),
        (
            broken(why_not=refused_by_nobody_knows_what),
            rule_properties.legal_is_applicable,
            "KUH-99 is not on the rules page",
        ),
        (
            broken(why_not=refused_without_words),
            rule_properties.legal_is_applicable,
            "uses these values in no language: surplus",
        ),
        (
            broken(why_not=refused_with_a_change),
            rule_properties.legal_is_applicable,
            "a refused action has changed the position",
        ),
        (
            replace(KUHN, score_bounds=(0, 0)),
            rule_properties.scores_and_places_fit,
            "lie outside (0, 0)",
        ),
        (
            replace(KUHN, longest=3),
            rule_properties.scores_and_places_fit,
            "longer than declared",
        ),
        (
            replace(KUHN, laws=(Law("nobody bets", lambda state: not state.line.any()),)),
            rule_properties.laws_hold,
            "this does not hold: nobody bets",
        ),
    ],
)
def test_faults_in_rules_are_found(game: Game, check: Property, problem: str) -> None:
    assert problem in complaint(game, check)


def test_a_complaint_names_everything_needed_to_see_it_again() -> None:
    told = complaint(
        replace(KUHN, laws=(Law("no bets", lambda state: not state.line.any()),)),
        rule_properties.laws_hold,
    )
    assert "game kuhn, 2 seats, options as by default, seed " in told
    assert ", step " in told
    assert "game: kuhn\nseats: Player 1, Player 2\n\n* deal " in told


def test_an_exception_in_a_game_is_a_complaint_too() -> None:
    def crash(state: Any, seat: int, action: int) -> None:
        raise IndexError("out of cards")

    told = complaint(broken(why_not=crash), rule_properties.legal_is_applicable)
    assert "legal_is_applicable: IndexError('out of cards')" in told


# --- notation and records ---


def write_the_same(state: Any, seat: int, action: int) -> str:
    return "act"


def write_a_comment(state: Any, seat: int, action: int) -> str:
    return f"act # {action}"


def read_the_same(state: Any, seat: int, words: list[str]) -> int:
    return 0


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"write": write_the_same}, "'act' means 0 and 1"),
        ({"write": write_a_comment}, "is no line of a record"),
        ({"read": read_the_same}, "but read as 0"),
    ],
)
def test_faults_in_notation_are_found(parts: dict[str, object], problem: str) -> None:
    game = replace(KUHN, notation=with_parts(KUHN.notation, parts))
    assert problem in complaint(game, rule_properties.notation_round_trips)


def test_a_query_that_changes_the_position_is_found() -> None:
    def meddle(state: Any, words: list[str]) -> str:
        state.made = 2
        return "done"

    game = replace(KUHN, notation=with_parts(KUHN.notation, {"QUERIES": {"meddle": meddle}}))
    assert "a query has changed" in complaint(game, rule_properties.queries_answer)


# --- secrets ---


def deal_nothing(state: Any, seat: int, rng: Any) -> None:
    """Leave the masks as they are."""


def deal_the_same_card(state: Any, seat: int, rng: Any) -> None:
    for owner in range(2):
        if state.cards[owner] == UNKNOWN:
            state.cards[owner] = state.cards[1 - owner] or 1


def deal_highest_more_often(state: Any, seat: int, rng: Any) -> None:
    for owner in range(2):
        if state.cards[owner] == UNKNOWN:
            free = [card for card in range(1, CARDS + 1) if card != state.cards[1 - owner]]
            rng[0] += 1
            state.cards[owner] = free[-1] if rng[0] % 10 < 8 else free[0]


def deal_own_card_anew(state: Any, seat: int, rng: Any) -> None:
    KUHN.rules.redeal(state, seat, rng)
    if seat < 2 and state.cards[0] and state.cards[1]:
        state.cards[seat] = 6 - state.cards[0] - state.cards[1]


def pass_against_a_king(state: Any, seat: int, out: Any) -> int:
    out[:2] = (0, 1)
    return 1 if state.cards[1 - seat] == CARDS else 2


def why_not_against_a_king(state: Any, seat: int, action: int) -> Refusal | None:
    if seat < 2 and state.cards[1 - seat] == CARDS:
        return Refusal("KUH-1")
    refusal: Refusal | None = KUHN.rules.why_not(state, seat, action)
    return refusal


def acting_by_card(state: Any) -> int:
    acting = int(KUHN.rules.acting(state))
    return 3 if acting in (1, 2) and state.cards[0] == CARDS else acting


def show_all(state: Any, seat: int, action: int, observer: int) -> int:
    return action


def show_what_is_no_action(state: Any, seat: int, action: int, observer: int) -> int:
    return HIDDEN - 1


@pytest.mark.parametrize(
    ("parts", "check", "problem"),
    [
        ({"redeal": deal_nothing}, secrets.redeals_differ, "all redeals of a position are alike"),
        (
            {"redeal": deal_the_same_card},
            secrets.observations_agree_with_redeals,
            "no card is dealt twice",
        ),
        (
            {"redeal": deal_own_card_anew},
            secrets.observations_agree_with_redeals,
            "can tell a redeal from the truth",
        ),
        (
            {"legal": pass_against_a_king},
            secrets.nothing_else_tells_redeals_apart,
            "legal actions tell",
        ),
        (
            {"why_not": why_not_against_a_king},
            secrets.nothing_else_tells_redeals_apart,
            "a refusal tells",
        ),
        (
            {"acting": acting_by_card},
            secrets.nothing_else_tells_redeals_apart,
            "who may act, or is waited for, tells",
        ),
        (
            {"hide": show_all},
            secrets.hiding_tells_no_more_than_the_view,
            "but is shown different events",
        ),
        (
            {"hide": show_what_is_no_action},
            secrets.hiding_tells_no_more_than_the_view,
            "hide shows",
        ),
    ],
)
def test_leaks_and_dishonest_redeals_are_found(
    parts: dict[str, object], check: Property, problem: str
) -> None:
    assert problem in complaint(broken(**parts), check)


@pytest.mark.parametrize(
    ("redeal", "problem"),
    [
        (deal_highest_more_often, "wrong distribution"),
        (deal_the_same_card, "cannot have come about"),
    ],
)
def test_redeals_that_come_too_often_are_found(redeal: Callable[..., None], problem: str) -> None:
    case = next(cases_of(broken(redeal=redeal)))
    beliefs = secrets.exact_beliefs(case)
    assert beliefs is not None
    with pytest.raises(ConformanceError, match=problem):
        secrets.redeals_follow_beliefs(case, beliefs)


def test_beliefs_are_those_of_kuhn_poker() -> None:
    """Who has the queen believes in jack and king alike, whatever the line of bets."""
    case = next(cases_of(KUHN))
    beliefs = secrets.exact_beliefs(case)
    assert beliefs is not None
    position = case.start()
    for card in (1, 2):
        position.play(CHANCE, card)
    worlds = beliefs[0, position.observe(0).to_bytes()]
    assert [round(chance, 9) for chance in worlds.values()] == [0.5, 0.5]


def test_games_with_too_many_matches_are_not_listed() -> None:
    assert secrets.exact_beliefs(next(cases_of(bell.GAME)), most_positions=5) is None


# --- scenes ---


def changed_scene(**changes: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a scene function that changes some fields of Kuhn's scenes."""

    def scene(observation: Any) -> Any:
        seen = KUHN.picture.scene(observation)
        values = {name: getattr(seen, name) for name in seen.__struct_fields__}
        return type(seen)(**values | {name: change(seen) for name, change in changes.items()})

    return scene


LOST = Piece("lost", "card", "no-such-drawing", Phrase("card"), x=0.5, y=0.5)
NEAR = Piece("near", "card", "card-back", Phrase("card"), x=0.5, y=0.5)
FAR = Piece("far", "card", "card-back", Phrase("card"), x=9)
OUTSIDER = Piece("out", "card", "card-back", Phrase("card"), seat=2)


@pytest.mark.parametrize(
    ("picture", "check", "problem"),
    [
        ({"pieces": lambda _: [LOST]}, "scenes_are_valid", "no drawing 'no-such-drawing'"),
        ({"pieces": lambda _: [FAR]}, "scenes_are_valid", "far lies beside the board"),
        (
            {"pieces": lambda _: [NEAR], "left": lambda _: 9},
            "scenes_are_valid",
            "near lies beside the board",
        ),
        ({"pieces": lambda _: [OUTSIDER]}, "scenes_are_valid", "seat 2, which is not at the table"),
        ({"trays": lambda seen: seen.trays * 2}, "scenes_are_valid", "comes twice"),
        ({"prompt": lambda _: Phrase("nonsense")}, "scenes_are_valid", "no text 'nonsense'"),
        ({"panels": lambda seen: seen.panels[:1]}, "scenes_are_valid", "one panel for every seat"),
        ({"awaited": lambda _: []}, "scenes_are_valid", "waits for the seats []"),
        ({"result": lambda _: None}, "scenes_are_valid", "a result exactly at the end"),
        ({"choices": lambda seen: seen.choices[:1]}, "choices_are", "but the scene offers [0]"),
        ({"buttons": lambda _: []}, "choices_are", "picks what is not there"),
        (
            {"choices": lambda seen: [c.__class__(c.action, ("bet",)) for c in seen.choices]},
            "choices_are",
            "selects 2 choices",
        ),
        (
            {
                "choices": lambda seen: [
                    choice.__class__(choice.action, choice.path, marks=(Mark("gone", "loss"),))
                    for choice in seen.choices
                ]
            },
            "scenes_are_valid",
            "a mark on 'gone'",
        ),
        (
            {"buttons": lambda seen: [Button(b.id, Phrase("bet", {"x": 1})) for b in seen.buttons]},
            "scenes_are_valid",
            "uses these values in no language: x",
        ),
    ],
)
def test_faults_in_scenes_are_found(
    picture: dict[str, Callable[[Any], Any]], check: str, problem: str
) -> None:
    parts = {"scene": changed_scene(**picture)}
    game = replace(KUHN, picture=with_parts(KUHN.picture, parts))
    wanted = [one for one in scene_properties.PROPERTIES if one.__name__.startswith(check)]
    assert problem in complaint(game, *wanted)


def intend_the_same(observation: Any, path: list[str]) -> int:
    return 0


def intend_what_is_no_action(observation: Any, path: list[str]) -> int:
    return 7


def say_nothing(event: Any, before: Any, after: Any) -> None:
    return None


def say_nonsense(event: Any, before: Any, after: Any) -> list[Phrase]:
    return [Phrase("say-what")]


def draw_nothing(observation: Any) -> str:
    return " "


@pytest.mark.parametrize(
    ("parts", "check", "problem"),
    [
        ({"intend": intend_the_same}, "choices_are", "but intends 0"),
        ({"intend": intend_what_is_no_action}, "any_clicks", "intends 7"),
        ({"say": say_nothing}, "events_can", "is no list of phrases"),
        ({"say": say_nonsense}, "events_can", "no text 'say-what'"),
        ({"draw": draw_nothing}, "terminals_show", "nothing is drawn"),
    ],
)
def test_faults_in_what_people_read_are_found(
    parts: dict[str, object], check: str, problem: str
) -> None:
    game = replace(KUHN, picture=with_parts(KUHN.picture, parts))
    wanted = [one for one in scene_properties.PROPERTIES if one.__name__.startswith(check)]
    assert problem in complaint(game, *wanted)


# --- the compiler, and the folder ---


def test_a_difference_between_compiled_and_interpreted_rules_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    true_trace = compiled.trace

    def other_trace(game: Game, seeds: int) -> compiled.Trace:
        trace = true_trace(game, seeds)
        next(iter(trace.values()))[3]["scores"] = "(1, 1)"
        return trace

    monkeypatch.setattr(compiled, "trace", other_trace)
    with pytest.raises(ConformanceError, match=r"step 3: .* differ in scores"):
        compiled.compiled_equals_interpreted(KUHN)


@pytest.mark.parametrize(
    ("language", "page", "problem"),
    [
        ("de", "- **KUH-1** Eins.\n", "rules.de.md has other rules"),
        ("en", "Nothing.\n", "rules.en.md has no rule"),
    ],
)
def test_incomplete_rules_pages_are_found(
    language: str, page: str, problem: str, tmp_path: Path
) -> None:
    for file in KUHN.folder.glob("rules.*.md"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / f"rules.{language}.md").write_text(page)
    with pytest.raises(ConformanceError, match=problem):
        pages.rules_pages_are_complete(broken(__file__=str(tmp_path / "rules.py")))


def test_incomplete_texts_are_found(tmp_path: Path) -> None:
    for file in KUHN.folder.glob("texts.*.ftl"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with (tmp_path / "texts.fr.ftl").open("a") as texts:
        texts.write("only-here = ici\n")
    game = broken(__file__=str(tmp_path / "rules.py"))
    with pytest.raises(ConformanceError, match=r"only texts\.fr\.ftl has"):
        pages.texts_are_complete(game)
    (tmp_path / "bare").mkdir()
    bare = broken(__file__=str(tmp_path / "bare" / "rules.py"))
    with pytest.raises(ConformanceError, match=r"texts\.en\.ftl lacks game"):
        pages.texts_are_complete(bare)
    with pytest.raises(ConformanceError, match=r"lacks .*option-size, option-size-big"):
        pages.texts_are_complete(replace(KUHN, options=(Choices("size", ("big",), "big"),)))


# --- settings ---


def test_every_seat_count_and_every_other_value_of_an_option_is_a_setting() -> None:
    def normalize(text: str, seats: int) -> str:
        return text

    def check_options(seats: int, options: dict[str, Any]) -> None:
        if seats == 3 and options["mode"] == "odd":
            raise OptionError("not with three")

    game = replace(
        KUHN,
        seats=(2, 3),
        rules=with_parts(KUHN.rules, {"check_options": check_options}),
        options=(
            Choices("mode", ("even", "odd"), "even"),
            Number("hand", 2, 6, {2: 5, 3: 6}),
            Written("plan", "a", normalize, ("a", "b")),
        ),
    )
    assert [str(case) for case in cases_of(game)] == [
        "kuhn-2",
        "kuhn-2-mode=odd",
        "kuhn-2-hand=2",
        "kuhn-2-hand=6",
        "kuhn-2-plan=b",
        "kuhn-3",
        "kuhn-3-hand=2",
        "kuhn-3-plan=b",
    ]


def test_a_seat_count_whose_defaults_are_refused_still_has_its_other_settings() -> None:
    def check_options(seats: int, options: dict[str, Any]) -> None:
        if seats == 3 and options["teams"] == "no":
            raise OptionError("three play in teams")

    game = replace(
        KUHN,
        seats=(2, 3),
        rules=with_parts(KUHN.rules, {"check_options": check_options}),
        options=(Choices("teams", ("no", "yes"), "no"),),
    )
    settings = list(cases_of(game))
    assert [str(case) for case in settings] == ["kuhn-2", "kuhn-2-teams=yes", "kuhn-3-teams=yes"]
    assert [case.is_default for case in settings] == [True, False, False]
