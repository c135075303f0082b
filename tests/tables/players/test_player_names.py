"""Names of players at a table."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tischlein.tables.players import player_names
from tischlein.tables.players.lookalikes import skeleton
from tischlein.tables.problems import InvalidError, NotNowError
from tischlein.tables.stored import SeatKind, StoredSeat


@pytest.mark.parametrize(
    ("written", "name"),
    [(" Anna ", "Anna"), ("Anna\t  B.", "Anna B."), ("Zoe\u0308", "Zoë"), ("7", "7")],
)
def test_names_lose_superfluous_white_space(written: str, name: str) -> None:
    assert player_names.clean_name(written) == name


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
            "Ann\U000e0061",
            "Ida \U0001f3f4\U000e0067\U000e0062",  # tags without their end
            "Ida \U0001f3f4\U000e007f",
            "Ida \U0001f600\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            "Ida \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f\U000e007f",
        ],
    ],
)
def test_names_that_cannot_be_read_are_refused(name: str) -> None:
    with pytest.raises(InvalidError):
        player_names.clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a non-joiner
        "Fam \U0001f468\u200d\U0001f469\u200d\U0001f467",
        "Ida \u2764\ufe0f",
    ],
)
def test_names_may_have_what_shapes_the_letters_and_signs_beside_it(name: str) -> None:
    assert player_names.clean_name(name) == name


@pytest.mark.parametrize("name", ["ANNA", "\uff21nna", "An\u200cna", "Anna\u034f"])
def test_nobody_has_a_name_that_looks_like_that_of_somebody_else(name: str) -> None:
    with pytest.raises(NotNowError, match="name-taken"):
        player_names.check_name_free(name, [StoredSeat(kind=SeatKind.PERSON, name="Anna")])


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
            player_names.check_name_free(one, [StoredSeat(kind=SeatKind.PERSON, name=another)])


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
        player_names.check_name_free(
            player_names.clean_name(one), [StoredSeat(kind=SeatKind.PERSON, name=another)]
        )


@given(st.text(max_size=24))
@example("\u01c4")  # a ligature with an accent, taken apart only after it is replaced
def test_what_stands_for_all_that_looks_like_it_stands_for_itself(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


@given(st.text(max_size=40))
def test_a_clean_name_is_short_visible_and_stays_as_it_is(text: str) -> None:
    try:
        name = player_names.clean_name(text)
    except InvalidError:
        return
    assert 1 <= len(name) <= player_names.LONGEST_NAME
    assert re.sub("[\u200c\u200d]", "", name).isprintable()
    assert player_names.clean_name(name) == name
