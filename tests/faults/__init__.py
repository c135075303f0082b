"""Faults planted on purpose: which of them do the tests catch?

``python -m tests.faults [NAME...]`` plants each fault by itself in a copy of the project, runs the
tests that ought to catch it, and says whether they did.
"""

from tests.faults import client, games, hosting, model, services

FAULTS = (*model.FAULTS, *games.FAULTS, *hosting.FAULTS, *services.FAULTS, *client.FAULTS)
"""All of them; their names differ."""
