"""A Ray cluster of two nodes on this machine makes what one process makes, also when a worker is killed."""

from __future__ import annotations

import hashlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import wampimuk

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
pyarrow = pytest.importorskip("pyarrow")
wampimuk_ray = pytest.importorskip("wampimuk.ray")

OBJECT_STORE = 80 << 20
PATIENCE = 120.0


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    node = {"num_cpus": 1, "object_store_memory": OBJECT_STORE, "include_dashboard": False}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(**node)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    assert len(ray.nodes()) == 2
    yield
    ray.shutdown()
    cluster.shutdown()


def files(folder: Path) -> dict[str, str]:
    """All files of a folder, hidden ones too, by their hashes."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def process_of(title: str) -> int | None:
    """The process that works on the task of this name."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.joinpath("cmdline").read_bytes().rstrip(b"\0 ") == title.encode():
                return int(process.name)
        except OSError:
            # It ended meanwhile.
            continue
    return None


class Killer(threading.Thread):
    """Kills the process that makes a part, when some of its files are there and the part is not."""

    def __init__(self, out: Path, task: str, begun: str, part: str) -> None:
        super().__init__(daemon=True)
        self.out, self.task, self.begun, self.part = out, task, begun, part
        self.killed: int | None = None

    def run(self) -> None:
        end = time.monotonic() + PATIENCE
        while self.killed is None and time.monotonic() < end and not (self.out / "manifest.json").exists():
            if any(self.out.glob(self.begun)) and (process := process_of(f"ray::{self.task}")):
                os.kill(process, signal.SIGKILL)
                if not (self.out / self.part).exists():
                    self.killed = process
            time.sleep(0.01)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are found by /proc")
def test_a_killed_worker_is_replaced_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    options: dict[str, Any] = {"splits": ["train"], "limit": 36_000, "shard_items": 3_000}
    out = tmp_path / "cluster"
    # Of three parts, the first has the files 0, 3, 6 and 9.
    killer = Killer(
        out, "wampimuk reascan 0/3", "data/reascan/train-00003-*", "parts/manifest-00000-of-00003.json"
    )
    killer.start()
    seen: list[int] = []
    made = wampimuk_ray.generate("reascan", out, shards=3, progress=seen.append, **options)
    killer.join()
    assert killer.killed is not None
    # What the killed process had finished was kept, and it had not finished all.
    assert 3_000 <= made.kept < 12_000
    assert (made.items, made.was_complete, made.place) == (36_000, False, str(out))
    assert seen == sorted(seen)
    assert seen[-1] == 36_000
    wampimuk.generate("reascan", tmp_path / "single", **options)
    assert files(out) == files(tmp_path / "single")


def test_a_finished_dataset_is_left_alone_and_a_damaged_one_repaired(tmp_path: Path) -> None:
    options: dict[str, Any] = {"shard_items": 500}
    made = wampimuk_ray.generate("gscan-demo", tmp_path, **options)
    whole = files(tmp_path)
    assert made.items == sum(split.len for split in wampimuk.dataset("gscan-demo").splits.values())
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    again = wampimuk_ray.generate("gscan-demo", tmp_path, **options)
    assert again == made._replace(kept=made.items, was_complete=True)
    assert times == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    shard = next(tmp_path.rglob("train-00001-*"))
    shard.write_bytes(b"?")
    assert [
        Path(name).name for name in wampimuk_ray.generate("gscan-demo", tmp_path, **options).repaired
    ] == [shard.name]
    assert files(tmp_path) == whole
    with pytest.raises(wampimuk.Error, match="holds another dataset") as raised:
        wampimuk_ray.generate("gscan-demo", tmp_path, shard_items=400)
    assert type(raised.value) is wampimuk.Error
    wampimuk_ray.generate("gscan-demo", tmp_path, seed=3, force=True, **options)
    wampimuk.generate("gscan-demo", tmp_path / "single", seed=3, **options)
    single = files(tmp_path / "single")
    assert {name: hash for name, hash in files(tmp_path).items() if not name.startswith("single/")} == single


@pytest.mark.parametrize(
    ("recipe", "options"),
    [
        ("gscan-demo", {"format": "jsonl", "limit": 70, "image": True, "view": "reference"}),
        ("gscan-demo", {"format": "original", "shards": 2}),
        ("gscan-demo", {"limit": 0}),
        ("mix-t2", {"limit": 40, "shard_items": 15, "set": {"title": "mine"}}),
        ("riddle", {"format": "arc", "limit": 8, "splits": ["test"], "shards": 1}),
    ],
)
def test_other_formats_and_families(recipe: str, options: dict[str, Any], tmp_path: Path) -> None:
    made = wampimuk_ray.generate(recipe, tmp_path / "cluster", **options)
    options.pop("shards", None)
    single = wampimuk.generate(recipe, tmp_path / "single", **options)
    assert made.items == single.items
    assert files(tmp_path / "cluster") == files(tmp_path / "single")


def test_an_interrupted_call_is_continued_by_the_next(tmp_path: Path) -> None:
    def enough(items: int) -> None:
        if items > 2_000:
            raise RuntimeError("enough")

    options: dict[str, Any] = {"splits": ["train"], "limit": 20_000, "shard_items": 1_000}
    out = tmp_path / "cluster"
    with pytest.raises(RuntimeError, match="enough"):
        wampimuk_ray.generate("reascan", out, progress=enough, **options)
    assert not (out / "manifest.json").exists()
    before = len(list(out.glob("data/reascan/*.parquet")))
    assert 2 < before < 20
    made = wampimuk_ray.generate("reascan", out, **options)
    assert before * 1_000 <= made.kept < 20_000
    wampimuk.generate("reascan", tmp_path / "single", **options)
    assert files(out) == files(tmp_path / "single")


