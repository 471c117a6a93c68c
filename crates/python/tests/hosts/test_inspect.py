"""Inspect, through a real local server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")
from conftest import ITEMS, SMALL, WAYS, Server, said


def run(server: Server, folder: Path, family: str, *options: str) -> dict[str, Any]:
    """The log of a run of the command line."""
    command = [
        *(str(Path(sys.executable).with_name("inspect")), "eval", f"wampimuk/{family}"),
        *("-T", f"recipe={SMALL[family]}", "-T", f"n={ITEMS}", *options),
        *("--model", "openai-api/stub/stub", "--display", "none"),
        *("--log-dir", str(folder), "--log-format", "json"),
    ]
    environment = {**os.environ, "STUB_BASE_URL": server.url, "STUB_API_KEY": "none"}
    subprocess.run(command, env=environment, check=True, cwd=folder, capture_output=True, timeout=300)
    [log] = folder.glob("*.json")
    return dict(json.loads(log.read_text()))


@pytest.mark.parametrize("family", SMALL)
@pytest.mark.parametrize("way", WAYS)
def test_answers_earn_what_they_should(tmp_path: Path, family: str, way: str) -> None:
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from wampimuk import _inspect
    from wampimuk._hosts import questions

    def output(text: str) -> ModelOutput:
        made = ModelOutput.from_content("mockllm/model", text)
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return made

    entries = questions(SMALL[family], "test", n=ITEMS)
    model = get_model("mockllm/model", custom_outputs=[output(said(entry, way)) for entry in entries])
    task = getattr(_inspect, family)(recipe=SMALL[family], n=ITEMS)
    [log] = evaluate(task, model=model, display="none", max_connections=1, log_dir=str(tmp_path))
    assert log.status == "success", log.error
    exact = next(score for score in log.results.scores if score.name == "exact")
    assert exact.metrics["accuracy"].value == (1.0 if way == "oracle" else 0.0)


def test_the_command_line_finds_the_tasks(server: Server, tmp_path: Path) -> None:
    server.way = "oracle"
    log = run(server, tmp_path, "gscan")
    assert log["status"] == "success"
    scores = {score["name"]: score["metrics"]["accuracy"]["value"] for score in log["results"]["scores"]}
    assert scores == {"exact": 1.0, "fulfils": 1.0}
    assert len(log["samples"]) == ITEMS
