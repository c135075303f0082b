"""What both databases promise for player cards."""

import asyncio

from msgspec.structs import replace

from tests.tables.places import Place
from tests.tables.playing import asynchronous
from tests.tables.storing import new_match
from tischlein.tables.players import ratings
from tischlein.tables.players.ratings import NEWCOMER
from tischlein.tables.storage.card_store import (
    MOST_FORMER_NAMES,
    FormerName,
    Participant,
    Shows,
    StoredCard,
    StoredDevice,
    StoredPasskey,
)
from tischlein.tables.stored import MatchStatus

ADA = StoredCard("ada", "Ada", 1, "code of ada")
BEN = StoredCard("ben", "Ben", 2, "code of ben")
KEY = StoredPasskey(b"\x00key", "ada", b"\xffpublic", 4, "Laptop", 1, 1)


@asynchronous
async def test_a_card_is_found_by_its_code_changed_and_deleted_with_all_that_is_its_own(
    place: Place,
) -> None:
    async with place.open() as store:
        cards = store.cards
        for card in (ADA, BEN):
            await cards.create(card)
        assert await cards.card_of_code("code of ben") == BEN
        assert await cards.card_of_code("code of nobody") is None
        # Each leaves the other alone: two devices may change both at the same time.
        await cards.update_card("ada", "Ada L.", Shows.NOTHING, 7)
        assert await cards.card("ada") == replace(ADA, name="Ada L.", shows=Shows.NOTHING)
        await cards.set_recovery("ada", "new")
        assert await cards.card_of_code("new") == replace(
            ADA, name="Ada L.", recovery="new", shows=Shows.NOTHING
        )
        await cards.add_passkey(KEY, 9)
        await cards.add_device(StoredDevice("phone", "ada", "", 1, 1), 9)
        await cards.delete("ada")
        await cards.update_card("ada", "Ada", Shows.CARD, 9)
        await cards.set_recovery("ada", "newer")
        assert await cards.card("ada") is None
        assert await cards.passkey(KEY.credential) is None
        assert await cards.devices() == []
        assert await cards.card("ben") == BEN


