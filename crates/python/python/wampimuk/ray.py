"""Datasets bigger than one machine, made by a Ray cluster.

    >>> import wampimuk.ray
    >>> wampimuk.ray.generate("reascan-full", "s3://bucket/reascan-full")
    >>> wampimuk.ray.dataset("reascan-full").map_batches(tokenise).write_parquet("s3://bucket/tokens")

`generate` writes the files of `wampimuk.generate`, byte for byte. `dataset` stores nothing: items are made by
the tasks that read them. All nodes need this package, in one version.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

try:
    import ray
    from ray.exceptions import RayTaskError
except ImportError as error:
    raise ImportError('wampimuk.ray needs ray: pip install "wampimuk[ray]"', name="ray") from error

from wampimuk._dataset import Dataset
from wampimuk._dataset import dataset as _dataset
from wampimuk._make import Made
from wampimuk._make import merge as _merge
from wampimuk._native import Error
from wampimuk._native import generate as _generate
from wampimuk._source import Setting, Source, find

if TYPE_CHECKING:
    import ray.data

__all__ = ["dataset", "generate"]

GRID_FILE = 262_144
"""Items of a file, where items are small and no other number is wanted."""
TEXT_FILE = 32_768
"""The same for stories and riddles."""
MOST_PARTS = 4096
"""The most tasks that share a dataset, unless told otherwise."""


def generate(
    recipe: str | os.PathLike[str] | None,
    out: str | os.PathLike[str],
    *,
    seed: int = 0,
    splits: Sequence[str] = (),
    format: str | None = None,
    limit: int | None = None,
    shard_items: int | None = None,
    shards: int | None = None,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
    view: Literal["actions", "reference"] | None = None,
    image: bool = False,
    threads: int = 1,
    force: bool = False,
    retries: int = 5,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Made:
    """Makes a dataset on a cluster: the same bytes as `wampimuk.generate` on one machine.

    `out` is a folder that all nodes see, or a place such as `s3://bucket/prefix`. The work is divided into
    `shards` tasks of `threads` cores each, by default one for every file. A task whose process or node dies
    is started again, up to `retries` times, and continues. So does the whole when it is called again, with
    the same `shards`. At the end, the parts are checked and joined.

    `progress` is told how many items there are whenever a task ends. `options` are Ray's for tasks, such as
    `resources` or `runtime_env`; the other arguments are those of `wampimuk.generate`.
    """
    source = find(recipe, recipe_text, seed=seed, set=set, view=view, image=image)
    lengths = _lengths(source, splits, limit)
    parts = _files(source, lengths, shard_items) if shards is None else shards
    if parts < 1:
        raise Error(f"a dataset has one part at least: shards={parts} is too few")
    place = os.fspath(out)
    work = _Work(
        source=source,
        # Where a task runs, there is another working directory.
        place=place if "://" in place else os.path.abspath(place),
        wanted={"splits": list(splits), "format": format, "limit": limit, "shard_items": shard_items},
        threads=threads,
        options={"num_cpus": threads, "max_retries": retries, **options},
    )
    return _spread(work, parts, lengths, force, progress or (lambda items: None))


def dataset(
    recipe: str | os.PathLike[str] | Dataset | None = None,
    split: str = "train",
    seed: int = 0,
    *,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
    view: Literal["actions", "reference"] | None = None,
    image: bool = False,
    parallelism: int | None = None,
    **options: Any,
) -> ray.data.Dataset:
    """A split of a dataset as a dataset of Ray Data. Its items are made where they are wanted.

    `parallelism` is the number of tasks that make them; without it, Ray decides. `options` are those of
    `ray.data.read_datasource`, the other arguments those of `wampimuk.dataset`. In place of a recipe, there
    may be what `wampimuk.dataset` returns, or a slice of it.
    """
    try:
        from wampimuk import _ray_data  # noqa: PLC0415 - it needs more than `generate` does
    except ImportError as error:
        package = (error.name or "ray").partition(".")[0]
        raise ImportError(f'wampimuk.ray.dataset needs {package}: pip install "wampimuk[ray]"') from error
    if not isinstance(recipe, Dataset):
        recipe = _dataset(recipe, split, seed, set=set, recipe_text=recipe_text, view=view, image=image)
    return _ray_data.read(recipe, parallelism, options)


@dataclass(frozen=True)
class _Work:
    """What is to be made. It travels to the tasks."""

    source: Source
    place: str
    wanted: dict[str, Any]
    threads: int
    options: dict[str, Any]

    def start(self, part: int, parts: int, *, force: bool = False) -> ray.ObjectRef[Made]:
        """Starts a task that makes a part."""
        options = {**self.options, "name": f"wampimuk {self.source.name} {part}/{parts}"}
        if force:
            # A second try would take away what others have made since.
            options["max_retries"] = 0
        return ray.remote(_part).options(**options).remote(self, part, parts, force)

    def join(self) -> Made:
        """Checks all parts and makes one dataset of them."""
        options = {**self.options, "name": f"wampimuk {self.source.name} merge"}
        try:
            return _result(ray.remote(_join).options(**options).remote(self.place, self.threads))
        except Error as error:
            hint = "" if "://" in self.place else " (do all nodes see this folder?)"
            raise Error(f"{error}{hint}") from None


def _spread(
    work: _Work, parts: int, lengths: Sequence[int], force: bool, tell: Callable[[int], object]
) -> Made:
    # The last part is made before the others start. It is the smallest, it finds out whether all is there
    # already, and with `force` it takes away what is.
    last = _result(work.start(parts - 1, parts, force=force))
    tell(last.items)
    # Where other parts have items, too, no part has all: then it has found them.
    if parts > 1 and all(lengths) and last.items + last.without_form == sum(lengths):
        return last
    made = [last]
    left = [work.start(part, parts) for part in range(parts - 1)]
    try:
        while left:
            ready, left = ray.wait(left, fetch_local=False)
            made += [_result(ref) for ref in ready]
            tell(sum(one.items for one in made))
    finally:
        for ref in left:
            ray.cancel(ref)
    joined = work.join()
    return Made(
        place=work.place,
        items=sum(one.items for one in made),
        kept=sum(one.kept for one in made),
        without_form=sum(one.without_form for one in made),
        repaired=joined.repaired,
        was_complete=joined.was_complete and all(one.was_complete for one in made),
    )


def _part(work: _Work, part: int, parts: int, force: bool) -> Made:
    """Makes a part: this is what a task does."""
    place, made = _generate(
        work.source.prepared,
        work.place,
        **work.wanted,
        shard=(part, parts),
        threads=work.threads,
        force=force,
    )
    return Made(place, *made)


def _join(place: str, threads: int) -> Made:
    """Joins the parts: this is what the last task does."""
    return _merge([place], threads=threads)


def _result(task: ray.ObjectRef[Made]) -> Made:
    """What a task returns or raises."""
    try:
        return ray.get(task)
    except RayTaskError as error:
        if isinstance(error.cause, Error):
            raise error.cause from None
        raise


def _lengths(source: Source, splits: Sequence[str], limit: int | None) -> list[int]:
    """How many items there are of each split."""
    prepared = source.prepared
    chosen = {prepared.split(name) for name in splits}
    lengths = [split[4] for number, split in enumerate(prepared.splits) if not chosen or number in chosen]
    return lengths if limit is None else [min(limit, length) for length in lengths]


def _files(source: Source, lengths: Sequence[int], shard_items: int | None) -> int:
    """How many files there are, if splits are divided. Another number cuts the work less well."""
    usual = GRID_FILE if source.prepared.family in ("gscan", "reascan") else TEXT_FILE
    size = max(1, shard_items or usual)
    return min(MOST_PARTS, sum(max(1, -(-length // size)) for length in lengths))
