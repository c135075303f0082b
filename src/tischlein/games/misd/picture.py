"""What players see of Misd: the open cards, the palette, the last question, the chips.

Nothing that is drawn or said before a question is over depends on its answer.
"""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.misd import layout
from tischlein.games.misd.cards import COLOURS, SHAPES
from tischlein.games.misd.choices import buttons, choices
from tischlein.games.misd.last_question import facts
from tischlein.games.misd.phrases import symbol_words
from tischlein.games.misd.race import countdown
from tischlein.games.misd.state import MisdState, Phase
from tischlein.games.misd.variant_a_board import variant_a_board
from tischlein.games.misd.variant_b_board import variant_b_board
from tischlein.presentation.caches import cached_by_view, cached_by_viewpoint
from tischlein.presentation.scenes import Panel, Piece, Result, ResultRow, Scene, Tray


def _viewpoint(observation: Observation) -> tuple[bool, int]:
    """Return whether the observer may act, and whether they can say nothing more."""
    state: MisdState = observation.state
    return observation.seat in observation.acting, state.silent >> observation.seat & 1


@cached_by_viewpoint(_viewpoint)
def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Misd is secret."""
    state: MisdState = observation.state
    marks = str(observation.options["marks"])
    finding = bool(state.finding)
    canvas = variant_b_board(state, marks) if finding else variant_a_board(state, marks)
    width, height, stock = _frame(state.spread) if finding else _SQUARE
    scores = observation.scores()
    return Scene(
        width=width,
        height=height,
        prompt=_prompt(observation),
        places=canvas.places,
        pieces=[_stock(state.stock, *stock)],
        pictures=canvas.pictures,
        letterings=canvas.letterings,
        trays=_trays(scores),
        buttons=buttons(observation),
        choices=choices(observation),
        any_order=True,
        prompts=_NEXT if state.phase == Phase.OPEN and not finding else {},
        countdown=countdown(state) or 0,
        race=f"question-{state.asked}" if state.phase == Phase.OPEN else "",
        panels=_panels(state),
        awaited=[seat for seat in observation.acting if seat != CHANCE],
        result=_result(observation) if state.phase == Phase.OVER else None,
    )


_NEXT = {
    **{f"colour:{name}": Phrase("prompt-shape") for name in COLOURS},
    **{f"shape:{name}": Phrase("prompt-colour") for name in SHAPES},
}
"""What is still to be chosen after one of the two."""
_SQUARE = layout.A_SIZE, layout.A_SIZE, layout.A_STOCK
"""Width and height of the board of variant A, and where its stock lies."""


def _frame(cards: int) -> tuple[float, float, tuple[float, float]]:
    """Return width and height of the board for a layout, and where its stock lies."""
    plan = layout.plan(cards)
    return plan.width, plan.height, plan.stock


@lru_cache(maxsize=1024)
def _stock(count: int, x: float, y: float) -> Piece:
    label = Phrase("stock", {"count": count})
    if count == 0:
        return Piece("stock", "no-chip", "chip", label, x, y, layout.CHIP, layout.CHIP, faded=True)
    return Piece("stock", "chip", "chip", label, x, y, layout.CHIP, layout.CHIP, count=count)


@lru_cache(maxsize=1024)
def _trays(scores: tuple[int, ...]) -> list[Tray]:
    return [_chips(seat, count) for seat, count in enumerate(scores)]


@cached_by_view
def _panels(state: MisdState) -> list[Panel]:
    return [Panel(seat, state.chips[seat], facts(state, seat)) for seat in range(state.seats)]


@cache  # 8 seats with 40 chips at most
def _chips(seat: int, count: int) -> Tray:
    label = Phrase("chips-of", {"seat": seat_name(seat), "count": count})
    pieces = [Piece(f"chips:{seat}", "chip", "chip", Phrase("chip"), count=count)] if count else []
    return Tray(f"owned:{seat}", label, "captured", pieces, seat)


def _prompt(observation: Observation) -> Phrase:
    state: MisdState = observation.state
    match Phase(state.phase):
        case Phase.START:
            return Phrase("prompt-lot")
        case Phase.LAY:
            return Phrase("prompt-lay")
        case Phase.TURN:
            if state.turner == observation.seat:
                return Phrase("prompt-turn-b" if state.finding else "prompt-turn")
            waiting = "prompt-wait-turn-b" if state.finding else "prompt-wait-turn"
            return Phrase(waiting, {"seat": seat_name(state.turner)})
        case Phase.CARD | Phase.SHAPE | Phase.COLOUR:
            return Phrase("prompt-ready")
        case Phase.OPEN:
            return _open_prompt(observation)
        case Phase.OVER:
            ranks = observation.ranks()
            winners = [seat_name(seat) for seat, rank in enumerate(ranks) if rank == 0]
            return Phrase("prompt-won", {"count": len(winners), "seats": [*winners]})


def _open_prompt(observation: Observation) -> Phrase:
    """Return the question, and to those who may answer how they do it."""
    state: MisdState = observation.state
    if state.silent >> observation.seat & 1:
        return Phrase("prompt-silent")
    asked = "prompt" if observation.seat in observation.acting else "prompt-watch"
    if not state.finding:
        return Phrase(f"{asked}-missing")
    wanted = symbol_words(state.wanted_colour, state.wanted_shape)
    return Phrase(f"{asked}-find", {"symbol": wanted})


def _result(observation: Observation) -> Result:
    state: MisdState = observation.state
    scores = observation.scores()
    right, wrong = tuple(state.right[: state.seats]), tuple(state.wrong[: state.seats])
    back = tuple(won - kept for won, kept in zip(right, scores, strict=True))
    return Result(
        ranks=observation.ranks(),
        scores=scores,
        rows=(
            ResultRow(Phrase("result-right"), right),
            ResultRow(Phrase("result-back"), tuple(-chips for chips in back), least=None, most=0),
            # A row without figures is a heading; the rows after it do not count for the score.
            ResultRow(Phrase("result-besides"), ("",) * len(scores)),
            ResultRow(Phrase("result-wrong"), wrong),
        ),
    )
