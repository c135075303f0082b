"""What players see of Nussknacker: the hollow tree, hands, the number pad, the log in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core import seats
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Button,
    Choice,
    Layer,
    Lettering,
    Line,
    Panel,
    Picture,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
    Tray,
)
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.nussknacker import rules
from tischlein.games.nussknacker.hands import COPIES, TOP, WAYS, values_of
from tischlein.games.nussknacker.state import (
    ASK,
    ASKED,
    ASKER,
    DENIED,
    GIFT,
    GIFT_BACK,
    GIVE,
    GIVEN,
    GUESS,
    NO,
    NOBODY,
    RETURNED,
    VALUE,
    NussknackerState,
    Stage,
)
from tischlein.games.nussknacker.worlds import belief_of

WIDTH, HEIGHT = 144.0, 116.0
TREE = (55.0, 50.0)
"""Centre of the tree; the strip of questions lies right of what surrounds it."""
OPENED = (101.0, 78.5)
"""Where the hidden card of the last deal lies."""
SPOT_W, SPOT_H = 30.0, 27.0
CARD_W, CARD_H = 7.0, 10.0
KEY_W, KEY_H = 26.0, 13.5
STRIP_X = 114.0
STRIP_ROW = 9.6
STRIP_ROWS = 11
"""Questions that find room on the strip: the last ones."""
MOST_CHIPS_DRAWN = 9
MEMORY = "memory"

_AROUND = {2: {1: "top"}, 3: {1: "left", 2: "right"}, 4: {1: "left", 2: "top", 3: "right"}}
"""Where the others sit, by number of seats and places clockwise from the viewer."""
_SPOTS = {"left": (16.0, 44.0), "top": (55.0, 14.0), "right": (94.0, 44.0), "own": (55.0, 84.0)}
_LANDINGS = {"left": (16.0, 63.0), "top": (82.0, 14.0), "right": (94.0, 63.0), "own": (86.0, 78.0)}
"""Where cards lie that have been slid to an asker: beside its place, clear of the tree."""


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees of a position."""
    state: NussknackerState = observation.state
    ground = _ground(int(state.seats), int(state.top), _viewer(observation))
    choices = _choices(observation)
    awaited = int(rules.expected(state))
    scores = observation.scores()
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation),
        places=ground.places,
        letterings=[
            *ground.letterings,
            *_opened_word(state),
            *_strip_words(state),
            *_notes(observation),
        ],
        lines=[*ground.lines, *_arrow(observation)],
        pictures=[
            *ground.pictures,
            *_chips(observation),
            *_strip_signs(state),
            *_struck(observation),
        ],
        pieces=_pieces(observation),
        trays=_trays(observation),
        buttons=_buttons(observation, choices),
        choices=choices,
        any_order=True,
        layers=[] if observation.seat == SPECTATOR else [Layer(MEMORY, Phrase("layer-memory"))],
        panels=[
            Panel(
                seat,
                scores[seat],
                (Phrase("fact-cards", {"count": int(state.sizes[seat])}),),
            )
            for seat in range(state.seats)
        ],
        awaited=[] if awaited == NOBODY else [SeatName(awaited)],
        result=_result(observation) if state.stage == Stage.OVER else None,
    )


def _viewer(observation: Observation) -> int:
    """Return the seat at the lower edge; spectators look from behind seat A."""
    return 0 if observation.seat == SPECTATOR else observation.seat


def _running(state: NussknackerState) -> bool:
    return Stage.ASK <= state.stage <= Stage.RETURN


def _side(observation: Observation, seat: int) -> str:
    """Return where a seat sits round the tree."""
    count = observation.seats
    return _AROUND[count].get((seat - _viewer(observation)) % count, "own")


def _spot(observation: Observation, seat: int) -> tuple[float, float]:
    return _SPOTS[_side(observation, seat)]


