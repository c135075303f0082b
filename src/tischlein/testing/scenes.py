"""Properties of what people see: scenes, words of the log, and the meaning of clicks."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from tischlein.core.game import Game
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.presentation import of, texts
from tischlein.presentation.capability import source_of
from tischlein.presentation.derived import WIDTH
from tischlein.presentation.scenes import Choice, Piece, Scene
from tischlein.presentation.sources import PRODUCT, Source
from tischlein.testing.cases import Checkpoint, Property
from tischlein.testing.phrases import fault_in, faults_in, phrases_in
from tischlein.testing.secrets import observer_name

FEW = 4
"""A match of fewer events may have no words in the log, and leave its drawing unchanged."""
CLICKS = 12
"""Sequences of targets that are tried for each seat in each position."""


def scenes_are_valid(checkpoint: Checkpoint) -> None:
    """Every observer gets a scene in which all names are defined and all phrases have messages."""
    for observer in _in_turn(checkpoint):
        scene = checkpoint.scene(observer)
        for problem in _scene_faults(checkpoint, scene):
            checkpoint.fail(f"scene of {observer_name(observer)}: {problem}")
        fault = _lost_on_the_way(scene)
        checkpoint.require(not fault, f"scene of {observer_name(observer)}: {fault}")


def _lost_on_the_way(scene: Scene) -> str:
    """Return what would be lost, or changed, in a scene on the way to a client."""
    encoded = msgspec.json.encode(scene)
    try:
        again = msgspec.json.encode(msgspec.json.decode(encoded, type=Scene))
    except msgspec.ValidationError as error:
        return str(error)
    # A whole number is also valid as a length, though it comes back with a decimal point.
    if encoded == again or msgspec.json.decode(encoded) == msgspec.json.decode(again):
        return ""
    return "something in it has no place in a scene, and is lost on the way to a client"


def bare_scenes_lack_aids_alone(checkpoint: Checkpoint) -> None:
    """A bare scene is the whole one without what is on layers that are off by default."""
    shows = of(checkpoint.case.game)
    if not shows.brings("bare"):
        return
    for observer in checkpoint.case.observers:
        whole, bare = checkpoint.scene(observer), shows.bare(checkpoint.observation(observer))
        off = {layer.id for layer in whole.layers if not layer.on}
        layered = ("pieces", "pictures", "lines", "letterings", "descriptions")
        rest = {
            name: [one for one in getattr(whole, name) if one.layer not in off] for name in layered
        }
        wanted = msgspec.structs.replace(whole, **rest)
        checkpoint.require(
            msgspec.json.encode(bare) == msgspec.json.encode(wanted),
            f"the bare scene of {observer_name(observer)} is not the whole one without aids",
        )


def choices_are_the_legal_actions(checkpoint: Checkpoint) -> None:
    """The choices of a scene are the viewer's legal actions, and their targets mean them."""
    position, shows = checkpoint.position, of(checkpoint.case.game)
    for observer in checkpoint.case.observers:
        seen, scene = checkpoint.observation(observer), checkpoint.scene(observer)
        legal = [] if observer == SPECTATOR else position.legal(observer)
        offered = [choice.action for choice in scene.choices]
        offered += [
            turn.action + position
            for aim in scene.aims
            for turn in aim.turns
            for position in range(turn.last - turn.first + 1)
        ]
        who = observer_name(observer)
        offered.sort()
        legal.sort()
        if offered != legal:
            checkpoint.fail(f"{who} may do {legal}, but the scene offers {offered}")
        targets = _targets(scene)
        paths = Counter(
            tuple(sorted(choice.path)) if _in_any_order(scene, choice) else choice.path
            for choice in scene.choices
        )
        for aim in scene.aims:
            checkpoint.require(
                aim.piece in targets, f"{who}: aims with {aim.piece}, which is not there"
            )
        for path, times in paths.items():
            if times != 1:
                checkpoint.fail(f"{who}: the path {path} selects {times} choices")
        for choice in scene.choices:
            if not choice.path:
                checkpoint.fail(f"{who}: action {choice.action} has an empty path")
            if not targets.issuperset(choice.path):
                lost = set(choice.path) - targets
                checkpoint.fail(f"{who}: {choice.path} picks what is not there: {lost}")
            free = _in_any_order(scene, choice)
            ways = [choice.path, choice.path[::-1]] if free else [choice.path]
            for way in ways:
                meant = shows.intend(seen, list(way))
                if meant != choice.action:
                    problem = f"the path {way} selects {choice.action}, but intends {meant}"
                    checkpoint.fail(f"{who}: {problem}")


def _in_any_order(scene: Scene, choice: Choice) -> bool:
    return scene.any_order and not choice.ordered


