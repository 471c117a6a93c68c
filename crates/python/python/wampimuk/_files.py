"""Items of files and folders, ours and the authors'."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wampimuk._html import html_table
from wampimuk._native import Error, FileRows
from wampimuk._optional import needed
from wampimuk._source import recipes

if TYPE_CHECKING:
    import pandas

ROWS = 256
"""Rows taken at a time."""
KEPT = 1024
"""Rows kept for those who ask for neighbours."""
SHOWN = 5
"""Rows that a notebook shows."""


def is_path(name: str | os.PathLike[str]) -> bool:
    """Whether files are meant: something is there, it is no TOML, and no recipe has its name."""
    text = os.fspath(name)
    if text.endswith(".toml") or (isinstance(name, str) and text in _names()):
        return False
    return Path(text).exists()


def no_files(dataset: object) -> None:
    """Refuses files where arrays are laid out: these are made of items that are made anew."""
    if isinstance(dataset, Files):
        raise Error(
            f"{dataset.path} is read row by row, and arrays are of what a recipe makes: give "
            "wampimuk.dataset(NAME), or iterate over the rows"
        )


def no_such_file(name: str | os.PathLike[str]) -> bool:
    """Whether a file is meant that is not there. Names of recipes have neither folders nor endings."""
    text = os.fspath(name)
    is_file = os.sep in text or Path(text).suffix not in ("", ".toml") or not isinstance(name, str)
    return is_file and not text.endswith(".toml") and not Path(text).exists()


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(recipe.name for recipe in recipes())


def files(
    path: str | os.PathLike[str],
    split: str | None = None,
    *,
    recipe: str | None = None,
    trust: bool = False,
) -> Files:
    """The items of a file or folder: a dataset that `generate` made, or one of the authors' files.

    `recipe` is the recipe whose words a file uses, if it has no manifest. With `trust`, nothing is compared
    with the checksums of their manifest first.
    """
    return Files(path, split, recipe=recipe, trust=trust)


class Files:
    """Items that are read while you iterate. A few thousand are in memory, however large the files are.

    Each item is a dictionary: `GridRow` of commands in grid worlds, `StoryRow` of questions about stories,
    `TaskRow` of riddles (see `wampimuk.types`). `files[i]` reads from the beginning up to that item and keeps
    those around it: iterate where you can.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        split: str | None = None,
        *,
        recipe: str | None = None,
        trust: bool = False,
    ) -> None:
        self.path = os.fspath(path)
        """What was opened."""
        self.split = split
        """The split that is read; all, if it is `None`."""
        self._recipe = recipe
        self._trust = trust
        self._kept: tuple[int, list[dict[str, Any]]] = (0, [])
        # What cannot be opened is said now, not later.
        self._rows()

    def _rows(self) -> FileRows:
        return FileRows(self.path, split=self.split, recipe=self._recipe, trust=self._trust)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        rows = self._rows()
        while taken := rows.take(ROWS):
            yield from taken

    @cached_property
    def splits(self) -> dict[str, int]:
        """How many items each split has. All files are read for it, once."""
        return dict(Counter(row["split"] or "" for row in self))

    def __len__(self) -> int:
        return sum(self.splits.values())

    def __getitem__(self, index: int) -> dict[str, Any]:
        place = index if index >= 0 else len(self) + index
        start, kept = self._kept
        if not start <= place < start + len(kept):
            start = max(0, place - place % KEPT)
            kept = list(islice(self, start, start + KEPT)) if place >= 0 else []
            self._kept = (start, kept)
        if not 0 <= place - start < len(kept):
            raise IndexError(f"there is no item {index} in {self.path}")
        return kept[place - start]

    def to_pandas(self) -> pandas.DataFrame:
        """All items as a `pandas.DataFrame`."""
        frame: pandas.DataFrame = needed("pandas", "pandas", "Files.to_pandas()").DataFrame(list(self))
        return frame

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.path, self.split, self._recipe, self._trust)

    def __repr__(self) -> str:
        which = f" {self.split}" if self.split else ""
        return f"<Files {self.path}{which}>"

    def _repr_html_(self) -> str:
        first = list(islice(self, SHOWN))
        columns = [name for name in (first[0] if first else {}) if name != "id"]
        return html_table(
            columns, [[row[name] for name in columns] for row in first], f"{self!r}, the first items"
        )


def _again(path: str, split: str | None, recipe: str | None, trust: bool) -> Files:
    return Files(path, split, recipe=recipe, trust=trust)
