"""An adapter whose library is missing says how to get it, and none is loaded by the package."""

import subprocess
import sys

SCRIPT = """
import importlib, sys
import tischlein
tischlein.shelf()
libraries = ("gymnasium", "mcp", "optuna", "pettingzoo", "polars", "pyspiel", "ray")
print(*(name for name in libraries if name in sys.modules), "none")
sys.modules |= dict.fromkeys(libraries)
for module in sys.argv[1:]:
    try:
        importlib.import_module(f"tischlein.{module}")
    except ImportError as error:
        print(error)
import tischlein.interop.text
"""
EXTRAS = {
    "interop.gymnasium": "gymnasium",
    "interop.gymnasium_batch": "gymnasium",
    "interop.mcp": "mcp",
    "interop.openspiel": "openspiel",
    "interop.parallel": "pettingzoo",
    "interop.pettingzoo": "pettingzoo",
    "lab.cluster": "ray",
    "lab.running": "lab",
    "lab.tuning": "tune",
}
"""Modules, and the extra that brings all that each of them needs."""


def test_without_the_libraries_the_commands_that_bring_them_are_named() -> None:
    asked = [sys.executable, "-c", SCRIPT, *EXTRAS]
    ran = subprocess.run(asked, capture_output=True, text=True, check=True)
    loaded, *messages = ran.stdout.splitlines()
    assert loaded == "none"
    assert [message.rpartition(": ")[2] for message in messages] == [
        f"pip install 'tischlein[{extra}]'" for extra in EXTRAS.values()
    ]
    for extra, message in zip(
        EXTRAS.values(), messages, strict=True
    ):  # uv's environments have no pip
        assert f"uv sync --inexact --extra {extra} " in message
