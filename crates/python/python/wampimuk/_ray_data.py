"""Items as a source of Ray Data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

import pyarrow
import ray.data
from ray.data import Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask

from wampimuk._dataset import Dataset

SAMPLE = 256
"""Items whose size stands for that of the others."""


class Items(Datasource):
    """The items of a dataset, for `ray.data.read_datasource`. Each task makes a run of them."""

    def __init__(self, dataset: Dataset) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._dataset = dataset

    def get_name(self) -> str:
        """What the tasks are called: `ReadWampimuk`."""
        return "Wampimuk"

    def estimate_inmemory_data_size(self) -> int:
        """The size of all items in memory, by that of the first few."""
        return self._size(len(self._dataset))

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: int | None = None, data_context: object = None
    ) -> list[ReadTask]:
        """Tasks that make one run of items each, one after another; with a limit, the first of each run."""
        items = len(self._dataset)
        tasks = max(1, min(parallelism, items))
        ends = [items * task // tasks for task in range(tasks + 1)]
        runs = (self._dataset[start:end] for start, end in pairwise(ends))
        return [self._task(run[:per_task_row_limit]) for run in runs]

    def _task(self, run: Dataset) -> ReadTask:
        metadata = BlockMetadata(
            num_rows=len(run), size_bytes=self._size(len(run)), input_files=None, exec_stats=None
        )
        return ReadTask(partial(_blocks, run), metadata, schema=self._sample.schema)

    def _size(self, items: int) -> int:
        size: int = self._sample.nbytes
        return items * size // max(1, len(self._sample))

    @cached_property
    def _sample(self) -> pyarrow.Table:
        return self._dataset[:SAMPLE].to_arrow()


def read(items: Dataset, parallelism: int | None, options: Mapping[str, Any]) -> ray.data.Dataset:
    """A dataset of Ray Data."""
    made: ray.data.Dataset = ray.data.read_datasource(
        Items(items), override_num_blocks=parallelism, **options
    )
    return made


def _blocks(run: Dataset) -> Iterator[pyarrow.Table]:
    """A run of items, some at a time, on one core: there are many tasks."""
    for batch in pyarrow.RecordBatchReader.from_stream(run.stream_arrow(threads=1)):
        yield pyarrow.Table.from_batches([batch])
