"""An environment with the actions as tools keeps the contract of TRL's environments."""

from __future__ import annotations

import inspect

import wampimuk
from wampimuk.trl import Environment, rows

TOOLS = ("walk", "push", "pull", "stay", "turn_left", "turn_right", "done")


def test_the_actions_of_an_item_earn_the_reward() -> None:
    items = wampimuk.dataset("gscan-demo")
    for row in rows("gscan-demo", n=20):
        environment = Environment()
        # The row's prompt says everything already.
        assert environment.reset(**row) is None
        item = items[row["index"]]
        for action in item["actions"]:
            assert getattr(environment, action.replace(" ", "_"))()
        assert environment.get_reward() == 1.0
        assert "over" in environment.walk()
        environment.reset(**row)
        assert environment.get_reward() == (0.0 if item["actions"] else 1.0)


def test_who_searches_says_when_it_is_done() -> None:
    for row in rows("gscan-demo", n=5, sight=1):
        assert "`done`" in row["prompt"][0]["content"]
        environment = Environment()
        environment.reset(**row)
        assert "over" in environment.done()
        assert "over" in environment.walk()
        assert environment.get_reward() in (0.0, 1.0)


def test_tools_are_documented() -> None:
    public = {name for name in vars(Environment) if not name.startswith("_")}
    assert public == {*TOOLS, "reset", "get_reward"}
    for name in TOOLS:
        assert "Returns:" in (inspect.getdoc(getattr(Environment, name)) or "")


def test_prompts_say_what_to_do_instead_of_writing_an_answer() -> None:
    content = rows("gscan-demo", n=1)[0]["prompt"][0]["content"]
    assert "Command:" in content
    assert "Answer:" not in content
    assert "Act by calling tools" in content
