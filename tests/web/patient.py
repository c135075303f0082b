"""Connections that wait for as long as a busy machine takes: what hangs, pytest ends.

The library would give up when a handshake has not been answered within 10 seconds, or a ping within
20, which is nothing that these tests are about.
"""

from functools import partial

from websockets.asyncio.client import connect as connect_in_loop
from websockets.sync.client import connect as connect_in_thread

connect = partial(connect_in_loop, open_timeout=None, ping_timeout=None)
connect_sync = partial(connect_in_thread, open_timeout=None, ping_timeout=None)
