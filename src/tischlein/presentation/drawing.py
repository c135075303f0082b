"""Pictures outside the browser: a scene as SVG or PNG, a match as animated GIF or SVG.

The same scenes that the browser draws are laid out on one sheet: the board, below it a line for
every seat with its sign, name, score and pieces, and at the bottom what has just happened.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

import resvg_py
from PIL import Image

from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation, Position
from tischlein.core.records import Record
from tischlein.core.seats import SPECTATOR, letter
from tischlein.presentation import texts
from tischlein.presentation.capability import of, source_of
from tischlein.presentation.scenes import Lettering, Piece, Scene, Tone, Tray
from tischlein.presentation.sources import PRODUCT, Source
from tischlein.presentation.texts import Names, translate
from tischlein.presentation.typography import LEADING, fitted, shortened, with_minus, wrapped

COLOURS: dict[Tone | Literal["table", "water", "wave", "ice", "on-ice"], str] = {
    "table": "#E9DFCF",
    "paper": "#FBF7EF",
    "ink": "#2B2622",
    "muted": "#6A5F54",
    "line": "#C9B99F",
    "accent": "#A63D2F",
    "good": "#2F6B4F",
    "water": "#B7D0DA",
    "wave": "#7FA3B3",
    "ice": "#FDFEFE",
    "on-ice": "#22303A",
}
"""The light theme's tokens, as the client has them."""
SEAT_COLOURS = (
    "#1F5FA8",
    "#B3372B",
    "#C98A00",
    "#2E7D4F",
    "#6D4AA3",
    "#0F7C85",
    "#8A4B2A",
    "#4A4A4A",
)

WIDTH = 640
"""Width of a sheet, in pixels; its height follows from its contents."""
_MARGIN = 24
_BOARD_HEIGHT = 520
_ROW = 38
_NAME, _BESIDE_A_SCORE, _DIGIT = 158, 134, 13
"""Maximal widths in pixels of a name, of a name before a score, and of each digit of that."""
_CHIP = 30
_COUNTED, _AFTER_COUNTS = 8, 10
"""Width of a letter of a count, and of the space after it, in pixels."""
LONGEST_SECONDS = 160
"""The longest that an event of an animation can be shown.

A GIF's frames last 655 seconds at most, and the last one is shown four times as long.
"""
_PALETTE_FRAMES = 6
"""Approximate number of frames from which a film's colours are taken."""
_LINE = 68
"""How many characters fit side by side below a board in any font."""
_NOT_IN_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_View = tuple[Scene, str]
"""A scene, and in words what led to it."""
_SERIF = "Fraunces, Georgia, 'DejaVu Serif', 'Liberation Serif', serif"
_SANS = "'Source Sans 3', 'Segoe UI', 'DejaVu Sans', 'Liberation Sans', sans-serif"


