// What is drawn anew keeps what somebody is typing, dragging, or looking at.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COMMAND, GSCAN, open, promise, RIDDLE, says, shown, STORY } from "./browser.mjs";

promise("marking a line keeps the answer that is typed", STORY, async (page) => {
  await page.click("#tab-play");
  await page.fill("#answer", "the kitchen");
  await page.evaluate(() => document.querySelector("#answer").setSelectionRange(2, 5));
  await page.check("[data-key=mark-1]");
  await says(page, "#panel .hint", "1 line marked");
  assert.equal(await page.inputValue("#answer"), "the kitchen");
  assert.deepEqual(await page.evaluate(() => [document.querySelector("#answer").selectionStart, document.querySelector("#answer").selectionEnd]), [2, 5]);
  // It belongs to this item.
  await page.click("[data-key=next]");
  await shown(page, "babi-1", "test", 13);
  assert.equal(await page.inputValue("#answer"), "");
});

promise("the slider is dragged all the way", COMMAND, async (page) => {
  const slider = page.locator(".scrubber input");
  const last = Number(await slider.getAttribute("max"));
  const box = await slider.boundingBox();
  const at = (share) => [box.x + 8 + (box.width - 16) * share, box.y + box.height / 2];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  const seen = new Set();
  for (let step = 1; step <= 10; step++) {
    await page.mouse.move(...at(step / 10));
    seen.add(await slider.inputValue());
  }
  await page.mouse.up();
  assert.ok(seen.size > 5, [...seen].join());
  await says(page, ".scrubber output", `${last}/${last}`);
});

promise("the recipe stays where it is while somebody types", GSCAN, async (page) => {
  await page.click("#tab-recipe");
  const before = await page.evaluate(() => {
    const field = document.querySelector("#toml");
    field.value = `${field.value}${"\n# one more line".repeat(60)}`;
    field.dispatchEvent(new Event("input"));
    const at = field.value.indexOf("# one more line", field.value.length / 2);
    field.focus();
    field.setSelectionRange(at + 2, at + 2);
    field.scrollTop = 400;
    field.mine = true;
    return { at: at + 2, top: field.scrollTop };
  });
  assert.ok(before.top > 100);
  await page.keyboard.type("just ");
  const now = () => page.evaluate(() => {
    const field = document.querySelector("#toml");
    return { at: field.selectionStart, top: field.scrollTop, mine: field.mine, has: document.activeElement === field, numbers: document.querySelector(".numbers").scrollTop };
  });
  const typed = await now();
  // The recipe is tried as soon as nobody types, and what came of it is shown.
  await says(page, "#panel h3", "Splits, as they would be");
  await page.waitForTimeout(100);
  assert.deepEqual(await now(), typed);
  assert.deepEqual([typed.at, typed.mine, typed.has, typed.numbers], [before.at + 5, true, true, typed.top]);
  // What was typed is undone by the browser as it always is.
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector("#toml").value.includes("just"));
});

promise("a command that is being typed outlives a drawing", COMMAND, async (page) => {
  await page.fill("#typed", "walk to the bl");
  await page.waitForSelector("#typed-offers:not([hidden])");
  await page.evaluate(() => document.querySelector("#letters").click());
  await page.waitForSelector("#stage .letter");
  assert.equal(await page.inputValue("#typed"), "walk to the bl");
  await page.waitForSelector("#typed-offers:not([hidden])");
  // Another item has another command.
  await page.click("[data-key=next]");
  await shown(page, "reascan-1rc", "test", 8);
  assert.notEqual(await page.inputValue("#typed"), "walk to the bl");
});

promise("lists hold what is chosen, whenever their entries come", COMMAND, async (page) => {
  await page.waitForFunction(() => document.querySelectorAll("[data-key=recipe] option").length > 50);
  assert.equal(await page.inputValue("[data-key=recipe]"), "reascan-1rc");
  await page.selectOption("[data-key=recipe]", "gscan-demo");
  await page.waitForSelector('body[data-shown^="gscan-demo"]');
  const chosen = () => Promise.all(["recipe", "split"].map((key) => page.inputValue(`[data-key=${key}]`)));
  assert.deepEqual(await chosen(), ["gscan-demo", "test"]);
  await page.selectOption("[data-key=split]", "train");
  await shown(page, "gscan-demo", "train", 0);
  assert.deepEqual(await chosen(), ["gscan-demo", "train"]);
  await page.selectOption("[data-key=recipe]", "babi-1");
  await page.waitForSelector('body[data-shown^="babi-1"]');
  assert.deepEqual(await chosen(), ["babi-1", "test"]);
});

