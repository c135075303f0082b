"""An adapter's error message for a library that is not installed."""

from __future__ import annotations


def missing(extra: str) -> ImportError:
    """Return the error with the command that installs what an adapter needs.

    Parameters
    ----------
    extra
        Extra of this package, named like the adapter's module.
    """
    return ImportError(
        f"tischlein.interop.{extra} needs a library that is not installed: "
        f"pip install 'tischlein[{extra}]'",
        name=extra,
    )
