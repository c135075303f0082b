"""What pictures take long for is worked out beside the event loop, before anybody is told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.tables.playing import ANNA, BEN, OPEN, asynchronous, hall_at, me
from tischlein.core.registry import load
from tischlein.games.schlauraff import action_values
from tischlein.presentation import of
from tischlein.presentation.caches import CachedFunction
from tischlein.tables.match.announcing import Listener
from tischlein.tables.match.table import Table
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.stored import StoredRemark

SCHLAURAFF = load("schlauraff")


class Onlooker(Listener):
    """Looks through all seats, and notes what is still to be worked out when it is told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.missing: list[bool] = []

    @property
    def seats(self) -> Iterable[int]:
        return (0, 1)

    def happened(self, first: int) -> None:
        del first
        for seat in self.seats:
            observer = self.table.cached_observer(seat)
            assert observer is not None
            self.missing.append(of(SCHLAURAFF).ahead(observer.observation) is not None)

    def changed(self) -> None:
        pass

    def thinking(self) -> None:
        pass

    def said(self, remark: StoredRemark) -> None:
        pass

    def rewound(self) -> None:
        pass

    def removed(self) -> None:
        pass


@asynchronous
async def test_it_is_there_when_listeners_hear_of_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[action_values.Situation] = []

    def worths(situation: action_values.Situation) -> tuple[float, ...]:
        worked_out.append(situation)
        return (0.0,) * len(situation.legal)

    monkeypatch.setattr(action_values, "_mean_chips", CachedFunction(worths, 1000))
    async with hall_at(tmp_path / "tischlein.db") as hall:
        wanted = NewTable("schlauraff", (me("Anna"), OPEN), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            onlooker = Onlooker(table)
            table.listeners.add(onlooker)
            for number in range(20):
                (seat,) = table.acting
                await table.act(seat, f"act {number}", table.legal(seat)[0])
            table.listeners.discard(onlooker)
    assert len(onlooker.missing) >= 20
    assert not any(onlooker.missing)
    assert worked_out
