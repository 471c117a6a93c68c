"""Endless streams."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from wampimuk._dataset import ROWS, Dataset, dataset
from wampimuk._item import Item
from wampimuk._native import Error, Order
from wampimuk._source import Setting

VERSION = 1
"""The version of a stream's state."""


def stream(
    recipe: str | os.PathLike[str] | None = None,
    split: str = "train",
    seed: int = 0,
    *,
    rank: int = 0,
    world_size: int = 1,
    worker: int = 0,
    workers: int = 1,
    shuffle: bool = True,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
    view: Literal["actions", "reference"] | None = None,
    image: bool = False,
) -> Stream:
    """An endless stream of items: epoch after epoch, each in another order.

    Each worker of each rank gets its own part. Together they see every item exactly once in an epoch,
    whatever their number; a part goes on into the next epoch without a gap, so all parts are equally long
    at any time.
    """
    source = dataset(recipe, split, seed, set=set, recipe_text=recipe_text, view=view, image=image)
    return Stream(source, rank=rank, world_size=world_size, worker=worker, workers=workers, shuffle=shuffle)


class Stream(Iterator[Item]):
    """An endless stream of the items of a dataset. Its state is a small dictionary."""

    def __init__(
        self,
        dataset: Dataset,
        *,
        rank: int = 0,
        world_size: int = 1,
        worker: int = 0,
        workers: int = 1,
        shuffle: bool = True,
    ) -> None:
        if not 0 <= rank < world_size:
            raise Error(f"rank {rank} is not below the world size {world_size}")
        if not 0 <= worker < workers:
            raise Error(f"worker {worker} is not below the number of workers {workers}")
        self.dataset = dataset
        """The items that are streamed."""
        self._parts = world_size * workers
        self._part = rank * workers + worker
        self._shuffle = shuffle
        self._order = Order(
            dataset.source.prepared, dataset.split, len(dataset), dataset.seed if shuffle else None
        )
        self._taken = 0
        self._ready: list[Item] = []

    def __next__(self) -> Item:
        if not self._ready:
            position, step = self.skip(ROWS)
            self._taken -= ROWS
            self._ready = self.dataset.__getitems__(self._order.indices(position, step, ROWS))
            self._ready.reverse()
        self._taken += 1
        return self._ready.pop()

    def skip(self, count: int) -> tuple[int, int]:
        """Takes the next items without making them.

        Returns the position of the first in the endless sequence that all parts share, and how far apart they
        are.
        """
        position = self._part + self._taken * self._parts
        self._ready.clear()
        self._taken += count
        return position, self._parts

    @property
    def order(self) -> Order:
        """The endless sequence that all parts share."""
        return self._order

    @property
    def epoch(self) -> int:
        """The number of the epoch of the next item."""
        return (self._part + self._taken * self._parts) // len(self.dataset)

    def state_dict(self) -> dict[str, Any]:
        """Where the stream is."""
        return {**self._identity(), "taken": self._taken}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes to where another stream of the same items and the same part was."""
        for key, value in self._identity().items():
            if state.get(key) != value:
                raise Error(
                    f"this is the state of another stream: its {key} is {state.get(key)!r}, not {value!r}"
                )
        self._taken = int(state["taken"])
        self._ready.clear()

    def _identity(self) -> dict[str, Any]:
        indices = self.dataset.indices
        return {
            "version": VERSION,
            "digest": self.dataset.digest,
            "seed": self.dataset.seed,
            "split": self.dataset.split,
            "indices": [indices.start, indices.stop, indices.step],
            "shuffle": self._shuffle,
            "part": self._part,
            "parts": self._parts,
        }

    def __repr__(self) -> str:
        return f"<Stream of {self.dataset!r}, part {self._part} of {self._parts}, {self._taken} taken>"
