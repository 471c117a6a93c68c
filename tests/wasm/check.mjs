// Prints the hashes of a WebAssembly module: one line `which seed count hash` for each case.
//
//   node check.mjs MODULE.wasm WHICH:SEED:COUNT...
//
// The cases come from the command line because their only list is in src/lib.rs.

import { readFile } from "node:fs/promises";

const [module, ...cases] = process.argv.slice(2);
if (module === undefined || cases.length === 0) {
  console.error("usage: node check.mjs MODULE.wasm WHICH:SEED:COUNT...");
  process.exit(2);
}

// No imports: a core crate that asked its surroundings for a clock or for entropy would fail here.
const { instance } = await WebAssembly.instantiate(await readFile(module), {});

for (const text of cases) {
  const [which, seed, count] = text.split(":");
  // An i64 crosses the border as a signed BigInt.
  const hash = instance.exports.wampimuk_hash(Number(which), BigInt.asIntN(64, BigInt(seed)), Number(count));
  console.log(which, seed, count, BigInt.asUintN(64, hash).toString(16).padStart(16, "0"));
}
