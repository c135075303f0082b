"""A page for every game on the shelf, made from its declaration and from what was measured."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tischlein
from docs.extension import board, reports, rules, strength
from docs.extension.files import bring_up_to_date
from tischlein.core import queries, records, registry
from tischlein.core.game import Game
from tischlein.core.hooks import plain
from tischlein.core.levels import Custom
from tischlein.core.options import Choices, Number, Option, usual_counts
from tischlein.core.phrases import Phrase
from tischlein.presentation import rulebook, texts
from tischlein.presentation.examples import Example, example_of

EXCERPT = 10
"""How many events of its match a page shows."""

SCREENS = {"desktop": "in the browser of a desktop", "phone": "on a phone, in the dark"}
"""Where pictures of tables are taken (``docs.screens``), and how that is said."""


def write(source: Path, keys: Sequence[str] | None = None) -> None:
    """Write the pages of games, by default of all on the shelf, into ``games``.

    Parameters
    ----------
    source
        The documentation's folder, which has what was measured.
    """
    shelf = [registry.load(key) for key in (registry.keys() if keys is None else keys)]
    contents = {"index.md": index(shelf)}
    for game in shelf:
        example = example_of(game)
        contents[f"{game.key}.md"] = page(game, example, source)
        contents[f"{game.key}.record"] = records.write(example.record)
        studied = reports.found(source, game)
        if studied is not None:
            by_hand = rules.linked(reports.checked(source, game), set(rulebook.identifiers(game)))
            contents[f"{game.key}-report.md"] = reports.page(studied, name(game), by_hand)
    contents["strength.md"] = strength.page({game.key: name(game) for game in shelf}, source)
    bring_up_to_date(source / "games", contents)


def index(shelf: Sequence[Game]) -> str:
    """Return the page that lists the games."""
    rows = [
        (
            f"[{name(game)}]({game.key}.md)",
            counts(game.seats),
            str(game.shelf.minutes),
            "secrets" if game.secrets else "open",
            "yes" if game.chance else "no",
            _told(game, "tagline"),
        )
        for game in shelf
    ]
    entries = "\n".join(game.key for game in shelf)
    table = _table(("game", "seats", "minutes", "information", "chance", "in a sentence"), rows)
    return (
        "# The games\n\nEvery game has a page with its rules and their identifiers, its options, "
        "what seats may not\nknow, and what was measured of it. The pages are made from the "
        "games' own declarations.\n\n"
        f"{table}\n\n[How strong the bots are](strength.md), beside each other and beside searches "
        f"that know no game.\n\n```{{toctree}}\n:hidden:\n\n{entries}\nstrength\n```\n"
    )


def page(game: Game, example: Example, source: Path) -> str:
    """Return the page of a game in Markdown."""
    known = set(rulebook.identifiers(game))
    parts = [
        f"({game.key})=\n# {name(game)}",
        _told(game, "about"),
        _figure(game, example),
        _screens(game, source),
        _facts(game),
        "## Options",
        _options(game),
        "## What is secret",
        rules.linked(_secrets(game), known),
        "## In figures",
        _figures(game, _entries(source, "play.json", game)),
        "## What matches show",
        _studied(game, source),
        "## Levels",
        _levels(game, _entries(source, "strength.json", game)),
        "## Notation",
        _notation(game, example),
        "## Queries",
        _queries(game, source),
        "## Rules",
        rules.markdown(game, depth=3),
        "## How to cite",
        _citation(game),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def name(game: Game) -> str:
    """Return a game's name in English."""
    return _told(game, "game") or game.key


def counts(seats: Sequence[int]) -> str:
    """Return seat counts in words: 2 to 4."""
    whole = tuple(range(seats[0], seats[-1] + 1)) == tuple(seats)
    if whole and len(seats) > 1:
        return f"{seats[0]} to {seats[-1]}"
    return ", ".join(map(str, seats))


def _told(game: Game, message: str) -> str:
    known = message in texts.keys("en", game)
    return texts.translate("en", Phrase(message), game) if known else ""


def _figure(game: Game, example: Example) -> str:
    events = len(example.record.events)
    label = f"{name(game)} after {example.step} of {events} events"
    drawn = board.svg(example, label)
    names = ", ".join(example.record.names)
    eyes = "as a spectator sees it" if game.secrets else "as everybody sees it"
    return (
        f'```{{raw}} html\n<figure class="board">{drawn}\n'
        f"<figcaption>A match of {names} after {example.step} of {events} events, {eyes}."
        "</figcaption></figure>\n```"
    )


