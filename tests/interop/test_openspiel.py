"""OpenSpiel's own suites and algorithms on our games, and its bots in our contests."""

from __future__ import annotations

import contextlib
import io
import itertools
import operator
import pickle
import random
import subprocess
import sys
import unittest
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    expected_game_score,
    exploitability,
    get_all_states,
    ismcts,
    mcts,
)
from open_spiel.python.policy import UniformRandomPolicy

import tischlein as tt
from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.interop.game_settings import eleventh, games, parameters, settings
from tests.tiny.bell import GAME as BELL
from tests.tiny.dash import GAME as DASH
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots.players import Entrant
from tischlein.core.driver import RandomPlayer
from tischlein.core.errors import GameError, OptionError, RefusedError
from tischlein.core.game import Game
from tischlein.core.options import Choices, complete
from tischlein.interop.openspiel import (
    OpenSpielPlayer,
    add,
    name_of,
    register,
    state_of,
    written,
)
from tischlein.interop.rounds import acts_at_once
from tischlein.lab import entrants
from tischlein.lab.simulate import seeded
from tischlein.testing.cases import Case, cases_of

# What OpenSpiel tests itself with takes long to load: whoever only collects tests need not.
register()
for tiny in (BELL, CONNECT_FOUR, DASH, KUHN, eleventh()):
    add(tiny)


def named(case: Case, **more: Any) -> str:
    """Return the name of a setting as OpenSpiel reads it, with more parameters."""
    name = name_of(case.game, case.seats, case.options).removesuffix(")")
    return f"{','.join([name, *(f'{key}={value}' for key, value in more.items())])})"


COMPILED = operator.attrgetter("compiled")


def loaded(name: str) -> Any:
    return pyspiel.load_game(name)


