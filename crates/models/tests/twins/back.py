"""Loads what the tests have handed back with Hugging Face's `transformers`, and compares what it says.

    python pretrained.py FOLDER
    WAMPIMUK_TWINS=FOLDER cargo test -p wampimuk-models --features pretrained --test pretrained_twins
    python back.py FOLDER

Weights have to be loaded whole, and to say the same.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch
from frame import mask_of, padded
from transformers import RobertaForQuestionAnswering, T5ForConditionalGeneration

#: The models, whose types say nothing.
WRITER: Any = T5ForConditionalGeneration
POINTER: Any = RobertaForQuestionAnswering

#: How far apart the two may be.
TOLERANCE = 1e-4


def logits_of(model: torch.nn.Module, case: dict[str, Any]) -> list[float]:
    """What a model says about a case, without what fills up."""
    texts = case["texts"]
    if case["model"] == "t5":
        answers = case["answers"]
        labels = padded(answers, -100)
        out = model(input_ids=padded(texts, 0), attention_mask=mask_of(texts), labels=labels)
        rows = [row[: len(answer)].flatten() for row, answer in zip(out.logits, answers, strict=True)]
    else:
        out = model(input_ids=padded(texts, 1), attention_mask=mask_of(texts))
        ends = (out.start_logits, out.end_logits)
        rows = [row[: len(text)] for end in ends for row, text in zip(end, texts, strict=True)]
    numbers: list[float] = torch.cat(rows).tolist()
    return numbers


def compare(folder: Path) -> None:
    """Fails if a model is not loaded whole, or does not say the same."""
    case = json.loads((folder / "case.json").read_text())
    kind = WRITER if case["model"] == "t5" else POINTER
    model, about = kind.from_pretrained(folder / "back", output_loading_info=True)
    wrong = {what: names for what, names in about.items() if names}
    if wrong:
        raise SystemExit(f"{folder}: {wrong}")
    with torch.no_grad():
        found = logits_of(model.eval(), case)
    expected = json.loads((folder / "said.json").read_text())
    most = max(1.0, *(abs(number) for number in expected))
    off = max(abs(one - other) for one, other in zip(found, expected, strict=True)) / most
    if not off <= TOLERANCE:
        raise SystemExit(f"{folder}: off by {off}")
    print(f"{folder.name}: loaded, and off by {off:.1e}")


def main() -> None:
    """Compares all that were handed back."""
    backs = sorted(Path(sys.argv[1]).glob("*/back"))
    if not backs:
        raise SystemExit("nothing was handed back")
    for path in backs:
        compare(path.parent)


if __name__ == "__main__":
    main()
