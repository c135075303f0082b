"""What players see of Raufer: the house with its stairs, the pile, the hands, the log in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

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
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.raufer import rules
from tischlein.games.raufer.knowledge import floors, higher_than, lower_than, unseen_by
from tischlein.games.raufer.rules import direction_name
from tischlein.games.raufer.state import (
    ALL_CARDS,
    CARDS,
    DOWN,
    DRAW,
    NO_CARD,
    NOBODY,
    PASS,
    UP,
    RauferState,
    Stage,
)

FLOOR = 5.0
"""Height of a floor in board units."""
ROOF, STREET = 9.0, 8.0
HOUSE_LEFT, HOUSE_WIDTH = 12.0, 48.0
"""Left of the house is room for the brackets of what is known of hands."""
HINTS = HOUSE_LEFT + HOUSE_WIDTH + 7.4
"""The middle of the strip right of the house: what may still be above and below own cards."""
WIDTH = 100.0
HEIGHT = ROOF + CARDS * FLOOR + STREET
SIDE = 86.0
"""The middle of the column beside the house, with pile and directions."""
CARD_WIDTH, CARD_HEIGHT = 10.0, 14.0

MEMORY = "memory"
BOUNDS = "bounds"


def _floor_y(card: int) -> float:
    """Return the middle of a card's floor."""
    return ROOF + (CARDS - card - 0.5) * FLOOR


