"""Playing in the terminal: typed actions, refusals with their rule, help, races, and the end."""

import re
from collections.abc import Callable
from itertools import count, cycle
from pathlib import Path

import pytest

from tests.cli.conftest import Answer, Tischlein
from tischlein.cli import terminal
from tischlein.core import records


@pytest.fixture
def play(tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch) -> Tischlein:
    """Play Bauab against a random player, typing some lines; the last is the end of input."""

    def run(*lines: str, options: str = "first=A", arguments: tuple[object, ...] = ()) -> Answer:
        typed = iter(lines)

        def answer(prompt: str) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        common = ("--bot", "random", "--seed", 3, "--name", "Ida", "--options", options)
        return tischlein("play", "bauab", *common, *arguments)

    return run


def test_an_action_is_carried_out_and_the_bot_answers(play: Tischlein) -> None:
    answer = play("5 a1")
    assert answer.code == 0
    assert "Ida plans a 5 on a1." in answer.out
    assert "Random bot B" in answer.out
    assert "(5)" in answer.out


def test_a_refused_action_is_explained_with_its_rule(play: Tischlein) -> None:
    answer = play("park b2", "5 f9", "pass")
    assert "[BAU-28]" in answer.out
    assert "[BAU-11]" in answer.out
    assert "[BAU-33]" in answer.out
    assert "plans" not in answer.out


def test_a_name_may_be_a_number_in_any_script(play: Tischlein) -> None:
    answer = play("5 a1", arguments=("--name", "٣"))
    assert (answer.code, answer.err) == (0, "")
    assert "٣ plans a 5 on a1." in answer.out


