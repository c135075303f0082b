"""Players that hang are interrupted when their time is up, and told of with their place."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import tischlein as tt
from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.stackers import LEFTMOST
from tischlein.core import registry
from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level, Search
from tischlein.core.position import Observation
from tischlein.lab import results, running
from tischlein.lab.entrants import may_hang
from tischlein.lab.processes import LostProcessError, supervised
from tischlein.lab.study import Study, StudyError
from tischlein.lab.thinking_time import HUNG, HangsError, thinking_time

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an alarm is a POSIX signal")

SOON = 0.3
BROKE_OFF = r"match \d+ \(seed .*\) broke off: .*:{} has not chosen within .* \(mine\.py, line"
PLAYERS = """
import itertools, time

calls = 0

def loops(seen, legal):
    global calls
    calls += 1
    while calls > 100:
        pass
    return legal[0]

def waits(seen, legal):
    time.sleep(10**6)

def catches_everything(seen, legal):
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass

def never_returns_to_python(seen, legal):
    return sum(itertools.repeat(0))

class Unmade:
    def __init__(self, seed):
        time.sleep(10**6)

    def choose(self, seen, legal):
        return legal[0]
"""
ONLY_PLAYS = f"""
import sys, threading
import mine
from tischlein.lab import thinking_time

def think():
    for _ in range(3):
        with thinking_time.thinking_time(600, "mine"):
            mine.loops(None, [0])
    with thinking_time.thinking_time({SOON}, "mine"):
        getattr(mine, sys.argv[1])(None, [0])

thinking_time.may_end_process()
thinking_time._LATER = 3.0
thinks = threading.Thread(target=think)
thinks.start()
thinks.join()
"""
PROGRAM = "import sys, time; time.sleep(10**6)"


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, "connect_four", CONNECT_FOUR)


def hanging(folder: Path, name: str) -> Study:
    """Return a study with a player that hangs."""
    (folder / "mine.py").write_text(PLAYERS)
    return of(f"python:{folder / 'mine.py'}:{name}")


def of(entrant: str) -> Study:
    return Study(games=("connect_four",), entrants=(entrant, "random"), matches=40)


def hangs() -> None:
    while True:
        pass


def test_code_that_hangs_is_interrupted_and_its_place_is_told() -> None:
    line = hangs.__code__.co_firstlineno + 1
    told = rf"mine has not chosen within 0\.3 seconds \(.*\.py, line ({line}|{line + 1})\)"
    with pytest.raises(HangsError, match=told), thinking_time(SOON, "mine"):
        hangs()


def test_what_ends_in_time_notices_nothing() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with thinking_time(600, "mine"):
        assert signal.getsignal(signal.SIGALRM) is not before
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    with thinking_time(inf, "mine"):
        assert signal.getsignal(signal.SIGALRM) is before


def test_code_may_have_an_alarm_of_its_own() -> None:
    """A player that limits itself, with a handler that it has set before."""
    rang = threading.Event()
    before = signal.signal(signal.SIGALRM, lambda *_: rang.set())
    try:
        with thinking_time(600, "mine"):
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            while not rang.is_set():
                pass
    finally:
        signal.signal(signal.SIGALRM, before)


def test_in_another_thread_there_is_no_limit() -> None:
    """Signals reach the main thread alone."""
    done: list[bool] = []

    def think() -> None:
        with thinking_time(0.001, "mine"):
            time.sleep(0.01)
        done.append(True)

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert done


@pytest.mark.parametrize(
    ("name", "code"),
    [("waits", HUNG), ("catches_everything", HUNG), ("never_returns_to_python", 1)],
)
def test_where_no_signal_comes_code_that_hangs_ends_a_process_that_only_plays(
    name: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(PLAYERS)
    ended = subprocess.run(
        [sys.executable, "-c", ONLY_PLAYS, name], cwd=tmp_path, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (code, b"")


@pytest.mark.parametrize("name", ["waits", "Unmade"])
def test_a_match_whose_player_hangs_breaks_off(name: str, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=BROKE_OFF.format(name)):
        running.run(hanging(tmp_path, name), tmp_path / "study", workers=1, thinking_limit=SOON)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_matches_before_one_that_breaks_off_are_kept(workers: int, tmp_path: Path) -> None:
    study, limit = hanging(tmp_path, "loops"), 3.0  # longer than a busy machine lets a player wait
    with pytest.raises(StudyError, match=BROKE_OFF.format("loops")):
        running.run(study, tmp_path / "study", workers=workers, thinking_limit=limit)
    assert len(results.opened(tmp_path / "study").matches) > 0


@pytest.mark.parametrize("name", ["catches_everything", "never_returns_to_python"])
def test_code_that_cannot_be_interrupted_ends_its_process(name: str, tmp_path: Path) -> None:
    told = r"\(.*SIGVTALRM.*\): a player's code has not chosen in time, and could not be interr"
    with pytest.raises(LostProcessError, match=told):
        running.run(hanging(tmp_path, name), tmp_path / "study", workers=2, thinking_limit=SOON)


def test_a_program_has_the_same_limit(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)
    with pytest.raises(StudyError, match=r"mine\.py did not answer within 0\.3 seconds"):
        running.run(
            of(f"program:{sys.executable} {tmp_path / 'mine.py'}"),
            tmp_path / "study",
            workers=1,
            thinking_limit=SOON,
        )


def test_a_contest_ends_with_a_player_that_hangs() -> None:
    def mine(_: Observation, __: Sequence[int]) -> int:
        while True:
            pass

    with pytest.raises(HangsError, match="mine has not chosen within"):
        tt.contest("bauab", [mine, "random"], matches=4, workers=1, thinking_limit=SOON)


def own(seen: Observation, rng: Rng, stop: object) -> int:
    return seen.legal(seen.seat)[0]


def test_whatever_is_plain_python_may_hang() -> None:
    levels = (Level("own", Custom(own)), Level("searching", Search("uct", simulations=5)))
    game = replace(CONNECT_FOUR, levels=levels, absent="own")
    names = ("own", "searching", "random", "uct:5", LEFTMOST, "program:./mine", "openspiel:mcts:3")
    assert {name for name in names if may_hang(game, name)} == {
        "own",
        LEFTMOST,
        "openspiel:mcts:3",
    }


@pytest.mark.parametrize("how", ["SIGVTALRM(-26)", f"EXIT({HUNG})"])
def test_whoever_lost_a_process_to_code_that_hangs_is_told_so(how: str) -> None:
    lost = BrokenProcessPool(f"It was terminated. The exit codes of the workers are {{{how}}}")
    with (
        pytest.raises(LostProcessError, match="has not chosen in time"),
        supervised(ThreadPoolExecutor()),
    ):
        raise lost
