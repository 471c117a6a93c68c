"""Tasks for Inspect: `inspect eval wampimuk/gscan -T split=adverb_2_test -T form=grid --model …`.

Inspect finds this module by the entry point `inspect_ai` of the package. What it logs about a sample has the
metadata from which `wampimuk score` derives everything again.
"""

from __future__ import annotations

from importlib.metadata import version

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    NOANSWER,
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate

from wampimuk._hosts import CUT, ITEMS, RECIPES, judge, questions


@scorer(metrics={"*": [accuracy(), stderr(), grouped(accuracy(), "split", all=False)]})
def answer() -> Scorer:
    """Whether an answer is exactly right, and whether it does what was asked; none if it cannot be read."""

    async def score(state: TaskState, target: Target) -> Score:
        said = state.output.completion
        finish = state.output.stop_reason if state.output.choices else None
        judgement = judge(said, state.metadata, finish)

        def mark(is_right: bool) -> str:
            return NOANSWER if not judgement.parsed else CORRECT if is_right else INCORRECT

        return Score(
            value={"exact": mark(judgement.exact), "fulfils": mark(judgement.fulfils)},
            answer=said,
            explanation=f"the answer ended by {finish}" if finish in CUT else judgement.why,
            metadata={"reached": judgement.reached, "accuracy": judgement.accuracy},
        )

    return score


def _task(recipe: str, split: str, n: int, seed: int, form: str | None, ask: str | None) -> Task:
    samples = [
        Sample(
            id=f"{entry['metadata']['split']}/{entry['metadata']['index']}",
            input=entry["question"],
            target=entry["answer"],
            metadata=dict(entry["metadata"]),
        )
        for entry in questions(recipe, split, n=n, seed=seed, form=form, task=ask)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=recipe),
        solver=[generate()],
        scorer=answer(),
        version=version("wampimuk"),
        metadata={"recipe": recipe, "seed": seed, "split": split},
    )


@task
def gscan(
    recipe: str = RECIPES["gscan"],
    split: str = "test",
    n: int = ITEMS,
    seed: int = 0,
    form: str | None = None,
    ask: str | None = None,
) -> Task:
    """Commands in a grid world. `ask=reference` asks for the target's cell instead of the actions."""
    return _task(recipe, split, n, seed, form, ask)


@task
def reascan(
    recipe: str = RECIPES["reascan"],
    split: str = "test",
    n: int = ITEMS,
    seed: int = 0,
    form: str | None = None,
    ask: str | None = None,
) -> Task:
    """Commands with relative clauses. `ask=reference` asks for the target's cell instead of the actions."""
    return _task(recipe, split, n, seed, form, ask)


@task
def stories(
    recipe: str = RECIPES["stories"],
    split: str = "test",
    n: int = ITEMS,
    seed: int = 0,
    form: str | None = None,
) -> Task:
    """Questions about stories: bAbI, Dyna-bAbI, long stories."""
    return _task(recipe, split, n, seed, form, None)


@task
def riddle(
    recipe: str = RECIPES["riddle"],
    split: str = "test",
    n: int = ITEMS,
    seed: int = 0,
    form: str | None = None,
) -> Task:
    """Worlds and what became of them: the last output is asked for."""
    return _task(recipe, split, n, seed, form, None)
