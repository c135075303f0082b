"""Runs the server: ``python -m tischlein.web --port 8123 --data FILE``."""

from __future__ import annotations

import argparse
from pathlib import Path

from tischlein.core.errors import NotationError
from tischlein.core.readers import whole_within
from tischlein.web import DEFAULT_PORT, serve
from tischlein.web.logs import Form


def port(text: str) -> int:
    """Return the port that is written, as the command line reads it; 0 takes any free one."""
    try:
        return whole_within(text, least=0, most=65535)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


parser = argparse.ArgumentParser(prog="tischlein.web")
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=port, default=DEFAULT_PORT)
parser.add_argument("--data", type=Path)
parser.add_argument("--database")
parser.add_argument("--node")
parser.add_argument("--role", default="all")
parser.add_argument("--public-url", default="")
parser.add_argument("--log", choices=list(Form), default=Form.TEXT)
arguments = parser.parse_args()
serve(
    arguments.host,
    arguments.port,
    arguments.data,
    open_browser=False,
    database=arguments.database,
    node=arguments.node,
    role=arguments.role,
    public_url=arguments.public_url,
    log=arguments.log,
)
