"""Records that people open over HTTP: what becomes a match, what it says of itself, what does not.

Whoever writes a record may write anything in it.
"""

import asyncio
import json
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from tests.tables.playing import asynchronous
from tests.web.visiting import OPEN, Site, Visitor, me, play, site_at
from tischlein.core import records, registry
from tischlein.core.phrases import Phrase
from tischlein.presentation.texts import LANGUAGES, translate
from tischlein.tables import match_ids
from tischlein.tables.review import opened_records
from tischlein.tables.storage import schema
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.stored import MatchStatus, StoredMatch
from tischlein.tables.upkeep import archive
from tischlein.web.handlers.finished_matches import LONGEST_BODY
from tischlein.web.http.limits import Limits

ENDED = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 5 b1\n& end agreed\n"
GAMES = Path(__file__).parents[1] / "games"
WHOLE = {
    key: next(iter(sorted((GAMES / key).glob("complete*.record"))))
    for key in (
        "bauab",
        "down_under",
        "dropit",
        "drunter",
        "ganz_nach_plan",
        "misd",
        "nussknacker",
        "raufer",
        "schlauraff",
        "schollenschubser",
    )
}
"""A whole match of each game."""


def opens(visitor: Visitor, text: str) -> str:
    """Open a record; return the match."""
    match: str = visitor.post("/api/records", {"record": text})["match"]
    return match


def refusal(visitor: Visitor, text: str, status: int = 400) -> tuple[Phrase, str]:
    """Return why a record is not opened: in any language, and for programs."""
    answer = visitor.ask("POST", "/api/records", json={"record": text})
    assert answer.status_code == status, answer.text
    problem = answer.json()
    return _phrase(problem["phrase"]), problem["detail"]


def _phrase(told: dict[str, object]) -> Phrase:
    values = told["values"]
    assert isinstance(values, dict)
    return Phrase(
        str(told["key"]),
        {
            name: _phrase(value) if isinstance(value, dict) else value
            for name, value in values.items()
        },
    )


def words(phrase: Phrase, language: str = "en") -> str:
    """Return a refusal as a page shows it, with the texts of the game and the names it brings."""
    key, names = phrase.values.get("game"), phrase.values.get("names")
    game = registry.load(key) if isinstance(key, str) else None
    people = [str(name) for name in names] if isinstance(names, list) else []
    return translate(language, phrase, game, people)


def stored(site: Site, match: str) -> StoredMatch:
    return asyncio.run(site.hall.store.match(match))


def stored_ids(site: Site) -> list[str]:
    return asyncio.run(site.hall.store.match_ids())


def bauab(site: Site) -> tuple[str, Visitor, str]:
    """Let Anna and Ben play a match to its end; return it, Anna, and the record."""
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, contributes=True)
    anna.contributes(match, b"\x01" * 16)
    ben.joins(match, "Ben")
    anna.contributes(match, b"\x01" * 16, shown=True)
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
    return match, anna, anna.ask("GET", f"/api/matches/{match}/record").text


@pytest.mark.parametrize("key", WHOLE)
def test_a_record_of_every_game_becomes_a_match_that_can_be_looked_back_at(
    site: Site, key: str
) -> None:
    anna = site.visitor()
    text = WHOLE[key].read_text()
    record = records.read(text)
    match = opens(anna, text)
    table = anna.get(f"/api/matches/{match}")
    assert (table["game"], table["status"]) == (key, "over")
    assert [seat["name"] for seat in table["seats"]] == list(record.names)
    last = len(record.events)
    replay = anna.get(f"/api/matches/{match}/replay?first={last}&last={last}")
    assert replay["first"] == last
    assert "result" in replay["scene"]
    again = records.read(anna.ask("GET", f"/api/matches/{match}/record").text)
    assert (again.names, again.options, again.events) == (
        record.names,
        record.options,
        record.events,
    )
    assert anna.ask("GET", f"/api/matches/{match}/analysis").status_code == 200


