"""What Schlauraff shows and says: clicks, previews, the fold of long columns, ends of turns."""

from pathlib import Path

import pytest

from tests.games.replaying import record_in
from tests.games.schlauraff.test_rules import GAME, play, rolled
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff import notation
from tischlein.games.schlauraff.aids import HINTS
from tischlein.games.schlauraff.combinations import takings
from tischlein.games.schlauraff.layout import PITCH
from tischlein.games.schlauraff.state import LETTERS, Phase
from tischlein.games.schlauraff.targets import CUP
from tischlein.presentation import of, texts


def paths(position: Position) -> dict[str, tuple[str, ...]]:
    """The targets of every choice of seat A, by its notation."""
    scene = of(GAME).scene(position.observe(0))
    write = notation.write
    return {write(position.state, 0, choice.action): choice.path for choice in scene.choices}


def told(position: Position, seat: int, text: str) -> list[str]:
    """Carry out an event, and return the keys of the phrases that seat A reads."""
    before = position.observe(0)
    action = notation.read(position.state, seat, text.split())
    play(position, seat, text)
    words = of(GAME).say(Event(seat, action), before, position.observe(0))
    return [phrase.key for phrase in words]


def test_the_first_die_needs_a_chip_and_later_ones_do_not() -> None:
    position = rolled("bryyg", "123466")
    assert paths(position)["put 4 d2"] == ("free:4", "cell:1")
    play(position, 0, "put 4 d2")
    assert paths(position) == {
        "put 1 d2": ("free:1",),
        "put 2 d2": ("free:2",),
        "put 3 d2": ("free:3",),
        "put 6 d2": ("free:6",),
        "roll": ("cup",),
    }


def test_a_die_that_may_slide_down_is_clicked_where_it_lies() -> None:
    position = rolled("bryyg", "123466")
    play(position, 0, "put 4 d1", "put 1 d1")
    assert paths(position)["carry 4"] == ("laid:4:0",)
    laid = [piece.id for piece in of(GAME).scene(position.observe(0)).pieces]
    assert {"laid:1:0", "laid:4:0"} <= set(laid)


def test_who_can_only_roll_again_is_told_what_that_does() -> None:
    position = rolled("bryyg", "123466")
    play(position, 0, "put 4 d2")
    roll = next(one for one in of(GAME).scene(position.observe(0)).choices if one.path == (CUP,))
    assert roll.button_label == Phrase("button-roll")


def test_what_gives_up_the_slide_says_so() -> None:
    position = rolled("bryyg", "123466")
    play(position, 0, "put 4 d1")
    choices = of(GAME).scene(position.observe(0)).choices
    assert all(choice.label is None for choice in choices)
    play(position, 0, "put 1 d1")
    choices = of(GAME).scene(position.observe(0)).choices
    told = {choice.path for choice in choices if choice.label is not None}
    assert told == {("free:2",), ("free:3",), ("free:6",), ("cup",)}


def test_a_start_further_down_shows_what_it_passes_over_and_what_it_takes() -> None:
    position = rolled("rrbgy", "533366")
    scene = of(GAME).scene(position.observe(0))
    marks = {choice.path: choice.marks for choice in scene.choices}
    assert [(mark.target, mark.kind) for mark in marks["free:5", "cell:2"]] == [
        ("cell:2", "gain"),
        ("cell:0", "loss"),
        ("cell:1", "loss"),
    ]
    assert marks["free:5", "cell:0"] == ()


def test_a_click_on_a_chip_of_another_column_is_refused_with_the_column_in_play() -> None:
    position = rolled("bryyg", "123466")
    action = of(GAME).intend(position.observe(0), ["free:4", "chip:2:0:0"])
    assert isinstance(action, int)
    refusal = position.why_not(0, action)
    assert refusal is not None
    assert refusal.message == "SLR-8-column"


def test_a_chip_may_be_picked_before_a_die_and_says_why_none_can_be_put_there() -> None:
    position = rolled("bryyg", "446666")
    scene = of(GAME).scene(position.observe(0))
    assert scene.any_order
    assert scene.prompts["free:4"].key == "prompt-chip"
    assert scene.prompts["cell:0"] == Phrase("prompt-die", {"cell": "d1"})

    def reason(target: str) -> str | None:
        action = of(GAME).intend(position.observe(0), [target])
        refusal = position.why_not(0, action) if isinstance(action, int) else action
        return None if refusal is None else refusal.message or refusal.rule

    assert reason("cell:0") is None  # a 4 can be put there
    assert reason("cell:4") == "SLR-11"  # a 4 is too much for green
    assert reason("chip:2:0:0") == "SLR-8-column"
    play(position, 0, "put 4 d1")
    assert reason("cell:0") is None
    assert reason("cell:1") == "SLR-15"


def test_a_long_column_goes_on_where_worked_columns_lay() -> None:
    position = rolled("rgyyb", "666666", leftovers="below")
    play(position, 0, "put 6 d1", "roll")
    play(position, CHANCE, *["roll 6"] * 5)
    assert position.state.rows == 10
    scene = of(GAME).scene(position.observe(0))
    spots = {place.id: (place.x, place.y) for place in scene.places}
    assert spots["cell:5"] == (spots["cell:0"][0] + PITCH, spots["cell:0"][1])
    assert "6–10" in {lettering.text for lettering in scene.letterings}


