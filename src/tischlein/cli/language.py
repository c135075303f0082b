"""The language of the terminal: the one asked for, or the system's."""

from __future__ import annotations

import os

from tischlein.core.errors import OptionError
from tischlein.presentation.texts import LANGUAGES, supported


def chosen_language(language: str) -> str:
    """Return the language to speak: as asked for, else from the environment, else English.

    Raises
    ------
    OptionError
        If a language is asked for that Tischlein does not speak.
    """
    if language:
        if language.lower() not in LANGUAGES:
            raise OptionError(f"the languages are {', '.join(LANGUAGES)}, not {language!r}")
        return language.lower()
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return supported(value)
    return supported("")
