"""Games and their rules are listed."""

import json
import re

import pytest

from tests.cli.conftest import Tischlein


def test_the_list_of_games_is_whole_in_80_columns(tischlein: Tischlein) -> None:
    listed = tischlein("games").out
    assert max(map(len, listed.splitlines())) <= 80
    unbroken = re.sub(r"([|,])\n {4,}", r"\1", listed)
    for game in json.loads(tischlein("games", "--json").out):
        assert re.search(rf"^{game['key']}: {re.escape(game['name'])}$", listed, re.MULTILINE)
        for name, option in game["options"].items():
            assert f"\n  {name}={option['values']}\n" in f"{unbroken}\n"


def test_games_are_listed(tischlein: Tischlein) -> None:
    assert "Bauab" in tischlein("games").out
    report = json.loads(tischlein("games", "--json", "--language", "fr").out)
    bauab = next(game for game in report if game["key"] == "bauab")
    assert bauab["seats"] == [2]
    assert bauab["options"]["first"] == {"values": "lot|A|B", "default": {"2": "lot"}}
    assert len(bauab["rules"]) == 42


def test_rules_are_shown_one_by_one_or_all(tischlein: Tischlein) -> None:
    answer = tischlein("rules", "bauab", "bau-12", "BAU-14")
    assert [line.split()[0] for line in answer.out.splitlines()] == ["BAU-12", "BAU-14"]
    assert "BAU-42" in tischlein("rules", "bauab").out
    assert list(json.loads(tischlein("rules", "bauab", "BAU-12", "--json").out)) == ["BAU-12"]


def test_lines_of_rules_do_not_end_at_no_break_spaces(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in range(40, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = tischlein("rules", "raufer", "--language", "fr").out.splitlines()
        assert max(map(len, lines)) <= columns
        assert not [line for line in lines if re.match(r"[ │•]*[:;!?»]", line)]
        assert not [line for line in lines if re.search(r"«[ │]*$", line)]
    told = json.loads(tischlein("rules", "raufer", "--language", "fr", "--json").out)
    assert "\N{NO-BREAK SPACE}" in "".join(told.values())
    assert "\N{NO-BREAK SPACE}" in "".join(lines)


def test_the_language_is_the_systems(tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Planungs-Chip" in tischlein("rules", "bauab", "BAU-12").out
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setenv("LC_MESSAGES", "fr_CH.UTF-8")
    assert "jeton" in tischlein("rules", "bauab", "BAU-12").out
