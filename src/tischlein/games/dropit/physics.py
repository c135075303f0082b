"""Rigid bodies in the shaft: how a piece falls, and where everything comes to rest.

Every drop builds its space anew from the saved poses, pieces in the order in which they were
dropped, so that the saved numbers are the whole state and equal positions give equal falls. A
warm-up fills the engine's memory of contact forces, without which a stack would creep at every
drop. Units are millimetres, grams and seconds; angles are radians here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, hypot, sqrt

import pymunk

from tischlein.games.dropit import shaft
from tischlein.games.dropit.shapes import CORES, RADII

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
"""Rate, in radians a second squared, at which a circle that rolls on straight edges is held up: on
ground that is level but for what the solver leaves alone it comes to lie, and stays."""
CALM_FROM, CALM_UNTIL = 1.5, 4.0
CALM_DAMPING = 0.008
CALM_SPIN_LOSS = 42.0
"""Between these seconds damping grows to these values, so that nothing rolls for ever."""
LONGEST = 6.0
"""Seconds after which whatever still moves is taken as it is."""

CHECK = 8
"""Steps between looks at the bodies; 60 a second."""
ROLL_CHECK = 4
"""Steps between those in which rolling is held up."""
REST_SPEED = 1.0
REST_SPIN = 0.05
REST_SECONDS = 0.25
"""Everything rests once all have been slower than this for so long."""

WARM_UP = 20
WARM_UP_ITERATIONS = 100
EASING = 240
"""Steps in which pieces that are wedged too deep into each other are pushed apart."""

WALL = 100.0
ABOVE = 400.0
"""How thick walls are, and how far they go on above the rim (DRO-25)."""

Pose = tuple[float, float, float]
"""x and y of the centroid, and the angle."""


@dataclass(frozen=True)
class Solid:
    """A piece for the engine: its shape and its pose."""

    shape: int
    pose: Pose


class Fall:
    """One drop: the pieces that lie in the shaft, and one that is let go above them."""

    def __init__(self, lying: Sequence[Solid], dropped: Solid) -> None:
        self.space = _space(ITERATIONS)
        _add_walls(self.space)
        self.bodies = [_body(self.space, solid) for solid in lying]
        self._warm_up()
        self.bodies.append(_body(self.space, dropped))
        pieces = zip(self.bodies, (*lying, dropped), strict=True)
        self._round = [body for body, solid in pieces if len(CORES[solid.shape]) == 1]
        self.seconds = 0.0

    @property
    def poses(self) -> list[Pose]:
        """Return where all pieces are now, the dropped one last."""
        return [(*body.position, body.angle) for body in self.bodies]

    def run(self, watch: Callable[[Fall], None] | None = None) -> list[Pose]:
        """Let everything come to rest and return the poses; ``watch`` is called every frame."""
        resting = 0.0
        while resting < REST_SECONDS and self.seconds < LONGEST:
            spin_loss = _calm(self.space, self.seconds)
            for _ in range(CHECK // ROLL_CHECK):
                for _ in range(ROLL_CHECK):
                    self.space.step(STEP)
                self._resist_rolling()
            self.seconds += CHECK * STEP
            keep = exp(-spin_loss * CHECK * STEP)
            still = True
            for body in self.bodies:
                spin = body.angular_velocity * keep
                body.angular_velocity = spin
                if still and (abs(spin) > REST_SPIN or hypot(*body.velocity) > REST_SPEED):
                    still = False
            resting = resting + CHECK * STEP if still else 0.0
            if watch is not None:
                watch(self)
        return self.poses

    def ease(self) -> list[Pose]:
        """Push pieces apart that are wedged into each other, and return the poses.

        Nothing falls meanwhile: gravity is off, and the solver only corrects positions.
        """
        self.space.gravity = 0.0, 0.0
        self.space.iterations = WARM_UP_ITERATIONS
        for _ in range(EASING):
            for body in self.bodies:
                body.velocity = 0.0, 0.0
                body.angular_velocity = 0.0
            self.space.step(STEP)
        return self.poses

    def _resist_rolling(self) -> None:
        for body in self._round:
            if _leans_on_circle(body):
                continue
            spin = body.angular_velocity
            body.angular_velocity = max(0.0, abs(spin) - ROLLING * ROLL_CHECK * STEP)
            if spin < 0:
                body.angular_velocity *= -1
            if not body.angular_velocity and hypot(*body.velocity) < REST_SPEED:
                body.velocity = 0.0, 0.0

    def _warm_up(self) -> None:
        """Find the forces between lying pieces without moving them."""
        poses = self.poses
        self.space.iterations = WARM_UP_ITERATIONS
        for _ in range(WARM_UP if poses else 0):
            self.space.step(STEP)
            for body, (x, y, angle) in zip(self.bodies, poses, strict=True):
                body.position = x, y
                body.angle = angle
                body.velocity = 0.0, 0.0
                body.angular_velocity = 0.0
        self.space.iterations = ITERATIONS


def _leans_on_circle(body: pymunk.Body) -> bool:
    """Whether a circle touches another, from which it may roll down."""
    found = False

    def look(arbiter: pymunk.Arbiter, _: object) -> None:
        nonlocal found
        found |= all(isinstance(shape, pymunk.Circle) for shape in arbiter.shapes)

    body.each_arbiter(look, None)
    return found


def _space(iterations: int) -> pymunk.Space:
    space = pymunk.Space()
    space.gravity = 0.0, -GRAVITY
    space.iterations = iterations
    space.collision_slop = SLOP
    space.damping = DAMPING
    return space


def _calm(space: pymunk.Space, seconds: float) -> float:
    """Set the damping after so many seconds, and return the rate at which turning dies out."""
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
        """Return where a piece comes to rest that begins in a pose, let go from a height."""
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