@pytest.mark.parametrize(
    ("language", "bot"),
    [("en", "Weak bot B"), ("de", "Schwacher Bot B"), ("fr", "Robot faible B")],
)
def test_bots_are_called_as_at_a_table(
    play: Tischlein, monkeypatch: pytest.MonkeyPatch, language: str, bot: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    assert f"{bot} " in play("5 a1", arguments=("--bot", "weak")).out


def test_a_line_never_breaks_where_a_no_break_space_is(
    play: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In French, marks keep to their words: in sentences of the game, and in its rules."""
    monkeypatch.setenv("LC_ALL", "fr.UTF-8")
    for width in range(30, 60, 3):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = play("park b2", "rules BAU-34 BAU-21").out.splitlines()
        begun = [line.lstrip()[:1] for line in lines]
        assert not {";", ":", "!", "?", "»"} & set(begun)
        assert [line for line in lines if line.rstrip().endswith("«")] == []


def test_nonsense_is_answered_with_an_example(play: Tischlein) -> None:
    assert "One would be: 1 a1" in play("castle", "").out


def test_help_legal_actions_and_rules_are_shown_on_request(play: Tischlein) -> None:
    answer = play("help", "legal", "rules bau-12 bau-77", "quit")
    assert "“quit” ends" in answer.out
    assert "x d4" in answer.out
    assert "BAU-12 You may not" in answer.out
    assert "There is no rule BAU-77." in answer.out
    assert "Until next time." in answer.out


def test_signs_are_told_once_and_again_on_request(play: Tischlein) -> None:
    told = "♣ = park   x = option chip"
    once = play("3 a1", "quit").out
    assert once.count("\nA ()") > 1
    assert once.count(told) == 1
    assert play("help", "quit").out.count(told) == 2


def test_legal_actions_fit_the_terminal_and_are_no_more_than_can_be_read(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["legal", "legal drop triangle red 20.5", "legal castle", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    monkeypatch.setenv("COLUMNS", "60")
    arguments = ("--bot", "random", "--seed", 1, "--options", "first=A")
    out = tischlein("play", "dropit", *arguments).out
    listed, more = out.split("… and ")
    assert 20 < listed.count("\ndrop circle red") <= 40
    assert max(map(len, listed.splitlines())) <= 60
    told, asked = more.split("begins like that.")
    assert "more. “legal drop triangle" in " ".join(told.split())
    assert "drop triangle red 20.5 5 " in asked
    assert "drop triangle red 21.0" not in asked
    assert "That is no move of this game. One would be: drop circle red" in asked


def test_it_speaks_the_players_language(play: Tischlein) -> None:
    answer = play("5 a1", "5 a1", arguments=("--language", "de"))
    assert "Ida plant eine 5 auf a1." in answer.out
    assert "Bis zum nächsten Mal." in answer.out


def test_a_match_played_to_its_end_shows_the_places_and_can_be_saved(
    play: Tischlein, tmp_path: Path
) -> None:
    cells = [f"{column}{line}" for line in "1234" for column in "abcd"]
    everything = [f"{kind} {cell}" for kind in "12345x" for cell in cells]
    lines = ["pass", *everything] * 20
    file = tmp_path / "evening.record"
    answer = play(*lines, arguments=("--save", file))
    record = records.read(file.read_text(encoding="utf-8"))
    assert record.final().over
    assert record.names[0] == "Ida"
    assert "1. " in answer.out.splitlines()[-2]
    assert "Until next time" not in answer.out


def test_a_place_for_the_match_is_made_before_it_is_played(play: Tischlein, tmp_path: Path) -> None:
    file = tmp_path / "a" / "new" / "folder.record"
    play("quit", arguments=("--save", file))
    assert records.read(file.read_text(encoding="utf-8")).names[0] == "Ida"
    (tmp_path / "file").touch()
    for taken in (tmp_path / "file" / "x.record", tmp_path):
        answer = play("5 a1", arguments=("--save", taken))
        assert answer.code == 2
        assert "Ida" not in answer.out


def test_a_match_that_has_been_saved_is_not_written_over(play: Tischlein, tmp_path: Path) -> None:
    file = tmp_path / "evening.record"
    assert play("quit", arguments=("--save", file, "--seat", "X")).code == 2
    play("5 a1", "quit", arguments=("--save", file))
    before = file.read_text(encoding="utf-8")
    answer = play("5 a1", arguments=("--save", file))
    assert answer.code == 2
    assert f"{file} is there already; name a new file with --save" in answer.err
    assert "Ida" not in answer.out
    assert file.read_text(encoding="utf-8") == before


def test_names_are_shown_as_they_are(play: Tischlein) -> None:
    answer = play("5 a1", arguments=("--name", "[/b] :cat:"))
    assert "[/b] :cat: plans a 5 on a1." in answer.out


def test_the_same_seed_gives_the_same_bot(play: Tischlein) -> None:
    assert play("5 a1", "4 d4").out == play("5 a1", "4 d4").out


def test_the_other_seat_can_be_taken(play: Tischlein) -> None:
    answer = play("quit", arguments=("--seat", "B"))
    assert "Random bot A" in answer.out


# --- races ---


def sit_down(monkeypatch: pytest.MonkeyPatch, claim: str, seconds: float) -> list[float]:
    """Turn, and answer every question with one line after some seconds.

    Nothing really waits; returned are the waits that there would have been.
    """
    lines = cycle(["turn", claim])
    clock = count(step=seconds)
    naps: list[float] = []
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    monkeypatch.setattr(terminal, "monotonic", lambda: next(clock))
    monkeypatch.setattr(terminal, "sleep", naps.append)
    return naps


@pytest.fixture
def race(tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """Play Misd against a weak bot, answering every question with one line after a time."""

    def run(claim: str, seconds: float, *, questions: int, options: str = "") -> Answer:
        sit_down(monkeypatch, claim, seconds)
        settings = ("--bot", "weak", "--seed", 5, "--name", "Ida", "--seat", "B")
        return tischlein("play", "misd", *settings, "--options", f"limit={questions} {options}")

    return run


def test_in_a_race_the_players_time_is_measured(race: Callable[..., Answer]) -> None:
    answer = race("claim white triangle", 0.5, questions=2)
    assert answer.out.count("Ida, after 0.50\u00a0s: “white triangle!”") == 2
    assert "faster" not in answer.out
    assert "That was the last question: the match is over." in answer.out


def test_a_bot_that_is_faster_goes_first_and_the_player_is_told(
    race: Callable[..., Answer],
) -> None:
    answer = race("claim white triangle", 60, questions=2)
    assert "Ida, after" not in answer.out
    told = re.findall(r"([\d,]+) milliseconds faster", answer.out)
    late = [int(found.replace(",", "")) for found in told]
    assert len(late) == 2
    assert all(40_000 <= milliseconds < 60_000 for milliseconds in late)


def test_who_is_slow_still_has_a_say_while_the_question_is_open(
    race: Callable[..., Answer],
) -> None:
    answer = race("pass", 60, questions=12, options="wrong=out")
    said = answer.out.splitlines()
    at = said.index("Ida passes after 60.00\u00a0s.")
    assert said[at - 1].startswith(("Wrong.", "Weak bot A passes after 20.00\u00a0s."))


def test_a_saved_race_holds_the_times(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sit_down(monkeypatch, "claim white triangle", 0.25)
    file = tmp_path / "race.record"
    settings = ("--bot", "random", "--seed", 1, "--options", "limit=1", "--save", file)
    tischlein("play", "misd", *settings)
    assert "A claim white triangle @250\n" in file.read_text(encoding="utf-8")


def test_a_countdown_precedes_every_question(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps = sit_down(monkeypatch, "pass", 1)
    answer = tischlein("play", "misd", "--bot", "random", "--seed", 1, "--options", "limit=3")
    assert naps == [1.5] * 3
    assert answer.out.count("Get ready …") == 3
