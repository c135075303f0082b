"""Runs the server: ``python -m tischlein.web --port 8123 --data FILE``."""

from __future__ import annotations

import argparse
from pathlib import Path

from tischlein.web import DEFAULT_PORT, serve

parser = argparse.ArgumentParser(prog="tischlein.web")
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, default=DEFAULT_PORT)
parser.add_argument("--data", type=Path)
parser.add_argument("--database")
parser.add_argument("--node")
parser.add_argument("--role", default="all")
parser.add_argument("--public-url", default="")
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
)
