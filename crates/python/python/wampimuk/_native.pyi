"""The native part of the package. Its classes and functions are for the modules beside it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, final, overload

__all__ = [
    "Batcher",
    "Environments",
    "Error",
    "FileRows",
    "Order",
    "Play",
    "Prepared",
    "Stream",
    "Vocabulary",
    "__version__",
    "answers",
    "audit",
    "eval",
    "generate",
    "main",
    "merge",
    "pairs",
    "plan",
    "recipe",
    "recipe_of_text",
    "recipes",
    "scores",
    "show",
    "solve",
    "solve_text",
    "stats",
    "verify",
]
__version__: str

class Error(ValueError):
    """What was asked for cannot be done. The message is the one that the command line prints."""

@final
class Prepared:
    def __new__(cls, name: str, toml: str, seed: int, extras: Sequence[str]) -> Prepared: ...
    @property
    def name(self) -> str: ...
    @property
    def recipe(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def extras(self) -> list[str]: ...
    @property
    def splits(self) -> list[tuple[str, str, str | None, str, int]]: ...
    @property
    def columns(self) -> list[tuple[str, str, list[str] | None, str]]: ...
    def split(self, name: str) -> int: ...
    def rows(self, split: int, indices: Sequence[int]) -> list[dict[str, Any]]: ...
    def arrow(self, split: int, start: int, step: int, count: int, batch: int, threads: int) -> Stream: ...
    def __arrow_c_schema__(self) -> object: ...
    def solve(
        self,
        command: str,
        side: int,
        agent: tuple[int, int, str],
        objects: Sequence[tuple[str, str, int, int, int]],
    ) -> tuple[list[int], list[str] | None]: ...
    def solved(self, split: int, indices: Sequence[int]) -> list[dict[str, Any]]: ...
    def prompts(
        self,
        split: int,
        indices: Sequence[int],
        *,
        form: str | None = None,
        view: str | None = None,
        instructions: bool = True,
    ) -> list[tuple[str, str, str, str]]: ...
    def partner_prompts(
        self,
        split: int,
        indices: Sequence[int],
        *,
        form: str | None = None,
        view: str | None = None,
        instructions: bool = True,
    ) -> list[list[tuple[str, bool, str, str]]]: ...
    def judge(
        self,
        split: int,
        answers: Sequence[tuple[int, str]],
        *,
        view: str | None = None,
        mode: str = "strict",
        credit: str | tuple[float, float, float] = ...,
        threads: int = 1,
    ) -> list[tuple[float, bool, bool, bool, bool, bool, float, int, int, str | None]]: ...
    def picture(self, split: str, index: int, look: Mapping[str, Any]) -> bytes: ...

@final
class Stream:
    @property
    def interrupted(self) -> bool: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class Order:
    def __new__(cls, prepared: Prepared, split: str, len: int, seed: int | None) -> Order: ...
    def indices(self, start: int, step: int, count: int) -> list[int]: ...

@final
class Batcher:
    def __new__(
        cls,
        prepared: Prepared,
        *,
        floats: bool = False,
        fixed: bool = False,
        threads: int = 1,
        marks: bool = False,
        last: int | None = None,
        widths: tuple[int, int, int, int] | None = None,
    ) -> Batcher: ...
    @property
    def vocabularies(self) -> list[tuple[str, Vocabulary]]: ...
    @property
    def shape(self) -> tuple[int, int, int, int] | None: ...
    @property
    def channels(self) -> list[str] | None: ...
    def make(self, split: int, indices: Sequence[int]) -> dict[str, Any]: ...
    def follow(
        self, split: int, order: Order, position: int, step: int, count: int, start: int, stride: int
    ) -> dict[str, Any]: ...

@final
class Vocabulary:
    """Which number stands for which word."""

    @classmethod
    def from_json(cls, text: str) -> Vocabulary:
        """Reads a vocabulary and checks that nobody changed it."""
    def to_json(self) -> str:
        """The vocabulary as JSON."""
    @property
    def name(self) -> str:
        """What it is for."""
    @property
    def version(self) -> int:
        """The version of the rules by which numbers are given."""
    @property
    def digest(self) -> str:
        """The digest of its tokens: equal digests, equal numbers."""
    @property
    def tokens(self) -> list[str]:
        """The tokens; their places are their numbers."""
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> str: ...
    @overload
    def __getitem__(self, key: str, /) -> int: ...
    def __contains__(self, key: str, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def encode(self, words: Sequence[str]) -> list[int]:
        """The numbers of words, as they stand in arrays."""
    def decode(self, numbers: Sequence[int]) -> list[str]:
        """The words of a row of numbers, without what marks beginning, end and padding."""

@final
class FileRows:
    def __new__(
        cls, path: str, *, split: str | None = None, recipe: str | None = None, trust: bool = False
    ) -> FileRows: ...
    def take(self, count: int) -> list[dict[str, Any]]: ...

@final
class Environments:
    action_names: list[str]
    event_names: list[tuple[int, str]]
    def __new__(
        cls,
        prepared: Prepared,
        split: str,
        count: int,
        *,
        autoreset: str,
        weights: tuple[float, float, float],
        discount: float,
        strict: bool,
        limit_factor: int,
        limit_margin: int,
    ) -> Environments: ...
    @property
    def arrays(self) -> dict[str, Any]: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    def reset(
        self,
        seed: int | None = None,
        items: Sequence[int] | None = None,
        mask: Sequence[bool] | None = None,
    ) -> None: ...
    def step(self, actions: Any) -> None: ...
    def id(self, index: int) -> str: ...
    def pixels(self, number: int) -> Any: ...
    def text(self, number: int, title: str) -> str: ...

@final
class Play:
    id: str
    answer: list[str]
    def __new__(
        cls,
        prepared: Prepared,
        split: int,
        index: int,
        *,
        form: str = "coordinates",
        sight: int | None = None,
        turns: int | None = None,
        moves: int | None = None,
        tools: bool = False,
    ) -> Play: ...
    @property
    def opening(self) -> str: ...
    def view(self) -> str: ...
    def say(self, text: str) -> str | None: ...
    def act(self, actions: Sequence[str]) -> str | None: ...
    def finish(self) -> None: ...
    @property
    def end(self) -> str | None: ...
    @property
    def fulfilled(self) -> bool: ...
    @property
    def actions(self) -> list[str]: ...
    @property
    def turns(self) -> int: ...
    @property
    def turns_left(self) -> int: ...

def eval(
    file: str | None,
    json: str,
    folder: object,
    key: str | None,
    how: dict[str, Any],
    progress: Callable[[str, int, int | None], object] | None = None,
) -> tuple[dict[str, Any], list[tuple[str, list[str], list[list[str]]]], str, int, str | None]: ...
def plan(file: str | None, json: str, folder: object, how: dict[str, Any]) -> dict[str, Any]: ...
def generate(
    prepared: Prepared,
    out: str | None,
    *,
    splits: Sequence[str],
    format: str | None = None,
    limit: int | None = None,
    shard_items: int | None = None,
    shard: tuple[int, int] | None = None,
    threads: int,
    force: bool = False,
    progress: Callable[[int], object] | None = None,
) -> tuple[str, tuple[int, int, int, list[str], bool]]: ...
def merge(
    places: Sequence[str],
    out: str,
    *,
    threads: int,
    force: bool = False,
    move_files: bool = False,
    progress: Callable[[int], object] | None = None,
) -> tuple[str, int | None, tuple[int, int, int, list[str], bool]]: ...
def pairs(
    path: str,
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    seed: int = 0,
    set: Sequence[str] = ...,
    prompts: str | None = None,
    threads: int = 1,
) -> list[dict[str, Any]]: ...
def recipes() -> list[tuple[str, str, str, str]]: ...
def recipe(name: str, changes: Sequence[str]) -> tuple[str, str]: ...
def recipe_of_text(name: str, text: str, changes: Sequence[str]) -> tuple[str, str]: ...
def main(arguments: Sequence[str]) -> int: ...
def verify(
    path: str,
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    show: int,
    threads: int,
) -> tuple[int, int, bool, list[tuple[str, str, int, int, list[str], int, str | None]]]: ...
def show(
    path: str,
    index: int,
    look: Mapping[str, Any],
    *,
    count: int,
    split: str | None = None,
    recipe: str | None = None,
    seed: int = 0,
    set: Sequence[str] = ...,
    threads: int,
) -> bytes: ...
def stats(
    path: str,
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    threads: int,
) -> tuple[dict[str, Any], list[tuple[str, list[str], list[list[str]]]], str]: ...
def audit(
    path: str,
    *,
    split: str | None = None,
    limit: int | None = None,
    recipe: str | None = None,
    learn_from: str | None = None,
    floors: str,
    threads: int,
) -> tuple[dict[str, Any], list[tuple[str, list[str], list[list[str]]]], str]: ...
def scores(
    files: Sequence[str],
    *,
    data: str | None = None,
    splits: Sequence[str],
    by: Sequence[str],
    cap: int | None = None,
    baselines: bool,
    train: str | None = None,
    recipe: str | None = None,
    seed: int | None = None,
    set: Sequence[str],
    threads: int,
) -> tuple[dict[str, Any], list[tuple[str, list[str], list[list[str]]]], str]: ...
def answers(
    file: str,
    *,
    data: str | None = None,
    split: str | None = None,
    errors: bool,
    skip: int,
    count: int,
    answer: bool,
    recipe: str | None = None,
    seed: int | None = None,
    set: Sequence[str],
    threads: int,
) -> tuple[dict[str, Any], list[tuple[str, list[str], list[list[str]]]], str]: ...
def solve(path: str, threads: int) -> list[dict[str, Any]]: ...
def solve_text(story: str) -> list[dict[str, Any]]: ...
