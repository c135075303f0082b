"""Records: tolerant reading, exact expectations, errors that name the line, canonical writing."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

import tests.test_examples
from tests.tiny import bell, kuhn
from tests.tiny.kuhn.state import KuhnState
from tischlein.core import queries, records, registry
from tischlein.core.errors import NotationError, RecordError
from tischlein.core.events import Event
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE

BAUAB, TICTACTOE = registry.load("bauab"), tests.test_examples.GAME
HEAD = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\n"


def text(body: str, head: str = HEAD) -> str:
    return head + dedent(body)


def failure(record: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        records.read(record)
    return caught.value


# --- the header ---


def test_a_header_alone_is_a_match_that_has_not_begun() -> None:
    record = records.read("game: bauab\nseats: Anna, Ben")
    assert record.names == ("Anna", "Ben")
    assert record.options == {"plan": "square", "first": "lot"}
    assert record.events == ()
    assert record.final().acting == (CHANCE,)


def test_unknown_keys_are_kept_with_their_order_and_spelling() -> None:
    record = records.read(
        "Date: 2026-11-21\nGAME: Bauab\nseats: Anna, Ben\ncontribution A: 00ff\nid: x:1\n\n"
    )
    assert list(record.fields.items()) == [
        ("Date", "2026-11-21"),
        ("contribution A", "00ff"),
        ("id", "x:1"),
    ]
    assert records.write(record).splitlines()[:5] == [
        "game: bauab",
        "seats: Anna, Ben",
        "Date: 2026-11-21",
        "contribution A: 00ff",
        "id: x:1",
    ]


def test_a_title_may_contain_a_hash_sign_and_names_may_contain_anything_but_commas() -> None:
    record = records.read("game: bauab\nseats: Anna #1,  J. R.  Ben\ntitle: match #3\n")
    assert record.names == ("Anna #1", "J. R. Ben")
    assert record.fields == {"title": "match #3"}


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffgame: bauab\nseats: Anna, Ben\n\nA 3 a1",
        "# a comment\n\ngame: bauab\n  # another\nseats : Anna,Ben\r\n\r\n",
        "\tgame:\tbauab\nseats:\tAnna,\tBen\noptions:  PLAN = Barrel   first=b # agreed\n",
    ],
)
def test_headers_are_read_with_comments_marks_and_other_white_space(text: str) -> None:
    head = text.replace("A 3 a1", "")
    assert records.read(head).names == ("Anna", "Ben")


def test_only_line_feeds_and_carriage_returns_end_a_line() -> None:
    record = records.read("game: bauab\rseats: An\u2028na, Ben\ntitle: a\x0cb\r\n\r\n* start A")
    assert record.fields == {"title": "a\x0cb"}
    assert len(record.events) == 1


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("seats: Anna, Ben\n", 1, "no line 'game"),
        ("game: bauab\n\nA 3 a1\n", 1, "no line 'seats"),
        ("game: chess\nseats: Anna, Ben\n", 1, "there is no game 'chess'"),
        ("game: bauab\nseats: Anna\n", 2, "2 seats, not 1"),
        ("game: bauab\nseats: Anna, Ben, Cleo\n", 2, "2 seats, not 3"),
        ("game: bauab\nseats: Anna,\n", 2, "every seat has a name"),
        ("game: bauab\nseats: A\x1b]0;B\x07, B\n", 2, "a name has control characters"),
        ("game: bauab\nseats: Anna, Ben\noptions: size=4\n", 3, "no option 'size'"),
        ("game: bauab\nseats: Anna, Ben\noptions: first=C\n", 3, "first is one of"),
        ("game: bauab\nseats: Anna, Ben\noptions: first\n", 3, "name=value"),
        ("game: bauab\nseats: Anna, Ben\noptions: plan=11/11\n", 3, "plan"),
        ("game: bauab\ngame: bauab\nseats: Anna, Ben\n", 2, "twice"),
        ("game: bauab\nseats: Anna, Ben\nA 3 a1\n", 3, "an empty line ends the header"),
        ("", 1, "no line 'game"),
    ],
)
def test_errors_in_the_header_name_the_line(text: str, line: int, reason: str) -> None:
    error = failure(text)
    assert error.line == line
    assert reason in error.reason


# --- events ---


def test_events_are_read_with_any_case_and_white_space() -> None:
    tidy = records.read(text("A 3 a1\nB x b2\n"))
    wild = records.read(text("  a   3\tA1   # first\r\n\r\n\n# so far\nB X  B2#and so on\n"))
    assert wild.events == tidy.events
    assert len(tidy.events) == 2


def test_a_second_match_in_a_file_is_said_to_be_one() -> None:
    error = failure(text("A 3 a1\n\n Game : Bauab  # the second\nseats: Anna, Ben\n"))
    assert (error.line, error.phrase.key) == (7, "record-another")
    assert error.reason == "another record begins here; a file holds one match"


def test_an_impossible_event_is_an_error_with_the_rule() -> None:
    error = failure(text("A 3 a1\n\nB 3 b1\n"))
    assert error.line == 7
    assert "BAU-12" in error.reason
    assert "3" in error.reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A 7 a1", "does not parse"),
        ("A", "does not parse"),
        ("A 3", "does not parse"),
        ("C 3 a1", "there is no seat C"),
        ("Anna 3 a1", "is no seat"),
        ("! A 9 a1 ; BAU-11", "does not parse"),
        ("!", "an action is missing"),
        ("! C 3 a1 ; BAU-8", "there is no seat C"),
        ("? acting", "? query = value"),
        ("? colour = red", "knows no query 'colour'"),
        ("? plot z = free", "does not parse"),
        ("? acting now = A", "no more words"),
        ("? legal C = 0", "there is no seat C"),
        ("= 1 x", "each of the final scores, in seat order, is a whole number, not 'x'"),
        ("= 1_0 5", "is a whole number, not '1_0'"),
    ],
)
def test_a_line_that_does_not_parse_is_an_error(line: str, reason: str) -> None:
    error = failure(text(f"A 3 a1\n{line}\n"))
    assert error.line == 6
    assert reason in error.reason


# --- expectations ---


@pytest.mark.parametrize(
    "line",
    [
        "! B 3 b1 ; BAU-12",
        "! B 3 b1",
        "!b 3 B1;bau-12",
        "! B 3 b1 ; BAU-11, BAU-12",
        "! B 3 b1 ; BAU-11,BAU-12   # beside the 3",
        "! B 3 b1 ; BAU-11 ;BAU-12",
        "! B 3 e1 ; BAU-11",
        "! A 3 e1 ; BAU-8",  # whose turn it is comes first
        "! * start A ; BAU-7",
        "? ACTING = b",
        "?acting=B",
        "? legal = 88",
        "? legal B = 88",
        "? legal a = 0",
        "? over = No",
        "? scores =  3   0",
        "? ranking = A B",
        "? winners = none",
        "? plot A1 = a3",
    ],
)
def test_expectations_that_hold(line: str) -> None:
    assert len(records.read(text(f"A 3 a1\n{line}\n")).events) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("! B 3 b1 ; BAU-11", "is refused by BAU-12, not by BAU-11"),
        ("! B 4 b1 ; BAU-12", "it is possible"),
        ("! B 4 b1", "it is possible"),
        ("? acting = A", "acting = B, not A"),
        ("? acting =", "acting = B, not nothing"),
        ("? scores = 3", "scores = 3 0, not 3"),
        ("= 3 0", "the match is not over: B may act"),
    ],
)
def test_expectations_that_fail_are_errors(line: str, reason: str) -> None:
    error = failure(text(f"A 3 a1\n{line}\n"))
    assert error.line == 6
    assert reason in error.reason


def test_a_query_for_what_the_game_does_not_have_is_answered_with_the_rule() -> None:
    error = failure(text("A 3 a1\n? freedoms e1 = 2\n"))
    assert (error.line, error.game) == (6, "bauab")  # so that the sentence of the game can be shown
    assert error.refused is not None
    assert (error.refused.rule, error.refused.values) == ("BAU-11", {"plot": "e1"})


def test_what_is_refused_in_a_record_of_other_rules_may_follow_those() -> None:
    body = "A 3 a1\nB 3 b1\n"
    plain = failure(text(body))
    assert (plain.line, "version" in plain.reason) == (6, False)
    same, other = (
        failure(text(body, HEAD.replace("\n\n", f"\nrules: {rules}\n\n")))
        for rules in (BAUAB.version, BAUAB.version + 98)
    )
    assert same.reason == plain.reason
    assert f"follows version {BAUAB.version + 98} of the rules" in other.reason
    assert f"version {BAUAB.version} is installed" in other.reason
    assert (other.line, other.refused) == (7, plain.refused)


def test_where_nothing_happens_by_chance_no_line_may_say_so() -> None:
    head = f"game: {TICTACTOE.key}\nseats: Anna, Ben\n\n"
    assert "has no chance" in failure(f"{head}* 1\n").reason


@pytest.mark.parametrize(("broken", "line"), [("_read_action", 5), ("option_texts.complete", 3)])
def test_a_game_that_does_not_stand_what_is_written_is_an_error_of_the_line(
    monkeypatch: pytest.MonkeyPatch, broken: str, line: int
) -> None:
    def fails(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(f"tischlein.core.records.{broken}", fails)
    error = failure(text("A 3 a1\n"))
    assert error.line == line
    assert "cannot be read: list index out of range" in error.reason


def test_wrong_final_scores_are_an_error() -> None:
    end = "deal king\n* deal jack\nA pass\nB pass\n= {}\n? winners = A\n? ranking = A B\n"
    head = "game: kuhn\nseats: Anna, Ben\n\n* "
    assert records.read(head + end.format("1 -1")).game is kuhn.GAME
    assert failure(head + end.format("-1 1")).reason == "the final scores are 1 -1, not -1 1"


def test_nothing_is_possible_after_the_end() -> None:
    head = "game: kuhn\nseats: Anna, Ben\n\n* deal king\n* deal jack\nA pass\nB pass\n"
    records.read(head + "= 1 -1\n! A pass ; KUH-2\n? acting = none\n? legal = 0\n? over = yes\n")
    assert failure(head + "A pass\n").line == 8


def test_several_seats_may_act_at_once() -> None:
    """Then the number of legal actions needs a seat, and those who may act are listed."""
    position = records.read(f"game: {bell.GAME.key}\nseats: Anna, Ben\n").final()
    assert queries.answer(position, "acting") == "A,B"
    assert int(queries.answer(position, "legal A")) == len(position.legal(0))
    with pytest.raises(NotationError, match="name one"):
        queries.answer(position, "legal")


# --- writing ---


def test_writing_is_canonical_and_drops_comments_and_expectations() -> None:
    record = records.read(
        "title:  taking  a plot\nseats: Anna,Ben\ngame: BAUAB\noptions: plan=square first=a\n\n"
        "# the start\na  3 A1\n? acting = B\n! b 3 b1\n B  X b1 # beside it\n"
    )
    assert records.write(record) == (
        "game: bauab\nseats: Anna, Ben\noptions: first=A\ntitle: taking a plot\n\nA 3 a1\nB x b1\n"
    )


def test_a_finished_match_ends_with_its_scores() -> None:
    body = "* deal king\n* deal jack\nA bet\nB pass\n= 1 -1\n"
    head = "game: kuhn\nseats: Anna, Ben\n\n"
    assert records.write(records.read(head + body)) == head + body


def test_expectations_stand_before_every_event_and_at_the_end() -> None:
    head = "game: kuhn\nseats: Anna, Ben\n\n"
    record = records.read(head + "* deal king\n* deal jack\nA pass\nB pass\n")
    assert records.write(record, expectations=True) == head + dedent(
        """\
        ? acting = *
        ? legal = 3
        * deal king
        ? acting = *
        ? legal = 2
        * deal jack
        ? acting = A
        ? legal = 2
        A pass
        ? acting = B
        ? legal = 2
        B pass
        = 1 -1
        ? ranking = A B
        """
    )


def test_names_that_a_record_cannot_hold_are_written_without_commas_and_breaks() -> None:
    record = records.Record(BAUAB, ("Anna, the first\n", " , "), {"plan": "square", "first": "A"})
    assert "seats: Anna the first, B\n" in records.write(record)
    controlled = replace(record, names=("Anna\x1b[31m\x85", "\x07"))
    assert "seats: Anna [31m, B\n" in records.write(controlled)
    assert records.read(records.write(record)).names == ("Anna the first", "B")


def test_positions_are_the_start_and_one_after_each_event() -> None:
    record = records.read(text("A 3 a1\nB 4 b1\n"))
    positions = list(record.positions())
    assert [queries.answer(position, "free").count("1") for position in positions] == [4, 3, 2]
    assert positions[-1] == record.final()
    assert [record.after(count) for count in range(len(positions))] == positions
    assert record.events[0] == Event(0, record.events[0].action)


# --- as a value ---


def test_a_record_says_what_it_is_and_prints_as_its_text() -> None:
    begun = records.read(text("A 3 a1\nB 4 b1\n"))
    assert repr(begun) == "<Record of bauab: 2 events, not over>"
    assert str(begun) == records.write(begun)
    ended = records.read("game: kuhn\nseats: A, B\n\n* deal king\n* deal jack\nA bet\nB pass\n")
    assert repr(ended) == "<Record of kuhn: 4 events, over with scores (1, -1)>"


def test_a_record_shows_the_board_in_notebooks() -> None:
    record = records.read(text("A 3 a1\n"))
    assert record._repr_svg_() == record.final()._repr_svg_()


@pytest.mark.parametrize(
    "travel", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_records_are_equal_and_hashed_alike_wherever_they_come_from(
    travel: Callable[[Record], Record],
) -> None:
    record = records.read(text("A 3 a1\n"))
    assert travel(record) == record
    assert len({travel(record), record}) == 1
    assert record != records.read(text("A 3 a2\n"))
    assert record != records.read(text("A 3 a1\n", HEAD.replace("Ben", "Cleo")))


@pytest.mark.parametrize("body", ["A 3 a1\nB 3 b1\n", "? scores = 1 0\n", "A 3\n"])
def test_what_is_wrong_with_a_record_is_the_same_in_another_process(body: str) -> None:
    error = failure(text(body))
    copied = pickle.loads(pickle.dumps(error))
    assert str(copied) == str(error)
    assert vars(copied) == vars(error)


# --- several values of chance in one line ---


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Kuhn's deals, which have one word before the card, stand on one line."""
    monkeypatch.setitem(kuhn.GAME.notation.series, "deal", 1)


