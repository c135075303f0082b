"""Observations as arrays: exact, within their range, named, and silent about secrets."""

import random

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.interop.game_settings import TINY, games
from tests.tiny.kuhn import GAME as KUHN
from tischlein.core.driver import play_at_random
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.ranges import Bits
from tischlein.core.seats import SPECTATOR
from tischlein.interop.rounds import Rounds
from tischlein.interop.tensors import BITS, Encoding, Layout
from tischlein.testing.cases import Case, cases_of

SECRETIVE = [game for game in (*games(), *TINY) if game.secrets is not None]


def midway(game: Game, seats: int, events: int, seed: int = 1) -> Position:
    """Return the position after some random events, or at the end."""
    position = game.start(seats)
    for number, _ in enumerate(play_at_random(position, random.Random(seed)).play(), 1):
        if number == events:
            break
    return position


def test_words_are_the_row_behind_the_seat_that_observes() -> None:
    position = midway(CONNECT_FOUR, 2, 7)
    seen = position.observe(1)
    words = Layout(CONNECT_FOUR, "words").encode(seen)
    assert words.dtype == np.int64
    assert words.tolist() == [1, *seen.row.tolist()]


def test_bits_say_the_same_as_words() -> None:
    """Negative numbers are in two's complement, so that the bits make up the word again."""
    seen = midway(KUHN, 2, 3).observe(0)
    words = Layout(KUHN, "words").encode(seen)
    bits = Layout(KUHN, "bits").encode(seen)
    assert set(bits.tolist()) == {0, 1}
    again = np.packbits(bits.reshape(-1, BITS), axis=1, bitorder="little").view(np.int64)
    assert again.ravel().tolist() == words.tolist()


def test_parts_are_found_by_name_also_in_a_stack() -> None:
    position = midway(CONNECT_FOUR, 2, 7)
    for layout, inner in (
        (Layout(CONNECT_FOUR, "words"), ()),
        (Layout(CONNECT_FOUR, "bits"), (BITS,)),
    ):
        stack = np.stack([layout.encode(position.observe(seat)) for seat in range(2)])
        assert layout.part(stack, "stones").shape == (2, 2, *inner)
        assert layout.part(stack, "observer").reshape(2, -1)[:, 0].tolist() == [0, 1]
    stones = layout.part(stack[0], "stones")
    assert int(stones.sum()) == position.state.placed


def test_a_name_that_is_no_part_is_refused_with_those_that_are() -> None:
    layout = Layout(CONNECT_FOUR, "words")
    with pytest.raises(KeyError, match="the parts are: observer, seats, stones, placed, won"):
        layout.part(layout.encode(midway(CONNECT_FOUR, 2, 1).observe(0)), "queens")
    with pytest.raises(ValueError, match="one of fields, bits, words, not 'planes'"):
        Layout(CONNECT_FOUR, "planes")  # type: ignore[arg-type]  # the mistake is the test


def test_a_part_means_what_its_state_class_says() -> None:
    lines = str(Layout(CONNECT_FOUR, "words")).splitlines()
    assert lines[2] == "stones [2] 2"
    assert lines[-1] == "won [5] 1: 1 when the last stone made a line of four."


def check_fields(game: Game, case: Case, seed: int) -> None:
    """Look at positions of a match as all see them: every entry is in its range, and says all."""
    layout, words = Layout(game), Layout(game, "words")
    low, high = layout.range
    position = case.start()
    for number, _ in enumerate(play_at_random(position, random.Random(seed)).play()):
        if number % 5:
            continue
        for seat in (*range(case.seats), SPECTATOR):
            seen = position.observe(seat)
            entries, told = layout.encode(seen), words.encode(seen)
            assert entries.shape == layout.shape == low.shape == high.shape
            assert entries.dtype == layout.dtype == np.float32
            outside = (entries < low) | (entries > high)
            assert not outside.any(), (np.flatnonzero(outside), str(layout))
            for part in layout.parts:
                again = layout.part(entries, part.name)
                number_of = words.part(told, part.name)
                if isinstance(part.holds, Bits):
                    weights = np.left_shift(1, np.arange(part.holds.count, dtype=np.int64))
                    again = (again.astype(np.int64) * weights).sum(axis=-1)
                assert (again == number_of).all(), part.name


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.key)
def test_fields_say_the_same_as_words_each_in_its_range(game: Game) -> None:
    for case in cases_of(game):
        if case.is_default and (game.compiled or case.seats == min(game.seats)):
            check_fields(game, case, seed=case.seats)


@pytest.mark.long
@pytest.mark.parametrize("case", [case for game in games() for case in cases_of(game)], ids=str)
def test_fields_are_in_their_ranges_under_all_options(case: Case) -> None:
    for seed in range(5 if case.game.compiled else 1):
        check_fields(case.game, case, seed)


def test_a_field_of_which_nothing_is_known_has_all_its_bits() -> None:
    layout = Layout(KUHN)
    seen = layout.encode(midway(KUHN, 2, 3).observe(0))
    bits = Layout(KUHN, "bits").encode(midway(KUHN, 2, 3).observe(0))
    assert layout.part(seen, "observer").shape == ()
    assert seen[1:].tolist() == bits[BITS:].tolist()


def test_many_observations_become_fields_at_once() -> None:
    game = next(game for game in games() if game.key == "raufer")
    layout, words = Layout(game), Layout(game, "words")
    seen = [midway(game, 3, 12).observe(seat) for seat in range(3)]
    at_once = layout.encode_words(np.stack([words.encode(one) for one in seen]))
    assert (at_once == np.stack([layout.encode(one) for one in seen])).all()
    with pytest.raises(ValueError, match="of bits, not of fields"):
        Layout(game, "bits").encode_words(at_once.astype(np.int64))


def test_a_line_for_each_part_says_where_it_stands_and_in_which_range() -> None:
    game = next(game for game in games() if game.key == "raufer")
    lines = str(Layout(game)).splitlines()
    assert lines[3].startswith("turn [3] 1 from -1 to 4: The seat to act")
    assert any("hands" in line and " 5 of 20 bits: " in line for line in lines)


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.key)
@pytest.mark.parametrize("encoding", ["fields", "bits", "words"])
def test_no_array_changes_when_what_a_seat_may_not_know_is_dealt_anew(
    game: Game, encoding: Encoding
) -> None:
    """Nor does what is asked of it; and some of what was dealt anew was different."""
    layout = Layout(game, encoding)
    rng = new_rng(3)
    different = 0
    for seats in {min(game.seats), max(game.seats)}:
        for events in (2, 12, 30, 60):
            truth = midway(game, seats, events, seed=events)
            for seat in range(seats):
                other = truth.observe(seat).determinize(rng)
                different += other != truth
                ours, theirs = Rounds(truth), Rounds(other)
                assert (
                    layout.encode_row(ours.masked(seat), seat).tobytes()
                    == layout.encode_row(theirs.masked(seat), seat).tobytes()
                )
                assert ours.asked == theirs.asked
                if seat in ours.asked:
                    assert ours.legal(seat).tolist() == theirs.legal(seat).tolist()
    assert different
