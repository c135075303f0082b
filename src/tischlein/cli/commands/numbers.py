"""Options whose value is a number, which has one way to be written.

Typer's own take what Python's literals may be, too: ``1_0`` would be ten, and ``10.0`` as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer


def whole(
    help: str, *, least: int | None = None, most: int | None = None, metavar: str | None = None
) -> Any:
    """Return an option of a whole number."""

    def read(value: object) -> int:
        from tischlein.core.readers import whole_within

        with _complaints():
            return whole_within(str(value), least, most)

    return typer.Option(parser=read, min=least, max=most, metavar=metavar, help=help)


def decimal(
    help: str, *, least: float | None = None, most: float | None = None, metavar: str | None = None
) -> Any:
    """Return an option of a number that need not be whole."""

    def read(value: object) -> float:
        from tischlein.core.readers import number_within

        with _complaints():
            return number_within(str(value), least, most)

    return typer.Option(parser=read, min=least, max=most, metavar=metavar, help=help)


@contextmanager
def _complaints() -> Iterator[None]:
    """Let a number that is none be a complaint about the option."""
    from tischlein.core.errors import NotationError

    try:
        yield
    except NotationError as error:
        raise typer.BadParameter(str(error)) from None
