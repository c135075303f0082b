"""Keepsakes of finished matches: drawn once, kept, and bounded."""

import asyncio
import io
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.tables.playing import asynchronous
from tests.tables.review.test_analyses import InThisProcess, finished_analysis, match_of
from tischlein.core.records import Record
from tischlein.presentation import drawing
from tischlein.tables.review import keepsakes
from tischlein.tables.review.analyses import Analyses
from tischlein.tables.review.keepsakes import Keepsakes

NAMES = ("Anna", "Ben")


def record_of(key: str) -> Record:
    start, events = match_of(key)
    return Record(start.game, NAMES, start.options, tuple(events))


@asynchronous
async def test_a_picture_and_a_film_are_drawn_once_for_all_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keepsakes, "MOST_FRAMES", 5)
    process = InThisProcess()
    kept = Keepsakes(process, tmp_path)
    record = record_of("bauab")
    picture, again = await asyncio.gather(
        *(kept.file("m", "png", "de", NAMES, lambda: record, "x") for _ in range(2))
    )
    assert picture == again
    assert process.asked == 1
    assert Image.open(io.BytesIO(picture)).width == keepsakes.WIDTHS["png"]
    film = Image.open(io.BytesIO(await kept.file("m", "gif", "de", NAMES, lambda: record, "x")))
    assert 1 < getattr(film, "n_frames", 1) <= 5
    await Keepsakes(process, tmp_path).file("m", "gif", "de", NAMES, lambda: record, "x")
    assert process.asked == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@asynchronous
async def test_nobody_else_on_the_machine_may_read_what_is_kept(tmp_path: Path) -> None:
    """Who knows a match's name may watch it."""
    start, events = match_of("bauab")
    film, analysis = tmp_path / "keepsakes", tmp_path / "studies"
    analysis.mkdir(mode=0o755)
    record = record_of("bauab")
    for kind in ("png", "gif"):
        await Keepsakes(InThisProcess(), film).file("m", kind, "en", NAMES, lambda: record, "x")
    await finished_analysis(Analyses(InThisProcess(), analysis), start, events)
    kept = [film, *film.iterdir(), analysis, *analysis.iterdir()]
    assert len(kept) == 5
    assert not [file for file in kept if file.stat().st_mode & 0o077]


@asynchronous
async def test_the_oldest_make_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepsakes, "MOST_FILES", 2)
    kept = Keepsakes(InThisProcess(), tmp_path)
    record = record_of("bauab")
    for name in ("a", "b", "c"):
        await kept.file(name, "png", "en", NAMES, lambda: record, "x")
    assert len(await asyncio.to_thread(lambda: list(tmp_path.iterdir()))) == 2


@asynchronous
async def test_servers_that_share_a_folder_may_draw_the_same_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, render = record_of("bauab"), drawing.render
    elsewhere: list[bytes] = []

    def render_late(*arguments: Any, **more: Any) -> None:
        """Draw; when that is nearly done, another server draws the same."""
        monkeypatch.setattr(drawing, "render", render)
        render(*arguments, **more)
        another = Keepsakes(InThisProcess(), tmp_path)
        drawn = another.file("m", "png", "en", NAMES, lambda: record, "x")
        # On a thread of its own: here, a loop is running already.
        with ThreadPoolExecutor() as thread:
            elsewhere.append(thread.submit(asyncio.run, drawn).result())

    monkeypatch.setattr(drawing, "render", render_late)
    kept = Keepsakes(InThisProcess(), tmp_path)
    picture = await kept.file("m", "png", "en", NAMES, lambda: record, "x")
    assert elsewhere == [picture]
    assert await asyncio.to_thread(lambda: len(list(tmp_path.iterdir()))) == 1


@asynchronous
async def test_what_was_drawn_with_other_names_is_drawn_anew(tmp_path: Path) -> None:
    process = InThisProcess()
    kept = Keepsakes(process, tmp_path)
    record = record_of("bauab")
    await kept.file("m", "png", "en", NAMES, lambda: record, "x")
    await kept.file("other", "png", "en", NAMES, lambda: record, "x")
    await kept.file("m", "png", "en", ("", "Ben"), lambda: record, "x")
    assert process.asked == 3
    files = await asyncio.to_thread(lambda: sorted(one.name for one in tmp_path.iterdir()))
    assert [name.partition("-")[0] for name in files] == ["m", "other"]
    await kept.file("m", "png", "de", ("", "Ben"), lambda: record, "x")
    await kept.file("m", "png", "en", ("", "Ben"), lambda: record, "x")
    assert process.asked == 4


@asynchronous
async def test_what_shows_former_names_is_forgotten_and_drawing_ends_with_the_server(
    tmp_path: Path,
) -> None:
    begun = asyncio.Event()

    class Slow(InThisProcess):
        async def run(self, *_: Any) -> Any:  # type: ignore[override]  # any types
            begun.set()
            return await asyncio.Future()

    kept = Keepsakes(InThisProcess(), tmp_path)
    record = record_of("bauab")
    for name in ("m", "other"):
        await kept.file(name, "png", "en", NAMES, lambda: record, "x")
    kept.forget("m")
    files = await asyncio.to_thread(lambda: [file.name for file in tmp_path.iterdir()])
    assert [name.partition("-")[0] for name in files] == ["other"]
    slow = Keepsakes(Slow(), tmp_path)
    asked = asyncio.create_task(slow.file("m", "png", "en", NAMES, lambda: record, "x"))
    await begun.wait()
    await slow.close()
    with pytest.raises(asyncio.CancelledError):
        await asked
