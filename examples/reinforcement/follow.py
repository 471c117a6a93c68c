"""What happens while a model learns by rewards, taken down."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wampimuk.curriculum import Curriculum
from wampimuk.reasoning import Entry


def prompt(entry: Entry) -> str:
    """What the model reads."""
    return f"{entry['question']}\n"


def row(entry: Entry) -> dict[str, Any]:
    """A row of a table to train on."""
    return {"prompt": prompt(entry), "metadata": entry["metadata"]}


class Follower:
    """Notes rewards, levels and, now and then, what the model reaches; says when time is up."""

    def __init__(
        self, curriculum: Curriculum, measure: Callable[[], dict[str, float]], *, seconds: float, every: int
    ) -> None:
        self.curriculum = curriculum
        self.rewards: list[float] = []
        self.levels: list[list[float | None]] = []
        self.reached: list[tuple[int, dict[str, float]]] = [(0, measure())]
        self._measure, self._seconds, self._every = measure, seconds, every
        self._began = time.monotonic()

    def reward(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        *,
        metadata: Sequence[Mapping[str, Any]],
        **rows: Any,
    ) -> list[float]:
        """The reward function."""
        scores = self.curriculum.reward(prompts, completions, metadata=metadata)
        self.rewards.append(sum(scores) / len(scores))
        return scores

    @property
    def seconds(self) -> float:
        """How long it has taken, measuring included."""
        return time.monotonic() - self._began

    def step(self, number: int) -> bool:
        """Notes that a step was done. Says whether it is time to end."""
        self.levels.append([level.success for level in self.curriculum.levels])
        if number % self._every == 0:
            self.reached.append((number, self._measure()))
            recent = self.rewards[-self._every :]
            shown = ", ".join(f"{name} {share:.0%}" for name, share in self.reached[-1][1].items())
            print(
                f"reinforcement step {number}: reward {sum(recent) / len(recent):.3f}, "
                f"level {self.curriculum.open} of {len(self.levels[-1])}, {self.seconds:.0f} s; {shown}",
                flush=True,
            )
        return self.seconds > self._seconds
