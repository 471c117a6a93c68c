// Files in pieces: whatever the bits that they come in, the pieces are the file.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src/pieces.ts");
const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: "esm", target: "es2022" });
const { Entries, Lines } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

/** The parts of a text that comes in bits of this size, each with so many lines or entries at most. */
function parts(cutter, text, size, most) {
  const found = [];
  for (let at = 0; at < text.length; at += size) found.push(...cutter.cut(text.slice(at, at + size), () => most));
  const rest = cutter.rest();
  return rest ? [...found, rest] : found;
}

for (const size of [1, 2, 3, 7, 100]) {
  for (const most of [1, 2, 5]) {
    test(`bits of ${size}, parts of ${most}`, () => {
      const text = "a\nbb\n\nccc\nd";
      const lines = parts(new Lines(), text, size, most);
      assert.equal(lines.map(({ text }) => text).join(""), text);
      for (const part of lines) assert.ok(text.split("\n").slice(part.first).join("\n").startsWith(part.text));
      const list = [{ a: 'x,]"\\' }, { b: [1, 2] }, 3, "[", { c: {} }];
      const written = JSON.stringify(list, undefined, 1);
      const entries = [];
      for (const part of parts(new Entries(), written, size, most)) {
        assert.equal(part.first, entries.length);
        entries.push(...JSON.parse(part.text));
      }
      assert.deepEqual(entries, list);
    });
  }
}

test("what is no list stays as it is", () => {
  assert.deepEqual(parts(new Entries(), "[[[[", 2, 1).map(({ text }) => text), ["[[[["]);
  assert.deepEqual(parts(new Entries(), "[1, 2", 2, 9).map(({ text }) => text), ["[1, 2"]);
  assert.deepEqual(parts(new Entries(), " ", 2, 1), []);
  assert.deepEqual(parts(new Lines(), "", 2, 1), []);
});

test("what never ends is cut, and told", () => {
  const long = "x".repeat((1 << 24) + 1);
  assert.equal(parts(new Lines(), long, 1 << 20, 1).length, 1);
  assert.equal(parts(new Entries(), `[${long}`, 1 << 20, 1).length >= 1, true);
});
