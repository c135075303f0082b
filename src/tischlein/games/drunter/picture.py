"""What players see of Drunter & Drüber: the town, tiles and gangs, votes, goals, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from tischlein.core import seats
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation
from tischlein.core.scenes import (
    Button,
    Choice,
    Layer,
    Lettering,
    Line,
    Mark,
    Panel,
    Picture,
    Result,
    ResultRow,
    Scene,
)
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.drunter import ground
from tischlein.games.drunter.belief import watched_goals
from tischlein.games.drunter.foresight import ended_lines
from tischlein.games.drunter.ground import centre, place_id
from tischlein.games.drunter.history import Attempt, attempts
from tischlein.games.drunter.laying import (
    direction_of,
    first_square,
    line_of,
    passes_bridge,
    size_of,
)
from tischlein.games.drunter.notation import square_name, write
from tischlein.games.drunter.pieces import (
    ballots,
    gangs,
    members,
    slot,
    squares_of,
    stops,
    tile_name,
    tiles,
    trays,
)
from tischlein.games.drunter.refusals import KIND_WORDS, LINE_WORDS
from tischlein.games.drunter.saying import say
from tischlein.games.drunter.scoring import best_and_other, points, worth_of
from tischlein.games.drunter.secrecy import cards_in_play
from tischlein.games.drunter.state import (
    AIM,
    BLANK,
    BRIDGE,
    CARD_WORDS,
    FOURS,
    FULL_SET,
    GOAL_CARDS,
    GOALS,
    JOKER,
    KIND_OF_LINE,
    LOWEST,
    NONE,
    PLACEMENTS,
    REMOVED,
    SAY_NO,
    SAY_YES,
    THREES,
    VOTE,
    VOTE_CARDS,
    WALL,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import (
    BEYOND,
    BUILDINGS,
    COLUMNS,
    CORNER,
    KINDS,
    LETTERS,
    LINES,
    OUTHOUSE,
    OUTSIDE,
    PRINTED,
    ROWS,
    SITES,
    VALUES,
)
from tischlein.games.drunter.voting import count_cards

__all__ = ["draw", "intend", "say", "scene"]

CARD_SIGNS = ("+1", "+2", "+3", "\N{MINUS SIGN}1", "\N{MINUS SIGN}2", "\N{MINUS SIGN}3", "±2")
"""What vote cards that count say, as short as can be, the same in every language."""

REACH, OWN = "reach", "own"
"""Layers: where the gangs may go, and what the viewer's goal counts."""

