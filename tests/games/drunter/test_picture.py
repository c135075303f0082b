"""What players see and read of Drunter & Drüber: ghosts, previews, votes, goals, the end."""

import re
from functools import partial
from pathlib import Path

import pytest

from tests.games.replaying import log_of, record_in
from tischlein.core import registry
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.games.drunter.actions import SAY_NO, SAY_YES, VOTE, line_of, placement
from tischlein.games.drunter.choices import intend
from tischlein.games.drunter.picture import scene
from tischlein.games.drunter.scoring import counted, points
from tischlein.games.drunter.state import GOALS, REMOVED, Stage
from tischlein.presentation import of, rulebook, texts
from tischlein.presentation.scenes import Choice, Scene

DRUNTER = registry.load("drunter")
FOLDER = Path(__file__).parent


record = partial(record_in, FOLDER)


def log(name: str, observer: int, language: str = "en") -> list[str]:
    return log_of(record(name), observer, language)


def first(name: str, stage: Stage) -> Position:
    """The first position of a record in a stage."""
    return next(p for p in record(name).positions() if p.state.stage == stage)


def choice(view: Scene, action: int) -> Choice:
    return next(one for one in view.choices if one.action == action)


def marks(one: Choice, kind: str) -> list[str]:
    return [mark.target for mark in one.marks if mark.kind == kind]


def test_the_log_tells_which_squares_a_tile_covers() -> None:
    told = log("complete_three_seats", 0)
    assert "Cleo lays 3 squares of wall 2 upwards: a9–a7." in told
    assert "Ben lays 1 square of road downwards: a2." in told


# --- placing a tile ---


def test_a_tile_is_laid_by_picking_it_and_the_square_where_it_ends() -> None:
    position = first("under_a_bridge", Stage.LAY)
    view = scene(position.observe(0))
    road_east = choice(view, placement(0, 3, 1))
    assert road_east.path == ("stock:road-3", "square:3")
    assert road_east.confirm
    assert intend(position.observe(0), ["square:3", "stock:road-3"]) == road_east.action


def test_a_preview_shows_what_is_lost_and_where_a_vote_follows() -> None:
    """DUD-22, DUD-33."""
    states = record("under_a_bridge").positions()
    position = next(p for p in states if p.state.logged == 1)  # the road stands on b1
    south = choice(scene(position.observe(1)), placement(0, 3, 2))
    assert marks(south, "loss") == ["square:31"]  # fire station 2 on b3
    assert marks(south, "warn") == []
    further = next(p for p in record("under_a_bridge").positions() if p.state.logged == 6)
    south = choice(scene(further.observe(0)), placement(0, 2, 2))
    assert marks(south, "warn") == ["square:61"]  # the outhouse on b5


def test_a_preview_shows_which_line_would_end() -> None:
    """DUD-30."""
    before = next(p for p in record("two_goals").positions() if p.state.logged == 4)
    closing = choice(scene(before.observe(0)), placement(3, 1, 0))
    assert marks(closing, "loss") == ["gang:road"]


def test_a_preview_shows_the_bridge_that_is_passed_under() -> None:
    """DUD-25."""
    position = next(p for p in record("under_a_bridge").positions() if p.state.logged == 5)
    east = choice(scene(position.observe(1)), placement(3, 1, 1))
    assert east.path == ("stock:wall-1", "square:32")
    assert marks(east, "info") == ["square:31", "square:32"]


def test_where_both_walls_can_end_on_a_square_the_gang_is_asked_for() -> None:
    """DUD-15."""
    position = first("laying", Stage.LAY)
    position.record.gangs[2:] = (62, 64)
    position.record.reach[2:] = 1
    paths = [one.path for one in scene(position.observe(0)).choices if line_of(one.action) > 1]
    both = [path for path in paths if path[:2] == ("stock:wall-1", "square:63")]
    assert sorted(both) == [
        ("stock:wall-1", "square:63", "gang:wall1"),
        ("stock:wall-1", "square:63", "gang:wall2"),
    ]
    seen = position.observe(0)
    assert intend(seen, ["stock:wall-1", "square:63"]) is None
    assert intend(seen, ["gang:wall2", "stock:wall-1", "square:63"]) == placement(3, 1, 3)


