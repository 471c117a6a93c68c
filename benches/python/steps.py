"""How many steps a second environments make, the Python call included, on one core.

    python benches/python/steps.py

A step is one action in one environment: physics, rewards, observation, info, and the item of the next episode
where one has ended. The package has to be installed from a release wheel (`maturin build --release`).
"""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import numpy as np
import wampimuk.gym

RUNS = 5
SECONDS = 1.0


def steps_per_second(env: Any, count: int, policy: str) -> list[float]:
    """The speeds of some runs. Random actions are drawn beforehand; an expert's come with the info."""
    chance = np.random.default_rng(0)
    drawn = chance.integers(0, len(wampimuk.gym.Actions), (64, count))
    speeds = []
    for seed in range(RUNS):
        _, info = env.reset(seed=seed)
        steps, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            actions = (
                drawn[steps % len(drawn)] if policy == "random" else np.maximum(info["expert_action"], 0)
            )
            *_, info = env.step(actions)
            steps += 1
        speeds.append(steps * count / spent)
    return speeds


def main() -> None:
    """Prints a table."""
    print("| what | best | worst | unit | bar | counted |")
    print("|---|---|---|---|---|---|")
    for name in wampimuk.gym.REGISTERED:
        for count, policy, settings in (
            (4096, "random", {}),
            (4096, "expert", {}),
            (4096, "random", {"copy": False}),
            (4096, "random", {"autoreset_mode": "SameStep"}),
            (256, "random", {}),
        ):
            env = gymnasium.make_vec(name, num_envs=count, **settings)
            said = "".join(f", {key}={value}" for key, value in settings.items())
            bar = "≥ 1,000,000" if count == 4096 and policy == "random" else ""
            counted = f"{count} environments, {policy} actions{said}"
            show(name, steps_per_second(env, count, policy), bar, counted)
    show("one `Env` of gSCAN", single(), "", "expert actions")


def show(what: str, speeds: list[float], bar: str, counted: str) -> None:
    """Prints a row."""
    print(f"| {what} | {max(speeds):,.0f} | {min(speeds):,.0f} | steps/s | {bar} | {counted} |")


def single() -> list[float]:
    """Steps of one environment, which ends its episodes itself."""
    env, speeds = wampimuk.gym.Env(), []
    for seed in range(RUNS):
        _, info = env.reset(seed=seed)
        steps, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            _, _, terminated, truncated, info = env.step(info["expert_action"])
            steps += 1
            if terminated or truncated:
                _, info = env.reset()
        speeds.append(steps / spent)
    return speeds


if __name__ == "__main__":
    main()
