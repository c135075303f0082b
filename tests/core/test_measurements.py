"""Events with outcomes: kept in records, never made anew, refused where they cannot be."""

import pytest

from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.measuring import ENGINE
from tests.tiny.dash.state import FALL, GO, RIGHT
from tischlein.core import records
from tischlein.core.errors import RecordError, RefusedError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.lab.simulate import players_by_level, simulate

HEAD = "game: dash\nseats: Anna, Ben\n\n"


def test_a_record_keeps_outcomes_and_reaction_times() -> None:
    text = HEAD + "A go\n* fall -7\nA right @312\nB left @250\n"
    record = records.read(text)
    assert [event.measurement for event in record.events] == [(), (-7,), (312,), (250,)]
    assert records.write(record) == text


def test_a_replay_takes_the_outcome_from_the_record_and_not_from_the_physics() -> None:
    record = records.read(HEAD + "A go\n* fall -7\n? ball = -7\n")
    assert record.final().state.ball == -7
    assert record.final().measure(FALL).values != (-7,)


@pytest.mark.parametrize("outcome", ["fall", "fall 0", "fall 101", "fall 1 2", "fall far"])
def test_an_outcome_that_cannot_be_is_refused_and_changes_nothing(outcome: str) -> None:
    records.read(HEAD + f"A go\n! * {outcome} ; DSH-3\n? acting = *\n")
    with pytest.raises(RecordError, match="DSH-3"):
        records.read(HEAD + f"A go\n* {outcome}\n")


def test_playing_checks_the_outcome_too() -> None:
    position = Position.start(DASH, 2)
    position.play(0, GO)
    with pytest.raises(RefusedError):
        position.play(CHANCE, FALL)
    position.play(CHANCE, FALL, (5,))
    assert position.state.ball == 5


def test_simulated_races_are_won_by_the_fastest_and_ties_go_round_from_the_starter() -> None:
    players = players_by_level(DASH, ["medium", "medium"])
    (record,) = simulate(DASH, 2, {}, matches=1, seed=1, players=players)
    claims = [event for event in record.events if event.seat != CHANCE and event.action != GO]
    assert claims == [Event(0, RIGHT, (200,)), Event(1, RIGHT - 1, (200,))]


def test_random_players_race_too() -> None:
    (record,) = simulate(DASH, 3, {}, matches=1, seed=2)
    assert record.final().over
    times = [event.measurement for event in record.events if event.seat != CHANCE and event.action]
    assert all(len(time) == 1 for time in times)


def test_a_record_made_here_names_what_made_its_outcomes() -> None:
    (record,) = simulate(DASH, 2, {}, matches=1, seed=3)
    assert record.fields["engine"] == ENGINE
    assert f"engine: {ENGINE}\n" in records.write(record)
