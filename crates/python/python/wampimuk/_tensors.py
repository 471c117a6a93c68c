"""What `wampimuk.torch` does without PyTorch: which items are in which batch, and their arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wampimuk._batches import Batcher
from wampimuk._dataset import Dataset
from wampimuk._files import no_files
from wampimuk._native import Error, Order

if TYPE_CHECKING:
    from wampimuk._batches import Batch

_BATCHERS: dict[tuple[Any, ...], Batcher] = {}
"""One for each dataset and layout of this process; workers have their own."""


class Laid(NamedTuple):
    """A place of a dataset, to be laid out with others."""

    dataset: Dataset
    layout: Mapping[str, Any]
    place: int


def array_batch(items: Sequence[Laid]) -> Batch:
    """The arrays of items of one dataset."""
    if not items:
        raise Error("a batch has one item at least")
    first = items[0]
    return _batcher(first.dataset, first.layout)([item.place for item in items])


def _batcher(dataset: Dataset, layout: Mapping[str, Any]) -> Batcher:
    key = (dataset.source, dataset.split, dataset.indices, tuple(sorted(layout.items())))
    if key not in _BATCHERS:
        if len(_BATCHERS) == 8:
            _BATCHERS.clear()
        _BATCHERS[key] = Batcher(dataset, **layout)
    return _BATCHERS[key]


class BatchPlan:
    """The batches of an epoch, dealt out to workers in turn."""

    def __init__(
        self, dataset: Dataset, size: int, shuffle: bool, drop_last: bool, layout: Mapping[str, Any]
    ) -> None:
        no_files(dataset)
        self.dataset = dataset
        self.size = size
        self.shuffle = shuffle
        self.drop_last = drop_last
        self.layout = dict(layout)

    def __len__(self) -> int:
        count = len(self.dataset)
        return count // self.size if self.drop_last else -(-count // self.size)

    def batches(self, epoch: int, part: int, parts: int) -> Iterator[Batch]:
        """The batches of one of several workers: `part`, `part + parts`, …"""
        count = len(self.dataset)
        if not count:
            return
        batcher = _batcher(self.dataset, self.layout)
        seed = self.dataset.seed if self.shuffle else None
        order = Order(self.dataset.source.prepared, self.dataset.split, count, seed)
        for number in range(part, len(self), parts):
            start = number * self.size
            first = (epoch if self.shuffle else 0) * count + start
            yield batcher.follow(order, first, 1, min(self.size, count - start))
