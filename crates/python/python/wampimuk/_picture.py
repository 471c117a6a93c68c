"""Pictures that a notebook shows by itself. They are texts and bytes as any others."""

from __future__ import annotations

import base64
import os
from pathlib import Path


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
