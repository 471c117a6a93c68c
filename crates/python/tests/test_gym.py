"""Environments keep Gymnasium's contract, and play what the datasets say."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import wampimuk

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

import wampimuk.gym as play  # noqa: E402

NAMES = ["wampimuk/gSCAN-v0", "wampimuk/ReaSCAN-v0"]
MODES = ["NextStep", "SameStep", "Disabled"]
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
"""A step by direction: rows and columns."""


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    """Warnings of Gymnasium's are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def make(name: str = NAMES[0], **settings: Any) -> Any:
    return gymnasium.make(name, **settings)


def make_vec(count: int, name: str = NAMES[0], **settings: Any) -> Any:
    return gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **settings)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_no_fault(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(make(name).unwrapped)
    check_env(make(name, render_mode="ansi", strict=True, limit_factor=1).unwrapped)


def test_names_are_found_without_an_import() -> None:
    code = "import gymnasium; env = gymnasium.make('wampimuk.gym:wampimuk/gSCAN-v0'); print(env.spec.id)"
    done = run(code)
    assert done.stdout.strip() == "wampimuk/gSCAN-v0", done.stderr


def test_without_gymnasium_the_extra_is_named() -> None:
    done = run("import sys; sys.modules['gymnasium'] = None; import wampimuk; import wampimuk.gym")
    assert 'ImportError: wampimuk.gym needs gymnasium: pip install "wampimuk[gym]"' in done.stderr


def test_actions_and_events_are_the_native_ones() -> None:
    native = play.Environments
    assert [action.name.lower().replace("_", " ") for action in play.Actions] == native.action_names
    assert [(event.value, (event.name or "").lower()) for event in play.Events] == native.event_names


@pytest.mark.parametrize(
    ("name", "split"),
    [(NAMES[0], split) for split in ("train", "visual_test", "contextual_test", "adverb_2_test")]
    + [(NAMES[1], split) for split in ("train", "a1_test", "c2_test")],
)
def test_experts_do_what_items_say_and_succeed(name: str, split: str) -> None:
    dataset = wampimuk.dataset(play.REGISTERED[name], split=split)
    env = make(name, split=split)
    places = range(0, len(dataset), max(1, len(dataset) // 40))
    batch = wampimuk.Batcher(dataset)(places)
    vocabulary = wampimuk.Batcher(dataset).vocabularies["command"]
    assert env.unwrapped.vocabulary == vocabulary
    for row, place in enumerate(places):
        item = dataset[place]
        observation, info = env.reset(options={"item": place})
        assert info["item"] == {"id": item.id, "split": split, "index": place}
        assert info["mission_text"] == " ".join(item["command"])
        assert vocabulary.decode(observation["mission"].tolist()) == item["command"]
        assert np.array_equal(observation["grid"], batch["observation"][row])
        assert observation["direction"] == ["east", "south", "west", "north"].index(item["agent_heading"])
        actions, total = [], 0.0
        while True:
            actions.append(info["expert_action"])
            _, reward, terminated, truncated, info = env.step(info["expert_action"])
            total += reward
            assert not truncated
            assert info["success"] == info["fulfilled"] == terminated
            if terminated:
                break
        assert [play.Environments.action_names[action] for action in actions] == item["actions"]
        assert info["expert_action"] == -1
        assert play.Events.FULFILLED in play.Events(info["events"])
        assert math.isclose(total, 1.2, abs_tol=1e-5)


def test_the_agent_walks_and_turns_as_said() -> None:
    env = make(limit_margin=100)
    chance = np.random.default_rng(0)
    turns = {play.Actions.TURN_LEFT: -1, play.Actions.TURN_RIGHT: 1}
    for seed in range(10):
        observation, info = env.reset(seed=seed)
        for _ in range(30):
            (row,), (column,) = np.nonzero(observation["grid"][..., -5])
            direction = observation["direction"]
            action = play.Actions(int(chance.choice([0, 3, 4, 5])))
            observation, _, terminated, _, info = env.step(action)
            down, right = STEPS[direction] if action is play.Actions.WALK else (0, 0)
            inside = 0 <= row + down < 6 and 0 <= column + right < 6
            there = (row + down, column + right) if inside else (row, column)
            turned = (direction + turns.get(action, 0)) % 4
            assert np.argwhere(observation["grid"][..., -5]).tolist() == [list(there)]
            assert np.argwhere(observation["grid"][..., -4:]).tolist() == [[*there, turned]]
            assert observation["direction"] == turned
            assert (play.Events.BLOCKED in play.Events(info["events"])) == (not inside)
            if terminated:
                break


def test_wrong_actions_lead_nowhere() -> None:
    dataset = wampimuk.dataset("gscan")
    lax, strict = make(), make(strict=True)
    for place in range(0, 2000, 100):
        asked = "pull" if "push" in dataset[place]["actions"] else "push"
        wrong = play.Environments.action_names.index(asked)
        lax.reset(options={"item": place})
        total, steps, truncated = 0.0, 0, False
        while not truncated:
            _, reward, terminated, truncated, info = lax.step(wrong)
            total, steps = total + reward, steps + 1
            assert not terminated
            assert not info["success"]
            assert info["expert_action"] == -1
        assert steps == 2 * len(dataset[place]["actions"]) + 10
        assert total <= 0.1
        strict.reset(options={"item": place})
        _, _, terminated, truncated, info = strict.step(wrong)
        assert (terminated, truncated, info["success"]) == (True, False, False)
        assert play.Events.STRAYED in play.Events(info["events"])


def test_rewards_are_weighed() -> None:
    rewards = {"success": 3.0, "reaching": 0.5}
    env = make(rewards=rewards, discount=0.9)
    weights = {**play.REWARDS, **rewards}
    _, info = env.reset(seed=0)
    terminated = False
    while not terminated:
        _, reward, terminated, _, info = env.step(info["expert_action"])
        parts = info["reward_parts"]
        assert math.isclose(reward, sum(weights[name] * parts[name] for name in parts), abs_tol=1e-6)
    assert parts["success"] == 1.0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_many_environments_are_as_many_single_ones(name: str, mode: str) -> None:
    count = 5
    many, singles = make_vec(count, name, autoreset_mode=mode), [make(name) for _ in range(count)]
    assert many.metadata["autoreset_mode"].value == mode
    chance = np.random.default_rng(1)
    observation, info = many.reset(seed=7)
    assert observation in many.observation_space
    for lane, single in enumerate(singles):
        single.reset(options={"item": int(info["item"]["index"][lane])})
    over = np.zeros(count, dtype=bool)
    successes = ends = 0
    for _ in range(120):
        actions = np.where(chance.random(count) < 0.05, chance.integers(0, 6, count), info["expert_action"])
        actions = np.where(actions < 0, chance.integers(0, 6, count), actions)
        if mode == "Disabled" and over.any():
            many.reset(options={"reset_mask": over})
            fresh = many.unwrapped._play.arrays["item"]
            for lane in np.flatnonzero(over):
                singles[lane].reset(options={"item": int(fresh[lane])})
            over[:] = False
        observation, rewards, terminated, truncated, info = many.step(actions)
        assert observation in many.observation_space
        texts = many.mission_texts()
        for lane, single in enumerate(singles):
            item = int(info["item"]["index"][lane])
            if mode == "NextStep" and over[lane]:
                shown, said = single.reset(options={"item": item})
                result = (0.0, False, False)
            else:
                shown, *result, said = single.step(int(actions[lane]))
                ended = result[1] or result[2]
                ends, successes = ends + ended, successes + said["success"]
                if mode == "SameStep" and ended:
                    assert info["_final_obs"][lane]
                    assert info["_final_info"][lane]
                    assert same(info["final_obs"][lane], shown)
                    last_info = {key: info["final_info"][key][lane] for key in ("success", "events")}
                    assert last_info == {key: said[key] for key in last_info}
                    assert info["final_info"]["item"]["index"][lane] == said["item"]["index"]
                    shown, said = single.reset(options={"item": item})
                elif mode == "SameStep":
                    assert "_final_obs" not in info or not info["_final_obs"][lane]
            assert same({key: observation[key][lane] for key in observation}, shown)
            assert (rewards[lane], terminated[lane], truncated[lane]) == (
                pytest.approx(result[0]),
                *result[1:],
            )
            assert said["mission_text"] == texts[lane]
            assert said["item"]["index"] == item
            for key in ("success", "fulfilled", "expert_action", "events"):
                assert info[key][lane] == said[key], key
            parts = {part: float(info["reward_parts"][part][lane]) for part in play.REWARDS}
            assert parts == pytest.approx(said["reward_parts"])
        over = terminated | truncated
    assert 3 < successes < ends


def episode(seed: int | None, env: Any) -> list[Any]:
    states = [env.reset(seed=seed)]
    for step in range(15):
        action = step * 5 % 6
        *state, terminated, truncated, info = env.step(action)
        states.append((*state, info))
        if terminated or truncated:
            states.append(env.reset())
    return [(state[0]["grid"].tolist(), state[-1]) for state in states]


def test_seeds_decide() -> None:
    one, other = make(), make()
    assert episode(3, one) == episode(3, other) == episode(3, one)
    assert episode(3, one) != episode(4, one)
    # Without a seed nobody knows, and the order goes on.
    assert len({make().reset()[1]["item"]["index"] for _ in range(3)}) > 1
    order = [one.reset(seed=5)[1]["item"]["index"], *(one.reset()[1]["item"]["index"] for _ in range(3))]
    assert len(set(order)) == 4
    # An item that was asked for does not disturb it.
    again = [other.reset(seed=5)[1]["item"]["index"], other.reset()[1]["item"]["index"]]
    other.reset(options={"item": 0})
    again += [other.reset()[1]["item"]["index"] for _ in range(2)]
    assert again == order
    # Another seed of the dataset gives other items.
    assert not same(make(seed=1).reset(options={"item": 9})[0], make(seed=0).reset(options={"item": 9})[0])


def test_lanes_do_not_notice_each_other() -> None:
    few, many = make_vec(2), make_vec(6)
    one, other = few.reset(seed=1)[0], many.reset(seed=1)[0]
    assert same(one, {key: other[key][:2] for key in other})
    assert not same(one, few.reset(seed=2)[0])
    items = [4, 5]
    assert few.reset(options={"items": items})[1]["item"]["index"].tolist() == items


def test_arrays_are_new_unless_told_otherwise() -> None:
    single = make()
    first, info = single.reset(seed=0)
    second, *_ = single.step(info["expert_action"])
    assert not any(np.shares_memory(first[name], second[name]) for name in ("grid", "mission"))
    new, same_memory = make_vec(3), make_vec(3, copy=False)
    for env, shares in ((new, False), (same_memory, True)):
        before, info = env.reset(seed=0)
        kept = before["grid"].copy()
        after, *_ = env.step(np.maximum(info["expert_action"], 0))
        for name in before:
            assert np.shares_memory(before[name], after[name]) == shares
            assert before[name].flags.writeable != shares
        assert np.array_equal(kept, before["grid"]) != shares
    with pytest.raises(ValueError, match="read-only"):
        after["grid"][:] = 0


@pytest.mark.parametrize("action", [-1, 6, 255, 256, 2**70, 2.5, math.nan, "walk", None, [0], (1, 2)])
def test_strange_actions_are_errors(action: Any) -> None:
    env = make().unwrapped
    before, _ = env.reset(seed=0)
    with pytest.raises(wampimuk.Error, match="is not an action: 0 walk"):
        env.step(action)
    # Nothing happened.
    after, *_ = env.step(play.Actions.STAY)
    assert same(before, after)


@pytest.mark.parametrize(
    "actions",
    [
        0,
        [0, 0],
        [0, 0, 0, 0],
        [[0], [0], [0]],
        [0.0, 0.0, 0.0],
        [True, True, True],
        [None, None, None],
        ["walk", "walk", "walk"],
        [0, 0, 6],
        [-1, 0, 0],
        [0, 0, 256],
        [0, 0, 2**63],
        [0, 0, 2**70],
    ],
)
def test_strange_actions_of_many_are_errors(actions: Any) -> None:
    env = make_vec(3)
    with pytest.raises(wampimuk.Error):
        env.step([0, 0, 0])
    before, _ = env.reset(seed=0)
    with pytest.raises(wampimuk.Error):
        env.step(actions)
    after, *_ = env.step(np.full(3, play.Actions.STAY))
    assert same(before, after)


def test_strange_wishes_are_errors() -> None:
    env, many = make().unwrapped, make_vec(2)
    with pytest.raises(wampimuk.Error, match="reset it"):
        env.step(0)
    length = len(wampimuk.dataset("gscan"))
    for options in (
        {"item": -1},
        {"item": length},
        {"item": 1.5},
        {"item": "x"},
        {"thing": 1},
        {"item": [1]},
    ):
        with pytest.raises(wampimuk.Error):
            env.reset(options=options)
    for options in ({"items": [0]}, {"items": [0, length]}, {"reset_mask": [1, 0]}, {"reset_mask": [True]}):
        with pytest.raises(wampimuk.Error):
            many.reset(options=options)
    with pytest.raises(wampimuk.Error, match=r"2\*\*64"):
        env.reset(seed=2**64)
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=-1)
    wishes: list[dict[str, Any]] = [
        {"render_mode": "human"},
        {"split": "tain"},
        {"recipe": "riddle"},
        {"recipe": "nothing"},
        {"rewards": {"money": 1.0}},
        {"rewards": {"success": math.inf}},
        {"discount": math.nan},
        {"seed": -1},
    ]
    for wish in wishes:
        with pytest.raises(wampimuk.Error):
            play.Env(**wish)
    for wish in [{"num_envs": 0}, {"num_envs": 1 << 40}, {"autoreset_mode": "never"}]:
        with pytest.raises(wampimuk.Error):
            play.VectorEnv(**wish)


def test_an_episode_that_is_over_is_over() -> None:
    env, many = make(strict=True).unwrapped, make_vec(2, strict=True, autoreset_mode="Disabled")
    env.reset(seed=0)
    wrong = play.Actions.PUSH
    assert env.step(wrong)[2]
    with pytest.raises(wampimuk.Error, match="is over"):
        env.step(wrong)
    many.reset(seed=0)
    assert many.step([wrong, wrong])[2].all()
    with pytest.raises(wampimuk.Error, match="environment 0 is over"):
        many.step([wrong, wrong])
    many.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(wampimuk.Error, match="environment 1 is over"):
        many.step([wrong, wrong])


def test_wrappers_work() -> None:
    from gymnasium import wrappers

    env = wrappers.RecordEpisodeStatistics(make())
    _, info = env.reset(seed=0)
    done = False
    while not done:
        _, _, done, _, info = env.step(info["expert_action"])
    assert math.isclose(float(info["episode"]["r"]), 1.2, abs_tol=1e-5)

    limited = wrappers.TimeLimit(make(), 3)
    limited.reset(seed=0)
    assert [limited.step(play.Actions.STAY)[3] for _ in range(3)] == [False, False, True]

    flat = wrappers.FlattenObservation(make())
    shown, _ = flat.reset(seed=0)
    assert shown in flat.observation_space
    words, width = len(flat.unwrapped.vocabulary), flat.unwrapped.observation_space["mission"].shape[0]
    assert shown.shape == (6 * 6 * 16 + 4 + words * width,)

    pixels = wrappers.AddRenderObservation(make(render_mode="rgb_array"), render_only=False)
    assert pixels.reset(seed=0)[0]["pixels"].shape == (192, 192, 3)


def test_vectors_of_gymnasium_work() -> None:
    from gymnasium.wrappers import vector

    for mode in MODES[:2]:
        env = gymnasium.vector.SyncVectorEnv([make] * 3, autoreset_mode=mode)
        _, info = env.reset(seed=0)
        for _ in range(60):
            *_, info = env.step(np.maximum(info["expert_action"], 0))
        assert info["_item"].all()
        native = make_vec(3, autoreset_mode=mode)
        native.reset(seed=0)
        *_, said = native.step([0, 0, 0])
        assert said.keys() <= info.keys()
    listed = vector.DictInfoToList(make_vec(3))
    _, infos = listed.reset(seed=0)
    for _ in range(10):
        *_, infos = listed.step([max(info["expert_action"], 0) for info in infos])
    assert {"success", "events", "item"} <= infos[2].keys()
    recorded = vector.RecordEpisodeStatistics(make_vec(3))
    _, info = recorded.reset(seed=0)
    for _ in range(60):
        *_, info = recorded.step(np.maximum(info["expert_action"], 0))
    assert len(recorded.return_queue) > 5
    assert np.allclose(recorded.return_queue, 1.2, atol=1e-5)
    flat = vector.FlattenObservation(make_vec(3))
    _, info = flat.reset(seed=0)
    for _ in range(30):
        shown, *_, info = flat.step(np.maximum(info["expert_action"], 0))
        assert shown in flat.observation_space


@pytest.mark.parametrize("name", NAMES)
def test_pictures_follow_the_world(name: str) -> None:
    for mode in ("rgb_array", "ansi"):
        env, many = make(name, render_mode=mode), make_vec(2, name, render_mode=mode)
        _, info = env.reset(seed=0)
        before = env.render()
        many.reset(options={"items": [info["item"]["index"]] * 2})
        assert all(same(picture, before) for picture in many.render())
        env.step(play.Actions.STAY)
        assert same(before, env.render())
        env.step(play.Actions.TURN_LEFT)
        assert not same(before, env.render())
        if mode == "ansi":
            assert before.startswith(info["mission_text"])
            assert "*" not in before
        else:
            assert (before.shape, before.dtype) == ((192, 192, 3), np.uint8)
    env = make(name)
    env.reset(seed=0)
    with pytest.raises((UserWarning, gymnasium.error.Error)):
        env.unwrapped.render()


def test_pictures_are_those_of_the_dataset() -> None:
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    env = make(NAMES[1], render_mode="rgb_array")
    for item in wampimuk.dataset("reascan", image=True)[:5]:
        env.reset(options={"item": item.index})
        with image.open(BytesIO(item["image"])) as picture:
            assert np.array_equal(np.asarray(picture.convert("RGB")), env.render())
