"""A small network learns to find the target of gSCAN's commands, with nothing but JAX.

    python examples/train_jax.py 300        # steps of 512 items

Items are made while it trains. With `padding="fixed"` all batches have one shape, so that a step is compiled
once. The exact match is the share of targets that are found: in items like those seen, and in two splits that
hold something out (red squares; targets to the south-west).
"""

import sys

import jax
import jax.numpy as jnp

import wampimuk

WIDTH, RATE = 128, 2e-3
layout = wampimuk.Batcher(wampimuk.dataset("gscan"), padding="fixed")
side, channels, longest, _ = layout.shape
words = len(layout.vocabularies["command"])


def layer(key: jax.Array, inputs: int, outputs: int) -> jax.Array:
    return jax.random.normal(key, (inputs, outputs)) * inputs**-0.5


def run(weights: dict[str, jax.Array], batch: wampimuk.Batch) -> tuple[jax.Array, jax.Array]:
    """The loss and the exact match. Every cell is asked, all others in sight, if the command means it."""
    command = jax.nn.one_hot(batch["command"], words).reshape(len(batch["command"]), -1)
    cells = batch["observation"].reshape(-1, side * side, channels).astype(jnp.float32)
    hidden = jax.nn.relu(cells @ weights["cell"] + (command @ weights["command"])[:, None])
    hidden = jax.nn.relu(hidden @ weights["own"] + (hidden.max(1) @ weights["all"])[:, None])
    scores = (hidden @ weights["score"])[..., 0]
    loss = -jnp.take_along_axis(jax.nn.log_softmax(scores), batch["target_cell"][:, None], 1).mean()
    return loss, (scores.argmax(-1) == batch["target_cell"]).mean()


@jax.jit
def train(weights, moments, batch, step):
    (loss, exact), slope = jax.value_and_grad(run, has_aux=True)(weights, batch)
    # Adam
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slope)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], slope)
    rate = RATE * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    weights = jax.tree.map(lambda w, m, v: w - rate * m / (jnp.sqrt(v) + 1e-8), weights, first, second)
    return weights, (first, second), loss, exact


sizes = {"cell": (channels, WIDTH), "command": (longest * words, WIDTH), "own": (WIDTH, WIDTH)}
sizes |= {"all": (WIDTH, WIDTH), "score": (WIDTH, 1)}
keys = jax.random.split(jax.random.key(0), len(sizes))
weights = {name: layer(key, *size) for key, (name, size) in zip(keys, sizes.items(), strict=True)}
moments = (jax.tree.map(jnp.zeros_like, weights),) * 2
batches = wampimuk.batches(wampimuk.stream("gscan"), 512, padding="fixed")
for step, batch in zip(range(1, int(sys.argv[1]) + 1), batches, strict=False):
    batch.pop("id")
    weights, moments, loss, exact = train(weights, moments, batch, step)
    print(f"step {step}: loss {loss:.4f}, exact match {exact:.3f}", flush=True)
for split in ("dev", "visual_dev", "situational_1_dev"):
    batcher = wampimuk.Batcher(wampimuk.dataset("gscan", split), padding="fixed")
    loss, exact = run(weights, batcher(range(min(1000, len(batcher.dataset)))))
    print(f"{split}: loss {loss:.4f}, exact match {exact:.3f}")
