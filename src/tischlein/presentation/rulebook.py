"""Rules pages: a game's ``rules.*.md`` as HTML with an anchor for every rule, or rule by rule.

A rule is a list item that begins with its identifier in bold: ``- **BAU-12** You may not ...``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tischlein.core.game import Game
from tischlein.presentation.capability import source_of
from tischlein.presentation.texts import FALLBACK, supported
from tischlein.presentation.typography import typeset

_PLAN = '<pre tabindex="0">'
"""Plans in characters may be wider than a phone: with the focus, keys can scroll them."""
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


def source(game: Game, language: str) -> str:
    """Return the Markdown of a game's rules page, the English one if the language has none."""
    pages = source_of(game)
    return pages.rules(supported(language)) or pages.rules(FALLBACK)


def identifiers(game: Game) -> tuple[str, ...]:
    """Return the identifiers on a game's English rules page, in its order."""
    pattern = rf"^\s*[-*] \*\*({game.prefix}-\d+)\*\*"
    return tuple(re.findall(pattern, source(game, FALLBACK), re.MULTILINE))


def to_html(game: Game, language: str) -> str:
    """Return a game's rules page as HTML; rule BAU-12 is the list item with ``id="BAU-12"``.

    Identifiers inside other rules become links to their rule.
    """
    return _html(source(game, language), game.prefix, supported(language))


def rules(game: Game, language: str) -> dict[str, str]:
    """Return every rule's sentences without markup, by identifier in the order of the page."""
    tokens = _MARKDOWN.parse(source(game, language))
    return {
        identifier: typeset(
            _text(tokens[_inline(tokens, index)]).removeprefix(identifier).strip(),
            supported(language),
        )
        for index, identifier in _starts(tokens, game.prefix).items()
    }


@lru_cache(maxsize=64)
def _html(markdown: str, prefix: str, language: str) -> str:
    tokens = _MARKDOWN.parse(markdown)
    starts = _starts(tokens, prefix)
    for index, identifier in starts.items():
        tokens[index].attrSet("id", identifier)
    for token in tokens:
        if token.type == "inline" and token.children:
            for child in token.children:
                if child.type == "text":
                    child.content = typeset(child.content, language)
            token.children = _linked(token.children, prefix, set(starts.values()))
    html = str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
    return html.replace("<pre>", _PLAN)


def _starts(tokens: list[Token], prefix: str) -> dict[int, str]:
    """Return the rule that begins at a token, by the token's index."""
    starts = {}
    for index, token in enumerate(tokens):
        if token.type != "list_item_open":
            continue
        children = tokens[_inline(tokens, index)].children or []
        kinds = [child.type for child in children if child.type != "text" or child.content]
        if kinds[:3] == ["strong_open", "text", "strong_close"]:
            name = next(child.content for child in children if child.content)
            if re.fullmatch(rf"{prefix}-\d+", name):
                starts[index] = name
    return starts


def _inline(tokens: list[Token], start: int) -> int:
    """Return the index of the first line of text after a token."""
    return next(
        index for index in range(start, len(tokens)) if tokens[index].type in ("inline", "fence")
    )


def _text(inline: Token) -> str:
    parts = []
    for child in inline.children or []:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        else:
            parts.append(child.content)
    return "".join(parts)


def _linked(children: list[Token], prefix: str, known: set[str]) -> list[Token]:
    """Turn identifiers in running text into links, except the bold ones that open a rule."""
    result: list[Token] = []
    bold = 0
    for child in children:
        bold += (child.type == "strong_open") - (child.type == "strong_close")
        if child.type == "text" and not bold and f"{prefix}-" in child.content:
            result.append(_text_with_links(child.content, known))
        else:
            result.append(child)
    return result


def _text_with_links(text: str, known: set[str]) -> Token:
    def link(match: re.Match[str]) -> str:
        name = match[0]
        return f'<a href="#{name}">{name}</a>' if name in known else name

    token = Token("html_inline", "", 0)
    token.content = re.sub(r"\b[A-Z]{3}-\d+\b", link, escape(text, quote=False))
    return token
