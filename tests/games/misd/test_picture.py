"""What is seen of Misd: nothing gives the answer away, and everything can be told apart."""

import io
import random
import re
from collections import Counter
from itertools import product

import msgspec
import pytest
import resvg_py
from PIL import Image

from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.misd.actions import CARD, CLAIM_CARD, CLAIM_MISSING, PASS, TURN, claimed_symbol
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.cards import COLOURS, FACES, SHAPES
from tischlein.games.misd.phrases import claim_words, symbol_words, time_words
from tischlein.games.misd.state import Phase
from tischlein.presentation import of, texts
from tischlein.presentation.scenes import Picture, Scene

MISD = registry.load("misd")
PICTURE = of(MISD)


def play_until(phase: Phase, variant: str, seed: int = 0, **options: str) -> Position:
    """A match played at random until a phase is reached, by those who claim nothing."""
    rng = random.Random(seed)
    position = Position.start(MISD, 3, {"variant": variant, **options})
    while position.state.phase != phase:
        seat = position.acting[0]
        if seat == CHANCE:
            position.play(seat, rng.choice(position.outcomes())[0])
        else:
            position.play(seat, TURN if position.state.phase == Phase.TURN else PASS)
    return position


def test_at_every_seat_stands_a_line_while_a_question_is_open() -> None:
    """Else the board would move on phones when the first answer comes, in the middle of a race."""
    position = play_until(Phase.OPEN, "a", wrong="out")
    for seat in (2, 0):
        facts = [panel.facts for panel in PICTURE.scene(position.observe(1)).panels]
        assert all(len(told) == 1 for told in facts)
        position.play(seat, PASS)
    assert position.state.phase == Phase.OPEN


def test_the_name_of_a_colour_or_shape_keeps_clear_of_the_edges_of_its_key() -> None:
    scene = PICTURE.scene(play_until(Phase.OPEN, "a").observe(1))
    keys = [place for place in scene.places if place.id.startswith(("colour:", "shape:"))]
    assert len(keys) == len(COLOURS) + len(SHAPES)
    for key in keys:
        [name] = [one for one in scene.letterings if one.text == key.label]
        across = key.h if key.symbol == "cell" else key.w  # what is seen of it: the drawing
        assert name.x == pytest.approx(key.x + key.w / 2)
        assert 0 < name.room < 0.92 * across


def test_at_every_seat_stands_a_line_while_it_is_counted_down_to_a_question() -> None:
    """Else the board would move on phones in the moment in which the question comes."""
    for variant, phase in (("a", Phase.CARD), ("b", Phase.SHAPE), ("b", Phase.COLOUR)):
        position = play_until(phase, variant)
        assert all(panel.facts for panel in PICTURE.scene(position.observe(1)).panels)


@pytest.mark.parametrize(("variant", "seed"), [*product("ab", range(6))])
def test_nothing_that_is_shown_depends_on_the_answer(variant: str, seed: int) -> None:
    """MIS-12: scene, words and drawing stay the same whatever the answer were."""
    position = play_until(Phase.OPEN, variant, seed, cards="10")

    def shown() -> list[object]:
        scenes = [PICTURE.scene(position.observe(observer)) for observer in (0, 1, SPECTATOR)]
        before = position.observe(1)
        after = position.clone()
        after.play(1, PASS)
        words = PICTURE.say(Event(1, PASS, (900,)), before, after.observe(1))
        return [*map(msgspec.json.encode, scenes), words, PICTURE.characters(before)]

    truth = shown()
    for other in (*range(0, CLAIM_CARD, 7), CLAIM_MISSING):
        position.record.answer = other
        assert shown() == truth


def test_who_cannot_see_the_turned_card_is_told_what_is_on_it() -> None:
    """MIS-7: all that lies there, and nothing of what is missing."""
    before = play_until(Phase.CARD, "a")
    outcome = before.outcomes()[0][0]
    after = before.clone()
    after.play(CHANCE, outcome)
    (words,) = PICTURE.say(Event(CHANCE, outcome), before.observe(0), after.observe(0))
    told = texts.translate("en", words, MISD)
    there = [symbol_words(spot.colour, spot.shape) for spot in arrangement(after.state.face)]
    assert all(texts.translate("en", symbol, MISD) in told for symbol in there)
    missing = symbol_words(*claimed_symbol(after.state.answer))
    assert texts.translate("en", missing, MISD) not in told


