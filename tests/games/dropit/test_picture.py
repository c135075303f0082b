"""What players of Drop It see: aims for drops, marks of the check, jokers, the score track."""

import re
from xml.etree import ElementTree

import pytest

from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.dropit import layout, scenery
from tischlein.games.dropit.actions import DECLINE, JOKER, REST
from tischlein.games.dropit.state import SCALE
from tischlein.presentation import of, texts
from tischlein.presentation.capability import source_of
from tischlein.presentation.scenes import Scene

GAME = registry.load("dropit")

Pose = tuple[float, float, float]


def rested(position: Position, text: str, *poses: tuple[int, Pose]) -> None:
    """Play a drop that ends in given poses, by number of the piece."""
    (seat,) = position.acting
    position.play(seat, GAME.notation.read(position.state, seat, text.split()))
    outcome: list[int] = []
    for piece, pose in poses:
        outcome += (piece, *(round(value * SCALE) for value in pose))
    position.play(CHANCE, REST, tuple(outcome))


def start(seats: int = 2, **options: str) -> Position:
    return Position.start(GAME, seats, {"first": "A"} | options)


def scene_of(position: Position, seat: int = 0) -> Scene:
    scene: Scene = of(GAME).scene(position.observe(seat))
    return scene


def pieces(scene: Scene, head: str) -> list[str]:
    return [piece.id for piece in scene.pieces if piece.id.startswith(head)]


def test_there_is_an_aim_for_each_kind_of_piece_in_the_stock_of_who_is_to_drop() -> None:
    position = start()
    aims = scene_of(position).aims
    assert [aim.piece for aim in aims] == [
        f"stock:0:{shape}-{colour}"
        for colour in ("red", "yellow")
        for shape in ("circle", "square", "diamond", "triangle")
    ]
    assert scene_of(position, 1).aims == []
    assert scene_of(position, SPECTATOR).aims == []


def test_an_aim_puts_the_piece_where_its_action_drops_it_and_turns_clockwise() -> None:
    position = start()
    square = next(aim for aim in scene_of(position).aims if aim.piece == "stock:0:square-red")
    assert [turn.turn for turn in square.turns] == [5.0 * step for step in range(18)]
    turned = square.turns[1]  # 5 degrees clockwise look like 85 counter-clockwise
    assert GAME.notation.write(position.state, 0, turned.action).endswith(" 85")
    place = 100
    action = turned.action + place - turned.first
    position.play(0, action)
    falling = next(piece for piece in scene_of(position).pieces if piece.id == "piece:1")
    assert falling.x == pytest.approx(square.x + place * square.step)
    assert (falling.turn - turned.turn) % 90 == 0
    assert falling.symbol == square.symbol
    assert (falling.w, falling.h) == (square.w, square.h)


def test_a_held_piece_is_above_the_rim_and_on_the_board_in_every_turn() -> None:
    scene = scene_of(start())
    for aim in scene.aims:
        reach = 32.8 if "diamond" in aim.piece else aim.w / 2
        assert aim.y - reach > 0
        assert aim.y + reach < aim.floor - 280 + 0.5


def test_the_check_shows_contacts_taboos_circles_and_points() -> None:
    """DRO-26: only of the piece just dropped."""
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    rested(position, "drop circle green 138 0", (2, (138, 19, 0)))
    scene = scene_of(position)
    assert pieces(scene, "touch:") == ["touch:1", "touch:edge-16"]
    assert pieces(scene, "taboo:") == ["taboo:shape:1"]
    assert pieces(scene, "lit:") == ["lit:1"]
    assert pieces(scene, "worth") == ["worth"]
    (worth,) = (piece for piece in scene.pieces if piece.id == "worth")
    assert worth.text == "0"
    rested(position, "drop square red 60 0", (3, (60, 17.5, 0)))
    scene = scene_of(position)
    assert pieces(scene, "taboo:") == []
    assert next(piece.text for piece in scene.pieces if piece.id == "worth") == "+1"


def said(phrase: Phrase) -> str:
    told = texts.translate("en", phrase, GAME, ("Anna", "Ben"))
    return told.replace("\u00a0", " ")  # between a number and its unit


