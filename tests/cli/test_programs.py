"""Commands about programs that play at a server: registered, listed, renewed, revoked."""

import json
from pathlib import Path

from tests.cli.conftest import Tischlein
from tischlein.tables.players import programs


def test_a_program_is_registered_listed_renewed_and_revoked(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    here = "--data", tmp_path
    assert "tischlein program add" in tischlein("program", "list", *here).out
    assert not [*tmp_path.iterdir()], "to look makes no database"
    added = tischlein("program", "add", "Robo", "--owner", "Ada", "--game", "bauab", *here)
    assert added.code == 0
    token = added.out.split()[-1]
    assert token.startswith(programs.TOKEN)
    assert tischlein("program", "list", *here).out.startswith("Robo of Ada: bauab; registered ")
    renewed = tischlein("program", "renew", "robo", *here).out.split()[-1]
    assert renewed.startswith(programs.TOKEN)
    assert renewed != token
    assert "may play no more" in tischlein("program", "revoke", "Robo", *here).out
    (listed,) = json.loads(tischlein("program", "list", "--json", *here).out)
    assert (listed["name"], listed["games"]) == ("Robo", ["bauab"])
    assert listed["revoked"] is not None
    again = tischlein("program", "revoke", "Robo", *here)
    assert (again.code, "no program is called Robo" in again.err) == (2, True)


def test_a_program_needs_a_name_of_its_own_an_owner_and_games_that_are_here(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    here = "--data", tmp_path
    assert tischlein("program", "add", "Robo", "--owner", "Ada", *here).code == 0
    same = tischlein("program", "add", "ROBO", "--owner", "Bob", *here)
    assert (same.code, "ROBO already" in same.err) == (2, True)
    chess = tischlein("program", "add", "Rook", "--owner", "Ada", "--game", "chess", *here)
    assert (chess.code, "There is no game" in chess.err) == (2, True)
    nobody = tischlein("program", "add", "Rook", "--owner", " ", *here)
    assert (nobody.code, "who is responsible" in nobody.err) == (2, True)


def test_a_folder_that_is_not_there_is_no_server_without_programs(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    for command in (("list",), ("renew", "Robo"), ("revoke", "Robo")):
        answer = tischlein("program", *command, "--data", tmp_path / "typo")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"tischlein: there is no folder {tmp_path}/typo\n"