@pytest.mark.parametrize(("variant", "target"), [("a", "card"), ("b", "shape-card")])
def test_the_next_card_is_turned_where_it_lies_or_by_a_button(variant: str, target: str) -> None:
    """MIS-6: by whose turn it is; others, and who tries it amid a question, are told why not."""
    position = play_until(Phase.TURN, variant)
    turner, other = position.state.turner, (position.state.turner + 1) % 3
    (choice,) = PICTURE.scene(position.observe(turner)).choices
    assert (choice.action, choice.path) == (TURN, (target,))
    assert choice.button_label is not None
    for asked, seat in ((position, other), (play_until(Phase.OPEN, variant), turner)):
        seen = asked.observe(seat)
        assert PICTURE.intend(seen, [target]) == TURN
        assert seen.why_not(seat, TURN) is not None


@pytest.mark.parametrize("target", ["colour:black", "shape:cross"])
def test_a_colour_or_a_shape_says_by_itself_why_nothing_can_be_claimed(target: str) -> None:
    """MIS-12, MIS-20: before a card is turned, and after somebody has passed."""

    def rule(position: Position, seat: int) -> str | None:
        meant = PICTURE.intend(position.observe(seat), [target])
        assert not isinstance(meant, int)
        return None if meant is None else meant.rule

    position = play_until(Phase.TURN, "a")
    assert rule(position, 0) == rule(position, 1) == "MIS-12"
    position = play_until(Phase.OPEN, "a")
    assert rule(position, 1) is None
    position.play(1, PASS)
    assert rule(position, 1) == "MIS-20"
    assert rule(position, 0) is None


def test_the_symbol_that_is_missing_is_not_in_the_scene() -> None:
    for face in range(FACES):
        position = Position.start(MISD, 2)
        for seat, action in ((CHANCE, 0), (0, TURN), (CHANCE, CARD + face)):
            position.play(seat, action)
        colour, shape = claimed_symbol(position.state.answer)
        scene = PICTURE.scene(position.observe(0))
        drawn = {picture.symbol.removesuffix("-pattern") for picture in scene.pictures}
        assert f"{SHAPES[shape]}-{COLOURS[colour]}" not in drawn
        assert not any(choice.marks for choice in scene.choices)


def test_after_the_question_the_answer_and_the_times_are_shown() -> None:
    position = play_until(Phase.OPEN, "a", wrong="out")
    answer = int(position.state.answer)
    wrong = (answer + 1) % CLAIM_CARD
    position.play(2, wrong, (2040,))
    position.play(0, PASS)
    position.play(1, answer, (3150,))
    scene: Scene = PICTURE.scene(position.observe(0))
    for claim in (answer, wrong):
        colour, shape = claimed_symbol(claim)
        drawn = {one.symbol.removesuffix("-pattern") for one in scene.pictures}
        assert f"{SHAPES[shape]}-{COLOURS[colour]}" in drawn
    told = [
        one.text if isinstance(one.text, str) else texts.translate("de", one.text, MISD, "XYZ")
        for one in scene.letterings
    ]
    assert [text for text in told if text[0] in "XYZ"] == [
        "Z (2,04\u00a0s)",
        "X: passt",
        "Y (3,15\u00a0s)",
    ]


PHASES = [
    *product("a", (Phase.START, Phase.TURN, Phase.CARD, Phase.OPEN, Phase.OVER)),
    *product("b", set(Phase) - {Phase.CARD}),
]


@pytest.mark.parametrize(("variant", "phase"), sorted(PHASES))
def test_a_race_is_on_exactly_while_a_question_is_open(variant: str, phase: Phase) -> None:
    position = play_until(phase, variant, limit="3")
    for observer in (0, 1, 2, SPECTATOR):
        scene = PICTURE.scene(position.observe(observer))
        assert scene.race == ("question-1" if phase == Phase.OPEN else "")


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.CARD, Phase.OPEN])
def test_the_other_half_is_asked_for_only_while_a_question_is_open(phase: Phase) -> None:
    scene = PICTURE.scene(play_until(phase, "a").observe(0))
    assert ("colour:red" in scene.prompts) == (phase == Phase.OPEN)


@pytest.mark.parametrize(
    ("variant", "turned"), [("a", "deckt gleich die nächste Karte auf"), ("b", "Bestimmungskarten")]
)
def test_who_waits_is_told_what_will_be_turned(variant: str, turned: str) -> None:
    position = play_until(Phase.TURN, variant)
    waiting = next(seat for seat in range(3) if seat != position.state.turner)
    prompt = PICTURE.scene(position.observe(waiting)).prompt
    assert turned in texts.translate("de", prompt, MISD)


def test_the_palette_lies_still_through_all_phases() -> None:
    """So that fingers learn it: its places never move, whoever looks and whatever is open."""
    palettes = []
    for phase in (Phase.START, Phase.TURN, Phase.CARD, Phase.OPEN, Phase.OVER):
        for observer in (0, SPECTATOR):
            scene = PICTURE.scene(play_until(phase, "a", limit="3").observe(observer))
            palettes.append([place for place in scene.places if place.id != "card"])
    palette = palettes[0]
    assert all(other == palette for other in palettes)
    names = [place.id for place in palette]
    assert names == [*(f"colour:{one}" for one in COLOURS), *(f"shape:{one}" for one in SHAPES)]


