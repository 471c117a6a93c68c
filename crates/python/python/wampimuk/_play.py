"""What one environment and many of them have in common."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import IntEnum, IntFlag
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from wampimuk._native import Environments, Error, Vocabulary
from wampimuk._source import Setting, find

Observation: TypeAlias = dict[str, Any]
"""`grid`, `direction` and `mission`."""

REWARDS = {"success": 1.0, "reaching": 0.1, "manner": 0.1}
"""The weights of the parts of rewards."""

RENDER_MODES = ["rgb_array", "ansi"]

THINGS_IN_A_CELL = 2
"""An object and a box around it: what is alike of the two adds up in a grid's channel."""


class Actions(IntEnum):
    """What can be done."""

    WALK = 0
    PUSH = 1
    PULL = 2
    STAY = 3
    TURN_LEFT = 4
    TURN_RIGHT = 5


class Events(IntFlag):
    """What happened at a step."""

    MOVED = 1
    """The agent changed its cell."""
    TURNED = 2
    """The agent turned."""
    STAYED = 4
    """The agent stayed."""
    BRACED = 8
    """The first of two efforts on a heavy object."""
    BLOCKED = 16
    """A wall or an object was in the way."""
    NOTHING = 32
    """There was nothing to push or pull."""
    CARRIED = 64
    """An object was moved along."""
    REACHED = 128
    """The agent came to the target's cell."""
    STRAYED = 256
    """The first action after which the command cannot be fulfilled any more."""
    FULFILLED = 512
    """The command is fulfilled."""


class Play:
    """Native environments on a split, and the arrays that they write into."""

    def __init__(
        self,
        recipe: str | os.PathLike[str],
        split: str,
        seed: int,
        *,
        count: int,
        autoreset: AutoresetMode,
        set: Mapping[str, Setting] | None,
        rewards: Mapping[str, float] | None,
        discount: float,
        strict: bool,
        limit_factor: int,
        limit_margin: int,
        render_mode: str | None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise Error(f"there is no render mode {render_mode!r} (there are {', '.join(RENDER_MODES)})")
        self.native = Environments(
            find(recipe, None, seed=seed, set=set, view=None, image=False).prepared,
            split,
            count,
            autoreset=autoreset.value,
            weights=_weights(rewards),
            discount=discount,
            strict=strict,
            limit_factor=limit_factor,
            limit_margin=limit_margin,
        )
        self.count = count
        self.arrays: dict[str, NDArray[Any]] = self.native.arrays
        self.vocabulary: Vocabulary = self.native.vocabulary
        self.render_mode = render_mode
        self._is_ordered = False

    def observation_space(self) -> spaces.Dict:
        """What one environment shows."""
        grid, mission = self.arrays["grid"], self.arrays["mission"]
        return spaces.Dict(
            {
                "grid": spaces.Box(0, THINGS_IN_A_CELL, grid.shape[1:], np.uint8),
                "direction": spaces.Discrete(4),
                "mission": spaces.MultiDiscrete(np.full(mission.shape[1], len(self.vocabulary))),
            }
        )

    def reset(
        self,
        seed: int | None,
        chance: np.random.Generator,
        items: object = None,
        mask: object = None,
    ) -> None:
        """Begins episodes. Without a seed the order of items goes on; the first one is drawn by chance."""
        if seed is None and not self._is_ordered:
            seed = int(chance.integers(1 << 63))
        if seed is not None and seed >= 1 << 64:
            raise Error(f"the seed {seed} is not a number from 0 to 2**64 - 1")
        self.native.reset(
            seed,
            None if items is None else self._indices(items),
            None if mask is None else self._mask(mask),
        )
        self._is_ordered = True

    def mission_text(self, number: int) -> str:
        """A command, in words."""
        return " ".join(self.vocabulary.decode(self.arrays["mission"][number].tolist()))

    def render(self, number: int) -> Any:
        """A world as the render mode has it."""
        match self.render_mode:
            case "rgb_array":
                return self.native.pixels(number)
            case "ansi":
                return self.native.text(number, self.mission_text(number))
        gymnasium.logger.warn("render() has nothing to show: make the environment with a render_mode")
        return None

    def _indices(self, items: object) -> list[int]:
        given = np.asarray(items)
        if given.dtype.kind not in "iu" or given.shape != (self.count,) or (given < 0).any():
            raise Error(f"items are given as indices of the split, {self.count} in all, not as {items!r}")
        return [int(index) for index in given]

    def _mask(self, mask: object) -> list[bool]:
        given = np.asarray(mask)
        if given.dtype != np.bool_ or given.shape != (self.count,):
            raise Error(f"`reset_mask` has to be {self.count} truth values, not {mask!r}")
        return [bool(chosen) for chosen in given]


def checked_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """The options of a reset, if all of them are known."""
    given = options or {}
    if unknown := sorted(str(key) for key in given if key not in known):
        raise Error(f"there is no option {unknown[0]!r} of reset (there are {', '.join(known)})")
    return given


def _weights(rewards: Mapping[str, float] | None) -> tuple[float, float, float]:
    weights = {**REWARDS, **(rewards or {})}
    if unknown := sorted(str(key) for key in weights if key not in REWARDS):
        raise Error(f"there is no reward for {unknown[0]!r} (there are {', '.join(REWARDS)})")
    return weights["success"], weights["reaching"], weights["manner"]
