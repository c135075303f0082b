"""Notifying people of their matches: once, together, quietly, and whatever fails meanwhile."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import aiosmtplib
import pytest

from tests.tables.notifying_hall import SECOND, SITE, Clock, NotifyingHall, pushed
from tests.tables.places import Place
from tests.tables.playing import (
    ANNA,
    BEN,
    OPEN,
    asynchronous,
    hall_at,
    me,
    play_on,
    two_at_bauab,
    until,
)
from tests.tables.receivers import (
    HERE,
    Browser,
    Listener,
    Mailbox,
    link_in,
    listening,
    receiving_mail,
    text_of,
    webhook_reads,
)
from tischlein.core.errors import TischleinError
from tischlein.core.events import Event
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.notifications import links, mail, public_hosts, push, senders, wording
from tischlein.tables.notifications import notifier as notifier_module
from tischlein.tables.notifications.facts import Fact, Kind, facts_of
from tischlein.tables.notifications.following import follow_link
from tischlein.tables.notifications.links import LinkAction
from tischlein.tables.notifications.mail import MailServer, NotSentError, mail_server
from tischlein.tables.notifications.notifier import BATCH_TIMINGS, Notifier
from tischlein.tables.notifications.preferences import MOST_QUESTIONS, MOST_SUBSCRIPTIONS
from tischlein.tables.notifications.senders import NotificationSettings
from tischlein.tables.notifications.subscriptions import Channel, ClaimResult
from tischlein.tables.problems import (
    InvalidError,
    NotAllowedError,
    NotNowError,
    TooManyError,
    UnknownError,
)
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import (
    Clocks,
    MatchStatus,
    Ruling,
    RulingKind,
    SeatClock,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    TimeControl,
    TimeKind,
)

FOREVER = 3600.0
HOUR = 3600 * SECOND
DAY = 24 * HOUR


@asynccontextmanager
async def hall_in(place: Place, clock: Clock) -> AsyncIterator[Hall]:
    async with place.open() as store, Hall(store, clock=clock) as hall:
        yield hall


@asynccontextmanager
async def notifying_at(
    where: Path | Place, clock: Clock | None = None, server: MailServer | None = None
) -> AsyncIterator[NotifyingHall]:
    clock = clock or Clock()
    async with (
        hall_at(where, clock=clock, steady=clock)
        if isinstance(where, Path)
        else hall_in(where, clock) as hall
    ):
        notifier = Notifier(hall, NotificationSettings(SITE, server, HERE), jitter=lambda: 0.5)
        await notifier.open()
        yield NotifyingHall(hall, notifier, clock)


@asynccontextmanager
async def news_by_mail(place: Place) -> AsyncIterator[tuple[NotifyingHall, Mailbox]]:
    """Have news for Ben, who wants to be told of them by mail."""
    with receiving_mail() as (mailbox, server):
        async with notifying_at(place, server=server) as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            await follow_link(
                notifying.hall.store, LinkAction.CONFIRM, link_in(mailbox.mails[0], "confirm")
            )
            await notifying.acts(match)
            yield notifying, mailbox


# --- what there is to tell ---


def seat(*sessions: str, kind: SeatKind = SeatKind.PERSON) -> StoredSeat:
    return StoredSeat(kind=kind, sessions=sessions)


def a_match(*seats: StoredSeat, **fields: Any) -> StoredMatch:
    return StoredMatch(
        id="match",
        game="bauab",
        rules_version=1,
        options="",
        seats=seats,
        created=1,
        touched=5,
        commitment="",
        server_secret=b"",
        **({"status": MatchStatus.RUNNING} | fields),
    )


def happened(*seats: int) -> list[StoredEvent]:
    return [StoredEvent(n, Event(who, 0), 100 * n) for n, who in enumerate(seats, 1)]


def turn(match: StoredMatch, seats: tuple[int, ...], who: int = 0) -> Fact:
    facts = facts_of(match, happened(*seats), (who,))
    (found,) = [fact for fact in facts if fact.kind is Kind.TURN]
    return found


def test_a_turn_is_the_same_however_much_happens_in_it() -> None:
    match = a_match(seat("anna"), seat("ben"))
    began = turn(match, (0, 1))
    assert turn(match, (0, 1, 1)).key == began.key, "others act, as in simultaneous choices"
    assert turn(match, (0, 1, 0)).key == began.key, "its own actions go on with it"
    assert turn(match, (0, 1, 0, 0)).key == began.key
    assert turn(match, (0, 1, 0, 1)).key != began.key, "the next turn"
    assert turn(match, ()).key != turn(match, (0,) * 3 + (1,)).key


def test_a_turn_after_something_was_taken_back_is_another_one() -> None:
    match = a_match(seat("anna"), seat("ben"))
    back = a_match(seat("anna"), seat("ben"), rulings=(Ruling(RulingKind.BACK, 1, 2),))
    assert turn(match, (0, 1)).key != turn(back, (0, 1)).key


def test_nobody_is_told_of_a_turn_who_plays_alone_or_not_at_all() -> None:
    bot = StoredSeat(kind=SeatKind.BOT, level="medium")
    alone = a_match(seat("anna"), bot)
    same_device = a_match(seat("anna"), seat("anna"))
    resigned = a_match(StoredSeat(kind=SeatKind.PERSON, sessions=("a",), resigned=True), seat("b"))
    stood_in = a_match(StoredSeat(kind=SeatKind.PERSON, sessions=("a",), level="m"), seat("b"))
    paused = a_match(seat("anna"), seat("ben"), paused=True)
    for match in (alone, same_device, resigned, stood_in, paused):
        assert facts_of(match, happened(1), (0,)) == []
    timed = a_match(seat("anna"), bot, clocks=Clocks(0, (SeatClock(9, 10), SeatClock(9))))
    assert [fact.kind for fact in facts_of(timed, happened(1), (0,))] == [Kind.TURN]


def test_each_deadline_is_near_once_all_have_been_warned_of_it() -> None:
    def near(*running: SeatClock) -> list[int]:
        match = a_match(seat("anna"), seat("ben"), clocks=Clocks(0, running))
        facts = facts_of(match, happened(), (0, 1))
        return [fact.seat for fact in facts if fact.kind is Kind.DEADLINE]

    runs, warned, out = SeatClock(9, 10), SeatClock(9, 10, True), SeatClock(0, None, True, True)
    assert [near(runs, runs), near(runs, warned), near(warned, warned)] == [[], [1], [0, 1]]
    assert near(out, runs) == []


# --- in words ---


@pytest.mark.parametrize(
    ("left", "english", "german"),
    [
        (9_000, "One minute left.", "Noch eine Minute."),
        (90 * 60 * SECOND, "90 minutes left.", "Noch 90 Minuten."),
        (5 * HOUR, "5 hours left.", "Noch 5 Stunden."),
        (3 * DAY, "3 days left.", "Noch 3 Tage."),
    ],
)
def test_the_time_that_is_left_is_told_in_a_unit_that_fits_it(
    left: int, english: str, german: str
) -> None:
    news = wording.News(Kind.DEADLINE, "match", "bauab", "Anna", ("Ben", "Cleo"), left=left)
    assert wording.detail("en", news) == f"With Ben and Cleo. {english}"
    assert wording.detail("de", news) == f"Mit Ben und Cleo. {german}"
    over = news._replace(kind=Kind.OVER)
    assert wording.detail("en", over) == "With Ben and Cleo."


def test_who_invites_is_told_and_a_game_that_is_gone_by_its_key() -> None:
    invited = wording.News(Kind.INVITED, "match", "bauab", "Anna", ("Ben",))
    assert wording.detail("en", invited) == "You are invited by Ben."
    gone = wording.News(Kind.TURN, "match", "gone", "Anna", ())
    assert wording.heading("en", gone) == "gone: your turn"


# --- telling it ---


async def ben_to_move(notifying: NotifyingHall, service: Listener) -> str:
    """Open a table at which Ben is to move, who wants to hear of it by this webhook."""
    match = await two_at_bauab(notifying.hall)
    await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
    await notifying.acts(match)
    return match


@asynchronous
async def test_whose_turn_it_is_is_pushed_once_in_their_language(tmp_path: Path) -> None:
    with listening() as service:
        ben = Browser(service)
        async with notifying_at(tmp_path / "db") as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.pushes_to(BEN, ben, language="de")
            assert await notifying.passes(Channel.PUSH) == 0, "it is Anna's turn"
            await notifying.acts(match)
            assert await notifying.passes(Channel.PUSH, 1) == 0, "news are gathered for a while"
            assert await notifying.passes(Channel.PUSH) == 1
            (message,) = pushed(service, ben, notifying)
            assert message["title"] == "Bauab: Du bist dran"
            assert message["body"] == "Mit Anna."
            assert message["url"] == f"/match/{match}"
            for _ in range(3):
                await notifying.rests(Channel.PUSH)
                assert await notifying.passes(Channel.PUSH) == 0
            assert notifying.notifier.delivered == {Channel.PUSH: 1}


@asynchronous
async def test_nothing_is_lost_and_nothing_told_twice_when_the_server_is_killed(
    place: Place,
) -> None:
    clock = Clock()
    with listening() as service:
        ben = Browser(service)
        async with notifying_at(place, clock) as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.pushes_to(BEN, ben)
            await notifying.acts(match)  # killed before anybody has noticed
        async with notifying_at(place, clock) as notifying:
            await notifying.notifier.find_facts()  # killed before it was due
        async with notifying_at(place, clock) as notifying:
            assert await notifying.passes(Channel.PUSH) == 1
        async with notifying_at(place, clock) as notifying:
            await notifying.rests(Channel.PUSH)
            assert await notifying.passes(Channel.PUSH) == 0
            assert len(service.received) == 1


@asynchronous
async def test_a_message_whose_sending_was_cut_short_comes_again_under_the_same_name(
    tmp_path: Path,
) -> None:
    clock, path = Clock(), tmp_path / "db"
    with listening() as service:
        async with notifying_at(path, clock) as notifying:
            await ben_to_move(notifying, service)
            await notifying.notifier.find_facts()
            clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            now = clock.now
            first = await notifying.notifier.subscriptions.claim(
                Channel.WEBHOOK, now, now + notifier_module.LEASE, notifier_module.CONCURRENT
            )
            assert await notifying.notifier.send(Channel.WEBHOOK) == 0, "somebody sends it already"
        async with notifying_at(path, clock) as notifying:
            clock.now += notifier_module.LEASE
            assert await notifying.passes(Channel.WEBHOOK) == 1
            (received,) = service.received
            assert received.headers["webhook-id"] == first[0].message


@asynchronous
async def test_a_claim_that_has_lapsed_settles_nothing_of_the_one_that_follows(
    place: Place,
) -> None:
    with listening() as service:
        async with notifying_at(place) as notifying:
            await ben_to_move(notifying, service)
            await notifying.notifier.find_facts()
            notifying.clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            subscriptions, now = notifying.notifier.subscriptions, notifying.clock.now
            (late,) = await subscriptions.claim(
                Channel.WEBHOOK, now, now + notifier_module.LEASE, 1
            )
            now += notifier_module.LEASE
            (present,) = await subscriptions.claim(
                Channel.WEBHOOK, now, now + notifier_module.LEASE, 1
            )
            assert late.message == present.message
            await subscriptions.complete(late, ClaimResult(due=now, failed=True), now)
            assert await subscriptions.claim(Channel.WEBHOOK, now, now + 1, 1) == [], (
                "it is on its way"
            )
            await subscriptions.complete(
                late, ClaimResult(done=tuple(late.pending), sent=True), now
            )
            assert await subscriptions.pending_counts() == {}, "what has been told has been told"
            assert await subscriptions.next_due(Channel.WEBHOOK, now) == present.until
            await subscriptions.complete(
                present, ClaimResult(done=tuple(present.pending), sent=True), now
            )
            assert await subscriptions.next_due(Channel.WEBHOOK, now) is None


@asynchronous
async def test_several_matches_come_as_one_message(tmp_path: Path) -> None:
    with listening() as service:
        ben = Browser(service)
        async with notifying_at(tmp_path / "db") as notifying:
            matches = [await two_at_bauab(notifying.hall) for _ in range(3)]
            await notifying.pushes_to(BEN, ben)
            for match in matches:
                await notifying.acts(match)
            assert await notifying.passes(Channel.PUSH) == 1
            (message,) = pushed(service, ben, notifying)
            assert message["title"] == "3 matches wait for you"
            assert message["body"].splitlines() == ["Bauab: your turn"] * 3
            assert message["url"] == "/matches"


@asynchronous
async def test_nobody_is_told_who_has_the_table_open_or_has_moved_meanwhile(
    tmp_path: Path,
) -> None:
    with listening() as service:
        ben = Browser(service)
        async with notifying_at(tmp_path / "db") as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.pushes_to(BEN, ben)
            async with notifying.hall.table(match) as table:
                table.open_window(BEN)
                await notifying.acts(match)
                await notifying.passes(Channel.PUSH)
                table.close_window(BEN)
                await notifying.passes(Channel.PUSH)
                assert service.received == [], "he has seen it"
                await notifying.acts(match)
                await notifying.acts(match)
                await notifying.notifier.find_facts()
                table.open_window(BEN)  # he opens the table before the message goes
                await notifying.passes(Channel.PUSH)
                table.close_window(BEN)
                await notifying.acts(match)
                await notifying.acts(match)
                await notifying.notifier.find_facts()
                await notifying.acts(match)  # or has moved without it
                await notifying.passes(Channel.PUSH)
                assert service.received == []


@asynchronous
async def test_nobody_is_told_who_opens_the_table_at_the_last_moment(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            match = await ben_to_move(notifying, service)
            await notifying.notifier.find_facts()
            async with notifying.hall.table(match) as table:
                table.open_window(BEN)  # which nobody has written down when the message goes
                notifying.clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
                assert await notifying.notifier.send(Channel.WEBHOOK) == 1
            assert service.received == []


@asynchronous
async def test_who_has_looked_at_the_table_meanwhile_is_not_told(place: Place) -> None:
    with listening() as service:
        async with notifying_at(place) as notifying:
            match = await ben_to_move(notifying, service)
            await notifying.notifier.find_facts()
            async with notifying.hall.table(match) as table:
                table.open_window(BEN)
                await notifying.notifier.find_facts()
                table.close_window(BEN)
            await notifying.passes(Channel.WEBHOOK)
            assert service.received == []


@asynchronous
async def test_what_fails_is_tried_again_after_growing_pauses_and_given_up_after_a_day(
    place: Place,
) -> None:
    with listening() as service:
        async with notifying_at(place) as notifying:
            match = await ben_to_move(notifying, service)
            service.statuses = [503, 302, 500]
            assert await notifying.passes(Channel.WEBHOOK) == 1
            for pause in (30, 60, 120):
                assert await notifying.passes(Channel.WEBHOOK, pause - 1) == 0
                assert await notifying.passes(Channel.WEBHOOK, 1) == 1
            assert len(service.received) == 4
            assert len({one.headers["webhook-id"] for one in service.received}) == 1
            assert notifying.notifier.failed == {Channel.WEBHOOK: 3}
            assert notifying.notifier.delivered == {Channel.WEBHOOK: 1}

            await notifying.acts(match)
            await notifying.acts(match)
            service.statuses = [500] * 100
            begun = notifying.clock.now
            tried = 0
            for _ in range(40):
                tried += await notifying.passes(Channel.WEBHOOK, 3600)
            assert 20 <= tried <= 30
            assert notifying.notifier.waiting == {}
            assert notifying.clock.now - begun < notifier_module.DROP_AFTER
            assert await notifying.preferences.of(BEN), "the next news may get through"


@asynchronous
async def test_a_subscription_is_forgotten_that_leads_nowhere(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.pushes_to(BEN, Browser(service))
            await notifying.acts(match)
            service.statuses = [410]
            assert await notifying.passes(Channel.PUSH) == 1
            assert await notifying.preferences.of(BEN) == []
            # And one that has failed for a week, whatever it answers.
            await notifying.subscribes(ANNA, Channel.WEBHOOK, service.url)
            service.statuses = [500] * 1000
            for _ in range(16):
                await notifying.acts(match)
                for _ in range(6):
                    await notifying.passes(Channel.WEBHOOK, 3600 * 2)
            assert await notifying.preferences.of(ANNA) == []


@asynchronous
async def test_what_cannot_be_looked_at_is_looked_at_again_and_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            away, unheard, whole = [await two_at_bauab(notifying.hall) for _ in range(3)]
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            facts = notifying.notifier._facts
            errors: dict[str, Exception] = {
                away: StoreUnavailableError("away"),
                unheard: ValueError("unheard of"),
            }

            async def failing(table: Table) -> list[Fact]:
                if table.id in errors:
                    raise errors[table.id]
                return await facts(table)

            monkeypatch.setattr(notifying.notifier, "_facts", failing)
            caplog.set_level(logging.INFO)  # a store itself warns of what keeps it from working
            for match in (away, unheard, whole):
                await notifying.acts(match)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            assert f"match {away}: nobody is told for now: away" in caplog.text
            assert f"match {unheard}: nobody is told" in caplog.text
            errors.clear()
            await notifying.rests(Channel.WEBHOOK)
            assert await notifying.passes(Channel.WEBHOOK) == 1, "of what storage has kept back"
            secret = notifying.preferences.secret((await notifying.preferences.of(BEN))[0])
            news = [webhook_reads(one, secret)["data"]["news"] for one in service.received]
            assert [[one["match"] for one in told] for told in news] == [[whole], [away]]


@asynchronous
async def test_who_notices_too_much_at_once_asks_storage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier_module, "MOST_CHANGED", 2)
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            matches = [await two_at_bauab(notifying.hall) for _ in range(4)]
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            await notifying.notifier.find_facts()
            for match in matches:
                await notifying.acts(match)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            secret = notifying.preferences.secret((await notifying.preferences.of(BEN))[0])
            (news,) = [webhook_reads(one, secret)["data"]["news"] for one in service.received]
            assert {one["match"] for one in news} == set(matches)


def failing_first(work: Callable[..., Any], errors: list[Exception]) -> Callable[..., Any]:
    """Return what raises these, one after the other, before it works."""

    async def works(*arguments: object) -> Any:
        if errors:
            raise errors.pop(0)
        return await work(*arguments)

    return works


@pytest.mark.parametrize("error", [StoreUnavailableError("away"), ValueError("unheard of")])
@asynchronous
async def test_a_message_that_fails_here_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            await ben_to_move(notifying, service)

            send = failing_first(notifying.notifier.senders.send, [error])
            monkeypatch.setattr(notifying.notifier.senders, "send", send)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            assert service.received == []
            assert await notifying.passes(Channel.WEBHOOK, 3600) == 1
            assert notifying.notifier.delivered == {Channel.WEBHOOK: 1}


@asynchronous
async def test_a_message_is_not_sent_again_because_storage_was_away_right_after_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier_module, "RETRY", 0.0)
    with listening() as service:
        async with notifying_at(place) as notifying:
            await ben_to_move(notifying, service)
            kept = type(notifying.notifier.subscriptions)
            away: list[Exception] = [StoreUnavailableError("away")] * 3
            monkeypatch.setattr(kept, "complete", failing_first(kept.complete, away))
            assert await notifying.passes(Channel.WEBHOOK) == 1
            assert away == []
            assert len(service.received) == 1
            assert await notifying.passes(Channel.WEBHOOK, notifier_module.LEASE / SECOND) == 0
            assert len(service.received) == 1


@asynchronous
async def test_who_wants_to_hear_of_something_else_now_is_told_of_that_alone(
    tmp_path: Path,
) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            await ben_to_move(notifying, service)
            await notifying.notifier.find_facts()
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url, kinds=(Kind.OVER,))
            assert await notifying.passes(Channel.WEBHOOK) == 1
            assert service.received == []


@asynchronous
async def test_a_teller_that_fails_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notifier_module, "COLLECT_FOR", 0.01)
    monkeypatch.setattr(notifier_module, "POLL_EVERY", 0.01)
    at_once = notifier_module.BatchTiming(0, 0)
    monkeypatch.setattr(notifier_module, "BATCH_TIMINGS", dict.fromkeys(Channel, at_once))
    with listening() as service:
        async with hall_at(tmp_path / "db") as hall:
            notifier = Notifier(hall, NotificationSettings(SITE, None, HERE))
            errors: dict[str, list[Exception]] = {
                "find_facts": [StoreUnavailableError("away"), ValueError("unheard of")],
                "send": [ValueError("not even this")],
            }
            for name, coming in errors.items():
                monkeypatch.setattr(notifier, name, failing_first(getattr(notifier, name), coming))
            async with notifier:
                notifying = NotifyingHall(hall, notifier, Clock())
                await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
                match = await two_at_bauab(hall)
                await notifying.acts(match)
                await asyncio.to_thread(service.arrived.wait, 60)
        finding = "finding out what there is to tell fails: "
        looking = "looking for what is to be told by "
        for words in (f"{finding}away", f"{finding}unheard of", looking, "not even this"):
            assert words in caplog.text


@asynchronous
async def test_a_receiver_that_hangs_holds_up_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_hosts, "SECONDS", FOREVER)
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            match = await ben_to_move(notifying, service)
            service.stuck.set()
            sending = asyncio.create_task(notifying.passes(Channel.WEBHOOK))
            await asyncio.to_thread(service.arrived.wait, 60)
            for _ in range(4):
                await notifying.acts(match)
            assert not sending.done()
            service.stuck.clear()
            assert await sending == 1


@asynchronous
async def test_the_end_and_a_chair_that_is_kept_are_told(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            secret = notifying.preferences.secret((await notifying.preferences.of(BEN))[0])
            async with notifying.hall.table(match) as table:
                await table.resign(ANNA, 0)
                await until(table, lambda: not table._has_news)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            async with notifying.hall.table(match) as table:
                successor, _ = await notifying.hall.rematch(table, ANNA)
            await notifying.rests(Channel.WEBHOOK)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            over, invited = [webhook_reads(one, secret)["data"] for one in service.received]
            assert [one["kind"] for one in over["news"]] == ["over"]
            (news,) = invited["news"]
            assert (news["kind"], news["match"]) == ("invited", successor)
            assert news["others"] == ["Anna"]
            assert news["url"] == f"{SITE}/match/{successor}"


@asynchronous
async def test_a_near_deadline_is_told_instead_of_the_turn(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            a_day = TimeControl(TimeKind.MOVE, 86_400)
            match = await two_at_bauab(notifying.hall, time_control=a_day)
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            secret = notifying.preferences.secret((await notifying.preferences.of(BEN))[0])
            await notifying.acts(match)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            for hours, messages in ((19, 0), (1, 1)):
                notifying.clock.now += hours * HOUR
                await notifying.rings(match)
                assert await notifying.passes(Channel.WEBHOOK) == messages
            first, second = [webhook_reads(one, secret)["data"] for one in service.received]
            assert [one["kind"] for one in first["news"]] == ["turn"]
            assert [one["kind"] for one in second["news"]] == ["deadline"]
            assert 0 < second["news"][0]["seconds_left"] <= 4 * 3600


@asynchronous
async def test_a_webhook_of_the_host_follows_the_whole_table(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            match = await two_at_bauab(notifying.hall)
            wanted: dict[str, Any] = {"match": match, "whole": True}
            with pytest.raises(NotAllowedError, match="host-only"):
                await notifying.subscribes(BEN, Channel.WEBHOOK, service.url, **wanted)
            hook = await notifying.subscribes(ANNA, Channel.WEBHOOK, service.url, **wanted)
            await notifying.acts(match)
            await notifying.passes(Channel.WEBHOOK)
            await notifying.acts(match)
            await notifying.rests(Channel.WEBHOOK)
            await notifying.passes(Channel.WEBHOOK)
            secret = notifying.preferences.secret(hook)
            texts = [webhook_reads(one, secret)["data"]["text"] for one in service.received]
            assert texts == ["Bauab: Ben is to move", "Bauab: Anna is to move"]


@asynchronous
async def test_whoever_hosts_no_more_follows_the_whole_table_no_more(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            wanted = NewTable("bauab", (me("Anna"), OPEN), {"first": "A"}, fixed=True)
            match, (link,) = await notifying.hall.open(ANNA, wanted)
            async with notifying.hall.table(match) as table:
                await table.join(BEN, "Ben", b"")
                await notifying.subscribes(
                    ANNA, Channel.WEBHOOK, service.url, match=match, whole=True
                )
                await notifying.acts(match)
                await notifying.notifier.find_facts()
                await table.claim("anna's new device", link)
                await table.renew_links("anna's new device")  # the old one has been stolen
            assert await notifying.passes(Channel.WEBHOOK) == 1
            await notifying.acts(match)
            await notifying.rests(Channel.WEBHOOK)
            await notifying.passes(Channel.WEBHOOK)
            assert service.received == []


@asynchronous
async def test_the_end_is_no_news_to_who_subscribes_after_it(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            resigned, played = [await two_at_bauab(notifying.hall) for _ in range(2)]
            async with notifying.hall.table(resigned) as table:
                await table.resign(ANNA, 0)
            async with notifying.hall.table(played) as table:
                await play_on(table)
                assert table.over
            notifying.clock.now += 3 * DAY
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            notifying.clock.now += SECOND
            for match in (resigned, played):
                async with notifying.hall.table(match) as table:
                    await notifying.hall.rematch(table, ANNA)
            assert await notifying.passes(Channel.WEBHOOK) == 1
            secret = notifying.preferences.secret((await notifying.preferences.of(BEN))[0])
            (invited,) = [webhook_reads(one, secret)["data"] for one in service.received]
            assert [one["kind"] for one in invited["news"]] == ["invited", "invited"]


@asynchronous
async def test_only_matches_of_their_own_are_told(tmp_path: Path) -> None:
    with listening() as service:
        async with notifying_at(tmp_path / "db") as notifying:
            match = await two_at_bauab(notifying.hall)
            with pytest.raises(NotAllowedError):
                await notifying.subscribes("cleo", Channel.WEBHOOK, service.url, match=match)
            await notifying.subscribes("cleo", Channel.WEBHOOK, service.url)
            other = await notifying.hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
            await notifying.subscribes(ANNA, Channel.WEBHOOK, service.url, match=other[0])
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url, kinds=(Kind.OVER,))
            for _ in range(3):
                await notifying.acts(match)
                await notifying.passes(Channel.WEBHOOK)
            assert service.received == []


# --- mail ---


@asynchronous
async def test_an_address_is_asked_first_and_stops_with_one_click(tmp_path: Path) -> None:
    with receiving_mail() as (mailbox, server):
        async with notifying_at(tmp_path / "db", server=server) as notifying:
            match = await two_at_bauab(notifying.hall)
            mine = await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net", language="de")
            (question,) = mailbox.mails
            assert question["to"] == "ben@example.net"
            assert question["subject"] == "Ist das deine Adresse?"
            await notifying.acts(match)
            assert await notifying.passes(Channel.MAIL) == 0, "nothing before it is confirmed"

            with pytest.raises(UnknownError):
                await follow_link(
                    notifying.hall.store, LinkAction.CONFIRM, link_in(question, "refuse")
                )
            await follow_link(
                notifying.hall.store, LinkAction.CONFIRM, link_in(question, "confirm")
            )
            await notifying.acts(match)
            await notifying.acts(match)
            assert await notifying.passes(Channel.MAIL) == 1
            mail = mailbox.mails[-1]
            assert mail["subject"] == "Bauab: Du bist dran"
            assert f"{SITE}/match/{match}" in text_of(mail)
            assert f'href="{SITE}/match/{match}"' in text_of(mail, "html")
            assert mail["from"] == "Tischlein <table@example.org>"
            assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            one_click = str(mail["list-unsubscribe"]).strip("<>")
            assert one_click.endswith(link_in(mail, "stop"))

            gone = await follow_link(notifying.hall.store, LinkAction.STOP, link_in(mail, "stop"))
            assert gone is not None
            assert gone.id == mine.id
            assert await notifying.preferences.of(BEN) == []
            await follow_link(
                notifying.hall.store, LinkAction.STOP, link_in(mail, "stop")
            )  # a second click harms nobody
            assert b"ben@example.net" not in (tmp_path / "db").read_bytes()


@asynchronous
async def test_nobody_can_have_strangers_flooded_with_questions(tmp_path: Path) -> None:
    with receiving_mail() as (mailbox, server):
        async with notifying_at(tmp_path / "db", server=server) as notifying:
            for owner in ("one", "two", "three"):
                await notifying.subscribes(owner, Channel.MAIL, "x@example.net")
            with pytest.raises(TooManyError):
                await notifying.subscribes("four", Channel.MAIL, "x@example.net")
            for name in "abc":
                await notifying.subscribes("five", Channel.MAIL, f"{name}@example.net")
            with pytest.raises(TooManyError):
                await notifying.subscribes("five", Channel.MAIL, "d@example.net")
            assert len(mailbox.mails) == 6
            await follow_link(
                notifying.hall.store, LinkAction.REFUSE, link_in(mailbox.mails[0], "refuse")
            )
            assert await notifying.preferences.of("two") == [], "the address is nobody's any more"
            notifying.clock.now += 2 * DAY
            with pytest.raises(NotAllowedError):
                await notifying.subscribes("six", Channel.MAIL, "x@example.net")
            assert len(mailbox.mails) == 6
            notifying.clock.now += notifier_module.CONFIRM_WITHIN
            await notifying.notifier.find_facts()
            assert await notifying.preferences.of("five") == [], (
                "questions without an answer are forgotten"
            )
            for wrong in ("x", "x@y", "a@b.c\nBcc: d@e.fr", "a b@example.net", "ä@example.net"):
                with pytest.raises(InvalidError):
                    await notifying.subscribes("six", Channel.MAIL, wrong)


@asynchronous
async def test_whoever_refuses_mail_gets_none_however_the_address_is_written(place: Place) -> None:
    with receiving_mail() as (mailbox, server):
        async with notifying_at(place, server=server) as notifying:
            await notifying.subscribes(ANNA, Channel.MAIL, "Ben@example.net")
            await notifying.subscribes(BEN, Channel.MAIL, "ben@Example.net")
            await notifying.subscribes(ANNA, Channel.MAIL, "ben2@example.net")
            await follow_link(
                notifying.hall.store, LinkAction.CONFIRM, link_in(mailbox.mails[1], "confirm")
            )
            await follow_link(
                notifying.hall.store, LinkAction.REFUSE, link_in(mailbox.mails[0], "refuse")
            )
            assert await notifying.preferences.of(BEN) == []
            assert [one.target for one in await notifying.preferences.of(ANNA)] == [
                "ben2@example.net"
            ]


@asynchronous
async def test_an_address_whose_mails_come_back_is_forgotten(place: Place) -> None:
    async with news_by_mail(place) as (notifying, mailbox):
        mailbox.refuses = "451 later"
        assert await notifying.passes(Channel.MAIL) == 1
        mailbox.refuses = "550 nobody of that name"
        for left in (1, 1, 0):
            assert await notifying.passes(Channel.MAIL, 3600) == 1
            assert len(await notifying.preferences.of(BEN)) == left
        mailbox.refuses = "550 nobody of that name"
        with pytest.raises(NotNowError, match="mail-not-sent"):
            await notifying.subscribes(ANNA, Channel.MAIL, "nobody@example.net")
        assert await notifying.preferences.of(ANNA) == []


@asynchronous
async def test_where_no_mail_server_answers_nobody_is_asked_and_news_wait(tmp_path: Path) -> None:
    clock = Clock()
    with receiving_mail() as (mailbox, server):
        async with notifying_at(tmp_path / "db", clock, server) as notifying:
            match = await two_at_bauab(notifying.hall)
            await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            await follow_link(
                notifying.hall.store, LinkAction.CONFIRM, link_in(mailbox.mails[0], "confirm")
            )
            await notifying.acts(match)
    # The mail server is gone, and then this server does not even know of one any more.
    for kept in (server, None):
        async with notifying_at(tmp_path / "db", clock, kept) as notifying:
            assert await notifying.passes(Channel.MAIL) == 1
            assert notifying.notifier.failed == {Channel.MAIL: 1}
            with pytest.raises(NotNowError, match="mail-not-sent" if kept else "no-mail"):
                await notifying.subscribes(ANNA, Channel.MAIL, "anna@example.net")
            clock.now += HOUR


@asynchronous
async def test_whoever_refuses_mail_gets_none_also_when_the_question_is_forgotten(
    place: Place,
) -> None:
    with receiving_mail() as (mailbox, server):
        async with notifying_at(place, server=server) as notifying:
            await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            question = mailbox.mails[0]
            (asked,) = await notifying.preferences.of(BEN)
            await notifying.preferences.unsubscribe(BEN, asked.id)
            await notifying.subscribes(ANNA, Channel.MAIL, "Ben@example.net")
            assert (
                await follow_link(
                    notifying.hall.store, LinkAction.REFUSE, link_in(question, "refuse")
                )
                is None
            )
            assert await notifying.preferences.of(ANNA) == []
            with pytest.raises(NotAllowedError, match="mail-refused"):
                await notifying.subscribes(ANNA, Channel.MAIL, "ben@example.net")


@asynchronous
async def test_a_question_that_no_mail_server_takes_counts_for_nothing(place: Place) -> None:
    with receiving_mail() as (mailbox, server):
        async with notifying_at(place, server=server) as notifying:
            mailbox.refuses = "451 later"
            for _ in range(MOST_QUESTIONS + 1):
                with pytest.raises(NotNowError, match="mail-not-sent"):
                    await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            mailbox.refuses = ""
            for owner in range(MOST_QUESTIONS):
                await notifying.subscribes(f"owner {owner}", Channel.MAIL, "ben@example.net")
            with pytest.raises(TooManyError, match="mails-asked"):
                await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            assert len(mailbox.mails) == MOST_QUESTIONS


def test_a_link_is_about_what_it_was_signed_for() -> None:
    key = bytes(32)
    address = f"{'a' * 64}@{'b' * 180}.example"
    token = links.make_token(key, LinkAction.REFUSE, "one", address)
    assert links.verify_token(key, LinkAction.REFUSE, token) == ("one", address)
    assert links.verify_token(key, LinkAction.STOP, token) is None
    name, _, signature = links.make_token(key, LinkAction.REFUSE, "one").partition(".")
    assert links.verify_token(key, LinkAction.REFUSE, f"{name}.{signature}") == (
        "one",
        "",
    )  # as older mails do
    for forged in (
        f"two.{signature}",
        f"{name}.YUBi.{signature}",
        token.replace("one", "two"),
        ".",
    ):
        assert links.verify_token(key, LinkAction.REFUSE, forged) is None


@asynchronous
async def test_a_mail_server_that_takes_no_mail_is_told_of_once_and_without_secrets(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async with news_by_mail(place) as (notifying, mailbox):
        mailbox.refuses = "451 ben@example.net may come later"
        for _ in range(3):
            assert await notifying.passes(Channel.MAIL, 3600) == 1
        with pytest.raises(NotNowError, match="mail-not-sent"):
            await notifying.subscribes(ANNA, Channel.MAIL, "anna@example.net")
        warned = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
        (line,) = warned
        assert line.endswith("mail fails: it takes nothing for this address (codes [451])")
        mailbox.refuses = "550 there is no ben@example.net"
        assert await notifying.passes(Channel.MAIL, 3600) == 1
        assert caplog.records[-1].getMessage() == "a mail is refused for its address: [550]"
    assert "example.net" not in caplog.text


def because(error: Exception, reason: Exception) -> Exception:
    """Return an error with its reason."""
    error.__cause__ = reason
    return error


def of_tls(kind: type[ssl.SSLError], **told: str) -> ssl.SSLError:
    """Return an error that tells this, as the library fills it in."""
    error = kind(1, "as the library words it")
    for name, value in told.items():
        setattr(error, name, value)
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (aiosmtplib.SMTPAuthenticationError(535, "otto/secret"), "the password (code 535)"),
        (aiosmtplib.SMTPSenderRefused(550, "no", "x@example.org"), "--mail-from (code 550)"),
        (aiosmtplib.SMTPDataError(554, "ben@example.net: spam"), "code 554 (SMTPDataError)"),
        (aiosmtplib.SMTPResponseException(-1, "HTTP"), "as no mail server does"),
        (aiosmtplib.SMTPServerDisconnected("gone"), "cannot be reached (SMTPServerDisconnected)"),
        (aiosmtplib.SMTPReadTimeoutError("late"), "does not answer in time"),
        (ConnectionRefusedError(111, "Connection refused"), "reached (Connection refused)"),
        (because(aiosmtplib.SMTPConnectError("to ben"), OSError(113, "No route")), "(No route)"),
        (of_tls(ssl.SSLCertVerificationError, verify_message="expired"), "not valid: expired"),
        (of_tls(ssl.SSLError, reason="WRONG_VERSION_NUMBER"), "no TLS: WRONG_VERSION_NUMBER"),
        (ValueError("secret"), "ValueError"),
    ],
)
@asynchronous
async def test_why_a_mail_was_not_sent_is_told_without_what_the_server_repeats(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(aiosmtplib, "send", fails)
    server = mail_server("smtp://otto:secret@mail.example.org", "table@example.org")
    with pytest.raises(NotSentError) as told:
        await server.send(EmailMessage(), "ben@example.net")
    assert words in str(told.value)
    assert "secret" not in str(told.value)
    assert "ben" not in str(told.value)


@asynchronous
async def test_a_mail_server_that_only_goes_on_talking_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each step may take its time: all together have an end, before another server tries."""
    assert 1_000 * mail.TOTAL_SECONDS < notifier_module.LEASE

    async def talks(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(mail, "TOTAL_SECONDS", 0.0)
    monkeypatch.setattr(aiosmtplib, "send", talks)
    server = mail_server("smtp://mail.example.org", "table@example.org")
    with pytest.raises(NotSentError, match="in time"):
        await server.send(EmailMessage(), "ben@example.net")


@asynchronous
async def test_an_address_is_asked_once_and_its_link_confirms_only_what_is_there(
    tmp_path: Path,
) -> None:
    with receiving_mail() as (mailbox, server):
        async with notifying_at(tmp_path / "db", server=server) as notifying:
            await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            confirm = link_in(mailbox.mails[0], "confirm")
            await follow_link(notifying.hall.store, LinkAction.CONFIRM, confirm)
            await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net", language="fr")
            assert len(mailbox.mails) == 1
            (mine,) = await notifying.preferences.of(BEN)
            assert (mine.language, mine.confirmed) == ("fr", True)
            await notifying.preferences.unsubscribe(BEN, mine.id)
            with pytest.raises(UnknownError, match="telling-link"):
                await follow_link(notifying.hall.store, LinkAction.CONFIRM, confirm)


@asynchronous
async def test_of_many_matches_a_mail_lists_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(senders, "_MOST_LISTED", 2)
    with receiving_mail() as (mailbox, server):
        async with notifying_at(tmp_path / "db", server=server) as notifying:
            matches = [await two_at_bauab(notifying.hall) for _ in range(5)]
            await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
            await follow_link(
                notifying.hall.store, LinkAction.CONFIRM, link_in(mailbox.mails[0], "confirm")
            )
            for match in matches:
                await notifying.acts(match)
            assert await notifying.passes(Channel.MAIL) == 1
            text = text_of(mailbox.mails[-1])
            assert sum(f"{SITE}/match/{match}" in text for match in matches) == 2
            assert f"{SITE}/matches" in text


def test_a_mail_server_is_written_as_a_url() -> None:
    server = mail_server("smtp://anna:se%40cret@mail.example.org", "Table <t@example.org>")
    assert server == MailServer(
        "mail.example.org", 587, False, "Table <t@example.org>", "anna", "se@cret"
    )
    assert mail_server("smtps://m.example.org", "t@example.org").port == 465
    for wrong in ("http://m.example.org", "mail.example.org", "smtp://", "smtp://h:port"):
        with pytest.raises(TischleinError):
            mail_server(wrong, "t@example.org")
    with pytest.raises(TischleinError):
        mail_server("smtp://m.example.org", "nobody")


# --- where messages may go ---

PUBLIC = ("8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111", "2a01:4f8::1", "2001:470::1")
INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1"),
    *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::"),
    *("fec0::1", "feff::1", "64:ff9b:1::7f00:1", "::7f00:1", "::ffff:0:7f00:1", "::ffff:fec0:1"),
    *("2001:1::1", "2001:20::1", "2001:db8::1", "3fff::1", "5f00::1", "100::1"),
    *("192.0.0.8", "192.88.99.1", "198.18.0.1", "203.0.113.1", "240.0.0.1"),
)


