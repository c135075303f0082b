"""Words that notations share: read as meant, or refused with what would have been right."""

import pytest

from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import (
    Cell,
    cell_in,
    listed,
    no_words,
    number_up_to,
    one_seat,
    one_word,
    seat_at_table,
    seat_lettered,
    seat_named,
    seat_or_chance,
    whole_number,
)
from tischlein.core.seats import CHANCE


def test_no_further_words() -> None:
    no_words([])
    with pytest.raises(NotationError, match="takes no more words, not 'a b'"):
        no_words(["a", "b"])


@pytest.mark.parametrize("words", [[], ["a1", "b2"]])
def test_one_word_is_exactly_one(words: list[str]) -> None:
    assert one_word(["a1"], "a cell") == "a1"
    with pytest.raises(NotationError, match="this query names a cell"):
        one_word(words, "a cell")


def test_seats_are_named_by_letters_of_either_case() -> None:
    assert [seat_named("a", 3), seat_named("C", 3), one_seat(["b"], 3)] == [0, 2, 1]
    assert seat_lettered("h") == 7
    assert [seat_or_chance("b", 3), seat_or_chance("*", 3)] == [1, CHANCE]


@pytest.mark.parametrize("word", ["d", "*", "ab", ""])
def test_who_is_not_at_the_table_is_no_seat(word: str) -> None:
    with pytest.raises(NotationError, match="the seats of this match are A, B, C, not"):
        seat_named(word, 3)


@pytest.mark.parametrize(("word", "told"), [("*", "named by its letter"), ("i", "'i' is no seat")])
def test_chance_and_other_words_are_no_letters_of_seats(word: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        seat_lettered(word)


def test_a_seat_that_is_not_at_the_table_is_refused_with_the_rule_that_is_given() -> None:
    assert seat_at_table("B", 2, Refusal("BAU-7")) == 1
    with pytest.raises(RefusedError) as caught:
        seat_at_table("C", 2, Refusal("BAU-7"))
    assert caught.value.refusal.rule == "BAU-7"


def test_whole_numbers() -> None:
    assert [whole_number(word, "a card") for word in ("7", "-12", "007")] == [7, -12, 7]


@pytest.mark.parametrize("word", ["", "1.5", "+3", "three", "1e3", "1_000", "²", "9999999999"])
def test_anything_else_is_no_number(word: str) -> None:
    with pytest.raises(NotationError, match="a card is a whole number, not"):
        whole_number(word, "a card")


def test_answers_are_items_or_none() -> None:
    assert listed([1, "b", 3]) == "1 b 3"
    assert listed([]) == "none"


def test_a_cell_is_a_letter_and_a_number_whether_there_is_such_a_cell_or_not() -> None:
    assert [cell_in(word) for word in ("c12", "a0", "z" + 40 * "9")] == [
        Cell(2, 12),
        Cell(0, 0),
        Cell(25, int(40 * "9")),
    ]
    for word in ("C1", "c", "12", "c-1", "c1.5", "cc1", "c１", "c" + 41 * "9", ""):
        assert cell_in(word) is None


@pytest.mark.parametrize("word", ["0", "7", "-1", "999999999"])
def test_a_number_beyond_those_that_there_are_is_refused_with_what_is_given(word: str) -> None:
    def refusal(face: int) -> Refusal:
        return Refusal("SLR-9", {"face": face})

    assert [number_up_to(6, face, "a die", refusal) for face in ("1", "6")] == [1, 6]
    with pytest.raises(RefusedError) as caught:
        number_up_to(6, word, "a die", refusal)
    assert caught.value.refusal == Refusal("SLR-9", {"face": int(word)})
    with pytest.raises(NotationError, match="a die is a whole number"):
        number_up_to(6, "1.5", "a die", refusal)
