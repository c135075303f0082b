"""What is shown of Nussknacker: slid cards, the memory aid, picking cards, words without leaks."""

from itertools import product

import pytest

from tischlein.core import records, registry
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker.actions import GIVE, GUESS
from tischlein.games.nussknacker.aids import MEMORY, Strip
from tischlein.games.nussknacker.scenery import SIGN
from tischlein.presentation import of, texts
from tischlein.presentation.scenes import Lettering, Scene
from tischlein.presentation.typography import wrapped

GAME = registry.load("nussknacker")

QUESTION = """game: nussknacker
seats: Anna, Ben, Cleo
options: cards=12 start=first

* hide 1
* deal A 4 4 5 5
* deal B 1 3 3 6
* deal C 2 2 6
A ask B 4
"""


def position(more: str = "") -> Position:
    return records.read(QUESTION + more).final()


def scene(at: Position, observer: int) -> Scene:
    drawn: Scene = of(GAME).scene(at.observe(observer))
    return drawn


def meant(at: Position, seat: int, *path: str) -> int | None:
    action = of(GAME).intend(at.observe(seat), path)
    assert not isinstance(action, Refusal)
    return action


def told(at: Position, event: Event, observer: int) -> set[str]:
    after = at.clone()
    after.apply(event)
    shown = at.observed_event(event, observer)
    phrases = of(GAME).say(shown, at.observe(observer), after.observe(observer))
    return {phrase.key for phrase in phrases}


def test_a_way_to_answer_is_picked_card_by_card_in_any_order() -> None:
    asked = position()
    (way,) = [choice for choice in scene(asked, 1).choices if choice.action >= GIVE]
    assert way.path == ("card:1", "card:3")
    assert meant(asked, 1, "card:3", "card:1") == way.action
    assert meant(asked, 1, "card:1", "card:3") == way.action


def test_two_equal_cards_are_one_stack_that_is_picked_twice() -> None:
    more = "B give 1 3\nA give 4\nB ask A 6\nA give 1 5\nB give 6\n"
    later = position(more + "C ask A 4\n")
    hand = {piece.id: piece.count for piece in scene(later, 2).trays[0].pieces}
    assert hand == {"card:2": 2, "card:6": 1}
    assert meant(later, 2, "card:2", "card:2") is not None


def test_a_no_stays_on_the_strip_while_others_ask() -> None:
    """NUS-15: the strip and the drawing in characters tell it from an answer still awaited."""
    later = "B give 1 3\nA give 4\nB ask A 6\nA give 1 5\nB give 6\nC ask A 2\nA no\nA ask B 3\n"
    for observer in (0, 1, 2, SPECTATOR):
        seen = position(later).observe(observer)
        strip = Strip(seen).letterings[1::2]
        assert [answer.text for answer in strip] == ["2⇄1", "2⇄1", Phrase("strip-no"), "?"]
        assert of(GAME).characters(seen, known={"#"}).splitlines()[-2:] == ["C A 2: no", "A B 3: ?"]


def test_a_guess_asks_for_confirmation_and_can_be_made_out_of_turn() -> None:
    guesses = [choice for choice in scene(position(), 2).choices if choice.action >= GUESS]
    assert [choice.path for choice in guesses] == [
        ("guess:1", f"value:{value}") for value in range(1, 7)
    ]
    assert all(choice.confirm for choice in guesses)
    assert [button.tone for button in scene(position(), 2).buttons] == ["alarm"]
    assert meant(position(), 2, "value:5", "guess:1") == GUESS + 4


def test_a_number_alone_is_asked_for_and_never_guessed() -> None:
    """NUS-10: one that the hand cannot form is refused, and costs nothing."""
    more = "B give 1 3\nA give 4\n"  # Ben's turn, with 3, 4 and 6
    asking = position(more)
    drawn = scene(asking, 1)
    assert all(choice.ordered for choice in drawn.choices if choice.action >= GUESS)
    assert drawn.prompts["guess:1"].key == "prompt-name"
    for value in (1, 2, 5):
        impossible = meant(asking, 1, f"value:{value}")
        assert impossible is not None
        refusal = asking.why_not(1, impossible)
        assert refusal is not None
        assert refusal.rule == "NUS-10"
    assert meant(asking, 1, "value:3") is None  # whom it is asked of comes next


def test_with_one_opponent_a_number_is_the_whole_question() -> None:
    two = records.read(
        "game: nussknacker\nseats: Anna, Ben\noptions: cards=12 start=first\n\n"
        "* hide 1\n* deal A 2 2 4 4 6 6\n* deal B 1 3 3 5 5\n"
    ).final()
    drawn = scene(two, 0)
    questions = [choice for choice in drawn.choices if choice.action < GUESS]
    assert [choice.path for choice in questions] == [("value:2",), ("value:4",), ("value:6",)]
    assert all(choice.confirm for choice in questions)
    odd = meant(two, 0, "value:6", "value:3")
    assert odd is not None
    refusal = two.why_not(0, odd)
    assert refusal is not None
    assert refusal.rule == "NUS-10"


