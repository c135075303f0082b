"""How pieces fall in Drop It: always alike, never lost, and recorded as they are shown."""

import random
from concurrent.futures import ThreadPoolExecutor
from math import radians

import pytest

from tischlein.core import registry
from tischlein.core.measurements import Film
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import geometry, layout, shaft
from tischlein.games.dropit.actions import REST
from tischlein.games.dropit.judging import lying_pieces
from tischlein.games.dropit.physics import LONGEST, Fall, Solid, Trials
from tischlein.games.dropit.release import release_height
from tischlein.games.dropit.resting_poses import groups
from tischlein.games.dropit.shapes import CIRCLE, SQUARE, TRIANGLE
from tischlein.games.dropit.state import PIECES, SCALE
from tischlein.presentation import of

GAME = registry.load("dropit")


def release_pose(position: Position, text: str) -> None:
    """Play a drop up to where the piece has just been let go."""
    (seat,) = position.acting
    position.play(seat, GAME.notation.read(position.state, seat, text.split()))


def after_drops(*texts: str) -> Position:
    """A position of two seats after drops with real falls."""
    position = Position.start(GAME, 2, {"first": "A"})
    for text in texts:
        release_pose(position, text)
        position.play(CHANCE, REST, position.measure(REST).values)
    return position


def film_of(position: Position) -> Film:
    film = position.measure(REST).film
    assert film is not None
    return film


def test_a_square_dropped_flat_lands_flat_where_it_was_aimed() -> None:
    """DRO-20, DRO-22."""
    position = after_drops("drop square red 60 0")
    ((piece, (x, y, angle)),) = groups(
        (1, *(row[0] for row in (position.state.x, position.state.y, position.state.angle)))
    )
    assert piece == 1
    assert x / SCALE == pytest.approx(60, abs=0.2)
    assert y / SCALE == pytest.approx(17.5, abs=0.1)
    assert angle / SCALE == pytest.approx(0, abs=0.2)


def test_equal_positions_fall_alike() -> None:
    position = after_drops("drop circle red 60 0", "drop diamond green 90 30")
    release_pose(position, "drop triangle yellow 75 20")
    again = Position.from_bytes(GAME, 2, position.to_bytes(), {"first": "A"})
    assert position.measure(REST) == again.measure(REST)


def test_falls_at_the_same_time_do_not_disturb_each_other() -> None:
    """The engine's memory for poses and speeds is each thread's own."""

    def fallen(x: int) -> bytes:
        return after_drops(*[f"drop circle red {x} 0", "drop diamond green 90 30"] * 2).to_bytes()

    places = [60, 75, 90, 120]
    alone = [*map(fallen, places)]
    with ThreadPoolExecutor(len(places)) as threads:
        assert [*threads.map(fallen, places)] == alone


def test_a_random_match_loses_no_piece_and_overlaps_none() -> None:
    """DRO-23, DRO-25."""
    rng = random.Random(1)
    position = Position.start(GAME, 4, {"first": "A"})
    while not position.over:
        (seat,) = position.acting
        position.play(seat, rng.choice(position.legal(seat)))
        position.play(CHANCE, REST, position.measure(REST).values)  # refused if it cannot be
    pieces = lying_pieces(position.state)
    assert len(pieces) == PIECES
    assert all(geometry.beyond(piece.core, piece.radius) < 0.5 for piece in pieces)
    gaps = [a.gap(b, 1.0) for index, a in enumerate(pieces) for b in pieces[:index]]
    assert min(gaps) > -0.5


def test_pieces_wedged_into_each_other_are_eased_apart_and_stay_where_they_are() -> None:
    """DRO-23: nothing is recorded that lies too deep in another piece."""
    low, high = Solid(SQUARE, (100.0, 17.5, 0.0)), Solid(SQUARE, (103.0, 51.8, 0.0))
    (x, y, _), (x2, y2, _) = Fall([low], high).ease()
    assert y2 - y > 35 - 0.2  # 0.7 mm before
    assert (x, x2) == pytest.approx((100, 103), abs=0.1)
    assert y2 < 52.7


def test_everything_rests_before_the_time_is_up() -> None:
    fall = Fall([], Solid(CIRCLE, (100.0, 300.0, 0.0)))
    fall.run()
    assert fall.seconds < LONGEST
    assert all(body.velocity.length < 1 for body in fall.bodies)


def test_pieces_that_lie_still_do_not_creep_when_another_falls_far_away() -> None:
    """DRO-22: what hardly moves keeps its pose, so a stack does not drift apart."""
    position = after_drops("drop square red 20 0", "drop square green 20 0", "drop circle red 20 0")
    release_pose(position, "drop circle blue 180 0")
    assert [piece for piece, _ in groups(position.measure(REST).values)] == [4]


