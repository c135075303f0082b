"""Where a game's texts, rules pages, drawings and matches come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path


class Source(ABC):
    """Texts (Fluent), rules pages (Markdown), drawings (SVG symbols), matches (records).

    Each is empty if there is none.

    Sources are hashable, and what they return never changes in a process.
    """

    @abstractmethod
    def texts(self, language: str) -> str:
        """Return the messages of a language."""

    @abstractmethod
    def rules(self, language: str) -> str:
        """Return the rules page of a language."""

    @abstractmethod
    def art(self) -> str:
        """Return the drawings."""

    def lesson(self) -> str:
        """Return the first match (``tischlein.presentation.lessons``), which is optional."""
        return ""

    def example(self) -> str:
        """Return a match to show (``tischlein.presentation.examples``), which is optional."""
        return ""


@dataclass(frozen=True)
class Folder(Source):
    """A folder with ``texts.en.ftl``, ``rules.en.md`` (and other languages) and ``art.svg``.

    It may have a ``lesson.record`` and an ``example.record`` as well.
    """

    path: Path

    def texts(self, language: str) -> str:
        """Return the messages of a language."""
        return _content(self.path / f"texts.{language}.ftl")

    def rules(self, language: str) -> str:
        """Return the rules page of a language."""
        return _content(self.path / f"rules.{language}.md")

    def art(self) -> str:
        """Return the drawings."""
        return _content(self.path / "art.svg")

    def lesson(self) -> str:
        """Return the first match."""
        return _content(self.path / "lesson.record")

    def example(self) -> str:
        """Return a match to show."""
        return _content(self.path / "example.record")


@dataclass(frozen=True, eq=False)
class Inline(Source):
    """Texts and rules pages by language, drawings and matches, for a one-file game."""

    texts_by_language: Mapping[str, str] = field(default_factory=dict)
    rules_by_language: Mapping[str, str] = field(default_factory=dict)
    drawings: str = ""
    first_match: str = ""
    example_match: str = ""

    def texts(self, language: str) -> str:
        """Return the messages of a language."""
        return self.texts_by_language.get(language, "")

    def rules(self, language: str) -> str:
        """Return the rules page of a language."""
        return self.rules_by_language.get(language, "")

    def art(self) -> str:
        """Return the drawings."""
        return self.drawings

    def lesson(self) -> str:
        """Return the first match."""
        return self.first_match

    def example(self) -> str:
        """Return a match to show."""
        return self.example_match


PRODUCT = Folder(Path(__file__).parent)
"""Words and drawings that all games share."""


@cache
def _content(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""
