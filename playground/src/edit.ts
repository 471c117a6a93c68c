// Changing a world: by hand, by key, by the tools below it.

import type { App } from "./app.js";
import { type Child, h } from "./dom.js";
import type { Touch } from "./picture.js";
import type { Thing, World, Words } from "./wire.js";

/** A world that can be changed, and what takes up the change. */
export type Editing = {
  app: App;
  world: World;
  words: Words;
  change: (world: World) => Promise<void>;
  /** Whether there is an agent. */
  agent: boolean;
};

export function touching({ app, world, words, change }: Editing): Touch {
  return {
    choose: (what) => {
      app.chosen = app.chosen === what ? undefined : what;
      app.changed();
    },
    move: (what, row, column) => {
      const box = what !== "agent" && words.shapes[world.objects[what]?.shape ?? 0]?.box;
      const span = box ? (world.objects[what]?.size ?? 1) : 1;
      const fit = (place: number) => Math.min(Math.max(0, place), world.side - span);
      const to = { row: fit(row), column: fit(column) };
      void change(what === "agent" ? { ...world, agent: { ...world.agent, ...to } } : replaced(world, what, to));
    },
    remove: (what) => {
      app.chosen = undefined;
      void change({ ...world, objects: world.objects.filter((_, number) => number !== what) });
    },
  };
}

function replaced(world: World, what: number, by: Partial<Thing>): World {
  return { ...world, objects: world.objects.map((object, number) => (number === what ? { ...object, ...by } : object)) };
}

/** What can be done to the world, and to what is chosen in it. */
export function tools(editing: Editing, ...more: Child[]): Child {
  const { app, world, words, change } = editing;
  const { chosen } = app;
  const object = typeof chosen === "number" ? world.objects[chosen] : undefined;
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
  const button = (label: string, key: string, act: () => void) =>
    h("button", { type: "button", class: "quiet", "data-key": key, onclick: act }, label);
  const of = (what: number, by: Partial<Thing>) => void change(replaced(world, what, by));
  let body: Child[];
  if (object && typeof chosen === "number") {
    body = [
      list("Colour", words.colours, object.colour, (colour) => of(chosen, { colour })),
      list("Shape", words.shapes.map(({ name }) => name), object.shape, (shape) => of(chosen, { shape })),
      list("Size", Array.from({ length: words.max_size }, (_, number) => `size ${number + 1}`), object.size - 1, (size) => of(chosen, { size: size + 1 })),
      button("Delete", "delete", () => touching(editing).remove(chosen)),
    ];
  } else if (chosen === "agent" && editing.agent) {
    const heading = (world.agent.heading + 1) % 4;
    body = [button("Turn the agent", "turn", () => void change({ ...world, agent: { ...world.agent, heading } }))];
  } else {
    body = [h("span", { class: "hint" }, "Drag things, or choose one to change it.")];
  }
  return h(
    "div",
    { class: "tools", role: "group", "aria-label": "Change the world" },
    ...body,
    h("span", { class: "grow" }),
    button("Add an object", "add", () => void add(editing)),
    ...more,
  );
}

async function add({ app, world, change, agent }: Editing): Promise<void> {
  for (let cell = 0; cell < world.side * world.side; cell++) {
    const [row, column] = [Math.floor(cell / world.side), cell % world.side];
    const taken = world.objects.some((object) => object.row === row && object.column === column);
    if (taken || (agent && world.agent.row === row && world.agent.column === column)) continue;
    await change({ ...world, objects: [...world.objects, { row, column, shape: 0, colour: 0, size: 1 }] });
    app.chosen = world.objects.length;
    app.changed();
    return;
  }
}
