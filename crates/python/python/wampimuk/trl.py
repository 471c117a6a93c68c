"""Commands in grid worlds as environments for TRL: a model acts by calling tools.

    >>> from trl import GRPOTrainer
    >>> from wampimuk.trl import Environment, rows
    >>> data = datasets.Dataset.from_list(rows("gscan"))
    >>> GRPOTrainer(model=..., environment_factory=Environment, train_dataset=data)

Every public method of `Environment` is a tool, but `reset` and `get_reward`, which the trainer calls. For
answers in one piece there is `wampimuk.reasoning.reward`, a reward function.
"""

from __future__ import annotations

from typing import Any

from wampimuk._hosts import ITEMS
from wampimuk._source import find
from wampimuk.gym import Actions, Env

__all__ = ["Environment", "rows"]

TASK = "Carry out the command by calling the tools, one action at a time. Stop when it is done."


def rows(
    recipe: str = "gscan", split: str = "train", n: int = ITEMS, *, seed: int = 0, form: str = "coordinates"
) -> list[dict[str, Any]]:
    """Rows to train on: a prompt with the rules and the world, and which item it is about."""
    source = find(recipe, None, seed=seed, set=None, view=None, image=False)
    written = source.prepared.prompts(source.prepared.split(split), range(n), form=form)
    return [
        {
            "prompt": [{"role": "user", "content": f"{_rules(question)}\n\n{TASK}"}],
            "recipe": recipe,
            "split": split,
            "seed": seed,
            "index": index,
        }
        for index, (question, *_) in enumerate(written)
    ]


def _rules(question: str) -> str:
    """A question without its last paragraph, which says how an answer is written."""
    return question.rpartition("\n\n")[0]


class Environment:
    """One command to be carried out. Its tools are the actions of the agent."""

    def __init__(self) -> None:
        self._env: Env | None = None
        self._about: tuple[str, str, int] | None = None
        self._fulfilled = False
        self._over = False

    def reset(
        self, recipe: str = "gscan", split: str = "train", seed: int = 0, index: int = 0, **row: Any
    ) -> str:
        """Begins an item. What it is about is in the row; other columns are not looked at."""
        about = (recipe, split, seed)
        if self._env is None or self._about != about:
            self._env, self._about = Env(recipe, split, seed, render_mode="ansi"), about
        _, info = self._env.reset(options={"item": index})
        self._fulfilled, self._over = bool(info["fulfilled"]), False
        return str(self._env.render())

    def walk(self) -> str:
        """Walk one cell in the direction that you face.

        Returns:
            The world after it.
        """
        return self._do(Actions.WALK)

    def push(self) -> str:
        """Push the object in your cell one cell in the direction that you face.

        Returns:
            The world after it.
        """
        return self._do(Actions.PUSH)

    def pull(self) -> str:
        """Pull the object in your cell one cell backwards.

        Returns:
            The world after it.
        """
        return self._do(Actions.PULL)

    def stay(self) -> str:
        """Do nothing for a moment.

        Returns:
            The world after it.
        """
        return self._do(Actions.STAY)

    def turn_left(self) -> str:
        """Turn left by 90 degrees.

        Returns:
            The world after it.
        """
        return self._do(Actions.TURN_LEFT)

    def turn_right(self) -> str:
        """Turn right by 90 degrees.

        Returns:
            The world after it.
        """
        return self._do(Actions.TURN_RIGHT)

    def get_reward(self) -> float:
        """1 if the command is fulfilled, else 0."""
        return float(self._fulfilled)

    def _do(self, action: Actions) -> str:
        if self._env is None:
            return "Nothing has begun."
        if self._over:
            return "It is over: nothing changes any more."
        _, _, terminated, truncated, info = self._env.step(action)
        self._fulfilled = bool(info["fulfilled"])
        self._over = terminated or truncated
        return str(self._env.render())
