"""What has been worked out once is kept for the next picture, up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Kept(Generic[_Arguments, _Result]):
    """A function of hashable values whose results are kept, and which can tell whether they are.

    Unlike those of ``functools.lru_cache``, callers can ask first, and have what takes long worked
    out in a thread. The oldest results are forgotten first.
    """

    def __init__(self, function: Callable[_Arguments, _Result], most: int) -> None:
        """Keep up to `most` results of a function."""
        self._function = function
        self._most = most
        self._results: dict[tuple[object, ...], _Result] = {}

    def __call__(self, *arguments: _Arguments.args, **none: _Arguments.kwargs) -> _Result:
        """Return the function's result, worked out now if it is not kept."""
        try:
            return self._results[arguments]
        except KeyError:
            pass
        result = self._function(*arguments, **none)
        while len(self._results) >= self._most:
            # Another thread may have been quicker.
            self._results.pop(next(iter(self._results), ()), None)
        self._results[arguments] = result
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
