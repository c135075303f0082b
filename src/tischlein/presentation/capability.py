"""The presentation of a game: what its seats see, in scenes, words and characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.hooks import Capability, hook
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.presentation import derived
from tischlein.presentation.scenes import ResultRow, Scene
from tischlein.presentation.sources import Folder, Source


@dataclass(frozen=True, kw_only=True)
class Presentation(Capability):
    """What people see and read of a game. All of it is computed from observations."""

    group: ClassVar[str] = "presentation"

    scene: Callable[[Observation], Scene] = hook(
        "observation -> Scene",
        "Everything that the observer sees and can pick; lengths in the board's own units.",
        called="tables after every event, replays, pictures",
        default=derived.scene,
        derived="no board; a button for every action",
    )
    bare: Callable[[Observation], Scene] = hook(
        "observation -> Scene",
        "The same scene without what is on layers that are off by default; a game provides it if "
        "leaving these aids out saves time.",
        called="tables after every event, for viewers who have switched no layer on",
        default=derived.bare,
        derived="the whole scene",
    )
    ahead: Callable[[Observation], Callable[[], object] | None] = hook(
        "observation -> work or None",
        "Work to do before the whole scene of an observation can be drawn within a millisecond: "
        "compiled code, called without arguments, whose results are cached; None if nothing is "
        "missing.",
        called="tables before a whole scene is drawn, the work in a thread",
        default=derived.ahead,
        derived="nothing",
    )
    say: Callable[[Event, Observation, Observation], list[Phrase]] = hook(
        "event, before, after -> phrases",
        "An event as the observer saw it happen, in words for the log.",
        called="tables after every event, replays, terminals",
        default=derived.say,
        derived="who acted, and the notation of the action",
    )
    intend: Callable[[Observation, Sequence[str]], int | Refusal | None] = hook(
        "observation, path -> action, Refusal or None",
        "The action that picked targets of the scene mean, legal or not; None while they mean "
        "none yet, and if they never can, the refusal that says why.",
        called="tables, when somebody asks why something cannot be done",
        default=derived.intend,
        derived="the choice of the scene that has these targets",
    )
    draw: Callable[[Observation, Callable[[Phrase], str]], str] = hook(
        "observation, translate -> text",
        "The position in characters, in lines of at most 80. `translate` translates a phrase into "
        "the reader's language; words of the notation, which are typed, are the same in all.",
        called="terminals",
        default=derived.draw,
        derived="the places of the scene in rows, the contents of the trays, and the scores",
    )
    legend: Callable[[Observation], Sequence[tuple[str, Phrase]]] = hook(
        "observation -> pairs of a sign and a phrase",
        "The meanings of signs and words of the notation in the drawing in characters, in the "
        "order in which they are listed below it.",
        called="terminals",
        default=derived.legend,
        derived="nothing",
    )
    memorable: Callable[[Observation], Sequence[ResultRow]] = hook(
        "observation -> rows",
        "What is worth remembering of a finished match besides ranks and scores, such as the "
        "longest road; a number for every seat.",
        called="the statistics of players",
        default=derived.memorable,
        derived="the lines of the result that are numbers",
    )
    source: Source | None = None
    """Where texts, rules pages and drawings come from; by default the game's folder."""

    def characters(
        self, observation: Observation, language: str = "en", known: set[str] | None = None
    ) -> str:
        """Return the drawing in characters, with its words in a language.

        Seats are named by their letters, as in the notation. A legend below explains the signs and
        the words of the notation in it, except those that are self-explanatory.

        Parameters
        ----------
        known
            Signs explained before, with another drawing, which are not explained again; those
            explained now are added.
        """
        from tischlein.presentation.texts import translate  # it imports this module

        game, letters = observation.game, [letter(seat) for seat in range(observation.seats)]

        def said(phrase: Phrase) -> str:
            return translate(language, phrase, game, letters)

        meant = [(sign, said(phrase)) for sign, phrase in self.legend(observation)]
        before = known or ()
        explanations = dict.fromkeys(
            f"{shown} = {words}"
            for sign, words in meant
            if sign not in before and (shown := _unexplained(sign, words))
        )
        if known is not None:
            known.update(sign for sign, _ in meant)
        drawing = self.draw(observation, said).rstrip("\n")
        return "\n".join([drawing, "", *_side_by_side(explanations)]) if explanations else drawing

    def svg(self, observation: Observation) -> str:
        """Return a picture of what an observer sees, for notebooks."""
        from tischlein.presentation.drawing import draw  # loads the imaging libraries

        return draw(observation).svg


def _unexplained(sign: str, words: str) -> str:
    """Return what of a sign, such as ``s, straight``, does not mean itself; it may be empty."""
    return ", ".join(one for one in sign.split(", ") if one.casefold() != words.casefold())


def _side_by_side(entries: Iterable[str]) -> Iterator[str]:
    """Yield entries in as few lines as possible without breaking them."""
    line = ""
    for entry in entries:
        longer = f"{line}   {entry}" if line else entry
        if line and len(longer) > derived.WIDTH:
            yield line
            longer = entry
        line = longer
    yield line


_DERIVED = Presentation()


def of(game: Game) -> Presentation:
    """Return a game's presentation, a derived one if it has none."""
    presentation = game.presentation
    return presentation if isinstance(presentation, Presentation) else _DERIVED


def source_of(game: Game) -> Source:
    """Return where a game's texts, rules pages and drawings come from."""
    return of(game).source or Folder(game.folder)