def test_everywhere_it_is_said_that_nobody_has_seen_the_match_being_played(
    site: Site, tmp_path: Path
) -> None:
    match, anna, text = bauab(site)
    for path in (f"/api/matches/{match}", f"/api/matches/{match}/fairness"):
        assert not anna.get(path)["from_record"]
    assert [one["from_record"] for one in anna.get("/api/matches")["mine"]] == [False]
    with site_at(tmp_path / "other.db") as other:
        cleo = other.visitor()
        opened = opens(cleo, text)
        for path in (f"/api/matches/{opened}", f"/api/matches/{opened}/fairness"):
            assert cleo.get(path)["from_record"]
        proven = cleo.get(f"/api/matches/{opened}/fairness")["match"]
        assert proven == match  # the proof holds for this id alone
        (mine,) = cleo.get("/api/matches")["mine"]
        assert (mine["id"], mine["from_record"]) == (opened, True)
        assert not any(seat["mine"] for seat in mine["seats"])
        assert cleo.ask("GET", f"/api/matches/{opened}/record").text == text
        assert opens(other.visitor(), text) == opened


@pytest.mark.parametrize("language", LANGUAGES)
def test_programs_are_told_in_words_and_as_data_that_a_match_is_from_a_record(
    site: Site, tmp_path: Path, language: str
) -> None:
    match, anna, text = bauab(site)
    note = translate(language, Phrase("from-record-note"))
    with site_at(tmp_path / "other.db") as other:
        cleo = other.visitor()
        path = f"/api/matches/{opens(cleo, text)}"
        told = cleo.get(f"{path}/words?language={language}")
        assert told["from_record"]
        assert told["text"].startswith(note)
        later = cleo.get(f"{path}/words?language={language}&have={told['number']}")
        assert note not in later["text"]
        assert cleo.get(f"{path}/observation")["from_record"]
    here = anna.get(f"/api/matches/{match}/words?language={language}")
    assert not here["from_record"]
    assert note not in here["text"]
    assert not anna.get(f"/api/matches/{match}/observation")["from_record"]


