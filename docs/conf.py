"""How the documentation is built: Sphinx with Furo, pages in MyST Markdown, all of it strictly.

``./check site`` builds it into ``site/``; what is missing or leads nowhere is an error.
"""

import sys
from pathlib import Path

import tischlein

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # for docs.extension

project = "Tischlein"
author = "Tischlein contributors"
copyright = author
version = release = tischlein.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "docs.extension",
]
nitpicky = True
nitpick_ignore_regex = [
    # What they are is told on other hosts, which a build asks nothing.
    (
        "py:.*",
        r"(_?asyncio|collections|concurrent|contextlib|datetime|email|ipaddress|pathlib|random)\..*",
    ),
    ("py:.*", r"(logging|socket|sqlite3|subprocess|types|weakref)\..*"),
    (
        "py:.*",
        r"(asyncpg|gymnasium|httpx|litestar|msgspec|numpy|pettingzoo|polars|prometheus_client|pyspiel|uvicorn)\..*",
    ),
    ("py:.*", r"websockets\..*"),
    # The same by short names, where a signature stands beside what is imported for types only.
    ("py:class", r"Litestar|Path"),
    # Numbers within annotations: ranges of settings.
    ("py:class", r"\d+(\.\d+)?(e-?\d+)?"),
    # Variables of types: their names say nothing beyond the signature that they stand in.
    ("py:(class|obj)", r"(tischlein\..*\.)?(_\w+|F|Work)"),
]
source_suffix = {".md": "markdown"}
templates_path = ["_templates"]
exclude_patterns = ["measured", "_templates"]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False

pygments_style = "docs.extension.inks.Light"
pygments_dark_style = "docs.extension.inks.Dark"

html_theme = "furo"
html_title = "Tischlein"
html_static_path = ["_static", "../client/src/styles/tokens.css", "../client/public/favicon.svg"]
html_css_files = ["tokens.css", "site.css"]
html_search_scorer = str(HERE / "scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
