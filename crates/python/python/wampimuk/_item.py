"""Items."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from wampimuk._picture import Kind, look, picture
from wampimuk._source import Source

if TYPE_CHECKING:
    from wampimuk._score import Answer


class Prompt(NamedTuple):
    """An item as text."""

    question: str
    answer: str
    form: str
    """How it is written."""
    view: str
    """What is asked for: `actions`, `reference`, `answer` or `output`."""


class Partner(NamedTuple):
    """The other item of a minimal pair as text.

    It differs from the item's prompt in what is changed, and nowhere else.
    """

    change: str
    """What is changed."""
    answer_changes: bool
    """Whether the answer is another one than the item's."""
    question: str
    answer: str


class Item(Mapping[str, Any]):
    """An item of a dataset: a mapping from the names of its columns to their values.

    Items can be drawn, written as a prompt and scored; a notebook draws them by itself. Two items are equal
    if their columns are.
    """

    __slots__ = ("_columns", "_source", "index", "split")

    def __init__(self, source: Source, split: str, index: int, columns: dict[str, Any]) -> None:
        self._source = source
        self._columns = columns
        self.split = split
        """The name of its split."""
        self.index = index
        """Its index in the split."""

    @property
    def id(self) -> str:
        """Its identity, which depends on what it is and not on where it stands."""
        return str(self._columns["id"])

    @property
    def source(self) -> Source:
        """The recipe it is of."""
        return self._source

    def __getitem__(self, column: str) -> Any:
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[type[Item], tuple[Source, str, int, dict[str, Any]]]:
        return Item, (self._source, self.split, self.index, self._columns)

    def __repr__(self) -> str:
        return f"<Item {self._source.name} {self.split}[{self.index}]>"

    def render(
        self,
        kind: Kind = "svg",
        *,
        scale: float = 2.0,
        colour: bool = False,
        width: int = 80,
        path: bool = True,
        graph: bool = False,
        predicted: Sequence[str] | str | None = None,
        attention: Sequence[float] | None = None,
        solution: bool = False,
        logic: bool = True,
        answer: bool = True,
        plain: bool = False,
    ) -> Any:
        """A picture: a `str` of text or SVG, `bytes` of PNG or GIF. A notebook shows it.

        Of commands in grid worlds, `path` draws the way, `graph` adds relation graphs, `predicted` draws
        these actions beside the right ones and `attention` shades the cells, row by row. Of riddles,
        `solution` shows the last output and `logic` says what it is about. Without `answer`, nothing shows
        what is right. `plain` leaves a world alone, as in papers. `colour` and `width` are for
        text.
        """
        wanted = look(
            kind,
            scale=scale,
            colour=colour,
            width=width,
            path=path,
            graph=graph,
            predicted=predicted,
            attention=attention,
            solution=solution,
            logic=logic,
            answer=answer,
            plain=plain,
        )
        return picture(kind, self._source.prepared.picture(self.split, self.index, wanted))

    def prompt(
        self,
        form: str | None = None,
        *,
        view: Literal["actions", "reference"] | None = None,
        instructions: bool = True,
    ) -> Prompt:
        """The item as a question for a language model, and the right answer.

        The forms of worlds are `coordinates`, `grid`, `prose` and `json`, those of stories `prose`,
        `numbered` and `json`, those of riddles `grid` and `json`. Without `instructions`, the rules are
        left out.
        """
        prepared = self._source.prepared
        written = prepared.prompts(
            prepared.split(self.split), [self.index], form=form, view=view, instructions=instructions
        )
        return Prompt(*written[0])

    def partners(
        self,
        form: str | None = None,
        *,
        view: Literal["actions", "reference"] | None = None,
        instructions: bool = True,
    ) -> list[Partner]:
        """The item's minimal pairs as questions: the same question with exactly one thing changed.

        At most one whose answer is another one, and one whose answer is the same. They take what `prompt`
        takes.
        """
        prepared = self._source.prepared
        written = prepared.partner_prompts(
            prepared.split(self.split), [self.index], form=form, view=view, instructions=instructions
        )
        return [Partner(*one) for one in written[0]]

    def score(self, answer: Answer, **options: Any) -> float:
        """What an answer is worth, from 0 to 1. See `wampimuk.score`."""
        from wampimuk._score import score  # noqa: PLC0415 - it knows items, and items know it

        return score(answer, self, **options)

    def _repr_svg_(self) -> str:
        return str(self.render("svg"))

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            f"<td style='text-align:left'>{html.escape(_shown(value))}</td></tr>"
            for name, value in self._columns.items()
        )
        table = f"<table>{''.join(rows)}</table>"
        return f"{self.render('svg')}<details><summary>{html.escape(repr(self))}</summary>{table}</details>"


def _shown(value: object) -> str:
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
