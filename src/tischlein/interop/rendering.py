"""What environments render: the position as everybody may see it, in characters or as pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein import presentation
from tischlein.core.position import Observation

MODES = ("human", "ansi", "rgb_array")
"""``human`` prints the characters that ``ansi`` returns: a match has no window of its own."""
WIDTH = 640
"""Of a picture, in pixels."""


def metadata(**own: Any) -> dict[str, Any]:
    """Return what an environment says of itself: how it renders, and what is ``own`` to it."""
    return {"render_modes": [*MODES], "render_fps": 1} | own


def check_mode(mode: str | None) -> None:
    """Refuse a way to render that there is not (ValueError)."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {mode!r}")


def render(observation: Observation, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Return what an observer sees in a mode; None in ``human``, which prints it, and for None."""
    if mode == "ansi":
        return characters(observation)
    if mode == "human":
        print(characters(observation))
    if mode == "rgb_array":
        return pixels(observation)
    return None


def characters(observation: Observation) -> str:
    """Return the board in lines of text."""
    return presentation.of(observation.game).draw(observation)


def pixels(observation: Observation, width: int = WIDTH) -> NDArray[np.uint8]:
    """Return the board as an array of height, width and three colours."""
    from PIL import Image

    from tischlein.presentation.drawing import draw

    with Image.open(io.BytesIO(draw(observation).to_png(width))) as picture:
        array: NDArray[Any] = np.asarray(picture.convert("RGB"))
        return array
