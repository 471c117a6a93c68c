"""Tables for pyarrow, polars, pandas and Hugging Face's datasets."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import wampimuk

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

pa = pytest.importorskip("pyarrow")

FAMILIES = [("gscan", "train"), ("reascan", "c2_test"), ("riddle", "test"), ("mix-t12", "test")]


@pytest.mark.parametrize(("recipe", "split"), FAMILIES)
def test_an_item_is_the_same_everywhere(recipe: str, split: str, tmp_path: Path) -> None:
    """By index, by iteration, in a table, in a Parquet file, in an Arrow file, and on the command line."""
    dataset = wampimuk.dataset(recipe, split, seed=5)
    items = [dict(item) for item in dataset[:40]]
    assert items == [dict(dataset[index]) for index in range(40)]
    assert items == dataset[:40].to_arrow().to_pylist()
    for format in ("parquet", "arrow", "jsonl"):
        out = tmp_path / format
        wampimuk.generate(recipe, out, seed=5, splits=[split], limit=40, shard_items=15, format=format)
        files = sorted(out.glob(f"data/*/{split}-*.{format}"))
        assert len(files) > 1 or recipe != "gscan" or format == "parquet"
        rows = [row for file in files for row in read(file)]
        assert rows == items, format
    command = [sys.executable, "-m", "wampimuk", "generate", recipe, "--seed", "5", "--split", split]
    done = subprocess.run(
        [*command, "--limit", "40", "--out", "-"], capture_output=True, check=True, encoding="utf-8"
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == items


def read(file: Path) -> list[dict[str, object]]:
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    if file.suffix == ".parquet":
        rows: list[dict[str, object]] = pytest.importorskip("pyarrow.parquet").read_table(file).to_pylist()
        return rows
    with pytest.importorskip("pyarrow.ipc").open_file(file) as reader:
        table = reader.read_all()
    return list(table.to_pylist())


def test_slices_batches_and_threads_do_not_change_a_table() -> None:
    dataset = wampimuk.dataset("gscan")
    part = dataset[50_000:7:-1999]
    expected = [item["id"] for item in part]
    assert part.to_arrow().column("id").to_pylist() == expected
    for batch_size, threads in ((1, 1), (3, 2), (1000, 5)):
        stream = part.stream_arrow(batch_size, threads)
        reader = pa.RecordBatchReader.from_stream(stream)
        batches = list(reader)
        assert all(batch.num_rows <= batch_size for batch in batches)
        assert [identity for batch in batches for identity in batch.column("id").to_pylist()] == expected
        # It can be read again.
        assert pa.table(stream).num_rows == len(expected)
    assert dataset[:0].to_arrow().num_rows == 0
    assert pa.schema(dataset) == dataset[:1].to_arrow().schema


def test_words_are_dictionaries_and_nothing_is_copied() -> None:
    table = wampimuk.dataset("gscan")[:100].to_arrow()
    assert pa.types.is_dictionary(table.schema.field("verb").type)
    assert pa.types.is_dictionary(table.schema.field("actions").type.value_type)
    assert pa.types.is_struct(table.schema.field("objects").type.value_type)
    table.validate(full=True)


def test_images_are_bytes() -> None:
    table = wampimuk.dataset("gscan", image=True)[:3].to_arrow()
    assert all(image.startswith(b"\x89PNG") for image in table.column("image").to_pylist())


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    for recipe, split in FAMILIES:
        part = wampimuk.dataset(recipe, split)[:60]
        frame = part.to_polars()
        assert frame.shape == (60, len(part.schema))
        assert frame.to_dicts() == [dict(item) for item in part]
        assert polars.DataFrame(part).equals(frame)


def test_pandas() -> None:
    pytest.importorskip("pandas")
    part = wampimuk.dataset("gscan")[:60]
    frame = part.to_pandas()
    assert list(frame.columns) == list(part.schema)
    assert frame["id"].tolist() == [item.id for item in part]
    assert frame["verb"].tolist() == [item["verb"] for item in part]
    assert [list(actions) for actions in frame["actions"]] == [item["actions"] for item in part]


def test_hugging_face() -> None:
    pytest.importorskip("datasets")
    for recipe, split in FAMILIES:
        part = wampimuk.dataset(recipe, split)[:60]
        table = part.to_hf()
        assert (len(table), str(table.split)) == (60, split)
        assert list(table.features) == list(part.schema)
        assert table[7] == dict(part[7])


def test_an_interrupt_ends_the_reading_of_a_table() -> None:
    code = """
import signal, wampimuk
# Where a shell has put us into the background, interrupts are ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
dataset = wampimuk.dataset('reascan-full')
print('ready', flush=True)
try:
    dataset.{method}()
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""
    for method in ("to_arrow", "to_polars"):
        process = subprocess.Popen(
            [sys.executable, "-c", code.format(method=method)], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
        assert out == "interrupted\n", method
