"""What a seat knows of the other hands: all patterns that agree with what it has seen (GNP-24).

A pattern names some cards of the other hands and counts the rest. Every way to fill the rest with
cards seen nowhere is possible and equally likely. Patterns are weighted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any, NamedTuple

from tischlein.core.bits import members
from tischlein.core.state import Ints
from tischlein.games.ganz_nach_plan.log import Entry, entries, heir_in
from tischlein.games.ganz_nach_plan.secrecy import observe
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    HAND,
    SEATS,
    UNKNOWN,
    EntryKind,
    GanzNachPlanState,
    Phase,
)
from tischlein.presentation.caches import BoundedCache


class Pattern(NamedTuple):
    """One course of what an observer has not seen; of the observer itself everything is 0."""

    named: tuple[int, ...]
    """Bit set of the cards that each seat is known to hold."""
    unnamed: tuple[int, ...]
    """How many further cards each seat holds."""
    sent_named: tuple[int, ...]
    """Cards on their way to each seat (GNP-17)."""
    sent_unnamed: tuple[int, ...]


def patterns(state: GanzNachPlanState, observer: int) -> dict[Pattern, float]:
    """Return a seat's patterns with their weights, from a state or its observation."""
    return dict(_replay(state, observer).patterns)


def certain(state: GanzNachPlanState, observer: int, other: int) -> int:
    """Return the cards that a seat can be certain another holds now, as a bit set."""
    return all_certain(seen_by(state, observer), observer)[other]


def all_certain(state: GanzNachPlanState, observer: int) -> list[int]:
    """Return for every seat the cards that one seat can be certain it holds now, as bit sets.

    Unlike the other functions, this takes the seat's observation, since it is called for every
    picture.
    """
    replay = _replay_of(state, observer)
    certain = [(1 << CARDS) - 1] * state.seats
    for pattern in replay.patterns:
        pool = replay.pool(pattern)
        for seat, unnamed in enumerate(pattern.unnamed[: state.seats]):
            known = pattern.named[seat] | (pool if unnamed == pool.bit_count() else 0)
            certain[seat] &= known
    certain[observer] = state.hand[observer]
    return certain


def possible(state: GanzNachPlanState, observer: int, other: int) -> int:
    """Return the cards that another seat may hold as far as a seat knows, as a bit set."""
    if observer == other:
        own: int = state.hand[observer]
        return own
    replay = _replay(state, observer)
    cards = 0
    for pattern in replay.patterns:
        cards |= pattern.named[other]
        if pattern.unnamed[other]:
            cards |= replay.pool(pattern)
    return cards


def seen_by(state: GanzNachPlanState, observer: int) -> GanzNachPlanState:
    """Return a state as a seat sees it, from the state or its observation."""
    row: Ints = state.row.copy()  # type: ignore[attr-defined]  # a view
    seen: Any = GanzNachPlanState.view(row)
    observe(seen, observer)
    return seen  # type: ignore[no-any-return]  # a view again


def _replay(position: GanzNachPlanState, observer: int) -> _Replay:
    """Return the replay of what a seat has seen, from a state or its observation."""
    return _replay_of(seen_by(position, observer), observer)


class _Beginning(NamedTuple):
    """What a seat has seen before anything happened."""

    observer: int
    deck: int
    """The cards in use, as a bit set."""
    dealt: int
    """Those that the observer was dealt."""
    counts: tuple[int, ...]
    """How many cards each seat was dealt."""


_latest: BoundedCache[_Beginning, _Replay] = BoundedCache(1024)
"""How far each log has been gone through last: as a rule, only its last entries are new."""


def _replay_of(state: GanzNachPlanState, observer: int) -> _Replay:
    """Return the replay of a seat's observation; callers must not change it."""
    counts = tuple(state.count[: state.seats])
    if state.phase != Phase.DEAL:
        counts = (HAND,) * state.seats
    beginning = _Beginning(observer, state.deck, state.dealt[observer], counts)
    log: tuple[int, ...] = tuple(state.log[: state.logged])
    known = _latest.get(beginning)
    if known is not None and known.log == log:
        return known
    if known is not None and known.log == log[: len(known.log)]:
        replay = copy(known)
    else:
        replay = _Replay(beginning)
    replay.advance(log, entries(state, len(replay.log)))
    _latest[beginning] = replay
    return replay


