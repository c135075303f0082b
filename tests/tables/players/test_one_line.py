"""What people write in one line, however long, and from whatever characters."""

import sys
import unicodedata
from collections.abc import Callable
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.tables.match import talk
from tischlein.tables.players import one_line, player_names
from tischlein.tables.problems import InvalidError

MARKS = "\u0301" * 60_000 + "\u0316" * 60_000
"""Marks whose order costs a minute in which nothing else runs."""


def test_no_composed_character_is_written_as_more_than_is_allowed_for() -> None:
    most = max(len(unicodedata.normalize("NFD", chr(code))) for code in range(sys.maxunicode + 1))
    assert most == one_line.MOST_DECOMPOSED


@pytest.mark.parametrize(
    ("clean", "longest"),
    [(player_names.clean_name, player_names.LONGEST_NAME), (talk.clean_remark, talk.LONGEST)],
)
def test_what_is_too_long_is_refused_before_its_marks_are_put_in_order(
    clean: Callable[[str], str], longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed = list[int]()
    compose = unicodedata.normalize

    class Noting:
        @staticmethod
        def normalize(form: Literal["NFC"], text: str) -> str:
            composed.append(len(text))
            return compose(form, text)

    monkeypatch.setattr(one_line, "unicodedata", Noting)
    with pytest.raises(InvalidError):
        clean(f"A{MARKS}")
    assert composed == []
    taken_apart = compose("NFD", "\u1f82" * longest)
    assert clean(f"  {taken_apart}\n") == "\u1f82" * longest
    assert composed == [len(taken_apart)]
    with pytest.raises(InvalidError):
        clean("\u1f82" * (longest + 1))


@given(st.text(max_size=30), st.integers(1, 30))
def test_a_line_is_short_enough_or_certainly_too_long(text: str, longest: int) -> None:
    wanted = " ".join(unicodedata.normalize("NFC", text).split())
    line = one_line.one_line(text, longest)
    assert line == wanted or (line is None and len(wanted) > longest)


@pytest.mark.parametrize("part", ["gbeng", "gbsct", "gbwls", "fr75"])
@pytest.mark.parametrize("clean", [player_names.clean_name, talk.clean_remark])
def test_flags_of_parts_of_countries_are_no_secret_writing(
    clean: Callable[[str], str], part: str
) -> None:
    tags = "".join(chr(0xE0000 + ord(letter)) for letter in part)
    assert clean(f"Ida \U0001f3f4{tags}\U000e007f") == f"Ida \U0001f3f4{tags}\U000e007f"
    for hidden in [
        f"Ida \U0001f3f4{tags}",
        f"Ida {tags}\U000e007f",
        f"Ida \U0001f3f4{tags * 2}\U000e007f",
    ]:
        with pytest.raises(InvalidError):
            clean(hidden)
