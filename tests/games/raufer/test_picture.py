"""What players see and read of Raufer: the log in words, the hands of others, hints, the end."""

import re
from functools import partial
from pathlib import Path

import pytest

from tests.games.replaying import log_of, record_in
from tischlein.core import records
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation, Position
from tischlein.core.seats import SPECTATOR
from tischlein.games.raufer import GAME
from tischlein.games.raufer.actions import DRAW, PASS
from tischlein.games.raufer.picture import intend, scene
from tischlein.games.raufer.state import CARDS
from tischlein.presentation import of, texts
from tischlein.presentation.scenes import Piece, Scene

FOLDER = Path(__file__).parent


record = partial(record_in, FOLDER)


def log(name: str, observer: int, language: str = "en") -> list[str]:
    return log_of(record(name), observer, language)


def position_after(name: str, laid: int) -> Position:
    """The first position of a record with so many laid cards."""
    return next(p for p in record(name).positions() if p.state.laid_count == laid)


def seen(name: str, laid: int, observer: int) -> Observation:
    return position_after(name, laid).observe(observer)


def tray(view: Scene, tray_id: str) -> list[Piece]:
    return next(tray.pieces for tray in view.trays if tray.id == tray_id)


# --- the log ---


def test_the_log_tells_who_obeyed_who_was_out_and_who_won() -> None:
    """RAU-16 to RAU-18."""
    assert log("phase_two", SPECTATOR) == [
        "Everybody has 5 cards; there is no draw pile. Anna opens.",
        "Anna opens with 19: up!",
        "Ben cannot go up from 19 and passes.",
        "Cleo cannot go up from 19 and passes.",
        "Dora cannot go up from 19 and passes.",
        "Nobody can go up from 19: Anna is out.",
        "Ben opens with 8: up!",
        "Cleo obeys with 18: up!",
        "Dora cannot go up from 18 and passes.",
        "Ben cannot go up from 18 and passes.",
        "Nobody can go up from 18: Cleo is out.",
        "Dora opens with 17: up!",
        "Ben cannot go up from 17 and passes.",
        "Dora wins the duel.",
    ]


def test_the_log_tells_who_takes_the_cards_of_a_vain_command() -> None:
    """RAU-12."""
    assert "Nobody can go up from 18: Anna takes 2 cards." in log("basics", SPECTATOR)
    assert "Niemand kann von 18 rauf: Anna nimmt 2 Karten." in log("basics", SPECTATOR, "de")
    assert "Personne ne peut monter depuis le 18\N{NO-BREAK SPACE}: Anna prend 2 cartes." in log(
        "basics", SPECTATOR, "fr"
    )


def test_the_log_tells_when_the_second_phase_begins() -> None:
    """RAU-15."""
    told = log("dry_out", SPECTATOR)
    begins = told.index("The pile is used up: from now on, failing can put you out.")
    assert told[begins - 1] == "Cleo takes up a face-down card."
    assert told[begins - 2] == "Dora is out."


def test_the_log_tells_that_a_last_command_was_obeyed() -> None:
    """RAU-20."""
    assert log("last_card", SPECTATOR)[-1] == "The last command of Ben is obeyed: Ben wins."


def test_the_log_tells_who_is_alone_in_the_staircase() -> None:
    """RAU-23."""
    assert log("duel_commander", SPECTATOR)[-2:] == [
        "Nobody can go up from 18: Anna is out.",
        "Ben is alone in the staircase and wins.",
    ]


def test_only_the_taker_reads_which_card_it_was() -> None:
    """RAU-9."""
    assert "Ben takes up the 20." in log("some_fail", 1)
    for observer in (0, 2, 3, SPECTATOR):
        assert "Ben takes up a face-down card." in log("some_fail", observer)


# --- the scene ---


def test_hands_of_others_are_backs_with_their_number() -> None:
    view = scene(seen("basics", 1, 1))
    assert [(piece.symbol, piece.count) for piece in tray(view, "hand:0")] == [("card-back", 4)]
    assert [piece.text for piece in tray(view, "hand:1")] == ["1", "2", "9", "14", "17"]


