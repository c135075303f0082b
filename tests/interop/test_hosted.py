"""A guest at a hosted table: joins by link, sees its seat, acts, and is told what is refused."""

import socket
from collections.abc import Callable, Iterator, Sequence
from email.message import Message
from http.client import RemoteDisconnected
from io import BytesIO
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest

from tests.web.in_process import SERVER, opener
from tests.web.visiting import BOT, OPEN, Site, Visitor, me, site_at
from tischlein.bots.players import Entrant
from tischlein.core.driver import RandomPlayer
from tischlein.core.errors import NotationError
from tischlein.core.position import Observation
from tischlein.interop import hosted
from tischlein.interop.hosted import HostedError, HostedSeat
from tischlein.web.http.limits import Limits


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site that answers what the guest asks its server."""
    freely = (1e6, 1_000_000)  # guests look again without a pause here
    limits = Limits(requests=freely, requests_of_address=freely)
    with site_at(tmp_path / "tischlein.db", limits) as site:
        monkeypatch.setattr(hosted, "urlopen", opener(site))
        monkeypatch.setattr(hosted, "PATIENCE", 60.0)
        monkeypatch.setattr(hosted, "PAUSE", 0.01)
        yield site


def test_a_guest_takes_a_chair_by_link_and_plays_to_the_end(site: Site) -> None:
    match, _ = site.visitor().opens("raufer", OPEN, BOT, BOT)
    seat = HostedSeat(SERVER, f"{SERVER}/match/{match}", "Robo")
    assert seat.game == "raufer"
    seat.look()
    acted = 0
    while site.visitor().get(f"/api/matches/{match}")["status"] != "over":
        if legal := seat.legal:  # the lot may have others begin
            assert seat.why_not(legal[0]) == ""
            assert seat.act(legal[0]).accepted
            acted += 1
    assert acted


def test_a_guest_has_a_seat_by_its_private_link_and_its_pictures(site: Site) -> None:
    match, secrets = site.visitor().opens("raufer", me("Anna"), OPEN, BOT)
    seat = HostedSeat(SERVER, f"{SERVER}/seat#{secrets[0]}", "unused")
    assert seat.look() == "The table waits for players."
    HostedSeat(SERVER, match, "Robo", "de")
    assert seat.png().startswith(b"\x89PNG")


def test_what_is_refused_is_said_and_changes_nothing(site: Site) -> None:
    match, secrets = site.visitor().opens("raufer", me("Anna"), BOT, BOT, fixed=True)
    seat = HostedSeat(SERVER, secrets[0], "unused")
    before = seat.legal
    refused = seat.act("99 up")
    assert not refused.accepted
    assert refused.text
    assert seat.legal == before
    with pytest.raises(HostedError, match="only plays at"):
        HostedSeat(SERVER, "https://elsewhere.test/match/abc", "Robo")
    with pytest.raises(HostedError):
        HostedSeat(SERVER, match, "Robo")
    for nothing in ("", SERVER):
        with pytest.raises(HostedError, match="found by a table's link"):
            HostedSeat(SERVER, nothing, "Robo")


def test_a_player_of_ours_takes_a_hosted_seat_and_sees_what_it_sees(site: Site) -> None:
    _, secrets = site.visitor().opens("raufer", me("Anna"), BOT, BOT, fixed=True)
    seen: list[Observation] = []

    class Watching(RandomPlayer):
        def choose(self, observation: Observation, legal: Sequence[int]) -> int:
            seen.append(observation)
            return super().choose(observation, legal)

    ranks = HostedSeat(SERVER, secrets[0], "unused").play(Watching(1))
    assert min(ranks) == 0
    assert seen
    assert all(observation.seat == 0 for observation in seen)
    assert not any(any(observation.state.hands[1:]) for observation in seen)


class Asked:
    """A player by lot, before whose choices something happens."""

    def __init__(self, happens: Callable[[Observation], None]) -> None:
        self.seen: list[Observation] = []
        self._happens = happens
        self._chooses = RandomPlayer(1)

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | None:
        """Let it happen, and choose as if nothing had."""
        self.seen.append(observation)
        self._happens(observation)
        return self._chooses.choose(observation, legal)


def test_a_match_that_ends_before_its_end_ends_for_a_guest(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True)
    seat = HostedSeat(SERVER, match, "Robo")
    anna.post(f"/api/matches/{match}/resign", {"seat": 0})
    assert seat.look().endswith("Anna resigned. Robo wins.")
    for text in ("1 a1", "somewhere", "pass"):
        answer = seat.act(text)
        assert (answer.accepted, answer.text) == (
            False,
            "This match has ended. Nobody can play on.",
        )
    assert seat.play("random") == ()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "Anna hat aufgegeben. Robo gewinnt."),
        ("fr", "Anna a abandonné. Robo gagne."),
    ],
)
def test_an_early_end_is_told_in_the_guests_language(site: Site, language: str, told: str) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True)
    seat = HostedSeat(SERVER, match, "Robo", language)
    anna.post(f"/api/matches/{match}/resign", {"seat": 0})
    assert seat.look().endswith(told)


def test_a_guest_is_told_that_a_match_is_paused(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True, options={"first": "B"})
    seat = HostedSeat(SERVER, match, "Robo")
    anna.post(f"/api/matches/{match}/proposals", {"what": "pause"})
    seat.look()  # and agree
    assert seat.look().endswith("The match is paused.")
    assert seat.why_not("1 a1") == "The match is paused."


def test_a_guest_may_give_up(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True)
    robo = Visitor(site.client, site.visitor().joins(match, "Robo"))
    path = f"/api/matches/{match}/resign"
    assert robo.refused("POST", path, 403, {"seat": 0}) == "problem-not-your-seat"
    robo.post(path, {"seat": 1})
    assert anna.get(f"/api/matches/{match}")["ending"] == "resigned"


def test_a_guest_agrees_to_what_the_others_would_like(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "PATIENCE", 0.0)
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True, options={"first": "A"})
    seat = HostedSeat(SERVER, match, "Robo")
    path = f"/api/matches/{match}"
    legal = anna.get(f"{path}/view?scenes=0")["legal"]
    anna.post(f"{path}/actions", {"id": "a", "action": legal[0], "seen": 0})
    seat.look()
    assert seat.act(seat.legal[0]).accepted
    anna.post(f"{path}/proposals", {"what": "back"})
    assert anna.get(path)["proposal"]["asked"] == [1]
    seat.look()
    assert anna.get(path)["proposal"] is None
    assert anna.get(path)["number"] == 0


def test_what_was_meant_for_an_earlier_occasion_is_chosen_anew(site: Site) -> None:
    """A guess at the hidden card is not made at the card of the next deal."""
    anna = site.visitor()
    options = {"start": "first", "goal": "2"}
    match, _ = anna.opens("nussknacker", me("Anna"), OPEN, fixed=True, options=options)
    path = f"/api/matches/{match}"

    def happens(observation: Observation) -> None:
        """Let Anna end the first deal by a guess while Robo makes up its mind, then give up."""
        if observation.state.deal_number > 1:
            anna.post(f"{path}/resign", {"seat": 0})
            return
        words = anna.get(f"{path}/words")
        guess = next(one for one in words["legal"] if one.startswith("guess"))
        anna.post(f"{path}/actions", {"id": "a", "action": guess, "seen": words["number"]})

    robo = Asked(happens)
    assert HostedSeat(SERVER, match, "Robo").play(robo) == ()
    first, after = (observation.state for observation in robo.seen)
    assert (first.deal_number, after.deal_number) == (1, 2)
    assert after.guesser == 0


def test_words_that_were_meant_for_an_earlier_occasion_are_refused(site: Site) -> None:
    anna = site.visitor()
    options = {"start": "first", "goal": "2"}
    match, _ = anna.opens("nussknacker", me("Anna"), OPEN, fixed=True, options=options)
    seat = HostedSeat(SERVER, match, "Robo")
    seat.look()
    number = anna.get(f"/api/matches/{match}")["number"]
    guess = {"id": "a", "action": "guess 1", "seen": number}
    anna.post(f"/api/matches/{match}/actions", guess)
    refused = seat.act("guess 2")
    assert refused.text == "Play has moved on. Look again before you choose."
    assert not refused.accepted
    assert "Deal 2" in seat.look()
    assert seat.act("guess 2").accepted


@pytest.mark.parametrize("entrant", ["weak", lambda seen, legal: seen.write(seen.seat, legal[0])])
def test_a_seat_is_played_by_whoever_plays_a_match(site: Site, entrant: Entrant) -> None:
    _, secrets = site.visitor().opens("raufer", me("Anna"), BOT, BOT, fixed=True)
    assert len(HostedSeat(SERVER, secrets[0], "unused").play(entrant)) == 3


def absences() -> Iterator[Exception]:
    """Yield how a server is away that starts anew behind a proxy, and busy when it is back."""
    later = Message()
    later["Retry-After"] = "0"
    yield URLError(ConnectionRefusedError("nobody listens"))
    yield RemoteDisconnected("cut off")
    for status in (502, 504):
        yield HTTPError(SERVER, status, "", Message(), BytesIO(b"<html>Bad Gateway</html>"))
    for status in (503, 429):
        yield HTTPError(SERVER, status, "", later, BytesIO(b""))


def test_a_seat_is_played_on_when_a_server_has_been_away(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, asked = absences(), count()
    there = opener(site)

    def urlopen(request: Request, timeout: float) -> Any:
        if next(asked) % 2 and (error := next(away, None)) is not None:
            raise error
        return there(request, timeout=timeout)

    _, secrets = site.visitor().opens("raufer", me("Anna"), BOT, BOT, fixed=True)
    monkeypatch.setattr(hosted, "urlopen", urlopen)
    assert len(HostedSeat(SERVER, secrets[0], "unused").play("weak")) == 3
    assert next(away, None) is None


def test_a_seat_is_given_up_when_a_server_stays_away(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, secrets = site.visitor().opens("raufer", me("Anna"), OPEN, BOT)
    seat = HostedSeat(SERVER, secrets[0], "unused")
    seat.look()

    def urlopen(request: Request, timeout: float) -> Any:
        raise URLError(ConnectionRefusedError(f"nobody listens: {request.full_url}"))

    monkeypatch.setattr(hosted, "urlopen", urlopen)
    monkeypatch.setattr(hosted, "LONGEST_OUTAGE", 0.0)
    with pytest.raises(HostedError, match="nobody listens"):
        seat.look()
    monkeypatch.setattr(hosted, "LONGEST_OUTAGE", 3_600.0)
    with pytest.raises(HostedError, match="nobody listens"):  # whom nobody has met yet
        HostedSeat(SERVER, match, "Robo")


def test_whoever_plays_a_seat_has_to_choose_what_is_legal(site: Site) -> None:
    _, secrets = site.visitor().opens("bauab", me("Anna"), BOT, fixed=True, options={"first": "A"})
    seat = HostedSeat(SERVER, secrets[0], "unused")
    with pytest.raises(NotationError):
        seat.play(lambda _seen, _legal: "9 a1")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"", "does not answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "does not answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{", "no JSON"),
    ],
)
def test_a_server_that_breaks_off_is_told_of_as_one(answer: bytes, words: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(answer)

        serving = Thread(target=serve)
        serving.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(HostedError, match=words):
            HostedSeat(address, "a.secret", "Robo").look()
        serving.join()
