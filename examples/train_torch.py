"""A small transformer learns to act on gSCAN's commands, in 30 lines.

    python examples/train_torch.py 5000     # steps of 256 items

Items are made while it trains. The exact match is the share of action sequences that are right from beginning
to end. Greedy decoding finds a sequence if and only if every action is the best one after the right ones
before it, so that no decoding is needed to know.
"""

import sys

import torch
from torch import nn

import wampimuk

torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
dev = wampimuk.Batcher(wampimuk.dataset("gscan", "dev"), dtype="float32", padding="fixed")
side, channels, longest_command, longest_sequence = dev.shape
commands, actions = (len(dev.vocabularies[name]) for name in ("command", "actions"))

word, cell, action = nn.Embedding(commands, 128), nn.Linear(channels, 128), nn.Embedding(actions, 128)
place, time = nn.Embedding(longest_command + side * side, 128), nn.Embedding(longest_sequence, 128)
transformer, score = nn.Transformer(128, 8, 3, 3, 512, 0.0, batch_first=True), nn.Linear(128, actions)
model = nn.ModuleList([word, cell, action, place, time, transformer, score])
optimiser = torch.optim.AdamW(model.parameters(), 5e-4)


def run(arrays: wampimuk.Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss and the exact match of a batch."""
    words, cells, actions = (torch.as_tensor(arrays[name]) for name in ("command", "observation", "actions"))
    actions = actions[:, : arrays["action_lengths"].max()]
    said, right = actions[:, :-1], actions[:, 1:]
    seen = torch.cat([word(words), cell(cells.flatten(1, 2))], 1) + place.weight
    causal = nn.Transformer.generate_square_subsequent_mask(said.shape[1])
    scores = score(transformer(seen, action(said) + time.weight[: said.shape[1]], tgt_mask=causal))
    loss = nn.functional.cross_entropy(scores.transpose(1, 2), right, ignore_index=0)
    return loss, ((scores.argmax(-1) == right) | (right == 0)).all(1).float().mean()


train = wampimuk.batches(wampimuk.stream("gscan"), 256, dtype="float32", padding="fixed")
for step, arrays in zip(range(int(sys.argv[1])), train, strict=False):
    loss, exact = run(arrays)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    print(f"step {step}: loss {loss:.4f}, exact match {exact:.3f}", flush=True)
print(f"dev: loss {(found := run(dev(range(1000))))[0]:.4f}, exact match {found[1]:.3f}")
