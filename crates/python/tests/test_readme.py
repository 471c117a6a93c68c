"""The Python of the README and of the book's guide runs, block after block."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


def blocks(page: str) -> list[str]:
    """The Python of a page."""
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)


PAGES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "README.md": lambda names: names["item"].index == 42,
    "docs/guide/datasets.md": lambda names: len(names["loaded"]["train"]) > 0,
    "docs/guide/language-models.md": lambda names: all(0 <= earned <= 1 for earned in names["earned"]),
    "docs/guide/python.md": lambda names: names["item"].index == 42 and names["terminated"] in (True, False),
    "docs/guide/scoring.md": lambda names: names["right"] == 1.0 and not names["wrong"].exact,
}
"""What holds when all blocks of a page have run, one after another."""


@pytest.mark.parametrize("page", PAGES)
def test_blocks_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    names: dict[str, Any] = {}
    for block in blocks(page):
        exec(compile(block, page, "exec"), names)
    assert PAGES[page](names)


def test_no_page_is_left_out() -> None:
    guide = [f"docs/guide/{path.name}" for path in sorted((ROOT / "docs" / "guide").glob("*.md"))]
    assert [page for page in ["README.md", *guide] if blocks(page)] == list(PAGES)
