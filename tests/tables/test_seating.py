"""Chairs, names and lots: clean, secret where they must be, and drawn so that all can check."""

import re
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tischlein.core import registry
from tischlein.tables import seating
from tischlein.tables.fairness import commitment
from tischlein.tables.lookalikes import skeleton
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.stored import SeatKind, StoredMatch, StoredSeat

DAY = 86_400_000
NOW = 20_000 * DAY


def match_of(*seats: StoredSeat, fixed: bool = False) -> StoredMatch:
    secret = b"\x07" * 32
    return StoredMatch(
        id=seating.new_match_id(),
        game="bauab",
        rules_version=1,
        options="",
        seats=seats,
        created=0,
        touched=0,
        commitment=commitment(secret),
        server_secret=secret,
        fixed=fixed,
    )


@pytest.mark.parametrize(
    ("written", "name"),
    [(" Anna ", "Anna"), ("Anna\t  B.", "Anna B."), ("Zoe\u0308", "Zoë"), ("7", "7")],
)
def test_names_lose_superfluous_white_space(written: str, name: str) -> None:
    assert seating.clean_name(written) == name


@pytest.mark.parametrize(
    "name",
    [
        *["", "  ", "x" * 25, "a\u202eb", "a\x00b", "a\u200bb", "...", "\ud800"],
        *[
            "\u3164",
            "\u115f",
            "Anna\ufe0f",
            "Anna\u034f",
            "Anna\u200d",
            "\u200cAnna",
            "A\u200c\u200dB",
        ],
    ],
)
def test_names_that_cannot_be_read_are_refused(name: str) -> None:
    with pytest.raises(InvalidError):
        seating.clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a non-joiner
        "Fam \U0001f468\u200d\U0001f469\u200d\U0001f467",
        "Ida \u2764\ufe0f",
    ],
)
def test_names_may_have_what_shapes_the_letters_and_signs_beside_it(name: str) -> None:
    assert seating.clean_name(name) == name


@pytest.mark.parametrize("name", ["ANNA", "\uff21nna", "An\u200cna", "Anna\u034f"])
def test_nobody_has_a_name_that_looks_like_that_of_somebody_else(name: str) -> None:
    with pytest.raises(NotNowError, match="name-taken"):
        seating.check_name_free(name, [StoredSeat(kind=SeatKind.PERSON, name="Anna")])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0410nna", "Anna"),  # a Cyrillic A
        ("\u0430NNA", "Anna"),  # a small one
        ("\u0412EN", "Ben"),  # a Cyrillic Ve, which is a B as a capital alone
        ("\u0391\u039d\u039d\u0391", "Anna"),  # Greek capitals
        ("\u0421\u0430\u0440\u0430", "Capa"),  # Sara, in Cyrillic
        ("\u13aanna", "Anna"),  # Cherokee
        ("1an", "Ian"),
        ("Marna", "Mama"),
        ("\u0412\u0415\u041d\u042f", "\u0432\u0435\u043d\u044f"),  # Venya, whole in Cyrillic
    ],
)
def test_nobody_has_a_name_in_other_letters_that_look_like_those_of_somebody_else(
    name: str, other: str
) -> None:
    for one, another in ((name, other), (other, name)):
        with pytest.raises(NotNowError, match="name-taken"):
            seating.check_name_free(one, [StoredSeat(kind=SeatKind.PERSON, name=another)])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0410\u043d\u043d\u0430", "Anna"),  # the same name in Cyrillic looks different
        ("\u0391\u03bd\u03bd\u03b1", "Anna"),
        ("\u0410\u043d\u0442\u043e\u043d", "\u0410\u043d\u043d\u0430"),  # Anton and Anna
        ("\u5b89\u5a1c", "Anna"),
        *[("Lan", "Ian"), ("Zo\u00eb", "Zoe"), ("Anna B.", "Anna D."), ("Otto", "Ottilie")],
    ],
)
def test_names_that_can_be_told_apart_may_sit_together(name: str, other: str) -> None:
    for one, another in ((name, other), (other, name)):
        seating.check_name_free(
            seating.clean_name(one), [StoredSeat(kind=SeatKind.PERSON, name=another)]
        )


