// The recipe: its text to change, its splits, and a sheet of items.

import type { App } from "./app.js";
import { type Child, h } from "./dom.js";
import { picture } from "./picture.js";
import type { Item } from "./wire.js";

export function recipe(app: App): Child[] {
  const { about, tomlProblem } = app;
  if (!about) return [];
  const text = app.toml ?? about.toml;
  const make = (event: Event) => {
    event.preventDefault();
    void app.make(((event.target as HTMLFormElement).elements.namedItem("toml") as HTMLTextAreaElement).value);
  };
  const bad = tomlProblem?.line === undefined ? undefined : text.split("\n")[tomlProblem.line - 1];
  return [
    h(
      "form",
      { onsubmit: make },
      h("label", { for: "toml" }, "The recipe. Change it, and make another benchmark:"),
      h("textarea", {
        id: "toml",
        name: "toml",
        rows: 16,
        class: "code",
        spellcheck: "false",
        "data-key": "toml",
        value: text,
        "aria-invalid": tomlProblem ? "true" : undefined,
        "aria-describedby": "toml-problem",
        oninput: (event: Event) => {
          app.toml = (event.target as HTMLTextAreaElement).value;
        },
      }),
      h(
        "p",
        { id: "toml-problem", class: "problem", role: "status" },
        tomlProblem?.line !== undefined && h("code", {}, `line ${tomlProblem.line}: `, h("mark", {}, bad ?? "")),
        tomlProblem && ` ${tomlProblem.message}`,
      ),
      h("button", { type: "submit", class: "main", "data-key": "make" }, "Make it"),
      " ",
      h("button", { type: "button", "data-key": "contact", onclick: () => void app.contact() }, "Show 12 items"),
    ),
    app.sheet.length > 0 && h("ul", { class: "sheet" }, ...app.sheet.map((entry) => card(app, entry))),
    h("h3", {}, "Splits"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Splits" },
      h(
        "table",
        { class: "list" },
        h("thead", {}, h("tr", {}, ...["split", "items", "what it tests"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, ...about.splits.map(({ name, len, title }) => h("tr", {}, h("td", {}, name), h("td", {}, len.toLocaleString("en")), h("td", {}, title)))),
      ),
    ),
  ];
}

function card(app: App, { split, index, item }: { split: string; index: number; item: Item }): Child {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", "data-key": `card-${index}`, onclick: () => void app.go(split, index).then(() => scrollTo({ top: 0 })) },
      preview(app, item),
      h("span", {}, `${split} ${index}`),
    ),
  );
}

function preview(app: App, item: Item): Child {
  const words = app.about?.words;
  if (item.kind === "story") return h("span", { class: "text" }, item.lines.slice(-3).join(" "));
  if (!words) return null;
  const world = item.kind === "command" ? item.world : item.test.input;
  const targets = item.kind === "command" ? [item.target] : [];
  const drawn = picture({ world, words, label: item.kind === "command" ? item.meaning.text : "a riddle", targets, letters: app.letters });
  return item.kind === "command" ? h("span", {}, drawn, h("span", { class: "text" }, item.meaning.text)) : drawn;
}
