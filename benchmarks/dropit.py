"""Drop It: a hundred random matches with real falls, and what a drop costs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from benchmarks import Figure
from tischlein.core.driver import play_at_random
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import GAME, falling, geometry
from tischlein.games.dropit.judging import lying_pieces
from tischlein.games.dropit.physics import LONGEST, Fall
from tischlein.games.dropit.state import PIECES

MATCHES = 100


class _Tally:
    """What happened in all drops so far."""

    def __init__(self) -> None:
        self.drops = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.stuck = 0
        self.lost = 0
        self.overlap = 0.0

    def drop(self, position: Position, action: int) -> tuple[int, ...]:
        """Let what is in the hand fall, and return where everything comes to rest."""
        del action
        state = position.state
        begin = time.process_time()
        fall = Fall(falling.solids_of(state), falling.released_piece(state))
        rested = falling.recorded_poses(state, fall.run())
        spent = time.process_time() - begin
        self.drops += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        self.stuck += fall.seconds >= LONGEST
        return falling.outcome_of(state, rested)

    def look(self, position: Position) -> None:
        """Measure how everything lies."""
        pieces = lying_pieces(position.state)
        for number, piece in enumerate(pieces):
            outside = geometry.beyond(piece.core, piece.radius)
            self.lost += outside > piece.radius
            deepest = min((piece.gap(other, 1.0) for other in pieces[:number]), default=1.0)
            self.overlap = max(self.overlap, outside, -deepest)


def measure() -> Iterator[Figure]:
    """Yield what random matches of four found: lost pieces, stuck drops, overlaps, costs."""
    rng = random.Random(1)
    tally = _Tally()
    complete = 0
    for _ in range(MATCHES):
        driver = play_at_random(GAME.start(4, {"first": "A"}), rng, tally.drop)
        for event in driver.play():
            if event.seat == CHANCE:
                tally.look(driver.position)
        complete += driver.position.state.count == PIECES
    yield Figure("Drop It complete matches", complete, "", least=MATCHES)
    yield Figure("Drop It pieces lost", tally.lost, "", most=0)
    yield Figure("Drop It drops stuck", tally.stuck, "", most=0)
    yield Figure("Drop It greatest overlap at rest", tally.overlap, "mm", most=1.0)
    yield Figure("Drop It drop", 1000 * tally.seconds / tally.drops, "ms", most=50)
    yield Figure("Drop It slowest drop", 1000 * tally.slowest, "ms", most=500)
