"""Waiting for what a thread, a process or another node brings about."""

import asyncio
import time
from collections.abc import Callable


async def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is so, whatever clock the loop goes by."""
    while not true():
        await asyncio.to_thread(time.sleep, 0.001)
