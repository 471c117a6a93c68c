"""Datasets describe themselves, and the libraries that read such descriptions believe them.

Nothing is downloaded: Hugging Face's libraries are told to stay offline before they are imported.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wampimuk import reasoning

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

LIMIT = 20
# Recipe, format, extras: every family, both formats that cards describe, all views.
CASES = [
    ("gscan-demo", "parquet", []),
    ("reascan-1rc", "parquet", []),
    ("riddle", "parquet", []),
    ("mix-t2", "parquet", []),
    ("gscan-demo", "jsonl", []),
    ("gscan-demo", "parquet", ["image"]),
    ("reascan-1rc", "parquet", ["image", "reference"]),
    ("gscan-demo", "jsonl", ["pairs"]),
    ("reascan-1rc", "parquet", ["pairs"]),
    ("mix-t2", "parquet", ["prompts"]),
]


def generate(recipe: str, out: Path, format: str, extras: list[str]) -> Path:
    """Make a small dataset with the command line."""
    command = [sys.executable, "-m", "wampimuk", "generate", recipe, "--limit", str(LIMIT), "--out", str(out)]
    command += ["--format", format, "--quiet"]
    for extra in extras:
        command += ["--view" if extra == "reference" else "--with", extra]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join([case[0], case[1], *case[2]]))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Path]:
    recipe, format, extras = request.param
    out = tmp_path_factory.mktemp("cards") / "dataset"
    return recipe, format, generate(recipe, out, format, extras)


def front_matter(folder: Path) -> dict[str, Any]:
    """The front matter of a dataset card, read by a YAML library."""
    yaml = pytest.importorskip("yaml")
    _, text, _ = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    parsed: dict[str, Any] = yaml.safe_load(text)
    return parsed


def test_cards_load_as_they_are(made: tuple[str, str, Path], tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    recipe, format, folder = made
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    card = front_matter(folder)

    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path))
    counts = {split["name"]: split["items"] for split in manifest["splits"]}
    assert {name: rows.num_rows for name, rows in loaded.items()} == counts
    info = card["dataset_info"]
    assert {split["name"]: split["num_examples"] for split in info["splits"]} == counts
    assert card["configs"][0]["config_name"] == recipe

    described = datasets.Features._from_yaml_list(info["features"])
    for rows in loaded.values():
        assert rows.features == described
    if format == "parquet":
        # What the library finds in the files without being told.
        files = [str(folder / file["path"]) for file in manifest["files"]]
        found = datasets.load_dataset("parquet", data_files=files, cache_dir=str(tmp_path))["train"].features
        assert list(found) == list(described)
        for name, feature in found.items():
            assert name == "image" or described[name] == feature, name


def test_pictures_are_rgb(made: tuple[str, str, Path], tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    pytest.importorskip("PIL")
    _, _, folder = made
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path))
    item = next(iter(loaded.values()))[0]
    if "image" not in item:
        pytest.skip("no pictures were asked for")
    assert item["image"].mode == "RGB"
    assert item["image"].size == (32 * item["grid_size"],) * 2


def test_partners_can_be_read(made: tuple[str, str, Path]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    _, format, folder = made
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    if "pairs" not in manifest["extras"] or format != "parquet":
        pytest.skip("no pairs in Parquet")
    partners = 0
    for file in manifest["files"]:
        for item in parquet.read_table(folder / file["path"]).to_pylist():
            for pair in item["pairs"]:
                assert (pair["actions"] != item["actions"]) == pair["answer_changes"]
                if pair["change"] == "word":
                    assert pair["command"][pair["which"]] != item["command"][pair["which"]]
                else:
                    assert pair["command"] == item["command"]
                    gone = item["objects"][pair["which"]]
                    assert {key: gone[key] for key in pair["objects"][0]} not in pair["objects"]
                partners += 1
    assert partners > LIMIT


def test_croissant_has_no_errors(made: tuple[str, str, Path]) -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    recipe, _, folder = made
    described = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    issues = described.metadata.ctx.issues
    assert not issues.errors
    # There is no date: nothing in a dataset depends on a clock.
    assert all("datePublished" in warning for warning in issues.warnings), issues.warnings
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    # The library does not read lists of structs inside lists from Parquet.
    if recipe != "riddle" and "pairs" not in manifest["extras"]:
        if "image" in manifest["extras"]:
            pytest.importorskip("PIL")
        rows = list(described.records(recipe))
        assert len(rows) == sum(split["items"] for split in manifest["splits"])
        assert {row[f"{recipe}/split"].decode() for row in rows} == {
            split["name"] for split in manifest["splits"] if split["items"]
        }


def test_datasheets_answer(made: tuple[str, str, Path]) -> None:
    _, _, folder = made
    lines = (folder / "DATASHEET.md").read_text(encoding="utf-8").splitlines()
    questions = [number for number, line in enumerate(lines) if line.startswith("**")]
    assert len(questions) > 40
    assert all(lines[number + 1].strip() for number in questions)


def test_descriptions_depend_on_nothing_else(tmp_path: Path) -> None:
    one, two = (generate("gscan-demo", tmp_path / name, "parquet", []) for name in ("one", "two"))
    for name in ("README.md", "croissant.json", "DATASHEET.md"):
        assert (one / name).read_bytes() == (two / name).read_bytes()


# What a model may say, and whether the tasks of `eval.yaml` call it right. A is the right answer, W another.
REPLIES = [
    ("A", True),
    ("Answer: A", True),
    ("**Answer:** A", True),
    ("I see.\nFinal answer: A\n", True),
    ("Answer: W\nNo, I was wrong.\nAnswer: A", True),
    ("So it is\n<answer>A</answer>.", True),
    ("<answer>\nA\n</answer>", True),
    ("<think>Answer: W</think>Answer: A", True),
    ("so W\n</think>\n\nAnswer: A", True),
    ("Answer:\nA", True),
    ("Answer:\n```\nA\n```", True),
    ("W", False),
    ("Answer: W", False),
    ("Answer: A\nNo, I was wrong.\nAnswer: W", False),
    ("Answer: A\n<answer>W</answer>", False),
    ("<answer>A</answer> or <answer>W</answer>", False),
    ("<answer>A</answer>\nAnswer: W", False),
    ("<think>Answer: A", False),
    ("<think>Answer: A</think>", False),
    ("<think>Answer: A</think>\nI do not know.", False),
    ("<answer>A", False),
    ("The answer is A, I believe.", False),
    ("I would not say that the answer: A", False),
    ("Answer:\nA\nA", False),
    ("Answer:", False),
    ("", False),
]


def pattern(folder: Path) -> str:
    """By what the tasks of a dataset find answers. One pattern for all splits."""
    yaml = pytest.importorskip("yaml")
    tasks = yaml.safe_load((folder / "eval.yaml").read_text(encoding="utf-8"))["tasks"]
    [found] = {task["scorers"][0]["args"]["pattern"] for task in tasks}
    return str(found)


def is_right(pattern: str, reply: str, target: str) -> bool:
    """What Inspect's scorer `pattern` says."""
    found = re.search(pattern, reply, re.IGNORECASE)
    groups = found.groups() if found else ()
    return target.lower() in [group.lower() for group in groups if group is not None]


