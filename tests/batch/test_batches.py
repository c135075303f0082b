"""Batches beside matches that positions and rounds drive one by one, with the same chance."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.interop.game_settings import games
from tests.tiny.bell import GAME as BELL
from tests.tiny.dash import GAME as DASH
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.batch import Batch
from tischlein.batch.random_streams import CHANCE_STREAM, draw_member, start_draw
from tischlein.core.errors import GameError, OptionError, RefusedError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, new_rng, weighted
from tischlein.core.seats import SPECTATOR
from tischlein.interop.rounds import Rounds
from tischlein.interop.tensors import Layout

COMPILED = [game for game in (*games(), BELL, CONNECT_FOUR, KUHN, WAGER) if game.compiled]
ROWS = 3
STEPS = 250


class OneRow:
    """A row of a batch, driven by rounds and positions in plain Python."""

    def __init__(self, game: Game, seats: int, seed: int, row: int, *, interrupts: bool) -> None:
        self._start = game.start(seats)
        self._key, self._row = new_rng(seed)[0], row
        self._draws = 0
        self._interrupts = interrupts
        self.rewards = [0.0] * seats
        self.ended = False
        self._begin()

    def _begin(self) -> None:
        self.rounds = Rounds(self._start, interrupts=self._interrupts)
        self._go_on()

    def _rng(self) -> Rng:
        rng = np.zeros(1, np.uint64)
        start_draw(rng, self._key, CHANCE_STREAM, self._row, self._draws)
        self._draws += 1
        return rng

    def _go_on(self) -> None:
        while self.rounds.chance:
            outcomes, weights = self.rounds.outcomes()
            index = weighted(self._rng(), weights, len(weights)) if len(weights) > 1 else 0
            self.rounds.deal(int(outcomes[index]))
        self._choices: dict[int, int] = {}
        self._left = list(self.rounds.asked)
        if self.rounds.game.race is not None and len(self._left) > 1:
            self._left = [draw_member(sum(1 << seat for seat in self._left), self._rng())]

    @property
    def seat(self) -> int:
        return self._left[0]

    def step(self, action: int) -> None:
        self.rewards, self.ended = [0.0] * self.rounds.seats, False
        self._choices[self._left.pop(0)] = action
        if self._left:
            return
        if self.rounds.game.race is not None:
            ((seat, chosen),) = self._choices.items()
            self.rounds.game.kernels.apply(self.rounds.row, seat, chosen)
            self.rounds = Rounds(self.rounds.position())
        else:
            rivals = self.rounds.contenders(self._choices)
            bits = sum(1 << seat for seat in rivals)
            self.rounds.carry_out(self._choices, draw_member(bits, self._rng()) if rivals else None)
        self._go_on()
        if self.rounds.over:
            self.rewards, self.ended = self.rounds.utilities(), True
            self._begin()


def cases() -> list[Any]:
    return [
        pytest.param(game, seats, interrupts, id=f"{game.key}-{seats}" + "-interrupts" * interrupts)
        for game in COMPILED
        for seats in sorted({game.seats[0], game.seats[-1]})
        for interrupts in ((False, True) if game.interrupts else (False,))
    ]


@pytest.mark.parametrize(("game", "seats", "interrupts"), cases())
def test_rows_are_matches_step_by_step(game: Game, seats: int, interrupts: bool) -> None:
    batch = Batch(game, ROWS, seats, seed=5, interrupts=interrupts)
    singles = [OneRow(game, seats, 5, row, interrupts=interrupts) for row in range(ROWS)]
    layout = Layout(game, "bits")
    for _ in range(STEPS):
        seen = batch.observe()
        for row, single in enumerate(singles):
            assert batch.position(row).row.tolist() == single.rounds.row.tolist()
            assert batch.acting[row] == single.seat
            legal = single.rounds.legal(single.seat).tolist()
            assert np.flatnonzero(batch.legal[row]).tolist() == sorted(legal)
            lists, counts = batch.listed
            assert lists[row, : counts[row]].tolist() == legal
            masked = single.rounds.masked(single.seat)
            assert np.array_equal(seen[row], layout.encode_row(masked, single.seat))
            assert batch.rewards[row] == pytest.approx(single.rewards)
            assert batch.ended[row] == single.ended
        actions = batch.sample()
        batch.step(actions)
        for single, action in zip(singles, actions.tolist(), strict=True):
            single.step(action)


@pytest.mark.parametrize("key", ["raufer", "misd", "nussknacker", "drunter"])
def test_neither_size_nor_threads_change_a_row(key: str) -> None:
    few = Batch(key, 5, seed=2, interrupts=True)
    many = Batch(key, 64, seed=2, interrupts=True, threads=3)
    for _ in range(300):
        actions = many.sample()
        assert few.sample().tolist() == actions[:5].tolist()
        few.step(actions[:5])
        many.step(actions)
    assert np.array_equal(few.observe(SPECTATOR), many.observe(SPECTATOR)[:5])
    assert [few.position(row) for row in range(5)] == [many.position(row) for row in range(5)]
    other = Batch(key, 5, seed=3)
    assert not np.array_equal(other.observe(), Batch(key, 5, seed=2).observe())


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_a_batch_goes_on_as_the_batch_does_and_is_its_own(
    copied: Callable[[Batch], Batch], threads: int
) -> None:
    """Also where matches end and others begin."""
    first = Batch("raufer", 8, seed=1, threads=threads)
    for _ in range(5):
        first.step(first.sample())
    again = copied(first)
    assert again.legal.tolist() == first.legal.tolist()
    ended = 0
    for _ in range(60):
        actions = first.sample()
        before = [first.position(row) for row in range(8)]
        again.step(again.sample())
        assert [first.position(row) for row in range(8)] == before
        first.step(actions)
        ended += int(first.ended.sum())
        assert [again.position(row) for row in range(8)] == [
            first.position(row) for row in range(8)
        ]
        for name in ("acting", "legal", "rewards", "ended"):
            assert getattr(again, name).tolist() == getattr(first, name).tolist()
        assert again.observe().tolist() == first.observe().tolist()
    assert ended


def test_every_row_is_seen_from_its_own_seat() -> None:
    batch = Batch("raufer", 6, seats=3, seed=1)
    batch.step(batch.sample())
    seats = np.array([0, 1, 2, SPECTATOR, 1, 0])
    seen = batch.observe(seats)
    for row, seat in enumerate(seats.tolist()):
        assert np.array_equal(seen[row], batch.observe(seat)[row])
    assert np.array_equal(batch.observe(batch.acting), batch.observe())


def test_arrays_that_may_not_be_written_are_taken() -> None:
    batch, same = Batch("bauab", 4, seed=1), Batch("bauab", 4, seed=1)
    actions = batch.sample()
    same.step(actions)
    actions.flags.writeable = False
    batch.step(actions)
    seats = np.broadcast_to(np.int64(1), 4)
    assert np.array_equal(batch.observe(seats), same.observe(1))


def test_chance_follows_its_weights() -> None:
    """Random Kuhn poker is worth an eighth to the first seat, of a span of four."""
    batch = Batch(KUHN, 2_000, seed=1)
    rewards, ends = np.zeros(2), 0
    for _ in range(100):
        batch.step(batch.sample())
        rewards += batch.rewards.sum(axis=0)
        ends += int(batch.ended.sum())
    assert ends > 50_000
    assert rewards[0] / ends * 2 == pytest.approx(1 / 8, abs=0.02)


def test_an_action_that_is_refused_changes_nothing_in_any_row() -> None:
    batch = Batch("raufer", 4, seed=1)
    before = [batch.position(row) for row in range(4)]
    actions = batch.sample()
    actions[2] = np.flatnonzero(~batch.legal[2])[0]
    with pytest.raises(RefusedError, match="RAU-"):
        batch.step(actions)
    actions[2] = 10_000
    with pytest.raises(ValueError, match=r"seat . cannot choose 10000 in row 2"):
        batch.step(actions)
    with pytest.raises(ValueError, match="there are 4 rows"):
        batch.step(actions[:3])
    with pytest.raises(ValueError, match="actions are whole numbers, not float64"):
        batch.step(actions + 0.5)
    assert [batch.position(row) for row in range(4)] == before


def test_without_a_mask_actions_are_checked_all_the_same() -> None:
    batch = Batch("raufer", 2)
    with pytest.raises(RefusedError):
        batch.step([batch.game.actions - 1] * 2)


@pytest.mark.parametrize("game", ["dropit", DASH], ids=str)
def test_what_cannot_be_played_in_batches_is_refused_by_name(game: str | Game) -> None:
    with pytest.raises(GameError, match=r"(dropit|dash) cannot be played in batches: "):
        Batch(game, 2)


def test_mistakes_are_named() -> None:
    with pytest.raises(OptionError):
        Batch("bauab", 2, seats=3)
    for none in (0, -1, 2.5, "3", None, True):
        with pytest.raises(ValueError, match=f"size is a whole number, at least 1, not {none!r}"):
            Batch("bauab", none)  # type: ignore[arg-type]  # the mistake is the test
    for none in (0, 2.5):
        with pytest.raises(ValueError, match=f"threads is a whole number, .* not {none}"):
            Batch("bauab", 1, threads=none)  # type: ignore[arg-type]  # as above
    for huge in (1 << 50, 1 << 70):
        with pytest.raises(MemoryError, match=f"no memory for {huge} matches of bauab at once"):
            Batch("bauab", huge)
    with pytest.raises(ValueError, match="a seed is a whole number, not None"):
        Batch("bauab", 1, seed=None)  # type: ignore[arg-type]  # the mistake is the test
    with pytest.raises(ValueError, match="the device is cpu or cuda"):
        Batch("bauab", 1, device="tpu")  # type: ignore[arg-type]  # the mistake is the test
    with pytest.raises(ValueError, match="bits or words"):
        Batch("bauab", 1, observation="planes")  # type: ignore[arg-type]  # as above
    batch = Batch("bauab", 3, observation="words")
    with pytest.raises(ValueError, match="seats are 0 to 1, not 2"):
        batch.observe(2)
    with pytest.raises(ValueError, match="seats are 0 to 1, not 7"):
        batch.observe([0, 1, 7])
    with pytest.raises(ValueError, match="seats are whole numbers, not float64"):
        batch.observe(0.5)
    with pytest.raises(ValueError, match=r"there are 3 rows, not seats of shape \(2,\)"):
        batch.observe([0, 1])
    with pytest.raises(ValueError, match="out is int64"):
        batch.observe(out=np.zeros((3, 4), np.int64))
    wide = np.repeat(batch.observe(), 2, axis=1)[:, ::2]
    with pytest.raises(ValueError, match="in one piece and not read-only"):
        batch.observe(out=wide)


def test_arrays_cross_to_other_libraries_without_a_copy() -> None:
    batch = Batch("bauab", 8, seed=1)
    seen = batch.observe()
    for array in (batch.legal, batch.acting, batch.rewards, batch.ended, seen):
        assert np.shares_memory(np.from_dlpack(array), array)
    assert batch.observe(out=seen) is seen


def test_tensors_of_pytorch_are_the_arrays_themselves_and_are_taken_as_actions() -> None:
    torch = pytest.importorskip("torch", reason="the extra rl is not installed")
    batch, same = Batch("raufer", 8, seats=3, seed=1), Batch("raufer", 8, seats=3, seed=1)
    legal, acting = torch.from_dlpack(batch.legal), torch.from_dlpack(batch.acting)
    assert (legal.dtype, acting.dtype) == (torch.bool, torch.int64)
    for tensor, array in ((legal, batch.legal), (acting, batch.acting)):
        assert tensor.data_ptr() == array.ctypes.data
    for _ in range(20):
        same.step(same.legal.argmax(axis=1))
        batch.step(torch.from_dlpack(batch.legal).int().argmax(dim=1))
    assert (batch.observe() == same.observe()).all()
    assert legal.equal(torch.from_numpy(batch.legal))


def test_options_reach_every_row() -> None:
    batch = Batch("raufer", 3, 4, {"hand": 2})
    assert all(sum(size > 0 for size in batch.position(row).state.sizes) == 4 for row in range(3))
    assert repr(batch) == "<Batch of 3 x raufer, 4 seats, cpu>"
