"""Three streams of questions that have nothing in common: for supervised training, reinforcement and test.

What decides is the *compound* of an item: of a command its verb, its adverb and its phrases, of a riddle the
operation and the phrases, of a question about a story the story's first sentence. A compound belongs to one
stream, whatever the seed, so no stream has a compound of another one, while words are in all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import Any

from wampimuk._difficulty import Range, is_within
from wampimuk._native import Error

NAMES = ("supervised", "reinforcement", "test")
"""The streams, in the order of their shares."""

WORDS = ("size", "colour", "noun")
PHRASE = ("relation", "parent", *WORDS)


def compound(family: str, row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What an item is made of. Of commands these are the names of meanings, which no language changes."""
    if family == "stories":
        # Questions of a story stand in one stream, however early they are asked; so do stories that begin
        # alike.
        return tuple(row["facts"][:1])
    if family == "riddle":
        return (row["pattern"], *sorted(row["operation"].items()), *row["command"])
    if "phrases" in row:
        phrases = (tuple(phrase[name] for name in PHRASE) for phrase in row["phrases"])
        return (row["verb"], row["adverb"], *phrases)
    return (row["verb"], row["adverb"], *(row[name] for name in WORDS))


class Roles:
    """Which stream a compound belongs to."""

    def __init__(self, shares: Sequence[float]) -> None:
        if len(shares) != len(NAMES) or not all(share >= 0 for share in shares) or not sum(shares) > 0:
            raise Error(f"shares are three numbers from 0 on, of {', '.join(NAMES)}, not {shares!r}")
        whole = sum(shares)
        self._ends = [end / whole for end in accumulate(shares)]
        self._last = max(place for place, share in enumerate(shares) if share > 0)

    def of(self, compound: tuple[Any, ...]) -> str:
        """The stream of a compound: by a hash, into which no seed enters."""
        text = json.dumps(compound, ensure_ascii=False, separators=(",", ":"))
        place = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") / 2**64
        number = next((number for number, end in enumerate(self._ends) if place < end), self._last)
        return NAMES[number]


def sorted_out(
    found: Iterator[tuple[int, str, Mapping[str, int]]], sizes: Mapping[str, int], wanted: Mapping[str, Range]
) -> dict[str, list[int]]:
    """The places of the first items of each stream. What is found are places, streams and difficulties."""
    places: dict[str, list[int]] = {name: [] for name in NAMES}
    for place, stream, difficulty in found:
        if len(places[stream]) < sizes[stream] and is_within(difficulty, wanted):
            places[stream].append(place)
            if all(len(places[name]) >= size for name, size in sizes.items()):
                return places
    short = {name: len(own) for name, own in places.items() if len(own) < sizes[name]}
    told = ", ".join(f"{count} for {name}" for name, count in short.items())
    raise Error(f"the split has too few such items: {told}. Ask for fewer, or for another difficulty")
