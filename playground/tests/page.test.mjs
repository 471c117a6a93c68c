// What the playground promises, tried in a browser.
//
// PLAYGROUND names the page, PLAYGROUND_SHOTS a folder for pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import { ORIGINS, close, open, says, shown } from "./browser.mjs";

const { PLAYGROUND, PLAYGROUND_SHOTS } = process.env;
const COMMAND = "#recipe=reascan-1rc&split=test&index=7";
const STORY = "#recipe=babi-1&split=test&index=12";
const RIDDLE = "#recipe=riddle&split=test&index=3";

after(close);

test("the page is as small as promised", async () => {
  const sent = gzipSync(await readFile(PLAYGROUND), { level: 9 }).length;
  assert.ok(sent <= 1_200_000, `${sent} bytes`);
});

for (const origin of Object.keys(ORIGINS)) {
  test(`an item is seen, from ${origin}`, async () => {
    const { page, calm } = await open("", { origin });
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
    await calm();
  });
}

test("the path runs, and can be scrubbed", async () => {
  const { page, calm } = await open(COMMAND);
  const place = () => page.getAttribute(".agent", "transform");
  const start = await place();
  await page.focus("[data-key=scrub]");
  await page.keyboard.press("End");
  await page.waitForFunction((start) => document.querySelector(".agent").getAttribute("transform") !== start, start);
  await says(page, ".scrubber output", "28/28");
  await page.click("[data-key=run]");
  await says(page, ".scrubber output", "2/28");
  await page.click("[data-key=run]");
  await calm();
});

test("a word is doubted, left out, replaced, exchanged", async () => {
  const { page, calm } = await open(COMMAND);
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
  await page.click(".word.noun >> nth=0");
  await says(page, ".why", "exchange with");
  await page.click(".edits:has-text('exchange with') .edit");
  await page.waitForFunction((said) => document.querySelector("#typed").value !== said, said);
  await page.click("[data-key=restore]");
  await page.waitForFunction((said) => document.querySelector("#typed").value === said, said);
  await page.click(".step >> nth=1");
  assert.ok((await page.locator(".thing.dim").count()) > 0);
  await page.check("[data-key=reading-superlative]");
  await page.waitForFunction(() => location.hash.includes("reading=superlative"));
  await calm();
});

test("a command is typed, and errors are at the word", async () => {
  const { page, calm } = await open(COMMAND);
  await page.fill("#typed", "push the yellow elephant");
  await page.press("#typed", "Enter");
  await says(page, "#typed-problem mark", "elephant");
  await says(page, "#typed-problem", "expected a noun");
  await page.fill("#typed", "walk to the small blue circle hesitantly");
  await page.press("#typed", "Enter");
  await says(page, ".sentence", "hesitantly");
  assert.equal(await page.locator("#typed-problem mark").count(), 0);
  await calm();
});

test("the world is changed, and the meaning follows", async () => {
  const { page, calm } = await open(COMMAND);
  const things = await page.locator("#stage .thing").count();
  const target = page.locator(".thing:has(.ring.target)");
  const box = await target.boundingBox();
  // The target leaves the column that the command asks for.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 1.5, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes("world="));
  const changed = await page.textContent("#panel .verdict");
  await page.click("[data-key=undo]");
  await page.waitForFunction(() => !location.hash.includes("world="));
  assert.notEqual(await page.textContent("#panel .verdict"), changed);
  await page.click("[data-key=add]");
  await page.waitForFunction((count) => document.querySelectorAll("#stage .thing").length === count, things + 1);
  await page.selectOption("[data-key=tool-Colour]", "1");
  await page.selectOption("[data-key=tool-Size]", "2");
  await page.click("[data-key=delete]");
  await page.waitForFunction((count) => document.querySelectorAll("#stage .thing").length === count, things);
  await page.focus("[data-key=thing-agent]");
  const before = await page.getAttribute(".agent", "transform");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((before) => document.querySelector(".agent").getAttribute("transform") !== before, before);
  await page.keyboard.press("Enter");
  await page.click("[data-key=turn]");
  await page.waitForFunction(() => document.querySelector(".agent").getAttribute("transform").includes("rotate(90)"));
  await calm();
});

