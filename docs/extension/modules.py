"""The reference of the Python interface: the front door, then every public module by layer.

The pages hold directives of autodoc; what they say stands in the docstrings. A public name without
one is a warning, and so an error.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.domains.python import PythonDomain
from sphinx.ext.autodoc import Options
from sphinx.ext.napoleon.docstring import NumpyDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

import tischlein
from docs.extension.files import bring_up_to_date
from tischlein.core.hooks import Capability

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.domains.python import ObjectEntry
    from sphinx.environment import BuildEnvironment

log = logging.getLogger(__name__)

FRONT_DOOR = "tischlein"
ELSEWHERE = ("games", "cli")
"""Layers that have pages of another kind."""
_HEAD = """\
# Python interface

What `import tischlein` offers stands on one page, {mod}`tischlein`; most programs need no more.
Below it are the public modules, from the bottom layer to the top: a module imports from its own
layer and from those before it."""
_KINDS = ("Functions", "Classes", "Errors")


def setup(app: Sphinx) -> None:
    """Tell Sphinx how names are found and signatures shown."""
    app.add_domain(Names, override=True)
    app.connect("doctree-read", _of_one_document)
    app.connect("missing-reference", _found_elsewhere)
    app.connect("autodoc-process-signature", _readable)
    app.connect("autodoc-process-docstring", _sections)


class Names(PythonDomain):
    """The names of a Python interface, among which no other's are looked for.

    Most types in signatures are Python's or another package's. To compare each of them with the
    ends of all our names took a seventh of the build.
    """

    def find_obj(
        self,
        env: BuildEnvironment,
        modname: str,
        classname: str,
        name: str,
        type: str | None,
        searchmode: int = 0,
    ) -> list[tuple[str, ObjectEntry]]:
        """Return the names that may be meant, each with where it is told."""
        if name.removesuffix("()").rpartition(".")[2] not in self._last_parts:
            return []
        return super().find_obj(env, modname, classname, name, type, searchmode)

    @cached_property
    def _last_parts(self) -> set[str]:
        """Of all our names; they are asked for when all pages are read."""
        return {name.rpartition(".")[2] for name in self.objects}


def write(source: Path) -> None:
    """Write the pages into ``reference/python``, and warn of public names without docstrings."""
    layers = list(_layers(source.parent))
    contents = {"index.md": _index(layers), f"{FRONT_DOOR}.md": _front_door()}
    for layer in layers:
        modules = public_modules(layer)
        for module in modules:
            for name in undocumented(module):
                log.warning("%s.%s has no docstring", module.__name__, name)
            contents[f"{module.__name__}.md"] = _page(module)
    bring_up_to_date(source / "reference" / "python", contents)


def public_modules(name: str) -> list[ModuleType]:
    """Return a package or module of the project and its public modules, at any depth, in order."""
    module = importlib.import_module(f"tischlein.{name}")
    inside = [f"{name}.{one}" for one in _inside(module)]
    return [module, *(found for one in inside for found in public_modules(one))]


def _inside(module: ModuleType) -> list[str]:
    """Return the names of the public modules that stand right in a package."""
    found = pkgutil.iter_modules(getattr(module, "__path__", []))
    return [one.name for one in found if not one.name.startswith("_")]


def undocumented(module: ModuleType) -> Iterator[str]:
    """Yield the public names that a module defines without saying what they are."""
    if not module.__doc__:
        yield "__doc__"
    said = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
    for name, value in vars(module).items():
        if name.startswith("_") or not _defined_in(module, value):
            continue
        if not (inspect.getdoc(value) or ("", name) in said):
            yield name
        if inspect.isclass(value):
            yield from (f"{name}.{member}" for member in _silent_members(value))


def _defined_in(module: ModuleType, value: object) -> bool:
    is_defined = inspect.isclass(value) or inspect.isroutine(value)
    return is_defined and getattr(value, "__module__", None) == module.__name__


def _silent_members(owner: type) -> Iterator[str]:
    for name, member in vars(owner).items():
        function = member.fget if isinstance(member, property) else member
        function = function.func if isinstance(function, cached_property) else function
        function = getattr(function, "__func__", function)
        # A field may hold a function that was defined elsewhere.
        own = inspect.isfunction(function) and function.__qualname__.startswith(owner.__qualname__)
        # What a base class says holds where it is overridden.
        if own and not name.startswith("_") and not inspect.getdoc(getattr(owner, name)):
            yield name


def _layers(root: Path) -> Iterator[str]:
    """Yield the layers from bottom to top, as they are declared for the check of imports."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]
    for row in reversed(contract["layers"]):
        for layer in row.split("|"):
            name = layer.strip().strip("()")
            known = importlib.util.find_spec(f"tischlein.{name}")
            if name not in ELSEWHERE and known is not None:
                yield name


def _summary(module: ModuleType) -> str:
    return (inspect.getdoc(module) or "").partition("\n\n")[0].replace("\n", " ")


def _index(layers: list[str]) -> str:
    parts = [_HEAD, _below([FRONT_DOOR, *(f"{FRONT_DOOR}.{layer}" for layer in layers)])]
    for layer in layers:
        modules = public_modules(layer)
        rows = [f"| {{mod}}`{one.__name__}` | {_rst(_summary(one))} |" for one in modules]
        parts += [
            f"## {layer}",
            "| module | what it is for |\n| --- | --- |\n" + "\n".join(rows),
        ]
    return "\n\n".join(parts) + "\n"