class _Replay:
    """The log gone through with the observer's own hand and the open cards at hand."""

    def __init__(self, beginning: _Beginning) -> None:
        self.log: tuple[int, ...] = ()
        """What has been gone through."""
        counts = beginning.counts
        self._seats = len(counts)
        self._observer = beginning.observer
        self._deck = beginning.deck
        self._mine = beginning.dealt
        self._mine_sent = 0
        self._open = 0
        unnamed = tuple(
            0 if seat == self._observer or seat >= self._seats else counts[seat]
            for seat in range(SEATS)
        )
        nothing = (0,) * SEATS
        self.patterns: dict[Pattern, float] = {Pattern(nothing, unnamed, nothing, nothing): 1.0}
        """Another dictionary takes its place with every change: copies of a replay share it."""

    def advance(self, log: tuple[int, ...], news: Iterable[Entry]) -> None:
        """Go through what is new in a log."""
        for entry in news:
            self._apply_entry(entry)
        self.log = log

    def pool(self, pattern: Pattern) -> int:
        """Return the cards that lie nowhere for certain in a pattern."""
        placed = self._mine | self._mine_sent | self._open
        for cards in (*pattern.named, *pattern.sent_named):
            placed |= cards
        return self._deck & ~placed

    def _apply_entry(self, entry: Entry) -> None:
        kind, source, target, cards = entry
        if kind == EntryKind.PLAYED:
            self._lose(source, cards)
            self._open |= 1 << cards
        elif kind == EntryKind.TAKEN:
            self._open &= ~(1 << cards)
            if target == self._observer:
                self._mine |= 1 << cards
            else:
                self._map(lambda pattern: _name(pattern, target, cards))
        elif kind == EntryKind.SENT:
            self._send(source, target, cards)
        elif kind == EntryKind.LANDED:
            self._mine |= self._mine_sent
            self._mine_sent = 0
            self._map(_land)
        elif kind == EntryKind.HELD:
            if source != self._observer:
                for card in members(cards):
                    self._see(source, card)
        elif kind == EntryKind.TRADED:
            heirs = list(range(SEATS))
            heirs[source], heirs[target] = target, source
            self._hand_on(heirs)
        else:
            self._hand_on(
                [heir_in(cards, seat) if seat < self._seats else seat for seat in range(SEATS)]
            )

    def _lose(self, seat: int, card: int) -> None:
        """See a card leave a hand."""
        if seat == self._observer:
            self._mine &= ~(1 << card)
            return
        self._see(seat, card)
        self._map(lambda pattern: _unname(pattern, seat, card))

    def _see(self, seat: int, card: int) -> None:
        """Learn that a seat holds a card: drop patterns that say otherwise, name it in the rest."""
        seen: defaultdict[Pattern, float] = defaultdict(float)
        for pattern, weight in self.patterns.items():
            if pattern.named[seat] >> card & 1:
                seen[pattern] += weight
                continue
            pool = self.pool(pattern)
            if pool >> card & 1 and pattern.unnamed[seat]:
                share = pattern.unnamed[seat] / pool.bit_count()
                fewer = _changed(pattern.unnamed, seat, pattern.unnamed[seat] - 1)
                named = _changed(pattern.named, seat, pattern.named[seat] | 1 << card)
                seen[pattern._replace(unnamed=fewer, named=named)] += weight * share
        self.patterns = dict(seen)

    def _send(self, source: int, target: int, card: int) -> None:
        if card != UNKNOWN:
            self._lose(source, card)
            if target == self._observer:
                self._mine_sent |= 1 << card
            else:
                self._map(lambda pattern: _send_named(pattern, target, card))
            return
        branched: defaultdict[Pattern, float] = defaultdict(float)
        for pattern, weight in self.patterns.items():
            for branch, share in _branches(pattern, source, target):
                branched[branch] += weight * share
        self.patterns = dict(branched)

    def _hand_on(self, heirs: list[int]) -> None:
        """Move all hands to their heirs; the observer can name there the cards it gave away."""
        given = self._mine
        taken = heirs.index(self._observer)
        if taken != self._observer:
            self._mine = next(iter(self.patterns)).named[taken] if self.patterns else 0
        moved: defaultdict[Pattern, float] = defaultdict(float)
        for pattern, weight in self.patterns.items():
            named, unnamed = [0] * SEATS, [0] * SEATS
            for seat, heir in enumerate(heirs):
                if heir == self._observer:
                    continue
                if seat == self._observer:
                    named[heir] = given
                else:
                    named[heir], unnamed[heir] = pattern.named[seat], pattern.unnamed[seat]
            moved[pattern._replace(named=tuple(named), unnamed=tuple(unnamed))] += weight
        self.patterns = dict(moved)

    def _map(self, change: Callable[[Pattern], Pattern]) -> None:
        changed: defaultdict[Pattern, float] = defaultdict(float)
        for pattern, weight in self.patterns.items():
            changed[change(pattern)] += weight
        self.patterns = dict(changed)


def _changed(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _name(pattern: Pattern, seat: int, card: int) -> Pattern:
    return pattern._replace(named=_changed(pattern.named, seat, pattern.named[seat] | 1 << card))


def _unname(pattern: Pattern, seat: int, card: int) -> Pattern:
    return pattern._replace(named=_changed(pattern.named, seat, pattern.named[seat] & ~(1 << card)))


def _send_named(pattern: Pattern, target: int, card: int) -> Pattern:
    sent = _changed(pattern.sent_named, target, pattern.sent_named[target] | 1 << card)
    return pattern._replace(sent_named=sent)


def _branches(pattern: Pattern, source: int, target: int) -> Iterator[tuple[Pattern, float]]:
    """Yield a pattern's branches when an unseen card leaves a hand, with their shares."""
    unnamed = pattern.unnamed[source]
    held = pattern.named[source].bit_count() + unnamed
    for card in members(pattern.named[source]):
        yield _send_named(_unname(pattern, source, card), target, card), 1 / held
    if unnamed:
        fewer = _changed(pattern.unnamed, source, unnamed - 1)
        more = _changed(pattern.sent_unnamed, target, pattern.sent_unnamed[target] + 1)
        yield pattern._replace(unnamed=fewer, sent_unnamed=more), unnamed / held


def _land(pattern: Pattern) -> Pattern:
    nothing = (0,) * SEATS
    return Pattern(
        tuple(a | b for a, b in zip(pattern.named, pattern.sent_named, strict=True)),
        tuple(a + b for a, b in zip(pattern.unnamed, pattern.sent_unnamed, strict=True)),
        nothing,
        nothing,
    )
