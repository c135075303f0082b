"""What players see of Ganz nach Plan!?: the round table with its places, hands and pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.phrases import Item, Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan import knowledge, preview
from tischlein.games.ganz_nach_plan.actions import GIVE, PLAY, card_of
from tischlein.games.ganz_nach_plan.names import drawn_as, phrase_of
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
_PICTURES = [Picture("tabletop", *_TABLE)]
_LAYERS = [Layer(MEMORY, Phrase("layer-memory"))]
_YOUR_HAND, _PILE_LABEL = Phrase("your-hand"), Phrase("pile")


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees: own cards, backs of others, everything open."""
    state: GanzNachPlanState = observation.state
    viewer = observation.seat
    count, phase = state.seats, state.phase
    first = state.place[viewer] if viewer < count else 0
    under_way = phase not in (Phase.DEAL, Phase.OVER)
    turn = state.turn
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation),
        places=[
            _place(place, _spot(count, first, place), under_way and place == turn)
            for place in range(count)
        ],
        lines=[_way_on(count, (turn - first) % count)] if under_way else [],
        pictures=_PICTURES,
        letterings=_letterings(count, first),
        pieces=[
            *_people(state, viewer, first),
            *_open_cards(state),
            *_remembered(state, viewer, first),
        ],
        trays=_trays(state, viewer),
        choices=_choices(observation),
        layers=_LAYERS if viewer < count else [],
        panels=[
            _panel(seat, place, cards)
            for seat, place, cards in zip(range(count), state.place, state.count, strict=False)
        ],
        awaited=[seat for seat in observation.awaited if seat != CHANCE],
        result=_result(observation) if phase == Phase.OVER else None,
    )


def _choices(observation: Observation) -> list[Choice]:
    """Return the cards to play or to give away, each with what it would do."""
    state: GanzNachPlanState = observation.state
    seat = observation.seat
    legal = observation.legal(seat)
    rash = preview.gifts_of_the_win(state, seat, legal)
    return [
        Choice(
            action,
            (f"card:{card_of(action)}",),
            label=preview.words(state, seat, action),
            confirm=action in rash,
            marks=preview.marks(state, seat, action),
        )
        for action in legal
    ]


@cache
def _panel(seat: int, place: int, cards: int) -> Panel:
    facts = Phrase("on-place", {"place": place + 1}), Phrase("cards", {"count": cards})
    return Panel(seat, facts=facts)


def _spot(count: int, first: int, place: int) -> tuple[float, float]:
    """Return where a place lies for who sees place ``first`` at the bottom."""
    return _SPOTS[count][(place - first) % count]


@cache
def _place(place: int, spot: tuple[float, float], on_turn: bool) -> Place:
    x, y = spot
    label = Phrase("place", {"place": place + 1})
    symbol = "chair-on-turn" if on_turn else "chair"
    return Place(f"place:{place}", x - 8, y - 6.5, 16.0, 13.0, label, symbol)


@cache
def _way_on(count: int, spot: int) -> Line:
    """Point from the place on turn, seen at a spot, to the next one (GNP-4)."""
    return Line(_WAYS[count][spot], "accent", width=2.5)


@cache
def _letterings(count: int, first: int) -> list[Lettering]:
    spots = [_spot(count, first, place) for place in range(count)]
    return [
        *(
            Lettering(str(place + 1), round(x - 6.1, 2), round(y - 3.6, 2), 2.6, "ink")
            for place, (x, y) in enumerate(spots)
        ),
        Lettering(Phrase("heap"), _PILE[0], _PILE[1] + 6.2, 2.3),
        Lettering(Phrase("slot"), _SLOT[0], _SLOT[1] + 6.2, 2.3),
    ]


