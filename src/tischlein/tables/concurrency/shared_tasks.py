"""Tasks with several waiting callers: cancelling one affects neither the others nor the task."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeVar

from tischlein.core.errors import TischleinError

log = logging.getLogger(__name__)

_Result = TypeVar("_Result")


async def await_shared(task: asyncio.Task[_Result]) -> _Result:
    """Return what a task returns, or raise what it raises; cancelling this does not cancel it.

    A later refusal by the task is then ignored; a failure is logged.
    """
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_failure)
        raise


def _log_failure(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, TischleinError):
        log.error("what somebody has given up waiting for has failed", exc_info=error)