def test_a_piece_starts_above_what_stands_out_beside_it() -> None:
    """DRO-20."""
    position = Position.start(GAME, 2, {"first": "A"})
    release_pose(position, "drop square red 60 0")
    position.play(CHANCE, REST, (1, 60 * SCALE, 290 * SCALE, 0))
    pieces = lying_pieces(position.state)
    assert release_height(pieces, SQUARE, 70.0, 0) == pytest.approx(290 + 17.5 + 1 + 17.5)
    assert release_height(pieces, SQUARE, 130.0, 0) == pytest.approx(shaft.HEIGHT + 1 + 17.5)


def test_a_film_begins_at_the_hand_and_ends_on_the_recorded_poses() -> None:
    position = after_drops("drop circle red 100 0", "drop square green 100 20")
    release_pose(position, "drop triangle yellow 101 15")
    before = {piece.id: piece for piece in of(GAME).scene(position.observe(0)).pieces}
    happening = position.measure(REST)
    film = film_of(position)
    recorded_poses = {f"piece:{piece}": pose for piece, pose in groups(happening.values)}
    assert recorded_poses.keys() <= {track.piece for track in film.tracks}
    for track in film.tracks:
        frames = [row[0] for row in track.rows]
        assert frames == sorted(set(frames))
        assert frames[0] == 0
        assert frames[-1] == film.frames
        _, x, y, turn = track.rows[0]
        piece = before[track.piece]
        assert (x, y) == pytest.approx((piece.x, piece.y), abs=0.01)
        assert (turn - piece.turn) % 360 == pytest.approx(0, abs=0.1) or (
            turn - piece.turn
        ) % 360 == pytest.approx(360, abs=0.1)
        if track.piece in recorded_poses:
            x, y, angle = (value / SCALE for value in recorded_poses[track.piece])
            assert track.rows[-1][1:3] == pytest.approx(layout.at(x, y), abs=0.01)
            assert track.rows[-1][3] == pytest.approx(-angle, abs=0.1)


def test_a_film_leaves_out_what_does_not_move_and_jumps_nowhere() -> None:
    position = after_drops("drop square red 20 0")
    release_pose(position, "drop square green 150 40")
    (track,) = film_of(position).tracks
    assert track.piece == "piece:2"
    for (begin, x, y, turn), (end, x2, y2, turn2) in zip(track.rows, track.rows[1:], strict=False):
        frames = end - begin
        assert abs(turn2 - turn) < 45 * frames
        assert abs(x2 - x) + abs(y2 - y) < 60 * frames  # 2.4 m/s are 40 mm a frame


@pytest.mark.parametrize("shape", [CIRCLE, SQUARE, TRIANGLE])
def test_a_quick_trial_on_the_empty_floor_ends_where_the_exact_fall_does(shape: int) -> None:
    exact = Fall([], Solid(shape, (100.0, 310.0, radians(0)))).run()[-1]
    quick = Trials([]).rest(Solid(shape, (100.0, 60.0, radians(0))), 310.0)
    assert quick[1] == pytest.approx(exact[1], abs=1.0)
    assert quick[0] == pytest.approx(exact[0], abs=3)


def test_trials_do_not_disturb_each_other() -> None:
    trials = Trials([Solid(CIRCLE, (100.0, 19.0, 0.0))])
    dropped = Solid(SQUARE, (112.0, 70.0, 0.3))
    once = trials.rest(dropped, 300.0)
    trials.rest(Solid(TRIANGLE, (60.0, 60.0, 0.1)), 300.0)
    assert trials.rest(dropped, 300.0) == pytest.approx(once, abs=0.05)


@pytest.mark.parametrize("drop", ["diamond red {} 0", "diamond red {} 90", "square red {} 45"])
@pytest.mark.parametrize("x", [40, 100, 102])
def test_nothing_stays_balanced_on_a_point(drop: str, x: int) -> None:
    """DRO-21: no hand is so steady; it falls onto one of its sides."""
    state = after_drops(f"drop {drop.format(x)}").state
    piece = lying_pieces(state)[0]
    down = sorted(y for _, y in piece.core)
    assert down[1] - down[0] == pytest.approx(0, abs=0.2)


def test_a_circle_rolls_off_another_and_lies_still_on_level_ground() -> None:
    """DRO-21."""
    for x in (60, 100, 140):
        rolled = after_drops(f"drop circle red {x} 0", f"drop circle green {x} 0").state
        assert rolled.y[1] / SCALE < 20
