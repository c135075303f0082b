"""What a newer version has stored, as this one reads it while nodes of both are at work."""

from unittest.mock import patch

import pytest
from msgspec.structs import replace

from tests.postgresql import Cluster
from tests.tables.computing.test_roles import WEAK, serving
from tests.tables.notifying_hall import SITE, Clock, NotifyingHall
from tests.tables.places import Place, store_with
from tests.tables.playing import ANNA, BEN, asynchronous, me, two_at_bauab
from tests.tables.receivers import HERE, listening
from tests.tables.storing import new_match
from tests.tables.waiting import eventually
from tischlein.tables.computing.thinking import make_bot
from tischlein.tables.hall import Hall
from tischlein.tables.match.talk import Talk
from tischlein.tables.notifications.facts import Kind
from tischlein.tables.notifications.notifier import BATCH_TIMINGS, Notifier
from tischlein.tables.notifications.senders import NotificationSettings
from tischlein.tables.notifications.sql import LEAVE_TO_NEWER
from tischlein.tables.notifications.subscriptions import Channel
from tischlein.tables.ownership import Role, is_newer
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.card_store import Shows, StoredCard
from tischlein.tables.storage.postgres import schema
from tischlein.tables.storage.postgres.schema import Migration
from tischlein.tables.storage.store_address import join_nodes, open_store
from tischlein.tables.storage.store_errors import MatchBrokenError
from tischlein.tables.stored import (
    Clocks,
    RemarkKind,
    Ruling,
    RulingKind,
    SeatClock,
    SeatKind,
    StoredRemark,
    StoredSeat,
    TimeControl,
    TimeKind,
)


@pytest.mark.parametrize("unknown", [2, 3])
@asynchronous
async def test_remarks_of_unknown_kinds_are_passed_over_and_keep_their_numbers(
    place: Place, unknown: int
) -> None:
    async with store_with(place, "m") as store:
        said = [StoredRemark(n, 0, "Anna", n, RemarkKind.TEXT, "hello") for n in (1, 2, 3)]
        for remark in said:
            await store.add_remark("m", remark, 9)
        place.command(f"UPDATE remark SET kind = 'song' WHERE number = {unknown}")
        talk = Talk(store, "m")
        known = [remark for remark in said if remark.number != unknown]
        assert await talk.all() == known
        again = await talk.add(await store.match("m"), 0, RemarkKind.TEXT, "and on", 10)
        assert again.number == 4
        assert (await store.remarks("m")).remarks == (*known, again)
        assert place.rows("remark") == 4


@asynchronous
async def test_what_a_newer_version_knows_of_a_seat_survives_a_change_by_this_one(
    place: Place,
) -> None:
    async with store_with(place, "m") as store:
        match = await store.match("m")
        seats = tuple(StoredSeat(sessions=(name,)) for name in ("a", "b", "c"))
        await store.update_match(changed := match.changed(seats=seats))
        place.command("ALTER TABLE seat ADD COLUMN later INTEGER NOT NULL DEFAULT 0")
        place.command("UPDATE seat SET later = 7")
        fewer = changed.changed(
            seats=(StoredSeat(kind=SeatKind.PERSON, name="Anna", sessions=("d",)), StoredSeat())
        )
        await store.update_match(fewer)
        assert await store.match("m") == fewer
        assert place.rows("seat WHERE later = 7") == 2
        assert place.rows("seat") == 2
        assert place.rows("seat_session") == 1


KNOWN = new_match(
    "m",
    time_control=TimeControl(TimeKind.MOVE, 60),
    clocks=Clocks(1, (SeatClock(2),)),
    rulings=(Ruling(RulingKind.END, 0, 1, None, "agreed"),),
)


@pytest.mark.parametrize(
    ("column", "known", "newer"),
    [
        ("status", "open", "adjourned"),
        ("talk", "friends", "team"),
        ("time_control", '"seconds":60', '"seconds":60,"grace":9'),
        ("time_control", "move", "day"),
        ("clocks", '"left":2', '"left":2,"frozen":true'),
        ("clocks", '"at":1', '"at":1,"stopped":true'),
        ("rulings", "end", "adjourn"),
        ("rulings", "agreed", "adjourned"),
        ("proposal", "null", '{"what":"adjourn","seat":0,"time":1,"number":0}'),
    ],
)
@asynchronous
async def test_a_match_is_read_whole_or_not_at_all(
    place: Place, column: str, known: str, newer: str
) -> None:
    """What this version does not know it would lose, or not heed, when it changed the match."""
    async with place.open() as store:
        await store.create_match(KNOWN)
        assert await store.match("m") == KNOWN
        place.command(f"UPDATE match SET {column} = replace({column}, '{known}', '{newer}')")
        with pytest.raises(MatchBrokenError):
            await store.match("m")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE match SET talk = 'team'",
        "UPDATE match SET game = 'eleventh'",
        "UPDATE match SET options = 'first=C'",
        "UPDATE seat SET level = 'superhuman' WHERE seat = 1",
    ],
)
@asynchronous
async def test_a_match_with_something_unknown_is_left_to_newer_nodes(
    postgres: str, cluster: Cluster, statement: str
) -> None:
    wanted = NewTable("bauab", (me("Anna"), WEAK), {"first": "A"}, fixed=True)
    async with serving(postgres, Role.ALL, make_bot, "0.10") as here:
        match_id, _ = await here.open(ANNA, wanted)
        await here.ownership.release(match_id)
        cluster.command(statement, postgres.partition("?")[0].rpartition("/")[2])
        with patch.object(here.tables, "_tables", {}):
            assert await here.tables.owner_of(match_id) is None, "there is no newer one"
            await here.ownership.release(match_id)
            async with (
                serving(postgres, Role.ALL, make_bot, "0.11") as newer,
                serving(postgres, Role.ALL, make_bot, "0.9") as oldest,
            ):
                both = here, oldest
                await eventually(lambda: all(older.ownership.newer_versions for older in both))
                await here.resumption._load(match_id)
                assert match_id not in here.ownership.owned
                for older in both:
                    owner = await older.tables.owner_of(match_id)
                    assert owner is not None
                    assert is_newer(owner.version, "0.9" if older is oldest else "0.10")
                    assert match_id not in older.ownership.owned
                assert await newer.tables.owner_of(match_id) is None


