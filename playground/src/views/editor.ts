// The text of a recipe, with the numbers of its lines, what can be written next, and mistakes at the line.

import type { App } from "../app.js";
import { h, itself, put } from "../dom.js";
import type { Offer } from "../wire.js";
import { suggest } from "./suggest.js";

type Editor = { whole: HTMLElement; draw: () => void };

/** The editor of a page is made once: where one is in the text, and what can be undone there, is the browser's to know. */
const editors = new WeakMap<App, Editor>();

export function editor(app: App): Node {
  const known = editors.get(app) ?? make(app);
  editors.set(app, known);
  known.draw();
  return itself(known.whole);
}

function make(app: App): Editor {
  const { workshop } = app;
  const field = h("textarea", {
    id: "toml",
    name: "toml",
    rows: 18,
    wrap: "off",
    class: "code",
    spellcheck: "false",
    autocapitalize: "off",
    "data-key": "toml",
    "aria-describedby": "toml-problem",
    oninput: () => {
      workshop.write(field.value);
      number();
    },
    onscroll: () => {
      numbers.scrollTop = field.scrollTop;
    },
  });
  const numbers = h("div", { class: "numbers code", "aria-hidden": "true" });
  const number = () => {
    const lines = field.value.split("\n").length;
    const wrong = workshop.problem?.line;
    put(numbers, ...Array.from({ length: lines }, (_, at) => h("span", { class: wrong === at + 1 ? "wrong" : "" }, String(at + 1))));
    numbers.scrollTop = field.scrollTop;
  };
  const offers = () => {
    const at = field.selectionStart;
    const [before, after] = [field.value.slice(0, at), field.value.slice(at)];
    // Where nothing is begun, a list would be in the way of whoever starts a new line.
    if (/(^|\n)\s*$/.test(before)) return Promise.resolve([]);
    return app.engine.ask<Offer[]>({ ask: "complete", before, after });
  };
  const list = suggest(field, offers, "", () => workshop.write(field.value));
  const said = h("p", { id: "toml-problem", class: "problem", role: "status" });
  const whole = h(
    "div",
    {},
    h("label", { for: "toml" }, "The recipe. Change it, and make another benchmark:"),
    h("div", { class: "editor" }, numbers, h("div", { class: "suggested" }, field, list)),
    said,
  );
  const draw = () => {
    const { text, problem } = workshop;
    if (field.value !== text) field.value = text;
    if (problem) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    number();
    const bad = problem?.line === undefined ? undefined : text.split("\n")[problem.line - 1];
    put(said, problem?.line !== undefined && h("code", {}, `line ${problem.line}: `, h("mark", {}, bad ?? "")), problem && ` ${problem.message}`);
  };
  return { whole, draw };
}