def _screens(game: Game, source: Path) -> str:
    """Return the game's table in the browser, where somebody has taken pictures of it."""
    taken = [
        f"![{name(game)} {where}](../images/tables/{game.key}-{screen}.webp)"
        for screen, where in SCREENS.items()
        if (source / "images" / "tables" / f"{game.key}-{screen}.webp").is_file()
    ]
    return "\n".join(("{.screens}", *taken)) if taken else ""


def _facts(game: Game) -> str:
    bytes_ = 8 * game.state.row_length
    least, greatest = game.score_bounds
    together = "several seats at once" if game.simultaneous else "one seat at a time"
    rows = [
        ("Key", f"`{game.key}`, rules version {game.version}"),
        ("Seats", counts(game.seats) + (", also in teams" if game.teams else "")),
        ("Minutes", f"about {game.shelf.minutes}"),
        ("Information", "some is secret" if game.secrets else "open"),
        ("Chance", f"{game.outcomes} different outcomes" if game.chance else "none"),
        ("Actions", f"{game.actions}, of which at most {game.most_legal} at once"),
        ("Who acts", together),
        ("Events", f"at most {game.longest} in a match"),
        ("Final scores", f"{least} to {greatest}"),
        ("State", f"{game.state.row_length} words, {bytes_} bytes"),
    ]
    if game.race:
        rows.append(("Races", "reaction times count"))
    if game.measured:
        rows.append(("Measurements", "some outcomes come from physics and stand in records"))
    if game.shelf.credits:
        rows.append(("Game by", game.shelf.credits))
    seats = min(usual_counts(game) or game.seats)
    return (
        _table(("declared", "value"), rows)
        + f"\n\n```python\nimport tischlein as tt\n\ngame = tt.load({game.key!r})\n"
        f"position = game.start(seats={seats}, seed=7)\n```\n\n"
        f"In the terminal: `tischlein play {game.key}`; in the browser: `tischlein serve`."
    )


def _options(game: Game) -> str:
    if not game.options:
        return "None."
    rows = [
        (f"`{option.name}`", _told(game, f"option-{option.name}"), values, _default(game, option))
        for option in game.options
        for values in [_values(game, option)]
    ]
    return _table(("option", "what it decides", "values", "usual"), rows)


def _values(game: Game, option: Option) -> str:
    match option:
        case Choices():
            return ", ".join(_value(game, option.name, value) for value in option.values)
        case Number():
            return f"{option.low} to {option.high}"
        case _:
            return ", ".join(f"`{value}`" for value in option.samples) + " and others"


def _value(game: Game, option: str, value: str) -> str:
    meaning = _told(game, f"option-{option}-{value}")
    return f"`{value}` ({meaning})" if meaning and meaning != value else f"`{value}`"


def _default(game: Game, option: Option) -> str:
    by_seats = {seats: option.default_for(seats) for seats in game.seats}
    if len(set(by_seats.values())) == 1:
        return f"`{by_seats[game.seats[0]]}`"
    return ", ".join(f"`{value}` with {seats}" for seats, value in by_seats.items())


def _secrets(game: Game) -> str:
    if game.secrets is None:
        return "Nothing: all seats and spectators see the same."
    hides = inspect.getdoc(plain(game.secrets.observe)) or ""
    sees = inspect.getdoc(plain(game.secrets.observed_action)) or ""
    return (
        "What a seat may know is decided in one place, `observe`, through which everything goes "
        f"that a seat\nis shown or sent:\n\n> {_quoted(hides)}\n\nOf what others do, it hears "
        f"this much, by `observed_action`:\n\n> {_quoted(sees)}\n\n"
        "{doc}`The contract </contract>` says what these functions promise, and the conformance "
        "suite tries it."
    )


def _quoted(text: str) -> str:
    return text.replace("``", "`").replace("\n", "\n> ")


def _entries(source: Path, file: str, game: Game) -> list[dict[str, Any]]:
    path = source / "measured" / file
    rows: list[dict[str, Any]] = (
        json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    )
    return [row for row in rows if row["game"] == game.key]


