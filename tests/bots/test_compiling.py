"""Games are compiled apart: their rules first, what somebody waits for at once."""

import os
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children, get_context
from threading import Barrier, Event, get_ident
from time import sleep

import pytest

from tischlein.bots import compiling
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

    monkeypatch.setattr(compiling, "spawned", pool)
    monkeypatch.setattr(compiling, "_compile", lambda key, part: tasks.append((key, part)))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
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
    monkeypatch.setattr("os.cpu_count", lambda: 2)
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
    compiler.want("drunter")
    running = compiler.run()
    assert next(running)[:2] == ("drunter", Part.RULES)
    compiler.want("misd")
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
        compiler.give_up()
        assert ended.wait(60)

    monkeypatch.setattr(compiling, "_compile", compile_without_end)
    monkeypatch.setattr(compiling, "kill", lambda _: ended.set())
    assert list(compiler.run()) == []
    assert len(begun) == 1


def test_who_has_given_up_before_compiles_nothing(begun: list[tuple[str, Part]]) -> None:
    compiler = Compiler(GAMES)
    compiler.give_up()
    compiler.give_up()
    assert not list(compiler.run())
    assert not begun


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signal")
def test_a_process_that_dies_ends_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where memory is short: another one takes its place, and others live on."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
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
        failed = [error for *_, error in done if error is not None]
        assert len(failed) <= 1
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
    compiler.want("no_such_game")
    assert [key for key, *_ in compiler.run()] == ["bauab", "bauab"]
    compiler.want("bauab")
    assert list(compiler.run()) == []
    assert len(begun) == 2
