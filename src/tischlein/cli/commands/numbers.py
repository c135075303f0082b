"""Options whose value is a number, which has one way to be written.

Typer's own take what Python's literals may be, too: ``1_0`` would be ten, and ``10.0`` as well.
"""

from __future__ import annotations

from typing import Any, TypeVar

import typer

_Number = TypeVar("_Number", int, float)


def whole(
    help: str, *, least: int | None = None, most: int | None = None, metavar: str | None = None
) -> Any:
    """Return an option of a whole number."""

    def read(value: object) -> int:
        from tischlein.core.readers import count_in

        text = str(value)
        found = count_in(text.removeprefix("-"))
        if found is None:
            raise typer.BadParameter(f"{text!r} is no whole number, such as 10")
        return _within(-found if text.startswith("-") else found, least, most)

    return typer.Option(parser=read, min=least, max=most, metavar=metavar, help=help)


def decimal(
    help: str, *, least: float | None = None, most: float | None = None, metavar: str | None = None
) -> Any:
    """Return an option of a number that need not be whole."""

    def read(value: object) -> float:
        from tischlein.core.readers import number_in

        text = str(value)
        found = number_in(text)
        if found is None:
            raise typer.BadParameter(f"{text!r} is no number, such as 0.5 or 10")
        return _within(found, least, most)

    return typer.Option(parser=read, min=least, max=most, metavar=metavar, help=help)


def _within(number: _Number, least: _Number | None, most: _Number | None) -> _Number:
    if least is not None and number < least:
        raise typer.BadParameter(f"{number} is less than {least}")
    if most is not None and number > most:
        raise typer.BadParameter(f"{number} is more than {most}")
    return number
