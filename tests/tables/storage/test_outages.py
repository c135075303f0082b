"""What fails for a while is told when it begins and when it is over, however often it fails."""

import logging

import pytest

from tischlein.tables.problems import NotNowError, StorageError
from tischlein.tables.storage.outages import QUIET_PERIOD, Outage, log_level
from tischlein.tables.storage.store_errors import (
    ConflictError,
    StoreClosedError,
    StoreFullError,
    StoreUnavailableError,
)

log = logging.getLogger(__name__)


class Clock:
    """A clock that stands still until it is set on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outage(clock: Clock) -> Outage:
    return Outage(log, "sending pigeons", clock)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_what_works_is_not_told(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.record_success()
    assert not outage.ongoing
    assert told(caplog) == []


def test_an_outage_is_told_when_it_begins_and_when_it_is_over_with_its_length(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(100):
        outage.record_failure("no pigeons")
        clock.now += 2
    assert outage.ongoing
    assert told(caplog) == ["sending pigeons fails: no pigeons"]
    outage.record_success()
    assert not outage.ongoing
    clock.now += QUIET_PERIOD + 7_200
    outage.record_success()
    outage.record_success()
    assert told(caplog)[1:] == [
        "sending pigeons works again, after 3 min 20 s in which it failed 100 times"
    ]
    fields = {"seconds": 200.0, "failures": 100}
    assert getattr(caplog.records[-1], "fields", None) == fields
    outage.record_failure("no pigeons")
    assert len(told(caplog)) == 3


def test_what_works_now_and_then_is_one_outage(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(50):
        outage.record_failure("no pigeons")
        clock.now += QUIET_PERIOD / 4
        outage.record_success()
        clock.now += QUIET_PERIOD / 4
    assert len(told(caplog)) == 1
    clock.now += QUIET_PERIOD
    outage.record_success()
    assert len(told(caplog)) == 2


def test_a_fault_of_the_program_is_told_with_its_traceback_once_of_each_kind(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    outage.record_failure("no pigeons")
    for fault in (KeyError("wing"), KeyError("beak"), ValueError(), KeyError("wing")):
        outage.record_fault(fault)
    assert told(caplog)[1:] == [
        "sending pigeons fails: 'wing'",
        "sending pigeons fails: ValueError",
    ]
    assert [record.exc_info is not None for record in caplog.records] == [False, True, True]
    clock.now += QUIET_PERIOD
    outage.record_success()
    outage.record_fault(KeyError("wing"))
    assert caplog.records[-1].exc_info is not None


def test_what_is_foreseen_is_no_fault(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.record(StoreUnavailableError("away"))
    outage.record(KeyError("wing"))
    assert told(caplog) == ["sending pigeons fails: away", "sending pigeons fails: 'wing'"]
    assert [record.exc_info is not None for record in caplog.records] == [False, True]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.5, "0.5 s"), (59, "59.0 s"), (60, "1 min 0 s"), (7_380, "2 h 3 min"), (180_000, "2 d 2 h")],
)
def test_its_length_is_told_in_units_that_fit(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture, seconds: float, words: str
) -> None:
    outage.record_failure("no pigeons")
    clock.now += seconds
    outage.record_success()
    clock.now += QUIET_PERIOD
    outage.record_success()
    assert f"after {words} in" in told(caplog)[-1]


def test_what_follows_from_an_outage_of_storage_is_no_warning_of_its_own() -> None:
    away = (StoreUnavailableError("x"), StoreFullError("x"), StoreClosedError("x"), StorageError())
    assert {log_level(error) for error in away} == {logging.INFO}
    assert log_level(ConflictError("x")) == log_level(NotNowError("busy")) == logging.WARNING