def after_chance(game: Any, seed: int = 1, steps: int = 0) -> Any:
    """Return a state in which a player decides, some random actions after the first such."""
    state, choice = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node() or (steps and not state.is_terminal()):
        if state.is_chance_node():
            state.apply_action(choice.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            state.apply_actions(
                [choice.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
            )
            steps -= 1
        else:
            state.apply_action(choice.choice(state.legal_actions()))
            steps -= 1
    return state


def test_nothing_can_be_chosen_once_a_match_is_over() -> None:
    state = after_chance(loaded("tischlein_bauab"), steps=200)
    assert state.is_terminal()
    with pytest.raises(ValueError, match="the match is over"):
        state.apply_action(0)


@pytest.mark.parametrize("game", [*games()], ids=str)
def test_a_name_with_options_means_them(game: Game) -> None:
    seats = max(game.seats)
    for case in (case for case in cases_of(game) if case.seats == seats):
        declared = loaded(name_of(game, seats, case.options))
        assert declared.start.seats == seats
        assert declared.start.options == case.options


def test_a_name_has_only_what_there_is() -> None:
    with pytest.raises(OptionError):
        name_of(tt.load("bauab"), 9)


def test_public_information_is_the_same_to_all() -> None:
    game = loaded("tischlein_raufer(players=3)")
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(public)
    state = after_chance(game, steps=5)
    first = observer.string_from(state, 0)
    observer.set_from(state, 0)
    numbers = observer.tensor.copy()
    for player in (1, 2):
        assert observer.string_from(state, player) == first
        observer.set_from(state, player)
        assert (observer.tensor == numbers).all()


def simulate(name: str) -> None:
    from open_spiel.python.tests import games_sim_test

    np.random.seed(1)  # what the suite draws from
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(loaded(name))


@pytest.mark.parametrize("case", parameters())
def test_the_simulations_of_openspiel_pass(case: Case) -> None:
    """They clone, serialise, pickle and compare at every step."""
    simulate(named(case))


@pytest.mark.parametrize("game", [BELL, DASH, *filter(acts_at_once, games())], ids=str)
def test_rounds_by_turns_pass_them_too(game: Game) -> None:
    simulate(f"tischlein_{game.key}(turns=True)")


@pytest.mark.long
@pytest.mark.parametrize("case", [*settings(every=False)], ids=str)
def test_the_simulations_in_c_pass(case: Case) -> None:
    pyspiel.random_sim_test(loaded(named(case)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", [BELL, KUHN, eleventh()], ids=str)
def test_the_simulations_in_c_pass_for_tiny_games(game: Game) -> None:
    pyspiel.random_sim_test(
        loaded(f"tischlein_{game.key}"), num_sims=3, serialize=True, verbose=False
    )


@pytest.mark.parametrize("game", [*filter(COMPILED, games()), BELL, KUHN, eleventh()], ids=str)
def test_the_interface_is_as_openspiel_enforces_it(game: Game) -> None:
    from open_spiel.integration_tests import api_test

    turns = "(turns=True)" if acts_at_once(game) else ""
    suite = type(
        "Enforced",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": loaded(f"tischlein_{game.key}{turns}"), "game_name": game.key},
    )
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
    result = unittest.TextTestRunner(stream=io.StringIO()).run(tests)
    assert result.testsRun >= 5
    assert not [text for _, text in result.failures + result.errors]


def test_kuhn_poker_has_the_tree_that_is_known_and_perfect_recall() -> None:
    from open_spiel.integration_tests import api_test

    game = loaded("tischlein_kuhn")
    states = get_all_states.get_all_states(
        game,
        include_terminals=True,
        include_chance_states=True,
        to_string=lambda s: s.history_str(),
    ).values()
    chance = sum(state.is_chance_node() for state in states)
    ends = sum(state.is_terminal() for state in states)
    assert (chance, len(states) - chance - ends, ends) == api_test.TOTAL_NUM_STATES["kuhn_poker"]
    known = api_test.PERFECT_RECALL_NUM_STATES["kuhn_poker"]
    assert len(vars(api_test)["_assert_is_perfect_recall"](game)) == known


def test_regret_minimisation_finds_the_value_of_kuhn_poker() -> None:
    """-1/18 to the first seat (Kuhn 1950), on a scale from -2 to 2 here halved."""
    game = loaded("tischlein_kuhn")
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < before / 50
    value, _ = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value == pytest.approx(-1 / 36, abs=0.002)


def test_the_best_response_to_chance_moves_wins_nearly_always() -> None:
    ours, theirs = (
        best_response.BestResponsePolicy(game, 1, UniformRandomPolicy(game)).value(
            game.new_initial_state()
        )
        for game in (loaded("tischlein_kuhn"), loaded("kuhn_poker"))
    )
    assert ours == pytest.approx(theirs / 2)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("tischlein_tictactoe", "tic_tac_toe"), ("tischlein_connect_four", "connect_four")],
)
def test_rules_are_those_of_openspiels_own_implementation(ours: str, theirs: str) -> None:
    one, other, choice = loaded(ours), loaded(theirs), random.Random(2)
    for _ in range(20):
        mine, its = one.new_initial_state(), other.new_initial_state()
        while not its.is_terminal():
            assert mine.current_player() == its.current_player()
            assert mine.legal_actions() == its.legal_actions()
            action = choice.choice(its.legal_actions())
            mine.apply_action(action)
            its.apply_action(action)
        assert mine.is_terminal()
        assert mine.returns() == its.returns()


def tree_search(game: Any, seat: int, seed: int) -> Any:
    del seat
    lots = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, lots)
    return mcts.MCTSBot(game, 2.0, 60, evaluator, random_state=lots, solve=True)


def tree_search_in_c(game: Any, seat: int, seed: int) -> Any:
    del seat
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 2.0, 60, 100, True, seed, False)


def search_among_secrets(game: Any, seat: int, seed: int) -> Any:
    del seat
    lots = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, lots)
    return ismcts.ISMCTSBot(game, evaluator, 2.0, 10, random_state=lots)


