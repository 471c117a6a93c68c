"""Tables for notebooks."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence

LONGEST = 80
"""How much of a value is shown."""


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table of anybody's values, as HTML."""
    head = "".join(f"<th style='text-align:left'>{html.escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, bytes):
        text = f"{len(value)} bytes"
    elif isinstance(value, str):
        text = value
    else:
        text = json.dumps(value, ensure_ascii=False)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f"<td style='text-align:left'>{html.escape(text)}</td>"
