"""Print what some steps of a batch come to: ``python -m tests.batch.on_gpu DEVICE STEPS KEY...``.

Run in a process of its own, since a simulated GPU has to be asked for before Numba is loaded.
"""

import sys
from typing import Any

import numpy as np

from tischlein.batch import Batch


def to_host(array: Any) -> Any:
    """Return an array as lists, wherever it lies."""
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array).tolist()


def main(device: Any, steps: int, keys: list[str]) -> None:
    for key in keys:
        batch = Batch(key, 3, seed=4, device=device, interrupts=True)
        ends = 0
        for step in range(steps):
            if step == steps // 2:
                batch.legal  # noqa: B018  # kept from here on
                try:
                    batch.step(np.array([to_host(batch.sample())[0], -1, -1]))
                except ValueError as error:
                    print(error)
            batch.step(batch.sample())
            ends += sum(to_host(batch.ended))
        print(key, ends, to_host(batch.acting), to_host(batch.rewards))
        print(*(hash(batch.position(row).to_bytes()) for row in range(3)))
        print(hash(np.asarray(to_host(batch.legal)).tobytes()))
        print(hash(np.asarray(to_host(batch.observe())).tobytes()))
        print(hash(np.asarray(to_host(batch.observe(1))).tobytes()))
        print(hash(np.asarray(to_host(batch.observe(batch.acting))).tobytes()))
        batch.encoding = "words"
        print(to_host(batch.observe()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