class _Ground:
    """The scenery and the places, which stay the same for a viewer all match long."""

    def __init__(self, count: int, top: int, viewer: int) -> None:
        x, y = TREE
        self.pictures = [Picture("tree", x - 25, y - 28, 50.0, 64.0)]
        self.places: list[Place] = []
        self.letterings: list[Lettering] = []
        self.lines = [Line(f"M{STRIP_X - 3} 4V{HEIGHT - 4}", "line")]
        for place, side in _AROUND[count].items():
            seat = (viewer + place) % count
            left, upper = _SPOTS[side][0] - SPOT_W / 2, _SPOTS[side][1] - SPOT_H / 2
            self.places.append(
                Place(
                    f"seat:{seat}",
                    left,
                    upper,
                    SPOT_W,
                    SPOT_H,
                    Phrase("spot", {"seat": SeatName(seat)}),
                    "spot",
                )
            )
            self._sign(seat, left + 2, upper + 1.8)
        self._sign(viewer, 12.0, 75.5)
        for value in range(1, top + 1):
            self._key(value, top)
        self.letterings.append(
            Lettering(Phrase("strip"), (STRIP_X + WIDTH) / 2 - 1, 6.0, 5.0, "muted")
        )

    def _sign(self, seat: int, x: float, y: float) -> None:
        letter = seats.letter(seat)
        self.pictures.append(Picture(f"sign-{letter.lower()}", x, y, 6.4, 6.4, seat=seat))
        self.letterings.append(Lettering(letter, x + 10, y + 3.2, 6.4, "ink"))

    def _key(self, value: int, top: int) -> None:
        """Lay out a key of the number pad: the digit and as many nuts."""
        across = top // 2
        width = KEY_W if across == 4 else KEY_W * 4 / 3
        x = 1.5 + (value - 1) % across * (width + 0.9)
        y = HEIGHT - 29 + (value - 1) // across * (KEY_H + 0.9)
        label = Phrase("key", {"value": value})
        self.places.append(Place(f"value:{value}", x, y, width, KEY_H, label, "key"))
        self.letterings.append(Lettering(str(value), x + 6, y + KEY_H / 2, 9.5, "ink"))
        for nut in range(value):
            nut_x = x + 9.8 + nut % 4 * 3.7
            nut_y = y + (KEY_H - 4.6) / 2 if value <= 4 else y + 1.9 + nut // 4 * 5
            self.pictures.append(Picture("nut", nut_x, nut_y, 3.7, 4.6))


_ground = lru_cache(maxsize=32)(_Ground)


# --- what moves ---


def _slid_count(state: NussknackerState) -> int:
    """Return how many cards lie between asked and asker."""
    if state.stage != Stage.RETURN:
        return 0
    return int(state.questions[state.question_count - 1, GIVEN])


def _card(
    name: str, value: int, x: float = 0.0, y: float = 0.0, count: int = 1, scale: float = 1.0
) -> Piece:
    label = Phrase("card", {"value": value})
    w, h = scale * CARD_W, scale * CARD_H
    return Piece(name, "card", f"card-{value}", label, x, y, w, h, text=str(value), count=count)


def _back(name: str, label: Phrase, x: float, y: float, count: int = 1, place: str = "") -> Piece:
    return Piece(name, "card", "card-back", label, x, y, CARD_W, CARD_H, count=count, place=place)


def _pieces(observation: Observation) -> list[Piece]:
    state: NussknackerState = observation.state
    x, y = TREE
    pieces = []
    if state.stage == Stage.OVER:
        pieces.append(_card("hidden", int(state.hidden), x, y + 3, scale=1.35))
    elif state.stage > Stage.HIDE:
        label = Phrase("hidden-card")
        pieces.append(Piece("hidden", "card", "hidden-card", label, x, y + 3, 9.5, 13.5, text="?"))
    if state.stage < Stage.ASK:
        left = COPIES * int(state.top) - int(state.sizes.sum()) - int(state.stage > Stage.HIDE)
        pieces.append(_back("pack", Phrase("pack"), x, y + 26, left))
    if state.opened and state.stage != Stage.OVER:
        name = f"opened:{int(state.deal_number) - 1}"
        pieces.append(_card(name, int(state.opened), *OPENED))
    for seat in range(state.seats):
        if seat != observation.seat:
            pieces += _backs(observation, seat)
    return pieces + _offer(observation)


def _opened_word(state: NussknackerState) -> list[Lettering]:
    if not state.opened or state.stage == Stage.OVER:
        return []
    return [Lettering(Phrase("opened"), OPENED[0], OPENED[1] - 8.2, 4.8)]


def _backs(observation: Observation, seat: int) -> list[Piece]:
    """Fan out the backs of a hand, without the cards that are slid to the asker."""
    state: NussknackerState = observation.state
    count = int(state.sizes[seat])
    if _slid_count(state) and state.questions[state.question_count - 1, ASKED] == seat:
        count -= _slid_count(state)
    x, y = _spot(observation, seat)
    place = f"seat:{seat}"
    if seat == _viewer(observation):  # a spectator looks over this seat's shoulder
        x, y, place = 55.0, 76.8, ""
    step = min(4.5, (SPOT_W - CARD_W - 3) / max(count - 1, 1))
    label = Phrase("back", {"seat": SeatName(seat)})
    return [
        _back(
            f"back:{seat}:{number}",
            label,
            x + (number - (count - 1) / 2) * step,
            y + 2.2,
            place=place,
        )
        for number in range(count)
    ]


