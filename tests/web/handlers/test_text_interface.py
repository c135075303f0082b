"""A hosted seat in words and as a picture: what it sees, what it may do, and why not."""

import asyncio
from typing import Any, NoReturn

import pytest

from tests.web.visiting import BOT, Site, Visitor, me
from tischlein.interop.wording import Wording
from tischlein.presentation import drawing


def guest(site: Site, game: str = "raufer") -> tuple[str, Visitor, Visitor]:
    """Return a match, the guest on its first seat, and the person on the second."""
    anna = site.visitor()
    match, secrets = anna.opens(game, me("Anna"), me("Otto"), BOT, fixed=True)
    first, second = (Visitor(site.client, secret) for secret in secrets)
    return f"/api/matches/{match}", first, second


def test_a_seat_reads_what_it_sees_and_acts_in_notation(site: Site) -> None:
    path, anna, otto = guest(site)
    seen = anna.get(f"{path}/words")
    assert "Anna opens" in seen["text"]
    assert seen["text"].endswith(seen["legal"][-1])
    assert otto.get(f"{path}/words")["legal"] == []
    body = {"id": "1", "action": seen["legal"][0], "seen": seen["number"]}
    assert anna.post(f"{path}/actions", body)["type"] == "accepted"
    later = otto.get(f"{path}/words", params={"have": seen["number"], "language": "de"})
    assert later["number"] > seen["number"]
    assert later["legal"]
    assert "Was du tun kannst" in later["text"]


def test_what_another_seat_holds_is_in_nobodys_words(site: Site) -> None:
    path, anna, otto = guest(site)
    held = {action.split()[0] for action in anna.get(f"{path}/words")["legal"]}
    strange = next(card for card in map(str, range(1, 21)) if card not in held)
    answers = {
        seat: seat.get(f"{path}/why-not", params={"action": f"{strange} up"})
        for seat in (anna, otto)
    }
    assert not answers[anna]["possible"]
    assert "[RAU-6]" in answers[anna]["reason"]
    assert "Anna" in answers[otto]["reason"]  # whose turn it is, and nothing of cards
    spectator = site.visitor()
    assert spectator.get(f"{path}/words")["legal"] == []
    assert spectator.refused("GET", f"{path}/why-not?action=1+up", 403) == "problem-not-your-seat"


def test_possible_actions_are_not_refused_and_nonsense_is(site: Site) -> None:
    path, anna, _ = guest(site)
    legal = anna.get(f"{path}/words")["legal"]
    assert anna.get(f"{path}/why-not", params={"action": legal[0]}) == {
        "possible": True,
        "reason": "",
    }
    nonsense = anna.get(f"{path}/why-not", params={"action": "I pass, I think"})
    assert legal[0] in nonsense["reason"]
    assert anna.refused("GET", f"{path}/words?language=xx", 404) == "problem-language"


def test_words_are_found_beside_the_event_loop(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tens of thousands of actions in notation would keep all other tables waiting."""
    path, anna, _ = guest(site)
    looks = Wording.look

    def beside(wording: Wording, *given: Any) -> str:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return looks(wording, *given)

    monkeypatch.setattr(Wording, "look", beside)
    assert anna.get(f"{path}/words")["legal"]


def test_a_seat_has_a_picture_of_its_own_drawn_in_another_process(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*given: Any) -> NoReturn:
        raise AssertionError(f"drawn here, where it keeps all other tables waiting: {given}")

    monkeypatch.setattr(drawing, "draw", draw)
    path, anna, otto = guest(site)
    pictures = [one.ask("GET", f"{path}/view/picture").content for one in (anna, otto)]
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert pictures[0] != pictures[1]
