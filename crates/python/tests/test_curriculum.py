"""A curriculum follows the success rate."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest

import wampimuk
from wampimuk import reasoning
from wampimuk._difficulty import depth
from wampimuk.curriculum import Curriculum


def questions(**options: Any) -> reasoning.Questions:
    return reasoning.dataset("gscan-demo", instructions=False, size=400, **options)


def teach(curriculum: Curriculum, able: int, steps: int) -> Counter[int]:
    """Answers as somebody who can do the first so many levels; which levels were asked at the end."""
    asked: Counter[int] = Counter()
    for step, entry in zip(range(steps), curriculum, strict=False):
        value = entry["metadata"]["difficulty"][curriculum.dial]
        [number] = [
            n for n, level in enumerate(curriculum.levels) if level.range[0] <= value <= level.range[1]
        ]
        said = f"Answer: {entry['answer'] if number < able else 'stay'}"
        [score] = curriculum.reward([entry["question"]], [said], metadata=[entry["metadata"]])
        assert score == (number < able)
        if step >= steps // 2:
            asked[number] += 1
    return asked


def test_levels_open_when_the_ones_before_are_answered() -> None:
    curriculum = Curriculum(questions(), "actions", [(1, 2), (3, 4), (5, 9)], window=10)
    assert curriculum.open == 1
    assert [level.success for level in curriculum.levels] == [None, None, None]
    asked = teach(curriculum, 2, 200)
    assert curriculum.open == 3
    assert [level.success for level in curriculum.levels] == [1.0, 1.0, 0.0]
    assert set(asked) == {0, 1, 2}
    # What is forgotten is asked again, and what comes after it waits.
    teach(curriculum, 0, 100)
    assert curriculum.open == 1


def test_what_is_answered_now_and_then_is_asked_most() -> None:
    curriculum = Curriculum(questions(), "distance", levels=2, window=4, bar=0.5, seed=3)
    easy, hard = (level.questions[0]["metadata"] for level in curriculum.levels)
    curriculum.note([easy] * 4 + [hard] * 4, [1, 1, 1, 1, 0, 1, 0, 1])
    asked = Counter(curriculum.draw()["metadata"]["difficulty"]["distance"] for _ in range(300))
    assert sum(asked.values()) == 300
    first, second = curriculum.levels
    assert (first.asked, second.asked) == (
        sum(count for value, count in asked.items() if value <= first.range[1]),
        sum(count for value, count in asked.items() if value >= second.range[0]),
    )
    assert 0 < first.asked < second.asked / 4


def test_levels_are_about_equally_big_and_have_all_questions() -> None:
    whole = questions()
    curriculum = Curriculum(whole, "objects", levels=3)
    sizes = [len(level.questions) for level in curriculum.levels]
    assert sum(sizes) == len(whole)
    assert len(Curriculum(whole, "grid_size", levels=3).levels) == 1
    for level in curriculum.levels:
        values = [difficulty["objects"] for difficulty in level.questions.difficulties()]
        assert level.range == (min(values), max(values)) or level.range[0] <= min(values)
    entries = [entry["metadata"]["difficulty"] for entry in whole]
    assert whole.difficulties() == entries


def test_a_curriculum_is_the_same_with_the_same_seed_and_in_another_process() -> None:
    one, other = (Curriculum(questions(), "actions", seed=5) for _ in range(2))
    other = pickle.loads(pickle.dumps(other))
    assert [one.draw() for _ in range(20)] == [other.draw() for _ in range(20)]


@pytest.mark.parametrize(
    ("dial", "levels", "options", "message"),
    [
        ("length", 2, {}, "no difficulty `length`"),
        ("actions", 0, {}, "at least one level"),
        ("actions", [(3, 1)], {}, "lower end"),
        ("actions", [(1, 3), (3, 4)], {}, "nothing in common"),
        ("actions", [(1, 3), (90, 94)], {}, "from 90 to 94"),
        ("actions", 2, {"bar": 2}, "`bar`"),
        ("actions", 2, {"window": 0}, "`window`"),
    ],
)
def test_mistakes_are_told(dial: str, levels: Any, options: Any, message: str) -> None:
    with pytest.raises(wampimuk.Error, match=message):
        Curriculum(questions(), dial, levels, **options)


def test_dials() -> None:
    assert depth([0]) == 0
    assert depth([0, 0, 0]) == 1
    assert depth([0, 0, 1]) == 2
    for recipe, dials in (
        ("gscan-demo", {"distance", "distractors"}),
        ("reascan-1rc", {"distance", "distractors", "clauses", "depth"}),
        ("mix-t12", {"distance", "distractors", "supporting"}),
    ):
        items = wampimuk.dataset(recipe, "test")
        for entry in reasoning.dataset(recipe, "test", size=20):
            difficulty = entry["metadata"]["difficulty"]
            assert dials <= set(difficulty)
            item = items[entry["metadata"]["index"]]
            if recipe == "mix-t12":
                support = item["supporting"]
                assert difficulty["distractors"] == len(item["facts"]) - len(support)
                assert difficulty["distance"] == (len(item["facts"]) + 1 - min(support) if support else 0)
            else:
                assert difficulty["distance"] == item["distance"]
                phrases = len(item["phrases"]) if recipe == "reascan-1rc" else 1
                assert difficulty["distractors"] == len(item["objects"]) - phrases
                assert difficulty.get("depth", 0) == difficulty.get("clauses", 0)
