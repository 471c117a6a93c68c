"""A real model with small weights behind a real server: `wampimuk eval` and a host ask it, and agree.

The model learns the answers to some questions of a split by heart.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers")
pytest.importorskip("torch")
from conftest import score, total

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", OMP_NUM_THREADS="1")
BIN = Path(sys.executable).parent
RECIPE, SPLIT, KNOWN = "gscan-demo", "situational_2_test", 3
ITEMS = {"eval": 40, "host": 5}
"""All of the split, and its first ones."""


def tokenizer(texts: list[str]) -> Any:
    """One of pieces of words, as servers know them: they look into tokens for strings at which to stop."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    special = ["<pad>", "<end>"]
    inner.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=700, initial_alphabet=alphabet, special_tokens=special)
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="<end>", padding_side="left"
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model's folder, made here."""
    sys.path.insert(0, str(Path(__file__).parents[4] / "examples/reinforcement"))
    import model as models
    import supervised
    import torch

    from wampimuk._hosts import questions

    torch.manual_seed(0)
    torch.set_num_threads(1)
    entries = questions(RECIPE, SPLIT, n=ITEMS["eval"], form="coordinates")
    words = tokenizer([f"user\n{entry['question']}\nAnswer: {entry['answer']}" for entry in entries])
    words.chat_template = "{% for m in messages %}{{ m['role'] }}\n{{ m['content'] }}\n{% endfor %}"
    small = models.model(words, layers=1, width=64)
    pairs = [(f"user\n{entry['question']}\n", f"Answer: {entry['answer']}") for entry in entries[:KNOWN]]

    def known() -> float:
        said = models.answers(small, words, [prompt for prompt, _ in pairs], longest=40, batch=KNOWN)
        return sum(one == answer for one, (_, answer) in zip(said, pairs, strict=True)) / KNOWN

    how: dict[str, Any] = {"batch": KNOWN, "rate": 3e-3, "seconds": float("inf"), "steps": 2000, "until": 1.0}
    assert supervised.learn(small, words, pairs, every=25, measure=known, **how)["right"] == 1.0
    path = tmp_path_factory.mktemp("model")
    small.config.max_position_embeddings = 4096
    small.save_pretrained(path)
    words.save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def url(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`transformers serve` on the loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        BIN / "transformers",
        "serve",
        folder,
        "--device",
        "cpu",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as server:
        try:
            for _ in range(600):
                assert server.poll() is None, log.read_text()
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as reply:
                        assert reply.status == 200
                        break
                except OSError:
                    time.sleep(1)
            else:
                raise AssertionError(log.read_text())
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()


def test_eval_asks_a_real_model(url: str, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [
        *(BIN / "wampimuk", "eval", "--endpoint", url, "--model", folder, "--data", RECIPE),
        *("--split", SPLIT, "--limit", str(ITEMS["eval"]), "--param", "max_tokens=40", "--out", out, "-q"),
    ]
    subprocess.run(command, check=True, timeout=1800)
    summary = json.loads((out / "summary.json").read_text())
    outcomes = total(summary)
    assert sum(outcomes.values()) == ITEMS["eval"]
    assert outcomes["right"] >= KNOWN, outcomes
    assert summary["complete"] is True
    assert (out / "report.html").is_file()


def test_a_host_asks_a_real_model(url: str, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("lm_eval")
    import lm_eval
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    from wampimuk.lm_eval import path

    about = {"recipe": RECIPE, "split": SPLIT, "n": ITEMS["host"], "form": "coordinates"}
    found = lm_eval.simple_evaluate(
        model="local-chat-completions",
        model_args={
            "model": str(folder),
            "base_url": f"{url}/chat/completions",
            "max_retries": 1,
            "eos_string": "<end>",
        },
        tasks=["wampimuk_gscan"],
        task_manager=TaskManager(include_path=[path()], include_defaults=False, metadata=about),
        apply_chat_template=True,
        bootstrap_iters=0,
        gen_kwargs={"max_gen_toks": 40},
    )
    tracker = EvaluationTracker(output_path=str(tmp_path))
    tracker.general_config_tracker.model_name_sanitized = "served"
    tracker.save_results_aggregated(results=found, samples=found["samples"])
    tracker.save_results_samples(task_name="wampimuk_gscan", samples=found["samples"]["wampimuk_gscan"])
    [log] = tmp_path.glob("**/samples_*.jsonl")
    summary = score(log)
    accuracy = found["results"]["wampimuk_gscan"]["exact,none"]
    assert summary["runs"][0]["splits"][0]["accuracy"] == accuracy >= KNOWN / ITEMS["host"]
    assert sum(total(summary).values()) == ITEMS["host"]
