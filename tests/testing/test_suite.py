"""The conformance suite finds what is wrong: each test breaks one thing in a game that passes."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.search.again import AGAIN
from tests.search.together import TOGETHER
from tests.tiny import bell, dash, kuhn, tokens, votes
from tests.tiny.kuhn.state import CARDS, UNKNOWN
from tischlein.core import registry
from tischlein.core.capabilities import Heuristics, Interrupts, Notation, Rules, Secrets
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.game import Game, Invariant
from tischlein.core.levels import Level, Search
from tischlein.core.options import Choices, Number, Option, Options, Teams, Written, complete
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR, letter
from tischlein.presentation import Folder, Inline, Presentation, of
from tischlein.presentation.scenes import Button, Lettering, Mark, Picture, Piece
from tischlein.testing import (
    ConformanceError,
    beliefs,
    cases_of,
    check_game,
    checks_of,
    compiled,
    hooks,
    pages,
    secrets,
)
from tischlein.testing import rules as rule_properties
from tischlein.testing import scenes as scene_properties
from tischlein.testing.cases import (
    CHECKED_POSITIONS,
    QUICKLY_CHECKED_POSITIONS,
    Case,
    Property,
    check_properties,
    ends_of,
    is_checked,
    positions_of,
)
from tischlein.testing.levels import levels_can_play

KUHN = kuhn.GAME
LOTS = random.Random(1)


def broken(**parts: object) -> Game:
    """Return Kuhn poker with some of its rules replaced, run as plain Python."""
    hooks = vars(kuhn.rules) | parts
    return replace(KUHN, rules=Rules.of(hooks), secrets=Secrets.of(hooks), compiled=False)


def shown(**parts: object) -> Game:
    """Return Kuhn poker with some of its presentation replaced."""
    return replace(KUHN, presentation=Presentation.of(kuhn.picture, **parts))


def complaint(game: Game, *properties: Property, seeds: int = 6) -> str:
    """Return what the suite says about properties of a game in its default setting."""
    case = next(cases_of(game))
    for seed in range(seeds):
        try:
            check_properties(case, properties, seed)
        except ConformanceError as error:
            return str(error)
    return "nothing"


@pytest.mark.parametrize("game", [KUHN, bell.GAME, AGAIN.ranks], ids=lambda game: game.key)
def test_a_complete_game_passes_as_a_whole(game: Game) -> None:
    """Also one that is a single file, speaks English only, and leaves its pictures to us."""
    check_game(game, seeds=1)


def test_a_game_for_programs_needs_no_words() -> None:
    bare = replace(AGAIN.ranks, presentation=None)
    for whole in pages.PROPERTIES:
        whole(bare)
    assert complaint(bare, *rule_properties.PROPERTIES, *scene_properties.PROPERTIES) == "nothing"


def test_a_game_for_programs_may_score_nothing_all_the_match() -> None:
    """As who gets no token does: what is drawn of it are the scores."""
    assert complaint(tokens.TOKENS, *scene_properties.PROPERTIES) == "nothing"


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
    refusal = KUHN.rules.why_not(state, seat, action)
    return refusal and replace_rule(refusal, "KUH-99")


def refused_without_words(state: Any, seat: int, action: int) -> Refusal | None:
    refusal = KUHN.rules.why_not(state, seat, action)
    return refusal and Refusal(refusal.rule, {"surplus": 1})


def refused_with_a_change(state: Any, seat: int, action: int) -> Refusal | None:
    refusal = KUHN.rules.why_not(state, seat, action)
    if refusal:
        state.record.made += 0 if state.made else 1
    return refusal


def replace_rule(refusal: Refusal, rule: str) -> Refusal:
    return Refusal(rule, refusal.values, refusal.message, refusal.culprits)


@pytest.mark.parametrize(
    ("search", "problem"),
    [
        (Search("utc", simulations=5), "level 'odd', there is no search 'utc'"),
        (Search("ismcts", simulation=5), "level 'odd', the search 'ismcts' cannot be set"),
        (Search("alphabeta", nodes=5, depth=2), "level 'odd', alphabeta cannot play kuhn"),
        (Search("uct", simulations=5), "level 'odd', uct cannot play kuhn"),
    ],
)
def test_levels_that_cannot_play_are_found(search: Search, problem: str) -> None:
    levels_can_play(replace(KUHN, levels=(*KUHN.levels, Level("lots", Search("random")))))
    with pytest.raises(ConformanceError, match=problem):
        levels_can_play(replace(KUHN, levels=(Level("odd", search),), absent="odd"))


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
            rule_properties.scores_and_ranks_fit,
            "lie outside (0, 0)",
        ),
        (
            replace(KUHN, longest=3),
            rule_properties.scores_and_ranks_fit,
            "longer than declared",
        ),
        (
            replace(
                KUHN, invariants=(Invariant("nobody bets", lambda state: not any(state.line)),)
            ),
            rule_properties.invariants_hold,
            "this does not hold: nobody bets",
        ),
    ],
)
def test_faults_in_rules_are_found(game: Game, check: Property, problem: str) -> None:
    assert problem in complaint(game, check)


def test_seats_that_choose_at_once_are_found_where_the_game_does_not_say_so() -> None:
    game = replace(registry.load("drunter"), simultaneous=False)
    case = Case(game, 2, complete(game, 2, {"votes": "simultaneous"}))
    with pytest.raises(ConformanceError, match="choose at once, but the game is not simultaneous"):
        check_properties(case, [rule_properties.seats_and_chance_have_actions], seed=1)


def test_a_complaint_names_everything_needed_to_see_it_again() -> None:
    told = complaint(
        replace(KUHN, invariants=(Invariant("no bets", lambda state: not any(state.line)),)),
        rule_properties.invariants_hold,
    )
    assert "game kuhn, 2 seats, options as by default, seed " in told
    assert ", step " in told
    assert "game: kuhn\nseats: Player 1, Player 2\n\n* deal " in told


def test_an_exception_in_a_game_is_a_complaint_too() -> None:
    def crash(state: Any, seat: int, action: int) -> None:
        raise IndexError("out of cards")

    told = complaint(broken(why_not=crash), rule_properties.legal_is_applicable)
    assert "legal_is_applicable: IndexError('out of cards')" in told


def test_a_view_that_says_something_else_than_the_record_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = KUHN.state.view._numbers
    monkeypatch.setitem(numbers, "made", numbers["seats"]._replace(names=("made",)))
    told = complaint(KUHN, rule_properties.views_say_what_records_say)
    assert "the view says made=2, the record 0" in told


def test_an_option_that_nobody_reads_is_found() -> None:
    for key in ("drunter", "misd"):  # where the option marks shows something else, and is no rule
        pages.options_make_a_difference(registry.load(key))
    game = replace(KUHN, options=(Number("stakes", 1, 3, 1),))
    with pytest.raises(ConformanceError, match="kuhn: the option stakes makes no difference"):
        pages.options_make_a_difference(game)


def stones(reads: tuple[str, ...], refuses: Callable[[Options], bool], *options: Option) -> Game:
    """Return a game of stones that writes some options into the state and refuses combinations."""

    def setup(state: Any, options: Options) -> None:
        state.pile = 3
        state.first = sum(len(str(options[name])) for name in reads)

    def check_options(seats: int, options: Options) -> None:
        if refuses(options):
            raise OptionError("these do not go together")

    rules = replace(AGAIN.ranks.rules, setup=setup, check_options=check_options)
    return replace(AGAIN.ranks, compiled=False, rules=rules, options=options)


def test_an_option_that_shows_to_one_seat_or_rarely_makes_a_difference() -> None:
    """To B, where both have passed: in a quarter of all random matches."""

    def scene(observation: Any) -> Any:
        seen = of(KUHN).scene(observation)
        if (
            observation.seat == 1
            and observation.state.made == 2
            and not any(observation.state.line)
        ):
            return msgspec.structs.replace(seen, width=10 + observation.options["margin"])
        return seen

    for number in range(10):
        key, options = f"kuhn_{chr(ord('a') + number)}", (Number("margin", 1, 3, 1),)
        game = replace(shown(scene=scene), key=key, options=options, compiled=False)
        pages.options_make_a_difference(game)


def test_an_option_is_tried_with_all_that_it_needs_in_turn() -> None:
    """A hint means something with hints alone, and those in the longer variant alone."""
    options = (
        Choices("variant", ("brief", "longer"), "brief"),
        Choices("hints", ("no", "yes"), "no", needs=("variant", "longer")),
        Choices("hint", ("mild", "strong"), "mild", needs=("hints", "yes")),
    )

    def refuses(chosen: Options) -> bool:
        without_variant = chosen["hints"] == "yes" and chosen["variant"] == "brief"
        return without_variant or (chosen["hint"] == "strong" and chosen["hints"] == "no")

    pages.options_make_a_difference(stones(("variant", "hints", "hint"), refuses, *options))
    with pytest.raises(ConformanceError, match="the option hint makes no difference"):
        pages.options_make_a_difference(stones(("variant", "hints"), refuses, *options))


def test_options_that_need_each_other_are_tried_all_the_same() -> None:
    options = (
        Choices("left", ("no", "yes"), "no", needs=("right", "yes")),
        Choices("right", ("no", "yes"), "no", needs=("left", "yes")),
    )
    pages.options_make_a_difference(stones(("left", "right"), lambda _: False, *options))


def test_nothing_is_said_of_options_that_must_change_together() -> None:
    """A board as wide as it is high; an option beside them that nobody reads is found as ever."""
    board = Number("width", 8, 12, 8), Number("height", 8, 12, 8)

    def refuses(chosen: Options) -> bool:
        return chosen["width"] != chosen["height"]

    pages.options_make_a_difference(stones(("width",), refuses, *board))
    game = stones(("width",), refuses, *board, Number("stakes", 1, 3, 1))
    with pytest.raises(ConformanceError, match="the option stakes makes no difference"):
        pages.options_make_a_difference(game)


def test_partners_with_scores_of_their_own_are_found() -> None:
    """Three who have said yes or no; the second and the third are partners."""
    teams = Teams("teams", alone=(3,), samples=("122",))
    game = replace(TOGETHER, seats=(3,), options=(teams,))
    together = Case(game, 3, complete(game, 3, {"teams": "122"}))
    with pytest.raises(ConformanceError, match="partners have other scores or ranks"):
        check_properties(together, [rule_properties.scores_and_ranks_fit], 1)
    check_properties(
        Case(game, 3, complete(game, 3, {})), [rule_properties.scores_and_ranks_fit], 0
    )


def evaluate_beyond(state: Any, seat: int) -> int:
    return 10**6 + 1


def choose_by_another_lot(state: Any, seat: int, actions: Any, count: int, rng: Any) -> int:
    return int(actions[LOTS.randrange(count)])


def choose_what_is_not_legal(state: Any, seat: int, actions: Any, count: int, rng: Any) -> int:
    return 2


@pytest.mark.parametrize(
    ("heuristics", "problem"),
    [
        (Heuristics(policy=choose_by_another_lot), "draws lots elsewhere than from the generator"),
        (Heuristics(evaluate=evaluate_beyond), "seat A is evaluated as 1000001"),
        (Heuristics(policy=choose_what_is_not_legal), "the policy of A chooses 2"),
    ],
)
def test_heuristics_out_of_bounds_are_found(heuristics: Heuristics, problem: str) -> None:
    game = replace(broken(), heuristics=heuristics)
    assert problem in complaint(game, rule_properties.heuristics_keep_within_bounds)


# --- notation and records ---


def write_the_same(state: Any, seat: int, action: int) -> str:
    return "act"


def write_a_comment(state: Any, seat: int, action: int) -> str:
    return f"act # {action}"


def read_the_same(state: Any, seat: int, words: list[str]) -> int:
    return 0


@pytest.mark.parametrize(
    ("notation", "problem"),
    [
        (replace(KUHN.notation, write=write_the_same), "'act' means 0 and 1"),
        (replace(KUHN.notation, write=write_a_comment), "is no line of a record"),
        (replace(KUHN.notation, read=read_the_same), "but read as 0"),
    ],
)
def test_faults_in_notation_are_found(notation: Notation, problem: str) -> None:
    game = replace(KUHN, notation=notation)
    assert problem in complaint(game, rule_properties.notation_round_trips)


def refuse_whatever_it_is(state: Any, seat: int, words: list[str]) -> int:
    if words[0] not in ("pass", "bet"):
        raise RefusedError(Refusal("KUH-2"))
    return KUHN.notation.read(state, seat, words)


def read_the_first_word(state: Any, seat: int, words: list[str]) -> int:
    return KUHN.notation.read(state, seat, words if seat == CHANCE else words[:1])


@pytest.mark.parametrize(
    ("read", "problem"),
    [
        (refuse_whatever_it_is, "'xyzzy' is no action, but KUH-2 refuses it"),
        (read_the_same, "'xyzzy' is no action, but read as 0"),
        (read_the_first_word, "'pass xyzzy' is no action, but read as 0"),
    ],
)
def test_words_that_mean_nothing_and_count_as_something_are_found(
    read: Callable[..., int], problem: str
) -> None:
    game = replace(KUHN, notation=replace(KUHN.notation, read=read))
    assert problem in complaint(game, rule_properties.what_means_nothing_is_no_action)


def test_a_query_that_changes_the_position_is_found() -> None:
    def meddle(state: Any, words: list[str]) -> str:
        state.record.made = 2
        return "done"

    game = replace(KUHN, notation=replace(KUHN.notation, queries={"meddle": meddle}))
    assert "a query has changed" in complaint(game, rule_properties.queries_answer)


def shy(state: Any, words: list[str]) -> str:
    raise NotationError("ask me something else")


SHY = replace(KUHN, notation=replace(KUHN.notation, queries={"shy": shy}))


def test_a_query_that_always_refuses_is_found() -> None:
    told = complaint(SHY, rule_properties.queries_answer)
    assert "these queries have answered to no words: shy" in told


def test_a_match_looked_at_in_passing_need_not_show_what_shows_some_time() -> None:
    check_properties(
        next(cases_of(SHY)), [rule_properties.queries_answer], 0, QUICKLY_CHECKED_POSITIONS
    )


def test_a_query_may_ask_for_words_that_actions_are_written_with() -> None:
    def cost(state: Any, words: list[str]) -> str:
        if words != ["a", "bet"]:
            raise NotationError("this query names a seat and an action")
        return "1"

    game = replace(KUHN, notation=replace(KUHN.notation, queries={"cost": cost}))
    assert complaint(game, rule_properties.queries_answer) == "nothing"


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


def deal_by_another_lot(state: Any, seat: int, rng: Any) -> None:
    for owner in range(2):
        if state.cards[owner] == UNKNOWN:
            free = [card for card in range(1, CARDS + 1) if card != state.cards[1 - owner]]
            state.cards[owner] = LOTS.choice(free)


def deal_own_card_anew(state: Any, seat: int, rng: Any) -> None:
    kuhn.rules.determinize(state, seat, rng)
    if seat < 2 and state.cards[0] and state.cards[1]:
        state.cards[seat] = 6 - state.cards[0] - state.cards[1]


def pass_against_a_king(state: Any, seat: int, out: Any) -> int:
    out[:2] = (0, 1)
    return 1 if state.cards[1 - seat] == CARDS else 2


def why_not_against_a_king(state: Any, seat: int, action: int) -> Refusal | None:
    if seat < 2 and state.cards[1 - seat] == CARDS:
        return Refusal("KUH-1")
    return KUHN.rules.why_not(state, seat, action)


def acting_by_card(state: Any) -> int:
    acting = int(KUHN.rules.acting(state))
    return 3 if acting in (1, 2) and state.cards[0] == CARDS else acting


def show_all(state: Any, seat: int, action: int, observer: int) -> int:
    return action


def only_to_a_or_its_owner(state: Any, seat: int, action: int, observer: int) -> int:
    return action if observer == 0 else kuhn.rules.observed_action(state, seat, action, observer)


def show_what_is_no_action(state: Any, seat: int, action: int, observer: int) -> int:
    return HIDDEN - 1


@pytest.mark.parametrize(
    ("parts", "check", "problem"),
    [
        (
            {"determinize": deal_nothing},
            secrets.determinizations_differ,
            "all determinizations of a position are alike",
        ),
        (
            {"determinize": deal_the_same_card},
            secrets.observations_agree_with_determinizations,
            "no card is dealt twice",
        ),
        (
            {"determinize": deal_own_card_anew},
            secrets.observations_agree_with_determinizations,
            "can tell a determinization from the truth",
        ),
        (
            {"determinize": deal_by_another_lot},
            secrets.observations_agree_with_determinizations,
            "determinize draws lots elsewhere than from the generator",
        ),
        (
            {"legal": pass_against_a_king},
            secrets.nothing_else_tells_determinizations_apart,
            "legal actions tell",
        ),
        (
            {"why_not": why_not_against_a_king},
            secrets.nothing_else_tells_determinizations_apart,
            "a refusal tells",
        ),
        (
            {"acting": acting_by_card},
            secrets.nothing_else_tells_determinizations_apart,
            "who may act, or is waited for, tells",
        ),
        (
            {"observed_action": show_all},
            secrets.observed_actions_tell_no_more_than_the_view,
            "but is shown different events",
        ),
        (
            {"observed_action": show_what_is_no_action},
            secrets.observed_actions_tell_no_more_than_the_view,
            "observed_action shows",
        ),
    ],
)
def test_leaks_and_dishonest_determinizations_are_found(
    parts: dict[str, object], check: Property, problem: str
) -> None:
    assert problem in complaint(broken(**parts), check)


@pytest.mark.parametrize(
    ("determinize", "problem"),
    [
        (deal_highest_more_often, "wrong distribution"),
        (deal_the_same_card, "cannot have come about"),
    ],
)
def test_determinizations_that_come_too_often_are_found(
    determinize: Callable[..., None], problem: str
) -> None:
    case = next(cases_of(broken(determinize=determinize)))
    believed = beliefs.exact_beliefs(case)
    assert believed is not None
    with pytest.raises(ConformanceError, match=problem):
        beliefs.determinizations_follow_beliefs(case, believed)


def test_beliefs_are_those_of_kuhn_poker() -> None:
    """Who has the queen believes in jack and king alike, whatever the line of bets."""
    case = next(cases_of(KUHN))
    believed = beliefs.exact_beliefs(case)
    assert believed is not None
    position = case.start()
    for card in (1, 2):
        position.play(CHANCE, card)
    worlds = believed[0, position.observe(0).to_bytes()]
    assert [round(chance, 9) for chance in worlds.values()] == [0.5, 0.5]


def deal_the_lowest(state: Any, seat: int, rng: Any) -> None:
    for owner in range(2):
        if state.cards[owner] == UNKNOWN:
            state.cards[owner] = 1 if state.cards[1 - owner] != 1 else 2


def test_one_position_with_a_single_determinization_is_enough_to_be_found() -> None:
    """Not only if there is none with several in the whole match."""

    def lowest_before_bets(state: Any, seat: int, rng: Any) -> None:
        (kuhn.rules.determinize if state.made else deal_the_lowest)(state, seat, rng)

    told = complaint(
        broken(determinize=lowest_before_bets), secrets.determinizations_differ, seeds=20
    )
    assert "all determinizations of a position are alike for " in told


@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
def test_a_filter_agrees_with_determinizations_that_exact_beliefs_agree_with(
    observer: int,
) -> None:
    beliefs.determinizations_follow_a_filter(next(cases_of(broken())), observer)


def test_a_filter_drops_matches_whose_positions_would_have_looked_different() -> None:
    """Where a deal is seen by nobody, only the cards in hand tell that it was another one."""

    def hide_deals(state: Any, seat: int, action: int, observer: int) -> int:
        return HIDDEN if seat == CHANCE else action

    case = next(cases_of(broken(observed_action=hide_deals)))
    beliefs.determinizations_follow_a_filter(case, 0)


@pytest.mark.parametrize("determinize", [deal_highest_more_often, deal_the_lowest])
def test_a_filter_finds_determinizations_that_come_too_often(
    determinize: Callable[..., None],
) -> None:
    case = next(cases_of(broken(determinize=determinize)))
    with pytest.raises(ConformanceError, match=r"wrong distribution: .*cards\[1\].* instead of "):
        beliefs.determinizations_follow_a_filter(case, 0)


def test_a_filter_that_can_compare_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no match takes the same course twice, nothing that is hidden can be compared."""
    monkeypatch.setattr(beliefs, "MOST_MATCHES", 1)
    with pytest.raises(ConformanceError, match="compared with a filter by rejection in 0 position"):
        beliefs.determinizations_follow_a_filter(next(cases_of(broken())), 0)