@asynchronous
async def test_of_two_builds_with_the_same_number_the_one_with_more_tables_is_newer(
    postgres: str,
) -> None:
    later = Migration(("ALTER TABLE match ADD COLUMN later text NOT NULL DEFAULT ''",))
    async with open_store(postgres) as store, join_nodes(store, "http://older:1", "0.1.0") as older:
        with patch.object(schema, "MIGRATIONS", [*schema.MIGRATIONS, later]):
            async with (
                open_store(postgres) as its_store,
                join_nodes(its_store, "http://newer:1", "0.1.0") as newer,
            ):
                await eventually(lambda: bool(older.newer_versions))
                assert [one.address for one in older.newer_versions] == ["http://newer:1"]
                await eventually(lambda: len(newer.other_versions) == 1)
                assert not newer.newer_versions


@pytest.mark.parametrize("version", ["0.1.0", "0.1.0+own.build", "0.1.0.dev3"])
def test_the_number_of_a_build_comes_before_its_tables(version: str) -> None:
    among_nodes = schema.version_among_nodes(version)
    assert is_newer(among_nodes, version.partition("+")[0])
    assert is_newer("0.1.1", among_nodes)
    assert not is_newer(among_nodes, schema.version_among_nodes(version))
    with patch.object(schema, "MIGRATIONS", schema.MIGRATIONS[:-1]):
        assert is_newer(among_nodes, schema.version_among_nodes(version))


@asynchronous
async def test_messages_with_news_of_unknown_kinds_are_left_to_newer_nodes_for_a_while(
    place: Place,
) -> None:
    with listening() as service:
        async with place.open() as store, Hall(store, clock=(clock := Clock())) as hall:
            notifier = Notifier(hall, NotificationSettings(SITE, None, HERE), jitter=lambda: 0.5)
            await notifier.open()
            notifying = NotifyingHall(hall, notifier, clock)
            match = await two_at_bauab(hall)
            await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            await notifying.acts(match)
            await notifier.find_facts()
            place.command(
                "INSERT INTO news (subscription, match, kind, seat, fact, since, waits)"
                " SELECT subscription, match, 'birthday', seat, fact, since, 1 FROM news"
            )
            clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            assert await notifier.send(Channel.WEBHOOK) == 0
            assert await notifier.subscriptions.next_due(Channel.WEBHOOK, clock.now) is None
            clock.now += LEAVE_TO_NEWER
            assert await notifier.subscriptions.next_due(Channel.WEBHOOK, clock.now) is not None
            assert await notifier.send(Channel.WEBHOOK) == 1
            assert len(service.received) == 1
            assert await notifier.subscriptions.next_due(Channel.WEBHOOK, clock.now) is None


@asynchronous
async def test_subscriptions_are_read_as_far_as_they_are_known(place: Place) -> None:
    with listening() as service:
        async with place.open() as store, Hall(store) as hall:
            notifying = NotifyingHall(
                hall, Notifier(hall, NotificationSettings(SITE, None, HERE)), Clock()
            )
            await notifying.notifier.open()
            one = await notifying.subscribes(BEN, Channel.WEBHOOK, service.url)
            await notifying.subscribes(BEN, Channel.WEBHOOK, f"{service.url}/by-pigeon")
            place.command(
                "UPDATE subscription SET channel = 'pigeon' WHERE target LIKE '%by-pigeon'"
            )
            place.command("""UPDATE subscription SET kinds = '["birthday","turn"]'""")
            (read,) = await store.subscriptions.of_owner(BEN)
            assert read == replace(one, kinds=(Kind.TURN,))
            match = await two_at_bauab(hall)
            place.command(
                "INSERT INTO news (subscription, match, kind, seat, fact, since, waits)"
                f" SELECT id, '{match}', 'turn', 0, 'fact', 1, 1 FROM subscription"
            )
            assert await store.subscriptions.pending_counts() == {Channel.WEBHOOK: 1}


@asynchronous
async def test_what_only_newer_versions_know_that_a_card_shows_is_not_shown(place: Place) -> None:
    async with place.open() as store:
        await store.cards.create(StoredCard("ada", "Ada", 1, "code"))
        place.command("UPDATE card SET shows = 'to friends'")
        card = await store.cards.card("ada")
        assert card is not None
        assert card.shows is Shows.NOTHING


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("0.2.0", "0.1.9", True),
        ("0.10.0", "0.9.0", True),
        ("1.0", "0.9", True),
        ("0.1.0", "0.1.0", False),
        ("0.1.0", "0.2.0", False),
        ("", "0.1.0", False),
        ("0.1.0", "", True),
        ("0.2.0", "0.2.0.dev1", True),
        ("0.2.0rc1", "0.2.0", False),
    ],
)
def test_versions_are_ordered_as_packages_are(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than) is newer
