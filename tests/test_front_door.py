"""The public surface: what ``import tischlein as tt`` offers, and that it stays what it is."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Sequence

import pytest

import tischlein as tt
from tischlein.bots.players import Entrant

PUBLIC = [
    "Contest",
    "Custom",
    "Event",
    "Game",
    "GameError",
    "Level",
    "NotationError",
    "Observation",
    "OptionError",
    "Position",
    "Reaction",
    "Record",
    "RecordError",
    "RefusedError",
    "Search",
    "TischleinError",
    "contest",
    "load",
    "play",
    "read",
    "shelf",
]


def first(observation: tt.Observation, legal: Sequence[int]) -> int:
    return legal[0]


class InWords:
    """A player of one's own, which answers in notation."""

    name = "words"

    def choose(self, observation: tt.Observation, legal: Sequence[int]) -> int:
        return observation.read(observation.seat, observation.write(observation.seat, legal[-1]))


def test_the_public_names_are_these_and_all_are_there() -> None:
    assert tt.__all__ == PUBLIC
    assert all(getattr(tt, name) is not None for name in PUBLIC)
    assert set(PUBLIC) <= set(dir(tt))


def test_errors_form_one_tree() -> None:
    errors = [name for name in PUBLIC if name.endswith("Error")]
    assert all(issubclass(getattr(tt, name), tt.TischleinError) for name in errors)


def test_the_package_is_typed() -> None:
    from importlib.resources import files

    assert (files("tischlein") / "py.typed").is_file()


def test_a_position_is_played_on_by_number_or_in_notation() -> None:
    position = tt.load("raufer").start(seats=3, seed=7)
    legal = position.legal(0)
    by_number = position.after(0, legal[0])
    assert by_number == position.after(0, position.write(0, legal[0]))
    assert position.legal(0) == legal
    assert by_number != position


def test_a_seed_resolves_chance_and_equal_seeds_give_equal_deals() -> None:
    game = tt.load("raufer")
    assert game.start(seats=4, seed=3) == game.start(seats=4, seed=3)
    assert game.start(seats=4, seed=3) != game.start(seats=4, seed=4)
    assert game.start(seats=4).acting == (8,)
    assert game.start(seats=4, seed=3).acting == (0,)


def test_a_refusal_names_the_rule_and_changes_nothing() -> None:
    position = tt.load("bauab").start(options={"first": "A"})
    before = position.to_bytes()
    with pytest.raises(tt.RefusedError) as caught:
        position.after(1, "5 b2")
    assert caught.value.refusal.rule == "BAU-8"
    with pytest.raises(tt.NotationError):
        position.after(0, "five at b2")
    with pytest.raises(tt.NotationError):
        position.after(0, " ")
    with pytest.raises(ValueError, match="no action number"):
        position.after(0, 10_000)
    assert position.to_bytes() == before


def test_levels_searches_functions_and_players_can_be_seated() -> None:
    record = tt.play("raufer", ["weak", "ismcts:20", first], seed=1)
    assert record.names == ("weak", "ismcts:20", "first")
    assert record.final().over
    other = tt.play("raufer", [InWords(), tt.Level("mine", tt.Search("random")), "random"], seed=1)
    assert other.names == ("words", "mine", "random")


def test_equal_seeds_give_equal_matches() -> None:
    players: list[Entrant] = ["random", first, "random"]
    assert tt.play("raufer", players, seed=5) == tt.play("raufer", players, seed=5)
    assert tt.play("raufer", players, seed=5) != tt.play("raufer", players, seed=6)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (["strong"], "is played by 3, 4, 5, not by 1"),
        (["strong", "weak", "genius"], "no level 'genius'"),
        (["strong", "weak", "chess:5"], "there is no search 'chess'; there are: alphabeta"),
        (["strong", "weak", "uct:fast"], "budget of uct is a positive number"),
    ],
)
def test_players_that_do_not_exist_are_named(players: list[str], told: str) -> None:
    with pytest.raises(tt.GameError, match=told):
        tt.play("raufer", players)


