"""The playground: a page that takes items apart, in a notebook or in the browser."""

from __future__ import annotations

import html
import os
from pathlib import Path
from urllib.parse import urlencode

from wampimuk._item import Item
from wampimuk._native import Error
from wampimuk._native import recipe as _recipe
from wampimuk._source import Source, recipes

PAGE = "playground.html"
"""The name of the page, wherever it lies."""

VARIABLE = "WAMPIMUK_PLAYGROUND"
"""The variable of the environment that says where the page lies."""


class Playground:
    """The playground, opened at an item. A notebook shows it; elsewhere, `open` does."""

    def __init__(self, page: Path, fragment: str, height: int) -> None:
        self._page = page
        self._fragment = fragment
        self._height = height

    @property
    def address(self) -> str:
        """The address of the page, with the item."""
        return self._page.resolve().as_uri() + self._fragment

    def open(self) -> None:
        """Opens the browser."""
        import webbrowser  # noqa: PLC0415 - it brings what starts processes

        webbrowser.open(self.address)

    def __repr__(self) -> str:
        return f"<Playground {self.address}>"

    def _repr_html_(self) -> str:
        # A page within a page has no address of its own: its frame's name says what it is to show.
        page = html.escape(self._page.read_text(encoding="utf-8"))
        name = html.escape(f"?embed{self._fragment}")
        style = f"width: 100%; height: {self._height}px; border: 0"
        return f'<iframe title="Wampimuk playground" name="{name}" style="{style}" srcdoc="{page}"></iframe>'


def playground(
    item: Item | None = None, *, page: str | os.PathLike[str] | None = None, height: int = 900
) -> Playground:
    """The playground, opened at an item, to take it apart: in a notebook, or in the browser with `open`.

    It is one page, which works without a network; a notebook that is saved with it holds the page, 1.6 MB.
    Where the package came without it, `cargo xtask playground` makes it in a clone of the repository, and
    `page` or the environment's `WAMPIMUK_PLAYGROUND` says where it lies.
    """
    return Playground(_find(page), "" if item is None else _fragment(item), height)


def _find(page: str | os.PathLike[str] | None) -> Path:
    given = page if page is not None else os.environ.get(VARIABLE)
    if given is not None:
        if not Path(given).is_file():
            raise Error(f"there is no playground at {os.fspath(given)}")
        return Path(given)
    # Beside this module; and, in a clone, where it was made.
    for place in (Path(__file__).with_name(PAGE), Path("target") / PAGE):
        if place.is_file():
            return place
    raise Error(
        "this package came without the playground: make it with `cargo xtask playground` in a clone of the "
        f"repository, and say where it lies with page=… or {VARIABLE}"
    )


def _fragment(item: Item) -> str:
    source: Source = item._source
    shipped = any(recipe.name == source.name for recipe in recipes())
    if shipped and _recipe(source.name, [])[1] == source.recipe:
        which = {"recipe": source.name}
    else:
        which = {"toml": source.recipe}
    return "#" + urlencode({**which, "seed": source.seed, "split": item.split, "index": item.index})
