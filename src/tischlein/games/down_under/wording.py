"""Events in words: what was laid, what paths took, which ended or became loops."""

from __future__ import annotations

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.games.down_under.actions import Act, Billabong, Lay, Pass, Turn, act_of
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.decoding import is_loop, open_ends, path_state
from tischlein.games.down_under.names import ANIMAL_NAMES, SIDE_NAMES, cell_name, kind_name, path_of
from tischlein.games.down_under.prompts import meeting
from tischlein.games.down_under.state import COLOURS, Card, DownUnderState, Phase


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words for the log."""
    state: DownUnderState = before.state
    then: DownUnderState = after.state
    act = act_of(state, event.seat, event.action)
    words = [_say_action(event.seat, act)]
    for colour in range(COLOURS):
        words += _say_growth(state, then, event.seat, act, colour)
    for colour in range(COLOURS):
        words += _say_closing(state, then, colour)
    if then.phase == Phase.WATER and state.phase != Phase.WATER:
        words.append(Phrase("say-meet", {"seat": seat_name(event.seat), "count": meeting(then)}))
    return words


def _say_action(seat: int, act: Act) -> Phrase:
    """Return what the seat did."""
    values: dict[str, Value] = {"seat": seat_name(seat)}
    if isinstance(act, Pass):
        return Phrase("say-pass", values)
    values["cell"] = cell_name(act.x, act.y)
    if isinstance(act, Billabong):
        return Phrase("say-billabong", values)
    values["side"] = SIDE_NAMES[Card(act.shape)]
    if isinstance(act, Turn):
        return Phrase("say-turn", values)
    values["kind"] = kind_name(act.shape)
    if act.animal is None:
        return Phrase("say-lay", values)
    values["animal"] = Phrase(f"animal-{ANIMAL_NAMES[act.animal]}")
    return Phrase("say-lay-animal", values)


def _say_growth(
    before: DownUnderState, after: DownUnderState, seat: int, act: Act, colour: int
) -> list[Phrase]:
    """Return what a path took beside the card that was laid, or how it ran into the water."""
    laid = isinstance(act, Lay) and act.colour == colour
    length = after.sections[colour]
    gained = length - before.sections[colour] - laid
    if gained <= 0:
        return []
    values: dict[str, Value] = {"path": path_of(before, colour).subject, "length": length}
    fewer_ends = len(open_ends(after, colour)) < len(open_ends(before, colour))
    if isinstance(act, Billabong) and fewer_ends and not is_loop(after, colour):
        return [Phrase("say-drowns", values)]
    key = "say-takes" if colour in own_colours(before, seat) else "say-carries"
    return [Phrase(key, {**values, "count": gained})]


def _say_closing(before: DownUnderState, after: DownUnderState, colour: int) -> list[Phrase]:
    """Return how a path came to its end, or became a loop."""
    if after.tips[colour] == before.tips[colour] and after.ended == before.ended:
        return []
    status = path_state(after, colour)
    if status == path_state(before, colour):
        return []
    path = path_of(before, colour).subject
    if status == "loop":
        return [Phrase("say-loop", {"path": path})]
    if status == "done":
        return [Phrase("say-done", {"path": path, "length": after.sections[colour]})]
    return []
