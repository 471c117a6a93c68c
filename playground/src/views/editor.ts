// The text of a recipe, with the numbers of its lines, what can be written next, and mistakes at the line.

import type { App } from "../app.js";
import { type Child, h } from "../dom.js";
import type { Offer } from "../wire.js";
import { suggest } from "./suggest.js";

export function editor(app: App): Child {
  const { workshop } = app;
  const { text, problem } = workshop;
  const field = h("textarea", {
    id: "toml",
    name: "toml",
    rows: 18,
    wrap: "off",
    class: "code",
    spellcheck: "false",
    autocapitalize: "off",
    "data-key": "toml",
    value: text,
    "aria-invalid": problem ? "true" : undefined,
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
    if (numbers.childElementCount === lines) return;
    numbers.replaceChildren(...Array.from({ length: lines }, (_, at) => h("span", { class: problem?.line === at + 1 ? "wrong" : "" }, String(at + 1))));
    numbers.scrollTop = field.scrollTop;
  };
  number();
  const offers = () => {
    const at = field.selectionStart ?? 0;
    const [before, after] = [field.value.slice(0, at), field.value.slice(at)];
    // Where nothing is begun, a list would be in the way of whoever starts a new line.
    if (/(^|\n)\s*$/.test(before)) return Promise.resolve([]);
    return app.engine.ask<Offer[]>({ ask: "complete", before, after });
  };
  const list = suggest(field, offers, "", () => workshop.write(field.value));
  const bad = problem?.line === undefined ? undefined : text.split("\n")[problem.line - 1];
  return h(
    "div",
    {},
    h("label", { for: "toml" }, "The recipe. Change it, and make another benchmark:"),
    h("div", { class: "editor" }, numbers, h("div", { class: "suggested" }, field, list)),
    h(
      "p",
      { id: "toml-problem", class: "problem", role: "status" },
      problem?.line !== undefined && h("code", {}, `line ${problem.line}: `, h("mark", {}, bad ?? "")),
      problem && ` ${problem.message}`,
    ),
  );
}
