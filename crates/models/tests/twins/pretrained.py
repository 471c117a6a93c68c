"""Makes small random models with Hugging Face's `transformers`, and writes what they compute.

    python pretrained.py FOLDER
    WAMPIMUK_TWINS=FOLDER cargo test -p wampimuk-models --features pretrained --test pretrained_twins

Each model gets a folder with the checkpoint as the library would publish it; `frame.py` says what else.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import torch
from frame import mask_of, padded, shake, write
from transformers import RobertaConfig, RobertaForQuestionAnswering, T5Config, T5ForConditionalGeneration

#: The models, whose types say nothing.
WRITER: Any = T5ForConditionalGeneration
POINTER: Any = RobertaForQuestionAnswering

#: What cannot be pointed at.
NEVER = -1e9


def tokens(lengths: list[int], words: int, end: int | None, first: int) -> list[list[int]]:
    """Random sequences of these lengths, without special words but for the end."""
    sequences = [torch.randint(first, words, (length,)).tolist() for length in lengths]
    return [sequence if end is None else [*sequence[:-1], end] for sequence in sequences]


def t5(folder: Path, version: str, half: bool = False) -> None:
    """T5 in one of its two versions."""
    is_first = version == "1.0"
    settings: dict[str, Any] = {
        "d_model": 16,
        "d_kv": 6,
        "d_ff": 24,
        "num_heads": 3,
        "num_layers": 2,
        "num_decoder_layers": 3,
        "vocab_size": 40,
        "relative_attention_num_buckets": 8,
        "relative_attention_max_distance": 20,
        "feed_forward_proj": "relu" if is_first else "gated-gelu",
        "tie_word_embeddings": is_first,
        "decoder_start_token_id": 0,
        "pad_token_id": 0,
        "eos_token_id": 1,
    }
    model = WRITER(T5Config(**settings)).eval()
    if not is_first:
        # The published checkpoints of this version have a matrix of their own, whatever newer libraries tie.
        model.lm_head.weight = torch.nn.Parameter(torch.randn(40, 16))
    shake(model, 0.1)
    with torch.no_grad():
        # Otherwise a tied model says again what it said before, and nothing else.
        model.shared.weight.mul_(0.2)
        model.decoder.final_layer_norm.weight.mul_(10)
    if half:
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.copy_(parameter.bfloat16().float())
    texts, answers = tokens([30, 7, 12], 40, 1, 2), tokens([2, 5, 3], 40, 1, 2)
    labels = padded(answers, -100)
    out = model(input_ids=padded(texts, 0), attention_mask=mask_of(texts), labels=labels)
    torch.autograd.backward(out.loss)
    with torch.no_grad():
        said = [[0] for _ in texts]
        # Step by step and without any memory: an opinion that shares nothing with a cache of keys and values.
        for _ in range(8):
            states = model(
                input_ids=padded(texts, 0),
                attention_mask=mask_of(texts),
                decoder_input_ids=torch.tensor(said),
            )
            for row, token in enumerate(states.logits[:, -1].argmax(-1).tolist()):
                said[row].append(token)
    greedy = [row[1 : row.index(1)] if 1 in row else row[1:] for row in said]
    case: dict[str, object] = {"model": "t5", "texts": texts, "answers": answers, "greedy": greedy}
    write(folder, model, case, {"logits": out.logits, "loss": out.loss}, config=settings, half=half)


def roberta(folder: Path) -> None:
    """RoBERTa with a layer that points."""
    settings: dict[str, Any] = {
        "hidden_size": 12,
        "num_hidden_layers": 2,
        "num_attention_heads": 3,
        "intermediate_size": 20,
        "vocab_size": 40,
        "max_position_embeddings": 34,
        "type_vocab_size": 1,
        "layer_norm_eps": 1e-5,
        "pad_token_id": 1,
        "hidden_act": "gelu",
    }
    model = POINTER(RobertaConfig(**settings)).eval()
    shake(model, 0.2)
    texts = tokens([32, 9, 20], 40, 2, 4)
    spans = [(3, 5), (8, 8), (0, 19)]
    mask = mask_of(texts)
    out = model(input_ids=padded(texts, 1), attention_mask=mask)
    ends = [logits.masked_fill(mask == 0, NEVER) for logits in (out.start_logits, out.end_logits)]
    losses = [
        torch.nn.functional.cross_entropy(logits, torch.tensor([span[end] for span in spans]))
        for end, logits in enumerate(ends)
    ]
    loss = (losses[0] + losses[1]) / 2
    torch.autograd.backward(loss)
    case: dict[str, object] = {"model": "roberta", "texts": texts, "spans": spans}
    write(folder, model, case, {"first": ends[0], "last": ends[1], "loss": loss}, config=settings)


def main() -> None:
    """Writes all twins."""
    torch.manual_seed(0)
    folder = Path(sys.argv[1])
    t5(folder / "t5-1.0", "1.0")
    t5(folder / "t5-1.1", "1.1")
    t5(folder / "t5-1.0-bf16", "1.0", half=True)
    roberta(folder / "roberta")


if __name__ == "__main__":
    main()
