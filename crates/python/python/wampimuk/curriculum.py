"""A curriculum: questions from easy to hard, drawn by how often those so far were answered.

    >>> from wampimuk import reasoning
    >>> from wampimuk.curriculum import Curriculum
    >>> streams = reasoning.streams("gscan", size=5000)
    >>> curriculum = Curriculum(streams.reinforcement, "actions", levels=4)
    >>> rows = ({"prompt": entry["question"], **entry} for entry in curriculum)    # endless
    >>> GRPOTrainer(reward_funcs=curriculum.reward, ...)

A dial is a number of an entry's difficulty (`metadata["difficulty"]`). A level is a range of it. The first
level is open from the start, and each other one while all before it are answered well enough. Of the open
levels those are drawn most often that are answered about every second time: a question that is answered
always, or never, says nothing about what to do better.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from wampimuk import reasoning
from wampimuk._difficulty import Range, dial
from wampimuk._native import Error

__all__ = ["Curriculum", "Level"]


class Level:
    """Questions that are about equally hard, and what answers to them earned of late."""

    def __init__(self, range: Range, questions: reasoning.Questions, window: int) -> None:
        self.range = range
        """From which difficulty to which, both included."""
        self.questions = questions
        self.asked = 0
        """How many of its questions were drawn."""
        self.scores: deque[float] = deque(maxlen=window)
        """What the last answers earned."""

    @property
    def success(self) -> float | None:
        """What an answer earned of late, in the mean. `None` before there are any."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    def next(self) -> reasoning.Entry:
        """The next question; after the last one, the first one again."""
        self.asked += 1
        return self.questions[(self.asked - 1) % len(self.questions)]


class Curriculum:
    """Questions without end, of levels that follow the success rate.

    `levels` are ranges of the dial from easy to hard, or how many there shall be at most, with about as many
    questions in each. A level opens the next one when its last `window` answers earned `bar` in the mean, and
    closes it when they no longer do. `least` is the weight of an open level that teaches nothing, where one
    that teaches most has 1.
    """

    def __init__(
        self,
        questions: reasoning.Questions,
        dial: str,
        levels: int | Sequence[Range] = 4,
        *,
        bar: float = 0.6,
        window: int = 256,
        least: float = 0.1,
        seed: int = 0,
    ) -> None:
        if window < 1 or not 0 <= bar <= 1 or not 0 < least <= 1:
            bounds = "`window` is at least 1, `bar` from 0 to 1, and `least` above 0 and at most 1"
            raise Error(f"{bounds}, not {window}, {bar} and {least}")
        self.dial = dial
        """Which number of the difficulty it goes by."""
        self.bar = bar
        self.least = least
        self.levels = [
            Level(range, questions._at(places), window)
            for range, places in _sorted(questions.difficulties(), dial, levels)
        ]
        """From easy to hard."""
        self._random = Random(seed)

    def __iter__(self) -> Iterator[reasoning.Entry]:
        while True:
            yield self.draw()

    @property
    def open(self) -> int:
        """How many levels are open."""
        for number, level in enumerate(self.levels, 1):
            known = len(level.scores) == level.scores.maxlen
            if not known or (level.success or 0.0) < self.bar:
                return number
        return len(self.levels)

    def draw(self) -> reasoning.Entry:
        """The next question."""
        levels = self.levels[: self.open]
        [level] = self._random.choices(levels, [self._weight(level) for level in levels])
        return level.next()

    def note(self, metadata: Sequence[Mapping[str, Any]], scores: Sequence[float]) -> None:
        """Takes down what answers to entries with these metadata earned. What is in no level is left out."""
        for about, score in zip(metadata, scores, strict=True):
            value = dial(about["difficulty"], self.dial)
            for level in self.levels:
                if level.range[0] <= value <= level.range[1]:
                    level.scores.append(score)
                    break

    def reward(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        *,
        metadata: Sequence[Mapping[str, Any]],
        **rows: Any,
    ) -> list[float]:
        """`wampimuk.reasoning.reward`, whose rewards it takes down: a reward function for trainers."""
        scores = reasoning.reward(prompts, completions, metadata=metadata, **rows)
        self.note(metadata, scores)
        return scores

    def _weight(self, level: Level) -> float:
        success = level.success
        return 1.0 if success is None else max(self.least, 4 * success * (1 - success))


def _sorted(
    difficulties: Sequence[Mapping[str, int]], name: str, levels: int | Sequence[Range]
) -> list[tuple[Range, list[int]]]:
    """Which questions belong to each level."""
    values = [dial(difficulty, name) for difficulty in difficulties]
    ranges = _ranges(values, levels) if isinstance(levels, int) else list(levels)
    if not ranges or any(least > most for least, most in ranges):
        raise Error(f"levels are ranges, of which the lower end comes first, not {levels!r}")
    if any(one[1] >= other[0] for one, other in pairwise(ranges)):
        raise Error(f"levels go from easy to hard and have nothing in common, unlike {levels!r}")
    found = [
        [place for place, value in enumerate(values) if least <= value <= most] for least, most in ranges
    ]
    for (least, most), places in zip(ranges, found, strict=True):
        if not places:
            raise Error(f"no question has a difficulty `{name}` from {least} to {most}")
    return list(zip(ranges, found, strict=True))


def _ranges(values: Sequence[int], count: int) -> list[Range]:
    """At most so many ranges, with about as many of the values in each."""
    if count < 1:
        raise Error(f"a curriculum has at least one level, not {count}")
    ordered = sorted(values)
    ends = sorted({ordered[len(ordered) * number // count - 1] for number in range(1, count + 1)})
    return list(zip([ordered[0], *(end + 1 for end in ends)], ends, strict=False))
