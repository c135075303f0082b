"""The example that learns: after a few rounds of self-play it beats chance, and then ``weak``."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tischlein as tt

FILE = Path(__file__).parent.parent / "examples" / "masked_ppo.py"

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    pytest.importorskip("torch", reason="the extra rl is not installed")
    spec = importlib.util.spec_from_file_location(FILE.stem, FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_self_play_beats_weak_and_what_is_saved_plays_alike(example: Any, tmp_path: Path) -> None:
    policy = example.train("bauab", minutes=20, most_rounds=40)
    assert example.wins(policy, 200) > 0.5
    file = tmp_path / "policy.pt"
    example.torch.save({"game": "bauab", "weights": policy.state_dict()}, file)
    again = example.loaded(file)
    seen = tt.load("bauab").start(options={"first": "A"}).observe(0)
    assert again.choose(seen, seen.legal(0)) == policy.choose(seen, seen.legal(0))


def test_a_round_is_some_matches_long_also_where_they_are_long(example: Any) -> None:
    rows, steps = example.extent(tt.load("bauab"))
    assert (rows, steps) == (example.ROWS, example.STEPS)
    longer, more = example.extent(tt.load("schollenschubser"))
    assert more > 1000
    assert longer * more == pytest.approx(rows * steps, rel=0.05)


def test_what_is_learned_of_a_single_move_is_a_number(example: Any) -> None:
    game = tt.load("bauab")
    policy = example.Policy(game, example.torch.arange(4))
    seen, legal = example.torch.zeros(1, 4), example.torch.ones(1, game.actions, dtype=bool)
    one = example.torch.ones(1)
    played = example.Round(seen, legal, one.long(), one, returns=one, values=one)
    example.learn(policy, example.torch.optim.Adam(policy.parameters()), played)
    assert all(weights.isfinite().all() for weights in policy.parameters())
