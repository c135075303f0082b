"""What players see of Misd: the open cards, the palette, the last question, the log in words.

Nothing that is drawn or said before a question is over depends on its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Button,
    Choice,
    Panel,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
    Tray,
)
from tischlein.core.seats import CHANCE
from tischlein.games.misd import board
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.drawing import Drawing
from tischlein.games.misd.names import combination
from tischlein.games.misd.options import MARKS
from tischlein.games.misd.phrases import claim_words, symbol_words, time_words
from tischlein.games.misd.state import (
    CARD,
    CARDS,
    CLAIM_CARD,
    CLAIM_MISSING,
    COLOUR,
    COLOURS,
    KINDS,
    LAY,
    NOTHING,
    PASS,
    SHAPE,
    SHAPES,
    TURN,
    MisdState,
    Phase,
)

_REVEALED = (Phase.LAY, Phase.TURN, Phase.CARD, Phase.SHAPE, Phase.OVER)
"""The phases in which the last question is looked back at, up to the end of the countdown."""


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Misd is secret."""
    state: MisdState = observation.state
    marks = str(observation.options["marks"])
    drawing = _layout(state, marks) if state.finding else _one_card(state, marks)
    drawing.pieces.append(_stock(state, *drawing.stock))
    scores = observation.scores()
    return Scene(
        width=drawing.width,
        height=drawing.height,
        prompt=_prompt(observation),
        places=drawing.places,
        pieces=drawing.pieces,
        pictures=drawing.pictures,
        letterings=drawing.letterings,
        trays=[_chips(seat, scores[seat]) for seat in range(observation.seats)],
        buttons=_buttons(observation),
        choices=_choices(observation),
        any_order=True,
        race=f"question-{int(state.asked)}" if state.phase == Phase.OPEN else "",
        panels=[Panel(seat, scores[seat], _facts(state, seat)) for seat in range(len(scores))],
        awaited=[SeatName(seat) for seat in observation.acting if seat != CHANCE],
        result=_result(observation) if state.phase == Phase.OVER else None,
    )


# --- variant A: one card and the palette ---


def _one_card(state: MisdState, marks: str) -> Drawing:
    drawing = Drawing(marks, board.A_SIZE, board.A_SIZE, board.A_STOCK)
    palette = _palette(marks)
    drawing.places += palette.places
    drawing.pictures += palette.pictures
    drawing.letterings += palette.letterings
    card = board.A_CARD
    is_open = state.phase == Phase.OPEN
    looks_back = state.phase in _REVEALED and state.asked > 0
    label = Phrase("pile")
    if is_open:
        label = _face_words(int(state.face))
    elif looks_back:
        missing_symbol = symbol_words(*divmod(int(state.answer), KINDS))
        label = Phrase("say-answer", {"symbol": missing_symbol})
    ground = "face" if is_open or looks_back else "pile"
    drawing.places.append(Place("card", card.x, card.y, card.w, card.h, label, ground))
    if is_open:
        drawing.face(int(state.face), card)
    elif looks_back:
        small, missing = board.A_LAST_FACE, board.A_LAST_MISSING
        colour, shape = divmod(int(state.answer), KINDS)
        drawing.symbol("face", small)
        drawing.face(int(state.face), small)
        drawing.shape(colour, shape, missing)
        drawing.words(label, board.A_LAST_ANSWER, 5.4)
        _look_back(state, drawing, board.A_SPOKEN, 1)
    return drawing


@lru_cache(maxsize=len(MARKS))
def _palette(marks: str) -> Drawing:
    """Return ten colours, then ten shapes, each with its name."""
    drawing = Drawing(marks, board.A_SIZE, board.A_SIZE, board.A_STOCK)
    for kind, (names, boxes) in enumerate(((COLOURS, board.A_COLOURS), (SHAPES, board.A_SHAPES))):
        word = ("colour", "shape")[kind]
        for index, (name, box) in enumerate(zip(names, boxes, strict=True)):
            label = Phrase(word, {word: name})
            ground = ("cell", "cell-wide")[kind]
            place = Place(f"{word}:{name}", box.x, box.y, box.w, box.h, label, ground)
            drawing.places.append(place)
            side = box.h * (0.86, 0.64)[kind]
            sample = board.Box(
                box.x + (box.w - side) / 2, box.y + 0.36 * box.h - side / 2, side, side
            )
            if kind == 0:
                drawing.paint(index, sample)
            else:
                drawing.symbol(f"shape-{name}", sample)
            drawing.words(label, board.Box(box.x, box.y + 0.62 * box.h, box.w, 0.38 * box.h), 4.6)
    return drawing


# --- variant B: the layout and the definition cards ---


