// Permalinks: all that is looked at, in the fragment, which no server ever sees.

import type { World } from "./wire.js";

export type Address = {
  recipe: string;
  seed: number;
  split: string;
  index: number;
  /** A recipe of the user's own. */
  toml?: string;
  /** How the digest of the recipe begins that the link was made with. */
  digest?: string;
  /** Changes to a command and its world. */
  text?: string;
  world?: World;
  reading?: string;
  /** Changes to a story. */
  lines?: string[];
};

/** The longest fragment that is read: a recipe fits in many times. */
const LONGEST = 200_000;

export function write(address: Address): string {
  const fields = new URLSearchParams();
  if (address.toml === undefined) fields.set("recipe", address.recipe);
  else fields.set("toml", address.toml);
  if (address.digest) fields.set("digest", address.digest);
  if (address.seed !== 0) fields.set("seed", String(address.seed));
  fields.set("split", address.split);
  fields.set("index", String(address.index));
  if (address.text !== undefined) fields.set("text", address.text);
  if (address.world !== undefined) fields.set("world", packed(address.world));
  if (address.reading !== undefined) fields.set("reading", address.reading);
  if (address.lines !== undefined) fields.set("lines", address.lines.join("\n"));
  return `#${fields}`;
}

/** What a fragment says. What cannot be understood is left out, and named. */
export function read(fragment: string): { address: Partial<Address>; problems: string[] } {
  const address: Partial<Address> = {};
  const problems: string[] = [];
  if (fragment.length > LONGEST) return { address, problems: ["the link is too long to be one of this page"] };
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  for (const [key, value] of fields) {
    if (key === "recipe" || key === "digest" || key === "split" || key === "text" || key === "toml" || key === "reading") {
      address[key] = value;
    } else if (key === "seed" || key === "index") {
      const number = whole(value);
      if (number === undefined) problems.push(`${key} “${value.slice(0, 40)}” is not a whole number`);
      else address[key] = number;
    } else if (key === "lines") {
      address.lines = value.split("\n");
    } else if (key === "world") {
      const world = unpacked(value);
      if (world) address.world = world;
      else problems.push("the world of the link cannot be read");
    } else {
      problems.push(`the link says “${key.slice(0, 40)}”, which means nothing here`);
    }
  }
  return { address, problems };
}

/** A number from 0 to the biggest that every browser keeps exactly. */
export function whole(text: string): number | undefined {
  const number = Number(text);
  return /^\d{1,16}$/.test(text.trim()) && Number.isSafeInteger(number) ? number : undefined;
}

/** Side, agent and objects as numbers: `6.0.0.0_1.2.0.1.3`. */
function packed({ side, agent, objects }: World): string {
  const head = [side, agent.row, agent.column, agent.heading].join(".");
  return [head, ...objects.map(({ row, column, shape, colour, size }) => [row, column, shape, colour, size].join("."))].join("_");
}

function unpacked(text: string): World | undefined {
  const parts = text.split("_").map((part) => part.split(".").map(whole));
  const [head, ...things] = parts;
  const fits = (numbers: (number | undefined)[], length: number): numbers is number[] =>
    numbers.length === length && numbers.every((number) => number !== undefined && number < 256);
  if (!head || !fits(head, 4) || things.length > 64) return undefined;
  const [side, row, column, heading] = head as [number, number, number, number];
  const objects = [];
  for (const thing of things) {
    if (!fits(thing, 5)) return undefined;
    const [row, column, shape, colour, size] = thing as [number, number, number, number, number];
    objects.push({ row, column, shape, colour, size });
  }
  return { side, agent: { row, column, heading }, objects };
}
