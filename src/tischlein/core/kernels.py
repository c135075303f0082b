"""A game's rules as compiled functions over rows, with one signature for all games.

Every function takes the row (``int64[::1]``) where the rule takes the record. Code that must be
fast binds the rules over records into templates of its own (``Kernels.rules``), since they inline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tischlein.core import kernel

if TYPE_CHECKING:
    from tischlein.core.game import Game
    from tischlein.core.state import Words

# The templates' free names (rule, DTYPE, scores) are bound to a game's by kernel.bound.
rule: Any = None
scores: Any = None
DTYPE: Any = None


# --- what the contract says for a rule that a game leaves out, over the state's record ---


def _no_chance(state: Any, outcomes: Words, weights: Words) -> int:
    return 0


def _nothing_hidden(state: Any, seat: int) -> None:
    pass


def _nothing_to_deal(state: Any, seat: int, rng: kernel.Rng) -> None:
    pass


def _no_guess(state: Any, seat: int) -> int:
    return 0


def _no_promise(state: Any, seat: int, action: int) -> int:
    return 0


def _rank_by_scores(state: Any, out: Words) -> None:
    """Give every seat the number of seats with a higher score as its place."""
    scores(state, out)
    seats = state.seats
    reached = out[:seats].copy()
    for seat in range(seats):
        place = 0
        for other in range(seats):
            if reached[other] > reached[seat]:
                place += 1
        out[seat] = place


_DEFAULTS: dict[str, Callable[..., Any]] = {
    "chance": _no_chance,
    "ranking": _rank_by_scores,
    "observe": _nothing_hidden,
    "redeal": _nothing_to_deal,
    "evaluate": _no_guess,
    "promise": _no_promise,
}

# --- the same rules over rows ---


def _state(row: Words) -> int:
    return rule(row.view(DTYPE)[0])  # type: ignore[no-any-return]


def _state_buffer(row: Words, out: Words) -> None:
    rule(row.view(DTYPE)[0], out)


def _state_buffers(row: Words, outcomes: Words, weights: Words) -> int:
    return rule(row.view(DTYPE)[0], outcomes, weights)  # type: ignore[no-any-return]


def _state_seat(row: Words, seat: int) -> int:
    return rule(row.view(DTYPE)[0], seat)  # type: ignore[no-any-return]


def _state_seat_other(row: Words, seat: int, other: Any) -> int:
    return rule(row.view(DTYPE)[0], seat, other)  # type: ignore[no-any-return]


_TEMPLATES: dict[str, Callable[..., Any]] = {
    "acting": _state,
    "awaited": _state,
    "legal": _state_seat_other,
    "apply": _state_seat_other,
    "chance": _state_buffers,
    "scores": _state_buffer,
    "ranking": _state_buffer,
    "observe": _state_seat,
    "redeal": _state_seat_other,
    "evaluate": _state_seat,
    "promise": _state_seat_other,
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

    rules: dict[str, Callable[..., Any]]
    """The rules over the state's record, with the contract's defaults for those left out."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.rules = {name: self._rule(name) for name in _TEMPLATES}

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

    def _rule(self, name: str) -> Callable[..., Any]:
        game = self._game
        implemented: Callable[..., Any] | None = getattr(game.rules, name, None)
        if implemented is not None:
            return implemented
        if name == "awaited":
            return game.rules.acting  # type: ignore[no-any-return]  # a module's attribute
        default = self._bound(_DEFAULTS[name], f"default_{name}", scores=game.rules.scores)
        return kernel.kernel(default) if game.compiled else default

    def _make(self, name: str) -> Any:
        function = self._bound(_TEMPLATES[name], name, rule=self.rules[name])
        if not self._game.compiled:
            return function
        return kernel.typed_kernel(kernel.SIGNATURES[name], function)

    def _bound(self, template: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
        game = self._game
        return kernel.bound(
            template,
            str(game.rules.__file__),
            f"{game.key}_{name}",
            DTYPE=game.state.dtype,
            **names,
        )
