// The recipe: its text to change, its splits, a sheet of items, and an audit.

import type { App } from "../app.js";
import type { Card } from "../desk/workshop.js";
import { type Child, h } from "../dom.js";
import type { Item, Split } from "../wire.js";
import { audit } from "./audit.js";
import { editor } from "./editor.js";
import { picture } from "./picture.js";

export function recipe(app: App): Child[] {
  const { about, workshop } = app;
  if (!about) return [];
  const { sheet, doing, progress } = workshop;
  const make = (event: Event) => {
    event.preventDefault();
    void workshop.make();
  };
  return [
    h(
      "form",
      { onsubmit: make, "data-key": "recipe-form" },
      editor(app),
      h(
        "div",
        { class: "edits" },
        h("button", { type: "submit", class: "main", "data-key": "make" }, "Make it"),
        h("button", { type: "button", "data-key": "contact", onclick: () => void workshop.contact() }, "Show 12 items"),
        about.contents !== "riddles" && h("button", { type: "button", "data-key": "audit", onclick: () => void workshop.examine() }, "Audit 1,000 items"),
      ),
    ),
    doing !== undefined &&
      h(
        "div",
        { class: "doing" },
        h("span", { class: "stage", role: "status" }, progress ? `${progress.stage}: ${progress.done}` : `${doing} …`),
        h("progress", progress && progress.items > 0 ? { max: progress.items, value: progress.done, "aria-label": doing } : { "aria-label": doing }),
        h("button", { type: "button", class: "quiet", "data-key": "stop", onclick: () => workshop.cancel() }, "Cancel"),
      ),
    sheet.length > 0 && h("ul", { class: "sheet" }, ...sheet.map((card) => preview(app, card))),
    h("h3", {}, workshop.sizes ? "Splits, as they would be" : "Splits"),
    splits(app),
    ...audit(workshop, app.own === undefined && workshop.toml === undefined ? (app.about?.name ?? "") : "recipe.toml"),
  ];
}

/** The sizes of splits, beside what a changed recipe makes of them. */
function splits(app: App): Child {
  const { sizes } = app.workshop;
  const after = sizes?.after ?? app.about?.splits ?? [];
  const gone = (sizes?.before ?? []).filter(({ name }) => !after.some((split) => split.name === name));
  const row = ({ name, len, title }: Split, was?: number | null) => {
    const change = was === undefined || was === len ? "" : was === null ? "new" : `${len > was ? "+" : "−"}${Math.abs(len - was).toLocaleString("en")}`;
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "figure" }, len.toLocaleString("en")), sizes && h("td", { class: "figure" }, change), h("td", {}, title));
  };
  const before = (name: string) => sizes && (sizes.before.find((split) => split.name === name)?.len ?? null);
  const figures = ["items", ...(sizes ? ["change"] : [])];
  const titles = ["split", ...figures, "what it tests"];
  return h(
    "div",
    { class: "scroll", "data-key": "scroll-splits", tabindex: 0, role: "region", "aria-label": "Splits" },
    h(
      "table",
      { class: "list splits" },
      h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col", class: figures.includes(title) ? "figure" : "" }, title)))),
      h("tbody", {}, ...after.map((split) => row(split, before(split.name))), ...gone.map((split) => row({ ...split, len: 0 }, split.len))),
    ),
  );
}

function preview(app: App, { split, index, item }: Card): Child {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", "data-key": `card-${index}`, onclick: () => void app.go(split, index).then(() => scrollTo({ top: 0 })) },
      drawn(app, item),
      h("span", { class: "address" }, `${split} ${index}`),
    ),
  );
}

function drawn(app: App, item: Item): Child {
  const words = app.about?.words;
  if (item.kind === "story") return h("span", { class: "text" }, item.lines.slice(-3).join(" "));
  if (!words) return null;
  const world = item.kind === "command" ? item.world : item.test.input;
  const targets = item.kind === "command" ? [item.target] : [];
  const isCommand = item.kind === "command";
  const svg = picture({ world, words, label: isCommand ? item.meaning.text : "a riddle", targets, letters: app.letters, agent: isCommand });
  return item.kind === "command" ? h("span", {}, svg, h("span", { class: "text" }, item.meaning.text)) : svg;
}
