"""Following a table by its messages: whole views, and the changes that come after them."""

from __future__ import annotations

from typing import Any

import msgspec

from tischlein.presentation.changes import applied
from tischlein.presentation.scenes import Scene

Json = dict[str, Any]


class Follower:
    """What a connection has been shown, as a client keeps it."""

    def __init__(self) -> None:
        self.number = -1
        self._scene: Scene | None = None

    def take(self, message: Json) -> Json:
        """Return a message from the server with its whole scene, as a view, if it has changes."""
        match message["type"]:
            case "view":
                self.number = message["number"]
                self._scene = msgspec.convert(message["scene"], Scene)
            case "changed":
                assert message["base"] == self.number, "the changes are of another scene"
                self.number = message["number"]
                self._scene = self._after(message["changes"])
                return message | {"type": "view", "fresh": False, "scene": plain(self._scene)}
            case "drafted" if message["number"] == self.number:
                return message | {"scene": plain(self._after(message["changes"]))}
            case "drafted":  # void: something has happened meanwhile
                return message | {"scene": plain(self._after({}))}
        return message

    def _after(self, changes: Json) -> Scene:
        assert self._scene is not None, "changes come after a view"
        return applied(self._scene, changes)


def plain(scene: Scene) -> Json:
    """Return a scene as it is sent."""
    sent: Json = msgspec.json.decode(msgspec.json.encode(scene))
    return sent


def replayed(replay: Json) -> list[Json]:
    """Return all scenes of a replay."""
    scenes = [msgspec.convert(replay["scene"], Scene)]
    for changes in replay["changes"]:
        scenes.append(applied(scenes[-1], changes))
    return [plain(scene) for scene in scenes]
