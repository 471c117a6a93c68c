"""Pictures, prompts and scores of items."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import wampimuk

FAMILIES = [("gscan", "train"), ("reascan", "c2_test"), ("riddle", "test"), ("mix-t12", "test")]
FORMS = {
    "gscan": ["coordinates", "grid", "prose", "json"],
    "reascan": ["coordinates", "grid", "prose", "json"],
    "riddle": ["grid", "json"],
    "mix-t12": ["prose", "numbered", "json"],
}


@pytest.mark.parametrize(("recipe", "split"), FAMILIES)
def test_items_are_drawn(recipe: str, split: str) -> None:
    item = wampimuk.dataset(recipe, split=split)[4]
    assert ET.fromstring(item.render()).tag.endswith("svg")
    assert item._repr_svg_() == wampimuk.render(item)
    assert item._repr_html_().count("<tr>") == len(item)
    assert item.render("png").startswith(b"\x89PNG")
    assert f"{split}[4]" in item.render("text")


@pytest.mark.parametrize(("recipe", "split"), FAMILIES)
def test_recipes_folders_and_files_are_drawn(recipe: str, split: str, tmp_path: Path) -> None:
    item = wampimuk.dataset(recipe, split=split)[4]
    assert wampimuk.show(recipe, 4, split=split) == item.render()
    assert wampimuk.show(recipe, 4, split=split, kind="text", colour=True) == item.render("text", colour=True)
    wampimuk.generate(recipe, tmp_path / "data", splits=[split], limit=6)
    assert wampimuk.show(tmp_path / "data", 4, split=split) == item.render()
    (file,) = (tmp_path / "data").rglob("*.parquet")
    assert ET.fromstring(wampimuk.show(file, 4)).tag.endswith("svg")
    assert wampimuk.show(recipe, split=split, count=4, kind="png").startswith(b"\x89PNG")
    with pytest.raises(wampimuk.Error, match="99999"):
        wampimuk.show(tmp_path / "data", 99999)
    with pytest.raises(TypeError, match="colours"):
        wampimuk.show(recipe, colours=True)


def test_what_a_family_cannot_show_is_refused() -> None:
    item = wampimuk.dataset("gscan")[0]
    assert item.render("gif").startswith(b"GIF8")
    assert "players" in item.render("text", graph=True)
    predicted = item.render(predicted=["walk", "turn left"])
    assert predicted == item.render(predicted="walk,turn left") != item.render()
    for wrong in ({"kind": "jpeg"}, {"predicted": ["jump"]}, {"attention": [1.0]}):
        with pytest.raises(wampimuk.Error):
            item.render(**wrong)
    with pytest.raises(wampimuk.Error, match="do not move"):
        wampimuk.dataset("mix-t12", split="test")[0].render("gif")


@pytest.mark.parametrize(("recipe", "split"), FAMILIES)
def test_the_right_answer_is_right_in_every_form(recipe: str, split: str) -> None:
    for item in wampimuk.dataset(recipe, split=split)[:5]:
        usual = item.prompt()
        assert item.prompt(usual.form) == usual
        questions = set()
        for form in FORMS[recipe]:
            prompt = item.prompt(form)
            questions.add(prompt.question)
            said = f"Let me think.\nAnswer: {prompt.answer}" if "\n" not in prompt.answer else prompt.answer
            assert item.score(said) == wampimuk.score(said, item) == 1.0
            assert item.score("Answer: 17 jumps") == 0.0
            assert len(item.prompt(form, instructions=False).question) < len(prompt.question)
        assert len(questions) == len(FORMS[recipe])
        with pytest.raises(wampimuk.Error, match="there is no form `poem`"):
            item.prompt("poem")


def test_actions_are_judged_by_what_they_do() -> None:
    dataset = wampimuk.dataset("gscan")
    item = next(item for item in dataset if item["verb"] == "walk" and item["distance"] > 2)
    right = item["actions"]
    assert item.score(right) == item.score(", ".join(right), mode="bare") == 1.0
    assert item.score(", ".join(right), mode="strict") == 0.0
    wrong = wampimuk.judge([*right, "walk"], item, credit="partial")
    assert (wrong.exact, wrong.parsed, wrong.prefix, wrong.length) == (False, True, len(right), len(right))
    assert 0.0 < wrong.score < 1.0
    assert wrong.why
    unread = wampimuk.judge("Answer: walk the dog", item)
    assert not unread.parsed
    assert unread.why is not None
    assert "not an action" in unread.why


def test_a_command_can_be_fulfilled_in_another_way() -> None:
    """Walking the other axis first does the same."""
    dataset = wampimuk.dataset("gscan")
    for item in dataset[:500]:
        if item["verb"] != "walk" or item["adverb"] or item["direction"] != "se":
            continue
        target = item["objects"][item["target"]]
        south, east = target["row"] - item["agent_row"], target["column"] - item["agent_column"]
        if item["agent_heading"] != "east":
            continue
        other = ["turn right", *["walk"] * south, "turn left", *["walk"] * east]
        judgement = wampimuk.judge(other, item, credit="fulfilling")
        assert (judgement.exact, judgement.fulfils, judgement.score) == (False, True, 1.0)
        assert item.score(other) == 0.0
        return
    pytest.fail("no such item among the first 500")


def test_cells_are_answers_of_the_view_reference() -> None:
    item = wampimuk.dataset("reascan", split="a1_test", view="reference")[2]
    row, column = item["target_row"], item["target_column"]
    assert item.prompt().view == "reference"
    for right in ((row, column), {"row": row, "column": column}, f"Answer: row {row}, column {column}"):
        assert item.score(right) == 1.0
    assert item.score((row, (column + 1) % item["grid_size"])) == 0.0
    plain = wampimuk.dataset("reascan", split="a1_test")[2]
    assert wampimuk.score((row, column), plain, view="reference") == 1.0


def test_many_answers_are_judged_at_once() -> None:
    items = [*wampimuk.dataset("gscan")[:300], *wampimuk.dataset("mix-t12", split="test")[:30]]
    answers = [item.get("actions") or item["answer"] for item in items]
    answers[7] = ["stay"]
    judgements = wampimuk.judge_all(answers, items)
    assert [judgement.exact for judgement in judgements] == [place != 7 for place in range(330)]
    assert judgements == wampimuk.judge_all(answers, items, threads=3)
    for wrong in ({"mode": "kind"}, {"credit": "generous"}, {"view": "sky"}):
        with pytest.raises(wampimuk.Error):
            wampimuk.judge_all(answers, items, **wrong)
    with pytest.raises(wampimuk.Error, match="1 answers to 2 items"):
        wampimuk.judge_all(["walk"], items[:2])
