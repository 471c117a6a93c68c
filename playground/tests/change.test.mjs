// Changing worlds and stories: the meaning follows.

import assert from "node:assert/strict";

import { COMMAND, promise, says, STORY } from "./browser.mjs";

promise("an object is dragged, and the meaning follows", COMMAND, async (page) => {
  const box = await page.locator(".thing:has(.ring.target)").boundingBox();
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
  await page.click("[data-key=redo]");
  await page.waitForFunction(() => location.hash.includes("world="));
  assert.equal(await page.textContent("#panel .verdict"), changed);
});

promise("objects are added, recoloured, resized, reshaped, deleted", COMMAND, async (page) => {
  const things = await page.locator("#stage .thing").count();
  const count = (number) => page.waitForFunction((number) => document.querySelectorAll("#stage .thing").length === number, number);
  const last = () => page.textContent("#stage .thing[data-thing='" + things + "'] title");
  await page.click("[data-key=brush-add]");
  await page.selectOption("[data-key=tool-Colour]", { label: "green" });
  await page.click("[data-key=add]");
  await count(things + 1);
  assert.match(await last(), /green/);
  await page.click("[data-key=brush-choose]");
  await page.focus(`[data-key=thing-${things}]`);
  await page.keyboard.press("Enter");
  const chosen = async (tool, label) => {
    await page.selectOption(`[data-key=tool-${tool}]`, { label });
    await page.waitForFunction(([number, label]) => document.querySelector(`#stage .thing[data-thing="${number}"] title`).textContent.includes(label.replace("size ", "of size ")), [things, label]);
  };
  await chosen("Colour", "blue");
  await chosen("Shape", "square");
  await chosen("Size", "size 3");
  await page.click("[data-key=brush-paint]");
  await page.selectOption("[data-key=tool-Colour]", { label: "yellow" });
  await page.locator(`#stage .thing[data-thing="${things}"]`).click();
  await page.waitForFunction((number) => document.querySelector(`#stage .thing[data-thing="${number}"] title`).textContent.includes("yellow"), things);
  await page.click("[data-key=brush-erase]");
  await page.locator(`#stage .thing[data-thing="${things}"]`).click();
  await count(things);
  // A cell that is touched gets what is added.
  await page.click("[data-key=brush-add]");
  const box = await page.locator("svg.world").boundingBox();
  await page.mouse.click(box.x + box.width * 0.08, box.y + box.height * 0.08);
  await count(things + 1);
});

promise("the agent is moved and turned with keys", COMMAND, async (page) => {
  await page.focus("[data-key=thing-agent]");
  const before = await page.getAttribute(".agent", "transform");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((before) => document.querySelector(".agent").getAttribute("transform") !== before, before);
  await page.keyboard.press("Enter");
  await page.click("[data-key=turn]");
  await page.waitForFunction(() => document.querySelector(".agent").getAttribute("transform").includes("rotate(90)"));
});

promise("keys that follow each other at once all count", COMMAND, async (page) => {
  const place = () => page.getAttribute(".agent", "transform").then((text) => text.match(/translate\(([\d.]+) ([\d.]+)\)/).slice(1).map(Number));
  const [, row] = await place();
  const side = await page.evaluate(() => document.querySelector("svg.world").viewBox.baseVal.height);
  const key = row < side / 2 ? "ArrowDown" : "ArrowUp";
  const press = (times) =>
    page.evaluate(
      ([key, times]) => {
        const agent = document.querySelector("[data-key=thing-agent]");
        for (let time = 0; time < times; time++) agent.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      },
      [key, times],
    );
  const arrived = (from) => page.waitForFunction((from) => !document.querySelector(".agent").getAttribute("transform").startsWith(from), from);
  await press(1);
  await arrived(`translate(${(await place())[0]} ${row})`);
  const [, one] = await place();
  // Both come before the world has been drawn anew.
  await press(2);
  await page.waitForFunction(
    ([row, step]) => Number(document.querySelector(".agent").getAttribute("transform").match(/ ([\d.]+)\)/)[1]) === row + 3 * step,
    [row, one - row],
  );
  // Each can be undone.
  await page.click("[data-key=undo]");
  await page.click("[data-key=undo]");
  await page.waitForFunction((one) => Number(document.querySelector(".agent").getAttribute("transform").match(/ ([\d.]+)\)/)[1]) === one, one);
});

promise("a story is changed, and the answer follows", STORY, async (page) => {
  const answer = await page.textContent("#panel .verdict");
  const support = Number((await page.textContent("#panel .edit")).replace(/\D+/g, ""));
  await page.click(`[data-key=Delete-${support - 1}]`);
  await page.waitForFunction((answer) => document.querySelector("#panel .verdict").textContent !== answer, answer);
  await page.click("[data-key=undo]");
  await says(page, "#panel .verdict", answer);
  await page.click("[data-key=redo]");
  await page.waitForFunction((answer) => document.querySelector("#panel .verdict").textContent !== answer, answer);
  await page.click("[data-key='Move down-0']");
  await page.waitForFunction(() => location.hash.includes("lines="));
  await page.click("[data-key=restore]");
  await page.waitForFunction(() => !location.hash.includes("lines="));
  const lines = await page.locator(".story > li").count();
  await page.fill("[data-key=new-line]", "Is Mary in the garden?");
  await page.press("[data-key=new-line]", "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#panel .answer").length === 2);
  // What is told goes before the question that it may change.
  await page.fill("[data-key=new-line]", "Mary went to the garden.");
  await page.press("[data-key=new-line]", "Enter");
  await page.waitForFunction((lines) => document.querySelectorAll(".story > li").length === lines + 2, lines);
  assert.equal(await page.inputValue(`[data-key=line-${lines}]`), "Mary went to the garden.");
  await says(page, "#panel .answer >> nth=1", "yes");
  await page.fill("[data-key=line-0]", "Mary ate the piano.");
  await page.press("[data-key=line-0]", "Enter");
  await page.waitForSelector(".story .problem");
});