def test_whoever_does_not_see_the_shaft_is_told_what_is_on_it_and_how_pieces_lie() -> None:
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    told = [said(one.text) for one in scene_of(position).descriptions]
    assert "Level 3 ends 114 mm up at the left wall and 106 mm up at the right wall." in told
    assert "Beside it the left wall shows diamond, the right wall circle." in told
    assert "Bonus circle +3: 116 mm across, 93 mm up, 12 mm wide." in told
    floor = "circle, triangle, square and diamond"
    assert f"The floor shows in four equal parts, from the left: {floor}." in told
    piece = "red circle, number 1: 81 to 119 mm across, 0 to 38 mm up, reaches level 1."
    assert told[-1] == piece
    touching = [said(one.label) for one in scene_of(position).pieces if one.kind == "touch"]
    assert touching == ["touches here: floor"]


@pytest.mark.parametrize(("edges", "walls", "floor"), [("colour", 8, " (red)"), ("none", 0, "")])
def test_what_edges_show_is_told_where_they_show_it(edges: str, walls: int, floor: str) -> None:
    """DRO-50, DRO-52."""
    scene = scene_of(start(edges=edges))
    assert sum(one.text.key == "description-walls" for one in scene.descriptions) == walls
    assert said(scene.beneath[0].label) == f"floor{floor}"


def test_who_aims_is_told_what_lies_straight_below() -> None:
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    rested(position, "drop square green 20 0", (2, (17.5, 17.5, 0)))
    beneath = scene_of(position).beneath
    assert [(one.x - layout.EDGE, one.w, said(one.label)) for one in beneath] == [
        (0, 35, "green square, number 2 (up to 35 mm)"),
        (35, 17.5, "floor (circle)"),
        (52.5, 27.5, "floor (triangle)"),
        (80, 40, "red circle, number 1 (up to 38 mm)"),
        (120, 35, "floor (square)"),
        (155, 50, "floor (diamond)"),
    ]
    assert scene_of(position, 1).beneath == []


def test_while_a_piece_falls_the_last_check_is_put_away() -> None:
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    position.play(1, position.legal(1)[0])
    scene = scene_of(position)
    assert pieces(scene, "touch:") == []
    assert pieces(scene, "worth") == []
    assert pieces(scene, "piece:") == ["piece:1", "piece:2"]


def test_taboos_of_edge_and_height_stand_at_the_symbol_and_at_the_rim() -> None:
    """DRO-30, DRO-32."""
    position = start()
    rested(position, "drop circle red 20 0", (1, (19, 19, 0)))
    assert pieces(scene_of(position), "taboo:") == ["taboo:edge:floor1"]
    rested(position, "drop circle green 100 0", (2, (100, 300, 0)))
    assert pieces(scene_of(position), "taboo:") == ["taboo:height:rim"]


def test_the_taboo_of_an_edge_is_a_ring_around_the_symbol_that_tells_why() -> None:
    position = start()
    rested(position, "drop circle red 20 0", (1, (19, 19, 0)))
    scene = scene_of(position)
    [ring] = [piece for piece in scene.pieces if piece.id == "taboo:edge:floor1"]
    around = [
        one
        for one in scene.pictures
        if abs(one.x + one.w / 2 - ring.x) < 0.1 and abs(one.y + one.h / 2 - ring.y) < 0.1
    ]
    assert [one.w < ring.w for one in around] == [True]
    drawn = ElementTree.fromstring(source_of(GAME).art())
    [symbol] = [one for one in drawn.iter() if one.get("id") == ring.symbol]
    assert {shape.get("fill") for shape in symbol} == {"none"}


@pytest.mark.parametrize(
    ("piece", "pose", "badges"),
    [
        ("circle yellow", (100, 276, 0), ["taboo:height:rim"]),
        ("circle yellow", (100, 280, 0), ["taboo:height:rim"]),
        ("triangle red", (100, 50.702, 0), ["taboo:colour:1"]),
        ("circle red", (138, 19, 0), ["taboo:shape:1", "taboo:colour:1"]),
        ("circle red", (100, 57, 0), ["taboo:shape:1", "taboo:colour:1"]),
        ("circle red", (100, 261.1, 0), ["taboo:height:rim"]),
    ],
)
def test_no_taboo_is_hidden_behind_the_points(piece: str, pose: Pose, badges: list[str]) -> None:
    """DRO-28, DRO-29, DRO-32: the tag is 22 by 16, a badge 15 across."""
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    rested(position, "drop circle green 20 0", (2, (30, 19, 0)))
    rested(position, f"drop {piece} 100 0", (3, pose))
    scene = scene_of(position)
    (worth,) = (one for one in scene.pieces if one.id == "worth")
    shown = [one for one in scene.pieces if one.id.startswith("taboo:")]
    assert [one.id for one in shown] == badges
    for badge in shown:
        across, down = abs(badge.x - worth.x), abs(badge.y - worth.y)
        assert across > 11 + 7.5 or down > 8 + 7.5
    for index, badge in enumerate(shown):
        for other in shown[:index]:
            assert abs(badge.x - other.x) + abs(badge.y - other.y) > 14