def _layout(state: MisdState, marks: str) -> Drawing:
    plan = board.plan(int(state.spread))
    drawing = Drawing(marks, plan.width, plan.height, plan.stock)
    faces = state.layout[: state.laid].tolist()
    # In the order of the rows: arrow keys and digits go by it.
    for face, box in zip(faces, plan.cards, strict=False):
        label = Phrase("layout-card", {"card": f"c{face // 2}", "face": _face_words(face)})
        name = f"card:c{face // 2}"
        drawing.places.append(Place(name, box.x, box.y, box.w, box.h, label, "face"))
        drawing.face(face, box)
        drawing.words(f"c{face // 2}", board.name_line(box), 3.8)
    box = plan.missing
    missing = Place("missing", box.x, box.y, box.w, box.h, Phrase("missing"), "missing")
    drawing.places.append(missing)
    drawing.words(Phrase("missing"), box, 7.0)
    _definitions(state, drawing, plan)
    if state.phase in _REVEALED and state.asked > 0:
        _mark_answer(state, drawing, plan)
        _look_back(state, drawing, plan.spoken, 2)
    return drawing


def _definitions(state: MisdState, drawing: Drawing, plan: board.Plan) -> None:
    """Draw the definition cards: backs, or what the question asks for."""
    half = state.phase == Phase.COLOUR
    if half or state.asked > 0:
        drawing.symbol("definition", plan.shape)
        drawing.symbol(f"shape-{SHAPES[state.wanted_shape]}", plan.shape.inner(0.62))
        label = Phrase("shape", {"shape": SHAPES[state.wanted_shape]})
    else:
        drawing.symbol("definition-back", plan.shape)
        label = Phrase("shape-pile")
    box = plan.shape
    drawing.places.append(Place("shape-card", box.x, box.y, box.w, box.h, label))
    if not half and state.asked > 0:
        drawing.symbol("definition", plan.colour)
        drawing.paint(int(state.wanted_colour), plan.colour.inner(0.62))
        label = Phrase("colour", {"colour": COLOURS[state.wanted_colour]})
    else:
        drawing.symbol("definition-back", plan.colour)
        label = Phrase("colour-pile")
    box = plan.colour
    drawing.places.append(Place("colour-card", box.x, box.y, box.w, box.h, label))


def _mark_answer(state: MisdState, drawing: Drawing, plan: board.Plan) -> None:
    """Ring the symbol that was asked for, if it still lies there, or what says it is missing."""
    if state.answer == CLAIM_MISSING:
        drawing.symbol("found", plan.missing.square(1.15))
        return
    for face, box in zip(state.layout[: state.laid].tolist(), plan.cards, strict=False):
        if face // 2 != state.answer - CLAIM_CARD:
            continue
        for spot in arrangement(face):
            if (spot.colour, spot.shape) == (state.wanted_colour, state.wanted_shape):
                side = 1.25 * spot.size * box.w
                x, y = box.x + spot.x * box.w, box.y + spot.y * box.h
                drawing.symbol("found", board.Box(x - side / 2, y - side / 2, side, side))


# --- both ---


def _face_words(face: int) -> Phrase:
    """Return the symbols of a face in the order in which they lie."""
    spots = arrangement(face)
    return Phrase("face", {"symbols": [symbol_words(spot.colour, spot.shape) for spot in spots]})


