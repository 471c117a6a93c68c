// For everybody: sizes of pages and screens, keyboards, screen readers.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { CLAUSES, COMMAND, drop, GSCAN, open, RIDDLE, shot, STORY } from "./browser.mjs";

test("the page is as small as promised", async () => {
  const sent = gzipSync(await readFile(process.env.PLAYGROUND), { level: 9 }).length;
  assert.ok(sent <= 1_200_000, `${sent} bytes`);
});

const predictions = [
  { split: "train", index: 0, prediction: "walk" },
  { split: "test", index: 1, prediction: "walk, push" },
  { split: "test", index: 2, prediction: "jump" },
].map((line) => JSON.stringify(line)).join("\n");

/** Every state that the page can be in, and how it is reached. */
const STATES = {
  new: ["", async () => {}, { isNew: true }],
  command: [COMMAND, async () => {}],
  boxes: [CLAUSES, async (page) => page.click(".word.needed")],
  relations: [CLAUSES, async (page) => {
    await page.click("[data-key=view-Relations]");
    await page.waitForSelector(".phrases");
  }],
  typing: [COMMAND, async (page) => {
    await page.fill("#typed", "push the small ");
    await page.waitForSelector("#typed-offers:not([hidden])");
  }],
  changing: [GSCAN, async (page) => {
    await page.click("[data-key=brush-add]");
    await page.click("[data-key=add]");
    await page.waitForSelector("[data-key=restore]");
  }],
  play: [COMMAND, async (page) => {
    await page.click("#tab-play");
    await page.click("[data-key=act-walk]");
    await page.click("[data-key=reveal]");
  }],
  judge: [GSCAN, async (page) => {
    await drop(page, "predictions.jsonl", predictions);
    await page.fill("#said", "Answer: walk, push");
    await page.click("text=Judge it");
    await page.waitForSelector(".result");
  }],
  recipe: [GSCAN, async (page) => {
    await page.click("#tab-recipe");
    await page.click("[data-key=contact]");
    await page.waitForSelector(".sheet");
    await page.click("[data-key=audit]");
    await page.waitForSelector(".floors");
  }],
  mistake: [GSCAN, async (page) => {
    await page.click("#tab-recipe");
    await page.fill("#toml", (await page.inputValue("#toml")).replace("grid_size", "grid_sise"));
    await page.waitForSelector("#toml-problem mark");
  }],
  story: [STORY, async (page) => page.hover("#panel .edit")],
  carried: ["#recipe=mix-t2&split=test&index=3", async () => {}],
  answering: [STORY, async (page) => {
    await page.click("#tab-play");
    await page.check(".story input >> nth=1");
  }],
  riddle: [RIDDLE, async (page) => page.click("[data-key=brush-paint]")],
  solved: [RIDDLE, async (page) => page.click("[data-key=reveal]")],
  study: ["?study#recipe=gscan-demo&items=test:3", async (page) => page.click("[data-key=begin]")],
};

const WIDTHS = [400, 800, 1500];

for (const [name, [fragment, reach, more]] of Object.entries(STATES)) {
  test(`nothing sticks out at any width, and everybody can use it: ${name}`, async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const width of WIDTHS) {
      const { page, calm } = await open(fragment, { viewport: { width, height: 900 }, colorScheme: width === 800 ? "dark" : "light", reducedMotion: "reduce", ...more });
      await reach(page);
      await page.waitForTimeout(50);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} at ${width}`);
      const bursting = await page.locator(".drop, .tour, #choice, .tools, .verdict, .scrubber").evaluateAll((boxes) => {
        const inside = (box) => box.getBoundingClientRect().right - parseFloat(getComputedStyle(box).paddingRight) + 1;
        return boxes.filter((box) => [...box.children].some((child) => child.getBoundingClientRect().right > inside(box))).map(({ className, id }) => id || className);
      });
      assert.deepEqual(bursting, [], `${name} at ${width}`);
      await shot(page, `${name}-${width}`);
      if (width < 1500) {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${width}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`), []);
      }
      await calm();
    }
  });
}

test("everything is reached with the keyboard", async () => {
  const { page, calm } = await open(COMMAND);
  const reached = new Set();
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press("Tab");
    const key = await page.evaluate(() => document.activeElement?.dataset?.key ?? document.activeElement?.id ?? "");
    if (key && reached.has(key)) break;
    reached.add(key);
  }
  for (const key of ["guide", "letters", "scheme", "recipe", "split", "next", "surprise", "word-0", "view-World", "thing-0", "thing-agent", "run", "scrub", "brush-choose", "tab-doubt", "narrate", "step-0-0", "typed", "copy-Link", "save-GIF"]) {
    assert.ok(reached.has(key), `${key} is not among ${[...reached].join(", ")}`);
  }
  await page.focus("#tab-doubt");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#tab-play[aria-selected=true]");
  await calm();
});

test("colours are not the only sign", async () => {
  const { page, calm } = await open(COMMAND);
  await page.check("#letters");
  assert.equal(await page.locator("#stage .letter").count(), await page.locator("#stage .thing").count());
  const names = await page.locator("#stage .thing").evaluateAll((things) => things.map((thing) => thing.getAttribute("aria-label")));
  assert.ok(names.every((name) => /(red|green|blue|yellow)/.test(name)), names.join());
  await calm();
});
