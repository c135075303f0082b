"""Draws the icons of the installed app from their SVG files: ``python client/pwa/icons.py``.

Home screens of some systems take no SVG; what is drawn is kept beside the sources.
"""

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[1] / "public"
ICONS = {
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "icon-maskable-512.png": ("icon.svg", 512),
    "apple-touch-icon.png": ("icon.svg", 180),
}

for name, (drawing, size) in ICONS.items():
    svg = (PUBLIC / drawing).read_text(encoding="utf-8")
    (PUBLIC / name).write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size)))
