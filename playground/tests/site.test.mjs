// What the site promises, tried in a browser: from disk, and from a server under a folder.
//
// SITE names the folder, PLAYGROUND_SHOTS a folder for pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { browser } from "./browser.mjs";

const { SITE, PLAYGROUND_SHOTS } = process.env;
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  const bytes = path.startsWith("/under/") && !path.includes("..") ? await readFile(join(SITE, path.slice(7))).catch(() => undefined) : undefined;
  response.writeHead(bytes ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const ORIGINS = { disk: `${pathToFileURL(SITE).href}/`, server: `http://127.0.0.1:${server.address().port}/under/` };

after(() => server.close());

async function visit(origin, path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (![ORIGINS[origin], "blob:", "data:"].some((start) => url.startsWith(start))) complaints.push(`a request: ${url}`);
  });
  await page.goto(ORIGINS[origin] + path);
  const calm = async () => {
    assert.deepEqual(complaints, []);
    await context.close();
  };
  return { page, calm };
}

const shot = (page, name) => PLAYGROUND_SHOTS && page.screenshot({ path: join(PLAYGROUND_SHOTS, `site-${name}.png`) });

for (const origin of Object.keys(ORIGINS)) {
  test(`the first page comes to life when it is asked to, from ${origin}`, async () => {
    const { page, calm } = await visit(origin, "index.html");
    assert.equal(await page.locator("iframe").count(), 0);
    await page.focus(".live button");
    await page.keyboard.press("Enter");
    const frame = page.frameLocator(".live iframe");
    await frame.locator("body[data-ready]").waitFor({ timeout: 20_000 });
    assert.match(await frame.locator("#id").textContent(), /^[0-9a-f]{32}$/);
    assert.equal(await frame.locator("h1").isVisible(), false);
    await page.waitForFunction(() => document.querySelector(".live iframe").style.height !== "");
    await page.click(".live button");
    assert.equal(await page.locator("iframe").count(), 0);
    assert.equal(await page.locator(".live img").first().isVisible(), true);
    await calm();
  });

  test(`the book is searched, from ${origin}`, async () => {
    const { page, calm } = await visit(origin, "index.html");
    await page.keyboard.press("s");
    // The index comes when the search is opened; what is typed before that finds nothing.
    await page.waitForFunction(() => window.search?.hasFocus !== undefined && document.querySelector("script[src*=searchindex]") !== null);
    const bar = page.locator("#mdbook-searchbar, #searchbar");
    const found = page.locator("#mdbook-searchresults a, #searchresults a").first();
    for (let tries = 0; tries < 20 && !(await found.isVisible()); tries++) {
      await bar.fill("");
      await bar.pressSequentially("distractor", { delay: 20 });
      await page.waitForTimeout(300);
    }
    assert.equal(await found.isVisible(), true);
    await calm();
  });
}

test("an item of the gallery comes to life, one at a time", async () => {
  const { page, calm } = await visit("disk", "gallery/gscan.html");
  const buttons = page.locator(".live .acts button");
  assert.ok((await buttons.count()) >= 2);
  for (const place of [0, 1]) {
    await buttons.nth(place).click();
    assert.equal(await page.locator("iframe").count(), 1);
    const item = await page.locator(".live").nth(place).getAttribute("data-item");
    const asked = new URLSearchParams(item);
    const shown = `gscan ${asked.get("split")} ${asked.get("index")}`;
    await page.frameLocator(".live iframe").locator(`body[data-shown="${shown}"]`).waitFor({ timeout: 30_000 });
  }
  await calm();
});

test("pictures of the guide come to life, as what they show", async () => {
  const visits = [
    ["guide/stories.html", "#panel .answer", /office.*lines 3, 5, 9, 10/],
    ["guide/riddles.html", "#panel", /Find the rule/],
    ["guide/first-look.html", "#panel .verdict", /It refers to/],
    ["guide/playground.html", "#panel .verdict", /It refers to/],
  ];
  for (const [path, place, said] of visits) {
    const { page, calm } = await visit("disk", path);
    await page.locator(".live .acts button").first().click();
    const frame = page.frameLocator(".live iframe");
    await frame.locator("body[data-ready]").waitFor({ timeout: 30_000 });
    assert.match(await frame.locator(place).first().textContent(), said, path);
    assert.equal(await frame.locator("#notice").textContent(), "", path);
    await calm();
  }
});

test("the Python reference and the results are there", async () => {
  const { page, calm } = await visit("disk", "python/index.html");
  for (const name of ["dataset", "Item", "score"]) assert.equal(await page.locator(`h2#${name.toLowerCase()}`).count(), 1, name);
  await page.goto(`${ORIGINS.disk}results/index.html`);
  assert.ok((await page.locator("main li a").count()) > 5);
  await calm();
});

test("nothing sticks out at any width", async () => {
  for (const [width, colorScheme] of [[400, "light"], [900, "dark"], [1500, "light"]]) {
    for (const [name, path] of [["first", "index.html"], ["gallery", "gallery/gscan.html"], ["python", "python/index.html"]]) {
      const { page, calm } = await visit("disk", path, { viewport: { width, height: 900 }, colorScheme });
      if (name !== "python") {
        await page.locator(".live .acts button").first().click();
        await page.frameLocator(".live iframe").locator("body[data-ready]").waitFor({ timeout: 30_000 });
      }
      await shot(page, `${name}-${width}`);
      const wide = await page.evaluate(() => document.querySelector("main").scrollWidth - document.querySelector("main").clientWidth);
      assert.ok(wide <= 0, `${name} at ${width}: ${wide}`);
      await calm();
    }
  }
});
