"""What is seen of a game that brings no pictures: buttons, words, and characters."""

from dataclasses import replace

import pytest

from tests.search.again import AGAIN
from tests.tiny import bell, kuhn, wager
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.presentation import Presentation, derived, of
from tischlein.presentation.scenes import Choice, Piece, Place, Result, Scene, Tray
from tischlein.presentation.texts import translate

BARE = replace(kuhn.GAME, presentation=None)
DEALT = BARE.start().after(CHANCE, "deal king").after(CHANCE, "deal jack")


def said(phrase: Phrase) -> str:
    return translate("en", phrase, BARE, ("Anna", "Ben"))


def test_every_action_is_a_button_named_as_records_write_it() -> None:
    scene = of(BARE).scene(DEALT.observe(0))
    assert [said(button.label) for button in scene.buttons] == ["pass", "bet"]
    assert [choice.path for choice in scene.choices] == [(one.id,) for one in scene.buttons]
    assert of(BARE).scene(DEALT.observe(1)).buttons == []
    assert of(BARE).scene(DEALT.observe(SPECTATOR)).choices == []


@pytest.mark.parametrize(
    ("seen", "prompt"),
    [
        (DEALT.observe(0), "It is your turn."),
        (DEALT.observe(1), "Waiting for Anna."),
        (BARE.start().observe(0), "Chance decides."),
        (DEALT.after(0, "bet").after(1, "pass").observe(0), "The match is over."),
    ],
)
def test_the_prompt_says_who_is_expected_to_do_something(seen: Observation, prompt: str) -> None:
    assert said(of(BARE).scene(seen).prompt) == prompt


def test_several_who_are_awaited_are_all_named() -> None:
    waiting = replace(bell.GAME, presentation=None).start(3).after(0, "2").observe(0)
    assert derived.prompt(waiting) == Phrase(
        "derived-wait", {"seats": [seat_name(1), seat_name(2)]}
    )
    assert derived.awaited(waiting) == [1, 2]


def test_the_end_has_ranks_and_scores() -> None:
    over = DEALT.after(0, "bet").after(1, "pass").observe(SPECTATOR)
    result = derived.result(over)
    assert isinstance(result, Result)
    assert (result.ranks, result.scores) == ((0, 1), (1, -1))
    assert [panel.score for panel in derived.panels(over)] == [1, -1]
    assert derived.result(DEALT.observe(0)) is None


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event(0, 1), "Anna: bet"),
        (Event(1, HIDDEN), "Ben does something in secret."),
        (Event(CHANCE, 2), "Chance: deal king"),
        (Event(CHANCE, HIDDEN), "Chance decides in secret."),
    ],
)
def test_events_are_told_in_notation_but_for_secrets(event: Event, told: str) -> None:
    seen = DEALT.observe(0)
    assert [said(phrase) for phrase in of(BARE).say(event, seen, seen)] == [told]


def test_targets_mean_the_choice_that_has_them() -> None:
    seen = DEALT.observe(0)
    scene = of(BARE).scene(seen)
    assert [of(BARE).intend(seen, choice.path) for choice in scene.choices] == [0, 1]
    for path in ((), ("action:9",), ("action:0", "action:1")):
        assert of(BARE).intend(seen, path) is None


@pytest.mark.parametrize(("any_order", "meant"), [(True, 1), (False, None)])
def test_targets_mean_a_choice_in_any_order_only_where_the_scene_says_so(
    any_order: bool, meant: int | None
) -> None:
    choices = [Choice(0, ("a", "c")), Choice(1, ("a", "b"))]

    def scene(observation: Observation) -> Scene:
        return Scene(1.0, 1.0, Phrase("turn"), choices=choices, any_order=any_order)

    game = replace(kuhn.GAME, presentation=Presentation(scene=scene))
    seen = game.start().observe(0)
    assert of(game).intend(seen, ["a", "b"]) == 1
    assert of(game).intend(seen, ["b", "a"]) == meant


def test_characters_show_places_in_rows_and_the_scores() -> None:
    def scene(observation: Observation) -> Scene:
        label = Phrase("turn")
        places = [Place(f"{x}{y}", x, y, 1.0, 1.0, label) for x in range(3) for y in range(2)]
        pieces = [
            Piece("one", "chip", "sign-a", label, seat=0, place="00"),
            Piece("two", "chip", "sign-b", label, seat=1, text="7", place="21"),
            Piece("three", "chip", "die-1", label, place="11"),
            Piece("four", "chip", "die-1", label),
        ]
        return Scene(3.0, 2.0, label, places=places, pieces=pieces)

    game = replace(wager.GAME, presentation=Presentation(scene=scene))
    assert of(game).characters(game.start(2).observe(0)) == "A . .\n. # 7\nA 0   B 0"


