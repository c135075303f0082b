"""Draws the icons of the installed app from their SVG files: ``python client/pwa/icons.py``.

Home screens of some systems take no SVG; what is drawn is kept beside the sources. So is the icon
that browsers ask for where no page names one.
"""

import io
from pathlib import Path

import resvg_py
from PIL import Image

PUBLIC = Path(__file__).parents[1] / "public"
ICONS = {
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "icon-maskable-512.png": ("icon.svg", 512),
    "apple-touch-icon.png": ("icon.svg", 180),
}

UNNAMED = ("favicon.ico", "favicon.svg", 48)


def drawn(drawing: str, size: int) -> bytes:
    """Return a drawing as PNG, so many pixels wide."""
    svg = (PUBLIC / drawing).read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size))


for name, (drawing, size) in ICONS.items():
    (PUBLIC / name).write_bytes(drawn(drawing, size))
name, drawing, size = UNNAMED
Image.open(io.BytesIO(drawn(drawing, size))).save(
    PUBLIC / name, sizes=[(16, 16), (32, 32), (size, size)]
)
