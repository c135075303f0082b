"""What the site has beyond its pages: pages made from the code, and pictures of positions."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError

import tischlein
from docs.extension import command_line, figures, games, modules, protocol, rules

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LETTERS = {
    "fraunces.woff2": "fraunces-latin-wght-normal-*.woff2",
    "source-sans-3.woff2": "source-sans-3-latin-wght-normal-*.woff2",
}
"""What site.css calls the fonts, and their files in the built client."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx of all that is made when a build begins."""
    rules.setup(app)
    modules.setup(app)
    app.connect("builder-inited", _make_pages)
    app.connect("html-page-context", _open_own_branch, priority=400)  # before the theme's, at 500
    app.connect("html-page-context", _for_everybody)
    app.connect("build-finished", _copy_letters)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _make_pages(app: Sphinx) -> None:
    for pages in (games, modules, protocol, command_line, figures):
        pages.write(Path(app.srcdir))


def _open_own_branch(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Show beside a page the branch that it stands in, and of the others the head.

    The theme asks for all of them, hundreds of modules, on every page: that took half of the build.
    """
    tree = context.get("toctree")
    if tree is not None:
        context["toctree"] = lambda **asked: tree(**{**asked, "collapse": True})


def _for_everybody(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> str:
    """Let keys scroll what may be wider than the page, and wrap the theme's templates."""
    body = context.get("body")
    if body:
        body = body.replace("<pre>", '<pre tabindex="0">')
        context["body"] = re.sub(r'<div class="table-wrapper[^"]*"', r'\g<0> tabindex="0"', body)
    context["page_template"] = template
    return "whole.html"


def _copy_letters(app: Sphinx, exception: Exception | None) -> None:
    """Take the fonts from the client, so that pages ask nothing of other hosts."""
    if exception is not None or app.builder.format != "html":
        return
    assets = Path(tischlein.__file__).parent / "web" / "static" / "assets"
    for name, pattern in LETTERS.items():
        found = sorted(assets.glob(pattern))
        if not found:
            raise ExtensionError(f"the browser client is not built: there is no {pattern}")
        shutil.copy(found[0], Path(app.outdir, "_static", name))
