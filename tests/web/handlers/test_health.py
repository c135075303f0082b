"""Whether a server says how it is: health, figures, and a log that tells no secret."""

import json
import logging
import re
import string
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

import tests.tiny.bell
from tests.web.visiting import OPEN, Site, Visitor, me, play, site_at
from tischlein.core.errors import TischleinError
from tischlein.tables.match_ids import new_match_id, opened_match_id
from tischlein.tables.ownership import Role
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import MatchBrokenError, StoreUnavailableError
from tischlein.web import metrics
from tischlein.web.deployment import Deployment
from tischlein.web.handlers import health
from tischlein.web.handlers.health import MetricsReaders
from tischlein.web.logs import (
    ACCESS,
    LINES,
    Form,
    JsonLines,
    LineCounter,
    TextLines,
    configure,
    without_secrets,
)
from tischlein.web.preparation_state import PreparationState
from tischlein.web.running import serving
from tischlein.web.running.early_answers import EarlyAnswers

BELL = tests.tiny.bell.GAME


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(
        MetricsReaders, "may_read", lambda *_: True
    )  # the test client has no address
    with site_at(tmp_path / "tischlein.db") as site:
        yield site


def figures(visitor: Visitor) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Return what Prometheus reads."""
    text = visitor.ask("GET", "/metrics").text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_server_that_can_be_played_at_is_ready(site: Site) -> None:
    visitor = site.visitor()
    assert visitor.get("/health/live") == {"live": True}
    assert visitor.get("/health") == visitor.get("/health/ready")
    told = visitor.get("/health")
    assert (told["live"], told["ready"], told["storage"], told["disk"]) == (True,) * 4
    assert told["role"] == "all"


def test_a_server_without_storage_or_room_is_live_but_not_ready(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: SqliteStore) -> None:
        raise StoreUnavailableError("the disk is gone")

    visitor = site.visitor()
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "check_writable", broken)
        answer = visitor.ask("GET", "/health")
        assert (answer.status_code, answer.json()["storage"]) == (503, False)
    monkeypatch.setattr(health, "LEAST_FREE", 1 << 62)
    answer = visitor.ask("GET", "/health")
    assert (answer.status_code, answer.json()["disk"]) == (503, False)
    assert visitor.get("/health/live") == {"live": True}


def test_figures_tell_moves_tables_connections_storage_and_requests(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens(BELL.key, me("Anna"), OPEN)
    ben.joins(match, "Ben")
    with anna.at_table(match) as a, ben.at_table(match) as b:
        views = play(a, b)
        told = figures(site.visitor())
    number = views[0]["number"]
    nothing = frozenset[tuple[str, str]]()
    assert told["tischlein_connections", nothing] == 2
    assert told["tischlein_storage_events_total", nothing] == number
    assert told["tischlein_move_seconds_count", nothing] >= 2
    assert told["tischlein_tables", frozenset({("status", "finished")})] == 1
    assert told["tischlein_storage_bytes", nothing] > 0
    assert told["tischlein_storage_free_bytes", nothing] > 0
    assert {"tischlein_bots_thinking", "tischlein_bots_waiting", "tischlein_storage_waiting"} <= {
        name for name, _ in told
    }
    joined = {
        ("method", "POST"),
        ("route", "/api/matches/{match_id}/join"),
        ("status", "201"),
    }
    assert told["tischlein_request_seconds_count", frozenset(joined)] == 1
    assert not any(match in str(labels) for _, labels in told)


def test_figures_tell_what_fails_and_how_much_the_log_complains(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, outages = LineCounter(), "tischlein_outages"
    monkeypatch.setattr(metrics, "LINES", lines)
    logging.getLogger().addHandler(lines)
    nothing = frozenset[tuple[str, str]]()
    warnings, errors = (frozenset({("level", level)}) for level in ("warning", "error"))
    visitor = site.visitor()
    try:
        before = figures(visitor)
        outage = Outage(logging.getLogger("tischlein.pigeons"), "sending pigeons")
        outage.record_failure("there is no wind")
        outage.record_fault(ZeroDivisionError())
        told = figures(visitor)
    finally:
        logging.getLogger().removeHandler(lines)
    assert told[outages, nothing] - before[outages, nothing] == 1
    for level in (warnings, errors):
        assert before["tischlein_logged_total", level] == 0
        assert told["tischlein_logged_total", level] == 1
    outage.record_success()
    assert figures(visitor)[outages, nothing] == before[outages, nothing]


def test_the_log_that_is_configured_is_counted() -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        configure(Form.TEXT)
        assert LINES in root.handlers
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


@pytest.mark.parametrize(
    ("host", "may"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:10.1.2.3", True),
        ("::ffff:192.0.2.7", False),
        ("10.1.2.3", True),
        ("192.0.2.7", False),
        ("testclient", False),
    ],
)
def test_figures_are_for_this_machine_and_whom_the_operator_names(host: str, may: bool) -> None:
    assert MetricsReaders(["10.1.0.0/16"]).may_read(host) is may


def test_prometheus_is_told_once_how_figures_are_written(site: Site) -> None:
    """It takes no answer any more whose type names a parameter twice."""
    kind = site.visitor().ask("GET", "/metrics").headers["content-type"]
    assert sorted(kind.split("; ")) == ["charset=utf-8", "text/plain", "version=0.0.4"]


def test_a_stranger_finds_no_figures(tmp_path: Path) -> None:
    with site_at(tmp_path / "db") as site:
        assert site.visitor().refused("GET", "/metrics", 404) == "problem-not-found"


def test_a_role_is_for_servers_that_share_a_database() -> None:
    with pytest.raises(TischleinError, match="--database postgresql"):
        Deployment(role=Role.BOTS).check()
    Deployment(role=Role.WEB, database="postgresql://db/tischlein").check()


@pytest.mark.parametrize("text", ["*", "everybody", "10.0.0.1/8", ""])
def test_a_proxy_is_an_address_or_a_network(text: str) -> None:
    with pytest.raises(TischleinError, match="is no address or network"):
        Deployment(proxies=[text]).check()
    Deployment(proxies=["192.0.2.7", "2001:db8::/32"], watchers=["::1"]).check()


@pytest.mark.parametrize("text", ["", "10.0.0.3", "ftp://here", "http://", "http://here/there"])
def test_other_nodes_reach_a_node_at_an_address(text: str) -> None:
    with pytest.raises(TischleinError, match="is no address of a server"):
        Deployment(node=text).check()
    Deployment(node="http://10.0.0.3:8000/").check()


def test_what_a_named_proxy_says_of_visitors_is_believed_and_of_no_other() -> None:
    proxied = Deployment(proxies=["192.0.2.7"])
    trusted = serving.settings(EarlyAnswers(PreparationState()), proxied).forwarded_allow_ips
    assert trusted is not None
    mapped = {"::ffff:127.0.0.1/128", "::ffff:192.0.2.7/128"}  # where IPv6 is listened at, too
    assert set(trusted) == {"127.0.0.1", "::1", "192.0.2.7", *mapped}


def test_the_log_tells_of_requests_by_their_route_and_of_no_secret(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger=ACCESS.name)
    anna = site.visitor()
    anna.ask("GET", "/")
    match, (secret, _) = anna.opens(BELL.key, me("Anna"), me("Otto"))
    program = Visitor(site.client, secret)
    program.get(f"/api/matches/{match}/view")
    anna.get("/health/live")  # when it is answered, the request before has been told of
    logging.getLogger("tischlein").warning("Bearer %s and %s", secret, anna.cookie)
    lines = [JsonLines().format(record) for record in caplog.records]
    told: list[dict[str, Any]] = [json.loads(line) for line in lines]
    views = [line for line in told if line.get("route") == "/api/matches/{match_id}/view"]
    assert [line["status"] for line in views] == [200]
    (warned,) = (line for line in told if line["level"] == "warning")
    assert warned["message"] == "Bearer [secret] and [secret]"
    for line in (*lines, *map(TextLines().format, caplog.records)):
        for hidden in (secret, secret.rpartition(".")[2], anna.cookie.partition(".")[0]):
            assert hidden not in line


LETTERS = string.ascii_letters + string.digits + "-_"
KEYS = st.text(LETTERS, min_size=43, max_size=43)
TAGS = st.text(LETTERS, min_size=22, max_size=22)
TAILS = st.text(LETTERS, min_size=32, max_size=32)


@given(key=KEYS, tag=TAGS, tail=TAILS, around=st.sampled_from(["", " ", "=", "-", "_", "a", "'"]))
@example(key="-" * 43, tag="-" * 22, tail="-" * 32, around="")
def test_secrets_are_blotted_out_whatever_they_begin_with_and_wherever_they_stand(
    key: str, tag: str, tail: str, around: str
) -> None:
    hashed = sha256(key.encode()).hexdigest()
    for secret in (key, f"{key}.20783.{tag}", f"8p35gty4m5bp6z.20783.{tail}", hashed):
        written = without_secrets(f"{around}{secret}{around}")
        assert not any(part in written for part in secret.split(".") if len(part) > 20), written
        assert len(written) <= len("[secret]") + 2 * len(around)


def test_a_line_tells_how_the_id_of_a_match_begins_and_no_more() -> None:
    told = {
        "match 8p35gty4m5bp6z: storage failed": "match 8p35…: storage failed",
        "there is no match '8p35gty4m5bp6z'": "there is no match '8p35…'",
        "GET /api/matches/8p35gty4m5bp6z/live": "GET /api/matches/8p35…/live",
        "session 8p35gty4m5bp6z.20783." + "k" * 32: "session [secret]",
        "held by card:" + "K" * 32: "held by card:[secret]",
        "a representation of responsibilities": "a representation of responsibilities",
    }
    assert {line: without_secrets(line) for line in told} == told
    for _ in range(200):
        match = new_match_id()
        for known in (match, opened_match_id(match, new_match_id())):
            assert without_secrets(f"table {known}") == f"table {match[:4]}…"


def test_a_server_whose_storage_fails_while_people_play_tells_of_no_match(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = site.visitor()
    match, (secret, _) = anna.opens(BELL.key, me("Anna"), me("Otto"))

    async def broken(_: SqliteStore, match_id: str, *__: object, **___: object) -> None:
        raise MatchBrokenError(match_id, "the disk is gone")

    monkeypatch.setattr(SqliteStore, "append", broken)
    program = Visitor(site.client, secret)
    path, command = f"/api/matches/{match}/actions", {"id": "once", "action": 0, "seen": 0}
    assert program.refused("POST", path, 409, command) == "problem-storage"
    lines = [form.format(one) for one in caplog.records for form in (JsonLines(), TextLines())]
    assert any(match[:4] in line for line in lines)
    assert not any(match in line for line in lines)


def test_while_nothing_can_be_written_moves_are_refused_with_503_and_the_log_says_so_once(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, (secret,) = anna.opens(BELL.key, me("Anna"), OPEN, fixed=True)
    ben.joins(match, "Ben")
    program = Visitor(site.client, secret)
    path, command = f"/api/matches/{match}/actions", {"id": "once", "action": 0, "seen": 0}
    assert isinstance(site.hall.store, SqliteStore)
    file = site.hall.store.path
    with anna.at_table(match) as table:
        table.says(type="ping")
        table.hears("pong")  # what a connection reads at first has been read
        moved = file.rename(file.with_name("elsewhere"))
        for _ in range(3):
            answer = program.ask("POST", path, json=command)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            assert answer.json()["phrase"]["key"] == "problem-storage"
            assert table.acts(0)["phrase"]["key"] == "problem-storage"
            health = program.ask("GET", "/health/ready")
            assert (health.status_code, health.json()["storage"]) == (503, False)
            assert program.get("/health/live") == {"live": True}
        assert not file.exists()  # nothing empty has been put in its place
        moved.rename(file)
        assert program.ask("GET", "/health/ready").json()["storage"]
        assert program.ask("POST", path, json=command).status_code == 200
    warned = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    (line,) = (one for one in warned if "reading" not in one)
    assert re.search("writing to the database fails: .*put it back", line)


def test_an_exception_is_told_without_secrets_too() -> None:
    cookie = "A" * 43
    try:
        raise ValueError(cookie)
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "no", (), (ValueError, error, None))
    assert cookie not in JsonLines().format(record)
    assert "[secret]" in json.loads(JsonLines().format(record))["exception"]
    assert without_secrets("a match, 2026-11-22, Anna") == "a match, 2026-11-22, Anna"
