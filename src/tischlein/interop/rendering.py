"""What environments render: the position as a spectator sees it, as characters or pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein import presentation
from tischlein.core.position import Observation

MODES = ("human", "ansi", "rgb_array")
"""``human`` prints the characters that ``ansi`` returns: a match has no window of its own."""
WIDTH, HEIGHT = 640, 800
"""Of a picture, in pixels: even, as video formats require, and constant throughout a match."""


def metadata(**own: Any) -> dict[str, Any]:
    """Return the metadata of an environment: its render modes, and what is ``own`` to it."""
    return {"render_modes": [*MODES], "render_fps": 1} | own


def check_mode(mode: str | None) -> None:
    """Refuse an unknown render mode (ValueError)."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {mode!r}")


def render(observation: Observation, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Return what an observer sees in a mode; None for ``human``, which prints it, and for None."""
    if mode == "ansi":
        return characters(observation)
    if mode == "human":
        print(characters(observation))
    if mode == "rgb_array":
        return pixels(observation)
    return None


def characters(observation: Observation, language: str = "en") -> str:
    """Return the board in lines of text."""
    return presentation.of(observation.game).characters(observation, language)


def pixels(observation: Observation) -> NDArray[np.uint8]:
    """Return the board as an array of height, width and three colours.

    Pictures of all positions have the same size; smaller boards are at the top.
    """
    from PIL import Image, ImageOps

    from tischlein.presentation.drawing import COLOURS, draw

    size = (WIDTH, HEIGHT)
    with Image.open(io.BytesIO(draw(observation).to_png(WIDTH))) as picture:
        drawn = picture.convert("RGB")
    if drawn.height > size[1]:
        drawn = ImageOps.contain(drawn, size)
    sheet = Image.new("RGB", size, COLOURS["table"])
    sheet.paste(drawn, ((WIDTH - drawn.width) // 2, 0))
    array: NDArray[Any] = np.asarray(sheet)
    return array
