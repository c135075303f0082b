"""Ids of matches."""

from tischlein.tables import match_ids


def test_match_ids_are_recognised_and_differ() -> None:
    ids = {match_ids.new_match_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(map(match_ids.is_match_id, ids))
    assert not match_ids.is_match_id("../../etc/passw")
    assert not match_ids.is_match_id("../../etc/passw" * 2)


def test_the_id_of_an_opened_match_is_that_of_no_table_and_tells_what_chance_comes_from() -> None:
    proven = match_ids.new_match_id()
    opened = match_ids.opened_match_id(proven, match_ids.new_match_id())
    assert match_ids.is_match_id(opened)
    assert match_ids.is_opened_id(opened)
    assert not match_ids.is_table_id(opened)
    assert match_ids.chance_id(opened) == match_ids.chance_id(proven) == proven
