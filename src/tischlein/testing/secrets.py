"""Properties of hidden information: what a seat sees, what it may suspect, what it cannot tell.

A determinization is a full position that agrees with everything a seat knows. So a position and its
determinization are two states that the seat cannot tell apart, and whatever reaches the seat must
be the same in both. ``beliefs`` checks that determinizations have the right distribution.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, count, islice, permutations

from tischlein.core import options as option_texts
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position, Row
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR, letter
from tischlein.testing.cases import (
    Case,
    Checkpoint,
    ConformanceError,
    Property,
    cases_of,
    positions_of,
)

SAMPLES = 3
"""Determinizations tried for each observer in each position."""
PATIENCE = 200
"""Additional samples before they are reported to be all alike."""
MATCHES = 200
"""Random matches without anything hidden before the game is reported to have no secrets."""
OFTEN = 20
"""Matches in which all others hide something, before two seats are reported not to."""
MOST_MATCHES = 1_000
"""Limit of random matches played for that; if they are too few, nothing is reported."""
NEIGHBOURS = 2_000
"""Positions one event away from random matches, examined before anything is reported."""
FEW_CHOICES = 4
"""Actions tried for a seat that chooses at the same time as others."""
EVENTS = 24
"""Beyond this number of possible next events, a sample is tried."""
ACTIONS = 20
"""Actions tried for each seat in each of them."""


def observer_name(observer: int) -> str:
    """Return a seat's letter, or ``spectator``."""
    return "spectator" if observer == SPECTATOR else letter(observer)


def observations_agree_with_determinizations(checkpoint: Checkpoint) -> None:
    """A determinization looks to the seat, and to spectators, exactly like the true position."""
    case, position = checkpoint.case, checkpoint.position
    public = position.observe(SPECTATOR).to_bytes()
    for observer in case.observers:
        who = observer_name(observer)
        seen = position.observe(observer)
        twice = Position(case.game, case.seats, case.options, seen.row.copy()).observe(observer)
        checkpoint.require(twice == seen, f"an observation of {who} changes if it is masked again")
        before = seen.to_bytes()
        seed = checkpoint.rng.getrandbits(60)
        checkpoint.require(
            seen.determinize(new_rng(seed)) == seen.determinize(new_rng(seed)),
            "determinize draws lots elsewhere than from the generator it is given",
        )
        for sample in _samples(checkpoint, observer):
            checkpoint.require(
                sample.observe(observer) == seen, f"{who} can tell a determinization from the truth"
            )
            checkpoint.require(
                sample.observe(SPECTATOR).to_bytes() == public,
                f"a determinization for {who} contradicts what everybody has seen",
            )
            for invariant in case.game.invariants:
                checkpoint.require(
                    invariant.holds(sample.state),
                    f"not in a determinization for {who}: {invariant.name}",
                )
        checkpoint.require(seen.to_bytes() == before, "determinizing has changed the observation")


def determinizations_differ(checkpoint: Checkpoint) -> None:
    """If there is more than one possibility, determinizations are not all the same.

    A determinization other than the true position shows that there is more than one.
    """
    truth = checkpoint.position.to_bytes()
    for observer in checkpoint.case.observers:
        if checkpoint.observation(observer).to_bytes() == truth:
            continue
        different = {sample.to_bytes() for sample in _samples(checkpoint, observer)}
        if different == {truth}:
            continue  # as when all that is masked can be inferred
        if len(different) == 1:
            different |= {sample.to_bytes() for sample in _samples(checkpoint, observer, PATIENCE)}
        checkpoint.require(
            len(different) > 1,
            f"all determinizations of a position are alike for {observer_name(observer)}, though "
            "they are not the truth",
        )


def nothing_else_tells_determinizations_apart(checkpoint: Checkpoint) -> None:
    """Acting seats, legal actions and refusals follow from what the seat sees, not from secrets."""
    case, position = checkpoint.case, checkpoint.position
    for observer in case.observers:
        seen = position.observe(observer)
        who = observer_name(observer)
        worlds: list[Row] = [seen, *_samples(checkpoint, observer)]
        for world in worlds:
            checkpoint.require(
                (world.acting, world.awaited) == (position.acting, position.awaited),
                f"who may act, or is waited for, tells {who} a secret",
            )
        if observer == SPECTATOR:
            continue
        legal = position.legal(observer)
        actions = checkpoint.rng.sample(range(case.game.actions), min(ACTIONS, case.game.actions))
        refusals = [position.why_not(observer, action) for action in actions]
        for world in worlds:
            checkpoint.require(world.legal(observer) == legal, f"legal actions tell {who} a secret")
            checkpoint.require(
                [world.why_not(observer, action) for action in actions] == refusals,
                f"a refusal tells {who} a secret",
            )


