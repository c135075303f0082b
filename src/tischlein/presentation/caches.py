"""Bounded caches of results for the next picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class BoundedCache(Generic[_Key, _Value]):
    """At most this many values by key, for any number of threads; the oldest are dropped first."""

    def __init__(self, most: int) -> None:
        """Hold at most `most` values."""
        self._most = most
        self._values: dict[_Key, _Value] = {}
        self._lock = Lock()

    def __getitem__(self, key: _Key) -> _Value:
        """Return a value that is held (KeyError)."""
        return self._values[key]

    def __contains__(self, key: object) -> bool:
        """Whether a value is held."""
        return key in self._values

    def __setitem__(self, key: _Key, value: _Value) -> None:
        """Store a value."""
        with self._lock:
            while len(self._values) >= self._most and key not in self._values:
                del self._values[next(iter(self._values))]
            self._values[key] = value

    def get(self, key: _Key) -> _Value | None:
        """Return a value, None if it is not held."""
        return self._values.get(key)


class CachedFunction(Generic[_Arguments, _Result]):
    """A function of hashable values with a cache that can be queried.

    Unlike with ``functools.lru_cache``, callers can ask whether a result is cached, and have slow
    ones computed in a thread. The oldest results are dropped first.
    """

    def __init__(self, function: Callable[_Arguments, _Result], most: int) -> None:
        """Keep at most `most` results of a function."""
        self._function = function
        self._results = BoundedCache[tuple[object, ...], _Result](most)

    def __call__(self, *arguments: _Arguments.args, **none: _Arguments.kwargs) -> _Result:
        """Return the function's result, computed now if it is not cached."""
        try:
            return self._results[arguments]
        except KeyError:
            pass
        result = self._results[arguments] = self._function(*arguments, **none)
        return result

    def has(self, *arguments: object) -> bool:
        """Whether a result is cached."""
        return arguments in self._results


def cached_by_view(
    function: Callable[Concatenate[Any, _Arguments], _Result],
) -> Callable[Concatenate[Any, _Arguments], _Result]:
    """Cache a function's results by the view of the state.

    Seats that see exactly the same share a view, and so its drawing: the very same objects, so
    changes have to be found only once. The view holds the results, which may not be changed. All
    further arguments of the function have to follow from the state.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def made(state: Any, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
        known = vars(state)
        if name not in known:
            known[name] = function(state, *arguments, **named)
        result: _Result = known[name]
        return result

    return made


def cached_by_viewpoint(
    viewpoint: Callable[[Observation], Hashable],
) -> Callable[[Callable[[Observation], _Result]], Callable[[Observation], _Result]]:
    """Cache a function's results by view and viewpoint of the observation.

    The viewpoint is all that the function uses of the observer besides the state: seats that share
    a view (``cached_by_view``) and a viewpoint get the very same object, and one message serves all
    of them. The view holds the result, which may not be changed.
    """

    def decorated(function: Callable[[Observation], _Result]) -> Callable[[Observation], _Result]:
        name = f"{function.__module__}.{function.__qualname__}"

        @wraps(function)
        def made(observation: Observation) -> _Result:
            known: dict[Hashable, _Result] = vars(observation.state).setdefault(name, {})
            point = viewpoint(observation)
            if point not in known:
                known[point] = function(observation)
            return known[point]

        return made

    return decorated


def acting_seat(observation: Observation) -> int:
    """Return the observer's seat if it may act; all other observers have the same viewpoint."""
    return observation.seat if observation.seat in observation.acting else SPECTATOR
