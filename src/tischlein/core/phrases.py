"""Words before translation: a message key with values, turned into a language only at the edge."""

from __future__ import annotations

import msgspec


class SeatName(msgspec.Struct, frozen=True, tag="seat"):
    """Stands for the name of the player on a seat (0 to 7)."""

    seat: int


class Phrase(msgspec.Struct, frozen=True, tag="phrase", omit_defaults=True):
    """A message of a game's or the product's ``texts.*.ftl``, with the values it needs.

    Values are numbers, strings that need no translation, seat names, other phrases, or lists of
    these, which are joined as the language joins lists ("Anna, Ben and Cleo").
    """

    key: str
    values: dict[str, Value] = {}


Value = int | str | SeatName | Phrase | list[int | str | SeatName | Phrase]


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an action is not possible: the rule it breaks and the values for the message.

    ``rule`` is an identifier of the game's catalogue (``BAU-12``). The message is ``phrase``, by
    default the message named like the rule. ``culprits`` are targets of the scene that explain
    the refusal by being lit up (the equal neighbour, the locked plot).
    """

    rule: str
    values: dict[str, Value] = {}
    message: str = ""
    culprits: tuple[str, ...] = ()

    @property
    def phrase(self) -> Phrase:
        """Return the message to show."""
        return Phrase(self.message or self.rule, self.values)