promise("undo twice goes back twice, however fast", COMMAND, async (page) => {
  const said = await page.inputValue("#typed");
  for (const command of ["walk to the blue circle", "walk to the red square", "walk to the green cylinder"]) {
    await page.fill("#typed", command);
    await page.press("#typed", "Enter");
    await page.waitForSelector(`.sentence[aria-label="${command}"]`);
  }
  await page.focus("[data-key=undo]");
  const twice = (key) => page.evaluate((key) => [0, 1].forEach(() => document.querySelector(`[data-key=${key}]`).click()), key);
  await twice("undo");
  await page.waitForSelector('.sentence[aria-label="walk to the blue circle"]');
  await twice("redo");
  await page.waitForSelector('.sentence[aria-label="walk to the green cylinder"]');
  await twice("undo");
  await page.waitForSelector('.sentence[aria-label="walk to the blue circle"]');
  await page.click("[data-key=undo]");
  await page.waitForSelector(`.sentence[aria-label="${said}"]`);
  assert.equal(await page.isDisabled("[data-key=undo]"), true);
});

promise("the word that is wrong is marked, whatever stands between words", COMMAND, async (page) => {
  for (const text of ["walk  to the red elephant", "walk,to,the,red,elephant", " walk to , the  red elephant now"]) {
    await page.fill("#typed", text);
    await page.press("#typed", "Enter");
    await page.waitForFunction((text) => document.querySelector("#typed-problem code")?.textContent === text, text);
    assert.equal(await page.textContent("#typed-problem mark"), "elephant", text);
  }
});

promise("a sheet of riddles has no agents", RIDDLE, async (page) => {
  await page.click("#tab-recipe");
  await page.click("[data-key=contact]");
  await page.waitForFunction(() => document.querySelectorAll(".sheet svg").length === 12);
  assert.equal(await page.locator(".agent").count(), 0);
});

promise("what objects are there for is said, too", COMMAND, async (page) => {
  const labels = await page.locator("#stage .thing").evaluateAll((things) => things.map((thing) => [thing.querySelector(".ring.target") !== null, thing.querySelector(".ring") !== null, thing.getAttribute("aria-label")]));
  for (const [isTarget, isRinged, label] of labels) {
    assert.equal(label.includes("what the command refers to"), isTarget, label);
    assert.equal(label.includes("what a clause speaks of"), isRinged && !isTarget, label);
  }
  assert.equal(labels.filter(([isTarget]) => isTarget).length, 1);
});

test("theme and letters are remembered", async () => {
  // Of pages from disk, some browsers write down only seconds later what is to be remembered.
  const { page, calm } = await open(COMMAND, { origin: "server" });
  await page.click("#scheme");
  await page.click("#scheme");
  await says(page, "#scheme", "dark");
  await page.check("#letters");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.textContent("#scheme"), "Theme: dark");
  assert.equal(await page.evaluate(() => document.documentElement.style.colorScheme), "dark");
  assert.ok((await page.locator("#stage .letter").count()) > 0);
  await calm();
});

test("the seed is there on phones", async () => {
  const { page, calm } = await open(GSCAN, { viewport: { width: 400, height: 800 } });
  await page.fill("[data-key=seed]", "3");
  await page.press("[data-key=seed]", "Enter");
  await page.waitForFunction(() => location.hash.includes("seed=3"));
  assert.equal(await page.locator("[data-key=seed]").isVisible(), true);
  await calm();
});

/** Makes workers of something else than the page's script. */
const worker = (breaks) => `{
  const Whole = Blob;
  window.Blob = function (parts, options) {
    return new Whole(options?.type === "text/javascript" ? [${JSON.stringify(breaks)}, ...parts] : parts, options);
  };
}`;

for (const [name, breaks] of [["does not start", "throw new Error('nothing here');"], ["cannot use the module", "WebAssembly.instantiate = () => Promise.reject(new Error('no memory'));"]]) {
  test(`a worker that ${name} is told, with what to do`, async () => {
    const { page } = await open(COMMAND, { script: { content: worker(breaks) } });
    await says(page, "#notice", "the worker that makes the items does not start");
    await says(page, "#notice", "try another one");
    await page.context().close();
  });
}
