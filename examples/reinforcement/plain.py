"""The objective of GRPO in PyTorch alone, where TRL cannot run.

The reward of an answer is compared with the mean of all answers to its question; answers above it become
likelier.
"""

from __future__ import annotations

import torch
from follow import Follower, row
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

from wampimuk.curriculum import Curriculum


def reinforce(
    model: LlamaForCausalLM,
    words: PreTrainedTokenizerFast,
    curriculum: Curriculum,
    follower: Follower,
    *,
    batch: int,
    group: int,
    rate: float,
    longest: int,
    steps: int,
) -> None:
    """`batch` answers in each step, `group` of them to each question."""
    optimizer = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.0)
    for step in range(1, steps + 1):
        rows = [row(curriculum.draw()) for _ in range(batch // group)]
        asked = words(
            [one["prompt"] for one in rows for _ in range(group)], return_tensors="pt", padding=True
        )
        prompts, mask = asked["input_ids"].to(model.device), asked["attention_mask"].to(model.device)
        with torch.no_grad():
            tokens = model.generate(
                input_ids=prompts,
                attention_mask=mask,
                max_new_tokens=longest,
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
        positions = (whole.cumsum(1) - 1).clamp(min=0)
        logits = model(input_ids=tokens, attention_mask=whole, position_ids=positions).logits
        likely = logits[:, prompts.shape[1] - 1 : -1].log_softmax(-1).gather(2, said.unsqueeze(2)).squeeze(2)
        # Each batch of answers is learnt from once, so the ratio of the policies is 1 and needs no clipping.
        loss = -(advantages.reshape(-1, 1).to(model.device) * likely * counts).sum() / counts.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if follower.step(step):
            break