@asynchronous
async def test_the_last_names_of_a_card_are_kept_until_it_is_deleted(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        for card in (ADA, BEN):
            await cards.create(card)
        for now, name in enumerate(("Ada", "Ada L.", "Ada L.", "Ada")):
            await cards.update_card("ada", name, Shows.CARD, now)
        names = [FormerName("Ada", 1), FormerName("Ada L.", 3)]
        assert await cards.former_names("ada") == names
        assert await cards.former_names("ben") == []
        for now in range(4, 4 + 2 * MOST_FORMER_NAMES):
            await cards.update_card("ada", f"Ada {now}", Shows.CARD, now)
        kept = await cards.former_names("ada")
        assert len(kept) == MOST_FORMER_NAMES
        assert kept[-1] == FormerName(f"Ada {now - 1}", now)
        await cards.delete("ada")
        assert await cards.former_names("ada") == []


@asynchronous
async def test_a_passkey_is_one_cards_and_counts_forward_once(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        for card in (ADA, BEN):
            await cards.create(card)
        assert await cards.add_passkey(KEY, 2)
        assert not await cards.add_passkey(replace(KEY, card="ben"), 2)
        assert await cards.add_passkey(replace(KEY, credential=b"second", created=2), 2)
        assert not await cards.add_passkey(replace(KEY, credential=b"third"), 2)
        assert [one.credential for one in await cards.passkeys("ada")] == [b"\x00key", b"second"]
        used = await asyncio.gather(*(cards.use_passkey(KEY, 5, 9) for _ in range(3)))
        assert sorted(used) == [False, False, True]
        assert await cards.passkey(KEY.credential) == replace(KEY, sign_count=5, used=9)
        assert not await cards.remove_passkey("ben", KEY.credential)
        assert await cards.remove_passkey("ada", KEY.credential)


@asynchronous
async def test_devices_beyond_the_bound_make_way_those_unseen_longest_first(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        await cards.create(ADA)
        await cards.create(BEN)
        await cards.add_device(StoredDevice("other", "ben", "", 0, 0), 3)
        for time, name in enumerate(("first", "second", "third")):
            assert await cards.add_device(StoredDevice(name, "ada", name, time, time), 3) == []
        await cards.record_seen("first", 9)
        assert await cards.add_device(StoredDevice("last", "ada", "", 10, 10, "former"), 3) == [
            "second"
        ]
        assert len(await cards.devices("ada")) == 4, "it is on the list until its session is over"
        await cards.remove_device("second")
        assert [one.session for one in await cards.devices("ada")] == ["last", "first", "third"]
        assert len(await cards.devices()) == 4
        await cards.record_joined("last")
        assert {one.former for one in await cards.devices()} == {None}
        await cards.remove_device("third")
        assert [one.session for one in await cards.devices("ada")] == ["last", "first"]


@asynchronous
async def test_a_card_may_be_stored_again_as_after_an_attempt_that_was_not_confirmed(
    place: Place,
) -> None:
    """Otherwise its device would be told that it has none, and its matches would go to it."""
    async with place.open() as store:
        laptop = StoredDevice("laptop", "ada", "", 1, 1, "browser")
        assert await store.cards.create(ADA, laptop)
        assert await store.cards.create(ADA, laptop)
        assert not await store.cards.create(BEN, StoredDevice("phone", "ben", "", 1, 1, "browser"))
        assert await store.cards.devices() == [laptop]


@asynchronous
async def test_a_challenge_is_taken_once_and_in_time(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        await cards.store_challenge("one", 10, 0)
        await cards.store_challenge("two", 10, 0)
        taken = await asyncio.gather(*(cards.take_challenge("one", 5) for _ in range(3)))
        assert sorted(taken) == [False, False, True]
        assert not await cards.take_challenge("two", 11)
        await cards.store_challenge("three", 99, 50)
        assert place.rows("challenge") == 1


@asynchronous
async def test_matches_that_are_over_and_not_counted_are_found(place: Place) -> None:
    async with place.open() as store:
        await store.cards.create(ADA)
        statuses = MatchStatus.RUNNING, MatchStatus.FINISHED, MatchStatus.ENDED
        for status in statuses:
            for cards in ([], ["ada"]):
                match = new_match(f"{status}{len(cards)}", status=status)
                await store.create_match(match)
                if cards:
                    await store.cards.record_participants(match.id, cards)
        assert await store.cards.unrated_finished() == ["ended1", "finished1"]
        await store.cards.skip_rating("ended1")
        assert await store.cards.unrated_finished() == ["finished1"]


@asynchronous
async def test_a_match_changes_ratings_once_whoever_asks_how_often(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        for card in (ADA, BEN):
            await cards.create(card)
        for match in ("one", "two", "three"):
            await cards.record_participants(match, ["ada", "ben"])
        await cards.record_participants("one", ["ben", "ada"])
        assert await cards.unrated() == ["one", "three", "two"]
        assert await cards.participants("one") == ["ada", "ben"]
        won = [Participant("ada", 0, 0), Participant("ben", 1, 1)]
        asked = (cards.rate("one", "bell", 100, won, ratings.rate) for _ in range(3))
        assert sorted(await asyncio.gather(*asked)) == [False, False, True]
        # However the clock jumps, what is counted later comes later.
        assert await cards.rate("two", "bell", 50, won, ratings.rate)
        assert await cards.unrated("three") == ["three"]
        await cards.skip_rating("three")
        assert await cards.unrated() == []
        assert not await cards.rate("three", "bell", 1, won, ratings.rate)
        first, second = await cards.rated()
        assert (first.match, first.time, second.match, second.time) == ("one", 100, "two", 101)
        assert [share.before for share in first.shares] == [NEWCOMER, NEWCOMER]
        assert second.shares[0].before == first.shares[0].after
        (rating,) = await cards.ratings("ada")
        assert (rating.game, rating.figure, rating.matches) == ("bell", second.shares[0].after, 2)
        assert [change.match for change in await cards.changes("ben")] == ["one", "two"]
        again = ratings.recomputed([first, second])
        assert again == [first, second]
        await cards.rerate(again)
        assert await cards.ratings("ada") == [rating]


@asynchronous
async def test_of_a_deleted_card_a_rated_match_keeps_the_figures_alone(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        for card in (ADA, BEN):
            await cards.create(card)
        for match in ("one", "two"):
            await cards.record_participants(match, ["ada", "ben"])
        won = [Participant("ada", 0, 0), Participant("ben", 1, 1)]
        await cards.rate("one", "bell", 1, won, ratings.rate)
        await cards.delete("ben")
        (rated,) = await cards.rated()
        assert [share.card for share in rated.shares] == ["ada", None]
        assert await cards.participants("two") == ["ada"]
        assert not await cards.rate("two", "bell", 2, won, ratings.rate)
        assert await cards.changes("ben") == []
        assert len(await cards.ratings("ada")) == 1


@asynchronous
async def test_a_session_becomes_one_card_alone(place: Place) -> None:
    async with place.open() as store:
        cards = store.cards
        assert await cards.create(ADA, StoredDevice("laptop", "ada", "", 1, 1, "browser"))
        again = StoredDevice("tablet", "ben", "", 1, 1, "browser")
        assert not await cards.create(BEN, again)
        await cards.record_joined("laptop")
        await store.end_session("browser", 9, 1)
        assert not await cards.create(BEN, again)
        assert await cards.card("ben") is None
        assert [device.session for device in await cards.devices()] == ["laptop"]
        assert await cards.create(BEN, StoredDevice("tablet", "ben", "", 1, 1))
