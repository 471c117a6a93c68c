"""verifiers: its loader finds the task sets, and its scoring calls ours."""

from __future__ import annotations

import asyncio
import itertools
import json
from types import SimpleNamespace

import pytest

pytest.importorskip("verifiers")
from conftest import ITEMS, SMALL, WAYS, said

from wampimuk import reasoning


@pytest.mark.parametrize("family", SMALL)
def test_answers_earn_what_they_should(family: str) -> None:
    from verifiers.v1.utils.loaders import taskset_class

    from wampimuk._verifiers import Config

    tasks = taskset_class(f"wampimuk-{family}")(Config(recipe=SMALL[family], split="test"))
    for task in itertools.islice(tasks.load(), ITEMS):
        about = json.loads(task.data.metadata)
        assert task.key == about["id"]
        assert asyncio.run(task.validate(None)) is True
        entry = reasoning.Entry(question=str(task.data.prompt), answer=task.data.answer, metadata=about)
        for way in WAYS:
            trace = SimpleNamespace(last_reply=said(entry, way))
            assert asyncio.run(task.exact(trace)) == (1.0 if way == "oracle" else 0.0), way