@given(st.text(max_size=24))
@example("\u01c4")  # a ligature with an accent, taken apart only after it is replaced
def test_what_stands_for_all_that_looks_like_it_stands_for_itself(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


@given(st.text(max_size=40))
def test_a_clean_name_is_short_visible_and_stays_as_it_is(text: str) -> None:
    try:
        name = seating.clean_name(text)
    except InvalidError:
        return
    assert 1 <= len(name) <= seating.LONGEST_NAME
    assert re.sub("[\u200c\u200d]", "", name).isprintable()
    assert seating.clean_name(name) == name


def test_match_ids_are_recognised_and_differ() -> None:
    ids = {seating.new_match_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(map(seating.is_match_id, ids))
    assert not seating.is_match_id("../../etc/passw")
    assert not seating.is_match_id("../../etc/passw" * 2)


def test_the_id_of_an_opened_match_is_that_of_no_table_and_tells_what_chance_comes_from() -> None:
    proven = seating.new_match_id()
    opened = seating.opened_match_id(proven, seating.new_match_id())
    assert seating.is_match_id(opened)
    assert seating.is_opened_id(opened)
    assert not seating.is_table_id(opened)
    assert seating.chance_id(opened) == seating.chance_id(proven) == proven


def test_a_seat_secret_names_its_match_and_opens_only_its_seat() -> None:
    secrets = [seating.new_seat_secret("abc", NOW) for _ in range(2)]
    seats = [StoredSeat(secret_hash=seating.digest(secret)) for secret in secrets]
    match = match_of(*seats)
    assert [seating.match_of(secret) for secret in secrets] == ["abc", "abc"]
    assert [seating.seat_of_secret(match, secret, NOW) for secret in secrets] == [0, 1]
    with pytest.raises(NotAllowedError, match="seat-secret"):
        seating.seat_of_secret(match, "abc.", NOW)


def test_a_seat_secret_expires_and_cannot_be_made_younger() -> None:
    secret = seating.new_seat_secret("abc", NOW)
    match = match_of(StoredSeat(secret_hash=seating.digest(secret)))
    last = NOW + seating.LINK_DAYS * DAY
    assert seating.seat_of_secret(match, secret, last) == 0
    with pytest.raises(NotAllowedError, match="link-expired"):
        seating.seat_of_secret(match, secret, last + DAY)
    about, _, token = secret.split(".")
    younger = f"{about}.{(NOW + DAY) // DAY}.{token}"
    with pytest.raises(NotAllowedError, match="seat-secret"):
        seating.seat_of_secret(match, younger, last + DAY)


def test_a_renewed_link_leaves_the_seat_to_the_device_that_asked() -> None:
    old, other = (seating.new_seat_secret("abc", NOW) for _ in range(2))
    match = match_of(
        StoredSeat(
            kind=SeatKind.PERSON, secret_hash=seating.digest(old), sessions=("laptop", "phone")
        ),
        StoredSeat(kind=SeatKind.PERSON, secret_hash=seating.digest(other), sessions=("ben",)),
    )
    late = NOW + 2 * seating.LINK_DAYS * DAY
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
    first, second = (seating.new_seat_secret("abc", NOW) for _ in range(2))
    seats = [
        StoredSeat(kind=SeatKind.PERSON, secret_hash=seating.digest(secret), sessions=sessions)
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


def test_bots_at_a_table_have_different_names() -> None:
    game = registry.load("bauab")
    chairs: list[StoredSeat] = []
    for chair in range(8):
        chairs.append(seating.bot_chair(game, "weak", chairs, chair))
    assert len({chair.name for chair in chairs}) == 8


def test_a_level_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(InvalidError, match="weak, medium, strong"):
        seating.bot_chair(registry.load("bauab"), "divine", (), 0)


def test_fixed_chairs_are_the_seats() -> None:
    match = match_of(*(StoredSeat(name=name, chair=n) for n, name in enumerate("XYZ")), fixed=True)
    assert seating.draw_lots(match) == match.seats


def test_the_lot_keeps_every_player_and_remembers_the_chairs() -> None:
    match = match_of(*(StoredSeat(kind=SeatKind.PERSON, name=name) for name in "XYZ"))
    dealt = seating.draw_lots(match)
    assert sorted(seat.name for seat in dealt) == ["X", "Y", "Z"]
    assert [match.seats[seat.chair].name for seat in dealt] == [seat.name for seat in dealt]


@given(st.binary(min_size=32, max_size=32), st.integers(1, 8))
def test_the_lot_is_a_permutation_and_the_same_every_time(secret: bytes, chairs: int) -> None:
    order = seating.shuffled_order(secret, [b""] * chairs, "match")
    assert sorted(order) == list(range(chairs))
    assert seating.shuffled_order(secret, [b""] * chairs, "match") == order


def test_every_order_of_three_chairs_comes_about_equally_often() -> None:
    drawn = Counter(
        tuple(seating.shuffled_order(bytes([n % 256]) * 32, [b""] * 3, f"match {n}"))
        for n in range(3000)
    )
    assert len(drawn) == 6
    assert all(400 < count < 600 for count in drawn.values())  # 4.9 standard deviations


def test_a_contribution_changes_the_lot() -> None:
    orders = {
        tuple(seating.shuffled_order(b"\x01" * 32, [bytes([n]) * 16, b"", b"", b""], "match"))
        for n in range(20)
    }
    assert len(orders) > 5


def test_whoever_sat_down_and_player_cards_keep_a_seat_however_often_its_link_is_opened() -> None:
    secret = seating.new_seat_secret("abc", NOW)
    first, card = "first", seating.holder("card")
    sat = StoredSeat(
        kind=SeatKind.PERSON, name="Anna", secret_hash=seating.digest(secret), sessions=(first,)
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

    card = seating.holder("card")
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
