"""Keepsakes of finished matches: a picture of the final board, and a film of the whole match.

They are drawn in a separate process, once for every language, and kept on disk; the oldest are
replaced by new ones.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from tischlein.core import kernel
from tischlein.core.records import Record
from tischlein.tables.concurrency.background_processes import BackgroundProcess
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.concurrency.shared_tasks import await_shared
from tischlein.tables.review.private_files import begin_private

Kind = Literal["png", "gif"]

WIDTHS: dict[Kind, int] = {"png": 960, "gif": 480}
"""In pixels."""
MOST_FRAMES = 90
"""Of a film."""
SECONDS = 0.9
"""Duration of each of them."""
MOST_FILES = 400
"""Files on disk."""


class Keepsakes:
    """The pictures and films of all matches on a server."""

    def __init__(self, process: BackgroundProcess, folder: Path | None = None) -> None:
        """Keep them in a folder, by default one of the user's cache."""
        self._process = process
        self._folder = kernel.cache_root().parent / "keepsakes" if folder is None else folder
        self._drawing: dict[Path, asyncio.Task[bytes]] = {}

    async def file(
        self,
        match: str,
        kind: Kind,
        language: str,
        names: Sequence[str],
        record: Callable[[], Record],
        party: str,
    ) -> bytes:
        """Return a keepsake's file, drawn now if there is none; several callers share one drawing.

        Files drawn with earlier names of the players are not used: another node may have changed
        the names.

        Parameters
        ----------
        record
            Returns the match, if it has to be drawn.
        party
            The requesting party: parties take turns.

        Raises
        ------
        TooManyError
            If too much is being drawn already.
        """
        called = hashlib.blake2b("\n".join(names).encode(), digest_size=9).hexdigest()
        path = self._folder / f"{match}-{called}-{language}.{kind}"
        task = self._drawing.get(path)
        if task is None:
            task = asyncio.create_task(self._file(match, path, kind, language, record, party))
            self._drawing[path] = task
            task.add_done_callback(lambda _: self._drawing.pop(path, None))
        return await await_shared(task)

    def forget(self, match: str) -> None:
        """Delete a match's files: its players have new names."""
        for file in self._folder.glob(f"{match}-*.*"):
            file.unlink(missing_ok=True)

    async def close(self) -> None:
        """Stop drawing."""
        await cancel_and_wait(*self._drawing.values())

    async def _file(
        self,
        match: str,
        path: Path,
        kind: Kind,
        language: str,
        record: Callable[[], Record],
        party: str,
    ) -> bytes:
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError:
            called = path.name.rpartition("-")[0]
            await asyncio.to_thread(self._forget_others, match, called)
            packed = await asyncio.to_thread(lambda: pickle.dumps(record()))
            await self._process.run(party, _draw, packed, str(path), kind, language)
            await asyncio.to_thread(self._make_room)
            return await asyncio.to_thread(path.read_bytes)

    def _forget_others(self, match: str, called: str) -> None:
        for file in self._folder.glob(f"{match}-*.*"):
            if not file.name.startswith(f"{called}-"):
                file.unlink(missing_ok=True)

    def _make_room(self) -> None:
        files = sorted(self._folder.glob("*.*"), key=_drawn_at)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)


def _drawn_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:  # others make room, too
        return 0.0


def _draw(packed: bytes, path: str, kind: Kind, language: str) -> None:
    """Draw a keepsake into a file, which is written completely or not at all."""
    from tischlein.presentation import drawing  # loads the imaging libraries

    record: Record = pickle.loads(packed)
    whole = Path(path)
    unfinished = begin_private(whole)
    drawing.render(
        record,
        unfinished,
        most=MOST_FRAMES,
        language=language,
        seconds=SECONDS,
        width=WIDTHS[kind],
    )
    unfinished.replace(whole)
