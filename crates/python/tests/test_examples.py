"""The examples run: the tour cell by cell, as a notebook does it, and the training loops for some steps."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"


def cells(name: str) -> list[str]:
    """The code of a file's cells."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    heads = re.split(r"^# %%(.*)$", text, flags=re.MULTILINE)[1:]
    return [code for kind, code in zip(heads[::2], heads[1::2], strict=True) if "markdown" not in kind]


def show(code: str, names: dict[str, Any]) -> Any:
    """Runs a cell; what comes back is the value that a notebook would show."""
    body = ast.parse(code).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_tour_runs_cell_by_cell(capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("polars", "numpy", "gymnasium"):
        pytest.importorskip(package)
    names: dict[str, Any] = {}
    shown = [value for code in cells("tour.py") if (value := show(code, names)) is not None]
    assert sum(hasattr(value, "_repr_svg_") for value in shown) == 1
    assert list(names["scores"].values()) == [1.0, 0.0, 1.0, 0.0]
    assert names["made_up"]["target"] == {"row": 1, "column": 2}
    assert names["picture"].startswith("<svg")
    assert len(names["by_adverb"]) == 4
    assert names["by_adverb"]["items"].sum() == 2000
    assert names["shapes"]["observation"] == (256, 6, 6, 16)
    assert "fulfilled: True" in capsys.readouterr().out
    assert names["total"] > 1
    assert (names["made"].was_complete, names["again"].was_complete, names["report"].broken) == (
        False,
        True,
        0,
    )


@pytest.mark.parametrize(
    ("package", "steps", "splits"),
    [("torch", 15, ["dev"]), ("jax", 40, ["dev", "visual_dev", "situational_1_dev"])],
)
def test_losses_go_down(package: str, steps: int, splits: list[str], tmp_path: Path) -> None:
    if not find_spec(package):
        pytest.skip(f"{package} is not installed")
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"train_{package}.py", str(steps)],
        capture_output=True,
        check=True,
        cwd=tmp_path,
        encoding="utf-8",
    )
    found = re.findall(r"^(.*): loss (.*), exact match (.*)$", done.stdout, flags=re.MULTILINE)
    names, losses, matches = zip(*found, strict=True)
    assert list(names[steps:]) == splits
    # Also on items that it was not trained on.
    assert max(map(float, losses[steps - 3 : steps + 1])) < 0.8 * float(losses[0])
    assert all(0 <= float(match) <= 1 for match in matches)


@pytest.mark.parametrize("trainer", ["trl", "plain"])
def test_the_laboratory_runs(trainer: str, tmp_path: Path) -> None:
    for package in ("torch", "transformers", *(["trl"] if trainer == "trl" else [])):
        if not find_spec(package):
            pytest.skip(f"{package} is not installed")
    learn = EXAMPLES / "reinforcement" / "learn.py"
    subprocess.run(
        [sys.executable, learn, "--size", "tiny", "--trainer", trainer, "--out", "results"],
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
    )
    result = json.loads((tmp_path / "results/result.json").read_text(encoding="utf-8"))
    assert result["trainer"].startswith("TRL" if trainer == "trl" else "GRPO")
    assert len(result["rewards"]) == result["settings"]["steps"]
    assert [step for step, _ in result["reached"]] == [0, 2, 4]
    assert set(result["before"]) == set(result["after"])
    assert {name for name in result["before"] if name.startswith("hold-out")} == {
        "hold-out visual",
        "hold-out direction",
        "hold-out length",
    }
    # Nothing but the first level is open to who answers nothing.
    assert [level["asked"] > 0 for level in result["levels"]] == [True, False, False, False]
    for name in result["before"]:
        for file in ("result.md", "page.html"):
            assert name in (tmp_path / "results" / file).read_text(encoding="utf-8")


def test_a_laboratory_is_not_trained_on_what_it_is_measured_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(EXAMPLES / "reinforcement"))
    import learn

    sets = learn.Sets(str(EXAMPLES / "reinforcement/recipe.toml"), 0, learn.TINY)
    ids = {name: {entry["metadata"]["id"] for entry in questions} for name, questions in sets.named.items()}
    trained = {
        entry["metadata"]["id"] for stream in (sets.supervised, sets.reinforcement) for entry in stream
    }
    known = {"supervised", "reinforcement"}
    assert all(bool(own & trained) == (name in known) for name, own in ids.items())


def code_lines(name: str) -> int:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    notes = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for number, line in lines if line.strip() and line.strip()[0] != "#" and number not in notes)


def test_training_takes_thirty_lines() -> None:
    assert code_lines("train_torch.py") <= 30


def test_the_readme_names_them_all() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    files = {path.name for path in EXAMPLES.glob("*.py")}
    files |= {f"{path.parent.name}/" for path in EXAMPLES.glob("*/README.md")}
    assert set(re.findall(r"^\| `(.*?)`", readme, flags=re.MULTILINE)) == files
