"""Ganz nach Plan!?'s numbers of actions and outcomes, and how the log's entries are packed."""

from tischlein.core import registry
from tischlein.games.ganz_nach_plan import actions, log
from tischlein.games.ganz_nach_plan.state import CARDS, SEATS, EntryKind

GAME = registry.load("ganz_nach_plan")


def test_every_deal_and_every_draw_has_a_number_of_its_own() -> None:
    pairs = [(seat, card) for seat in range(SEATS) for card in range(CARDS)]
    deals = [actions.dealing(*pair) for pair in pairs]
    draws = [actions.drawing(*pair) for pair in pairs]
    assert [*deals, *draws] == list(range(actions.OUTCOMES))
    for numbers in (deals, draws):
        assert [(actions.receiver_of(one), actions.card_of(one)) for one in numbers] == pairs


def test_a_card_is_played_by_one_number_and_given_by_another() -> None:
    assert [actions.card_of(actions.PLAY + card) for card in range(CARDS)] == list(range(CARDS))
    assert [actions.card_of(actions.GIVE + card) for card in range(CARDS)] == list(range(CARDS))
    assert actions.GIVE + CARDS == actions.ACTIONS


def test_what_is_noted_in_the_log_is_read_from_it() -> None:
    position = GAME.start(4)
    log.append_entry(position.record, EntryKind.SENT, 3, 1, 17)
    log.append_entry(position.record, EntryKind.LANDED, 0, 0, 0)
    assert list(log.entries(position.state)) == [
        (EntryKind.SENT, 3, 1, 17),
        (EntryKind.LANDED, 0, 0, 0),
    ]
    sent = position.state.log[0]
    assert (log.kind_in(sent), log.source_in(sent), log.target_in(sent)) == (EntryKind.SENT, 3, 1)
    assert log.cards_in(log.with_cards(sent, 5)) == 5
    assert log.source_in(log.with_cards(sent, 5)) == 3


def test_all_hands_that_go_on_are_noted_with_their_heirs() -> None:
    heirs = sum(heir << (log.HEIR_BITS * seat) for seat, heir in enumerate((1, 2, 3, 0)))
    assert [log.heir_in(heirs, seat) for seat in range(SEATS)] == [1, 2, 3, 0]