def open_cards(state: Any, seat: int) -> None:
    """Hide nothing."""


def test_a_filter_has_nothing_to_compare_where_nothing_is_hidden() -> None:
    """As for whoever sits alone at a table."""
    game = broken(observe=open_cards, observed_action=show_all)
    beliefs.determinizations_follow_a_filter(next(cases_of(game)), 0)


def test_secrets_that_everybody_sees_are_none() -> None:
    secrets.secrets_are_kept(KUHN)
    game = broken(observe=open_cards, observed_action=show_all)
    with pytest.raises(ConformanceError, match=r"kuhn: secrets\.observe never masks anything"):
        secrets.secrets_are_kept(game)


def open_to_a(state: Any, seat: int) -> None:
    """Show everything to one seat."""
    if seat:
        kuhn.rules.observe(state, seat)


def open_to_whoever_watches(state: Any, seat: int) -> None:
    """Hide the cards from spectators alone."""
    if seat == SPECTATOR:
        kuhn.rules.observe(state, seat)


def nobody_else(state: Any, seat: int, other: int) -> bool:
    return False


def with_b_open(state: Any, seat: int, other: int) -> bool:
    return other == 1


def test_a_game_that_shows_everything_to_one_seat_is_found() -> None:
    """Nothing that follows from observations contradicts it; but B hides nothing from A."""
    case = next(cases_of(KUHN))
    secrets.seats_hide_alike(case)
    leaking = broken(observe=open_to_a, observed_action=only_to_a_or_its_owner)
    assert complaint(leaking, *secrets.PROPERTIES) == "nothing"
    told = r"^A sees everything that B sees, .*secrets\.sees_all_of says so: kuhn-2$"
    (check,) = (one for one in checks_of(leaking) if one.name == "kuhn-2-seats_hide_alike")
    with pytest.raises(ConformanceError, match=told):
        check()
    said = broken(observe=open_to_a, sees_all_of=with_b_open)
    secrets.seats_hide_alike(next(cases_of(said)))