@pytest.mark.usefixtures("joined")
def test_a_line_of_chance_may_take_several_values() -> None:
    head = "game: kuhn\nseats: Anna, Ben\n\n"
    one_line = records.read(head + "* deal king jack\nA pass\n")
    assert one_line.events == records.read(head + "* deal king\n* deal jack\nA pass\n").events
    assert records.write(one_line) == head + "* deal king jack\nA pass\n"
    assert records.read(head + "* DEAL King\n? acting = *\n* deal  jack\n").final().acting == (0,)


@pytest.mark.usefixtures("joined")
def test_a_line_of_chance_is_refused_where_one_of_its_values_is() -> None:
    head = "game: kuhn\nseats: Anna, Ben\n\n"
    records.read(head + "! * deal king king ; KUH-1\n! * deal king jack queen\n? legal = 3\n")
    assert failure(head + "* deal king king\n").line == 4


@pytest.mark.usefixtures("joined")
def test_expectations_stand_between_the_values_of_a_series() -> None:
    record = records.read("game: kuhn\nseats: Anna, Ben\n\n* deal king jack\n")
    written = records.write(record, expectations=True)
    assert written.endswith("* deal king\n? acting = *\n? legal = 2\n* deal jack\n")


@pytest.mark.parametrize(
    ("shared", "lines"), [(True, "* deal king jack\n"), (False, "* deal king\n* deal jack\n")]
)
def test_a_game_says_which_outcomes_stand_in_one_line(shared: bool, lines: str) -> None:
    """Those of one series, unless they belong to different throws or rows."""
    asked = []

    def continues(state: KuhnState, action: int) -> bool:
        asked.append((state.cards[0], action))
        return shared

    notation = replace(kuhn.GAME.notation, series={"deal": 1}, continues=continues)
    game = replace(kuhn.GAME, notation=notation)
    record = records.read("game: kuhn\nseats: Anna, Ben\n\n* deal king\n* deal jack\n")
    assert records.write(replace(record, game=game)).endswith(f"\n\n{lines}")
    assert asked == [(3, 0)], "of the second card, where the first has been dealt"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("optons", "options"),
        ("Option", "options"),
        ("optoins", "options"),
        ("seat", "seats"),
        ("Seets", "seats"),
        ("gane", "game"),
    ],
)
def test_a_key_of_the_header_that_is_spelt_wrong_is_no_remark(written: str, meant: str) -> None:
    """Else a match would be read with the usual options."""
    whole = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\n"
    with pytest.raises(RecordError, match=f"nothing reads '{written}' .* is it '{meant}'"):
        records.read(whole.replace(f"{meant}:", f"{written}:"))


@pytest.mark.parametrize("key", ["seat", "sets", "stats", "games", "option", "opinions", "name"])
def test_a_key_of_somebody_elses_is_a_remark_though_it_is_like_one_that_is_there(key: str) -> None:
    text = f"game: bauab\nseats: Anna, Ben\noptions: first=A\n{key}: B\n\nA 3 a1\n"
    record = records.read(text)
    assert record.fields == {key: "B"}
    assert records.read(records.write(record)) == record


def test_a_record_is_read_from_its_text_and_not_from_a_path() -> None:
    with pytest.raises(TypeError, match=r"is read from its text, not from .*Path"):
        records.read(Path("first.record"))  # type: ignore[arg-type]  # as people may call it
