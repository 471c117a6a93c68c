"""Whole datasets, and the commands on them."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wampimuk

STORY = """\
1 John is either in the bedroom or the kitchen.
2 John took the football.
3 John dropped the football.
4 Daniel is either in the school or the bedroom.
5 Daniel took the football.
6 Where is John?
"""


def hashes(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


def command(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "wampimuk", *arguments], capture_output=True, check=True, encoding="utf-8"
    )
    return done.stdout


def test_the_bytes_are_those_of_the_command_line(tmp_path: Path) -> None:
    seen: list[int] = []
    made = wampimuk.generate("gscan-demo", tmp_path / "one", limit=300, shard_items=100, progress=seen.append)
    assert (made.place, made.was_complete) == (str(tmp_path / "one"), False)
    assert seen[-1] >= made.items
    command(
        "generate", "gscan-demo", "--limit", "300", "--shard-items", "100", "--out", str(tmp_path / "two")
    )
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    manifest = json.loads((tmp_path / "one/manifest.json").read_text(encoding="utf-8"))
    assert sum(file["items"] for file in manifest["files"]) == made.items
    assert wampimuk.generate("gscan-demo", tmp_path / "one", limit=300, shard_items=100).was_complete


@pytest.mark.skipif("WAMPIMUK_TEST_S3" not in os.environ, reason="WAMPIMUK_TEST_S3 names no server")
def test_object_stores_are_places_too(tmp_path: Path) -> None:
    place = f"s3://wampimuk-test/python-{os.getpid()}"
    made = wampimuk.generate("gscan-demo", place, limit=100)
    here = wampimuk.generate("gscan-demo", tmp_path, limit=100)
    assert (made.place, made.items) == (place, here.items)
    assert wampimuk.generate("gscan-demo", place, limit=100).was_complete
    with pytest.raises(wampimuk.Error, match="wampimuk-nowhere"):
        wampimuk.generate("gscan-demo", "s3://wampimuk-nowhere/x", limit=100)


def test_a_damaged_shard_is_made_again(tmp_path: Path) -> None:
    wampimuk.generate("gscan-demo", tmp_path, limit=200)
    before = hashes(tmp_path)
    shard = next(tmp_path.rglob("train-*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-1] + b"?")
    made = wampimuk.generate("gscan-demo", tmp_path, limit=200)
    assert [Path(name).name for name in made.repaired] == [shard.name]
    assert hashes(tmp_path) == before


def test_parts_are_merged_to_the_same_bytes(tmp_path: Path) -> None:
    options = {"limit": 400, "shard_items": 100, "splits": ["train", "test"]}
    wampimuk.generate("gscan-demo", tmp_path / "whole", **options)
    for part in range(3):
        wampimuk.generate("gscan-demo", tmp_path / f"part{part}", shard=(part, 3), **options)
    with pytest.raises(wampimuk.Error, match="2"):
        wampimuk.merge([tmp_path / "part0", tmp_path / "part1"], tmp_path / "joined")
    wampimuk.merge([tmp_path / f"part{part}" for part in range(3)], tmp_path / "joined")
    assert hashes(tmp_path / "joined") == hashes(tmp_path / "whole")
    with pytest.raises(wampimuk.Error, match="out"):
        wampimuk.merge([tmp_path / "part0", tmp_path / "part1"])


def test_mistakes_are_errors(tmp_path: Path) -> None:
    for wrong in ({"format": "xml"}, {"splits": ["tset"]}, {"shard": (3, 3)}, {"shard_items": 0}):
        with pytest.raises(wampimuk.Error):
            wampimuk.generate("gscan-demo", tmp_path / "x", **wrong)
    wampimuk.generate("gscan-demo", tmp_path / "x", limit=5)
    with pytest.raises(wampimuk.Error, match="x"):
        wampimuk.generate("gscan-demo", tmp_path / "x", limit=6)
    wampimuk.generate("gscan-demo", tmp_path / "x", limit=6, force=True)


def test_what_a_callback_raises_stops_the_work(tmp_path: Path) -> None:
    def enough(items: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        wampimuk.generate("reascan", tmp_path, splits=["train"], progress=enough)
    assert not (tmp_path / "manifest.json").exists()


def test_datasets_are_verified(tmp_path: Path) -> None:
    wampimuk.generate("gscan-demo", tmp_path, limit=50, format="jsonl")
    report = wampimuk.verify(tmp_path)
    assert (report.broken, report.recipe_known) == (0, True)
    assert report.items == len(wampimuk.dataset("gscan-demo").splits) * 50 or report.items > 0
    shard = next(tmp_path.rglob("train-*.jsonl"))
    shard.write_text(shard.read_text(encoding="utf-8").replace('"walk"', '"stay"', 1), encoding="utf-8")
    report = wampimuk.verify(tmp_path)
    assert report.broken > 0
    assert any(promise.broken and promise.first for promise in report.promises)
    with pytest.raises(wampimuk.Error, match="nowhere"):
        wampimuk.verify(tmp_path / "nowhere")


def test_items_are_solved_without_their_labels() -> None:
    items = wampimuk.dataset("reascan", split="a1_test")[:5]
    for item, solved in zip(items, wampimuk.solve(items), strict=True):
        target = item["objects"][item["target"]]
        assert solved["actions"] == item["actions"]
        assert solved["target"] == {"row": target["row"], "column": target["column"]}
    assert wampimuk.solve(items[0])["actions"] == items[0]["actions"]


def test_worlds_that_somebody_made_up_are_solved() -> None:
    columns = ("command", "grid_size", "agent_row", "agent_column", "agent_heading", "objects")
    for recipe, split in (("gscan", "train"), ("reascan", "c2_test")):
        for item in wampimuk.dataset(recipe, split)[:50]:
            solved = wampimuk.solve({name: item[name] for name in columns}, recipe)
            assert solved["actions"] == item["actions"]
    world = {"grid_size": 3, "agent_row": 0, "agent_column": 0, "agent_heading": "east"}
    circle = {"shape": "circle", "colour": "red", "size": 1, "row": 0, "column": 2}
    problem = {**world, "command": "walk to the circle", "objects": [circle]}
    assert wampimuk.solve(problem) == {
        "target": {"row": 0, "column": 2},
        "referents": [{"row": 0, "column": 2}],
        "actions": ["walk", "walk"],
    }
    two = {**problem, "objects": [circle, {**circle, "column": 1}]}
    assert (wampimuk.solve(two)["target"], len(wampimuk.solve(two)["referents"])) == (None, 2)
    for wrong, message in (
        ({**problem, "command": "fly to the circle"}, "expected a verb, found `fly`"),
        ({**problem, "objects": [{**circle, "shape": "cirle"}]}, "did you mean `circle`?"),
        ({**problem, "objects": [circle, circle]}, r"objects\[1\]"),
        ({**problem, "agent_heading": "up"}, "no heading"),
        ({**problem, "agent_row": 3}, "lies outside a grid"),
        (world, "no `command`"),
    ):
        with pytest.raises(wampimuk.Error, match=message):
            wampimuk.solve(wrong)


def test_stories_are_solved_with_their_proofs(tmp_path: Path) -> None:
    (answer,) = wampimuk.solve(STORY)
    assert (answer["answer"], answer["supporting"]) == ("bedroom", [1, 3, 4, 5])
    path = tmp_path / "tale.txt"
    path.write_text(STORY, encoding="utf-8")
    assert wampimuk.solve(path) == wampimuk.solve(str(path)) == [answer]
    for recipe, split in (("mix-t12", "test"), ("babi-nonce", "qa2_test")):
        items = wampimuk.dataset(recipe, split)[:40]
        for item, solved in zip(items, wampimuk.solve(items), strict=True):
            assert (solved["answer"], solved["supporting"]) == (item["answer"], item["supporting"])
            assert (solved["split"], solved["index"], solved["story"]) == (split, item.index, item["story"])


def test_no_other_process_and_no_temporary_file_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "tale.txt"
    path.write_text(STORY, encoding="utf-8")
    code = f"""