def test_characters_show_what_lies_in_trays_as_the_seat_sees_it() -> None:
    card, face = Phrase("derived-action", {"action": "card"}), Phrase("derived-chance")

    def scene(observation: Observation) -> Scene:
        own = [Piece(f"{seat}", "card", "sign-a", card, text="K") for seat in range(2)]
        others = Piece("other", "card", "card-back", card, count=3)
        many = [Piece(f"{seat}", "card", "sign-a", face) for seat in range(12)]
        trays = [
            Tray("own", Phrase("derived-action", {"action": seat_name(0)}), "hand", own, 0),
            Tray("other", card, "hand", [others], 1),
            Tray("empty", card, "stock", []),
            Tray("table", card, "table", [Piece("x", "card", "sign-a", card, text="Q"), *many]),
        ]
        return Scene(3.0, 2.0, card, trays=trays)

    game = replace(wager.GAME, presentation=Presentation(scene=scene))
    told = of(game).characters(game.start(2).observe(0)).splitlines()
    assert told == [
        "A: K ×2",
        "B card: card ×3",
        "card: -",
        "card: Q, Chance decides. ×12",
        "A 0   B 0",
    ]
    kuhn_game = replace(kuhn.GAME, presentation=Presentation(scene=kuhn.picture.scene))
    kings = kuhn_game.start().after(CHANCE, "deal king").after(CHANCE, "deal jack")
    assert of(kuhn_game).characters(kings.observe(0)) == "A KK: K\nB KK: ?\nA 0   B 0"
    assert of(kuhn_game).characters(kings.observe(1)) == "A KK: ?\nB KK: J\nA 0   B 0"


def test_where_texts_do_not_tell_things_apart_their_names_do() -> None:
    def scene(observation: Observation) -> Scene:
        def card(suit: str, text: str) -> Piece:
            label = Phrase("derived-action", {"action": f"{suit} {text}"})
            return Piece(f"{suit}{text}", "card", "sign-a", label, text=text)

        own = [card("oak", "9"), card("elm", "9"), card("elm", "K")]
        trays = [Tray("own", Phrase("derived-your-turn"), "hand", own, 0)]
        return Scene(3.0, 2.0, Phrase("derived-your-turn"), trays=trays)

    game = replace(wager.GAME, presentation=Presentation(scene=scene))
    told = of(game).characters(game.start(2).observe(0)).splitlines()
    assert told[0].endswith(": oak 9, elm 9, K")


def test_what_is_derived_speaks_the_language_of_whoever_reads() -> None:
    def scene(observation: Observation) -> Scene:
        label = Phrase("derived-chance")
        piece = Piece("1", "card", "sign-a", label)
        return Scene(3.0, 2.0, label, trays=[Tray("all", label, "table", [piece])])

    game = replace(wager.GAME, presentation=Presentation(scene=scene))
    seen = game.start(2).observe(0)
    german = translate("de", Phrase("derived-chance"))
    assert of(game).characters(seen, "de").splitlines()[0] == f"{german}: {german}"
    english = translate("en", Phrase("derived-chance"))
    assert of(game).characters(seen).splitlines()[0] == f"{english}: {english}"
    assert of(kuhn.GAME).characters(DEALT.observe(0), "de") == of(kuhn.GAME).characters(
        DEALT.observe(0)
    )


def test_lines_of_characters_are_not_too_long_for_a_terminal() -> None:
    label = Phrase("derived-chance")

    def scene(observation: Observation) -> Scene:
        cards = [Piece(f"{n}", "card", "sign-a", label, text=f"card{n}") for n in range(30)]
        return Scene(3.0, 2.0, label, trays=[Tray("hand", label, "hand", cards, 0)])

    game = replace(wager.GAME, presentation=Presentation(scene=scene))
    told = of(game).characters(game.start(2).observe(0))
    assert "card29" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_game_without_pictures_is_drawn_by_its_scores() -> None:
    assert of(BARE).characters(DEALT.observe(0)) == "A 0   B 0"
    picture = AGAIN.ranks.start()._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")
