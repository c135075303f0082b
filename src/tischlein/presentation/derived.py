"""Defaults for parts of the presentation that a game leaves out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from textwrap import wrap

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN, letter
from tischlein.presentation.scenes import (
    Button,
    Choice,
    Panel,
    Result,
    ResultRow,
    Scene,
    Tray,
)

WIDTH = 80
"""Maximal number of characters in a line of a drawing."""


def prompt(observation: Observation) -> Phrase:
    """Return which seats are expected to act."""
    if observation.over:
        return Phrase("derived-over")
    awaited = [seat for seat in observation.awaited if seat != CHANCE]
    if not awaited:
        return Phrase("derived-chance")
    if observation.seat in awaited:
        return Phrase("derived-your-turn")
    return Phrase("derived-wait", {"seats": [seat_name(seat) for seat in awaited]})


def panels(observation: Observation) -> list[Panel]:
    """Return the seats with their current scores."""
    return _panels(observation.scores())


@lru_cache(maxsize=1024)
def _panels(scores: tuple[int, ...]) -> list[Panel]:
    return [Panel(seat, score) for seat, score in enumerate(scores)]


def awaited(observation: Observation) -> list[int]:
    """Return the seats that the match waits for."""
    return [seat for seat in observation.awaited if seat != CHANCE]


def result(observation: Observation) -> Result | None:
    """Return ranks and scores at the end, None before it."""
    if not observation.over:
        return None
    scores = observation.scores()
    row = ResultRow(Phrase("derived-score"), scores, *observation.game.score_bounds)
    return Result(observation.ranks(), scores, (row,))


def scene(observation: Observation) -> Scene:
    """Return a scene without a board: a button for every action, named as records write it."""
    legal = observation.legal(observation.seat)
    return Scene(
        width=1.0,
        height=1.0,
        prompt=prompt(observation),
        buttons=[
            Button(
                f"action:{action}",
                Phrase("derived-action", {"action": observation.write(observation.seat, action)}),
            )
            for action in legal
        ],
        choices=[Choice(action, (f"action:{action}",)) for action in legal],
        panels=panels(observation),
        awaited=awaited(observation),
        result=result(observation),
    )


def bare(observation: Observation) -> Scene:
    """Return the whole scene."""
    presentation = observation.game.presentation
    whole: Scene = scene(observation) if presentation is None else presentation.scene(observation)
    return whole


def ahead(observation: Observation) -> None:
    """Prepare nothing."""
    del observation


def memorable(observation: Observation) -> list[ResultRow]:
    """Return the lines of the result that are numbers."""
    from tischlein.presentation.capability import of

    result = of(observation.game).scene(observation).result
    rows = () if result is None else result.rows
    return [row for row in rows if all(isinstance(figure, int) for figure in row.figures)]


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event as records write it."""
    del after
    who = {} if event.seat == CHANCE else {"seat": seat_name(event.seat)}
    sort = "chance" if event.seat == CHANCE else "seat"
    if event.action == HIDDEN:
        return [Phrase(f"derived-say-{sort}-hidden", {**who})]
    action = before.write(event.seat, event.action)
    return [Phrase(f"derived-say-{sort}", {**who, "action": action})]


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action of the choice in the scene that has these targets."""
    presentation = observation.game.presentation
    shown: Scene = scene(observation) if presentation is None else presentation.scene(observation)
    for choice in shown.choices:
        if shown.any_order and not choice.ordered:
            same = sorted(choice.path) == sorted(path)
        else:
            same = choice.path == tuple(path)
        if same:
            return choice.action
    return None


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the scene in characters: places in rows with their pieces, trays, scores."""
    presentation = observation.game.presentation
    shown: Scene = scene(observation) if presentation is None else presentation.scene(observation)
    on_place = {piece.place: piece for piece in shown.pieces if piece.place}
    rows = sorted(shown.places, key=lambda place: (place.y, place.x))
    lines = []
    for _, row in groupby(rows, key=lambda place: place.y):
        cells = []
        for place in row:
            piece = on_place.get(place.id)
            owner = "" if piece is None or piece.seat is None else letter(piece.seat)
            cells.append("." if piece is None else piece.text or owner or "#")
        lines.append(" ".join(cells))
    texts = _distinguishing_texts(shown)
    for tray in shown.trays:
        lines += wrap(_in_tray(tray, texts, translate), WIDTH, subsequent_indent="  ")
    scores = observation.scores()
    lines.append("   ".join(f"{letter(seat)} {score}" for seat, score in enumerate(scores)))
    return "\n".join(lines)


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return nothing: the drawing uses words, and letters for seats."""
    del observation
    return []


def _distinguishing_texts(shown: Scene) -> frozenset[str]:
    """Return the texts on pieces in trays that identify a piece: two suits may have a nine."""
    labels: defaultdict[str, list[Phrase]] = defaultdict(list)
    for piece in (piece for tray in shown.trays for piece in tray.pieces):
        if piece.label not in labels[piece.text]:
            labels[piece.text].append(piece.label)
    return frozenset(text for text, said in labels.items() if text and len(said) == 1)


def _in_tray(tray: Tray, texts: frozenset[str], translate: Callable[[Phrase], str]) -> str:
    """Return the contents of a tray in words, equal things once with their number."""
    things: Counter[str] = Counter()
    for piece in tray.pieces:
        by_text = piece.text in texts
        told_in_words = not by_text and "count" in piece.label.values
        things[piece.text if by_text else translate(piece.label)] += (
            1 if told_in_words else piece.count
        )
    counted = [name if count == 1 else f"{name} ×{count}" for name, count in things.items()]
    line = f"{translate(tray.label)}: {', '.join(counted) or '-'}"
    if tray.seat is None or seat_name(tray.seat) in tray.label.values.values():
        return line
    return f"{letter(tray.seat)} {line}"
