"""The client's types of the protocol are those of the server."""

import re
from pathlib import Path

from tischlein.web.descriptions.schema import interfaces, typescript

PROTOCOL = Path(__file__).parents[3] / "client" / "src" / "lib" / "protocol.ts"


def interface(name: str) -> list[str]:
    """Return the lines of an interface, one for each field, without its comments."""
    body = typescript().split(f"export interface {name} {{\n")[1]
    return re.sub(r" *\/\*\*.*?\*\/\n", "", body.split("}\n")[0], flags=re.DOTALL).splitlines()


def test_client_types_are_those_of_the_messages() -> None:
    hint = "run: python -m tischlein.web.descriptions.schema > client/src/lib/protocol.ts"
    assert PROTOCOL.read_text() == typescript(), hint


def test_no_two_records_have_the_same_name() -> None:
    # TypeScript would merge them into one, with the fields of both.
    names = [one.record.__name__ for one in interfaces()]
    assert len(names) == len(set(names))


def test_editors_show_what_a_field_means() -> None:
    assert (
        "export interface SeatChoice {\n"
        "  /** The seat, from 0; before the start, the chair. */\n"
        "  seat: number;\n"
        "}\n"
    ) in typescript()


def test_defaults_that_the_server_leaves_out_are_optional_in_the_client() -> None:
    types = typescript()
    assert "  count?: number;" in types  # Piece leaves defaults out
    assert "  rematch: string;" in types  # TableInfo does not
    assert "  listed?: boolean;" in types  # a client may leave it out of NewMatch


def test_plain_data_classes_are_complete_and_without_a_tag() -> None:
    phrase = interface("Phrase")
    assert phrase[0] == "  key: string;"
    assert phrase[1].startswith("  values: Record<string, number | string | Phrase | ")
    assert len(phrase) == 2
