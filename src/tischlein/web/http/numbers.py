"""Numbers of compiled code in messages: NumPy's scalars become Python's."""

from __future__ import annotations

from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return a NumPy scalar as a Python number or boolean.

    Raises
    ------
    NotImplementedError
        For anything else.
    """
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__} has no place in a message")
