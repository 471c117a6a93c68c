"""What notebooks show, and what type checkers know."""

from pathlib import Path
from typing import get_type_hints

import pytest

import wampimuk
from wampimuk.types import ITEMS

RECIPES = {"gscan": "gscan-demo", "reascan": "reascan-2rc", "riddle": "riddle", "stories": "mix-t2"}


@pytest.mark.parametrize("family", RECIPES)
def test_types_name_the_columns(family: str) -> None:
    dataset = wampimuk.dataset(RECIPES[family], "test")
    assert dataset.family == family
    hints = get_type_hints(ITEMS[family])
    assert list(hints) == list(dataset.schema)
    item = dataset[0]
    for name, hint in hints.items():
        assert isinstance(
            item[name], getattr(hint, "__origin__", None) or (dict if hint not in (str, int, bool) else hint)
        )


def test_datasets_and_recipes_are_tables() -> None:
    table = wampimuk.dataset("gscan-demo")[:9]._repr_html_()
    assert table.count("<tr>") == 6
    assert "the first 5" in table
    recipes = wampimuk.recipes()
    assert recipes._repr_html_().count("<tr>") == len(recipes) + 1
    assert isinstance(recipes, list)


def test_tables_escape_what_is_in_them(tmp_path: Path) -> None:
    story = tmp_path / "qa1_test.txt"
    story.write_text(
        "1 Mary moved to the <b>bathroom</b>.\n2 Where is Mary? \t<i>x</i>\t1\n", encoding="utf-8"
    )
    table = wampimuk.files(story)._repr_html_()
    assert "<i>" not in table
    assert "&lt;i&gt;" in table


def test_pictures_show_themselves(tmp_path: Path) -> None:
    item = wampimuk.dataset("gscan-demo")[0]
    svg, png, gif = (item.render(kind) for kind in ("svg", "png", "gif"))
    assert svg._repr_svg_().startswith("<svg")
    assert png._repr_png_().startswith(b"\x89PNG")
    assert "data:image/gif;base64,R0lGOD" in gif._repr_html_()
    for name, picture in {"a.svg": svg, "a.png": png, "a.gif": gif}.items():
        picture.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    assert "<text" not in item.render("svg", plain=True)


def test_torch_says_what_it_needs() -> None:
    try:
        import torch  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match=r'pip install "wampimuk\[torch\]"'):
            import wampimuk.torch  # noqa: F401


def test_the_playground_is_opened_at_an_item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "playground.html"
    page.write_text('<!doctype html><script>"<&"</script>', encoding="utf-8")
    item = wampimuk.dataset("gscan-demo", "test", seed=3)[5]
    shown = wampimuk.playground(item, page=page)
    assert shown.address == f"{page.resolve().as_uri()}#recipe=gscan-demo&seed=3&split=test&index=5"
    frame = shown._repr_html_()
    assert 'srcdoc="&lt;!doctype html&gt;&lt;script&gt;&quot;&lt;&amp;&quot;&lt;/script&gt;"' in frame
    assert 'name="?embed#recipe=gscan-demo&amp;seed=3&amp;split=test&amp;index=5"' in frame
    own = wampimuk.dataset("gscan-demo", "test", set={"splits.sizes.test": 100})[0]
    assert "#toml=" in wampimuk.playground(own, page=page).address
    monkeypatch.setenv("WAMPIMUK_PLAYGROUND", str(page))
    assert wampimuk.playground().address == page.resolve().as_uri()
    with pytest.raises(wampimuk.Error, match="no playground at"):
        wampimuk.playground(page=tmp_path / "missing.html")


def test_without_the_playground_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WAMPIMUK_PLAYGROUND", raising=False)
    monkeypatch.chdir(tmp_path)
    if Path(wampimuk.__file__).with_name("playground.html").exists():
        pytest.skip("this package has it")
    with pytest.raises(wampimuk.Error, match="cargo xtask playground"):
        wampimuk.playground()
