"""lm-evaluation-harness, through a real local server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lm_eval")
from conftest import ITEMS, SMALL, WAYS, Server

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")


@pytest.mark.parametrize("family", SMALL)
@pytest.mark.parametrize("way", WAYS)
def test_answers_earn_what_they_should(server: Server, family: str, way: str) -> None:
    import lm_eval
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
    assert len(found["samples"][f"wampimuk_{family}"]) == ITEMS


def test_the_command_names_the_folder_of_the_tasks() -> None:
    command = [str(Path(sys.executable).with_name("wampimuk")), "lm-eval-path"]
    folder = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    assert sorted(file.stem for file in Path(folder).glob("*.yaml")) == sorted(f"wampimuk_{f}" for f in SMALL)
