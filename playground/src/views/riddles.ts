// Riddles: what happens in these pairs, and what would happen in the last world?

import type { App } from "../app.js";
import { type Child, h } from "../dom.js";
import type { RiddleItem, World, Words } from "../wire.js";
import { tools, touching } from "./edit.js";
import { picture, type Scene } from "./picture.js";
import { streak } from "./play.js";

export function riddle(app: App, item: RiddleItem): Child[] {
  const words = app.about?.words;
  const desk = app.riddle;
  if (!words) return [];
  const { revealed } = desk;
  const guess = desk.guess ?? item.test.input;
  const pair = (title: string, before: Child, after: Child) =>
    h("figure", { class: "pair" }, h("figcaption", {}, title), before, h("span", { class: "arrow", "aria-hidden": "true" }, "→"), after);
  const shown = item.pairs.map(({ input, output, target }, at) => {
    const title = `Example ${at + 1}`;
    return pair(title, still(app, words, input, `${title}, before`, revealed ? [target] : []), still(app, words, output, `${title}, after`));
  });
  const { input, output, target } = item.test;
  const editing = { app, world: guess, words, change: (make: (world: World) => World) => desk.change(make), agent: false, history: desk.history, undo: () => desk.undo(), redo: () => desk.redo() };
  const last = revealed
    ? still(app, words, output, "The last one, after")
    : still(app, words, guess, "Your answer: change what the rule changes", [], { touch: touching(editing), chosen: app.command.chosen, key: "guess" });
  return [
    h("div", { class: "examples" }, ...shown),
    pair(revealed ? "And this one" : "And this one? Change the world on the right.", still(app, words, input, "The last one, before", revealed ? [target] : []), last),
    !revealed && tools(editing),
  ];
}

export function riddleAnswer(app: App, item: RiddleItem): Child[] {
  const desk = app.riddle;
  const judged = desk.judged?.judged;
  return [
    !desk.revealed && h("p", {}, "In every example, one rule chooses an object and one change is made to it. Find the rule, and do the same to the last world."),
    judged && h("p", { class: `verdict ${judged.exact ? "good" : "bad"}`, role: "status" }, judged.exact ? "Right." : `That is not it: ${judged.why ?? "it is another world"}.`),
    desk.revealed && h("p", { class: "verdict good", role: "status" }, `${item.logic.charAt(0).toUpperCase()}${item.logic.slice(1)}.`),
    h(
      "div",
      { class: "edits" },
      !desk.revealed && h("button", { type: "button", class: "main", "data-key": "check", onclick: () => void desk.check() }, "Check my answer"),
      !desk.revealed && h("button", { type: "button", "data-key": "reveal", onclick: () => desk.giveUp() }, "Show the answer"),
      h("button", { type: "button", "data-key": "next-play", onclick: () => app.surprise() }, "Another one"),
      streak(app),
    ),
  ];
}

function still(app: App, words: Words, world: World, label: string, targets: number[] = [], more: Partial<Scene> = {}): SVGSVGElement {
  return picture({ world, words, label, targets, letters: app.letters, agent: false, ...more });
}