def test_an_impossible_square_is_explained() -> None:
    """DUD-20."""
    position = next(p for p in record("laying").positions() if p.state.logged == 2)
    meant = intend(position.observe(0), ["stock:wall-1", "square:13"])
    assert isinstance(meant, int)
    refusal = position.why_not(0, meant)
    assert refusal is not None
    assert refusal.rule == "DUD-20"


def test_a_square_where_no_tile_of_a_line_can_end_is_explained_too() -> None:
    """DUD-16: a line grows where its gang stands; DUD-11 and DUD-32 come first."""
    position = next(p for p in record("laying").positions() if p.state.logged == 2)
    far = ["stock:road-1", "square:149"]
    assert intend(position.observe(0), far) == Refusal(
        "DUD-16", {"kind": "road"}, culprits=(f"square:{position.state.gangs[0]}",)
    )
    waiting = intend(position.observe(1), far)
    assert isinstance(waiting, Refusal)
    assert waiting.rule == "DUD-11"
    position.record.gangs[0] = REMOVED
    ended = intend(position.observe(0), far)
    assert isinstance(ended, Refusal)
    assert ended.rule == "DUD-32"


def test_a_pending_tile_is_translucent_and_a_covered_building_loses_its_number() -> None:
    view = scene(first("vote_example", Stage.VOTE).observe(0))
    assert [piece.id for piece in view.pieces if piece.faded] == ["tile:1"]
    untouched = scene(first("vote_example", Stage.LAY).observe(0))
    after = scene(record("complete_three_seats").final().observe(0))
    assert len(after.letterings) < len(untouched.letterings)


def test_ended_lines_have_a_stop_sign_instead_of_a_gang() -> None:
    """DUD-30."""
    view = scene(record("complete_three_seats").final().observe(0))
    names = {piece.id for piece in view.pieces}
    assert "stop:river" in names
    assert "gang:river" not in names
    assert "gang:road" in names


# --- votes ---


def test_vote_cards_are_picked_in_any_order_and_confirmed() -> None:
    """DUD-36."""
    position = first("vote_example", Stage.VOTE)
    view = scene(position.observe(1))
    assert view.any_order
    assert len(view.choices) == 255
    two = choice(view, VOTE + 0b10010)
    assert set(two.path) == {"vote:1", "vote:4"}
    assert two.confirm
    assert intend(position.observe(1), ["vote:4", "vote:1"]) == two.action


def backs(view: Scene) -> int:
    return sum(piece.symbol == "card-back" for tray in view.trays for piece in tray.pieces)


def test_ballots_lie_face_down_until_all_have_voted() -> None:
    """DUD-37, DUD-38, DUD-40."""
    voted = next(p for p in record("vote_example").positions() if p.state.voted.bit_count() == 1)
    assert backs(scene(voted.observe(0))) == 2
    assert backs(scene(voted.observe(1))) == 0
    joker = scene(first("vote_example", Stage.JOKER).observe(0))
    assert backs(joker) == 0
    at_once = first("simultaneous_votes", Stage.VOTE)
    at_once.play(1, VOTE + 0b111)
    assert backs(scene(at_once.observe(0))) == 1


def test_what_is_open_is_added_up_while_a_joker_is_due() -> None:
    """DUD-41."""
    position = first("vote_example", Stage.JOKER)
    prompt = scene(position.observe(0)).prompt
    assert prompt == Phrase("prompt-joker", {"yes": 5, "no": 5})
    second = next(p for p in record("simultaneous_votes").positions() if p.state.declared)
    values = scene(second.observe(1)).prompt.values
    assert (values["yes"], values["no"]) == (3, 1)


