"""Datasets by index."""

import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import wampimuk


def ids(items: object) -> list[str]:
    return [item.id for item in items]  # type: ignore[attr-defined]


def test_recipes() -> None:
    recipes = {recipe.name: recipe for recipe in wampimuk.recipes()}
    assert {"gscan", "reascan", "riddle", "babi", "mix-t12"} <= set(recipes)
    assert {recipe.family for recipe in recipes.values()} == {"gscan", "reascan", "riddle", "stories"}
    assert all(recipe.title and len(recipe.digest) == 64 for recipe in recipes.values())
    assert recipes["gscan"].digest == wampimuk.dataset("gscan").digest


@pytest.mark.parametrize(
    ("recipe", "split"), [("gscan", "train"), ("reascan", "a1_test"), ("riddle", "test"), ("mix-t12", "test")]
)
def test_items_of_every_family(recipe: str, split: str) -> None:
    dataset = wampimuk.dataset(recipe, split=split)
    assert len(dataset) == dataset.splits[split].len > 100
    item = dataset[7]
    assert list(item) == list(dataset.schema)
    assert (item.id, item.split, item.index) == (item["id"], split, 7)
    assert (item["split"], item["index"]) == (split, 7)
    assert len({item.id for item in dataset[:20]}) == 20
    assert ids(wampimuk.dataset(recipe, split=split)[:5]) == ids(dataset[:5])
    assert ids(wampimuk.dataset(recipe, split=split, seed=1)[:5]) != ids(dataset[:5])


def test_columns_have_types_words_and_meanings() -> None:
    schema = wampimuk.dataset("gscan").schema
    assert schema["index"].type == "uint64"
    assert schema["actions"].type == "list<dictionary<string>>"
    assert schema["actions"].words is not None
    assert "turn left" in schema["actions"].words
    assert schema["objects"].type.startswith("list<struct<shape: ")
    assert all(column.doc for column in schema.values())


def test_indices_are_those_of_a_sequence() -> None:
    dataset = wampimuk.dataset("gscan-demo")
    n = len(dataset)
    everything = ids(dataset)
    assert len(everything) == n
    assert dataset[-1].id == everything[-1]
    assert dataset[n - 1].id == dataset[-1].id
    generator = random.Random(0)
    for _ in range(40):
        start, stop = generator.randint(-n - 3, n + 3), generator.randint(-n - 3, n + 3)
        step = generator.choice([-7, -1, 1, 2, 5])
        part = dataset[start:stop:step]
        assert ids(part) == everything[start:stop:step]
        if len(part):
            assert part[-1].id == everything[start:stop:step][-1]
            assert ids(part[::-2]) == everything[start:stop:step][::-2]
    assert ids(reversed(dataset[:5])) == everything[4::-1]
    for index in (n, -n - 1, 10**30):
        with pytest.raises(IndexError):
            dataset[index]
    with pytest.raises(TypeError):
        dataset["train"]  # type: ignore[call-overload]
    assert dataset[3] in dataset
    assert dataset[3] not in dataset[4:]
    assert dataset[2:].index(dataset[9]) == 7
    assert dataset.count(dataset[0]) == 1
    assert dataset[3] == dataset[3:][0] != dataset[4]
    assert len({dataset[3], dataset[3], dataset[4]}) == 2


def test_a_recipe_can_be_changed_given_as_a_file_or_as_text(tmp_path: Path) -> None:
    demo = wampimuk.dataset("gscan-demo")
    path = tmp_path / "mine.toml"
    path.write_text(demo.recipe, encoding="utf-8")
    for other in (wampimuk.dataset(path), wampimuk.dataset(recipe_text=demo.recipe)):
        assert ids(other[:9]) == ids(demo[:9])
    assert wampimuk.dataset(path).name == "mine"
    changed = wampimuk.dataset("gscan-demo", set={"generate.grid_size": 5})
    assert changed.digest != demo.digest
    assert {item["grid_size"] for item in changed[:20]} == {5}
    again = wampimuk.dataset(recipe_text=changed.recipe)
    assert ids(again[:9]) == ids(changed[:9])


def test_views() -> None:
    reference = wampimuk.dataset("gscan", view="reference", image=True)
    item, plain = reference[3], wampimuk.dataset("gscan")[3]
    assert item.id == plain.id
    assert "actions" not in item
    target = plain["objects"][plain["target"]]
    assert (item["target_row"], item["target_column"]) == (target["row"], target["column"])
    assert item["image"].startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"recipe": "gscna"}, "there is no recipe `gscna` (did you mean `gscan`?)"),
        ({"recipe": "gscan", "split": "tset"}, "there is no split `tset` (did you mean `test`?)"),
        ({"recipe": "nowhere.toml"}, "failed to read nowhere.toml"),
        ({"recipe": "data/nothing"}, "there is no file or folder data/nothing"),
        ({"recipe": "run.jsonl"}, "there is no file or folder run.jsonl"),
        ({"recipe": "gscan", "set": {"splits.shotz": 5}}, "shots"),
        ({"recipe": "gscan", "set": {"splits.shots": None}}, "no place for None"),
        ({"recipe": "gscan", "seed": -1}, "the seed -1"),
        ({"recipe": "mix-t12", "split": "test", "view": "reference"}, "needs commands in grid worlds"),
        ({"recipe_text": "family = 3"}, "line 1"),
        ({}, "either a recipe's name"),
    ],
)
def test_errors_say_what_would_be_right(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(wampimuk.Error) as caught:
        wampimuk.dataset(**arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_a_recipe_may_be_a_dictionary() -> None:
    demo = wampimuk.dataset("gscan-demo")
    keys = pytest.importorskip("tomllib").loads(demo.recipe)
    assert ids(wampimuk.dataset(keys)) == ids(demo)
    keys["splits"] = {**keys["splits"], "shots": 0}
    assert wampimuk.dataset(keys).recipe != demo.recipe
    with pytest.raises(wampimuk.Error, match="unknown"):
        wampimuk.dataset({**keys, "sead": 3})


def test_datasets_and_items_can_be_pickled() -> None:
    dataset = wampimuk.dataset("reascan", split="a1_test", seed=3)[5:50:3]
    again = pickle.loads(pickle.dumps(dataset))
    assert ids(again) == ids(dataset)
    assert pickle.loads(pickle.dumps(dataset[1])) == dataset[1]
    assert pickle.loads(pickle.dumps(dataset[1])).render("text") == dataset[1].render("text")


def test_other_processes_and_threads_see_the_same_items() -> None:
    dataset = wampimuk.dataset("gscan")
    expected = ids(dataset[:64])
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda index: dataset[index].id, range(64))) == expected
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        found = list(processes.map(dataset.__getitem__, range(64), chunksize=16))
    assert ids(found) == expected
