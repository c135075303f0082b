"""Ganz nach Plan!?: what each plan does, last cards, winners, and the guard against circles."""

import pytest

from tischlein.core import registry
from tischlein.core.errors import OptionError, RefusedError
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.ganz_nach_plan.actions import DRAW, GIVE
from tischlein.games.ganz_nach_plan.log import cards_in, kind_in, source_in, target_in, with_cards
from tischlein.games.ganz_nach_plan.state import CARDS, NAMES, UNKNOWN, EntryKind, Phase

GAME = registry.load("ganz_nach_plan")


def table(*hands: str, pile: str = "", turns: int = 0, **options: str) -> Position:
    """A table in play with these hands (names of cards), seat A on place 1 and so on."""
    position = Position.start(GAME, len(hands), options)
    state = position.record
    used = 0
    for seat, text in enumerate(hands):
        state.hand[seat] = cards(text)
        state.count[seat] = len(text.split())
        state.dealt[seat] = state.hand[seat]
        used |= cards(text)
    for index, name in enumerate(pile.split()):
        state.pile[index] = NAMES.index(name)
        used |= 1 << NAMES.index(name)
    state.piled = len(pile.split())
    state.deck = used
    state.turns = turns
    state.turn = turns % len(hands)
    state.phase = Phase.PLAY
    return position


def cards(text: str) -> int:
    return sum(1 << NAMES.index(name) for name in text.split())


def hands(position: Position) -> list[set[str]]:
    return [
        {NAMES[card] for card in range(CARDS) if hand >> card & 1}
        for hand in position.state.hand[: position.seats]
    ]


def play(position: Position, seat: int, card: str) -> None:
    position.play(seat, NAMES.index(card))


def winners(position: Position) -> list[int]:
    return [seat for seat, place in enumerate(position.ranks()) if position.over and place == 0]


def places(position: Position) -> list[int]:
    return [place + 1 for place in position.state.place[: position.seats]]


def test_three_play_without_the_cards_that_name_the_player_across() -> None:
    """GNP-1, GNP-2: fifteen cards, five to each, nothing left over."""
    position = Position.start(GAME, 3)
    dealt = set()
    while CHANCE in position.acting:
        outcome, weight = position.outcomes()[-1]
        assert weight == 1
        dealt.add(NAMES[outcome % CARDS])
        position.play(CHANCE, outcome)
    assert dealt == {name for name in NAMES if not name.endswith("across")}
    assert position.state.count[:3] == (5, 5, 5)
    assert position.state.piled == 0


def test_everybody_begins_on_the_place_of_his_letter() -> None:
    """GNP-3."""
    assert places(Position.start(GAME, 4)) == [1, 2, 3, 4]


def test_who_changes_to_the_next_place_plays_again() -> None:
    """GNP-4, GNP-10, GNP-11: the worked example of the rulebook."""
    position = table("swap-left fetch", "share", "shift")
    play(position, 0, "swap-left")
    assert places(position) == [2, 1, 3]
    assert position.acting == (0,)


def test_a_hand_moves_with_its_player() -> None:
    """GNP-9: changing places moves no card."""
    position = table("swap-right fetch", "share", "shift")
    play(position, 0, "swap-right")
    assert places(position) == [3, 2, 1]
    assert hands(position) == [{"fetch"}, {"share"}, {"shift"}]


def test_directions_are_meant_from_the_movers_place() -> None:
    """GNP-8: on place 3 of three the left neighbour sits on place 1."""
    position = table("share", "shift", "feed-left fetch", pile="pass-left", turns=2)
    play(position, 2, "feed-left")
    assert hands(position)[0] == {"share", "pass-left"}


def test_trading_swaps_whole_hands_even_an_empty_one() -> None:
    """GNP-12, GNP-21: the partner of an empty hand wins."""
    position = table("trade-left", "share fetch", "shift")
    play(position, 0, "trade-left")
    assert hands(position) == [{"share", "fetch"}, set(), {"shift"}]
    assert winners(position) == [1]


@pytest.mark.parametrize("card", ["swap-left", "swap-right", "give-left", "feed-left", "shift"])
def test_clean_last_cards_win(card: str) -> None:
    """GNP-20: nothing comes back from these plans."""
    position = table(card, "share", "draw-left", pile="fetch")
    play(position, 0, card)
    assert winners(position) == [0]
    assert position.scores() == (1, 0, 0)
    assert position.ranks() == (0, 1, 1)


