"""Whole datasets: made, joined, checked, solved."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple, overload

from wampimuk._item import Item
from wampimuk._native import Error
from wampimuk._native import generate as _generate
from wampimuk._native import merge as _merge
from wampimuk._native import pairs as _pairs
from wampimuk._native import solve as _solve
from wampimuk._native import solve_text as _solve_text
from wampimuk._native import verify as _verify
from wampimuk._source import Setting, Source, find


class Made(NamedTuple):
    """What came of making a dataset."""

    place: str
    items: int
    """How many items the dataset has, or the part of it."""
    kept: int
    """How many of them were there already."""
    without_form: int
    """How many items have no form in the format, and were left out."""
    repaired: list[str]
    """Files of a finished dataset that were damaged or missing and are whole again."""
    was_complete: bool
    """Whether nothing had to be done."""


def generate(
    recipe: str | os.PathLike[str] | Mapping[str, Setting] | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    seed: int = 0,
    splits: Sequence[str] = (),
    format: str | None = None,
    limit: int | None = None,
    shard_items: int | None = None,
    shard: tuple[int, int] | None = None,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
    view: Literal["actions", "reference"] | None = None,
    image: bool = False,
    pairs: bool = False,
    process: bool = False,
    prompts: bool = False,
    threads: int | None = None,
    force: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Made:
    """Makes a dataset: the same bytes as the command `wampimuk generate`.

    `out` is a folder, a file, or a place such as `s3://bucket/prefix`; by default `data/<recipe>`.
    Interrupted or killed, it continues when it is called again. `shard=(i, n)` makes one of n parts, for
    `merge`; `progress` is told how many items there are, now and then.
    """
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
    place, made = _generate(
        source.prepared,
        None if out is None else os.fspath(out),
        splits=list(splits),
        format=format,
        limit=limit,
        shard_items=shard_items,
        shard=shard,
        threads=threads or os.cpu_count() or 1,
        force=force,
        progress=progress,
    )
    return Made(place, *made)


def merge(
    places: Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str] | None = None,
    *,
    threads: int | None = None,
    force: bool = False,
    move: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Made:
    """Joins parts that `generate(…, shard=(i, n))` has made, and checks them.

    Without `out`, all parts have to be in one place, and the dataset is completed there. With `move`, parts
    elsewhere are removed when the dataset is complete.
    """
    names = [os.fspath(place) for place in places]
    if out is None and len(names) != 1:
        raise Error("say with `out` where the dataset goes: the parts are in several places")
    target = names[0] if out is None else os.fspath(out)
    _, _, made = _merge(
        names, target, threads=threads or os.cpu_count() or 1, force=force, move_files=move, progress=progress
    )
    return Made(target, *made)


class Promise(NamedTuple):
    """Something that a dataset promises."""

    promise: str
    outcome: str
    """`holds`, `broken` or `not checked`."""
    tried: int
    """On how many items it was tried; of files, on how many files."""
    broken: int
    """How many of them break it."""
    first: list[str]
    """The first few of them, with the reasons."""
    untried: int
    """On how many items it could not be tried."""
    because: str | None
    """Why not on these, or on any; `None` if it was tried on all."""


class Report(NamedTuple):
    """What came of checking a dataset."""

    items: int
    broken: int
    """How often promises are broken; 0 if nothing that was checked is wrong."""
    recipe_known: bool
    promises: list[Promise]


_SHOWN = 5
"""How many broken items of each kind are named."""


def verify(
    path: str | os.PathLike[str],
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    threads: int | None = None,
) -> Report:
    """Derives every label of a recipe or of files anew, and checks every promise."""
    items, broken, recipe_known, promises = _verify(
        os.fspath(path),
        split=split,
        limit=limit,
        recipe=recipe,
        show=_SHOWN,
        threads=threads or os.cpu_count() or 1,
    )
    return Report(items, broken, recipe_known, [Promise(*promise) for promise in promises])


def pairs(
    path: str | os.PathLike[str],
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    seed: int = 0,
    prompts: str | None = None,
    threads: int | None = None,
) -> list[dict[str, Any]]:
    """Minimal pairs: each an item and its partner, the same with exactly one thing changed.

    `path` is a recipe, a dataset or a file of any supported format; `recipe` is the recipe whose words a file
    uses. A row says what differs (`change`, `which`) and whether the answer does (`answer_changes`), and has
    both items as columns (`item`, `partner`), or with `prompts` as questions of that form (`prompt`,
    `answer`, `partner_prompt`, `partner_answer`).
    """
    return _pairs(
        os.fspath(path),
        split=split,
        limit=limit,
        recipe=recipe,
        seed=seed,
        prompts=prompts,
        threads=threads or os.cpu_count() or 1,
    )


@overload
def solve(problem: Mapping[str, Any], recipe: str = ...) -> dict[str, Any]: ...
@overload
def solve(problem: Iterable[Item] | str | os.PathLike[str], recipe: str = ...) -> list[dict[str, Any]]: ...
def solve(problem: Any, recipe: str = "reascan") -> dict[str, Any] | list[dict[str, Any]]:
    """Targets and actions from commands and worlds alone; answers and their proofs from stories.

    The problem is one of

    * an item, or several: labels are not looked at; * a mapping with `command`, `grid_size`, `agent_row`,
    `agent_column`, `agent_heading` and `objects`, as items
      have them, in the words of `recipe`;
    * the text of a story, line by line as in bAbI;
    * a file of any supported format.
    """
    if isinstance(problem, Item):
        return solve([problem])[0]
    if isinstance(problem, Mapping):
        return _made_up(problem, find(recipe, None, seed=0, set=None))
    if isinstance(problem, os.PathLike) or (isinstance(problem, str) and "\n" not in problem):
        return _solve(os.fspath(problem), os.cpu_count() or 1)
    if isinstance(problem, str):
        return _solve_text(problem)
    solved: list[dict[str, Any]] = []
    for (source, split), items in groupby(problem, lambda item: (item.source, item.split)):
        prepared = source.prepared
        solved += prepared.solved(prepared.split(split), [item.index for item in items])
    return solved


def _made_up(problem: Mapping[str, Any], source: Source) -> dict[str, Any]:
    """What a command means in a world that somebody made up."""
    try:
        command = problem["command"]
        things = [
            (thing["shape"], thing["colour"], thing["size"], thing["row"], thing["column"])
            for thing in problem["objects"]
        ]
        agent = (problem["agent_row"], problem["agent_column"], problem["agent_heading"])
        side = problem["grid_size"]
    except KeyError as error:
        raise Error(f"the problem has no `{error.args[0]}`") from None
    words = command if isinstance(command, str) else " ".join(command)
    referents, actions = source.prepared.solve(words, side, agent, things)
    cells = [{"row": things[number][3], "column": things[number][4]} for number in referents]
    return {"target": cells[0] if len(cells) == 1 else None, "referents": cells, "actions": actions}