def said(template: str, answers: dict[str, str]) -> str:
    """A reply, with the answers where they belong."""
    return re.sub(r"\b[AW]\b", lambda mark: answers[mark[0]], template)


@pytest.mark.parametrize("recipe", ["gscan-demo", "riddle", "mix-t2"])
def test_tasks_call_nothing_right_that_is_not(tmp_path: Path, recipe: str) -> None:
    found = pattern(generate(recipe, tmp_path / "made", "jsonl", ["prompts"]))
    [path] = (tmp_path / "made/data" / recipe).glob("test-*.jsonl")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    entries = list(reasoning.dataset(recipe, "test", shuffle=False)[: len(rows)])
    for row, entry in zip(rows, entries, strict=True):
        right = row["completion"]
        assert (row["prompt"], right) == (entry["question"], entry["answer"])
        wrong = next(other["completion"] for other in rows if other["completion"] != right)
        for template, expected in REPLIES:
            reply = said(template, {"A": right, "W": wrong})
            told = is_right(found, reply, right)
            earned = reasoning.score_answer(reply, entry) == 1.0
            assert told <= earned, reply
            # Grids have several lines, and only a block or a tag holds them.
            if "\n" not in right or template in ("A", "<answer>\nA\n</answer>", "Answer:\nA"):
                assert told == expected, reply
