"""Items as an environment of OpenEnv: `wampimuk openenv --recipe gscan` serves it.

An episode is a question and its answer; with `--play`, a command that is carried out turn by turn. Each item
of each split is a task: `reset(split=…, index=…)` begins it, and its address is all there is to it, so that a
server has millions of tasks and no files. A session has an environment of its own.
"""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_app
from openenv.core.env_server.types import EnvironmentMetadata
from pydantic import Field

from wampimuk import Error, __version__, reasoning
from wampimuk._hosts import RECIPES, judge, play
from wampimuk._native import Play
from wampimuk._source import find

__all__ = ["Answer", "Question", "Settings", "WampimukEnvironment", "application"]

PREVIEW = 100
"""How many tasks of a split are listed where all of them would be too many."""
MOST = 10_000
"""How many tasks a range has at most."""
SESSIONS = 256
"""How many sessions a server has at a time, if nobody says."""


class Answer(Action):
    """What an agent says."""

    message: str = Field(description="The answer, or the actions of this turn: `Answer: walk, turn left`")


class Question(Observation):
    """What an agent is told."""

    message: str = Field(default="", description="The question, or what is seen after the turn")


@dataclass(frozen=True)
class Settings:
    """What a server serves."""

    recipe: str = RECIPES["gscan"]
    split: str = "train"
    """The split of episodes that name none."""
    seed: int = 0
    form: str | None = None
    ask: str | None = None
    play: bool = False
    """Whether commands are carried out turn by turn."""
    sight: int | None = None
    turns: int | None = None
    moves: int | None = None


class WampimukEnvironment(Environment[Answer, Question, State]):
    """Questions with verified answers, or commands to be carried out. The reward is 1 or 0."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__()
        self._settings = settings or Settings()
        self._state = State()
        self._play: Play | None = None
        self._entry: reasoning.Entry | None = None
        self._over = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        index: int | None = None,
        **others: Any,
    ) -> Question:
        """Begins an item: the one at this address, or one that the seed chooses."""
        split = split or self._settings.split
        index = self._index(split, seed) if index is None else self._known(split, index)
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), split=split, index=index)
        self._over = False
        if self._settings.play:
            self._play = self._begin(split, index)
            return Question(message=self._play.opening, metadata={"id": self._play.id})
        self._entry = self._question(split, index)
        return Question(message=self._entry["question"], metadata={"id": self._entry["metadata"]["id"]})

    def step(self, action: Answer, timeout_s: float | None = None, **others: Any) -> Question:
        """Takes an answer, or a turn."""
        if self._over:
            raise ValueError("the episode is over: reset it first")
        self._state.step_count += 1
        if self._play is not None and self._settings.play:
            told = self._play.say(action.message)
            self._over = told is None
            about = {"end": self._play.end, "turns_left": self._play.turns_left}
            reward = float(self._play.fulfilled) if self._over else 0.0
            return Question(message=told or "", done=self._over, reward=reward, metadata=about)
        assert self._entry is not None
        judgement = judge(action.message, self._entry["metadata"])
        self._over = True
        about = {"readable": judgement.parsed, "fulfils": judgement.fulfils, "why": judgement.why}
        return Question(done=True, reward=judgement.score, metadata=about)

    @property
    def state(self) -> State:
        """Which item the episode is about, and how many steps were taken."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """What this is."""
        about = self._settings
        how = "carried out turn by turn" if about.play else "answered in one piece"
        return EnvironmentMetadata(
            name="wampimuk",
            description=f"Items of {about.recipe} (seed {about.seed}), {how}; the reward is 1 or 0.",
            version=__version__,
        )

    def list_splits(self) -> list[dict[str, str]]:
        """The splits, and what they are for."""
        kinds = {"dev": "validation"}
        splits = self._prepared().splits
        return [{"name": name, "type": kinds.get(role, role)} for name, _, _, role, _ in splits]

    def num_tasks(self, split: str) -> int:
        """How many items a split has."""
        prepared = self._prepared()
        return prepared.splits[prepared.split(split)][4]

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """The first items of a split."""
        return self.get_task_range(split, 0, PREVIEW)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """An item: its address and its identity, which knows nothing of the answer."""
        return self.get_task_range(split, self._known(split, index), index + 1)[0]

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        """Items of a split, at most 10,000 at a time."""
        prepared, number = self._prepared(), self._prepared().split(split)
        start, stop, _ = slice(start, stop).indices(prepared.splits[number][4])
        if stop - start > MOST:
            raise ValueError(f"{stop - start} tasks at a time are too many: ask for {MOST} at most")
        rows = prepared.rows(number, range(start, stop))
        return [
            {"id": row["id"], "split": split, "index": index}
            for index, row in zip(range(start, stop), rows, strict=True)
        ]

    def _prepared(self) -> Any:
        about = self._settings
        return find(about.recipe, None, seed=about.seed, set=None, view=None, image=False).prepared

    def _index(self, split: str, seed: int | None) -> int:
        count = self.num_tasks(split)
        return random.Random(seed).randrange(count)

    def _known(self, split: str, index: int) -> int:
        if not 0 <= index < (count := self.num_tasks(split)):
            raise IndexError(f"there is no item {index}: the split `{split}` has {count}")
        return index

    def _begin(self, split: str, index: int) -> Play:
        about = self._settings
        return play(
            about.recipe,
            split,
            index,
            seed=about.seed,
            form=about.form,
            sight=about.sight,
            turns=about.turns,
            moves=about.moves,
        )

    def _question(self, split: str, index: int) -> reasoning.Entry:
        about = self._settings
        questions = reasoning.dataset(
            about.recipe,
            split,
            about.seed,
            form=about.form,  # type: ignore[arg-type]
            task=about.ask,  # type: ignore[arg-type]
            shuffle=False,
        )
        return questions[index]


def application(settings: Settings | None = None, sessions: int = SESSIONS) -> Any:
    """The server as an application of FastAPI. What the settings name is prepared before anybody asks."""
    about = settings or Settings()
    first = WampimukEnvironment(about)
    if about.play and first._prepared().family not in ("gscan", "reascan"):
        raise Error(f"{about.recipe} has no commands to be carried out: leave --play out")
    first.reset(index=0)
    return create_app(
        lambda: WampimukEnvironment(about),
        Answer,
        Question,
        env_name="wampimuk",
        max_concurrent_envs=sessions,
    )