def _offer(observation: Observation) -> list[Piece]:
    """Return the cards that lie face down before the asker (NUS-14)."""
    state: NussknackerState = observation.state
    count = _slid_count(state)
    if count == 0:
        return []
    question = state.questions[state.question_count - 1].tolist()
    x, y = _LANDINGS[_side(observation, question[ASKER])]
    label = Phrase("offered", {"seat": SeatName(question[ASKED])})
    return [
        _back(f"offered:{number}", label, x + (number - (count - 1) / 2) * 4, y)
        for number in range(count)
    ]


def _trays(observation: Observation) -> list[Tray]:
    """Return the own hand, without the cards slid to the asker."""
    state: NussknackerState = observation.state
    seat = observation.seat
    if seat == SPECTATOR:
        return []
    hand = int(state.hands[seat])
    number = int(state.question_count) - 1
    if _slid_count(state) and state.questions[number, ASKED] == seat:
        hand -= int(state.slid[number, GIFT])
    values = values_of(hand)
    cards = [
        _card(f"card:{value}", value, count=values.count(value)) for value in sorted(set(values))
    ]
    return [Tray(f"hand:{seat}", Phrase("own-hand"), "hand", cards, seat)]


def _chips(observation: Observation) -> list[Picture]:
    pictures = []
    for seat in range(observation.seats):
        x, y = _spot(observation, seat)
        left, upper = x - SPOT_W / 2 + 16.5, y - SPOT_H / 2 + 1.6
        if seat == _viewer(observation):
            left, upper = 27.0, 75.3
        for chip in range(min(int(observation.state.chips[seat]), MOST_CHIPS_DRAWN)):
            column, line = chip % 5, chip // 5
            pictures.append(Picture("chip", left + 2.3 * column, upper + 3.4 * line, 3.3, 3.3))
    return pictures


def _arrow(observation: Observation) -> list[Line]:
    """Return a dashed line from the asker of the pending question to the asked."""
    state: NussknackerState = observation.state
    if state.stage not in (Stage.ANSWER, Stage.RETURN):
        return []
    question = state.questions[state.question_count - 1].tolist()
    from_x, from_y = _spot(observation, question[ASKER])
    to_x, to_y = _spot(observation, question[ASKED])
    # The line goes round the tree: below it from side to side, else beside it.
    across, upright = from_y == to_y, from_x == to_x
    middle = (from_x + to_x) / 2 + (46 if upright else 0), (from_y + to_y) / 2
    if across:
        middle = middle[0], middle[1] + 50
    path = f"M{from_x:g} {from_y:g}Q{middle[0]:g} {middle[1]:g} {to_x:g} {to_y:g}"
    return [Line(path, "accent", dashed=True, width=2.5)]


# --- the strip of questions, and the aids ---


def _shown_questions(state: NussknackerState) -> list[tuple[float, list[int]]]:
    """Return the last questions of the deal with the height at which each is written."""
    count = int(state.question_count)
    first = max(0, count - STRIP_ROWS)
    rows = state.questions[first:count].tolist()
    return [(14.5 + STRIP_ROW * line, row) for line, row in enumerate(rows)]


def _strip_signs(state: NussknackerState) -> list[Picture]:
    return [
        Picture(
            f"sign-{seats.letter(row[column]).lower()}",
            STRIP_X + shift,
            y - 2.5,
            5.0,
            5.0,
            seat=row[column],
        )
        for y, row in _shown_questions(state)
        for column, shift in ((ASKER, 0.0), (ASKED, 5.8))
    ]


def _strip_words(state: NussknackerState) -> list[Lettering]:
    letterings = []
    for y, row in _shown_questions(state):
        letterings.append(Lettering(str(row[VALUE]), STRIP_X + 13.6, y, 6.5, "ink"))
        answer: Phrase | str = "?"
        if row[GIVEN] == DENIED:
            answer = Phrase("strip-no")
        elif row[RETURNED] > 0:
            answer = f"{row[GIVEN]}⇄{row[RETURNED]}"
        elif row[GIVEN] > 0:
            answer = f"{row[GIVEN]}…"
        letterings.append(Lettering(answer, STRIP_X + 23.2, y, 5.4))
    return letterings


