"""Learning by reinforcement, as an experiment: supervised first, then with rewards, and what hold-outs do.

python learn.py --size tiny --out results           # some steps, to see that it runs
python learn.py --minutes 5 --out results           # on a GPU
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import model as models
import page
import plain
import supervised
import torch
import transformers
from follow import Follower, prompt
from settings import TINY, Settings
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

import wampimuk
from wampimuk import reasoning
from wampimuk.curriculum import Curriculum


DIAL = "actions"
HELD_IN = "reinforcement"


class Sets:
    """What is asked before, meanwhile and after."""

    def __init__(self, recipe: str, seed: int, settings: Settings) -> None:
        same: dict[str, Any] = {"seed": seed, "form": "coordinates", "instructions": False}
        streams = reasoning.streams(recipe, size=settings.sizes, **same)
        # The last of the reinforcement stream are never trained on.
        many = settings.measured
        self.supervised = streams.supervised
        self.reinforcement = streams.reinforcement[:-many]
        self.named = {
            HELD_IN: self.reinforcement[:many],
            "reinforcement, new items": streams.reinforcement[-many:],
            "supervised": streams.supervised[:many],
            "test: new compounds": streams.test[:many],
        }
        for name in self.supervised.source.prepared.splits:
            if name[0].endswith("_test"):
                asked = reasoning.dataset(recipe, name[0], **same)
                self.named[f"hold-out {name[0].removesuffix('_test')}"] = asked[:many]

    def reached(
        self, ask: Callable[[list[str]], list[str]], count: int, names: Sequence[str] = ()
    ) -> dict[str, float]:
        """The reward of answers to so many questions of each set, or of those with these names."""
        asked = [(name, entry) for name in names or self.named for entry in self.named[name][:count]]
        said = ask([prompt(entry) for _, entry in asked])
        scores = reasoning.reward([], said, metadata=[entry["metadata"] for _, entry in asked])
        found: dict[str, list[float]] = {}
        for (name, _), score in zip(asked, scores, strict=True):
            found.setdefault(name, []).append(score)
        return {name: sum(own) / len(own) for name, own in found.items()}


def main() -> None:
    """Runs the experiment and writes `result.json`, `result.md` and `page.html`."""
    options = arguments()
    settings, device = options.settings, torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(options.seed)
    began = time.monotonic()
    sets = Sets(options.recipe, options.seed, settings)
    pairs = [(prompt(entry), f"Answer: {entry['answer']}") for entry in sets.supervised]
    words = models.tokenizer(text for pair in pairs for text in pair)
    small = models.model(words, settings.layers, settings.width).to(device)
    count = sum(weights.numel() for weights in small.parameters())
    print(
        f"{count:,} weights, {len(words)} tokens, on {device}; prepared in {time.monotonic() - began:.0f} s"
    )

    def ask(prompts: list[str]) -> list[str]:
        return models.answers(small, words, prompts, longest=settings.longest, batch=4096)

    left = options.minutes * 60 - (time.monotonic() - began)
    first = supervised.learn(
        small,
        words,
        pairs,
        batch=settings.examples,
        rate=settings.rate,
        seconds=left * settings.share,
        steps=settings.supervised_steps,
        until=settings.until,
        every=min(100, settings.supervised_steps),
        measure=lambda: sets.reached(ask, settings.measured, [HELD_IN])[HELD_IN],
    )
    before = sets.reached(ask, settings.measured)
    print("before:", shown(before), flush=True)
    curriculum = Curriculum(sets.reinforcement, DIAL, settings.levels, bar=settings.bar, seed=options.seed)
    left = options.minutes * 60 - (time.monotonic() - began)
    follower = Follower(
        curriculum, lambda: sets.reached(ask, settings.watched), seconds=left - 5, every=settings.every
    )
    trainer = reinforce(options.trainer, small, words, follower, settings)
    after = sets.reached(ask, settings.measured)
    print("after:", shown(after), flush=True)
    result = {
        "recipe": Path(options.recipe).name,
        "seed": options.seed,
        "trainer": trainer,
        "weights": count,
        "device": torch.cuda.get_device_name()
        if device.type == "cuda"
        else f"cpu, {torch.get_num_threads()} threads",
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
            "wampimuk": wampimuk.__version__,
        },
        "settings": asdict(settings),
        "supervised": first,
        "reinforcement": {"steps": len(follower.rewards), "seconds": round(follower.seconds, 1)},
        "seconds": round(time.monotonic() - began, 1),
        "before": before,
        "after": after,
        "levels": [
            {"from": level.range[0], "to": level.range[1], "asked": level.asked, "success": level.success}
            for level in curriculum.levels
        ],
        "rewards": [round(reward, 4) for reward in follower.rewards],
        "success": follower.levels,
        "reached": follower.reached,
    }
    options.out.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("result.json", json.dumps(result)),
        ("result.md", page.table(result)),
        ("page.html", page.page(result)),
    ):
        (options.out / name).write_text(text + "\n", encoding="utf-8")
    print(page.table(result))


def reinforce(
    trainer: str,
    model: LlamaForCausalLM,
    words: PreTrainedTokenizerFast,
    follower: Follower,
    settings: Settings,
) -> str:
    """Learns by rewards: with TRL, or without where it cannot run. Says with what."""
    if trainer != "plain":
        try:
            import trl  # noqa: PLC0415 - it may be missing
            import with_trl  # noqa: PLC0415

            with tempfile.TemporaryDirectory() as folder:
                with_trl.reinforce(model, words, follower, settings, Path(folder))
        except Exception as error:
            if trainer == "trl" or follower.rewards:
                raise
            print(
                f"TRL cannot run here ({type(error).__name__}: {error}): PyTorch alone does it",
                file=sys.stderr,
            )
        else:
            return f"TRL {trl.__version__}, GRPOTrainer"
    plain.reinforce(model, words, follower, settings)
    return "GRPO in PyTorch"


def shown(reached: dict[str, float]) -> str:
    """In one line."""
    return ", ".join(f"{name} {share:.1%}" for name, share in reached.items())


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = Path(__file__).parent
    parser.add_argument(
        "--recipe", default=str(here / "recipe.toml"), help="what is learnt: a file, or a name"
    )
    parser.add_argument("--size", choices=["tiny", "real"], default="real")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long all of it may take")
    parser.add_argument("--trainer", choices=["auto", "trl", "plain"], default="auto")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="change a setting")
    parser.add_argument("--out", type=Path, default=Path("results"))
    options = parser.parse_args()
    changes = dict(change.split("=", 1) for change in options.set)
    settings = TINY if options.size == "tiny" else Settings()
    options.settings = replace(settings, **{name: json.loads(value) for name, value in changes.items()})
    return options


if __name__ == "__main__":
    main()
