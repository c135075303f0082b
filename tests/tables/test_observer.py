"""What observers see as it happens."""

from tests.tiny.kuhn import GAME
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.tables.observer import Eye, advance, look_back
from tischlein.tables.stored import StoredEvent


def test_whoever_watches_together_sees_what_each_would_see_alone() -> None:
    start = Position.start(GAME, 2)
    dealt = StoredEvent(1, Event(CHANCE, 2), 0)
    after = start.clone()
    after.apply(dealt.event)
    eyes = [Eye(start, seat) for seat in (0, 1, SPECTATOR)]
    advance(start, dealt, after, eyes)
    for eye in eyes:
        assert eye.entries == look_back(start, [dealt], eye.seat).entries
    own, *others = (eye.entries[0].phrases for eye in eyes)
    assert start.observed_event(dealt.event, 1).action == HIDDEN
    assert all(own != phrases for phrases in others)
