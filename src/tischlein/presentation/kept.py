"""What has been worked out once is kept for the next picture, up to a bound."""

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


class Newest(Generic[_Key, _Value]):
    """Up to so many values by key, for any number of threads; the oldest are forgotten first."""

    def __init__(self, most: int) -> None:
        """Hold up to `most` values."""
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
        """Hold a value."""
        with self._lock:
            while len(self._values) >= self._most and key not in self._values:
                del self._values[next(iter(self._values))]
            self._values[key] = value

    def get(self, key: _Key) -> _Value | None:
        """Return a value, None if it is not held."""
        return self._values.get(key)


class Kept(Generic[_Arguments, _Result]):
    """A function of hashable values whose results are kept, and which can tell whether they are.

    Unlike those of ``functools.lru_cache``, callers can ask first, and have what takes long worked
    out in a thread. The oldest results are forgotten first.
    """

    def __init__(self, function: Callable[_Arguments, _Result], most: int) -> None:
        """Keep up to `most` results of a function."""
        self._function = function
        self._results = Newest[tuple[object, ...], _Result](most)

    def __call__(self, *arguments: _Arguments.args, **none: _Arguments.kwargs) -> _Result:
        """Return the function's result, worked out now if it is not kept."""
        try:
            return self._results[arguments]
        except KeyError:
            pass
        result = self._results[arguments] = self._function(*arguments, **none)
        return result

    def has(self, *arguments: object) -> bool:
        """Whether a result is kept."""
        return arguments in self._results


def once(
    function: Callable[Concatenate[Any, _Arguments], _Result],
) -> Callable[Concatenate[Any, _Arguments], _Result]:
    """Have what a function makes of a state made once for each view of it.

    Seats to which everything looks the same share a view, and so what is drawn of it: the very
    same objects, of which changes need to be found only once. The view keeps them; nobody may
    change them. What the function takes besides has to follow from the state.
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


def shared(
    viewpoint: Callable[[Observation], Hashable],
) -> Callable[[Callable[[Observation], _Result]], Callable[[Observation], _Result]]:
    """Have what a function makes of an observation made once for all who look from one viewpoint.

    It is what the function takes of an observer besides the state: of seats that share a view
    (``once``) all with the same viewpoint get the very same object, which is told to them in one
    message. The view keeps it; nobody may change it.
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


def actor(observation: Observation) -> int:
    """Return the seat of an observer who may act: all others look on from one viewpoint."""
    return observation.seat if observation.seat in observation.acting else SPECTATOR
