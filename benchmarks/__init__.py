"""Yardsticks: how fast Tischlein is, beside the programs that researchers use today."""
