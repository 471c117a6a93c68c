"""Learning by rewards with TRL's GRPOTrainer, whose questions a curriculum draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from datasets import IterableDataset
from follow import Follower, row
from settings import Settings
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast, PrinterCallback, TrainerCallback
from trl import GRPOConfig, GRPOTrainer


def reinforce(
    model: LlamaForCausalLM,
    words: PreTrainedTokenizerFast,
    follower: Follower,
    settings: Settings,
    folder: Path,
) -> None:
    """Learns from answers to questions of the curriculum, until the follower says that time is up."""

    class Following(TrainerCallback):  # type: ignore[misc]
        def on_step_end(self, args: Any, state: Any, control: Any, **about: Any) -> None:
            control.should_training_stop |= follower.step(state.global_step)

    def drawn() -> Any:
        return (row(entry) for entry in follower.curriculum)

    # The model of before, which the penalty compares with, is read from where the name of the model points.
    model.save_pretrained(folder / "before")
    model.config._name_or_path = str(folder / "before")
    trainer = GRPOTrainer(
        model=model,
        processing_class=words,
        reward_funcs=follower.reward,
        args=GRPOConfig(
            output_dir=str(folder),
            max_steps=settings.steps,
            per_device_train_batch_size=settings.answers,
            steps_per_generation=1,
            num_generations=settings.group,
            max_completion_length=settings.longest,
            learning_rate=settings.reward_rate,
            lr_scheduler_type="constant",
            beta=settings.penalty,
            shuffle_dataset=False,
            bf16=False,
            use_cpu=model.device.type == "cpu",
            gradient_checkpointing=False,
            report_to=[],
            save_strategy="no",
            logging_strategy="no",
            disable_tqdm=True,
        ),
        train_dataset=IterableDataset.from_generator(drawn),
        callbacks=[Following()],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
