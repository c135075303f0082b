"""What is made from the code: game pages, the reference, the protocol, the command line."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from typer.main import get_group

import tischlein
from benchmarks import Figure
from docs import measure, studies
from docs.extension import command_line, figures, games, modules, protocol, reports, rules, strength
from docs.extension.board import in_a_page
from docs.extension.files import bring_up_to_date
from docs.measure import Spread, measured
from tests.shelf import SHELF
from tests.test_examples import GAME
from tischlein.cli.commands import app
from tischlein.core import registry
from tischlein.lab import report, running
from tischlein.lab.study import Study
from tischlein.presentation.examples import example_of


@pytest.fixture(scope="module")
def unmeasured(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a game that nobody has measured and no folder here knows."""
    source = tmp_path_factory.mktemp("docs")
    return games.page(GAME, example_of(GAME), source)


def test_a_game_of_one_file_has_a_page_with_its_board_rules_and_notation(unmeasured: str) -> None:
    assert unmeasured.startswith("(tictactoe)=\n# Tic-Tac-Toe\n")
    assert '<svg role="img" aria-label="Tic-Tac-Toe after' in unmeasured
    assert "{rule-id}`TTT-2` Whoever has three marks" in unmeasured
    assert "### " not in unmeasured.partition("## Rules")[0]
    assert "```text\nA " in unmeasured
    assert "Nothing: all seats and spectators see the same." in unmeasured


def test_what_is_not_measured_is_said_to_be_so(unmeasured: str) -> None:
    assert "Not measured yet." in unmeasured
    assert "How strong they are is not measured yet." in unmeasured


def test_a_page_shows_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "measured").mkdir()
    found = {"game": "tictactoe", "seats": 2, "level": "strong", "against": "weak"}
    strength = [found | {"share": 0.75, "low": 0.66, "high": 0.82, "matches": 100}]
    (tmp_path / "measured" / "strength.json").write_text(json.dumps(strength))
    page = games.page(GAME, example_of(GAME), tmp_path)
    assert "| strong | weak | 2 | 75% (66% to 82%) | 100 |" in page


def test_strength_is_taken_over_as_shares_for_the_games_of_the_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "strength.json"
    monkeypatch.setattr(measure, "STRENGTH", file)
    old = {"seats": 2, "level": "strong", "against": "weak", "share": 0.1}
    file.write_text(json.dumps([{"game": "other", **old}, {"game": "tictactoe", **old}]))
    report = tmp_path / "report.json"
    figures = [
        Figure("duel", 75.0, "% won", interval=(66.0, 82.0), about=found)
        if found["seats"] == 2
        else Figure("three", 1.5, "x fair share", interval=(1.2, 1.8), about=found)
        for found in (
            {"game": "tictactoe", "seats": seats, "level": "strong", "against": "weak"}
            for seats in (2, 3)
        )
    ]
    report.write_text(json.dumps({"figures": [asdict(figure) for figure in figures]}))
    measure.take_over([report])
    rows = json.loads(file.read_text())
    assert [(row["game"], row["seats"]) for row in rows] == [
        ("other", 2),
        ("tictactoe", 2),
        ("tictactoe", 3),
    ]
    assert [row["share"] for row in rows] == [0.1, 0.75, 0.5]
    assert (rows[2]["low"], rows[2]["high"]) == (0.4, 0.6)


def test_what_strong_wins_among_rivals_is_kept_by_table_and_shown_with_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "measured" / "rivals.json"
    file.parent.mkdir()
    monkeypatch.setattr(measure, "RIVALS", file)
    further = "uct, 16 times as many simulations"
    for number, values in enumerate(
        [{("strong", 2): 60.0}, {("strong", 2): 90.0, ("strong", 3): 1.2, (further, 3): 1.5}]
    ):
        figures = [
            Figure("table", value, "", interval=(0.9 * value, 1.1 * value), about={
                "game": "tictactoe", "seats": seats, "level": level, "against": "uct",
                "matches": 40, "simulations": 500, "microseconds": 2000, "theirs": 1900,
            })
            for (level, seats), value in values.items()
        ]  # fmt: skip
        report = tmp_path / f"{number}.json"
        report.write_text(json.dumps({"figures": [asdict(figure) for figure in figures]}))
        measure.take_over_rivals([report], "a small machine")
    assert [row["share"] for row in json.loads(file.read_text())] == [0.9, 0.4, 0.5]
    page = strength.page({"tictactoe": "Tic-Tac-Toe", "go": "Go"}, tmp_path)
    assert "There are no figures of Go." in page
    whole, room = page.replace("\N{NO-BREAK SPACE}", " ").split(strength.ROOM)
    assert "| Tic-Tac-Toe | 2 | 1.80 (1.62 to 1.98) | reached | uct:500 | 40 | 2, 1.9 |" in whole
    assert "| Tic-Tac-Toe | 3 | 1.20 (1.08 to 1.32) | missed | uct:500 | 40 | 2, 1.9 |" in whole
    assert f"| Tic-Tac-Toe | 3 | {further} | uct:500 | 1.50 (1.35 to 1.65) | 40 |" in room
    assert "Measured on a small machine." in page
    assert "Not measured yet." in page.partition("## Beside each other")[2]


