"""How the log's entries are written: the kind, two seats, and a card or a set of cards."""

from __future__ import annotations

from tischlein.games.ganz_nach_plan.state import Seen

PLAYED = int(Seen.PLAYED)
TAKEN = int(Seen.TAKEN)
SENT = int(Seen.SENT)
LANDED = int(Seen.LANDED)
HELD = int(Seen.HELD)
TRADED = int(Seen.TRADED)
PASSED = int(Seen.PASSED)

SOURCE_BITS, TARGET_BITS, CARD_BITS = 4, 8, 12
"""Where the parts of an entry begin; the kind is its lowest digit."""
KIND_MASK = PART_MASK = 15
