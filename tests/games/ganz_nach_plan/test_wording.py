"""Ganz nach Plan!?: what the log and the previews of cards say, and to whom."""

from pathlib import Path
from random import Random

from tischlein.core import records, registry
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.ganz_nach_plan.actions import GIVE
from tischlein.games.ganz_nach_plan.state import NAMES, Phase
from tischlein.presentation import of, texts
from tischlein.presentation.scenes import Choice

GAME = registry.load("ganz_nach_plan")
DEAL = """game: ganz_nach_plan
seats: Anna, Ben, Cleo

* deal A share feed-left shift give-left draw-left
* deal B feed-right swap-left fetch pass-left trade-left
* deal C swap-right trade-right give-right draw-right pass-right
"""


def log_of(moves: str, observer: int) -> list[str]:
    """The English log of the last of these moves, as one seat reads it."""
    return words_of(records.read(DEAL + moves), observer)


def words_of(record: records.Record, observer: int) -> list[str]:
    """The English log of a record's last event, as one seat reads it."""
    before, after = list(record.positions())[-2:]
    event = before.observed_event(record.events[-1], observer)
    phrases = of(GAME).say(event, before.observe(observer), after.observe(observer))
    return [texts.translate("en", phrase, GAME, record.names) for phrase in phrases]


def test_who_shares_reads_what_was_given_and_received_and_the_others_do_not() -> None:
    """GNP-17, GNP-24."""
    moves = "A play share\nA give feed-left\nC give pass-right\nB give fetch\n"
    assert log_of(moves, 0) == [
        "Ben has chosen a card.",
        "Anna gives Ben a card: “Top of the pile: left”.",
        "Ben gives Cleo a card.",
        "Cleo gives Anna a card: “Pass all hands: right”.",
    ]
    assert log_of(moves, 1) == [
        "Ben has chosen “Fetch the top of the pile”.",
        "Anna gives Ben a card: “Top of the pile: left”.",
        "Ben gives Cleo a card: “Fetch the top of the pile”.",
        "Cleo gives Anna a card.",
    ]
    assert log_of(moves, SPECTATOR)[1:] == [
        "Anna gives Ben a card.",
        "Ben gives Cleo a card.",
        "Cleo gives Anna a card.",
    ]


def test_before_all_have_chosen_nobody_reads_a_choice_but_its_own() -> None:
    """GNP-17."""
    moves = "A play share\nA give feed-left\n"
    assert log_of(moves, 0) == ["Anna has chosen “Top of the pile: left”."]
    assert log_of(moves, 1) == ["Anna has chosen a card."]


def test_the_guard_is_not_taken_for_an_empty_hand() -> None:
    """GNP-23."""
    record = records.read(Path(__file__).with_name("limit.record").read_text(encoding="utf-8"))
    assert words_of(record, 0)[-1] == (
        "The match ends after 10 turns: Anna, Ben and Dora have the fewest cards and win."
    )


def label_of(choice: Choice, key: str) -> Phrase:
    assert choice.label is not None
    part = choice.label.values[key]
    assert isinstance(part, Phrase)
    return part


def test_a_preview_names_who_wins_or_plays_next() -> None:
    """GNP-4, GNP-10, GNP-20, GNP-21."""
    random = Random(8)
    told = {"preview-win": 0, "preview-wins": 0, "preview-next": 0, "preview-again": 0}
    for _ in range(30):
        position = Position.start(GAME, random.choice(GAME.seats))
        while not position.over:
            seat = random.choice(position.acting)
            if position.state.phase == Phase.PLAY:
                scene = of(GAME).scene(position.observe(seat))
                choice = random.choice(scene.choices)
                then = label_of(choice, "then")
                position.play(seat, choice.action)
                while position.state.phase not in (Phase.PLAY, Phase.OVER):
                    play_any(position, random)
                told[then.key] += 1
                if position.over:
                    assert then.key in ("preview-win", "preview-wins")
                    winner = position.scores().index(1)
                    assert (winner == seat) == (then.key == "preview-win")
                    assert then.values.get("seat", seat_name(seat)) == seat_name(winner)
                else:
                    (follower,) = position.acting
                    assert (follower == seat) == (then.key == "preview-again")
                    assert then.values.get("seat", seat_name(seat)) == seat_name(follower)
            else:
                play_any(position, random)
    assert all(count > 5 for count in told.values()), told


def test_a_card_that_makes_somebody_else_win_asks_again_if_another_would_not() -> None:
    """GNP-21."""
    random = Random(10)
    asked = 0
    for _ in range(60):
        position = Position.start(GAME, 3)
        while not position.over:
            seat = position.acting[0]
            if position.state.phase == Phase.PLAY:
                choices = of(GAME).scene(position.observe(seat)).choices
                lost = [label_of(one, "then").key == "preview-wins" for one in choices]
                assert [one.confirm for one in choices] == (
                    [False] * len(lost) if all(lost) else lost
                )
                asked += any(one.confirm for one in choices)
            play_any(position, random)
    assert asked > 5


def play_any(position: Position, random: Random) -> None:
    seat = random.choice(position.acting)
    outcomes = [one for one, _ in position.outcomes()] if seat == CHANCE else position.legal(seat)
    position.play(seat, random.choice(outcomes))


def test_every_preview_is_a_sentence_in_every_language() -> None:
    random = Random(9)
    keys = set()
    for _ in range(40):
        position = Position.start(GAME, 4)
        while not position.over:
            for seat in position.acting:
                if seat == CHANCE:
                    continue
                for choice in of(GAME).scene(position.observe(seat)).choices:
                    if choice.action >= GIVE:
                        assert choice.label is None
                        continue
                    keys.add(label_of(choice, "plan").key)
                    for language in ("en", "de", "fr"):
                        assert choice.label is not None
                        text = texts.translate(language, choice.label, GAME, ("A", "B", "C", "D"))
                        assert "preview" not in text
                        assert "{" not in text
            play_any(position, random)
    assert len(keys) == 12


def test_copies_of_a_plan_are_told_apart_by_a_number() -> None:
    deck = "swap-left:4,swap-right:4,share:4,fetch:3"
    position = Position.start(GAME, 3, {"deck": deck})
    random = Random(1)
    while position.state.phase == Phase.DEAL:
        play_any(position, random)
    labels = set()
    for seat in range(3):
        scene = of(GAME).scene(position.observe(seat))
        for piece in next(tray for tray in scene.trays if tray.id == "tray:hand").pieces:
            labels.add(texts.translate("en", piece.label, GAME))
            assert piece.symbol.removeprefix("card-") in NAMES
    assert len(labels) == 15
    assert "Change places: left (4)" in labels
