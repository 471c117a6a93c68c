"""Which dataset is meant: a recipe with a seed, and the view of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from wampimuk._html import html_table
from wampimuk._native import Error, Prepared
from wampimuk._native import recipe as _recipe
from wampimuk._native import recipe_of_text as _recipe_of_text
from wampimuk._native import recipes as _recipes

Setting: TypeAlias = "bool | int | float | str | Sequence[Setting] | Mapping[str, Setting]"
"""A value of a recipe's key."""


class Recipe(NamedTuple):
    """A recipe that comes with the package."""

    name: str
    family: str
    title: str
    digest: str


class Recipes(list[Recipe]):
    """Recipes, family by family. A notebook shows them as a table."""

    def _repr_html_(self) -> str:
        return html_table(Recipe._fields, [[*recipe[:3], recipe.digest[:12]] for recipe in self])


def recipes() -> Recipes:
    """The recipes that come with the package, family by family."""
    return Recipes(Recipe(*recipe) for recipe in _recipes())


@dataclass(frozen=True, slots=True)
class Source:
    """A recipe with a seed. It is small and can be sent to other processes, which prepare it again."""

    name: str
    recipe: str
    seed: int
    extras: tuple[str, ...] = ()

    @property
    def prepared(self) -> Prepared:
        """The recipe, ready to make items. Prepared once for each process."""
        return _prepare(self)


def find(
    recipe: str | os.PathLike[str] | Mapping[str, Setting] | None,
    recipe_text: str | None,
    *,
    seed: int,
    set: Mapping[str, Setting] | None,
    view: str | None = None,
    image: bool = False,
    pairs: bool = False,
    process: bool = False,
    prompts: bool = False,
) -> Source:
    """The source that the arguments of `dataset` name."""
    if (recipe is None) == (recipe_text is None):
        raise Error("give either a recipe's name or file, or its text as `recipe_text`")
    if isinstance(recipe, Mapping):
        recipe_text = text_of(recipe)
        recipe = None
    if recipe is not None:
        name, text = _recipe(os.fspath(recipe), changes(set))
    else:
        name, text = _recipe_of_text("recipe", recipe_text or "", changes(set))
    if not 0 <= seed < 1 << 64:
        raise Error(f"the seed {seed} is not a number from 0 to 2**64 - 1")
    extras = [view] if view not in (None, "actions") else []
    columns = (("image", image), ("pairs", pairs), ("process", process), ("prompts", prompts))
    extras += [extra for extra, wanted in columns if wanted]
    return Source(name, text, seed, tuple(extras))


@lru_cache(maxsize=8)
def _prepare(source: Source) -> Prepared:
    return Prepared(source.name, source.recipe, source.seed, list(source.extras))


def changes(set: Mapping[str, Setting] | None) -> list[str]:
    """Changes of keys as the native code reads them."""
    return [f"{key}={as_toml(value)}" for key, value in (set or {}).items()]


def text_of(recipe: Mapping[str, Setting]) -> str:
    """A recipe as TOML, a line for each of its keys."""
    return "".join(f"{as_toml(key)} = {as_toml(value)}\n" for key, value in recipe.items())


def as_toml(value: Setting) -> str:
    """A value as TOML has it."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case Mapping():
            pairs = (f"{as_toml(key)} = {as_toml(inner)}" for key, inner in value.items())
            return "{" + ", ".join(pairs) + "}"
        case Sequence():
            return "[" + ", ".join(as_toml(inner) for inner in value) + "]"
    raise Error(f"a recipe has no place for {value!r}")
