"""The contract as a page: every hook, from its declaration.

``python -m tischlein.presentation.contract > docs/contract.md`` updates the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc

from tischlein.core.capabilities import GROUPS
from tischlein.core.hooks import Capability, Hook
from tischlein.presentation.capability import Presentation

_HEAD = """\
# The contract of a game

This page lists every function that a game can bring, in the groups that it has as a whole or not at
all. `python -m tischlein.presentation.contract` generates it from their declarations
(`core/capabilities.py`, `presentation/capability.py`); do not edit it.

Compiled hooks are kernels over a state's record. Plain hooks take a light read-only view of it if
they are called with a `state`, and a record if they change it. Seats are numbers from 0, and sets
of seats are bit sets.
"""


def page() -> str:
    """Return the page in Markdown."""
    return "\n".join([_HEAD, *(_section(group) for group in (*GROUPS, Presentation))])


def _section(group: type[Capability]) -> str:
    about = (getdoc(group) or "").strip()
    title = f"## {group.__name__}"
    hooks = "\n".join(line for hook in group.hooks() for line in _lines(hook))
    return f"{title}\n\n{about}\n\n{hooks}\n"


def _lines(hook: Hook) -> Iterator[str]:
    if hook.parameters is None:
        signature = hook.name.upper()
    else:
        returns = f" -> {hook.returns}" if hook.returns else ""
        signature = f"{hook.name}({', '.join(hook.parameters)}){returns}"
    kind = "table" if hook.parameters is None else "compiled" if hook.compiled else "plain"
    yield f"- **`{signature}`** ({kind}). {hook.does}"
    yield f"  Called by: {hook.called}."
    if hook.derived:
        yield f"  If left out: {hook.derived}."


if __name__ == "__main__":
    print(page(), end="")
