"""The client's types of the protocol are those of the server."""

from pathlib import Path

from tischlein.web.schema import typescript

PROTOCOL = Path(__file__).parents[2] / "client" / "src" / "lib" / "protocol.ts"


def test_client_types_are_those_of_the_messages() -> None:
    hint = "run: python -m tischlein.web.schema > client/src/lib/protocol.ts"
    assert PROTOCOL.read_text() == typescript(), hint


def test_defaults_that_the_server_leaves_out_are_optional_in_the_client() -> None:
    types = typescript()
    assert "  count?: number;" in types  # Piece leaves defaults out
    assert "  rematch: string;" in types  # TableInfo does not
    assert "  listed?: boolean;" in types  # a client may leave it out of NewMatch
