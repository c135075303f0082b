"""Sockets: long messages travel compressed, short ones as they are."""

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from tischlein.web.sockets import WORTH_COMPRESSING, LongMessagesDeflateFactory


@pytest.mark.parametrize("longer", [0, 1])
def test_long_messages_alone_are_compressed_and_any_client_reads_all(longer: int) -> None:
    client = ClientPerMessageDeflateFactory()
    agreed, server = LongMessagesDeflateFactory().process_request_params(
        client.get_request_params(), []
    )
    reader = client.process_response_params(agreed, [])
    text = b"x" * (WORTH_COMPRESSING - 1 + longer)
    for _ in range(2):  # each by itself: what was sent before does not matter
        sent = server.encode(Frame(Opcode.TEXT, text))
        assert (len(sent.data) < len(text)) is bool(longer)
        # the reader sees it as it travels: the flag of compression stands on the frame
        assert sent.rsv1 is bool(longer)
        assert reader.decode(sent).data == text


def test_a_connection_keeps_no_memory_for_compression() -> None:
    _, server = LongMessagesDeflateFactory().process_request_params([], [])
    assert server.local_no_context_takeover
    assert server.remote_no_context_takeover
