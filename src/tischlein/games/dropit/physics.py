"""Rigid bodies in the shaft: how a piece falls, and where everything comes to rest.

Every drop rebuilds its space from the saved poses, pieces in the order in which they were dropped.
So the saved numbers are the whole state, and equal positions give equal falls. A warm-up fills the
engine's memory of contact forces, without which a stack would creep at every drop. Units are
millimetres, grams and seconds; angles are radians here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, hypot, sqrt
from threading import local

import pymunk
from pymunk.batch import BodyFields, Buffer, get_space_bodies, set_space_bodies

from tischlein.games.dropit import shaft
from tischlein.games.dropit.shapes import CIRCLE, CORES, RADII

GRAVITY = 9810.0
STEP = 1 / 480
ITERATIONS = 30
SLOP = 0.05
"""Overlap that the solver leaves alone, so that contacts last."""
PIECE_FRICTION = 0.40
WALL_FRICTION = 0.30
RESTITUTION = 0.25
"""Of a pair that touches; the engine multiplies the values of both."""
DENSITY = 0.01
"""Grams a square millimetre of front: wood of 15 mm."""

DAMPING = 0.8
"""Share of the speed that is left after a second of rubbing at the panes."""
SPIN_LOSS = 2.0
"""Rate at which turning dies out, per second."""
ROLLING = 2.2
"""Rate, in radians a second squared, at which a circle rolling on straight edges is slowed down: on
ground that is level, up to what the solver ignores, it comes to rest.
"""
CALM_FROM, CALM_UNTIL = 1.5, 4.0
CALM_DAMPING = 0.008
CALM_SPIN_LOSS = 42.0
"""Between these seconds damping grows to these values, so that nothing rolls for ever."""
LONGEST = 6.0
"""Seconds after which whatever still moves is taken as it is."""

CHECK = 8
"""Steps between looks at the bodies, 60 a second; halfway between, rolling is held up as well."""
REST_SPEED = 1.0
REST_SPIN = 0.05
REST_SECONDS = 0.25
"""Everything rests once all have been slower than this for so long."""

WARM_UP = 20
WARM_UP_ITERATIONS = 100
EASING = 240
"""Steps in which pieces that overlap too deeply are pushed apart."""

WALL = 100.0
ABOVE = 400.0
"""The thickness of the walls, and how far they extend above the rim (DRO-25)."""

Pose = tuple[float, float, float]
"""x and y of the centroid, and the angle."""


@dataclass(frozen=True)
class Solid:
    """A piece for the engine: its shape and its pose."""

    shape: int
    pose: Pose


class Fall:
    """One drop: the pieces in the shaft, and one that is dropped above them."""

    def __init__(self, lying: Sequence[Solid], dropped: Solid) -> None:
        self.space = _space(ITERATIONS)
        _add_walls(self.space)
        self.bodies = [_body(self.space, solid) for solid in lying]
        self._warm_up()
        self.bodies.append(_body(self.space, dropped))
        pieces = enumerate((*lying, dropped))
        self._round = [number for number, solid in pieces if solid.shape == CIRCLE]
        self.seconds = 0.0

    @property
    def poses(self) -> list[Pose]:
        """Return where all pieces are now, the dropped one last."""
        numbers = iter(_poses.read(self.space)[: 3 * len(self.bodies)])
        return list(zip(numbers, numbers, numbers, strict=True))

    def run(self, watch: Callable[[Fall], None] | None = None) -> list[Pose]:
        """Let everything come to rest and return the poses; ``watch`` is called every frame."""
        resting = 0.0
        while resting < REST_SECONDS and self.seconds < LONGEST:
            spin_loss = _calm(self.space, self.seconds)
            for keep in (1.0, exp(-spin_loss * CHECK * STEP)):
                for _ in range(CHECK // 2):
                    self.space.step(STEP)
                still = self._lose_spin(keep)
            self.seconds += CHECK * STEP
            resting = resting + CHECK * STEP if still else 0.0
            if watch is not None:
                watch(self)
        return self.poses

    def ease(self) -> list[Pose]:
        """Push apart pieces that overlap, and return the poses.

        Nothing falls during this: gravity is off, and the solver only corrects positions.
        """
        self.space.gravity = 0.0, 0.0
        self.space.iterations = WARM_UP_ITERATIONS
        for _ in range(EASING):
            self._stop()
            self.space.step(STEP)
        return self.poses

    def _lose_spin(self, keep: float) -> bool:
        """Hold up circles that roll, and leave this share of all turning.

        Returns whether everything is slow enough to rest.
        """
        speeds = _speeds.read(self.space)
        for number in self._rolling():
            across, up, spin = speeds[3 * number : 3 * number + 3]
            left = max(0.0, abs(spin) - ROLLING * CHECK / 2 * STEP)
            if not left and hypot(across, up) < REST_SPEED:
                speeds[3 * number] = speeds[3 * number + 1] = 0.0
            speeds[3 * number + 2] = -left if spin < 0 else left
        speeds[2::3] = spins = [spin * keep for spin in speeds[2::3]]
        _speeds.write(self.space, speeds)
        return max(map(abs, spins)) <= REST_SPIN and all(
            hypot(across, up) <= REST_SPEED
            for across, up in zip(speeds[::3], speeds[1::3], strict=True)
        )

    def _rolling(self) -> Iterator[int]:
        """Yield the circles that touch no other: from another they may roll down."""
        numbers = _poses.read(self.space)
        centres = [(numbers[3 * circle], numbers[3 * circle + 1]) for circle in self._round]
        touching = (2 * RADII[CIRCLE]) ** 2
        for circle, (x, y) in zip(self._round, centres, strict=True):
            near = [1 for x2, y2 in centres if (x2 - x) * (x2 - x) + (y2 - y) * (y2 - y) < touching]
            if len(near) == 1:  # itself
                yield circle

    def _stop(self) -> None:
        _speeds.write(self.space, [0.0] * len(_speeds.read(self.space)))

    def _warm_up(self) -> None:
        """Find the forces between lying pieces without moving them."""
        poses = _poses.read(self.space)
        self.space.iterations = WARM_UP_ITERATIONS
        for _ in range(WARM_UP if self.bodies else 0):
            self.space.step(STEP)
            _poses.write(self.space, poses)
            self._stop()
        self.space.iterations = ITERATIONS


class _Bodies(local):
    """Three numbers of every body of a space, read and written all at once.

    One by one takes ten times as long. The pieces come in the order in which they were added, the
    walls' body last. Each thread has its own buffer, since the engine gives none of them back.
    """

    def __init__(self, fields: BodyFields) -> None:
        self._fields = fields
        self._buffer = Buffer()

    def read(self, space: pymunk.Space) -> list[float]:
        """Return the numbers, three for each body."""
        self._buffer.clear()
        get_space_bodies(space, self._fields, self._buffer)
        return [*self._memory()]

    def write(self, space: pymunk.Space, numbers: Sequence[float]) -> None:
        """Give all bodies other numbers than have just been read."""
        self._memory()[:] = array("d", numbers)
        set_space_bodies(space, self._fields, self._buffer)

    def _memory(self) -> memoryview[float]:
        return memoryview(self._buffer.float_buf()).cast("d")


_poses = _Bodies(BodyFields.POSITION | BodyFields.ANGLE)
_speeds = _Bodies(BodyFields.VELOCITY | BodyFields.ANGULAR_VELOCITY)


def _space(iterations: int) -> pymunk.Space:
    space = pymunk.Space()
    space.gravity = 0.0, -GRAVITY
    space.iterations = iterations
    space.collision_slop = SLOP
    space.damping = DAMPING
    return space


def _calm(space: pymunk.Space, seconds: float) -> float:
    """Set the damping for a time in seconds, and return the rate at which turning dies out."""
    share = min(1.0, max(0.0, (seconds - CALM_FROM) / (CALM_UNTIL - CALM_FROM)))
    space.damping = DAMPING + share * (CALM_DAMPING - DAMPING)
    return SPIN_LOSS + share * (CALM_SPIN_LOSS - SPIN_LOSS)


def _add_walls(space: pymunk.Space) -> None:
    """Add floor, left and right wall, in this order."""
    width, top = shaft.WIDTH, shaft.HEIGHT + ABOVE
    for left, low, right, high in (
        (-WALL, -WALL, width + WALL, 0.0),
        (-WALL, -WALL, 0.0, top),
        (width, -WALL, width + WALL, top),
    ):
        corners = [(left, low), (right, low), (right, high), (left, high)]
        _rub(pymunk.Poly(space.static_body, corners), space, WALL_FRICTION / sqrt(PIECE_FRICTION))


def _rub(shape: pymunk.Shape, space: pymunk.Space, friction: float) -> None:
    shape.friction = friction
    shape.elasticity = sqrt(RESTITUTION)
    space.add(shape)


def _body(space: pymunk.Space, solid: Solid) -> pymunk.Body:
    """Add a piece and return its body."""
    body = pymunk.Body()
    shape = _outline(body, solid.shape)
    shape.density = DENSITY
    space.add(body)
    _rub(shape, space, sqrt(PIECE_FRICTION))
    x, y, angle = solid.pose
    body.position = x, y
    body.angle = angle
    return body


def _outline(body: pymunk.Body, shape: int) -> pymunk.Shape:
    core, radius = CORES[shape], RADII[shape]
    if len(core) == 1:
        return pymunk.Circle(body, radius)
    return pymunk.Poly(body, core, radius=radius)


# --- a quick look: everything but the dropped piece is fixed ---

QUICK_STEP = 1 / 240
QUICK_ITERATIONS = 10
QUICK_CHECK = 4
QUICK_LONGEST = 1.5


class Trials:
    """Falls into a shaft whose pieces are fixed: much quicker than ``Fall``, and only nearly right.

    One space serves all trials, and each begins just above the pieces at the speed of its fall.
    """

    def __init__(self, lying: Iterable[Solid]) -> None:
        self.space = _space(QUICK_ITERATIONS)
        _add_walls(self.space)
        for solid in lying:
            self._fix(solid)
        self._falling = {}
        for shape in range(len(CORES)):
            body = pymunk.Body()
            outline = _outline(body, shape)
            outline.density = DENSITY
            outline.friction = sqrt(PIECE_FRICTION)
            outline.elasticity = sqrt(RESTITUTION)
            self._falling[shape] = body, outline

    def _fix(self, solid: Solid) -> None:
        """Add a piece as part of the walls."""
        body = pymunk.Body(body_type=pymunk.Body.STATIC)
        x, y, angle = solid.pose
        body.position = x, y
        body.angle = angle
        self.space.add(body)
        _rub(_outline(body, solid.shape), self.space, sqrt(PIECE_FRICTION))

    def rest(self, dropped: Solid, release: float) -> Pose:
        """Return where a piece comes to rest that is dropped in a pose, from a height."""
        body, outline = self._falling[dropped.shape]
        x, y, angle = dropped.pose
        body.position = x, y
        body.angle = angle
        body.velocity = 0.0, -sqrt(2 * GRAVITY * max(0.0, release - y))
        body.angular_velocity = 0.0
        self.space.add(body, outline)
        slow, seconds = 0, 0.0
        keep = exp(-SPIN_LOSS * QUICK_CHECK * QUICK_STEP)
        while slow < 3 and seconds < QUICK_LONGEST:
            for _ in range(QUICK_CHECK):
                self.space.step(QUICK_STEP)
            seconds += QUICK_CHECK * QUICK_STEP
            body.angular_velocity *= keep
            fast = hypot(*body.velocity) > 4.0 or abs(body.angular_velocity) > 0.2
            slow = 0 if fast else slow + 1
        pose = (*body.position, body.angle)
        self.space.remove(body, outline)
        return pose
