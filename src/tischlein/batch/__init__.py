"""Thousands of matches of one game as arrays, for programs that learn: on all cores, or on a GPU.

>>> from tischlein.batch import Batch
>>> batch = Batch("bauab", 4_096, seed=1)
>>> batch.step(batch.sample())
>>> batch.legal.shape, batch.observe().shape
((4096, 113), (4096, 6080))
"""

from tischlein.batch.batches import Batch

__all__ = ["Batch"]
