"""What a seat sees and may do, in words: for guests in this process and at hosted tables.

Everything is derived from an observation, so no secret can get out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tischlein import presentation
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.position import Observation
from tischlein.interop.rendering import characters
from tischlein.presentation import rulebook
from tischlein.presentation.texts import Names, translate

WAIT = "wait"
"""What a seat writes that may act and does not want to."""
SHOWN = 60
"""Maximal number of legal actions listed."""


class Wording:
    """The words of a game in a language.

    Parameters
    ----------
    names
        Of the players, in seat order; if empty, seats have letters.
    """

    def __init__(self, game: Game, language: str, names: Names = ()) -> None:
        self.game = game
        self.language = language
        self._names = names

    def words(self, phrases: Iterable[Phrase]) -> list[str]:
        """Return phrases as lines of text."""
        return [translate(self.language, phrase, self.game, self._names) for phrase in phrases]

    def describe(self, event: Event, before: Observation, after: Observation) -> list[str]:
        """Return an event in words, as the observer has seen it happen."""
        return self.words(presentation.of(self.game).say(event, before, after))

    def look(
        self,
        seen: Observation,
        happened: Sequence[str],
        actions: Sequence[str],
        closed: Phrase | None = None,
    ) -> str:
        """Return what has happened, the board, what is asked, and what the seat can do.

        Parameters
        ----------
        closed
            How the match was ended early, or that it is paused; then nothing is asked.
        """
        asked = presentation.of(self.game).scene(seen).prompt if closed is None else closed
        parts = ["\n".join(happened), characters(seen, self.language), *self.words([asked])]
        parts.append("\n".join(self._result(seen) if seen.over else self._possible(actions)))
        return "\n\n".join(part for part in parts if part)

    def parse(self, seen: Observation, text: str, example: str) -> tuple[int | None, str]:
        """Return the legal action that a text means, or None and why there is none.

        ``example`` is a legal one, or empty: a seat out of turn is told that it is not its turn.
        """
        try:
            action = seen.read(seen.seat, text)
        except NotationError:
            # Out of turn nothing is possible, whatever it is: any action is refused with why.
            early = None if example else seen.why_not(seen.seat, 0)
            if early is not None:
                return None, self.reason(early)
            (reason,) = self.words([Phrase("terminal-not-understood", {"example": example})])
            return None, reason
        except RefusedError as refused:
            return None, self.reason(refused.refusal)
        refusal = seen.why_not(seen.seat, action)
        return (action, "") if refusal is None else (None, self.reason(refusal))

    def reason(self, refusal: Refusal) -> str:
        """Return a refusal in words, with the rule's identifier and its text."""
        rule = rulebook.rules(self.game, self.language).get(refusal.rule, "")
        (phrase,) = self.words([refusal.phrase])
        return f"{phrase} [{refusal.rule}] {rule}".strip()

    def _possible(self, actions: Sequence[str]) -> list[str]:
        if not actions:
            return []
        left = len(actions) - SHOWN
        more = [Phrase("guest-more", {"count": left})] if left > 0 else []
        return [*self.words([Phrase("guest-actions")]), *actions[:SHOWN], *self.words(more)]

    def _result(self, seen: Observation) -> list[str]:
        ranks, scores = seen.ranks(), seen.scores()
        return self.words(
            Phrase(
                "terminal-place",
                {"place": ranks[seat] + 1, "seat": seat_name(seat), "score": scores[seat]},
            )
            for seat in sorted(range(seen.seats), key=lambda seat: ranks[seat])
        )
