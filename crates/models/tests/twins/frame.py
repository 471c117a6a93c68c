"""What all twins have in common: how sequences are filled up, and what is written of a model.

Each model gets a folder: its weights in `model.safetensors`, `case.json` with what it was given and what it
answers, and `expected.safetensors` with what it computes and the gradient of every tensor.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor, nn


def padded(sequences: list[list[int]], filler: int) -> Tensor:
    """Sequences of equal length."""
    longest = max(len(sequence) for sequence in sequences)
    return torch.tensor([sequence + [filler] * (longest - len(sequence)) for sequence in sequences])


def mask_of(sequences: list[list[int]]) -> Tensor:
    """1 where there is a token."""
    return padded([[1] * len(sequence) for sequence in sequences], 0)


def shake(model: nn.Module, amount: float) -> None:
    """Moves every number a little, so that no bias is zero and no gain is one."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(amount * torch.randn_like(parameter))


def named(model: nn.Module) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Every tensor with its name and its gradient, which is zero where nothing depends on it.

    PyTorch keeps the matrices of queries, keys and values in one tensor; here each has a name of its own.
    """
    for name, value in model.named_parameters():
        gradient = torch.zeros_like(value) if value.grad is None else value.grad
        prefix, together, kind = name.partition("in_proj_")
        if not together:
            yield name.replace(".out_proj.", ".out."), value.detach(), gradient
            continue
        parts = zip(("query", "key", "value"), value.detach().chunk(3), gradient.chunk(3), strict=True)
        for part, own, its_gradient in parts:
            yield f"{prefix}{part}.{kind}", own, its_gradient


def write(
    folder: Path,
    model: nn.Module,
    case: Mapping[str, object],
    values: Mapping[str, Tensor],
    *,
    config: Mapping[str, object] | None = None,
    half: bool = False,
) -> None:
    """Writes a model and what it computes. Tensors that are one and the same are written once."""
    folder.mkdir(parents=True, exist_ok=True)
    dtype = torch.bfloat16 if half else torch.float32
    weights = {name: value.to(dtype).contiguous() for name, value, _ in named(model)}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config, indent=1))
    (folder / "case.json").write_text(json.dumps(case))
    expected = {name: value.detach().float().contiguous() for name, value in values.items()}
    expected |= {f"gradient.{name}": gradient.contiguous() for name, _, gradient in named(model)}
    save_file(expected, folder / "expected.safetensors")
