// A world as a picture that can be touched.

import { on, s } from "../dom.js";
import type { Link } from "./graph.js";
import { colourOf, frame, solid } from "./look.js";
import type { Frame, World, Words } from "../wire.js";

export const CELL = 48;
const HEADINGS = ["east", "south", "west", "north"];

export type Touch = {
  /** An object, or the agent, was chosen. */
  choose: (what: number | "agent") => void;
  /** It was dragged, or moved by an arrow key, by so many cells. */
  move: (what: number | "agent", byRow: number, byColumn: number) => void;
  /** It was to go. */
  remove: (what: number) => void;
  /** A cell was touched in which there is nothing. */
  cell: (row: number, column: number) => void;
};

export type Scene = {
  world: World;
  words: Words;
  label: string;
  /** Everything else is dimmed. */
  lit?: number[] | undefined;
  /** What the command refers to. */
  targets?: number[];
  /** Who plays the other phrases. */
  players?: number[];
  chosen?: number | "agent" | undefined;
  /** The path, and how far it has been gone. */
  frames?: Frame[] | undefined;
  at?: number;
  letters?: boolean;
  /** What becomes of the names of objects in texts. */
  names?: string[] | undefined;
  /** Whether there is an agent; if nothing is said, there is. */
  agent?: boolean;
  /** What the picture is known by among others. */
  key?: string;
  /** Lines between objects. */
  links?: Link[];
  touch?: Touch | undefined;
};

/** The world after the first `at` actions. */
export function after(world: World, frames: Frame[], at: number): World {
  const objects = world.objects.map((object) => ({ ...object }));
  for (const { moved } of frames.slice(0, at + 1)) {
    const object = moved && objects[moved[0]];
    if (moved && object) [object.row, object.column] = [moved[1], moved[2]];
  }
  const { row, column, heading } = frames[at] ?? world.agent;
  return { ...world, objects, agent: { row, column, heading } };
}

export function picture(scene: Scene): SVGSVGElement {
  const { words, frames, at = 0 } = scene;
  const world = frames ? after(scene.world, frames, at) : scene.world;
  const side = world.side * CELL;
  const svg = s("svg", {
    viewBox: `-1 -1 ${side + 2} ${side + 2}`,
    class: "world",
    role: scene.touch ? "group" : "img",
    "aria-label": scene.label,
    "data-key": scene.key,
  }) as SVGSVGElement;
  const paper = s("rect", { class: "paper", width: side, height: side, rx: 3 });
  svg.append(paper);
  const { touch } = scene;
  if (touch) {
    on(paper, "click", (event) => {
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const cell = (at: number, from: number, size: number) => Math.min(world.side - 1, Math.max(0, Math.floor(((at - from) / size) * world.side)));
      touch.cell(cell(event.clientY, box.top, box.height), cell(event.clientX, box.left, box.width));
    });
  }
  for (let line = 1; line < world.side; line++) {
    svg.append(s("path", { class: "line", d: `M${line * CELL} 0V${side}M0 ${line * CELL}H${side}` }));
  }
  if (scene.touch) svg.append(...numbers(world.side));
  if (frames) svg.append(...trail(frames, at));
  const biggest = Math.max(words.max_size, ...world.objects.map(({ size }) => size));
  const names = words.shapes.map(({ name }) => name);
  // Boxes lie below; otherwise, objects come as they are read, whatever their numbers may tell.
  const order = [...world.objects.keys()].sort((a, b) => Number(isBox(b)) - Number(isBox(a)) || placeOf(a) - placeOf(b));
  function placeOf(number: number): number {
    const { row = 0, column = 0 } = scene.world.objects[number] ?? {};
    return row * world.side + column;
  }
  function isBox(number: number): boolean {
    return words.shapes[world.objects[number]?.shape ?? 0]?.box ?? false;
  }
  for (const number of order) {
    const object = world.objects[number];
    if (!object) continue;
    const box = isBox(number);
    const shape = words.shapes[object.shape] ?? { name: "object", box: false, drawn: "circle" };
    const colour = colourOf(words, object.colour);
    const span = box ? object.size * CELL : CELL;
    const d = CELL * (0.26 + 0.6 * Math.min(1, (object.size - 1) / Math.max(1, biggest - 1)));
    const dim = scene.lit && !scene.lit.includes(number);
    const group = s("g", {
      transform: `translate(${object.column * CELL} ${object.row * CELL})`,
      class: `thing${dim ? " dim" : ""}${scene.chosen === number ? " chosen" : ""}${scene.touch ? " live" : ""}`,
      "data-thing": scene.touch ? number : undefined,
    });
    const target = scene.targets?.includes(number);
    const player = scene.players?.includes(number);
    if (target || player) {
      group.append(s("rect", { class: target ? "ring target" : "ring", x: 2, y: 2, width: span - 4, height: span - 4, rx: 7 }));
    }
    // A frame is touched at its corner and along its sides; what lies inside stays within reach.
    if (box) group.append(frame(colour, span, CELL * 0.09));
    else group.append(s("rect", { class: "hit", width: CELL, height: CELL }));
    if (!box) {
      const drawn = s("g", { transform: `translate(${CELL / 2} ${CELL / 2})` }, solid(shape, colour, d));
      group.append(drawn);
    }
    const colourName = words.colours[object.colour] ?? "";
    if (scene.letters) {
      const at = box ? [9, 13] : [CELL / 2, CELL / 2 + 4];
      group.append(s("text", { x: at[0], y: at[1], class: "letter" }, colourName.slice(0, 1).toUpperCase()));
    }
    const said = `${colourName} ${names[object.shape] ?? "object"}, size ${object.size}, row ${object.row}, column ${object.column}`;
    group.append(s("title", {}, scene.names?.[number] ?? said));
    const role = target ? ", what the command refers to" : player ? ", what a clause speaks of" : "";
    if (scene.touch) live(group, world, number, `${said}${role}`, scene.touch);
    svg.append(group);
  }
  svg.append(...(scene.links ?? []).flatMap((link) => line(world, words, link)));
  if (scene.agent === false) return svg;
  const { row, column, heading } = world.agent;
  const agent = s(
    "g",
    {
      transform: `translate(${(column + 0.5) * CELL} ${(row + 0.5) * CELL}) rotate(${heading * 90})`,
      class: `agent${scene.chosen === "agent" ? " chosen" : ""}${scene.touch ? " live" : ""}`,
    },
    s("path", { d: "M14.4 0L-11.5 11.5L-5.8 0L-11.5 -11.5Z" }),
    s("title", {}, `the agent, facing ${HEADINGS[heading]}`),
  );
  if (scene.touch) {
    live(agent, world, "agent", `the agent, row ${row}, column ${column}, facing ${HEADINGS[heading]}`, scene.touch);
  }
  svg.append(agent);
  return svg;
}