def test_what_was_checked_by_hand_stands_in_the_report(tmp_path: Path) -> None:
    folder = tmp_path / "measured" / "checked"
    folder.mkdir(parents=True)
    (folder / "tictactoe.md").write_text("It is a draw.\n")
    report = studies.SiteReport("tictactoe", 1, ("A sentence.",), (), (), ())
    assert "## Checked by hand\n\nIt is a draw." in reports.page(
        report, "Tic-Tac-Toe", reports.checked(tmp_path, GAME)
    )
    assert "Checked by hand" not in reports.page(report, "Tic-Tac-Toe")


def test_lengths_and_choices_are_those_of_the_matches() -> None:
    found = measured(GAME, 2, "random", 20)
    assert 5 <= found.decisions.low <= found.decisions.mean <= found.decisions.high <= 9
    # From nine free cells downwards.
    assert 5 <= found.choices.mean <= 7
    assert found.choices.high == 9
    assert Spread.of([1, 2, 3]) == Spread(2.0, 1.1, 2.9)


def test_a_drawing_takes_the_colours_of_its_page() -> None:
    drawn = '<svg ><symbol id="x"/><use href="#x" fill="#2b2622" stroke="#1F5FA8"/></svg>'
    inline = in_a_page(drawn, 'a "b"')
    assert 'fill="var(--ink)" stroke="var(--seat-a)"' in inline
    assert 'id="art-x"' in inline
    assert 'href="#art-x"' in inline
    assert 'aria-label="a &quot;b&quot;"' in inline


def test_identifiers_of_rules_become_references_but_in_code() -> None:
    known = {"TTT-1"}
    assert rules.linked("see TTT-1, `TTT-1`, TTT-9", known) == "see {rule}`TTT-1`, `TTT-1`, TTT-9"


def test_every_level_of_every_game_stands_on_its_page() -> None:
    source = Path(games.__file__).parents[1]
    for game in map(registry.load, SHELF):
        page = games.page(game, example_of(game), source)
        for level in game.levels:
            assert f"| {level.key} | " in page
        for option in game.options:
            assert f"| `{option.name}` | " in page
        assert "Not measured yet." not in page, f"python -m docs.measure {game.key}"


SILENT = '''\
"""A module."""

SILENT = 1

def said():
    """Say."""

def silent():
    pass

def _private():
    pass

class Owner:
    """Own."""

    def silent(self):
        pass

    @property
    def silent_too(self):
        return 1

class Heir(Owner):
    """Inherit."""

    def said(self):
        """Say."""
'''


def test_public_names_without_docstrings_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "silent_module.py").write_text(SILENT)
    monkeypatch.syspath_prepend(str(tmp_path))
    module: ModuleType = __import__("silent_module")
    try:
        found = list(modules.undocumented(module))
    finally:
        del sys.modules["silent_module"]
    assert found == ["silent", "Owner.silent", "Owner.silent_too"]


def test_the_command_line_stands_there_whole_in_80_columns() -> None:
    page = command_line.page()
    blocks = page.split("```text\n")[1:]
    assert len(blocks) == 1 + len(list(command_line.commands()))
    assert {(command.name or "",) for command in get_group(app).commands.values()} <= {
        *command_line.commands()
    }
    assert "## tischlein study report" in page
    assert (
        max(len(line) for block in blocks for line in block.partition("```")[0].split("\n")) <= 80
    )
    assert "…" not in page


def test_every_variable_of_the_environment_stands_with_its_option() -> None:
    page = command_line.page()
    sources = Path(tischlein.__file__).parent.rglob("*.py")
    set_by_hosts = {
        name
        for source in sources
        for name in re.findall(r"\bTISCHLEIN_[A-Z_]+", source.read_text(encoding="utf-8"))
    }
    told_to_programs = {"TISCHLEIN_SERVER", "TISCHLEIN_TOKEN"}  # by bot-check, not read
    missing = {name for name in set_by_hosts - told_to_programs if f"`{name}`" not in page}
    assert not missing
    assert "| `TISCHLEIN_MAIL_FROM` | `--mail-from` |" in page


def test_the_protocol_has_every_request_and_every_message() -> None:
    page = protocol.page()
    assert "### POST /api/matches/{match_id}/join" in page
    assert "Take an open chair." in page
    for record in ("NewMatch", "View", "Act", "Problem", "Scene"):
        assert f"\n### {record}\n" in page


