"""Docstrings describe parameters that there are."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "benchmarks", "docs")
PARAMETERS = re.compile(r"^Parameters\n-+\n(.*?)(?=^\w[\w ]*\n-+\n|\Z)", re.MULTILINE | re.DOTALL)
"""The section of a docstring, up to the next one."""
Described = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def described(node: Described) -> set[str]:
    """Return the names in the section on parameters."""
    section = PARAMETERS.search(ast.get_docstring(node) or "")
    lines = section[1].splitlines() if section else []
    names = (name for line in lines if line[:1].strip() for name in line.split(","))
    return {name.strip(" *") for name in names}


def parameters(node: Described) -> set[str]:
    """Return the names that a function takes, or that a class is made with."""
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if isinstance(one, ast.FunctionDef)]
        by_init = [parameters(one) for one in made if one.name == "__init__"]
        fields = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
        names = {field.id for field in fields if isinstance(field, ast.Name)}
        return by_init[0] if by_init else names
    taken = node.args
    return {one.arg for one in ast.walk(taken) if isinstance(one, ast.arg)}


def strangers(source: str) -> Iterator[str]:
    """Yield every described parameter that is not there, with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Described):
            for name in sorted(described(node) - parameters(node)):
                yield f"{node.lineno}: {node.name} takes no {name}"


def test_docstrings_describe_parameters_that_there_are() -> None:
    found = [
        f"{file.relative_to(PROJECT)}:{stranger}"
        for folder in FOLDERS
        for file in sorted((PROJECT / folder).rglob("*.py"))
        for stranger in strangers(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_parameter_that_is_not_there_is_noticed() -> None:
    section = "Parameters\n    ----------\n    seat, tell\n        Who, and what.\n"
    function = f'def act(seat):\n    """Act.\n\n    {section}    """\n'
    made = f'class Act:\n    """An act.\n\n    {section}    """\n\n    seat: int\n'
    assert [*strangers(function)] == ["1: act takes no tell"]
    assert [*strangers(made)] == ["1: Act takes no tell"]
