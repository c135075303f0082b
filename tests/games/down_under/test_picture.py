"""What players see of Down Under: the border, previews, clicks, and the log."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from tests.games.down_under.positions import played
from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.games.down_under.viewport import viewport_of
from tischlein.presentation import of, texts
from tischlein.presentation.scenes import Scene

GAME = registry.load("down_under")


def scene_of(position: Position, seat: int) -> Scene:
    scene: Scene = of(GAME).scene(position.observe(seat))
    return scene


def test_a_side_of_the_border_is_solid_once_it_is_definite() -> None:
    row = "\n".join(f"A straight {x},0 ew\nB straight {x},1 ew" for x in range(7))
    before = viewport_of(played(row, area="5x7").state)
    assert before.definite_x
    assert before.across == (0, 6)
    assert not before.definite_y
    assert before.down == (-3, 4)
    solid = [line.dashed for line in before.lines(10.0)]
    assert solid.count(False) == 2
    assert any(solid)


def test_cells_where_no_straight_fits_are_hatched() -> None:
    row = "\n".join(f"A straight {x},0 ew\nB straight {x},1 ew" for x in range(7))
    scene = scene_of(played(row, area="5x7"), 0)
    symbols = {place.id: place.symbol for place in scene.places}
    assert symbols["cell:7,0"] == "outside"
    assert symbols["cell:3,-1"] == "ground"
    assert symbols["cell:3,0"] == "covered"


def test_a_cell_keeps_its_coordinates_while_the_board_grows() -> None:
    rng = random.Random(4)
    position = Position.start(GAME, 4)
    where: dict[str, tuple[float, float]] = {}
    while position.acting:
        scene = scene_of(position, position.acting[0])
        for place in scene.places:
            assert where.setdefault(place.id, (place.x, place.y)) == (place.x, place.y)
            assert scene.left <= place.x <= scene.left + scene.width - place.w
        for piece in scene.pieces:
            assert scene.left < piece.x < scene.left + scene.width
            assert scene.top < piece.y < scene.top + scene.height
        seat = position.acting[0]
        position.apply(Event(seat, rng.choice(position.legal(seat))))


@pytest.mark.parametrize("area", ["recommended", "long", "5x7"])
def test_the_board_grows_once_when_it_is_known_which_way_the_area_lies(area: str) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        position = Position.start(GAME, 3, {"area": area})
        sizes = []
        while position.acting:
            seat = position.acting[0]
            scene = scene_of(position, seat)
            sizes.append((scene.width, scene.height))
            position.apply(Event(seat, rng.choice(position.legal(seat))))
        changes = [(before, after) for before, after in pairwise(sizes) if before != after]
        assert len(changes) <= 1
        assert all(old[0] == old[1] and old[0] in new for old, new in changes), changes


def test_without_a_border_the_board_is_widened_by_several_cells_at_once() -> None:
    rng = random.Random(1)
    position = Position.start(GAME, 4, {"area": "none"})
    sizes = set()
    while position.acting:
        seat = position.acting[0]
        scene = scene_of(position, seat)
        sizes.add((scene.width, scene.height))
        position.apply(Event(seat, rng.choice(position.legal(seat))))
    assert len(sizes) <= 5


def test_a_seat_without_a_path_says_so_in_the_room_of_what_is_told_of_one() -> None:
    none, one = scene_of(played("A straight 0,0 ew"), 0).panels[::-1]
    assert [[fact.key for fact in panel.facts] for panel in (none, one)] == [
        ["fact-none"],
        ["fact-path"],
    ]


def test_a_preview_marks_what_would_be_taken_and_warns_before_a_needless_end() -> None:
    position = played("A straight 0,0 ew\nB straight 1,1 ew")
    choices = {
        GAME.notation.write(position.state, 0, choice.action): choice
        for choice in scene_of(position, 0).choices
    }
    taking = choices["curve 1,0 sw"]
    assert [(mark.target, mark.kind) for mark in taking.marks] == [("card:1,1", "gain")]
    assert taking.path == ("cell:1,0", "way:0:curve:sw", "stock:0:curve")
    end = choices["end 1,0 w"]
    assert end.confirm
    assert ("cell:1,0", "warn") in [(mark.target, mark.kind) for mark in end.marks]
    assert not choices["straight 1,0 ew"].confirm


def test_a_preview_says_whose_score_a_lay_changes() -> None:
    rng = random.Random(4)
    position = Position.start(GAME, 3)
    told = 0
    while position.acting:
        (seat,) = position.acting
        for choice in scene_of(position, seat).choices:
            if choice.label is None or not choice.label.key.startswith("preview"):
                continue
            after = position.clone()
            after.play(seat, choice.action)
            alone = choice.label.key == "preview-change"
            changes = [choice.label] if alone else choice.label.values["changes"]
            assert isinstance(changes, list)
            assert {
                (one.values["before"], one.values["after"])
                for one in changes
                if isinstance(one, Phrase)
            } == {
                (before, now)
                for before, now in zip(position.scores(), after.scores(), strict=True)
                if before != now
            }
            told += 1
        position.play(seat, rng.choice(position.legal(seat)))
    assert told > 20


def test_a_neutral_part_that_a_path_has_taken_is_drawn_in_its_colour() -> None:
    position = played("A straight 0,0 ew\nB straight 1,1 ew\nA curve 1,0 sw")
    runs = {piece.id: piece for piece in scene_of(position, 1).pieces if piece.id[:3] == "run"}
    assert list(runs) == ["run:1,1"]
    assert runs["run:1,1"].symbol == "run-straight-plain"
    assert runs["run:1,1"].seat == 0


def test_where_animals_count_a_card_may_be_picked_first_and_how_it_lies_at_the_cell() -> None:
    position = played("A straight 0,0 ew emu\nB straight 1,1 ew rabbit", scoring="animals")
    scene = scene_of(position, 0)
    paths = {choice.path for choice in scene.choices}
    assert ("cell:1,0", "way:0:curve:sw", "stock:0:curve:dingo") in paths
    assert ("cell:1,0", "way:0:end:w", "stock:0:end") in paths
    assert scene.any_order
    left = [set(path) - {"stock:0:curve:emu", "cell:1,0"} for path in paths]
    assert sorted(rest.pop() for rest in left if len(rest) == 1) == [
        "way:0:curve:nw",
        "way:0:curve:sw",
    ]


def test_a_card_from_the_stock_may_be_picked_first_without_animals_too() -> None:
    position = played("A straight 0,0 ew\nB straight 1,1 ew")
    scene = scene_of(position, 0)
    assert scene.any_order
    curves = [set(choice.path) for choice in scene.choices if "stock:0:curve" in choice.path]
    assert {"stock:0:curve", "cell:1,0", "way:0:curve:sw"} in curves
    assert reason(position, "stock:0:curve", "cell:1,0") is None
    assert reason(position, "stock:0:curve", "cell:0,0") == "DOW-12"


def test_the_hand_of_one_path_is_one_tray_whether_or_not_it_is_ones_turn() -> None:
    position = played("A straight 0,0 ew\nB straight 1,1 ew")
    for seat in range(2):
        own = [tray for tray in scene_of(position, seat).trays if tray.seat == seat]
        assert [tray.id for tray in own] == [f"stock:{seat}"]


def reason(position: Position, *targets: str) -> str | None:
    """The rule that explains picked targets; None while they may still become something."""
    (seat,) = position.acting
    action = of(GAME).intend(position.observe(seat), list(targets))
    refusal = position.why_not(seat, action) if isinstance(action, int) else action
    return None if refusal is None else refusal.rule


def test_all_who_may_not_act_are_shown_the_very_same() -> None:
    seen = played("A straight 0,0 ew", seats=4).observations((0, 1, 2, 3, SPECTATOR))
    first, acting, *others = map(of(GAME).scene, seen)
    assert all(other is first for other in others)
    assert acting.choices
    assert not first.choices


def test_a_cell_where_nothing_can_be_laid_says_why() -> None:
    position = played("A straight 0,0 ew\nB straight 1,1 ew", area="3x3")
    assert reason(position, "cell:1,0") is None
    assert reason(position, "cell:0,0") == "DOW-12"
    assert reason(position, "tip:1:0") == "DOW-10"
    assert reason(position, "cell:5,5") == "DOW-10"
    assert reason(Position.start(GAME, 2), "cell:1,0") == "DOW-5"
    assert reason(Position.start(GAME, 2), "cell:4,-4") == "DOW-5"
    entered = played("A end 0,0 n", start="entry")
    assert reason(entered, "cell:1,0") == "DOW-61"
    loop = played(
        "A curve 0,0 se\nB straight -1,0 ew\nA curve 1,0 sw\nB straight -2,0 ew\n"
        "A curve 1,1 nw\nB straight -3,0 ew\nA curve 0,1 ne\nB straight 0,-1 ns"
    )
    assert reason(loop, "card:1,1") is None
    assert reason(loop, "card:0,0") == "DOW-32"
    assert reason(loop, "card:-1,0") == "DOW-31"


def test_a_first_card_far_from_all_that_lies_is_refused_with_where_it_belongs() -> None:
    """DOW-6: it may touch a corner of what lies, so that no other cell stands for a far one."""
    position = played("A straight 0,0 ew")
    assert reason(position, "cell:1,1") is None
    for more in ([], ["stock:1:straight"], ["way:1:straight:ns"]):
        for far in ("cell:3,3", "cell:-3,0"):
            assert reason(position, far, *more) == "DOW-6"


def test_a_card_for_a_cell_where_it_cannot_lie_says_why() -> None:
    start = "A straight 0,0 ew emu\nB straight 1,1 ew rabbit\nA straight -1,0 ew rabbit"
    position = played(start + "\nB straight 0,1 ew emu", area="3x3", scoring="animals")
    assert reason(position, "stock:0:curve:emu", "cell:1,0") is None
    assert reason(position, "cell:1,0", "stock:0:curve:emu") is None
    assert reason(position, "stock:0:curve:emu", "cell:-2,0") == "DOW-18"
    assert reason(position, "stock:0:end", "cell:-2,0") is None
    assert reason(position, "stock:0:straight:emu", "cell:0,0") == "DOW-12"
    assert reason(position, "stock:0:straight:kangaroo", "cell:0,-1") == "DOW-10"
    assert reason(position, "stock:1:curve:emu", "cell:1,0") is None


def test_case_3_offers_the_billabong_and_a_pass_as_buttons() -> None:
    lines = "A curve 0,0 se\nB curve -1,1 se\nA curve 1,0 sw\nB curve -1,2 ne\nA curve 1,1 nw"
    position = played(lines + "\nB curve 0,2 nw")
    position.record.stock[0, 1] = 0
    scene = scene_of(position, 0)
    assert [button.id for button in scene.buttons] == ["billabong", "pass"]
    assert scene.prompt.key == "prompt-case-3"


def test_a_refused_link_lights_up_the_paths_that_would_be_joined() -> None:
    position = played("A straight 0,0 ew\nB straight 1,1 ns\nA straight -1,0 ew\nB straight 1,2 ns")
    action = of(GAME).intend(position.observe(0), ["cell:1,0", "way:0:curve:sw"])
    assert isinstance(action, int)
    refusal = position.why_not(0, action)
    assert refusal is not None
    assert refusal.rule == "DOW-11"
    assert set(refusal.culprits) == {"card:0,0", "card:1,1"}


def test_the_log_tells_what_a_path_takes() -> None:
    before = played("A straight 0,0 ew\nB straight 1,1 ew")
    action = GAME.notation.read(before.state, 0, ["curve", "1,0", "sw"])
    after = before.clone()
    event = Event(0, action)
    after.apply(event)
    words = of(GAME).say(event, before.observe(0), after.observe(0))
    told = [texts.translate("en", phrase, GAME, ("Anna", "Ben")) for phrase in words]
    assert told == [
        "Anna lays a curve from south to west on 1,0.",
        "The path of Anna takes one more section (3).",
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(
    "key", ["say-takes", "say-carries", "say-drowns", "say-loop", "say-done", "say-meet"]
)
def test_each_line_of_the_log_is_a_sentence(language: str, key: str) -> None:
    path = Phrase("the-path-pattern", {"seat": seat_name(0), "pattern": "plain"})
    values: dict[str, Value] = {"seat": seat_name(0), "path": path, "count": 2, "length": 3}
    line = texts.translate(language, Phrase(key, values), GAME, ("Anna",))
    verbs = "takes is runs meet wird endet ist treffen prend est finit forme rencontrent"
    assert set(verbs.split()) & set(re.findall(r"\w+", line)), line
    assert line[0].isupper()
    assert line[-1] == "."


def told(before: Position, line: str) -> list[str]:
    """The log of one more line of a record, in English."""
    letter, *words = line.split()
    seat = "ABCD".index(letter)
    after = before.clone()
    event = Event(seat, GAME.notation.read(before.state, seat, words))
    after.apply(event)
    phrases = of(GAME).say(event, before.observe(seat), after.observe(seat))
    names = ("Anna", "Ben", "Cleo", "Dora")[: before.seats]
    return [texts.translate("en", phrase, GAME, names) for phrase in phrases]


FOUR_PATHS = """
A straight 0,0 ns
B straight 1,0 ns
C curve 2,1 ne
D curve 1,2 sw
A curve 0,1 ne
B straight 1,-1 ns
C curve 3,1 sw
D curve 1,3 ne
A straight 0,-1 ns
B straight 1,-2 ns
C curve 3,2 nw
D curve 2,3 nw
A straight 0,-2 ns
B straight 1,-3 ns
"""


def test_the_log_and_the_prompt_count_the_paths_that_meet_and_say_whose_ends_in_the_water() -> None:
    position = played(FOUR_PATHS, 4, area="none")
    assert told(position, "C curve 2,2 ne")[-1] == "Four paths meet: Cleo has to lay a billabong."
    flooded = played(FOUR_PATHS + "C curve 2,2 ne", 4, area="none")
    assert scene_of(flooded, 2).prompt == Phrase("prompt-water", {"count": 4})
    assert told(flooded, "C billabong 1,1") == [
        "Cleo lays a billabong on 1,1.",
        "The path of Anna runs into the water (5).",
        "The path of Ben runs into the water (5).",
        "The path of Cleo runs into the water (6).",
        "The path of Dora runs into the water (6).",
    ]


def test_of_two_paths_each_the_prompt_names_the_only_one_that_can_go_on() -> None:
    entries = (
        "A end 0,0 n yellow\nB end 0,0 s red\nA end 1,1 n blue\nB end 1,1 s green\n"
        "A straight 0,-1 ns yellow\n"
    )
    both = played(entries, paths="both")
    assert scene_of(both, 1).prompt == Phrase("prompt-lay-both")
    closed = played(entries + "B end 0,1 n red\nB straight 1,2 ns green\n", paths="both")
    assert scene_of(closed, 0).prompt == Phrase("prompt-lay-both")
    again = "A straight 0,-2 ns yellow\nA straight 1,0 ns blue\n"
    alone = played(entries + "B end 0,1 n red\nB straight 1,2 ns green\n" + again, paths="both")
    assert scene_of(alone, 1).prompt == Phrase("prompt-lay-pattern", {"pattern": "wave"})


def test_only_where_length_alone_counts_the_winner_has_built_the_longest_path() -> None:
    """DOW-46; with animals or two paths each others may have longer ones."""
    for options, key in (
        ({}, "prompt-won"),
        ({"scoring": "animals"}, "prompt-won-points"),
        ({"paths": "either"}, "prompt-won-points"),
    ):
        position = Position.start(GAME, 2, options)
        rng = random.Random(7)
        while position.acting:
            (seat,) = position.acting
            position.play(seat, rng.choice(position.legal(seat)))
        assert scene_of(position, 0).prompt.key == key


def test_a_refusal_out_of_turn_names_the_seat_whose_turn_it_is() -> None:
    position = played("A straight 0,0 ew")
    refusal = position.why_not(0, position.legal(1)[0])
    assert refusal is not None
    assert texts.translate("en", refusal.phrase, GAME, ("Anna", "Ben")) == "It is Ben’s turn."


def test_columns_and_rows_are_numbered_beside_the_plane() -> None:
    """What the log says of cells can be found on the table."""
    shown = of(GAME).scene(GAME.start(2, seed=1).observe(0))
    cells = [str(place.label.values["cell"]) for place in shown.places]
    columns, rows = (set(numbers) for numbers in zip(*(c.split(",") for c in cells), strict=True))
    above = {one.text for one in shown.letterings if one.y < min(p.y for p in shown.places)}
    beside = {one.text for one in shown.letterings if one.x < min(p.x for p in shown.places)}
    assert (above, beside) == (columns, rows)
