"""Commands in grid worlds as environments for TRL: a model acts by calling tools.

    >>> from trl import GRPOTrainer
    >>> from wampimuk.trl import Environment, rows
    >>> data = datasets.Dataset.from_list(rows("gscan"))
    >>> GRPOTrainer(model=..., environment_factory=Environment, train_dataset=data)

Every public method of `Environment` is a tool, but `reset` and `get_reward`, which the trainer calls; the
chat template has to know tools. `rows(…, sight=2)` shows the model a few cells only: it searches, and `done`
ends it. For answers in one piece there is `wampimuk.reasoning.reward`, a reward function.
"""

from __future__ import annotations

from typing import Any

from wampimuk._hosts import ITEMS, play
from wampimuk._native import Play

__all__ = ["Environment", "rows"]


def rows(
    recipe: str = "gscan",
    split: str = "train",
    n: int = ITEMS,
    *,
    seed: int = 0,
    form: str = "coordinates",
    sight: int | None = None,
    turns: int | None = None,
) -> list[dict[str, Any]]:
    """Rows to train on: a prompt with the rules and the world, and which item it is about."""
    about = {"recipe": recipe, "split": split, "seed": seed, "form": form, "sight": sight, "turns": turns}
    return [
        {
            "prompt": [{"role": "user", "content": _begin(index=index, **about).opening}],
            **about,
            "index": index,
        }
        for index in range(n)
    ]


def _begin(**about: Any) -> Play:
    return play(**about, tools=True)


class Environment:
    """One command to be carried out. Its tools are the actions of the agent."""

    def __init__(self) -> None:
        self._play: Play | None = None

    def reset(
        self,
        recipe: str = "gscan",
        split: str = "train",
        seed: int = 0,
        index: int = 0,
        form: str = "coordinates",
        sight: int | None = None,
        turns: int | None = None,
        **row: Any,
    ) -> str | None:
        """Begins an item. What it is about is in the row; other columns are not looked at.

        Returns what the model is told first, unless the row has a prompt, which says it already.
        """
        self._play = _begin(
            recipe=recipe, split=split, seed=seed, index=index, form=form, sight=sight, turns=turns
        )
        return None if row.get("prompt") else self._play.opening

    def walk(self) -> str:
        """Walk one cell in the direction that you face.

        Returns:
            The world after it.
        """
        return self._do("walk")

    def push(self) -> str:
        """Push the object in your cell one cell in the direction that you face.

        Returns:
            The world after it.
        """
        return self._do("push")

    def pull(self) -> str:
        """Pull the object in your cell one cell backwards.

        Returns:
            The world after it.
        """
        return self._do("pull")

    def stay(self) -> str:
        """Do nothing for a moment.

        Returns:
            The world after it.
        """
        return self._do("stay")

    def turn_left(self) -> str:
        """Turn left by 90 degrees.

        Returns:
            The world after it.
        """
        return self._do("turn left")

    def turn_right(self) -> str:
        """Turn right by 90 degrees.

        Returns:
            The world after it.
        """
        return self._do("turn right")

    def done(self) -> str:
        """Say that the command is carried out.

        Returns:
            Whether it is.
        """
        if self._play is None:
            return "Nothing has begun."
        self._play.finish()
        return self._ended()

    def get_reward(self) -> float:
        """1 if the command is carried out, else 0."""
        return float(self._play is not None and self._play.fulfilled)

    def _do(self, action: str) -> str:
        if self._play is None:
            return "Nothing has begun."
        if self._play.end is not None:
            return f"It is over: nothing changes any more ({self._play.end})."
        return self._play.act([action]) or self._ended()

    def _ended(self) -> str:
        return f"It is over: {self._play.end if self._play else 'nothing has begun'}."
