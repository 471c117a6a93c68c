// Playing: as the agent, with riddles, with stories; and studies of people.

import assert from "node:assert/strict";

import { drop, GSCAN, promise, RIDDLE, saved, says, shown, STORY } from "./browser.mjs";

const KEYS = { walk: "ArrowUp", "turn left": "ArrowLeft", "turn right": "ArrowRight", push: "p", pull: "l", stay: "s" };

/** Waits until so many actions are taken down. */
async function walked(page, number) {
  await page.waitForFunction((number) => {
    const text = [...document.querySelectorAll(".actions")].find(({ className }) => className === "actions")?.textContent ?? "—";
    return (text === "—" ? 0 : text.split(", ").length) === number;
  }, number);
}

promise("one plays as the agent, beside the oracle", GSCAN, async (page) => {
  const actions = await page.evaluate(() => Number(document.querySelector(".scrubber input").max));
  await page.click("#tab-play");
  await page.click("[data-key=act-stay]");
  await walked(page, 1);
  await page.click("[data-key=reveal]");
  const oracle = (await page.textContent(".actions.oracle")).split(", ");
  assert.equal(oracle.length, actions);
  assert.equal(await page.locator(".actions.oracle mark").count(), 1);
  // What was shown earns nothing; the next one does.
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click("#tab-play");
  for (const [number, action] of oracle.entries()) {
    await page.keyboard.press(KEYS[action]);
    await walked(page, number + 1);
  }
  await says(page, "#panel .verdict.good", "Just as the oracle does");
  await says(page, ".streak", "1 in a row");
  await page.click("[data-key=act-stay]");
  await says(page, "#panel .verdict", "Not like this: action");
  await says(page, "#panel .verdict", "the list goes on");
  // An item counts once.
  await page.click("[data-key=back]");
  await says(page, "#panel .verdict.good", "Fulfilled.");
  assert.equal(await page.textContent(".streak"), "1 in a row");
});

promise("a riddle is solved by painting, and keeps its answer until then", RIDDLE, async (page) => {
  const logic = async () => /recolour/i.test(await page.textContent("#panel"));
  assert.equal(await logic(), false);
  await page.click("[data-key=check]");
  await says(page, "#panel .verdict.bad", "That is not it");
  await page.click("[data-key=reveal]");
  assert.equal(await logic(), true);
  // The object that the rule chooses is ringed now, and what became of it is beside it.
  const [cell, colour] = await page.evaluate(() => {
    const [before, after] = [...document.querySelectorAll(".pair")].at(-1).querySelectorAll("svg");
    const place = before.querySelector(".thing:has(.target)").getAttribute("transform");
    const same = [...after.querySelectorAll(".thing")].find((thing) => thing.getAttribute("transform") === place);
    return [place, same.querySelector("title").textContent.split(" ")[0]];
  });
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click("[data-key=brush-paint]");
  await page.selectOption("[data-key=tool-Colour]", { label: colour });
  await page.locator(`.pair svg .live[transform="${cell}"]`).click();
  await page.click("[data-key=undo]");
  await page.click("[data-key=redo]");
  await page.click("[data-key=check]");
  await says(page, "#panel .verdict.good", "Right.");
  await says(page, ".streak", "1 in a row");
});

promise("a story is answered, and its supports are marked", STORY, async (page) => {
  const answer = await page.textContent("#panel .verdict");
  const support = (await page.textContent("#panel .edit")).replace(/\D+/g, "");
  await page.click("#tab-play");
  assert.equal(await page.locator("#panel .verdict, .story .lit, .timeline").count(), 0, "nothing gives the answer away");
  await page.check(`[data-key=mark-${support}]`);
  await page.fill("#answer", answer);
  await page.press("#answer", "Enter");
  await says(page, "#panel .verdict.good", "Right.");
  await says(page, "#panel .verdict.good", "these lines show it");
  await says(page, ".streak", "1 in a row");
  await page.click("[data-key=next]");
  await shown(page, "babi-1", "test", 13);
  await page.fill("#answer", "the moon");
  await page.click("[data-key=check]");
  await says(page, "#panel .verdict.bad", "Not right");
  await says(page, "#panel .verdict.bad", "The answer is");
});

/** Answers what a study asks, and returns the lines that it offers in the end. */
async function answered(page, items, act) {
  await page.click("[data-key=begin]");
  for (let item = 1; item <= items; item++) {
    await says(page, "#study .hint", `Item ${item} of ${items}`);
    await act(page, item);
    await page.click("[data-key=done]");
  }
  await says(page, "#study", "Thank you");
  const { name, bytes } = await saved(page, () => page.click("[data-key=save-study]"));
  assert.equal(name, "answers.jsonl");
  return bytes.toString().trim().split("\n").map((line) => JSON.parse(line));
}

promise("a study collects answers and times, and offers a file", "?study#recipe=gscan-demo&items=test:3,train:0&title=Ours", async (page) => {
  await says(page, "h2", "Ours");
  assert.equal(await page.locator("#choice").isVisible(), false);
  const [header, ...replies] = await answered(page, 2, async (page, item) => {
    assert.equal(await page.locator("#study .ring").count(), 0, "nothing gives the answer away");
    await page.keyboard.press("ArrowUp");
    await walked(page, 1);
    if (item === 2) await page.click("[data-key=act-push]");
  });
  assert.deepEqual([header.wampimuk, header.format, header.model, header.recipe, header.data_seed], ["predictions", 1, "person", "gscan-demo", 0]);
  assert.deepEqual(replies.map(({ split, index, prediction }) => [split, index, prediction]), [["test", 3, ["walk"]], ["train", 0, ["walk", "push"]]]);
  assert.ok(replies.every(({ seconds }) => seconds > 0));
});

promise("a study is dropped as a file, and stories and riddles are asked, too", "", async (page) => {
  const study = (recipe, ...items) => [{ wampimuk: "study", recipe }, ...items].map((line) => JSON.stringify(line)).join("\n");
  await drop(page, "study.jsonl", study("babi-1", { split: "test", index: 12 }));
  const [, reply] = await answered(page, 1, async (page) => {
    await page.check("[data-key=mark-2]");
    await page.fill("#answer", "kitchen");
  });
  assert.deepEqual([reply.prediction, reply.supports], ["kitchen", [2]]);
  await drop(page, "study.jsonl", study("riddle", { split: "test", index: 3 }));
  const [, grid] = await answered(page, 1, async () => {});
  assert.match(grid.prediction, /^[\d \n]+$/);
  await drop(page, "study.jsonl", study("riddle"));
  await says(page, "#notice", "it has no items");
});
