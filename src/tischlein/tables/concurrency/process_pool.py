"""A few processes that run one task at a time each, and are killed if it takes too long.

A pool of the standard library cannot kill one of its processes. Here a process that hangs is killed
and replaced, while the others work on. Time is measured as processor time of the process: on a busy
machine, killing slow work would only start it again.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, TypeVarTuple

from tischlein.child_processes import end_with_parent, interruptible, processor_time, uninterrupted

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    _Pipe: TypeAlias = Connection[Any, Any]

STARTING = 120.0
"""Seconds that a new process may take to load what it needs, or to compile it."""
HANGS = 30.0
"""Seconds without processor time after which a busy process is considered hanging."""
_CHECK_EVERY = 0.05
"""Minimal number of seconds between two checks of processor time."""

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class TooLongError(Exception):
    """Work has taken longer than it may; its process has been killed."""


class Worker:
    """One process, and a thread that sends it work and waits for results.

    A pool of the standard library has three threads wake one another for every piece of work.
    """

    def __init__(self) -> None:
        """The process starts when it is first needed."""
        self.warm = False
        """Whether it has finished a task, so that it has loaded what it needs."""
        self._process: BaseProcess | None = None
        self._work: SimpleQueue[_Work | None] = SimpleQueue()

    @property
    def pids(self) -> list[int]:
        """The ids of its processes: one once it has been started."""
        pid = None if self._process is None else self._process.pid
        return [] if pid is None else [pid]

    @property
    def cpu_seconds(self) -> float | None:
        """Its processor time in seconds, if the system tells."""
        return next(map(processor_time, self.pids), None)

    def submit(
        self, function: Callable[[*_Arguments], _Result], *arguments: *_Arguments
    ) -> Future[_Result]:
        """Run a function; the future raises BrokenProcessPool if the process has died.

        Raises
        ------
        OSError
            If no process can be started.
        """
        if self._process is None:
            self._process = self._start()
        future: Future[_Result] = Future()
        self._work.put((future, function, arguments))
        return future

    def _start(self) -> BaseProcess:
        # Spawned, since a fork would copy the threads' locks.
        spawning = multiprocessing.get_context("spawn")
        near, far = spawning.Pipe()
        process = spawning.Process(target=_serve, args=(far,), daemon=True)
        try:
            with uninterrupted():
                process.start()
        except OSError:
            near.close()
            raise
        finally:
            far.close()
        threading.Thread(target=_relay, args=(self._work, near), daemon=True).start()
        return process

    def kill(self) -> None:
        """Kill the process whatever it does."""
        if self._process is not None:
            self._process.kill()
        self.close()

    def close(self) -> None:
        """Let the process end when it is done."""
        self._work.put(None)


_Work = tuple[Future[Any], Callable[..., object], tuple[object, ...]]


def _relay(work: SimpleQueue[_Work | None], pipe: _Pipe) -> None:
    """Send a process one piece of work after the other, and deliver its results."""
    with pipe:
        while (one := work.get()) is not None:
            future, function, arguments = one
            if not future.set_running_or_notify_cancel():
                continue
            try:
                pipe.send((function, arguments))
                done, result = pipe.recv()
            except (EOFError, OSError):
                future.set_exception(BrokenProcessPool("the process has died"))
            except Exception as error:  # it cannot be sent
                future.set_exception(error)
            else:
                if done:
                    future.set_result(result)
                else:
                    future.set_exception(result)


def _serve(pipe: _Pipe) -> None:
    """The process's main function: perform work until the pipe is closed."""
    end_with_parent()
    interruptible()
    with suppress(EOFError, ConnectionError):  # the latter if the server was killed
        while True:
            packed = pipe.recv_bytes()
            try:
                function, arguments = pickle.loads(packed)
                answer = pickle.dumps((True, function(*arguments)))
            except Exception as error:
                error.add_note(traceback.format_exc())
                answer = _failure(error)
            pipe.send_bytes(answer)


def _failure(error: Exception) -> bytes:
    try:
        return pickle.dumps((False, error))
    except Exception:
        return pickle.dumps((False, RuntimeError(traceback.format_exc())))


