"""Rules pages as a part of another page, with an anchor for every rule that others can refer to.

The role ``{rule}`` followed by ``BAU-12`` in backquotes links to a rule from any page; the build
fails if there is no such rule.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from tischlein.core.game import Game
from tischlein.presentation import rulebook

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_CODE = r"`[^`]*`"


class _Identifier(SphinxRole):
    """Stands where a rule begins: its identifier, which is an anchor of the same name."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        domain = self.env.domains.standard_domain
        domain.note_object("rule", self.text, self.text, location=self.get_location())
        node = nodes.strong(self.text, self.text, classes=["rule-id"])
        node["ids"].append(self.text)
        return [node], []


def markdown(game: Game, depth: int) -> str:
    """Return the English rules page of a game without its title.

    Parameters
    ----------
    depth
        The level of its uppermost headings in the page that it becomes a part of.
    """
    text = rulebook.source(game, "en")
    text = re.sub(r"\A\s*# .*\n", "", text)
    known = set(rulebook.identifiers(game))
    lines = []
    fenced = False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        lines.append(line if fenced or fence else _line(line, game.prefix, known, depth))
    return "\n".join(lines)


def linked(text: str, known: set[str]) -> str:
    """Return Markdown in which identifiers of rules are references to them."""
    words = re.compile(rf"{_CODE}|\b[A-Z]{{3}}-\d+\b")
    return words.sub(lambda m: f"{{rule}}`{m[0]}`" if m[0] in known else m[0], text)


def _line(line: str, prefix: str, known: set[str], depth: int) -> str:
    heading = re.match(r"(#+) (.*)", line)
    if heading:
        return f"{'#' * (len(heading[1]) - 2 + depth)} {heading[2]}"
    start = re.match(rf"(\s*[-*] )\*\*({prefix}-\d+)\*\*", line)
    if start:
        return f"{start[1]}{{rule-id}}`{start[2]}`{linked(line[start.end() :], known)}"
    return linked(line, known)


def setup(app: Sphinx) -> None:
    """Tell Sphinx of the roles."""
    app.add_object_type("rule", "rule", ref_nodeclass=nodes.inline)
    app.add_role("rule-id", _Identifier())
