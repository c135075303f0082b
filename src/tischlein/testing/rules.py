"""Properties of rules, notation and records that hold in every position."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from tischlein.core import options as option_texts
from tischlein.core import queries, records, registry
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.kernel import new_rng
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, letter
from tischlein.presentation import rulebook
from tischlein.testing.cases import Checkpoint, Property
from tischlein.testing.phrases import faults_in

MANY = 60
"""Beyond this number of impossible actions, a sample is tried."""
MANY_OUT_OF_TURN = 12
"""In quick checks, the same for seats out of turn: one reason refuses all their actions."""
MANY_LEGAL = 2_000
"""Beyond this number of legal actions, a sample of ``MANY`` is tried where each is examined."""
USUAL = ((), ("a",), ("a", "b"), ("1",))
"""Common parameters of queries: no words, seats, numbers."""
GREATEST_GUESS = 10**6
"""How far from 0 an evaluation may be."""
NONSENSE = "xyzzy"
"""A word that means nothing in any game."""
_SIGNS = frozenset("#;!?")
"""First characters of lines in a record that are not events."""


def seats_and_chance_have_actions(checkpoint: Checkpoint) -> None:
    """Acting seats have different actions within range, and chance has positive weights."""
    game, position = checkpoint.case.game, checkpoint.position
    awaited = set(position.awaited)
    checkpoint.require(
        awaited <= set(position.acting) and bool(awaited) == bool(position.acting),
        f"{position.awaited} are awaited, but {position.acting} may act",
    )
    in_turn = len(awaited) <= 1 or game.simultaneous or game.race is not None
    checkpoint.require(
        in_turn, f"{position.awaited} choose at once, but the game is not simultaneous"
    )
    for seat in position.acting:
        checkpoint.require(
            seat < checkpoint.case.seats or seat == CHANCE, f"no seat {seat}, yet it acts"
        )
        # Compiled rules write without bounds checks: the buffer is larger than the bound under
        # test.
        buffer, weights = (np.zeros(game.actions + game.outcomes + 1, np.int64) for _ in range(2))
        if seat == CHANCE:
            count = game.kernels.chance(position.row, buffer, weights)
            checkpoint.require((weights[:count] > 0).all(), "a weight of chance is not positive")
            checkpoint.require(
                sum(weights[:count].tolist()) < 1 << 63, "weights of chance are too large"
            )
        else:
            count = game.kernels.legal(position.row, seat, buffer)
        numbers = buffer[:count].tolist()
        limit = game.outcomes if seat == CHANCE else game.actions
        checkpoint.require(count > 0, f"seat {letter(seat)} acts but has no action")
        checkpoint.require(count <= game.most_legal, f"{count} actions, but {game.most_legal=}")
        checkpoint.require(len(set(numbers)) == count, f"seat {letter(seat)} has an action twice")
        checkpoint.require(
            min(numbers) >= 0 and max(numbers) < limit,
            f"seat {letter(seat)} has an action outside 0 to {limit - 1}",
        )


def legal_is_applicable(checkpoint: Checkpoint) -> None:
    """``why_not`` returns None for exactly the legal actions, and cites a rule for all others."""
    game, position = checkpoint.case.game, checkpoint.position
    before = position.to_bytes()
    identifiers = set(rulebook.identifiers(game))
    for seat in (*range(checkpoint.case.seats), CHANCE):
        legal = {value for value, _ in position.outcomes()} if seat == CHANCE else set()
        legal |= set(position.legal(seat))
        for action in _sample(checkpoint, legal):
            refusal = position.why_not(seat, action)
            if refusal is not None:
                checkpoint.fail(f"{letter(seat)} {action} is legal, but: {refusal}")
        limit = game.outcomes if seat == CHANCE else game.actions
        out_of_turn = seat not in position.acting
        most = MANY_OUT_OF_TURN if checkpoint.quick and out_of_turn else MANY
        others = _others(checkpoint, limit, legal, most)
        phrases: list[Phrase] = []
        for action in others:
            refusal = position.why_not(seat, action)
            if refusal is None:
                checkpoint.fail(f"{letter(seat)} {action} is not legal, but not refused either")
            if game.presentation is None:
                continue  # programs only read the identifier
            if refusal.rule not in identifiers:
                checkpoint.fail(f"{refusal.rule} is not on the rules page of the game")
            phrases.append(refusal.phrase)
        for fault in faults_in(game, phrases):
            checkpoint.fail(f"a refusal of {letter(seat)}: {fault}")
        for action in checkpoint.rng.sample(others, min(3, len(others))):
            try:
                position.play(seat, action)
            except RefusedError:
                continue
            checkpoint.fail(f"{letter(seat)} {action} was not refused")
    checkpoint.require(position.to_bytes() == before, "a refused action has changed the position")


def _sample(checkpoint: Checkpoint, legal: Collection[int]) -> Collection[int]:
    """Return legal actions, or a sample if there are very many."""
    return legal if len(legal) <= MANY_LEGAL else checkpoint.rng.sample(sorted(legal), MANY)


def _others(checkpoint: Checkpoint, limit: int, legal: Collection[int], most: int) -> list[int]:
    """Return illegal actions, or a sample if there are more than `most`."""
    if limit - len(legal) > MANY_LEGAL:
        tried = checkpoint.rng.sample(range(limit), most)
        return [action for action in tried if action not in legal]
    others = [action for action in range(limit) if action not in legal]
    return others if len(others) <= most else checkpoint.rng.sample(others, most)


def copies_are_independent(checkpoint: Checkpoint) -> None:
    """Copies are independent, and equal choices lead to equal positions."""
    position = checkpoint.position
    key = position.key
    copies = [position.clone(), position.clone()]
    if checkpoint.next is not None:
        for copy in copies:
            copy.apply(checkpoint.next)
    checkpoint.require(position.key == key, "an event in a copy has changed the original")
    checkpoint.require(copies[0] == copies[1], "the same event gives two different positions")


def views_say_what_records_say(checkpoint: Checkpoint) -> None:
    """Plain code and compiled code read the same from a position and its observations."""
    position = checkpoint.position
    for row in (position, *map(position.observe, checkpoint.case.observers)):
        view, record = row.state, row.record
        for name in checkpoint.case.game.state.dtype.names or ():
            seen, written = getattr(view, name), getattr(record, name).tolist()
            if seen != _as_tuples(written):
                checkpoint.fail(f"the view says {name}={seen}, the record {written}")


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


def bytes_and_pickles_restore(checkpoint: Checkpoint) -> None:
    """Positions and observations survive being saved, and sent to other processes if possible."""
    case, position = checkpoint.case, checkpoint.position
    data = position.to_bytes()
    restored = Position.from_bytes(case.game, case.seats, data, case.options)
    checkpoint.require(restored == position, "bytes restore another position")
    if not registry.loads_elsewhere(case.game):
        return
    checkpoint.require(pickle.loads(pickle.dumps(position)) == position, "a pickle differs")
    for observer in case.observers:
        seen = position.observe(observer)
        again = pickle.loads(pickle.dumps(seen))
        checkpoint.require(
            again == seen and again.seat == observer, "an observation's pickle differs"
        )


def notation_round_trips(checkpoint: Checkpoint) -> None:
    """Every possible action has a text of its own, which means that action."""
    position = checkpoint.position
    for seat in position.acting:
        actions = [value for value, _ in position.outcomes()] if seat == CHANCE else []
        texts: dict[str, int] = {}
        for action in _sample(checkpoint, actions or position.legal(seat)):
            text = position.write(seat, action)
            if not (text and " ".join(text.split()) == text and _SIGNS.isdisjoint(text)):
                checkpoint.fail(f"{text!r} is no line of a record")
            if text in texts:
                checkpoint.fail(f"{text!r} means {texts[text]} and {action}")
            texts[text] = action
        for text, action in texts.items():
            again = position.read(seat, text)
            if again != action:
                checkpoint.fail(f"{text!r} is written for {action}, but read as {again}")


def what_means_nothing_is_no_action(checkpoint: Checkpoint) -> None:
    """A meaningless word is reported as such: neither read as an action nor refused by a rule.

    It is not ignored after the words of an action either, except where a measurement may be.
    """
    position = checkpoint.position
    for seat in position.acting:
        _require_no_action(checkpoint, seat, NONSENSE)
        if seat == CHANCE and checkpoint.case.game.measured is not None:
            continue
        one = position.outcomes()[0][0] if seat == CHANCE else position.legal(seat)[0]
        _require_no_action(
            checkpoint, seat, f"{position.write(seat, one)} {NONSENSE}", refused=True
        )


def _require_no_action(
    checkpoint: Checkpoint, seat: int, text: str, *, refused: bool = False
) -> None:
    """Require that a text is no action, or, if ``refused``, that a rule forbids it."""
    try:
        action = checkpoint.position.read(seat, text)
    except NotationError:
        return
    except RefusedError as error:
        rule = error.refusal.rule
        checkpoint.require(
            refused, f"{text!r} is no action, but {rule} refuses it: that raises NotationError"
        )
        return
    checkpoint.fail(f"{text!r} is no action, but read as {action}")


def queries_answer(checkpoint: Checkpoint) -> None:
    """Every query answers with one line, or says that it needs other words.

    At some point in a match each query finds words that it answers to, except in quick checks.
    """
    position = checkpoint.position
    before = position.to_bytes()
    known = (*queries.QUERIES, *checkpoint.case.game.notation.queries)
    for query in known:
        usual = [_answers(checkpoint, query, words) for words in USUAL]
        if (
            any(usual)
            or query in checkpoint.notes
            or any(_answers(checkpoint, query, words) for words in _words_to_try(checkpoint))
        ):
            checkpoint.notes[query] = 1
    checkpoint.require(position.to_bytes() == before, "a query has changed the position")
    if checkpoint.next is None and not checkpoint.quick:
        mute = [query for query in known if query not in checkpoint.notes]
        checkpoint.require(not mute, f"these queries have answered to no words: {', '.join(mute)}")


def _answers(checkpoint: Checkpoint, query: str, words: Sequence[str]) -> bool:
    """Whether a query answers, and does not say that it needs other words."""
    asked = " ".join((query, *words))
    try:
        value = queries.answer(checkpoint.position, asked)
    except (NotationError, RefusedError):
        return False
    checkpoint.require(value and "\n" not in value, f"the query {asked!r}: {value!r}")
    return True


def _words_to_try(checkpoint: Checkpoint) -> Iterator[tuple[str, ...]]:
    """Yield parameters for queries: words of actions in notation, and their pairs."""
    position = checkpoint.position
    known = {"a", "1", "a1"}
    for seat in position.acting:
        actions = [value for value, _ in position.outcomes()] or position.legal(seat)
        for action in checkpoint.rng.sample(actions, min(4, len(actions))):
            known.update(position.write(seat, action).split())
    known |= {word[0] for word in known}
    yield from ((word,) for word in sorted(known))
    yield from product(sorted(known), repeat=2)


def scores_and_ranks_fit(checkpoint: Checkpoint) -> None:
    """Scores stay within bounds at the end; ranks are an order with ties; partners have equal ones.

    Studies count a team once, by any one of its seats.
    """
    position, game = checkpoint.position, checkpoint.case.game
    least, greatest = game.score_bounds
    scores, ranks = position.scores(), position.ranks()
    if position.over:
        checkpoint.require(
            all(least <= score <= greatest for score in scores),
            f"final scores {scores} lie outside {game.score_bounds}",
        )
    ordered = sorted(ranks)
    checkpoint.require(
        all(rank == ordered.index(rank) for rank in ordered),
        f"ranks {ranks} do not say how many seats are ahead of each",
    )
    sides = option_texts.sides(game, checkpoint.case.seats, checkpoint.case.options)
    of_side: dict[int, tuple[int, int]] = {}
    for side, *own in zip(sides, scores, ranks, strict=True):
        shared = of_side.setdefault(side, (own[0], own[1]))
        checkpoint.require(
            [*shared] == own, f"partners have other scores or ranks: {scores}, {ranks}, in {sides}"
        )


def invariants_hold(checkpoint: Checkpoint) -> None:
    """Every declared invariant holds."""
    for invariant in checkpoint.case.game.invariants:
        checkpoint.require(
            invariant.holds(checkpoint.position.state), f"this does not hold: {invariant.name}"
        )


def heuristics_keep_within_bounds(checkpoint: Checkpoint) -> None:
    """Evaluations stay in the range that searches require, and policies choose legal actions."""
    position, kernels = checkpoint.position, checkpoint.case.game.kernels
    before = position.to_bytes()
    for seat in range(checkpoint.case.seats):
        guess = kernels.evaluate(position.row, seat)
        checkpoint.require(
            abs(guess) <= GREATEST_GUESS, f"seat {letter(seat)} is evaluated as {guess}"
        )
        legal = position.legal(seat)
        if legal:
            rng = new_rng(checkpoint.rng.getrandbits(60))
            again = rng.copy()
            chosen = kernels.policy(position.row, seat, np.array(legal), len(legal), rng)
            checkpoint.require(chosen in legal, f"the policy of {letter(seat)} chooses {chosen}")
            same = kernels.policy(position.row, seat, np.array(legal), len(legal), again)
            checkpoint.require(
                chosen == same,
                "the policy draws lots elsewhere than from the generator it is given",
            )
    checkpoint.require(position.to_bytes() == before, "a heuristic has changed the position")


def records_restore_the_match(checkpoint: Checkpoint) -> None:
    """A match written at its end reads back as the same match, with every expectation.

    What has been read is written again and must be equal to the original; this is also tried
    without expectations. Quick checks only try the text with expectations, since it contains
    everything else.
    """
    if checkpoint.next is not None:
        return
    record = checkpoint.case.record(checkpoint.events)
    for expectations in (True,) if checkpoint.quick else (False, True):
        text = records.write(record, expectations=expectations)
        again = records.read(text)
        checkpoint.require(again.events == record.events, "the record reads back as another match")
        checkpoint.require(
            again.options == record.options, "the record reads back with other options"
        )
        checkpoint.require(again.names == record.names, "the record reads back with other players")
        same = (again.fields, again.notes) == (record.fields, record.notes)
        same = same and (expectations or records.write(again) == text)
        checkpoint.require(same, "the record is not written in the same way again")
    checkpoint.require(
        record.final() == checkpoint.position, "the record leads to another position"
    )


PROPERTIES: tuple[Property, ...] = (
    seats_and_chance_have_actions,
    legal_is_applicable,
    copies_are_independent,
    views_say_what_records_say,
    bytes_and_pickles_restore,
    notation_round_trips,
    what_means_nothing_is_no_action,
    queries_answer,
    scores_and_ranks_fit,
    invariants_hold,
    records_restore_the_match,
)
WITH_HEURISTICS: tuple[Property, ...] = (heuristics_keep_within_bounds,)
