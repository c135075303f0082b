"""Ports of the tests themselves: no two servers that start at the same time get the same one."""

import subprocess
import sys

from tests.ports import free_port

ANOTHER = """
import random
from tests.ports import free_port
draws, first = random.randrange, [{port}]
random.randrange = lambda *between: first.pop() if first else draws(*between)
print(free_port())
"""
"""Comes upon that port first."""


def test_a_port_that_one_process_has_got_no_other_gets() -> None:
    port = free_port()
    command = [sys.executable, "-c", ANOTHER.format(port=port)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(told.stdout) != port
