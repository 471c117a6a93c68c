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
  await says(page, ".warning", "says that it is about gscan-demo, seed 5");
  // A name alone is enough to tell, and the warning stays while answers are looked at.
  const lines = [{ wampimuk: "predictions", format: 1, recipe: "reascan-1rc" }, { split: "train", index: 7, prediction: "walk" }];
  await drop(page, "other.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
  await says(page, ".warning", "other.jsonl says that it is about reascan-1rc");
  await page.click(".answers button:has-text('train 7')");
  await shown(page, "gscan-demo", "train", 7);
  await says(page, ".warning", "other.jsonl says that it is about reascan-1rc");
  await drop(page, "same.jsonl", JSON.stringify({ wampimuk: "predictions", format: 1, recipe: "gscan-demo" }));
  await says(page, "#panel .verdict", "same.jsonl: 0 of 0");
  assert.equal(await page.locator(".warning").count(), 0);
});

/** So many answers to items of train, of which all but the first are wrong or cannot be judged. */
const many = (count) => Array.from({ length: count }, (_, at) => JSON.stringify({ split: "train", index: at % 200, prediction: at % 3 ? "stay, stay" : "jump" })).join("\n");

promise("a long list is shown in parts", GSCAN, async (page) => {
  await drop(page, "long.jsonl", `${many(450)}\n`);
  await says(page, "#panel .verdict", "long.jsonl: 0 of 450 answers right.");
  await says(page, "#panel .edits", "1 to 200 of 450");
  await page.click("[data-key='Later answers']");
  await says(page, "#panel .edits", "201 to 400 of 450");
  await page.click("[data-key='Later answers']");
  await says(page, "#panel .edits", "401 to 450 of 450");
  assert.equal(await page.locator(".answers tbody tr").count(), 50);
  assert.equal(await page.isDisabled("[data-key='Later answers']"), true);
  await page.fill("[data-key=filter]", "nothing like this");
  await page.waitForFunction(() => document.querySelectorAll(".answers tbody tr").length === 0);
  await page.fill("[data-key=filter]", "train");
  await says(page, "#panel .edits", "1 to 200 of 450");
});

promise("while a big file is judged, others are looked at, and it can be given up", GSCAN, async (page) => {
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(Array(40).fill(text), "big.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: transfer }));
  }, `${many(20_000)}\n`);
  await page.waitForFunction(() => (document.querySelector(".doing progress")?.value ?? 0) > 0);
  await page.click("[data-key=next]");
  await shown(page, "gscan-demo", "train", 1);
  await page.click("[data-key=next]");
  await shown(page, "gscan-demo", "train", 2);
  await says(page, ".doing", "Judging: ");
  await page.click("[data-key=stop-judging]");
  await says(page, "#panel .verdict", "given up after");
  assert.equal(await page.locator(".doing").count(), 0);
  await page.click("[data-key=next]");
  await shown(page, "gscan-demo", "train", 3);
});

promise("a list is judged part by part, too", GSCAN, async (page) => {
  const thing = (column, shape, color) => ({ vector: "", position: { row: "0", column: String(column) }, object: { shape, color, size: "2" } });
  const entry = (said) => ({
    input: ["walk", "to", "a", "red", "circle"],
    prediction: said,
    target: ["walk"],
    situation: [{ grid_size: 6, agent_position: { row: "0", column: "0" }, agent_direction: 0, target_object: thing(1, "circle", "red"), placed_objects: { 0: thing(1, "circle", "red"), 1: thing(2, "circle", "blue") } }],
    note: 'a "quoted, text" with ] and \\',
  });
  const entries = Array.from({ length: 700 }, (_, at) => entry(at % 7 === 0 ? ["walk"] : ["walk", "walk"]));
  await drop(page, "test_predict.json", JSON.stringify(entries, undefined, 1));
  await says(page, "#panel .verdict", "100 of 700 answers right.");
  await page.selectOption("[data-key=filter-outcome]", "right");
  const items = await page.locator(".answers tbody tr td:first-child").allTextContents();
  assert.deepEqual(items, Array.from({ length: 100 }, (_, at) => `test ${at * 7}`));
  await drop(page, "broken_predict.json", `[${entries.map((one) => JSON.stringify(one)).join(",\n")},\n3,\n${JSON.stringify(entry(["walk"]))}]`);
  await says(page, "#panel .verdict", "100 of 700 answers right, 1 line could not be judged.");
  await says(page, ".answers tbody tr >> nth=0", "line 701");
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
