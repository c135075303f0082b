"""What one server knows by itself, several know together: deadlines, news, lists, who is there."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.postgresql import Cluster
from tests.tables.receivers import listening
from tests.web.nodes import (
    PATIENCE,
    Server,
    browsing,
    figure,
    nodes,
    opened,
    program,
    started,
    waiting,
)
from tests.web.patient import connect_sync
from tests.web.visiting import me
from tischlein.tables.players import programs
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.stored import StoredProgram

_RUNG = """
CREATE TABLE rung (match text, seat integer, what text, owner text);
CREATE FUNCTION note_rung() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO rung SELECT NEW.id, seat - 1, 'warned', NEW.owner
        FROM jsonb_array_elements(NEW.clocks::jsonb -> 'seats')
             WITH ORDINALITY AS later (clock, seat)
        JOIN jsonb_array_elements(OLD.clocks::jsonb -> 'seats')
             WITH ORDINALITY AS former (clock, seat) USING (seat)
       WHERE later.clock -> 'warned' IS NOT NULL AND former.clock -> 'warned' IS NULL
         AND later.clock -> 'overdue' IS NULL;
    INSERT INTO rung SELECT NEW.id, (said -> 'seat')::integer, said ->> 'what', NEW.owner
        FROM jsonb_path_query(NEW.rulings::jsonb, '$[*]') WITH ORDINALITY AS later (said, number)
       WHERE number > jsonb_array_length(OLD.rulings::jsonb);
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER UPDATE ON match FOR EACH ROW
    WHEN (NEW.clocks IS NOT NULL AND OLD.clocks IS NOT NULL) EXECUTE FUNCTION note_rung();