def dealt_otherwise(number: int, **parts: object) -> Game:
    """Return the game of rare tokens whose random matches are those of a number from 0 to 25."""
    hooks = vars(tokens) | parts
    key = f"tokens_{chr(ord('a') + number)}"
    return replace(tokens.TOKENS, key=key, rules=Rules.of(hooks), secrets=Secrets.of(hooks))


@pytest.mark.parametrize("seats", tokens.TOKENS.seats)
def test_secrets_that_seats_rarely_have_are_no_leaks(seats: int) -> None:
    for number in range(26):
        game = dealt_otherwise(number)
        secrets.secrets_are_kept(game)
        secrets.seats_hide_alike(Case(game, seats, {}))


def test_a_seat_may_have_its_secret_more_rarely_than_others() -> None:
    """A gets a token in one match of ten, the others nearly always."""

    def chance(state: Any, outcomes: Any, weights: Any) -> int:
        outcomes[:3] = range(3)
        weights[:3] = (1, 9, 9) if state.events else tokens.WEIGHTS
        return 3

    for number in range(26):
        secrets.seats_hide_alike(Case(dealt_otherwise(number, chance=chance), 2, {}))


def hardly_ever_to_a(state: Any, outcomes: Any, weights: Any) -> int:
    """Deal A a token in one match of a thousand, and the others one nearly always."""
    outcomes[:3] = range(3)
    weights[:3] = (1, 9, 9) if state.events else (998, 1, 1)
    return 3


