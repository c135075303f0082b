"""The contract of a game: every function that a game provides, in groups, each declared once.

Compiled hooks are kernels over a state's record (see :mod:`tischlein.core.kernel`). Plain hooks
take the light view of a state; those that change the state take a record. Seats are numbered from
0, chance is ``CHANCE``; sets of seats are bit sets. Buffers are ``int64`` arrays of
``Game.most_legal`` words, or of ``MAX_SEATS`` words where there is one per seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tischlein.core import derived
from tischlein.core.errors import NotationError
from tischlein.core.hooks import Capability, hook, table
from tischlein.core.kernel import Rng
from tischlein.core.measurements import Measurement
from tischlein.core.options import Options
from tischlein.core.phrases import Refusal
from tischlein.core.race import Pace, TimeLimit
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints

# --- defaults for rules that a game leaves out ---


def _nothing_to_set(state: Any, options: Options) -> None:
    return None


def _any_combination(seats: int, options: Options) -> None:
    return None


def _by_legal(state: Any, seat: int, action: int) -> Refusal | None:
    raise AssertionError("asked of the position, which knows the legal actions")


def _as_derived(state: Any, seat: int) -> Refusal | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Rules(Capability):
    """The rules themselves: every game has these."""

    group: ClassVar[str] = "rules"

    setup: Callable[[Any, Options], None] = hook(
        "state, options",
        "Writes the position before anything is dealt into a record of zeros; `state.seats` is "
        "there already.",
        called="`Game.start`, once a match",
        default=_nothing_to_set,
        derived="all fields are zero",
    )
    acting: Callable[[Any], int] = hook(
        "state -> bit set of seats",
        "The seats that may act now; `CHANCE_BIT` while chance deals or rolls, 0 at the end.",
        called="all callers, after every event",
        compiled=True,
    )
    legal: Callable[[Any, int, Ints], int] = hook(
        "state, seat, out -> number of actions",
        "Writes the actions of an acting seat into `out`, all different, from 0 to "
        "`Game.actions` - 1.",
        called="players, searches, scenes",
        compiled=True,
    )
    apply: Callable[[Any, int, int], None] = hook(
        "state, seat, action",
        "Carries out a legal action in place; an outcome of chance comes as seat `CHANCE`.",
        called="every event",
        compiled=True,
    )
    scores: Callable[[Any, Ints], None] = hook(
        "state, out",
        "Writes the current score of every seat; at the end within `Game.score_bounds`.",
        called="scenes, results, studies; searches at the end of a match",
        compiled=True,
    )
    ranking: Callable[[Any, Ints], None] = hook(
        "state, out",
        "Writes the current rank of every seat: 0 is first, ties share a rank.",
        called="results, searches at the end of a match",
        compiled=True,
        default=derived.ranking,
        derived="by score, higher is better",
    )
    chance: Callable[[Any, Ints, Ints], int] = hook(
        "state, outcomes, weights -> number of outcomes",
        "Writes what may be dealt or rolled (0 to `Game.outcomes` - 1) with positive integer "
        "weights that add up to less than 2**63.",
        called="drivers and searches, while chance acts",
        compiled=True,
        default=derived.chance,
        derived="no chance; required if the game declares outcomes",
    )
    why_not: Callable[[Any, int, int], Refusal | None] = hook(
        "state, seat, action -> Refusal or None",
        "The rule that forbids an action of a seat whose turn it is (or an outcome of chance), "
        "None for a legal one.",
        called="whenever somebody tries an action",
        default=_by_legal,
        derived="what `legal` does not list is refused by `Game.turn_rule`",
    )
    out_of_turn: Callable[[Any, int], Refusal | None] = hook(
        "state, seat -> Refusal or None",
        "Why a seat that is not acting may do nothing now, where the game can say it better than "
        "the default; None means the default.",
        called="before `why_not`, for a seat that is not acting",
        default=_as_derived,
        derived="`Game.turn_rule`, naming whose turn it is, and `Game.over_rule` at the end; "
        "`why_not` alone in games that name no such rules",
    )
    check_options: Callable[[int, Options], None] = hook(
        "seats, options",
        "Raises OptionError for a combination of options that the game does not have.",
        called="`options.complete`, when a match is set up or read",
        default=_any_combination,
        derived="all combinations are fine",
    )


def _each_for_itself(state: Any, seat: int, other: int) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Secrets(Capability):
    """What seats may not know."""

    group: ClassVar[str] = "secrets"

    observe: Callable[[Any, int], None] = hook(
        "state, seat",
        "Masks in place what the seat (or `SPECTATOR`) may not know. A seat never loses what it "
        "knew before; masking twice changes nothing.",
        called="`Position.observe`, before anything is shown or sent to a seat or asked of a bot",
        compiled=True,
    )
    determinize: Callable[[Any, int, Rng], None] = hook(
        "state, seat, rng",
        "Replaces an observation's masks in place with a sample of what is possible as far as "
        "the seat knows, drawn with its true probability.",
        called="`Observation.determinize`, searches at the root",
        compiled=True,
    )
    observed_action: Callable[[Any, int, int, int], int] = hook(
        "state, seat, action, observer -> action or HIDDEN",
        "The action as another seat, or `SPECTATOR`, sees it; the state is the one before it.",
        called="`Position.observed_event`, for logs and histories",
    )
    sees_all_of: Callable[[Any, int, int], bool] = hook(
        "state, seat, other -> bool",
        "Whether the rules let a seat see here everything that another one sees: for example the "
        "seat that set a code, or all seats where the other one has no secret. It may change "
        "during a match.",
        called="the conformance suite, in the positions that it examines",
        default=_each_for_itself,
        derived="no seat does, but partners may",
    )


@dataclass(frozen=True, kw_only=True)
class Measured(Capability):
    """Outcomes of chance that are measured rather than computed, such as where falling pieces rest.

    Only for games without secrets: everybody sees the film.
    """

    group: ClassVar[str] = "measured"

    due: Callable[[Any], int | None] = hook(
        "state -> milliseconds or None",
        "How long a table waits before it measures the next outcome of chance; None for an "
        "outcome that needs no measuring and comes at once.",
        called="tables and terminals, while chance acts",
    )
    happen: Callable[[Any, int], Measurement | None] = hook(
        "state, action -> Measurement or None",
        "Measures an outcome, however long it takes; equal states give equal measurements. None "
        "for outcomes that need none.",
        called="drivers; tables in a process of its own",
    )
    engine: Callable[[], str] = hook(
        " -> name",
        "What performs the measurements, with its version and parameters.",
        called="records made here (field `engine`)",
    )
    apply: Callable[[Any, int, int, tuple[int, ...]], None] = hook(
        "state, seat, action, measurement",
        "Carries out, in a record, an event of chance with its measurement.",
        called="instead of the rules' `apply`, for events that have one",
    )
    why_not: Callable[[Any, int, int, tuple[int, ...]], Refusal | None] = hook(
        "state, seat, action, measurement -> Refusal or None",
        "The rule that forbids a measurement (or its absence) with an otherwise possible event.",
        called="`Position.play`, after the rules' `why_not`, for every event",
    )
    write: Callable[[Any, int, int, tuple[int, ...]], str] = hook(
        "state, seat, action, measurement -> words",
        "The measurement as it follows the words of the event in a record.",
        called="writers of records",
    )
    read: Callable[[Any, int, list[str]], tuple[int, ...]] = hook(
        "state, seat, words -> measurement",
        "The measurement among all the words of an event; the notation's `read` ignores it. "
        "Raises RefusedError for words that are no measurement.",
        called="readers of records",
    )


def _no_limit(state: Any) -> TimeLimit | None:
    return None


def _no_countdown(state: Any) -> int | None:
    return None


def _without_time(state: Any, seat: int, action: int, milliseconds: int) -> None:
    raise AssertionError("asked of the position, which has the rules' apply")


def _one_occasion(state: Any) -> int:
    return 0


@dataclass(frozen=True, kw_only=True)
class Race(Capability):
    """Positions in which the fastest counts. Events of a race carry the reaction time."""

    group: ClassVar[str] = "race"

    pace: Callable[[Any, int, int], Pace] = hook(
        "state, seat, action -> Pace",
        "How an action is put in order with those of other seats.",
        called="tables and drivers, for every action of a game with races",
    )
    tie_order: Callable[[Any], Sequence[int]] = hook(
        "state -> seats",
        "All seats, in the order that decides between equal times.",
        called="tables and drivers, when claims are put in order",
    )
    time_limit: Callable[[Any], TimeLimit | None] = hook(
        "state -> TimeLimit or None",
        "After how long a table makes every seat that has not acted do the same action.",
        called="tables, when a race begins",
        default=_no_limit,
        derived="races have no end",
    )
    countdown: Callable[[Any], int | None] = hook(
        "state -> milliseconds or None",
        "How long a table waits before chance opens the race; None if it acts at once.",
        called="tables and terminals, while chance acts",
        default=_no_countdown,
        derived="chance acts at once",
    )
    occasion: Callable[[Any], int] = hook(
        "state -> number",
        "Changes when a claim still on its way would mean something else, such as one for the "
        "previous question.",
        called="tables, after every event: claims for an earlier occasion are refused",
        default=_one_occasion,
        derived="claims always mean the same",
    )
    apply: Callable[[Any, int, int, int], None] = hook(
        "state, seat, action, milliseconds",
        "Carries out, in a record, an action with its reaction time.",
        called="instead of the rules' `apply`, for events that have one",
        default=_without_time,
        derived="the rules' `apply`: times decide the order and nothing else",
    )


@dataclass(frozen=True, kw_only=True)
class Interrupts(Capability):
    """Seats that may act although the match does not wait for them."""

    group: ClassVar[str] = "interrupts"

    to_move: Callable[[Any], int] = hook(
        "state -> bit set of seats",
        "The acting seats that the match waits for; never empty while somebody acts.",
        called="scenes, bots, searches, tables",
        compiled=True,
    )
    occasion: Callable[[Any], int] = hook(
        "state -> number",
        "Changes when an interrupt still on its way would mean something else, such as a guess "
        "after the next deal.",
        called="tables, after every event: what was chosen for an earlier occasion is refused",
        default=_one_occasion,
        derived="choices always mean the same",
    )


@dataclass(frozen=True)
class Drafts:
    """Turns of several actions that a person may try out and take back before sending them.

    Only for games without secrets.
    """

    longest: int = 64
    """How many actions may be tried out in a row."""


def _not_reckoned(state: Any, rng: Rng) -> Sequence[float]:
    raise AssertionError("asked only of games that reckon it themselves")


@dataclass(frozen=True, kw_only=True)
class Heuristics(Capability):
    """What helps searches play better; a game provides at least one of these."""

    group: ClassVar[str] = "heuristics"

    evaluate: Callable[[Any, int], int] = hook(
        "state, seat -> number",
        "A guess at the outcome for a seat, from -10**6 to 10**6: higher is better. Where the "
        "utility is the score, 10**6 is the greatest margin that the score bounds allow.",
        called="alpha-beta at its horizon; UCT and ISMCTS where playouts are cut off",
        compiled=True,
        default=derived.evaluate,
        derived="0",
    )
    prior: Callable[[Any, int, int], int] = hook(
        "state, seat, action -> number",
        "How promising an action looks, on any scale: the higher, the earlier it is searched.",
        called="alpha-beta when it orders actions; playouts with greed",
        compiled=True,
        default=derived.prior,
        derived="0",
    )
    policy: Callable[[Any, int, Ints, int, Rng], int] = hook(
        "state, seat, actions, count, rng -> action",
        "One of the `count` legal actions, chosen as sensibly as a microsecond or so allows.",
        called="rollouts of the search `halving`",
        compiled=True,
        default=derived.policy,
        derived="any action, uniformly",
    )
    win_probabilities: Callable[[Any, Rng], Sequence[float]] = hook(
        "state, rng -> probabilities of all seats",
        "The probability of each seat to win from a full position, secrets included, in which "
        "some seat has to decide; they add up to 1.",
        called="the curve of a finished match; advice of bots that do not search",
        default=_not_reckoned,
        derived="from matches played out, or alpha-beta, where the bots use it",
    )


def _together(state: Any, action: int) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Notation(Capability):
    """Actions as text, each in exactly one way; and the queries that records may contain."""

    group: ClassVar[str] = "notation"

    write: Callable[[Any, int, int], str] = hook(
        "state, seat, action -> words",
        "An action, or an outcome of chance, as the words that follow the seat in a record.",
        called="records, terminals, programs",
    )
    read: Callable[[Any, int, list[str]], int] = hook(
        "state, seat, words -> action",
        "The action that lower-case words mean, legal or not. Raises NotationError for words that "
        "are no action at all, RefusedError for words that make no sense here.",
        called="records, terminals, programs",
    )
    queries: Mapping[str, Callable[[Any, list[str]], str]] = table(
        "By name: a function of state and lower-case words that answers a record's query in a "
        "line.",
        called="records, besides the queries that every game answers",
        default={},
        derived="none of its own",
    )
    series: Mapping[str, int] = table(
        "For each first word of a chance event that may take several values in one line: how many "
        "words come before the values.",
        called="records",
        default={},
        derived="one event a line",
    )
    continues: Callable[[Any, int], bool] = hook(
        "state, action -> bool",
        "Whether an outcome may continue the line of the one before, of the same series.",
        called="writers of records",
        default=_together,
        derived="it may",
    )

    @classmethod
    def of_names(
        cls, actions: Sequence[str], outcomes: Sequence[str] = (), **given: Any
    ) -> Notation:
        """Return the notation of a game whose actions, and outcomes, each have a fixed name.

        Parameters
        ----------
        actions, outcomes
            Names by number, in lower case; a name may have several words.
        """
        by_name = {name: action for action, name in enumerate(actions)}
        by_chance = {name: outcome for outcome, name in enumerate(outcomes)}

        def write(state: Any, seat: int, action: int) -> str:
            return (outcomes if seat == CHANCE else actions)[action]

        def read(state: Any, seat: int, words: list[str]) -> int:
            known = by_chance if seat == CHANCE else by_name
            name = " ".join(words)
            if name not in known:
                names = ", ".join(known) or "none"
                raise NotationError(f"{name!r} is no action; the actions are: {names}")
            return known[name]

        return cls(write=write, read=read, **given)


@dataclass(frozen=True)
class Shelf:
    """Facts for people choosing a game."""

    minutes: int = 10
    """Approximate length of a match."""
    credits: str = ""
    """Authors and publisher."""
    quick: bool = False
    """Whether reaction times count."""


GROUPS: tuple[type[Capability], ...] = (
    Rules,
    Notation,
    Secrets,
    Measured,
    Race,
    Interrupts,
    Heuristics,
)
"""All groups of hooks that the model knows of, in the order in which they are documented."""
