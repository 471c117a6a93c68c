"""What all hosts of evaluations ask for: questions of a family, and what an answer to one of them is worth.

A host is a program that puts questions to models and counts what it gets for the answers. Each has a thin
file of its own; questions and judgements are those of `wampimuk.reasoning`, so all give the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wampimuk import reasoning
from wampimuk._native import Error, Play
from wampimuk._score import Judgement
from wampimuk._source import find

RECIPES: Mapping[str, str] = {
    "gscan": "gscan",
    "reascan": "reascan",
    "stories": "mix-t12",
    "riddle": "riddle",
}
"""The families, and the recipe of each that is asked about if nobody names another."""

ITEMS = 200
"""How many items of each split are asked about if nobody says otherwise: an interval of at most 14 points."""


def questions(
    recipe: str,
    split: str | Iterable[str] = "test",
    *,
    n: int = ITEMS,
    seed: int = 0,
    form: str | None = None,
    task: str | None = None,
) -> list[reasoning.Entry]:
    """Questions about `n` items of each split, or of all where there are fewer.

    Several splits are a list, or names with commas between them.
    """
    names = split.split(",") if isinstance(split, str) else list(split)
    asked: list[reasoning.Entry] = []
    for name in names:
        whole = reasoning.dataset(recipe, name.strip(), seed, form=form, task=task)  # type: ignore[arg-type]
        asked.extend(whole[: int(n)])
    return asked


CUT = frozenset({"length", "max_tokens", "model_length", "content_filter"})
"""Why an answer ends that is not whole, in the words of servers and hosts."""


def judge(answer: str | None, metadata: Mapping[str, Any], finish: str | None = None) -> Judgement:
    """What can be said about an answer, by the one rule that also `wampimuk score` has.

    `finish` is why the answer ended: what may be there of one that was cut or withheld does not count.
    """
    return reasoning.judge_answer(None if finish in CUT else answer, metadata)


def play(
    recipe: str,
    split: str = "test",
    index: int = 0,
    *,
    seed: int = 0,
    form: str | None = None,
    sight: int | None = None,
    turns: int | None = None,
    moves: int | None = None,
    tools: bool = False,
) -> Play:
    """A command to be carried out in conversation, as `wampimuk eval --play` has it."""
    prepared = find(recipe, None, seed=seed, set=None, view=None, image=False).prepared
    number = prepared.split(split)
    if not 0 <= index < prepared.splits[number][4]:
        raise Error(f"there is no item {index} in the split `{split}` of {recipe}")
    return Play(
        prepared,
        number,
        index,
        form=form or "coordinates",
        sight=sight,
        turns=turns,
        moves=moves,
        tools=tools,
    )
