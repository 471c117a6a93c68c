# %% [markdown]
# # A tour of wampimuk
#
# Step through it in whatever knows `# %%` cells (Jupyter with jupytext, VS Code, PyCharm, Spyder), or run it
# as a program. Nothing is downloaded: items are made when they are asked for.

# %%
import wampimuk

wampimuk.recipes()[:3]

# %% [markdown]
# ## Items
#
# A dataset is a sequence, and so is every slice of it. Any item is made without the others, and a notebook
# draws it.

# %%
items = wampimuk.dataset("reascan", split="c2_test", seed=0)
item = items[8]
item

# %%
print(item.render("text"))

# %% [markdown]
# The picture can be SVG, PNG, an animated GIF, or text, with what a model did beside what was right.

# %%
picture = item.render("svg", graph=True, predicted=["walk", "walk", "turn left", "walk"])
print(picture[:60], "…", len(picture), "characters")

# %% [markdown]
# ## Certificates
#
# A label says why it is right: under which readings the target is the only referent, and which words and
# clauses are needed to find it. Leave out a clause that is, and another object fits, too.

# %%
certificate = {
    "command": " ".join(item["command"]),
    "target": item["objects"][item["target"]],
    "unique under": item["readings"],
    "phrases": [
        (phrase["colour"], phrase["noun"], "clause needed" if phrase["needs_clause"] else "")
        for phrase in item["phrases"]
    ],
    "why the others are there": sorted({group["strategy"] for group in item["groups"]}),
}
certificate

# %% [markdown]
# `solve` derives target and actions from the command and the world alone. The world may be your own.

# %%
solved = wampimuk.solve(item)
assert solved["actions"] == item["actions"]
circle = {"shape": "circle", "colour": "red", "size": 2, "row": 1, "column": 2}
world = {"grid_size": 4, "agent_row": 0, "agent_column": 0, "agent_heading": "east", "objects": [circle]}
made_up = wampimuk.solve({"command": "walk to the red circle while zigzagging", **world})
made_up

# %% [markdown]
# ## Prompts and scores
#
# The same item as a question for a language model, in several forms, and what an answer is worth: 1 for the
# canonical actions; with `credit="fulfilling"` also for others that do what the command says.

# %%
simple = wampimuk.dataset("gscan", split="test")[5786]
prompt = simple.prompt("grid")
print(prompt.question)
print("→", prompt.answer)

# %%
said = f"The square is two columns and one row away.\n\nAnswer: {prompt.answer}"
other = ["turn right", "walk", "turn left", "walk", "walk"]
scores = {
    "the canonical way": simple.score(said),
    "another way": simple.score(other),
    "another way, if only the command counts": simple.score(other, credit="fulfilling"),
    "no way": simple.score("I do not know."),
}
scores

# %% [markdown]
# ## Stories
#
# Answers about stories carry their proofs: all minimal sets of lines that show them.

# %%
story = wampimuk.dataset("mix-t12", split="test")[1043]
print(*(f"{number} {fact}" for number, fact in enumerate(story["facts"], 1)), sep="\n")
print(story["question"], "→", story["answer"], "because of", story["all_minimal"])

# %% [markdown]
# ## Tables
#
# Splits become tables of Arrow, polars, pandas or Hugging Face's `datasets`, without a copy on the way.

# %%
import polars as pl

frame = wampimuk.dataset("gscan", split="dev")[:2000].to_polars()
by_adverb = (
    frame.group_by(pl.col("adverb").cast(pl.String))
    .agg(pl.len().alias("items"), pl.col("actions").list.len().mean().round(1).alias("actions"))
    .sort("adverb")
)
by_adverb

# %% [markdown]
# For training there are NumPy arrays, ready to use; see `train_torch.py` and `train_jax.py`.

# %%
batch = next(wampimuk.batches(wampimuk.dataset("gscan"), 256, shuffle=True))
shapes = {name: array.shape for name, array in batch.items()}
shapes

# %% [markdown]
# ## Environments
#
# Commands can be carried out step by step, with Gymnasium.

# %%
import gymnasium

import wampimuk.gym

env = gymnasium.make("wampimuk/ReaSCAN-v0", split="dev", render_mode="ansi")
observation, info = env.reset(seed=0, options={"item": 12})
print(info["mission_text"])
total, over = 0.0, False
while not over:
    observation, reward, terminated, truncated, info = env.step(info["expert_action"])
    total, over = total + float(reward), terminated or truncated
print(env.render())
print(
    f"return {total:.2f}, fulfilled: {wampimuk.gym.Events.FULFILLED in wampimuk.gym.Events(info['events'])}"
)

# %% [markdown]
# ## Whole datasets
#
# `generate` writes a folder of Parquet files with a card and a manifest, continues where it was interrupted,
# and leaves a finished dataset alone. `verify` derives every label anew.

# %%
import tempfile

with tempfile.TemporaryDirectory() as folder:
    made = wampimuk.generate("gscan-demo", folder, limit=100)
    again = wampimuk.generate("gscan-demo", folder, limit=100)
    report = wampimuk.verify(folder)
print(f"{made.items} items, nothing to do again: {again.was_complete}, broken promises: {report.broken}")