def test_the_hidden_card_is_seen_open_before_it_makes_room_for_the_next() -> None:
    """NUS-19."""
    opened = position("A guess 3\n")
    drawn = scene(opened, 2)
    assert drawn.moment
    assert drawn.prompt.key == "prompt-wrong"
    tree = {piece.id: piece for piece in scene(position(), 2).pieces}["hidden:1"]
    turned = {piece.id: piece for piece in drawn.pieces}["hidden:1"]
    assert (turned.symbol, turned.x, turned.y) == ("card-1", tree.x, tree.y)
    later = scene(position("A guess 3\n* hide 2\n"), 2)
    assert {piece.id for piece in later.pieces if "hidden" in piece.id} == {"hidden:1", "hidden:2"}
    assert not later.moment
    # What stands above it is clear of the mark of a card that has just come.
    [word] = [one for one in later.letterings if one.text == Phrase("opened")]
    [aside] = [piece for piece in later.pieces if piece.id == "hidden:1"]
    assert word.y + word.size / 2 < aside.y - aside.h / 2 - 1


def test_whoever_has_guessed_right_reads_how_many_chips_win() -> None:
    """NUS-21."""
    opened = position("A guess 1\n")
    prompt = scene(opened, 2).prompt
    assert prompt.key == "prompt-right"
    assert prompt.values["goal"] == 5


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Anna asks you for 4"), ("de", "Anna fragt dich nach 4"), ("fr", "Anna te demande 4")],
)
def test_whoever_is_asked_reads_that_the_question_is_theirs(language: str, told: str) -> None:
    prompt = scene(position(), 1).prompt
    assert texts.translate(language, prompt, GAME, ["Anna", "Ben", "Cleo"]).startswith(told)


@pytest.mark.parametrize(("value", "told"), [(7, "Yes, a 7"), (8, "Yes, an 8")])
def test_an_eight_has_its_own_article_in_english(value: int, told: str) -> None:
    assert texts.translate("en", Phrase("button-guess-value", {"value": value}), GAME) == told


def test_a_guess_that_waits_for_confirmation_is_none_in_the_next_deal() -> None:
    """NUS-20: only the first guess counts, so nothing picked may lead on after it."""
    later = "A guess 3\n* hide 2\n* deal B 1 2 3 4\n* deal C 1 3 4 5\n* deal A 5 6 6\n"
    before, after = position(), position(later)
    assert after.state.deal_number == 2
    picked = ("guess:1", "value:5")
    assert meant(before, 2, *picked) == GUESS + 4
    assert meant(after, 2, *picked) is None
    assert not any("guess:1" in choice.path for choice in scene(after, 2).choices)
    assert meant(after, 2, "guess:2", "value:5") == GUESS + 4


def test_cards_of_any_wrong_sum_are_explained() -> None:
    """NUS-11, NUS-13: also sums above 8, for which there is no action."""
    asked = position()
    for cards in (("card:6",), ("card:6", "card:3"), ("card:3", "card:3", "card:6", "card:1")):
        action = meant(asked, 1, *cards)
        assert action is not None
        refusal = asked.why_not(1, action)
        assert refusal is not None
        assert refusal.rule == "NUS-11"


def test_targets_that_belong_to_nothing_mean_nothing() -> None:
    for path in ((), ("seat:1",), ("value:0",), ("seat:3", "value:1"), ("seat:1", "value:0")):
        assert meant(position(), 2, *path) is None
    assert meant(position(), 2, "card:x") is None


def test_a_spectator_is_not_invited_to_guess() -> None:
    """NUS-17."""
    assert scene(position(), 2).prompt.key == "prompt-wait"
    assert scene(position(), SPECTATOR).prompt.key == "prompt-watch"


def test_names_have_no_more_room_than_the_places_that_they_stand_in() -> None:
    shown = scene(position(), 0)
    spots = {place.id: place for place in shown.places}
    for seat in range(1, 3):
        spot = spots[f"seat:{seat}"]
        [name] = [
            one
            for one in shown.letterings
            if one.begins and spot.x < one.x < spot.x + spot.w and spot.y < one.y < spot.y + spot.h
        ]
        assert name.x < right_end(name) < spot.x + spot.w
        assert name.room > 0.88 * spot.w, "the whole width is for the name"


def test_fifteen_letters_of_a_name_have_their_room_and_chips_leave_the_sign_free() -> None:
    at = position()
    at.record.chips[:3] = 9
    for observer in (0, SPECTATOR):
        shown = scene(at, observer)
        names = [one for one in shown.letterings if one.begins]
        assert len(names) == 3
        for name in names:
            assert name.wraps
            # Hardly smaller than it should be.
            for told in ("Bartholomäus Q.", "Maximilianchens"):
                lines, size = wrapped(told, name.room, name.size)
                assert "".join(lines).replace("-", "").replace(" ", "") == told.replace(" ", "")
                assert size > 0.85 * name.size
            # Neither line lies on a card or on a chip.
            cards = [(one.x - one.w / 2, one.y, one.w, one.h) for one in shown.pieces]
            pictures = [one for one in shown.pictures if one.symbol == "chip"]
            won = [(one.x, one.y + one.h / 2, one.w, one.h) for one in pictures]
            for left, middle, w, h in cards + won:
                beside = left >= name.x + name.room or left + w <= name.x
                assert beside or abs(middle - name.y) >= h / 2 + 0.95 * name.size
        signs = [one for one in shown.pictures if one.symbol[:5] == "sign-" and one.w == SIGN]
        chips = [one for one in shown.pictures if one.symbol == "chip"]
        assert len(signs) == 3
        assert len(chips) == 27
        for sign, chip in product(signs, chips):
            beside = sign.x >= chip.x + chip.w or chip.x >= sign.x + sign.w
            assert beside or sign.y >= chip.y + chip.h or chip.y >= sign.y + sign.h


