"""Questions with rewards that can be verified, for training and testing language models.

    >>> from wampimuk import reasoning
    >>> questions = reasoning.dataset("reascan", form="grid", size=500)
    >>> entry = questions[0]
    >>> questions.score_answer("walk, walk, turn left, walk", entry)

An entry is a dictionary of `question`, `answer` and `metadata`, as in reasoning-gym, which is not needed
here. `register` adds the questions to reasoning-gym, and `reward` is for trainers that ask for a function of
prompts and completions. An entry says in its metadata which item it is about; scores derive that item again,
so they need nothing but the entry, and nothing that is compared as text.

How an answer is found in what a model says, leaving out what stands between `<think>` and `</think>`:

1. It is marked by a tag, `<answer>…</answer>`, or by a label: a line that begins with `Answer:` or `Final
   answer:`, in any case, with or without marks of Markdown around the label. The last mark counts. If
   nothing else is in the line of a label, the answer is the next block of lines. A tag that is not closed is
   none. `reward` asks for a mark, as questions do; `score_answer` takes a text without one as the answer.
2. Code fences, `*` and backticks are left out.
3. Actions are `walk`, `push`, `pull`, `stay`, `turn left` and `turn right`, in any case, `turn_left` and
   `turn-left` too. Between them are spaces, line breaks, commas, semicolons, arrows or quotation marks;
   square brackets may stand around all of them. `nothing` or `[]` is the empty list. Repeat counts and
   numbered lists are not read.
4. A cell is two numbers: both labelled (`row 3, column 2`), or neither, and then the row comes first.
5. Words are separated by commas, semicolons, line breaks or "and", or are a JSON list. Case, quotation marks,
   a full stop at the end and an article at the beginning do not matter; everything else does.
6. Grids have a line for each row, or are a JSON list of lists.

Whatever is not written like this earns nothing: there is no guessing from parts of a text. The right answer
earns 1. What others earn is said by `credit`: nothing (`strict`); 1 for actions that do what the command says
in another way (`fulfilling`); or 0.9 for that, 0.3 for reaching the right object, and up to 0.2 for actions
that are right from the start (`partial`).
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, overload

from wampimuk._difficulty import Range, difficulty
from wampimuk._native import Error, Order
from wampimuk._optional import needed
from wampimuk._score import Credit, Judgement
from wampimuk._source import Setting, Source, find
from wampimuk._streams import NAMES, Roles, compound, sorted_out

__all__ = [
    "Entry",
    "Form",
    "Questions",
    "Streams",
    "Task",
    "dataset",
    "judge_answer",
    "judge_answers",
    "register",
    "reward",
    "score_answer",
    "streams",
]

Form: TypeAlias = Literal["coordinates", "grid", "prose", "numbered", "json"]
"""How an item is written.

