"""A guest at a hosted table: joins by link, sees its seat, acts, and is told what is refused."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.web.reaching import SERVER, opener
from tests.web.visiting import BOT, OPEN, Site, me, site_at
from tischlein.core.driver import RandomPlayer
from tischlein.core.position import Observation
from tischlein.interop import hosted
from tischlein.interop.hosted import HostedError, HostedSeat
from tischlein.web.limits import Limits


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
