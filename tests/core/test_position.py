"""Positions and observations: playing, refusing, copying, saving, looking, imagining."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.tiny import bell, dash, kuhn, wager
from tests.tiny.dash.state import FALL, GO, RIGHT
from tischlein.core import registry
from tischlein.core.capabilities import Rules
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR

KUHN, WAGER = kuhn.GAME, wager.GAME
JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1


def dealt(*cards: int) -> Position:
    """Return Kuhn poker after some cards have been dealt."""
    position = Position.start(KUHN, 2)
    for card in cards:
        position.play(CHANCE, card)
    return position


def test_chance_has_its_outcomes_with_weights() -> None:
    assert dealt().outcomes() == [(JACK, 1), (QUEEN, 1), (KING, 1)]
    assert dealt(QUEEN).outcomes() == [(JACK, 1), (KING, 1)]
    assert dealt(QUEEN, KING).outcomes() == []


def test_only_who_acts_has_actions() -> None:
    position = dealt(QUEEN, KING)
    assert position.acting == position.awaited == (0,)
    assert position.legal(0) == [PASS, BET]
    assert position.legal(1) == []
    assert position.legal(CHANCE) == []


def test_a_seat_that_may_act_has_what_is_legal_and_no_other_number() -> None:
    position = dealt(QUEEN, KING)
    assert [action for action in (-1, PASS, BET, 2, 10**30) if position.has(0, action)] == [
        PASS,
        BET,
    ]
    assert not dealt().has(CHANCE, PASS)


def test_several_seats_may_act_while_fewer_are_awaited() -> None:
    position = Position.start(bell.GAME, 3)
    position.play(1, 2)
    assert position.acting == (0, 1, 2)
    assert position.awaited == (0, 2)


def test_a_refused_action_changes_nothing() -> None:
    position = dealt(QUEEN, KING)
    before = position.to_bytes()
    with pytest.raises(RefusedError) as caught:
        position.play(1, PASS)
    assert caught.value.refusal.rule == "KUH-2"
    with pytest.raises(RefusedError):
        position.play(CHANCE, JACK)
    assert position.to_bytes() == before


@pytest.mark.parametrize(("seat", "action"), [(0, -1), (0, 2), (CHANCE, 3), (CHANCE, -1)])
def test_a_number_that_is_no_action_is_an_error(seat: int, action: int) -> None:
    position = dealt(QUEEN, KING)
    with pytest.raises(ValueError, match=f"kuhn has no action number {action}"):
        position.play(seat, action)
    with pytest.raises(ValueError, match=f"kuhn has no action number {action}"):
        position.write(seat, action)
    assert position == dealt(QUEEN, KING)


@pytest.mark.parametrize("action", [0.5, None, "pass"])
def test_what_is_no_number_is_no_action(action: Any) -> None:
    with pytest.raises(ValueError, match="kuhn has no action number"):
        dealt(QUEEN, KING).play(0, action)


@pytest.mark.parametrize("seat", [-1, 2, CHANCE + 1, 0.0, "A", None])
def test_a_seat_that_is_not_at_the_table_is_an_error(seat: Any) -> None:
    position = dealt(QUEEN, KING)
    for tried in (position.play, position.after, position.why_not, position.write):
        with pytest.raises(ValueError, match=r"there is no seat .+ here, only 0 to 1"):
            tried(seat, PASS)
    assert position == dealt(QUEEN, KING)


@pytest.mark.parametrize("seat", [2, 7, -1, "A", 0.5, None])
def test_a_seat_that_is_not_at_the_table_has_no_actions_and_sees_nothing(seat: Any) -> None:
    position = dealt(QUEEN, KING)
    with pytest.raises(ValueError, match=r"there is no seat .+ here, only 0 to 1"):
        position.legal(seat)
    with pytest.raises(ValueError, match=r"there is no seat .+ here, only 0 to 1"):
        position.observe(0).legal(seat)
    with pytest.raises(ValueError, match=r"there is no seat .+ here, only 0 to 1"):
        position.observe(seat)


def test_words_for_a_number_and_a_number_for_words_are_told_as_such() -> None:
    position = dealt(QUEEN, KING)
    with pytest.raises(ValueError, match="only 0 to 1; `read` tells which one words mean"):
        position.why_not(0, "4 up")  # type: ignore[arg-type]  # as people may call it
    with pytest.raises(NotationError, match="in notation is a text, not 6"):
        position.read(0, 6)  # type: ignore[arg-type]  # likewise


def test_a_sample_needs_a_generator_and_no_seed() -> None:
    with pytest.raises(TypeError, match="a generator is what new_rng makes of a seed, not 1"):
        dealt(QUEEN, KING).observe(0).determinize(1)  # type: ignore[arg-type]  # as people may call it


def test_the_end_has_scores_and_ranks() -> None:
    position = dealt(QUEEN, KING)
    for seat, action in ((0, PASS), (1, BET), (0, BET)):
        position.play(seat, action)
    assert position.over
    assert position.acting == ()
    assert position.scores() == (-2, 2)
    assert position.ranks() == (1, 0)


def test_equal_scores_share_a_rank() -> None:
    assert dealt(QUEEN, KING).ranks() == (0, 0)


@pytest.mark.parametrize("copied", [Position.clone, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(copied: Callable[[Position], Position]) -> None:
    position = dealt(QUEEN)
    other = copied(position)
    assert other.game is KUHN
    other.play(CHANCE, KING)
    assert position == dealt(QUEEN)
    assert other == dealt(QUEEN, KING)
    assert other != position


def test_a_position_says_what_it_is() -> None:
    position = dealt(QUEEN, KING)
    assert repr(dealt()) == "<Position of kuhn, 2 seats, * to act>"
    assert repr(position) == "<Position of kuhn, 2 seats, A to act>"
    assert repr(position.observe(1)) == "<Observation by B of kuhn, 2 seats, A to act>"
    assert repr(position.observe(SPECTATOR)).startswith("<Observation by a spectator of kuhn")
    over = position.after(0, "bet").after(1, "pass")
    assert repr(over) == "<Position of kuhn, 2 seats, over with scores (1, -1)>"


def test_a_position_is_shown_in_notebooks_as_everybody_may_see_it() -> None:
    pictures = {dealt(*cards)._repr_svg_() for cards in ((QUEEN, KING), (JACK, QUEEN))}
    (picture,) = pictures
    assert picture is not None
    assert picture.startswith("<svg")
    assert dealt(QUEEN, KING).observe(0)._repr_svg_() not in {picture, None}
    assert Position.start(replace(KUHN, presentation=None), 2)._repr_svg_() is None


# --- following positions ---


def test_what_follows_is_a_new_position() -> None:
    position = dealt(QUEEN, KING)
    following = position.after(0, BET)
    assert following.acting == (1,)
    assert position == dealt(QUEEN, KING)


def test_actions_are_numbers_or_notation() -> None:
    start = dealt()
    assert start.after(CHANCE, "deal queen").after(CHANCE, "Deal King") == dealt(QUEEN, KING)
    assert dealt(QUEEN, KING).after(0, "bet") == dealt(QUEEN, KING).after(0, BET)


def test_what_comes_from_the_world_is_given_with_the_action() -> None:
    falling = Position.start(dash.GAME, 2).after(0, GO)
    lying = falling.after(CHANCE, FALL, (7,))
    assert lying.state.ball == 7
    assert lying.after(1, RIGHT, (312,)).scores() == (0, 1)


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    position = dealt(QUEEN, KING)
    with pytest.raises(NotationError, match="'raise' is no action"):
        position.after(0, "raise")
    with pytest.raises(NotationError, match="a few words, not nothing"):
        position.after(0, "  ")
    with pytest.raises(RefusedError):
        position.after(1, "bet")
    with pytest.raises(ValueError, match="kuhn has no action number 7"):
        position.after(0, 7)
    with pytest.raises(RefusedError):
        Position.start(dash.GAME, 2).after(0, GO).after(CHANCE, FALL)
    with pytest.raises(ValueError, match=r"\(5,\) cannot come with this event of kuhn"):
        position.after(0, BET, (5,))
    lying = Position.start(dash.GAME, 2).after(0, GO).after(CHANCE, FALL, (7,))
    for time in ((-5,), (1.5,), (1, 2), (10**9,)):
        with pytest.raises(ValueError, match="cannot come with this event of dash"):
            lying.after(1, RIGHT, time)  # type: ignore[arg-type]  # the mistake is the test
    assert position == dealt(QUEEN, KING)


def rolled(position: Position) -> Position:
    """Return how Wager ends where chance is resolved and everybody takes the wild die."""
    while not position.over:
        position = position.after(position.acting[0], "wild")
    return position


def test_with_a_seed_chance_is_resolved_as_the_seed_has_it() -> None:
    starts = [WAGER.start(3, seed=seed) for seed in range(30)]
    ends = [rolled(start) for start in starts]
    assert ends == [rolled(start) for start in starts]
    assert len({end.scores() for end in ends}) > 3


def test_every_way_from_a_seeded_position_has_its_own_chance() -> None:
    """What follows depends on the position alone, not on what else has been tried."""
    start = WAGER.start(3, seed=5)
    for _ in range(3):
        start.after(0, "steady")
    assert rolled(start) == rolled(WAGER.start(3, seed=5))


@pytest.mark.parametrize(
    "travel", [Position.clone, copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_the_seed_travels_with_the_position(travel: Callable[[Position], Position]) -> None:
    for seed in range(10):
        position = WAGER.start(3, seed=seed).after(0, "wild")
        assert rolled(travel(position)) == rolled(position)


def test_an_observation_holds_no_seed() -> None:
    """Nobody can look into the future of chance."""
    seen = WAGER.start(3, seed=5).observe(0)
    assert seen.determinize(new_rng(1)).after(0, "wild").acting == (CHANCE,)


# --- whose turn it is ---


def test_out_of_turn_the_derived_refusals_say_who_is_awaited() -> None:
    position = WAGER.start(2)
    assert position.why_not(0, 1) is None
    assert position.why_not(1, 1) == Refusal("WAG-1", {"seat": seat_name(0)}, "refused-turn")
    assert position.why_not(CHANCE, 0) == Refusal("WAG-1", message="refused-now")
    rolling = position.after(0, "steady")
    assert rolling.why_not(0, 0) == Refusal("WAG-1", message="refused-chance")


def test_what_is_not_legal_is_refused_by_the_rule_of_turns() -> None:
    rolling = WAGER.start(2).after(0, "steady")
    nine = rolling.read(CHANCE, "9")
    assert rolling.why_not(CHANCE, nine) == Refusal("WAG-1", message="refused-not-possible")
    assert rolling.why_not(CHANCE, rolling.read(CHANCE, "4")) is None


def over_in(game: Game) -> Position:
    return game.start(1).after(0, "steady").after(CHANCE, "4")


def test_after_the_end_the_derived_refusal_cites_its_own_rule() -> None:
    assert over_in(WAGER).why_not(0, 0) == Refusal("WAG-3", message="refused-over")
    silent = replace(WAGER, over_rule="")
    assert over_in(silent).why_not(0, 0) == Refusal("WAG-1", message="refused-over")


def test_a_game_says_itself_why_a_seat_has_to_wait_where_it_can() -> None:
    def out_of_turn(state: Any, seat: int) -> Refusal | None:
        return Refusal("WAG-2", {"turn": state.turn}) if seat == 1 else None

    game = replace(WAGER, rules=Rules.of(wager.rules, out_of_turn=out_of_turn))
    position = game.start(3)
    assert position.why_not(1, 0) == position.out_of_turn(1) == Refusal("WAG-2", {"turn": 0})
    assert position.why_not(2, 0) == WAGER.start(3).out_of_turn(2)  # as it is derived
    assert position.out_of_turn(0) is None


def test_a_game_without_such_rules_is_asked_itself() -> None:
    """Kuhn poker's ``why_not`` answers for every seat."""
    assert dealt(QUEEN).out_of_turn(0) is None
    assert dealt(QUEEN).why_not(0, BET) == Refusal("KUH-2")