def test_cards_that_do_not_fit_are_faded_while_one_has_to_obey() -> None:
    """RAU-4."""
    mine = tray(scene(seen("basics", 1, 1)), "hand:1")
    assert [piece.text for piece in mine if not piece.faded] == ["14", "17"]
    not_yet = tray(scene(seen("basics", 1, 2)), "hand:2")
    assert not any(piece.faded for piece in not_yet)


def test_the_last_card_lies_on_its_floor_with_the_direction_beside_it() -> None:
    view = scene(seen("basics", 1, SPECTATOR))
    card = next(piece for piece in view.pieces if piece.id == "card:12")
    arrows = [picture for picture in view.pictures if picture.symbol.startswith("arrow")]
    assert [arrow.symbol for arrow in arrows] == ["arrow-up"]
    assert arrows[0].y < card.y < arrows[0].y + arrows[0].h


def test_a_higher_floor_is_drawn_higher() -> None:
    heights = {
        piece.text: piece.y
        for laid in range(1, 10)
        for piece in scene(seen("complete_4_seats", laid, SPECTATOR)).pieces
        if piece.text
    }
    by_floor = [heights[floor] for floor in sorted(heights, key=int)]
    assert len(by_floor) > 5
    assert by_floor == sorted(by_floor, reverse=True)


def test_the_light_goes_out_in_the_second_phase() -> None:
    def lamps(view: Scene) -> list[str]:
        return [one.symbol for one in view.pictures if one.symbol.startswith("lamp")]

    assert lamps(scene(seen("basics", 1, 0))) == ["lamp-on"]
    assert lamps(scene(seen("phase_two", 1, 0))) == ["lamp-off"]


def test_laid_floors_and_bounds_show_only_as_aids() -> None:
    """RAU-25."""
    view = scene(seen("complete_4_seats", 6, 2))
    aids = {aid.id: aid.on for aid in view.layers}
    assert aids == {"memory": False, "bounds": False}
    assert sum(picture.layer == "memory" for picture in view.pictures) == 6
    assert {line.seat for line in view.lines if line.layer == "bounds"} == {0, 1}


@pytest.mark.parametrize(
    ("name", "laid", "observer", "failed", "left"),
    [
        # B and C had nothing above 12; D holds 9, 13 and 14.
        ("some_fail", 2, 3, {1, 2}, {*range(1, 9), 10, 11}),
        # D, A and B had nothing below 5; 8 and 10 are laid, and B holds 15 and 20.
        ("five_down", 7, 1, {0, 3}, {6, 7, 9, *range(11, 15), *range(16, 20)}),
    ],
)
def test_a_bracket_has_a_tooth_at_every_floor_of_its_range_that_is_left(
    name: str, laid: int, observer: int, failed: set[int], left: set[int]
) -> None:
    last = [p for p in record(name).positions() if p.state.laid_count == laid][-1]
    view = scene(last.observe(observer))
    floors = {one.y: int(str(one.text)) for one in view.letterings if not one.layer}
    assert {line.seat for line in view.lines} == failed
    for line in view.lines:
        assert {floors[float(y)] for y in re.findall(r"M[\d.]+ ([\d.]+)h", line.path)} == left


def hints(view: Scene) -> dict[float, object]:
    """What the memory aid writes beside floors, by height."""
    return {one.y: one.text for one in view.letterings if one.layer == "memory"}


def test_the_memory_aid_counts_the_floors_left_above_and_below_cards_that_fit() -> None:
    """RAU-25: of 13 and more all but B's 14 and 17 are open, 12 is laid, 1, 2 and 9 are B's."""
    view = scene(seen("basics", 1, 1))
    floors = {one.text: one.y for one in view.letterings if not one.layer}
    assert hints(view) == {floors["14"]: "↑5 ↓9", floors["17"]: "↑3 ↓11"}
    assert hints(scene(seen("basics", 1, 2))) == {}


def test_who_is_out_walks_away_and_keeps_his_cards_hidden() -> None:
    """RAU-19."""
    view = scene(seen("phase_two", 2, 3))
    assert [panel.seat for panel in view.panels if panel.out] == [0]
    assert [picture.symbol for picture in view.pictures].count("leaver") == 1
    assert [piece.symbol for piece in tray(view, "hand:0")] == ["card-back"]


