"""Studies in files, and what may stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

import wampimuk

STUDY = """
endpoint = "http://127.0.0.1:9/v1"
data = ["gscan-demo"]
splits = ["test"]
limit = 3
[[models]]
name = "m"
"""


def test_options_beside_a_study_change_it_or_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    plan = wampimuk.eval(study=path, dry_run=True, out=tmp_path / "out")
    fresh = wampimuk.eval(study=path, dry_run=True, out=tmp_path / "out", set={"language.fresh": 7})
    assert plan["requests"] == fresh["requests"] == 3
    assert plan["input_tokens"] != fresh["input_tokens"]
    for option in ({"limit": 4}, {"model": "other"}, {"play": True}, {"rules": False}, {"temperature": 0.0}):
        with pytest.raises(wampimuk.Error, match=f"leave `{next(iter(option))}` out"):
            wampimuk.eval(study=path, dry_run=True, out=tmp_path / "out", **option)


def test_budgets_need_answers_that_end(tmp_path: Path) -> None:
    options = {"endpoint": "http://127.0.0.1:9/v1", "model": "m", "out": tmp_path, "dry_run": True}
    with pytest.raises(wampimuk.Error, match="--max-tokens"):
        wampimuk.eval("gscan-demo", max_tokens=0, budget_tokens=100, **options)
    plan = wampimuk.eval(
        "gscan-demo", parameters={"max_completion_tokens": 7}, split="test", limit=2, **options
    )
    assert plan["output_tokens_at_most"] == 14
