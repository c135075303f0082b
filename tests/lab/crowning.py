"""Crowning: the third of three seats decides who wins, once; or wins itself, whatever it does."""

import tischlein.design as td
from tischlein.core.events import Event

TEXTS = """game = Crowning
tagline = One choice.
about = A game for tests.
say-crown = { $seat } is crowned.
say-nobody = Nobody is crowned.
CRO-1 = It is C's turn.
CRO-2 = There is one crown.
CRO-3 = Only A and B can be crowned.
"""
RULES = """# Crowning

- **CRO-1** Seat C acts once.
- **CRO-2** There is one crown.
- **CRO-3** C crowns A or B.
"""
ACTIONS = ("crown a", "crown b", "crown c")


class Crowning(td.State):
    own: int
    crowned: int  # the seat + 1


def setup(state: Crowning, options: td.Options) -> None:
    state.own = int(options["crown"] == "own")


@td.kernel
def acting(state: Crowning) -> int:
    return 0 if state.crowned else 4


@td.kernel
def legal(state: Crowning, seat: int, out: td.Ints) -> int:
    out[0] = 0
    out[1] = 1
    return 2


@td.kernel
def apply(state: Crowning, seat: int, action: int) -> None:
    state.crowned = 3 if state.own else action + 1


@td.kernel
def scores(state: Crowning, out: td.Ints) -> None:
    for seat in range(3):
        out[seat] = state.crowned == seat + 1


def why_not(state: Crowning, seat: int, action: int) -> td.Refusal | None:
    return td.Refusal("CRO-3") if action == 2 else None


def say(event: Event, before: object, after: object) -> list[td.Phrase]:
    return [td.Phrase("say-crown", {"seat": event.action})]


GAME = td.Game(
    key="crowning", prefix="CRO", seats=(3,), state=Crowning, rules=td.Rules.of(globals()),
    notation=td.Notation.of_names(ACTIONS), actions=3, most_legal=2, longest=1,
    score_bounds=(0, 1), turn_rule="CRO-1", over_rule="CRO-2",
    options=(td.Choices("crown", ("other", "own"), "other"),),
    presentation=td.Presentation(
        say=say, source=td.Inline({"en": TEXTS}, {"en": RULES})))  # fmt: skip
