// What others bring along: broken links, scripts, files of any size, recipes that never end.

import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { COMMAND, drop, GSCAN, open, says, shown } from "./browser.mjs";

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
    [`#toml=${"a".repeat(300_000)}`, "too long"],
  ];
  for (const [fragment, message] of broken) {
    const { page, calm } = await open(fragment);
    await says(page, "#notice", message);
    assert.match(await page.textContent("#id"), /^[0-9a-f]{32}$/, fragment);
    await calm();
  }
});

test("broken studies are refused with a reason", async () => {
  const broken = [
    ["?study", "it names no recipe"],
    ["?study#recipe=gscan-demo", "it has no items"],
    ["?study#recipe=gscan-demo&items=test:x", "item 1 is not of the form"],
    ["?study#recipe=gscan-demo&seed=-1&items=test:1", "its seed is no whole number"],
    ["?study#recipe=gscan-demo&items=test:1,test:2,test:1", "item 3 was asked before"],
  ];
  for (const [fragment, message] of broken) {
    const { page, calm } = await open(fragment);
    await says(page, "#notice", message);
    assert.match(await page.textContent("#id"), /^[0-9a-f]{32}$/, fragment);
    await calm();
  }
  const { page, calm } = await open("?study#recipe=nonsense&items=test:1");
  await page.click("[data-key=begin]");
  await says(page, "#notice", "there is no recipe `nonsense`");
  await calm();
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
  const header = JSON.stringify({ wampimuk: "predictions", format: 1, model: script });
  const line = JSON.stringify({ split: script, index: 0, prediction: script });
  await drop(command.page, `${script}.jsonl`, `${header}\n${line}`);
  await says(command.page, ".answers", "there is no split");
  await drop(command.page, "words.toml", `family = "gscan"\ntitle = '${script}'\n[generate]\n[generate.lexicon]\ncolours = ['${script}']\n`);
  await says(command.page, ".about", "alert(2)");
  await command.page.click("#tab-doubt");
  await command.page.click("[data-key=brush-add]");
  assert.equal(await command.page.locator("body img, #panel script, main script").count(), 0);
  await command.calm();
  const told = await open(`#${new URLSearchParams({ recipe: "babi-1", split: "test", index: "0", lines: `${script}\n${script}?` })}`);
  await told.page.waitForSelector(".story .problem");
  assert.equal(await told.page.locator("main img, main script").count(), 0);
  await told.calm();
  const studied = await open(`?study#${new URLSearchParams({ recipe: "gscan-demo", items: "test:1", title: script })}`);
  await says(studied.page, "h2", "alert(1)");
  assert.equal(await studied.page.locator("main img, main script").count(), 0);
  await studied.calm();
});

test("files that are too big are refused before they are read", async () => {
  const { page, calm } = await open(COMMAND);
  await page.click("#tab-judge");
  const path = join(tmpdir(), `wampimuk-big-${process.pid}.jsonl`);
  // A gigabyte of nothing, which takes no room on the disk.
  await writeFile(path, "");
  await truncate(path, 1 << 30);
  await page.setInputFiles("#file", path);
  await says(page, "#notice", "1074 MB; this page takes up to 200 MB. Try: wampimuk score");
  // A list that is none is given up at once.
  await writeFile(path, "[");
  await truncate(path, 70 << 20);
  await page.setInputFiles("#file", path);
  await says(page, ".answers", "expected a list of objects");
  await truncate(path, 0);
  await page.click("[data-key=next]");
  await shown(page, "reascan-1rc", "test", 8);
  await calm();
});

test("files of another kind are told what is expected", async () => {
  const { page, calm } = await open(GSCAN);
  await drop(page, "picture.png", "\x89PNG\r\n\x1a\n\0\0\0");
  await says(page, ".answers", "this is no JSON object");
  await drop(page, "list.json", "[1, 2");
  await says(page, ".answers", "expected a list of objects");
  await drop(page, "deep.json", "[".repeat(100_000));
  await says(page, ".answers", "expected a list of objects");
  await drop(page, "big.toml", " ".repeat((1 << 20) + 1));
  await says(page, "#notice", "too big for a recipe");
  await drop(page, "empty.jsonl", "");
  await says(page, "#panel .verdict", "0 of 0 answers right");
  await calm();
});

test("work that never ends is cancelled, and the page goes on", async () => {
  const { page, calm } = await open("#recipe=inject-t2&split=test&index=4");
  const id = await page.textContent("#id");
  await page.click("#tab-recipe");
  const toml = (await page.inputValue("#toml")).replaceAll(/= (\d+)([,} ])/g, "= 20000000$2");
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

test("a recipe that never ends does not keep anybody from looking at items", async () => {
  const { page, calm } = await open("#recipe=inject-t2&split=test&index=4");
  await page.click("#tab-recipe");
  const toml = (await page.inputValue("#toml")).replaceAll(/= (\d+)([,} ])/g, "= 20000000$2");
  await page.fill("#toml", toml);
  await page.waitForSelector(".doing");
  await page.click("[data-key=next]");
  await shown(page, "inject-t2", "test", 5);
  await page.click("[data-key=stop]");
  await page.waitForSelector(".doing", { state: "detached" });
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
