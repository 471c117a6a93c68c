"""The transformer of Qiu et al. 2021: words attend to cells and cells to words, and a decoder to both."""

from __future__ import annotations

from pathlib import Path

import torch
from frame import mask_of, padded, shake, write
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, gelu
from worlds import convolve, kernels, world

#: Tokens with a meaning of their own.
BEGINNING, END = 1, 2
#: What keeps the division of a norm finite.
EPSILON = 1e-12
WIDTH, INNER, HEADS, PLACES = 8, 12, 2, 5


class Added(nn.Module):
    """What comes of a layer is added to what went in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.dense = nn.Linear(width, WIDTH)
        self.LayerNorm = nn.LayerNorm(WIDTH, eps=EPSILON)

    def forward(self, came: Tensor, went: Tensor) -> Tensor:
        """The norm comes after the sum."""
        normed: Tensor = self.LayerNorm(self.dense(came) + went)
        return normed


class Wide(nn.Module):
    """A wide layer."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Linear(WIDTH, INNER)

    def forward(self, x: Tensor) -> Tensor:
        """With the exact bend."""
        return gelu(self.dense(x))


class Embeddings(nn.Module):
    """Tokens and their places."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(tokens, WIDTH)
        self.position_embeddings = nn.Embedding(PLACES, WIDTH)
        self.LayerNorm = nn.LayerNorm(WIDTH, eps=EPSILON)

    def forward(self, tokens: Tensor) -> Tensor:
        """Places that are too late are like the last one."""
        places = torch.arange(tokens.shape[1]).clamp(max=PLACES - 1)
        normed: Tensor = self.LayerNorm(self.word_embeddings(tokens) + self.position_embeddings(places))
        return normed


def no_words(commands: list[list[int]]) -> Tensor:
    """Where commands are filled up."""
    return mask_of(commands) == 0


def attention() -> nn.MultiheadAttention:
    """PyTorch's own."""
    return nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)


class BothWays(nn.Module):
    """Attention from words to cells and from cells to words."""

    def __init__(self) -> None:
        super().__init__()
        self.cross1, self.cross2 = attention(), attention()
        self.bi_output = nn.ModuleDict({"output1": Added(WIDTH), "output2": Added(WIDTH)})

    def forward(self, words: Tensor, cells: Tensor, filling: Tensor) -> tuple[Tensor, Tensor]:
        """Both see what the other was before."""
        to_cells, _ = self.cross2(words, cells, cells)
        to_words, _ = self.cross1(cells, words, words, key_padding_mask=filling)
        return self.bi_output["output1"](to_cells, words), self.bi_output["output2"](to_words, cells)


class CrossLayer(nn.Module):
    """Words learn of cells and cells of words."""

    def __init__(self) -> None:
        super().__init__()
        self.bi_attention = BothWays()
        self.intermediate1, self.output1 = Wide(), Added(INNER)
        self.intermediate2, self.output2 = Wide(), Added(INNER)

    def forward(self, words: Tensor, cells: Tensor, filling: Tensor) -> tuple[Tensor, Tensor]:
        """One layer."""
        words, cells = self.bi_attention(words, cells, filling)
        words = self.output1(self.intermediate1(words), words)
        return words, self.output2(self.intermediate2(cells), cells)


class Attending(nn.Module):
    """Attention and the sum after it."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = attention()
        self.output = Added(WIDTH)

    def forward(self, x: Tensor, memory: Tensor, filling: Tensor | None, later: Tensor | None) -> Tensor:
        """Neither to what fills up nor to what comes later."""
        attended, _ = self.attention(x, memory, memory, key_padding_mask=filling, attn_mask=later)
        added: Tensor = self.output(attended, x)
        return added


class DecoderLayer(nn.Module):
    """Tokens look at those before them and at what is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.attention, self.encoder_decoder_attention = Attending(), Attending()
        self.intermediate, self.output = Wide(), Added(INNER)

    def forward(self, x: Tensor, memory: Tensor, filling: Tensor) -> Tensor:
        """One layer."""
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        x = self.attention(x, x, None, later)
        x = self.encoder_decoder_attention(x, memory, filling, None)
        added: Tensor = self.output(self.intermediate(x), x)
        return added