def test_even_four_who_are_out_stand_on_the_board() -> None:
    """RAU-17, RAU-23."""
    final = records.read("""game: raufer
seats: Anna, Ben, Cleo, Dora, Emil
options: hand=4 duel=commander

* deal A 20 1 2 3
* deal B 19 4 5 6
* deal C 18 7 8 9
* deal D 17 10 11 12
* deal E 13 14 15 16
A 20 up
B pass
C pass
D pass
E pass
B 19 up
C pass
D pass
E pass
C 18 up
D pass
E pass
D 17 up
E pass
= 0 0 0 0 1
""").final()
    view = scene(final.observe(SPECTATOR))
    symbols = [picture.symbol for picture in view.pictures]
    assert symbols.count("leaver") == 4
    assert "runner" not in symbols
    assert all(
        0 <= one.x <= one.x + one.w <= view.width and 0 <= one.y <= one.y + one.h <= view.height
        for one in view.pictures
    )


@pytest.mark.parametrize(
    ("language", "words"), [("en", "0 cards"), ("de", "0 Karten"), ("fr", "aucune carte")]
)
def test_an_empty_hand_is_said_to_be_empty(language: str, words: str) -> None:
    """French counts none as one, so that it needs a word of its own."""
    match = record("last_card")
    empty = next(p for p in match.positions() if p.state.laid_count == 4)
    fact = scene(empty.observe(SPECTATOR)).panels[0].facts[0]
    assert texts.translate(language, fact, GAME, match.names) == words


def test_the_end_shows_how_many_cards_were_laid_and_left() -> None:
    result = scene(record("last_card").final().observe(SPECTATOR)).result
    assert result is not None
    assert result.ranks == (1, 0, 1)
    assert [row.figures for row in result.rows] == [(2, 2, 2), (2, 0, 0)]


@pytest.mark.parametrize(
    ("path", "action"),
    [
        (["card:12", "up"], 22),
        (["down", "card:1"], 1),
        (["pile"], DRAW),
        (["stock"], DRAW),
        (["pass"], PASS),
        (["card:12"], None),
        (["up", "down"], None),
        (["card:1", "card:2"], None),
        (["stock", "up"], None),
        ([], None),
    ],
)
def test_a_card_with_a_direction_is_a_command(path: list[str], action: int | None) -> None:
    assert intend(seen("basics", 1, 1), path) == action


def test_an_own_card_that_does_not_fit_says_why() -> None:
    """RAU-4."""
    position = position_after("basics", 1)
    mine = tray(scene(position.observe(1)), "hand:1")
    for piece in mine:
        meant = intend(position.observe(1), [piece.id])
        refusal = None if meant is None else position.why_not(1, meant)
        assert (refusal.rule if refusal else None) == ("RAU-4" if piece.faded else None)
    assert intend(position.observe(2), ["card:1"]) is None  # out of turn
    assert intend(position.observe(SPECTATOR), ["card:1"]) is None


def test_who_has_to_draw_is_offered_nothing_else_and_told_so() -> None:
    match = record("basics")
    step, event = next((at, one) for at, one in enumerate(match.events) if one.action == DRAW)
    position = list(match.positions())[step]
    (choice,) = scene(position.observe(event.seat)).choices
    assert (choice.path, choice.button_label) == (("pile",), Phrase("button-draw"))


def test_a_terminal_shows_every_floor_the_command_and_only_the_own_hand() -> None:
    lines = of(GAME).characters(seen("basics", 1, 1)).splitlines()
    floors = [line for line in lines if line[:3].strip().isdecimal()]
    assert [int(line[:3]) for line in floors] == list(range(CARDS, 0, -1))
    assert "A ▲ up!" in floors[CARDS - 12]
    assert "> B  5 1 2 9 14 17" in floors[1]
    assert "A  4 !" in floors[0]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", ["complete_4_seats", "some_fail", "phase_two"])
def test_there_is_room_for_all_that_is_told_of_a_seat(name: str, language: str) -> None:
    """On phones the board would jump where whoever draws a card needs one more line."""

    def lengths(facts: tuple[Phrase, ...]) -> list[int]:
        return [len(texts.translate(language, fact, GAME)) for fact in facts]

    for position in record(name).positions():
        for panel in scene(position.observe(SPECTATOR)).panels:
            pairs = zip(lengths(panel.facts), lengths(panel.room), strict=False)
            assert len(panel.facts) <= len(panel.room)
            assert all(told <= kept for told, kept in pairs)
