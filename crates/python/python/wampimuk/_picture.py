"""Pictures that a notebook shows by itself. They are texts and bytes as any others."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from wampimuk._native import show as _show
from wampimuk._source import Setting, changes

Kind = Literal["text", "svg", "png", "gif", "tikz"]
"""A kind of picture."""


class Svg(str):
    """A vector picture: the text of an SVG file."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        Path(path).write_text(self, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return str(self)


class Png(bytes):
    """A pixel picture: the bytes of a PNG file."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        Path(path).write_bytes(self)

    def _repr_png_(self) -> bytes:
        return bytes(self)


class Gif(bytes):
    """An animation: the bytes of a GIF file."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        Path(path).write_bytes(self)

    def _repr_html_(self) -> str:
        return f'<img src="data:image/gif;base64,{base64.b64encode(self).decode()}">'


def look(
    kind: Kind = "svg",
    *,
    scale: float = 2.0,
    colour: bool = False,
    width: int = 80,
    path: bool = True,
    graph: bool = False,
    predicted: Sequence[str] | str | None = None,
    attention: Sequence[float] | None = None,
    solution: bool = False,
    logic: bool = True,
    answer: bool = True,
    plain: bool = False,
) -> dict[str, Any]:
    """What is shown, and how, as the native code reads it."""
    actions = predicted.split(",") if isinstance(predicted, str) else predicted
    return {
        "kind": kind,
        "scale": scale,
        "colour": colour,
        "width": width,
        "path": path,
        "graph": graph,
        "predicted": None if actions is None else list(actions),
        "attention": None if attention is None else list(attention),
        "solution": solution,
        "logic": logic,
        "answer": answer,
        "plain": plain,
    }


def picture(kind: str, drawn: bytes) -> Any:
    """What was drawn, as what a notebook shows."""
    match kind:
        case "svg":
            return Svg(drawn.decode())
        case "png":
            return Png(drawn)
        case "gif":
            return Gif(drawn)
    return drawn.decode()


def show(
    source: str | os.PathLike[str],
    index: int = 0,
    *,
    split: str | None = None,
    count: int = 1,
    kind: Kind = "svg",
    recipe: str | None = None,
    seed: int = 0,
    set: Mapping[str, Setting] | None = None,
    threads: int | None = None,
    **options: Any,
) -> Any:
    """The picture of items of a recipe, a folder or a file, ours or the authors', as `wampimuk show` has it.

    Without `split`, indices are those of `train`, or of the first split there is. Several items are drawn on
    one sheet. `options` are those of `Item.render`.
    """
    drawn = _show(
        os.fspath(source),
        index,
        look(kind, **options),
        count=count,
        split=split,
        recipe=recipe,
        seed=seed,
        set=changes(set),
        threads=threads or os.cpu_count() or 1,
    )
    return picture(kind, drawn)
