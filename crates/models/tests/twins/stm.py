"""STM, from the equations of Le et al. 2020, with a table of answers that is learned."""

from __future__ import annotations

from pathlib import Path

import torch
from frame import shake, write
from torch import Tensor, einsum, nn
from torch.nn.functional import cross_entropy, layer_norm

#: The width of a word; sizes of entities, of hidden layers and of roles.
SYMBOL, ENTITY, HIDDEN, ROLE = 64, 4, 5, 3


class Projector(nn.Module):
    """Three layers with nothing in between."""

    def __init__(self, out: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(SYMBOL, HIDDEN)
        self.fc2h = nn.ModuleList([nn.Linear(HIDDEN, HIDDEN)])
        self.fc3 = nn.Linear(HIDDEN, out)

    def forward(self, x: Tensor) -> Tensor:
        """One after the other."""
        out: Tensor = self.fc3(self.fc2h[0](self.fc1(x)))
        return out


class Update(nn.Module):
    """How a sentence changes the memories."""

    def __init__(self) -> None:
        super().__init__()
        self.input_projector, self.input_projector2 = Projector(ENTITY), Projector(ENTITY)
        self.input_projector3 = Projector(ROLE)
        self.memory_gate_projector = nn.Linear(ENTITY, 2 * ENTITY)
        self.input_gate_projector = nn.Linear(ENTITY, 2 * ENTITY)
        self.input_bias, self.forget_bias = nn.Parameter(torch.zeros(())), nn.Parameter(torch.ones(()))
        self.alpha20 = nn.Parameter(torch.zeros(1))
        self.qkv_projector = nn.ModuleList([nn.Linear(ENTITY, 3 * ROLE)])
        self.qkv_layernorm = nn.ModuleList([nn.LayerNorm([ENTITY, 3 * ROLE])])
        self.item_memory_state_bias = nn.Parameter(torch.randn(ENTITY, ENTITY))
        self.rel_memory_state_bias = nn.Parameter(torch.randn(ROLE, ENTITY, ENTITY))

    def forward(self, sentence: Tensor, items: Tensor, relations: Tensor) -> tuple[Tensor, Tensor]:
        """The memories after a sentence."""
        a, b = self.input_projector(sentence), self.input_projector2(sentence)
        w = self.input_projector3(sentence).softmax(-1)
        gates = self.memory_gate_projector(items.tanh()) + self.input_gate_projector(a).unsqueeze(1)
        to_input, to_forget = gates.chunk(2, -1)
        known = einsum("rk,re,rkef->rf", w, b, relations)
        taken = (to_input + self.input_bias).sigmoid() * einsum("re,rf->ref", a, a).tanh()
        items = taken + (to_forget + self.forget_bias).sigmoid() * items
        seen = items + self.alpha20 * einsum("re,rf->ref", known, b)
        q, k, v = self.qkv_layernorm[0](self.qkv_projector[0](seen)).mT.chunk(3, 1)
        related = (q.unsqueeze(2) * k.unsqueeze(1)).tanh()
        return items, relations + einsum("rije,rjf->rief", related, v)


class Perceptron(nn.Module):
    """Two layers with a hyperbolic tangent after each."""

    def __init__(self, out: int) -> None:
        super().__init__()
        self.W1, self.b1 = nn.Parameter(torch.randn(SYMBOL, HIDDEN) / 8), nn.Parameter(torch.zeros(HIDDEN))
        self.W2, self.b2 = nn.Parameter(torch.randn(HIDDEN, out) / 2), nn.Parameter(torch.zeros(out))

    def forward(self, x: Tensor) -> Tensor:
        """Matrices stand on the right."""
        return ((x @ self.W1 + self.b1).tanh() @ self.W2 + self.b2).tanh()


class Gains(nn.Module):
    """What a norm is multiplied with, and what is added to it."""

    def __init__(self) -> None:
        super().__init__()
        self.gain, self.bias = nn.Parameter(torch.ones(ENTITY)), nn.Parameter(torch.zeros(ENTITY))


class Norm(nn.Module):
    """Rows on a common scale."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = Gains()

    def forward(self, x: Tensor) -> Tensor:
        """With hardly anything added to the variance."""
        return layer_norm(x, [ENTITY], self.layer.gain, self.layer.bias, 1e-12)


class Infer(nn.Module):
    """How a question follows relations."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.Z = nn.Parameter(torch.randn(ENTITY, vocabulary))
        self.e = nn.ModuleList([Perceptron(ENTITY)])
        self.r = nn.ModuleList([Perceptron(ROLE) for _ in range(3)])
        self.l1, self.l2, self.l3 = Norm(), Norm(), Norm()

    def forward(self, question: Tensor, relations: Tensor) -> Tensor:
        """What it thinks of each answer."""
        at: Tensor = self.e[0](question)
        met = torch.zeros_like(at)
        for role, norm in zip(self.r, (self.l1, self.l2, self.l3), strict=True):
            at = norm(einsum("rk,re,rkef->rf", role(question), at, relations))
            met = met + at
        return met @ self.Z


class Input(nn.Module):
    """How words become sentences."""

    def __init__(self, vocabulary: int, words: int) -> None:
        super().__init__()
        self.word_embed = nn.Embedding(vocabulary, SYMBOL)
        self.pos_embed = nn.Parameter(torch.ones(words, SYMBOL) / words)

    def forward(self, words: Tensor) -> Tensor:
        """Words, weighted by their places and added up."""
        read: Tensor = (self.word_embed(words) * self.pos_embed).sum(-2)
        return read


class Stm(nn.Module):
    """The model."""

    def __init__(self, vocabulary: int, words: int) -> None:
        super().__init__()
        self.input_module, self.update_module = Input(vocabulary, words), Update()
        self.infer_module = Infer(vocabulary)

    def forward(self, stories: Tensor, questions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What it thinks of each answer, and both memories."""
        rows = len(stories)
        items = self.update_module.item_memory_state_bias.expand(rows, -1, -1)
        relations = self.update_module.rel_memory_state_bias.expand(rows, -1, -1, -1)
        for sentence in self.input_module(stories).unbind(1):
            items, relations = self.update_module(sentence, items, relations)
        return self.infer_module(self.input_module(questions), relations), items, relations


def make(folder: Path) -> None:
    """A small model with four questions. What fills up is read like anything else."""
    vocabulary, words = 9, 4
    model = Stm(vocabulary, words)
    shake(model, 0.1)
    stories, questions = torch.randint(0, vocabulary, (4, 5, words)), torch.randint(0, vocabulary, (4, words))
    stories[1, 3:] = 0
    stories[2, :, 2:] = 0
    labels = [3, 8, 1, 5]
    logits, items, relations = model(stories, questions)
    loss = cross_entropy(logits, torch.tensor(labels))
    torch.autograd.backward(loss)
    case = {"stories": stories.tolist(), "questions": questions.tolist(), "labels": labels}
    write(folder, model, case, {"logits": logits, "items": items, "relations": relations, "loss": loss})
