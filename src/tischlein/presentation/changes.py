"""Changes: what differs between two scenes, small enough to be sent with every event.

The changes of a struct are an object of the fields that differ, each with its new value, or null
where it has its default again. The changes of a list of structs are steps through the old list,
carried out in order:

- a number n above 0 keeps the next n items as they are, one below 0 drops the next -n;
- an array with an object in it keeps the next item with these changes;
- an object is a new item.

The rest of the old list after the last step is kept.

Choices are sent anew, in rows: an action, the number of targets that its path shares with the
beginning of the path before it, and the other targets. An array after these stands for several
choices, each with the action after the previous one: it holds the last target of each, or nothing
if these are the same as in the array before. An object at the end has the choice's other fields, as
the difference from those of the last row that had any (a merge patch, RFC 7396).

All of it is computed from two scenes of one viewer, and reveals nothing that these do not show.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, wraps
from itertools import chain, compress, count, pairwise
from operator import attrgetter, is_not, lt, ne
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import astuple

from tischlein.core.phrases import Phrase
from tischlein.presentation.scenes import (
    Aim,
    Button,
    Choice,
    Description,
    Layer,
    Lettering,
    Line,
    Panel,
    Picture,
    Piece,
    Place,
    Scene,
    Stretch,
    Tray,
)

Changes = dict[str, Any]
"""Fields that differ, with their new values."""
_Item = msgspec.Struct
_Steps = list[Any]

_LISTS: dict[str, type[_Item]] = {
    "places": Place,
    "pieces": Piece,
    "pictures": Picture,
    "lines": Line,
    "letterings": Lettering,
    "trays": Tray,
    "buttons": Button,
    "aims": Aim,
    "beneath": Stretch,
    "descriptions": Description,
    "layers": Layer,
    "panels": Panel,
}
"""The lists of structs in scenes and trays that are compared item by item."""
_KEYS: dict[type[_Item], Callable[[Any], object]] = {
    **dict.fromkeys((Place, Piece, Tray, Button, Layer), attrgetter("id")),
    Aim: attrgetter("piece"),
    Panel: attrgetter("seat"),
}
"""What identifies an item of a list; items without it are identified by their order."""


_First = TypeVar("_First")
_Second = TypeVar("_Second")
_Result = TypeVar("_Result")
_MOST_CACHED = 8192
"""For how many pairs of objects results are kept."""


def _cached_by_identity(
    function: Callable[[_First, _Second], _Result],
) -> Callable[[_First, _Second], _Result]:
    """Cache a function's results for pairs of objects, by identity.

    Games create most items once and show them often, one after the other in the same order. The
    objects are kept, too, so that their identities are not reused.
    """
    results: dict[tuple[int, int], tuple[_First, _Second, _Result]] = {}

    @wraps(function)
    def found(first: _First, second: _Second) -> _Result:
        pair = id(first), id(second)
        kept = results.get(pair)
        if kept is None:
            if len(results) >= _MOST_CACHED:
                results.clear()
            kept = results[pair] = first, second, function(first, second)
        return kept[2]

    return found


class ChangesError(ValueError):
    """Changes do not fit the scene that they are applied to."""


def between(before: Scene, after: Scene, cache: StepCache | None = None) -> Changes:
    """Return what turns one scene of a viewer into another.

    Parameters
    ----------
    cache
        Steps between lists that were found before, for viewers that are shown the very same ones.
    """
    return _of_structs(before, after, cache)


class StepCache:
    """Cached steps between lists shown to several viewers; each pair is compared once."""

    def __init__(self) -> None:
        # The lists are kept, too, so that their identities are not reused.
        self._steps: dict[tuple[int, int], tuple[Sequence[_Item], Sequence[_Item], _Steps]] = {}
        self._rows: dict[int, tuple[Sequence[Choice], list[list[Any]]]] = {}

    def steps(
        self,
        old: Sequence[_Item],
        new: Sequence[_Item],
        key: Callable[[Any], object] | None,
    ) -> _Steps:
        """Return the steps from one list to another one; neither may be changed."""
        pair = id(old), id(new)
        if pair not in self._steps:
            self._steps[pair] = old, new, _of_lists(old, new, key)
        return self._steps[pair][2]

    def rows(self, choices: Sequence[Choice]) -> list[list[Any]]:
        """Return the rows of choices; the list may not be changed."""
        if id(choices) not in self._rows:
            self._rows[id(choices)] = choices, _rows(choices)
        return self._rows[id(choices)][1]


def applied(before: Scene, changes: Changes) -> Scene:
    """Return the scene that changes, as decoded from JSON, lead to.

    Raises
    ------
    ChangesError
        If the changes are of another scene.
    """
    scene: Scene = _apply(before, changes)
    return scene


def _of_structs(before: _Item, after: _Item, known: StepCache | None = None) -> Changes:
    found: Changes = {}
    fields, numbers = _fields(type(before))
    old, new = astuple(before), astuple(after)
    # Most fields are the very same objects, which are skipped without a step of Python.
    for number in compress(numbers, map(is_not, old, new)):
        was, now = old[number], new[number]
        if was == now:
            continue
        name, default, items = fields[number]
        if items is not None:
            steps = _of_lists if known is None else known.steps
            found[name] = steps(was, now, _KEYS.get(items))
        elif name == "choices":
            found[name] = (_rows if known is None else known.rows)(now)
        else:
            found[name] = None if now == default else now
    return found


@_cached_by_identity
def _of_items(before: _Item, after: _Item) -> Changes:
    """Return what turns one item of a list into another; it may not be changed."""
    return _of_structs(before, after)


_Field = tuple[str, object, type[_Item] | None]
"""Name, default, and for a list of structs the type of its items."""


@cache
def _fields(struct: type[_Item]) -> tuple[tuple[_Field, ...], tuple[int, ...]]:
    """Return the fields of a struct, and their numbers."""
    fields = tuple(
        (field.name, _default(field), _LISTS.get(field.name))
        for field in msgspec.structs.fields(struct)
    )
    return fields, tuple(range(len(fields)))


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _of_lists(
    old: Sequence[_Item], new: Sequence[_Item], key: Callable[[Any], object] | None
) -> _Steps:
    """Return the steps from one list to another one."""
    steps: _Steps
    former, present = len(old), len(new)
    if former == present:
        differing = list(compress(range(present), map(ne, old, new)))
        if _paired(old, new, differing, key):
            return _in_place(old, new, differing)
        head, tail = differing[0], present - 1 - differing[-1]
    else:
        shorter = min(former, present)
        head = next(compress(count(), map(ne, old, new)), shorter)
        backwards = map(ne, reversed(old), reversed(new))
        tail = next(compress(range(shorter - head), backwards), shorter - head)
    if head + tail == former:
        steps = [*new[head : present - tail]]  # there are only new items
    elif head + tail == present:
        steps = [head + tail - former]
    else:
        was, now = old[head : former - tail], new[head : present - tail]
        steps = _steps(was, now, _origins(was, now, key))
    return _joined([head, *steps]) if head else steps


def _paired(
    old: Sequence[_Item],
    new: Sequence[_Item],
    differing: Sequence[int],
    key: Callable[[Any], object] | None,
) -> bool:
    """Return whether items that differ are the same ones, each in its place."""
    if key is None:
        return len(differing) <= 1
    return all(key(old[number]) == key(new[number]) for number in differing)


def _in_place(old: Sequence[_Item], new: Sequence[_Item], differing: Iterable[int]) -> _Steps:
    steps: _Steps = []
    reached = 0
    for number in differing:
        if number > reached:
            steps.append(number - reached)
        steps.append([_of_items(old[number], new[number])])
        reached = number + 1
    return steps


def _steps(old: Sequence[_Item], new: Sequence[_Item], origins: Iterable[int | None]) -> _Steps:
    """Return the steps from one list to another, given the former index of each item."""
    steps: _Steps = []
    kept = 0
    reached = 0
    for origin, item in zip(origins, new, strict=True):
        skipped = 0 if origin is None else origin - reached
        before = None if origin is None else old[origin]
        if before is not None and not skipped and before == item:
            kept += 1
            reached += 1
            continue
        if kept:
            steps.append(kept)
            kept = 0
        if skipped:
            steps.append(-skipped)
            reached += skipped
        if before is None:
            steps.append(item)
            continue
        reached += 1
        changes = _of_items(before, item)
        if changes:
            steps.append([changes])
        else:
            kept = 1
    if kept:
        steps.append(kept)
    if reached < len(old):
        steps.append(reached - len(old))
    return steps


def _joined(steps: _Steps) -> _Steps:
    """Return steps with the first two merged if both keep items."""
    match steps:
        case [int(first), int(second), *rest] if second > 0:
            return [first + second, *rest]
    return steps


def _origins(
    old: Sequence[_Item], new: Sequence[_Item], key: Callable[[Any], object] | None
) -> Iterable[int | None]:
    """Return the former index of each new item, None for new ones.

    The indices increase. Items without names are paired in order, between those that are the very
    same objects.
    """
    names = list(map(key or id, new))
    former = list(map(key or id, old))
    if names == former:
        return range(len(new))
    index = dict(zip(former, count(), strict=False))
    found = list(map(index.get, names))
    if key is not None and _increase(found):
        return found
    staying = _longest_increasing(found)
    if key is None:
        return _with_pairs(found, staying, len(old))
    return [place if number in staying else None for number, place in enumerate(found)]


def _with_pairs(
    found: Sequence[int | None], staying: set[int], former: int
) -> Iterator[int | None]:
    """Yield the indices of what stays, and for other items those left free in between."""
    ends = [found[number] for number in sorted(staying, reverse=True)]
    free, end = 0, ends.pop() if ends else former
    for number in range(len(found)):
        if number in staying:
            yield end
            assert end is not None
            free, end = end + 1, ends.pop() if ends else former
        elif end is not None and free < end:
            yield free
            free += 1
        else:
            yield None


def _increase(places: Iterable[int | None]) -> bool:
    """Return whether indices are in order, ignoring None: nothing has changed places."""
    present = [place for place in places if place is not None]
    return all(map(lt, present, present[1:]))


def _longest_increasing(places: Sequence[int | None]) -> set[int]:
    """Return the longest increasing subsequence of indices, ignoring None (patience)."""
    ends: list[int] = []
    """The smallest index with which a run of each length can end ..."""
    holders: list[int] = []
    """... and the position of that index."""
    before: dict[int, int] = {}
    for number, place in enumerate(places):
        if place is None:
            continue
        length = bisect_left(ends, place)
        if length:
            before[number] = holders[length - 1]
        if length == len(ends):
            ends.append(place)
            holders.append(number)
        else:
            ends[length] = place
            holders[length] = number
    run: set[int] = set()
    last = holders[-1] if holders else None
    while last is not None:
        run.add(last)
        last = before.get(last)
    return run


def _rows(choices: Sequence[Choice]) -> list[list[Any]]:
    written = list(map(_following, chain((None,), choices), choices))
    starts = [number for number, one in enumerate(written) if not one.continues]
    rows: list[list[Any]] = []
    ends: list[str] = []
    before: Choice | None = None
    for start, end in pairwise([*starts, len(choices)]):
        row = written[start].row
        if end > start + 1:
            these = [one.path[-1] for one in choices[start:end]]
            row = [*written[start].prefix, [] if these == ends else these]
            ends = these
        elif not written[start].plain:
            row = [*row, _difference(before, choices[start])]
            before = choices[start]
        rows.append(row)
    return rows


class _Following(NamedTuple):
    """How a choice is written after the one before it."""

    plain: bool
    """Whether it has only its action and its path."""
    continues: bool
    """Whether it has the next number, and all targets but the last are the same."""
    row: list[Any]
    """Its action, and its path, if it starts a row of choices ..."""
    prefix: list[Any]
    """... and the same without the last target."""


@_cached_by_identity
def _following(former: Choice | None, choice: Choice) -> _Following:
    action, path, plain = choice.action, choice.path, _plain(choice)
    before = () if former is None else former.path
    shared = 0
    for mine, others in zip(path, before, strict=False):
        if mine != others:
            break
        shared += 1
    all_but_last = max(len(path) - 1, 0)
    short = min(shared, all_but_last)
    continues = (
        former is not None
        and plain
        and _plain(former)
        and action == former.action + 1
        and len(path) == len(before) > 0
        and short == all_but_last
    )
    row, prefix = [action, shared, *path[shared:]], [action, short, *path[short:-1]]
    return _Following(plain, continues, row, prefix)


_OTHER_FIELDS = ("label", "confirm", "marks", "button_label", "ordered")
"""What a choice may have besides its action and its path ..."""
_other_fields: Callable[[Choice], tuple[Any, ...]] = attrgetter(*_OTHER_FIELDS)
_NOTHING = _other_fields(Choice(0, ()))
"""... and the values if it has none of it."""


def _plain(choice: Choice) -> bool:
    """Return whether a choice has only its action and its path."""
    return _other_fields(choice) == _NOTHING


@_cached_by_identity
def _difference(former: Choice | None, choice: Choice) -> Any:
    """Return the other fields of a choice, as the difference from those sent before."""
    before = _NOTHING if former is None else _other_fields(former)
    return {
        name: _patch(was, now) if now else None
        for name, was, now in zip(_OTHER_FIELDS, before, _other_fields(choice), strict=True)
        if was is not now and was != now
    }


def _patch(old: object, new: object) -> Any:
    """Return the merge patch from one value to another (RFC 7396)."""
    if isinstance(old, Phrase) and isinstance(new, Phrase):
        words = {} if old.key == new.key else {"key": new.key}
        values = _patch(old.values, new.values)
        return {**words, "values": values} if values else words
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    found = {
        name: _patch(old.get(name), value) for name, value in new.items() if old.get(name) != value
    }
    return found | dict.fromkeys(old.keys() - new.keys())


# --- the way back ---


def _apply(before: Any, changes: Changes) -> Any:
    fields = {field.name: field for field in msgspec.structs.fields(type(before))}
    found: dict[str, Any] = {}
    for name, value in changes.items():
        field = fields.get(name)
        if field is None:
            raise ChangesError(f"{type(before).__name__} has no field {name}")
        items = _LISTS.get(name)
        if name == "choices":
            found[name] = [msgspec.convert(one, Choice) for one in _expand_rows(value)]
        elif items is not None:
            found[name] = _apply_steps(getattr(before, name), value, items)
        elif value is None:
            found[name] = _default(field)
        else:
            found[name] = msgspec.convert(value, field.type, strict=True)
    return msgspec.structs.replace(before, **found)


def _apply_steps(old: Sequence[Any], steps: _Steps, items: type[_Item]) -> list[Any]:
    new: list[Any] = []
    reached = 0
    for step in steps:
        match step:
            case int():
                if step > 0:
                    new += old[reached : reached + step]
                reached += abs(step)
            case [changes]:
                if reached >= len(old):
                    raise ChangesError("an item that is not there is changed")
                new.append(_apply(old[reached], changes))
                reached += 1
            case _:
                new.append(msgspec.convert(step, items))
    if reached > len(old):
        raise ChangesError("more items are taken over than there are")
    return new + list(old[reached:])


def _expand_rows(rows: Sequence[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    path: list[str] = []
    ends: list[str] = []
    others: dict[str, Any] = {}
    for action, shared, *rest in rows:
        path = path[:shared]
        match rest:
            case [*targets, [*new]]:
                ends = new or ends
                for number, end in enumerate(ends):
                    yield {"action": action + number, "path": [*path, *targets, end]}
                path = [*path, *targets, *ends[-1:]]
            case [*targets, dict(patch)]:
                others = _merge(others, patch)
                path = [*path, *targets]
                yield {"action": action, "path": path, **others}
            case targets:
                path = [*path, *targets]
                yield {"action": action, "path": path}


def _merge(old: object, patch: object) -> Any:
    """Return a value with a patch merged into it (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(old) if isinstance(old, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _merge(merged.get(name), value)
    return merged