@pytest.mark.parametrize(
    ("pose", "where"),
    [
        ((100, 150, 0), "on"),
        ((160, 130, 0), "above"),  # circle 4 lies behind its middle
        ((123, 258, 0), "above"),
        ((40, 240, 0), "above"),
        ((164, 115, 0), "below"),  # and reaches out above it
    ],
)
def test_the_points_hide_no_bonus_circle_that_counts(pose: Pose, where: str) -> None:
    """DRO-37."""
    position = start()
    rested(position, "drop circle red 100 0", (1, pose))
    scene = scene_of(position)
    (worth,) = (one for one in scene.pieces if one.id == "worth")
    (piece,) = (one for one in scene.pieces if one.id == "piece:1")
    for lit in (one for one in scene.pieces if one.id.startswith("lit:")):
        across = max(0.0, abs(worth.x - lit.x) - 11)
        down = max(0.0, abs(worth.y - lit.y) - 8)
        assert across**2 + down**2 >= (lit.w / 2) ** 2
    assert {"on": worth.y == piece.y, "above": worth.y < piece.y, "below": worth.y > piece.y}[where]


def test_a_board_grows_upwards_for_what_stands_out_far() -> None:
    position = start()
    usual = scene_of(position)
    rested(position, "drop circle red 100 0", (1, (100, 500, 0)))
    grown = scene_of(position)
    assert grown.top < usual.top == 0
    assert grown.height == usual.height - grown.top
    (piece,) = (piece for piece in grown.pieces if piece.id == "piece:1")
    assert grown.top < piece.y - 19


def test_a_joker_is_offered_with_the_points_at_stake() -> None:
    """DRO-55."""
    position = start(jokers="yes")
    rested(position, "drop circle red 150 0", (1, (150, 300, 0)))
    scene = scene_of(position)
    assert [(button.id, button.label.values["points"]) for button in scene.buttons] == [
        ("joker", 8),
        ("decline", 3),
    ]
    assert scene.prompt.values == {"points": 8}
    assert scene_of(position, 1).buttons == []
    seen = position.observe(0)
    assert of(GAME).intend(seen, ["joker"]) == JOKER
    assert of(GAME).intend(seen, ["decline"]) == DECLINE
    assert of(GAME).intend(seen, ["stock:0:circle-red"]) is None
    assert of(GAME).intend(seen, ["stock:0:circle-red", "joker"]) is None


def test_points_stand_on_the_track_and_pass_its_start() -> None:
    """DRO-40."""
    position = start(jokers="yes")
    for number in range(6):
        colour = ("red", "green", "yellow", "blue")[number % 4]
        rested(position, f"drop square {colour} 100 0", (number + 1, (100, 300 + 60 * number, 0)))
        position.play(number % 2, JOKER)
    assert position.scores() == (24, 24)
    scene = scene_of(position)
    first, second = (piece for piece in scene.pieces if piece.id.startswith("token:"))
    assert first.x != second.x  # side by side on one space
    assert abs(first.x - second.x) < 10
    rested(position, "drop circle red 60 0", (7, (60, 19, 0)))
    scene = scene_of(position)
    assert scene.panels[0].score == 25
    assert next(piece.x for piece in scene.pieces if piece.id == "token:0") < scenery.SPACE


def test_a_team_shows_one_stock_at_the_seat_of_the_viewer() -> None:
    """DRO-12, DRO-47."""
    position = start(4, teams="1212")
    for viewer, seats in ((0, {0, 1}), (2, {2, 1}), (3, {0, 3})):
        scene = scene_of(position, viewer)
        assert {tray.seat for tray in scene.trays} == seats


def test_a_teams_stock_stays_at_its_seat_whoever_is_to_drop() -> None:
    """DRO-47."""
    for first in "ABCD":
        scene = scene_of(start(4, teams="1212", first=first))
        assert {tray.seat for tray in scene.trays} == {0, 1}


