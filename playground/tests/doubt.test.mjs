// Doubting a command: word by word, and with words of one's own.

import assert from "node:assert/strict";

import { COMMAND, promise, says } from "./browser.mjs";

promise("a word is doubted, left out, replaced, exchanged", COMMAND, async (page) => {
  await page.click(".word.needed");
  await says(page, ".why", "would fit as well");
  assert.ok((await page.locator(".thing.dim").count()) > 0);
  const said = await page.inputValue("#typed");
  await page.click("[data-key='edit-leave it out']");
  await says(page, "#panel .verdict.bad", "may refer to 2 objects");
  assert.notEqual(await page.inputValue("#typed"), said);
  await page.click("[data-key=undo]");
  await says(page, "#panel .verdict.good", "It refers to");
  assert.equal(await page.inputValue("#typed"), said);
  await page.click("[data-key=redo]");
  await says(page, "#panel .verdict.bad", "may refer to 2 objects");
  await page.keyboard.press("Control+z");
  await says(page, "#panel .verdict.good", "It refers to");
  await page.click(".word.noun >> nth=0");
  await says(page, ".why", "exchange with");
  await page.click(".edits:has-text('exchange with') .edit");
  await page.waitForFunction((said) => document.querySelector("#typed").value !== said, said);
  await page.click("[data-key=restore]");
  await page.waitForFunction((said) => document.querySelector("#typed").value === said, said);
});

promise("words narrow it down, one after another", COMMAND, async (page) => {
  const left = () => page.locator("#stage .thing:not(.dim)").count();
  const all = await left();
  const counts = [];
  const steps = await page.locator(".ladder:not(.inner) .step").count();
  for (let step = 0; step < steps; step++) {
    await page.click(`[data-key=step-0-${step}]`);
    await page.waitForSelector(`[data-key=step-0-${step}][aria-pressed=true]`);
    counts.push(await left());
  }
  assert.equal(counts[0], all);
  assert.equal(counts.at(-1), 1);
  assert.deepEqual(counts, [...counts].sort((a, b) => b - a));
  await page.click("[data-key=narrate]");
  await page.waitForSelector(".word.told");
  await page.waitForFunction((all) => document.querySelectorAll("#stage .thing.dim").length === all - 1, all);
  await page.waitForFunction(() => document.querySelectorAll("#stage .thing.dim").length === 0);
});

promise("small and big are read in three ways", COMMAND, async (page) => {
  await page.check("[data-key=reading-superlative]");
  await page.waitForFunction(() => location.hash.includes("reading=superlative"));
  assert.equal(await page.locator(".reading").count(), 3);
});

promise("a command is typed, and errors are at the word", COMMAND, async (page) => {
  await page.fill("#typed", "push the yellow elephant");
  await page.press("#typed", "Enter");
  await says(page, "#typed-problem mark", "elephant");
  await says(page, "#typed-problem", "expected a noun");
  await page.fill("#typed", "walk to the small blue circle hesitantly");
  await page.press("#typed", "Enter");
  await says(page, ".sentence", "hesitantly");
  assert.equal(await page.locator("#typed-problem mark").count(), 0);
});

promise("a command is completed as it is typed, with the keyboard alone", COMMAND, async (page) => {
  const offers = async () => {
    await page.waitForSelector("#typed-offers[aria-busy=false]:not([hidden])");
    return page.locator("#typed-offers li b").allTextContents();
  };
  await page.fill("#typed", "pu");
  assert.deepEqual(await offers(), ["pull", "push"]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await page.inputValue("#typed"), "push ");
  assert.deepEqual(await offers(), ["a", "the"]);
  await page.keyboard.type("the red circle that is in");
  assert.ok((await offers()).includes("inside of"));
  await page.click("#typed-offers li:has-text('in the same row as')");
  assert.equal(await page.inputValue("#typed"), "push the red circle that is in the same row as ");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#typed-offers", { state: "hidden" });
  await page.keyboard.type("a square");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.sentence[aria-label="push the red circle that is in the same row as a square"]');
});