def test_messages_go_to_public_hosts_alone() -> None:
    for text in PUBLIC:
        assert public_hosts.is_public(ip_address(text)), text
    for text in INSIDE:
        assert not public_hosts.is_public(ip_address(text)), text
        url = f"https://[{text}]/x" if ":" in text else f"https://{text}/x"
        with pytest.raises(public_hosts.ForbiddenError):
            public_hosts.check(url, public_hosts.HostPolicy())
    for url in (
        "https://[::1",
        f"https://example.org/{'x' * public_hosts.LONGEST_ADDRESS}",
        "http://example.org",
        "https://a:b@example.org",
        "https://",
        "ftp://x",
        "https://e.org:25",
    ):
        with pytest.raises(public_hosts.ForbiddenError):
            public_hosts.check(url, public_hosts.HostPolicy())
    assert (
        public_hosts.check("https://example.org/hook", public_hosts.HostPolicy()).host
        == "example.org"
    )


@asynchronous
async def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of its addresses are public: all of them have to be."""
    loop = asyncio.get_running_loop()

    async def looked_up(host: str, port: int, **_: Any) -> list[Any]:
        kind = socket.AF_INET, socket.SOCK_STREAM, 6, ""
        return [(*kind, ("8.8.8.8", port)), (*kind, ("127.0.0.1", port))]

    monkeypatch.setattr(loop, "getaddrinfo", looked_up)
    with pytest.raises(public_hosts.ForbiddenError):
        await public_hosts.post("https://rebound.example.org/", b"", {}, public_hosts.HostPolicy())


@asynchronous
async def test_where_nobody_listens_nobody_is_reached() -> None:
    with listening() as service:
        url = service.url
    with pytest.raises(public_hosts.UnreachableError):
        await public_hosts.post(url, b"{}", {}, HERE)


def test_only_keys_as_browsers_make_them_are_taken() -> None:
    with listening() as service:
        point, secret = Browser(service).keys
    assert [len(key) for key in push.browser_keys(point, secret)] == [65, 16]
    wrong = (("", secret), (point, ""), (point, point), (secret, secret), (point * 2, secret))
    for keys in (*wrong, (point, "é")):
        with pytest.raises(ValueError, match=r"\w"):
            push.browser_keys(*keys)


@asynchronous
async def test_a_mail_address_that_is_not_asked_can_be_asked_the_same_day(place: Place) -> None:
    with listening() as service, receiving_mail() as (mailbox, server):
        async with notifying_at(place, server=server) as notifying:
            ways = [
                await notifying.subscribes(ANNA, Channel.WEBHOOK, f"{service.url}/{number}")
                for number in range(MOST_SUBSCRIPTIONS)
            ]
            for _ in range(MOST_QUESTIONS):
                with pytest.raises(TooManyError, match="subscriptions"):
                    await notifying.subscribes(ANNA, Channel.MAIL, "anna@example.net")
            await notifying.preferences.unsubscribe(ANNA, ways[0].id)
            await notifying.subscribes(ANNA, Channel.MAIL, "anna@example.net")
            assert len(mailbox.mails) == 1


@asynchronous
async def test_redirections_lead_nowhere() -> None:
    with listening() as service:
        service.statuses = [302]
        assert await public_hosts.post(f"{service.url}/hook", b"{}", {}, HERE) == 302
        assert [one.path for one in service.received] == ["/hook"]


@asynchronous
async def test_the_ways_of_being_told_have_an_end(place: Place) -> None:
    with listening() as service:
        async with notifying_at(place) as notifying:
            for number in range(MOST_SUBSCRIPTIONS):
                await notifying.subscribes(ANNA, Channel.WEBHOOK, f"{service.url}/{number}")
            with pytest.raises(TooManyError):
                await notifying.subscribes(ANNA, Channel.WEBHOOK, service.url)
            again = await notifying.subscribes(
                ANNA, Channel.WEBHOOK, f"{service.url}/0", kinds=(Kind.OVER,)
            )
            assert again.kinds == (Kind.OVER,)
            assert len(await notifying.preferences.of(ANNA)) == MOST_SUBSCRIPTIONS
            # A browser is one person's: whoever subscribes with it last.
            browser = Browser(service)
            await notifying.pushes_to(BEN, browser)
            await notifying.pushes_to("cleo", browser)
            assert await notifying.preferences.of(BEN) == []
            with pytest.raises(InvalidError):
                await notifying.subscribes(BEN, Channel.PUSH, browser.endpoint, keys=("x", "y"))
            with pytest.raises(NotNowError, match="no-mail"):
                await notifying.subscribes(BEN, Channel.MAIL, "ben@example.net")