def test_whatever_else_is_seated_is_no_player() -> None:
    with pytest.raises(TypeError, match="a level, a function or a player, not 3"):
        tt.play("raufer", [3, "weak", "weak"])  # type: ignore[list-item]  # that is the test


def test_what_a_function_chooses_must_be_possible() -> None:
    def impossible(observation: tt.Observation, legal: Sequence[int]) -> int:
        return next(action for action in range(99) if action not in legal)

    def at_a_loss_for_words(observation: tt.Observation, legal: Sequence[int]) -> str:
        return "a good one"

    with pytest.raises(tt.RefusedError):
        tt.play("bauab", ["random", impossible])
    with pytest.raises(tt.NotationError):
        tt.play("bauab", ["random", at_a_loss_for_words])


def test_what_an_object_chooses_is_read_and_checked_as_well() -> None:
    class Writer:
        def choose(self, observation: tt.Observation, legal: Sequence[int]) -> str:
            return observation.write(observation.seat, legal[0])

    class Cheat:
        def choose(self, _: tt.Observation, legal: Sequence[int]) -> int:
            return next(action for action in range(99) if action not in legal)

    assert tt.play("raufer", [Writer(), first, first], seed=1).final().over
    with pytest.raises(tt.RefusedError):
        tt.play("bauab", ["random", Cheat()])


def test_a_contest_has_an_interval_for_everybody_and_is_the_same_on_all_cores() -> None:
    alone = tt.contest("raufer", ["weak", "random", first], matches=12, workers=1)
    assert [one.name for one in alone.standings] == ["weak", "random", "first"]
    assert all(0 <= one.interval[0] <= one.rate <= one.interval[1] <= 1 for one in alone.standings)
    together = tt.contest("raufer", ["weak", "random", lambda _, legal: legal[0]], matches=12)
    assert [one.rate for one in together.standings] == [one.rate for one in alone.standings]
    assert "weak" in str(alone)
    assert repr(alone).startswith("<Contest in raufer, 12 matches>")


def test_a_script_without_a_guarded_main_part_holds_a_contest(tmp_path: object) -> None:
    script = (
        "import tischlein as tt\n"
        "mine = lambda seen, legal: legal[0]\n"
        "print(tt.contest('raufer', ['random', 'random', mine], matches=6, workers=2))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.count("%") == 9


def test_everything_says_what_it_is() -> None:
    game = tt.load("raufer")
    position = game.start(seats=3, seed=1)
    record = tt.play(game, ["random"] * 3, seed=1)
    assert repr(game) == "<Game raufer, 3-5 seats, rules version 1>"
    assert repr(position) == "<Position of raufer, 3 seats, A to act>"
    assert repr(position.observe(1)) == "<Observation by B of raufer, 3 seats, A to act>"
    assert repr(record).startswith("<Record of raufer: ")
    assert str(record).startswith("game: raufer\n")


def test_notebooks_show_boards_that_tell_no_secret() -> None:
    record = tt.play("raufer", ["random"] * 3, seed=1)
    position = tt.load("raufer").start(seats=3, seed=7)
    for shown in (position, position.observe(0), record):
        svg = shown._repr_svg_()
        assert svg is not None
        assert svg.startswith("<svg")
    assert position._repr_svg_() == position.observe(9)._repr_svg_()


def test_positions_and_records_are_copied_compared_hashed_and_pickled() -> None:
    position = tt.load("raufer").start(seats=3, seed=7)
    record = tt.play("raufer", ["random"] * 3, seed=1)
    for one in (position, position.observe(0), record):
        assert pickle.loads(pickle.dumps(one)) == one
        assert hash(pickle.loads(pickle.dumps(one))) == hash(one)
    twins = (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position)))
    for twin in twins:
        action = position.legal(0)[0]
        assert twin.after(0, action) == position.after(0, action)
        twin.play(0, action)
        assert twin != position


def test_a_record_is_read_as_it_was_written() -> None:
    record = tt.play("raufer", ["random"] * 3, seed=2)
    assert tt.read(str(record)) == record