def test_there_is_room_at_the_seats_for_votes_and_for_tiles_that_are_put_aside() -> None:
    before, during = first("vote_example", Stage.LAY), first("vote_example", Stage.VOTE)
    for position in (before, during):
        view = scene(position.observe(0))
        laid = [tray for tray in view.trays if tray.id.startswith("ballots:")]
        assert [tray.seat for tray in laid] == list(range(position.seats))
    (aside,) = [tray for tray in scene(before.observe(0)).trays if tray.id == "aside:0"]
    assert (aside.role, aside.seat, aside.pieces) == ("played", 0, [])
    roles = {tray.id: tray.role for tray in scene(during.observe(0)).trays}
    assert "aside:0" not in roles
    assert roles["tiles:0"] == "played"


def test_the_hand_holds_what_is_to_be_chosen_now() -> None:
    """DUD-36, DUD-56: vote cards are put away until a vote, and then the tiles are."""
    for name, stage, held in (
        ("vote_example", Stage.LAY, "tiles:0"),
        ("vote_example", Stage.JOKER, "votes:0"),
        ("two_goals", Stage.AIM, "goal:0"),
    ):
        trays = scene(first(name, stage).observe(0)).trays
        hand = [tray.id for tray in trays if tray.seat == 0 and tray.role in ("hand", "stock")]
        assert hand == [held]


def votes_left(position: Position, observer: int, language: str = "en") -> list[str]:
    panels = scene(position.observe(observer)).panels
    return [texts.translate(language, panel.facts[0], DRUNTER, "ABCD") for panel in panels]


def test_everybody_sees_which_vote_cards_are_left() -> None:
    """DUD-38, DUD-46: cards that lie open or are the own do not count as left, hidden ones do."""
    match = record("which_rule_is_cited")
    assert votes_left(match.final(), SPECTATOR) == [
        "13 votes left: +2 +3 −1 −2 −3 ±2",
        "7 votes left: +1 −1 −2 −3",
        "11 votes left: +1 +2 +3 −3 ±2",
    ]
    voted = next(p for p in match.positions() if p.state.voted.bit_count() == 2)
    assert votes_left(voted, 1) == ["14 votes left"] * 3
    assert votes_left(voted, 0) == [
        "13 votes left: +2 +3 −1 −2 −3 ±2",
        "14 votes left",
        "14 votes left",
    ]
    spent = first("votes_decide", Stage.OVER)
    assert votes_left(spent, SPECTATOR, "fr")[0] == "encore 0 voix"
    assert votes_left(spent, SPECTATOR, "de") == ["noch 0 Stimmen", "noch 3 Stimmen: +3"]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("name", ["vote_example", "simultaneous_votes", "which_rule_is_cited"])
def test_there_is_room_for_all_that_is_told_of_a_seat(name: str, language: str) -> None:
    """DUD-38: on phones the board would jump where the first vote needs one more line."""

    def length(facts: tuple[Phrase, ...]) -> int:
        return sum(len(texts.translate(language, fact, DRUNTER, "ABCD")) for fact in facts)

    for position in record(name).positions():
        for panel in scene(position.observe(SPECTATOR)).panels:
            # Who has chosen one of two goals is told once, of all at about the same time.
            told = tuple(fact for fact in panel.facts if fact.key != "fact-chosen")
            assert length(told) <= length(panel.room)


def test_a_joker_has_two_buttons_for_its_owner_alone() -> None:
    """DUD-41, DUD-42."""
    position = first("vote_example", Stage.JOKER)
    view = scene(position.observe(0))
    assert [(one.action, one.path) for one in view.choices] == [
        (SAY_YES, ("yes",)),
        (SAY_NO, ("no",)),
    ]
    assert not scene(position.observe(1)).buttons


def test_the_log_tells_the_example_of_a_vote() -> None:
    """DUD-44."""
    told = log("vote_example", SPECTATOR)
    begins = told.index("An outhouse is in the way: everybody votes.")
    assert told[begins + 1 : begins + 10] == [
        "Ben votes with 2 cards.",
        "Cleo votes with 1 card.",
        "Dora votes with 1 card.",
        "Anna has laid JEEIIN.",
        "Ben has laid JAA and JAAA.",
        "Cleo has laid NEE.",
        "Dora has laid NEEE.",
        "The joker of Anna counts 2 No.",
        "5 Yes, 7 No: the tile goes back to Ben.",
    ]