def test_the_match_counts_for_nobody_and_whoever_opened_it_only_finds_it_again(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match = opens(anna, ENDED)
    assert anna.get(f"/api/matches/{match}")["host"]
    assert not ben.get(f"/api/matches/{match}")["host"]
    assert anna.get("/api/statistics")["games"] == []
    assert ben.get("/api/matches")["mine"] == []
    assert asyncio.run(site.hall.store.cards.unrated()) == []
    assert asyncio.run(site.hall.store.cards.unrated_finished()) == []
    assert anna.refused("POST", f"/api/matches/{match}/rematch", 403) == "problem-players-only"
    said = anna.ask("POST", f"/api/matches/{match}/talk", json={"text": "hello", "name": "Anna"})
    assert said.json()["phrase"]["key"] == "problem-no-talk"
    rule = f"/api/matches/{match}/talk/rule"
    assert anna.refused("POST", rule, 403, {"talk": "open"}) == "problem-host-only"


def test_the_same_record_is_one_match_whoever_opens_it(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match = opens(anna, ENDED)
    assert opens(anna, ENDED) == match
    assert opens(ben, ENDED.replace("\n", "\r\n")) == match
    text = ben.ask("GET", f"/api/matches/{match}/record").text
    assert f"id: {match}\n" in text
    assert opens(ben, text) == match
    assert opens(ben, ENDED.replace("Ben", "Cleo")) != match
    assert len(stored_ids(site)) == 2


def test_the_record_of_a_match_of_this_server_leads_to_that_match_as_it_was(site: Site) -> None:
    match, _, text = bauab(site)
    cleo = site.visitor()
    assert opens(cleo, text) == match
    assert opens(cleo, text.replace("Anna", "Queen")) == match
    proofless = "".join(
        line
        for line in text.splitlines(keepends=True)
        if not line.startswith(("commitment", "seed", "hash", "contribution", "chairs"))
    )
    assert opens(cleo, proofless) == match
    table = cleo.get(f"/api/matches/{match}")
    assert not table["from_record"]
    assert sorted(seat["name"] for seat in table["seats"]) == ["Anna", "Ben"]
    assert stored_ids(site) == [match]


def test_a_record_without_a_proof_cannot_take_the_id_of_another_match(site: Site) -> None:
    match, _, _ = bauab(site)
    unplayed = match_ids.new_match_id()
    opened = {
        opens(site.visitor(), ENDED.replace("\n\n", f"\nid: {claimed}\n\n", 1))
        for claimed in (match, unplayed)
    }
    assert len(opened) == 2
    assert not opened & {match, unplayed}


def proven_by_oneself(match: str) -> str:
    """Return a record whose proof for this id its writer has made up, and which holds."""
    secret = bytes(32)
    proof = f"id: {match}\ncommitment: {sha256(secret).hexdigest()}\nseed: {secret.hex()}"
    return ENDED.replace("\n\n", f"\n{proof}\n\n", 1)


def test_a_proof_that_somebody_makes_up_keeps_no_hosted_match_out(
    site: Site, tmp_path: Path
) -> None:
    match, _, text = bauab(site)
    with site_at(tmp_path / "other.db") as other:
        cleo = other.visitor()
        forged = opens(cleo, proven_by_oneself(match))
        assert cleo.ask("GET", f"/api/matches/{match}").status_code == 404
        assert cleo.get(f"/api/matches/{forged}/fairness")["match"] == match
        record = records.read(text)
        imported = asyncio.run(archive.import_record(other.hall.store, record, hosted_here=True))
        assert imported == match
        assert not cleo.get(f"/api/matches/{match}")["from_record"]
        assert opens(cleo, text) == match
        phrase, _ = refusal(cleo, proven_by_oneself(match).replace("Anna", "Queen"))
        assert "There is another match with the id" in words(phrase)
        assert cleo.get(f"/api/matches/{forged}")["from_record"]


def test_an_opened_match_keeps_its_id_where_it_is_exported_and_imported(
    site: Site, tmp_path: Path
) -> None:
    match = match_ids.new_match_id()
    opened = opens(site.visitor(), proven_by_oneself(match))
    there = stored(site, opened)
    text = archive.exported(
        there, registry.load(there.game), asyncio.run(site.hall.store.events(opened))
    )
    with site_at(tmp_path / "other.db") as other:
        imported = asyncio.run(
            archive.import_record(other.hall.store, records.read(text), hosted_here=True)
        )
        assert imported == opened
        assert stored(other, opened).from_record
        claims_more = text.replace(f"id: {match}", f"id: {match_ids.new_match_id()}")
        elsewhere = asyncio.run(
            archive.import_record(other.hall.store, records.read(claims_more), hosted_here=True)
        )
        assert elsewhere is not None
        assert match_ids.is_table_id(elsewhere)


def test_a_proof_that_does_not_hold_is_refused_and_says_where(site: Site) -> None:
    _, anna, text = bauab(site)
    secret = bytes(32)
    own = f"{secret.hex()}\ncommitment: {sha256(secret).hexdigest()}"
    running, _ = anna.opens("bauab", me("Anna"), me("Ben"), fixed=True)
    long = bytes(opened_records.LONGEST_SECRET + 1)
    long_proof = f"{long.hex()}\ncommitment: {sha256(long).hexdigest()}"
    long_secret = ENDED.replace(
        "\n\n", f"\nid: {match_ids.new_match_id()}\nseed: {long_proof}\n\n", 1
    )
    id_of_running = ENDED.replace("\n\n", f"\nid: {running}\nseed: {own}\n\n", 1)
    lines = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines())
    for forged, told in (
        (text.replace(lines["seed"], "ab" * 32), "does not hold: The secret does not fit"),
        (text.replace("fairness: 2\n", ""), "does not hold: The proof is not written"),
        (text.replace("fairness: 2", "fairness: 77"), "does not hold: The proof is not written"),
        (long_secret, "does not hold: The proof is not written"),
        (id_of_running, "There is another match with the id"),
    ):
        before = stored_ids(site)
        phrase, detail = refusal(anna, forged)
        assert told in words(phrase)
        assert detail
        assert stored_ids(site) == before


def test_a_match_that_was_resigned_says_who_resigned(site: Site) -> None:
    resigned = ENDED.replace("& end agreed", "& resign B\n& resign H\n& end resigned")
    match = opens(site.visitor(), resigned)
    table = site.visitor().get(f"/api/matches/{match}")
    assert (table["status"], table["ending"]) == ("ended", "resigned")
    assert [seat["resigned"] for seat in table["seats"]] == [False, True]
    back = ENDED.replace("& end agreed", "& resign B\n& return B\n& end agreed")
    table = site.visitor().get(f"/api/matches/{opens(site.visitor(), back)}")
    assert [seat["resigned"] for seat in table["seats"]] == [False, False]


def test_bots_have_the_levels_that_they_have_here(site: Site) -> None:
    text = ENDED.replace("\n\n", "\nbots: A strong, B godlike\n\n", 1)
    table = site.visitor().get(f"/api/matches/{opens(site.visitor(), text)}")
    assert [(seat["kind"], seat["level"]) for seat in table["seats"]] == [
        ("bot", "strong"),
        ("person", ""),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Line 1: The header has no line “game: …”."),
        ("Dear diary\n", "Line 1: The header has lines such as “game: bauab”"),
        (
            ENDED.replace("seats:", "seat:"),
            "Line 2: Nothing reads “seat” in the header. Is it “seats”?",
        ),
        (ENDED.replace("seats:", "players:"), "Line 3: The header has no line “seats: …”."),
        (ENDED.replace("options:", "seats:"), "Line 3: The header has “seats” twice."),
        (ENDED.replace("bauab", "chess"), "Line 1: There is no game chess on this shelf."),
        (ENDED.replace("Ben", ""), "Line 2: Every seat has a name of visible characters"),
        (ENDED.replace("Ben", "Ben\x07"), "Line 2: Every seat has a name of visible characters"),
        (
            ENDED.replace("Ben", "B, C, D, E, F, G"),
            "Line 2: Possible numbers of seats in this game: 2, not 7.",
        ),
        (ENDED.replace("first=A", "moon=full"), "Line 3: These options are not possible: "),
        (
            ENDED.replace("Ben", "B" * 25),
            "The name of seat B in the line “seats: …” cannot be shown",
        ),
        (
            ENDED.replace("Anna", "A\u202ea"),
            "The name of seat A in the line “seats: …” cannot be shown",
        ),
        (ENDED.replace("Anna", "?"), "The name of seat A in the line “seats: …” cannot be shown"),
        (ENDED.replace("5 b1", "5 b1 b2"), "Line 6: “B 5 b1 b2” is no line that this game has."),
        (ENDED.replace("& end agreed\n", ""), "This record stops before the end of the match."),
        (
            ENDED.replace("& end agreed", "& end whenever"),
            "This record stops before the end of the match.",
        ),
        (ENDED.replace("& end agreed", "= 3 4"), "Line 7: “= 3 4” is not so here."),
        (ENDED.replace("& end agreed", "? legal = 99"), "Line 7: “? legal = 99” is not so here."),
        (
            ENDED.replace("\n\n", "\nrules: 7\n\n", 1).replace("5 b1", "5 b1 b2"),
            "Line 7: “B 5 b1 b2” is no line that this game has. The record follows other rules",
        ),
        (
            ENDED.replace("\n\n", "\ndate: 2999-01-01\n\n", 1),
            "The day in this record, 2999-01-01, has not come yet.",
        ),
    ],
)
def test_what_is_no_record_of_a_finished_match_is_refused_in_words_and_not_stored(
    site: Site, text: str, told: str
) -> None:
    phrase, detail = refusal(site.visitor(), text)
    assert told in words(phrase)
    assert detail
    for language in LANGUAGES:
        assert "[" not in words(phrase, language)  # a message that is missing
        assert (words(phrase, language) == words(phrase)) == (language == "en")
    assert stored_ids(site) == []


