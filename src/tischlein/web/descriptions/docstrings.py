"""What docstrings say about messages and their fields: where all descriptions of them come from."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from functools import cache
from itertools import pairwise

from msgspec import Struct

TAG_DESCRIPTION = "Which kind of message this is."
"""Of the field that distinguishes the records of a union: msgspec adds it."""


def description(kind: type) -> str:
    """Return a class's docstring in Markdown, empty if it has none of its own."""
    return markdown(inspect.cleandoc(kind.__doc__ or ""))


def field_descriptions(kind: type) -> dict[str, str]:
    """Return the docstrings under a class's fields, or members, in Markdown, by their names."""
    found = _of_module(kind.__module__).get(kind.__name__, {})
    tag = kind.__struct_config__.tag_field if issubclass(kind, Struct) else None
    return {tag: TAG_DESCRIPTION, **found} if tag else found


def markdown(text: str) -> str:
    """Return a docstring as Markdown, its references to code as code."""
    return re.sub(r":\w+:`~?([\w.]+)`", r"`\1`", text).replace("``", "`")


@cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """Return the descriptions of the fields of all classes of a module."""
    tree = ast.parse(inspect.getsource(importlib.import_module(name)))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return {one.name: _of_class(one) for one in classes}


def _of_class(node: ast.ClassDef) -> dict[str, str]:
    """Return the strings that stand directly under fields, or members, by their names."""
    found = {}
    for field, below in pairwise(node.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = markdown(inspect.cleandoc(text))
            case _:
                pass
    return found
