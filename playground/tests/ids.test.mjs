// The items of the page are the command line's.
//
// PLAYGROUND names the page, PLAYGROUND_IDS the lines of the program wampimuk-web-native. Some recipes take seconds to open, so this
// is a file of its own, which runs beside the other tests.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { open, shown } from "./browser.mjs";

test("ids are the command line's", { timeout: 600_000 }, async () => {
  const lines = (await readFile(process.env.PLAYGROUND_IDS, "utf8")).trim().split("\n");
  assert.ok(lines.length >= 200, `${lines.length} addresses`);
  assert.ok(new Set(lines.map((line) => line.split(" ")[0])).size > 50, "of every recipe");
  const { page, calm } = await open();
  const different = [];
  for (const line of lines) {
    const [recipe, split, index, id] = line.split(" ");
    await page.evaluate((to) => (location.hash = to), `#recipe=${recipe}&split=${split}&index=${index}`);
    await shown(page, recipe, split, index, 120_000);
    const found = await page.textContent("#id");
    if (found !== id) different.push(`${line}: ${found}`);
  }
  assert.deepEqual(different, []);
  await calm();
});
