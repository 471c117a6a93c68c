"""NumPy batches, compared with arrays that are put together here from the items' columns."""

import pickle
from itertools import islice
from typing import Any

import pytest

import wampimuk

np = pytest.importorskip("numpy")

PAD, SOS, EOS = 0, 1, 2
# In the order of their channels.
SHAPES = ["square", "cylinder", "circle"]
COLOURS = ["red", "green", "yellow", "blue"]


def observation(item: wampimuk.Item, depth: int) -> Any:
    """The papers' tensor of a world of solid objects: size, shape and colour one by one, then the agent."""
    side = item["grid_size"]
    tensor = np.zeros((side, side, depth), dtype=np.uint8)
    sizes = depth - len(SHAPES) - len(COLOURS) - 5
    for thing in item["objects"]:
        cell = tensor[thing["row"], thing["column"]]
        cell[thing["size"] - 1] += 1
        cell[sizes + SHAPES.index(thing["shape"])] += 1
        cell[sizes + len(SHAPES) + COLOURS.index(thing["colour"])] += 1
    cell = tensor[item["agent_row"], item["agent_column"]]
    cell[depth - 5] = 1
    cell[depth - 4 + ["east", "south", "west", "north"].index(item["agent_heading"])] = 1
    return tensor


def test_batches_of_commands_are_what_the_columns_say() -> None:
    dataset = wampimuk.dataset("gscan")
    part = dataset[1000:1064]
    (batch,) = wampimuk.batches(part, 64)
    batcher = wampimuk.Batcher(part)
    command, actions = batcher.vocabularies["command"], batcher.vocabularies["actions"]
    assert batcher.shape is not None
    side, depth, _, _ = batcher.shape
    assert batch["observation"].shape == (64, side, side, depth)
    assert batch["observation"].dtype == np.uint8
    for row, item in enumerate(part):
        for name, lengths, vocabulary in (
            ("command", "command_lengths", command),
            ("actions", "action_lengths", actions),
        ):
            tokens = vocabulary.tokens
            numbers = [SOS, *(tokens.index(word) for word in item[name]), EOS]
            padded = numbers + [PAD] * (batch[name].shape[1] - len(numbers))
            assert batch[name][row].tolist() == padded
            assert batch[lengths][row] == len(numbers)
            mask = batch[{"command": "command_mask", "actions": "action_mask"}[name]][row]
            assert mask.tolist() == [place < len(numbers) for place in range(len(padded))]
            assert vocabulary.decode(batch[name][row].tolist()) == item[name]
        target = item["objects"][item["target"]]
        assert batch["target_cell"][row] == target["row"] * side + target["column"]
        assert batch["agent_cell"][row] == item["agent_row"] * side + item["agent_column"]
        assert bytes(batch["id"][row]).hex() == item.id
        # Every object is one size, one colour and one shape; the agent is itself and a heading.
        assert int(batch["observation"][row].sum()) == 3 * len(item["objects"]) + 2
    expected = np.stack([observation(item, depth) for item in part])
    assert (batch["observation"] == expected).all()


def test_layouts() -> None:
    dataset = wampimuk.dataset("reascan", "a1_test")
    floats = next(wampimuk.batches(dataset, 8, dtype="float32"))
    assert floats["observation"].dtype == np.float32
    shapes = {
        tuple(array.shape for array in batch.values())
        for batch in islice(wampimuk.batches(dataset, 8, padding="fixed"), 20)
    }
    assert len(shapes) == 1
    one = wampimuk.Batcher(dataset)(range(2000))
    many = wampimuk.Batcher(dataset, threads=4)(range(2000))
    assert all((one[name] == many[name]).all() for name in one)
    for wrong in ({"dtype": "int8"}, {"padding": "none"}):
        with pytest.raises(wampimuk.Error):
            wampimuk.batches(dataset, 8, **wrong)
    with pytest.raises(wampimuk.Error):
        wampimuk.batches(dataset, 0)
    with pytest.raises(IndexError):
        wampimuk.Batcher(dataset[:10])([10])


def test_an_epoch_has_every_item_once() -> None:
    dataset = wampimuk.dataset("gscan-demo", "test")
    everything = [item.id for item in dataset]

    def epoch(**options: Any) -> list[str]:
        return [bytes(one).hex() for batch in wampimuk.batches(dataset, 7, **options) for one in batch["id"]]

    assert epoch() == everything
    first, second = epoch(shuffle=True), epoch(shuffle=True, epoch=1)
    assert sorted(first) == sorted(second) == sorted(everything)
    assert everything != first != second != everything
    whole = len(everything) // 7 * 7
    assert epoch(drop_last=True) == everything[:whole]
    assert list(wampimuk.batches(dataset[:0], 7)) == []


def test_batches_of_a_stream_are_those_of_its_items() -> None:
    items, arrays = (wampimuk.stream("gscan", rank=1, world_size=3) for _ in range(2))
    batches = wampimuk.batches(arrays, 5)
    for batch in islice(batches, 10):
        expected = [item.id for item in islice(items, 5)]
        assert [bytes(one).hex() for one in batch["id"]] == expected
    assert arrays.state_dict() == items.state_dict()


def test_stories() -> None:
    dataset = wampimuk.dataset("mix-t12", "test")
    batcher = wampimuk.Batcher(dataset)
    vocabulary = batcher.vocabularies["story"]
    batch = batcher(range(16))
    for row, item in enumerate(dataset[:16]):
        facts = [fact.rstrip(".").lower().split() for fact in item["facts"]]
        count = batch["story_lengths"][row]
        assert count == len(facts)
        told = [vocabulary.decode(sentence.tolist()) for sentence in batch["story"][row][:count]]
        assert [" ".join(words) for words in told] == [" ".join(words) for words in facts]
        assert vocabulary.tokens[batch["answer"][row]] == item["answer"].lower()
        supporting = [number + 1 for number in np.flatnonzero(batch["supporting"][row])]
        assert supporting == sorted(item["supporting"])
    wide = wampimuk.Batcher(dataset, padding="fixed", widths=(60, 12, 12, 3))(range(4))
    assert wide["story"].shape == (4, 60, 12)
    with pytest.raises(wampimuk.Error, match="widths"):
        wampimuk.Batcher(dataset, padding="fixed")


def test_vocabularies_are_versioned() -> None:
    vocabulary = wampimuk.Batcher(wampimuk.dataset("gscan")).vocabularies["command"]
    text = vocabulary.to_json()
    again = wampimuk.Vocabulary.from_json(text)
    assert again == vocabulary == pickle.loads(pickle.dumps(vocabulary))
    assert (again.digest, again.version, len(again)) == (vocabulary.digest, 1, len(vocabulary.tokens))
    with pytest.raises(wampimuk.Error):
        wampimuk.Vocabulary.from_json(text.replace('"red"', '"rot"'))
    with pytest.raises(wampimuk.Error, match="rad"):
        vocabulary.encode(["walk", "to", "a", "rad", "circle"])
    other = wampimuk.Batcher(wampimuk.dataset("reascan", "a1_test")).vocabularies["command"]
    assert other.digest != vocabulary.digest


def test_riddles_have_no_arrays() -> None:
    with pytest.raises(wampimuk.Error):
        wampimuk.Batcher(wampimuk.dataset("riddle", "test"))
