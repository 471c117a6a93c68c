"""Controllable, certified benchmarks for compositional generalisation in language.

    >>> import wampimuk
    >>> train = wampimuk.dataset("gscan")
    >>> train[42]["command"]

Everything is made by native code when it is asked for. Nothing but the standard library is imported here:
what needs another package says so when it is called.
"""

from wampimuk._dataset import Column, Dataset, Split, dataset
from wampimuk._item import Item
from wampimuk._native import Error, __version__
from wampimuk._source import Recipe, Source, recipes
from wampimuk._stream import Stream, stream

__all__ = [
    "Column",
    "Dataset",
    "Error",
    "Item",
    "Recipe",
    "Source",
    "Split",
    "Stream",
    "__version__",
    "dataset",
    "recipes",
    "stream",
]
