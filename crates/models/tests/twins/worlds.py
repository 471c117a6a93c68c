"""Worlds of cells, and how they are convolved."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn


def world(rows: int, side: int, channels: int) -> Tensor:
    """Random worlds, most of them empty, `[rows, row, column, channels]`."""
    shape = (rows, side, side, channels)
    return torch.randint(1, 3, shape) * (torch.rand(shape) < 0.3).float()


def kernels(channels: int, side: int, out: int) -> list[nn.Conv2d]:
    """Of one cell, of five cells, and of as many as a row has or one more."""
    sizes = (1, 5, side + 1 - side % 2)
    return [nn.Conv2d(channels, out, size, padding=size // 2) for size in sizes]


def convolve(convolutions: Iterable[nn.Module], worlds: Tensor) -> Tensor:
    """What kernels see of each cell, side by side. Their first axis goes along columns, not along rows."""
    turned = worlds.permute(0, 3, 2, 1)
    seen = torch.cat([convolution(turned) for convolution in convolutions], 1)
    return seen.permute(0, 3, 2, 1).flatten(1, 2)
