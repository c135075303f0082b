"""What a seat may ask about actions it has not taken: nothing happens, and nobody else notices."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein import presentation
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation
from tischlein.tables.match import drafts
from tischlein.tables.match.drafts import Drafted
from tischlein.tables.match.ledger import Ledger
from tischlein.tables.problems import NotNowError


async def draft(ledger: Ledger, seat: int, actions: list[int], *, aided: bool) -> Drafted | Refusal:
    """Return what a seat would see after these actions of its own.

    Raises
    ------
    NotNowError
        If the game has no drafts.
    """
    game = ledger.game
    if not game.drafts or len(actions) > game.drafts.longest:
        raise NotNowError("no-drafts")
    if not ledger.live:
        return ledger.closed_refusal() or Refusal("", message="problem-not-running")
    return await drafts.draft(ledger.position.observe(seat), actions, aided=aided)


def why_not(ledger: Ledger, seat: int, path: list[str], after: Sequence[int]) -> Refusal | None:
    """Return why picking these targets of the scene would be refused, None if it would not.

    If the game has drafts, the targets refer to the position after some actions of the seat.
    """
    if not ledger.live:
        return ledger.closed_refusal()
    observation = _drafted(ledger, seat, after)
    if observation is None:
        observation = ledger.position.observe(seat)
    if isinstance(observation, Refusal):
        return observation
    meant = presentation.of(ledger.game).intend(observation, path)
    return observation.why_not(seat, meant) if isinstance(meant, int) else meant


def position_for_advice(ledger: Ledger, seat: int, after: Sequence[int]) -> Observation:
    """Return what advice is based on: the seat's view, now or after some of its own actions.

    Raises
    ------
    NotNowError
        If the seat has nothing to decide then.
    """
    if seat not in ledger.acting:
        raise NotNowError("nothing-to-advise")
    observation = _drafted(ledger, seat, after)
    if observation is None:
        return ledger.position.observe(seat)
    if isinstance(observation, Refusal) or observation.acting != (seat,):
        raise NotNowError("nothing-to-advise")
    return observation


def _drafted(ledger: Ledger, seat: int, after: Sequence[int]) -> Observation | Refusal | None:
    """Return what a seat would see after its own actions, None if there is nothing to try."""
    game = ledger.game
    if not after or not game.drafts or len(after) > game.drafts.longest:
        return None
    return drafts.after(ledger.position.observe(seat), after)
