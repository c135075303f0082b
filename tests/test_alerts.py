"""The rules for alarms: they ask for figures that there are, and are heard when they should be."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import yaml
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from tests.web.visiting import site_at
from tischlein.tables.computing.jobs import JobStatistics
from tischlein.tables.notifications.notifier import Notifier
from tischlein.tables.ownership import NodeStatistics
from tischlein.web import metrics
from tischlein.web.handlers.health import MetricsReaders

FILE = Path(__file__).parents[1] / "deploy" / "alerts.yaml"
RULES: dict[str, dict[str, Any]] = {
    rule["alert"]: rule
    for group in yaml.safe_load(FILE.read_text())["groups"]
    for rule in group["rules"]
}
PROMTOOL = shutil.which("promtool")

WELL = {
    'up{job="tischlein", instance="a"}': "1x180",
    'up{job="tischlein", instance="b"}': "1x180",
    'tischlein_nodes{job="tischlein", instance="a"}': "2x180",
    'tischlein_nodes{job="tischlein", instance="b"}': "2x180",
    'tischlein_storage_free_bytes{instance="a"}': "2e9x180",
    'tischlein_outages{instance="a"}': "0x180",
    'tischlein_logged_total{instance="a", level="error"}': "0x180",
    'tischlein_logged_total{instance="a", level="warning"}': "0+1x180",
    'tischlein_move_seconds_bucket{instance="a", le="0.5"}': "0+100x180",
    'tischlein_move_seconds_bucket{instance="a", le="2"}': "0+101x180",
    'tischlein_move_seconds_bucket{instance="a", le="+Inf"}': "0+101x180",
    'tischlein_bots_waiting{instance="a"}': "0x175 5 0 5 0 5",
    'tischlein_tellings_failed_total{instance="a", channel="mail"}': "0+1x180",
    'tischlein_told_total{instance="a", channel="mail"}': "0+1x180",
    'tischlein_lease_renewals_total{instance="a"}': "0+60x180",
    'tischlein_lease_late_total{instance="a"}': "0x180",
    'tischlein_matches_lost_total{instance="a"}': "0x180",
    'tischlein_jobs_oldest_seconds{instance="a"}': "3x180",
}
"""Figures of servers that are well, minute by minute."""

ILL = {
    "TischleinDown": {'up{job="tischlein", instance="a"}': "0x180"},
    "TischleinDiskFull": {'tischlein_storage_free_bytes{instance="a"}': "9e8x180"},
    "TischleinOutage": {'tischlein_outages{instance="a"}': "1x180"},
    "TischleinErrors": {
        'tischlein_logged_total{instance="a", level="error"}': "0x175 1x5",
    },
    "TischleinMovesSlow": {
        'tischlein_move_seconds_bucket{instance="a", le="0.5"}': "0+90x180",
    },
    "TischleinBotsWait": {'tischlein_bots_waiting{instance="a"}': "1x180"},
    "TischleinMessagesFail": {'tischlein_told_total{instance="a", channel="mail"}': "7x180"},
    "TischleinNodesMissing": {'tischlein_nodes{job="tischlein", instance="a"}': "1x180"},
    "TischleinLeaseNotRenewed": {'tischlein_lease_renewals_total{instance="a"}': "8x180"},
    "TischleinLeaseLate": {'tischlein_lease_late_total{instance="a"}': "0x150 1x10 2x20"},
    "TischleinMatchesLost": {'tischlein_matches_lost_total{instance="a"}': "0x175 3x5"},
    "TischleinJobsWait": {'tischlein_jobs_oldest_seconds{instance="a"}': "11x180"},
}
"""By alarm, what is different where it is due."""


def of_nodes() -> Iterator[Metric]:
    """Return what servers tell that share a database and notify people."""
    yield from metrics._node_metrics(NodeStatistics(*[0] * len(NodeStatistics._fields)))
    yield from metrics._job_metrics(JobStatistics(*[0] * len(JobStatistics._fields)))
    notifier = Mock(Notifier, delivered=Counter(), failed=Counter(), waiting={})
    yield from metrics._notification_metrics(notifier)


def test_they_ask_for_figures_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MetricsReaders, "may_read", lambda *_: True)
    with site_at(tmp_path / "tischlein.db") as site:
        text = site.visitor().ask("GET", "/metrics").text
    found = [*text_string_to_metric_families(text), *of_nodes()]
    told = {sample.name for family in found for sample in family.samples}
    asked = {name: re.findall(r"tischlein_\w+", rule["expr"]) for name, rule in RULES.items()}
    unknown = {name: set(figures) - told for name, figures in asked.items()}
    assert not any(unknown.values()), unknown


def test_each_is_tried() -> None:
    assert set(ILL) == set(RULES)
    assert all(set(series) <= set(WELL) for series in ILL.values())


@pytest.mark.skipif(PROMTOOL is None, reason="needs promtool")
@pytest.mark.parametrize("alarm", [None, *RULES])
def test_they_speak_up_when_they_should(alarm: str | None, tmp_path: Path) -> None:
    series = WELL | (ILL[alarm] if alarm else {})
    trial = {
        "rule_files": [str(FILE)],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [
                    {"series": name, "values": values} for name, values in series.items()
                ],
                "promql_expr_test": [
                    {
                        "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                        "eval_time": "3h",
                        "exp_samples": [
                            {"labels": f'{{alertname="{name}"}}', "value": 1}
                            for name in filter(None, [alarm])
                        ],
                    }
                ],
            }
        ],
    }
    file = tmp_path / "trial.yaml"
    file.write_text(yaml.safe_dump(trial))
    ran = subprocess.run(
        [str(PROMTOOL), "test", "rules", str(file)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
