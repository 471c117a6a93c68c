"""M-LSTM of Ruis et al. 2020 with its auxiliary task, in the form that ends rows with their targets."""

from __future__ import annotations

from pathlib import Path

import torch
from frame import mask_of, padded, shake, write
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from worlds import convolve, kernels, world

#: The widths of a word, of all states, and of what each kernel gives.
WORD, WIDTH, OUT = 3, 4, 2
#: How much the auxiliary task counts.
WEIGHT = 0.3


class Attention(nn.Module):
    """Attention by a layer with a hyperbolic tangent; what is attended to are projected keys."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.key_layer = nn.Linear(width, WIDTH, bias=False)
        self.query_layer = nn.Linear(WIDTH, WIDTH, bias=False)
        self.energy_layer = nn.Linear(WIDTH, 1, bias=False)

    def forward(self, query: Tensor, memory: Tensor, there: Tensor | None) -> tuple[Tensor, Tensor]:
        """What was attended to, and the weights."""
        keys: Tensor = self.key_layer(memory)
        scores = self.energy_layer((self.query_layer(query).unsqueeze(1) + keys).tanh()).squeeze(-1)
        if there is not None:
            scores = scores.masked_fill(~there, -torch.inf)
        weights = scores.softmax(-1)
        return (weights.unsqueeze(1) @ keys).squeeze(1), weights


class Situation(nn.Module):
    """What is seen of each cell."""

    def __init__(self, channels: int, side: int) -> None:
        super().__init__()
        self.conv_1, self.conv_2, self.conv_3 = kernels(channels, side, OUT)

    def forward(self, worlds: Tensor) -> Tensor:
        """One row a cell."""
        return convolve([self.conv_1, self.conv_2, self.conv_3], worlds).relu()


class Reader(nn.Module):
    """A reader of commands whose directions are added."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(words, WORD, padding_idx=0)
        self.lstm = nn.LSTM(WORD, WIDTH, batch_first=True, bidirectional=True)

    def forward(self, commands: list[list[int]]) -> tuple[Tensor, Tensor]:
        """The words, and the command as a whole."""
        lengths = torch.tensor([len(command) for command in commands])
        embedded = self.embedding(padded(commands, 0))
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, (last, _) = self.lstm(packed)
        forward, backward = pad_packed_sequence(states, batch_first=True)[0].chunk(2, -1)
        return forward + backward, last.sum(0)


class Decoder(nn.Module):
    """The layers of a step."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self.queries_to_keys = nn.Linear(2 * WIDTH, WIDTH)
        self.embedding = nn.Embedding(tokens, WIDTH, padding_idx=0)
        self.lstm = nn.LSTM(3 * WIDTH, WIDTH, batch_first=True)
        self.output_to_hidden = nn.Linear(4 * WIDTH, WIDTH, bias=False)
        self.hidden_to_output = nn.Linear(WIDTH, tokens, bias=False)


class MLstm(nn.Module):
    """The model."""

    def __init__(self, words: int, tokens: int, channels: int, side: int) -> None:
        super().__init__()
        self.situation_encoder, self.encoder = Situation(channels, side), Reader(words)
        self.enc_hidden_to_dec_hidden = nn.Linear(WIDTH, WIDTH)
        self.visual_attention, self.textual_attention = Attention(3 * OUT), Attention(WIDTH)
        self.attention_decoder = Decoder(tokens)

    def forward(self, commands: list[list[int]], worlds: Tensor, given: Tensor) -> tuple[Tensor, Tensor]:
        """What each step thinks of the next token, and which cells it attends to."""
        words, whole = self.encoder(commands)
        there, cells = mask_of(commands).bool(), self.situation_encoder(worlds)
        h = self.enc_hidden_to_dec_hidden(whole).tanh()
        c = h
        decoder, logits, attended = self.attention_decoder, [], []
        for token in decoder.embedding(given).unbind(1):
            of_words, _ = self.textual_attention(h, words, there)
            query = decoder.queries_to_keys(torch.cat([h, of_words], -1)).tanh()
            of_cells, weights = self.visual_attention(query, cells, None)
            x = torch.cat([token, of_words, of_cells], -1)
            _, (h, c) = decoder.lstm(x.unsqueeze(1), (h.unsqueeze(0), c.unsqueeze(0)))
            h, c = h.squeeze(0), c.squeeze(0)
            hidden = decoder.output_to_hidden(torch.cat([token, h, of_words, of_cells], -1))
            logits.append(decoder.hidden_to_output(hidden))
            attended.append(weights)
        return torch.stack(logits, 1), torch.stack(attended, 1)


def make(folder: Path) -> None:
    """A small model with three commands; the last step of a row counts for all that would follow."""
    side, channels = 3, 4
    model = MLstm(7, 6, channels, side)
    shake(model, 0.3)
    commands = [[1, 3, 4, 2], [1, 6, 2], [1, 5, 5, 3, 4, 2]]
    targets, positions = [[1, 3, 4, 4, 3, 2], [1, 5, 3, 2], [1, 2]], [4, 0, 8]
    worlds = world(3, side, channels)
    given, labels = padded([row[:-1] for row in targets], 0), padded([row[1:] for row in targets], -100)
    logits, attended = model(commands, worlds, given)
    last_steps = torch.tensor([len(row) - 2 for row in targets])
    steps = torch.minimum(torch.arange(given.shape[1]), last_steps.unsqueeze(1))
    looked = attended.gather(1, steps.unsqueeze(-1).expand_as(attended)).sum(1)
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten())
    loss = loss + WEIGHT * cross_entropy(looked, torch.tensor(positions))
    torch.autograd.backward(loss)
    case = {"commands": commands, "targets": targets, "worlds": worlds.int().tolist(), "positions": positions}
    write(folder, model, case, {"loss": loss})
