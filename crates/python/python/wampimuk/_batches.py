"""NumPy batches for training."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from wampimuk._dataset import Dataset
from wampimuk._files import no_files
from wampimuk._native import Batcher as _Batcher
from wampimuk._native import Error, Order, Vocabulary
from wampimuk._optional import needed
from wampimuk._stream import Stream

if TYPE_CHECKING:
    import numpy

Batch: TypeAlias = "dict[str, numpy.ndarray[Any, numpy.dtype[Any]]]"
"""Arrays by name. All have the items as their first axis.

Of commands in grid worlds: `observation` (side by side by channels), `command` and `actions` as numbers of
tokens with `command_lengths`, `action_lengths`, `command_mask`, `action_mask`, `target_cell` and
`agent_cell`. Of stories: `story` (sentences by words), `question`, `answer`, `answer_parts`, their lengths,
and which sentences are `supporting`. `id` has the 16 bytes of each item's identity.
"""


class Batcher:
    """Lays out items of a dataset as arrays. The work is done by native code, without the interpreter's lock.

    `dtype` is that of observations. With `padding="fixed"`, all batches have one shape, as JAX wants it. Of
    stories, `marks` makes every punctuation mark a token, `last` keeps only so many sentences, and `widths`
    are the numbers of sentences, of words in a sentence, of words in a question and of parts of an answer.
    """

    def __init__(
        self,
        dataset: Dataset,
        *,
        dtype: Literal["uint8", "float32"] = "uint8",
        padding: Literal["batch", "fixed"] = "batch",
        threads: int = 1,
        marks: bool = False,
        last: int | None = None,
        widths: tuple[int, int, int, int] | None = None,
    ) -> None:
        if dtype not in ("uint8", "float32"):
            raise Error(f"observations are uint8 or float32, not {dtype}")
        if padding not in ("batch", "fixed"):
            raise Error(f"the padding is batch or fixed, not {padding}")
        needed("numpy", "numpy", "a batch")
        no_files(dataset)
        prepared = dataset.source.prepared
        self.dataset = dataset
        """Where the items are from."""
        self._split = prepared.split(dataset.split)
        self._batcher = _Batcher(
            prepared,
            floats=dtype == "float32",
            fixed=padding == "fixed",
            threads=threads,
            marks=marks,
            last=last,
            widths=widths,
        )

    @property
    def vocabularies(self) -> dict[str, Vocabulary]:
        """Which number stands for which token: of `command` and `actions`, or of `story`."""
        return dict(self._batcher.vocabularies)

    @property
    def shape(self) -> tuple[int, int, int, int] | None:
        """Side of the grid, channels, longest command and longest action sequence; `None` for stories."""
        return self._batcher.shape

    @property
    def channels(self) -> list[str] | None:
        """What each number of a cell of `observation` says, such as `colour red`; `None` for stories.

        Sizes, shapes, colours, the agent, its heading: of gSCAN 16. What stands in a cell adds up, so a blue
        thing in the corner of a blue box makes a 2. `batcher.channels.index("agent")` is the agent's place.
        """
        return self._batcher.channels

    def __call__(self, places: Sequence[int] | range) -> Batch:
        """The arrays of the items at these places of the dataset."""
        indices = self.dataset.indices
        return self._batcher.make(self._split, [indices[operator.index(place)] for place in places])

    def follow(self, order: Order, position: int, step: int, count: int) -> Batch:
        """The arrays of the items at `count` positions of an order of the dataset, `step` apart."""
        start, stride = self.dataset.indices.start, self.dataset.indices.step
        return self._batcher.follow(self._split, order, position, step, count, start, stride)


def batches(
    dataset: Dataset | Stream,
    size: int,
    *,
    shuffle: bool = False,
    epoch: int = 0,
    drop_last: bool = False,
    **layout: Any,
) -> Iterator[Batch]:
    """Batches of a dataset, once through; of a stream, for ever. `layout` are the keywords of `Batcher`.

    `shuffle` visits the items in another order in each `epoch`; streams have an order of their own.
    """
    if size < 1:
        raise Error(f"a batch has one item at least, not {size}")
    if isinstance(dataset, Stream):
        return _for_ever(dataset, size, Batcher(dataset.dataset, **layout))
    return _once(dataset, size, Batcher(dataset, **layout), epoch if shuffle else None, drop_last)


def _for_ever(stream: Stream, size: int, batcher: Batcher) -> Iterator[Batch]:
    while True:
        position, step = stream.skip(size)
        yield batcher.follow(stream.order, position, step, size)


def _once(
    dataset: Dataset, size: int, batcher: Batcher, epoch: int | None, drop_last: bool
) -> Iterator[Batch]:
    if not len(dataset):
        return
    prepared = dataset.source.prepared
    order = Order(prepared, dataset.split, len(dataset), None if epoch is None else dataset.seed)
    end = len(dataset) - (len(dataset) % size if drop_last else 0)
    for start in range(0, end, size):
        first = (epoch or 0) * len(dataset) + start
        yield batcher.follow(order, first, 1, min(size, end - start))
