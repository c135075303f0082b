"""What observers see as it happens."""

from tests.tiny.kuhn import GAME
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.tables.match.observer import Observer, replayed_observer, show_event
from tischlein.tables.stored import StoredEvent


def test_whoever_watches_together_sees_what_each_would_see_alone() -> None:
    start = Position.start(GAME, 2)
    dealt = StoredEvent(1, Event(CHANCE, 2), 0)
    after = start.clone()
    after.apply(dealt.event)
    observers = [Observer(start, seat) for seat in (0, 1, SPECTATOR)]
    show_event(start, dealt, after, observers)
    for observer in observers:
        assert observer.entries == replayed_observer(start, [dealt], observer.seat).entries
    own, *others = (observer.entries[0].phrases for observer in observers)
    assert start.observed_event(dealt.event, 1).action == HIDDEN
    assert all(own != phrases for phrases in others)
