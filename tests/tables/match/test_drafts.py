"""Drafts: actions tried out on screen; nothing happens, nothing is told that is not known."""

import random
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from tests.tables.playing import ANNA, BEN, OPEN, asynchronous, hall_at, me, two_at_bauab
from tischlein.core.driver import play_at_random
from tischlein.core.phrases import Refusal
from tischlein.core.position import Position
from tischlein.core.registry import load
from tischlein.core.seats import CHANCE
from tischlein.presentation import of
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.match.drafts import Drafted, draft
from tischlein.tables.problems import NotNowError
from tischlein.tables.seats.setting_up import NewTable

SCHLAURAFF = load("schlauraff")


def turn() -> Position:
    """Return a position in which somebody chooses what to do with a roll."""
    driver = play_at_random(SCHLAURAFF.start(), random.Random(1))
    begun = False
    for event in driver.play():
        begun |= event.seat != CHANCE
        if begun and event.seat == CHANCE and CHANCE not in driver.position.acting:
            break
    return driver.position


@asynchronous
async def test_a_draft_shows_what_the_actions_would_lead_to_and_changes_nothing() -> None:
    position = turn()
    seat = position.acting[0]
    before = position.to_bytes()
    action = position.legal(seat)[0]
    drafted = await draft(position.observe(seat), [action])
    assert position.to_bytes() == before
    assert isinstance(drafted, Drafted)
    position.play(seat, action)
    assert drafted.scene == of(SCHLAURAFF).scene(position.observe(seat))
    assert drafted.open == (position.acting == (seat,))


@asynchronous
async def test_a_draft_ends_where_somebody_else_or_chance_acts() -> None:
    position = turn()
    seat = position.acting[0]
    actions: list[int] = []
    while position.acting == (seat,):
        actions.append(position.legal(seat)[0])
        drafted = await draft(turn().observe(seat), actions)
        position.play(seat, actions[-1])
        assert isinstance(drafted, Drafted)
        assert drafted.open == (position.acting == (seat,))
    beyond = await draft(turn().observe(seat), [*actions, 0])
    assert isinstance(beyond, Refusal)
    assert beyond.phrase.key == "problem-draft-complete"


@asynchronous
async def test_an_impossible_action_is_refused_by_its_rule() -> None:
    position = turn()
    seat = position.acting[0]
    legal = position.legal(seat)
    wrong = next(action for action in range(SCHLAURAFF.actions) if action not in legal)
    refused = await draft(position.observe(seat), [wrong])
    assert isinstance(refused, Refusal)
    assert refused.rule.startswith("SLR-")
    nothing = await draft(position.observe(seat), [SCHLAURAFF.actions])
    assert isinstance(nothing, Refusal)


@asynchronous
async def test_a_table_drafts_only_in_games_with_drafts(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "tischlein.db") as hall:
        async with hall.table(await two_at_bauab(hall)) as table:
            with pytest.raises(NotNowError):
                await table.draft(0, [0])
        wanted = NewTable("schlauraff", (me("Anna"), OPEN), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            number = table.number
            (seat,) = table.acting
            drafted = await table.draft(seat, table.legal(seat)[:1])
            assert isinstance(drafted, Drafted)
            assert table.number == number
            assert SCHLAURAFF.drafts is not None
            other = await table.draft(1 - seat, [0])
            assert isinstance(other, Refusal)
            with pytest.raises(NotNowError):
                await table.draft(seat, [0] * (SCHLAURAFF.drafts.longest + 1))


@asynchronous
async def test_what_is_asked_after_a_draft_is_asked_of_where_it_leads(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "tischlein.db") as hall:
        chairs = me("Anna"), me("Ben")
        match_id, _ = await hall.open(ANNA, NewTable("schlauraff", chairs, {}, advice=True))
        async with hall.table(match_id) as table:
            (seat,) = table.acting
            wrong = next(n for n in range(SCHLAURAFF.actions) if n not in table.legal(seat))
            refusal = await table.why_not(seat, ["roll"], [wrong])
            assert refusal is not None
            assert refusal.rule.startswith("SLR-")
            with pytest.raises(NotNowError, match="nothing-to-advise"):
                await table.advise(seat, [wrong])


@asynchronous
async def test_advice_whose_worker_dies_keeps_no_table_from_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*_: object) -> None:
        raise BrokenProcessPool("the process has ended")

    monkeypatch.setattr(LocalCompute, "advise", dies)
    async with hall_at(tmp_path / "tischlein.db") as hall:
        chairs = me("Anna"), me("Ben")
        match_id, _ = await hall.open(ANNA, NewTable("bauab", chairs, {}, advice=True))
        async with hall.table(match_id) as table:
            with pytest.raises(BrokenProcessPool):
                await table.advise(table.acting[0])
        await table.close()
        assert table.closed