_PLACES = [
    Place("up", SIDE - 11, 6.0, 22.0, 33.0, Phrase("place-up"), "order-up"),
    Place("down", SIDE - 11, 75.0, 22.0, 33.0, Phrase("place-down"), "order-down"),
    Place("stock", SIDE - 7.5, 51.5, 15.0, 21.0, Phrase("place-pile"), "pile-ground"),
]
_HOUSE = [
    Picture("street", 0.0, HEIGHT - STREET, WIDTH, STREET),
    Picture("roof", HOUSE_LEFT - 2, 0.0, HOUSE_WIDTH + 4, ROOF),
    *(
        Picture(
            "floor-odd" if card % 2 == 0 else "floor-even",
            HOUSE_LEFT,
            _floor_y(card) - FLOOR / 2,
            HOUSE_WIDTH,
            FLOOR,
        )
        for card in range(CARDS)
    ),
]
_NUMBERS = [
    Lettering(str(card + 1), HOUSE_LEFT + 4.4, _floor_y(card), 4.4, "ink") for card in range(CARDS)
]
_BUTTONS = {PASS: Button("pass", Phrase("button-pass"), "main")}


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees of the house and the hands."""
    state: RauferState = observation.state
    acting = observation.acting
    own_turn = observation.seat in acting
    choices = _choices(observation) if own_turn else []
    brackets, signs, counts = _bounds(observation)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation),
        places=_PLACES,
        pictures=[*_HOUSE, *_marks(state), *signs],
        lines=brackets,
        letterings=[*_NUMBERS, *counts, *(_hints(observation) if own_turn else [])],
        pieces=_pieces(state),
        trays=_trays(observation, own_turn),
        buttons=[_BUTTONS[choice.action] for choice in choices if choice.action in _BUTTONS],
        choices=choices,
        any_order=True,
        layers=[
            Layer(MEMORY, Phrase("layer-memory")),
            Layer(BOUNDS, Phrase("layer-bounds")),
        ],
        panels=[_panel(state, seat) for seat in range(observation.seats)],
        awaited=[SeatName(seat) for seat in acting if seat != CHANCE],
        result=_result(observation) if state.stage == Stage.OVER else None,
    )


def _command(state: RauferState) -> dict[str, Value]:
    return {"last": int(state.last) + 1, "direction": direction_name(int(state.direction))}


def _prompt(observation: Observation) -> Phrase:
    state: RauferState = observation.state
    turn = int(state.turn)
    match Stage(int(state.stage)):
        case Stage.START:
            return Phrase("prompt-lot")
        case Stage.DEAL:
            return Phrase("prompt-deal")
        case Stage.TAKING:
            return Phrase("prompt-taking", {"seat": SeatName(int(state.taker))})
        case Stage.OVER:
            return Phrase("prompt-won", {"seat": SeatName(int(state.winner))})
        case Stage.OPENING:
            if turn == observation.seat:
                return Phrase("prompt-open")
            return Phrase("prompt-wait-open", {"seat": SeatName(turn)})
    command = _command(state)
    if turn != observation.seat:
        return Phrase("prompt-wait", command | {"seat": SeatName(turn)})
    if rules.layable(state, turn):
        return Phrase("prompt-obey", command | {"seat": SeatName(int(state.commander))})
    return Phrase("prompt-draw" if rules.can_draw(state) else "prompt-pass", command)


def _card(card: int, **more: object) -> Piece:
    return Piece(
        id=f"card:{card + 1}",
        kind="card",
        symbol="card",
        label=Phrase("card", {"card": card + 1}),
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        text=str(card + 1),
        **more,  # type: ignore[arg-type]  # where it lies, and whether it is faded
    )


def _back(piece_id: str, count: int, label: Phrase, **more: object) -> Piece:
    return Piece(
        id=piece_id,
        kind="card",
        symbol="card-back",
        label=label,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        count=count,
        **more,  # type: ignore[arg-type]  # where it lies
    )


def _pieces(state: RauferState) -> list[Piece]:
    """Return the last laid card on its floor, and the pile."""
    pieces = []
    if state.laid_count:
        card = int(state.laid[state.laid_count - 1])
        y = min(max(_floor_y(card), CARD_HEIGHT / 2), HEIGHT - CARD_HEIGHT / 2)
        pieces.append(_card(card, x=HOUSE_LEFT + 38, y=y, faded=bool(state.last == NO_CARD)))
    if state.pile:
        label = Phrase("pile", {"count": int(state.pile)})
        pieces.append(_back("pile", int(state.pile), label, x=SIDE, y=62.0, place="stock"))
    return pieces


def _marks(state: RauferState) -> list[Picture]:
    """Return the runner with his order, the light over the pile, laid floors and who is out."""
    pictures = [Picture("lamp-on" if state.phase == 1 else "lamp-off", SIDE - 5, 41.0, 10.0, 9.0)]
    if state.last != NO_CARD:
        y = _floor_y(int(state.last))
        arrow = "arrow-up" if state.direction == UP else "arrow-down"
        commander = int(state.commander)
        pictures.append(Picture(arrow, HOUSE_LEFT + 20, y - 7, 10.0, 14.0))
        # Whose command has ended the match against himself stands in the street (RAU-23).
        if state.inside >> commander & 1:
            pictures.append(Picture("runner", HOUSE_LEFT + 9, y - 6.5, 8.0, 9.0, seat=commander))
    pictures += [
        Picture(
            _sign(seat),
            HOUSE_LEFT + HOUSE_WIDTH - 4.5,
            _floor_y(card) - 2,
            4.0,
            4.0,
            seat=seat,
            layer=MEMORY,
        )
        for card, seat in _laid(state)
    ]
    outside = [seat for seat in range(int(state.seats)) if not state.inside >> seat & 1]
    for rank, seat in enumerate(outside):
        x = HOUSE_LEFT + HOUSE_WIDTH + 2 + 6.4 * rank
        pictures += [
            Picture("leaver", x, HEIGHT - STREET - 0.5, 5.0, 7.0),
            Picture(
                f"sign-{seats.letter(seat).lower()}", x + 4.2, HEIGHT - 4.5, 3.0, 3.0, seat=seat
            ),
        ]
    return pictures


def _sign(seat: int) -> str:
    return f"sign-{seats.letter(seat).lower()}"


def _laid(state: RauferState) -> list[tuple[int, int]]:
    """Return the laid cards in order, each with who laid it."""
    count = int(state.laid_count)
    return list(zip(state.laid[:count].tolist(), state.laid_by[:count].tolist(), strict=True))


def _bounds(observation: Observation) -> tuple[list[Line], list[Picture], list[Lettering]]:
    """Return a bracket for every narrowed range of another hand, its owner and its cards.

    The bracket has a tooth at each floor of the range whose card may still be in a hand.
    """
    state: RauferState = observation.state
    brackets: list[Line] = []
    signs: list[Picture] = []
    counts: list[Lettering] = []
    unseen = int(unseen_by(state, observation.seat))
    x = 1.6
    for seat in range(observation.seats):
        if seat == observation.seat:
            continue
        ranges = state.bounds[seat, : state.sizes[seat]].tolist()
        narrowed = [(one, len(list(same))) for one, same in groupby(ranges) if one != ALL_CARDS]
        if not narrowed:
            continue
        signs.append(
            Picture(_sign(seat), x - 1, HEIGHT - STREET + 1, 2.4, 2.4, seat=seat, layer=BOUNDS)
        )
        cards = 0
        for one, more in narrowed:
            lowest, highest = floors(one)
            cards += more
            bottom = _floor_y(lowest - 1) + FLOOR / 2 - 0.4
            top = _floor_y(highest - 1) - FLOOR / 2 + 0.4
            path = f"M{x + 0.8:g} {top:g}H{x:g}V{bottom:g}H{x + 0.8:g}"
            # A tooth at every floor that is left: not laid by anybody, nor in the own hand.
            path += "".join(
                f"M{x:g} {_floor_y(card):g}h0.8"
                for card in range(CARDS)
                if (one & unseen) >> card & 1
            )
            brackets.append(Line(path, seat=seat, layer=BOUNDS))
            # Every second one stands higher: two threes side by side are no 33.
            raised = 0.0 if len(signs) % 2 else 3.6
            counts.append(Lettering(str(cards), x, top - 2 - raised, 3.8, "ink", BOUNDS))
        x += 2.5
    return brackets, signs, counts


def _hints(observation: Observation) -> list[Lettering]:
    """Return how many floors others may still go to, above and below each card that fits.

    Those are the floors whose cards are neither laid nor in the own hand.
    """
    state: RauferState = observation.state
    unseen = int(unseen_by(state, observation.seat))
    fitting = int(rules.layable(state, observation.seat))
    return [
        Lettering(
            f"↑{(unseen & higher_than(card)).bit_count()} "
            f"↓{(unseen & lower_than(card)).bit_count()}",
            HINTS,
            _floor_y(card),
            3.7,
            "ink",
            MEMORY,
        )
        for card in range(CARDS)
        if fitting >> card & 1
    ]


def _trays(observation: Observation, own_turn: bool) -> list[Tray]:
    state: RauferState = observation.state
    trays = []
    for seat in range(observation.seats):
        owner: dict[str, Value] = {"seat": SeatName(seat)}
        size = int(state.sizes[seat])
        if seat == observation.seat:
            hand = int(state.hands[seat])
            fitting = rules.layable(state, seat) if own_turn else hand
            pieces = [
                _card(card, faded=not fitting >> card & 1)
                for card in range(CARDS)
                if hand >> card & 1
            ]
        else:
            label = Phrase("backs", owner | {"count": size})
            pieces = [_back(f"backs:{seat}", size, label)] if size else []
        trays.append(Tray(f"hand:{seat}", Phrase("hand", owner), "hand", pieces, seat))
        face_down = (int(state.down) >> seat & 1) + int(state.waiting[seat])
        if face_down:
            label = Phrase("face-down", owner | {"count": face_down})
            pieces = [_back(f"down:{seat}", face_down, label)]
            # Shown beside the hand; "stock" would have it captioned as if it were the pile.
            trays.append(Tray(f"down:{seat}", label, "hand", pieces, seat))
    return trays


def _choices(observation: Observation) -> list[Choice]:
    choices = []
    for action in observation.legal(observation.seat):
        if action >= DRAW:
            choices.append(Choice(action, ("pile",) if action == DRAW else ("pass",)))
            continue
        card, direction = divmod(action, 2)
        name = direction_name(direction)
        label = Phrase("choice-lay", {"card": card + 1, "direction": name})
        choices.append(Choice(action, (f"card:{card + 1}", name), label))
    return choices


def _panel(state: RauferState, seat: int) -> Panel:
    facts = [Phrase("fact-cards", {"count": int(state.sizes[seat])})]
    if state.down >> seat & 1:
        facts.append(Phrase("fact-drew"))
    if state.passed >> seat & 1:
        facts.append(Phrase("fact-passed"))
    if seat == state.commander:
        facts.append(Phrase("fact-commands", _command(state)))
    return Panel(seat, facts=tuple(facts), out=not state.inside >> seat & 1)


def _result(observation: Observation) -> Result:
    state: RauferState = observation.state
    laid = [seat for _, seat in _laid(state)]
    everybody = range(observation.seats)
    return Result(
        places=observation.places(),
        scores=observation.scores(),
        rows=(
            ResultRow(Phrase("result-laid"), tuple(laid.count(seat) for seat in everybody)),
            ResultRow(Phrase("result-left"), tuple(state.sizes[: observation.seats].tolist())),
        ),
    )


# --- the log in words ---


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, with what it leads to: who takes cards, who is out, who wins."""
    words = _say_chance(event, before, after) if event.seat == CHANCE else _say_act(event, before)
    words += _say_settlement(event, before, after)
    if after.state.phase > before.state.phase and before.state.stage not in (
        Stage.DEAL,
        Stage.OVER,
    ):
        words.append(Phrase("say-phase-two"))
    return words