def _figures(game: Game, entries: Sequence[dict[str, Any]]) -> str:
    if not entries:
        return "Not measured yet."
    rows = [
        (
            str(row["seats"]),
            row["level"],
            str(row["matches"]),
            _spread(row["decisions"]),
            _spread(row["choices"]),
        )
        for row in entries
    ]
    heads = ("seats", "players", "matches", "decisions in a match", "legal actions at each")
    return (
        "Mean, and between what nine in ten lie. A decision is an action of a seat; what chance "
        "does is\nnot counted.\n\n" + _table(heads, rows)
    )


def _spread(spread: dict[str, float]) -> str:
    return f"{spread['mean']:.1f} ({spread['low']:.0f} to {spread['high']:.0f})"


def _levels(game: Game, entries: Sequence[dict[str, Any]]) -> str:
    if not game.levels:
        return "It has none: every seat is a person's, or `random`."
    rows = []
    for level in game.levels:
        plays = "rules of its own" if isinstance(level.search, Custom) else f"`{level.search}`"
        blunder = f", {level.blunder} % random actions" if level.blunder else ""
        rows.append((level.key, plays + blunder, f"{level.seconds:g} s"))
    table = _table(("level", "plays by", "thinks at most"), rows)
    return f"{table}\n\n{_strength(entries)}"


def _strength(entries: Sequence[dict[str, Any]]) -> str:
    if not entries:
        return "How strong they are is not measured yet."
    rows = [
        (
            row["level"],
            row["against"],
            str(row["seats"]),
            f"{row['share']:.0%} ({row['low']:.0%} to {row['high']:.0%})",
            str(row["matches"]),
        )
        for row in entries
    ]
    heads = ("level", "against", "seats", "share of wins, 95 % interval", "matches")
    return _table(heads, rows)


def _notation(game: Game, example: Example) -> str:
    text = records.write(example.record)
    lines = text.splitlines()
    head = lines[: lines.index("") + 1] if "" in lines else []
    body = [line for line in lines[len(head) :] if line]
    shown = [line for line in body if not line.startswith(("*", "="))][:EXCERPT]
    chance = [line for line in body if line.startswith("*")][:3]
    excerpt = "\n".join([*chance, *shown]) or text
    return (
        "Actions as records, terminals and programs write them: the seat, then what it does; `*` "
        "is chance.\nFrom the match above:\n\n"
        f"```text\n{excerpt}\n```\n\n"
        f"The whole match: {{download}}`{game.key}.record <{game.key}.record>`."
    )


def _studied(game: Game, source: Path) -> str:
    studied = reports.found(source, game)
    return "Not studied yet." if studied is None else reports.summary(studied)


def _queries(game: Game, source: Path) -> str:
    general = ", ".join(f"`{query}`" for query in queries.QUERIES)
    everywhere = f"A record may ask what every game answers ({general})"
    if not game.notation.queries:
        return f"{everywhere}; this game has no queries of its own."
    found = _asked(source.parent / "tests" / "games" / game.key)
    rows = [(f"`{query}`", found.get(query, "")) for query in game.notation.queries]
    return f"{everywhere}, and what belongs to this one:\n\n" + _table(
        ("query", "for example"), rows
    )


def _asked(scenarios: Path) -> dict[str, str]:
    """Return the shortest example of every query in records of scenarios, by its first word."""
    found: dict[str, str] = {}
    for file in sorted(scenarios.glob("*.record")):
        for line in file.read_text(encoding="utf-8").splitlines():
            asked = re.match(r"\? ((\w+)[^=]* = [^#]+)", line)
            if asked:
                example = f"`? {asked[1].strip()}`"
                known = found.get(asked[2].lower(), "")
                found[asked[2].lower()] = min(example, known or example, key=len)
    return found


def _citation(game: Game) -> str:
    by = f" by {game.shelf.credits}" if game.shelf.credits else ""
    version = tischlein.__version__
    return (
        f"Name the game, its rules version and the version of Tischlein; every record that was "
        f"made with it\nsays all of them.\n\n> {name(game)}{by}. Rules version {game.version} "
        f"(`{game.key}`) in Tischlein {version}.\n\n"
        "```bibtex\n"
        f"@software{{tischlein_{game.key},\n"
        f"  title   = {{Tischlein: {name(game)}{by}}},\n"
        f"  author  = {{{{Tischlein contributors}}}},\n"
        f"  version = {{{version}, rules version {game.version}}},\n"
        "}\n```"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(_lines(heads, rows))


def _lines(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
