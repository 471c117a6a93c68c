"""OpenEnv: our server passes its validator, and its client plays."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")
from conftest import WAYS, said

import wampimuk
from wampimuk import reasoning

BIN = Path(sys.executable).parent


@contextmanager
def served(*options: str) -> Iterator[str]:
    """The address of a server, for as long as it is wanted."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(BIN / "wampimuk"), "openenv", "--port", str(port), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(600):
                if server.poll() is not None:
                    raise AssertionError(server.stdout.read() if server.stdout else "")
                try:
                    urllib.request.urlopen(f"{url}/health", timeout=1)
                    break
                except OSError:
                    time.sleep(0.1)
            yield url
        finally:
            server.terminate()


def post(url: str, **body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    return json.loads(urllib.request.urlopen(request, timeout=10).read())


def validate(*arguments: str) -> str:
    command = [str(BIN / "openenv"), "validate", *arguments]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_its_validator_passes() -> None:
    spec = importlib.util.find_spec("wampimuk.openenv")
    assert spec is not None
    assert spec.origin is not None
    assert "Verdict: PASS" in validate(str(Path(spec.origin).parent), "--level", "static")
    with served("--recipe", "gscan-demo") as url:
        assert "Verdict: PASS" in validate("--url", url)


def test_answers_earn_what_they_should() -> None:
    from openenv import GenericEnvClient

    async def play(url: str) -> None:
        async with GenericEnvClient(base_url=url) as client:
            for index in range(5):
                [entry] = reasoning.dataset("gscan-demo", "test", shuffle=False)[index : index + 1]
                for way in WAYS:
                    begun = await client.reset(split="test", index=index)
                    assert begun.observation["message"] == entry["question"]
                    ended = await client.step({"message": said(entry, way)})
                    assert (ended.done, ended.reward) == (True, 1.0 if way == "oracle" else 0.0), way
            one, two = [(await client.reset(seed=7)).observation["message"] for _ in range(2)]
            assert one == two

    with served("--recipe", "gscan-demo") as url:
        asyncio.run(play(url))


def test_commands_are_carried_out_turn_by_turn() -> None:
    from openenv import GenericEnvClient

    items = wampimuk.dataset("gscan-demo", "test")

    async def play(url: str) -> None:
        async with GenericEnvClient(base_url=url) as client:
            for index in range(5):
                begun = await client.reset(split="test", index=index)
                assert "one action" in begun.observation["message"]
                actions = items[index]["actions"]
                for number, action in enumerate(actions, 1):
                    turn = await client.step({"message": f"Answer: {action}"})
                    assert turn.done == (number == len(actions))
                assert turn.reward == 1.0

    with served("--recipe", "gscan-demo", "--play", "--moves", "1") as url:
        asyncio.run(play(url))


def test_every_item_of_every_split_is_a_task() -> None:
    items = wampimuk.dataset("gscan-demo", "test")
    with served("--recipe", "gscan-demo") as url:
        splits = json.loads(urllib.request.urlopen(f"{url}/wampimuk/splits").read())
        assert "test" in [split["name"] for split in splits]
        assert post(f"{url}/wampimuk/num_tasks", split="test")["num_tasks"] == len(items)
        task = post(f"{url}/wampimuk/task", split="test", index=3)
        assert items[3]["id"] in json.dumps(task)
        tasks = post(f"{url}/wampimuk/task_range", split="test", start=0, stop=4)
        assert len(tasks["tasks"] if isinstance(tasks, dict) else tasks) == 4
        with pytest.raises(urllib.error.HTTPError):
            post(f"{url}/wampimuk/task", split="test", index=10**9)


def test_mistakes_are_told() -> None:
    def problem(*options: str) -> str:
        command = [str(BIN / "wampimuk"), "openenv", *options]
        ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 2, ran
        return ran.stdout + ran.stderr

    assert "gscan-dmo" in problem("--recipe", "gscan-dmo")
    assert "--play" in problem("--recipe", "mix-t2", "--play")
