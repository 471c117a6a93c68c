"""Batches for PyTorch; what needs PyTorch itself runs where it is installed (`--with-torch`)."""

from pathlib import Path
from typing import Any

import numpy
import pytest

import wampimuk
from wampimuk._tensors import BatchPlan, Laid, array_batch


def ids(batch: dict[str, Any]) -> list[bytes]:
    return [bytes(row) for row in numpy.asarray(batch["id"])]


@pytest.mark.parametrize("shuffle", [False, True])
def test_workers_together_see_every_item_once(shuffle: bool) -> None:
    dataset = wampimuk.dataset("gscan-demo")[:50]
    plan = BatchPlan(dataset, 8, shuffle, False, {})
    whole = [one for batch in plan.batches(0, 0, 1) for one in ids(batch)]
    dealt = [one for part in range(3) for batch in plan.batches(0, part, 3) for one in ids(batch)]
    assert len(plan) == 7
    assert sorted(whole) == sorted(dealt) == sorted(bytes.fromhex(item.id) for item in dataset)
    again = [one for batch in plan.batches(1, 0, 1) for one in ids(batch)]
    assert sorted(again) == sorted(whole)
    assert (again == whole) != shuffle


def test_files_are_refused_at_once(tmp_path: Path) -> None:
    wampimuk.generate("gscan-demo", tmp_path / "data", limit=3, format="jsonl")
    files = wampimuk.dataset(tmp_path / "data")
    for lay_out in (wampimuk.Batcher, lambda dataset: BatchPlan(dataset, 8, False, False, {})):
        with pytest.raises(wampimuk.Error, match="read row by row"):
            lay_out(files)


def test_the_last_batch_can_be_dropped() -> None:
    plan = BatchPlan(wampimuk.dataset("gscan-demo")[:50], 8, False, True, {})
    assert [len(ids(batch)) for batch in plan.batches(0, 0, 1)] == [8] * 6 == [8] * len(plan)


def test_items_are_laid_out_together() -> None:
    dataset = wampimuk.dataset("gscan-demo")[10:20]
    batch = array_batch([Laid(dataset, {"dtype": "float32"}, place) for place in (3, 1)])
    assert ids(batch) == [bytes.fromhex(dataset[3].id), bytes.fromhex(dataset[1].id)]
    assert batch["observation"].dtype == numpy.float32


def test_channels_and_vocabularies_can_be_looked_up() -> None:
    batcher = wampimuk.Batcher(wampimuk.dataset("gscan")[:4])
    channels = batcher.channels
    assert channels is not None
    assert len(channels) == 16
    item = batcher.dataset[0]
    cell = batcher([0])["observation"][0, item["agent_row"], item["agent_column"]]
    assert cell[channels.index("agent")] == 1
    assert cell[channels.index(f"heading {item['agent_heading']}")] == 1
    target = item["objects"][item["target"]]
    cell = batcher([0])["observation"][0, target["row"], target["column"]]
    assert cell[channels.index(f"colour {target['colour']}")] == 1
    assert cell[channels.index(f"shape {target['shape']}")] == 1
    assert cell[channels.index(f"size {target['size']}")] == 1
    words = batcher.vocabularies["actions"]
    assert words[words["walk"]] == "walk"
    assert "walk" in words
    assert "jump" not in words
    assert words[-1] == words.tokens[-1]
    with pytest.raises(KeyError):
        words["jump"]
    with pytest.raises(IndexError):
        words[len(words)]


@pytest.mark.parametrize("workers", [0, 2])
def test_loaders_take_both_kinds(workers: int) -> None:
    torch = pytest.importorskip("torch")
    from torch.utils.data import DataLoader

    from wampimuk.torch import IterableBatches, MapItems, collate

    dataset = wampimuk.dataset("gscan-demo")[:50]
    wanted = sorted(bytes.fromhex(item.id) for item in dataset)
    by_index = DataLoader(
        MapItems(dataset, dtype="float32"),
        batch_size=8,
        shuffle=True,
        collate_fn=collate,
        num_workers=workers,
    )
    in_turn = DataLoader(IterableBatches(dataset, 8), batch_size=None, num_workers=workers)
    for loader in (by_index, in_turn):
        batches = list(loader)
        assert all(isinstance(batch["observation"], torch.Tensor) for batch in batches)
        assert sorted(one for batch in batches for one in ids(batch)) == wanted