def test_derived_refusals_can_be_read() -> None:
    refusal = WAGER.start(2).why_not(1, 0)
    assert refusal is not None
    assert refusal.phrase == Phrase("refused-turn", {"seat": seat_name(0)})


def test_bytes_and_pickles_restore_a_position() -> None:
    position = dealt(QUEEN, KING)
    assert Position.from_bytes(KUHN, 2, position.to_bytes()) == position
    assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(ValueError, match="a row of kuhn has"):
        Position.from_bytes(KUHN, 2, position.to_bytes()[8:])
    with pytest.raises(ValueError, match="a row with 2 seats is none with 3"):
        Position.from_bytes(bell.GAME, 3, Position.start(bell.GAME, 2).to_bytes())
    for seats, options in ((99, {}), (2, {"none": "1"})):
        with pytest.raises(OptionError):
            Position.from_bytes(KUHN, seats, position.to_bytes(), options)


def test_the_key_is_the_same_in_every_process() -> None:
    script = (
        "from tischlein.core import registry\nfrom tischlein.core.position import Position\n"
        "print(Position.start(registry.load('bauab'), 2).key)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout) == Position.start(registry.load("bauab"), 2).key


def test_positions_are_compared_by_contents_and_hashed_by_them() -> None:
    assert dealt(QUEEN) != dealt(KING)
    assert dealt() != Position.start(bell.GAME, 2)
    assert dealt() != "a position"
    assert {dealt(QUEEN), dealt(QUEEN), dealt(KING)} == {dealt(KING), dealt(QUEEN)}
    assert len({dealt(QUEEN), dealt(QUEEN).observe(0), dealt(QUEEN).observe(0)}) == 2


def test_a_position_is_no_observation_even_where_nothing_is_hidden() -> None:
    position = Position.start(WAGER, 2)
    assert position.to_bytes() == position.observe(0).to_bytes()
    assert position != position.observe(0)


def test_options_and_seats_are_checked_at_the_start() -> None:
    with pytest.raises(OptionError):
        Position.start(KUHN, 3)
    with pytest.raises(OptionError, match=r"kuhn is played with 2 seats, not 2\.0"):
        Position.start(KUHN, 2.0)  # type: ignore[arg-type]  # the mistake is the test
    with pytest.raises(OptionError):
        Position.start(KUHN, 2, {"size": 4})


# --- observations ---


def test_an_observation_hides_what_the_seat_may_not_know() -> None:
    views = [dealt(QUEEN, card).observe(0) for card in (JACK, KING)]
    assert views[0] == views[1]
    assert dealt(QUEEN, KING).observe(1) != dealt(JACK, KING).observe(SPECTATOR)
    assert dealt(QUEEN, KING).observe(SPECTATOR) == dealt(JACK, QUEEN).observe(SPECTATOR)


def test_looking_does_not_change_the_position() -> None:
    position = dealt(QUEEN, KING)
    position.observe(0)
    assert position == dealt(QUEEN, KING)


def test_determinizations_are_possible_and_repeatable_positions() -> None:
    seen = dealt(QUEEN, KING).observe(0)
    possible = {dealt(QUEEN, JACK).to_bytes(), dealt(QUEEN, KING).to_bytes()}
    rng = new_rng(1)
    found = [seen.determinize(rng).to_bytes() for _ in range(20)]
    assert set(found) == possible
    again = new_rng(1)
    assert [seen.determinize(again).to_bytes() for _ in range(20)] == found


def test_an_observation_is_pickled_with_whose_eyes_it_is() -> None:
    seen = dealt(QUEEN, KING).observe(1)
    again = pickle.loads(pickle.dumps(seen))
    assert again == seen
    assert again.seat == 1


def test_open_games_hide_nothing() -> None:
    position = Position.start(registry.load("bauab"), 2, {"first": "A"})
    for observer in (0, 1, SPECTATOR):
        assert position.observe(observer).to_bytes() == position.to_bytes()
        assert position.observe(observer).determinize(new_rng(0)) == position


def test_events_are_shown_as_the_observer_may_know_them() -> None:
    position = dealt(QUEEN)
    deal = Event(CHANCE, KING)
    assert position.observed_event(deal, 1) == deal
    assert position.observed_event(deal, 0) == Event(CHANCE, HIDDEN)
    assert position.observed_event(deal, SPECTATOR) == Event(CHANCE, HIDDEN)


def test_seats_share_a_view_exactly_if_they_see_the_same() -> None:
    before_the_deal = dealt().observations((0, 1, SPECTATOR))
    assert len({id(one.state) for one in before_the_deal}) == 1
    assert [one.seat for one in before_the_deal] == [0, 1, SPECTATOR]
    position = dealt(QUEEN, JACK)
    seen = position.observations((0, 1, SPECTATOR))
    assert len({id(one.state) for one in seen}) == 3
    assert seen == [position.observe(seat) for seat in (0, 1, SPECTATOR)]


def test_an_observation_answers_as_its_position_does_and_what_it_told_cannot_be_changed() -> None:
    position = dealt(QUEEN, JACK)
    one, other = position.observations((0, 0))
    assert (one.acting, one.awaited, one.over) == (position.acting, position.awaited, False)
    assert one.scores() == position.scores()
    assert one.legal(0) == position.legal(0) == [PASS, BET]
    one.legal(0).clear()
    assert other.legal(0) == [PASS, BET]
    assert one.legal(1) == []
    position.play(0, PASS)
    assert one.acting == (0,)
