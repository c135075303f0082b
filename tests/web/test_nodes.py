"""Servers that share a database: any of them serves every match, and one is enough to go on."""

from typing import Any

import httpx

from tests.postgresql import Cluster
from tests.web.nodes import PATIENCE, Server, nodes, opened, program, waiting
from tests.web.visiting import BOT, me


def standing(server: Server, figure: str) -> float:
    """Return one of a node's figures."""
    text = httpx.get(f"{server.address}/metrics").raise_for_status().text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(figure))


def asked(server: Server, path: str, secret: str, method: str = "GET", **more: Any) -> Any:
    """Ask a node as a program on a seat; return a good answer."""
    answer = httpx.request(
        method, server.address + path, headers=program(secret), timeout=PATIENCE, **more
    )
    assert answer.status_code in (200, 201, 204), answer.text
    return answer.json() if answer.content else None


def test_whatever_node_is_asked_the_owner_answers(postgres: str) -> None:
    with nodes(postgres, 2) as (here, there):
        anna_begins = {"first": "A"}
        chairs = me("Anna"), me("Ben")
        match, (anna, ben) = opened(here.address, "bauab", *chairs, options=anna_begins)
        path = f"/api/matches/{match}"
        legal = asked(there, f"{path}/view?scenes=0", anna)["legal"]
        answers = [
            asked(
                server,
                f"{path}/actions",
                anna,
                "POST",
                json={"id": "one", "action": legal[0], "seen": 0},
            )
            for server in (there, here, there)
        ]
        assert [answer["type"] for answer in answers] == ["accepted"] * 3
        assert len({answer["number"] for answer in answers}) == 1
        asked(there, f"{path}/talk", ben, "POST", json={"text": "hello"})
        assert [said["text"] for said in asked(here, f"{path}/talk", anna)] == ["hello"]

        # A browser holds a private link; the match is found in what it sends.
        browser = httpx.Client(timeout=PATIENCE)
        browser.post(f"{there.address}/api/seats", json={"secret": ben}).raise_for_status()
        mine = browser.get(f"{there.address}/api/matches").raise_for_status().json()["mine"]
        assert [(one["id"], one["your_turn"]) for one in mine] == [
            (match, 1 in acting(here, path, anna))
        ]

        # What is refused is refused in the owner's words.
        too_long = httpx.post(
            f"{there.address}{path}/talk", headers=program(ben), json={"text": "x" * 20_000}
        )
        assert too_long.status_code == 413
        assert httpx.get(f"{there.address}{path}0/view").status_code == 404
        foreign = {"origin": "https://elsewhere.example"}
        answer = httpx.post(f"{there.address}{path}/leave", headers=program(ben) | foreign)
        assert answer.status_code == 403

        # Nobody outside is taken for a node.
        forged = program(ben) | {"x-tischlein-node": "0" * 64, "x-tischlein-visitor": "e30="}
        assert httpx.get(f"{there.address}{path}", headers=forged).status_code == 200

        assert standing(there, "tischlein_requests_passed_on_total") >= 4
        assert standing(here, "tischlein_requests_passed_on_total") == 0
        assert standing(here, "tischlein_matches_owned") == 1
        assert standing(there, "tischlein_nodes") == 2

        # A session that has ended at one node opens nothing at the other.
        cookie = {"cookie": f"tischlein={browser.cookies['tischlein']}"}
        browser.post(f"{there.address}/api/session/end").raise_for_status()
        for _ in waiting("the other node hears of it"):
            if not httpx.get(f"{here.address}/api/matches", headers=cookie).json()["mine"]:
                break


def acting(server: Server, path: str, secret: str) -> list[int]:
    """Return the seats that may act."""
    found: list[int] = asked(server, f"{path}/view?scenes=0", secret)["acting"]
    return found


def test_bots_go_on_at_another_node_when_theirs_dies_and_nobody_looks(
    postgres: str, cluster: Cluster
) -> None:
    name = postgres.partition("?")[0].rpartition("/")[2]

    def row(what: str) -> str:
        return cluster.command(f"SELECT {what} FROM match", name)

    with nodes(postgres, 2) as (here, _):
        opened(here.address, "drunter", BOT, BOT, BOT)
        owner = row("owner")
        assert owner
        here.kill()
        before = int(row("last"))
        for _ in waiting("the bots play on"):
            if int(row("last")) > before and row("owner") != owner:
                break
