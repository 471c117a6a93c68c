"""Answers are judged by what they say, however they are written, and hostile ones cost nothing."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

import wampimuk

# A recipe and a split of every family, small enough to be prepared at once, and the forms it has.
WORLDS = ["coordinates", "grid", "prose", "json"]
FAMILIES: dict[tuple[str, str], list[str]] = {
    ("gscan-demo", "train"): WORLDS,
    ("reascan-1rc", "test"): WORLDS,
    ("riddle", "test"): ["grid", "json"],
    ("mix-t12", "test"): ["prose", "numbered", "json"],
}
VIEWS = [
    ("gscan-demo", "train", "actions"),
    ("gscan-demo", "train", "reference"),
    ("reascan-1rc", "test", "actions"),
    ("reascan-1rc", "test", "reference"),
    ("riddle", "test", None),
    ("mix-t12", "test", None),
]


def own_answer(item: wampimuk.Item, view: str) -> str:
    """The right answer, written from the item's columns alone."""
    if view == "actions":
        return json.dumps(item["actions"])
    if view == "reference":
        target = item["objects"][item["target"]]
        return f"({target['row']}, {target['column']})"
    if view == "answer":
        return f"The {item['answer'].upper()}."
    return json.dumps([[int(code) for code in row.split()] for row in item.prompt().answer.split("\n")])


def near_miss(answer: str, view: str) -> str:
    """An answer that is nearly right."""
    if view == "actions":
        return f"{answer}, walk" if answer != "nothing" else "walk"
    if view == "answer":
        return f"{answer}, and a unicorn"
    head, last = answer[:-1], int(answer[-1])
    return f"{head}{(last + 1) % 10}"


@pytest.mark.parametrize(("recipe", "split", "view"), VIEWS)
def test_what_is_right_is_right_and_what_is_nearly_right_is_not(recipe: str, split: str, view: Any) -> None:
    items = wampimuk.dataset(recipe, split=split)[::97][:6]
    for item in items:
        prompts = {form: item.prompt(form, view=view) for form in FAMILIES[recipe, split]}
        assert len({prompt.question for prompt in prompts.values()}) == len(prompts)
        assert len({prompt.answer for prompt in prompts.values()}) == 1
        prompt = prompts[FAMILIES[recipe, split][0]]
        answer, kind = prompt.answer, prompt.view
        for said in (
            f"Let me see.\nAnswer: {answer}" if "\n" not in answer else f"Let me see.\nAnswer:\n{answer}",
            f"<think>Answer: 17 jumps</think>\n<ANSWER>\n{answer}\n</ANSWER>",
            f"**Final answer:**\n```\n{answer}\n```\n",
            f"<answer>{own_answer(item, kind)}</answer>",
        ):
            assert item.score(said, mode="strict", view=view) == 1.0, said
        wrong = near_miss(answer, kind)
        assert wrong != answer
        for said in (
            f"<answer>{wrong}</answer>",
            f"<answer>{answer}</answer>\n<answer>{wrong}</answer>",
            f"<answer>{answer}</answer>\nAnswer:\n{wrong}",
            f"It might be {answer}, or not.",
            "<answer></answer>",
            f"<answer>{answer}",
            "",
        ):
            assert item.score(said, mode="strict", view=view) == 0.0, said


def test_exact_is_what_the_columns_say() -> None:
    """A second opinion: scores of random changes against comparing lists."""
    rng = random.Random(5)
    actions = ["walk", "push", "pull", "stay", "turn left", "turn right"]
    exact = 0
    for item in wampimuk.dataset("gscan-demo")[:200]:
        right = item["actions"]
        given = list(right)
        if rng.random() < 0.7:
            place = rng.randrange(len(given) + 1)
            given[place : place + rng.randrange(2)] = rng.choices(actions, k=rng.randrange(2))
        judgement = wampimuk.judge(given, item)
        assert judgement.score == float(given == right)
        assert judgement.exact == (given == right)
        assert judgement.length == len(right)
        pairs = list(zip(given, right, strict=False))
        same = [one == other for one, other in pairs]
        assert judgement.prefix == [*same, False].index(False)
        assert judgement.exact or judgement.accuracy == sum(same) / max(len(given), len(right))
        exact += judgement.exact
    assert 20 < exact < 180


