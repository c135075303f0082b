"""Programs with identities: tokens, invitations, what they have to answer, marks and limits."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.tables.playing import asynchronous, hall_at
from tests.tables.waiting import eventually
from tests.web.test_leaks import KEYS, redealt
from tests.web.visiting import BOT, OPEN, PATIENCE, Site, Visitor, me, site_at
from tischlein.core import records, registry
from tischlein.core.kernel import new_rng
from tischlein.tables.match.standing import Standing
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.players import programs
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import ConflictError, StoreUnavailableError
from tischlein.tables.stored import StoredProgram
from tischlein.web.http.limits import Limits, RateLimiter
from tischlein.web.sockets import duty_feeds
from tischlein.web.sockets.duty_feeds import DutyFeed, DutyFeeds
from tischlein.web.sockets.live_connections import LiveConnections


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


@pytest.fixture
def site(path: Path) -> Iterator[Site]:
    with site_at(path) as site:
        yield site


def store(path: Path, program: StoredProgram) -> None:
    """Keep a program, as the command beside a running server does."""

    async def save() -> None:
        async with SqliteStore(path) as kept:
            await kept.save_program(program)

    asyncio.run(save())


def register(path: Path, name: str = "Robo", *games: str) -> tuple[StoredProgram, str]:
    """Register a program; return it with its token."""
    program, token = programs.registered(name, "Ada", games, 1)
    store(path, program)
    return program, token


def invitation(program: StoredProgram) -> dict[str, str]:
    """Return a chair for a program."""
    return {"kind": "program", "program": program.id}


class Robo(Visitor):
    """A program at the site, with its token."""

    def __init__(self, site: Site, token: str) -> None:
        super().__init__(site.client, token)
        self.revision = ""

    def duties(self, wait: int = 0) -> list[dict[str, Any]]:
        """Return what is to be answered, after a change if it shall be waited for."""
        told = self.get(f"/api/program/duties?wait={wait}&seen={self.revision if wait else ''}")
        self.revision = told["revision"]
        duties: list[dict[str, Any]] = told["duties"]
        return duties

    def awaits(self, kind: str) -> dict[str, Any]:
        """Return the first duty of a kind, as soon as there is one."""
        found = [duty for duty in self.duties() if duty["type"] == kind]
        while not found:
            found = [duty for duty in self.duties(wait=30) if duty["type"] == kind]
        return found[0]

    def answers(self, duty: dict[str, Any]) -> None:
        """Accept an invitation, do the first thing that is possible, or agree."""
        path = f"/api/matches/{duty['match']}"
        if duty["type"] == "invited":
            self.post(f"{path}/join", {"name": ""})
        elif duty["type"] == "asked":
            self.post(f"{path}/consent", {"agree": True})
        else:
            command = {"id": f"c{duty['number']}", "action": duty["legal"][0]}
            answer = self.post(f"{path}/actions", command | {"type": "act", "seen": duty["number"]})
            assert answer["type"] == "accepted"


def test_an_invited_program_accepts_and_plays_to_the_end_by_its_duties(
    site: Site, path: Path
) -> None:
    program, token = register(path)
    robo, host = Robo(site, token), site.visitor()
    match, _ = host.opens("raufer", invitation(program), BOT, BOT)
    (chair, *_) = host.get(f"/api/matches/{match}")["seats"]
    assert (chair["kind"], chair["name"], chair["program"]) == ("open", "Robo", True)
    assert robo.awaits("invited")["match"] == match
    robo.answers(robo.awaits("invited"))
    while host.get(f"/api/matches/{match}")["status"] == "playing":
        for duty in robo.duties(wait=1):
            robo.answers(duty)
    seats = host.get(f"/api/matches/{match}")["seats"]
    assert sorted((seat["kind"], seat["program"]) for seat in seats) == [
        ("bot", False),
        ("bot", False),
        ("person", True),
    ]
    (seat,) = (seat["seat"] for seat in seats if seat["program"])
    record = records.read(host.ask("GET", f"/api/matches/{match}/record").text)
    assert record.fields["programs"] == "ABC"[seat]
    assert robo.duties() == []


def test_a_declined_chair_is_free_for_everybody(site: Site, path: Path) -> None:
    program, token = register(path)
    robo, anna = Robo(site, token), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    free = next(
        seat["seat"]
        for seat in anna.get(f"/api/matches/{match}")["seats"]
        if seat["kind"] == "open"
    )
    anna.post(f"/api/matches/{match}/invitations", {"seat": free, "program": program.id})
    assert anna.get(f"/api/matches/{match}")["seats"][free]["kept"]
    again = {"seat": free, "program": program.id}
    path_ = f"/api/matches/{match}/invitations"
    assert anna.refused("POST", path_, 409, again) == "problem-chair-taken"
    assert site.visitor().refused("POST", path_, 403, again) == "problem-host-only"
    robo.awaits("invited")
    robo.post(f"/api/matches/{match}/decline")
    assert not anna.get(f"/api/matches/{match}")["seats"][free]["kept"]
    assert robo.duties() == []
    assert robo.refused("POST", f"/api/matches/{match}/decline", 409) == "problem-not-invited"


def test_programs_sit_down_uninvited_only_where_the_host_wants_them(site: Site, path: Path) -> None:
    _, token = register(path)
    robo, anna = Robo(site, token), site.visitor()
    closed, secrets = anna.opens("bauab", me("Anna"), OPEN, programs=False)
    assert not anna.get(f"/api/matches/{closed}")["programs"]
    join = f"/api/matches/{closed}/join"
    assert robo.refused("POST", join, 403, {"name": ""}) == "problem-no-programs"
    claim = {"secret": secrets[0]}
    assert robo.refused("POST", "/api/seats", 403, claim) == "problem-no-programs"
    rule = f"/api/matches/{closed}/programs"
    assert robo.refused("POST", rule, 403, {"programs": True}) == "problem-host-only"
    anna.post(rule, {"programs": True})
    assert anna.get(f"/api/matches/{closed}")["programs"]
    anna.post(rule, {"programs": False})
    assert robo.refused("POST", join, 403, {"name": ""}) == "problem-no-programs"
    welcome, _ = anna.opens("bauab", me("Anna"), OPEN, listed=True)
    robo.joins(welcome, "Somebody else")
    seats = anna.get(f"/api/matches/{welcome}")["seats"]
    assert {seat["name"]: seat["program"] for seat in seats} == {"Anna": False, "Robo": True}


def test_a_program_is_asked_for_its_consent_and_plays_on_after_taking_back(
    site: Site, path: Path
) -> None:
    program, token = register(path)
    robo, anna = Robo(site, token), site.visitor()
    match, _ = anna.opens(
        "bauab", me("Anna"), invitation(program), fixed=True, options={"first": "A"}
    )
    robo.answers(robo.awaits("invited"))
    seen = anna.get(f"/api/matches/{match}/view?scenes=0")
    command = {"type": "act", "id": "a", "action": seen["legal"][0], "seen": seen["number"]}
    anna.post(f"/api/matches/{match}/actions", command)
    turn = robo.awaits("turn")
    assert (turn["awaited"], turn["seat"]) == (True, 1)
    anna.post(f"/api/matches/{match}/proposals", {"what": "back"})
    assert robo.awaits("asked")["what"] == "back"
    # In this order, for whoever answers one after the other: the turn would make it void.
    assert [duty["type"] for duty in robo.duties()] == ["asked", "turn"]
    robo.answers(robo.awaits("asked"))
    assert robo.duties() == []
    assert anna.get(f"/api/matches/{match}")["number"] < turn["number"]
    assert site.visitor().get("/api/programs")[0]["present"]


def test_a_token_that_is_renewed_or_revoked_opens_nothing(site: Site, path: Path) -> None:
    program, old = register(path)
    renewed, new = programs.with_new_token(program)
    assert Robo(site, old).get("/api/program")["owner"] == "Ada"
    store(path, renewed)
    asked = "GET", "/api/program/duties", 403
    assert Robo(site, old).refused(*asked) == "problem-program-token"
    assert Robo(site, new).duties() == []
    revoked = programs.without_token(renewed, 2)
    store(path, revoked)
    assert Robo(site, new).refused(*asked) == "problem-program-token"
    assert site.visitor().get("/api/programs") == []
    assert site.visitor().refused(*asked) == "problem-program-token"
    register(path)  # its name is free again


def test_two_programs_cannot_have_one_name(path: Path) -> None:
    register(path)
    with pytest.raises(ConflictError, match="ROBO"):
        register(path, "ROBO")


def test_a_program_is_only_asked_for_games_that_it_plays(site: Site, path: Path) -> None:
    program, token = register(path, "Robo", "bauab")
    anna = site.visitor()
    assert anna.get("/api/programs")[0]["games"] == ["bauab"]
    wanted = {"game": "raufer", "chairs": [me("Anna"), invitation(program), BOT]}
    assert anna.refused("POST", "/api/matches", 400, wanted) == "problem-program-game"
    match, _ = anna.opens("raufer", me("Anna"), OPEN, BOT)
    join = f"/api/matches/{match}/join"
    assert Robo(site, token).refused("POST", join, 400, {"name": ""}) == "problem-program-game"
    unknown = wanted | {"chairs": [me("Anna"), {"kind": "program", "program": "x"}, BOT]}
    assert anna.refused("POST", "/api/matches", 400, unknown) == "problem-program"


def test_a_program_has_bounds_and_limits_of_its_own(path: Path) -> None:
    limits = Limits(requests_of_program=(1e-6, 3))
    with site_at(path, limits, match_limits=MatchLimits(of_program=1)) as site:
        program, token = register(path)
        anna, robo = site.visitor(), Robo(site, token)
        anna.opens("bauab", me("Anna"), invitation(program))
        wanted = {"game": "bauab", "chairs": [me("Anna"), invitation(program)]}
        assert anna.refused("POST", "/api/matches", 429, wanted) == "problem-program-busy"
        for _ in range(3):
            robo.get("/api/program")
        assert robo.refused("GET", "/api/program", 429) == "problem-too-fast"
        assert site.visitor().get("/api/programs")[0]["id"] == program.id


def test_many_invitations_and_chairs_at_once_do_not_exceed_a_programs_limit(path: Path) -> None:
    """Each is counted in the step that stores it, however many are asked for at the same time."""
    with site_at(path, match_limits=MatchLimits(of_program=3)) as site:
        program, token = register(path)
        hosts = [site.visitor() for _ in range(8)]
        tables = [host.opens("bauab", me("Anna"), OPEN)[0] for host in hosts]
        with ThreadPoolExecutor(len(tables)) as several:

            def invites(number: int) -> int:
                chair = {"seat": 1, "program": program.id}
                invitations = f"/api/matches/{tables[number]}/invitations"
                return int(hosts[number].ask("POST", invitations, json=chair).status_code)

            def joins(match: str) -> int:
                join = f"/api/matches/{match}/join"
                return int(Robo(site, token).ask("POST", join, json={"name": ""}).status_code)

            invited = list(several.map(invites, range(len(tables))))
            seated = list(several.map(joins, tables))
        assert Counter(invited) == {204: 3, 429: 5}
        assert Counter(seated) == {201: 3, 429: 5}
        opened = {"game": "bauab", "chairs": [me("Robo"), OPEN]}
        refused = Robo(site, token).refused("POST", "/api/matches", 429, opened)
        assert refused == "problem-program-busy"


def test_a_program_listens_over_a_socket_and_is_sent_away_with_its_token(
    site: Site, path: Path
) -> None:
    program, token = register(path)
    with Robo(site, token).at("/api/program/live") as window:
        assert window.hears("duties")["duties"] == []
        match, _ = site.visitor().opens("bauab", me("Anna"), invitation(program))
        (duty,) = window.hears("duties")["duties"]
        assert (duty["type"], duty["match"]) == ("invited", match)
        store(path, programs.without_token(program, 2))
        with pytest.raises(WebSocketDisconnect):
            window.hears("nothing more")


def test_nobody_listens_with_a_token_that_is_none(site: Site) -> None:
    with Robo(site, "no token").at("/api/program/live") as window:
        assert window.hears("problem")["phrase"]["key"] == "problem-program-token"
        with pytest.raises(WebSocketDisconnect):
            window.hears("nothing more")


@pytest.mark.parametrize("error", [StoreUnavailableError("away"), ValueError("unheard of")])
def test_what_storage_cannot_tell_now_is_looked_for_again(
    site: Site,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    errors = [error]
    look = DutyFeeds._poll

    async def fails_first(desks: DutyFeeds) -> None:
        if errors:
            raise errors.pop()
        await look(desks)

    monkeypatch.setattr(duty_feeds, "POLL_EVERY", 0.05)
    monkeypatch.setattr(DutyFeeds, "_poll", fails_first)
    program, token = register(path)
    with Robo(site, token).at("/api/program/live") as window:
        assert window.hears("duties")["duties"] == []
        store(path, programs.without_token(program, 2))
        with pytest.raises(WebSocketDisconnect):
            window.hears("nothing more")
    assert errors == []
    assert f"finding out what programs have to answer fails: {error}" in caplog.text


@asynchronous
async def test_a_server_that_ends_answers_programs_though_storage_keeps_one_of_them_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        asking, answered = asyncio.Event(), asyncio.Event()
        kept, other = (
            programs.registered(name, "its owner", (), 0)[0] for name in ("Kept", "Other")
        )
        engagements = hall.matches.engagements

        async def slow(session: str) -> Any:
            if session == programs.session_of(kept):
                asking.set()
                await answered.wait()
            return await engagements(session)

        monkeypatch.setattr(hall.matches, "engagements", slow)
        limits = Limits()
        limiter = RateLimiter(limits)
        feeds = DutyFeeds(hall, LiveConnections(hall, limits, limiter, lambda _: None))

        async def listens(program: StoredProgram) -> None:
            async with feeds.open(program) as feed:
                await feed.changed_since(feed.duties.revision, PATIENCE)

        async with feeds:
            waiting = asyncio.create_task(listens(kept))
            await asking.wait()
            listening = asyncio.create_task(listens(other))
            await eventually(lambda: programs_listening(feeds, other))
            closing = asyncio.create_task(feeds.close())
            await listening
            assert not closing.done()
            answered.set()
            await asyncio.gather(closing, waiting)


def programs_listening(feeds: DutyFeeds, program: StoredProgram) -> bool:
    """Whether a program waits for what it has to answer."""
    feed = feeds._feeds.get(program.id)
    return feed is not None and not feed._lock.locked() and feed.listening == 1


def test_a_program_keeps_its_own_name(site: Site, path: Path) -> None:
    _, token = register(path)
    robo, anna = Robo(site, token), site.visitor()
    match, _ = anna.opens("raufer", me("Anna"), OPEN, OPEN)
    table = f"/api/matches/{match}"
    robo.post(f"{table}/join", {"name": "whatever"})
    called = {"seat": 1, "name": "Ada"}
    assert robo.refused("POST", f"{table}/name", 403, called) == "problem-not-allowed"
    another = {"name": "Robo too", "beside": True}
    assert robo.refused("POST", f"{table}/join", 409, another) == "problem-name-taken"
    assert [seat["name"] for seat in anna.get(table)["seats"]] == ["Anna", "Robo", ""]


def test_a_program_sits_once_at_a_table(site: Site, path: Path) -> None:
    program, token = register(path)
    robo = Robo(site, token)
    match, _ = robo.opens("raufer", me("Anna"), OPEN, OPEN)
    invited = "POST", f"/api/matches/{match}/invitations", 409, {"seat": 1, "program": program.id}
    assert robo.refused(*invited) == "problem-program-here"


@pytest.mark.parametrize(
    ("other", "problem"), [("again", "problem-program-here"), ("robo", "problem-name-taken")]
)
def test_no_table_is_opened_that_would_wait_for_a_program_for_ever(
    site: Site, path: Path, other: str, problem: str
) -> None:
    program, _ = register(path)
    beside = invitation(program) if other == "again" else me(other)
    wanted = {"game": "raufer", "chairs": [invitation(program), beside, OPEN]}
    assert site.visitor().refused("POST", "/api/matches", 409, wanted) == problem


def test_a_program_is_sent_away_from_a_table_with_its_token_though_it_listens_nowhere(
    site: Site, path: Path
) -> None:
    program, token = register(path)
    robo = Robo(site, token)
    match, _ = robo.opens("bauab", me("Anna"), OPEN)
    with robo.at_table(match) as window:
        window.hears("table")
        store(path, programs.with_new_token(program)[0])
        with pytest.raises(WebSocketDisconnect):
            window.hears("nothing more")


def test_a_program_can_set_a_table_under_its_own_name_alone(site: Site, path: Path) -> None:
    _, token = register(path)
    robo = Robo(site, token)
    match, _ = robo.opens("bauab", me("Anna"), OPEN)
    seats = robo.get(f"/api/matches/{match}")["seats"]
    assert {(seat["name"], seat["program"]) for seat in seats} == {("Robo", True), ("", False)}
    assert robo.refused("POST", "/api/session/end", 403) == "problem-not-allowed"


@pytest.mark.parametrize("key", sorted(KEYS))
def test_duties_are_the_same_when_what_a_program_may_not_know_is_dealt_anew(
    site: Site, path: Path, key: str
) -> None:
    program, token = register(path)
    game, rng, chooser = registry.load(key), new_rng(3), random.Random(3)
    anna, robo = site.visitor(), Robo(site, token)
    others = [me(f"Player {number}") for number in range(min(game.seats) - 1)]
    match, _ = anna.opens(key, *others, invitation(program), fixed=True)
    robo.answers(robo.awaits("invited"))
    seat, feed = len(others), DutyFeed(site.hall, program)
    redeals = 0
    for ply in range(12):
        anna.get(f"/api/matches/{match}")
        table = site.hall.tables[match]
        if not table.acting:
            break
        truth, kept = table.position, table._ledger.standing
        told = feed._duties_at(table)
        other = redealt(truth, seat, rng)
        redeals += other != truth
        table._ledger.standing = Standing(other)
        table._ledger.standing.set_position(other, other.acting, kept.number)
        assert feed._duties_at(table) == told, f"ply {ply}"
        table._ledger.standing = kept
        acting = table.acting[0]
        who: Visitor = robo if acting == seat else anna
        action = chooser.choice(table.legal(acting))
        body = {"type": "act", "id": f"ply {ply}", "action": action, "seen": table.number}
        who.post(f"/api/matches/{match}/actions?seat={acting}", body)
    assert redeals > 0
