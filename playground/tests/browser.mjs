// A browser with the page in it, from disk or from a server, and what must never happen there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const { PLAYGROUND, PLAYGROUND_BROWSER = "/usr/bin/chromium" } = process.env;
if (!PLAYGROUND) throw new Error("PLAYGROUND names no page: `cargo xtask test --only playground` runs these tests");

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const browser = await chromium.launch({ executablePath: PLAYGROUND_BROWSER, headless: true, args: FLAGS });

const bytes = await readFile(PLAYGROUND);
const server = createServer((request, response) => {
  const found = request.url === "/playground.html";
  response.writeHead(found ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(found ? bytes : "");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

/** The page from disk, and from a server. */
export const ORIGINS = {
  disk: pathToFileURL(PLAYGROUND).href,
  server: `http://127.0.0.1:${server.address().port}/playground.html`,
};

export async function close() {
  await browser.close();
  server.close();
}

/** The page, ready. `calm` fails if it complained, or asked the network for anything but itself. */
export async function open(fragment = "", { origin = "disk", script, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
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

/** Waits until this item is shown. */
export async function shown(page, recipe, split, index, timeout = 20_000) {
  await page.waitForSelector(`body[data-shown="${recipe} ${split} ${index}"]`, { timeout });
}

/** Waits until a text is somewhere in an element. */
export async function says(page, selector, text) {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}