def test_the_log_of_a_simultaneous_vote_keeps_numbers_secret() -> None:
    """DUD-38."""
    assert "Ben has voted." in log("simultaneous_votes", 0)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_log_tells_losses_ends_and_the_result(language: str) -> None:
    told = "\n".join(log("complete_three_seats", SPECTATOR, language))
    wanted = {
        "en": ("Buried: museum 5", "The river has ended.", "Cleo wins."),
        "de": ("Überbaut: Museum 5", "Der Fluss ist zu Ende.", "Cleo gewinnt."),
        "fr": (
            "Sous la tuile\N{NO-BREAK SPACE}: musée 5",
            "Le canal est terminé.",
            "Cleo gagne.",
        ),
    }
    for words in wanted[language]:
        assert words in told


@pytest.mark.parametrize("name", ["complete_french_variant_4_seats", "complete_two_goals_3_seats"])
def test_the_log_adds_up_what_every_goal_has_counted(name: str) -> None:
    """DUD-49."""
    state = record(name).final().state
    for card in range(len(GOALS)):
        assert sum(counted(state, card)) == points(state, card)
    told = "\n".join(log(name, SPECTATOR))
    sums = re.findall(r"has played for .*: ([\d +]+) = (\d+) points?\.", told)
    assert sums
    assert [sum(map(int, parts.split(" + "))) for parts, _ in sums] == [
        int(total) for _, total in sums
    ]


def test_the_log_tells_who_is_skipped() -> None:
    """DUD-14."""
    told = log("new_town_four_seats", SPECTATOR)
    assert sum("cannot lay any tile and is skipped" in line for line in told) >= 4


# --- goals ---


def test_goals_of_others_do_not_show_before_the_end() -> None:
    """DUD-5."""
    match = record("complete_three_seats")
    middle = list(match.positions())[120]
    trays = [tray.id for tray in scene(middle.observe(1)).trays]
    assert "goal:1" in trays
    assert "goal:0" not in trays
    assert not [tray for tray in scene(middle.observe(SPECTATOR)).trays if "goal" in tray.id]
    assert "goal:0" in [tray.id for tray in scene(match.final().observe(1)).trays]


def test_what_the_own_goal_counts_is_told_to_whoever_has_one() -> None:
    start = first("two_goals", Stage.LAY)

    def told(seat: int) -> list[str]:
        one = scene(start.observe(seat))
        assert ("own" in [layer.id for layer in one.layers]) == (seat != SPECTATOR)
        said = [each.text for each in one.descriptions if each.layer == "own"]
        return [texts.translate("en", phrase, DRUNTER) for phrase in said]

    rings = [line for line in scene(start.observe(0)).lines if line.layer == "own"]
    (sentence,) = told(0)
    assert sentence.startswith("Your goal counts: museum 1 on a6, museum 2 on n8, museum 3 on j2, ")
    assert sentence.count(" on ") == len(rings)
    assert told(SPECTATOR) == []


def test_a_choice_of_goals_is_told_to_its_owner_alone() -> None:
    """DUD-56."""
    assert "You play for the museums." in log("two_goals", 0)
    assert "Anna has chosen a goal." in log("two_goals", 1)
    assert "You play for the museums." not in log("two_goals", 1)


def test_a_choice_after_the_last_tile_says_that_nobody_can_lay() -> None:
    """DUD-58: all four gangs last, so no line has ended."""
    position = first("choice_at_the_end", Stage.AIM)
    assert scene(position.observe(0)).prompt.key == "prompt-aim-end"
    told = log("choice_at_the_end", SPECTATOR)
    over = [line for line in told if line.startswith("Nobody can lay a tile any more")]
    assert len(over) == 1
    assert over[0].endswith("now everybody chooses one of two goals.")
    during = first("two_goals", Stage.AIM)
    assert scene(during.observe(0)).prompt.key == "prompt-aim"
    assert "The time has come: everybody chooses one of two goals." in log("two_goals", 0)


