"""A game's rules as compiled functions over rows, with one signature for all games.

Searches and simulations take these as first-class functions, so that they are compiled once for
all games. Every function takes the row (``int64[::1]``) where the rule takes the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tischlein.core import kernel

if TYPE_CHECKING:
    from tischlein.core.game import Game
    from tischlein.core.state import Words

# The templates' free names (rule, DTYPE) are bound to a game's by kernel.bound.
rule: Any = None
DTYPE: Any = None


def _acting(row: Words) -> int:
    return rule(row.view(DTYPE)[0])  # type: ignore[no-any-return]


def _legal(row: Words, seat: int, out: Words) -> int:
    return rule(row.view(DTYPE)[0], seat, out)  # type: ignore[no-any-return]


def _apply(row: Words, seat: int, action: int) -> None:
    rule(row.view(DTYPE)[0], seat, action)


def _two_buffers(row: Words, outcomes: Words, weights: Words) -> int:
    return rule(row.view(DTYPE)[0], outcomes, weights)  # type: ignore[no-any-return]


def _no_chance(row: Words, outcomes: Words, weights: Words) -> int:
    return 0


def _fill(row: Words, out: Words) -> None:
    rule(row.view(DTYPE)[0], out)


def _rank_by_scores(row: Words, out: Words) -> None:
    """Give every seat the number of seats with a higher score as its place."""
    state = row.view(DTYPE)[0]
    rule(state, out)
    seats = state.seats
    scores = out[:seats].copy()
    for seat in range(seats):
        place = 0
        for other in range(seats):
            if scores[other] > scores[seat]:
                place += 1
        out[seat] = place


def _observe(row: Words, seat: int) -> None:
    rule(row.view(DTYPE)[0], seat)


def _observe_open(row: Words, seat: int) -> None:
    pass


def _redeal(row: Words, seat: int, rng: kernel.Rng) -> None:
    rule(row.view(DTYPE)[0], seat, rng)


def _redeal_open(row: Words, seat: int, rng: kernel.Rng) -> None:
    pass


def _evaluate(row: Words, seat: int) -> int:
    return rule(row.view(DTYPE)[0], seat)  # type: ignore[no-any-return]


def _no_evaluation(row: Words, seat: int) -> int:
    return 0


def _promise(row: Words, seat: int, action: int) -> int:
    return rule(row.view(DTYPE)[0], seat, action)  # type: ignore[no-any-return]


def _no_promise(row: Words, seat: int, action: int) -> int:
    return 0


_TEMPLATES: dict[str, tuple[Callable[..., Any], Callable[..., Any], str]] = {
    # rule: (template, template for games without the rule, rule that this one calls)
    "acting": (_acting, _acting, "acting"),
    "awaited": (_acting, _acting, "acting"),
    "legal": (_legal, _legal, "legal"),
    "apply": (_apply, _apply, "apply"),
    "chance": (_two_buffers, _no_chance, "scores"),
    "scores": (_fill, _fill, "scores"),
    "ranking": (_fill, _rank_by_scores, "scores"),
    "observe": (_observe, _observe_open, "scores"),
    "redeal": (_redeal, _redeal_open, "scores"),
    "evaluate": (_evaluate, _no_evaluation, "scores"),
    "promise": (_promise, _no_promise, "scores"),
}


class Kernels:
    """The functions of one game; each is compiled, or loaded from the disk cache, on first use."""

    acting: Callable[[Words], int]
    awaited: Callable[[Words], int]
    legal: Callable[[Words, int, Words], int]
    apply: Callable[[Words, int, int], None]
    chance: Callable[[Words, Words, Words], int]
    scores: Callable[[Words, Words], None]
    ranking: Callable[[Words, Words], None]
    observe: Callable[[Words, int], None]
    redeal: Callable[[Words, int, kernel.Rng], None]
    evaluate: Callable[[Words, int], int]
    promise: Callable[[Words, int, int], int]

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        """Make a kernel when it is first asked for."""
        if name not in _TEMPLATES:
            raise AttributeError(name)
        function = self._make(name)
        setattr(self, name, function)
        return function

    def prepare(self) -> Iterator[str]:
        """Compile or load every function, naming each before it is done."""
        for name in _TEMPLATES:
            yield name
            getattr(self, name)

    def _make(self, name: str) -> Any:
        game = self._game
        template, substitute, fallback = _TEMPLATES[name]
        implemented = getattr(game.rules, name, None)
        if implemented is None:
            template = substitute
            implemented = getattr(game.rules, fallback)
        file = str(game.rules.__file__)
        function = kernel.bound(
            template, file, f"{game.key}_{name}", rule=implemented, DTYPE=game.state.dtype
        )
        if not game.compiled:
            return function
        return kernel.typed_kernel(kernel.SIGNATURES[name], function)
