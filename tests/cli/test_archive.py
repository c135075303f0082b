"""Commands about what a server has stored: whole evenings are copied, replayed, moved."""

import asyncio
import json
import re
import shutil
import socket
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from filelock import FileLock

from tests.cli.conftest import Answer, Tischlein
from tests.web.nodes import nodes
from tischlein.core import records
from tischlein.tables.storage.occupancy import locked_database
from tischlein.tables.storage.store_address import join_nodes, open_store

FULL = Path("/dev/full")


@pytest.fixture
def evening(tmp_path: Path, tischlein: Tischlein) -> Path:
    """Return a folder with a database of three matches that were simulated."""
    folder, data = tmp_path / "records", tmp_path / "data"
    for game in ("bauab", "raufer"):
        assert tischlein("simulate", game, "--matches", 2, "--out", folder).code == 0
    (folder / "unfinished.record").write_text("game: bauab\nseats: Anna, Ben\n\n* start A\n")
    answer = tischlein("import", folder, "--data", data)
    assert answer.code == 1
    assert "unfinished.record: the match is not over" in answer.out
    assert answer.out.endswith("4 matches taken in\n")
    return data


def test_what_was_imported_is_exported_and_replayed(
    evening: Path, tmp_path: Path, tischlein: Tischlein
) -> None:
    with locked_database(evening / "tischlein.db", "http://here/"):  # a server goes on meanwhile
        answer = tischlein("replay-all", "--data", evening)
        assert answer.code == 0
        assert answer.out.splitlines() == [
            "bauab, rules version 1: 2 of 2 matches replay",
            "raufer, rules version 1: 2 of 2 matches replay",
        ]
        assert tischlein("export", tmp_path / "out", "--data", evening).code == 0
        refused = tischlein("import", tmp_path / "out", "--data", evening)
        assert (refused.code, "http://here/" in refused.err) == (2, True)
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name.split("-")[0] for file in files] == ["bauab"] * 2 + ["raufer"] * 2
    assert all(records.read(file.read_text()).final().over for file in files)
    assert "rules: 1\n" in files[0].read_text()