def _say_chance(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    state: RauferState = before.state
    if state.stage == Stage.START:
        return [Phrase("say-lot", {"seat": SeatName(event.action)})]
    if state.stage == Stage.DEAL:
        if after.state.stage != Stage.OPENING:
            return []
        opener = SeatName(int(after.state.turn))
        dealt: dict[str, Value] = {"count": int(state.hand_size), "pile": int(after.state.pile)}
        return [Phrase("say-dealt", dealt | {"seat": opener})]
    taker = SeatName(int(state.taker))
    if event.action == HIDDEN:
        return [Phrase("say-take", {"seat": taker})]
    return [Phrase("say-take-card", {"seat": taker, "card": event.action + 1})]


def _say_act(event: Event, before: Observation) -> list[Phrase]:
    state: RauferState = before.state
    seat = SeatName(event.seat)
    if event.action >= DRAW:
        key = "say-draw" if event.action == DRAW else "say-pass"
        return [Phrase(key, _command(state) | {"seat": seat})]
    card, direction = divmod(event.action, 2)
    key = "say-open" if state.stage == Stage.OPENING else "say-lay"
    named: dict[str, Value] = {"card": card + 1, "direction": direction_name(direction)}
    return [Phrase(key, named | {"seat": seat})]


def _say_settlement(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return what came of a command that this event has settled."""
    then: RauferState = before.state
    now: RauferState = after.state
    if then.stage != Stage.COMMAND or (event.action >= DRAW and now.stage == Stage.COMMAND):
        return []
    commander = SeatName(int(then.commander))
    gone: list[int | str | SeatName | Phrase] = [
        SeatName(seat) for seat in seats.members(int(then.inside) & ~int(now.inside))
    ]
    words = []
    if event.action >= DRAW:
        command = _command(then) | {"seat": commander}
        if then.phase == 1:
            taken = int(now.waiting[then.commander])
            words.append(Phrase("say-nobody-takes", command | {"count": taken}))
        elif gone:
            words.append(Phrase("say-nobody-out", command))
    elif gone:
        words.append(Phrase("say-out", {"seats": gone, "count": len(gone)}))
    if now.stage == Stage.OVER:
        key = "say-won-duel"
        if event.action < DRAW:
            key = "say-won-last-card"
        elif gone:
            key = "say-won-alone"
        words.append(Phrase(key, {"seat": SeatName(int(now.winner))}))
    return words


# --- clicks, and terminals ---


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, legal or not: a card with a direction, ...

    The spot of the pile means drawing too, so that who taps it when it is empty learns why not.
    """
    if list(path) in (["pile"], ["stock"]):
        return DRAW
    if list(path) == ["pass"]:
        return PASS
    directions = {"up": UP, "down": DOWN}
    cards = [int(target[5:]) - 1 for target in path if target.startswith("card:")]
    ways = [directions[target] for target in path if target in directions]
    if len(path) != 2 or len(cards) != 1 or len(ways) != 1:
        return None
    return 2 * cards[0] + ways[0]


def draw(observation: Observation) -> str:
    """Return the house, who laid what, the command and the hands in characters."""
    state: RauferState = observation.state
    owners = dict(_laid(state))
    beside = _beside(observation)
    lines = []
    for card in reversed(range(CARDS)):
        who = seats.letter(owners[card]) if card in owners else "."
        order = ""
        if card == state.last:
            order = "▲ up!" if state.direction == UP else "▼ down!"
        right = beside[CARDS - 1 - card] if CARDS - 1 - card < len(beside) else ""
        lines.append(f"{card + 1:>3} │ {who} {order:<8}│  {right}".rstrip())
    return "\n".join(["    ┌───────────┐", *lines, "    └───────────┘"])


def _beside(observation: Observation) -> list[str]:
    """Return the lines beside the house: one for every seat, and the pile."""
    state: RauferState = observation.state
    lines = []
    for seat in range(observation.seats):
        signs = [
            ">" if seat in observation.acting else " ",
            seats.letter(seat),
            f"{int(state.sizes[seat]):>2}",
        ]
        if seat == observation.seat:
            hand = int(state.hands[seat])
            signs += [str(card + 1) for card in range(CARDS) if hand >> card & 1]
        face_down = (int(state.down) >> seat & 1) + int(state.waiting[seat])
        signs += ["▒"] * face_down
        if seat == state.commander != NOBODY:
            signs.append("!")
        if not state.inside >> seat & 1:
            signs.append("×")
        lines.append(" ".join(signs))
    return [*lines, "", f"▒ × {int(state.pile)}"]
