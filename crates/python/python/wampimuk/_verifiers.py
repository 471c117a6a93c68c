"""Tasks for verifiers: `vf-eval wampimuk-gscan …`.

verifiers finds tasks by the name of a module at the top level, in which exactly one class is a task set. So
there are `wampimuk_gscan`, `wampimuk_reascan`, `wampimuk_stories` and `wampimuk_riddle`, and for commands
that are carried out turn by turn `wampimuk_gscan_play` and `wampimuk_reascan_play`; what they have is from
here.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from wampimuk import reasoning
from wampimuk._hosts import CUT, RECIPES, judge, play
from wampimuk._native import Order
from wampimuk._score import Judgement
from wampimuk._source import find


def _finish(trace: vf.Trace) -> str | None:
    """Why the last answer ended."""
    return next((call.finish_reason for call in reversed(trace.calls) if call.error is None), None)


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
        return self._judged(trace).score

    @vf.metric
    async def fulfils(self, trace: vf.Trace) -> float:
        """1 for an answer that does what was asked."""
        return float(self._judged(trace).fulfils)

    @vf.metric
    async def readable(self, trace: vf.Trace) -> float:
        """1 for an answer that can be read."""
        return float(self._judged(trace).parsed)

    def _judged(self, trace: vf.Trace) -> Judgement:
        return judge(trace.last_reply, json.loads(self.data.metadata), _finish(trace))

    async def validate(self, runtime: object) -> bool | None:
        """Whether the recorded answer is right by the rule that judges models."""
        return judge(self.data.answer, json.loads(self.data.metadata)).exact


class Config(vf.TasksetConfig):
    """What is asked about: `--env.taskset.recipe`, `--env.taskset.split` and so on."""

    recipe: str = ""
    split: str = ""
    """`train`, or `dev` where there is none, if nobody says."""
    seed: int = 0
    form: str | None = None
    ask: str | None = None
    credit: str = "strict"


class Questions(vf.Taskset[QuestionTask, Config]):
    """The questions of a split, epoch after epoch, each in another order drawn from the seed.

    None is made before it is asked for.
    """

    FAMILY = "gscan"
    INFINITE = True

    def load(self) -> Iterator[QuestionTask]:
        """All questions of the split, again and again."""
        config = self.config
        recipe = config.recipe or RECIPES[self.FAMILY]
        split = config.split or _usual_split(recipe)
        entries = reasoning.dataset(
            recipe,
            split,
            config.seed,
            form=config.form,  # type: ignore[arg-type]
            task=config.ask,  # type: ignore[arg-type]
            credit=config.credit,  # type: ignore[arg-type]
            shuffle=False,
        )
        for index in _endless(recipe, split, config.seed):
            entry = entries[index]
            data = Question(
                id=entry["metadata"]["id"],
                prompt=entry["question"],
                answer=entry["answer"],
                metadata=json.dumps(entry["metadata"]),
            )
            yield QuestionTask(data, config.task)


def _usual_split(recipe: str) -> str:
    """Where one learns: recipes that only test have no `train`."""
    prepared = find(recipe, None, seed=0, set=None, view=None, image=False).prepared
    return "train" if any(split[0] == "train" for split in prepared.splits) else "dev"


def _endless(recipe: str, split: str, seed: int) -> Iterator[int]:
    """The items of a split, epoch after epoch, each in another order."""
    prepared = find(recipe, None, seed=seed, set=None, view=None, image=False).prepared
    order = Order(prepared, split, prepared.splits[prepared.split(split)][4], seed)
    return (order.indices(place, 1, 1)[0] for place in itertools.count())


class Command(vf.TaskData):
    """A command to be carried out. Its id is that of the item."""

    about: str
    """Which item it is and how it is carried out, as JSON."""


class CommandTask(vf.Task[Command]):
    """A command to be carried out, turn by turn. What it earns is recorded by `PlayEnv`."""

    @property
    def key(self) -> str:
        """The item's own id."""
        return str(self.data.id)

    async def validate(self, runtime: object) -> bool | None:
        """Whether the right actions carry the command out."""
        run = play(**json.loads(self.data.about))
        for action in run.answer:
            run.act([action])
        if run.end is None:
            run.finish()
        return run.fulfilled


class PlayConfig(vf.TasksetConfig):
    """What is carried out: `--env.taskset.recipe`, `--env.taskset.sight` and so on."""

    recipe: str = ""
    split: str = "train"
    seed: int = 0
    form: str | None = None
    sight: int | None = None
    turns: int | None = None
    moves: int | None = None


class Commands(vf.Taskset[CommandTask, PlayConfig]):
    """The commands of a split, epoch after epoch, to be carried out turn by turn."""

    FAMILY = "gscan"
    INFINITE = True

    def load(self) -> Iterator[CommandTask]:
        """All commands of the split, again and again."""
        config = self.config
        recipe = config.recipe or RECIPES[self.FAMILY]
        for index in _endless(recipe, config.split, config.seed):
            about = {
                "recipe": recipe,
                "split": config.split,
                "index": index,
                "seed": config.seed,
                "form": config.form,
                "sight": config.sight,
                "turns": config.turns,
                "moves": config.moves,
            }
            run = play(**about)
            data = Command(id=run.id, prompt=run.opening, about=json.dumps(about))
            yield CommandTask(data, config.task)


class PlayEnvConfig(vf.EnvConfig):
    """Who carries commands out."""

    player: vf.AgentConfig = vf.AgentConfig()


class PlayEnv(vf.Env[PlayEnvConfig]):
    """A command carried out in conversation, as `wampimuk eval --play` has it."""

    async def run(self, task: CommandTask, agents: Any) -> None:
        """Shows the world after each turn, until the command is carried out or cannot be."""
        run = play(**json.loads(task.data.about))
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                # What may be there of an answer that was cut does not count.
                told = run.say("" if _finish(interaction.trace) in CUT else segment.last_reply)
                if told is None:
                    break
                segment = await interaction.turn(told)
        trace = interaction.trace
        trace.record_reward("fulfilled", float(run.fulfilled), 1.0)
        trace.info["actions"] = run.actions
        trace.info["end"] = run.end
