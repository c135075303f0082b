"""Numbers of compiled code, which a game may show as they are, become Python's in every message."""

from typing import Any

import numpy as np
import pytest

from tischlein.core.phrases import Phrase
from tischlein.tables.computing import jobs
from tischlein.web.messages.sockets import Problem
from tischlein.web.sockets import updates


@pytest.mark.parametrize(
    ("number", "written"), [(np.int64(3), "3"), (np.float64(0.5), "0.5"), (np.bool_(True), "true")]
)
def test_a_number_of_compiled_code_is_told_as_a_number(number: Any, written: str) -> None:
    told = updates.encode(Problem(Phrase("problem-range", {"last": number})))
    assert f'"last":{written}' in told
    assert jobs.encode_job(jobs.Measure(number, 1, 2.0)) == jobs.encode_job(
        jobs.Measure(number.item(), 1, 2.0)
    )


def test_anything_else_has_no_place_in_a_message() -> None:
    with pytest.raises(NotImplementedError, match="object has no place in a message"):
        updates.encode(Problem(Phrase("problem-range", {"last": object()})))  # type: ignore[dict-item]
    with pytest.raises(NotImplementedError, match="object has no place in a job"):
        jobs.encode_job(jobs.Measure(object(), 1, 2.0))  # type: ignore[arg-type]
