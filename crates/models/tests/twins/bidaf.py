"""BiDAF, from the equations of Seo et al. 2017, without letters of words."""

from __future__ import annotations

from pathlib import Path

import torch
from frame import mask_of, padded, shake, write
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

#: The most words of an answer.
LONGEST = 10


class Highway(nn.Module):
    """A layer that lets some of its input pass."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.transform = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """`g ⊙ relu(T x) + (1 - g) ⊙ x`."""
        gate = self.gate(x).sigmoid()
        changed: Tensor = gate * self.transform(x).relu() + (1 - gate) * x
        return changed


class Similarity(nn.Module):
    """`w · [h; u; h ⊙ u]` for each word of a story and each of a question."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, width))

    def forward(self, story: Tensor, question: Tensor) -> Tensor:
        """How well they fit, `[rows, words of stories, words of questions]`."""
        shape = (-1, story.shape[1], question.shape[1], -1)
        story, question = story.unsqueeze(2).expand(shape), question.unsqueeze(1).expand(shape)
        return torch.cat([story, question, story * question], -1) @ self.weight.flatten()


class Bidaf(nn.Module):
    """The model."""

    def __init__(self, vocabulary: int, width: int, hidden: int) -> None:
        super().__init__()

        def reader(size: int) -> nn.LSTM:
            return nn.LSTM(size, hidden, batch_first=True, bidirectional=True)

        self.embedding = nn.Embedding(vocabulary, width, padding_idx=0)
        self.highway = nn.ModuleList([Highway(width), Highway(width)])
        self.contextual = reader(width)
        self.modelling = nn.ModuleList([reader(8 * hidden), reader(2 * hidden)])
        self.end = reader(2 * hidden)
        self.similarity = Similarity(2 * hidden)
        self.start_output = nn.Linear(10 * hidden, 1, bias=False)
        self.end_output = nn.Linear(10 * hidden, 1, bias=False)

    def embed(self, words: Tensor) -> Tensor:
        """The words' vectors."""
        x: Tensor = self.embedding(words)
        for layer in self.highway:
            x = layer(x)
        return x

    def forward(self, stories: list[list[int]], questions: list[list[int]]) -> tuple[Tensor, Tensor]:
        """What it thinks of each word as the first and as the last one."""
        there, asked = mask_of(stories).bool(), mask_of(questions).bool()
        h = read(self.contextual, self.embed(padded(stories, 0)), there)
        u = read(self.contextual, self.embed(padded(questions, 0)), asked)
        fit = self.similarity(h, u).masked_fill(~asked.unsqueeze(1), -torch.inf)
        to_question = fit.softmax(2) @ u
        of_rows = fit.amax(2).masked_fill(~there, -torch.inf).softmax(1)
        to_story = (of_rows.unsqueeze(1) @ h).expand_as(h)
        g = torch.cat([h, to_question, h * to_question, h * to_story], -1)
        m = g
        for reader in self.modelling:
            m = read(reader, m, there)
        starts = self.start_output(torch.cat([g, m], -1)).squeeze(-1)
        m = read(self.end, m, there)
        ends = self.end_output(torch.cat([g, m], -1)).squeeze(-1)
        return starts.masked_fill(~there, -torch.inf), ends.masked_fill(~there, -torch.inf)


def read(reader: nn.Module, x: Tensor, there: Tensor) -> Tensor:
    """States of both directions side by side."""
    packed = pack_padded_sequence(x, there.sum(1), batch_first=True, enforce_sorted=False)
    states, _ = pad_packed_sequence(reader(packed)[0], batch_first=True)
    return states


def likeliest(starts: Tensor, ends: Tensor) -> list[int]:
    """The span with the largest product of probabilities."""
    of_spans = starts.softmax(0).unsqueeze(1) * ends.softmax(0)
    allowed = torch.ones_like(of_spans).triu().tril(LONGEST - 1)
    return list(divmod(int((of_spans * allowed).argmax()), len(ends)))


def make(folder: Path) -> None:
    """A small model with five questions, one of which has an answer that no story names."""
    model = Bidaf(12, 6, 4)
    shake(model, 0.3)
    stories = [torch.randint(1, 12, (length,)).tolist() for length in (14, 9, 12, 1, 5)]
    questions = [torch.randint(1, 12, (length,)).tolist() for length in (3, 5, 1, 2, 4)]
    spans = [[3, 5], [8, 8], None, [0, 0], [1, 4]]
    starts, ends = model(stories, questions)
    losses = [
        cross_entropy(logits, torch.tensor([-100 if span is None else span[end] for span in spans]))
        for end, logits in enumerate((starts, ends))
    ]
    loss = losses[0] + losses[1]
    torch.autograd.backward(loss)
    answers = [likeliest(*both) for both in zip(starts, ends, strict=True)]
    case = {"stories": stories, "questions": questions, "spans": spans, "answers": answers}
    there = mask_of(stories).bool()
    write(folder, model, case, {"starts": starts[there], "ends": ends[there], "loss": loss})