def test_the_own_name_keeps_clear_of_the_tree() -> None:
    """Its roots reach to the left at the height of the name."""
    [tree] = [one for one in scene(position(), 0).pictures if one.symbol == "tree"]
    [own] = [one for one in scene(position(), 0).letterings if one.begins and one.y > 80]
    assert right_end(own) < tree.x + 0.06 * tree.w


def right_end(lettering: Lettering) -> float:
    """Return how far to the right a text goes at most."""
    return lettering.x + lettering.room


def test_no_is_offered_only_when_it_is_true() -> None:
    """NUS-12."""
    assert "no" not in {button.id for button in scene(position(), 1).buttons}
    more = "B give 1 3\nA give 4\nB ask C 6\nC give 6\nB give 6\n"
    more += "C ask A 6\nA give 1 5\nC give 6\nA ask B 5\n"
    cannot = scene(position(more), 1)  # with 3, 4 and 6
    assert [button.id for button in cannot.buttons] == ["no", "guess:1"]
    assert [choice.path for choice in cannot.choices if choice.action < GIVE][-1] == ("no",)


def test_slid_cards_lie_face_down_between_the_two_until_both_take_up() -> None:
    """NUS-14."""
    sliding = position("B give 1 3\n")
    for observer in (0, 1, 2, SPECTATOR):
        offered = [piece for piece in scene(sliding, observer).pieces if "offered" in piece.id]
        assert [piece.symbol for piece in offered] == ["card-back", "card-back"]
    assert [piece.id for piece in scene(sliding, 1).trays[0].pieces] == ["card:3", "card:6"]


def test_the_memory_aid_strikes_out_values_and_notes_known_cards() -> None:
    """NUS-24; it is a layer that a viewer switches on."""
    later = position("B give 1 3\nA give 4\n")
    seen = scene(later, 0)
    assert [(layer.id, layer.on) for layer in seen.layers] == [(MEMORY, False)]
    assert len([picture for picture in seen.pictures if picture.layer == MEMORY]) == 2
    assert [note.text for note in seen.letterings if note.layer == MEMORY] == ["4"]
    assert scene(later, SPECTATOR).layers == []


def test_only_the_two_read_the_values_of_a_swap() -> None:
    """NUS-15."""
    sliding = position("B give 1 3\n")
    back = Event(0, sliding.legal(0)[-1])
    for observer in (0, 1):
        assert told(sliding, back, observer) == {"say-return", "say-swapped"}
    for observer in (2, SPECTATOR):
        assert told(sliding, back, observer) == {"say-return"}


def test_a_wrong_guess_tells_who_gets_chips() -> None:
    """NUS-19."""
    assert told(position(), Event(2, GUESS + 4), 0) == {"say-wrong", "say-chips"}
    assert told(position(), Event(2, GUESS), 0) == {"say-right"}


def test_cards_and_the_memory_aid_leave_signs_and_edges_free() -> None:
    """Also of seats that hold many cards: everybody is known by their sign."""
    two = records.read(
        "game: nussknacker\nseats: Anna, Ben\noptions: cards=16 start=first\n\n"
    ).final()
    two.record.sizes[:2] = 8
    later = position("B give 1 3\nA give 4\n")
    for shown in (scene(two, 0), scene(two, SPECTATOR), scene(later, 0)):
        signs = [one for one in shown.pictures if one.symbol[:5] == "sign-" and one.w == SIGN]
        cards = [(one.x - one.w / 2, one.y - one.h / 2, one.w, one.h) for one in shown.pieces]
        assert cards
        for sign, (left, upper, w, h) in product(signs, cards):
            beside = sign.x >= left + w or left >= sign.x + sign.w
            assert beside or sign.y >= upper + h or upper >= sign.y + sign.h
    [note] = [one for one in scene(later, 0).letterings if one.layer == MEMORY]
    below = min(one.y + one.h for one in scene(later, 0).places if one.id.startswith("seat:"))
    assert note.y + note.size / 2 <= below


def test_a_lead_that_several_share_is_named_where_the_match_goes_on() -> None:
    """NUS-22: with enough chips on the table, nobody has to wonder why there is another deal."""
    at = position()
    at.record.chips[:3] = at.record.goal - 1
    wrong, right = Event(2, GUESS + 4), Event(2, GUESS)
    assert told(at, wrong, SPECTATOR) == {"say-wrong", "say-chips", "say-level"}
    assert told(at, right, SPECTATOR) == {"say-right"}, "the match is over"