def test_the_same_search_plays_the_same_match_here_and_there() -> None:
    histories = []
    for name in ("tischlein_tictactoe", "tic_tac_toe"):
        state, bot = loaded(name).new_initial_state(), tree_search(loaded(name), 0, 5)
        while not state.is_terminal():
            state.apply_action(bot.step(state))
        histories.append(state.history())
    assert histories[0] == histories[1]


@pytest.mark.parametrize("make", [tree_search, tree_search_in_c])
def test_its_tree_search_beats_random_players_in_our_contests(make: Any) -> None:
    entrants: list[Entrant] = [OpenSpielPlayer(make, "searching"), "random"]
    searching, lots = tt.contest(eleventh(), entrants, matches=12, workers=1).standings
    assert searching.name == "searching"
    assert searching.rate > 0.8 > lots.rate


@pytest.mark.parametrize("name", ["raufer", "nussknacker(turns=True)", "drunter(turns=True)"])
def test_its_search_among_secrets_plays_ours(name: str) -> None:
    game = loaded(f"tischlein_{name}")
    state = after_chance(game, steps=3)
    assert search_among_secrets(game, 0, 1).step(state) in state.legal_actions()


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.key)
def test_its_searches_play_a_match_of_every_game_in_our_contests(game: Game) -> None:
    """One of them can play a game; the other one says which."""
    able, other = ("ismcts", "mcts") if game.secrets or acts_at_once(game) else ("mcts", "ismcts")
    with pytest.raises(GameError, match=f"openspiel:{other} cannot play {game.key}.*{able} can"):
        entrants.maker(game, f"openspiel:{other}:2")
    searching = entrants.maker(game, f"openspiel:{able}:2")
    for seats in {min(game.seats), max(game.seats)} if game.compiled else ():
        makers = [searching, *[RandomPlayer] * (seats - 1)]
        events = seeded(game, complete(game, seats, {}), makers, 1).play()
        assert any(event.seat == 0 for event in itertools.islice(events, 300))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ismcts:1", "openspiel:ismcts needs 2 simulations or more, not 1"),
        ("ismcts:0", "needs 2"),
        ("mcts:0", "openspiel:mcts needs 1"),
        ("ismcts", "named like openspiel:mcts:300"),
        ("ismcts:-3", "named like"),
        ("alphazero:3", "named like"),
    ],
)
def test_a_search_that_does_not_exist_or_cannot_choose_is_refused(name: str, told: str) -> None:
    """The first simulation of the search among secrets only opens its tree."""
    with pytest.raises(GameError, match=told):
        entrants.maker(KUHN, f"openspiel:{name}")


def round_of_several(game: Any) -> Any:
    """Return a state in which several seats are asked, of a game that is played by turns."""
    states = (after_chance(game, seed, steps) for seed in range(50) for steps in range(10))
    return next(state for state in states if len(state.rounds.asked) > 1 and not state._chosen)


@pytest.mark.parametrize("key", ["nussknacker", "ganz_nach_plan"])
def test_whose_turn_within_a_round_comes_later_is_asked_too(key: str) -> None:
    """A search for games by turns takes it that others have chosen something."""
    game = loaded(f"tischlein_{key}(turns=True)")
    truth = round_of_several(game)
    for seat in truth.rounds.asked:
        state = state_of(game, truth.rounds.observe(seat), 1)
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(truth.rounds.legal(seat).tolist())


@pytest.mark.parametrize("key", ["nussknacker", "ganz_nach_plan"])
def test_what_a_player_has_chosen_itself_is_not_resampled(key: str) -> None:
    truth = round_of_several(loaded(f"tischlein_{key}(turns=True)"))
    first = truth.current_player()
    truth.apply_action(truth.legal_actions()[-1])
    assert truth.current_player() in truth.rounds.asked
    for seed in range(5):
        other = truth.resample_from_infostate(first, random.Random(seed).random)
        assert other.information_state_string(first) == truth.information_state_string(first)
        assert other.observation_string(first) == truth.observation_string(first)