def _notes(observation: Observation) -> list[Lettering]:
    """Return, as an aid, the cards that the viewer knows in other hands (NUS-24)."""
    state: NussknackerState = observation.state
    if observation.seat == SPECTATOR or not _running(state):
        return []
    belief = belief_of(state, observation.seat)
    notes = []
    for seat in range(state.seats):
        if seat != observation.seat:
            values = " ".join(map(str, belief.known(seat)))
            if values:
                x, y = _spot(observation, seat)
                notes.append(Lettering(values, x, y + 9.9, 4.8, "good", MEMORY))
    return notes


def _struck(observation: Observation) -> list[Picture]:
    """Return, as an aid, strokes through the values that the hidden card cannot have (NUS-24)."""
    state: NussknackerState = observation.state
    if observation.seat == SPECTATOR or not _running(state):
        return []
    maybe = belief_of(state, observation.seat).maybe()
    ground = _ground(int(state.seats), int(state.top), observation.seat)
    return [
        Picture("struck", place.x, place.y, place.w, place.h, layer=MEMORY)
        for place in ground.places
        if place.id.startswith("value:") and int(place.id[6:]) not in maybe
    ]


# --- what can be done ---


def _alarm(state: NussknackerState) -> str:
    """Return the target of the button for guessing.

    It names the deal: a guess that still waits for its confirmation when somebody else has ended
    the deal must not become one in the next (NUS-20).
    """
    return f"guess:{int(state.deal_number)}"


def _choices(observation: Observation) -> list[Choice]:
    if observation.seat == SPECTATOR:
        return []
    alarm = _alarm(observation.state)
    choices = []
    for action in observation.legal(observation.seat):
        if action < GUESS:
            other, place = divmod(action - ASK, TOP)
            label = Phrase("choice-ask", {"seat": SeatName(other), "value": place + 1})
            choices.append(Choice(action, (f"seat:{other}", f"value:{place + 1}"), label))
        elif action < NO:
            value = action - GUESS + 1
            label = Phrase("choice-guess", {"value": value})
            choices.append(Choice(action, (alarm, f"value:{value}"), label, confirm=True))
        elif action == NO:
            choices.append(Choice(action, ("no",)))
        else:
            cards = tuple(f"card:{value}" for value in WAYS[action - GIVE])
            label = Phrase("choice-give", {"cards": list(WAYS[action - GIVE])})
            choices.append(Choice(action, cards, label))
    return choices


def _buttons(observation: Observation, choices: list[Choice]) -> list[Button]:
    buttons = []
    if any(choice.action == NO for choice in choices):
        buttons.append(Button("no", Phrase("button-no"), "main"))
    if choices:
        buttons.append(Button(_alarm(observation.state), Phrase("button-guess"), "alarm"))
    return buttons


def _prompt(observation: Observation) -> Phrase:
    state: NussknackerState = observation.state
    if state.stage == Stage.OVER:
        return Phrase("prompt-won", {"seat": SeatName(observation.places().index(0))})
    if state.stage == Stage.START:
        return Phrase("prompt-lot")
    if state.stage in (Stage.HIDE, Stage.DEAL):
        return Phrase("prompt-deal")
    seat = int(rules.expected(state))
    if observation.seat == SPECTATOR:
        return Phrase("prompt-watch", {"seat": SeatName(seat)})
    if seat != observation.seat:
        return Phrase("prompt-wait", {"seat": SeatName(seat)})
    if state.stage == Stage.ASK:
        spent = state.question_count >= state.limit
        return Phrase("prompt-guess" if spent else "prompt-ask")
    question = state.questions[state.question_count - 1].tolist()
    value = question[VALUE]
    if state.stage == Stage.RETURN:
        asked = SeatName(question[ASKED])
        count = question[GIVEN]
        return Phrase("prompt-return", {"seat": asked, "value": value, "count": count})
    can = NO not in observation.legal(seat)
    asker = SeatName(question[ASKER])
    return Phrase("prompt-give" if can else "prompt-no", {"seat": asker, "value": value})


