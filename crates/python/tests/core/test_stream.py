"""Endless streams."""

import json
from collections import Counter
from itertools import islice

import pytest

import wampimuk


def take(stream: wampimuk.Stream, count: int) -> list[int]:
    return [item.index for item in islice(stream, count)]


def test_an_epoch_has_every_item_once_and_the_next_another_order() -> None:
    stream = wampimuk.stream("gscan-demo", split="test")
    n = len(stream.dataset)
    first, second = take(stream, n), take(stream, n)
    assert sorted(first) == sorted(second) == list(range(n))
    assert first != second
    assert first != list(range(n))
    assert stream.epoch == 2
    assert take(wampimuk.stream("gscan-demo", split="test"), n) == first
    assert take(wampimuk.stream("gscan-demo", split="test", seed=1), n) != first
    plain = wampimuk.stream("gscan-demo", split="test", shuffle=False)
    assert take(plain, n + 2) == [*range(n), 0, 1]


@pytest.mark.parametrize(("world_size", "workers"), [(1, 1), (2, 1), (3, 2), (1, 5)])
def test_parts_share_the_items_exactly(world_size: int, workers: int) -> None:
    whole = wampimuk.stream("gscan-demo", split="test")
    n, parts = len(whole.dataset), world_size * workers
    each = 2 * n
    streams = [
        wampimuk.stream(
            "gscan-demo", split="test", rank=rank, world_size=world_size, worker=worker, workers=workers
        )
        for rank in range(world_size)
        for worker in range(workers)
    ]
    taken = [take(stream, each) for stream in streams]
    # Together they are the one stream, item by item.
    woven = [index for round in zip(*taken, strict=True) for index in round]
    assert woven == take(whole, each * parts)
    assert set(Counter(woven).values()) == {2 * parts}


def test_a_stream_resumes_exactly() -> None:
    def fresh() -> wampimuk.Stream:
        return wampimuk.stream("gscan", rank=1, world_size=2)

    stream = fresh()
    take(stream, 300)
    state = json.loads(json.dumps(stream.state_dict()))
    expected = take(stream, 600)
    again = fresh()
    take(again, 10)
    again.load_state_dict(state)
    assert take(again, 600) == expected
    for other in (
        wampimuk.stream("gscan", rank=0, world_size=2),
        wampimuk.stream("gscan", rank=1, world_size=2, seed=1),
        wampimuk.stream("gscan", rank=1, world_size=2, shuffle=False),
        wampimuk.stream("gscan", split="test", rank=1, world_size=2),
        wampimuk.stream("gscan-length", rank=1, world_size=2),
    ):
        with pytest.raises(wampimuk.Error, match="state of another stream"):
            other.load_state_dict(state)


def test_mistakes_are_errors() -> None:
    with pytest.raises(wampimuk.Error, match="rank 2"):
        wampimuk.stream("gscan", rank=2, world_size=2)
    with pytest.raises(wampimuk.Error, match="worker"):
        wampimuk.stream("gscan", worker=-1)
    with pytest.raises(wampimuk.Error, match="nothing to stream"):
        wampimuk.Stream(wampimuk.dataset("gscan")[:0])
