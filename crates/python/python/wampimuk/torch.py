"""Datasets for PyTorch: arrays of whole batches, made by native code in the workers of a `DataLoader`.

    >>> from torch.utils.data import DataLoader
    >>> from wampimuk.torch import IterableBatches, MapItems, collate
    >>> DataLoader(MapItems(wampimuk.dataset("gscan")), batch_size=64, shuffle=True, collate_fn=collate)
    >>> DataLoader(IterableBatches(wampimuk.dataset("gscan"), 64), batch_size=None, num_workers=2)

Both give dictionaries of tensors by the names that `wampimuk.Batch` explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wampimuk._dataset import Dataset
from wampimuk._files import no_files
from wampimuk._native import Error
from wampimuk._tensors import BatchPlan, Laid, array_batch

try:
    import torch
    from torch.utils.data import Dataset as MapDataset
    from torch.utils.data import IterableDataset, get_worker_info
except ImportError as error:
    raise ImportError('wampimuk.torch needs torch: pip install "wampimuk[torch]"', name="torch") from error

Tensors = dict[str, "torch.Tensor"]
"""Tensors by name, as `wampimuk.Batch` has arrays."""


class MapItems(MapDataset[Laid]):
    """Items by index. Give `collate` to the loader: a batch is laid out at once, not item by item.

    `layout` are the keywords of `wampimuk.Batcher`. With `padding="fixed"` all batches have one shape.
    """

    def __init__(self, dataset: Dataset, **layout: Any) -> None:
        no_files(dataset)
        self.dataset = dataset
        """Where the items are from."""
        self.layout = layout

    def __len__(self) -> int:
        return len(self.dataset)

    def __getitem__(self, index: int) -> Laid:
        return Laid(self.dataset, self.layout, range(len(self.dataset))[index])

    def __getitems__(self, indices: Sequence[int]) -> list[Laid]:
        """Several at once; the loader asks for this. Nothing is made before `collate`."""
        return [self[index] for index in indices]


def collate(items: Sequence[Laid]) -> Tensors:
    """The tensors of some items of `MapItems`."""
    return _tensors(array_batch(items))


class IterableBatches(IterableDataset[Tensors]):
    """Batches of a dataset, once through in each epoch; the workers of a loader share them.

    Give `batch_size=None` to the loader: batches come whole. All workers together see every item once.
    With `shuffle`, each epoch has its own order: call `set_epoch` before it, as with PyTorch's samplers.
    """

    def __init__(
        self,
        dataset: Dataset,
        batch_size: int,
        *,
        shuffle: bool = True,
        drop_last: bool = False,
        **layout: Any,
    ) -> None:
        if batch_size < 1:
            raise Error(f"a batch has one item at least, not {batch_size}")
        self.plan = BatchPlan(dataset, batch_size, shuffle, drop_last, layout)
        """Which items are in which batch."""
        self._epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Chooses the order of the next pass."""
        self._epoch = epoch

    def __len__(self) -> int:
        return len(self.plan)

    def __iter__(self) -> Iterator[Tensors]:
        worker = get_worker_info()
        part, parts = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for arrays in self.plan.batches(self._epoch, part, parts):
            yield _tensors(arrays)


def _tensors(arrays: dict[str, Any]) -> Tensors:
    return {name: torch.as_tensor(array) for name, array in arrays.items()}
