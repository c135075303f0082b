"""Child processes end with whoever has started them, and Ctrl+C passes over their beginning."""

import signal
import subprocess
import sys
from typing import Any

import pytest

PATIENCE = 120
KINDS = {
    "compiling": "from tischlein.bots import compiling\n"
    "    from tischlein.child_processes import spawn_pool\n"
    "    pool = spawn_pool(2, compiling._initialize_in_background)",
    "what somebody waits for": "from tischlein.bots import compiling\n"
    "    from tischlein.child_processes import spawn_pool\n"
    "    pool = spawn_pool(1, compiling._initialize)",
    "pictures": "from tischlein.child_processes import spawn_pool\n"
    "    from tischlein.tables.concurrency import background_processes\n"
    "    pool = spawn_pool(1, background_processes._initialize)",
    "physics and bots": "from tischlein.tables.concurrency import process_pool\n"
    "    pool = process_pool.Worker()",
}


MATCHES = "from tischlein.lab.processes import processes\n    pool = processes(2)"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a process some cores")
def test_no_more_cores_are_used_than_a_process_is_given() -> None:
    script = """
import os
from tischlein.child_processes import usable_cores
from tischlein.lab.processes import process_count
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
print(usable_cores(), process_count(None), process_count(3))
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1", "1", "3"]


@pytest.mark.parametrize("kind", [*KINDS, "matches"])
def test_they_end_with_a_parent_that_is_killed(kind: str) -> None:
    """What it prints to stays open as long as one of them is there."""
    script = f"""
import os, time
if __name__ == "__main__":
    {KINDS.get(kind, MATCHES)}
    pool.submit(os.getpid).result()
    work = pool.submit(time.sleep, 3600)
    while not work.running():
        time.sleep(0.01)
    print("at work", flush=True)
    time.sleep(3600)
"""
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        process.send_signal(signal.SIGKILL)
        assert not process.communicate(timeout=PATIENCE)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
@pytest.mark.parametrize("kind", [*KINDS, "matches"])
def test_one_that_is_interrupted_while_it_begins_says_nothing(kind: str) -> None:
    script = f"""
import os, signal, time
if __name__ == "__main__":
    {KINDS.get(kind, MATCHES)}
    signal.signal(signal.SIGINT, lambda *_: None)
    begun = pool.submit(os.getpid)
    while not begun.done():
        os.killpg(0, signal.SIGINT)
        time.sleep(0.02)
    os._exit(0)
"""
    command = [sys.executable, "-c", script]
    settings: dict[str, Any] = {"capture_output": True, "start_new_session": True}
    done = subprocess.run(command, text=True, timeout=PATIENCE, check=True, **settings)
    assert "Interrupt" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent so there")
def test_one_that_is_interrupted_again_while_it_ends_says_nothing() -> None:
    """A terminal sends the signal as often as somebody presses the keys."""
    script = f"""
import os, signal
from multiprocessing.util import Finalize
if __name__ == "__main__":
    {KINDS["physics and bots"]}
    pool.submit(Finalize, None, signal.raise_signal, (signal.SIGINT,), None, 0).exception()
    os.kill(*pool.pids, signal.SIGINT)
    print(type(pool.submit(os.getpid).exception()).__name__)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, text=True, timeout=PATIENCE, check=True, capture_output=True)
    assert (done.stdout, done.stderr) == ("BrokenProcessPool\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
def test_the_first_process_of_all_begins_with_the_signal_held_back_too() -> None:
    """Python starts a process of its own before it, and lets the signal through after that."""
    script = """
import multiprocessing, os, signal
from tischlein.child_processes import uninterrupted
if __name__ == "__main__":
    with uninterrupted():
        process = multiprocessing.get_context("spawn").Process(target=os.getpid)
        process.start()
        print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
    process.join()
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, text=True, timeout=PATIENCE, check=True, capture_output=True)
    assert done.stdout.split() == ["True", "False"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
def test_processes_in_which_matches_are_played_end_on_an_interrupt_and_say_nothing() -> None:
    """Whatever they are at, here something that takes an hour, and also where Polars is there.

    Its handler of the signal lets go on waiting who waits.
    """
    script = """
import os, signal, threading, time
from concurrent.futures import wait
from tischlein.lab.processes import processes, supervised
if __name__ == "__main__":
    pool = processes(2)
    work = [pool.submit(time.sleep, 3600) for _ in range(2)]
    while not all(one.running() for one in work):
        time.sleep(0.01)
    signal.siginterrupt(signal.SIGINT, False)
    try:
        with supervised(pool):
            threading.Timer(1, os.killpg, (0, signal.SIGINT)).start()
            wait(work)
    except KeyboardInterrupt:
        print("interrupted")
"""
    command = [sys.executable, "-c", script]
    settings: dict[str, Any] = {"capture_output": True, "start_new_session": True}
    done = subprocess.run(command, text=True, timeout=PATIENCE, check=True, **settings)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
def test_an_interrupt_says_nothing_of_what_has_not_begun() -> None:
    """Of more than processes have at hand."""
    script = """
import os, signal, threading, time
from tischlein.lab.processes import in_order, processes
if __name__ == "__main__":
    pool = processes(1)
    threading.Timer(1, os.killpg, (0, signal.SIGINT)).start()
    try:
        list(in_order(pool, time.sleep, [3600] * 30))
    except KeyboardInterrupt:
        print("interrupted")
"""
    command = [sys.executable, "-c", script]
    settings: dict[str, Any] = {"capture_output": True, "start_new_session": True}
    done = subprocess.run(command, text=True, timeout=PATIENCE, check=True, **settings)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