@pytest.mark.parametrize("key", ["nussknacker", "ganz_nach_plan"])
def test_whoever_chooses_later_in_a_round_is_known_by_what_it_can_do(key: str) -> None:
    """A search takes it that who has the same information state has the same actions."""
    truth = round_of_several(loaded(f"tischlein_{key}(turns=True)"))
    first, (action, *_) = truth.current_player(), truth.legal_actions()
    actions: dict[str, set[tuple[int, ...]]] = {}
    for seed in range(30):
        other = truth.resample_from_infostate(first, random.Random(seed).random)
        other.apply_action(action)
        known = other.information_state_string(other.current_player())
        actions.setdefault(known, set()).add(tuple(other.legal_actions()))
    assert {len(found) for found in actions.values()} == {1}
    assert len({min(found) for found in actions.values()}) > 1


def seen_by(state: Any, player: int) -> list[Any]:
    """Return all that a player is told of a state."""
    return [
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(),
        state.current_player(),
    ]


@pytest.mark.parametrize("key", ["raufer", "nussknacker", "drunter", "ganz_nach_plan", "kuhn"])
def test_resampled_states_look_the_same_to_the_player_and_are_not(key: str) -> None:
    """No string, tensor or action tells a player what it may not know."""
    turns = "" if key in ("raufer", "kuhn") else "(turns=True)"
    game = loaded(f"tischlein_{key}{turns}")
    lots, different = random.Random(1), 0
    for steps in (0, 1, 4, 9):
        truth = after_chance(game, seed=steps, steps=steps)
        if truth.is_terminal():
            continue
        player = truth.current_player()
        for _ in range(5):
            other = truth.resample_from_infostate(player, lots.random)
            different += str(other) != str(truth)
            assert seen_by(other, player) == seen_by(truth, player)
    assert different


def test_chance_has_the_games_own_weights_and_lots_are_even() -> None:
    state = after_chance(loaded("tischlein_dash"))
    while not state.is_simultaneous_node():
        state = after_chance(loaded("tischlein_dash"), steps=1)
    state.apply_actions([state.legal_actions(seat)[0] for seat in range(2)])
    outcomes = state.chance_outcomes()
    assert [probability for _, probability in outcomes] == [0.5, 0.5]
    assert [state.action_to_string(-1, outcome) for outcome, _ in outcomes] == [
        "first A",
        "first B",
    ]


def between(turns: bool, choices: tuple[int, int], first: str) -> Any:
    """Return dash after both have chosen, by the index of an action, and the lot picked one."""
    state = after_chance(loaded(f"tischlein_dash(turns={turns})"), steps=1)
    assert len(state.rounds.asked) == 2
    chosen = [state.rounds.legal(seat).tolist()[choices[seat]] for seat in range(2)]
    if turns:
        for action in chosen:
            state.apply_action(action)
    else:
        state.apply_actions(chosen)
    state.apply_action(
        next(
            outcome
            for outcome, _ in state.chance_outcomes()
            if state.action_to_string(-1, outcome) == f"first {first}"
        )
    )
    return state


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize(("first", "slow"), [("A", 1), ("B", 0)])
def test_in_a_race_who_came_too_late_knows_what_it_chose_and_nobody_else_does(
    turns: bool, first: str, slow: int
) -> None:
    """A seat whose choice came to nothing remembers it; the others have never seen it."""
    one, other = (0, 1), (0, 0)
    if slow == 0:
        one, other = (1, 0), (0, 0)
    states = [between(turns, choices, first) for choices in (one, other)]
    own, rivals = (
        [state.information_state_string(seat) for state in states] for seat in (slow, 1 - slow)
    )
    assert own[0] != own[1]
    assert rivals[0] == rivals[1]


