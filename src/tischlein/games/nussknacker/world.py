"""One world: a possible distribution of the unseen cards, from the view of one seat, the observer.

A world is a hand for every other seat and the hidden value, packed into one integer: the hands of
the other seats clockwise from the observer, ``HAND_BITS`` each and without the last one, which
follows from the rest; above them the hidden value. Seats are identified by their *place*: how many
seats clockwise from the observer they sit. ``unseen`` means all cards that the observer does not
hold.
"""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.nussknacker.hands import HAND_BITS, one

HIDDEN_FROM = 2 * HAND_BITS
"""The bit at which the hidden value begins."""
_HAND = (1 << HAND_BITS) - 1


@kernel
def place_of(seat: int, observer: int, seats: int) -> int:
    """Return how many places clockwise from the observer a seat has its own."""
    return (seat - observer) % seats


@kernel
def pack_world(hidden: int, first: int, second: int) -> int:
    """Return the world of a hidden value and the hands at places 1 and 2.

    A hand that follows from the rest (the last one) or does not exist is NOTHING. So with two seats
    the hidden value is the whole world.
    """
    return hidden << HIDDEN_FROM | second << HAND_BITS | first


@kernel
def hidden_in(world: int) -> int:
    """Return the hidden value of a world."""
    return world >> HIDDEN_FROM


@kernel
def written_hand(world: int, place: int) -> int:
    """Return the hand at a place that is not the last."""
    return world >> HAND_BITS * (place - 1) & _HAND


@kernel
def hand_in(world: int, unseen: int, place: int, seats: int) -> int:
    """Return the hand at a place, from 1."""
    last = seats - 1
    if place < last:
        return written_hand(world, place)
    rest = unseen - one(hidden_in(world))
    for other in range(1, last):
        rest -= written_hand(world, other)
    return rest


@kernel
def with_gain(world: int, place: int, seats: int, gain: int) -> int:
    """Return the world in which the hand at a place has gained cards (negative: lost)."""
    if place < seats - 1:
        return world + (gain << HAND_BITS * (place - 1))
    return world