def _below(pages: Iterable[str]) -> str:
    """Return the part of a page that puts others below it, where one finds one's way."""
    return "```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```"


def _rst(text: str) -> str:
    """Return a line of reStructuredText as Markdown, as far as first sentences of modules go."""
    return text.replace("``", "`").replace("|", "\\|")


def _front_door() -> str:
    names: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for name in tischlein.__all__:
        value = getattr(tischlein, name)
        is_error = inspect.isclass(value) and issubclass(value, Exception)
        kind = "Errors" if is_error else "Classes" if inspect.isclass(value) else "Functions"
        names[kind].append(name)
    parts = [
        f"# {FRONT_DOOR}",
        f"```{{eval-rst}}\n.. automodule:: {FRONT_DOOR}\n   :no-members:\n```",
    ]
    for kind in _KINDS:
        parts.append(f"## {kind}")
        directive = "autofunction" if kind == "Functions" else "autoclass"
        shown = "" if kind == "Functions" else "   :members:\n   :show-inheritance:\n"
        blocks = "\n".join(f".. {directive}:: {FRONT_DOOR}.{one}\n{shown}" for one in names[kind])
        parts.append(f"```{{eval-rst}}\n{blocks}```")
    return "\n\n".join(parts) + "\n"


def _page(module: ModuleType) -> str:
    """Return the page of a module; what the front door shows is only named here."""
    homes = _homes()
    shown = {
        home.rpartition(".")[2]: public
        for home, public in homes.items()
        if home.rpartition(".")[0] == module.__name__
    }
    lines = [f".. automodule:: {module.__name__}", "   :members:"]
    gathered = [name for name, _ in _gathered(module)]
    elsewhere = dict.fromkeys([*shown, *gathered])
    if elsewhere:
        lines.append(f"   :exclude-members: {', '.join(elsewhere)}")
    parts = [f"# {module.__name__}"]
    parts.append("```{eval-rst}\n" + "\n".join(lines) + "\n```")
    if shown:
        links = ", ".join(f"{{py:obj}}`{public}`" for public in shown.values())
        parts.append(f"At the front door: {links}.")
    parts.append(_names_from_below(module))
    inside = _inside(module)
    if inside:
        parts.append(_below(f"{module.__name__}.{one}" for one in inside))
    return "\n\n".join(part for part in parts if part) + "\n"


def _gathered(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the classes and functions that a module gathers from others for its readers."""
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        if (inspect.isclass(value) or inspect.isroutine(value)) and not _defined_in(module, value):
            yield name, value


def _names_from_below(module: ModuleType) -> str:
    rows = []
    for name, value in _gathered(module):
        said = _rst((inspect.getdoc(value) or "").partition("\n")[0])
        rows.append(f"| {{py:obj}}`{name} <{_home_of(f'{module.__name__}.{name}')}>` | {said} |")
    table = "| name | what it is |\n| --- | --- |\n" + "\n".join(rows)
    return f"## Gathered here\n\n{table}" if rows else ""


def _homes() -> dict[str, str]:
    """Return the names of the front door by where they are defined."""
    homes = {}
    for name in tischlein.__all__:
        value = getattr(tischlein, name)
        homes[f"{value.__module__}.{value.__qualname__}"] = f"{FRONT_DOOR}.{name}"
    return homes


def _of_one_document(app: Sphinx, document: nodes.document) -> None:
    """Let all parts of a page belong to it.

    What stands in a block of reStructuredText belongs to a document of its own, which holds on to
    the whole environment: with that, two megabytes were stored for each page.
    """
    for node in document.findall():
        node.document = document


def _found_elsewhere(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, around: nodes.TextElement
) -> nodes.Element | None:
    """Resolve names by their home or where they are gathered, and other names of types."""
    target: str = node["reftarget"]
    if node.get("refdomain") != "py" or not target.startswith("tischlein."):
        return None
    target = _home_of(target)
    for home, public in _homes().items():
        if target == home or target.startswith(f"{home}."):
            target = public + target.removeprefix(home)
    domain = env.domains.python_domain
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", target, node, around)


def _home_of(target: str) -> str:
    """Return where a name is defined that a package gathers for its readers."""
    module, _, name = target.rpartition(".")
    value = getattr(sys.modules.get(module), name, None)
    name = getattr(value, "__qualname__", "")
    return f"{value.__module__}.{name}" if name else target


def _readable(
    app: Sphinx,
    what: str,
    name: str,
    value: object,
    options: Options,
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Write dots for defaults that are no expressions, and leave away what is told elsewhere.

    The functions of a capability are its parameters; the page of the contract lists them.
    """
    if inspect.isclass(value) and issubclass(value, Capability) and value is not Capability:
        return "", None
    return signature and re.sub(r"<[^<>]+>", "...", signature), returned


def _sections(
    app: Sphinx, what: Any, name: str, value: object, options: Options, lines: list[str]
) -> None:
    """Read the sections of docstrings in NumPy's convention; attributes have sentences only.

    Napoleon's own handler would take a colon in such a sentence for the end of a type.
    """
    if what not in ("attribute", "data", "property"):
        lines[:] = NumpyDocstring(lines, what=what, name=name, obj=value, options=options).lines()