@pytest.mark.parametrize("by_events_alone", [False, True])
def test_a_secret_that_hardly_ever_comes_is_looked_for(
    by_events_alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In matches in which chance brings all alike, or one event away from what comes about."""
    if by_events_alone:
        monkeypatch.setattr(
            secrets, "positions_of", lambda case, seed: positions_of(case, 2 * seed)
        )
    for number in range(5):
        game = dealt_otherwise(number, chance=hardly_ever_to_a)
        secrets.seats_hide_alike(Case(game, 2, {}))


def test_of_secrets_that_hardly_ever_come_it_may_be_said_when_there_are_none() -> None:
    """A has nothing of its own until it gets a token, which here it never does."""

    def chance(state: Any, outcomes: Any, weights: Any) -> int:
        outcomes[:2], weights[:2] = (1, 2) if state.events else (0, 0), (1, 1)
        return 2 if state.events else 1

    def sees_all_of(state: Any, seat: int, other: int) -> bool:
        return other == 0 and state.dealt[0] not in (tokens.RED, tokens.BLUE)

    told = r"or the other one has as yet no secret, secrets\.sees_all_of says so"
    with pytest.raises(ConformanceError, match=told):
        secrets.seats_hide_alike(Case(dealt_otherwise(0, chance=chance), 2, {}))
    said = dealt_otherwise(0, chance=chance, sees_all_of=sees_all_of)
    secrets.seats_hide_alike(Case(said, 2, {}))


def test_who_sees_all_of_another_may_change_during_a_match() -> None:
    """Of B's token A is said to see all that B sees before it is dealt, or from then on."""

    def observe(state: Any, seat: int) -> None:
        token = state.dealt[1]
        tokens.observe(state, seat)
        if seat == 0:
            state.dealt[1] = token

    def before(state: Any, seat: int, other: int) -> bool:
        return (seat, other) == (0, 1) and state.events < 2

    def until_the_end(state: Any, seat: int, other: int) -> bool:
        return (seat, other) == (0, 1) and bool(tokens.acting(state))

    def then(state: Any, seat: int, other: int) -> bool:
        return (seat, other) == (0, 1) and state.events > 0

    for hook in (until_the_end, then):
        secrets.seats_hide_alike(Case(dealt_otherwise(0, observe=observe, sees_all_of=hook), 2, {}))
    leaking = dealt_otherwise(0, observe=observe, sees_all_of=before)
    with pytest.raises(ConformanceError, match=r"A sees everything that B sees"):
        secrets.seats_hide_alike(Case(leaking, 2, {}))


def test_choices_at_once_may_be_open_as_long_as_the_rules_let_them() -> None:
    """Of three who vote, whoever is left alone sees what the others have said; or does not."""

    def observe(state: Any, seat: int) -> None:
        if seat == SPECTATOR or votes.acting(state) != 1 << seat:
            votes.observe(state, seat)

    def sees_all_of(state: Any, seat: int, other: int) -> bool:
        return votes.acting(state) in (0, 1 << seat)

    assert votes.SECRET.secrets is not None
    open_to_the_last = replace(votes.SECRET.secrets, observe=observe, sees_all_of=sees_all_of)
    check = secrets.choices_at_once_are_hidden
    case = next(case for case in cases_of(votes.SECRET) if case.seats == 3)
    said = replace(case, game=replace(case.game, secrets=open_to_the_last))
    assert said.is_default
    for seed in range(6):
        check_properties(said, [check, secrets.whoever_sees_all_of_another_does], seed)
    unsaid = replace(open_to_the_last, sees_all_of=nobody_else)
    told = complaint(replace(case.game, seats=(3,), secrets=unsaid), check)
    assert "has chosen, and has yet to choose" in told


def test_who_is_wrongly_said_to_see_all_of_another_is_found() -> None:
    check = secrets.whoever_sees_all_of_another_does
    assert complaint(broken(), check) == "nothing"
    told = complaint(broken(sees_all_of=with_b_open), check)
    assert "sees_all_of says that A sees here all that B sees, but secrets.observe masks" in told
    assert complaint(broken(observe=open_to_a, sees_all_of=with_b_open), check) == "nothing"


@pytest.mark.parametrize(("seats", "owner", "other"), [(2, 0, 1), (2, 1, 0), (8, 6, 3)])
def test_a_rare_secret_that_is_shown_to_one_seat_is_found(
    seats: int, owner: int, other: int
) -> None:
    def observe(state: Any, seat: int) -> None:
        token = state.dealt[owner]
        tokens.observe(state, seat)
        if seat == other:
            state.dealt[owner] = token

    told = f"^{letter(other)} sees everything that {letter(owner)} sees, in all of "
    for number in range(40 // seats):
        leaking = Case(dealt_otherwise(number, observe=observe), seats, {})
        with pytest.raises(ConformanceError, match=told):
            secrets.seats_hide_alike(leaking)


def test_a_choice_that_others_see_before_they_choose_is_found() -> None:
    """In Drunter & Drüber with votes at the same time, whose observe is made to hide none."""
    drunter = registry.load("drunter")
    assert drunter.secrets is not None
    mask = drunter.secrets.observe

    def observe(state: Any, seat: int) -> None:
        ballots = state.ballots.copy()
        mask(state, seat)
        state.ballots[:] = ballots

    leaking = replace(drunter, compiled=False, secrets=replace(drunter.secrets, observe=observe))
    options = complete(drunter, 3, {"votes": "simultaneous"})
    check_properties(Case(drunter, 3, options), [secrets.choices_at_once_are_hidden], 1)
    with pytest.raises(ConformanceError, match=r"sees what . has chosen, and has yet to choose"):
        check_properties(Case(leaking, 3, options), [secrets.choices_at_once_are_hidden], 1)


def test_partners_may_see_each_others_choices_before_they_choose() -> None:
    """Of three or four who vote at the same time; a vote that others see is found as ever."""
    for case in cases_of(votes.SECRET):
        check_properties(case, secrets.PROPERTIES, 0)
        secrets.seats_hide_alike(case)
    assert votes.SECRET.secrets is not None
    mask = votes.SECRET.secrets.observe

    def observe(state: Any, seat: int) -> None:
        vote = state.said[0]
        mask(state, seat)
        state.said[0] = vote

    leaking = replace(votes.SECRET, secrets=replace(votes.SECRET.secrets, observe=observe))
    teams = Case(leaking, 4, complete(leaking, 4, {"teams": "1212"}))
    with pytest.raises(ConformanceError, match=r"[BD] sees what A has chosen, and has yet to"):
        check_properties(teams, [secrets.choices_at_once_are_hidden], 0)


def test_choices_at_once_may_be_open_where_the_rules_let_everybody_see_all() -> None:
    check = secrets.choices_at_once_are_hidden
    assert complaint(votes.OPEN, check) == "nothing"
    assert votes.OPEN.secrets is not None
    unsaid = replace(votes.OPEN, secrets=replace(votes.OPEN.secrets, sees_all_of=nobody_else))
    assert "A has chosen, and has yet to choose" in complaint(unsaid, check)


def test_seats_may_act_openly_in_any_order_where_the_match_waits_for_one_of_them() -> None:
    """As long as there are secrets otherwise: nobody sees all that another one sees."""

    def to_move(state: Any) -> int:
        bits = votes.acting(state)
        return bits & -bits

    assert votes.OPEN.secrets is not None
    waiting = replace(
        votes.OPEN,
        secrets=replace(votes.OPEN.secrets, sees_all_of=nobody_else),
        interrupts=Interrupts(to_move=to_move),
        simultaneous=False,
    )
    in_turn = rule_properties.seats_and_chance_have_actions
    assert complaint(waiting, in_turn, *secrets.PROPERTIES) == "nothing"


def test_secrets_from_spectators_alone_are_none_of_a_game() -> None:
    game = broken(observe=open_to_whoever_watches)
    with pytest.raises(ConformanceError, match="never masks anything from any seat"):
        secrets.secrets_are_kept(game)


def test_a_hand_that_is_shown_to_one_seat_of_several_is_found() -> None:
    """C is shown what B holds, and nothing else; the pile is as hidden from it as before."""
    raufer = registry.load("raufer")
    assert raufer.secrets is not None
    mask = raufer.secrets.observe

    def observe(state: Any, seat: int) -> None:
        before = state.copy()
        mask(state, seat)
        if seat == 2:
            state.hands[1] = before.hands[1]

    game = replace(raufer, compiled=False, secrets=replace(raufer.secrets, observe=observe))
    secrets.seats_hide_alike(Case(raufer, 3, complete(raufer, 3, {})))
    with pytest.raises(ConformanceError, match="C sees everything that B sees"):
        secrets.seats_hide_alike(Case(game, 3, complete(game, 3, {})))


@pytest.mark.parametrize("most", [1, 4_000])
def test_a_filter_stands_in_where_matches_are_too_many_to_list(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        beliefs, "exact_beliefs", partial(beliefs.exact_beliefs, most_positions=most)
    )
    likely = beliefs.determinizations_are_as_likely_as_they_should_be
    likely(next(cases_of(broken())))
    with pytest.raises(ConformanceError, match="wrong distribution"):
        likely(next(cases_of(broken(determinize=deal_highest_more_often))))


def test_games_with_too_many_matches_are_not_listed() -> None:
    assert beliefs.exact_beliefs(next(cases_of(bell.GAME)), most_positions=5) is None


# --- scenes ---


def changed_scene(**changes: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a scene function that changes some fields of Kuhn's scenes."""

    def scene(observation: Any) -> Any:
        seen = of(KUHN).scene(observation)
        values = {name: getattr(seen, name) for name in seen.__struct_fields__}
        return type(seen)(**values | {name: change(seen) for name, change in changes.items()})

    return scene


def counted_from(result: Any, least: int) -> Any:
    rows = tuple(msgspec.structs.replace(row, least=least) for row in result.rows)
    return msgspec.structs.replace(result, rows=rows)


LOST = Piece("lost", "card", "no-such-drawing", Phrase("card"), x=0.5, y=0.5)
NEAR = Piece("near", "card", "card-back", Phrase("card"), x=0.5, y=0.5)
FAR = Piece("far", "card", "card-back", Phrase("card"), x=9)
OUTSIDER = Piece("out", "card", "card-back", Phrase("card"), seat=2)


@pytest.mark.parametrize(
    ("changes", "check", "problem"),
    [
        ({"pieces": lambda _: [LOST]}, "scenes_are_valid", "no drawing 'no-such-drawing'"),
        ({"pieces": lambda _: [FAR]}, "scenes_are_valid", "far lies beside the board"),
        (
            {"pictures": lambda _: [Picture("card-back", 9, 0, 1, 1)]},
            "scenes_are_valid",
            "the picture 'card-back' lies beside the board, at 9.5, 0.5",
        ),
        (
            {"letterings": lambda _: [Lettering("AWAY", 0, 9, 1)]},
            "scenes_are_valid",
            "the lettering 'AWAY' lies beside the board, at 0, 9",
        ),
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
        (
            {"result": lambda seen: seen.result and counted_from(seen.result, 0)},
            "scenes_are_valid",
            "not all figures of the result's row 'chips' are from 0 to 2",
        ),
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
    changes: dict[str, Callable[[Any], Any]], check: str, problem: str
) -> None:
    wanted = [one for one in scene_properties.PROPERTIES if one.__name__.startswith(check)]
    assert problem in complaint(shown(scene=changed_scene(**changes)), *wanted)


class Named(Button, frozen=True):
    """A button with a field of its own, which no client would get to know."""

    name: str = ""


def test_whole_numbers_are_lengths_and_what_a_client_cannot_read_is_named() -> None:
    check = scene_properties.scenes_are_valid
    whole = msgspec.structs.replace(NEAR, x=1, y=0, w=2, h=2)
    scene = changed_scene(pieces=lambda _: [whole], width=lambda _: 3)
    assert complaint(shown(scene=scene), check) == "nothing"
    number = msgspec.structs.replace(NEAR, text=7)
    problem = complaint(shown(scene=changed_scene(pieces=lambda _: [number])), check)
    assert "scene of A: Expected `str`, got `int` - at `$.pieces[0].text`" in problem
    more = changed_scene(buttons=lambda _: [Named("bet", Phrase("bet"), name="b")])
    assert "is lost on the way" in complaint(shown(scene=more), check)


def test_bare_scenes_that_lack_more_than_aids_are_found() -> None:
    check = scene_properties.bare_scenes_lack_aids_alone
    assert "without aids" in complaint(shown(bare=changed_scene(trays=lambda _: [])), check)


def intend_the_same(observation: Any, path: list[str]) -> int:
    return 0


def intend_what_is_no_action(observation: Any, path: list[str]) -> int:
    return 7


def say_nothing(event: Any, before: Any, after: Any) -> None:
    return None


def say_nonsense(event: Any, before: Any, after: Any) -> list[Phrase]:
    return [Phrase("say-what")]


def say_no_more(event: Any, before: Any, after: Any) -> list[Phrase]:
    return []


def draw_the_same(observation: Any, translate: Any) -> str:
    return "a table"


def draw_nothing(observation: Any, translate: Any) -> str:
    return " "


def draw_without_words(observation: Any, translate: Any) -> str:
    return str(translate(Phrase("nonsense")))


def legend_without_words(observation: Any) -> list[tuple[str, Phrase]]:
    return [("K", Phrase("nonsense"))]


def legend_beyond_the_edge(observation: Any) -> list[tuple[str, Phrase]]:
    return [(80 * "K", Phrase("card"))]


def draw_beyond_the_edge(observation: Any, translate: Any) -> str:
    return 81 * "-"


@pytest.mark.parametrize(
    ("parts", "check", "problem"),
    [
        ({"intend": intend_the_same}, "choices_are", "but intends 0"),
        ({"intend": intend_what_is_no_action}, "any_clicks", "intends 7"),
        ({"say": say_nothing}, "events_can", "is no list of phrases"),
        ({"say": say_nonsense}, "events_can", "no text 'say-what'"),
        ({"say": say_no_more}, "events_can", "the log of A stays empty all the match"),
        ({"draw": draw_the_same}, "terminals_show", "A gets the same drawing all the match"),
        ({"draw": draw_nothing}, "terminals_show", "nothing is drawn"),
        ({"draw": draw_without_words}, "terminals_show", "the drawing of A: there is no text"),
        ({"legend": legend_without_words}, "terminals_show", "the legend of A: there is no text"),
        ({"legend": legend_beyond_the_edge}, "terminals_show", "characters, not 80 at most"),
        ({"draw": draw_beyond_the_edge}, "terminals_show", "81 characters, not 80 at most"),
    ],
)
def test_faults_in_what_people_read_are_found(
    parts: dict[str, object], check: str, problem: str
) -> None:
    wanted = [one for one in scene_properties.PROPERTIES if one.__name__.startswith(check)]
    assert problem in complaint(shown(**parts), *wanted)


# --- the compiler, and the folder ---


def test_a_difference_between_compiled_and_interpreted_rules_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    true_trace = compiled.trace

    def other_trace(game: Game, seeds: int, settings: str) -> compiled.Trace:
        trace = true_trace(game, seeds)
        next(iter(trace.values()))[3]["scores"] = "(1, 1)"
        return trace

    monkeypatch.setattr(compiled, "trace", other_trace)
    with pytest.raises(ConformanceError, match=r"step 3: .* differ in scores"):
        compiled.compiled_equals_interpreted(KUHN)


@pytest.mark.parametrize(
    ("language", "written", "problem"),
    [
        ("de", "- **KUH-1** Eins.\n", "rules.de.md has other rules"),
        ("en", "Nothing.\n", "rules.en.md has no rule"),
    ],
)
def test_faults_in_rules_pages_are_found(
    language: str, written: str, problem: str, tmp_path: Path
) -> None:
    for file in KUHN.folder.glob("rules.*.md"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / f"rules.{language}.md").write_text(written)
    with pytest.raises(ConformanceError, match=problem):
        pages.rules_pages_are_complete(shown(source=Folder(tmp_path)))


def test_a_language_without_a_rules_page_is_found() -> None:
    source = Inline({"en": "game = Kuhn", "fr": "game = Kuhn"}, {"en": "- **KUH-1** One."})
    with pytest.raises(ConformanceError, match=r"rules\.fr\.md is missing"):
        pages.rules_pages_are_complete(shown(source=source))


def test_incomplete_texts_are_found(tmp_path: Path) -> None:
    for file in KUHN.folder.glob("texts.*.ftl"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with (tmp_path / "texts.fr.ftl").open("a") as texts:
        texts.write("only-here = ici\n")
    with pytest.raises(ConformanceError, match=r"only texts\.fr\.ftl has"):
        pages.texts_are_complete(shown(source=Folder(tmp_path)))
    with pytest.raises(ConformanceError, match=r"texts\.en\.ftl lacks game"):
        pages.texts_are_complete(shown(source=Inline()))
    with pytest.raises(ConformanceError, match=r"lacks .*option-size, option-size-big"):
        pages.texts_are_complete(replace(KUHN, options=(Choices("size", ("big",), "big"),)))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (replace(KUHN, turn_rule="KUH-99"), "turn_rule"),
        (replace(KUHN, over_rule="KUH-99"), "over_rule"),
    ],
)
def test_derived_refusals_that_cite_no_rule_of_the_page_are_found(game: Game, name: str) -> None:
    with pytest.raises(ConformanceError, match=f"{name}='KUH-99' is not on the rules page"):
        pages.derived_refusals_cite_rules(game)


def test_an_example_that_is_not_legal_any_more_is_found() -> None:
    deals = "game: kuhn\nseats: Anna, Ben\n\n* deal king\n* deal king\n"
    with pytest.raises(ConformanceError, match=r"kuhn: example.record, line 5"):
        pages.an_example_can_be_shown(shown(source=Inline(example_match=deals)))


# --- settings ---


def test_every_seat_count_and_every_other_value_of_an_option_is_a_setting() -> None:
    def normalize(text: str, seats: int) -> str:
        return text

    def check_options(seats: int, options: Options) -> None:
        if seats == 3 and options["mode"] == "odd":
            raise OptionError("not with three")

    game = replace(
        KUHN,
        seats=(2, 3),
        rules=replace(KUHN.rules, check_options=check_options),
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


def test_a_setting_has_all_that_its_option_needs_in_turn() -> None:
    """Without it, matches would show nothing of the option, or be refused."""

    def check_options(seats: int, options: Options) -> None:
        if options["hints"] == "yes" and options["variant"] == "brief":
            raise OptionError("only in the longer variant")

    game = replace(
        KUHN,
        rules=replace(KUHN.rules, check_options=check_options),
        options=(
            Choices("variant", ("brief", "longer"), "brief"),
            Choices("hints", ("no", "yes"), "no", needs=("variant", "longer")),
            Number("cards", 3, 9, 3, needs=("hints", "yes")),
        ),
    )
    assert [case.changed for case in cases_of(game)] == [
        "",
        "variant=longer",
        "variant=longer hints=yes",
        "variant=longer hints=yes cards=9",
    ]


def test_options_that_need_each_other_are_one_setting() -> None:
    game = replace(
        KUHN,
        options=(
            Choices("left", ("no", "yes"), "no", needs=("right", "yes")),
            Choices("right", ("no", "yes"), "no", needs=("left", "yes")),
        ),
    )
    assert [case.changed for case in cases_of(game)] == ["", "left=yes right=yes"]


def test_every_option_is_tried_with_the_fewest_and_the_most_seats_that_take_it() -> None:
    def check_options(seats: int, options: Options) -> None:
        if options["teams"] == "yes" and seats % 2:
            raise OptionError("teams are of two")

    game = replace(
        KUHN,
        seats=(2, 3, 4, 5, 6, 7),
        rules=replace(KUHN.rules, check_options=check_options),
        options=(Choices("teams", ("no", "yes"), "no"),),
    )
    ends = ["kuhn-2", "kuhn-2-teams=yes", "kuhn-6-teams=yes", "kuhn-7"]
    assert [str(case) for case in ends_of(game)] == ends
    short = {str(check) for check in checks_of(game) if not check.more}
    assert {name for name in short if "match" in name} == {
        *(f"kuhn-{seats}-match-0" for seats in game.seats),
        *("kuhn-2-match-1", "kuhn-7-match-1"),
        *("kuhn-2-teams=yes-match-0", "kuhn-6-teams=yes-match-0"),
    }
    long = {str(check) for check in checks_of(game) if check.more}
    assert {name for name in long if "closely" in name} == {
        f"kuhn-{seats}-teams=yes-match-0-closely" for seats in (2, 4, 6)
    }


@pytest.mark.parametrize(
    ("all_checked", "of_each"),
    [(CHECKED_POSITIONS, range(5, 9)), (QUICKLY_CHECKED_POSITIONS, range(2, 4))],
)
def test_of_long_matches_even_and_odd_positions_are_checked_ever_more_rarely(
    all_checked: int, of_each: range
) -> None:
    steps = [step for step in range(128 * all_checked) if is_checked(step, all_checked)]
    assert steps[:all_checked] == list(range(all_checked))
    for doubled in range(7):
        least = all_checked << doubled
        of_these = [step for step in steps if least <= step < 2 * least]
        assert len(of_these) in of_each
        assert {step % 2 for step in of_these} == {0, 1}


def test_a_seat_count_whose_defaults_are_refused_still_has_its_other_settings() -> None:
    def check_options(seats: int, options: Options) -> None:
        if seats == 3 and options["teams"] == "no":
            raise OptionError("three play in teams")

    game = replace(
        KUHN,
        seats=(2, 3),
        rules=replace(KUHN.rules, check_options=check_options),
        options=(Choices("teams", ("no", "yes"), "no"),),
    )
    settings = list(cases_of(game))
    assert [str(case) for case in settings] == ["kuhn-2", "kuhn-2-teams=yes", "kuhn-3-teams=yes"]
    assert [case.is_default for case in settings] == [True, False, False]


def test_a_text_that_cannot_be_read_is_found_with_its_line() -> None:
    game = shown(source=Inline({"en": "game = Kuhn\n", "fr": "game = Kuhn\n\nqui = de { $name\n"}))
    with pytest.raises(ConformanceError, match=r"texts\.fr\.ftl, line 3 cannot be read: .*}"):
        pages.texts_can_be_read(game)


def test_drawings_that_cannot_be_read_are_found() -> None:
    pages.drawings_can_be_read(KUHN)
    with pytest.raises(ConformanceError, match=r"art\.svg cannot be read: .* line 1"):
        pages.drawings_can_be_read(shown(source=Inline(drawings='<svg><symbol id="card">')))


def test_a_sample_that_no_table_takes_is_found() -> None:
    def few(text: str, seats: int) -> str:
        if len(text) > seats:
            raise OptionError(f"{text!r} is too long")
        return text

    game = replace(KUHN, options=(Written("mark", "a", few, ("ab",)),))
    pages.options_can_be_tried(game)
    game = replace(KUHN, options=(Written("mark", "a", few, ("abc",)),))
    with pytest.raises(ConformanceError, match="takes the sample 'abc' of mark: 'abc' is too long"):
        pages.options_can_be_tried(game)


@pytest.mark.parametrize(
    ("name", "means"),
    [("check_option", "rules is called check_options"), ("why_not_", ""), ("_check_option", "")],
)
def test_a_function_that_is_nearly_called_like_a_hook_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, means: str
) -> None:
    def helper() -> None: ...

    helper.__module__ = kuhn.rules.__name__
    monkeypatch.setattr(kuhn.rules, name, helper, raising=False)
    if not means:  # no hook that the game leaves out, or nobody's business
        hooks.hooks_are_spelt_right(KUHN)
        return
    with pytest.raises(ConformanceError, match=rf"rules has {name}, .* the hook of {means}"):
        hooks.hooks_are_spelt_right(KUHN)


def test_a_table_that_is_not_in_capitals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dash.notation, "queries", {"ball": len}, raising=False)
    game = replace(dash.GAME, notation=replace(dash.GAME.notation, queries={}))
    hooks.hooks_are_spelt_right(dash.GAME)
    with pytest.raises(ConformanceError, match="of notation is called QUERIES"):
        hooks.hooks_are_spelt_right(game)