_BUTTONS = [
    Button("yes", Phrase("button-yes"), "main"),
    Button("no", Phrase("button-no"), "main"),
]


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees."""
    state: DrunterState = observation.state
    board = int(state.board)
    log = attempts(state)
    with_votes = state.voting != Voting.NO
    acting = observation.acting
    return Scene(
        width=ground.WIDTH,
        height=ground.BALLOTS_Y + (ground.BALLOTS_HEIGHT if with_votes else -1.5),
        prompt=_prompt(observation),
        places=[
            ground.place(board, square, covered)
            for square, covered in enumerate(state.cells.tolist())
        ],
        pictures=[*ground.pictures(board), *_struck(state), *_signs(state)],
        lines=[
            ground.GRASS,
            ground.GRID,
            *ground.STRIP,
            *([ground.BALLOT_PANEL] if with_votes else []),
            *_ways(state),
            *_own_sites(observation),
        ],
        letterings=[*ground.STRIP_LETTERS, *_values(state), *_vote_words(state, log)],
        pieces=[*tiles(state, log), *stops(state, log), *gangs(state), *ballots(observation, log)],
        trays=trays(observation),
        buttons=_BUTTONS if state.stage == Stage.JOKER and observation.seat in acting else [],
        choices=_choices(observation) if observation.seat in acting else [],
        any_order=True,
        layers=[Layer(REACH, Phrase("layer-reach")), Layer(OWN, Phrase("layer-own"), on=True)],
        panels=[_panel(observation, seat) for seat in range(observation.seats)],
        awaited=[SeatName(seat) for seat in acting if seat != CHANCE],
        result=_result(observation) if state.stage == Stage.OVER else None,
    )


def _prompt(observation: Observation) -> Phrase:
    state: DrunterState = observation.state
    stage = Stage(int(state.stage))
    if stage < Stage.LAY:
        return Phrase("prompt-deal" if stage != Stage.START else "prompt-lot")
    if stage == Stage.OVER:
        places = observation.places()
        winners: list[int | str | SeatName | Phrase] = [
            SeatName(seat) for seat, place in enumerate(places) if place == 0
        ]
        return Phrase("prompt-over", {"seats": winners, "count": len(winners)})
    key = {Stage.LAY: "lay", Stage.VOTE: "vote", Stage.JOKER: "joker", Stage.AIM: "aim"}[stage]
    acting = observation.acting
    if observation.seat in acting:
        if stage == Stage.AIM and REMOVED not in state.gangs:  # the match ends like this (DUD-58)
            return Phrase("prompt-aim-end")
        return Phrase(f"prompt-{key}")
    waiting: list[int | str | SeatName | Phrase] = [SeatName(seat) for seat in acting]
    return Phrase(f"prompt-wait-{key}", {"seats": waiting})


# --- the board ---


def _ways(state: DrunterState) -> list[Line]:
    """Return, as an aid, how far a tile can reach from each gang in each direction."""
    lines = []
    reaches = state.reach.tolist()
    for line, square in enumerate(state.gangs.tolist()):
        for direction, reach in enumerate(reaches[line]):
            if square == REMOVED or reach == 0:
                continue
            end = int(first_square(state, line, direction))
            for _ in range(reach - 1):
                end = int(BEYOND[end, direction])
            (from_x, from_y), (to_x, to_y) = centre(square), centre(end)
            path = f"M{from_x:g} {from_y:g}L{to_x:g} {to_y:g}"
            lines.append(Line(path, "good", dashed=True, width=4.0, layer=REACH))
    return lines


def _own_sites(observation: Observation) -> list[Line]:
    """Return rings around the buildings that the viewer's goal counts."""
    state: DrunterState = observation.state
    if observation.seat == SPECTATOR:
        return []
    hand, aim = int(state.hands[observation.seat]), int(state.aims[observation.seat])
    goals = [card for card in range(GOAL_CARDS) if hand >> card & 1 and aim in (NONE, card)]
    counted = sorted({building for goal in goals for building in counts(state, goal)})
    rings = []
    for building in counted:
        x, y = centre(int(SITES[state.board, building]))
        path = f"M{x - 4.5:g} {y:g}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0"
        rings.append(Line(path, "good", dashed=True, width=3.0, layer=OWN))
    return rings


