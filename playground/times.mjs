// How long the page takes: until it can be used, and until the next item is shown. A benchmark, not a test.
//
//   node times.mjs [PAGE.html]      or: npm run times
//
// PLAYGROUND_BROWSER names another browser than Debian's Chromium.

import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

/** How often the page is opened, and how many items are looked at. */
const OPENINGS = 15;
const ITEMS = 200;
/** What is promised, in milliseconds. */
const BARS = { open: 500, next: 16 };
const RECIPES = ["gscan", "reascan-1rc", "reascan-2rc", "babi-1", "mix-t12", "riddle"];

const here = dirname(fileURLToPath(import.meta.url));
const page = pathToFileURL(resolve(process.argv[2] ?? join(here, "../target/playground.html"))).href;
const browser = await chromium.launch({ executablePath: process.env.PLAYGROUND_BROWSER ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** The page at an address, and when it was ready after it had been asked for. */
async function open(fragment) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const tab = await context.newPage();
  await tab.addInitScript(() => {
    const see = () => document.body?.dataset.ready && !window.readyAt && (window.readyAt = performance.now());
    new MutationObserver(see).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await tab.goto(page + fragment);
  await tab.waitForFunction(() => window.readyAt !== undefined, undefined, { timeout: 120_000 });
  return { tab, ready: await tab.evaluate(() => window.readyAt), close: () => context.close() };
}

/** How long each of the next items takes, from the click to the picture. */
function steps(items) {
  const step = async () => {
    const before = document.body.dataset.shown;
    const begun = performance.now();
    const shown = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (document.body.dataset.shown === before) return;
        watch.disconnect();
        done();
      });
      watch.observe(document.body, { attributes: true });
    });
    document.querySelector("[data-key=next]").click();
    await shown;
    return performance.now() - begun;
  };
  return (async () => {
    const taken = [];
    for (let item = 0; item < items; item++) taken.push(await step());
    return taken;
  })();
}

/** A row of the table: what is in the middle, and what one in twenty exceeds. */
function row(what, taken, bar) {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share) => `${(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(1)} ms`;
  console.log(`| ${what} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${bar} ms |`);
}

console.log(`${browser.browserType().name()} ${browser.version()}\n`);
console.log("| what | n | median | 95 % | bar |\n|---|---:|---:|---:|---:|");
const openings = [];
for (let opening = 0; opening < OPENINGS; opening++) {
  const { ready, close } = await open("");
  openings.push(ready);
  await close();
}
row("the page can be used", openings, BARS.open);
for (const recipe of RECIPES) {
  const { tab, close } = await open(`#recipe=${recipe}&split=train&index=0`);
  row(`the next item of \`${recipe}\``, await tab.evaluate(steps, ITEMS), BARS.next);
  await close();
}
await browser.close();