"""
"""Notes, in the transaction that does it, of every warning and every ruling of a timed match."""

SHORTEST = 10
"""Seconds that people have for a move at least."""


def test_each_deadline_fires_once_when_its_owner_dies_or_sleeps(
    postgres: str, cluster: Cluster
) -> None:
    database = postgres.partition("?")[0].rpartition("/")[2]

    def asked(query: str) -> list[str]:
        return cluster.command(query, database).splitlines()

    with nodes(postgres, 3, "bauab") as (killed, sleeper, last):
        asked(_RUNG)
        matches = []
        for number in range(20):
            control = {
                "kind": "move",
                "seconds": SHORTEST + number // 4,
                "then": ("lose", "bot")[number // 2 % 2],
            }
            server = (killed, sleeper)[number % 2]
            chairs = me("Anna"), me("Ben")
            matches.append(opened(server.address, "bauab", *chairs, time_control=control)[0])
        for _ in waiting("the first deadline fires"):
            if asked("SELECT 1 FROM rung WHERE what = 'overdue' LIMIT 1"):
                break
        sleeper.signal(signal.SIGSTOP)
        killed.kill()
        for _ in waiting("all deadlines have fired"):
            if asked("SELECT count(DISTINCT match) FROM rung WHERE what = 'overdue'") == ["20"]:
                break
        sleeper.signal(signal.SIGCONT)
        for _ in waiting("the sleeper knows what it has lost"):
            if figure(sleeper, "tischlein_matches_owned") == 0:
                break
        by = asked("SELECT owner, what, count(*) FROM rung GROUP BY 1, 2 ORDER BY 1, 2")
        print(*by, sep="\n")
        assert len({line.partition("|")[0] for line in by}) >= 2, "somebody has taken over"
        often = "SELECT match, seat, what FROM rung GROUP BY 1, 2, 3 HAVING count(*) > 1"
        assert asked(often) == []
        unwarned = "SELECT match FROM rung GROUP BY 1 HAVING NOT bool_or(what = 'warned')"
        print("without a warning, since no owner was there then:", len(asked(unwarned)))
        # What stands in storage is what has been noted: no ruling has made way for another one.
        missing = (
            "SELECT (SELECT count(*) FROM match, jsonb_path_query(rulings::jsonb,"
            " '$[*] ? (@.what == \"overdue\")'))"
            " - (SELECT count(*) FROM rung WHERE what = 'overdue')"
        )
        assert asked(missing) == ["0"]
        assert asked("SELECT count(*) FROM match WHERE status = 'ended'") == ["10"]
        with browsing() as visitor:
            for match in matches:
                _ask(visitor, last, f"/api/matches/{match}")


class Person:
    """Somebody with a browser, who may come to any node."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.browser = browsing()

    def gets(self, server: Server, path: str) -> Any:
        """Return what a node answers."""
        return _ask(self.browser, server, path)

    def posts(self, server: Server, path: str, body: Any = None) -> Any:
        """Post, and return what a node answers."""
        answer = self.browser.post(server.address + path, json=body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    def acts(self, server: Server, match: str) -> None:
        """Play a turn to its end."""
        path = f"/api/matches/{match}"
        while self.awaited(server, match):
            view = self.gets(server, f"{path}/view?scenes=0")
            command = {"id": f"at {view['number']}", "action": view["legal"][0]}
            self.posts(server, f"{path}/actions", command | {"seen": view["number"]})

    def awaited(self, server: Server, match: str) -> bool:
        """Whether a node's list says that it is this one's turn."""
        mine = self.gets(server, "/api/matches")["mine"]
        return any(one["your_turn"] for one in mine if one["id"] == match)

    @contextmanager
    def at_table(self, server: Server, match: str) -> Iterator[None]:
        """Have a match before oneself, at a node."""
        address = server.address.replace("http", "ws", 1) + f"/api/matches/{match}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        with connect_sync(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:
            socket.send(json.dumps({"type": "attention", "on": True}))
            socket.send(json.dumps({"type": "ping"}))
            while json.loads(socket.recv())["type"] != "pong":
                pass  # what was sent before has been taken in
            yield


def _ask(browser: httpx.Client, server: Server, path: str) -> Any:
    return browser.get(server.address + path).raise_for_status().json()


@contextmanager
def _people(*names: str) -> Iterator[list[Person]]:
    people = [Person(name) for name in names]
    try:
        yield people
    finally:
        for person in people:
            person.browser.close()


def _two_at_bauab(anna: Person, ben: Person, here: Server, there: Server) -> str:
    """Let two sit down, each at a node; Anna begins."""
    chairs = [me(anna.name), {"kind": "open"}]
    wanted = {"game": "bauab", "chairs": chairs, "options": {"first": "A"}, "fixed": True}
    match: str = anna.posts(here, "/api/matches", wanted | {"listed": True})["match"]
    for server in (there, here):
        for _ in waiting("the lobby shows the table"):
            if match in [one["id"] for one in ben.gets(server, "/api/matches")["open"]]:
                break
    ben.posts(there, f"/api/matches/{match}/join", {"name": ben.name})
    return match


def test_lists_and_presence_are_the_same_at_every_node(postgres: str) -> None:
    with nodes(postgres, 2, "bauab") as servers, _people("Anna", "Ben") as (anna, ben):
        here, there = servers
        match = _two_at_bauab(anna, ben, here, there)

        def listed(person: Person, server: Server) -> Any:
            matches = person.gets(server, "/api/matches")
            return [one | {"changed": 0} for one in matches["mine"]], matches["open"]

        def agree(turn: Person, *at: Server) -> None:
            for person in (anna, ben):
                for _ in waiting("all nodes list the same, and how it is"):
                    (own, nobodys), *others = [listed(person, server) for server in at]
                    known = [(one["id"], one["your_turn"]) for one in own]
                    right = known == [(match, person is turn)] and nobodys == []
                    if right and all(other == (own, nobodys) for other in others):
                        break

        def present(*expected: bool) -> None:
            for server in servers:
                for _ in waiting("the node knows who is there"):
                    table = anna.gets(server, f"/api/matches/{match}")
                    if [seat["present"] for seat in table["seats"]] == list(expected):
                        break

        agree(anna, here, there)
        with anna.at_table(here, match):
            present(True, False)
            with ben.at_table(there, match):
                present(True, True)
                agree(anna, here, there)
                anna.acts(there, match)
                agree(ben, here, there)
            present(True, False)
        present(False, False)
        here.kill()
        agree(ben, there)
        ben.acts(there, match)
        agree(anna, there)


def test_a_program_that_listens_at_one_node_is_there_at_the_tables_of_another(
    postgres: str,
) -> None:
    with nodes(postgres, 2, "bauab") as (here, there), _people("Anna") as (anna,):
        robo, token = programs.registered("Robo", "Ada", (), 1)
        asyncio.run(_keep(postgres, robo))
        wanted = {"game": "bauab", "chairs": [me("Anna"), {"kind": "open"}], "fixed": True}
        match = anna.posts(there, "/api/matches", wanted)["match"]
        path = f"/api/matches/{match}"

        def present(expected: bool, *at: Server) -> None:
            for server in at:
                for _ in waiting("the node knows who listens"):
                    seats = anna.gets(server, path)["seats"]
                    (listed,) = anna.gets(server, "/api/programs")
                    known = [seat["present"] for seat in seats if seat["program"]]
                    if [*known, listed["present"]] == [expected] * 2:
                        break

        def address(server: Server, path: str) -> str:
            return server.address.replace("http", "ws", 1) + path

        headers = program(token)
        with connect_sync(
            address(here, "/api/program/live"), additional_headers=headers, proxy=None
        ):
            joined = f"{here.address}{path}/join"
            with browsing() as client:
                answer = client.post(joined, json={"name": ""}, headers=headers)
            answer.raise_for_status()
            present(True, here, there)
            # Its token is taken from it: also at the node of the table, where it does not listen.
            at_table = address(there, f"{path}/live")
            with connect_sync(at_table, additional_headers=headers, proxy=None) as socket:
                socket.recv()
                asyncio.run(_keep(postgres, programs.with_new_token(robo)[0]))
                for _ in socket:
                    pass  # to the end
                with pytest.raises(ConnectionClosed):
                    socket.recv(PATIENCE)
            present(False, here, there)
        asyncio.run(_keep(postgres, robo))
        with connect_sync(
            address(here, "/api/program/live"), additional_headers=headers, proxy=None
        ):
            present(True, here, there)
            here.kill()
            present(False, there)


async def _keep(database: str, program: StoredProgram) -> None:
    """Keep a program, as the command beside running servers does."""
    async with PostgresStore(database) as store:
        await store.save_program(program)


_NOTED = """
CREATE TABLE noted (kind text, waits integer);
CREATE FUNCTION note_news() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO noted VALUES (NEW.kind, NEW.waits);
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE ON news FOR EACH ROW EXECUTE FUNCTION note_news();
"""
"""Notes what is written down to be told: the row itself is gone once that has been told."""


def test_everybody_is_told_once_whichever_node_dies(postgres: str, cluster: Cluster) -> None:
    database = postgres.partition("?")[0].rpartition("/")[2]
    settings: dict[str, Any] = {"games": "bauab", "public_url": "https://play.example.org"}

    def news(waits: int) -> None:
        query = f"SELECT count(*) > 0 FROM noted WHERE kind = 'turn' AND waits = {waits}"
        for _ in waiting("it is written down"):
            if cluster.command(query, database) == "t":
                break
        cluster.command("DELETE FROM noted", database)

    with (
        listening() as hook,
        started([Server(postgres, **settings), Server(postgres, **settings)]) as (here, there),
        _people("Anna", "Ben") as (anna, ben),
    ):

        def heard(messages: int) -> None:
            for _ in waiting("Ben is told"):
                if len(hook.received) >= messages:
                    break

        cluster.command(_NOTED, database)
        match = _two_at_bauab(anna, ben, here, there)
        ben.posts(there, "/api/telling", {"channel": "webhook", "target": hook.url})

        with ben.at_table(there, match):  # and nobody is told who looks on, at whatever node
            anna.acts(here, match)
            news(waits=0)
        ben.acts(there, match)

        anna.acts(here, match)
        news(waits=1)
        here.kill()  # between noting it down and sending it
        heard(1)

        here.again()
        here.wait()
        ben.acts(here, match)
        hook.statuses = [503]
        anna.acts(here, match)
        heard(2)
        there.kill()  # after a first try that has failed
        heard(3)

        ben.acts(here, match)
        anna.acts(here, match)
        heard(4)
        names = [one.headers["webhook-id"] for one in hook.received]
        assert len(names) == 4
        assert names[1] == names[2], "the same message again"
        assert len(set(names)) == 3