def test_the_protocol_describes_every_record_that_it_names_with_every_field() -> None:
    page = protocol.page()
    anchors = {heading.lower() for heading in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#(\w+)\)", page)) <= anchors | {"refusals"}
    answers = re.findall(r"^- Answer \d+: (?:a list of )?([A-Z]\w+)$", page, re.MULTILINE)
    assert not answers  # without a link: such as InWords, which browsers never get
    assert not [line for line in page.splitlines() if line.endswith("|  |")]


def test_the_protocol_says_once_what_a_refusal_means_and_with_each_request_which_it_may_get() -> (
    None
):
    page = protocol.page()
    assert page.count("It is not possible as the table stands.") == 1
    join = page.partition("### POST /api/matches/{match_id}/join")[2].partition("\n### ")[0]
    assert "[Refusals](#refusals): 400, 403, 404, 409, 413, 415, 429, 503." in join


def test_the_figures_of_other_programs_are_a_table_with_targets() -> None:
    rows = [line for line in figures.page().splitlines() if line.startswith("| ")][2:]
    assert any("PettingZoo raw_env, Connect Four" in row for row in rows)
    assert any("batch" in row for row in rows)
    assert any("at least 3: " in row for row in rows)
    assert {row.count(" |") for row in rows} == {4}


def test_a_folder_of_made_pages_holds_what_was_made_and_nothing_else(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path, {"a.md": "a", "b/c.md": "c"})
    before = (tmp_path / "a.md").stat().st_mtime_ns
    bring_up_to_date(tmp_path, {"a.md": "a"})
    assert (tmp_path / "a.md").stat().st_mtime_ns == before
    assert not (tmp_path / "b" / "c.md").exists()


def test_what_was_studied_has_a_page_of_its_own_and_is_told_on_the_games(tmp_path: Path) -> None:
    study = Study(games=("bauab",), entrants=("random",), matches=4)
    (found,) = report.reports(running.run(study, tmp_path / "study", workers=1))
    game = registry.load("bauab")
    folder = tmp_path / "measured" / "reports"
    folder.mkdir(parents=True)
    kept = studies.site_report(found, game.version)
    (folder / "bauab.json").write_bytes(msgspec.json.encode(kept))
    read = reports.found(tmp_path, game)
    assert read == kept
    assert found.summary[0] in reports.summary(kept)
    assert "bauab-report.md" in reports.summary(kept)
    page = reports.page(kept, "Bauab")
    assert page.startswith("# Bauab: what matches show\n")
    assert "## Is it fair?" in page
    assert page.count("<svg role=") == page.count("<figcaption>") >= 3
    assert " style=" not in page
    assert "var(--accent)" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


FIGURE = re.compile(r"-?[0-9]+(?:\.([0-9]+))?")


def test_reports_are_written_as_the_yardstick_says(tmp_path: Path) -> None:
    """Where not, ``python -m docs.studies --edition`` writes it anew: then pages say so.

    Figures may differ by one in the last digit that is written: another processor, or another
    version of NumPy, may add up otherwise what lies between the two.
    """
    kept = studies.EDITION.read_text(encoding="utf-8")
    written = studies.as_file(studies.yardstick(tmp_path)).decode()
    assert FIGURE.sub("#", kept) == FIGURE.sub("#", written)
    for one, other in zip(FIGURE.finditer(kept), FIGURE.finditer(written), strict=True):
        last_digit = 10.0 ** -len(one[1] or "")
        assert float(one[0]) == pytest.approx(float(other[0]), rel=0, abs=1.01 * last_digit)


def test_a_report_that_was_written_with_other_formulas_or_words_says_so() -> None:
    earlier = studies.SiteReport("bauab", 1, ("It is fair.",), (), ("By playing.",), ())
    assert reports.EARLIER in reports.page(earlier, "Bauab")
    other = msgspec.structs.replace(earlier, edition="0123456789ab")
    assert reports.EARLIER in reports.page(other, "Bauab")
    now = msgspec.structs.replace(earlier, edition=studies.edition())
    assert reports.EARLIER not in reports.page(now, "Bauab")


def test_an_option_is_compared_with_what_it_needs() -> None:
    found = studies.variants(registry.load("misd"), 2)
    assert "variant=b" in found
    needing = [text for text in found if "relay=" in text or "cards=" in text]
    assert needing
    assert all(text.startswith("variant=b ") for text in needing)


def test_what_was_studied_by_other_rules_is_not_shown(tmp_path: Path) -> None:
    game = registry.load("bauab")
    folder = tmp_path / "measured" / "reports"
    folder.mkdir(parents=True)
    old = studies.SiteReport("bauab", game.version + 1, ("It is fair.",), (), (), ())
    (folder / "bauab.json").write_bytes(msgspec.json.encode(old))
    assert reports.found(tmp_path, game) is None


def test_options_of_a_game_are_compared_one_by_one(tmp_path: Path) -> None:
    game = registry.load("bauab")
    compared = studies.options_study(game, 3, ("random",))
    assert compared.options[0] == ""
    assert {"plan=barrel", "plan=cross", "first=A", "first=B"} <= set(compared.options)
    assert {len(text.split()) for text in compared.options[1:]} == {1}
    results = running.run(compared, tmp_path, workers=1)
    whole = studies.SiteReport("bauab", game.version, ("It is fair.",), (), (), ())
    report = studies.with_options(whole, results)
    assert report.summary[1].startswith("Of ")
    assert [part.heading for part in report.parts] == ["What do options change?"]
