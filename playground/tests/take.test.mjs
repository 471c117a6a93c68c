// Taking things away: links, commands, texts, pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { CLAUSES, COMMAND, browser, open, promise, RIDDLE, saved, says, STORY } from "./browser.mjs";

test("a permalink holds everything", async () => {
  const { page, calm } = await open(COMMAND);
  await page.fill("#typed", "walk to the yellow square");
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => location.hash.includes("text="));
  await page.focus("[data-key=thing-agent]");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => location.hash.includes("world="));
  const [hash, verdict, agent] = await page.evaluate(() => [location.hash, document.querySelector("#panel .verdict").textContent, document.querySelector(".agent").getAttribute("transform")]);
  const again = await open(hash);
  assert.equal(await again.page.textContent("#panel .verdict"), verdict);
  assert.equal(await again.page.getAttribute(".agent", "transform"), agent);
  assert.equal(await again.page.evaluate(() => location.hash), hash);
  await again.calm();
  await calm();
});

test("a link says which version of the recipe it is about", async () => {
  const { page, calm } = await open(`${COMMAND}&digest=000000000000`);
  await says(page, "#notice", "another version of the recipe");
  await calm();
});

const copied = async (page, name) => {
  await page.click(`[data-key=copy-${name}]`);
  await says(page, "#notice", `${name} copied.`);
  return page.evaluate(() => navigator.clipboard.readText());
};

test("an item is copied as a link, a command, Python, a recipe, pictures", async () => {
  const { page, calm } = await open(COMMAND, { origin: "server", permissions: ["clipboard-read", "clipboard-write"] });
  assert.equal(await copied(page, "Command"), "wampimuk show reascan-1rc --split test --index 7");
  assert.ok((await copied(page, "Python")).includes('wampimuk.dataset("reascan-1rc", "test")[7]'));
  assert.match(await copied(page, "Link"), /#recipe=reascan-1rc&digest=[0-9a-f]{12}&split=test&index=7$/);
  assert.match(await copied(page, "TOML"), /family = "reascan"/);
  const svg = await copied(page, "SVG");
  const things = await page.evaluate((svg) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll(".thing").length, svg);
  assert.equal(things, await page.locator("#stage .thing").count());
  assert.ok(!svg.includes("axis"), "numbers of rows and columns are for those who edit");
  await calm();
});

test("without a clipboard, the text is there to be copied by hand", async () => {
  const { page, calm } = await open(COMMAND, { script: () => Object.defineProperty(navigator, "clipboard", { value: undefined }) });
  await page.click("[data-key=copy-Command]");
  await says(page, "#notice", "wampimuk show reascan-1rc");
  await calm();
});

/** Whether every brace, bracket and environment of a LaTeX text that is opened is closed. */
function balanced(tex) {
  const closes = { "}": "{", "]": "[", ")": "(" };
  const stack = [];
  for (const letter of tex.replace(/^%.*$/gm, "").replace(/\\[{}%$#&_]/g, "")) {
    if ("{[(".includes(letter)) stack.push(letter);
    else if (letter in closes && stack.pop() !== closes[letter]) return false;
  }
  return stack.length === 0;
}

test("every kind of item becomes a figure", async () => {
  for (const fragment of [COMMAND, CLAUSES, STORY, RIDDLE]) {
    const { page, calm } = await open(fragment, { origin: "server", permissions: ["clipboard-read", "clipboard-write"] });
    const tex = await copied(page, "LaTeX");
    assert.ok(tex.includes("\\begin{tikzpicture}") && tex.trimEnd().endsWith("\\end{tikzpicture}"), tex.slice(0, 200));
    assert.ok(balanced(tex) && !/NaN|undefined/.test(tex), fragment);
    const shapes = tex.split("\n").filter((line) => /^\\(path|node)/.test(line)).length;
    assert.ok(shapes > 10, `${fragment}: ${shapes}`);
    assert.match(await copied(page, "SVG"), /^<svg/);
    await calm();
  }
});

promise("pictures are saved, and animations", COMMAND, async (page) => {
  const png = await saved(page, () => page.click("[data-key=save-PNG]"));
  assert.equal(png.name, "reascan-1rc-test-7.png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  const gif = await saved(page, () => page.click("[data-key=save-GIF]"));
  assert.equal(gif.bytes.subarray(0, 6).toString(), "GIF89a");
  // The browser decodes it, and all of its frames: as many as there are steps, and the start.
  const frames = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const count = decoder.tracks.selectedTrack.frameCount;
    for (let at = 0; at < count; at++) await decoder.decode({ frameIndex: at });
    return count;
  }, [...gif.bytes]).catch((error) => (String(error).includes("ImageDecoder") ? undefined : Promise.reject(error)));
  assert.ok(frames === undefined || frames === 29, `${frames} frames`);
});

test("a notebook shows it at an item", async () => {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const whole = escaped(await readFile(process.env.PLAYGROUND, "utf8"));
  await page.setContent(`<iframe name="${escaped(`?embed${COMMAND}`)}" style="width: 900px; height: 900px" srcdoc="${whole}"></iframe>`);
  const frame = page.frameLocator("iframe");
  await frame.locator('body[data-ready][data-shown="reascan-1rc test 7"]').waitFor({ timeout: 20_000 });
  assert.equal(await frame.locator("h1").isVisible(), false);
  await frame.locator("[data-key=next]").click();
  await frame.locator('body[data-shown="reascan-1rc test 8"]').waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});