def counts(state: DrunterState, goal: int) -> list[int]:
    """Return the buildings that a goal counts now; all of them are worth no ring."""
    standing = sorted(_all_standing(state))
    if goal < KINDS:
        return [building for building in standing if building // VALUES == goal]
    if goal in (THREES, FOURS):
        value = 3 if goal == THREES else 4
        return [building for building in standing if building % VALUES + 1 == value]
    if goal == LOWEST:
        lowest = {building // VALUES: building for building in reversed(standing)}
        return list(lowest.values())
    return []


def _values(state: DrunterState) -> list[Lettering]:
    """Return what is written on the buildings that stand, and the values of all in the strip."""
    standing = _all_standing(state)
    words: list[Lettering] = []
    for building in range(BUILDINGS):
        x, y = _strip_spot(building)
        tone: Literal["ink", "muted"] = "muted"
        if building in standing:
            words += ground.inscription(int(state.board), building)
            tone = "ink"
        words.append(Lettering(str(building % VALUES + 1), x, y, 5.6, tone))
    return words


def _all_standing(state: DrunterState) -> set[int]:
    sites = SITES[state.board]
    return set(np.flatnonzero(state.cells[sites] == 0).tolist())


def _struck(state: DrunterState) -> list[Picture]:
    covered = sorted(set(range(BUILDINGS)) - _all_standing(state))
    spots = [_strip_spot(building) for building in covered]
    return [Picture("struck", x - 2.8, y - 2.8, 5.6, 5.6) for x, y in spots]


def _strip_spot(building: int) -> tuple[float, float]:
    kind, place = divmod(building, VALUES)
    x, y = ground.strip_corner(kind)
    return x + 18.5 + 6.6 * place, y + 5.5


# --- votes ---


def _signs(state: DrunterState) -> list[Picture]:
    if state.voting == Voting.NO:
        return []
    pictures = []
    for seat in range(state.seats):
        x, y = slot(state, seat)
        letter = seats.letter(seat).lower()
        pictures.append(Picture(f"sign-{letter}", x + 1.2, y - 2.5, 5.0, 5.0, seat=seat))
    return pictures


def _vote_words(state: DrunterState, log: Sequence[Attempt]) -> list[Lettering]:
    """Return one line about the vote that runs, or the last one."""
    if state.voting == Voting.NO:
        return []
    x, y = ground.WIDTH / 2, ground.BALLOTS_Y + 4.3
    counted: dict[str, Value]
    if state.stage == Stage.JOKER:
        counted = _counted_so_far(state)
        return [Lettering(Phrase("vote-open", counted), x, y, 4.6, "accent")]
    if state.pending != NONE:
        kind = KIND_WORDS[KIND_OF_LINE[line_of(int(state.pending))]]
        words = Phrase("vote-runs", {"kind": kind, "seat": SeatName(int(state.turn))})
        return [Lettering(words, x, y, 4.6, "accent")]
    if state.tally_yes == NONE:
        return [Lettering(Phrase("vote-none"), x, y, 4.6)]
    last = next(one for one in reversed(log) if one.voted)
    counted = {"yes": int(state.tally_yes), "no": int(state.tally_no)}
    words = Phrase("vote-refused" if last.refused else "vote-stayed", counted)
    return [Lettering(words, x, y, 4.6, "ink")]


def _counted_so_far(state: DrunterState) -> dict[str, Value]:
    """Return how many Yes and No lie open, without jokers whose owners have not spoken yet."""
    yes = no = 0
    for seat in range(state.seats):
        ballot = int(state.ballots[seat])
        if not state.declared >> seat & 1:
            ballot &= ~(1 << JOKER)
        more_yes, more_no = count_cards(ballot, bool(state.said_yes >> seat & 1))
        yes, no = yes + int(more_yes), no + int(more_no)
    return {"yes": yes, "no": no}


def _panel(observation: Observation, seat: int) -> Panel:
    state: DrunterState = observation.state
    facts = []
    if state.voting != Voting.NO:
        facts.append(_votes_left(state, seat))
    if state.stage in (Stage.VOTE, Stage.JOKER) and state.voted >> seat & 1:
        facts.append(Phrase("fact-voted"))
    if state.chosen >> seat & 1 and state.stage != Stage.OVER:
        facts.append(Phrase("fact-chosen"))
    score = None
    if state.hands[seat]:
        score = int(best_and_other(state, seat)[0])
    return Panel(seat, score, tuple(facts))


def _votes_left(state: DrunterState, seat: int) -> Phrase:
    """Return what a seat's vote cards are worth, and which they are unless all or none are left.

    Cards that the viewer sees on the table do not count as left.
    """
    left = int(state.cards[seat]) & ~int(state.ballots[seat])
    signs = " ".join(sign for card, sign in enumerate(CARD_SIGNS) if left >> card & 1)
    worth: dict[str, Value] = {"count": int(worth_of(left))}
    if not signs or left | 1 << BLANK == FULL_SET:
        return Phrase("fact-votes", worth)
    return Phrase("fact-votes-left", worth | {"cards": signs})


# --- what can be done ---


def _choices(observation: Observation) -> list[Choice]:
    state: DrunterState = observation.state
    actions = observation.legal(observation.seat)
    if state.stage == Stage.LAY:
        return _placements(observation, actions)
    if state.stage == Stage.VOTE:
        return [_vote(action) for action in actions]
    if state.stage == Stage.JOKER:
        return [Choice(SAY_YES, ("yes",)), Choice(SAY_NO, ("no",))]
    seat = observation.seat
    return [
        Choice(
            action,
            (f"goal:{seat}:{action - AIM}",),
            Phrase("choice-aim", {"goal": GOALS[action - AIM]}),
            confirm=True,
        )
        for action in actions
    ]


def _vote(action: int) -> Choice:
    """Return a vote: its cards in any order, then a second step, since more cards could follow."""
    cards = members(action - VOTE, len(VOTE_CARDS))
    names: list[int | str | SeatName | Phrase] = [CARD_WORDS[card] for card in cards]
    path = tuple(f"vote:{card}" for card in cards)
    return Choice(action, path, Phrase("choice-vote", {"cards": names}), confirm=True)


def _placements(observation: Observation, actions: Sequence[int]) -> list[Choice]:
    """Return a choice for each placement: the tile, the square where it ends, perhaps the gang."""
    state: DrunterState = observation.state
    covered = [squares_of(state, action) for action in actions]
    paths = [
        _tile_and_end(action, squares) for action, squares in zip(actions, covered, strict=True)
    ]
    ended = ended_lines(observation.row, observation.seat, np.array(actions, np.int64)).tolist()
    choices = []
    for action, squares, two, ends in zip(actions, covered, paths, ended, strict=True):
        line = LINE_WORDS[int(line_of(action))]
        # Where both walls can end on a square, the gang is asked for, too.
        path = (*two, f"gang:{line}") if paths.count(two) > 1 else two
        label = Phrase(
            "choice-lay",
            {"line": line, "size": len(squares), "square": square_name(squares[-1])},
        )
        marks = _marks(state, action, squares, ends)
        choices.append(Choice(action, path, label, confirm=True, marks=marks))
    return choices


def _tile_and_end(action: int, squares: Sequence[int]) -> tuple[str, ...]:
    name = tile_name(int(line_of(action)), int(size_of(action)))
    return f"stock:{name}", place_id(squares[-1])


def _marks(
    state: DrunterState, action: int, squares: Sequence[int], ended: int
) -> tuple[Mark, ...]:
    """Return what would be covered or passed under, what would be lost, and where it takes a vote.

    Buildings are lost, and gangs whose lines end.
    """
    marks = []
    gang, direction = int(state.gangs[line_of(action)]), int(direction_of(action))
    if passes_bridge(state, gang, direction):
        marks.append(Mark(place_id(int(BEYOND[gang, direction])), "info"))
    for square in squares:
        printed = int(PRINTED[state.board, square])
        if printed >= 0:
            marks.append(Mark(place_id(square), "loss"))
        elif printed == OUTHOUSE and state.voting != Voting.NO:
            marks.append(Mark(place_id(square), "warn"))
        else:
            marks.append(Mark(place_id(square), "info"))
    removed = (f"gang:{LINE_WORDS[line]}" for line in members(ended, LINES))
    return (*marks, *(Mark(name, "loss") for name in removed))


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in any order, legal or not."""
    picked = list(path)
    if picked in (["yes"], ["no"]):
        return SAY_YES if picked == ["yes"] else SAY_NO
    heads = sorted(target.partition(":")[0] for target in picked)
    if heads == ["goal"]:
        return AIM + int(picked[0].rpartition(":")[2])
    if heads and set(heads) == {"vote"} and len(set(picked)) == len(picked):
        return VOTE + sum(1 << int(target.rpartition(":")[2]) for target in picked)
    if heads in (["square", "stock"], ["gang", "square", "stock"]):
        return _placement(observation, picked)
    return None


def _placement(observation: Observation, picked: Sequence[str]) -> int | None:
    """Return the only placement of a tile that would end on a square; a legal one goes before."""
    targets = {target.partition(":")[0]: target.partition(":")[2] for target in picked}
    name = targets["stock"].rpartition(":")[2]
    meant = []
    for action in range(PLACEMENTS):
        line = int(line_of(action))
        if tile_name(line, int(size_of(action))) != name:
            continue
        if targets.get("gang", LINE_WORDS[line]) != LINE_WORDS[line]:
            continue
        if str(_end(observation.state, action)) == targets["square"]:
            meant.append(action)
    legal = observation.legal(observation.seat) if observation.seat != SPECTATOR else []
    possible = [action for action in meant if action in legal]
    if len(possible) == 1:
        return possible[0]
    return meant[0] if len(meant) == 1 else None


def _end(state: DrunterState, action: int) -> int:
    """Return where a placement would end whatever lies there, ``OUTSIDE`` if nowhere."""
    line, direction = int(line_of(action)), int(direction_of(action))
    if state.gangs[line] == REMOVED:
        return OUTSIDE
    square = int(first_square(state, line, direction))
    for _ in range(int(size_of(action)) - 1):
        if square != OUTSIDE:
            square = int(BEYOND[square, direction])
    return square


# --- the end ---


def _result(observation: Observation) -> Result:
    """Return the account, and what an outside watcher would have believed of everybody's goal."""
    state: DrunterState = observation.state
    everybody = range(observation.seats)
    rows = []
    if state.goals == 2:
        others = tuple(int(best_and_other(state, seat)[1]) for seat in everybody)
        rows.append(ResultRow(Phrase("result-second"), others))
    if state.voting != Voting.NO:
        unused = tuple(int(worth_of(int(state.cards[seat]))) for seat in everybody)
        rows.append(ResultRow(Phrase("result-votes"), unused))
    believed = watched_goals(observation)
    title = "result-watcher-two" if state.goals == 2 else "result-watcher"
    rows.append(ResultRow(Phrase(title), ("",) * observation.seats))
    for card in range(int(cards_in_play(state))):
        label = Phrase("result-believed", {"goal": GOALS[card], "points": int(points(state, card))})
        figures = tuple(
            _suspicion(state, seat, card, float(believed[seat, card])) for seat in everybody
        )
        rows.append(ResultRow(label, figures))
    return Result(places=observation.places(), scores=observation.scores(), rows=tuple(rows))


def _suspicion(state: DrunterState, seat: int, card: int, probability: float) -> str:
    """Return a probability in percent, with a star at the goal that a seat did play for."""
    percent = str(round(100 * probability))
    if not int(state.hands[seat]) >> card & 1:
        return percent
    return f"★{percent}" if state.aims[seat] in (NONE, card) else f"☆{percent}"


# --- terminals ---


def draw(observation: Observation) -> str:
    """Return the town in characters: wall ``#``, road ``=``, river ``~``, bridges ``^``, gangs.

    Below it stand the tile that is voted on, and everybody's tiles, vote cards and known goals, a
    chosen one with a star.
    """
    state: DrunterState = observation.state
    header = "    " + " ".join(f"{chr(ord('a') + column):<2}" for column in range(COLUMNS))
    lines = [header.rstrip()]
    for row in range(ROWS):
        cells = [_characters(state, COLUMNS * row + column) for column in range(COLUMNS)]
        lines.append(f"{row + 1:>2}  " + " ".join(cells))
    if state.pending != NONE:
        layer = int(state.turn)
        lines += ["", f"? {seats.letter(layer)}  {write(state, layer, int(state.pending))}"]
    stocks = [_seat_line(observation, seat) for seat in range(state.seats)]
    return "\n".join([*lines, "", *stocks])


def _characters(state: DrunterState, square: int) -> str:
    gangs: list[int] = state.gangs.tolist()
    if square in gangs:
        return ("Rd", "Rv", "W1", "W2")[gangs.index(square)]
    covered = int(state.cells[square])
    if covered:
        sign = {WALL: "#", 1: "=", 2: "~"}[int(KIND_OF_LINE[covered % BRIDGE - 1])]
        return f"{sign}^" if covered & BRIDGE else 2 * sign
    printed = int(PRINTED[state.board, square])
    if printed >= 0:
        return f"{LETTERS[printed // VALUES]}{printed % VALUES + 1}"
    return {OUTHOUSE: "oo", CORNER: "[]"}.get(printed, " .")


def _seat_line(observation: Observation, seat: int) -> str:
    state: DrunterState = observation.state
    mark = ">" if seat in observation.acting else " "
    stock = state.stock[seat].tolist()
    tiles = " ".join(
        sign + "/".join(map(str, stock[kind][::-1])) for kind, sign in enumerate("#=~")
    )
    cards = _named(int(state.cards[seat]) & FULL_SET, CARD_WORDS)
    aim = int(state.aims[seat])
    names = [f"*{name}" if card == aim else name for card, name in enumerate(GOALS)]
    goals = _named(int(state.hands[seat]), names) or "?"
    return f"{mark} {seats.letter(seat)}  {tiles}   {cards}   {goals}"


def _named(bits: int, names: Iterable[str]) -> str:
    return " ".join(name for number, name in enumerate(names) if bits >> number & 1)