test("one plays as the agent, beside the oracle", async () => {
  const { page, calm } = await open("#recipe=gscan-demo&split=train&index=0");
  const actions = await page.evaluate(() => Number(document.querySelector(".scrubber input").max));
  await page.click("#tab-play");
  await page.click("[data-key=reveal]");
  await page.click("#tab-play");
  const oracle = (await page.textContent("#panel .actions >> nth=1")).split(", ");
  assert.equal(oracle.length, actions);
  const keys = { walk: "ArrowUp", "turn left": "ArrowLeft", "turn right": "ArrowRight", push: "p", pull: "l", stay: "s" };
  for (const [number, action] of oracle.entries()) {
    await page.keyboard.press(keys[action]);
    await page.waitForFunction((done) => document.querySelector("#panel .actions").textContent.split(", ").length === done && !document.querySelector("#panel .actions").textContent.startsWith("—"), number + 1);
  }
  await says(page, "#panel .verdict.good", "Just as the oracle does");
  await says(page, ".streak", "1 command in a row");
  await page.click("[data-key='act-stay']");
  await says(page, "#panel .verdict", "the list goes on");
  await calm();
});

test("a story is changed, and the answer follows", async () => {
  const { page, calm } = await open(STORY);
  const answer = await page.textContent("#panel .verdict");
  const support = Number((await page.textContent("#panel .edit")).replace(/\D+/g, ""));
  await page.hover("#panel .edit");
  assert.equal(await page.locator(".story > li.pointed").count(), 1);
  assert.ok((await page.locator(".timeline td.known").count()) > 0);
  await page.click(`[data-key=Delete-${support - 1}]`);
  await page.waitForFunction((answer) => document.querySelector("#panel .verdict").textContent !== answer, answer);
  await page.click("[data-key=undo]");
  await says(page, "#panel .verdict", answer);
  await page.click("[data-key='Move down-0']");
  await page.waitForFunction(() => location.hash.includes("lines="));
  await page.click("[data-key=restore]");
  await page.waitForFunction(() => !location.hash.includes("lines="));
  await page.fill("[data-key=new-line]", "Is Mary in the garden?");
  await page.press("[data-key=new-line]", "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#panel .answer").length === 2);
  await page.fill("[data-key=line-0]", "Mary ate the piano.");
  await page.press("[data-key=line-0]", "Enter");
  await page.waitForSelector(".story .problem");
  await calm();
});

test("a riddle is solved, and keeps its answer until then", async () => {
  const { page, calm } = await open(RIDDLE);
  const logic = async () => (await page.textContent("#panel")).includes("recolour");
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
  await page.focus(`.pair svg .live[transform="${cell}"]`);
  await page.keyboard.press("Enter");
  await page.selectOption("[data-key=tool-Colour]", { label: colour });
  await page.click("[data-key=check]");
  await says(page, "#panel .verdict.good", "Right.");
  await calm();
});

