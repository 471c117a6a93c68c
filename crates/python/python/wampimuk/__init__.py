"""Controllable, certified benchmarks for compositional generalisation in language.

    >>> import wampimuk
    >>> train = wampimuk.dataset("gscan")
    >>> train[42]["command"]

Everything is made by native code when it is asked for. Nothing but the standard library is imported here:
what needs another package says so when it is called.
"""

from typing import Any

from wampimuk._analysis import Analysis, Table, answers, audit, scores, stats
from wampimuk._batches import Batch, Batcher, batches
from wampimuk._dataset import Column, Dataset, Split, dataset
from wampimuk._eval import Evaluation, eval
from wampimuk._files import Files, files
from wampimuk._item import Item, Partner, Prompt
from wampimuk._make import Made, Promise, Report, generate, merge, pairs, solve, verify
from wampimuk._native import Error, Vocabulary, __version__
from wampimuk._picture import Gif, Kind, Png, Svg, show
from wampimuk._playground import Playground, playground
from wampimuk._score import Judgement, judge, judge_all, score
from wampimuk._source import Recipe, Recipes, Source, recipes
from wampimuk._stream import Stream, stream


def render(item: Item, kind: Kind = "svg", **options: Any) -> Any:
    """A picture of an item, as `Item.render` makes it, with the same options."""
    return item.render(kind, **options)


__all__ = [
    "Analysis",
    "Batch",
    "Batcher",
    "Column",
    "Dataset",
    "Error",
    "Evaluation",
    "Files",
    "Gif",
    "Item",
    "Judgement",
    "Made",
    "Partner",
    "Playground",
    "Png",
    "Promise",
    "Prompt",
    "Recipe",
    "Recipes",
    "Report",
    "Source",
    "Split",
    "Stream",
    "Svg",
    "Table",
    "Vocabulary",
    "__version__",
    "answers",
    "audit",
    "batches",
    "dataset",
    "eval",
    "files",
    "generate",
    "judge",
    "judge_all",
    "merge",
    "pairs",
    "playground",
    "recipes",
    "render",
    "score",
    "scores",
    "show",
    "solve",
    "stats",
    "stream",
    "verify",
]