def test_a_last_card_that_draws_plays_on_and_may_make_the_other_win() -> None:
    """GNP-14, GNP-20, GNP-21."""
    position = table("draw-left", "share", "shift fetch")
    play(position, 0, "draw-left")
    assert position.outcomes() == [(DRAW + NAMES.index("share"), 1)]
    position.play(CHANCE, DRAW + NAMES.index("share"))
    assert winners(position) == [1]


def test_a_last_card_that_fetches_plays_on() -> None:
    """GNP-18, GNP-20."""
    position = table("fetch", "share", "shift draw-left", pile="pass-left")
    play(position, 0, "fetch")
    assert not position.over
    assert hands(position)[0] == {"pass-left"}


def test_nothing_is_taken_from_an_empty_pile_and_never_the_card_being_played() -> None:
    """GNP-7, GNP-15."""
    position = table("fetch share", "feed-right shift", "draw-left")
    play(position, 0, "fetch")
    assert hands(position)[0] == {"share"}
    play(position, 1, "feed-right")
    assert hands(position)[0] == {"share", "fetch"}


@pytest.mark.parametrize(("card", "winner"), [("pass-left", 1), ("pass-right", 2)])
def test_a_last_card_that_passes_all_hands_makes_the_neighbour_win(card: str, winner: int) -> None:
    """GNP-16, GNP-21: the empty hand goes to that side."""
    position = table(card, "share fetch", "shift")
    play(position, 0, card)
    assert winners(position) == [winner]


def test_moving_on_turns_the_table_by_one_place() -> None:
    """GNP-19, GNP-10: after it the same player sits on the place on turn."""
    position = table("shift fetch", "share", "draw-left", "give-left")
    play(position, 0, "shift")
    assert places(position) == [2, 3, 4, 1]
    assert position.acting == (0,)


def test_sharing_moves_all_chosen_cards_at_once_and_asks_only_who_has_cards() -> None:
    """GNP-17: a mover without cards gives nothing but receives."""
    position = table("share", "shift", "fetch draw-left")
    play(position, 0, "share")
    assert position.acting == (1, 2)
    position.play(2, GIVE + NAMES.index("fetch"))
    assert hands(position)[2] == {"fetch", "draw-left"}, "nothing moves before all have chosen"
    position.play(1, GIVE + NAMES.index("shift"))
    assert hands(position) == [{"fetch"}, set(), {"shift", "draw-left"}]
    assert winners(position) == [1]


def test_a_card_that_was_given_is_remembered_by_giver_and_receiver_alone() -> None:
    """GNP-24."""
    position = table("share", "shift", "fetch draw-left", "give-left")
    play(position, 0, "share")
    for seat, card in ((1, "shift"), (2, "fetch"), (3, "give-left")):
        position.play(seat, GIVE + NAMES.index(card))
    for observer in (*range(4), SPECTATOR):
        state = position.observe(observer).state
        sent = [entry for entry in state.log[: state.logged] if kind_in(entry) == EntryKind.SENT]
        assert len(sent) == 3
        for entry in sent:
            knows = observer in (source_in(entry), target_in(entry))
            assert (cards_in(entry) == cards_in(with_cards(entry, UNKNOWN))) is not knows


def test_the_guard_ends_the_match_for_those_with_the_fewest_cards() -> None:
    """GNP-23, GNP-25: they win together."""
    position = table("feed-left share", "fetch", "shift", pile="pass-left", turns=9, limit="10")
    play(position, 0, "feed-left")
    assert winners(position) == [0, 2]
    assert position.scores() == (1, 0, 1)


def test_after_the_end_nothing_is_possible() -> None:
    """GNP-22."""
    position = table("shift", "share", "fetch")
    play(position, 0, "shift")
    with pytest.raises(RefusedError) as refused:
        play(position, 1, "share")
    assert refused.value.refusal.rule == "GNP-22"


def test_the_limit_has_bounds() -> None:
    with pytest.raises(OptionError, match="limit is a number 10 to 60"):
        Position.start(GAME, 3, {"limit": "9"})