def test_the_end_shows_what_a_watcher_would_have_believed() -> None:
    result = scene(record("complete_three_seats").final().observe(SPECTATOR)).result
    assert result is not None
    believed = [row for row in result.rows if row.label.key == "result-believed"]
    assert len(believed) == 6
    for seat in range(3):
        shares = [int(str(row.figures[seat]).strip("★☆")) for row in believed]
        assert 97 <= sum(shares) <= 103
        assert sum("★" in str(row.figures[seat]) for row in believed) == 1


def test_what_decides_a_tie_stands_below_a_heading_of_its_own() -> None:
    """DUD-50: unused votes are no part of the points."""
    result = scene(record("complete_three_seats").final().observe(SPECTATOR)).result
    assert result is not None
    heading, votes = result.rows[:2]
    assert (heading.label.key, heading.figures) == ("result-ties", ("", "", ""))
    assert votes.label.key == "result-votes"


def test_a_vote_is_cast_and_a_goal_is_chosen_by_a_button_that_says_so() -> None:
    for stage, seat, text in ((Stage.AIM, 0, "button-aim"), (Stage.VOTE, 1, "button-vote")):
        name = "two_goals" if stage == Stage.AIM else "vote_example"
        choices = scene(first(name, stage).observe(seat)).choices
        assert choices
        assert all(choice.button_label == Phrase(text) for choice in choices)


def test_a_vote_says_what_it_counts_before_it_is_cast() -> None:
    choices = scene(first("vote_example", Stage.VOTE).observe(1)).choices
    said = {
        choice.path: texts.translate("en", choice.label, DRUNTER, "ABCD")
        for choice in choices
        if choice.label is not None
    }
    assert said["vote:1", "vote:2"] == "With JAA and JAAA: 5 Yes, 0 No."


def test_the_log_tells_what_decides_a_tie() -> None:
    """DUD-50, DUD-59."""
    assert "A tie: unused votes decide." in log("votes_decide", SPECTATOR)
    by_card = log("second_card_decides", SPECTATOR)
    assert "Equal points: the second card decides." in by_card
    assert "A tie: unused votes decide." not in by_card
    assert not any("decide" in line for line in log("complete_three_seats", SPECTATOR))


def test_a_drawing_in_characters_shows_what_is_voted_on_and_the_own_choice() -> None:
    """DUD-33, DUD-56."""
    position = next(
        p for p in record("which_rule_is_cited").positions() if p.state.stage == Stage.JOKER
    )
    assert "? A  river 2 w" in of(DRUNTER).characters(position.observe(2))
    assert "hall *fours" in of(DRUNTER).characters(position.observe(2))
    assert "*" not in of(DRUNTER).characters(position.observe(SPECTATOR))


def test_the_town_is_drawn_in_characters() -> None:
    town = of(DRUNTER).characters(record("complete_three_seats").final().observe(SPECTATOR))
    assert "W1" in town
    assert "~~" in town
    assert "M4" in town


def test_columns_and_rows_are_named_beside_the_town() -> None:
    """What the log says of squares can be found on the board."""
    shown = scene(registry.load("drunter").start(2, seed=1).observe(0))
    outside = {one.text for one in shown.letterings if one.x < 0 or one.y < 0}
    assert outside == {*"abcdefghijklmno", *map(str, range(1, 11))}
    assert all(shown.left < one.x and shown.top < one.y for one in shown.letterings)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_rules_name_the_kinds_of_buildings_that_goals_are_about(language: str) -> None:
    """DUD-3, DUD-5."""
    town = rulebook.rules(DRUNTER, language)["DUD-3"]
    kinds = [texts.translate(language, Phrase(f"goal-{kind}"), DRUNTER) for kind in range(6)]
    assert [kind for kind in kinds if kind not in town] == []