@dataclass(frozen=True)
class Drawing:
    """A finished picture; notebooks display it automatically."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def to_png(self, width: int = WIDTH) -> bytes:
        """Return the picture as PNG with a width in pixels."""
        return bytes(resvg_py.svg_to_bytes(svg_string=self.svg, width=width))


def draw(
    observation: Observation, names: Names = (), language: str = "en", caption: str = ""
) -> Drawing:
    """Return a picture of what an observer sees.

    Raises
    ------
    GameError
        If the game's drawings use an unknown colour.
    """
    scene: Scene = of(observation.game).scene(observation)
    sheet = _Frames(observation.game, names, language)
    body, height = sheet.frame(scene, caption)
    return Drawing(_document(sheet.definitions(), body, height))


def board(game: Game, scene: Scene, over: str = "", language: str = "en") -> Drawing:
    """Return a picture of a board alone.

    Parameters
    ----------
    over
        SVG that is drawn over it, in the board's units.

    Raises
    ------
    GameError
        If the game's drawings use an unknown colour.
    """
    sheet = _Frames(game, (), language)
    body, height = sheet.board(scene, over)
    return Drawing(_document(sheet.definitions(), body, height + 2 * _MARGIN))


def render(
    record: Record,
    path: Path,
    *,
    observer: int = SPECTATOR,
    step: int | None = None,
    most: int | None = None,
    language: str = "en",
    seconds: float = 1.2,
    width: int = WIDTH,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write a picture of a match to a file; its suffix determines the format.

    ``.png`` is a still after event number ``step``, by default the last; ``.gif`` and ``.svg`` are
    animations of the whole match, unless ``step`` asks for a still.

    Parameters
    ----------
    observer
        The viewer: a seat, or ``SPECTATOR``.
    most
        Maximal number of events in an animation, evenly spread and including the last.
    seconds
        How long each event of an animation is shown; the last is shown four times as long.
    width
        Of PNG and GIF, in pixels.
    progress
        Called with the number of frames done and their total.

    Raises
    ------
    ValueError
        For another suffix, a step or an observer that the match does not have, no events to show,
        or a time that a file cannot hold.
    GameError
        If the game's drawings use an unknown colour.
    """
    suffix = path.suffix.lower()
    if suffix not in (".png", ".gif", ".svg"):
        raise ValueError(f"a picture ends in .png, .gif or .svg, not {path.name!r}")
    _check_what_is_shown(record, observer, step, most, seconds)
    if suffix == ".png" and step is None:
        step = len(record.events)
    views = list(_views(record, observer, language))
    views = _spread(views, most) if step is None else [views[step]]
    sheet = _Frames(record.game, record.names, language)
    frames = [sheet.frame(scene, caption) for scene, caption in views]
    bodies = [body for body, _ in frames]
    height = max(height for _, height in frames)
    if suffix == ".svg":
        body = bodies[0] if len(bodies) == 1 else _animated(bodies, seconds)
        path.write_text(_document(sheet.definitions(), body, height), encoding="utf-8")
        return
    stills = []
    for index, body in enumerate(bodies):
        still = Drawing(_document(sheet.definitions(), body, height)).to_png(width)
        stills.append(Image.open(io.BytesIO(still)).convert("RGB"))
        if progress is not None:
            progress(index + 1, len(bodies))
    if suffix == ".png":
        stills[0].save(path)
    else:
        _write_film(stills, path, seconds)


def _check_what_is_shown(
    record: Record, observer: int, step: int | None, most: int | None, seconds: float
) -> None:
    """Refuse what a match does not have or a film cannot hold (ValueError)."""
    if step is not None and not 0 <= step <= len(record.events):
        raise ValueError(f"the match has steps 0 to {len(record.events)}, not {step}")
    if observer != SPECTATOR and not 0 <= observer < len(record.names):
        raise ValueError(f"the match has seats 0 to {len(record.names) - 1}, not {observer}")
    if most is not None and most < 1:
        raise ValueError(f"at least one event is shown, not {most}")
    if not 0 < seconds <= LONGEST_SECONDS:
        raise ValueError(f"an event is shown for up to {LONGEST_SECONDS} seconds, not {seconds}")


def _spread(views: list[_View], most: int | None) -> list[_View]:
    """Return at most ``most`` of all views, evenly spread and including the last."""
    if most is None or len(views) <= most:
        return views
    gaps = max(most - 1, 1)
    return [
        *(views[round(index * (len(views) - 1) / gaps)] for index in range(most - 1)),
        views[-1],
    ]


def _write_film(stills: list[Image.Image], path: Path, seconds: float) -> None:
    """Write an animated picture that shows its last frame four times as long as any other."""
    milliseconds = round(1000 * seconds)
    durations = [milliseconds] * (len(stills) - 1) + [4 * milliseconds]
    first, *others = _in_common_colours(stills)
    first.save(
        path,
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        # Each frame then stores only what has changed.
        disposal=1,
        optimize=True,
    )


