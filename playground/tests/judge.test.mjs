// Judging models: answers that are pasted, and files of predictions.

import assert from "node:assert/strict";

import { COMMAND, drop, GSCAN, promise, says, shown } from "./browser.mjs";

async function judge(page, said) {
  await page.fill("#said", said);
  await page.click("text=Judge it");
}

promise("answers are judged by the one rule", COMMAND, async (page) => {
  await page.click("#tab-judge");
  await judge(page, "I would walk.\nAnswer: walk, walk");
  await says(page, ".result .verdict.bad", "Wrong");
  const expected = (await page.textContent(".result .actions >> nth=1")).replace("Expected: ", "");
  await judge(page, `Answer: ${expected}`);
  await says(page, ".result .verdict.good", "exactly the expected answer");
  await judge(page, "Answer: jump");
  await says(page, ".result .verdict.bad", "Wrong");
});

promise("a file of predictions is judged: errors first, and filtered", COMMAND, async (page) => {
  await page.click("#tab-judge");
  await judge(page, "Answer: walk");
  await says(page, ".result .verdict.bad", "Wrong");
  const expected = (await page.textContent(".result .actions >> nth=1")).replace("Expected: ", "");
  const lines = [
    { wampimuk: "predictions", format: 1, recipe: "reascan-1rc", model: "ours" },
    { split: "test", index: 7, prediction: expected.split(", ") },
    { split: "test", index: 8, prediction: "walk" },
    { split: "train", index: 7, prediction: ["walk", "push"] },
    { split: "nowhere", index: 7, prediction: "walk" },
  ];
  await drop(page, "predictions.jsonl", `${lines.map((line) => JSON.stringify(line)).join("\n")}\nnonsense\n`);
  await says(page, "#panel .verdict", "predictions.jsonl (ours): 1 of 3 answers right, 2 lines could not be judged.");
  const verdicts = () => page.locator(".answers tbody tr td:nth-child(2)").allTextContents();
  assert.deepEqual(await verdicts(), ["unread", "unread", "wrong", "wrong", "right"]);
  await page.selectOption("[data-key=filter-outcome]", "wrong");
  assert.deepEqual(await verdicts(), ["wrong", "wrong"]);
  await page.selectOption("[data-key=filter-split]", "train");
  assert.equal((await verdicts()).length, 1);
  await page.selectOption("[data-key=filter-split]", "");
  await page.selectOption("[data-key=filter-outcome]", "");
  await page.fill("[data-key=filter]", "nowhere");
  assert.equal((await verdicts()).length, 1);
  await page.fill("[data-key=filter]", "");
  await page.click(".answers button:has-text('train 7')");
  await shown(page, "reascan-1rc", "train", 7);
  await says(page, ".result .verdict.bad", "Wrong");
  assert.equal(await page.inputValue("#said"), "walk,push");
});

promise("predictions for another dataset are named as such", GSCAN, async (page) => {
  await drop(page, "p.jsonl", JSON.stringify({ wampimuk: "predictions", format: 1, recipe: "gscan-demo", data_seed: 5 }));
  await says(page, "#notice", "seed 5");
});

promise("a list of the originals' models is judged with its own items", GSCAN, async (page) => {
  const thing = (column, shape, color) => ({ vector: "", position: { row: "0", column: String(column) }, object: { shape, color, size: "2" } });
  const entry = {
    input: ["walk", "to", "a", "red", "circle"],
    prediction: ["walk", "walk"],
    target: ["walk"],
    situation: [{ grid_size: 6, agent_position: { row: "0", column: "0" }, agent_direction: 0, target_object: thing(1, "circle", "red"), placed_objects: { 0: thing(1, "circle", "red"), 1: thing(2, "circle", "blue") } }],
  };
  await drop(page, "test_predict.json", JSON.stringify([entry, { ...entry, prediction: ["walk"] }]));
  await says(page, "#panel .verdict", "1 of 2 answers right");
  await says(page, ".answers tbody", "colour of the target");
  await page.click(".answers button >> nth=0");
  await says(page, ".sentence", "red");
  assert.equal(await page.locator("#stage .thing").count(), 2);
});

promise("an agent at the wrong object is told the word that it missed", GSCAN, async (page) => {
  const there = await page.evaluate(() => {
    const [, column, row] = /translate\((\S+) (\S+)\)/.exec(document.querySelector(".agent").getAttribute("transform"));
    const cell = (value) => Math.floor(value / 48);
    const other = [...document.querySelectorAll("#stage .thing")].find((thing) => !thing.querySelector(".target"));
    const [, x, y] = /translate\((\S+) (\S+)\)/.exec(other.getAttribute("transform"));
    return { down: cell(y) - cell(row), right: cell(x) - cell(column) };
  });
  const steps = (count) => Array(Math.abs(count)).fill("walk");
  const east = there.right >= 0 ? [] : ["turn left", "turn left"];
  const south = (there.down > 0) === there.right >= 0 ? ["turn right"] : ["turn left"];
  await page.click("#tab-judge");
  await judge(page, [...east, ...steps(there.right), ...(there.down === 0 ? [] : south), ...steps(there.down)].join(", "));
  await says(page, ".result", "It went to");
  await says(page, ".result", "It missed");
});