def any_clicks_are_understood(checkpoint: Checkpoint) -> None:
    """Any sequence of targets means an action or none yet; a refusal can be explained."""
    position, game = checkpoint.position, checkpoint.case.game
    for seat in range(checkpoint.case.seats):
        seen, scene = checkpoint.observation(seat), checkpoint.scene(seat)
        targets = sorted(_targets(scene))
        for _ in range(CLICKS):
            path = (
                checkpoint.rng.choices(targets, k=checkpoint.rng.choice((1, 2, 2, 3)))
                if targets
                else []
            )
            meant = of(game).intend(seen, path)
            refusal = meant
            if isinstance(meant, int):
                who = observer_name(seat)
                checkpoint.require(0 <= meant < game.actions, f"{who}: {path} intends {meant}")
                refusal = position.why_not(seat, meant)
            if isinstance(refusal, Refusal):
                for fault in faults_in(game, [refusal.phrase]):
                    checkpoint.fail(f"{path} is refused by {refusal.rule}: {fault}")
                lost = set(refusal.culprits) - set(targets)
                checkpoint.require(not lost, f"{refusal} points at what is not there: {lost}")


def events_can_be_told(checkpoint: Checkpoint) -> None:
    """Every observer is told of every event, from what it sees, in phrases that have messages.

    A log may skip some events, but not all of a match.
    """
    if checkpoint.next is None:
        for observer in checkpoint.case.observers:
            reported = ("told", observer) in checkpoint.notes or len(checkpoint.events) < FEW
            checkpoint.require(
                reported, f"the log of {observer_name(observer)} stays empty all the match"
            )
        return
    before = checkpoint.position
    after = before.clone()
    after.apply(checkpoint.next)
    for observer in checkpoint.case.observers:
        shown = before.observed_event(checkpoint.next, observer)
        words = of(checkpoint.case.game).say(
            shown, checkpoint.observation(observer), after.observe(observer)
        )
        who = observer_name(observer)
        checkpoint.require(
            _are_phrases(words),
            f"the log of {who} is no list of phrases: {words!r}",
        )
        if words:
            checkpoint.notes["told", observer] = 1
        for phrase in words:
            fault = fault_in(checkpoint.case.game, phrase)
            if fault is not None:
                checkpoint.fail(f"the log of {who}, {phrase}: {fault}")


def _are_phrases(words: object) -> bool:
    return isinstance(words, list) and all(isinstance(phrase, Phrase) for phrase in words)


def terminals_show_the_position(checkpoint: Checkpoint) -> None:
    """Every observer gets a drawing in characters, which changes as the match goes on.

    Its words and those of its legend have messages, and no line is longer than a terminal is wide.
    The drawing of a game without a presentation only has the scores, which may stay the same.
    """
    game = checkpoint.case.game
    for observer in _in_turn(checkpoint):
        said: list[Phrase] = []
        seen = checkpoint.observation(observer)
        drawing = str(of(game).draw(seen, _noting(game, said)))
        checkpoint.require(drawing.strip(), "nothing is drawn")
        for fault in faults_in(game, said):
            checkpoint.fail(f"the drawing of {observer_name(observer)}: {fault}")
        for fault in faults_in(game, [told for _, told in of(game).legend(seen)]):
            checkpoint.fail(f"the legend of {observer_name(observer)}: {fault}")
        below = of(game).characters(seen).removeprefix(drawing)
        widest = max(f"{drawing}{below}".splitlines(), key=len)
        checkpoint.require(
            len(widest) <= WIDTH,
            f"a line of the drawing has {len(widest)} characters, not {WIDTH} at most: {widest!r}",
        )
        checkpoint.notes["drawn", observer, drawing] = 1
    if checkpoint.next is None and len(checkpoint.events) >= FEW and game.presentation is not None:
        for observer in checkpoint.case.observers:
            drawings = [note for note in checkpoint.notes if note[:2] == ("drawn", observer)]
            same = f"{observer_name(observer)} gets the same drawing all the match"
            checkpoint.require(len(drawings) > 1, same)


def _noting(game: Game, said: list[Phrase]) -> Callable[[Phrase], str]:
    """Return a function that translates phrases into English, and records them."""

    def translate(phrase: Phrase) -> str:
        said.append(phrase)
        return texts.translate(texts.FALLBACK, phrase, game)

    return translate


def _in_turn(checkpoint: Checkpoint) -> list[int]:
    """Return all observers; in quick checks one in three, rotating by event in a long match."""
    if not checkpoint.quick or len(checkpoint.events) < FEW or checkpoint.next is None:
        return [*checkpoint.case.observers]
    return [*checkpoint.case.observers[-len(checkpoint.events) % 3 :: 3]]


def _scene_faults(checkpoint: Checkpoint, scene: Scene) -> Iterator[str]:
    yield from _placing_faults(scene)
    yield from _drawing_faults(scene, symbols(checkpoint.case.game))
    yield from _seat_faults(checkpoint, scene)
    yield from _result_faults(checkpoint, scene)
    yield from faults_in(checkpoint.case.game, phrases_in(scene))


