// A command of one's own, with what may come next, and mistakes at the word.

import type { App } from "../app.js";
import { type Child, h } from "../dom.js";
import type { Next } from "../wire.js";
import { suggest } from "./suggest.js";

export function typing(app: App): Child {
  const desk = app.command;
  const { draft, problem, typed } = desk;
  const value = typed ?? draft?.text ?? "";
  const words = value.split(" ");
  const at = problem?.word === undefined ? -1 : problem.word - 1;
  const field = h("input", {
    id: "typed",
    "data-key": "typed",
    value,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "typed-problem",
    "aria-invalid": problem ? "true" : undefined,
    onchange: () => void desk.change({ text: field.value }),
  });
  const offers = async () => {
    const text = field.value.slice(0, field.selectionStart ?? undefined);
    return (await app.engine.ask<Next>({ ask: "next", text })).offers;
  };
  return h(
    "div",
    { class: "typing" },
    h("label", { for: "typed" }, "Or type a command"),
    h("div", { class: "suggested" }, field, suggest(field, offers, " ", () => {})),
    h(
      "p",
      { id: "typed-problem", class: "problem", role: "status" },
      problem && h("code", {}, `${words.slice(0, at).join(" ")} `, h("mark", {}, words[at] ?? "…"), ` ${words.slice(at + 1).join(" ")}`),
      problem && ` ${problem.message}`,
    ),
  );
}
