"""What players see of Ganz nach Plan!?: the round table with its places, hands and pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.phrases import Item, Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan import knowledge, preview
from tischlein.games.ganz_nach_plan.actions import GIVE, PLAY, card_of
from tischlein.games.ganz_nach_plan.names import card_phrase, symbol_of
from tischlein.games.ganz_nach_plan.saying import say
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase
from tischlein.games.ganz_nach_plan.table import top_card
from tischlein.games.ganz_nach_plan.terminal import draw
from tischlein.presentation.scenes import (
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

__all__ = ["draw", "intend", "say", "scene"]

WIDTH, HEIGHT = 60.0, 46.0
CARD_WIDTH, CARD_HEIGHT = 7.0, 10.0
SIGN = 6.0
MEMORY = "memory"
_SPOTS = {
    3: ((30.0, 38.0), (10.5, 14.0), (49.5, 14.0)),
    4: ((30.0, 38.0), (9.0, 23.0), (30.0, 8.0), (51.0, 23.0)),
}
"""Where the places lie, clockwise from the viewer's own at the bottom."""
_WAYS = {
    3: (
        "M20.5 39Q11.5 37.5 10.5 23M9 24.6L10.4 22.8L12.1 24.4",
        "M20 9.8Q30 5.4 39.6 9.2M38.5 7.4L39.8 9.3L37.5 10",
        "M49.5 22.5Q48.5 37.5 40 39M41.8 37.4L39.9 39L42.1 40.2",
    ),
    4: (
        "M20.5 40Q10.5 39.5 9.2 32.2M7.7 33.9L9.1 32L10.8 33.7",
        "M9 14.8Q9.6 7.6 20 7M18.4 5.5L20.2 7L18.4 8.6",
        "M39.6 7Q50.4 7.6 51 14.4M49.4 12.9L51 14.8L52.5 12.9",
        "M51 31.2Q50.4 39.4 40.2 40M41.8 38.5L40 40L41.8 41.6",
    ),
}
"""The way from every spot to the next one, with an arrowhead."""
_TABLE = (17.2, 14.6, 25.6, 16.8)
_PILE = (25.0, 21.0)
_SLOT = (35.0, 21.0)


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees: own cards, backs of others, everything open."""
    state: GanzNachPlanState = observation.state
    viewer = observation.seat
    legal = observation.legal(viewer)
    rash = preview.gifts_of_the_win(state, viewer, legal)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation),
        places=_places(state, viewer),
        lines=_way_on(state, viewer),
        pictures=[Picture("tabletop", *_TABLE)],
        letterings=_letterings(state, viewer),
        pieces=[*_people(state, viewer), *_open_cards(state), *_remembered(observation)],
        trays=_trays(state, viewer),
        choices=[
            Choice(
                action,
                (f"card:{card_of(action)}",),
                label=preview.words(state, viewer, action),
                confirm=action in rash,
                marks=preview.marks(state, viewer, action),
            )
            for action in legal
        ],
        layers=[Layer(MEMORY, Phrase("layer-memory"))] if viewer < state.seats else [],
        panels=[
            Panel(
                seat,
                facts=(
                    Phrase("on-place", {"place": state.place[seat] + 1}),
                    Phrase("cards", {"count": state.count[seat]}),
                ),
            )
            for seat in range(state.seats)
        ],
        awaited=[seat for seat in observation.awaited if seat != CHANCE],
        result=_result(observation) if observation.over else None,
    )


def _spot(state: GanzNachPlanState, viewer: int, place: int) -> tuple[float, float]:
    """Return where a place lies for a viewer, who sits at the bottom."""
    first = state.place[viewer] if viewer < state.seats else 0
    count = state.seats
    return _SPOTS[count][(place - first) % count]


def _places(state: GanzNachPlanState, viewer: int) -> list[Place]:
    places = []
    for place in range(state.seats):
        x, y = _spot(state, viewer, place)
        label = Phrase("place", {"place": place + 1})
        on_turn = place == state.turn and state.phase not in (Phase.DEAL, Phase.OVER)
        symbol = "chair-on-turn" if on_turn else "chair"
        places.append(Place(f"place:{place}", x - 8, y - 6.5, 16.0, 13.0, label, symbol))
    return places


def _way_on(state: GanzNachPlanState, viewer: int) -> list[Line]:
    """Point from the place on turn to the next one (GNP-4)."""
    if state.phase in (Phase.DEAL, Phase.OVER):
        return []
    first = state.place[viewer] if viewer < state.seats else 0
    count = state.seats
    return [Line(_WAYS[count][(state.turn - first) % count], "accent", width=2.5)]


def _letterings(state: GanzNachPlanState, viewer: int) -> list[Lettering]:
    letterings = [
        Lettering(
            str(place + 1),
            _spot(state, viewer, place)[0] - 6.1,
            _spot(state, viewer, place)[1] - 3.6,
            2.6,
            "ink",
        )
        for place in range(state.seats)
    ]
    letterings.append(Lettering(Phrase("heap"), _PILE[0], _PILE[1] + 6.2, 2.3))
    letterings.append(Lettering(Phrase("slot"), _SLOT[0], _SLOT[1] + 6.2, 2.3))
    return letterings


def _people(state: GanzNachPlanState, viewer: int) -> Iterator[Piece]:
    """Yield the players on their places, each with the backs of the hand."""
    for seat in range(state.seats):
        place = state.place[seat]
        x, y = _spot(state, viewer, place)
        yield Piece(
            id=f"seat:{seat}",
            kind=f"seat:{seat}",
            symbol=f"sign-{seats.letter(seat).lower()}",
            label=Phrase("player", {"seat": seat_name(seat)}),
            x=x - 4.1,
            y=y + 1.9,
            w=SIGN,
            h=SIGN,
            seat=seat,
            place=f"place:{place}",
        )
        if seat == viewer:
            continue
        count = state.count[seat]
        step = min(1.5, 6.0 / max(count, 1))
        for number in range(count):
            yield Piece(
                id=f"back:{seat}:{number}",
                kind="card",
                symbol="card-back",
                label=Phrase("card-back", {"seat": seat_name(seat)}),
                x=x + 2.2 + step * number - step * (count - 1) / 2 + 1,
                y=y,
                w=3.5,
                h=5.0,
                place=f"place:{place}",
            )


def _card(
    state: GanzNachPlanState,
    card: int,
    x: float = 0.0,
    y: float = 0.0,
    *,
    place: str,
    faded: bool = False,
) -> Piece:
    return Piece(
        id=f"card:{card}",
        kind="card",
        symbol=symbol_of(state, card),
        label=card_phrase(state, card),
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        place=place,
        faded=faded,
    )


def _open_cards(state: GanzNachPlanState) -> Iterator[Piece]:
    """Yield the top of the pile and the card that is being carried out."""
    if state.piled:
        yield _card(state, top_card(state), *_PILE, place="tray:pile")
    if state.executing != NO_CARD:
        yield _card(state, state.executing, *_SLOT, place="tray:pile")


def _remembered(observation: Observation) -> Iterator[Piece]:
    """Yield, as an aid, the cards that the viewer can name in other hands."""
    state: GanzNachPlanState = observation.state
    viewer = observation.seat
    if viewer >= state.seats or state.phase in (Phase.DEAL, Phase.OVER):
        return
    for seat, known in enumerate(knowledge.all_certain(state, viewer)):
        if seat == viewer:
            continue
        x, y = _spot(state, viewer, state.place[seat])
        for number, card in enumerate(members(known)):
            yield Piece(
                id=f"known:{card}",
                kind="known",
                symbol=symbol_of(state, card),
                label=card_phrase(state, card),
                x=x - 5.5 + 2.4 * number,
                y=y + 4.8,
                w=2.8,
                h=4.0,
                layer=MEMORY,
            )


def _trays(state: GanzNachPlanState, viewer: int) -> list[Tray]:
    trays = []
    if viewer < state.seats:
        chosen = state.chosen[viewer]
        cards = [
            _card(state, card, place="tray:hand", faded=card == chosen)
            for card in members(state.hand[viewer])
        ]
        trays.append(Tray("tray:hand", Phrase("your-hand"), "hand", cards, viewer))
    pile = [_card(state, card, place="tray:pile") for card in state.pile[: max(state.piled - 1, 0)]]
    trays.append(Tray("tray:pile", Phrase("pile"), "table", pile))
    return trays


def _prompt(observation: Observation) -> Phrase:
    state: GanzNachPlanState = observation.state
    if state.phase == Phase.OVER:
        winners: list[Item] = [seat_name(seat) for seat in members(state.winners)]
        return Phrase("prompt-won", {"seats": winners, "count": len(winners)})
    if state.phase == Phase.DEAL:
        return Phrase("prompt-deal")
    if state.phase == Phase.DRAW:
        return Phrase("prompt-draw", {"seat": seat_name(state.mover)})
    if observation.seat in observation.acting:
        if state.phase == Phase.PLAY:
            return Phrase("prompt-play")
        receiver = seat_name(preview.receiver(state, observation.seat))
        return Phrase("prompt-give", {"seat": receiver})
    waiting: list[Item] = [seat_name(seat) for seat in observation.awaited if seat != CHANCE]
    return Phrase("prompt-wait", {"seats": waiting})


def _result(observation: Observation) -> Result:
    state: GanzNachPlanState = observation.state
    counts = tuple(state.count[: state.seats])
    return Result(
        ranks=observation.ranks(),
        scores=observation.scores(),
        rows=(ResultRow(Phrase("result-cards"), counts),),
    )


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that a picked card means now, legal or not."""
    if len(path) != 1 or not path[0].startswith("card:"):
        return None
    card = int(path[0].removeprefix("card:"))
    state: GanzNachPlanState = observation.state
    return card + (PLAY if state.phase == Phase.PLAY else GIVE)
