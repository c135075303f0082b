"""What the lab says when a library that it needs is not installed."""

from __future__ import annotations


def missing(extra: str, what: str) -> ImportError:
    """Return the error that names the command which brings what is needed.

    Parameters
    ----------
    extra
        Of this package.
    what
        Needs it.
    """
    return ImportError(
        f"{what} needs libraries that are not installed: pip install 'tischlein[{extra}]'",
        name=extra,
    )
