"""Games are compiled apart: their rules first, what somebody waits for at once."""

import os
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, get_context
from threading import Barrier, Event, Lock, Timer, get_ident
from time import sleep

import pytest

from tischlein.bots import compiling, memory
from tischlein.bots.compiling import Compiler, Part
from tischlein.core import registry

GAMES = [registry.load(key) for key in ("bauab", "raufer", "misd", "drunter")]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Part]]:
    """Have nothing compiled, on one core, and return what would have been."""
    tasks: list[tuple[str, Part]] = []

    def pool(workers: int, begin: Callable[[], None]) -> ThreadPoolExecutor:
        del begin
        return ThreadPoolExecutor(workers)

    monkeypatch.setattr(compiling, "spawn_pool", pool)
    monkeypatch.setattr(compiling, "_compile", lambda key, part: tasks.append((key, part)))
    monkeypatch.setattr(compiling, "usable_cores", lambda: 1)
    return tasks


def test_all_rules_come_before_any_search(begun: list[tuple[str, Part]]) -> None:
    done = [(key, part) for key, part, _ in Compiler(GAMES).run()]
    assert done == begun == [(game.key, part) for part in Part for game in GAMES]


def test_searches_are_compiled_where_their_rules_have_been(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Barrier(2)
    places: dict[tuple[str, Part], int] = {}

    def compile_side_by_side(key: str, part: Part) -> None:
        begun.append((key, part))
        places[key, part] = get_ident()
        both.wait(60)

    monkeypatch.setattr(compiling, "_compile", compile_side_by_side)
    monkeypatch.setattr(compiling, "usable_cores", lambda: 2)
    assert len(list(Compiler(GAMES[:2]).run())) == len(begun) == 4
    bauab, raufer = (places[game.key, Part.RULES] for game in GAMES[:2])
    assert bauab == places["bauab", Part.SEARCHES]
    assert raufer == places["raufer", Part.SEARCHES]
    assert bauab != raufer


def test_what_somebody_waits_for_comes_at_once_though_every_core_is_busy(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Event()

    def compile_slowly(key: str, part: Part) -> None:
        begun.append((key, part))
        if key == "bauab":
            assert held.wait(60)

    monkeypatch.setattr(compiling, "_compile", compile_slowly)
    compiler = Compiler(GAMES)
    compiler.prioritize("drunter")
    running = compiler.run()
    assert next(running)[:2] == ("drunter", Part.RULES)
    compiler.prioritize("misd")
    assert next(running)[:2] == ("misd", Part.RULES)
    assert {next(running)[:2] for _ in range(2)} == {
        ("drunter", Part.SEARCHES),
        ("misd", Part.SEARCHES),
    }
    held.set()
    assert next(running)[:2] == ("bauab", Part.RULES)
    assert len(list(running)) == 3
    assert len(begun) == len(set(begun)) == 2 * len(GAMES)


def test_a_game_that_cannot_be_compiled_keeps_none_from_it(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(key: str, part: Part) -> None:
        begun.append((key, part))
        if key == "raufer":
            raise TypeError("no such type")

    monkeypatch.setattr(compiling, "_compile", failing)
    failed = {key for key, _, error in Compiler(GAMES).run() if error is not None}
    assert failed == {"raufer"}
    assert len(begun) == 2 * len(GAMES)


def test_what_nobody_waits_for_any_more_is_ended_while_it_is_compiled(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler, ended = Compiler(GAMES), Event()

    def compile_without_end(key: str, part: Part) -> None:
        begun.append((key, part))
        compiler.cancel()
        assert ended.wait(60)

    monkeypatch.setattr(compiling, "_compile", compile_without_end)
    monkeypatch.setattr(compiling, "kill", lambda _: ended.set())
    assert list(compiler.run()) == []
    assert len(begun) == 1


def test_who_has_given_up_before_compiles_nothing(begun: list[tuple[str, Part]]) -> None:
    compiler = Compiler(GAMES)
    compiler.cancel()
    compiler.cancel()
    assert not list(compiler.run())
    assert not begun


def test_no_more_are_compiled_at_once_than_there_is_memory_for(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = 0
    most = []
    lock = Lock()
    both = Barrier(2)

    def compile_with_others(key: str, part: Part) -> None:
        nonlocal running
        begun.append((key, part))
        with lock:
            running += 1
            most.append(running)
        both.wait(60)  # there is always another one
        with lock:
            running -= 1
        both.wait(60)

    monkeypatch.setattr(compiling, "_compile", compile_with_others)
    monkeypatch.setattr(compiling, "usable_cores", lambda: 4)
    monkeypatch.setattr(memory, "available", lambda: 3 * compiling.MEMORY - 1)
    compiler = Compiler(GAMES)
    compiler.prioritize("drunter")  # nor is there memory for what somebody waits for
    assert len(list(compiler.run())) == 2 * len(GAMES)
    assert begun[0] == ("drunter", Part.RULES)
    assert max(most) == 2


def test_where_memory_is_short_a_process_compiles_once(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has loaded stays in it, however much that has become."""
    monkeypatch.setattr(compiling, "usable_cores", lambda: 2)
    ended: list[ThreadPoolExecutor] = []

    class Pool(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, **more: bool) -> None:
            ended.append(self)
            super().shutdown(wait, **more)

    monkeypatch.setattr(compiling, "spawn_pool", lambda workers, _: Pool(workers))
    in_the_end = 3  # one for each core, and one for what somebody waits for
    for free, times in ((2 * compiling.MEMORY, in_the_end), (0, in_the_end + 2 * len(GAMES))):
        monkeypatch.setattr(memory, "available", partial(int, free))
        ended.clear()
        begun.clear()
        assert len(list(Compiler(GAMES).run())) == len(begun) == 2 * len(GAMES)
        assert len(set(ended)) == times


def test_what_has_ended_its_process_is_tried_again_alone(
    begun: list[tuple[str, Part]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    beside: dict[tuple[str, Part], int] = {}
    running = 0
    lock, together = Lock(), Barrier(2)

    def compile_with_luck(key: str, part: Part) -> None:
        nonlocal running
        again = (key, part) in begun
        begun.append((key, part))
        with lock:
            running += 1
            beside[key, part] = running
        if len(begun) <= 2:
            together.wait(60)
        with lock:
            running -= 1
        if key == "raufer" and (part is Part.SEARCHES or not again):
            raise BrokenProcessPool

    monkeypatch.setattr(compiling, "_compile", compile_with_luck)
    monkeypatch.setattr(compiling, "usable_cores", lambda: 2)
    done = {(key, part): error for key, part, error in Compiler(GAMES).run()}
    assert done.keys() == {(game.key, part) for part in Part for game in GAMES}
    assert [task for task, error in done.items() if error] == [("raufer", Part.SEARCHES)]
    assert begun.count(("raufer", Part.RULES)) == begun.count(("raufer", Part.SEARCHES)) == 2
    assert "the rules of raufer are compiled again" in caplog.text
    assert beside["raufer", Part.RULES] == 1
    later = begun[begun.index(("raufer", Part.RULES), 2) :]
    assert {beside[task] for task in later} == {1}, "from then on one comes after the other"


def test_several_that_have_ended_their_processes_are_all_tried_again(
    begun: list[tuple[str, Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where memory runs out for all that are at it in the same moment."""
    together = Barrier(3)

    def compile_with_luck(key: str, part: Part) -> None:
        again = (key, part) in begun
        begun.append((key, part))
        if part is Part.RULES and not again:
            together.wait(60)
            raise BrokenProcessPool

    monkeypatch.setattr(compiling, "_compile", compile_with_luck)
    monkeypatch.setattr(compiling, "usable_cores", lambda: 3)
    compiler = Compiler(GAMES[:3])
    hangs = Timer(60, compiler.cancel)
    hangs.start()
    done = {(key, part): error for key, part, error in compiler.run()}
    hangs.cancel()
    assert done == {(game.key, part): None for part in Part for game in GAMES[:3]}


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signal")
def test_a_process_that_dies_ends_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where memory is short: another one takes its place, and others live on."""
    monkeypatch.setattr(compiling, "usable_cores", lambda: 1)
    other = get_context("spawn").Process(target=sleep, args=(600,))
    other.start()
    there = {one.pid for one in active_children()}  # also what other tests have not ended yet
    try:
        running = Compiler(GAMES[:2]).run()
        done = [next(running)]
        (victim,) = (one for one in active_children() if one.pid not in there)
        victim.kill()
        done += running
        assert [(key, part) for key, part, _ in done] == [
            (game.key, part) for part in Part for game in GAMES[:2]
        ]
        assert [error for *_, error in done if error is not None] == []
        early = Compiler(GAMES[:1]).run()
        assert isinstance(early, Generator)
        next(early)
        early.close()
        assert other.is_alive()
    finally:
        other.kill()
        other.join()


def test_a_game_that_nobody_knows_or_that_is_done_can_be_wanted(
    begun: list[tuple[str, Part]],
) -> None:
    compiler = Compiler(GAMES[:1])
    compiler.prioritize("no_such_game")
    assert [key for key, *_ in compiler.run()] == ["bauab", "bauab"]
    compiler.prioritize("bauab")
    assert list(compiler.run()) == []
    assert len(begun) == 2
