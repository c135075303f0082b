"""How the documentation is built: Sphinx with Furo, pages in MyST Markdown, all of it strictly.

``./check site`` builds it into ``site/``; what is missing or leads nowhere is an error.
"""

import tischlein

project = "Tischlein"
author = "Tischlein contributors"
copyright = author
version = release = tischlein.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
nitpicky = True
source_suffix = {".md": "markdown"}
exclude_patterns = ["images/README.md"]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Tischlein"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
