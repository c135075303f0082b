"""Actions and outcomes as numbers: the one place that packs and unpacks them."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.misd.cards import CARDS, FACES, KINDS
from tischlein.games.misd.state import SEATS

# Actions: the claims of variant A (symbols), those of variant B, and two that are no claims.
CLAIM_CARD = KINDS * KINDS
"""First of the claims of variant B that point to a card."""
CLAIM_MISSING = CLAIM_CARD + CARDS
PASS = CLAIM_MISSING + 1
TURN = PASS + 1
ACTIONS = TURN + 1

# Outcomes of chance: the seat that begins, then faces that are laid or turned, and definitions.
LAY = SEATS
CARD = LAY + FACES
SHAPE = CARD + FACES
COLOUR = SHAPE + KINDS
OUTCOMES = COLOUR + KINDS


@kernel
def claiming(colour: int, shape: int) -> int:
    """Return the claim of variant A that names a symbol."""
    return KINDS * colour + shape


@kernel
def claimed_symbol(claim: int) -> tuple[int, int]:
    """Return colour and shape that a claim of variant A names."""
    return claim // KINDS, claim % KINDS


@kernel
def claiming_card(card: int) -> int:
    """Return the claim of variant B that points to a card."""
    return CLAIM_CARD + card


@kernel
def claimed_card(claim: int) -> int:
    """Return the card that a claim of variant B points to."""
    return claim - CLAIM_CARD


@kernel
def names_symbol(action: int) -> bool:
    """Whether an action is a claim of variant A."""
    return action < CLAIM_CARD


@kernel
def laid_face(outcome: int) -> int:
    """Return the face that an outcome lays out."""
    return outcome - LAY


@kernel
def turned_face(outcome: int) -> int:
    """Return the face that an outcome turns."""
    return outcome - CARD


@kernel
def turned_shape(outcome: int) -> int:
    """Return the shape that an outcome turns."""
    return outcome - SHAPE


@kernel
def turned_colour(outcome: int) -> int:
    """Return the colour that an outcome turns."""
    return outcome - COLOUR