def test_palette_and_cards_are_large_enough_for_thumbs() -> None:
    """On a phone the board is 360 pixels wide; 44 pixels are a thumb."""
    variant_a_board = PICTURE.scene(play_until(Phase.OPEN, "a").observe(0))
    scale = 360 / (1.044 * variant_a_board.width)
    assert all(min(place.w, place.h) * scale >= 44 for place in variant_a_board.places)
    for cards in range(5, 11):
        layout = PICTURE.scene(play_until(Phase.OPEN, "b", cards=str(cards)).observe(0))
        scale = 360 / (1.044 * layout.width)
        assert all(min(place.w, place.h) * scale >= 44 for place in layout.places)
        assert layout.width <= 1.3 * layout.height


@pytest.mark.parametrize("path", [("colour:yellow", "shape:star"), ("shape:star", "colour:yellow")])
def test_colour_and_shape_may_be_picked_in_any_order(path: tuple[str, str]) -> None:
    """MIS-13."""
    seen = play_until(Phase.OPEN, "a").observe(1)
    assert PICTURE.scene(seen).any_order
    action = PICTURE.intend(seen, path)
    assert isinstance(action, int)
    assert MISD.notation.write(seen.state, 1, action) == "claim yellow star"


def test_two_colours_are_no_claim() -> None:
    seen = play_until(Phase.OPEN, "a").observe(1)
    assert PICTURE.intend(seen, ("colour:red", "colour:blue")) is None
    assert PICTURE.intend(seen, ("colour:red",)) is None


@pytest.mark.parametrize("variant", ["a", "b"])
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_by_patterns_every_colour_but_one_is_told_apart_by_all_alike(
    variant: str, seat: int
) -> None:
    scene = PICTURE.scene(play_until(Phase.OPEN, variant).observe(seat))
    assert not scene.layers  # nobody has it easier than others
    drawn = {one.symbol for one in scene.pictures}
    plain = {one.split("-")[-1] for one in drawn} & set(COLOURS)
    patterned = {one.split("-")[1] for one in drawn if one.endswith("-pattern")}
    assert plain == {"white"}
    assert patterned == set(COLOURS) - plain


def test_a_symbol_with_a_pattern_is_the_same_shape_with_something_over_it() -> None:
    art = (MISD.folder / "art.svg").read_text(encoding="utf-8")
    drawn = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', art, re.DOTALL))
    patterned = [name for name in drawn if name.endswith("-pattern")]
    assert len(patterned) == (len(COLOURS) - 1) * (len(SHAPES) + 1)
    for name in patterned:
        plain = drawn[name.removesuffix("-pattern")].rstrip()
        assert drawn[name].startswith(plain)
        assert len(drawn[name].rstrip()) > len(plain)


@pytest.mark.parametrize("variant", ["a", "b"])
def test_letters_stand_in_the_middle_of_every_symbol(variant: str) -> None:
    scene = PICTURE.scene(play_until(Phase.OPEN, variant, marks="letters").observe(1))
    assert not any(one.symbol.endswith("-pattern") for one in scene.pictures)
    letters = Counter(
        (str(one.text.values["colour"]), round(one.x, 3), round(one.y, 3))
        for one in scene.letterings
        if isinstance(one.text, Phrase) and one.text.key == "letter"
    )
    coloured = Counter(
        (one.symbol.split("-")[1], round(one.x + one.w / 2, 3), round(one.y + one.h / 2, 3))
        for one in scene.pictures
        if one.symbol.split("-")[-1] in COLOURS
    )
    assert letters == coloured
    assert len({colour for colour, _, _ in letters}) == len(COLOURS)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_two_colours_have_the_same_letter(language: str) -> None:
    phrases = [Phrase("letter", {"colour": colour}) for colour in COLOURS]
    letters = {texts.translate(language, phrase, MISD) for phrase in phrases}
    assert len(letters) == len(COLOURS)
    assert max(map(len, letters)) <= 2


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_what_somebody_says_stands_in_quotation_marks(language: str) -> None:
    """MIS-6, MIS-12: whoever turns a card speaks, like those who answer."""
    turn = texts.translate(language, Phrase("say-turn", {"seat": "Anna"}), MISD)
    claim = texts.translate(language, Phrase("say-claim", {"seat": "Anna", "claim": "-"}), MISD)
    before, _, after = claim.partition("-")
    assert turn.startswith(before)
    assert turn[-1] == after[-1]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Anna: “Missing!”"), ("de", "Anna: „Fehlt!“"), ("fr", "Anna : « Absent ! »")],
)
def test_who_calls_out_that_nothing_is_there_is_told_with_one_mark(
    language: str, words: str
) -> None:
    """MIS-14."""
    phrase = Phrase("say-claim", {"seat": "Anna", "claim": claim_words(CLAIM_MISSING)})
    assert texts.translate(language, phrase, MISD).replace("\u00a0", " ") == words


