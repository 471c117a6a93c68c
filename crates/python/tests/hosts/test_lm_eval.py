"""lm-evaluation-harness, through a real local server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lm_eval")
from conftest import ITEMS, OUTCOMES, SMALL, WAYS, Server, score, total

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")


@pytest.mark.parametrize("family", SMALL)
@pytest.mark.parametrize("way", WAYS)
def test_answers_earn_what_they_should(server: Server, tmp_path: Path, family: str, way: str) -> None:
    import lm_eval
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    from wampimuk.lm_eval import path

    server.way = way
    about = {"recipe": SMALL[family], "n": ITEMS}
    manager = TaskManager(include_path=[path()], include_defaults=False, metadata=about)
    url = f"{server.url}/chat/completions"
    found = lm_eval.simple_evaluate(
        model="local-chat-completions",
        model_args={"model": "stub", "base_url": url, "num_concurrent": 1, "max_retries": 1},
        tasks=[f"wampimuk_{family}"],
        task_manager=manager,
        apply_chat_template=True,
        bootstrap_iters=0,
    )
    results = found["results"][f"wampimuk_{family}"]
    assert results["exact,none"] == (1.0 if way == "oracle" else 0.0)
    if way == "oracle":
        assert results["readable,none"] == 1.0
    if way in ("empty", "cut"):
        assert results["readable,none"] == 0.0
    samples = found["samples"][f"wampimuk_{family}"]
    assert len(samples) == ITEMS
    tracker = EvaluationTracker(output_path=str(tmp_path))
    tracker.general_config_tracker.model_name_sanitized = "stub"
    tracker.save_results_aggregated(results=found, samples=found["samples"])
    tracker.save_results_samples(task_name=f"wampimuk_{family}", samples=samples)
    [path] = tmp_path.glob("**/samples_*.jsonl")
    summary = score(path)
    assert summary["runs"][0]["model"] == "stub"
    assert summary["runs"][0]["splits"][0]["accuracy"] == results["exact,none"]
    # The harness does not say why an answer ended, and what ends while the model thinks has no answer.
    expected = "empty" if way == "cut" else OUTCOMES[way]
    assert total(summary) == {expected: ITEMS}


def test_the_command_names_the_folder_of_the_tasks() -> None:
    command = [str(Path(sys.executable).with_name("wampimuk")), "lm-eval-path"]
    folder = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    assert sorted(file.stem for file in Path(folder).glob("*.yaml")) == sorted(f"wampimuk_{f}" for f in SMALL)
