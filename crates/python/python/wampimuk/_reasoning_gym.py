"""What reasoning-gym knows about the questions. Only `wampimuk.reasoning.register` imports this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import DATASETS, register_dataset

from wampimuk import reasoning
from wampimuk._native import Error
from wampimuk._score import Credit
from wampimuk._source import Setting


@dataclass(kw_only=True)
class Config:
    """Which questions are asked, and how. The fields are the arguments of `wampimuk.reasoning.dataset`."""

    recipe: str
    split: str = "train"
    form: reasoning.Form | None = None
    task: reasoning.Task | None = None
    credit: Credit = "strict"
    instructions: bool = True
    shuffle: bool = True
    set: Mapping[str, Setting] = field(default_factory=dict)
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Checks everything that is said."""
        self.questions(self.seed or 0, self.size)

    def questions(self, seed: int, size: int | None = None) -> reasoning.Questions:
        """The questions, or so many of them."""
        return reasoning.dataset(
            self.recipe,
            self.split,
            seed,
            form=self.form,
            task=self.task,
            credit=self.credit,
            instructions=self.instructions,
            shuffle=self.shuffle,
            set=self.set,
            size=size,
        )


@dataclass(kw_only=True)
class GscanConfig(Config):
    """Commands in grid worlds."""

    recipe: str = "gscan"


@dataclass(kw_only=True)
class ReascanConfig(Config):
    """Commands with relative clauses."""

    recipe: str = "reascan"


@dataclass(kw_only=True)
class StoriesConfig(Config):
    """Questions about stories."""

    recipe: str = "diverse-t12"


@dataclass(kw_only=True)
class RiddleConfig(Config):
    """Rules behind pairs of worlds."""

    recipe: str = "riddle"


class Registered(ProceduralDataset):  # type: ignore[misc] # reasoning-gym has no types
    """Questions as reasoning-gym has them: iteration ends at `size`, but any item of the split can be had."""

    name: ClassVar[str]

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self.questions = config.questions(self.seed)
        """The questions about all items of the split."""
        if self.questions.name != self.name:
            raise Error(f"{self.name} has no recipe `{config.recipe}`: that one is of {self.questions.name}")

    def __getitem__(self, idx: int) -> reasoning.Entry:
        return self.questions[idx]

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """What an answer to an entry earns, from 0 to 1. See `wampimuk.reasoning.score_answer`."""
        return reasoning.score_answer(answer, entry)


class Gscan(Registered):
    """gSCAN."""

    name = "wampimuk_gscan"


class Reascan(Registered):
    """ReaSCAN."""

    name = "wampimuk_reascan"


class Stories(Registered):
    """bAbI and Dyna-bAbI."""

    name = "wampimuk_stories"


class Riddle(Registered):
    """Riddles."""

    name = "wampimuk_riddle"


class GscanCurriculum(BaseCurriculum):  # type: ignore[misc] # reasoning-gym has no types
    """Bigger and bigger worlds, with longer and longer ways."""

    def __init__(self) -> None:
        super().__init__(GscanCurriculum.__name__, GscanConfig)
        self._define_attributes(_grid_sizes(6, 8, 10, 12))


class ReascanCurriculum(BaseCurriculum):  # type: ignore[misc] # reasoning-gym has no types
    """No relative clause, one, two."""

    def __init__(self) -> None:
        super().__init__(ReascanCurriculum.__name__, ReascanConfig)
        self._define_attributes(_recipes("reascan-simple", "reascan-1rc", "reascan-2rc"))


class StoriesCurriculum(BaseCurriculum):  # type: ignore[misc] # reasoning-gym has no types
    """More and more kinds of sentences and questions."""

    def __init__(self) -> None:
        super().__init__(StoriesCurriculum.__name__, StoriesConfig)
        self._define_attributes(_recipes("diverse-t2", "diverse-t7", "diverse-t12"))


class RiddleCurriculum(BaseCurriculum):  # type: ignore[misc] # reasoning-gym has no types
    """Bigger and bigger worlds."""

    def __init__(self) -> None:
        super().__init__(RiddleCurriculum.__name__, RiddleConfig)
        self._define_attributes(_grid_sizes(5, 6, 7, 8))


def _recipes(*names: str) -> Any:
    return ScalarAttributeDefinition(
        name="recipe", field_name="recipe", levels=list(names), description="The recipe, from easy to hard"
    )


def _grid_sizes(*sizes: int) -> Any:
    return ScalarAttributeDefinition(
        name="grid_size",
        field_name="set",
        levels=[{"generate.grid_size": size} for size in sizes],
        description="The number of rows and columns of the world",
    )


def register() -> list[str]:
    """Registers what is not registered yet."""
    families = (
        (Gscan, GscanConfig, GscanCurriculum),
        (Reascan, ReascanConfig, ReascanCurriculum),
        (Stories, StoriesConfig, StoriesCurriculum),
        (Riddle, RiddleConfig, RiddleCurriculum),
    )
    for dataset, config, curriculum in families:
        if dataset.name not in DATASETS:
            register_dataset(dataset.name, dataset, config, curriculum)
    return [dataset.name for dataset, _, _ in families]
