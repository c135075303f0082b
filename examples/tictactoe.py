"""# Tic-Tac-Toe

- **TTT-1** Two players take turns; seat A begins. On your turn you mark a free cell.
- **TTT-2** Whoever has three marks in a row, upright or slanting, wins at once.
- **TTT-3** If all nine cells are marked without that, nobody wins.
"""

from typing import Annotated

import tischlein.design as td

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TEXTS = "game = Tic-Tac-Toe\ntagline = Three in a row.\nabout = The first game of many of us.\n"


class TicTacToe(td.State):
    marks: Annotated[td.Ints, td.Shape(9)]  # 0 for a free cell, 1 for A's mark, 2 for B's
    made: int


@td.kernel
def won_by(state: TicTacToe, seat: int) -> bool:  # TTT-2
    for a, b, c in LINES:
        if state.marks[a] == state.marks[b] == state.marks[c] == seat + 1:
            return True
    return False


@td.kernel
def acting(state: TicTacToe) -> int:  # TTT-1
    return 0 if won_by(state, 0) or won_by(state, 1) or state.made == 9 else 1 << state.made % 2


@td.kernel
def legal(state: TicTacToe, seat: int, out: td.Ints) -> int:
    count = 0
    for cell in range(9):
        if not state.marks[cell]:
            out[count] = cell
            count += 1
    return count


@td.kernel
def apply(state: TicTacToe, seat: int, action: int) -> None:
    state.marks[action] = seat + 1
    state.made += 1


@td.kernel
def scores(state: TicTacToe, out: td.Ints) -> None:
    out[0], out[1] = won_by(state, 0), won_by(state, 1)


GAME = td.Game(
    key="tictactoe", prefix="TTT", seats=(2,), state=TicTacToe, rules=td.Rules.of(globals()),
    notation=td.Notation.of_names(td.cell_names(3, 3)), actions=9, most_legal=9, longest=9,
    score_bounds=(0, 1), turn_rule="TTT-1", over_rule="TTT-3", presentation=td.Presentation(
        scene=lambda observation: td.grid(observation, 3, [m - 1 for m in observation.state.marks]),
        source=td.Inline({"en": TEXTS}, {"en": __doc__})))  # fmt: skip