def test_parts_that_nobody_sees_are_missed(tmp_path: Path) -> None:
    def lose(items: int) -> None:
        for part in tmp_path.glob("parts/manifest-00000-*"):
            part.unlink()

    with pytest.raises(wampimuk.Error, match=r"part 0/2 is missing.* \(do all nodes see this folder\?\)"):
        wampimuk_ray.generate("gscan-demo", tmp_path, limit=10, shards=2, progress=lose)


def test_mistakes_are_errors_and_leave_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for wrong, message in (
        ({"splits": ["tset"]}, "test"),
        ({"shards": 0}, "one part at least"),
        ({"format": "xml"}, "no format"),
        ({"shard_items": 0}, "one item at least"),
        ({"set": {"splits.sots": 5}}, "sots"),
    ):
        with pytest.raises(wampimuk.Error, match=message):
            wampimuk_ray.generate("gscan-demo", out, **wrong)
    with pytest.raises(wampimuk.Error, match="single file"):
        wampimuk_ray.generate("gscan-demo", tmp_path / "out.jsonl")
    assert not out.exists()


def test_an_object_store_gets_the_same_bytes(tmp_path: Path) -> None:
    address = os.environ.get("WAMPIMUK_TEST_S3")
    if not address:
        pytest.skip("WAMPIMUK_TEST_S3 does not say where a server is")
    from pyarrow import fs

    prefix = f"wampimuk-test/ray-{os.getpid()}-{time.time_ns()}"
    options: dict[str, Any] = {"limit": 300, "shard_items": 100}
    wampimuk_ray.generate("gscan-demo", f"s3://{prefix}", **options)
    wampimuk.generate("gscan-demo", tmp_path, **options)
    store = fs.S3FileSystem(endpoint_override=address)
    found = store.get_file_info(fs.FileSelector(prefix, recursive=True))
    stored = {
        info.path.removeprefix(f"{prefix}/"): hashlib.sha256(
            store.open_input_stream(info.path).read()
        ).hexdigest()
        for info in found
        if info.is_file
    }
    assert stored == files(tmp_path)
    assert wampimuk_ray.generate("gscan-demo", f"s3://{prefix}", **options).was_complete


@pytest.mark.parametrize(
    ("recipe", "split"), [("gscan-demo", "train"), ("mix-t2", "test"), ("riddle", "test")]
)
def test_a_source_gives_every_item_once(recipe: str, split: str) -> None:
    items = wampimuk.dataset(recipe, split, 5)
    source = wampimuk_ray.dataset(recipe, split, 5, parallelism=7)
    # Both are known before anything is made.
    assert source.count() == len(items)
    assert source.schema().base_schema.equals(items.to_arrow().schema)

    def sign(batch: Any) -> Any:
        process = pyarrow.array([os.getpid()] * len(batch))
        return batch.append_column("process", process)

    rows = source.map_batches(sign, batch_format="pyarrow", batch_size=100).take_all()
    assert os.getpid() not in {row.pop("process") for row in rows}
    rows.sort(key=lambda row: row["index"])
    assert rows == [dict(item) for item in items]


def test_a_slice_is_a_source() -> None:
    some = wampimuk.dataset("gscan", view="reference")[1_000_000:20:-7][:90]
    rows = wampimuk_ray.dataset(some, parallelism=4).random_shuffle(seed=1).repartition(3).take_all()
    assert sorted(row["index"] for row in rows) == sorted(some.indices)
    assert {row["id"]: row for row in rows} == {item["id"]: dict(item) for item in some}
    assert wampimuk_ray.dataset(some[:0]).take_all() == []


def test_tasks_say_how_much_they_make() -> None:
    from wampimuk._ray_data import Items

    items = wampimuk.dataset("gscan")[:1000]
    source = Items(items)
    size = items.to_arrow().nbytes
    assert abs(source.estimate_inmemory_data_size() - size) < size / 10
    for parallelism in (1, 3, 1000, 2000):
        tasks = source.get_read_tasks(parallelism)
        assert len(tasks) == min(parallelism, 1000)
        assert sum(task.metadata.num_rows for task in tasks) == 1000
        assert abs(sum(task.metadata.size_bytes for task in tasks) - size) < size / 10
    for task, limited in zip(source.get_read_tasks(3), source.get_read_tasks(3, 10), strict=True):
        made, start = pyarrow.concat_tables(task()), pyarrow.concat_tables(limited())
        assert (made.num_rows, start.num_rows) == (task.metadata.num_rows, limited.metadata.num_rows)
        assert start.num_rows == 10
        assert start.equals(made[:10])
        assert made.schema.equals(task.schema)


@pytest.mark.parametrize(
    ("missing", "call"),
    [
        ("ray", ""),
        ("pyarrow", "wampimuk.ray.dataset('gscan')"),
        ("ray.data", "wampimuk.ray.dataset('gscan')"),
    ],
)
def test_the_extra_is_named(missing: str, call: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import wampimuk.ray; {call}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f'needs {missing.partition(".")[0]}: pip install "wampimuk[ray]"' in done.stderr
