// Recipe, split and index: which item is looked at.

import type { App } from "../app.js";
import { type Child, h } from "../dom.js";
import { whole } from "../link.js";

export function choice(app: App): Child[] {
  const { about, split, index, recipes } = app;
  const families = [...new Set(recipes.map(({ family }) => family))];
  const value = (event: Event) => (event.target as HTMLInputElement).value;
  const own = app.own !== undefined;
  const len = app.lengthOf(split);
  const step = (by: number) => void app.go(split, Math.min(Math.max(0, index + by), len - 1));
  const named = (family: string) => recipes.filter((one) => one.family === family).map(({ name }) => h("option", { value: name }, name));
  const number = (text: string, what: string, take: (number: number) => void) => {
    const found = whole(text);
    if (found === undefined) app.say(`${what} is a whole number.`);
    else take(found);
  };
  return [
    h(
      "label",
      { class: "field" },
      "Recipe",
      h(
        "select",
        { "data-key": "recipe", value: own ? "" : (about?.name ?? ""), onchange: (event: Event) => void app.open(value(event), about?.seed ?? 0, undefined, "", 0) },
        own && h("option", { value: "" }, "your own"),
        !own && recipes.length === 0 && h("option", { value: about?.name }, about?.name),
        ...families.map((family) => h("optgroup", { label: family }, ...named(family))),
      ),
    ),
    h(
      "label",
      { class: "field" },
      "Split",
      h("select", { "data-key": "split", value: split, onchange: (event: Event) => void app.go(value(event), 0) }, ...app.splits.map(({ name }) => h("option", { value: name }, name))),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "index" }, `Index, of ${len.toLocaleString("en")}`),
      h(
        "span",
        { class: "stepper" },
        h("button", { type: "button", "aria-label": "Previous item", "data-key": "previous", disabled: index === 0, onclick: () => step(-1) }, "‹"),
        h("input", { id: "index", inputmode: "numeric", "data-key": "index", value: String(index), onchange: (event: Event) => number(value(event), "An index", (at) => void app.go(split, at)) }),
        h("button", { type: "button", "aria-label": "Next item", "data-key": "next", disabled: index + 1 >= len, onclick: () => step(1) }, "›"),
      ),
    ),
    h(
      "label",
      { class: "field seed" },
      "Seed",
      h("input", {
        inputmode: "numeric",
        "data-key": "seed",
        value: String(about?.seed ?? 0),
        onchange: (event: Event) => number(value(event), "A seed", (seed) => void app.open(about?.name ?? "", seed, app.own, split, index)),
      }),
    ),
    h("button", { type: "button", class: "main surprise", "data-key": "surprise", onclick: () => app.surprise() }, "Surprise me"),
    about && h("p", { class: "about" }, `${about.title}. `, h("span", {}, about.splits.find(({ name }) => name === split)?.title ?? "")),
  ];
}