@pytest.mark.parametrize("variant", ["a", "b"])
def test_a_table_may_do_without_marks(variant: str) -> None:
    scene = PICTURE.scene(play_until(Phase.OPEN, variant, marks="none").observe(1))
    assert not any(one.symbol.endswith(("-pattern", "badge")) for one in scene.pictures)


def test_symbols_are_read_out_in_the_order_in_which_they_lie() -> None:
    """Never in a canonical order, which would give the answer away by its gap."""
    canonical = 0
    for face in range(FACES):
        shapes = [spot.shape for spot in arrangement(face)]
        colours = [spot.colour for spot in arrangement(face)]
        canonical += shapes == sorted(shapes) or colours == sorted(colours)
    assert canonical == 0


def test_a_square_never_looks_like_a_diamond() -> None:
    for face in range(FACES):
        assert all(abs(spot.turn) <= 12 for spot in arrangement(face))


@pytest.mark.parametrize("face", range(FACES))
def test_most_of_every_symbol_is_visible(face: int) -> None:
    """At least sixty percent, though shapes partly cover each other."""
    side = 300
    art = (MISD.folder / "art.svg").read_text(encoding="utf-8")
    art = art.replace("var(--ink)", "#010203").replace("var(--paper)", "#808080")
    defined = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', art, re.DOTALL))

    def pixels(pictures: list[Picture]) -> dict[bytes, int]:
        drawn = "".join(
            f'<g transform="translate({one.x} {one.y}) rotate({one.turn} {one.w / 2} {one.h / 2}) '
            f'scale({one.w / 100})">{defined[one.symbol]}</g>'
            for one in pictures
        )
        image = resvg_py.svg_to_bytes(
            svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
            f'shape-rendering="crispEdges">{drawn}</svg>'
        )
        with Image.open(io.BytesIO(bytes(image))) as loaded:
            data = loaded.convert("RGB").tobytes()
        return Counter(data[start : start + 3] for start in range(0, len(data), 3))

    def fill(picture: Picture) -> bytes:
        found = re.search(r'fill="#([0-9a-f]{6})"', defined[picture.symbol])
        assert found is not None
        return bytes.fromhex(found[1])

    position = Position.start(MISD, 2, {"marks": "none"})
    for seat, action in ((CHANCE, 0), (0, TURN), (CHANCE, CARD + face)):
        position.play(seat, action)
    scene: Scene = PICTURE.scene(position.observe(0))
    card = next(place for place in scene.places if place.id == "card")
    on_card = [
        msgspec.structs.replace(
            one,
            x=(one.x - card.x) * side / card.w,
            y=(one.y - card.y) * side / card.h,
            w=one.w * side / card.w,
            h=one.h * side / card.w,
        )
        for one in scene.pictures
        if one.symbol.split("-")[0] in SHAPES
    ]
    assert len(on_card) == 9
    together = pixels(on_card)
    for one in on_card:
        alone = pixels([one])[fill(one)]
        assert together.get(fill(one), 0) >= 0.6 * alone


@pytest.mark.parametrize(
    ("milliseconds", "german"),
    [(900, "0,90\u00a0s"), (3126, "3,12\u00a0s"), (20_000, "20,00\u00a0s")],
)
def test_times_are_told_in_seconds_and_hundredths(milliseconds: int, german: str) -> None:
    assert texts.translate("de", time_words(milliseconds), MISD) == german


@pytest.mark.parametrize(
    ("language", "claim", "words"),
    [
        ("en", ("yellow", "star"), "yellow star"),
        ("de", ("yellow", "star"), "gelber Stern"),
        ("de", ("orange", "heart"), "orangefarbenes Herz"),
        ("de", ("violet", "diamond"), "violettes Karo"),
        ("fr", ("white", "cross"), "croix blanche"),
        ("fr", ("white", "heart"), "cœur blanc"),
        ("fr", ("red", "arrow"), "flèche rouge"),
    ],
)
def test_symbols_are_named_in_good_grammar(
    language: str, claim: tuple[str, str], words: str
) -> None:
    phrase = symbol_words(COLOURS.index(claim[0]), SHAPES.index(claim[1]))
    assert texts.translate(language, phrase, MISD) == words
