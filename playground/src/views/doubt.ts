// What becomes of a command when one of its words is doubted.

import type { App } from "../app.js";
import { type Child, count, h } from "../dom.js";
import type { Meaning, Piece } from "../wire.js";
import { typing } from "./typing.js";

export function doubt(app: App): Child[] {
  const desk = app.command;
  const { meaning } = desk;
  if (!meaning) return [];
  return [
    verdict(meaning),
    h("h3", {}, "Doubt a word"),
    desk.piece === undefined
      ? h("p", { class: "hint" }, "Choose a word of the command above: leave it out, replace it, exchange it with another. A solid line below a word says that it is needed in this world, a dotted one that it is not. In the world, a frame is around what the command refers to, a dashed one around what its clauses speak of.")
      : about(app, meaning, desk.piece),
    h(
      "div",
      { class: "headed" },
      h("h3", {}, "How the words narrow it down"),
      h("button", { type: "button", class: "quiet", "data-key": "narrate", onclick: () => desk.narrate() }, desk.running === "words" ? "Stop" : "Show me"),
    ),
    ...meaning.phrases.map((_, number) => ladder(app, meaning, number)),
    readings(app, meaning),
    typing(app),
  ];
}

function verdict(meaning: Meaning): Child {
  const [target] = meaning.referents;
  if (meaning.problem || target === undefined) {
    const names = meaning.referents.map((number) => meaning.objects[number]).join("; ");
    const problem = meaning.problem ?? "";
    return h("p", { class: "verdict bad", role: "status" }, `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${names ? `: ${names}.` : "."}`);
  }
  const actions = meaning.actions ?? [];
  return h("p", { class: "verdict good", role: "status" }, `It refers to ${meaning.objects[target]}, and asks for ${count(actions.length, "action")}.`);
}

/** What a word is there for, and what could stand in its place. */
function about(app: App, meaning: Meaning, number: number): Child {
  const piece = meaning.pieces[number];
  if (!piece) return null;
  const edit = (label: string, text: string) =>
    h("button", { type: "button", class: "edit", "data-key": `edit-${label}`, onclick: () => void app.command.change({ text }) }, label);
  const group = (title: string, what: string) => {
    const edits = piece.edits.filter((one) => one.what === what);
    return edits.length > 0 && h("div", { class: "edits" }, h("span", {}, title), ...edits.map(({ label, text }) => edit(label, text)));
  };
  const leaveOut = piece.kind === "noun" ? "say “object”" : piece.kind === "relation" ? "leave out the clause" : "leave it out";
  return h(
    "div",
    { class: "why" },
    piece.without && h("p", { role: "status" }, reason(meaning, piece)),
    piece.without && h("div", { class: "edits" }, edit(leaveOut, piece.without.text)),
    group("replace by", "replace"),
    group(piece.kind === "noun" ? "say more:" : "say how:", "add"),
    group("exchange with", "swap"),
  );
}

function reason(meaning: Meaning, piece: Piece): string {
  const { referents = [], added = [] } = piece.without ?? {};
  const word = `“${piece.text}”${piece.kind === "relation" ? " and what follows" : ""}`;
  if (!piece.needed) return `Without ${word} the command would mean the same here: the word is not needed in this world.`;
  if (added.length === 0) return `Without ${word} the command would refer to ${referents.length === 0 ? "nothing" : "less"}.`;
  const names = added.map((number) => meaning.objects[number]).join("; ");
  return `Why is ${word} needed? Without it, ${names} would fit as well.`;
}

/** The sets of the denotation: each step leaves less. */
function ladder(app: App, meaning: Meaning, number: number): Child {
  const desk = app.command;
  const steps = meaning.phrases[number]?.steps ?? [];
  const all = meaning.objects.length;
  const step = ({ text, objects }: { text: string; objects: number[] }, place: number) => {
    const lit = desk.rung?.[0] === number && desk.rung[1] === place;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "step", "data-key": `step-${number}-${place}`, "aria-pressed": String(lit), onclick: () => desk.climb(number, lit ? undefined : place) },
        h("span", {}, text),
        h("b", {}, count(objects.length, "object")),
        h("i", { style: `--share: ${all === 0 ? 0 : objects.length / all}` }),
      ),
    );
  };
  return h("ol", { class: number === 0 ? "ladder" : "ladder inner" }, ...steps.map(step));
}

const READINGS: Record<string, string> = {
  existential: "smaller than some other",
  superlative: "the smallest of its kind",
  "colour-blind": "the smallest with that noun",
};

function readings(app: App, meaning: Meaning): Child {
  if (!meaning.pieces.some(({ kind }) => kind === "size")) return null;
  const option = ([name, referents]: [string, number[]]) =>
    h(
      "label",
      { class: "reading" },
      h("input", {
        type: "radio",
        name: "reading",
        "data-key": `reading-${name}`,
        value: name,
        checked: meaning.reading === name,
        onchange: () => void app.command.change({ reading: name }),
      }),
      h("span", {}, READINGS[name] ?? name),
      h("b", {}, count(referents.length, "referent")),
    );
  return h("fieldset", {}, h("legend", {}, "How “small” is read, and “big” likewise"), ...meaning.readings.map(option));
}
