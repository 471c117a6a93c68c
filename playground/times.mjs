// How big the page is and how long it takes: until it can be used, and until the next item is shown. A benchmark, not a test.
//
//   node times.mjs [PAGE.html] [--quick] [--save]      or: npm run times -- [PAGE.html] [--quick] [--save]
//
// `--quick` opens it twice and looks at few items, to see whether everything works. `--save` stores the results with those of other
// benchmarks. PLAYGROUND_BROWSER names another browser than Debian's Chromium.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

import { chromium } from "playwright-core";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, save: { type: "boolean", default: false } },
});
if (options.quick && options.save) throw new Error("--save stores what was measured in full: leave --quick out");

/** How often the page is opened, and how many items are looked at. */
const [OPENINGS, ITEMS] = options.quick ? [2, 10] : [15, 200];
/** What is promised, in milliseconds and bytes. */
const BARS = { open: 500, next: 16, size: 1_200_000 };
const RECIPES = ["gscan", "reascan-1rc", "reascan-2rc", "babi-1", "mix-t12", "riddle"];

const here = dirname(fileURLToPath(import.meta.url));
const file = resolve(positionals[0] ?? join(here, "../target/playground.html"));
const page = pathToFileURL(file).href;
const load = loadavg()[0] ?? 0;
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

/** A row of the table: what is in the middle, what one in twenty exceeds, and the worst. The middle is held to the bar. */
function row(what, taken, bar) {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  const told = (time) => `${time.toFixed(1)} ms`;
  const missed = at(0.5) <= bar ? "" : ": **missed**";
  return `| ${what} | ${sorted.length} | ${told(at(0.5))} | ${told(at(0.95))} | ${told(at(1))} | ${bar} ms${missed} |`;
}

/** What a program says, or that it says nothing. */
function said(program, ...words) {
  try {
    return execFileSync(program, words, { cwd: here, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

const bytes = readFileSync(file);
const compressed = gzipSync(bytes, { level: 9 }).length;
const number = (number) => number.toLocaleString("en");
const table = ["| what | n | median | 95 % | worst | bar |", "|---|---:|---:|---:|---:|---|"];
const openings = [];
for (let opening = 0; opening < OPENINGS; opening++) {
  const { ready, close } = await open("");
  openings.push(ready);
  await close();
}
table.push(row("the page can be used", openings, BARS.open));
for (const recipe of RECIPES) {
  const { tab, close } = await open(`#recipe=${recipe}&split=train&index=0`);
  table.push(row(`the next item of \`${recipe}\``, await tab.evaluate(steps, ITEMS), BARS.next));
  await close();
}
const version = `${browser.browserType().name()} ${browser.version()}`;
await browser.close();

const day = new Date().toISOString().slice(0, 10);
const text = `# The playground, ${day}

Command: \`npm run times --prefix playground -- --save\`. Machine: ${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, load
${load.toFixed(1)} at the start. Browser: ${version}, headless, from disk. Commit: ${said("git", "rev-parse", "--short", "HEAD")}.

${table.join("\n")}

The page has ${number(bytes.length)} bytes, ${number(compressed)} compressed, of at most ${number(BARS.size)}${compressed <= BARS.size ? "" : ": **missed**"}. It can be used when the first
item is shown and everything answers, counted from the navigation, in a window of its own each time. The next item is counted from
the click to the new picture in the page; its painting is not.
`;
if (options.save) {
  const place = join(here, `../benches/results/${day}-playground.md`);
  writeFileSync(place, text);
  console.log(`${text}\nStored in ${relative(process.cwd(), place)}.`);
} else {
  console.log(text);
}
