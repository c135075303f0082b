"""Where everything lies on the board of Nussknacker, and what stays there all match long."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core import seats
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.scenes import Lettering, Line, Picture, Place

WIDTH, HEIGHT = 111.0, 133.0
TREE = (55.5, 59.0)
"""Centre of the tree."""
SPOT_W, SPOT_H = 30.0, 27.0
KEY_W, KEY_H = 26.3, 17.5
"""Of a key: on a phone as high as a finger needs."""
PAD_Y = 96.0
SIGN = 5.2
"""Of the sign of a seat: as large as the room below its cards."""

_AROUND = {2: {1: "top"}, 3: {1: "left", 2: "right"}, 4: {1: "left", 2: "top", 3: "right"}}
"""Where the others sit, by number of seats and places clockwise from the viewer."""
_SPOTS = {"left": (16.0, 54.5), "top": (55.5, 23.0), "right": (95.0, 54.5), "own": (55.5, 93.0)}
_LANDINGS = {"left": (18.0, 74.0), "top": (86.0, 42.0), "right": (86.0, 74.0), "own": (84.0, 87.0)}
"""Where cards lie that have been slid to an asker: beside its place, clear of the tree and of the
last deal's card."""


def viewer_of(observation: Observation) -> int:
    """Return the seat at the lower edge; spectators look from behind seat A."""
    return viewer_from(observation.seat)


def viewer_from(observer: int) -> int:
    """Return the same for a seat, or ``SPECTATOR``."""
    return 0 if observer == SPECTATOR else observer


def spot_of(seats: int, viewer: int, seat: int) -> tuple[float, float]:
    """Return the centre of the place where a seat sits, seen from behind the viewer's."""
    return _SPOTS[_side(seats, viewer, seat)]


def landing_of(seats: int, viewer: int, seat: int) -> tuple[float, float]:
    """Return where the cards lie that are slid to a seat."""
    return _LANDINGS[_side(seats, viewer, seat)]


def _side(seats: int, viewer: int, seat: int) -> str:
    """Return where a seat sits round the tree."""
    return _AROUND[seats].get((seat - viewer) % seats, "own")


class Scenery:
    """The scenery and the places of a viewer: spots, number pad and tree."""

    def __init__(self, count: int, top: int, viewer: int) -> None:
        x, y = TREE
        self.pictures = [Picture("tree", x - 25, y - 28, 50.0, 64.0)]
        self.places: list[Place] = []
        self.letterings: list[Lettering] = []
        self.lines = [Line(f"M1.5 7.8H{WIDTH - 1.5}", "line")]
        for place, side in _AROUND[count].items():
            self._spot((viewer + place) % count, *_SPOTS[side])
        self._sign(viewer, 1.5, 75.4)
        self._name(viewer, 1.5, 87.0, room=SPOT_W + 1.5)
        self.keys = {value: self._key(value, top) for value in range(1, top + 1)}
        """The keys of the number pad, by value."""
        self.letterings.append(Lettering(Phrase("strip"), WIDTH / 2, 4.0, 5.0, room=WIDTH - 3))

    def _spot(self, seat: int, x: float, y: float) -> None:
        """Lay out the place of another seat, centred on (x, y): its name has the whole width."""
        left, upper = x - SPOT_W / 2, y - SPOT_H / 2
        label = Phrase("spot", {"seat": seat_name(seat)})
        self.places.append(Place(f"seat:{seat}", left, upper, SPOT_W, SPOT_H, label, "spot"))
        self._sign(seat, left + SPOT_W - SIGN - 1.4, upper + SPOT_H - SIGN - 1.0)
        self._name(seat, left + 1.6, upper + 5.7, room=SPOT_W - 3.0)

    def _sign(self, seat: int, x: float, y: float) -> None:
        letter = seats.letter(seat)
        self.pictures.append(Picture(f"sign-{letter.lower()}", x, y, SIGN, SIGN, seat=seat))

    def _name(self, seat: int, x: float, y: float, room: float) -> None:
        """Write a seat's name from x on, no wider than there is room: a long one in two lines."""
        name = Phrase("spot", {"seat": seat_name(seat)})
        lettering = Lettering(name, x, y, 5.0, "ink", room=room, begins=True, wraps=True)
        self.letterings.append(lettering)

    def _key(self, value: int, top: int) -> Place:
        """Lay out a key of the number pad: the digit and as many nuts."""
        across = top // 2
        width = KEY_W if across == 4 else KEY_W * 4 / 3
        x = 1.5 + (value - 1) % across * (width + 0.9)
        y = PAD_Y + (value - 1) // across * (KEY_H + 0.9)
        label = Phrase("key", {"value": value})
        key = Place(f"value:{value}", x, y, width, KEY_H, label, "key", key=True)
        self.places.append(key)
        self.letterings.append(Lettering(str(value), x + 6, y + KEY_H / 2, 9.5, "ink"))
        rows = -(-value // 4)
        for nut in range(value):
            nut_x = x + 9.8 + nut % 4 * 3.7
            nut_y = y + (KEY_H + 0.4 - 5 * rows) / 2 + nut // 4 * 5
            self.pictures.append(Picture("nut", nut_x, nut_y, 3.7, 4.6))
        return key


@lru_cache(maxsize=32)
def scenery_of(count: int, top: int, viewer: int) -> Scenery:
    """Return the scenery for a number of seats and a highest value; it is never changed."""
    return Scenery(count, top, viewer)