class Cells(nn.Module):
    """What is seen of each cell."""

    def __init__(self, channels: int, side: int) -> None:
        super().__init__()
        self.conv_0, self.conv_1, self.conv_2 = kernels(channels, side, 50)
        self.dense = nn.Linear(150, WIDTH)

    def forward(self, worlds: Tensor) -> Tensor:
        """One row a cell."""
        seen = convolve([self.conv_0, self.conv_1, self.conv_2], worlds)
        dense: Tensor = self.dense(seen).relu()
        return dense


class Encoder(nn.Module):
    """Commands and worlds, read."""

    def __init__(self, words: int, channels: int, side: int) -> None:
        super().__init__()
        self.embeddings, self.img_enc = Embeddings(words), Cells(channels, side)
        self.transformer_cross_layer_0, self.transformer_cross_layer_1 = CrossLayer(), CrossLayer()

    def forward(self, commands: list[list[int]], worlds: Tensor) -> tuple[Tensor, Tensor]:
        """Words and cells."""
        words, cells, filling = self.embeddings(padded(commands, 0)), self.img_enc(worlds), no_words(commands)
        words, cells = self.transformer_cross_layer_0(words, cells, filling)
        words, cells = self.transformer_cross_layer_1(words, cells, filling)
        return words, cells


class Decoder(nn.Module):
    """Sequences, thought on."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self.embeddings, self.dense = Embeddings(tokens), nn.Linear(WIDTH, tokens)
        self.transformer_encoder_decoder_layer_0 = DecoderLayer()
        self.transformer_encoder_decoder_layer_1 = DecoderLayer()

    def forward(self, given: Tensor, memory: Tensor, filling: Tensor) -> Tensor:
        """What each place thinks of the next token."""
        x = self.transformer_encoder_decoder_layer_0(self.embeddings(given), memory, filling)
        logits: Tensor = self.dense(self.transformer_encoder_decoder_layer_1(x, memory, filling))
        return logits


class Transformer(nn.Module):
    """The model."""

    def __init__(self, words: int, tokens: int, channels: int, side: int, as_released: bool) -> None:
        super().__init__()
        self.as_released = as_released
        self.encoder, self.decoder = Encoder(words, channels, side), Decoder(tokens)

    def forward(self, commands: list[list[int]], worlds: Tensor, given: Tensor) -> Tensor:
        """What each place thinks of the next token."""
        words, cells = self.encoder(commands, worlds)
        no_cells = torch.zeros(cells.shape[:2], dtype=torch.bool)
        memory = cells if self.as_released else torch.cat([words, cells], 1)
        filling = no_cells if self.as_released else torch.cat([no_words(commands), no_cells], 1)
        logits: Tensor = self.decoder(given, memory, filling)
        return logits

    def say(self, commands: list[list[int]], worlds: Tensor, most: int) -> list[list[int]]:
        """The likeliest tokens one by one, everything computed anew for each."""
        said = torch.full((len(commands), 1), BEGINNING)
        for _ in range(most):
            next_ones = self(commands, worlds, said)[:, -1].argmax(-1, keepdim=True)
            said = torch.cat([said, next_ones], 1)
        rows: list[list[int]] = said[:, 1:].tolist()
        return [row[: row.index(END)] if END in row else row for row in rows]


def make(folder: Path, as_released: bool) -> None:
    """A small model with three commands. One target has more places than are told apart."""
    side, channels, most = 4, 3, 9
    model = Transformer(7, 6, channels, side, as_released)
    shake(model, 0.2)
    commands = [[1, 3, 4, 2], [1, 6, 2], [1, 5, 5, 3, 4, 2]]
    targets = [[1, 3, 4, 4, 3, 5, 3, 2], [1, 5, 3, 2], [1, 2]]
    worlds = world(3, side, channels)
    given, labels = padded([row[:-1] for row in targets], 0), padded([row[1:] for row in targets], -100)
    logits = model(commands, worlds, given)
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten())
    torch.autograd.backward(loss)
    with torch.no_grad():
        said = model.say(commands, worlds, most)
    case = {"commands": commands, "targets": targets, "worlds": worlds.int().tolist(), "said": said}
    write(folder, model, case, {"logits": logits[labels >= 0], "loss": loss})
