"""How hard an item is, in numbers: the dials that streams and curricula turn.

Commands have `grid_size`, `words`, `objects`, `distractors` (objects beyond one for each phrase), `distance`
(steps from the agent to the target) and `actions`; those with clauses have `clauses` and `depth` (a clause
within a clause is at depth 2) too. Riddles have `grid_size`, `words`, `clauses` and `pairs`. Questions about
stories have `sentences`, `supporting`, `distractors` (sentences that the answer does not rest on) and
`distance` (how many sentences back the first one is that it rests on).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wampimuk._native import Error

Range = tuple[int, int]
"""From so many to so many, both included."""


def difficulty(family: str, row: Mapping[str, Any]) -> dict[str, int]:
    """What makes an item hard, in numbers."""
    if family == "stories":
        sentences, supporting = len(row["facts"]), row["supporting"]
        return {
            "sentences": sentences,
            "supporting": len(supporting),
            "distractors": sentences - len(supporting),
            "distance": sentences + 1 - min(supporting) if supporting else 0,
        }
    sizes = {"grid_size": row["grid_size"], "words": len(row["command"])}
    if "pattern" in row:
        sizes["clauses"] = row["pattern"].count("$OBJ") - 1
    if family == "riddle":
        return {**sizes, "pairs": len(row["pairs"])}
    if "phrases" in row:
        sizes["depth"] = depth([phrase["parent"] for phrase in row["phrases"]])
    return {
        **sizes,
        "objects": len(row["objects"]),
        "distractors": max(0, len(row["objects"]) - len(row.get("phrases", [0]))),
        "distance": row["distance"],
        "actions": len(row["actions"]),
    }


def depth(parents: list[int]) -> int:
    """How deep clauses are nested. Parents come before their clauses, and the head, which has none, first."""
    depths = [0]
    for parent in parents[1:]:
        depths.append(depths[parent] + 1)
    return max(depths)


def is_within(difficulty: Mapping[str, int], wanted: Mapping[str, Range]) -> bool:
    """Whether an item is as hard as wanted."""
    return all(least <= dial(difficulty, name) <= most for name, (least, most) in wanted.items())


def dial(difficulty: Mapping[str, int], name: str) -> int:
    """One of the numbers."""
    if name not in difficulty:
        known = ", ".join(difficulty)
        raise Error(f"these items have no difficulty `{name}` (they have {known})")
    return difficulty[name]
