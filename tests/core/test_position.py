"""Positions and observations: playing, refusing, copying, saving, looking, dealing anew."""

import pickle
import subprocess
import sys

import pytest

from tests.tiny import bell, kuhn
from tischlein.core import registry
from tischlein.core.errors import OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position, hide
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR

KUHN = kuhn.GAME
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
    assert position == dealt(QUEEN, KING)


def test_the_end_has_scores_and_places() -> None:
    position = dealt(QUEEN, KING)
    for seat, action in ((0, PASS), (1, BET), (0, BET)):
        position.play(seat, action)
    assert position.over
    assert position.acting == ()
    assert position.scores() == (-2, 2)
    assert position.places() == (1, 0)


def test_equal_scores_share_a_place() -> None:
    assert dealt(QUEEN, KING).places() == (0, 0)


def test_a_copy_goes_its_own_way() -> None:
    position = dealt(QUEEN)
    copy = position.clone()
    copy.play(CHANCE, KING)
    assert position == dealt(QUEEN)
    assert copy == dealt(QUEEN, KING)
    assert copy != position


def test_bytes_and_pickles_restore_a_position() -> None:
    position = dealt(QUEEN, KING)
    assert Position.from_bytes(KUHN, 2, position.to_bytes()) == position
    assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(ValueError, match="a row of kuhn has"):
        Position.from_bytes(KUHN, 2, position.to_bytes()[8:])


def test_the_key_is_the_same_in_every_process() -> None:
    script = (
        "from tischlein.core import registry\nfrom tischlein.core.position import Position\n"
        "print(Position.start(registry.load('bauab'), 2).key)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout) == Position.start(registry.load("bauab"), 2).key


def test_positions_are_compared_by_contents_and_are_no_keys_of_dictionaries() -> None:
    assert dealt(QUEEN) != dealt(KING)
    assert dealt() != Position.start(bell.GAME, 2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(dealt())


def test_options_and_seats_are_checked_at_the_start() -> None:
    with pytest.raises(OptionError):
        Position.start(KUHN, 3)
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


def test_redeals_are_possible_and_repeatable_positions() -> None:
    seen = dealt(QUEEN, KING).observe(0)
    possible = {dealt(QUEEN, JACK).to_bytes(), dealt(QUEEN, KING).to_bytes()}
    rng = new_rng(1)
    found = [seen.redeal(rng).to_bytes() for _ in range(20)]
    assert set(found) == possible
    again = new_rng(1)
    assert [seen.redeal(again).to_bytes() for _ in range(20)] == found


def test_an_observation_is_pickled_with_whose_eyes_it_is() -> None:
    seen = dealt(QUEEN, KING).observe(1)
    again = pickle.loads(pickle.dumps(seen))
    assert again == seen
    assert again.seat == 1


def test_open_games_hide_nothing() -> None:
    position = Position.start(registry.load("bauab"), 2, {"first": "A"})
    for observer in (0, 1, SPECTATOR):
        assert position.observe(observer).to_bytes() == position.to_bytes()
        assert position.observe(observer).redeal(new_rng(0)) == position


def test_events_are_shown_as_the_observer_may_know_them() -> None:
    position = dealt(QUEEN)
    deal = Event(CHANCE, KING)
    assert hide(position, deal, 1) == deal
    assert hide(position, deal, 0) == Event(CHANCE, HIDDEN)
    assert hide(position, deal, SPECTATOR) == Event(CHANCE, HIDDEN)
