"""Prompts, and what answers to them are worth."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeAlias

from wampimuk._item import Item
from wampimuk._native import Error

Answer: TypeAlias = str | Sequence[str] | Sequence[int] | Sequence[Sequence[int]] | Mapping[str, int]
"""An answer: what a model said, or the answer itself as actions, words, a cell or a grid."""
Mode = Literal["strict", "lenient", "whole", "bare"]
"""How an answer is found in text.

* `strict`: the last `<answer>…</answer>` or line `Answer: …` counts, and there has to be one;
* `lenient`: the same, but where nothing is marked the last line counts;
* `whole`: the same, but where nothing is marked the whole text counts, as in files of predictions;
* `bare`: the text is the answer, and no mark is looked for.
"""
Credit: TypeAlias = Literal["strict", "fulfilling", "partial"] | tuple[float, float, float]
"""What an answer earns that is not the exact one.

By name, or as what fulfilling the command in another way earns, reaching the right object, and having all
actions right from the start.
"""


class Judgement(NamedTuple):
    """What can be said about an answer."""

    score: float
    """From 0 to 1."""
    parsed: bool
    """It could be read."""
    exact: bool
    """It is the right answer."""
    fulfils: bool
    """It does what was asked, perhaps in another way than the canonical one."""
    reached: bool
    """It finds the right object."""
    sound: bool
    """The item has only one answer."""
    accuracy: float
    """The share of parts that are right."""
    prefix: int
    """How many actions are right from the start."""
    length: int
    """How many parts the right answer has."""
    why: str | None
    """What is wrong."""


def score(
    answer: Answer,
    item: Item,
    *,
    mode: Mode = "lenient",
    credit: Credit = "strict",
    view: Literal["actions", "reference"] | None = None,
) -> float:
    """What an answer to an item is worth, from 0 to 1: by default 1 if it is exactly right, else 0.

    `credit="fulfilling"` gives 1 to every action sequence that does what the command says,
    `credit="partial"` something to every step in the right direction.
    """
    return judge(answer, item, mode=mode, credit=credit, view=view).score


def judge(
    answer: Answer,
    item: Item,
    *,
    mode: Mode = "lenient",
    credit: Credit = "strict",
    view: Literal["actions", "reference"] | None = None,
) -> Judgement:
    """What can be said about an answer to an item."""
    return judge_all([answer], [item], mode=mode, credit=credit, view=view)[0]


def judge_all(
    answers: Sequence[Answer],
    items: Sequence[Item],
    *,
    mode: Mode = "lenient",
    credit: Credit = "strict",
    view: Literal["actions", "reference"] | None = None,
    threads: int | None = None,
) -> list[Judgement]:
    """The same for many answers, each to the item at its place, on all cores."""
    if len(answers) != len(items):
        raise Error(f"there are {len(answers)} answers to {len(items)} items")
    judgements: list[Judgement] = []
    pairs = zip(answers, items, strict=True)
    # One call for each run of items of a kind: usually there is one.
    for (source, split, way), run in groupby(
        pairs, lambda pair: (pair[1].source, pair[1].split, mode if isinstance(pair[0], str) else "bare")
    ):
        prepared = source.prepared
        claims = [(item.index, _text(answer)) for answer, item in run]
        judged = prepared.judge(
            prepared.split(split),
            claims,
            view=view,
            mode=way,
            credit=credit,
            threads=threads or (os.cpu_count() or 1 if len(claims) > 256 else 1),
        )
        judgements.extend(Judgement(*one) for one in judged)
    return judgements


def _text(answer: Any) -> str:
    """An answer as the rule for answers reads it."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, Mapping):
        return ", ".join(f"{key} {value}" for key, value in answer.items())
    if any(not isinstance(part, str) and isinstance(part, Sequence) for part in answer):
        return "\n".join(" ".join(str(code) for code in row) for row in answer)
    return ", ".join(str(part) for part in answer) or "nothing"
