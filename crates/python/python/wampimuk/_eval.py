"""Language models, asked over the network: `wampimuk eval` as a function."""

from __future__ import annotations

import html
import inspect
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict, overload

from wampimuk._analysis import Table
from wampimuk._native import Error
from wampimuk._native import eval as _eval
from wampimuk._native import plan as _plan
from wampimuk._optional import needed
from wampimuk._source import Setting, as_toml

KEYS = ("WAMPIMUK_API_KEY", "OPENAI_API_KEY")
"""Where the key of a server is looked for, if nobody gives one."""


class Playing(TypedDict, total=False):
    """How commands are carried out in conversation."""

    sight: int
    """How many rows and columns the model sees in each direction."""
    turns: int
    """The most turns."""
    moves: int
    """The most actions of a turn."""


class Evaluation(NamedTuple):
    """What a study shows. A notebook shows the page."""

    values: dict[str, Any]
    """Everything, as `summary.json` has it."""
    tables: list[Table]
    """The tables, as the command prints them, and the breakdowns."""
    page: str
    """The page with charts and examples: HTML that needs nothing else."""
    folder: Path
    """Where all files are: every answer, the page, predictions for `wampimuk score`."""
    failed: int
    """How many requests failed. The same call asks them again."""
    exhausted: str | None
    """What ran out, if the budget ended it."""

    def answers(self) -> Any:
        """A row for each answer, as a table of pyarrow."""
        parquet = needed("pyarrow.parquet", "arrow", "Evaluation.answers()")
        return parquet.read_table(self.folder / "answers.parquet")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page."""
        Path(path).write_text(self.page, encoding="utf-8")

    def _repr_html_(self) -> str:
        # In a frame, so that its style stays its own.
        style = "width:100%;height:40em;border:1px solid #ccc"
        return f'<iframe srcdoc="{html.escape(self.page)}" style="{style}"></iframe>'

    def __repr__(self) -> str:
        runs = ", ".join(f"{run['model']} on {run['data']}" for run in self.values["runs"])
        return f"<Evaluation of {runs}: {self.folder}>"


@overload
def eval(data: str | Sequence[str] = (), *, dry_run: Literal[True], **options: Any) -> dict[str, Any]: ...
@overload
def eval(
    data: str | Sequence[str] = (),
    *,
    endpoint: str = "",
    model: str | Sequence[str] = (),
    study: str | os.PathLike[str] | None = None,
    split: str | Sequence[str] = (),
    form: str | Sequence[str] = (),
    ask: Literal["actions", "reference"] = "actions",
    pairs: bool = False,
    paraphrases: bool = False,
    play: bool | Playing = False,
    rules: bool = True,
    shots: int = 0,
    shot_choice: Literal["fixed", "each"] = "fixed",
    samples: int = 1,
    limit: int = 200,
    seed: int | None = None,
    set: Mapping[str, Setting] | None = None,
    max_tokens: int = 4096,
    temperature: float | Literal["usual", "server"] = "usual",
    parameters: Mapping[str, Any] | None = None,
    price_in: float = 0.0,
    price_out: float = 0.0,
    budget_requests: int | None = None,
    budget_tokens: int | None = None,
    budget_money: float | None = None,
    out: str | os.PathLike[str] = "eval",
    concurrency: int = 16,
    timeout: float = 600.0,
    retries: int = 5,
    backoff: float = 0.5,
    key: str | None = None,
    ca: str | os.PathLike[str] | None = None,
    tokenizer: str | os.PathLike[str] | None = None,
    floors: float = 60.0,
    progress: Callable[[str, int, int | None], object] | None = None,
    dry_run: Literal[False] = False,
) -> Evaluation: ...
def eval(  # type: ignore[misc] # the first signature leaves out what the second one has
    data: str | Sequence[str] = (),
    *,
    endpoint: str = "",
    model: str | Sequence[str] = (),
    study: str | os.PathLike[str] | None = None,
    split: str | Sequence[str] = (),
    form: str | Sequence[str] = (),
    ask: Literal["actions", "reference"] = "actions",
    pairs: bool = False,
    paraphrases: bool = False,
    play: bool | Playing = False,
    rules: bool = True,
    shots: int = 0,
    shot_choice: Literal["fixed", "each"] = "fixed",
    samples: int = 1,
    limit: int = 200,
    seed: int | None = None,
    set: Mapping[str, Setting] | None = None,
    max_tokens: int = 4096,
    temperature: float | Literal["usual", "server"] = "usual",
    parameters: Mapping[str, Any] | None = None,
    price_in: float = 0.0,
    price_out: float = 0.0,
    budget_requests: int | None = None,
    budget_tokens: int | None = None,
    budget_money: float | None = None,
    out: str | os.PathLike[str] = "eval",
    concurrency: int = 16,
    timeout: float = 600.0,
    retries: int = 5,
    backoff: float = 0.5,
    key: str | None = None,
    ca: str | os.PathLike[str] | None = None,
    tokenizer: str | os.PathLike[str] | None = None,
    floors: float = 60.0,
    progress: Callable[[str, int, int | None], object] | None = None,
    dry_run: bool = False,
) -> Evaluation | dict[str, Any]:
    """Asks language models behind an OpenAI-compatible server, and reports what their answers are worth.

        >>> found = wampimuk.eval("gscan", endpoint="http://127.0.0.1:8000/v1", model="NAME", limit=50)
        >>> found.tables[0].to_pandas()

    The options are those of `wampimuk eval`; `study` is a TOML file in place of the first ones, and `seed`
    and `set` change it. A model that does not answer is given up: `values["remarks"]` says why. Every answer
    is in the folder `out` before it counts: an interrupted call is repeated, and asks nothing twice. An
    interrupt is heard at once; what is on its way then is given up. `progress` is told the stage, how much of
    it is done, and of how much. `floors` is how many seconds readers without understanding may take after
    the last answer; they learn meanwhile, and 0 leaves them out.

    With `dry_run` nothing is sent, and what it would take comes back as a dictionary; otherwise an
    `Evaluation`. The server's key is `key`, or comes from the environment; it is written nowhere.
    """
    given = dict(locals())
    asked = {
        "endpoint": endpoint,
        "models": [{"name": name} for name in _list(model)],
        "data": _list(data),
        "splits": _list(split),
        "forms": _list(form),
        "ask": ask,
        "pairs": pairs,
        "paraphrases": paraphrases,
        "play": ({} if play is True else dict(play)) if play is not False else None,
        "rules": rules,
        "shots": shots,
        "shot_choice": shot_choice,
        "samples": samples,
        "limit": limit,
        "seed": seed or 0,
        "set": [f"{name}={as_toml(value)}" for name, value in (set or {}).items()],
        "max_tokens": max_tokens,
        "temperature": temperature,
        "parameters": dict(parameters or {}),
        "prices": {"input": price_in, "output": price_out},
        "budget": {"requests": budget_requests, "tokens": budget_tokens, "money": budget_money},
    }
    how = {
        "concurrency": concurrency,
        "timeout": timeout,
        "retries": retries,
        "backoff": backoff,
        "authorities": _authorities(ca),
        "tokenizer": None if tokenizer is None else os.fspath(tokenizer),
        "floors": floors,
    }
    file = None if study is None else os.fspath(study)
    if file is not None:
        _check_beside_study(given)
        asked = {"seed": seed, "set": asked["set"]}
    folder = Path(out)
    if dry_run:
        return _plan(file, json.dumps(asked), folder, how)
    values, tables, page, failed, exhausted = _eval(
        file, json.dumps(asked), folder, key or _key(), how, progress
    )
    return Evaluation(values, [Table(*table) for table in tables], page, folder, failed, exhausted)


BESIDE_STUDY = {"study", "seed", "set", "out", "concurrency", "timeout", "retries", "backoff"} | {
    "key",
    "ca",
    "tokenizer",
    "floors",
    "progress",
    "dry_run",
}
"""Options that go together with a study file."""


def _check_beside_study(given: Mapping[str, object]) -> None:
    usual = inspect.signature(eval).parameters
    for name, value in given.items():
        default = usual[name].default
        if name not in BESIDE_STUDY and (value or default) and value != default:
            raise Error(f"a study file says who is asked about what, and how: leave `{name}` out")


def _list(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _key() -> str | None:
    found = (os.environ.get(name, "").strip() for name in KEYS)
    return next((key for key in found if key), None)


def _authorities(ca: str | os.PathLike[str] | None) -> bytes | None:
    path = ca or os.environ.get("SSL_CERT_FILE")
    if not path:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Error(f"failed to read {path}: {error.strerror}") from None