def test_an_import_says_where_a_match_is_and_that_its_record_names_no_day(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    text = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\n& end agreed\n"
    (folder / "old.record").write_text(text)
    first = tischlein("import", folder, "--data", tmp_path / "data")
    assert ": /match/" in first.out
    assert "names no day" in first.out
    again = tischlein("import", folder, "--data", tmp_path / "data")
    assert "0 matches taken in, 1 there already" in again.out


def test_only_what_this_server_has_hosted_comes_back_as_hosted_here(
    evening: Path, tmp_path: Path, tischlein: Tischlein
) -> None:
    file = evening / "tischlein.db"

    def marks(file: Path) -> list[int]:
        with closing(sqlite3.connect(file)) as connection:
            return sorted(one for (one,) in connection.execute("SELECT from_record FROM match"))

    assert marks(file) == [1, 1, 1, 1]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE match SET from_record = 0 WHERE game = 'bauab'")
    out = tmp_path / "out"
    assert tischlein("export", out, "--data", evening).code == 0
    told = ["hosted: no\n" in record.read_text() for record in sorted(out.iterdir())]
    assert told == [False, False, True, True]
    for options, expected in (([], [1, 1, 1, 1]), (["--hosted-here"], [0, 0, 1, 1])):
        data = tmp_path / f"data{len(options)}"
        assert tischlein("import", out, *options, "--data", data).code == 0
        assert marks(data / "tischlein.db") == expected
        assert tischlein("export", tmp_path / data.name / "out", "--data", data).code == 0


def test_replay_all_names_what_does_not_replay(evening: Path, tischlein: Tischlein) -> None:
    with closing(sqlite3.connect(evening / "tischlein.db")) as connection, connection:
        connection.execute(
            "DELETE FROM event WHERE number > 4 AND match IN"
            " (SELECT id FROM match WHERE game = 'raufer' LIMIT 1)"
        )
        connection.execute("UPDATE match SET rules_version = 3 WHERE game = 'bauab'")
    answer = tischlein("replay-all", "--data", evening)
    assert answer.code == 1
    assert "stored as over, but after its 4 events it is not" in answer.out
    assert "bauab, rules version 3 (version 1 is installed): 2 of 2 matches replay" in answer.out
    assert "raufer, rules version 1: 1 of 2 matches replay" in answer.out
    told = json.loads(tischlein("replay-all", "--json", "--data", evening).out)
    assert [rules["failed"] for rules in told["rules"]] == [0, 1]
    assert len(told["failed"]) == 1


def test_matches_are_removed_by_their_ids_or_addresses_and_leave_no_trace(
    evening: Path, tischlein: Tischlein
) -> None:
    file = evening / "tischlein.db"

    def ids() -> list[str]:
        with closing(sqlite3.connect(file)) as connection:
            return [one for (one,) in connection.execute("SELECT id FROM match ORDER BY id")]

    first, second, third, fourth = ids()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE seat SET name = 'Rumpelstilzchen' WHERE match = ?", (first,))
    for wrong, words in (
        (["Anna"], "'Anna' is no match: write its id"),
        ([first, "2222222222abcd"], "nothing has been removed"),
    ):
        answer = tischlein("remove", *wrong, "--data", evening)
        assert (answer.code, words in answer.err, len(ids())) == (2, True, 4)
    with locked_database(file, "http://here/"):
        assert "http://here/" in tischlein("remove", first, "--data", evening).err
    address = f"https://play.example.org/match/{second}"
    answer = tischlein("remove", first, address, first, "--data", evening)
    assert answer.code == 0
    assert answer.out.startswith("2 matches removed;")
    assert ids() == [third, fourth]
    one = tischlein("remove", third, "--data", evening)
    assert one.out == "1 match removed; backups from before still hold it\n"
    assert b"Rumpelstilzchen" not in file.read_bytes()
    answer = tischlein("remove", fourth, "--data", evening / "nothing")
    assert (answer.code, "there is no database" in answer.err) == (2, True)


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_on_a_full_disk_it_is_said_where_and_nothing_is_left_by_halves(
    evening: Path, tmp_path: Path, tischlein: Tischlein
) -> None:
    out = tmp_path / "out"
    assert tischlein("export", out, "--data", evening).code == 0
    before = {file.name: file.read_text() for file in out.iterdir()}
    first = min(before)
    (out / f"{first}.tmp").symlink_to(FULL)
    answer = tischlein("export", out, "--data", evening)
    assert (answer.code, answer.err) == (
        2,
        f"tischlein: {out / first}: No space left on device\n",
    )
    assert {file.name: file.read_text() for file in out.iterdir()} == before
    named = evening / "tischlein.db.address"
    named.symlink_to(FULL)
    with (
        pytest.raises(OSError, match="No space") as caught,
        locked_database(evening / "tischlein.db", "x"),
    ):
        pass
    assert caught.value.filename == str(named)


def test_stored_matches_are_read_beside_the_database_and_no_copy_is_left(
    evening: Path, tmp_path: Path, tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where temporary files are kept may be memory."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    left = evening / ".tischlein-read-0.db"
    for file in (left, left.with_suffix(".lock"), left.with_name(f"{left.name}-wal")):
        file.touch()  # of a command that was killed
    with FileLock(evening / ".tischlein-read-1.lock"):
        used = evening / ".tischlein-read-1.db"
        used.touch()
        assert tischlein("replay-all", "--data", evening).code == 0
        assert tischlein("export", tmp_path / "out", "--data", evening).code == 0
        assert {*evening.glob(".*")} == {used, used.with_suffix(".lock")}


def test_where_there_is_no_room_for_a_copy_it_is_said_how_much_it_takes(
    evening: Path, tmp_path: Path, tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere, genuine = tmp_path / "elsewhere", shutil.disk_usage
    elsewhere.mkdir()
    full = [evening]
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    monkeypatch.setattr(
        shutil,
        "disk_usage",
        lambda path: genuine(path)._replace(free=0) if path in full else genuine(path),
    )
    assert tischlein("replay-all", "--data", evening).code == 0
    full.append(elsewhere)
    refused = tischlein("replay-all", "--data", evening)
    assert refused.code == 2
    assert re.search(rf"a copy of \d MB.* no room in {evening} or {elsewhere}:", refused.err)
    assert [*elsewhere.iterdir()] == []


def test_a_backup_is_put_back_and_what_was_there_is_kept(
    evening: Path, tmp_path: Path, tischlein: Tischlein
) -> None:
    copy = tmp_path / "copy.db"
    assert tischlein("backup", copy, "--data", evening).code == 0
    assert tischlein("backup", copy, "--data", evening).code == 2
    other = tmp_path / "other"
    assert tischlein("restore", copy, "--data", other).code == 0
    assert "4" in tischlein("export", tmp_path / "out", "--data", other).out
    assert "before-1.db" in tischlein("restore", copy, "--data", other).out
    assert tischlein("backup", tmp_path / "no.db", "--data", tmp_path / "nowhere").code == 2
    without = tischlein("backup", tmp_path / "new" / "copy.db", "--data", evening)
    assert (without.code, without.err) == (2, f"tischlein: there is no folder {tmp_path / 'new'}\n")
    assert tischlein("export", tmp_path / "no", "--data", tmp_path / "nowhere").code == 2
    assert not (tmp_path / "no").exists()


def test_what_is_in_postgresql_is_moved_exported_replayed_and_imported(
    evening: Path, tmp_path: Path, postgres: str, tischlein: Tischlein
) -> None:
    moved = tischlein("move-data", evening / "tischlein.db", postgres)
    assert moved.code == 0
    assert moved.out.startswith("4 matches with ")
    assert tischlein("replay-all", "--database", postgres).code == 0
    assert tischlein("export", tmp_path / "out", "--database", postgres).code == 0
    back = tischlein("import", tmp_path / "out", "--database", postgres)
    assert back.out.endswith("0 matches taken in, 4 there already\n")
    again = tischlein("move-data", evening / "tischlein.db", postgres)
    assert (again.code, "empty" in again.err) == (2, True)
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        refused = tischlein(command, tmp_path / "copy", "--database", postgres)
        assert (refused.code, instead in refused.err) == (2, True)
    wrong = tischlein("replay-all", "--database", "mysql://localhost/x")
    assert (wrong.code, "postgresql://" in wrong.err) == (2, True)
    no_address = tischlein("replay-all", "--database", tmp_path / "matches.db")
    assert (no_address.code, "--data" in no_address.err) == (2, True)


def test_nothing_is_removed_or_rated_anew_in_postgresql_while_a_server_runs(
    evening: Path, postgres: str, tischlein: Tischlein
) -> None:
    assert tischlein("move-data", evening / "tischlein.db", postgres).code == 0
    with closing(sqlite3.connect(evening / "tischlein.db")) as connection:
        first, second, *_ = (one for (one,) in connection.execute("SELECT id FROM match"))

    async def while_it_runs(*command: str) -> Answer:
        async with open_store(postgres) as store, join_nodes(store, "http://node:1", "1"):
            return await asyncio.to_thread(tischlein, *command, "--database", postgres)

    for command in (["remove", first], ["rerate"]):
        refused = asyncio.run(while_it_runs(*command))
        assert (refused.code, "(http://node:1); end it first" in refused.err) == (2, True)
        assert tischlein("replay-all", "--database", postgres).out.count("2 of 2") == 2
    for nowhere in ("postgresql://me:secret@localhost:1/x", "postgresql://me:secret@localhost:a/x"):
        unreached = tischlein("remove", first, "--database", nowhere)
        words = f"cannot open the database {nowhere.replace('secret', '***')}: "
        assert (unreached.code, words in unreached.err) == (2, True)
    unknown = tischlein("remove", first, "2222222222abcd", "--database", postgres)
    assert (unknown.code, "nothing has been removed" in unknown.err) == (2, True)
    removed = tischlein("remove", first, second, "--database", postgres)
    assert (removed.code, removed.out.startswith("2 matches removed")) == (0, True)
    assert tischlein("rerate", "--database", postgres).code == 0
    assert tischlein("replay-all", "--database", postgres).out.count("2 of 2") == 1


def test_the_doctor_looks_at_postgresql(evening: Path, postgres: str, tischlein: Tischlein) -> None:
    def seen(address: str) -> str:
        return tischlein("doctor", "--database", address, "--port", 1).out

    assert "empty: the first start makes the tables" in seen(postgres)
    assert tischlein("move-data", evening / "tischlein.db", postgres).code == 0
    assert ", 4 matches" in seen(postgres)
    away = seen("postgresql://me:secret@localhost:1/x")
    assert "x database: cannot open postgresql://me:***@localhost:1/x" in away


def test_the_doctor_knows_the_server_beside_it_that_shares_a_database(
    postgres: str, tischlein: Tischlein
) -> None:
    """In a container one asks where a server runs: its port is not free, and that is no fault."""
    with nodes(postgres, 1, "bauab") as (server,):
        port = urlsplit(server.address).port
        seen = tischlein("doctor", "--database", postgres, "--port", port or 0)
        assert f"+ port: a server is running here: http://localhost:{port}/" in seen.out
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # and does not listen
        taken = tischlein("doctor", "--database", postgres, "--port", silent.getsockname()[1])
        assert (taken.code, "x port: " in taken.out) == (1, True)