def _people(state: GanzNachPlanState, viewer: int, first: int) -> Iterator[Piece]:
    """Yield the players on their places, each with the backs of the hand."""
    count = state.seats
    for seat, place, cards in zip(range(count), state.place, state.count, strict=False):
        spot = _spot(count, first, place)
        yield _person(seat, place, spot)
        if seat != viewer:
            yield from _backs(seat, place, spot, cards)


@cache
def _person(seat: int, place: int, spot: tuple[float, float]) -> Piece:
    return Piece(
        id=f"seat:{seat}",
        kind=f"seat:{seat}",
        symbol=f"sign-{seats.letter(seat).lower()}",
        label=Phrase("player", {"seat": seat_name(seat)}),
        x=round(spot[0] - 4.1, 2),
        y=round(spot[1] + 1.9, 2),
        w=SIGN,
        h=SIGN,
        seat=seat,
        place=f"place:{place}",
    )


@lru_cache(maxsize=1024)
def _backs(seat: int, place: int, spot: tuple[float, float], cards: int) -> tuple[Piece, ...]:
    x, y = spot
    step = min(1.5, 6.0 / max(cards, 1))
    return tuple(
        Piece(
            id=f"back:{seat}:{number}",
            kind="card",
            symbol="card-back",
            label=Phrase("card-back", {"seat": seat_name(seat)}),
            x=round(x + 2.2 + step * number - step * (cards - 1) / 2 + 1, 2),
            y=y,
            w=3.5,
            h=5.0,
            place=f"place:{place}",
        )
        for number in range(cards)
    )


@lru_cache(maxsize=4096)
def _card(
    card: int,
    symbol: str,
    copy: int,
    spot: tuple[float, float] = (0.0, 0.0),
    *,
    place: str,
    faded: bool = False,
) -> Piece:
    return Piece(
        id=f"card:{card}",
        kind="card",
        symbol=symbol,
        label=phrase_of(symbol, copy),
        x=spot[0],
        y=spot[1],
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        place=place,
        faded=faded,
    )


def _open_cards(state: GanzNachPlanState) -> Iterator[Piece]:
    """Yield the top of the pile and the card that is being carried out."""
    for card, spot in ((top_card(state), _PILE), (state.executing, _SLOT)):
        if card != NO_CARD:
            yield _card(card, *drawn_as(state, card), spot, place="tray:pile")


def _remembered(state: GanzNachPlanState, viewer: int, first: int) -> Iterator[Piece]:
    """Yield, as an aid, the cards that the viewer can name in other hands."""
    if viewer >= state.seats or state.phase in (Phase.DEAL, Phase.OVER):
        return
    for seat, known in enumerate(knowledge.all_certain(state, viewer)):
        if seat != viewer:
            spot = _spot(state.seats, first, state.place[seat])
            for number, card in enumerate(members(known)):
                yield _known(card, *drawn_as(state, card), spot, number)


@lru_cache(maxsize=4096)
def _known(card: int, symbol: str, copy: int, spot: tuple[float, float], number: int) -> Piece:
    """Return a card that is known to be in the hand of who sits at a spot."""
    return Piece(
        id=f"known:{card}",
        kind="known",
        symbol=symbol,
        label=phrase_of(symbol, copy),
        x=round(spot[0] - 5.5 + 2.4 * number, 2),
        y=round(spot[1] + 4.8, 2),
        w=2.8,
        h=4.0,
        layer=MEMORY,
    )


def _trays(state: GanzNachPlanState, viewer: int) -> list[Tray]:
    trays = []
    if viewer < state.seats:
        chosen = state.chosen[viewer]
        cards = [
            _card(card, *drawn_as(state, card), place="tray:hand", faded=card == chosen)
            for card in members(state.hand[viewer])
        ]
        trays.append(Tray("tray:hand", _YOUR_HAND, "hand", cards, viewer))
    pile = [
        _card(card, *drawn_as(state, card), place="tray:pile")
        for card in state.pile[: max(state.piled - 1, 0)]
    ]
    trays.append(Tray("tray:pile", _PILE_LABEL, "table", pile))
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
