"""A network learns a game by playing against itself: PPO with masked actions, on batches.

``python examples/masked_ppo.py bauab --minutes 15`` trains, meets ``weak`` now and then, and writes
the policy to a file. Needs ``pip install 'tischlein[rl]'``.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import tischlein as tt
from tischlein.batch import Batch
from tischlein.core.seats import CHANCE
from tischlein.interop.hosted import HostedSeat, server_address
from tischlein.interop.tensors import Layout

ROWS = 512
"""Matches side by side; fewer where they are long."""
STEPS = 96
"""Of a round, at least."""
LENGTHS = 3
"""A round is so many matches long, since what is not over when it ends teaches nothing."""
EPOCHS, MINIBATCH, CLIP, ENTROPY, RATE = 3, 4_096, 0.2, 0.01, 1e-3


class Policy(nn.Module):
    """What a seat sees, to a distribution of its actions, and what it can expect."""

    def __init__(self, game: tt.Game, columns: Tensor, width: int = 256) -> None:
        super().__init__()
        self.game, self.layout = game, Layout(game, "bits")
        self.register_buffer("columns", columns)
        self.body = nn.Sequential(
            nn.Linear(len(columns), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.logits, self.value = nn.Linear(width, game.actions), nn.Linear(width, 1)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Categorical, Tensor]:
        inner = self.body(seen)
        logits = self.logits(inner).masked_fill(~legal, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(inner).squeeze(-1)

    def choose(self, observation: tt.Observation, legal: Sequence[int]) -> int:
        """Take the most likely action: this makes it a player."""
        seen = torch.from_numpy(self.layout.encode(observation))[self.columns].float()
        mask = torch.zeros(self.game.actions, dtype=torch.bool)
        mask[list(legal)] = True
        with torch.inference_mode():
            return int(self(seen, mask)[0].probs.argmax())

    @property
    def name(self) -> str:
        return "learner"


@dataclass
class Round:
    """What a round of self-play has brought, only of matches that ended in it."""

    seen: Tensor
    legal: Tensor
    actions: Tensor
    likely: Tensor
    returns: Tensor
    values: Tensor


def telling_columns(batch: Batch, steps: int) -> Tensor:
    """Return the bits that ever change in random play; all others say nothing."""
    first, changed = batch.observe()[0], np.zeros(batch.observe().shape[1], bool)
    for _ in range(steps):
        batch.step(batch.sample())
        changed |= (batch.observe() != first).any(axis=0)
    return torch.from_numpy(np.flatnonzero(changed))


def extent(game: tt.Game, seats: int | None = None, matches: int = 5) -> tuple[int, int]:
    """Return the rows and steps of a round, with about as many moves in every game."""
    random = ["random"] * (seats or min(game.seats))
    played = [tt.play(game, random, seed=seed) for seed in range(matches)]
    moves = sum(event.seat != CHANCE for one in played for event in one.events)
    steps = max(STEPS, LENGTHS * moves // matches)
    return max(8, ROWS * STEPS // steps), steps


@torch.inference_mode()
def self_play(batch: Batch, policy: Policy, steps: int) -> Round:
    """Let the policy have all seats, and give every choice what its match was worth to its seat."""
    kept, acting, ended, rewards = [], [], [], []
    for _ in range(steps):
        seen = torch.from_dlpack(batch.observe())[:, policy.columns]
        legal = torch.from_dlpack(batch.legal).clone()
        distribution, value = policy(seen.float(), legal)
        actions = distribution.sample()
        kept.append((seen, legal, actions, distribution.log_prob(actions), value))
        acting.append(torch.from_dlpack(batch.acting).clone())
        batch.step(actions)
        ended.append(torch.from_dlpack(batch.ended).clone())
        rewards.append(torch.from_dlpack(batch.rewards).clone())
    outcome, known = torch.zeros_like(rewards[0]), torch.zeros_like(ended[0])
    returns, over = [], []
    for step in reversed(range(steps)):
        outcome = torch.where(ended[step][:, None], rewards[step], outcome)
        known = known | ended[step]
        returns.append(outcome.gather(1, acting[step][:, None]).squeeze(1))
        over.append(known)
    is_over = torch.stack(over[::-1]).flatten()
    seen, legal, actions, likely, values = (
        torch.stack(parts).flatten(0, 1)[is_over] for parts in zip(*kept, strict=True)
    )
    outcomes = torch.stack(returns[::-1]).flatten()[is_over]
    return Round(seen, legal, actions, likely, outcomes, values)


def learn(policy: Policy, optimizer: torch.optim.Optimizer, played: Round) -> None:
    """Make what went better than expected more likely, and the rest less (PPO)."""
    advantages = played.returns - played.values
    advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(played.actions)).split(MINIBATCH):
            distribution, value = policy(played.seen[chosen].float(), played.legal[chosen])
            ratio = (distribution.log_prob(played.actions[chosen]) - played.likely[chosen]).exp()
            gain = torch.min(
                ratio * advantages[chosen],
                ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[chosen],
            ).mean()
            error = (value - played.returns[chosen]).square().mean()
            # Illegal actions have no part in the entropy: their probability is zero.
            entropy = -(distribution.probs * distribution.logits.clamp(min=-50)).sum(-1).mean()
            optimizer.zero_grad()
            (0.5 * error - gain - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def train(
    key: str,
    minutes: float,
    seats: int | None = None,
    seed: int = 1,
    goal: float = 0.65,
    most_rounds: int = 10**9,
) -> Policy:
    """Train until the policy wins more than its goal against ``weak``, or time is up."""
    torch.manual_seed(seed)
    game = tt.load(key)
    rows, steps = extent(game, seats)
    policy = Policy(game, telling_columns(Batch(game, rows, seats, seed=seed), max(300, steps)))
    optimizer = torch.optim.Adam(policy.parameters(), lr=RATE, eps=1e-5)
    batch = Batch(game, rows, seats, seed=seed + 1)
    begin, rounds = time.monotonic(), 0
    while (left := 60 * minutes - (time.monotonic() - begin)) > 0 and rounds < most_rounds:
        learn(policy, optimizer, self_play(batch, policy, steps))
        rounds += 1
        optimizer.param_groups[0]["lr"] = RATE * max(left / (60 * minutes), 0.1)
        if rounds % 10 == 0:
            share = wins(policy, 100, seats)
            spent = (time.monotonic() - begin) / 60
            print(f"{rounds} rounds, {batch.steps * rows:,} moves, {spent:.1f} min: {share:.0%}")
            if share > goal + 0.05 and wins(policy, 400, seats) >= goal:
                break
    return policy


def wins(policy: Policy, matches: int, seats: int | None = None) -> float:
    """Return the share of matches that the policy wins against ``weak`` on all other seats."""
    seats = seats or min(policy.game.seats)
    entrants = [policy, *["weak"] * (seats - 1)]
    found = tt.contest(policy.game, entrants, matches=matches, workers=1)
    return next(one.rate for one in found.standings if one.name == policy.name)


def loaded(file: Path) -> Policy:
    """Return a policy that has been saved."""
    saved = torch.load(file)
    policy = Policy(tt.load(saved["game"]), saved["weights"]["columns"])
    policy.load_state_dict(saved["weights"])
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="bauab")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--out", type=Path, default=Path("policy.pt"))
    parser.add_argument("--load", type=Path, help="a policy that has been trained already")
    parser.add_argument("--play", metavar="LINK", help="take a seat at this hosted table")
    chosen = parser.parse_args()
    if chosen.load:
        policy = loaded(chosen.load)
    else:
        policy = train(chosen.game, chosen.minutes, chosen.seats)
        torch.save({"game": chosen.game, "weights": policy.state_dict()}, chosen.out)
        print(f"{wins(policy, 400, chosen.seats):.1%} of 400 matches won against weak")
    if chosen.play:
        ranks = HostedSeat(server_address(chosen.play), chosen.play, policy.name).play(policy)
        print("ranks, from 0:", *ranks)


if __name__ == "__main__":
    main()
