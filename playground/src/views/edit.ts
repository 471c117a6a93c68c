// Changing a world: by hand, by key, by the tools below it.

import type { App } from "../app.js";
import type { Brush } from "../desk/command.js";
import { type Child, h } from "../dom.js";
import type { Thing, World, Words } from "../wire.js";
import { colourOf } from "./look.js";
import type { Touch } from "./picture.js";

/** A world that can be changed, and what takes up the change. */
export type Editing = {
  app: App;
  world: World;
  words: Words;
  /** Makes another world of what there is then: the changes before may not be done yet. */
  change: (make: (world: World) => World) => Promise<boolean>;
  /** Whether there is an agent. */
  agent: boolean;
  history: { canUndo: boolean; canRedo: boolean };
  undo: () => void;
  redo: () => void;
};

type Place = { row: number; column: number };

export function touching({ app, words, change }: Editing): Touch {
  const desk = app.command;
  const remove = (what: number) => {
    desk.chosen = undefined;
    void change((world) => ({ ...world, objects: world.objects.filter((_, number) => number !== what) }));
  };
  const put = (what: number | "agent", where: (thing: Place) => Place) =>
    void change((world) => {
      const thing = what === "agent" ? world.agent : world.objects[what];
      if (!thing) return world;
      const span = "shape" in thing && words.shapes[thing.shape]?.box ? thing.size : 1;
      const fit = (place: number) => Math.min(Math.max(0, place), world.side - span);
      const { row, column } = where(thing);
      const to = { row: fit(row), column: fit(column) };
      return what === "agent" ? { ...world, agent: { ...world.agent, ...to } } : replaced(world, what, to);
    });
  return {
    move: (what, byRow, byColumn) => put(what, ({ row, column }) => ({ row: row + byRow, column: column + byColumn })),
    remove,
    choose: (what) => {
      if (typeof what === "number" && desk.brush === "erase") return remove(what);
      if (typeof what === "number" && desk.brush === "paint") {
        const { colour } = desk.thing;
        return void change((world) => replaced(world, what, { colour }));
      }
      desk.chosen = desk.chosen === what ? undefined : what;
      app.changed();
    },
    // An empty cell gets a new object, or what is chosen.
    cell: (row, column) => {
      if (desk.brush === "add") return add(words, desk.thing, change, [row, column]);
      if (desk.chosen !== undefined && desk.brush === "choose") put(desk.chosen, () => ({ row, column }));
    },
  };
}

function replaced(world: World, what: number, by: Partial<Thing>): World {
  return { ...world, objects: world.objects.map((object, number) => (number === what ? { ...object, ...by } : object)) };
}

const BRUSHES: [Brush, string, string][] = [
  ["choose", "Choose", "Choose or drag things"],
  ["paint", "Paint", "Paint things that you touch"],
  ["add", "Add", "Add things to cells that you touch"],
  ["erase", "Erase", "Erase things that you touch"],
];

/** What can be done to the world, and to what is chosen in it. */
export function tools(editing: Editing, ...more: Child[]): Child {
  const { app, world, words, change } = editing;
  const desk = app.command;
  const { chosen, brush } = desk;
  const object = typeof chosen === "number" ? world.objects[chosen] : undefined;
  const of = (by: Partial<Thing>) => {
    Object.assign(desk.thing, by);
    if (object && typeof chosen === "number") void change((world) => replaced(world, chosen, by));
    else app.changed();
  };
  const thing = object ?? desk.thing;
  const list = (label: string, names: string[], value: number, change: (value: number) => void) =>
    h(
      "label",
      {},
      h("span", { class: "hidden" }, label),
      h(
        "select",
        { "data-key": `tool-${label}`, value, onchange: (event: Event) => change(Number((event.target as HTMLSelectElement).value)) },
        ...names.map((name, number) => h("option", { value: number }, name)),
      ),
    );
  const button = (label: string, key: string, act: () => void, disabled = false) =>
    h("button", { type: "button", class: "quiet", "data-key": key, onclick: act, disabled }, label);
  const kind = ([name, label, title]: [Brush, string, string]) =>
    h(
      "button",
      {
        type: "button",
        class: "brush",
        title,
        "aria-pressed": String(brush === name),
        "data-key": `brush-${name}`,
        onclick: () => {
          Object.assign(desk, { brush: name, chosen: name === "choose" ? chosen : undefined });
          app.changed();
        },
      },
      label,
    );
  const shows = { colour: object || brush === "paint" || brush === "add", all: object || brush === "add" };
  return h(
    "div",
    { class: "tools", role: "group", "aria-label": "Change the world" },
    h("span", { class: "brushes", role: "group", "aria-label": "What touching does" }, ...BRUSHES.map(kind)),
    shows.colour && h("span", { class: "swatch", style: `background: ${colourOf(words, thing.colour)}`, "aria-hidden": "true" }),
    shows.colour && list("Colour", words.colours, thing.colour, (colour) => of({ colour })),
    shows.all && list("Shape", words.shapes.map(({ name }) => name), thing.shape, (shape) => of({ shape })),
    shows.all && list("Size", Array.from({ length: words.max_size }, (_, number) => `size ${number + 1}`), thing.size - 1, (size) => of({ size: size + 1 })),
    brush === "add" && !object && button("Put one in a free cell", "add", () => add(words, desk.thing, change)),
    object && typeof chosen === "number" && button("Delete", "delete", () => touching(editing).remove(chosen)),
    chosen === "agent" && editing.agent && button("Turn the agent", "turn", () => void change((world) => ({ ...world, agent: { ...world.agent, heading: (world.agent.heading + 1) % 4 } }))),
    h("span", { class: "grow" }),
    h("span", { class: "again" }, button("Undo", "undo", editing.undo, !editing.history.canUndo), button("Redo", "redo", editing.redo, !editing.history.canRedo), ...more),
  );
}

/** Adds an object in a cell, or in the first one that is free. */
function add(words: Words, what: Omit<Thing, "row" | "column">, change: Editing["change"], cell?: [number, number]): void {
  const thing = { ...what };
  void change((world) => {
    const isFree = (row: number, column: number) =>
      !world.objects.some((object) => object.row === row && object.column === column && words.shapes[object.shape]?.box === words.shapes[thing.shape]?.box) &&
      (world.agent.row !== row || world.agent.column !== column);
    const cells = Array.from({ length: world.side ** 2 }, (_, at): [number, number] => [Math.floor(at / world.side), at % world.side]);
    const [row, column] = cell ?? cells.find(([row, column]) => isFree(row, column)) ?? [];
    if (row === undefined || column === undefined) return world;
    return { ...world, objects: [...world.objects, { row, column, ...thing, size: Math.min(thing.size, words.max_size) }] };
  });
}
