"""Properties of hidden information: what a seat sees, what it may suspect, what it cannot tell.

A determinization is a full position that agrees with everything a seat knows. So a position and
its determinization are two states that the seat cannot tell apart, and whatever reaches the seat
must be the same in both; and many of them must spread over what is possible as often as it is
likely.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position, Row
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR, letter
from tischlein.presentation import of
from tischlein.testing.cases import Case, ConformanceError, Look, Property

SAMPLES = 3
"""Determinizations tried for each observer in each position."""
ACTIONS = 20
"""Actions tried for each seat in each of them."""
MOST_POSITIONS = 4_000
"""Of matches with more positions in all, beliefs are not listed."""


def observer_name(observer: int) -> str:
    """Return a seat's letter, or ``spectator``."""
    return "spectator" if observer == SPECTATOR else letter(observer)


def observations_agree_with_determinizations(look: Look) -> None:
    """A determinization looks to the seat, and to spectators, exactly as the truth does."""
    case, position = look.case, look.position
    public = position.observe(SPECTATOR).to_bytes()
    for observer in case.observers:
        who = observer_name(observer)
        seen = position.observe(observer)
        twice = Position(case.game, case.seats, case.options, seen.row.copy()).observe(observer)
        look.require(twice == seen, f"an observation of {who} changes if it is masked again")
        before = seen.to_bytes()
        for sample in _samples(look, observer):
            look.require(
                sample.observe(observer) == seen, f"{who} can tell a determinization from the truth"
            )
            look.require(
                sample.observe(SPECTATOR).to_bytes() == public,
                f"a determinization for {who} contradicts what everybody has seen",
            )
            for invariant in case.game.invariants:
                look.require(
                    invariant.holds(sample.state),
                    f"not in a determinization for {who}: {invariant.name}",
                )
        look.require(seen.to_bytes() == before, "determinizing has changed the observation")


def determinizations_differ(look: Look) -> None:
    """Where an observer does not know the truth, determinizations are no copies of it."""
    position = look.position
    for observer in look.case.observers:
        if position.observe(observer).to_bytes() == position.to_bytes():
            continue
        look.notes[observer, "masked"] = look.notes.get((observer, "masked"), 0) + 1
        different = {sample.to_bytes() for sample in _samples(look, observer)}
        if len(different) > 1:
            look.notes[observer, "different"] = 1
    if look.next is None:
        for observer in look.case.observers:
            masked = look.notes.get((observer, "masked"), 0)
            look.require(
                masked < 2 or (observer, "different") in look.notes,
                f"secrets are kept from {observer_name(observer)} in {masked} positions of this "
                "match, yet all determinizations of a position are alike",
            )


def nothing_else_tells_determinizations_apart(look: Look) -> None:
    """Who acts, legal actions and refusals follow from what the seat sees, not from secrets."""
    case, position = look.case, look.position
    for observer in case.observers:
        seen = position.observe(observer)
        who = observer_name(observer)
        worlds: list[Row] = [seen, *_samples(look, observer)]
        for world in worlds:
            look.require(
                (world.acting, world.awaited) == (position.acting, position.awaited),
                f"who may act, or is waited for, tells {who} a secret",
            )
        if observer == SPECTATOR:
            continue
        legal = position.legal(observer)
        actions = look.rng.sample(range(case.game.actions), min(ACTIONS, case.game.actions))
        refusals = [position.why_not(observer, action) for action in actions]
        for world in worlds:
            look.require(world.legal(observer) == legal, f"legal actions tell {who} a secret")
            look.require(
                [world.why_not(observer, action) for action in actions] == refusals,
                f"a refusal tells {who} a secret",
            )


def observed_actions_tell_no_more_than_the_view(look: Look) -> None:
    """Events after which a seat sees the same position look the same to it as they happen."""
    case, position = look.case, look.position
    for observer in case.observers:
        seen_as: dict[tuple[int, bytes], dict[Event, Event]] = defaultdict(dict)
        for world in (position, *_samples(look, observer, 2)):
            for event in _possible_events(look, world):
                if event.seat == observer:
                    continue
                shown = world.observed_event(event, observer)
                limit = case.game.outcomes if event.seat == CHANCE else case.game.actions
                look.require(
                    shown.seat == event.seat and HIDDEN <= shown.action < limit,
                    f"observed_action shows {observer_name(observer)} the event {shown}",
                )
                after = world.clone()
                after.apply(event)
                view = after.observe(observer).to_bytes()
                seen_as[event.seat, view][shown] = event
        for variants in seen_as.values():
            look.require(
                len(variants) == 1,
                f"{observer_name(observer)} sees the same position after these, but is shown "
                f"different events: {variants}",
            )