def test_a_move_that_is_not_possible_is_refused_by_its_rule_in_the_words_of_the_game(
    site: Site,
) -> None:
    phrase, detail = refusal(site.visitor(), ENDED.replace("B 5 b1", "B 5 a1"))
    why = phrase.values["why"]
    assert isinstance(why, Phrase)
    rule = str(why.values["rule"])
    assert rule.startswith("BAU-")
    assert "line 6: 'B 5 a1' is refused" in detail
    for language, line in (("en", "Line 6:"), ("de", "Zeile 6:"), ("fr", "Ligne 6")):
        told = words(phrase, language)
        assert told.startswith(line)
        assert rule in told
        assert "[" not in told


def test_what_is_too_long_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = site.visitor()
    body = json.dumps({"record": "#" * LONGEST_BODY})
    as_json = {"content-type": "application/json"}
    answer = anna.ask("POST", "/api/records", content=body, headers=as_json)
    assert (answer.status_code, answer.json()["phrase"]["key"]) == (413, "problem-too-large")
    long = ENDED + "\n" * opened_records.MOST_LINES
    assert "6,000 lines at most" in words(refusal(anna, long)[0]).replace("6000", "6,000")
    monkeypatch.setattr(opened_records, "MOST_EVENTS", 1)
    assert "1 events at most" in words(refusal(anna, ENDED)[0])
    monkeypatch.setattr(opened_records, "MOST_EVENTS", 2)
    monkeypatch.setattr(opened_records, "MOST_RULINGS", 0)
    assert "0 decisions" in words(refusal(anna, ENDED)[0])
    monkeypatch.setattr(opened_records, "MOST_RULINGS", 1)
    monkeypatch.setattr(opened_records, "LONGEST_OPTIONS", 6)
    assert "6 characters" in words(refusal(anna, ENDED)[0])
    assert stored_ids(site) == []
    monkeypatch.setattr(opened_records, "LONGEST_OPTIONS", 7)
    opens(anna, ENDED)