def test_without_edges_no_symbol_is_shown() -> None:
    """DRO-50, DRO-52."""
    shown = {
        edges: {picture.symbol for picture in scene_of(start(edges=edges)).pictures}
        for edges in ("shape", "colour", "none")
    }
    assert shown["none"] == set()
    assert shown["shape"] == {"edge-circle", "edge-square", "edge-diamond", "edge-triangle"}
    assert shown["colour"] == {"edge-red", "edge-green", "edge-yellow", "edge-blue"}


@pytest.mark.parametrize(
    ("piece", "pose", "english", "german", "french"),
    [
        (
            "circle",
            (100, 19, 0),
            "Anna reaches level 1: 1 point.",
            "Anna erreicht Ebene 1: 1 Punkt.",
            "Anna atteint le niveau 1 : 1 point.",
        ),
        (
            "circle",
            (125, 19, 0),
            "Anna reaches level 1 and covers a bonus circle (+2): 3 points.",
            "Anna erreicht Ebene 1 und verdeckt einen Bonuskreis (+2): 3 Punkte.",
            "Anna atteint le niveau 1 et couvre un cercle bonus (+2) : 3 points.",
        ),
        (
            "diamond",
            (140, 110, -55),
            "Anna reaches level 4 and covers 2 bonus circles (+4): 8 points.",
            "Anna erreicht Ebene 4 und verdeckt 2 Bonuskreise (+4): 8 Punkte.",
            "Anna atteint le niveau 4 et couvre 2 cercles bonus (+4) : 8 points.",
        ),
    ],
)
def test_the_log_counts_bonus_circles(
    piece: str, pose: Pose, english: str, german: str, french: str
) -> None:
    """DRO-35, DRO-37."""
    position = start()
    words = ["drop", piece, "red", "100", "0"]
    position.play(0, GAME.notation.read(position.state, 0, words))
    before = position.observe(0)
    poses = (1, *(round(value * SCALE) for value in pose))
    position.play(CHANCE, REST, poses)
    (phrase,) = of(GAME).say(Event(CHANCE, REST, poses), before, position.observe(0))
    for language, sentence in (("en", english), ("de", german), ("fr", french)):
        told = texts.translate(language, phrase, GAME, ("Anna", "Ben"))
        told = told.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")
        assert told == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ben breaks a taboo: same shape. No points."),
        ("de", "Ben verletzt ein Tabu: gleiche Form. Keine Punkte."),
        ("fr", "Ben brise un tabou : même forme. Aucun point."),
    ],
)
def test_the_log_says_what_a_taboo_forbids(language: str, sentence: str) -> None:
    """DRO-28: who has not read the rules is told what went wrong."""
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    position.play(1, GAME.notation.read(position.state, 1, ["drop", "circle", "green", "138", "0"]))
    before = position.observe(0)
    poses = (2, *(round(value * SCALE) for value in (138, 19, 0)))
    position.play(CHANCE, REST, poses)
    (phrase,) = of(GAME).say(Event(CHANCE, REST, poses), before, position.observe(0))
    told = texts.translate(language, phrase, GAME, ("Anna", "Ben"))
    assert re.sub("[\u2068\u2069]", "", told).replace("\u00a0", " ") == sentence


def test_terminals_show_every_piece() -> None:
    position = start()
    rested(position, "drop circle red 100 0", (1, (100, 19, 0)))
    rested(position, "drop diamond green 50 0", (2, (50, 100, 0)))
    drawing = of(GAME).characters(position.observe(0))
    assert "●" in drawing.splitlines()[26]
    assert "◆" in drawing


@pytest.mark.parametrize(
    ("drop", "told", "refused"),
    [
        ("circle red", "einen roten Kreis", "kein roter Kreis"),
        ("square yellow", "ein gelbes Quadrat", "kein gelbes Quadrat"),
        ("diamond red", "eine rote Raute", "keine rote Raute"),
        ("triangle yellow", "ein gelbes Dreieck", "kein gelbes Dreieck"),
    ],
)
def test_german_bends_what_is_dropped_and_what_is_not_there(
    drop: str, told: str, refused: str
) -> None:
    """DRO-17: A has red and yellow, which B has not."""
    position = start()
    action = GAME.notation.read(position.state, 0, ["drop", *drop.split(), "102.5", "0"])
    (phrase,) = of(GAME).say(Event(0, action), position.observe(0), position.observe(0))
    words = texts.translate("de", phrase, GAME, ["Ida"])
    assert words == f"Ida lässt {told} los."
    other = start(first="B")
    refusal = other.why_not(1, action)
    assert refusal is not None
    assert texts.translate("de", refusal.phrase, GAME) == f"In deinem Vorrat ist {refused}."
