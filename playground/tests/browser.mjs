// A browser with the page in it, from disk or from a server, and what must never happen there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const { PLAYGROUND, PLAYGROUND_SHOTS, PLAYGROUND_BROWSER = "/usr/bin/chromium" } = process.env;
if (!PLAYGROUND) throw new Error("PLAYGROUND names no page: `cargo xtask test --only playground` runs these tests");

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const browser = await chromium.launch({ executablePath: PLAYGROUND_BROWSER, headless: true, args: FLAGS });

const bytes = await readFile(PLAYGROUND);
const server = createServer((request, response) => {
  const found = new URL(request.url, "http://x").pathname === "/playground.html";
  response.writeHead(found ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(found ? bytes : "");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

/** The page from disk, and from a server. */
export const ORIGINS = {
  disk: pathToFileURL(PLAYGROUND).href,
  server: `http://127.0.0.1:${server.address().port}/playground.html`,
};

export const COMMAND = "#recipe=reascan-1rc&split=test&index=7";
export const CLAUSES = "#recipe=reascan-2rc&split=test&index=1";
export const GSCAN = "#recipe=gscan-demo&split=train&index=0";
export const STORY = "#recipe=babi-1&split=test&index=12";
export const RIDDLE = "#recipe=riddle&split=test&index=3";

after(async () => {
  await browser.close();
  server.close();
});

/** The page, ready. `calm` fails if it complained, or asked the network for anything but itself. */
export async function open(fragment = "", { origin = "disk", script, isNew = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  // The tour is for those who come for the first time.
  if (!isNew) await page.addInitScript(() => localStorage.setItem("wampimuk.tour", "seen"));
  if (script) await page.addInitScript(script);
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(ORIGINS[origin]) && !url.startsWith("blob:") && !url.startsWith("data:")) complaints.push(`a request: ${url}`);
  });
  await page.goto(ORIGINS[origin] + fragment);
  await page.waitForSelector("body[data-ready]");
  const calm = async () => {
    assert.deepEqual(complaints, []);
    await context.close();
  };
  return { page, calm };
}

/** Tries what can be done on the page that a fragment leads to, from disk and from a server. */
export function promise(name, fragment, work, options = {}) {
  for (const origin of Object.keys(ORIGINS)) {
    test(`${name}, from ${origin}`, async () => {
      const { page, calm } = await open(fragment, { origin, ...options });
      await work(page);
      await calm();
    });
  }
}

/** Waits until this item is shown. */
export async function shown(page, recipe, split, index, timeout = 20_000) {
  await page.waitForSelector(`body[data-shown="${recipe} ${split} ${index}"]`, { timeout });
}

/** Waits until a text is somewhere in an element. */
export async function says(page, selector, text) {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}

/** Drops a file on the page. */
export async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** The text of a file that the page offers when this is done. */
export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Keeps a picture for looking at. */
export async function shot(page, name, options = { fullPage: true }) {
  if (PLAYGROUND_SHOTS) await page.screenshot({ path: join(PLAYGROUND_SHOTS, `${name}.png`), ...options });
}
