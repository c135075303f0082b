"""Changes: what differs between two scenes, small enough to be sent with every event.

The changes of a struct are an object of the fields that differ, each with its new value, or null
where it has its default again. The changes of a list of structs are steps through the old list,
carried out in their order:

- a number n above 0 takes over the next n items as they are, one below 0 leaves out the next -n;
- an array with an object in it takes over the next item with these changes;
- an object is an item that is new.

What remains of the old list after the last step is taken over.

Choices come anew, in rows: an action, the number of targets that its path shares with the beginning
of the path before it, and the other targets. An array after these stands for several choices, the
action of each one above that of the one before: it holds the last target of each, or nothing if
these are the same as in the array before. An object at the end has the choice's other fields, as
what differs from those of the last row that had any (a merge patch, RFC 7396).

All of it is computed from two scenes of one viewer, and tells nothing that these do not show.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec

from tischlein.core.phrases import Phrase
from tischlein.presentation.scenes import (
    Aim,
    Button,
    Choice,
    Layer,
    Lettering,
    Line,
    Panel,
    Picture,
    Piece,
    Place,
    Scene,
    Tray,
)

Changes = dict[str, Any]
"""Fields that differ, with what they are now."""
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
    "layers": Layer,
    "panels": Panel,
}
"""The lists of structs in scenes and trays whose items are followed one by one."""
_KEYS: dict[type[_Item], Callable[[Any], object]] = {
    **dict.fromkeys((Place, Piece, Tray, Button, Layer), attrgetter("id")),
    Aim: attrgetter("piece"),
    Panel: attrgetter("seat"),
}
"""What makes two items of a list the same one; where nothing does, their order does."""


class ChangesError(ValueError):
    """Changes do not fit the scene that they are applied to."""


def between(before: Scene, after: Scene) -> Changes:
    """Return what turns one scene of a viewer into another."""
    return _of_structs(before, after)


def applied(before: Scene, changes: Changes) -> Scene:
    """Return the scene that changes, as they come out of JSON, lead to.

    Raises
    ------
    ChangesError
        If the changes are of another scene.
    """
    scene: Scene = _applied(before, changes)
    return scene


def _of_structs(before: _Item, after: _Item) -> Changes:
    found: Changes = {}
    for name, default, items in _fields(type(before)):
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        if name == "choices":
            if old != new:
                found[name] = list(_rows(new))
        elif items is not None:
            steps = _of_lists(old, new, _KEYS.get(items))
            if steps:
                found[name] = steps
        elif old != new:
            found[name] = None if new == default else new
    return found


@cache
def _fields(struct: type[_Item]) -> tuple[tuple[str, object, type[_Item] | None], ...]:
    """Return the fields of a struct: name, default, and of what struct it is a list if it is."""
    return tuple(
        (field.name, _default(field), _LISTS.get(field.name))
        for field in msgspec.structs.fields(struct)
    )


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _of_lists(
    old: Sequence[_Item], new: Sequence[_Item], key: Callable[[Any], object] | None
) -> _Steps:
    """Return the steps from one list to the other; none if they are equal."""
    head = _equal(zip(old, new, strict=False))
    if head == len(old) == len(new):
        return []
    shorter = min(len(old), len(new))
    tail = min(_equal(zip(reversed(old), reversed(new), strict=False)), shorter - head)
    was, now = old[head : len(old) - tail], new[head : len(new) - tail]
    steps: _Steps = [head] if head else []
    kept = 0
    reached = 0
    for origin, item in zip(_origins(was, now, key), now, strict=True):
        skipped = 0 if origin is None else origin - reached
        before = None if origin is None else was[origin]
        if before is not None and not skipped and (before is item or before == item):
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
        changes = _of_structs(before, item)
        if changes:
            steps.append([changes])
        else:
            kept = 1
    if kept:
        steps.append(kept)
    if reached < len(was):
        steps.append(reached - len(was))
    return _joined(steps) if head else steps


def _equal(pairs: Iterable[tuple[_Item, _Item]]) -> int:
    """Return how many pairs there are before the first two that differ."""
    count = 0
    for one, other in pairs:
        if one is not other and one != other:
            break
        count += 1
    return count


def _joined(steps: _Steps) -> _Steps:
    """Return steps whose first two, if both keep items, are one."""
    match steps:
        case [int(first), int(second), *rest] if second > 0:
            return [first + second, *rest]
    return steps


def _origins(
    old: Sequence[_Item], new: Sequence[_Item], key: Callable[[Any], object] | None
) -> Iterable[int | None]:
    """Return the index of each new item's former self, None for those that have none.

    The indices increase. Items without names are paired in their order, between those that are
    the very same objects.
    """
    names = list(map(key or id, new))
    former = list(map(key or id, old))
    if names == former:
        return range(len(new))
    index = {name: place for place, name in enumerate(former)}
    found = [index.get(name) for name in names]
    staying = _longest_increasing(found)
    if key is None:
        return _with_pairs(found, staying, len(old))
    return [place if number in staying else None for number, place in enumerate(found)]


def _with_pairs(
    found: Sequence[int | None], staying: set[int], former: int
) -> Iterator[int | None]:
    """Yield the places of what stays, and for other items those left free in between."""
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


def _longest_increasing(places: Sequence[int | None]) -> set[int]:
    """Return where the longest increasing run of places stands, others left out (patience)."""
    ends: list[int] = []
    """The smallest place in which a run of each length can end ..."""
    holders: list[int] = []
    """... and where that place stands."""
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


def _rows(choices: Sequence[Choice]) -> Iterator[list[Any]]:
    path: tuple[str, ...] = ()
    ends: list[str] = []
    told: dict[str, Any] = {}
    reached = 0
    while reached < len(choices):
        choice = choices[reached]
        count = _alike(choices, reached)
        shared = 0
        for mine, former in zip(choice.path, path, strict=False):
            if mine != former:
                break
            shared += 1
        row: list[Any]
        if count > 1:
            shared = min(shared, len(choice.path) - 1)
            these = [one.path[-1] for one in choices[reached : reached + count]]
            row = [choice.action, shared, *choice.path[shared:-1], these if these != ends else []]
            ends = these
        else:
            row = [choice.action, shared, *choice.path[shared:]]
            more = _more(choice)
            if more:
                row.append(_patch(told, more))
                told = more
        yield row
        reached += count
        path = choices[reached - 1].path


def _alike(choices: Sequence[Choice], first: int) -> int:
    """Return how many choices, from the first on, differ in the last target alone."""
    choice = choices[first]
    if not choice.path or not _plain(choice):
        return 1
    prefix, length = choice.path[:-1], len(choice.path)
    count = 1
    for other in choices[first + 1 :]:
        if (
            other.action != choice.action + count
            or len(other.path) != length
            or other.path[:-1] != prefix
            or not _plain(other)
        ):
            break
        count += 1
    return count


def _plain(choice: Choice) -> bool:
    """Return whether a choice is its action and its path, and nothing more."""
    return not (choice.label or choice.confirm or choice.marks or choice.deed or choice.ordered)


def _more(choice: Choice) -> dict[str, Any]:
    return {
        name: value
        for name, value in (
            ("label", choice.label),
            ("confirm", choice.confirm),
            ("marks", choice.marks),
            ("deed", choice.deed),
            ("ordered", choice.ordered),
        )
        if value
    }


def _patch(old: object, new: object) -> Any:
    """Return what turns a value into another when it is merged into it (RFC 7396)."""
    if isinstance(old, Phrase) and isinstance(new, Phrase):
        old, new = ({"key": one.key, "values": one.values} for one in (old, new))
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    found = {
        name: _patch(old.get(name), value) for name, value in new.items() if old.get(name) != value
    }
    return found | dict.fromkeys(old.keys() - new.keys())


# --- the way back ---


def _applied(before: Any, changes: Changes) -> Any:
    fields = {field.name: field for field in msgspec.structs.fields(type(before))}
    found: dict[str, Any] = {}
    for name, value in changes.items():
        field = fields.get(name)
        if field is None:
            raise ChangesError(f"{type(before).__name__} has no field {name}")
        items = _LISTS.get(name)
        if name == "choices":
            found[name] = [msgspec.convert(one, Choice) for one in _unrolled(value)]
        elif items is not None:
            found[name] = _stepped(getattr(before, name), value, items)
        elif value is None:
            found[name] = _default(field)
        else:
            found[name] = msgspec.convert(value, field.type, strict=True)
    return msgspec.structs.replace(before, **found)


def _stepped(old: Sequence[Any], steps: _Steps, items: type[_Item]) -> list[Any]:
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
                new.append(_applied(old[reached], changes))
                reached += 1
            case _:
                new.append(msgspec.convert(step, items))
    if reached > len(old):
        raise ChangesError("more items are taken over than there are")
    return new + list(old[reached:])


def _unrolled(rows: Sequence[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    path: list[str] = []
    ends: list[str] = []
    told: dict[str, Any] = {}
    for action, shared, *rest in rows:
        path = path[:shared]
        match rest:
            case [*targets, [*new]]:
                ends = new or ends
                for number, end in enumerate(ends):
                    yield {"action": action + number, "path": [*path, *targets, end]}
                path = [*path, *targets, *ends[-1:]]
            case [*targets, dict(patch)]:
                told = _merged(told, patch)
                path = [*path, *targets]
                yield {"action": action, "path": path, **told}
            case targets:
                path = [*path, *targets]
                yield {"action": action, "path": path}


def _merged(old: object, patch: object) -> Any:
    """Return a value with a patch merged into it (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(old) if isinstance(old, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _merged(merged.get(name), value)
    return merged