def test_who_takes_one_kind_of_node_for_another_is_told_so_and_nothing_has_happened() -> None:
    turn, together = (
        after_chance(loaded("tischlein_raufer")),
        after_chance(loaded("tischlein_bell")),
    )
    over = after_chance(loaded("tischlein_bell"), steps=10_000)
    assert together.is_simultaneous_node()
    assert over.is_terminal()
    dealing = loaded("tischlein_raufer").new_initial_state()
    actions = [together.legal_actions(seat)[0] for seat in range(2)]
    for state in (turn, dealing, over):
        before = state.history_str()
        with pytest.raises(ValueError, match="seats do not choose at the same time here"):
            state.apply_actions([turn.legal_actions()[0]] * state.num_players())
        assert state.history_str() == before
    with pytest.raises(ValueError, match="several seats choose at the same time here"):
        together.apply_action(actions[0])
    for wrong in (actions[:1], [*actions, 0]):
        with pytest.raises(ValueError, match="there are 2 seats, each with an action, not"):
            together.apply_actions(wrong)
    for state in (turn, together, over):
        with pytest.raises(ValueError, match="chance has nothing to do here"):
            state.chance_outcomes()


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    game = loaded("tischlein_raufer")
    dealing = game.new_initial_state()
    with pytest.raises(ValueError, match=r"chance cannot bring 999 here, only one of \[0, 1"):
        dealing.apply_action(999)
    for asked_before in (False, True):
        state = after_chance(game, steps=2)
        before = str(state)
        legal = state.legal_actions() if asked_before else []
        with pytest.raises(ValueError, match="cannot choose 999 here; legal are"):
            state.apply_action(999)
        forbidden = next(one for one in range(40) if one not in state.legal_actions())
        with pytest.raises(RefusedError, match="RAU-"):
            state.apply_action(forbidden)
        assert str(state) == before
        state.apply_action(state.legal_actions()[0])
        assert not legal or str(state) != before
    together = after_chance(loaded("tischlein_bell"))
    with pytest.raises(ValueError, match="seat 1 cannot choose 999 here"):
        together.apply_actions([together.legal_actions(0)[0], 999])


def test_options_are_parameters() -> None:
    assert loaded("tischlein_raufer(players=4,hand=3)").start.position().options["hand"] == 3
    assert loaded("tischlein_raufer(players=4)").start.position().options["hand"] == 4
    with pytest.raises(OptionError, match="hand is a number 2 to 6, not '1'"):
        loaded("tischlein_raufer(players=4,hand=1)")
    assert loaded("tischlein_raufer(players=4,hand=-1)").start.position().options["hand"] == 4
    assert loaded("tischlein_dropit(players=6)").start.position().options["teams"] == "121212"
    teams = loaded("tischlein_dropit(players=4,teams=_1122)").start.position().options["teams"]
    assert teams == "1122"
    assert loaded("tischlein_misd(limit=_30)").start.position().options["limit"] == "30"
    assert loaded("tischlein_drunter(goals=2)").start.position().options["goals"] == "2"
    deck = "swap-left:2,share"
    assert written(deck) == "swap-left:2;share"
    with pytest.raises(OptionError, match="raufer is played with 3, 4, 5 seats, not 2"):
        loaded("tischlein_raufer(players=2)")


def test_texts_that_openspiel_would_take_for_something_else_are_parameters_too() -> None:
    values = ("plain", "true", "False", "usual", "_mine", "2a", "-3")
    game = replace(KUHN, key="kuhn_said", options=(Choices("said", values, "plain"),))
    add(game)
    for value in values:
        found = loaded(name_of(game, 2, {"said": value})).start.position()
        assert found.options["said"] == value


def test_games_and_states_travel_to_other_processes() -> None:
    state = after_chance(loaded("tischlein_raufer(players=4)"), steps=2)
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    ran = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(state), capture_output=True, check=True
    )
    assert ran.stdout.decode().strip() == str(state)


def test_a_player_of_openspiel_is_never_shown_the_truth() -> None:
    game = loaded("tischlein_raufer")
    truth = after_chance(game, steps=2)
    seat = truth.current_player()
    seen = truth.rounds.observe(seat)
    shown = [str(state_of(game, seen, seed).rounds.position().state) for seed in range(5)]
    assert len({*shown, str(truth.rounds.position().state)}) > 2
