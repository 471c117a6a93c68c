"""A small causal language model with random weights, its tokenizer, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

# A word or a number with the space before it, or a mark.
PIECE = r"\n| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]"
SPECIAL = ["<pad>", "<end>", "<unknown>"]


def tokenizer(texts: Iterable[str]) -> PreTrainedTokenizerFast:
    """A token for each word of the texts. Tokens put one after another are the text again."""
    words = sorted({piece for text in texts for piece in re.findall(PIECE, text)})
    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *words])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="<unknown>"))
    inner.pre_tokenizer = pre_tokenizers.Split(Regex(PIECE), "isolated")
    inner.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="<pad>",
        eos_token="<end>",
        unk_token="<unknown>",
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def model(words: PreTrainedTokenizerFast, layers: int, width: int) -> LlamaForCausalLM:
    """Random weights: whoever trains it has seen all that it has ever seen."""
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=width,
        intermediate_size=width * 4,
        num_hidden_layers=layers,
        num_attention_heads=max(1, width // 32),
        max_position_embeddings=512,
        pad_token_id=words.pad_token_id,
        bos_token_id=None,
        eos_token_id=words.eos_token_id,
        tie_word_embeddings=True,
    )
    return LlamaForCausalLM(config)


@torch.no_grad()
def answers(
    model: LlamaForCausalLM,
    words: PreTrainedTokenizerFast,
    prompts: Sequence[str],
    *,
    longest: int,
    batch: int,
    sample: bool = False,
) -> list[str]:
    """What the model says: the likeliest word after another, or words by their probability."""
    model.eval()
    said: list[str] = []
    for start in range(0, len(prompts), batch):
        asked = words(list(prompts[start : start + batch]), return_tensors="pt", padding=True).to(
            model.device
        )
        tokens = model.generate(
            input_ids=asked["input_ids"],
            attention_mask=asked["attention_mask"],
            max_new_tokens=longest,
            do_sample=sample,
            pad_token_id=words.pad_token_id,
            eos_token_id=words.eos_token_id,
        )
        said += words.batch_decode(tokens[:, asked["input_ids"].shape[1] :], skip_special_tokens=True)
    model.train()
    return said
