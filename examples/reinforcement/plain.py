"""The objective of GRPO in PyTorch alone, where TRL cannot run.

The reward of an answer is compared with the mean of all answers to its question; answers above it become
likelier. Leaving the model of before has a price.
"""

from __future__ import annotations

from copy import deepcopy

import torch
from follow import Follower, row
from settings import Settings
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast


def reinforce(
    model: LlamaForCausalLM, words: PreTrainedTokenizerFast, follower: Follower, settings: Settings
) -> None:
    """Learns from answers to questions of the curriculum, until the follower says that time is up."""
    group = settings.group
    before = deepcopy(model).requires_grad_(False) if settings.penalty else None
    optimizer = torch.optim.AdamW(model.parameters(), settings.reward_rate, weight_decay=0.0)
    for step in range(1, settings.steps + 1):
        rows = [row(follower.curriculum.draw()) for _ in range(settings.answers // group)]
        asked = words(
            [one["prompt"] for one in rows for _ in range(group)], return_tensors="pt", padding=True
        )
        prompts, mask = asked["input_ids"].to(model.device), asked["attention_mask"].to(model.device)
        with torch.no_grad():
            tokens = model.generate(
                input_ids=prompts,
                attention_mask=mask,
                max_new_tokens=settings.longest,
                do_sample=True,
                pad_token_id=words.pad_token_id,
                eos_token_id=words.eos_token_id,
            )
        said = tokens[:, prompts.shape[1] :]
        texts = words.batch_decode(said, skip_special_tokens=True)
        metadata = [one["metadata"] for one in rows for _ in range(group)]
        rewards = torch.tensor(follower.reward([], texts, metadata=metadata)).view(-1, group)
        advantages = (rewards - rewards.mean(1, keepdim=True)) / (rewards.std(1, keepdim=True) + 1e-4)
        # What comes after the end of an answer is none of it.
        ended = (said == words.eos_token_id).cumsum(1) - (said == words.eos_token_id).long()
        counts = (ended == 0).float()
        whole = torch.cat([mask, torch.ones_like(said)], 1)
        # Each batch of answers is learnt from once, so the ratio of the policies is 1 and needs no clipping.
        likely = likelihoods(model, tokens, whole, said)
        gain = advantages.reshape(-1, 1).to(model.device) * likely
        if before is not None:
            with torch.no_grad():
                once = likelihoods(before, tokens, whole, said)
            gain = gain - settings.penalty * ((once - likely).exp() - (once - likely) - 1)
        loss = -(gain * counts).sum() / counts.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if follower.step(step):
            break


def likelihoods(
    model: LlamaForCausalLM, tokens: torch.Tensor, whole: torch.Tensor, said: torch.Tensor
) -> torch.Tensor:
    """The logarithm of the probability of each token that was said, at the end of `tokens`."""
    positions = (whole.cumsum(1) - 1).clamp(min=0)
    logits = model(input_ids=tokens, attention_mask=whole, position_ids=positions).logits
    return logits[:, -said.shape[1] - 1 : -1].log_softmax(-1).gather(2, said.unsqueeze(2)).squeeze(2)
