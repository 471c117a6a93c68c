"""Commands in grid worlds as Gymnasium environments, one or many at a time.

    >>> import gymnasium
    >>> import wampimuk.gym
    >>> env = gymnasium.make("wampimuk/gSCAN-v0", split="train", render_mode="ansi")
    >>> observation, info = env.reset(seed=0)
    >>> observation, reward, terminated, truncated, info = env.step(info["expert_action"])

Importing this module registers `wampimuk/gSCAN-v0` and `wampimuk/ReaSCAN-v0`. Gymnasium can do it by itself:
`gymnasium.make("wampimuk.gym:wampimuk/gSCAN-v0")`. `gymnasium.make_vec` makes a native `VectorEnv`.

**Episodes.** An episode is an item of a dataset. It ends with success as soon as the actions so far fulfil
the command, and is cut off at a step limit: `limit_factor` times the canonical actions, plus `limit_margin`.
After a wrong action the command cannot be fulfilled any more; the episode goes on to the limit nevertheless,
or ends at once if `strict`. The `seed` of an environment is that of the dataset. The seed of `reset` is that
of the order in which items are played: each once, then all of them again in another order.
`options={"item": 7}` plays item 7 first.

**Observations** are dictionaries: `grid`, the papers' tensor (sizes, shapes, colours, the agent, its
heading); `direction`, its heading (0 east, 1 south, 2 west, 3 north); and `mission`, the command as numbers
of `vocabulary`, with its beginning, end and padding.

**Rewards** are the sum of three parts: `success`, 1 for a fulfilled command; `reaching`, the share of the way
to the target that the agent has come nearer; `manner`, the share of right actions, which is lost again at the
first wrong one. The last two only guide: they are differences of potentials, discounted by `discount`. The
weights are 1, 0.1 and 0.1, unless `rewards` says otherwise.

**Info** has `success` (the episode has just ended so), `fulfilled`, `expert_action` (what to do next to
fulfil the command; -1 if that is done or impossible), `reward_parts` (without weights), `events` (bits of
`Events`), `item` (`id`, `split` and `index`) and `mission_text`.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping
from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.core import RenderFrame
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    hint = 'pip install "wampimuk[gym]"'
    raise ImportError(f"wampimuk.gym needs gymnasium: {hint}", name="gymnasium") from error

from wampimuk._native import Environments, Error, Vocabulary
from wampimuk._play import RENDER_MODES, REWARDS, Actions, Events, Observation, Play, checked_options
from wampimuk._source import Setting

__all__ = ["REGISTERED", "REWARDS", "Actions", "Env", "Events", "Observation", "VectorEnv"]

REGISTERED = {"wampimuk/gSCAN-v0": "gscan", "wampimuk/ReaSCAN-v0": "reascan"}
"""The names of environments and the recipes that they play unless told otherwise."""


class Env(gymnasium.Env[Observation, int]):
    """One command after another, to be carried out action by action."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        recipe: str | os.PathLike[str] = "gscan",
        split: str = "train",
        seed: int = 0,
        *,
        set: Mapping[str, Setting] | None = None,
        rewards: Mapping[str, float] | None = None,
        discount: float = 1.0,
        strict: bool = False,
        limit_factor: int = 2,
        limit_margin: int = 10,
        render_mode: str | None = None,
    ) -> None:
        self._play = Play(
            recipe,
            split,
            seed,
            count=1,
            autoreset=AutoresetMode.DISABLED,
            set=set,
            rewards=rewards,
            discount=discount,
            strict=strict,
            limit_factor=limit_factor,
            limit_margin=limit_margin,
            render_mode=render_mode,
        )
        self._split = split
        self._item_id = ""
        self._mission_text = ""
        self.render_mode = render_mode
        self.observation_space = self._play.observation_space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(Actions))

    @property
    def vocabulary(self) -> Vocabulary:
        """The numbers of the words of missions."""
        return self._play.vocabulary

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the next item, or the one that `options["item"]` names."""
        super().reset(seed=seed)
        item = checked_options(options, "item").get("item")
        self._play.reset(seed, self.np_random, None if item is None else [item])
        self._item_id = self._play.native.id(int(self._play.arrays["item"][0]))
        self._mission_text = self._play.mission_text(0)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carries out an action."""
        self._play.native.step(np.array([_number(action)]))
        arrays = self._play.arrays
        terminated, truncated = bool(arrays["terminated"][0]), bool(arrays["truncated"][0])
        return self._observation(), float(arrays["reward"][0]), terminated, truncated, self._info()

    def render(self) -> Any:
        """The world as pixels or as text. Nothing in it says which object is meant."""
        return self._play.render(0)

    def _observation(self) -> Observation:
        arrays = self._play.arrays
        return {
            "grid": arrays["grid"][0].copy(),
            "direction": int(arrays["direction"][0]),
            "mission": arrays["mission"][0].copy(),
        }

    def _info(self) -> dict[str, Any]:
        arrays = self._play.arrays
        fulfilled = bool(arrays["fulfilled"][0])
        return {
            "success": fulfilled and bool(arrays["terminated"][0]),
            "fulfilled": fulfilled,
            "expert_action": int(arrays["expert"][0]),
            "reward_parts": dict(zip(REWARDS, map(float, arrays["parts"][0]), strict=True)),
            "events": int(arrays["events"][0]),
            "item": {"id": self._item_id, "split": self._split, "index": int(arrays["item"][0])},
            "mission_text": self._mission_text,
        }


