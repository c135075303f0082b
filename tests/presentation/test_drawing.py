"""Pictures outside the browser: what is on them, and that programs can draw them."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.tiny import kuhn
from tischlein.core import records, registry
from tischlein.core.errors import GameError
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation, Position
from tischlein.presentation import Inline, Presentation, drawing
from tischlein.presentation.scenes import Panel, Piece, Scene

SVG = "{http://www.w3.org/2000/svg}"
MATCH = records.read(
    "game: bauab\nseats: Anna & Co, Ben\noptions: first=A\n\nA 3 a1\nB x d4\nA 1 a2\nB x b1\n"
)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


def drawn(name: str, tmp_path: Path, **settings: object) -> Path:
    path = tmp_path / name
    drawing.render(MATCH, path, **settings)  # type: ignore[arg-type]  # settings of render
    return path


def test_a_position_shows_names_scores_pieces_and_what_is_next() -> None:
    seen = MATCH.final().observe(0)
    drawn = drawing.draw(seen, MATCH.names, "de", "Ben fängt eine 3.")
    assert {"Anna & Co", "Ben", "Ben fängt eine 3."} <= set(texts(drawn.svg))
    assert any("Chip" in text for text in texts(drawn.svg))
    assert drawn._repr_svg_() == drawn.svg


def test_a_drawing_is_complete_in_itself_with_colours_written_out() -> None:
    svg = drawing.draw(MATCH.final().observe(0)).svg
    root = ET.fromstring(svg)
    defined = {node.attrib["id"] for node in root.iter(f"{SVG}symbol")}
    used = {node.attrib["href"].removeprefix("#") for node in root.iter(f"{SVG}use")}
    assert used == defined
    assert "chip-a.A" in defined
    assert "var(" not in svg
    assert drawing.SEAT_COLOURS[0] in svg


@pytest.mark.parametrize("variable", ["gold", "seat-z", "gold, #fff", "seat1"])
def test_a_colour_that_there_is_not_is_named_with_those_that_there_are(variable: str) -> None:
    art = (
        f'<svg><symbol id="crown" viewBox="0 0 1 1"><path fill="var(--{variable})"/></symbol></svg>'
    )
    crown = Piece("crown", "crown", "crown", Phrase("game"), x=1.0, y=1.0)
    scene = Scene(2.0, 2.0, Phrase("game"), pieces=[crown])
    game = replace(kuhn.GAME, presentation=Presentation(source=Inline(drawings=art)))
    with pytest.raises(GameError) as raised:
        drawing.board(game, scene)
    told = str(raised.value)
    assert f"the drawing 'crown' is painted with var(--{variable})" in told
    for known in ("ink", "on-ice", "seat,", "seat-h", "hue-a"):
        assert known in told


def test_a_board_looks_the_same_wherever_its_corner_lies() -> None:
    def moved(left: float, top: float) -> bytes:
        chip = Piece("chip", "chip", "chip-a", Phrase("game"), x=left + 3, y=top + 2, w=2, h=2)
        scene = Scene(10, 8, Phrase("game"), left=left, top=top, pieces=[chip])

        def shown(observation: Observation) -> Scene:
            return scene

        game = replace(MATCH.game, presentation=Presentation(scene=shown))
        return drawing.draw(game.start().observe(0)).to_png(200)

    assert moved(-40, 25) == moved(0, 0)


def test_a_still_is_the_position_after_a_step(tmp_path: Path) -> None:
    first = drawn("first.svg", tmp_path, step=1).read_text("utf-8")
    assert "Anna &amp; Co plans a 3 on a1." in first
    assert "animate" not in first
    with pytest.raises(ValueError, match="steps 0 to 4, not 5"):
        drawn("fifth.svg", tmp_path, step=5)


def test_an_animated_svg_has_a_frame_for_the_start_and_each_event(tmp_path: Path) -> None:
    root = ET.fromstring(drawn("match.svg", tmp_path, seconds=0.5).read_text("utf-8"))
    frames = [node for node in root.findall(f"{SVG}g") if node.find(f"{SVG}animate") is not None]
    assert len(frames) == 5
    assert [frame.attrib["display"] for frame in frames] == ["none"] * 4 + ["inline"]
    animations = [frame.find(f"{SVG}animate") for frame in frames]
    starts = [
        float(
            dict(
                zip(
                    animation.attrib["values"].split(";"),
                    animation.attrib["keyTimes"].split(";"),
                    strict=True,
                )
            )["inline"]
        )
        for animation in animations
        if animation is not None
    ]
    assert starts == sorted(starts)
    assert starts[0] == 0


def test_an_animated_gif_shows_the_match_and_rests_at_the_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))

    path = drawn("match.gif", tmp_path, width=200, progress=progress)
    assert told == [(number, 5) for number in range(1, 6)]
    with Image.open(path) as picture:
        assert picture.width == 200
        assert picture.n_frames == 5  # type: ignore[attr-defined]  # of animated pictures only
        assert picture.info["duration"] == 1200
        picture.seek(4)
        assert picture.info["duration"] == 4800


def test_a_png_shows_the_board(tmp_path: Path) -> None:
    with Image.open(drawn("end.png", tmp_path, width=320)) as picture:
        assert picture.width == 320
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or []}
    for colour in (
        drawing.COLOURS["table"],
        drawing.COLOURS["paper"],
        *drawing.SEAT_COLOURS[:2],
    ):
        assert tuple(bytes.fromhex(colour[1:])) in colours


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"not 'match\.bmp'"):
        drawn("match.bmp", tmp_path)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"observer": 2}, "the match has seats 0 to 1, not 2"),
        ({"observer": -1}, "the match has seats 0 to 1, not -1"),
        ({"most": 0}, "at least one event is shown, not 0"),
        ({"seconds": 700}, "shown for up to 160 seconds, not 700"),
        ({"seconds": float("nan")}, "shown for up to 160 seconds"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_anything_is(
    tmp_path: Path, asked: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        drawn("match.gif", tmp_path, **asked)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("most", [1, 2, 3])
def test_of_a_long_match_as_many_events_are_shown_as_asked_for(tmp_path: Path, most: int) -> None:
    with Image.open(drawn("match.gif", tmp_path, most=most)) as picture:
        assert getattr(picture, "n_frames", 1) == most


def test_long_names_leave_room_for_the_score_and_odd_ones_can_be_drawn() -> None:
    names = ("Maximiliane von der Marwitz", "An\x08na")
    shown = drawing.draw(MATCH.final().observe(0), names).svg
    assert ">Maximiliane…<" in shown
    assert ">Anna<" in shown


def test_a_name_on_a_board_is_drawn_smaller_before_it_is_cut() -> None:
    table = Position.start(registry.load("nussknacker"), 2)
    shown = drawing.draw(table.observe(0), ("Anna", "Christine Ma")).svg
    assert re.search(r'font-size="4\.\d+"[^>]*>Christine Ma<', shown)
    assert re.search(r'font-size="5\.000"[^>]*>Anna<', shown)


def test_names_in_capitals_do_not_reach_the_score_nor_the_pieces_beside_them() -> None:
    names = ("WOLFGANG AMADEUS", "Ben", "Cleo")
    assert ">WOLFGANG…<" in drawing.draw(MATCH.final().observe(0), names).svg
    raufer = Position.start(registry.load("raufer"), 3)  # has no scores
    assert ">WOLFGANG AM…<" in drawing.draw(raufer.observe(0), names).svg


def test_who_has_less_than_nothing_has_a_minus_sign_not_a_hyphen() -> None:
    scene = Scene(2.0, 2.0, Phrase("game"), panels=[Panel(0, -1), Panel(1, 1)])

    def shown(observation: Observation) -> Scene:
        return scene

    game = replace(kuhn.GAME, presentation=Presentation(scene=shown))
    assert {"1", "\N{MINUS SIGN}1"} <= set(texts(drawing.draw(game.start().observe(0)).svg))


def test_pictures_keep_secrets() -> None:
    """A spectator's picture is the same whatever cards are hidden."""
    drawings = set()
    for cards in ((0, 1), (2, 0)):
        position = Position.start(kuhn.GAME, 2)
        for card in cards:
            position.play(8, card)
        drawings.add(drawing.draw(position.observe(9)).svg)
    assert len(drawings) == 1


def test_the_colours_are_the_clients() -> None:
    tokens = Path(__file__).parents[2] / "client" / "src" / "styles" / "tokens.css"
    pattern = r"--([a-z-]+): light-dark\((#[0-9a-f]{6}),"
    clients = dict(re.findall(pattern, tokens.read_text(encoding="utf-8")))
    for token, colour in drawing.COLOURS.items():
        assert clients[token].upper() == colour
    seats = [clients[f"hue-{letter}"].upper() for letter in "abcdefgh"]
    assert seats == list(drawing.SEAT_COLOURS)


def test_games_without_drawings_of_their_own_are_drawn_with_the_shared_ones() -> None:
    assert registry.load("bauab").folder != kuhn.GAME.folder
    assert "card-back" in drawing.draw(Position.start(kuhn.GAME, 2).observe(0)).svg


def test_a_long_caption_stands_in_several_lines() -> None:
    seen = MATCH.final().observe(0)
    told = "One sentence about what has happened, and it is not a short one."
    short = texts(drawing.draw(seen, caption="One sentence.").svg)
    long = texts(drawing.draw(seen, caption=" ".join(3 * [told])).svg)
    assert len(long) == len(short) + 2
    assert max(map(len, long)) < 80
