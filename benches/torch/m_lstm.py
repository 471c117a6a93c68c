"""A training step of M-LSTM here and in PyTorch, side by side.

    cargo build --release -p wampimuk-models --example m_lstm_step
    python benches/torch/m_lstm.py target/release/examples/m_lstm_step

Both have the same first weights, batches and number of threads, and take turns, so that whatever else a
machine does slows both of them down. A step is a whole update: forwards with dropout, backwards, Adam.
Before that, the losses with nothing dropped have to be equal.

PyTorch's model is written as the original is: sequences are filled up to the longest of the batch, and the
decoder goes through them step by step. On a machine that does other things as well,
`OMP_WAIT_POLICY=PASSIVE` keeps PyTorch's threads from waiting for each other in vain. Needs `torch`,
`numpy` and `safetensors`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

#: The width of all states.
WIDTH = 100


class Attention(nn.Module):
    """Scores by a sum; what comes out is a sum of projected keys."""

    def __init__(self, key_width: int) -> None:
        super().__init__()
        self.key_layer = nn.Linear(key_width, WIDTH, bias=False)
        self.query_layer = nn.Linear(WIDTH, WIDTH, bias=False)
        self.energy_layer = nn.Linear(WIDTH, 1, bias=False)

    def forward(self, query: Tensor, keys: Tensor, mask: Tensor | None) -> Tensor:
        """The context of a query, `[rows, width]`; keys are projected already."""
        scores = self.energy_layer(torch.tanh(self.query_layer(query).unsqueeze(1) + keys)).squeeze(2)
        if mask is not None:
            scores = scores.masked_fill(mask, float("-inf"))
        weights = torch.softmax(scores, 1)
        return torch.bmm(weights.unsqueeze(1), keys).squeeze(1)


class WorldEncoder(nn.Module):
    """Three convolutions side by side."""

    def __init__(self, channels: int, side: int) -> None:
        super().__init__()
        sizes = (1, 5, side + 1 - side % 2)
        self.conv_1, self.conv_2, self.conv_3 = (
            nn.Conv2d(channels, 50, size, padding=size // 2) for size in sizes
        )

    def forward(self, worlds: Tensor) -> Tensor:
        """Cells, `[rows, cells, 150]`."""
        turned = worlds.transpose(1, 3)
        cells = torch.cat([convolve(turned) for convolve in (self.conv_1, self.conv_2, self.conv_3)], 1)
        cells = nn.functional.relu(cells.transpose(1, 3))
        return nn.functional.dropout(cells, 0.1, self.training).flatten(1, 2)


class CommandEncoder(nn.Module):
    """Reads in both directions and adds them."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(words, 25, padding_idx=0)
        self.lstm = nn.LSTM(25, WIDTH, batch_first=True, bidirectional=True)

    def forward(self, commands: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """States and the last of them."""
        embedded = nn.functional.dropout(self.embedding(commands), 0.3, self.training)
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, (last, _) = self.lstm(packed)
        states, _ = pad_packed_sequence(states, batch_first=True)
        forward, backward = states.chunk(2, 2)
        return forward + backward, last[0] + last[1]


class Decoder(nn.Module):
    """One step after another."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self.queries_to_keys = nn.Linear(2 * WIDTH, WIDTH)
        self.embedding = nn.Embedding(tokens, WIDTH, padding_idx=0)
        self.lstm = nn.LSTM(3 * WIDTH, WIDTH)
        self.output_to_hidden = nn.Linear(4 * WIDTH, WIDTH, bias=False)
        self.hidden_to_output = nn.Linear(WIDTH, tokens, bias=False)


class MLstm(nn.Module):
    """The model, by the names of the original's checkpoints."""

    def __init__(self, words: int, tokens: int, channels: int, side: int) -> None:
        super().__init__()
        self.situation_encoder = WorldEncoder(channels, side)
        self.visual_attention = Attention(150)
        self.encoder = CommandEncoder(words)
        self.enc_hidden_to_dec_hidden = nn.Linear(WIDTH, WIDTH)
        self.textual_attention = Attention(WIDTH)
        self.attention_decoder = Decoder(tokens)

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        """The loss, per token."""
        decoder = self.attention_decoder
        cells = self.visual_attention.key_layer(self.situation_encoder(batch["worlds"]))
        words, last = self.encoder(batch["commands"], batch["lengths"])
        words = self.textual_attention.key_layer(words)
        mask = torch.arange(words.shape[1]).unsqueeze(0) >= batch["lengths"].unsqueeze(1)
        hidden = torch.tanh(self.enc_hidden_to_dec_hidden(last)).unsqueeze(0)
        state = (hidden, hidden)
        logits = []
        for tokens in batch["actions"].unbind(1):
            embedded = nn.functional.dropout(decoder.embedding(tokens), 0.3, self.training)
            before = state[0].squeeze(0)
            text = self.textual_attention(before, words, mask)
            query = torch.tanh(decoder.queries_to_keys(torch.cat([before, text], 1)))
            sight = self.visual_attention(query, cells, None)
            out, state = decoder.lstm(torch.cat([embedded, text, sight], 1).unsqueeze(0), state)
            everything = torch.cat([embedded, out.squeeze(0), text, sight], 1)
            logits.append(decoder.hidden_to_output(decoder.output_to_hidden(everything)))
        scores = torch.log_softmax(torch.stack(logits, 1), 2)
        labels = nn.functional.pad(batch["actions"][:, 1:], (0, 1))
        return nn.functional.nll_loss(scores.flatten(0, 1), labels.flatten(), ignore_index=0)


class Ours:
    """The other program."""

    def __init__(self, program: str, folder: str, threads: int, batch: int, count: int) -> None:
        numbers = [str(number) for number in (threads, batch, count)]
        command = [program, folder, *numbers]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.answer() == "ready"

    def answer(self) -> str:
        """The next line that it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, what: str, number: int) -> float:
        """What it says to a request."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what} {number}\n")
        self.process.stdin.flush()
        return float(self.answer())

    def close(self) -> None:
        """Ends it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", help="the example m_lstm_step, built for release")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--batches", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(options.program, folder, options.threads, options.batch, options.batches)
        weights = load_file(Path(folder) / "weights.safetensors")
        batches = []
        for number in range(options.batches):
            batch = load_file(Path(folder) / f"batch_{number}.safetensors")
            batches.append({**batch, "worlds": batch["worlds"].float()})
    worlds = batches[0]["worlds"]
    model = MLstm(
        weights["encoder.embedding.weight"].shape[0],
        weights["attention_decoder.embedding.weight"].shape[0],
        worlds.shape[3],
        worlds.shape[1],
    )
    model.load_state_dict(weights)
    model.eval()
    with torch.no_grad():
        for number, batch in enumerate(batches):
            difference = abs(float(model(batch)) - ours.ask("loss", number))
            assert difference < 1e-4, f"the losses of batch {number} are {difference} apart"
    model.train()
    adam = torch.optim.Adam(model.parameters(), lr=1e-3)
    theirs_ms, ours_ms = [], []
    for turn in range(options.rounds + 1):
        for number, batch in enumerate(batches):
            start = time.perf_counter()
            adam.zero_grad()
            model(batch).backward()
            adam.step()
            there = (time.perf_counter() - start) * 1e3
            here = ours.ask("step", number)
            # The first round is for warming up.
            if turn > 0:
                theirs_ms.append(there)
                ours_ms.append(here)
    ours.close()
    steps = statistics.mean(batch["actions"].shape[1] for batch in batches)
    ratios = [here / there for here, there in zip(ours_ms, theirs_ms, strict=True)]
    load = os.getloadavg()[0]
    print(
        f"batch {options.batch}, {options.threads} threads, {steps:.0f} steps of the decoder, load {load:.1f}"
    )
    print("| | median ms | best ms |")
    print("|---|---|---|")
    version = torch.__version__
    print(f"| PyTorch {version} | {statistics.median(theirs_ms):.1f} | {min(theirs_ms):.1f} |")
    print(f"| wampimuk | {statistics.median(ours_ms):.1f} | {min(ours_ms):.1f} |")
    best = min(ours_ms) / min(theirs_ms)
    print(f"| ratio | {statistics.median(ratios):.2f} | {best:.2f} |")


if __name__ == "__main__":
    main()
