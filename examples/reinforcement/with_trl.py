"""Learning by rewards with TRL's GRPOTrainer, whose questions a curriculum draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from datasets import IterableDataset
from follow import Follower, row
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast, PrinterCallback, TrainerCallback
from trl import GRPOConfig, GRPOTrainer

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
    folder: Path,
) -> None:
    """`batch` answers in each step, `group` of them to each question."""

    class Following(TrainerCallback):  # type: ignore[misc]
        def on_step_end(self, args: Any, state: Any, control: Any, **about: Any) -> None:
            control.should_training_stop |= follower.step(state.global_step)

    def drawn() -> Any:
        return (row(entry) for entry in curriculum)

    settings = GRPOConfig(
        output_dir=str(folder),
        max_steps=steps,
        per_device_train_batch_size=batch,
        steps_per_generation=1,
        num_generations=group,
        max_completion_length=longest,
        learning_rate=rate,
        lr_scheduler_type="constant",
        # Rewards can be verified, so no model of before has to keep it from going astray.
        beta=0.0,
        shuffle_dataset=False,
        bf16=False,
        use_cpu=model.device.type == "cpu",
        gradient_checkpointing=False,
        report_to=[],
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
    )
    trainer = GRPOTrainer(
        model=model,
        processing_class=words,
        reward_funcs=follower.reward,
        args=settings,
        train_dataset=IterableDataset.from_generator(drawn),
        callbacks=[Following()],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
