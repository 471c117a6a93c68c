"""The first step: learning from examples, until some answers are right, but not all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

import torch
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast


def learn(
    model: LlamaForCausalLM,
    words: PreTrainedTokenizerFast,
    pairs: Sequence[tuple[str, str]],
    *,
    batch: int,
    rate: float,
    seconds: float,
    steps: int,
    until: float,
    every: int,
    measure: Callable[[], float],
) -> dict[str, float]:
    """Learns answers to prompts. Ends after so long, so many steps, or once `measure` says `until`."""
    examples = [
        (words(prompt)["input_ids"], [*words(answer)["input_ids"], words.eos_token_id])
        for prompt, answer in pairs
    ]
    optimizer = torch.optim.AdamW(model.parameters(), rate, betas=(0.9, 0.98), weight_decay=0.01)
    warming = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 200))
    random, began, reached, loss, step = Random(0), time.monotonic(), measure(), None, 0
    for step in range(1, steps + 1):
        tokens, labels, mask = _batch(random.choices(examples, k=batch), words.pad_token_id, model.device)
        loss = model(input_ids=tokens, attention_mask=mask, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        warming.step()
        if step % every == 0:
            reached = measure()
            seen = time.monotonic() - began
            print(
                f"supervised step {step}: loss {loss.item():.3f}, right {reached:.1%}, {seen:.0f} s",
                flush=True,
            )
            if reached >= until or seen > seconds:
                break
    return {"steps": step, "seconds": round(time.monotonic() - began, 1), "right": reached}


def _batch(
    examples: Sequence[tuple[list[int], list[int]]], padding: int, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Tokens, what is to be learnt of them (the answers), and where there are any; padded at the left."""
    longest = max(len(prompt) + len(answer) for prompt, answer in examples)
    tokens = torch.full((len(examples), longest), padding)
    labels = torch.full((len(examples), longest), -100)
    mask = torch.zeros((len(examples), longest), dtype=torch.long)
    for row, (prompt, answer) in enumerate(examples):
        tokens[row, longest - len(prompt) - len(answer) :] = torch.tensor(prompt + answer)
        labels[row, longest - len(answer) :] = torch.tensor(answer)
        mask[row, longest - len(prompt) - len(answer) :] = 1
    return tokens.to(device), labels.to(device), mask.to(device)
