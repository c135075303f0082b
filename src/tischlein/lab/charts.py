"""Charts of a study's results, drawn without a browser; colours are safe for the colour-blind.

Colours never carry meaning alone: every mark is next to its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tischlein.extras import missing_extra
from tischlein.lab.intervals import Estimate

try:
    import altair as alt
    import polars as pl
    import vl_convert as vlc
except ImportError as error:
    raise missing_extra("lab", "a report") from error

INK, MUTED, LINE, ACCENT = "#2B2622", "#6A5F54", "#C9B99F", "#A63D2F"
WIDTH = 460
_BAND = 24
_BINS = 24
_FONT = "'Source Sans 3', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Bar:
    """An estimate with its interval, in a row of its own."""

    group: str
    name: str
    estimate: Estimate


def forest(bars: Sequence[Bar], title: str, reference: float | None, *, percent: bool) -> str:
    """Return estimates one below the other, each with its interval, as SVG.

    Parameters
    ----------
    reference
        Where a line is drawn: the fair share, or no difference.
    """
    frame = pl.DataFrame(
        {
            "group": [bar.group for bar in bars],
            "name": [bar.name for bar in bars],
            "value": [bar.estimate.value for bar in bars],
            "low": [bar.estimate.low for bar in bars],
            "high": [bar.estimate.high for bar in bars],
        }
    )
    axis = alt.Axis(format=".0%" if percent else ".0f", title=title)
    base = alt.Chart(frame).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=220))
    )
    ends = base.mark_rule(strokeWidth=2.5, color=INK).encode(
        x=alt.X("low:Q", axis=axis, scale=alt.Scale(zero=False)), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=90, color=ACCENT, opacity=1).encode(x="value:Q")
    layers: list[Any] = [ends, points]
    if reference is not None:
        line = alt.Chart(frame).mark_rule(strokeDash=[5, 4], color=MUTED)
        layers.insert(0, line.encode(x=alt.datum(reference)))
    chart: Any = alt.layer(*layers).properties(width=WIDTH, height=alt.Step(_BAND))
    if len(dict.fromkeys(bar.group for bar in bars)) > 1:
        chart = chart.facet(
            row=alt.Row(
                "group:N",
                sort=list(dict.fromkeys(bar.group for bar in bars)),
                title=None,
                header=alt.Header(
                    labelAngle=0, labelAlign="left", labelOrient="top", labelAnchor="start"
                ),
            )
        ).resolve_scale(y="independent")  # groups may have different names
    return _svg(chart)


def histogram(values: Sequence[float], title: str) -> str:
    """Return a histogram of numbers, as SVG.

    The values are counted here: a chart that contained them all would grow with the study.
    """
    least, greatest = min(values), max(values)
    width = max(1.0, float(np.ceil((greatest - least + 1) / _BINS)))
    edges = np.arange(least, greatest + 1 + width, width)
    counted, _ = np.histogram(values, edges)
    frame = pl.DataFrame({"from": edges[:-1], "to": edges[1:], "count": counted})
    chart = (
        alt.Chart(frame)
        .mark_bar(color=ACCENT, binSpacing=1)
        .encode(
            x=alt.X("from:Q", bin="binned", title=title, scale=alt.Scale(zero=False)),
            x2="to:Q",
            y=alt.Y("count:Q", title="matches", axis=alt.Axis(tickMinStep=1)),
        )
        .properties(width=WIDTH, height=160)
    )
    return _svg(chart)


def course(rows: Sequence[tuple[float, Estimate]], title: str, across: str) -> str:
    """Return a number as it develops over ``across``, with a band for its interval, as SVG."""
    frame = pl.DataFrame(
        {
            "x": [x for x, _ in rows],
            "value": [one.value for _, one in rows],
            "low": [one.low for _, one in rows],
            "high": [one.high for _, one in rows],
        }
    )
    base = alt.Chart(frame).encode(x=alt.X("x:Q", title=across, axis=alt.Axis(format=".0%")))
    scale = alt.Scale(zero=False)
    band = base.mark_area(opacity=0.25, color=ACCENT).encode(
        y=alt.Y("low:Q", title=title, axis=alt.Axis(format=".0%"), scale=scale), y2="high:Q"
    )
    line = base.mark_line(color=ACCENT, point=True).encode(y="value:Q")
    return _svg(alt.layer(band, line).properties(width=WIDTH, height=180))


def _svg(chart: Any) -> str:
    configured = chart.configure(font=_FONT, background="transparent")
    configured = configured.configure_view(stroke=None).configure_axis(
        labelColor=INK,
        titleColor=INK,
        gridColor=LINE,
        gridOpacity=0.6,
        domainColor=MUTED,
        tickColor=MUTED,
        labelFontSize=12,
        titleFontSize=12,
        titleFontWeight="normal",
    )
    configured = configured.configure_header(
        labelColor=INK, labelFontSize=13, labelFontWeight="bold"
    )
    drawn: str = vlc.vegalite_to_svg(configured.to_json())
    return drawn
