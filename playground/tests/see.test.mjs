// Seeing: any item, as the command line has it.

import assert from "node:assert/strict";

import { CLAUSES, COMMAND, promise, says, shown, STORY } from "./browser.mjs";

promise("an item is seen, and others after it", "", async (page) => {
  await shown(page, "reascan-1rc", "test", 7);
  const first = await page.textContent("#id");
  assert.match(first, /^[0-9a-f]{32}$/);
  await page.click("[data-key=next]");
  await shown(page, "reascan-1rc", "test", 8);
  assert.notEqual(await page.textContent("#id"), first);
  await page.keyboard.press("n");
  await shown(page, "reascan-1rc", "test", 9);
  await page.selectOption("[data-key=recipe]", "gscan-demo");
  await page.waitForSelector('body[data-shown^="gscan-demo "]');
  await page.fill("[data-key=index]", "3");
  await page.press("[data-key=index]", "Enter");
  await page.waitForSelector('body[data-shown$=" 3"]');
  const before = await page.evaluate(() => location.hash);
  await page.click("[data-key=surprise]");
  await page.waitForFunction((before) => location.hash !== before, before);
});

promise("rows and columns have the numbers that texts use", COMMAND, async (page) => {
  const said = (await page.textContent("#panel .verdict")).match(/row (\d+), column (\d+)/).slice(1).join();
  const ring = await page.locator(".ring.target").boundingBox();
  const near = await page.locator("svg.world .axis").evaluateAll((numbers, { x, y, width, height }) => {
    const at = numbers.map((number) => [number.textContent, number.getBoundingClientRect()]);
    const [row] = at.find(([, box]) => box.left < at[0][1].left + width / 2 && box.top > y - height / 3 && box.top < y + height);
    const [column] = at.find(([, box]) => box.top < at[0][1].top + height / 2 && box.left > x - width / 3 && box.left < x + width);
    return [row, column].join();
  }, ring);
  assert.equal(near, said);
});

promise("the path runs, and can be scrubbed", COMMAND, async (page) => {
  const place = () => page.getAttribute(".agent", "transform");
  const start = await place();
  await page.focus("[data-key=scrub]");
  await page.keyboard.press("End");
  await page.waitForFunction((start) => document.querySelector(".agent").getAttribute("transform") !== start, start);
  await says(page, ".scrubber output", "28/28");
  await page.click("[data-key=run]");
  await says(page, ".scrubber output", "2/28");
  await page.click("[data-key=run]");
});

promise("relations of command and world are seen", CLAUSES, async (page) => {
  await page.click("[data-key=view-Relations]");
  await page.waitForSelector(".phrases");
  assert.equal(await page.locator(".phrases .node").count(), 3);
  const spoken = await page.locator("path.link.spoken").count();
  assert.equal(spoken, 2);
  assert.match(await page.getAttribute(".phrases", "aria-label"), /same row/);
  // Another object shows its own.
  await page.focus("[data-key=thing-0]");
  await page.keyboard.press("Enter");
  await page.waitForFunction((spoken) => document.querySelectorAll("path.link").length > spoken, spoken);
  await page.click("[data-key=view-World]");
  await page.waitForSelector(".scrubber");
  assert.equal(await page.locator("path.link").count(), 0);
});

promise("lines that an answer rests on are pointed at, everywhere", STORY, async (page) => {
  const line = (await page.textContent("#panel .edit")).replace(/\D+/g, "");
  const pointed = () => page.locator(`.story > li[data-line="${line}"].pointed, .timeline th[data-line="${line}"].pointed`).count();
  await page.hover("#panel .edit");
  assert.equal(await pointed(), 2);
  await page.hover("h1");
  assert.equal(await pointed(), 0);
  await page.focus("#panel .edit");
  assert.equal(await pointed(), 2);
  assert.ok((await page.locator(".timeline td.known").count()) > 0);
  await page.hover(".timeline td.known");
  assert.equal(await page.locator(".story > li.pointed").count(), 1);
});

promise("whoever is new is shown around, once", "", async (page) => {
  await says(page, ".tour", "1/3");
  await says(page, ".tour", "the agent, the dark arrow");
  await page.click("[data-key=tour-next]");
  await page.click("[data-key=tour-show]");
  await says(page, ".why", "would fit as well");
  await page.click("[data-key=tour-next]");
  await page.click("[data-key=tour-show]");
  await page.waitForSelector(".pad");
  await page.click("[data-key=tour-next]");
  assert.equal(await page.locator(".tour").count(), 0);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.locator(".tour").count(), 0);
  await page.click("#guide");
  await says(page, ".tour", "1/3");
  await page.click("[data-key=tour-show]");
  await page.waitForSelector(".word.told");
  await page.click("[data-key=tour-close]");
  assert.equal(await page.locator(".tour").count(), 0);
}, { isNew: true });

promise("the tour begins at a command, wherever it is asked for", STORY, async (page) => {
  await page.click("#guide");
  await says(page, ".tour", "1/3");
  await page.waitForSelector(".sentence");
});
