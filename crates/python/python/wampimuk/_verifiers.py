"""Tasks for verifiers: `vf-eval wampimuk-gscan …`.

verifiers finds tasks by the name of a module at the top level, in which exactly one class is a task set. So
there are `wampimuk_gscan`, `wampimuk_reascan`, `wampimuk_stories` and `wampimuk_riddle`; what they have is
from here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import verifiers.v1 as vf

from wampimuk import reasoning
from wampimuk._hosts import RECIPES, judge


class Question(vf.TaskData):
    """A question. Its id is that of the item, so that the same item is the same task wherever it stands."""

    answer: str
    metadata: str
    """What `wampimuk.reasoning` says about the item, as JSON: task data are plain."""


class QuestionTask(vf.Task[Question]):
    """A question to be answered once."""

    @property
    def key(self) -> str:
        """The item's own id."""
        return str(self.data.id)

    @vf.reward(weight=1.0)
    async def exact(self, trace: vf.Trace) -> float:
        """1 for the right answer."""
        return judge(trace.last_reply, json.loads(self.data.metadata)).score

    @vf.metric
    async def fulfils(self, trace: vf.Trace) -> float:
        """1 for an answer that does what was asked."""
        return float(judge(trace.last_reply, json.loads(self.data.metadata)).fulfils)

    @vf.metric
    async def readable(self, trace: vf.Trace) -> float:
        """1 for an answer that can be read."""
        return float(judge(trace.last_reply, json.loads(self.data.metadata)).parsed)

    async def validate(self, runtime: object) -> bool | None:
        """Whether the recorded answer is right by the rule that judges models."""
        return judge(self.data.answer, json.loads(self.data.metadata)).exact


class Config(vf.TasksetConfig):
    """What is asked about: `--env.taskset.recipe`, `--env.taskset.split` and so on."""

    recipe: str = ""
    split: str = "train"
    seed: int = 0
    form: str | None = None
    ask: str | None = None
    credit: str = "strict"


class Questions(vf.Taskset[QuestionTask, Config]):
    """The questions of a split in an order drawn from the seed, one after another as they are asked for."""

    FAMILY = "gscan"

    def load(self) -> Iterator[QuestionTask]:
        """All questions of the split. None is made before it is asked for."""
        config = self.config
        entries = reasoning.dataset(
            config.recipe or RECIPES[self.FAMILY],
            config.split,
            config.seed,
            form=config.form,  # type: ignore[arg-type]
            task=config.ask,  # type: ignore[arg-type]
            credit=config.credit,  # type: ignore[arg-type]
        )
        for entry in entries:
            data = Question(
                id=entry["metadata"]["id"],
                prompt=entry["question"],
                answer=entry["answer"],
                metadata=json.dumps(entry["metadata"]),
            )
            yield QuestionTask(data, config.task)
