"""What players see of Schollenschubser: who drifts where, what a slip would cost, what is told."""

from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser import choices, notation, picture, wording
from tischlein.games.schollenschubser.state import Phase
from tischlein.presentation import texts
from tischlein.presentation.scenes import Choice, Scene

GAME = registry.load("schollenschubser")


def played(*lines: str, options: dict[str, str] | None = None) -> Position:
    """The position after events as a record writes them, two seats, A3 and A4 being 4 and 2."""
    position = Position.start(GAME, 2, options)
    for line in ("* lay A3 4", "* lay A4 2", "* start A", *lines):
        who, verb, *rest = line.lower().split()
        seat = CHANCE if who == "*" else ord(who) - ord("a")
        actions = [[verb, face] for face in rest] if verb == "roll" else [[verb, *rest]]
        for words in actions:
            position.play(seat, notation.read(position.state, seat, words))
    return position


def scene(position: Position, seat: int = 0) -> Scene:
    return picture.scene(position.observe(seat))


def choice(position: Position, text: str) -> Choice:
    """The choice of seat A that an action stands for."""
    action = notation.read(position.state, 0, text.lower().split())
    return next(choice for choice in scene(position).choices if choice.action == action)


def lying_on(position: Position, square: int) -> list[str]:
    """What lies on a square, by identifier."""
    return [piece.id for piece in scene(position).pieces if piece.place == f"square:{square}"]


ON_TWO_FLOES = (
    *("* roll 1 1", "A drift A1", "A board B1", "* roll 1 2", "B new A1 4", "B board A1"),
    "* roll 1 1",
)
"""With ``push=on``: two floes of one size below each other, a researcher of B and one of A."""


def test_equal_floes_keep_their_names_when_one_pushes_the_other() -> None:
    """SCH-15: else the northern one would seem to leap over the southern one."""
    position = played(*ON_TWO_FLOES, options={"push": "on"})
    north, south = lying_on(position, 0), lying_on(position, 4)
    assert len(north) == len(south) == 2
    position.play(0, notation.read(position.state, 0, ["drift", "a1"]))
    assert lying_on(position, 0) == []
    assert lying_on(position, 4) == north
    assert lying_on(position, 8) == south


def test_what_follows_a_pick_is_asked_and_buttons_say_what_they_do() -> None:
    """SCH-18, SCH-24: which floe, drifting or melting, and the way back to the bank."""
    drifting = scene(played("* roll 1 6"))
    assert drifting.prompts["square:0"] == Phrase("prompt-drift-or-melt")
    assert scene(played("* roll 1 2", "A drift A1")).prompts["bank"] == Phrase("prompt-whither")
    assert choice(played("* roll 1 1"), "drift a1").button_label == Phrase("button-drift")


def test_every_language_says_in_which_columns_the_dice_let_ice_drift() -> None:
    """SCH-12, SCH-18: a newcomer would look for the numbers rolled on floes."""
    where = {
        "1 3": ("column 1 or 3", "Spalte 1 oder 3", "la colonne 1 ou 3"),
        "2 2": ("column 2", "Spalte 2", "la colonne 2"),
        "4 5": ("any column", "einer beliebigen Spalte", "la colonne de ton choix"),
    }
    for dice, columns in where.items():
        prompt = scene(played(f"* roll {dice}")).prompt
        for language, column in zip(texts.LANGUAGES, columns, strict=True):
            assert f" in {column}" in texts.translate(language, prompt, GAME).replace(
                " dans ", " in "
            )


def test_a_melting_floe_stays_the_same_floe() -> None:
    """SCH-20: also where another card replaces it."""
    position = played("* roll 6 6", "A melt A1", "A done", "* roll 6 6")
    before = lying_on(position, 0)
    position.play(1, notation.read(position.state, 1, ["melt", "a1"]))
    assert position.state.floe[0] == 2
    assert lying_on(position, 0) == before


def test_the_preview_shows_how_far_the_ice_goes() -> None:
    """SCH-13, SCH-15: with a push, to where the southernmost floe comes to lie."""
    position = played(*ON_TWO_FLOES, options={"push": "on"})
    assert [mark.target for mark in choice(position, "drift A1").marks] == ["square:8"]
    assert [mark.target for mark in choice(position, "drift B1").marks] == ["square:8"]


def drifting_out() -> Position:
    """A floe on E1 with a researcher of A and one of B, and a one for A."""
    down = [
        *("* roll 1 1", "A drift A1", "A board B1", "* roll 1 1", "B drift B1", "B board C1"),
        *("* roll 1 1", "A drift C1", "A done", "* roll 1 1", "B drift D1", "B done"),
    ]
    return played(*down, "* roll 1 1")


def test_the_preview_of_drifting_out_shows_the_floe_and_who_gets_wet() -> None:
    """SCH-16: and it asks again, since an own researcher is among them."""
    position = drifting_out()
    floe, *crowd = lying_on(position, 16)
    leaving = choice(position, "drift E1")
    assert [(mark.target, mark.kind) for mark in leaving.marks] == [
        (floe, "warn"),
        *((researcher, "loss") for researcher in crowd),
    ]
    assert len(crowd) == 2
    assert leaving.confirm