test("answers are judged by the one rule", async () => {
  const { page, calm } = await open(COMMAND);
  await page.click("#tab-judge");
  const judge = async (said) => {
    await page.fill("#said", said);
    await page.click("text=Judge it");
  };
  await judge("I would walk.\nAnswer: walk, walk");
  await says(page, ".result .verdict.bad", "Wrong");
  const expected = (await page.textContent(".result .actions >> nth=1")).replace("Expected: ", "");
  await judge(`Answer: ${expected}`);
  await says(page, ".result .verdict.good", "exactly the expected answer");
  await judge("Answer: jump");
  await says(page, ".result", "`jump`");
  const lines = [
    { wampimuk: "predictions", format: 1, recipe: "reascan-1rc" },
    { split: "test", index: 7, prediction: expected.split(", ") },
    { split: "test", index: 7, prediction: "walk" },
    { split: "nowhere", index: 7, prediction: "walk" },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\nnonsense\n`;
  await page.setInputFiles("#file", { name: "predictions.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await says(page, "#panel .verdict", "predictions.jsonl: 1 of 2 answers right, 2 lines could not be judged.");
  await says(page, ".list", "there is no split `nowhere`");
  assert.equal(await page.locator(".list tbody tr").count(), 3);
  await page.uncheck("[data-key=wrong-only]");
  assert.equal(await page.locator(".list tbody tr").count(), 4);
  await page.fill("[data-key=filter]", "nowhere");
  assert.equal(await page.locator(".list tbody tr").count(), 1);
  await calm();
});

test("an agent at the wrong object is told the word that it missed", async () => {
  const { page, calm } = await open("#recipe=gscan-demo&split=train&index=0");
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
  await page.fill("#said", [...east, ...steps(there.right), ...(there.down === 0 ? [] : south), ...steps(there.down)].join(", "));
  await page.click("text=Judge it");
  await says(page, ".result", "It went to");
  await calm();
});

test("a recipe is changed: errors at the line, and a sheet of items", async () => {
  const { page, calm } = await open("#recipe=gscan-demo&split=train&index=0");
  await page.click("#tab-recipe");
  const toml = await page.inputValue("#toml");
  await page.fill("#toml", toml.replace("[generate]", "[generate]\ncolour = 3"));
  await page.click("[data-key=make]");
  await says(page, "#toml-problem mark", "colour = 3");
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
  await calm();
});

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

test("an item is copied as a link, a command, Python, a picture", async () => {
  const { page, calm } = await open(COMMAND, { origin: "server", permissions: ["clipboard-read", "clipboard-write"] });
  const copied = async (name) => {
    await page.click(`[data-key=copy-${name}]`);
    await says(page, "#notice", `${name} copied.`);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("Command"), "wampimuk show reascan-1rc --split test --index 7");
  assert.ok((await copied("Python")).includes('wampimuk.dataset("reascan-1rc", "test")[7]'));
  assert.ok((await copied("Link")).endsWith(COMMAND));
  const svg = await copied("SVG");
  const drawn = await page.evaluate((svg) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll(".thing").length, svg);
  assert.equal(drawn, await page.locator("#stage .thing").count());
  await calm();
});

test("broken links lead to an item and a message", async () => {
  const broken = [
    ["#recipe=nonsense", "there is no recipe `nonsense`"],
    ["#recipe=gscan-demo&split=nowhere", "There is no split"],
    ["#recipe=gscan-demo&split=train&index=99999999999", "this is the last one"],
    ["#recipe=gscan-demo&index=-1", "is not a whole number"],
    ["#recipe=gscan-demo&split=train&index=0&world=6.0.0.0_9", "the world of the link cannot be read"],
    ["#recipe=gscan-demo&split=train&index=0&world=6.9.9.0", "lies outside a grid"],
    ["#recipe=gscan-demo&split=train&index=0&world=200.0.0.0", "sides go from 1 to 32"],
    ["#recipe=gscan-demo&split=train&index=0&reading=loud", "there is no reading `loud`"],
    ["#%ff=%ff", "means nothing here"],
    ["#toml=family%20%3D%203", "not a text"],
  ];
  for (const [fragment, message] of broken) {
    const { page, calm } = await open(fragment);
    await says(page, "#notice", message);
    assert.match(await page.textContent("#id"), /^[0-9a-f]{32}$/, fragment);
    await calm();
  }
});

test("nothing that is brought along is executed", async () => {
  const script = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const link = new URLSearchParams({ recipe: "gscan-demo", split: "train", index: "0", text: script });
  const command = await open(`#${link}`);
  await says(command.page, "#typed-problem", "expected a verb");
  await command.page.click("#tab-judge");
  await command.page.fill("#said", script);
  await command.page.click("text=Judge it");
  await says(command.page, ".result .verdict.bad", "Wrong");
  const line = JSON.stringify({ split: script, index: 0, prediction: script });
  await command.page.setInputFiles("#file", { name: `${script}.jsonl`, mimeType: "text/plain", buffer: Buffer.from(line) });
  await says(command.page, ".list", "there is no split");
  assert.equal(await command.page.locator("#panel img, #panel script").count(), 0);
  await command.calm();
  const told = await open(`#${new URLSearchParams({ recipe: "babi-1", split: "test", index: "0", lines: `${script}\n${script}?` })}`);
  await told.page.waitForSelector(".story .problem");
  assert.equal(await told.page.locator("main img, main script").count(), 0);
  await told.calm();
});

test("work that never ends is cancelled, and the page goes on", async () => {
  const { page, calm } = await open("#recipe=inject-t2&split=test&index=4");
  const id = await page.textContent("#id");
  await page.click("#tab-recipe");
  const toml = (await page.inputValue("#toml")).replaceAll(/= (\d+)([,} ])/g, "= 900000000$2");
  await page.fill("#toml", toml);
  await page.click("[data-key=make]");
  await page.waitForSelector("body.busy");
  await page.click("#cancel");
  await says(page, "#notice", "Cancelled.");
  await page.click("[data-key=next]");
  await shown(page, "inject-t2", "test", 5);
  await page.click("[data-key=previous]");
  await shown(page, "inject-t2", "test", 4);
  assert.equal(await page.textContent("#id"), id);
  await calm();
});

