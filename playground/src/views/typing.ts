// A command of one's own, with what may come next, and mistakes at the word.

import type { App } from "../app.js";
import { h, itself, put } from "../dom.js";
import type { Next } from "../wire.js";
import { suggest } from "./suggest.js";

type Typing = { whole: HTMLElement; draw: () => void };

/** The field of a page is made once, so that it can be drawn anew while somebody types. */
const made = new WeakMap<App, Typing>();

export function typing(app: App): Node {
  const known = made.get(app) ?? make(app);
  made.set(app, known);
  known.draw();
  return itself(known.whole);
}

/** A text before, at and after the word with this number, from 1. Words are what the library takes for words: between spaces and commas. */
export function atWord(text: string, number: number): [string, string, string] {
  const word = [...text.matchAll(/[^ ,]+/g)][number - 1];
  if (!word) return [text, "…", ""];
  const end = word.index + word[0].length;
  return [text.slice(0, word.index), word[0], text.slice(end)];
}

function make(app: App): Typing {
  const desk = app.command;
  let drawn: string | undefined;
  const field = h("input", {
    id: "typed",
    "data-key": "typed",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "typed-problem",
    onchange: () => {
      drawn = undefined;
      void desk.change({ text: field.value });
    },
  });
  const offers = async () => {
    const text = field.value.slice(0, field.selectionStart ?? undefined);
    return (await app.engine.ask<Next>({ ask: "next", text })).offers;
  };
  const said = h("p", { id: "typed-problem", class: "problem", role: "status" });
  const whole = h(
    "div",
    { class: "typing" },
    h("label", { for: "typed" }, "Or type a command"),
    h("div", { class: "suggested" }, field, suggest(field, offers, " ", () => {})),
    said,
  );
  const draw = () => {
    const { draft, problem, typed } = desk;
    const value = typed ?? draft?.text ?? "";
    const now = `${app.item?.id} ${value}`;
    // What is being typed stays as long as nothing else is meant.
    if (now !== drawn) field.value = value;
    drawn = now;
    if (problem) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    const [before, word, after] = problem?.word === undefined ? ["", "", ""] : atWord(value, problem.word);
    put(said, problem && h("code", {}, before, h("mark", {}, word), after), problem && ` ${problem.message}`);
  };
  return { whole, draw };
}