def test_a_body_of_another_shape_is_no_record(site: Site) -> None:
    anna = site.visitor()
    for body in ({"record": 5}, {"text": ENDED}, {"record": ENDED, "more": 1}, ENDED):
        assert anna.refused("POST", "/api/records", 400, body) == "problem-request"
    lone = anna.ask(
        "POST",
        "/api/records",
        content=json.dumps({"record": ENDED + "# \ud800"}),
        headers={"content-type": "application/json"},
    )
    assert lone.status_code == 400
    text = anna.ask("POST", "/api/records", content=ENDED, headers={"content-type": "text/plain"})
    assert text.status_code == 415
    foreign = {"origin": "https://elsewhere.example"}
    answer = anna.ask("POST", "/api/records", json={"record": ENDED}, headers=foreign)
    assert (answer.status_code, answer.json()["phrase"]["key"]) == (403, "problem-origin")
    assert stored_ids(site) == []


def test_an_address_has_a_few_records_stored_and_is_told_when_to_come_again(tmp_path: Path) -> None:
    with site_at(tmp_path / "test.db", limits=Limits(records_of_address=(0.001, 2))) as site:
        texts = [ENDED.replace("Ben", name) for name in ("Ben", "Cleo", "Dora")]
        for text in texts[:2]:
            opens(site.visitor(), text)
        refused = site.visitor().ask("POST", "/api/records", json={"record": texts[2]})
        assert refused.status_code == 429
        assert refused.json()["phrase"]["key"] == "problem-records-too-fast"
        assert int(refused.headers["retry-after"]) > 100
        opens(site.visitor(), texts[0])  # what is there already costs nothing
        assert len(stored_ids(site)) == 2


def test_requests_that_open_records_are_dear(tmp_path: Path) -> None:
    with site_at(tmp_path / "test.db", limits=Limits(requests=(0.001, 45))) as site:
        anna = site.visitor()
        anna.ask("GET", "/")
        for _ in range(2):
            refusal(anna, "no record")
        assert anna.refused("POST", "/api/records", 429, {"record": ENDED}) == "problem-too-fast"


def test_a_match_that_was_opened_is_kept_as_long_as_one_that_ends_now(site: Site) -> None:
    old = ENDED.replace("\n\n", "\ndate: 1999-12-31\n\n", 1)
    before = site.hall.clock()
    match = stored(site, opens(site.visitor(), old))
    assert match.created < 10**12
    assert match.touched >= before
    over = {MatchStatus.FINISHED, MatchStatus.ENDED}
    assert asyncio.run(site.hall.store.remove_idle(over, before)) == []
    later = site.hall.clock() + 1
    assert asyncio.run(site.hall.store.remove_idle(over, later)) == [match.id]


def test_two_at_the_same_time_open_the_same_match(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = site.hall.store.create_match

    async def as_another_is_quicker(match: StoredMatch, *more: object) -> None:
        await create(match.changed(host="another"), *more)  # type: ignore[arg-type]  # passed on
        await create(match, *more)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(site.hall.store, "create_match", as_another_is_quicker)
    match = opens(site.visitor(), ENDED)
    assert stored(site, match).host == "another"


@asynchronous
async def test_what_was_stored_before_counts_as_hosted_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (at,) = (
        number
        for number, statements in enumerate(schema.MIGRATIONS)
        if any("from_record" in statement for statement in statements)
    )
    path = tmp_path / "db"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:at])
        with closing(schema.open_database(path)) as connection:
            connection.execute(
                "INSERT INTO match (id, game, rules_version, options, created,"
                " touched, commitment, server_secret, status, listed, fixed, revision)"
                " VALUES ('m', 'bauab', 1, '', 0, 0, '', x'', 'finished', 0, 1, 1)"
            )
            connection.execute(
                "INSERT INTO seat (match, seat, kind, name, contribution, chair)"
                " VALUES ('m', 0, 'person', 'Anna', x'', 0)"
            )
    async with SqliteStore(path) as store:
        assert not (await store.match("m")).from_record
