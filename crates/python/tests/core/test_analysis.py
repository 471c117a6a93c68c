"""Reports are those of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import wampimuk


def said(*words: str) -> dict[str, object]:
    """What the command line says as JSON."""
    command = [sys.executable, "-m", "wampimuk", *words, "--json"]
    return dict(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


@pytest.mark.parametrize("recipe", ["gscan-demo", "babi"])
def test_statistics_are_those_of_the_command(recipe: str, tmp_path: Path) -> None:
    found = wampimuk.stats(recipe, limit=40)
    assert found.values == said("stats", recipe, "--limit", "40")
    assert all(len(row) == len(table.columns) for table in found.tables for row in table.rows)
    assert found.tables[0].title in found.page
    found.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == found.page
    assert "<table>" in found.tables[0]._repr_html_()
    assert "<iframe" in found._repr_html_()


def test_audits_are_those_of_the_command() -> None:
    found = wampimuk.audit("gscan-demo", limit=200, floors="quick")
    command = said("audit", "gscan-demo", "--limit", "200", "--floors", "quick")
    assert found.values["summary"] == command["summary"]
    assert found.values["floors"] == command["floors"]
    plain = wampimuk.audit("gscan-demo", limit=50, floors="none")
    assert not plain.values["floors"] or plain.values["floors"] != found.values["floors"]


def test_mistakes_are_explained() -> None:
    with pytest.raises(wampimuk.Error, match="there are usual, quick, none"):
        wampimuk.audit("gscan-demo", floors="some")  # type: ignore[arg-type]
    with pytest.raises(wampimuk.Error, match="riddle"):
        wampimuk.stats("riddle")


def test_files_of_predictions_are_scored_and_shown(tmp_path: Path) -> None:
    items = wampimuk.dataset("gscan-demo", "test")
    head = {"wampimuk": "predictions", "format": 1, "model": "m", "recipe": "gscan-demo", "data_seed": 0}
    lines = [head]
    for index in range(4):
        said = items[index]["actions"] if index else ["push"]
        lines.append({"split": "test", "index": index, "prediction": said})
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    found = wampimuk.scores(path)
    assert found.values["models"][0]["splits"][0]["exact"]["mean"] == 0.75
    assert found.tables[0].title in found.page
    shown = wampimuk.answers(path, errors=True)
    assert [one["index"] for one in shown.values["shown"]] == [0]
    assert shown.values["shown"][0]["outcome"] == "wrong"
    assert "gold" in shown.page
    hidden = wampimuk.answers(path, answer=False)
    assert hidden.values["shown"][0]["outcome"] is None
    assert "gold" not in hidden.page