def observed_actions_tell_no_more_than_the_view(checkpoint: Checkpoint) -> None:
    """Events after which a seat sees the same position look the same to it as they happen."""
    case, position = checkpoint.case, checkpoint.position
    for observer in case.observers:
        seen_as: dict[tuple[int, bytes], dict[Event, Event]] = defaultdict(dict)
        for world in (position, *_samples(checkpoint, observer, 2)):
            for event in _some_events(world, checkpoint.rng):
                if event.seat == observer:
                    continue
                shown = world.observed_event(event, observer)
                limit = case.game.outcomes if event.seat == CHANCE else case.game.actions
                checkpoint.require(
                    shown.seat == event.seat and HIDDEN <= shown.action < limit,
                    f"observed_action shows {observer_name(observer)} the event {shown}",
                )
                after = world.clone()
                after.apply(event)
                view = after.observe(observer).to_bytes()
                seen_as[event.seat, view][shown] = event
        for variants in seen_as.values():
            checkpoint.require(
                len(variants) == 1,
                f"{observer_name(observer)} sees the same position after these, but is shown "
                f"different events: {variants}",
            )


def choices_at_once_are_hidden(checkpoint: Checkpoint) -> None:
    """While several seats have to choose, none of them sees what another one has chosen before.

    Partners may, and seats that ``sees_all_of`` allows. If seats act openly in any order,
    ``to_move`` names the one that the match waits for: the others only interrupt.
    """
    position = checkpoint.position
    choosing = [seat for seat in position.awaited if seat != CHANCE]
    if checkpoint.case.game.race is not None or len(choosing) < 2:
        return
    for seat in choosing:
        legal = position.legal(seat)
        seen: dict[int, set[bytes]] = defaultdict(set)
        for action in checkpoint.rng.sample(legal, min(FEW_CHOICES, len(legal))):
            after = position.clone()
            after.apply(Event(seat, action))
            apart = _kept_apart(checkpoint.case, after)
            for other in {*choosing} & {*after.awaited} - {seat}:
                if (seat, other) not in apart:
                    continue
                seen[other].add(after.observe(other).to_bytes())
        for other, views in seen.items():
            checkpoint.require(
                len(views) == 1,
                f"{letter(other)} sees what {letter(seat)} has chosen, and has yet to choose: "
                "secrets.observe masks it until all have, or secrets.sees_all_of says that the "
                "rules let it; where seats act openly in any order, interrupts.to_move names one",
            )


def whoever_sees_all_of_another_does(checkpoint: Checkpoint) -> None:
    """A seat that is said to see everything that another one sees knows what it sees.

    In every position that is possible to the seat, the other seat's observation is the same.
    """
    case, position = checkpoint.case, checkpoint.position
    for seat, other in permutations(range(case.seats), 2):
        if not _sees_all_of(position, seat, other):
            continue
        seen = position.observe(other)
        checkpoint.require(
            all(sample.observe(other) == seen for sample in _samples(checkpoint, seat)),
            f"secrets.sees_all_of says that {letter(seat)} sees here all that {letter(other)} "
            "sees, but secrets.observe masks some of it, or secrets.determinize changes it",
        )


