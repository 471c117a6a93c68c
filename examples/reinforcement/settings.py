"""All that decides what is learnt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """All that decides what is learnt."""

    sizes: tuple[int, int, int] = (60_000, 40_000, 2_000)
    """Questions of the streams: supervised, reinforcement, test."""
    measured: int = 512
    """Questions of each set that are asked before and after."""
    watched: int = 128
    """And while it learns."""
    layers: int = 4
    width: int = 256
    examples: int = 256
    """Examples of a supervised step."""
    rate: float = 1e-3
    until: float = 0.4
    """When the first step is over: so many answers to questions of the reinforcement stream are right."""
    supervised_steps: int = 100_000
    share: float = 0.5
    """How much of the time the first step may take."""
    answers: int = 512
    """Answers of a step with rewards."""
    group: int = 16
    """Answers to one question."""
    reward_rate: float = 5e-5
    penalty: float = 0.0
    """For leaving what the supervised step has made: what a nat of divergence costs."""
    steps: int = 100_000
    every: int = 25
    levels: int = 4
    bar: float = 0.4
    """What answers to a level earn in the mean before the next one opens."""
    longest: int = 40
    """Tokens of an answer."""


TINY = Settings(
    sizes=(200, 200, 50), measured=8, watched=8, layers=1, width=32, examples=16, supervised_steps=20,
    answers=16, group=4, steps=4, every=2,
)  # fmt: skip
"""To see that everything runs. Nothing is learnt."""