def test_melting_an_own_researcher_off_asks_again() -> None:
    """SCH-21: another's falls at once."""
    position = played(
        *("* roll 6 6", "A melt A4", "A board A1", "* roll 1 6", "B drift A1", "B board B1"),
        *("* roll 6 6", "A melt B1", "A done", "* roll 6 6", "B melt B1", "B done"),
        "* roll 6 6",
    )
    assert GAME.notation.queries["row"](position.state, ["b"]) == "2AB . . ."
    assert choice(position, "melt B1 A").confirm
    assert not choice(position, "melt B1 B").confirm


def test_a_floe_that_leaves_is_told_of() -> None:
    """SCH-16."""
    before = drifting_out()
    event = Event(0, notation.read(before.state, 0, ["drift", "e1"]))
    after = before.clone()
    after.apply(event)
    words = wording.say(event, before.observe(0), after.observe(0))
    assert [texts.translate("en", phrase, GAME, ("Anna", "Ben")) for phrase in words] == [
        "Anna lets the floe on E1 drift south out of the channel.",
        "The floe from E1 drifts out and goes back to the stock.",
        "A researcher of Anna falls into the water at E1 and swims back to the bank.",
        "A researcher of Ben falls into the water at E1 and swims back to the bank.",
    ]


def test_the_log_tells_how_far_the_ice_drifts() -> None:
    """SCH-15."""
    before = played("* roll 1 1", "A drift A1", "A done", "* roll 1 1")
    after = before.clone()
    event = Event(1, notation.read(before.state, 1, ["drift", "a1"]))
    after.apply(event)
    (words,) = wording.say(event, before.observe(0), after.observe(0))
    told = texts.translate("en", words, GAME, ("Anna", "Ben"))
    assert told == "Ben lets the floe on A1 drift south to B1; it pushes another one to C1."


def test_the_result_counts_those_on_board_and_tells_of_the_others_below() -> None:
    """SCH-33: a row without figures parts them."""
    position = played()
    position.record.saved[:2] = (4, 1)
    position.record.bank[:2] = (0, 3)
    position.record.phase = Phase.OVER
    result = scene(position).result
    assert result is not None
    counted, heading, *others = result.rows
    assert counted.figures == result.scores == (4, 1)
    assert heading.figures == ("", "")
    assert [row.figures for row in others] == [(0, 0), (0, 3)]


def test_a_die_lies_over_the_column_that_it_allows_until_the_ice_has_moved() -> None:
    """SCH-12, SCH-19: a 6 allows no column, and says what it does."""
    position = played("* roll 2 6")
    dice = {piece.symbol: piece for piece in scene(position).pieces if piece.id.startswith("die")}
    column = next(place for place in scene(position).places if place.id == "square:1")
    assert column.x < dice["die-2"].x < column.x + column.w
    assert not dice["die-2"].faded
    texts = [lettering.text for lettering in scene(position).letterings]
    assert Phrase("die-melt") in texts
    position.play(0, notation.read(position.state, 0, ["drift", "a2"]))
    assert all(piece.faded for piece in scene(position).pieces if piece.id.startswith("die"))


def test_what_a_die_says_stands_beside_it_in_every_language() -> None:
    for face, key in ((5, "die-any"), (6, "die-melt")):
        shown = scene(played(f"* roll 2 {face}"))
        [die] = [piece for piece in shown.pieces if piece.symbol == f"die-{face}"]
        [word] = [one for one in shown.letterings if one.text == Phrase(key)]
        assert word.begins
        assert word.x > die.x + die.w / 2


def test_the_prompt_counts_the_steps_that_are_left() -> None:
    """SCH-24, SCH-25: the one on the ice, and one from the bank."""
    position = played(*ON_TWO_FLOES, "A drift B1", options={"push": "on"})
    prompt = scene(position).prompt
    assert (prompt.key, prompt.values) == ("prompt-move", {"steps": 1, "board": 1})


def test_who_falls_is_said_by_a_button() -> None:
    """SCH-21: a researcher is small under a finger; the mark shows who it would be."""
    position = played(
        *("* roll 6 6", "A melt A4", "A board A1", "* roll 1 6", "B drift A1", "B board B1"),
        *("* roll 6 6", "A melt B1", "A done", "* roll 6 6", "B melt B1", "B done"),
        "* roll 6 6",
    )
    falling = choice(position, "melt B1 B")
    assert falling.path == ("square:4", "fall:1")
    assert [mark.target for mark in falling.marks] == [lying_on(position, 4)[2]]


def reason(position: Position, *targets: str) -> str | None:
    """By which message seat A is told why targets cannot be picked."""
    meant = choices.intend(position.observe(0), targets)
    refusal = None if meant is None else position.why_not(0, meant)
    return None if refusal is None else refusal.message or refusal.rule


def test_where_nobody_can_walk_from_says_why() -> None:
    """SCH-9, SCH-24, SCH-25, SCH-28, SCH-30."""
    rolled = played("* roll 1 1", "A drift A1")
    assert reason(rolled, "bank") is None  # to board is possible
    assert reason(rolled, "square:2") == "SCH-25-nobody"
    assert reason(rolled, "square:19") == "SCH-25-nobody"
    assert reason(rolled, "ship") == "SCH-25-nobody"
    aboard = played(*ON_TWO_FLOES[:-1], "* roll 2 2", "A drift A2", "A board A1")
    assert reason(aboard, "bank") == "SCH-24-once"
    assert reason(aboard, "ship") == "SCH-28"
    assert reason(played("* roll 1 1"), "bank") == "SCH-9-drift"
    assert reason(played("* roll 1 1"), "ship") == "SCH-9-drift"
