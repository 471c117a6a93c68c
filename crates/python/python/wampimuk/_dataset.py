"""Datasets by index."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast, overload

from wampimuk._files import Files, is_path, no_such_file
from wampimuk._html import html_table
from wampimuk._item import Item
from wampimuk._native import Error
from wampimuk._native import Stream as ArrowStream
from wampimuk._optional import needed
from wampimuk._source import Setting, Source, find

if TYPE_CHECKING:
    import datasets
    import pandas
    import polars

ROWS = 256
"""Items made at a time while iterating."""
GRID_BATCH = 16_384
"""Rows of a batch of a table, where items are small."""
TEXT_BATCH = 512
"""The same for stories and riddles."""
SHOWN = 5
"""Items that a notebook shows."""


class Split(NamedTuple):
    """A split of a dataset."""

    name: str
    role: str
    """`train`, `dev` or `test`."""
    holdout: str | None
    """The hold-out it belongs to, if any."""
    title: str
    len: int
    """How many items it has."""


class Column(NamedTuple):
    """A column of a dataset."""

    name: str
    type: str
    words: tuple[str, ...] | None
    """The words it chooses from, if they are known beforehand."""
    doc: str


def dataset(
    recipe: str | os.PathLike[str] | Mapping[str, Setting] | None = None,
    split: str | None = None,
    seed: int = 0,
    *,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
    view: Literal["actions", "reference"] | None = None,
    image: bool = False,
    pairs: bool = False,
    process: bool = False,
    prompts: bool = False,
) -> Dataset:
    """A split of a dataset, item by item: `train`, unless another is named.

    `recipe` is the name of a recipe (see `recipes`), a file that ends in `.toml`, or a dictionary with the
    keys of one; `recipe_text` is the text of one. `set` changes keys of it, such as `{"splits.shots": 5}`.
    The view `reference` asks for the cell of the target in place of the actions. `image` adds a PNG of the
    world, `pairs` a column with the item's minimal pairs (`pairs`, or `minimal_pairs` of riddles), `process`
    a column with the way to the answer, `prompts` two columns with the item as a question for a language
    model (`prompt`) and its answer (`completion`).

    Any other file or folder, ours or the authors', is read: what comes back then is `Files`, as `files`
    gives it, with all splits unless one is named.
    """
    if recipe is not None and not isinstance(recipe, Mapping) and is_path(recipe):
        if set is not None or view is not None or image or pairs or process or prompts or seed:
            what = "seed, set, view, image, pairs, process and prompts"
            raise Error(f"{os.fspath(recipe)} is read as it is: {what} are for recipes")
        return cast("Dataset", Files(recipe, split))
    if recipe is not None and not isinstance(recipe, Mapping) and no_such_file(recipe):
        raise Error(f"there is no file or folder {os.fspath(recipe)}, and no recipe is called so")
    source = find(
        recipe,
        recipe_text,
        seed=seed,
        set=set,
        view=view,
        image=image,
        pairs=pairs,
        process=process,
        prompts=prompts,
    )
    return Dataset(source, split or "train")


class Dataset(Sequence[Item]):
    """A split of a dataset, or a slice of one. Nothing is stored: an item is made when it is asked for.

    It can be sent to other processes, read by several threads, and given to whatever wants a sequence, such
    as `torch.utils.data.DataLoader`.
    """

    __slots__ = ("_number", "_range", "_source", "_split")

    def __init__(self, source: Source, split: str, indices: range | None = None) -> None:
        prepared = source.prepared
        self._source = source
        self._split = split
        self._number = prepared.split(split)
        self._range = range(prepared.splits[self._number][4]) if indices is None else indices

    @property
    def source(self) -> Source:
        """The recipe and its seed."""
        return self._source

    @property
    def name(self) -> str:
        """The name of the recipe."""
        return self._source.name

    @property
    def family(self) -> str:
        """`gscan`, `reascan`, `riddle` or `stories`."""
        return self._source.prepared.family

    @property
    def seed(self) -> int:
        """The seed."""
        return self._source.seed

    @property
    def recipe(self) -> str:
        """The text of the recipe, with changes applied."""
        return self._source.recipe

    @property
    def digest(self) -> str:
        """The digest of what the recipe says about making items."""
        return self._source.prepared.digest

    @property
    def split(self) -> str:
        """The name of this split."""
        return self._split

    @property
    def indices(self) -> range:
        """The indices in the split of the items that are here."""
        return self._range

    @property
    def splits(self) -> dict[str, Split]:
        """All splits of the dataset, by name."""
        return {split[0]: Split(*split) for split in self._source.prepared.splits}

    @property
    def schema(self) -> dict[str, Column]:
        """The columns, by name."""
        columns = self._source.prepared.columns
        return {
            name: Column(name, type, None if words is None else tuple(words), doc)
            for name, type, words, doc in columns
        }

    def __len__(self) -> int:
        return len(self._range)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Dataset: ...
    def __getitem__(self, index: int | slice) -> Item | Dataset:
        if isinstance(index, slice):
            return Dataset(self._source, self._split, self._range[index])
        try:
            place = self._range[operator.index(index)]
        except IndexError:
            raise IndexError(f"there is no item {index}: there are {len(self)}") from None
        return self._items([place])[0]

    def __getitems__(self, indices: Sequence[int]) -> list[Item]:
        """Several items at once; `torch.utils.data.DataLoader` asks for this."""
        return self._items([self._range[operator.index(index)] for index in indices])

    def __iter__(self) -> Iterator[Item]:
        for start in range(0, len(self), ROWS):
            yield from self._items(list(self._range[start : start + ROWS]))

    def __reversed__(self) -> Iterator[Item]:
        return iter(self[::-1])

    def __contains__(self, item: object) -> bool:
        return (
            isinstance(item, Item)
            and (item.source, item.split) == (self._source, self._split)
            and (item.index in self._range)
        )

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Where an item of this dataset stands."""
        place = self._range.index(value.index) if value in self else -1
        if place not in range(len(self))[start:stop]:
            raise ValueError(f"{value!r} is not in {self!r}")
        return place

    def count(self, value: Any) -> int:
        """1 for an item of this dataset."""
        return int(value in self)

    def __reduce__(self) -> tuple[type[Dataset], tuple[Source, str, range]]:
        return Dataset, (self._source, self._split, self._range)

    def __repr__(self) -> str:
        return f"<Dataset {self.name} {self._split}, seed {self.seed}: {len(self)} items>"

    def _repr_html_(self) -> str:
        first = self[:SHOWN]
        columns = [name for name in self.schema if name not in ("id", "split")]
        rows = [[item[name] for name in columns] for item in first]
        more = f", the first {len(first)}" if len(first) < len(self) else ""
        return html_table(columns, rows, f"{self!r}{more}")

    def _items(self, indices: list[int]) -> list[Item]:
        rows = self._source.prepared.rows(self._number, indices)
        return [Item(self._source, self._split, index, row) for index, row in zip(indices, rows, strict=True)]

    def stream_arrow(self, batch_size: int | None = None, threads: int | None = None) -> ArrowStream:
        """The items as a table that is made while it is read, batch by batch and on all cores.

        Whatever takes Arrow's PyCapsules takes it (`__arrow_c_stream__`); nothing is copied on the way.
        """
        if batch_size is None:
            batch_size = GRID_BATCH if self.family in ("gscan", "reascan") else TEXT_BATCH
        indices = self._range
        return self._source.prepared.arrow(
            self._number,
            indices.start,
            indices.step,
            len(indices),
            batch_size,
            threads or os.cpu_count() or 1,
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.stream_arrow().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._source.prepared.__arrow_c_schema__()

    def to_arrow(self) -> Any:
        """The items as a `pyarrow.Table`; without pyarrow, as what every other reader of Arrow takes."""
        try:
            pyarrow = needed("pyarrow", "arrow", "to_arrow()")
        except ImportError:
            return self.stream_arrow()
        stream = self.stream_arrow()
        with _interruptible(stream):
            return pyarrow.RecordBatchReader.from_stream(stream).read_all()

    def to_polars(self) -> polars.DataFrame:
        """The items as a `polars.DataFrame`."""
        library = needed("polars", "polars", "to_polars()")
        stream = self.stream_arrow()
        with _interruptible(stream):
            frame: polars.DataFrame = library.DataFrame(stream)
        return frame

    def to_pandas(self) -> pandas.DataFrame:
        """The items as a `pandas.DataFrame`."""
        needed("pandas", "pandas", "to_pandas()")
        needed("pyarrow", "pandas", "to_pandas()")
        frame: pandas.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_hf(self) -> datasets.Dataset:
        """The items as a `datasets.Dataset` of Hugging Face. Words become plain strings there."""
        hf = needed("datasets", "hf", "to_hf()")
        table = self.to_arrow()
        plain = _plain_schema(table.schema)
        made: datasets.Dataset = hf.Dataset(table.cast(plain), split=hf.NamedSplit(self._split))
        return made


@contextmanager
def _interruptible(stream: ArrowStream) -> Iterator[None]:
    """Readers of Arrow call it an error when the user interrupts them; here it is an interrupt."""
    try:
        yield
    except Exception:
        if stream.interrupted:
            raise KeyboardInterrupt from None
        raise


def _plain_schema(schema: Any) -> Any:
    """The schema with strings in place of dictionaries, which `datasets` does not know."""
    pyarrow = needed("pyarrow", "hf", "to_hf()")

    def plain(type: Any) -> Any:
        if pyarrow.types.is_dictionary(type):
            return type.value_type
        if pyarrow.types.is_list(type):
            return pyarrow.list_(type.value_field.with_type(plain(type.value_type)))
        if pyarrow.types.is_struct(type):
            return pyarrow.struct([field.with_type(plain(field.type)) for field in type])
        return type

    return pyarrow.schema([field.with_type(plain(field.type)) for field in schema])
