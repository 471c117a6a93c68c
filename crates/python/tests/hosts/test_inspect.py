"""Inspect, through a real local server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")
from conftest import ITEMS, LATE, OUTCOMES, SMALL, WAYS, Server, score, total

import wampimuk


@pytest.fixture
def stub(server: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """The server as a model of Inspect."""
    monkeypatch.setenv("STUB_BASE_URL", server.url)
    monkeypatch.setenv("STUB_API_KEY", "none")
    return "openai-api/stub/stub"


@pytest.mark.parametrize("family", SMALL)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["eval", "json"])
def test_answers_earn_what_they_should(
    server: Server, stub: str, tmp_path: Path, family: str, way: str, form: str
) -> None:
    from inspect_ai import eval as evaluate

    from wampimuk import _inspect

    server.way = way
    task = getattr(_inspect, family)(recipe=SMALL[family], n=ITEMS)
    [log] = evaluate(task, model=stub, display="none", log_dir=str(tmp_path), log_format=form)
    assert log.status == "success", log.error
    exact = next(one for one in log.results.scores if one.name == "exact")
    assert exact.metrics["accuracy"].value == (1.0 if way == "oracle" else 0.0)
    [path] = tmp_path.glob(f"*.{form}")
    summary = score(path)
    assert summary["runs"][0]["splits"][0]["accuracy"] == exact.metrics["accuracy"].value
    assert total(summary) == {OUTCOMES[way]: ITEMS}


@pytest.mark.parametrize("family", SMALL)
def test_what_is_there_of_a_cut_answer_does_not_count(
    server: Server, stub: str, tmp_path: Path, family: str
) -> None:
    from inspect_ai import eval as evaluate

    from wampimuk import _inspect

    server.way = LATE
    task = getattr(_inspect, family)(recipe=SMALL[family], n=ITEMS)
    [log] = evaluate(task, model=stub, display="none", log_dir=str(tmp_path))
    exact = next(one for one in log.results.scores if one.name == "exact")
    assert exact.metrics["accuracy"].value == 0.0
    assert all(sample.scores["answer"].value["exact"] == "N" for sample in log.samples)
    [path] = tmp_path.glob("*.eval")
    assert total(score(path)) == {"cut": ITEMS}


@pytest.mark.parametrize("family", SMALL)
@pytest.mark.parametrize("way", WAYS)
def test_datasets_on_the_hub_have_tasks(
    server: Server, stub: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, family: str, way: str
) -> None:
    import datasets
    import huggingface_hub
    from inspect_ai import eval as evaluate
    from inspect_ai._eval.task import hf

    recipe = SMALL[family]
    folder = tmp_path / "made"
    program = str(Path(sys.executable).with_name("wampimuk"))
    options = ["--prompts", "--limit", str(ITEMS), "--out", str(folder), "--quiet"]
    subprocess.run([program, "generate", recipe, *options], check=True, capture_output=True)
    # The Hub, as far as it is needed: the folder is what was published.
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", lambda filename, **_: str(folder / filename))
    load = datasets.load_dataset
    at_home = lambda path, **how: load(str(folder), name=how["name"], split=how["split"])  # noqa: E731
    monkeypatch.setattr(datasets, "load_dataset", at_home)
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    roles = [split.role for split in wampimuk.dataset(recipe, "test").splits.values()]
    assert len(hf.task_create_from_hf("hf/somebody/made")) == len(roles) - roles.count("train")
    [task] = hf.task_create_from_hf("hf/somebody/made/test")
    for row in load(str(folder), split="test"):
        server.entries[row["prompt"]] = {"question": row["prompt"], "answer": row["completion"]}
    server.way = way
    [log] = evaluate(task, model=stub, display="none", log_dir=str(tmp_path))
    assert log.status == "success", log.error
    [pattern] = log.results.scores
    assert pattern.metrics["accuracy"].value == (1.0 if way == "oracle" else 0.0)


def test_the_command_line_finds_the_tasks(server: Server, stub: str, tmp_path: Path) -> None:
    server.way = "oracle"
    command = [
        *(str(Path(sys.executable).with_name("inspect")), "eval", "wampimuk/gscan"),
        *("-T", f"recipe={SMALL['gscan']}", "-T", f"n={ITEMS}", "--epochs", "2"),
        *("--model", stub, "--display", "none", "--log-dir", str(tmp_path)),
    ]
    subprocess.run(command, env=os.environ, check=True, cwd=tmp_path, capture_output=True, timeout=300)
    [path] = tmp_path.glob("*.eval")
    page = tmp_path / "page.html"
    wampimuk = [str(Path(sys.executable).with_name("wampimuk")), "score", str(path), "--report", str(page)]
    subprocess.run(wampimuk, check=True, capture_output=True)
    assert "<svg" in page.read_text()
    [split] = score(path)["runs"][0]["splits"]
    assert (split["items"], split["accuracy"], split["outcomes"]) == (ITEMS, 1.0, {"right": 2 * ITEMS})
