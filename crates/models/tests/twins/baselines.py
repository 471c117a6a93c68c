"""Makes small random baselines in PyTorch, and writes what they compute.

    python baselines.py FOLDER
    WAMPIMUK_TWINS=FOLDER cargo test -p wampimuk-models --test twins

They are written from the papers' equations with PyTorch's own layers, and cover what no original computes for
us: models without one, and settings that differ from theirs. `frame.py` says what is written.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bidaf
import m_lstm
import stm
import torch
import transformer


def main() -> None:
    """Writes all twins."""
    torch.manual_seed(0)
    folder = Path(sys.argv[1])
    bidaf.make(folder / "bidaf")
    transformer.make(folder / "transformer", as_released=False)
    transformer.make(folder / "transformer-as-released", as_released=True)
    stm.make(folder / "stm")
    m_lstm.make(folder / "m-lstm-auxiliary")


if __name__ == "__main__":
    main()