def test_the_log_says_why_a_turn_has_ended() -> None:
    finished = rolled("ggggb", "555555")
    assert told(finished, 0, "put 5 d5") == ["say-put", "say-take", "say-finished"]
    stuck = rolled("rgyyb", "666666")
    play(stuck, 0, "put 6 d1", "roll")
    play(stuck, CHANCE, *["roll 6"] * 4)
    assert told(stuck, CHANCE, "roll 6") == ["say-roll", "say-stuck"]
    helpless = rolled("bbbbb", "66666")
    assert told(helpless, CHANCE, "roll 6") == ["say-roll", "say-no-start"]


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "d4 still needs 4: choose a die, or roll again."),
        ("de", "d4 braucht noch 4: Wähl einen Würfel oder wirf neu."),
        ("fr", "Il manque 4 en d4\N{NO-BREAK SPACE}: choisis un dé, ou relance."),
    ],
)
def test_what_a_chip_still_lacks_is_not_told_as_if_it_were_its_value(
    language: str, asked: str
) -> None:
    """SLR-12."""
    position = rolled("bryrb", "123466")
    play(position, 0, "put 6 d4")
    prompt = of(GAME).scene(position.observe(0)).prompt
    assert texts.translate(language, prompt, GAME) == asked


@pytest.mark.parametrize("columns", [4, 6, 8])
def test_the_cup_lies_on_the_board_and_clear_of_the_dice(columns: int) -> None:
    position = rolled("bryyg", "123456", columns=columns)
    found = of(GAME).scene(position.observe(0))
    cup = next(place for place in found.places if place.id == CUP)
    assert cup.x + cup.w <= found.width
    assert cup.y + cup.h <= found.height
    for place in found.places:
        if place.id.startswith("free:"):
            assert cup.x >= place.x + place.w or cup.y >= place.y + place.h


def test_seats_say_which_round_of_how_many_it_is() -> None:
    """SLR-7: as many rounds as people."""

    def told(position: Position) -> list[Phrase]:
        facts = [panel.facts[0] for panel in of(GAME).scene(position.observe(0)).panels]
        assert {fact.key for fact in facts} == {"fact-round"}
        return facts

    position = rolled("bryyg", "123456", players=3)
    assert [fact.values for fact in told(position)] == [{"count": 0, "round": 1, "rounds": 3}] * 3
    position.record.rounds = 3
    position.record.phase = Phase.OVER
    assert {fact.values["round"] for fact in told(position)} == {3}


def test_red_chips_stand_apart_from_what_is_added_up() -> None:
    position = rolled("bryyg", "123456")
    position.record.phase = Phase.OVER
    result = of(GAME).scene(position.observe(0)).result
    assert result is not None
    heading = next(row for row in result.rows if row.figures == ("", ""))
    after = result.rows[result.rows.index(heading) + 1 :]
    assert [row.label.key for row in after] == ["result-reds"]


def aids(position: Position, seat: int) -> list[tuple[str, dict[str, Value]]]:
    """The messages among the aids of a seat's scene, with their values."""
    letterings = of(GAME).scene(position.observe(seat)).letterings
    texts = [lettering.text for lettering in letterings if lettering.layer == HINTS]
    return [(text.key, text.values) for text in texts if isinstance(text, Phrase)]


def test_aids_tell_the_seat_that_decides_its_chance_and_what_each_action_takes() -> None:
    position = rolled("bbbbr", "111116")
    assert [key for key, _ in aids(position, 0)] == ["mean-chips"] * 5
    play(position, 0, *["put 1 d5"] * 5)
    # The last die has to show a 5.
    assert aids(position, 0) == [
        ("lacking-and-chance", {"sum": 5, "percent": 17}),
        ("mean-chips", {"whole": 0, "tenth": 2}),
    ]
    assert aids(position, 1) == [("lacking", {"sum": 5})]


def test_aids_stand_at_the_dice_that_may_slide_down() -> None:
    position = rolled("rrrbg", "236666")
    play(position, 0, "put 2 d4", "put 3 d4")
    found = of(GAME).scene(position.observe(0))
    dice = {piece.id: piece.x for piece in found.pieces}
    places = [
        lettering.x
        for lettering in found.letterings
        if lettering.text == Phrase("mean", {"whole": 1, "tenth": 0})
    ]
    assert places == [dice["laid:3:0"]]


@pytest.mark.parametrize(
    ("free", "letter", "total", "ways"),
    [
        ((1, 0, 0, 1, 1, 1), "b", 0, ((5,), (1, 4))),
        ((1, 0, 0, 1, 1, 1), "y", 0, ((1,), (5, 6), (1, 4, 6))),
        ((1, 0, 0, 1, 1, 1), "y", 5, ((6,), (1, 5))),
        ((2, 0, 0, 0, 0, 0), "g", 0, ()),
    ],
)
def test_sums_that_take_a_chip_come_with_the_fewest_dice_first(
    free: tuple[int, ...], letter: str, total: int, ways: tuple[tuple[int, ...], ...]
) -> None:
    assert takings(free, LETTERS.index(letter), total) == ways


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_there_is_room_for_all_that_is_told_of_a_seat(language: str) -> None:
    """On phones the board would jump where ten chips of a round need one more line than nine."""
    for position in record_in(Path(__file__).parent, "complete_4_seats").positions():
        for panel in of(GAME).scene(position.observe(0)).panels:
            for told, kept in zip(panel.facts, panel.room, strict=True):
                assert len(texts.translate(language, told, GAME)) <= len(
                    texts.translate(language, kept, GAME)
                )