def hostile() -> dict[str, str]:
    """Texts that nobody should say."""
    binary = random.Random(7).randbytes(1 << 20)
    return {
        "huge": "walk, " * 500_000,
        "huge answer": "<answer>" + "walk, " * 500_000 + "</answer>",
        "huge line": "Answer: " + "x" * 3_000_000,
        "labels": "Answer:\n" * 300_000,
        "bytes": binary.decode("latin-1"),
        "more bytes": "<answer>" + binary.decode("utf-8", "replace") + "</answer>",
        "nested tags": "<answer>" * 200_000 + "walk" + "</answer>" * 200_000,
        "open tags": "<answer>" * 400_000,
        "closed tags": "</answer>" * 400_000,
        "brackets": "<answer>" + "[" * 1_000_000 + "]" * 1_000_000 + "</answer>",
        "numbers": "<answer>" + "9" * 1_000_000 + ", 1e999999999</answer>",
        "nothing": "\x00\n\x00",
        "fences": "```\n" * 400_000,
    }


@pytest.mark.parametrize(("recipe", "split", "view"), VIEWS)
def test_hostile_texts_earn_nothing_soon(recipe: str, split: str, view: str | None) -> None:
    item = wampimuk.dataset(recipe, split=split)[3]
    for name, text in hostile().items():
        for mode in ("strict", "lenient", "bare"):
            start = time.perf_counter()
            assert item.score(text, mode=mode, credit="strict", view=view) == 0.0, name
            # Linear time is some milliseconds; what is quadratic takes minutes.
            assert time.perf_counter() - start < 5, name


def test_many_are_judged_as_one_by_one() -> None:
    items = [
        *wampimuk.dataset("gscan-demo")[:300],
        *wampimuk.dataset("mix-t12", split="test")[:5],
        *wampimuk.dataset("gscan-demo", split="test")[:5],
    ]
    answers = [
        item.prompt().answer if place % 3 else "Answer: walk, walk" for place, item in enumerate(items)
    ]
    together = wampimuk.judge_all(answers, items, threads=4, credit="partial")
    assert together == [
        wampimuk.judge(answer, item, credit="partial") for answer, item in zip(answers, items, strict=True)
    ]
    assert all(judgement.score == 1.0 for place, judgement in enumerate(together) if place % 3)
    assert any(0.0 < judgement.score < 1.0 for judgement in together)
    with pytest.raises(wampimuk.Error, match="2 answers to 1 items"):
        wampimuk.judge_all(["", ""], items[:1])


@pytest.mark.parametrize("recipe", ["gscan", "reascan-1rc"])
def test_no_place_in_the_list_gives_the_target_away(recipe: str) -> None:
    places: dict[int, list[int]] = {}
    dataset = wampimuk.dataset(recipe)
    for item in dataset[:: len(dataset) // 2000]:
        prompt = item.prompt("coordinates", view="reference", instructions=False)
        cells = [
            line[2:].partition(":")[0] for line in prompt.question.splitlines() if line.startswith("- row")
        ]
        assert len(cells) == len(item["objects"])
        places.setdefault(len(cells), []).append(cells.index(prompt.answer))
    assert sum(map(len, places.values())) >= 2000
    for count, found in places.items():
        expected = len(found) / count
        if expected < 5:
            continue
        chi = sum((found.count(place) - expected) ** 2 / expected for place in range(count))
        # Four standard deviations above what a uniform place gives.
        assert chi < (count - 1) + 4 * (2 * (count - 1)) ** 0.5, (count, chi)
