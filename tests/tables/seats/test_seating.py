"""Chairs and the links to them: whom they let in, and what becomes of them."""

import pytest
from msgspec.structs import replace

from tests.tables.storing import match_of
from tischlein.core import registry
from tischlein.tables.players import holders
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import InvalidError, NotAllowedError
from tischlein.tables.seats import private_links, seating
from tischlein.tables.stored import SeatKind, StoredSeat

DAY = 86_400_000
NOW = 20_000 * DAY


def test_a_seat_secret_names_its_match_and_opens_only_its_seat() -> None:
    secrets = [private_links.new_seat_secret("abc", NOW) for _ in range(2)]
    seats = [StoredSeat(secret_hash=digest(secret)) for secret in secrets]
    match = match_of(*seats)
    assert [private_links.match_of(secret) for secret in secrets] == ["abc", "abc"]
    assert [seating.seat_of_secret(match, secret, NOW) for secret in secrets] == [0, 1]
    with pytest.raises(NotAllowedError, match="seat-secret"):
        seating.seat_of_secret(match, "abc.", NOW)


def test_a_seat_secret_expires_and_cannot_be_made_younger() -> None:
    secret = private_links.new_seat_secret("abc", NOW)
    match = match_of(StoredSeat(secret_hash=digest(secret)))
    last = NOW + private_links.LINK_DAYS * DAY
    assert seating.seat_of_secret(match, secret, last) == 0
    with pytest.raises(NotAllowedError, match="link-expired"):
        seating.seat_of_secret(match, secret, last + DAY)
    about, _, token = secret.split(".")
    younger = f"{about}.{(NOW + DAY) // DAY}.{token}"
    with pytest.raises(NotAllowedError, match="seat-secret"):
        seating.seat_of_secret(match, younger, last + DAY)


def test_a_renewed_link_leaves_the_seat_to_the_device_that_asked() -> None:
    old, other = (private_links.new_seat_secret("abc", NOW) for _ in range(2))
    match = match_of(
        StoredSeat(kind=SeatKind.PERSON, secret_hash=digest(old), sessions=("laptop", "phone")),
        StoredSeat(kind=SeatKind.PERSON, secret_hash=digest(other), sessions=("ben",)),
    )
    late = NOW + 2 * private_links.LINK_DAYS * DAY
    for session in (None, "ben", "stranger"):
        with pytest.raises(NotAllowedError, match="not-your-seat"):
            seating.with_new_secret(match, session, old, late)
    seats, new = seating.with_new_secret(match, "phone", old, late)
    assert (seats[0].sessions, seats[1]) == (("phone",), match.seats[1])
    match = match_of(*seats)
    assert seating.seat_of_secret(match, new, late) == 0
    with pytest.raises(NotAllowedError, match="seat-secret"):
        seating.seat_of_secret(match, old, late)


def test_who_hosts_after_a_renewal_is_no_device_that_has_been_put_out() -> None:
    first, second = (private_links.new_seat_secret("abc", NOW) for _ in range(2))
    seats = [
        StoredSeat(kind=SeatKind.PERSON, secret_hash=digest(secret), sessions=sessions)
        for secret, sessions in ((first, ("laptop", "phone")), (second, ("laptop", "ben")))
    ]
    alone = replace(match_of(seats[0]), host="laptop")
    hot_seat = replace(match_of(*seats), host="laptop")
    screen = replace(match_of(seats[0]), host="screen")
    for match, host in ((alone, "phone"), (hot_seat, "laptop"), (screen, "screen")):
        renewed, _ = seating.with_new_secret(match, "phone", first, NOW)
        assert seating.host_after_renewal(match, renewed, "phone") == host
        renewed, _ = seating.with_new_secrets(match, "phone", NOW)
        assert seating.host_after_renewal(match, renewed, "phone") == host


def test_who_holds_all_that_the_hosts_device_holds_hosts_too() -> None:
    annas = StoredSeat(kind=SeatKind.PERSON, sessions=("laptop", "phone"))
    bens = StoredSeat(kind=SeatKind.PERSON, sessions=("laptop", "phone", "ben"))
    cleos = StoredSeat(kind=SeatKind.PERSON, sessions=("cleo",))
    one_device = replace(match_of(annas, bens, cleos), host="laptop")
    screen = replace(match_of(annas, cleos), host="screen")
    nobody = replace(match_of(annas), host=None)
    hosts = {
        who: [seating.hosts(match, who) for match in (one_device, screen, nobody)]
        for who in ("laptop", "phone", "ben", "cleo", "screen", None)
    }
    assert hosts == {
        "laptop": [True, False, False],
        "phone": [True, False, False],
        "ben": [False, False, False],  # to one of the seats of that device only
        "cleo": [False, False, False],
        "screen": [False, True, False],
        None: [False, False, False],
    }


def test_bots_at_a_table_have_different_names() -> None:
    game = registry.load("bauab")
    chairs: list[StoredSeat] = []
    for chair in range(8):
        chairs.append(seating.bot_chair(game, "weak", chairs, chair))
    assert len({chair.name for chair in chairs}) == 8


def test_a_level_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(InvalidError, match="weak, medium, strong"):
        seating.bot_chair(registry.load("bauab"), "divine", (), 0)


def test_whoever_sat_down_and_player_cards_keep_a_seat_however_often_its_link_is_opened() -> None:
    secret = private_links.new_seat_secret("abc", NOW)
    first, card = "first", holders.of_card("card")
    sat = StoredSeat(
        kind=SeatKind.PERSON, name="Anna", secret_hash=digest(secret), sessions=(first,)
    )
    match = match_of(sat, StoredSeat())
    for session in ("old", card, *map(str, range(2 * seating.MOST_SESSIONS))):
        match = replace(match, seats=seating.with_claimed_seat(match, session, secret, NOW))
        assert session in match.seats[0].sessions
    kept = match.seats[0].sessions
    assert len(kept) == seating.MOST_SESSIONS
    assert kept[0] == first
    assert card in kept
    assert "old" not in kept


def test_a_name_goes_that_is_written_like_the_one_on_the_card_and_those_beside_it_stay() -> None:
    def seat(name: str, *sessions: str) -> StoredSeat:
        return StoredSeat(kind=SeatKind.PERSON, name=name, sessions=sessions)

    card = holders.of_card("card")
    match = match_of(seat("TOM", card), seat("Mia", card, "phone"), seat("Ben", "laptop"))
    left = seating.with_holder_anonymized(match, card, "Tom", "session")
    assert [(one.name, one.sessions) for one in left.seats] == [
        ("N. N.", ("session",)),
        ("Mia", ("session", "phone")),
        ("Ben", ("laptop",)),
    ]
    assert seating.with_holder_anonymized(left, card, "Tom", "session").seats == left.seats
    alone = match_of(seat("Tommy", card), seat("Ben", "laptop"))
    assert seating.with_holder_anonymized(alone, card, "Tom", "session").seats[0].name == "N. N."
