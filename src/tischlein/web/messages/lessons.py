"""The messages on the socket of a first match."""

from __future__ import annotations

import msgspec

from tischlein.core.phrases import Phrase
from tischlein.web.messages.request import Request
from tischlein.web.messages.sockets import (
    Accepted,
    Act,
    Aids,
    Allowed,
    Attention,
    Changed,
    Hurry,
    Ping,
    Pong,
    Problem,
    Refused,
    Sync,
    View,
    Why,
)
from tischlein.web.messages.table import TableInfo


class Lesson(msgspec.Struct, frozen=True, tag="lesson"):
    """The state of a first match; sent with its position, and whenever either changes."""

    step: int
    """The step that is shown, from 1 on."""
    steps: int
    """How many there are."""
    sentence: Phrase
    """What is to be done; once the step is done, what has happened."""
    rules: tuple[str, ...]
    """The identifiers of the rules that the step is about."""
    targets: tuple[str, ...]
    """The targets to pick, in order; empty if nothing or anything may be picked."""
    done: bool
    """Whether nothing is left to do but to continue."""


class GoTo(Request, frozen=True, tag="go-to"):
    """Show this step of the first match from its beginning (1 is the first)."""

    step: int
    """Its number."""


ToLearner = TableInfo | View | Changed | Accepted | Refused | Allowed | Problem | Pong | Lesson


FromLearner = Act | Why | GoTo | Hurry | Sync | Aids | Attention | Ping
"""The requests in a first match: those of a table's messages that make sense for one learner."""
