"""What players see of Ganz nach Plan!?: the round table with its places, hands and pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.phrases import Item, Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan import knowledge
from tischlein.games.ganz_nach_plan.actions import GIVE, PLAY, card_of
from tischlein.games.ganz_nach_plan.names import drawings_of, drawn_as, phrase_of
from tischlein.games.ganz_nach_plan.preview import (
    Preview,
    describe,
    gifts_of_the_win,
    marks,
    preview_of,
    receiver_of_gift,
)
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase
from tischlein.games.ganz_nach_plan.table import top_card
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

WIDTH, HEIGHT = 60.0, 50.0
CARD_WIDTH, CARD_HEIGHT = 7.0, 10.0
PLAYER = 7.6
SEAT = 7.5
"""Half the side of a chair with who sits there."""
MEMORY = "memory"
_SPOTS = {
    3: ((30.0, 42.0), (9.5, 13.5), (50.5, 13.5)),
    4: ((30.0, 42.0), (8.5, 25.0), (30.0, 8.0), (51.5, 25.0)),
}
"""Where the places lie, clockwise from the viewer's own at the bottom."""
_WAYS = {
    3: (
        "M21 43Q10 41 9.5 24M8 26L9.5 23.8L11.2 25.8",
        "M19 9Q30 3 40.5 8M39 6.2L40.8 8.2L38.3 9",
        "M50.5 23.5Q50 41 39.5 43M41.4 41.4L39.3 43L41.6 44.3",
    ),
    4: (
        "M21 43Q10.5 42 9 34.5M7.4 36.2L8.9 34L10.7 35.8",
        "M9 15.5Q10 7 20.5 6.5M18.8 5L20.8 6.5L18.9 8",
        "M39.5 6.5Q50 7 51 15M49.3 13.3L51.1 15.5L52.7 13.2",
        "M51.5 34.5Q50 42 39.3 43M41.2 41.4L39.1 43L41.3 44.5",
    ),
}
"""The way from every spot to the next one, with an arrowhead."""
_TABLE = (16.0, 15.0, 28.0, 21.0)
_PILE = (24.5, 22.9)
_SLOT = (35.5, 22.9)
_HEAP_NAME, _SLOT_NAME = (25.1, 29.6), (36.0, 29.6)
_NAME_ROOM = 10.6
"""The width of these names: on a small board they touch neither each other nor the table's rim."""
_PICTURES = [Picture("tabletop", *_TABLE)]
_LAYERS = [Layer(MEMORY, Phrase("layer-memory"))]
_YOUR_HAND, _PILE_LABEL = Phrase("your-hand"), Phrase("pile")


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees: own cards, backs of others, everything open."""
    return _scene(observation, aided=True)


def bare(observation: Observation) -> Scene:
    """Return the same without the cards that are known of other hands."""
    return _scene(observation, aided=False)


def _scene(observation: Observation, *, aided: bool) -> Scene:
    state: GanzNachPlanState = observation.state
    viewer = observation.seat
    count, phase = state.seats, state.phase
    first = _first(state, viewer)
    places, counts = tuple(state.place[:count]), tuple(state.count[:count])
    under_way = phase not in (Phase.DEAL, Phase.OVER)
    turn = state.turn
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation),
        places=_places(count, first, turn if under_way else None),
        lines=_way_on(count, (turn - first) % count) if under_way else [],
        pictures=_PICTURES,
        letterings=_letterings(count, first),
        pieces=[
            *_people(viewer, first, places, counts),
            *_open_cards(state),
            *(_remembered(state, viewer) if aided else ()),
        ],
        trays=_trays(state, viewer),
        choices=_choices(observation),
        explains=True,
        layers=_LAYERS if viewer < count else [],
        panels=_panels(places, counts),
        awaited=[seat for seat in observation.awaited if seat != CHANCE],
        result=_result(observation) if phase == Phase.OVER else None,
    )


def _choices(observation: Observation) -> list[Choice]:
    """Return the cards to play or to give away, each with what it would do."""
    state: GanzNachPlanState = observation.state
    seat = observation.seat
    previews = [preview_of(state, seat, action) for action in observation.legal(seat)]
    rash = gifts_of_the_win(previews)
    return [_choice(preview, preview.action in rash) for preview in previews]


@lru_cache(maxsize=8192)
def _choice(preview: Preview, rash: bool) -> Choice:
    return Choice(
        preview.action,
        (f"card:{card_of(preview.action)}",),
        label=describe(preview),
        confirm=rash,
        marks=marks(preview),
        button_label=Phrase("button-give" if preview.action >= GIVE else "button-play"),
    )


@lru_cache(maxsize=4096)
def _panels(places: tuple[int, ...], counts: tuple[int, ...]) -> list[Panel]:
    return list(map(_panel, range(len(places)), places, counts))


@cache
def _panel(seat: int, place: int, cards: int) -> Panel:
    facts = Phrase("on-place", {"place": place + 1}), Phrase("cards", {"count": cards})
    return Panel(seat, facts=facts)


def _first(state: GanzNachPlanState, viewer: int) -> int:
    """Return the place that a viewer sees at the bottom."""
    return state.place[viewer] if viewer < state.seats else 0


def _spot(count: int, first: int, place: int) -> tuple[float, float]:
    """Return the position of a place for a viewer who sees place ``first`` at the bottom."""
    return _SPOTS[count][(place - first) % count]


@cache
def _places(count: int, first: int, turn: int | None) -> list[Place]:
    """Return the places at the table, one of them perhaps on turn."""
    return [_place(place, _spot(count, first, place), place == turn) for place in range(count)]


@cache
def _place(place: int, spot: tuple[float, float], on_turn: bool) -> Place:
    x, y = spot
    label = Phrase("place", {"place": place + 1})
    symbol = "chair-on-turn" if on_turn else "chair"
    return Place(f"place:{place}", x - SEAT, y - SEAT, 2 * SEAT, 2 * SEAT, label, symbol)


@cache
def _way_on(count: int, spot: int) -> list[Line]:
    """Point from the place on turn, seen at a spot, to the next one (GNP-4)."""
    return [Line(_WAYS[count][spot], "accent", width=2.5)]


@cache
def _letterings(count: int, first: int) -> list[Lettering]:
    spots = [_spot(count, first, place) for place in range(count)]
    return [
        *(
            Lettering(str(place + 1), x, round(y - 4.9, 2), 2.5, "ink", legible=True)
            for place, (x, y) in enumerate(spots)
        ),
        Lettering(Phrase("heap"), *_HEAP_NAME, 2.3, room=_NAME_ROOM, legible=True),
        Lettering(Phrase("slot"), *_SLOT_NAME, 2.3, room=_NAME_ROOM, legible=True),
    ]


@lru_cache(maxsize=4096)
def _people(
    viewer: int, first: int, places: tuple[int, ...], counts: tuple[int, ...]
) -> list[Piece]:
    """Return the players on their places, each with the backs of the hand."""
    people: list[Piece] = []
    for seat, (place, cards) in enumerate(zip(places, counts, strict=True)):
        spot = _spot(len(places), first, place)
        people.append(_person(seat, place, spot))
        if seat != viewer:
            people += _backs(seat, place, spot, cards)
    return people


@cache
def _person(seat: int, place: int, spot: tuple[float, float]) -> Piece:
    return Piece(
        id=f"seat:{seat}",
        kind=f"seat:{seat}",
        symbol=f"player-{seats.letter(seat).lower()}",
        label=Phrase("player", {"seat": seat_name(seat)}),
        x=spot[0],
        y=round(spot[1] + 0.2, 2),
        w=PLAYER,
        h=PLAYER,
        seat=seat,
        place=f"place:{place}",
    )


@lru_cache(maxsize=1024)
def _backs(seat: int, place: int, spot: tuple[float, float], cards: int) -> tuple[Piece, ...]:
    x, y = spot
    step = min(2.4, 10.0 / max(cards, 1))
    return tuple(
        Piece(
            id=f"back:{seat}:{number}",
            kind="card",
            symbol="card-back",
            label=Phrase("card-back", {"seat": seat_name(seat)}),
            x=round(x + step * number - step * (cards - 1) / 2, 2),
            y=round(y + 4.4, 2),
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


def _remembered(state: GanzNachPlanState, viewer: int) -> Iterator[Piece]:
    """Yield, as an aid, the cards that the viewer can name in other hands."""
    if viewer >= state.seats or state.phase in (Phase.DEAL, Phase.OVER):
        return
    first = _first(state, viewer)
    for seat, known in enumerate(knowledge.all_certain(state, viewer)):
        if seat != viewer:
            spot = _spot(state.seats, first, state.place[seat])
            for number, card in enumerate(members(known)):
                yield _known(seat, card, *drawn_as(state, card), spot, number)


@lru_cache(maxsize=4096)
def _known(
    seat: int, card: int, symbol: str, copy: int, spot: tuple[float, float], number: int
) -> Piece:
    """Return a card that is known to be in the hand of the player at a spot."""
    return Piece(
        id=f"known:{card}",
        kind="known",
        symbol=symbol,
        label=Phrase("known-card", {"card": phrase_of(symbol, copy), "seat": seat_name(seat)}),
        x=round(spot[0] - 5.5 + 2.4 * number, 2),
        y=round(spot[1] + 9.0, 2),
        w=2.8,
        h=4.0,
        layer=MEMORY,
    )


def _trays(state: GanzNachPlanState, viewer: int) -> list[Tray]:
    plans = tuple(state.plans)
    pile = _pile(plans, tuple(state.pile[: max(state.piled - 1, 0)]))
    if viewer >= state.seats:
        return [pile]
    return [_hand(plans, viewer, state.hand[viewer], state.chosen[viewer]), pile]


@lru_cache(maxsize=4096)
def _hand(plans: tuple[int, ...], viewer: int, held: int, chosen: int) -> Tray:
    drawings = drawings_of(plans)
    cards = [
        _card(card, *drawings[card], place="tray:hand", faded=card == chosen)
        for card in members(held)
    ]
    return Tray("tray:hand", _YOUR_HAND, "hand", cards, viewer, captions=True)


@lru_cache(maxsize=4096)
def _pile(plans: tuple[int, ...], below: tuple[int, ...]) -> Tray:
    """Return the pile without the card on top."""
    drawings = drawings_of(plans)
    cards = [_card(card, *drawings[card], place="tray:pile") for card in below]
    return Tray("tray:pile", _PILE_LABEL, "table", cards)


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
        receiver = seat_name(receiver_of_gift(state, observation.seat))
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
