// Relations: of a command's phrases, and of the objects in its world.

import { s } from "../dom.js";
import type { Graphs } from "../wire.js";

/** A line between two objects of a world. */
export type Link = { from: number; to: number; label: string; spoken: boolean };

const DIRECTED = "inside";
const words = (relation: string) => relation.replaceAll("_", " ");

/** The relations that the command speaks of, and all others of the object that is chosen. */
export function links({ command, world, players }: Graphs, chosen: number | "agent" | undefined): Link[] {
  const found = new Map<string, Link>();
  const add = (from: number, to: number, relations: string[], spoken: boolean) => {
    const key = [from, to].sort((a, b) => a - b).join();
    const known = found.get(key);
    if (known && (known.spoken || !spoken)) return;
    found.set(key, { from, to, label: relations.map(words).join(", "), spoken });
  };
  for (const { from, to, relations } of command.edges) {
    const [one, other] = [players[from], players[to]];
    // What holds both ways is listed both ways.
    if (one !== undefined && other !== undefined && one !== other && (from < to || relations.includes(DIRECTED))) add(one, other, relations, true);
  }
  for (const { from, to, relations } of world.edges) if (from === chosen) add(from, to, relations, false);
  return [...found.values()];
}

const [WIDTH, HEIGHT, GAP] = [132, 34, 34];

/** The command as a tree: phrases, and how they are related. */
export function commandGraph({ command }: Graphs): SVGElement {
  const { nodes } = command;
  const parent = new Map<number, { from: number; label: string }>();
  for (const { from, to, relations } of command.edges) if (from < to && !parent.has(to)) parent.set(to, { from, label: relations.map(words).join(", ") });
  const depth = (node: number): number => (parent.has(node) ? depth(parent.get(node)?.from ?? 0) + 1 : 0);
  const rows: number[][] = [];
  nodes.forEach((_, node) => (rows[depth(node)] ??= []).push(node));
  const across = Math.max(...rows.map((row) => row.length));
  const place = (node: number) => {
    const row = rows[depth(node)] ?? [];
    const step = (across * (WIDTH + 12)) / row.length;
    return { x: step * (row.indexOf(node) + 0.5), y: depth(node) * (HEIGHT + GAP) + HEIGHT / 2 };
  };
  const name = (node: number) => {
    const { size, colour, shape } = nodes[node] ?? { size: null, colour: null, shape: null };
    return [size, colour, shape ?? "object"].filter((word) => word).join(" ");
  };
  const said = nodes.map((_, node) => {
    const up = parent.get(node);
    return up ? `${name(up.from)}, ${up.label}, ${name(node)}` : name(node);
  });
  const size = { width: across * (WIDTH + 12), height: rows.length * (HEIGHT + GAP) - GAP };
  const lines = [...parent].map(([node, { from, label }]) => {
    const [a, b] = [place(from), place(node)];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 4 };
    return s("g", {}, s("line", { x1: a.x, y1: a.y + HEIGHT / 2, x2: b.x, y2: b.y - HEIGHT / 2, class: "edge" }), s("text", { ...middle, class: "relation" }, label));
  });
  const boxes = nodes.map((_, node) => {
    const { x, y } = place(node);
    const box = { x: x - WIDTH / 2, y: y - HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 8, class: node === 0 ? "node head" : "node" };
    return s("g", {}, s("rect", box), s("text", { x, y: y + 4.5, class: "label" }, name(node)));
  });
  return s("svg", { viewBox: `-2 -2 ${size.width + 4} ${size.height + 4}`, class: "phrases", role: "img", "aria-label": `The command as a graph: ${said.join("; ")}`, style: `max-width: ${size.width}px` }, ...lines, ...boxes);
}