def _in_common_colours(stills: list[Image.Image]) -> list[Image.Image]:
    """Reduce the frames of a film to one palette, taken from some of them, including the last.

    With palettes of their own, frames that look alike would differ, and a film would be three times
    as large.
    """
    some = stills[:: -(-len(stills) // _PALETTE_FRAMES)] + stills[-1:]
    width, height = stills[0].size
    column = Image.new("RGB", (width, height * len(some)))
    for index, still in enumerate(some):
        column.paste(still, (0, index * height))
    palette = column.quantize(method=Image.Quantize.MEDIANCUT)
    return [still.quantize(palette=palette, dither=Image.Dither.NONE) for still in stills]


def _views(record: Record, observer: int, language: str) -> Iterator[_View]:
    """Yield the scene before anything has happened and after every event, with its words."""
    game = record.game
    presentation = of(game)
    position = Position.start(game, len(record.names), record.options)
    seen = position.observe(observer)
    yield presentation.scene(seen), ""
    for event in record.events:
        shown: Event = position.observed_event(event, observer)
        position.apply(event)
        after = position.observe(observer)
        words = presentation.say(shown, seen, after)
        seen = after
        caption = " ".join(translate(language, words_, game, record.names) for words_ in words)
        yield presentation.scene(seen), caption


class _Frames:
    """Lays out frames of one match and collects the symbols that they need."""

    def __init__(self, game: Game, names: Names, language: str) -> None:
        self._game = game
        self._names = names
        self._language = language
        self._used: dict[tuple[str, int | None], None] = {}
        self._hues: tuple[int, ...] = ()

    def definitions(self) -> str:
        """Return the symbols of all frames so far, once for each seat that uses them."""
        return "".join(_symbol(source_of(self._game), name, seat) for name, seat in self._used)

    def frame(self, scene: Scene, caption: str) -> tuple[str, float]:
        """Return the drawing of a scene and its height in pixels."""
        drawn, height = self.board(scene)
        parts = [drawn]
        y = _MARGIN + height + 28
        for seat in sorted(panel.seat for panel in scene.panels):
            score = next(panel.score for panel in scene.panels if panel.seat == seat)
            trays = [tray for tray in scene.trays if tray.seat == seat]
            y = self._row(parts, y, seat, score, trays)
        common = [tray for tray in scene.trays if tray.seat is None]
        if common:
            y = self._row(parts, y, None, None, common)
        spoken: list[tuple[str, Tone]] = [(caption, "ink"), (self._say(scene.prompt), "muted")]
        for words, tone in spoken:
            for line in textwrap.wrap(words, _LINE) or [""]:
                parts.append(_text(line, _MARGIN, y + 14, 16, tone=tone, anchor="start"))
                y += 24
        return "".join(parts), y + 8

    def board(self, scene: Scene, over: str = "") -> tuple[str, float]:
        """Return the drawing of a scene's board and its height in pixels, without the margins."""
        parts: list[str] = []
        self._hues = scene.hues
        scale = min((WIDTH - 2 * _MARGIN - 16) / scene.width, _BOARD_HEIGHT / scene.height)
        width, height = scene.width * scale, scene.height * scale
        left = (WIDTH - width) / 2
        parts.append(
            f'<rect x="{left - 8:.1f}" y="{_MARGIN - 8}" width="{width + 16:.1f}" '
            f'height="{height + 16:.1f}" rx="10" fill="{COLOURS["paper"]}" '
            f'stroke="{COLOURS["line"]}"/>'
        )
        parts.append(
            f'<g transform="translate({left - scene.left * scale:.2f} '
            f'{_MARGIN - scene.top * scale:.2f}) scale({scale:.4f})">'
        )
        parts += self._board(scene, scale)
        parts += [over, "</g>"]
        return "".join(parts), height

    def _board(self, scene: Scene, scale: float) -> Iterator[str]:
        shown = {"", *(layer.id for layer in scene.layers if layer.on)}
        for place in scene.places:
            if place.symbol:
                box = (place.x, place.y, place.w, place.h)
                yield self._use(place.symbol, None, box, place.turn)
        for line in scene.lines:
            if line.layer in shown:
                yield (
                    f'<path d="{escape(line.path)}" fill="{_tone(line.fill)}" '
                    f'stroke="{_tone(line.tone)}" stroke-width="{line.width / scale:.4f}"'
                    + (f' stroke-dasharray="{4 / scale:.3f}"' if line.dashed else "")
                    + "/>"
                )
        for picture in scene.pictures:
            if picture.layer in shown:
                box = (picture.x, picture.y, picture.w, picture.h)
                yield self._use(picture.symbol, picture.seat, box, picture.turn)
        for piece in scene.pieces:
            if piece.layer in shown:
                box = (piece.x - piece.w / 2, piece.y - piece.h / 2, piece.w, piece.h)
                yield self._piece(piece, box)
        for lettering in scene.letterings:
            if lettering.layer in shown:
                yield from self._lettering(lettering)

    def _lettering(self, lettering: Lettering) -> Iterator[str]:
        words = lettering.text
        text = words if isinstance(words, str) else self._say(words)
        if lettering.wraps:
            lines, size = wrapped(text, lettering.room, lettering.size)
        else:
            line, size = fitted(text, lettering.room, lettering.size)
            lines = [line]
        anchor: Literal["start", "middle"] = "start" if lettering.begins else "middle"
        upper = lettering.y - LEADING * size * (len(lines) - 1) / 2
        for number, line in enumerate(lines):
            y = upper + LEADING * size * number
            yield _text(line, lettering.x, y, size, tone=lettering.tone, anchor=anchor)

    def _row(
        self, parts: list[str], y: float, seat: int | None, score: int | None, trays: Sequence[Tray]
    ) -> float:
        """Draw one line of sign, name, score and pieces; return where the next one begins."""
        left = float(_MARGIN)
        if seat is not None:
            parts.append(self._use(f"sign-{letter(seat).lower()}", seat, (left, y, 18, 18), 0))
            name = texts.name_of_seat(self._language, seat, self._names)
            room = _NAME if score is None else _BESIDE_A_SCORE - _DIGIT * len(str(score))
            parts.append(_text(shortened(name, room, 16), left + 26, y + 9, 16, anchor="start"))
            if score is not None:
                figure = with_minus(score)
                parts.append(_text(figure, left + 168, y + 9, 20, family=_SERIF, anchor="end"))
        start = x = left + 190
        for tray in trays:
            for piece in tray.pieces:
                count = f"×{piece.count}" if piece.count > 1 else ""
                room = _CHIP + 2 + (_COUNTED * len(count) + _AFTER_COUNTS if count else 0)
                if x + room > WIDTH - _MARGIN:
                    x, y = start, y + _ROW
                tall = max(piece.w, piece.h) or 1
                width, height = _CHIP * piece.w / tall, _CHIP * piece.h / tall
                parts.append(self._piece(piece, (x, y + 9 - height / 2, width, height)))
                if count:
                    place = x + _CHIP + 2
                    parts.append(_text(count, place, y + 9, 13, tone="muted", anchor="start"))
                x += room
            x += 14 if tray.pieces else 0
        return y + _ROW

    def _piece(self, piece: Piece, box: tuple[float, float, float, float]) -> str:
        drawn = self._use(piece.symbol, piece.seat, box, piece.turn)
        if piece.text:
            x, y, width, height = box
            share = (0.42, 0.34, 0.26)[min(len(piece.text), 3) - 1]
            size = share * min(width, height)
            drawn += _text(piece.text, x + width / 2, y + height / 2, size, family=_SERIF)
        return f'<g opacity="0.45">{drawn}</g>' if piece.faded else drawn

    def _use(
        self, name: str, seat: int | None, box: tuple[float, float, float, float], turn: float
    ) -> str:
        if seat is not None and self._hues:
            seat = self._hues[seat]
        self._used[name, seat] = None
        x, y, width, height = box
        turned = (
            f' transform="rotate({turn:g} {x + width / 2:.3f} {y + height / 2:.3f})"'
            if turn
            else ""
        )
        return (
            f'<use href="#{_identifier(name, seat)}" x="{x:.3f}" y="{y:.3f}" '
            f'width="{width:.3f}" height="{height:.3f}"{turned}/>'
        )

    def _say(self, phrase: Phrase) -> str:
        return translate(self._language, phrase, self._game, self._names)


def _tone(tone: Tone | None) -> str:
    return COLOURS[tone] if tone else "none"


def _identifier(name: str, seat: int | None) -> str:
    return name if seat is None else f"{name}.{letter(seat)}"


def _text(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    tone: Tone = "ink",
    family: str = _SANS,
    anchor: Literal["start", "middle", "end"] = "middle",
) -> str:
    # Not every program supports dominant-baseline; a third of the size below the middle is close.
    return (
        f'<text x="{x:.3f}" y="{y + 0.35 * size:.3f}" font-size="{size:.3f}" '
        f'fill="{COLOURS[tone]}" font-family="{family}" text-anchor="{anchor}">'
        f"{escape(_NOT_IN_XML.sub('', words))}</text>"
    )


@cache
def _drawings(source: Source) -> dict[str, tuple[str, str]]:
    """Return attributes and contents of all symbols of a game and the shared ones, by name."""
    found: dict[str, tuple[str, str]] = {}
    for art in (PRODUCT.art(), source.art()):
        for attributes, body in re.findall(r"<symbol\b([^>]*)>(.*?)</symbol>", art, re.DOTALL):
            name = re.search(r'\bid="([^"]+)"', attributes)
            if name is not None:
                found[name[1]] = attributes.replace(name[0], "").strip(), body.strip()
    return found


def _symbol(source: Source, name: str, seat: int | None) -> str:
    """Return a symbol with its colours written out: not every program supports CSS variables.

    Raises
    ------
    GameError
        If one of its colours is unknown.
    """
    attributes, body = _drawings(source).get(name, ("", ""))
    colours: dict[str, str] = dict(COLOURS.items())
    colours["seat"] = COLOURS["line"] if seat is None else SEAT_COLOURS[seat]
    for own, paint in enumerate(SEAT_COLOURS):
        colours |= dict.fromkeys(
            (f"seat-{letter(own).lower()}", f"hue-{letter(own).lower()}"), paint
        )

    def paint_of(variable: re.Match[str]) -> str:
        try:
            return colours[variable[1]]
        except KeyError:
            raise GameError(
                f"the drawing {name!r} is painted with {variable[0]}, which means nothing; the "
                f"colours are {', '.join(sorted(colours))}"
            ) from None

    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL).replace("currentColor", COLOURS["ink"])
    body = re.sub(r"var\(--([^)]*)\)", paint_of, body)
    return f'<symbol id="{_identifier(name, seat)}" {attributes}>{body}</symbol>'


def _document(definitions: str, body: str, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}"><defs>{definitions}</defs>'
        f'<rect width="100%" height="100%" fill="{COLOURS["table"]}"/>{body}</svg>'
    )


def _animated(bodies: Sequence[str], seconds: float) -> str:
    """Return frames shown one after the other; a program without animation shows the last."""
    total = len(bodies) + 3
    frames = []
    for index, body in enumerate(bodies):
        last = index == len(bodies) - 1
        begin, end = index / total, 1.0 if last else (index + 1) / total
        values, times = ["inline"], [begin]
        if index:
            values, times = ["none", *values], [0.0, *times]
        if not last:
            values, times = [*values, "none"], [*times, end]
        frames.append(
            f'<g display="{"inline" if last else "none"}">{body}<animate attributeName="display" '
            f'values="{";".join(values)}" keyTimes="{";".join(f"{t:.5f}" for t in times)}" '
            f'calcMode="discrete" dur="{total * seconds:g}s" repeatCount="indefinite"/></g>'
        )
    return "".join(frames)
