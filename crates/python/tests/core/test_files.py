"""Files and folders, ours and the authors'."""

import pickle
from pathlib import Path

import pytest

import wampimuk

STORY = """1 Mary moved to the bathroom.
2 John went to the hallway.
3 Where is Mary? \tbathroom\t1
4 Daniel went back to the hallway.
5 Where is Daniel? \thallway\t4
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files") / "demo"
    wampimuk.generate("gscan-demo", path, limit=30)
    return path


def test_a_folder_holds_what_the_recipe_makes(folder: Path) -> None:
    read = wampimuk.dataset(folder, "train")
    made = wampimuk.dataset("gscan-demo", "train")
    rows = list(read)
    assert len(rows) == len(read) == 30
    for row, item in zip(rows, made, strict=False):
        assert {name: item[name] for name in row} == row
    assert read[29] == rows[29] == read[-1]
    with pytest.raises(IndexError):
        read[30]


def test_all_splits_are_read_unless_one_is_named(folder: Path) -> None:
    read = wampimuk.files(folder)
    assert read.splits["train"] == 30
    assert len(read.splits) > 3
    assert len(read) == sum(read.splits.values())


def test_the_authors_formats_are_read(tmp_path: Path) -> None:
    wampimuk.generate("gscan-demo", tmp_path / "data", format="original", limit=4)
    (found,) = (tmp_path / "data").rglob("dataset.txt")
    rows = list(wampimuk.dataset(found, "train"))
    assert [row["command"] for row in rows] == [
        item["command"] for item in wampimuk.dataset("gscan-demo")[:4]
    ]
    story = tmp_path / "qa1_test.txt"
    story.write_text(STORY, encoding="utf-8")
    first, second = wampimuk.dataset(story)
    assert first["facts"] == ["Mary moved to the bathroom.", "John went to the hallway."]
    assert (second["question"], second["answer"], second["supporting"]) == (
        "Where is Daniel?",
        "hallway",
        [4],
    )


def test_readers_may_stop_early_and_be_sent_elsewhere(folder: Path) -> None:
    read = wampimuk.files(folder, "train")
    assert next(iter(read)) == pickle.loads(pickle.dumps(read))[0]


def test_what_cannot_be_read_is_said_at_once(tmp_path: Path, folder: Path) -> None:
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_text("nothing of the kind")
    with pytest.raises(wampimuk.Error):
        list(wampimuk.dataset(nonsense))
    with pytest.raises(wampimuk.Error, match="as it is"):
        wampimuk.dataset(folder, seed=3)
    with pytest.raises(wampimuk.Error):
        wampimuk.dataset("no-such-recipe-or-file")


def test_names_of_recipes_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gscan-demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert isinstance(wampimuk.dataset("gscan-demo"), wampimuk.Dataset)
