"""Changes: whatever two scenes show, the changes between them lead from one to the other."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein import presentation
from tischlein.core import registry
from tischlein.core.driver import play_at_random
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.changes import ChangesError, StepCache, applied, between
from tischlein.presentation.scenes import (
    Button,
    Choice,
    Description,
    Lettering,
    Mark,
    Panel,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
    Stretch,
    Tray,
)

words = st.sampled_from(["a", "b", "c", "d", "e"])
numbers = st.integers(0, 3)
phrases = st.builds(Phrase, words, st.dictionaries(words, numbers, max_size=2))
pieces = st.lists(
    st.builds(
        Piece,
        id=words,
        kind=words,
        symbol=words,
        label=phrases,
        x=numbers,
        seat=st.none() | numbers,
        count=numbers,
    ),
    max_size=5,
)
scenes = st.builds(
    Scene,
    width=numbers,
    height=numbers,
    prompt=phrases,
    left=numbers,
    places=st.lists(
        st.builds(Place, words, numbers, numbers, numbers, numbers, phrases), max_size=4
    ),
    pieces=pieces,
    letterings=st.lists(
        st.builds(Lettering, words | phrases, numbers, numbers, numbers), max_size=4
    ),
    trays=st.lists(st.builds(Tray, words, phrases, st.just("hand"), pieces), max_size=3),
    beneath=st.lists(st.builds(Stretch, numbers, numbers, phrases), max_size=3),
    descriptions=st.lists(st.builds(Description, phrases), max_size=3),
    buttons=st.lists(st.builds(Button, words, phrases), max_size=2),
    choices=st.lists(
        st.builds(
            Choice,
            action=numbers,
            path=st.lists(words, max_size=3).map(tuple),
            label=st.none() | phrases,
            button_label=st.none() | phrases,
            confirm=st.booleans(),
            marks=st.lists(st.builds(Mark, words, st.just("loss")), max_size=2).map(tuple),
        ),
        max_size=5,
    ),
    any_order=st.booleans(),
    panels=st.lists(st.builds(Panel, numbers, st.none() | numbers), max_size=3),
    awaited=st.lists(numbers, max_size=2),
    result=st.none()
    | st.builds(
        Result,
        st.just((0, 1)),
        st.just((3, 2)),
        st.builds(ResultRow, phrases, st.just((1, "2"))).map(lambda row: (row,)),
    ),
)


def sent(changes: Any) -> Any:
    """Return changes as they arrive."""
    return msgspec.json.decode(msgspec.json.encode(changes))


def piece(name: str, x: float = 0, **more: Any) -> Piece:
    return Piece(name, "chip", "chip", Phrase("chip"), x, **more)


def scene(*lying: Piece, **more: Any) -> Scene:
    return Scene(9, 9, Phrase("prompt"), pieces=list(lying), **more)


@given(scenes, scenes)
def test_changes_lead_from_any_scene_to_any_other(before: Scene, after: Scene) -> None:
    assert applied(before, sent(between(before, after))) == after


@given(scenes)
def test_a_scene_does_not_differ_from_itself(one: Scene) -> None:
    assert between(one, msgspec.convert(msgspec.to_builtins(one), Scene)) == {}


def test_a_piece_that_moves_is_told_by_its_new_place_alone() -> None:
    before = scene(piece("a"), piece("b"), piece("c"))
    after = scene(piece("a"), piece("b", 5), piece("c"))
    assert between(before, after) == {"pieces": [1, [{"x": 5}]]}


def test_one_that_goes_to_the_front_leaves_the_others_where_they_are() -> None:
    a, b, c, d = (piece(name) for name in "abcd")
    assert between(scene(a, b, c, d), scene(d, a, b, c)) == {"pieces": [d, 3, -1]}


def test_what_has_its_default_again_is_null() -> None:
    before = scene(piece("a", faded=True), any_order=True)
    assert between(before, scene(piece("a"))) == {"pieces": [[{"faded": None}]], "any_order": None}


def test_pieces_of_a_tray_are_followed_one_by_one() -> None:
    def hand(*cards: Piece) -> Scene:
        return scene(trays=[Tray("hand", Phrase("hand"), "hand", list(cards))])

    before, after = hand(piece("a"), piece("b")), hand(piece("b"))
    assert between(before, after) == {"trays": [[{"pieces": [-1]}]]}


def test_what_has_no_name_is_followed_from_both_ends() -> None:
    def texts(*texts: str) -> Scene:
        return scene(letterings=[Lettering(text, 0, 0, 1) for text in texts])

    changes = between(texts("a", "b", "c"), texts("a", "x", "b", "c"))
    assert changes == {"letterings": [1, Lettering("x", 0, 0, 1)]}


def test_choices_share_the_beginnings_of_their_paths() -> None:
    offered = [
        Choice(7, ("chip", "a1")),
        Choice(9, ("chip", "a2")),
        Choice(10, ("pass",), label=Phrase("pass"), confirm=True),
    ]
    assert between(scene(), scene(choices=offered)) == {
        "choices": [
            [7, 0, "chip", "a1"],
            [9, 1, "a2"],
            [10, 0, "pass", {"label": Phrase("pass"), "confirm": True}],
        ]
    }


def test_choices_that_differ_in_the_last_target_are_one_row() -> None:
    offered = [
        Choice(10 * row + number, (colour, shape))
        for row, colour in enumerate(("red", "blue"))
        for number, shape in enumerate(("star", "ring", "cross"))
    ]
    assert between(scene(), scene(choices=offered)) == {
        "choices": [[0, 0, "red", ["star", "ring", "cross"]], [10, 0, "blue", []]]
    }


def test_what_a_choice_says_is_told_by_what_differs_from_the_one_before() -> None:
    offered = [
        Choice(value, ("guess", str(value)), Phrase("guess", {"value": value}), confirm=True)
        for value in (1, 2)
    ]
    assert between(scene(), scene(choices=offered))["choices"][1] == [
        2,
        1,
        "2",
        {"label": {"values": {"value": 2}}},
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"nothing": 1},
        {"pieces": [2]},
        {"pieces": [-2]},
        {"pieces": [1, [{"x": 1}]]},
        {"pieces": [[{"nothing": 1}]]},
    ],
)
def test_changes_of_another_scene_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ChangesError):
        applied(scene(piece("a")), changes)


@pytest.mark.parametrize("key", registry.keys())
def test_changes_follow_a_match_of_every_game(key: str) -> None:
    game = registry.load(key)
    position = Position.start(game, 4 if 4 in game.seats else game.seats[0])
    eyes = (*range(position.seats), SPECTATOR)
    draw = presentation.of(game).scene
    seen = {eye: draw(position.observe(eye)) for eye in eyes}
    for event in list(play_at_random(position.clone(), random.Random(5)).play())[:60]:
        position.apply(event)
        for eye in eyes:
            after = draw(position.observe(eye))
            seen[eye] = applied(seen[eye], sent(between(seen[eye], after)))
            assert seen[eye] == after


@pytest.mark.parametrize("key", registry.keys())
def test_who_shares_a_view_is_shown_and_told_the_same_as_alone(key: str) -> None:
    game = registry.load(key)
    position = Position.start(game, 4 if 4 in game.seats else game.seats[0])
    eyes = (*range(position.seats), SPECTATOR)
    draw = presentation.of(game).scene
    shown = [draw(one) for one in position.observations(eyes)]
    for event in list(play_at_random(position.clone(), random.Random(6)).play())[:40]:
        position.apply(event)
        after = [draw(one) for one in position.observations(eyes)]
        found = StepCache()
        for eye, was, now in zip(eyes, shown, after, strict=True):
            assert now == draw(position.observe(eye))
            assert between(was, now, found) == between(was, now)
        shown = after


def test_lists_that_several_are_shown_are_compared_once() -> None:
    found = StepCache()
    one, other = scene(piece("a")), scene(piece("a", 5), piece("b"))
    offered = scene(choices=[Choice(1, ("a",))])
    told = [between(one, msgspec.structs.replace(other, turns=on), found) for on in (True, False)]
    assert told[0]["pieces"] is told[1]["pieces"]
    assert told[0]["pieces"] == between(one, other)["pieces"]
    rows = [between(one, offered, found)["choices"] for _ in range(2)]
    assert rows[0] is rows[1]
