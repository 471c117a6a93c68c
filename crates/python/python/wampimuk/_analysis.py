"""What is in a dataset, what is wrong with it, and what models answer: reports as values, tables, pages."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from wampimuk._native import answers as _answers
from wampimuk._native import audit as _audit
from wampimuk._native import scores as _scores
from wampimuk._native import stats as _stats
from wampimuk._optional import needed
from wampimuk._source import Setting, changes


class Table(NamedTuple):
    """A table of texts, as the command line prints it."""

    title: str
    columns: list[str]
    rows: list[list[str]]

    def to_pandas(self) -> Any:
        """The table as a frame."""
        frame = needed("pandas", "pandas", "Table.to_pandas()").DataFrame
        return frame(self.rows, columns=self.columns)

    def _repr_html_(self) -> str:
        def row(tag: str, cells: list[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(row("td", cells) for cells in self.rows)
        caption = f"<caption>{html.escape(self.title)}</caption>"
        return f"<table>{caption}<thead>{row('th', self.columns)}</thead><tbody>{body}</tbody></table>"


class Analysis(NamedTuple):
    """What was found. A notebook shows the page."""

    values: dict[str, Any]
    """Everything, as `--json` of the command has it."""
    tables: list[Table]
    """The tables, as the command prints them with `--all`."""
    page: str
    """A page with charts, as `--report` of the command writes it: HTML that needs nothing else."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page."""
        Path(path).write_text(self.page, encoding="utf-8")

    def _repr_html_(self) -> str:
        # In a frame, so that its style stays its own.
        style = "width:100%;height:40em;border:1px solid #ccc"
        return f'<iframe srcdoc="{html.escape(self.page)}" style="{style}"></iframe>'

    def __repr__(self) -> str:
        return f"<Analysis: {len(self.tables)} tables>"


def stats(
    source: str | os.PathLike[str],
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    threads: int | None = None,
) -> Analysis:
    """Counts what is in a recipe, a folder or a file, ours or the authors'. `limit` is for each split."""
    found = _stats(
        os.fspath(source), split=split, limit=limit, recipe=recipe, threads=threads or os.cpu_count() or 1
    )
    return _analysis(found)


def audit(
    source: str | os.PathLike[str],
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    learn_from: str | None = None,
    floors: Literal["usual", "quick", "none"] = "usual",
    threads: int | None = None,
) -> Analysis:
    """Looks for shortcuts, idle words, leaks and wrong labels in a recipe, a folder or a file.

    `floors` says how many items readers without understanding learn from; they learn from `train`, or from
    the recipe or files that `learn_from` names.
    """
    found = _audit(
        os.fspath(source),
        split=split,
        limit=limit,
        recipe=recipe,
        learn_from=learn_from,
        floors=floors,
        threads=threads or os.cpu_count() or 1,
    )
    return _analysis(found)


def scores(
    files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    data: str | os.PathLike[str] | None = None,
    splits: Sequence[str] = (),
    by: Sequence[str] = (),
    cap: int | None = None,
    baselines: bool = False,
    train: str | None = None,
    recipe: str | None = None,
    seed: int | None = None,
    set: Mapping[str, Setting] | None = None,
    threads: int | None = None,
) -> Analysis:
    """Scores files of predictions, one for each run, as the command `wampimuk score` does.

    What they are about is what they say themselves, or `data`: a recipe, a folder or a file, with `set` and
    `seed` for a recipe. `by` names what tables break scores down by. For single answers there is `score`.
    """
    several = [files] if isinstance(files, (str, os.PathLike)) else files
    names = [os.fspath(file) for file in several]
    found = _scores(
        names,
        data=None if data is None else os.fspath(data),
        splits=list(splits),
        by=list(by),
        cap=cap,
        baselines=baselines,
        train=train,
        recipe=recipe,
        seed=seed,
        set=changes(set),
        threads=threads or os.cpu_count() or 1,
    )
    return _analysis(found)


def answers(
    file: str | os.PathLike[str],
    *,
    data: str | os.PathLike[str] | None = None,
    split: str | None = None,
    errors: bool = False,
    skip: int = 0,
    count: int = 10,
    answer: bool = True,
    recipe: str | None = None,
    seed: int | None = None,
    set: Mapping[str, Setting] | None = None,
    threads: int | None = None,
) -> Analysis:
    """Shows the answers of a file of predictions one by one, as `wampimuk show --predictions` does.

    The page has a picture, both lists of actions and an animation of each. With `errors`, only what is not
    exactly right is shown; with `answer=False`, nothing says what is right.
    """
    found = _answers(
        os.fspath(file),
        data=None if data is None else os.fspath(data),
        split=split,
        errors=errors,
        skip=skip,
        count=count,
        answer=answer,
        recipe=recipe,
        seed=seed,
        set=changes(set),
        threads=threads or os.cpu_count() or 1,
    )
    return _analysis(found)


def _analysis(found: tuple[dict[str, Any], list[tuple[str, list[str], list[list[str]]]], str]) -> Analysis:
    values, tables, page = found
    return Analysis(values, [Table(*table) for table in tables], page)
