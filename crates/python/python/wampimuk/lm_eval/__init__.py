"""Tasks for lm-evaluation-harness.

    lm-eval run --include_path "$(wampimuk lm-eval-path)" --tasks wampimuk_gscan …

The tasks are the YAML files beside this one. What they ask about is chosen by `--metadata '{"split": "test",
"recipe": "gscan", "n": 500, "seed": 0, "form": "grid"}'`. There is no stop string, so that a model may think
first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wampimuk._hosts import ITEMS, RECIPES, judge, questions
from wampimuk._optional import needed

__all__ = ["documents", "path", "results"]


def path() -> str:
    """The folder of the tasks."""
    return str(Path(__file__).parent)


def documents(
    family: str = "gscan",
    recipe: str | None = None,
    split: str = "test",
    n: int = ITEMS,
    seed: int = 0,
    form: str | None = None,
    ask: str | None = None,
    **others: Any,
) -> dict[str, Any]:
    """The questions, as the harness wants them. Its own settings, which it hands over too, are ignored."""
    datasets = needed("datasets", "hf", "wampimuk.lm_eval")
    asked = questions(recipe or RECIPES[family], split, n=n, seed=seed, form=form, task=ask)
    rows = [{**entry, "metadata": json.dumps(entry["metadata"])} for entry in asked]
    return {"test": datasets.Dataset.from_list(rows)}


def results(doc: Mapping[str, Any], answers: Sequence[Any]) -> dict[str, float]:
    """What the answer to a question is worth."""
    said = answers[0]
    while isinstance(said, (list, tuple)):
        said = said[0] if said else None
    judgement = judge(said, json.loads(doc["metadata"]))
    return {
        "exact": float(judgement.exact),
        "fulfils": float(judgement.fulfils),
        "readable": float(judgement.parsed),
    }
