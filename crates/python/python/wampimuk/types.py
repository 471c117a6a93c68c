"""The columns of items, for type checkers: a `TypedDict` for each family.

    >>> from typing import cast
    >>> from wampimuk.types import GscanItem
    >>> item = cast(GscanItem, wampimuk.dataset("gscan")[0])

Items are mappings with these keys. `Dataset.schema` says what each column means; changes of a recipe may add
some.
"""

from __future__ import annotations

from typing import Any, TypedDict


class GridObject(TypedDict):
    """An object of a world."""

    shape: str
    colour: str
    size: int
    row: int
    column: int


class CastObject(GridObject):
    """An object of ReaSCAN's, with why it is there.

    `group` and `phrase` name the target (0 and 1): they are part of the answer, never a model's input.
    """

    group: int
    phrase: int


class GscanItem(TypedDict):
    """An item of the family `gscan`."""

    id: str
    split: str
    index: int
    command: list[str]
    verb: str
    size: str
    colour: str
    noun: str
    adverb: str
    grid_size: int
    agent_row: int
    agent_column: int
    agent_heading: str
    objects: list[GridObject]
    target: int
    direction: str
    distance: int
    actions: list[str]
    readings: list[str]
    necessary: list[str]


class Phrase(TypedDict):
    """A phrase of a command, and which of its words are needed."""

    relation: str
    parent: int
    determiner: str
    size: str
    colour: str
    noun: str
    needs_size: bool
    needs_colour: bool
    needs_noun: bool
    needs_clause: bool


class Group(TypedDict):
    """Objects that were placed together, and what for."""

    strategy: str
    phrase: int
    word: str
    other: int
    complete: bool


class ReascanItem(TypedDict):
    """An item of the family `reascan`."""

    id: str
    split: str
    index: int
    command: list[str]
    verb: str
    size: str
    colour: str
    noun: str
    adverb: str
    grid_size: int
    agent_row: int
    agent_column: int
    agent_heading: str
    objects: list[CastObject]
    target: int
    direction: str
    distance: int
    actions: list[str]
    readings: list[str]
    necessary: list[str]
    pattern: str
    phrases: list[Phrase]
    groups: list[Group]
    variants: list[str]


class Operation(TypedDict):
    """What is done to an object of a riddle."""

    kind: str
    colour: str
    shape: str
    size: int
    side: str
    steps: int


class WorldPair(TypedDict):
    """A world before and after."""

    input: list[GridObject]
    output: list[GridObject]
    target: int


class RiddleItem(TypedDict):
    """An item of the family `riddle`."""

    id: str
    split: str
    index: int
    command: list[str]
    pattern: str
    operation: Operation
    logic: str
    grid_size: int
    pairs: list[WorldPair]
    test: WorldPair
    words: int
    shortest: int
    shorter: int
    alternatives: int
    agreeing: int


class StoryItem(TypedDict):
    """An item of the family `stories`."""

    id: str
    split: str
    task: str
    story: int
    index: int
    facts: list[str]
    question: str
    kind: str
    answer: str
    supporting: list[int]
    all_minimal: list[list[int]]
    complete: bool
    composition: list[str]
    symbols: list[str]
    status: str


class GridRow(TypedDict):
    """A command in a grid world, as `wampimuk.files` reads it."""

    id: str
    split: str
    index: int
    command: list[str]
    grid_size: int
    agent_row: int
    agent_column: int
    agent_heading: str
    objects: list[GridObject]
    target: int | None
    actions: list[str]


class StoryRow(TypedDict):
    """A question about a story, as `wampimuk.files` reads it."""

    split: str | None
    task: str | None
    story: int
    index: int
    facts: list[str]
    question: str
    answer: str
    supporting: list[int]


class TaskRow(TypedDict):
    """A riddle, as `wampimuk.files` reads it: the task is that of its file."""

    split: str
    index: int | None
    task: dict[str, Any]


ITEMS: dict[str, type] = {
    "gscan": GscanItem,
    "reascan": ReascanItem,
    "riddle": RiddleItem,
    "stories": StoryItem,
}
"""The type of each family's items."""
