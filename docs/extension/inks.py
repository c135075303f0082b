"""Code in the table's inks: two Pygments styles, one for each ground."""

from typing import ClassVar

from pygments.style import Style
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    String,
    Text,
    _TokenType,
)


def _tokens(ink: str, muted: str, accent: str, good: str, blue: str) -> dict[_TokenType, str]:
    return {
        Text: ink,
        Error: ink,
        Comment: f"italic {muted}",
        Keyword: accent,
        Operator: ink,
        Operator.Word: accent,
        Name: ink,
        Name.Tag: accent,
        Name.Builtin.Pseudo: muted,
        Name.Decorator: blue,
        Name.Function: blue,
        Name.Class: blue,
        String: good,
        Number: good,
        Generic.Prompt: muted,
        Generic.Output: muted,
        Generic.Heading: f"bold {ink}",
        Generic.Emph: "italic",
        Generic.Strong: "bold",
    }


class Light(Style):
    """For paper in the light."""

    background_color = "#fbf7ef"
    styles: ClassVar = _tokens("#2b2622", "#6a5f54", "#a63d2f", "#2f6b4f", "#1f5fa8")


class Dark(Style):
    """For paper in the dark."""

    background_color = "#2e2823"
    styles: ClassVar = _tokens("#f3eadc", "#b8aa97", "#f08a6b", "#8fcfa8", "#6fa8ee")