Worlds have all but `numbered`, stories `prose`, `numbered` and `json`, riddles `grid` and `json`.
"""
Task: TypeAlias = Literal["actions", "reference"]
"""What is asked about a world: the actions, or the cell of what the command is about."""

CHUNK = 64
"""Entries made at a time while iterating."""
ALONE = 64
"""Answers that are judged on one core: for so few, others would only start and stop."""


class Entry(TypedDict):
    """A question, its answer, and what the item is."""

    question: str
    answer: str
    metadata: dict[str, Any]


def dataset(
    recipe: str | os.PathLike[str] | None = None,
    split: str = "train",
    seed: int = 0,
    *,
    size: int | None = None,
    form: Form | None = None,
    task: Task | None = None,
    credit: Credit = "strict",
    instructions: bool = True,
    shuffle: bool = True,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
) -> Questions:
    """Questions about the items of a split. Recipe, seed and `set` are those of `wampimuk.dataset`.

    `size` takes only so many. They are a fair sample, since the items come in an order that is drawn from the
    seed; without `shuffle`, the order is the dataset's, in which stories of a kind stand together. `form` and
    `task` are the family's usual ones if nobody says otherwise. Without `instructions`, questions have
    neither the rules of the task nor those of the answer. `credit` says what answers earn that are not right.
    """
    source = find(recipe, recipe_text, seed=seed, set=set, view=None, image=False)
    origin: dict[str, Any] = {"recipe": source.name if recipe is None else os.fspath(recipe), "seed": seed}
    if set:
        origin["set"] = json.dumps(set)
    if recipe_text is not None:
        origin["recipe_text"] = recipe_text
    options = Options(form, task, credit, instructions, shuffle)
    return Questions(source, split, origin, options, size)


class Streams(NamedTuple):
    """Questions for three purposes, which share no compound and so no item."""

    supervised: Questions
    reinforcement: Questions
    test: Questions


def streams(
    recipe: str | os.PathLike[str] | None = None,
    split: str = "train",
    seed: int = 0,
    *,
    size: int | tuple[int, int, int] = 1000,
    shares: tuple[float, float, float] = (0.4, 0.4, 0.2),
    difficulty: Mapping[str, Range] | None = None,
    form: Form | None = None,
    task: Task | None = None,
    credit: Credit = "strict",
    instructions: bool = True,
    set: Mapping[str, Setting] | None = None,
    recipe_text: str | None = None,
) -> Streams:
    """Questions for supervised training, for reinforcement and for test that are disjoint by construction.

        >>> streams = reasoning.streams("reascan", size=(5000, 5000, 500), difficulty={"clauses": (1, 2)})

    A compound (of a command verb, adverb and phrases; of a riddle operation and phrases; of a question the
    first sentence of its story) belongs to one stream, whatever the seed, and no other stream has it. Words
    are in all of them. All three come from `split`, so what the recipe's hold-outs hold out is in none: those
    splits are further tests. `size` is that of each stream; `shares` say how many of all compounds each has.

    `difficulty` takes only items in a range, by the numbers that entries have in their metadata, such as
    `{"actions": (1, 10), "objects": (4, 8)}`. It has no say in which stream a compound belongs to, so one can
    be changed without the other. The compounds of stories are their first sentences, as they are worded: a
    fresh language has streams of its own.
    """
    whole = dataset(
        recipe,
        split,
        seed,
        form=form,
        task=task,
        credit=credit,
        instructions=instructions,
        set=set,
        recipe_text=recipe_text,
    )
    sizes = dict(zip(NAMES, (size,) * len(NAMES) if isinstance(size, int) else size, strict=True))
    if min(sizes.values()) < 1:
        raise Error(f"a stream has at least one question, not {min(sizes.values())}")
    places = sorted_out(whole._looks(Roles(shares)), sizes, difficulty or {})
    return Streams(*(whole._only(places[name]) for name in NAMES))


class Options(NamedTuple):
    """How questions are asked."""

    form: Form | None
    task: Task | None
    credit: Credit
    instructions: bool
    shuffle: bool


class Questions(Sequence[Entry]):
    """Questions about the items of a split. Nothing is stored: an entry is made when it is asked for."""

    def __init__(
        self,
        source: Source,
        split: str,
        origin: Mapping[str, Any],
        options: Options,
        size: int | Sequence[int] | None = None,
    ) -> None:
        prepared = source.prepared
        self.source = source
        """The recipe and its seed."""
        self.split = split
        """The name of the split."""
        self.options = options
        """How questions are asked."""
        self._origin = dict(origin)
        self._number = prepared.split(split)
        self._len = prepared.splits[self._number][4]
        if isinstance(size, int) and not 0 < size <= self._len:
            raise Error(f"{size} questions cannot be made of split `{split}`: it has {self._len} items")
        self._places = range(self._len if size is None else size) if isinstance(size, int | None) else size
        # With no items, this only says whether there are such a form and such a task.
        prepared.prompts(self._number, [], form=options.form, view=options.task)
        prepared.judge(self._number, [], credit=options.credit)

    @property
    def name(self) -> str:
        """What reasoning-gym calls them: `wampimuk_` and the family."""
        return f"wampimuk_{self.source.prepared.family}"

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Questions: ...
    def __getitem__(self, index: int | slice) -> Entry | Questions:
        if isinstance(index, slice):
            return Questions(self.source, self.split, self._origin, self.options, self._places[index])
        try:
            place = self._places[operator.index(index)]
        except IndexError:
            raise IndexError(f"there is no question {index}: there are {len(self)}") from None
        return self._entries([place])[0]

    def __iter__(self) -> Iterator[Entry]:
        for start in range(0, len(self), CHUNK):
            yield from self._entries(self._places[start : start + CHUNK])

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """What an answer to an entry earns, from 0 to 1. See `wampimuk.reasoning.score_answer`."""
        return score_answer(answer, entry)

    def difficulties(self) -> list[dict[str, int]]:
        """How hard each question is, by the numbers that its entry has in its metadata."""
        prepared = self.source.prepared
        return [
            difficulty(prepared.family, row)
            for start in range(0, len(self), CHUNK)
            for row in prepared.rows(self._number, self._indices(self._places[start : start + CHUNK]))
        ]

    def __reduce__(self) -> tuple[type[Questions], tuple[Any, ...]]:
        return Questions, (self.source, self.split, self._origin, self.options, self._places)

    def __repr__(self) -> str:
        return f"<Questions {self.source.name} {self.split}, seed {self.source.seed}: {len(self)}>"

    def _at(self, numbers: Sequence[int]) -> Questions:
        """The questions with these numbers."""
        return self._only([self._places[number] for number in numbers])

    def _only(self, places: Sequence[int]) -> Questions:
        return Questions(self.source, self.split, self._origin, self.options, places)

    def _indices(self, places: Sequence[int]) -> list[int]:
        seed = self.source.seed if self.options.shuffle else None
        order = Order(self.source.prepared, self.split, self._len, seed)
        return [order.indices(place, 1, 1)[0] for place in places]

    def _looks(self, roles: Roles) -> Iterator[tuple[int, str, dict[str, int]]]:
        """Each place, the stream of the item there, and how hard it is."""
        prepared = self.source.prepared
        for start in range(0, len(self), CHUNK):
            places = self._places[start : start + CHUNK]
            rows = prepared.rows(self._number, self._indices(places))
            for place, row in zip(places, rows, strict=True):
                stream = roles.of(compound(prepared.family, row))
                yield place, stream, difficulty(prepared.family, row)

    def _entries(self, places: Sequence[int]) -> list[Entry]:
        prepared, options = self.source.prepared, self.options
        indices = self._indices(places)
        written = prepared.prompts(
            self._number, indices, form=options.form, view=options.task, instructions=options.instructions
        )
        rows = prepared.rows(self._number, indices)
        return [
            Entry(
                question=question,
                answer=answer,
                metadata={
                    "source_dataset": self.name,
                    "source_index": place,
                    **self._origin,
                    "split": self.split,
                    "index": index,
                    "id": row["id"],
                    "form": form,
                    "task": task,
                    "credit": options.credit,
                    "difficulty": difficulty(prepared.family, row),
                },
            )
            for place, index, row, (question, answer, form, task) in zip(
                places, indices, rows, written, strict=True
            )
        ]


def score_answer(answer: str | None, entry: Mapping[str, Any]) -> float:
    """What an answer to an entry earns, from 0 to 1.

    The answer is what a model said, with its answer marked, or the answer alone. See the module for the rule.
    `None`, as those say who found nothing, earns nothing.
    """
    return judge_answer(answer, entry["metadata"]).score


def judge_answer(answer: str | None, metadata: Mapping[str, Any]) -> Judgement:
    """What can be said about an answer to an entry with these metadata. See `score_answer`."""
    return judge_answers([answer], [metadata])[0]


def judge_answers(
    answers: Sequence[str | None], metadata: Sequence[Mapping[str, Any]], *, marked: bool = False
) -> list[Judgement]:
    """The same for many answers at once, on all cores. With `marked`, an answer has to be marked as one."""
    kinds: dict[_Asked, list[int]] = {}
    for place, about in enumerate(metadata):
        kinds.setdefault(_Asked.by(about), []).append(place)
    judgements: dict[int, Judgement] = {}
    for asked, places in kinds.items():
        _check(asked, [metadata[place] for place in places])
        claims = [(int(metadata[place]["index"]), _text(answers[place])) for place in places]
        judgements.update(zip(places, _judge(asked, claims, marked=marked), strict=True))
    return [judgements[place] for place in range(len(answers))]


def reward(
    prompts: Sequence[Any], completions: Sequence[Any], *, metadata: Sequence[Mapping[str, Any]], **rows: Any
) -> list[float]:
    """What each completion earns, from 0 to 1: a reward function, as trainers like TRL's want it.

    Each completion is a text or a list of messages, of which the last one counts; its answer has to be marked
    (see the module for the rule). `metadata` are those of the entries, a column of the table that is trained
    on. Prompts and other columns are not looked at. All are judged at once, on all cores and without holding
    the interpreter's lock.
    """
    if len(completions) != len(metadata):
        raise Error(f"there are {len(completions)} completions, but metadata of {len(metadata)} entries")
    said = [_said(completion) for completion in completions]
    return [judgement.score for judgement in judge_answers(said, metadata, marked=True)]


def register() -> list[str]:
    """Adds the questions to reasoning-gym, and returns the names that its `create_dataset` then knows.

    They are `wampimuk_gscan`, `wampimuk_reascan`, `wampimuk_stories` and `wampimuk_riddle`. Registering again
    changes nothing.
    """
    needed("reasoning_gym", "reasoning", "wampimuk.reasoning.register()")
    from wampimuk import _reasoning_gym  # noqa: PLC0415 - it imports what may be missing

    return _reasoning_gym.register()


class _Asked(NamedTuple):
    """What answers that are judged together have in common."""

    source: Source
    split: str
    task: str
    credit: Any

    @classmethod
    def by(cls, metadata: Mapping[str, Any]) -> _Asked:
        try:
            source = _source(
                metadata["recipe"], metadata.get("recipe_text"), metadata.get("set"), metadata["seed"]
            )
            # Tables have no tuples.
            credit = metadata["credit"]
            credit = credit if isinstance(credit, str) else tuple(credit)
            return cls(source, metadata["split"], metadata["task"], credit)
        except KeyError as error:
            raise Error(f"this is no entry of wampimuk.reasoning: its metadata have no {error}") from None


@lru_cache(maxsize=64)
def _source(recipe: str, recipe_text: str | None, set: str | None, seed: int) -> Source:
    changes = None if set is None else json.loads(set)
    name = recipe if recipe_text is None else None
    return find(name, recipe_text, seed=seed, set=changes, view=None, image=False)


def _check(asked: _Asked, metadata: Sequence[Mapping[str, Any]]) -> None:
    """Items are found by their place: another recipe or another version may have another item there."""
    prepared = asked.source.prepared
    ids = {int(about["index"]): about["id"] for about in metadata}
    for index, row in zip(ids, prepared.rows(prepared.split(asked.split), list(ids)), strict=True):
        if row["id"] != ids[index]:
            raise Error(
                f"item {index} of split `{asked.split}` of {asked.source.name} is not the one that was asked "
                f"about: its identity is {row['id']}, not {ids[index]}"
            )


def _judge(asked: _Asked, claims: list[tuple[int, str]], *, marked: bool) -> list[Judgement]:
    prepared = asked.source.prepared
    judged = prepared.judge(
        prepared.split(asked.split),
        claims,
        view=asked.task,
        mode="strict" if marked else "whole",
        credit=asked.credit,
        threads=(os.cpu_count() or 1) if len(claims) > ALONE else 1,
    )
    return [Judgement(*one) for one in judged]


def _text(answer: str | None) -> str:
    """An answer as text that can be encoded. Halves of surrogate pairs cannot."""
    if not isinstance(answer, str):
        return ""
    return answer if answer.isascii() else answer.encode("utf-8", "replace").decode()


def _said(completion: Any) -> str:
    """The text of a completion: of its last message, if it is a conversation."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return _said(completion.get("content") or completion.get("text") or "")
    if isinstance(completion, Sequence) and completion:
        parts = [part for part in completion if not isinstance(part, Mapping) or "role" not in part]
        # Parts of one message belong together; of messages, the last one counts.
        return "".join(map(_said, parts)) if parts else _said(completion[-1])
    return ""
