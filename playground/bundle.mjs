// Writes the page as one file: script, worker, style and module are inside.
//
//   node bundle.mjs MODULE.wasm OUT.html
//
// Prints the sizes, and fails where the page is bigger than it may be.

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

/** The most bytes that the page may have when it is sent compressed. */
const BUDGET = 1_200_000;

/** A module without what only debuggers read: compilers leave names in, or not. */
function bare(module) {
  const number = (at) => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = module[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return [value, at];
    }
  };
  const kept = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const [length, from] = number(at + 1);
    if (module[at] !== 0) kept.push(module.subarray(at, from + length));
    at = from + length;
  }
  return Buffer.concat(kept);
}

const [module, out] = process.argv.slice(2);
if (module === undefined || out === undefined) {
  console.error("usage: node bundle.mjs MODULE.wasm OUT.html");
  process.exit(2);
}
const source = join(dirname(fileURLToPath(import.meta.url)), "src");
const bundled = async (name, more = {}) => {
  const options = { bundle: true, write: false, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none" };
  const { outputFiles } = await build({ ...options, entryPoints: [join(source, name)], ...more });
  return outputFiles[0].text;
};
const compressed = gzipSync(bare(await readFile(module)), { level: 9 });
const carried = { MODULE: JSON.stringify(compressed.toString("base64")), WORKER: JSON.stringify(await bundled("worker.ts")) };
const main = await bundled("main.ts", { define: carried });
const style = await bundled("style.css", { loader: { ".css": "css" } });
const page = (await readFile(join(source, "page.html"), "utf8"))
  .replace("/*STYLE*/", () => style.trim())
  // What looks like the end of the script would be.
  .replace("/*SCRIPT*/", () => main.trim().replaceAll("</script", "<\\/script"));
await writeFile(out, page);
const sent = gzipSync(page, { level: 9 }).length;
console.log(`${out}: ${page.length} bytes, ${sent} compressed (of at most ${BUDGET}); the module is ${compressed.length} of them`);
if (sent > BUDGET) {
  console.error(`the page is ${sent - BUDGET} bytes too big`);
  process.exit(1);
}
