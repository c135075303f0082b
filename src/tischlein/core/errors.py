"""The errors of Tischlein that a caller can catch; each says what would have been right.

::

    TischleinError
    ├── GameError            a game is unknown or its declaration is incomplete
    ├── OptionError          an option or seat count that the game does not have
    ├── NotationError        a text that is no action of the game
    ├── RefusedError         an action that is not possible now; carries the Refusal
    └── RecordError          a record that cannot be read or whose expectation fails
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tischlein.core.phrases import Phrase, Refusal


class TischleinError(Exception):
    """Base of all errors that Tischlein raises on purpose."""


class GameError(TischleinError):
    """A game is unknown, or its declaration is incomplete or contradicts itself."""


class OptionError(TischleinError):
    """An option, an option's value, or a seat count that the game does not have.

    ``reason`` is what an interface shows: the phrase if there is one, else the message.
    """

    def __init__(self, message: str, rule: str = "", phrase: Phrase | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule
        self.reason: Phrase | str = phrase or str(self)


class NotationError(TischleinError):
    """A text that is no action of the game in any position."""


class RefusedError(TischleinError):
    """An action that is well-formed but not possible now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"refused by {refusal.rule}")
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[RefusedError], tuple[Refusal]]:
        """Support pickling, since matches are played in other processes too."""
        return type(self), (self.refusal,)


class RecordError(TischleinError):
    """A record that cannot be read, or an expectation in it that fails.

    ``phrase`` says what is wrong with the line in any language. If one of its events is not
    possible, ``refused`` says why, and ``game`` is the game's key, whose texts both may need.
    """

    def __init__(
        self,
        line: int,
        message: str,
        refused: Refusal | None = None,
        game: str = "",
        *,
        phrase: Phrase | None = None,
    ) -> None:
        self.reason = message if refused is None else f"{message} ({refused.rule})"
        super().__init__(f"line {line}: {self.reason}")
        self.line = line
        self.problem = message
        self.phrase = phrase or Phrase("record-unreadable", {"problem": message})
        self.refused = refused
        self.game = game

    def __reduce__(self) -> tuple[Callable[..., RecordError], tuple[Any, ...]]:
        """Support pickling, since a record may be read in another process."""
        made = partial(type(self), phrase=self.phrase)
        return made, (self.line, self.problem, self.refused, self.game)