def secrets_are_kept(game: Game) -> None:
    """Declared secrets exist: in some setting something is hidden from some seat."""
    if game.secrets is None:
        return
    settings = list(cases_of(game))
    matches = (positions_of(settings[n % len(settings)], n) for n in range(MATCHES))
    neighbours = (islice(_neighbours(case), NEIGHBOURS // len(settings)) for case in settings)
    for position in chain.from_iterable(chain(matches, neighbours)):
        truth = position.to_bytes()
        if any(position.observe(seat).to_bytes() != truth for seat in range(position.seats)):
            return
    raise ConformanceError(
        f"{game.key}: secrets.observe never masks anything from any seat, in {MATCHES} "
        "random matches"
    )


def seats_hide_alike(case: Case) -> None:
    """If a seat sees something that another one does not, each sees something of its own.

    Something that is shown to one seat by mistake contradicts nothing: it is part of what that seat
    knows. But rules treat seats alike, unless ``sees_all_of`` says otherwise, so a seat that sees
    everything that another one sees has been shown too much. Only positions count for which
    ``sees_all_of`` is false for the two, and in which others hide something.

    A seat may rarely have a secret. So two seats are only reported after ``MATCHES`` matches, and
    once every two that hide anything from each other have done so in ``OFTEN`` of them: if all
    secrets were as rare, they would hardly ever miss that many. In half of the matches chance draws
    all outcomes uniformly, and ``NEIGHBOURS`` positions one event away from others are examined: so
    a secret that depends on an unlikely outcome, or on one choice of many, is found however rare it
    is in play. For an even rarer secret, ``sees_all_of`` can say where there is none.

    Raises
    ------
    ConformanceError
        Naming two such seats, in a setting in which others hide something from each other.
    """
    if case.game.secrets is None:
        return
    strangers = _strangers(case)
    missed: Counter[tuple[int, int]] = Counter()
    matches: Counter[tuple[int, int]] = Counter()
    for seed in range(MOST_MATCHES):
        hiding: set[tuple[int, int]] = set()
        could: set[tuple[int, int]] = set()
        for position in positions_of(case, seed):
            if strangers <= hiding | matches.keys():
                return
            apart = _kept_apart(case, position)
            hidden = _hidden(position, apart)
            hiding |= hidden
            if hidden:
                could |= apart
        matches.update(hiding)
        missed.update(could - hiding)
        if seed + 1 < MATCHES:
            continue
        missing = {two for two in missed.keys() - matches.keys() if missed[two] >= OFTEN}
        if not matches or not missed.keys() - matches.keys():
            return
        if missing and min(matches.values()) >= OFTEN:
            for position in islice(_neighbours(case), NEIGHBOURS):
                missing -= _hidden(position, missing & _kept_apart(case, position))
            if not missing:
                return
            owner, other = min(missing)
            raise ConformanceError(
                f"{letter(other)} sees everything that {letter(owner)} sees, in all of {seed + 1} "
                f"random matches, while others hide something in {OFTEN} of them or more: "
                "secrets.observe shows too much, or, where the rules let it see all that the other "
                "one sees, or the other one has as yet no secret, secrets.sees_all_of says so: "
                f"{case}"
            )


def _hidden(position: Position, pairs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return those pairs of seats of which the first knows something masked from the second."""
    views = [position.observe(seat).row for seat in range(position.seats)]
    known = [view == position.row for view in views]
    return {(owner, other) for owner, other in pairs if (known[owner] & ~known[other]).any()}


def _neighbours(case: Case) -> Iterator[Position]:
    """Yield, without end, positions that are one event away from those of random matches.

    Any possible event is used, or a sample if there are very many, however unlikely it is.
    """
    for seed in count(MOST_MATCHES):
        lots = random.Random(f"{case} {seed} beside")
        for position in positions_of(case, seed):
            for event in _some_events(position, lots):
                after = position.clone()
                after.apply(event)
                yield after


def _strangers(case: Case) -> set[tuple[int, int]]:
    """Return all pairs of seats that are not partners."""
    sides = option_texts.sides(case.game, case.seats, case.options)
    return {
        (owner, other)
        for owner, other in permutations(range(case.seats), 2)
        if sides[owner] != sides[other]
    }


def _kept_apart(case: Case, position: Position) -> set[tuple[int, int]]:
    """Return all pairs of seats of which the second may not see here all that the first one sees.

    Partners may, and seats that the rules allow it, by ``sees_all_of`` of the position.
    """
    return {
        (owner, other)
        for owner, other in _strangers(case)
        if not _sees_all_of(position, other, owner)
    }


def _sees_all_of(position: Position, seat: int, other: int) -> bool:
    secrets = position.game.secrets
    return secrets is not None and secrets.sees_all_of(position.state, seat, other)


def _samples(checkpoint: Checkpoint, observer: int, count: int = SAMPLES) -> list[Position]:
    rng = new_rng(checkpoint.rng.getrandbits(60))
    seen = checkpoint.position.observe(observer)
    return [seen.determinize(rng) for _ in range(count)]


def _some_events(world: Position, lots: random.Random) -> list[Event]:
    """Return what may happen next, or a sample if that is very much."""
    events = [Event(CHANCE, value) for value, _ in world.outcomes()]
    for seat in world.acting:
        events += [Event(seat, action) for action in world.legal(seat)]
    return lots.sample(events, min(EVENTS, len(events)))


PROPERTIES: tuple[Property, ...] = (
    observations_agree_with_determinizations,
    determinizations_differ,
    nothing_else_tells_determinizations_apart,
    observed_actions_tell_no_more_than_the_view,
    choices_at_once_are_hidden,
    whoever_sees_all_of_another_does,
)
WHOLE = (secrets_are_kept,)
"""Properties of the game as a whole."""