import sys, wampimuk
(answer,) = wampimuk.solve({STORY!r})
assert wampimuk.solve({str(path)!r}) == [answer]
assert wampimuk.solve(wampimuk.dataset('gscan-demo', split='test')[0])['actions']
assert wampimuk.verify('gscan-demo', split='test', limit=20).broken == 0
print(*({{'subprocess', 'multiprocessing', 'tempfile'}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_texts_that_cannot_be_read_are_errors(tmp_path: Path) -> None:
    with pytest.raises(wampimuk.Error, match="failed to read the story"):
        wampimuk.solve("1 Mary went to the park.\n3 Where is Mary?\n")
    path = tmp_path / "tale.txt"
    path.write_text("1 Mary went to the park.\n3 Where is Mary?\n", encoding="utf-8")
    with pytest.raises(wampimuk.Error, match=r"a part of .* cannot be read"):
        wampimuk.solve(path)


def test_items_are_those_of_the_command_line() -> None:
    for recipe, split in (("gscan", "test"), ("reascan", "c1_test"), ("riddle", "test"), ("mix-t12", "test")):
        lines = command("generate", recipe, "--split", split, "--limit", "20", "--out", "-").splitlines()
        assert [json.loads(line) for line in lines] == [
            dict(item) for item in wampimuk.dataset(recipe, split)[:20]
        ]