test("a trap leaves no dead page", async () => {
  // No request is known that traps, so the worker is made to: at item 13.
  const trap = () => {
    const breaks = `const encode = TextEncoder.prototype.encode;
      TextEncoder.prototype.encode = function (text) {
        if (text.includes('"index":13')) throw new WebAssembly.RuntimeError("unreachable");
        return encode.call(this, text);
      };`;
    const Whole = Blob;
    window.Blob = function (parts, options) {
      return new Whole(options?.type === "text/javascript" ? [breaks, ...parts] : parts, options);
    };
  };
  const { page, calm } = await open("#recipe=gscan-demo&split=train&index=12", { script: trap });
  await page.click("[data-key=next]");
  await says(page, "#notice", "it has been started again");
  await shown(page, "gscan-demo", "train", 12);
  await page.click("[data-key=previous]");
  await shown(page, "gscan-demo", "train", 11);
  await calm();
});

test("it can be used by everybody", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    for (const [fragment, tabs] of [[COMMAND, ["doubt", "play", "judge", "recipe"]], [STORY, ["doubt"]], [RIDDLE, ["doubt"]]]) {
      const { page, calm } = await open(fragment, { colorScheme });
      await page.evaluate(axe);
      for (const tab of tabs) {
        await page.click(`#tab-${tab}`);
        const { violations } = await page.evaluate(() => window.axe.run());
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${tab}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`), []);
      }
      await calm();
    }
  }
});

test("nothing sticks out at any width", async () => {
  const pages = { command: COMMAND, story: STORY, riddle: RIDDLE, boxes: "#recipe=reascan-2rc&split=test&index=1" };
  for (const width of [400, 900, 1500]) {
    for (const [name, fragment] of Object.entries(pages)) {
      const { page, calm } = await open(fragment, { viewport: { width, height: 900 }, colorScheme: width === 900 ? "dark" : "light", reducedMotion: "reduce" });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} at ${width}`);
      if (PLAYGROUND_SHOTS) await page.screenshot({ path: join(PLAYGROUND_SHOTS, `${name}-${width}.png`), fullPage: true });
      await calm();
    }
  }
});
