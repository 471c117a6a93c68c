// Studies of people: nothing tells them the answer, and nothing that they have answered is lost.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { browser, open, promise, saved, says, shown } from "./browser.mjs";

const ITEMS = [["gscan-demo", "test", 3], ["reascan-1rc", "test", 7], ["reascan-2rc", "test", 1], ["babi-1", "test", 12], ["mix-t2", "test", 3], ["long-4k", "test", 0], ["riddle", "test", 3]];

/** Everything that the page says, to eyes, to screen readers and to whoever looks inside; and where it draws things. */
const told = (page) =>
  page.evaluate(() => {
    const whole = document.documentElement.cloneNode(true);
    whole.querySelectorAll("script, style, #tabs, footer").forEach((element) => element.remove());
    const places = [...document.querySelectorAll("svg.world")].map((world) =>
      [...world.querySelectorAll(".thing")].filter((thing) => thing.querySelector(".hit")).map((thing) => /translate\((\S+) (\S+)\)/.exec(thing.getAttribute("transform")).slice(1).map(Number)),
    );
    return { html: whole.outerHTML, address: location.href, places };
  });

/** What an item keeps for itself, as the page says it where it is allowed to. */
async function secrets(recipe, split, index) {
  const { page, calm } = await open(`#recipe=${recipe}&split=${split}&index=${index}`);
  const kind = await page.textContent("#tab-doubt");
  let found;
  if (kind === "Doubt") {
    await page.click("#tab-play");
    await page.click("[data-key=reveal]");
    const actions = await page.textContent(".actions.oracle");
    found = [actions, "distractor", 'class="ring', "target"];
  } else if (kind === "Answer") {
    // Most answers are words of the story; what is kept is which lines show it, and that it is the answer.
    found = ["supporting", "lit", "verdict", "timeline", ...(await page.locator("#panel .edit").allTextContents())];
  } else {
    await page.click("[data-key=reveal]");
    found = [(await page.textContent("#panel .verdict")).replace(/\.$/, "").toLowerCase(), 'class="ring', "target"];
  }
  await calm();
  return found;
}

for (const [recipe, split, index] of ITEMS) {
  test(`nobody is told the answer before they have answered: ${recipe}`, async () => {
    const kept = await secrets(recipe, split, index);
    const study = await open(`?study#recipe=${recipe}&items=${split}:${index}`);
    await study.page.click("[data-key=begin]");
    await study.page.waitForSelector("[data-key=done]");
    const played = await open(`#recipe=${recipe}&split=${split}&index=${index}`);
    // A riddle is played where it is looked at.
    if (recipe !== "riddle") await played.page.click("#tab-play");
    await played.page.waitForSelector("[data-key=reveal]");
    for (const { page, calm } of [study, played]) {
      const { html, address, places } = await told(page);
      const isStory = kept.includes("supporting");
      for (const secret of kept) {
        const found = isStory && /^[a-z]+$/.test(secret) ? new RegExp(`class="[^"]*\\b${secret}\\b`).test(html) : html.toLowerCase().includes(secret.toLowerCase());
        assert.equal(found, false, `${secret}: ${html.slice(0, 3000)}`);
      }
      assert.ok(!/answer=|actions=/.test(address), address);
      // Objects come in the order of their places: another order could say which is which.
      for (const world of places) assert.deepEqual(world, world.toSorted(([x, y], [u, v]) => y - v || x - u));
      await calm();
    }
  });
}

test("of a long story, all lines can be read, whatever the answer rests on", async () => {
  const { page, calm } = await open("?study#recipe=long-4k&items=test:0");
  await page.click("[data-key=begin]");
  await says(page, "#study", "Lines 1 to 100 of");
  const numbers = () => page.locator(".story .number").allTextContents();
  const first = await numbers();
  assert.deepEqual(first.slice(0, 100), Array.from({ length: 100 }, (_, at) => String(at + 1)));
  await page.check("[data-key=mark-3]");
  await page.click("[data-key='Later lines']");
  await says(page, "#study", "Lines 101 to 200 of");
  await page.click("[data-key='Earlier lines']");
  await says(page, "#study", "Lines 1 to 100 of");
  assert.equal(await page.isChecked("[data-key=mark-3]"), true);
  await calm();
});

/** Loads the page anew. What it has stored, the browser writes down a little later. */
async function again(page) {
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
}

const walk = async (page, times) => {
  await page.waitForSelector("#study [data-key=done]");
  for (let time = 0; time < times; time++) await page.keyboard.press("ArrowUp");
  await page.waitForFunction((times) => document.querySelector("#study .actions").textContent.split(", ").length === times, times);
};

