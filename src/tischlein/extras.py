"""The error for libraries that are not installed, with the extra that brings them."""

from __future__ import annotations


def missing_extra(extra: str, what: str) -> ImportError:
    """Return the error with the commands that install the libraries.

    Parameters
    ----------
    extra
        Extra of this package.
    what
        What needs it.
    """
    return ImportError(
        f"{what} needs libraries that are not installed; in a clone of the project,"
        f" uv sync --inexact --extra {extra} brings them, elsewhere:"
        f" pip install 'tischlein[{extra}]'",
        name=extra,
    )
