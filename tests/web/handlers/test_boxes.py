"""What the shelf shows: made once for the same sources, and by a process that compiles nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.tiny import kuhn
from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.core.options import Choices, Options
from tischlein.web.handlers import answer_cache, boxes
from tischlein.web.http.numbers import plain
from tischlein.web.messages.shelf import GameInfo

PATIENCE = 1200


@pytest.fixture(scope="module")
def _loaded() -> None:
    """Have what boxes need of compiled rules in memory: an empty cache would have all made anew."""
    for key in registry.keys():
        boxes.describe(registry.load(key))


@pytest.fixture
def cache(_loaded: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache with nothing in it."""
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path))
    boxes.box.cache_clear()
    yield tmp_path
    boxes.box.cache_clear()


def test_boxes_are_made_apart_while_nothing_is_compiled_and_are_those_made_here(
    cache: Path,
) -> None:
    with answer_cache.prepared_in_process() as making:
        assert making is not None
        assert making.wait(PATIENCE) == 0
    assert not list(cache.glob("**/*.nbi"))
    made = {key: boxes.box(key) for key in registry.keys()}
    assert len(made) >= 10
    for key, box in made.items():
        anew = msgspec.json.encode(boxes.describe(registry.load(key)), enc_hook=plain)
        assert msgspec.json.decode(anew, type=GameInfo) == box


def test_an_option_offers_what_goes_together_with_what_it_needs() -> None:
    def check_options(seats: int, options: Options) -> None:
        if options["hints"] == "yes" and options["variant"] == "brief":
            raise OptionError("only in the longer variant")

    hints = Choices("hints", ("no", "yes"), "no", needs=("variant", "longer"))
    game = replace(
        kuhn.GAME,
        rules=replace(kuhn.GAME.rules, check_options=check_options),
        options=(Choices("variant", ("brief", "longer"), "brief"), hints),
    )
    (offer,) = boxes.option_info(game, hints).offers
    assert (offer.default, offer.values) == ("no", ("no", "yes"))


@pytest.mark.usefixtures("cache")
def test_what_is_kept_of_these_sources_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes.cache_answers()
    boxes.box.cache_clear()

    def again(_: Game) -> GameInfo:
        raise AssertionError("made a second time")

    monkeypatch.setattr(boxes, "describe", again)
    with answer_cache.prepared_in_process() as making:
        assert making is None
    assert boxes.box("bauab").key == "bauab"
    boxes.box.cache_clear()
    answer_cache.write({boxes.BOXES: b"["})  # cut off, or of another time
    with pytest.raises(AssertionError, match="a second time"):
        boxes.box("bauab")


@pytest.mark.usefixtures("cache")
def test_servers_that_share_a_cache_may_store_the_same_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In containers, they have the same process id, too."""
    replace_file = Path.replace

    def replace_late(file: Path, target: Path) -> None:
        monkeypatch.setattr(Path, "replace", replace_file)
        answer_cache.write({"/first": b"first", "/second": b"second"})
        replace_file(file, target)

    monkeypatch.setattr(Path, "replace", replace_late)
    answer_cache.write({"/first": b"first", "/third": b"third"})
    for name in ("first", "second", "third"):
        assert answer_cache.read(f"/{name}") == name.encode()


@pytest.mark.usefixtures("cache")
def test_what_can_be_shown_is_kept_although_a_game_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    make = boxes.describe

    def failing(game: Game) -> GameInfo:
        if game.key == "raufer":
            raise RuntimeError("a game of another package")
        return make(game)

    monkeypatch.setattr(boxes, "describe", failing)
    boxes.cache_answers()
    assert answer_cache.read(answer_cache.GAMES) is None  # it may be there tomorrow
    assert set(boxes._cached_boxes()) == {*registry.keys()} - {"raufer"}


def test_a_process_that_makes_boxes_ends_with_the_server(cache: Path) -> None:
    with answer_cache.prepared_in_process() as making:
        assert making is not None
    assert making.returncode is not None
    assert not list(cache.glob("**/*.gz"))
