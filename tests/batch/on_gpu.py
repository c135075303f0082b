"""Print what some steps of a batch come to: ``python -m tests.batch.on_gpu DEVICE STEPS KEY...``.

Run in a process of its own, since a simulated GPU has to be asked for before Numba is loaded.
"""

import sys
from typing import Any

import numpy as np

from tischlein.batch import Batch


def told(array: Any) -> Any:
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
                    batch.step(np.array([told(batch.sample())[0], -1, -1]))
                except ValueError as error:
                    print(error)
            batch.step(batch.sample())
            ends += sum(told(batch.ended))
        print(key, ends, told(batch.acting), told(batch.rewards))
        print(*(hash(batch.position(row).to_bytes()) for row in range(3)))
        print(hash(np.asarray(told(batch.legal)).tobytes()))
        print(hash(np.asarray(told(batch.observe())).tobytes()))
        print(hash(np.asarray(told(batch.observe(1))).tobytes()))
        print(hash(np.asarray(told(batch.observe(batch.acting))).tobytes()))
        batch.encoding = "words"
        print(told(batch.observe()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
