"""Where seats act in the matches of a study, and matches to look at.

For this, matches are replayed from the events that a study keeps.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from msgspec.structs import replace

from tischlein import presentation
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.lab.grouping import Table
from tischlein.lab.results import Results
from tischlein.presentation import drawing
from tischlein.presentation.drawing import COLOURS, Drawing
from tischlein.presentation.scenes import Place, Scene
from tischlein.presentation.texts import translate

READ = 200
"""Matches of a setting whose actions are read."""
EXAMINED = 25
"""Matches of a setting whose scenes are examined, which takes longer."""


def sample(tables: Sequence[Table], results: Results, most: int) -> Iterator[tuple[int, Record]]:
    """Yield seeds and records of at most ``most`` matches, spread over tables and seeds.

    A seed comes with all its rotations, so that no entrant sits more often in one place than
    others; at least one seed comes.
    """
    rotations: dict[tuple[int, int], list[int]] = {}
    for table in tables:
        for one in table.matches:
            rotations.setdefault((table.number, one.seed), []).append(one.number)
    if not rotations:
        return
    seeds = list(rotations)
    count = min(len(seeds), max(1, most // max(map(len, rotations.values()))))
    for chosen in range(count):
        key = seeds[chosen * len(seeds) // count]
        for number in rotations[key]:
            yield key[1], results.record(number)


def bounds_of_lines(
    table: Table, results: Results, labels: Collection[str]
) -> dict[str, tuple[float, float]]:
    """Return the bounds of figures in the final account's lines, as the game declares them.

    Parameters
    ----------
    labels
        Of the lines, in English. A line that no examined match has is left out.
    """
    found: dict[str, tuple[float, float]] = {}
    for _, record in sample([table], results, EXAMINED):
        if found.keys() >= set(labels):
            break
        final = record.final()
        result = presentation.of(record.game).scene(final.observe(SPECTATOR)).result
        for row in () if result is None else result.rows:
            least = -math.inf if row.least is None else float(row.least)
            most = math.inf if row.most is None else float(row.most)
            found.setdefault(translate("en", row.label, record.game), (least, most))
    return found


@dataclass(frozen=True)
class Heat:
    """Where seats act on the board."""

    game: Game
    counts: Counter[str]
    """How often each place was the last one selected for an action."""
    boxes: dict[str, Place]
    scene: Scene
    matches: int

    @property
    def total(self) -> int:
        """How many actions had a place."""
        return sum(self.counts.values())

    def drawing(self) -> Drawing:
        """Return the board with a disc on every place: the larger and darker, the more often.

        The most frequent ones show their share in percent, so that nothing depends on colour.
        """
        most = max(self.counts.values(), default=1)
        marks = []
        for name, count in sorted(self.counts.items()):
            place = self.boxes[name]
            weight = (count / most) ** 0.5
            x, y = place.x + place.w / 2, place.y + place.h / 2
            radius = 0.5 * min(place.w, place.h) * (0.3 + 0.65 * weight)
            share = 100 * count / self.total
            words = f"{name}: {share:.1f} %"
            marks.append(
                f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}" fill="{COLOURS["accent"]}" '
                f'fill-opacity="{0.2 + 0.6 * weight:.2f}"><title>{escape(words)}</title></circle>'
            )
            if weight > 0.5:
                size = 0.85 * radius
                marks.append(
                    f'<text x="{x:.3f}" y="{y + 0.35 * size:.3f}" font-size="{size:.3f}" '
                    f'font-family="sans-serif" text-anchor="middle" fill="#FFFFFF" '
                    f'stroke="{COLOURS["ink"]}" stroke-width="{0.12 * size:.3f}" '
                    f'paint-order="stroke">{share:.0f}</text>'
                )
        return drawing.board(self.game, self.scene, "".join(marks))


def heat(found: Sequence[tuple[int, Record]]) -> Heat | None:
    """Return where the seats of some matches have acted; None for a game without places."""
    if not found:
        return None
    game = found[0][1].game
    shown = presentation.of(game)
    counts: Counter[str] = Counter()
    boxes: dict[str, Place] = {}
    base: Scene | None = None
    for _, record in found:
        position = Position.start(game, len(record.names), record.options)
        for event in record.events:
            if event.seat != CHANCE:
                scene = shown.scene(position.observe(event.seat))
                base = base or shown.scene(position.observe(SPECTATOR))
                target = _target(scene, event.action)
                if target is not None:
                    counts[target.id] += 1
                    boxes[target.id] = target
            position.apply(event)
    if not counts or base is None:
        return None
    return Heat(game, counts, boxes, _holding(base, list(boxes.values())), len(found))


def _target(scene: Scene, action: int) -> Place | None:
    """Return the last place that an action's choice names, directly or by the piece there."""
    places = {place.id: place for place in scene.places}
    on = {piece.id: piece.place for piece in scene.pieces}
    for choice in scene.choices:
        if choice.action == action:
            for target in reversed(choice.path):
                place = places.get(target) or places.get(on.get(target, ""))
                if place is not None:
                    return place
    return None


def _holding(scene: Scene, boxes: Sequence[Place]) -> Scene:
    """Return the scene with a board that contains all boxes, since boards may grow."""
    left = min(scene.left, *(box.x for box in boxes))
    top = min(scene.top, *(box.y for box in boxes))
    right = max(scene.left + scene.width, *(box.x + box.w for box in boxes))
    bottom = max(scene.top + scene.height, *(box.y + box.h for box in boxes))
    return replace(scene, left=left, top=top, width=right - left, height=bottom - top)


def typical(tables: Sequence[Table], results: Results) -> Record:
    """Return the first match of median length."""
    matches = sorted((one for table in tables for one in table.matches), key=lambda one: one.events)
    return results.record(matches[len(matches) // 2].number)


def picture(record: Record, share: float) -> tuple[Drawing, int]:
    """Return a position of a match as a spectator sees it, and the number of events before it."""
    step = round(share * len(record.events))
    return drawing.draw(record.after(step).observe(SPECTATOR), record.names), step