class VectorEnv(gymnasium.vector.VectorEnv[Observation, ArrayLike, NDArray[Any]]):
    """Many environments side by side, stepped by one native call without the interpreter's lock.

    Each environment has an order of items of its own, which depends on the seed of `reset` and on its number,
    not on how many others there are. The options of `reset` are `items`, one for each environment, and
    `reset_mask`.

    `autoreset_mode` is one of Gymnasium's. By default it is `NextStep`: the step after the end of an episode
    begins the next one and ignores the action. With `SameStep`, `final_obs` and `final_info` are of the
    episode that has ended.

    Observations are new arrays at every step. With `copy=False` they are always the same arrays, which the
    next step writes again and nobody else can write to.

    Info is as that of single environments, but in arrays. It leaves out what costs time: of an item there is
    the `index`, and `mission_texts` spells the missions when asked.
    """

    def __init__(
        self,
        recipe: str | os.PathLike[str] = "gscan",
        split: str = "train",
        seed: int = 0,
        *,
        num_envs: int = 1,
        set: Mapping[str, Setting] | None = None,
        rewards: Mapping[str, float] | None = None,
        discount: float = 1.0,
        strict: bool = False,
        limit_factor: int = 2,
        limit_margin: int = 10,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(mode.value for mode in AutoresetMode)
            raise Error(f"there is no autoreset mode {autoreset_mode!r} (there are {known})") from None
        self._play = Play(
            recipe,
            split,
            seed,
            count=num_envs,
            autoreset=self.autoreset_mode,
            set=set,
            rewards=rewards,
            discount=discount,
            strict=strict,
            limit_factor=limit_factor,
            limit_margin=limit_margin,
            render_mode=render_mode,
        )
        self._shown = {name: _locked(self._play.arrays[name]) for name in ("grid", "direction", "mission")}
        self._copy = copy
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**Env.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self._play.observation_space()
        self.single_action_space = spaces.Discrete(len(Actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def vocabulary(self) -> Vocabulary:
        """The numbers of the words of missions."""
        return self._play.vocabulary

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins new episodes, everywhere or where `options["reset_mask"]` says so."""
        super().reset(seed=seed)
        given = checked_options(options, "items", "reset_mask")
        self._play.reset(seed, self.np_random, given.get("items"), given.get("reset_mask"))
        return self._observation(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carries out one action in each environment. If one of them does not exist, nothing is done."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise Error(f"actions are {self.num_envs} integers, not {given.dtype} of the shape {given.shape}")
        arrays = self._play.arrays
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        before = {name: arrays[name].copy() for name in ("item", "mission")} if same_step else {}
        self._play.native.step(np.ascontiguousarray(given, dtype=np.int64))
        terminated, truncated = arrays["terminated"].copy(), arrays["truncated"].copy()
        info = self._info()
        if same_step and (ended := terminated | truncated).any():
            self._set_apart(info, ended, before)
        return self._observation(), arrays["reward"].copy(), terminated, truncated, info

    def render(self) -> tuple[RenderFrame, ...] | None:
        """The worlds as pixels or as text."""
        if self.render_mode is None:
            return None
        return tuple(self._play.render(number) for number in range(self.num_envs))

    def mission_texts(self) -> list[str]:
        """The commands, in words."""
        return [self._play.mission_text(number) for number in range(self.num_envs)]

    def _observation(self) -> Observation:
        return {name: array.copy() if self._copy else array for name, array in self._shown.items()}

    def _info(self) -> dict[str, Any]:
        arrays = self._play.arrays
        events = arrays["events"].astype(np.int64)
        info = {
            "success": arrays["terminated"] & ((events & Events.FULFILLED) != 0),
            "fulfilled": arrays["fulfilled"].copy(),
            "expert_action": arrays["expert"].copy(),
            "reward_parts": {name: arrays["parts"][:, part].copy() for part, name in enumerate(REWARDS)},
            "events": events,
            "item": {"index": arrays["item"].astype(np.int64)},
        }
        return _masked(info, np.ones(self.num_envs, dtype=np.bool_))

    def _set_apart(
        self, info: dict[str, Any], ended: NDArray[np.bool_], before: dict[str, NDArray[Any]]
    ) -> None:
        """Sets apart what came of the last step where the next episode has already begun."""
        rows = np.flatnonzero(ended)
        grids, missions = self._play.arrays["final_grid"][rows], before["mission"][rows]
        # The last four channels are the agent's headings.
        directions = grids[..., -4:].max(axis=(1, 2)).argmax(axis=1)
        last = np.full(self.num_envs, None, dtype=object)
        for place, row in enumerate(rows):
            direction = int(directions[place])
            last[row] = {"grid": grids[place], "direction": direction, "mission": missions[place]}
        success = _moved(info["success"], ended)
        parts = {name: _moved(info["reward_parts"][name], ended) for name in REWARDS}
        final = {
            "success": success,
            "fulfilled": success.copy(),
            "expert_action": np.full(self.num_envs, -1),
            "reward_parts": parts,
            "events": _moved(info["events"], ended),
            "item": {"index": np.where(ended, before["item"], 0).astype(np.int64)},
        }
        info |= _masked({"final_obs": last, "final_info": final}, ended)


def _number(action: Any) -> int:
    """The number of an action, if it is one."""
    try:
        return Actions(operator.index(action)).value
    except (TypeError, ValueError):
        known = ", ".join(f"{number} {name}" for number, name in enumerate(Environments.action_names))
        raise Error(f"{action!r} is not an action: {known}") from None


def _masked(info: dict[str, Any], mask: NDArray[np.bool_]) -> dict[str, Any]:
    """Adds to each array whose values are there, as Gymnasium has it."""
    masked: dict[str, Any] = {}
    for key, value in info.items():
        masked[key] = _masked(value, mask) if isinstance(value, dict) else value
        masked[f"_{key}"] = mask
    return masked


def _moved(values: NDArray[Any], where: NDArray[np.bool_]) -> NDArray[Any]:
    """Moves values into an array of their own; zeros remain."""
    moved = np.where(where, values, np.zeros_like(values))
    values[where] = 0
    return moved


def _locked(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory, to be read only."""
    view: NDArray[Any] = array.view()
    view.flags.writeable = False
    return view


def _register() -> None:
    for name, recipe in REGISTERED.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="wampimuk.gym:Env",
                vector_entry_point="wampimuk.gym:VectorEnv",
                kwargs={"recipe": recipe},
            )


_register()
