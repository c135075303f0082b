"""What of a game is used: actions compared with those offered, rules, sentences, options.

Matches are replayed for that. An action that is offered again and again and hardly ever chosen may
be dominated; a rule that never forbids anything may be superfluous, or may only state the usual.

P-values are corrected (Holm) within the list of words, since it is read as a whole.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tischlein import presentation
from tischlein.core.errors import OptionError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.options import Choices, complete, needed_for
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.lab.grouping import Table, clusters_together, label
from tischlein.lab.intervals import APART, AT_LEAST_NOTHING, Estimate, holm, mean, share
from tischlein.lab.plays import sample
from tischlein.lab.results import Results
from tischlein.lab.study import Setting
from tischlein.lab.vocabulary import words_in
from tischlein.presentation import texts

EXAMINED = 50
"""Matches of a setting that are examined."""
MOST_OFFERED = 200
"""Decisions with more actions than this are skipped: writing all of them takes long."""
TRIED = 40
"""Actions that are tried at a decision, to see what forbids them."""
FEWEST = 20
"""Minimal number of decisions at which a word was offered for a statement about it."""


@dataclass(frozen=True)
class OfferRow:
    """How often a word of the notation is chosen when it could be."""

    word: str
    offered: int
    """Decisions at which an action with this word was possible, and one without it."""
    chosen: Estimate
    """Share of these at which such an action was chosen."""
    by_lot: float
    """The expected share if choosing at random."""
    liked: Estimate
    """``chosen`` minus ``by_lot``; ``p`` assumes that there is no difference."""


@dataclass(frozen=True)
class RuleRow:
    """How often a rule forbids something that a seat might try."""

    rule: str
    matches: Estimate
    """Share of the matches in which it did at least once."""


@dataclass(frozen=True)
class SentenceRow:
    """How often the log reports a kind of event."""

    key: str
    """Key of the message in the game's texts."""
    times: Estimate
    """Times in a match."""


