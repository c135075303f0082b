"""A game's rules as compiled functions over rows, with one signature for all games.

Every function takes the row (``int64[::1]``) where the rule takes the record. Code that must be
fast binds the rules over records into templates of its own (``Kernels.rules``), since they inline.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from numba.core.errors import NumbaError

from tischlein.core import derived, kernel
from tischlein.core.capabilities import Heuristics, Interrupts, Rules, Secrets
from tischlein.core.errors import GameError
from tischlein.core.hooks import Capability, Hook, plain
from tischlein.core.state import Ints, State

# Free names of the templates (rule, DTYPE); kernel.bound binds them to a game's.
rule: Any = None
DTYPE: Any = None


def _of_state(row: Ints) -> Any:
    return rule(row.view(DTYPE)[0])


def _of_one(row: Ints, one: Any) -> Any:
    return rule(row.view(DTYPE)[0], one)


def _of_two(row: Ints, one: Any, two: Any) -> Any:
    return rule(row.view(DTYPE)[0], one, two)


def _of_four(row: Ints, one: Any, two: Any, three: Any, four: Any) -> Any:
    return rule(row.view(DTYPE)[0], one, two, three, four)


_TEMPLATES: dict[int, Any] = {1: _of_state, 2: _of_one, 3: _of_two, 5: _of_four}
"""The same rule over a row, by its number of parameters."""

COMPILED: Mapping[str, Hook] = {
    hook.name: hook
    for group in (Rules, Interrupts, Secrets, Heuristics)
    for hook in group.hooks()
    if hook.compiled
}
"""The compiled hooks by name."""

_DERIVED: dict[str, Any] = {
    name: vars(derived)[name] for name in COMPILED if name != "to_move" and name in vars(derived)
}


class Kernels:
    """The functions of one game; each is compiled, or loaded from the disk cache, on first use."""

    acting: Callable[[Ints], int]
    to_move: Callable[[Ints], int]
    legal: Callable[[Ints, int, Ints], int]
    apply: Callable[[Ints, int, int], None]
    chance: Callable[[Ints, Ints, Ints], int]
    scores: Callable[[Ints, Ints], None]
    ranking: Callable[[Ints, Ints], None]
    observe: Callable[[Ints, int], None]
    determinize: Callable[[Ints, int, kernel.Rng], None]
    evaluate: Callable[[Ints, int], int]
    prior: Callable[[Ints, int, int], int]
    policy: Callable[[Ints, int, Ints, int, kernel.Rng], int]

    rules: dict[str, Callable[..., Any]]
    """The rules over the state's record, with defaults for those left out."""

    def __init__(
        self, key: str, state: type[State], groups: tuple[Capability, ...], *, compiled: bool
    ) -> None:
        """Collect the compiled hooks from those groups of hooks that a game has."""
        self._key = key
        self._state = state
        self._compiled = compiled
        brought = {
            hook.name: vars(group)[hook.name]
            for group in groups
            for hook in group.hooks()
            if hook.compiled and group.brings(hook.name)
        }
        self.file = plain(brought["apply"]).__code__.co_filename
        """The file with the rules; code derived from them is cached as if it were there, too."""
        self.rules = {}
        for name in COMPILED:
            if name in brought:
                self.rules[name] = brought[name]
            elif name == "to_move":
                self.rules[name] = brought["acting"]
            else:
                own = self._bound(_DERIVED[name], f"derived_{name}", scores=brought["scores"])
                self.rules[name] = kernel.kernel(own) if compiled else own

    def __getattr__(self, name: str) -> Any:
        """Make a kernel when it is first used."""
        if name not in COMPILED:
            raise AttributeError(name)
        hook = COMPILED[name]
        parameters = hook.parameters or ()
        function = self._bound(_TEMPLATES[len(parameters)], name, rule=self.rules[name])
        if self._compiled:
            wanted = kernel.signature(parameters, hook.returns)
            try:
                function = kernel.typed_kernel(wanted, function)
            except (KeyError, NumbaError) as error:
                raise GameError(self._compile_error(name, error)) from error
        setattr(self, name, function)
        return function

    def _compile_error(self, name: str, error: Exception) -> str:
        """Return why a rule cannot be compiled, and where it is.

        Numba itself reports the line of our template, and for a missing field only its name.
        """
        code = plain(self.rules[name]).__code__
        where = f"{Path(code.co_filename).name}, line {code.co_firstlineno}"
        if isinstance(error, KeyError):
            field = str(error.args[0])
            where = self._use_of(field, Path(code.co_filename)) or where
            reason = f"{self._state.__name__} has no field {field!r}"
        else:
            lines = str(error).splitlines()
            reason = next(line for line in lines if line and not line.startswith("Failed in"))
            if lowered := re.search(r"During: lowering .* at .*?([^/\\]+) \((\d+)\)", str(error)):
                where = f"{lowered[1]}, line {lowered[2]}"
        return f"{self._key}: the rule {name} cannot be compiled ({where}): {reason}"

    def _use_of(self, field: str, own: Path) -> str | None:
        """Return where a field is first used: in a rule's own file, or beside the game's."""
        used = re.compile(rf"\.{re.escape(field)}\b")
        for source in (own, *sorted(Path(self.file).parent.glob("*.py"))):
            lines = enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
            number = next((number for number, line in lines if used.search(line)), None)
            if number is not None:
                return f"{source.name}, line {number}"
        return None

    def prepare(self) -> Iterator[str]:
        """Compile or load every function; yield the name of each beforehand."""
        for name in COMPILED:
            yield name
            getattr(self, name)

    def bound(self, template: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
        """Return a template's code with the game's rules, and other names, bound into it."""
        return self._bound(template, name, **self.rules, **names)

    def _bound(self, template: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
        return kernel.bound(
            template, self.file, f"{self._key}_{name}", DTYPE=self._state.dtype, **names
        )