def _samples(look: Look, observer: int, count: int = SAMPLES) -> list[Position]:
    rng = new_rng(look.rng.getrandbits(60))
    seen = look.position.observe(observer)
    return [seen.determinize(rng) for _ in range(count)]


def _possible_events(look: Look, world: Position) -> list[Event]:
    events = [Event(CHANCE, value) for value, _ in world.outcomes()]
    for seat in world.acting:
        events += [Event(seat, action) for action in world.legal(seat)]
    return look.rng.sample(events, min(24, len(events)))


PROPERTIES: tuple[Property, ...] = (
    observations_agree_with_determinizations,
    determinizations_differ,
    nothing_else_tells_determinizations_apart,
    observed_actions_tell_no_more_than_the_view,
)


# --- the distribution of determinizations, where all matches can be listed ---

Beliefs = Mapping[tuple[int, bytes], Mapping[bytes, float]]
"""For every observer and observation: the probability of each full position behind it."""


def exact_beliefs(case: Case, most_positions: int = MOST_POSITIONS) -> Beliefs | None:
    """Return what every observer should believe, by listing all matches; None if too many.

    Chance falls by its weights, seats choose uniformly among their legal actions (and, where
    several may act, the one who acts is uniform too).
    """
    beliefs: dict[tuple[int, bytes], dict[bytes, float]] = defaultdict(lambda: defaultdict(float))
    waiting = [(case.start(), 1.0)]
    visited = 0
    while waiting:
        position, probability = waiting.pop()
        visited += 1
        if visited > most_positions:
            return None
        data = position.to_bytes()
        for observer in case.observers:
            beliefs[observer, position.observe(observer).to_bytes()][data] += probability
        acting = position.acting
        for seat in acting:
            share = probability / len(acting)
            if seat == CHANCE:
                outcomes = position.outcomes()
            else:
                outcomes = [(action, 1) for action in position.legal(seat)]
            total = sum(weight for _, weight in outcomes)
            for action, weight in outcomes:
                after = position.clone()
                after.apply(Event(seat, action))
                waiting.append((after, share * weight / total))
    return {
        view: {data: weight / sum(worlds.values()) for data, weight in worlds.items()}
        for view, worlds in beliefs.items()
    }


def determinizations_follow_beliefs(
    case: Case, beliefs: Beliefs, samples: int = 600, most_views: int = 80
) -> None:
    """Check that determinizations reach every possible position as often as it is likely.

    Raises
    ------
    ConformanceError
        For one that is impossible, or a distribution that chance would not produce once in
        a million (chi-square test).
    """
    uncertain = sorted(view for view, worlds in beliefs.items() if len(worlds) > 1)
    rng = new_rng(1)
    for observer, data in uncertain[:: max(1, len(uncertain) // most_views)]:
        worlds = beliefs[observer, data]
        seen = Position.from_bytes(case.game, case.seats, data, case.options).observe(observer)
        count = max(samples, round(10 / min(worlds.values())))
        found = Counter(seen.determinize(rng).to_bytes() for _ in range(count))
        where = f"{case}, observer {observer_name(observer)}\n{of(case.game).draw(seen)}"
        if impossible := found.keys() - worlds.keys():
            raise ConformanceError(
                f"{sum(found[world] for world in impossible)} of {count} determinizations "
                f"cannot have come about: {where}"
            )
        distance = sum(
            (found[world] - count * chance) ** 2 / (count * chance)
            for world, chance in worlds.items()
        )
        if distance > _chi_square_limit(len(worlds) - 1):
            told = ", ".join(
                f"{found[world] / count:.3f} instead of {chance:.3f}"
                for world, chance in sorted(worlds.items())
            )
            raise ConformanceError(
                f"determinizations have the wrong distribution ({told}): {where}"
            )


def _chi_square_limit(freedom: int) -> float:
    """Return what chi-square exceeds once in about a million (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.75 * spread**0.5) ** 3)
