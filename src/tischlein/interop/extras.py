"""What an adapter says when the library that it adapts to is not installed."""

from __future__ import annotations


def missing(extra: str) -> ImportError:
    """Return the error that names the command which brings what an adapter needs.

    Parameters
    ----------
    extra
        Of this package, named as the adapter's module is.
    """
    return ImportError(
        f"tischlein.interop.{extra} needs a library that is not installed: "
        f"pip install 'tischlein[{extra}]'",
        name=extra,
    )
