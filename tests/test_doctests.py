"""Every example in a docstring, and every Python block of the pages at the root, holds."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
SOURCE = PROJECT / "src"
MODULES = sorted(
    ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for file in SOURCE.rglob("*.py")
    if ">>>" in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module: str) -> None:
    result = doctest.testmod(
        importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_python_blocks_of_pages_run(page: str) -> None:
    text = (PROJECT / page).read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": page}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, page, "exec"), names)
