"""Words before translation: a message key with values, translated only at the edge."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message of a game's or the product's ``texts.*.ftl``, with the values it needs.

    Values are numbers, strings that need no translation, other phrases, or lists of these, which
    are joined as the language joins lists ("Anna, Ben and Cleo"). The phrase with the key
    ``seat-name`` and a number ``seat`` stands for the name of the player on that seat.
    """

    key: str
    """The message's name in the texts."""
    values: dict[str, Value] = field(default_factory=dict)
    """The values that the message names."""


Item = int | str | Phrase
Value = int | str | Phrase | list[int | str | Phrase]

SEAT_NAME = "seat-name"
"""The key of the phrase that stands for a player's name."""
_SEAT_NAMES = tuple(Phrase(SEAT_NAME, {"seat": seat}) for seat in range(8))


def seat_name(seat: int) -> Phrase:
    """Return the phrase that stands for the name of the player on a seat (0 to 7)."""
    return _SEAT_NAMES[seat]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not possible: the rule it breaks and the values for the message.

    ``rule`` is an identifier of the game's catalogue (``BAU-12``). The message is ``phrase``, by
    default the message named like the rule. ``culprits`` are targets of the scene that are
    highlighted to explain the refusal (the equal neighbour, the locked plot).
    """

    rule: str
    values: dict[str, Value] = field(default_factory=dict)
    message: str = ""
    culprits: tuple[str, ...] = ()

    @property
    def phrase(self) -> Phrase:
        """Return the message to show."""
        return Phrase(self.message or self.rule, self.values)
