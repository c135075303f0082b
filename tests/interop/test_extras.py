"""An adapter whose library is missing says how to get it, and none is loaded by the package."""

import subprocess
import sys

SCRIPT = """
import importlib, sys
import tischlein
tischlein.shelf()
libraries = ("gymnasium", "mcp", "pettingzoo", "pyspiel")
print(*(name for name in libraries if name in sys.modules), "none")
sys.modules |= dict.fromkeys(libraries)
for adapter in ("gymnasium", "mcp", "openspiel", "pettingzoo"):
    try:
        importlib.import_module(f"tischlein.interop.{adapter}")
    except ImportError as error:
        print(error)
import tischlein.interop.text
"""


def test_without_the_libraries_the_commands_that_bring_them_are_named() -> None:
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    loaded, *messages = ran.stdout.splitlines()
    assert loaded == "none"
    extras = ("gymnasium", "mcp", "openspiel", "pettingzoo")
    assert [message.rpartition(": ")[2] for message in messages] == [
        f"pip install 'tischlein[{extra}]'" for extra in extras
    ]
    for extra, message in zip(extras, messages, strict=True):  # uv's environments have no pip
        assert f"uv sync --inexact --extra {extra} " in message
