"""Hooks: how the functions that a game provides are declared, collected from modules, and checked.

A capability is a class whose fields are made with :func:`hook`. The declaration says what a
function takes and returns, what it does, and who calls it. The checks at load time, the compiled
signatures and the table in the documentation are all made from it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Final, Self

from numba.core.dispatcher import Dispatcher

_KEY = "tischlein.hook"


@dataclass(frozen=True)
class Hook:
    """One function, or table, of the contract."""

    group: str
    """The capability that it belongs to, such as ``secrets``."""
    name: str
    parameters: tuple[str, ...] | None
    """None for a table, which is no function."""
    returns: str
    """What it returns, with unit or shape; empty for nothing."""
    does: str
    called: str
    """Who calls it, and when."""
    compiled: bool
    """Whether Numba compiles it (in games that are compiled)."""
    derived: str
    """What applies if a game leaves it out; empty for a hook that every such game must provide."""

    @property
    def called_in_modules(self) -> str:
        """Return the name of the hook in a module: tables are in capitals."""
        return self.name.upper() if self.parameters is None else self.name

    def __str__(self) -> str:
        if self.parameters is None:
            return f"{self.group}.{self.name}"
        return f"{self.group}.{self.name}({', '.join(self.parameters)})"


@dataclass(frozen=True)
class _Declared:
    parameters: tuple[str, ...] | None
    returns: str
    does: str
    called: str
    compiled: bool
    derived: str


def hook(
    signature: str,
    does: str,
    *,
    called: str,
    compiled: bool = False,
    default: Any = MISSING,
    derived: str = "",
) -> Any:
    """Declare a function that a game provides, as a field of a :class:`Capability`.

    Parameters
    ----------
    signature
        Its parameters, and after ``->`` what it returns: ``"state, seat -> bit set"``. ``state`` is
        a record in compiled hooks, and in plain ones that change it, such as ``setup``; for all
        other plain hooks it is the light read-only view.
    does
        What it does, in a sentence, with shapes, units and ranges.
    called
        Who calls it, and when.
    compiled
        Whether it is a kernel.
    default
        What is called if a game leaves it out.
    derived
        What the default means, in words; required with a default.
    """
    names, _, returns = signature.partition("->")
    parameters = tuple(name.strip() for name in names.split(",") if name.strip())
    declared = _Declared(parameters, returns.strip(), does, called, compiled, derived)
    return _field(declared, default)


def table(does: str, *, called: str, default: Any = MISSING, derived: str = "") -> Any:
    """Declare a mapping that a game provides, by name, as a field of a :class:`Capability`."""
    return _field(
        _Declared(None, "mapping", does, called, compiled=False, derived=derived), default
    )


def _field(declared: _Declared, default: Any) -> Any:
    metadata = {_KEY: declared}
    if isinstance(default, dict):
        return field(kw_only=True, metadata=metadata, default_factory=lambda: dict(default))
    return field(kw_only=True, metadata=metadata, default=default)


class _Left:
    """Stands for a hook that a module should have provided."""


LEFT_OUT: Final = _Left()


@dataclass(frozen=True, kw_only=True)
class Capability:
    """A group of hooks that a game has as a whole or not at all."""

    group: ClassVar[str] = ""
    """The name of the group in messages about missing hooks."""

    @classmethod
    def of(cls, *sources: ModuleType | Mapping[str, Any], **given: Any) -> Self:
        """Return the capability with the hooks that modules define under the hooks' names.

        Tables are looked up in capitals (``QUERIES``). A one-file game passes ``globals()``.
        Keyword arguments take precedence over modules. Missing hooks are reported, all at once,
        when a :class:`~tischlein.core.game.Game` is made with the capability.
        """
        found = dict(given)
        for declared in cls.hooks():
            name = declared.called_in_modules
            for source in sources:
                names = source if isinstance(source, Mapping) else vars(source)
                if name in names:
                    found.setdefault(declared.name, names[name])
            if not declared.derived:
                found.setdefault(declared.name, LEFT_OUT)
        return cls(**found)

    @classmethod
    def hooks(cls) -> Iterator[Hook]:
        """Yield the declarations of the group in order."""
        for one in fields(cls):
            declared: _Declared | None = one.metadata.get(_KEY)
            if declared is not None:
                yield Hook(cls.group, one.name, **vars(declared))

    def brings(self, name: str) -> bool:
        """Whether the game itself provides a hook, rather than relying on the default."""
        return name in self._brought

    @cached_property
    def _brought(self) -> frozenset[str]:
        """The names of all that the game provides; looked up on every action."""
        return frozenset(one.name for one in fields(self) if _differs(vars(self)[one.name], one))

    def faults(self) -> list[str]:
        """Name every hook that is missing or has the wrong parameters."""
        faults = []
        for declared in self.hooks():
            function = vars(self)[declared.name]
            if function is LEFT_OUT:
                faults.append(f"{declared} is missing")
            elif declared.parameters is None:
                if not isinstance(function, Mapping):
                    faults.append(f"{declared} is a mapping, not {function!r}")
            elif self.brings(declared.name):
                has = parameters_of(function)
                if has != declared.parameters:
                    wanted = ", ".join(declared.parameters)
                    faults.append(
                        f"{declared.group}.{declared.name} takes ({wanted}), not ({', '.join(has)})"
                    )
        return faults


def _differs(value: object, declared: Field[Any]) -> bool:
    if declared.default_factory is not MISSING:
        return bool(value != declared.default_factory())
    return value is not declared.default


def parameters_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a function's parameters, compiled or not."""
    return tuple(inspect.signature(plain(function)).parameters)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function that a kernel was compiled from; other functions as they are."""
    source: Callable[..., Any] = function.py_func if isinstance(function, Dispatcher) else function
    python: Callable[..., Any] = inspect.unwrap(source)
    return python
