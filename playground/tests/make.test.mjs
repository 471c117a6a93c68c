// Making a benchmark: a recipe that is changed, its splits, a sheet of items, an audit.

import assert from "node:assert/strict";

import { drop, GSCAN, promise, says, shown, STORY } from "./browser.mjs";

promise("a recipe is changed: errors at the line, and a sheet of items", GSCAN, async (page) => {
  await page.click("#tab-recipe");
  const toml = await page.inputValue("#toml");
  await page.fill("#toml", toml.replace("[generate]", "[generate]\ncolour = 3"));
  // The line is marked as soon as nobody types.
  await says(page, "#toml-problem mark", "colour = 3");
  await page.waitForSelector(".numbers .wrong");
  await page.click("[data-key=make]");
  await says(page, "#notice", "unknown field");
  // What was open still is.
  await page.click("[data-key=next]");
  await shown(page, "gscan-demo", "train", 1);
  await page.fill("#toml", toml.replace(/title = ".*"/, 'title = "Mine"'));
  await page.click("[data-key=make]");
  await says(page, ".about", "Mine");
  await page.waitForFunction(() => document.querySelectorAll(".sheet li").length === 12);
  assert.ok((await page.evaluate(() => location.hash)).includes("toml="));
  await page.click("[data-key=card-5]");
  await page.waitForSelector('body[data-shown$=" 5"]');
});

promise("what a hold-out leaves for train is seen at once", GSCAN, async (page) => {
  await page.click("#tab-recipe");
  const whole = (await page.inputValue("#toml")).replace(/\[splits\.sizes\][\s\S]*$/, "");
  await page.fill("#toml", whole);
  await page.click("[data-key=make]");
  await page.waitForSelector(".sheet");
  const train = () => page.textContent(".splits tbody tr:has-text('train') .figure >> nth=0");
  const before = await train();
  await page.fill("#toml", `${whole}\n[[generate.holdouts]]\nname = "blue"\ntitle = "blue things"\nwhen = { target_colour = "blue" }\n`);
  await says(page, ".splits", "blue_test");
  await says(page, ".splits", "new");
  await says(page, ".splits tbody tr:has-text('train')", "−");
  assert.notEqual(await train(), before);
  await page.fill("#toml", whole);
  await page.waitForFunction(() => !document.querySelector(".splits").textContent.includes("blue_test"));
  assert.equal(await train(), before);
});

promise("keys and values are completed", GSCAN, async (page) => {
  await page.click("#tab-recipe");
  const type = async (text) => {
    await page.fill("#toml", text);
    await page.waitForSelector("#toml-offers[aria-busy=false]:not([hidden])");
    return page.locator("#toml-offers li b").allTextContents();
  };
  assert.ok((await type('family = "gscan"\n[generate]\ngrid')).includes("grid_size"));
  assert.ok((await page.textContent("#toml-offers li span")).length > 10, "with what they mean");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  assert.equal(await page.inputValue("#toml"), 'family = "gscan"\n[generate]\ngrid_size');
  assert.deepEqual(await type('family = "gscan"\n[generate]\ngrammar = "sim'), ['"simple_intrans"', '"simple_trans"']);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#toml-offers", { state: "hidden" });
});

promise("a thousand items are audited, while others are looked at", GSCAN, async (page) => {
  await page.click("#tab-recipe");
  await page.click("[data-key=audit]");
  await page.click("[data-key=next]");
  await shown(page, "gscan-demo", "train", 1);
  await page.waitForSelector(".floors");
  await says(page, ".parts", "target colour red");
  await says(page, "h3", "Audit of 280 items of test, and 1,000 of train");
  assert.ok((await page.locator(".floors .gauge").count()) > 3);
  assert.ok((await page.locator(".findings li").count()) > 0);
  // What it says to type can be typed.
  await says(page, "#panel .hint", "wampimuk audit gscan-demo --split test");
});

promise("stories are audited, too", STORY, async (page) => {
  await page.click("#tab-recipe");
  await page.click("[data-key=audit]");
  await page.waitForSelector(".floors");
});

promise("an audit is given up, and the page goes on", "#recipe=reascan-2rc&split=test&index=1", async (page) => {
  await page.click("#tab-recipe");
  await page.click("[data-key=audit]");
  await page.waitForFunction(() => (document.querySelector(".doing progress")?.value ?? 0) > 0);
  await page.click("[data-key=stop]");
  await says(page, "#notice", "Cancelled.");
  assert.equal(await page.locator(".doing, .floors").count(), 0);
  await page.click("[data-key=next]");
  await shown(page, "reascan-2rc", "test", 2);
});

promise("a recipe is dropped as a file", GSCAN, async (page) => {
  await page.click("#tab-recipe");
  const toml = (await page.inputValue("#toml")).replace(/title = ".*"/, 'title = "Dropped"');
  await drop(page, "ours.toml", toml);
  await says(page, ".about", "Dropped");
});
