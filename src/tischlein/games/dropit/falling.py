"""The course of a drop: the release, the fall, what is recorded and filmed."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, radians

from tischlein.core.measurements import Film, Measurement, Track
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import layout
from tischlein.games.dropit.actions import REST
from tischlein.games.dropit.judging import lying_pieces
from tischlein.games.dropit.physics import Fall, Pose, Solid
from tischlein.games.dropit.release import NEAR_THE_RIM, release_height
from tischlein.games.dropit.resting_poses import RecordedPose, why_not
from tischlein.games.dropit.state import SCALE, SHAPES, DropItState
from tischlein.games.dropit.tremor import release_pose

KEPT = 0.05
"""Pieces that moved less than this, in millimetres and degrees, keep their pose (DRO-22)."""
FRAMES = 60
"""Of a film, a second; the physics is looked at as often."""
SEEN_MM = 0.1
SEEN_DEGREES = 0.2
"""What moves less than this between two rows of a film is not seen to move."""

_WHOLE_TURN = 360 * SCALE


def measure_fall(state: DropItState) -> Measurement:
    """Return where everything comes to rest after the drop, and its film."""
    lying = solids_of(state)
    fall = Fall(lying, released_piece(state))
    camera = _Camera([solid.pose for solid in (*lying, held_piece(state))])
    rested = recorded_poses(state, fall.run(lambda now: camera.look(now.poses)))
    if why_not(state, CHANCE, REST, outcome_of(state, rested)) is not None:
        rested = recorded_poses(state, fall.ease())
    return Measurement(outcome_of(state, rested), camera.film(rested))


def recorded_poses(state: DropItState, poses: Sequence[Pose]) -> list[RecordedPose]:
    """Return poses as they are recorded; pieces that hardly moved keep their poses."""
    before = poses_of(state)
    rested = [_rounded(pose) for pose in poses]
    for piece, kept in enumerate(before):
        if _is_kept(kept, rested[piece]):
            rested[piece] = kept
    return rested


def outcome_of(state: DropItState, rested: Sequence[RecordedPose]) -> tuple[int, ...]:
    """Return the outcome that records these poses: of the dropped piece, and of what moved."""
    before = poses_of(state)
    moved = [
        (piece, pose)
        for piece, pose in enumerate(rested)
        if piece == len(before) or pose != before[piece]
    ]
    return tuple(word for piece, pose in moved for word in (piece + 1, *pose))


def poses_of(state: DropItState) -> list[RecordedPose]:
    """Return the poses in the shaft as they are recorded."""
    count = state.count
    return list(zip(state.x[:count], state.y[:count], state.angle[:count], strict=True))


def solids_of(state: DropItState) -> list[Solid]:
    """Return the pieces in the shaft for the engine."""
    kinds = state.kinds[: state.count]
    return [
        Solid(kind % SHAPES, (x / SCALE, y / SCALE, radians(angle / SCALE)))
        for kind, (x, y, angle) in zip(kinds, poses_of(state), strict=True)
    ]


def held_piece(state: DropItState) -> Solid:
    """Return the falling piece where it is held, as it was aimed (DRO-20)."""
    return _at_height(state, state.falling_x / SCALE, state.falling_angle / SCALE)


def released_piece(state: DropItState) -> Solid:
    """Return the falling piece as it really begins to fall (DRO-21)."""
    return _at_height(state, *release_pose(state))


def _at_height(state: DropItState, x: float, angle: float) -> Solid:
    shape = state.falling % SHAPES
    height = release_height(lying_pieces(state, NEAR_THE_RIM), shape, x, angle)
    return Solid(shape, (x, height, radians(angle)))


def _rounded(pose: Pose) -> RecordedPose:
    """Return a pose as it is recorded: ten-thousandths, angles in (-180, 180]."""
    x, y, angle = pose
    turn = round(degrees(angle) * SCALE) % _WHOLE_TURN
    if turn > _WHOLE_TURN // 2:
        turn -= _WHOLE_TURN
    return round(x * SCALE), round(y * SCALE), turn


def _is_kept(before: RecordedPose, now: RecordedPose) -> bool:
    across, up, turn = (abs(a - b) for a, b in zip(before, now, strict=True))
    turn = min(turn, _WHOLE_TURN - turn)
    least = KEPT * SCALE
    return turn < least and across * across + up * up < least * least


class _Camera:
    """Notes, frame by frame, the way of every piece that is seen to move."""

    def __init__(self, poses: list[Pose]) -> None:
        self._frame = 0
        self._rows = [[(0, *pose)] for pose in poses]
        self._last = poses

    def look(self, poses: list[Pose]) -> None:
        """Take one picture."""
        self._frame += 1
        for rows, pose, last in zip(self._rows, poses, self._last, strict=True):
            frame, x, y, angle = rows[-1]
            near = abs(pose[0] - x) < SEEN_MM and abs(pose[1] - y) < SEEN_MM
            if near and abs(degrees(pose[2] - angle)) < SEEN_DEGREES:
                continue
            if frame < self._frame - 1:
                rows.append((self._frame - 1, *last))
            rows.append((self._frame, *pose))
        self._last = poses

    def film(self, rested: Sequence[RecordedPose]) -> Film:
        """Return the film, which ends on the recorded poses."""
        ends = [rows[-1][0] for rows in self._rows]
        frames = max(ends) + 1
        tracks = []
        for piece, (rows, (x, y, angle)) in enumerate(zip(self._rows, rested, strict=True)):
            if len(rows) == 1:
                continue
            # Angles of the film do not jump from 180 to -180, and end on the recorded one.
            turned = round((degrees(self._last[piece][2]) - angle / SCALE) / 360) * 360
            way = [(frame, x_, y_, degrees(a) - turned) for frame, x_, y_, a in rows]
            way.append((frames, x / SCALE, y / SCALE, angle / SCALE))
            tracks.append(Track(layout.piece_id(piece), [_in_scene(row) for row in way]))
        return Film(FRAMES, frames, tracks)


def _in_scene(row: tuple[int, float, float, float]) -> tuple[int, float, float, float]:
    frame, x, y, angle = row
    across, down = layout.at(x, y)
    return frame, round(across, 2), round(down, 2), round(-angle, 1)
