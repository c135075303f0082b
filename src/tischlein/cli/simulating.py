"""The command that plays whole matches, and what it tells of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tischlein.cli.output import print_json, print_line, print_note, progress
from tischlein.cli.preparation import prepare
from tischlein.core import options as option_texts
from tischlein.core import records, registry, seats
from tischlein.core.amounts import many
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import Game
from tischlein.whole_files import write_whole


def simulate(
    key: str,
    count: int | None,
    options: str,
    *,
    matches: int,
    seed: int,
    bots: str,
    out: Path | None,
    expectations: bool,
    as_json: bool,
) -> None:
    """Play matches, write them to files or print a single one, and print a summary."""
    from tischlein.lab import simulate as lab
    from tischlein.lab.entrants import compile_for
    from tischlein.lab.versions import versions

    game = registry.load(key)
    count = min(game.seats) if count is None else count
    given = option_texts.parse(options)
    checked = option_texts.complete(game, count, given)
    levels = bots.lower().replace(",", " ").split()
    if len(levels) == 1:
        levels *= count
    if len(levels) != count:
        raise OptionError(
            f"{many(len(levels), 'bot')} for {many(count, 'seat')}: name one for each, or one "
            "for all"
        )
    players = lab.players_by_level(game, levels)
    prepare(game, searches=set(levels) != {"random"})
    for level in dict.fromkeys(levels):
        compile_for(game, level)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    totals = lab.Totals(count)
    sides = option_texts.sides(game, count, checked)

    def report() -> None:
        summary = _summary(totals, seed, [name for name, _ in players], sides)
        if as_json:
            setting = {"game": game.key, "options": dict(checked)}
            print_json({"made_with": versions([game]), **setting, "bots": levels, **summary})
        elif out is not None or matches > 1:
            _print_summary(game, summary, out)

    played = lab.simulate(game, count, checked, matches=matches, seed=seed, players=players)
    with _report_before_the_end(totals, out, report), progress("Playing", matches) as done:
        for index, record in enumerate(played, 1):
            if out is not None:
                name = f"{game.key}-{seed}-{index:06}.record"
                write_whole(out / name, records.write(record, expectations=expectations))
            elif matches == 1 and not as_json:
                print_line(records.write(record, expectations=expectations))
            totals.add(record)  # after its record is written, in case of Ctrl+C
            done()
    report()


@contextmanager
def _report_before_the_end(
    totals: Any, out: Path | None, report: Callable[[], None]
) -> Iterator[None]:
    """If Ctrl+C or a match without an end stops all, report those that were played before."""
    try:
        yield
    except (KeyboardInterrupt, GameError) as error:
        stopped = "interrupted" if isinstance(error, KeyboardInterrupt) else "stopped"
        played = many(totals.matches, "match")
        where = "none is kept" if out is None else f"{out} has their records"
        print_note(f"{stopped} after {played}; {where}")
        if totals.matches:
            report()
        raise


def _summary(totals: Any, seed: int, names: Sequence[str], sides: Sequence[int]) -> dict[str, Any]:
    """Return the totals of many matches, with a row for each seat or team."""
    from tischlein.lab.intervals import estimate_data

    matches = totals.matches
    members = [[seat for seat, one in enumerate(sides) if one == side] for side in sorted({*sides})]
    return {
        "matches": matches,
        "seed": seed,
        "events": {"mean": round(totals.events / matches, 3), "most": totals.longest},
        "ties": totals.ties,
        "seats": [
            {
                "seat": " ".join(map(seats.letter, group)),
                "player": ", ".join(names[seat] for seat in group),
                "first": round(totals.firsts[group[0]], 6),
                "share": estimate_data(totals.won(group[0])),
                "mean_score": round(totals.points[group[0]] / matches, 3),
            }
            for group in members
        ],
    }


def _print_summary(game: Game, summary: dict[str, Any], out: Path | None) -> None:
    from tischlein.lab.intervals import Estimate

    events, ties = summary["events"], summary["ties"]
    print_line(
        f"{game.key} (rules version {game.version}): {many(summary['matches'], 'match')} "
        f"of seed {summary['seed']}, {events['mean']:.1f} events on average, {events['most']} at "
        f"most, {many(ties, 'tie')}"
    )
    table = Table()
    for heading in ("seat", "player"):
        table.add_column(heading)
    for heading in ("first", "share (95 % interval)", "mean score"):
        table.add_column(heading, justify="right")
    for row in summary["seats"]:
        won = row["share"]
        share = Estimate(won["value"], won["low"], won["high"], won["count"]).percent()
        mean = f"{row['mean_score']:.2f}"
        first = f"{row['first']:.2f}".rstrip("0").rstrip(".")
        table.add_row(row["seat"], row["player"], first, share, mean)
    Console(markup=False, emoji=False).print(table)
    if out is not None:
        print_line(f"written to {out}")