@dataclass(frozen=True)
class Usage:
    """What some matches made use of."""

    matches: int
    offers: tuple[OfferRow, ...]
    rules: tuple[RuleRow, ...]
    sentences: tuple[SentenceRow, ...]
    unused: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What was never used, by kind.

    ``actions`` that were offered and never chosen, ``rules`` that can forbid something and never
    did, ``sentences`` of the log that never appeared, and values of ``options`` that no match of
    the study had and that could be played with the same number of seats.
    """


def usage_of_setting(results: Results, setting: Setting, tables: Sequence[Table]) -> Usage:
    """Return what some matches of a setting made use of."""
    key = (usage_of_setting, label(setting), setting.game.key)
    if key not in results.cache:
        group = [one for one in tables if label(one.setting) == label(setting)]
        joined = clusters_together(group)
        read = list(sample(group, results, EXAMINED))
        results.cache[key] = usage_of_matches(read, [joined[seed] for seed, _ in read], tables)
    found: Usage = results.cache[key]
    return found


def usage_of_matches(
    found: Sequence[tuple[int, Record]], clusters: Sequence[int], tables: Sequence[Table]
) -> Usage:
    """Return what matches of one game, given with their seeds, made use of.

    Parameters
    ----------
    clusters
        For each match a number that it shares with those that it is not independent of.
    tables
        All of the study, for the options that were played.
    """
    game = found[0][1].game
    offered: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    forbidding: dict[str, set[int]] = defaultdict(set)
    said: dict[str, Counter[int]] = defaultdict(Counter)
    for number, (seed, record) in enumerate(found):
        lot = Random(seed)
        position = Position.start(game, len(record.names), record.options)
        for event in record.events:
            if event.seat != CHANCE:
                for word, chosen, by_lot in _offers(position, event.seat, event.action):
                    offered[word].append((chosen, by_lot, clusters[number]))
                for rule in _forbidden(position, event.seat, lot):
                    forbidding[rule].add(number)
            before = position.clone()
            position.apply(event)
            for key in _sentence_keys(before, position, event):
                said[key][number] += 1
    offers = _corrected(
        [_offer(word, rows) for word, rows in offered.items() if len(rows) >= FEWEST]
    )
    rules = [
        RuleRow(rule, share([float(n in where) for n in range(len(found))], clusters))
        for rule, where in forbidding.items()
    ]
    sentences = [
        SentenceRow(
            key,
            mean([float(times[n]) for n in range(len(found))], clusters, bounds=AT_LEAST_NOTHING),
        )
        for key, times in said.items()
    ]
    return Usage(
        len(found),
        tuple(sorted(offers, key=lambda row: -row.offered)),
        tuple(sorted(rules, key=lambda row: (-row.matches.value, row.rule))),
        tuple(sorted(sentences, key=lambda row: (-row.times.value, row.key))),
        {
            "actions": tuple(sorted(row.word for row in offers if not row.chosen.value)),
            "rules": tuple(rule for rule in _refusal_rules(game) if rule not in forbidding),
            "sentences": tuple(key for key in _sentence_messages(game) if key not in said),
            "options": tuple(_options_left(game, tables)),
        },
    )


def _offers(position: Position, seat: int, action: int) -> Iterator[tuple[str, float, float]]:
    """Yield the words of some, not all, legal actions: whether chosen, and their share by lot."""
    legal = position.legal(seat)
    if not 1 < len(legal) <= MOST_OFFERED:
        return
    having: Counter[str] = Counter()
    for one in legal:
        having.update(words_in(position.write(seat, one)))
    chosen = words_in(position.write(seat, action))
    for word, count in having.items():
        if count < len(legal):
            yield word, float(word in chosen), count / len(legal)


def _offer(word: str, rows: Sequence[tuple[float, float, int]]) -> OfferRow:
    chosen, by_lot, cluster_numbers = ([row[n] for row in rows] for n in range(3))
    clusters = [int(cluster) for cluster in cluster_numbers]
    beyond = mean(
        [one - lot for one, lot in zip(chosen, by_lot, strict=True)], clusters, 0.0, bounds=APART
    )
    return OfferRow(word, len(rows), share(chosen, clusters), sum(by_lot) / len(rows), beyond)


def _corrected(offers: Sequence[OfferRow]) -> list[OfferRow]:
    ps = holm([row.liked.p for row in offers])
    return [replace(row, liked=replace(row.liked, p=p)) for row, p in zip(offers, ps, strict=True)]


def _forbidden(position: Position, seat: int, lot: Random) -> Iterator[str]:
    """Yield the rules that forbid some actions of a seat, drawn by lot."""
    actions = position.game.actions
    tried = range(actions) if actions <= TRIED else lot.sample(range(actions), TRIED)
    for action in tried:
        refusal = position.why_not(seat, action)
        if refusal is not None:
            yield refusal.rule


def _sentence_keys(before: Position, after: Position, event: Event) -> Iterator[str]:
    shown = presentation.of(before.game)
    seen, then = before.observe(SPECTATOR), after.observe(SPECTATOR)
    for phrase in shown.say(before.observed_event(event, SPECTATOR), seen, then):
        yield phrase.key


def _refusal_rules(game: Game) -> list[str]:
    """Return the rules that refusals cite: messages are named after them."""
    pattern = re.compile(rf"({game.prefix}-\d+)(-.*)?")
    found = {match[1] for key in texts.keys("en", game) if (match := pattern.fullmatch(key))}
    return sorted(found, key=lambda rule: int(rule.rpartition("-")[2]))


def _sentence_messages(game: Game) -> list[str]:
    """Return the messages of the log: their names begin with ``say-``."""
    return sorted(key for key in texts.keys("en", game) if key.startswith("say-"))


def _options_left(game: Game, tables: Sequence[Table]) -> Iterator[str]:
    for option in game.options:
        if isinstance(option, Choices):
            played = {str(table.setting.options[option.name]) for table in tables}
            for value in option.values:
                if str(value) not in played and any(
                    _possible(table.setting, option, value) for table in tables
                ):
                    yield f"{option.name}={value}"


def _possible(setting: Setting, option: Choices, value: str) -> bool:
    """Whether a value of an option could be played with this many seats, with what it needs."""
    if option.matters and setting.seats not in option.matters:
        return False
    try:
        needed = needed_for(setting.game, option.name)
        complete(setting.game, setting.seats, {**needed, option.name: value})
    except OptionError:
        return False
    return True