class ProcessPool:
    """Some workers, one of which serves each request."""

    def __init__(self, count: int) -> None:
        """Create this many workers; their processes start with their first work."""
        self.workers = [Worker() for _ in range(count)]
        self.pending = 0
        """How many requests are being processed, or wait for a worker."""
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self._free.put_nowait(worker)
        self._closed = False
        self._releasing: set[asyncio.Task[None]] = set()

    def warm_up(self, function: Callable[[*_Arguments], object], *arguments: *_Arguments) -> None:
        """Run a function on a free worker, ignoring its result, so that it is ready."""
        if not self._free.empty():
            worker = self._free.get_nowait()
            with suppress(OSError):
                self._release_later(worker, self._submit(worker, function, *arguments), STARTING)

    async def run(
        self,
        limit: float,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
    ) -> _Result:
        """Run a function on the next free worker.

        Raises
        ------
        TooLongError
            If it takes longer than `limit` seconds (a new process has additional time to start).
        concurrent.futures.process.BrokenProcessPool
            If the process died. In both cases a replacement is there for the next request.
        OSError
            If no process can be started; the next request tries again.
        """
        self.pending += 1
        try:
            worker = await self._free.get()
            return await self._result_of(worker, limit, function, *arguments)
        finally:
            self.pending -= 1

    async def _result_of(
        self,
        worker: Worker,
        limit: float,
        function: Callable[[*_Arguments], _Result],
        *arguments: *_Arguments,
    ) -> _Result:
        future = self._submit(worker, function, *arguments)
        seconds = limit if worker.warm else STARTING + limit
        try:
            if not await _ends_within(future, worker, seconds):
                self._replace(worker)
                raise TooLongError(f"it took longer than {seconds:g} seconds")
        except asyncio.CancelledError:
            self._release_later(worker, future, seconds)  # nobody wants the result any more
            raise
        if isinstance(future.exception(), BrokenProcessPool):
            self._replace(worker)
        else:
            self._release(worker)
        return future.result()

    def _submit(
        self, worker: Worker, function: Callable[[*_Arguments], _Result], *arguments: *_Arguments
    ) -> Future[_Result]:
        try:
            return worker.submit(function, *arguments)
        except OSError:
            self._free.put_nowait(worker)
            raise

    def close(self) -> None:
        """Accept no more work; let running work finish."""
        self._closed = True
        for task in self._releasing:
            task.cancel()
        for worker in self.workers:
            worker.close()

    def _release(self, worker: Worker) -> None:
        worker.warm = True
        self._free.put_nowait(worker)

    def _replace(self, worker: Worker) -> None:
        """Replace a worker that hangs or has died."""
        worker.kill()
        self.workers.remove(worker)
        if not self._closed:
            replacement = Worker()
            self.workers.append(replacement)
            self._free.put_nowait(replacement)

    def _release_later(self, worker: Worker, future: Future[Any], seconds: float) -> None:
        """Take a worker back once its work is done, or its replacement."""
        task = asyncio.get_running_loop().create_task(
            self._release_when_done(worker, future, seconds)
        )
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release_when_done(self, worker: Worker, future: Future[Any], seconds: float) -> None:
        ended = await _ends_within(future, worker, seconds)
        if not ended or isinstance(future.exception(), BrokenProcessPool):
            self._replace(worker)
        else:
            self._release(worker)


async def _ends_within(future: Future[Any], worker: Worker, seconds: float) -> bool:
    """Return True once work has ended, False when its worker has used this many seconds.

    They are seconds of processor time, if the system tells; a process without any for long hangs.
    """
    clock = asyncio.get_running_loop().time
    before = cpu_seconds = worker.cpu_seconds
    since = clock()
    ending = asyncio.wrap_future(future)
    ending.add_done_callback(_retrieve_exception)
    left = seconds
    while left > 0:
        longest = left if before is None else min(left, HANGS)
        done, _ = await asyncio.wait((ending,), timeout=max(longest, _CHECK_EVERY))
        if done:
            return True
        now = worker.cpu_seconds
        if before is None or now is None:
            return False
        if now != cpu_seconds:
            cpu_seconds, since = now, clock()
        elif clock() - since >= HANGS:
            return False
        left = seconds - (now - before)
    return False


def _retrieve_exception(ending: asyncio.Future[Any]) -> None:
    """Retrieve a future's exception, which the worker reports to whoever waits."""
    if not ending.cancelled():
        ending.exception()
