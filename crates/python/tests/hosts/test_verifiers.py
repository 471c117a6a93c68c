"""verifiers: its commands run our task sets through a real local server."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("verifiers")
from conftest import IN_TURN, ITEMS, LATE, OUTCOMES, SMALL, WAYS, Server, score, total

BIN = Path(sys.executable).parent


def run(program: str, task: str, folder: Path, *options: str) -> str:
    """Runs a command of verifiers. It looks for `uv` beside itself."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    command = [str(BIN / program), task, *options]
    ran = subprocess.run(
        command, env=environment, cwd=folder, check=False, capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def evaluated(
    task: str, folder: Path, server: Server, *options: str, n: int, rollouts: int
) -> list[dict[str, object]]:
    """The traces of `vf-eval`, on this machine alone."""
    alone = ["--no-push", "--no-rich", "--client.base-url", server.url, "--model", "stub"]
    run("vf-eval", task, folder, *alone, "-n", str(n), "-r", str(rollouts), "-o", "out", *options)
    [path] = folder.glob("out/*/traces.jsonl")
    return [trace for line in path.read_text().splitlines() for trace in json.loads(line)["traces"]]


@pytest.mark.parametrize("family", SMALL)
def test_answers_earn_what_they_should(server: Server, tmp_path: Path, family: str) -> None:
    server.way = IN_TURN
    about = ["--env.taskset.recipe", SMALL[family], "--env.taskset.split", "test"]
    agent = ["--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess"]
    traces = evaluated(f"wampimuk-{family}", tmp_path, server, *about, *agent, n=ITEMS, rollouts=len(WAYS))
    rewards = Counter(trace["rewards"]["exact"]["score"] for trace in traces)  # type: ignore[index]
    assert rewards == {1.0: ITEMS, 0.0: 4 * ITEMS}
    summary = score(*tmp_path.glob("out/*/traces.jsonl"))
    expected: Counter[str] = Counter()
    for way in WAYS:
        expected[OUTCOMES[way]] += ITEMS
    assert total(summary) == expected
    assert summary["runs"][0]["splits"][0]["accuracy"] == pytest.approx(0.2)


@pytest.mark.parametrize("family", ["gscan", "stories"])
def test_what_is_there_of_a_cut_answer_does_not_count(server: Server, tmp_path: Path, family: str) -> None:
    server.way = LATE
    about = ["--env.taskset.recipe", SMALL[family], "--env.taskset.split", "test"]
    agent = ["--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess"]
    traces = evaluated(f"wampimuk-{family}", tmp_path, server, *about, *agent, n=ITEMS, rollouts=1)
    assert [trace["rewards"]["exact"]["score"] for trace in traces] == [0.0] * ITEMS  # type: ignore[index]
    assert total(score(*tmp_path.glob("out/*/traces.jsonl"))) == {"cut": ITEMS}


@pytest.mark.parametrize("family", ["gscan", "reascan"])
def test_commands_are_carried_out_turn_by_turn(server: Server, tmp_path: Path, family: str) -> None:
    from verifiers.v1.utils.loaders import environment_class, taskset_class

    from wampimuk._verifiers import PlayConfig

    task = f"wampimuk-{family}-play"
    assert environment_class(task).__name__ == "PlayEnv"
    commands = taskset_class(task)(PlayConfig(recipe=SMALL[family], split="test", moves=1))
    for command in itertools.islice(commands.load(), ITEMS):
        index = json.loads(command.data.about)["index"]
        server.know(SMALL[family], "test", range(index, index + 1), moves=1)
    server.way = IN_TURN
    about = ["--env.taskset.recipe", SMALL[family], "--env.taskset.split", "test", "--env.taskset.moves", "1"]
    agent = ["--env.player.harness.id", "null", "--env.player.runtime.type", "subprocess"]
    server.way = "oracle"
    traces = evaluated(task, tmp_path, server, *about, *agent, n=ITEMS, rollouts=1)
    assert [trace["rewards"]["fulfilled"]["score"] for trace in traces] == [1.0] * ITEMS  # type: ignore[index]
    assert total(score(*tmp_path.glob("out/*/traces.jsonl"))) == {"right": ITEMS}


@pytest.mark.parametrize("task", ["wampimuk-stories", "wampimuk-gscan", "wampimuk-gscan-play"])
def test_their_validator_passes(tmp_path: Path, task: str) -> None:
    said = run("vf-validate", task, tmp_path, "-n", "3", "--runtime.type", "subprocess")
    assert "3/3" in said, said


def test_streams_do_not_end() -> None:
    from verifiers.v1.utils.loaders import taskset_class

    from wampimuk._verifiers import Config

    tasks = taskset_class("wampimuk-gscan")(Config(recipe="gscan-demo", split="test"))
    assert not tasks.bounded
    epoch = 280
    keys = [task.key for task in itertools.islice(tasks, 2 * epoch)]
    assert len(set(keys)) == epoch
    assert set(keys[:epoch]) == set(keys[epoch:])
    assert keys[:10] != keys[epoch : epoch + 10]
    for task in itertools.islice(tasks, ITEMS):
        assert asyncio.run(task.validate(None)) is True