def _look_back(state: MisdState, drawing: Drawing, box: board.Box, columns: int) -> None:
    """List the claims and passes of the last question, in the order in which they counted."""
    spoken = int(state.spoken)
    rows = max(2, -(-spoken // columns))
    height = min(8.0, box.h / rows)
    width = box.w / columns
    for index in range(spoken):
        column, row = divmod(index, rows)
        line = board.Box(box.x + column * width, box.y + row * height, width, height)
        said = int(state.said[index])
        seat = SeatName(int(state.speaker[index]))
        words = Phrase("row-claim", {"seat": seat, "claim": claim_words(said)})
        left = 0.0
        if said != PASS:
            sign = "check" if said == state.answer else "close"
            drawing.symbol(sign, board.Box(line.x, line.y, height, height).inner(0.8))
            left = height
        if said < CLAIM_CARD:  # drawn, for names and combinations in words are too long together
            symbol = board.Box(line.x + left, line.y, height, height).inner(0.9)
            colour, shape = divmod(said, KINDS)
            drawing.shape(colour, shape, symbol)
            words = Phrase("row-seat", {"seat": seat})
            left += height
        if state.taken[index] != NOTHING:
            words = Phrase(
                "row-time", {"words": words, "time": time_words(int(state.taken[index]))}
            )
        box_of_words = board.Box(line.x + left, line.y, width - left, height)
        drawing.words(words, box_of_words, min(0.66 * height, 0.08 * box_of_words.w))


def _stock(state: MisdState, x: float, y: float) -> Piece:
    count = int(state.stock)
    label = Phrase("stock", {"count": count})
    if count == 0:
        return Piece("stock", "no-chip", "chip", label, x, y, board.CHIP, board.CHIP, faded=True)
    return Piece("stock", "chip", "chip", label, x, y, board.CHIP, board.CHIP, count=count)


def _chips(seat: int, count: int) -> Tray:
    owner: dict[str, Value] = {"seat": SeatName(seat), "count": count}
    pieces = [Piece(f"chips:{seat}", "chip", "chip", Phrase("chip"), count=count)] if count else []
    return Tray(f"owned:{seat}", Phrase("chips-of", owner), "captured", pieces, seat)


def _facts(state: MisdState, seat: int) -> tuple[Phrase, ...]:
    """Say who turns, and what a seat has said to the question that is shown."""
    facts: list[Phrase] = []
    if state.phase == Phase.OPEN or state.phase in _REVEALED:
        speakers: list[int] = state.speaker[: state.spoken].tolist()
        facts += [_spoken_fact(state, index) for index, one in enumerate(speakers) if one == seat]
    if state.phase == Phase.TURN and state.turner == seat:
        facts.append(Phrase("fact-turns"))
    return tuple(facts)


def _spoken_fact(state: MisdState, index: int) -> Phrase:
    said = int(state.said[index])
    if said == PASS:
        return Phrase("fact-passed")
    key = "fact-right" if said == state.answer else "fact-wrong"
    if state.taken[index] == NOTHING:
        return Phrase(key)
    return Phrase(f"{key}-timed", {"time": time_words(int(state.taken[index]))})


def _prompt(observation: Observation) -> Phrase:
    state: MisdState = observation.state
    match Phase(int(state.phase)):
        case Phase.START:
            return Phrase("prompt-lot")
        case Phase.LAY:
            return Phrase("prompt-lay")
        case Phase.TURN:
            if state.turner == observation.seat:
                return Phrase("prompt-turn-b" if state.finding else "prompt-turn")
            return Phrase("prompt-wait-turn", {"seat": SeatName(int(state.turner))})
        case Phase.CARD | Phase.SHAPE | Phase.COLOUR:
            return Phrase("prompt-ready")
        case Phase.OPEN:
            return _open_prompt(observation)
        case Phase.OVER:
            winners = [
                SeatName(seat) for seat, place in enumerate(observation.places()) if not place
            ]
            return Phrase("prompt-won", {"count": len(winners), "seats": [*winners]})


def _open_prompt(observation: Observation) -> Phrase:
    state: MisdState = observation.state
    if int(state.silent) >> observation.seat & 1:
        return Phrase("prompt-silent")
    if not state.finding:
        return Phrase("prompt-missing")
    wanted = symbol_words(int(state.wanted_colour), int(state.wanted_shape))
    return Phrase("prompt-find", {"symbol": wanted})


def _buttons(observation: Observation) -> list[Button]:
    state: MisdState = observation.state
    if observation.seat not in observation.acting:
        return []
    if state.phase == Phase.TURN:
        return [Button("turn", Phrase("button-turn"), "main")]
    return [Button("pass", Phrase("button-pass"))]


def _choices(observation: Observation) -> list[Choice]:
    state: MisdState = observation.state
    if observation.seat not in observation.acting:
        return []
    if state.phase == Phase.TURN:
        return [Choice(TURN, ("turn",))]
    return list(_claims(int(state.lain) if state.finding else NOTHING))


@lru_cache(maxsize=16)
def _claims(cards: int) -> tuple[Choice, ...]:
    """Return all claims to a layout of a set of cards (``NOTHING`` in variant A), and the pass."""
    if cards == NOTHING:
        claims = [
            Choice(KINDS * colour + shape, (f"colour:{COLOURS[colour]}", f"shape:{SHAPES[shape]}"))
            for colour in range(KINDS)
            for shape in range(KINDS)
        ]
    else:
        laid = [card for card in range(CARDS) if cards >> card & 1]
        claims = [Choice(CLAIM_CARD + card, (f"card:c{card}",)) for card in laid]
        claims.append(Choice(CLAIM_MISSING, ("missing",)))
    return (*claims, Choice(PASS, ("pass",)))


def _result(observation: Observation) -> Result:
    state: MisdState = observation.state
    seats = observation.seats
    right, wrong = state.right[:seats].tolist(), state.wrong[:seats].tolist()
    back = (state.right - state.chips)[:seats].tolist()
    return Result(
        places=observation.places(),
        scores=observation.scores(),
        rows=(
            ResultRow(Phrase("result-right"), tuple(right)),
            ResultRow(Phrase("result-wrong"), tuple(wrong)),
            ResultRow(Phrase("result-back"), tuple(back)),
        ),
    )


# --- the log ---


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words; the answer is named as soon as the question is over."""
    if event.seat == CHANCE:
        return _say_chance(event.action, after.state)
    seat = SeatName(event.seat)
    if event.action == TURN:
        return [Phrase("say-turn", {"seat": seat})]
    words = [_say_spoken(event)]
    if event.action == before.state.answer:
        words.append(Phrase("say-right", {"seat": seat}))
    else:
        if event.action != PASS:
            paid = int(before.state.chips[event.seat] - after.state.chips[event.seat])
            words.append(Phrase("say-wrong", {"seat": seat, "paid": paid}))
        if after.state.phase != Phase.OPEN:
            words.append(_say_answer(before.state))
    if after.state.phase == Phase.OVER:
        words.append(Phrase("say-limit" if after.state.stock else "say-stock-empty"))
    return words


def _say_spoken(event: Event) -> Phrase:
    values: dict[str, Value] = {"seat": SeatName(event.seat)}
    key = "say-pass"
    if event.action != PASS:
        key = "say-claim"
        values["claim"] = claim_words(event.action)
    if not event.outcome:
        return Phrase(key, values)
    return Phrase(f"{key}-timed", {**values, "time": time_words(event.outcome[0])})


def _say_answer(state: MisdState) -> Phrase:
    answer = int(state.answer)
    if not state.finding:
        return Phrase("say-answer", {"symbol": symbol_words(*divmod(answer, KINDS))})
    wanted = symbol_words(int(state.wanted_colour), int(state.wanted_shape))
    if answer == CLAIM_MISSING:
        return Phrase("say-answer-missing", {"symbol": wanted})
    return Phrase("say-answer-card", {"symbol": wanted, "card": f"c{answer - CLAIM_CARD}"})


def _say_chance(outcome: int, state: MisdState) -> list[Phrase]:
    if outcome < LAY:
        return [Phrase("say-lot", {"seat": SeatName(outcome)})]
    if outcome < CARD:
        if state.laid < state.spread:
            return []
        again = int(state.asked > 0)
        return [Phrase("say-lay", {"count": int(state.spread), "again": again})]
    if outcome < SHAPE:
        return [Phrase("say-card", {"number": int(state.asked)})]
    if outcome < COLOUR:
        return [Phrase("say-shape", {"shape": SHAPES[outcome - SHAPE]})]
    wanted = symbol_words(int(state.wanted_colour), int(state.wanted_shape))
    return [Phrase("say-question", {"number": int(state.asked), "symbol": wanted})]


# --- clicks and characters ---


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, legal or not; colour and shape in any order."""
    if len(path) == 1:
        return _buttons_mean().get(path[0])
    if len(path) != 2:
        return None
    named = dict(target.split(":", 1) for target in path if ":" in target)
    colour, shape = named.get("colour"), named.get("shape")
    if colour not in COLOURS or shape not in SHAPES:
        return None
    return KINDS * COLOURS.index(colour) + SHAPES.index(shape)


@lru_cache(maxsize=1)
def _buttons_mean() -> dict[str, int]:
    cards = {f"card:c{card}": CLAIM_CARD + card for card in range(CARDS)}
    return cards | {"missing": CLAIM_MISSING, "pass": PASS, "turn": TURN}


def draw(observation: Observation) -> str:
    """Return the open cards in the words of the notation, and the chips."""
    state: MisdState = observation.state
    lines = []
    if state.finding:
        for face in state.layout[: state.laid].tolist():
            lines += [f"c{face // 2}", *(f"  {row}" for row in _rows(face))]
        if state.phase == Phase.OPEN:
            wanted = combination(KINDS * int(state.wanted_colour) + int(state.wanted_shape))
            lines += ["", f"? {wanted}"]
    elif state.phase == Phase.OPEN:
        lines = [*_rows(int(state.face))]
    else:
        lines = ["[ ? ]"]
    owned = "  ".join(
        f"{'ABCDEFGH'[seat]} {int(state.chips[seat])}" for seat in range(observation.seats)
    )
    return "\n".join([*lines, "", f"* {int(state.stock)}  {owned}"])


def _rows(face: int) -> list[str]:
    """Return the symbols of a face in three rows, as they lie on it."""
    spots = arrangement(face)
    by_height = sorted(spots, key=lambda spot: spot.y)
    rows = [sorted(by_height[start : start + 3], key=lambda spot: spot.x) for start in (0, 3, 6)]
    return [
        "".join(combination(KINDS * one.colour + one.shape).ljust(17) for one in row).rstrip()
        for row in rows
    ]