def _result(observation: Observation) -> Result:
    scores = observation.scores()
    return Result(
        places=observation.places(),
        scores=scores,
        rows=(ResultRow(Phrase("result-chips"), scores),),
    )


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in any order, legal or not.

    Cards of a sum above 8 are no action. Another wrong gift stands for them, which is refused for
    the same reason (NUS-11, NUS-13).
    """
    state: NussknackerState = observation.state
    picked = sorted(path)
    if picked == ["no"]:
        return NO
    cards = [_value_of(target, "card") for target in picked]
    if cards and all(cards):
        values = tuple(sorted(cards))
        asked_for = state.questions[state.question_count - 1, VALUE]
        wrong = next(way for way in WAYS if sum(way) != asked_for)
        return GIVE + WAYS.index(values if values in WAYS else wrong)
    if len(picked) != 2 or not (value := _value_of(picked[1], "value")):
        return None
    if picked[0] == _alarm(state):
        return GUESS + value - 1
    others = [f"seat:{seat}" for seat in range(observation.seats)]
    return ASK + TOP * others.index(picked[0]) + value - 1 if picked[0] in others else None


def _value_of(target: str, head: str) -> int:
    """Return the value that a target with this head names, 0 if it is no such target."""
    values = [f"{head}:{value}" for value in range(1, TOP + 1)]
    return values.index(target) + 1 if target in values else 0


# --- words of the log ---


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words; card values are read only by the two who swap (NUS-15)."""
    if event.seat == CHANCE:
        return _say_chance(event, before, after)
    seat = SeatName(event.seat)
    if GUESS <= event.action < NO:
        return _say_guess(event.seat, event.action - GUESS + 1, before, after)
    if event.action == NO:
        return [Phrase("say-no", {"seat": seat})]
    number = int(after.state.question_count) - 1
    question, slid = after.state.questions[number].tolist(), after.state.slid[number].tolist()
    asker, asked = SeatName(question[ASKER]), SeatName(question[ASKED])
    if before.state.stage == Stage.ASK:
        return [Phrase("say-ask", {"seat": seat, "other": asked, "value": question[VALUE]})]
    if before.state.stage == Stage.ANSWER:
        return [Phrase("say-give", {"seat": seat, "other": asker, "count": question[GIVEN]})]
    words = [Phrase("say-return", {"seat": seat, "other": asked, "count": question[RETURNED]})]
    for eye, got, gave in ((ASKER, GIFT, GIFT_BACK), (ASKED, GIFT_BACK, GIFT)):
        if question[eye] == after.seat:
            cards: dict[str, Value] = {
                "got": [*values_of(slid[got])],
                "gave": [*values_of(slid[gave])],
            }
            words.append(Phrase("say-swapped", cards))
    return words


def _say_chance(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    state: NussknackerState = after.state
    if before.state.stage == Stage.START:
        return [Phrase("say-start", {"seat": SeatName(int(state.starter))})]
    if before.state.stage == Stage.HIDE:
        return [Phrase("say-hide", {"number": int(state.deal_number)})]
    if state.stage == Stage.ASK:
        return [Phrase("say-dealt", {"seat": SeatName(int(state.starter))})]
    return []


def _say_guess(seat: int, value: int, before: Observation, after: Observation) -> list[Phrase]:
    opened = int(after.state.opened)
    named: dict[str, Value] = {"seat": SeatName(seat), "value": value}
    if value == opened:
        return [Phrase("say-right", named)]
    others: list[int | str | SeatName | Phrase] = [
        SeatName(other) for other in range(before.seats) if other != seat
    ]
    wrong = Phrase("say-wrong", named | {"opened": opened})
    return [wrong, Phrase("say-chips", {"count": len(others), "seats": others})]


# --- terminals ---


def draw(observation: Observation) -> str:
    """Return chips, hands as far as they are seen, and the questions of the deal."""
    state: NussknackerState = observation.state
    hidden = "?" if state.hidden == 0 and state.stage > Stage.HIDE else str(state.hidden or "-")
    lines = [f"deal {int(state.deal_number)}   hidden [{hidden}]   1 to {int(state.top)}", ""]
    awaited = int(rules.expected(state))
    for seat in range(state.seats):
        hand = values_of(int(state.hands[seat]))
        cards = " ".join(map(str, hand)) if hand else "# " * int(state.sizes[seat])
        mark = ">" if seat == awaited else " "
        lines.append(f"{mark} {seats.letter(seat)}  {int(state.chips[seat]):>2}   {cards.strip()}")
    lines.append("")
    for row in state.questions[: int(state.question_count)].tolist():
        answer = "?"
        if row[GIVEN] == DENIED:
            answer = "no"
        elif row[GIVEN] > 0:
            answer = f"{row[GIVEN]} for {row[RETURNED] or '?'}"
        lines.append(
            f"{seats.letter(row[ASKER])} {seats.letter(row[ASKED])} {row[VALUE]}: {answer}"
        )
    return "\n".join(lines)