/** Rows and columns are counted in texts, so their numbers stand in the corners of the first ones. Objects lie above them. */
function numbers(side: number): SVGElement[] {
  const number = (row: number, column: number) => s("text", { x: column * CELL + 3, y: row * CELL + 9, class: "axis", "aria-hidden": "true" }, String(row + column));
  return [...Array(side).keys()].flatMap((at) => (at === 0 ? [number(0, 0)] : [number(0, at), number(at, 0)]));
}

/** A relation between two objects, bent towards the middle of the grid so that it does not hide what lies between them. */
function line({ side, objects }: World, words: Words, { from, to, label, spoken }: Link): SVGElement[] {
  const middle = (number: number) => {
    const { row, column, shape, size } = objects[number] ?? { row: 0, column: 0, shape: 0, size: 1 };
    const half = words.shapes[shape]?.box ? size / 2 : 0.5;
    return [(column + half) * CELL, (row + half) * CELL] as const;
  };
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const centre = (side * CELL) / 2;
  let [bendX, bendY] = [(y2 - y1) * 0.14, (x1 - x2) * 0.14];
  const [midX, midY] = [(x1 + x2) / 2, (y1 + y2) / 2];
  if (bendX * (centre - midX) + bendY * (centre - midY) < 0) [bendX, bendY] = [-bendX, -bendY];
  // What lies in one cell is named above it.
  const near = Math.hypot(x2 - x1, y2 - y1) < CELL / 2;
  const [x, y] = near ? [midX, midY - CELL * 0.55] : [midX + bendX, midY + bendY + 3];
  const kind = spoken ? "link spoken" : "link";
  const inside = Math.min(Math.max(x, CELL / 2), side * CELL - CELL / 2);
  return [
    s("path", { d: `M${x1} ${y1}Q${midX + 2 * bendX} ${midY + 2 * bendY} ${x2} ${y2}`, class: kind }),
    s("text", { x: inside, y: Math.max(12, y), class: `${kind} name` }, label),
  ];
}

/** The way of the agent: what is behind it, and what is to come. */
function trail(frames: Frame[], at: number): SVGElement[] {
  const point = ({ row, column }: Frame) => `${(column + 0.5) * CELL},${(row + 0.5) * CELL}`;
  const line = (part: Frame[], name: string) => s("polyline", { points: part.map(point).join(" "), class: `trail ${name}` });
  return [line(frames.slice(at), "ahead"), line(frames.slice(0, at + 1), "behind")];
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function live(
  group: SVGElement,
  world: World,
  what: number | "agent",
  said: string,
  touch: Touch,
): void {
  group.setAttribute("tabindex", "0");
  group.setAttribute("role", "button");
  group.setAttribute("aria-label", `${said}. Arrow keys move it.`);
  group.dataset["key"] = `thing-${what}`;
  on(group, "keydown", (event) => {
    const way = ARROWS[event.key];
    if (way) touch.move(what, ...way);
    else if ((event.key === "Delete" || event.key === "Backspace") && what !== "agent") touch.remove(what);
    else if (event.key === "Enter" || event.key === " ") touch.choose(what);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  on(group, "pointerdown", (down) => {
    if (down.button !== 0) return;
    down.preventDefault();
    const group = down.currentTarget as SVGGElement;
    const box = (group.ownerSVGElement as SVGSVGElement).getBoundingClientRect();
    const scale = (world.side * CELL + 2) / box.width;
    const cell = (event: PointerEvent) => [
      Math.floor(((event.clientY - box.top) * scale - 1) / CELL),
      Math.floor(((event.clientX - box.left) * scale - 1) / CELL),
    ];
    const [startRow, startColumn] = cell(down) as [number, number];
    const transform = group.getAttribute("transform") ?? "";
    const follow = (event: PointerEvent) => {
      const [x, y] = [(event.clientX - down.clientX) * scale, (event.clientY - down.clientY) * scale];
      group.setAttribute("transform", `translate(${x} ${y}) ${transform}`);
    };
    const drop = (event: PointerEvent) => {
      stop();
      const [toRow, toColumn] = cell(event) as [number, number];
      const [byRow, byColumn] = [toRow - startRow, toColumn - startColumn];
      if (byRow === 0 && byColumn === 0) touch.choose(what);
      else touch.move(what, byRow, byColumn);
    };
    const leave = () => {
      stop();
      group.setAttribute("transform", transform);
    };
    const stop = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", leave);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", leave);
  });
}