def _placing_faults(scene: Scene) -> Iterator[str]:
    if not (scene.width > 0 and scene.height > 0):
        yield f"a board of {scene.width} by {scene.height}"
    names = Counter(_target_ids(scene)) + Counter(f"tray {tray.id}" for tray in scene.trays)
    for name in (name for name, times in names.items() if times > 1):
        yield f"the identifier {name!r} comes twice"
    grounds = {place.id for place in scene.places} | {tray.id for tray in scene.trays}
    for piece in _pieces(scene):
        if piece.place and piece.place not in grounds:
            yield f"{piece.id} lies on {piece.place!r}, which is not there"
    for name, x, y in _spots(scene):
        across, down = x - scene.left, y - scene.top
        if not (0 <= across <= scene.width and 0 <= down <= scene.height):
            yield f"{name} lies beside the board, at {x:g}, {y:g}"
    targets = _targets(scene)
    for mark in (mark for choice in scene.choices for mark in choice.marks):
        if mark.target not in targets:
            yield f"a mark on {mark.target!r}, which is not there"


def _spots(scene: Scene) -> Iterator[tuple[str, float, float]]:
    """Yield everything with a position on the board, with the centre of its box."""
    yield from ((place.id, place.x, place.y) for place in scene.places)
    yield from ((piece.id, piece.x, piece.y) for piece in scene.pieces)
    for picture in scene.pictures:
        x, y = picture.x + picture.w / 2, picture.y + picture.h / 2
        yield f"the picture {picture.symbol!r}", x, y
    for lettering in scene.letterings:
        yield f"the lettering {str(lettering.text)!r}", lettering.x, lettering.y


def _drawing_faults(scene: Scene, drawings: frozenset[str]) -> Iterator[str]:
    for symbol in sorted(set(_symbols(scene)) - drawings):
        yield f"there is no drawing {symbol!r} in art.svg"
    declared = {layer.id for layer in scene.layers}
    used = {item.layer for item in _pieces(scene)}
    used |= {item.layer for item in scene.pictures} | {item.layer for item in scene.lines}
    used |= {item.layer for item in scene.letterings} | {item.layer for item in scene.descriptions}
    for layer in sorted(used - declared - {""}):
        yield f"the layer {layer!r} is not declared"


def _seat_faults(checkpoint: Checkpoint, scene: Scene) -> Iterator[str]:
    seated = {piece.seat for piece in _pieces(scene)} | {tray.seat for tray in scene.trays}
    seated |= {picture.seat for picture in scene.pictures} | {line.seat for line in scene.lines}
    seats = range(checkpoint.case.seats)
    for seat in seated - {None, *seats}:
        yield f"something of seat {seat}, which is not at the table"
    if sorted(panel.seat for panel in scene.panels) != list(seats):
        yield "not one panel for every seat"
    shown = sorted(scene.awaited)
    awaited = [seat for seat in checkpoint.position.awaited if seat != CHANCE]
    if shown != awaited:
        yield f"waits for the seats {shown}, but {awaited} are awaited"


def _result_faults(checkpoint: Checkpoint, scene: Scene) -> Iterator[str]:
    position = checkpoint.position
    if (scene.result is not None) != position.over:
        yield "a result exactly at the end is expected"
    elif scene.result is not None:
        if scene.result.scores != position.scores() or scene.result.ranks != position.ranks():
            yield f"the result {scene.result} is not {position.scores()}, {position.ranks()}"
        if any(len(row.figures) != checkpoint.case.seats for row in scene.result.rows):
            yield "a row of the result has not one figure for every seat"
        for row in scene.result.rows:
            least = -math.inf if row.least is None else row.least
            most = math.inf if row.most is None else row.most
            if any(isinstance(one, int) and not least <= one <= most for one in row.figures):
                within = f"from {row.least} to {row.most}"
                yield f"not all figures of the result's row {row.label.key!r} are {within}"


def _pieces(scene: Scene) -> list[Piece]:
    return [*scene.pieces, *(piece for tray in scene.trays for piece in tray.pieces)]


def _target_ids(scene: Scene) -> Iterator[str]:
    yield from (place.id for place in scene.places)
    yield from (piece.id for piece in _pieces(scene))
    yield from (button.id for button in scene.buttons)


def _targets(scene: Scene) -> set[str]:
    return set(_target_ids(scene))


def _symbols(scene: Scene) -> Iterator[str]:
    for piece in _pieces(scene):
        yield piece.symbol
    for picture in scene.pictures:
        yield picture.symbol
    for place in scene.places:
        if place.symbol:
            yield place.symbol
    for aim in scene.aims:
        yield aim.symbol


def symbols(game: Game) -> frozenset[str]:
    """Return the names of the drawings that a game has, its own and those that all share."""
    return _drawn_in(source_of(game)) | _drawn_in(PRODUCT)


@cache
def _drawn_in(source: Source) -> frozenset[str]:
    return frozenset(re.findall(r'<symbol\b[^>]*\bid="([^"]+)"', source.art()))


PROPERTIES: tuple[Property, ...] = (
    scenes_are_valid,
    bare_scenes_lack_aids_alone,
    choices_are_the_legal_actions,
    any_clicks_are_understood,
    events_can_be_told,
    terminals_show_the_position,
)
