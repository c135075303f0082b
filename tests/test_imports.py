"""What imports what: the model needs NumPy and Numba only, and no module waits for itself."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tischlein

PACKAGE = Path(tischlein.__file__).parent
PEOPLE = {
    *("babel", "fluent", "litestar", "markdown_it", "msgspec"),
    *("PIL", "pymunk", "resvg_py", "rich", "typer"),
}
"""Libraries for what people see, which no program that only plays should load."""


def modules_of(room: str) -> dict[str, Path]:
    """Return the modules of a subpackage by their full names."""
    return {
        ".".join(("tischlein", *file.relative_to(PACKAGE).with_suffix("").parts)): file
        for file in (PACKAGE / room).glob("*.py")
        if file.stem != "__init__"
    }


def imported_at_once(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that a module imports while it is being imported."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and not is_for_types(node):
            yield from imported_at_once([*node.body, *node.orelse])


def is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@pytest.mark.parametrize("room", ["core", "presentation"])
def test_no_module_of_a_room_imports_itself_by_a_detour(room: str) -> None:
    """``prepare`` raises CycleError, which names the circle."""
    modules = modules_of(room)
    graph = {
        name: modules.keys() & set(imported_at_once(ast.parse(file.read_bytes()).body))
        for name, file in modules.items()
    }
    assert any(graph.values())
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("room", ["core", "presentation"])
def test_any_module_of_a_room_can_be_the_first_to_be_imported(room: str) -> None:
    """One process imports them all, each with nothing of Tischlein loaded before it."""
    script = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]:\n"
        "    for loaded in [one for one in sys.modules if one.startswith('tischlein')]:\n"
        "        del sys.modules[loaded]\n"
        "    importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", script, *modules_of(room)], check=True)


def test_the_model_loads_nothing_that_is_for_people() -> None:
    script = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]:\n"
        "    importlib.import_module(name)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
        "print(*sorted(name for name in sys.modules if name.startswith('tischlein.')))\n"
    )
    command = [sys.executable, "-c", script, *modules_of("core")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    libraries, own = (line.split() for line in ran.stdout.splitlines())
    assert not PEOPLE & {*libraries}
    assert {"numpy", "numba"} <= {*libraries}
    assert {name.split(".")[1] for name in own} == {"core"}