promise("a study goes on after the page was loaded anew", "?study#recipe=gscan-demo&items=test:3,train:0,train:1", async (page) => {
  await page.click("[data-key=begin]");
  await walk(page, 2);
  await page.click("[data-key=done]");
  await says(page, "#study .hint", "Item 2 of 3");
  await again(page);
  await says(page, "#study", "1 answer of 3 is here already");
  await page.click("[data-key=go-on]");
  await says(page, "#study .hint", "Item 2 of 3");
  await walk(page, 1);
  await page.click("[data-key=done]");
  await walk(page, 3);
  await page.click("[data-key=done]");
  await says(page, "#study", "Thank you");
  // What is over is not lost, either.
  await again(page);
  await says(page, "#study", "3 answers of 3 are here already");
  await page.click("[data-key=go-on]");
  await says(page, "#study", "Thank you");
  const { bytes } = await saved(page, () => page.click("[data-key=save-study]"));
  const [header, ...replies] = bytes.toString().trim().split("\n").map((line) => JSON.parse(line));
  assert.match(header.digest, /^[0-9a-f]{20,}$/);
  assert.deepEqual(replies.map(({ prediction, resumed }) => [prediction.length, resumed ?? false]), [[2, false], [1, true], [3, false]]);
  await again(page);
  await page.click("[data-key=begin]");
  await says(page, "#study .hint", "Item 1 of 3");
  await again(page);
  assert.equal(await page.locator("[data-key=go-on]").count(), 0, "nothing was answered since");
});

promise("another study has its own answers", "?study#recipe=gscan-demo&items=test:3,test:4", async (page) => {
  await page.click("[data-key=begin]");
  await page.click("[data-key=done]");
  await says(page, "#study .hint", "Item 2 of 2");
  await page.evaluate(() => (location.hash = "#recipe=gscan-demo&items=test:3,test:5"));
  await again(page);
  await says(page, "#study", "You will see 2 items");
  assert.equal(await page.locator("[data-key=go-on]").count(), 0);
});

test("a study of one's own recipe brings the recipe along; items that are not there are named", async () => {
  const toml = 'family = "gscan"\ntitle = "Mine"\n[generate]\n[splits.sizes]\ntrain = 10\n';
  const { page, calm } = await open(`?study#${new URLSearchParams({ toml, items: "train:0" })}`);
  await page.click("[data-key=begin]");
  await walk(page, 1);
  await page.click("[data-key=done]");
  const { bytes } = await saved(page, () => page.click("[data-key=save-study]"));
  assert.equal(JSON.parse(bytes.toString().split("\n")[0]).toml, toml);
  await calm();
  for (const [items, said] of [["test:3,test:999999", "there is no item 999999 of test"], ["tset:3", "there is no item 3 of tset"]]) {
    const { page, calm } = await open(`?study#recipe=gscan-demo&items=${items}`);
    await page.click("[data-key=begin]");
    await says(page, "#notice", said);
    await calm();
  }
});

/** A copy of the page with something brought along, as `wampimuk open` writes it. */
async function copy(name, brought) {
  const place = join(tmpdir(), `wampimuk-${process.pid}-${name}.html`);
  const page = await readFile(process.env.PLAYGROUND, "utf8");
  await writeFile(place, page.replace("<head>", () => `<head>\n    <script>var wampimuk = ${JSON.stringify(brought).replaceAll("<", "\\u003c")};</script>`));
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(place).href);
  await tab.waitForSelector("body[data-ready]");
  return { page: tab, context };
}

test("a copy of the page opens at the item that it holds", async () => {
  const { page, context } = await copy("item", { fragment: "#recipe=gscan-demo&split=test&index=3", file: null });
  await shown(page, "gscan-demo", "test", 3);
  // From then on, its address counts.
  await page.click("[data-key=next]");
  await shown(page, "gscan-demo", "test", 4);
  await page.reload();
  await shown(page, "gscan-demo", "test", 4);
  await context.close();
});

test("a copy of the page judges the predictions that it holds", async () => {
  const text = '{"split":"test","index":3,"prediction":"</script><script>alert(1)</script>"}\n';
  const { page, context } = await copy("said", { fragment: "#recipe=gscan-demo", file: { name: "said.jsonl", text } });
  await says(page, "#panel .verdict", "said.jsonl: 0 of 1 answer right.");
  await context.close();
});
