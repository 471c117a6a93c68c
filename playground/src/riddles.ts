// Riddles: what happens in these pairs, and what would happen in the last world?

import type { App } from "./app.js";
import { type Child, h } from "./dom.js";
import { tools, touching } from "./edit.js";
import { picture, type Scene } from "./picture.js";
import type { RiddleItem, World, Words } from "./wire.js";

export function riddle(app: App, item: RiddleItem): Child[] {
  const words = app.about?.words;
  if (!words) return [];
  const pair = (title: string, before: Child, after: Child) =>
    h("figure", { class: "pair" }, h("figcaption", {}, title), before, h("span", { class: "arrow", "aria-hidden": "true" }, "→"), after);
  const shown = item.pairs.map(({ input, output, target }, at) => {
    const title = `Example ${at + 1}`;
    return pair(title, still(app, words, input, `${title}, before`, app.revealed ? [target] : []), still(app, words, output, `${title}, after`));
  });
  const { input, output, target } = item.test;
  const guess = guessOf(app, item);
  const editing = { app, world: guess, words, change: (world: World) => app.guessing(world), agent: false };
  const last = app.revealed
    ? still(app, words, output, "The last one, after")
    : still(app, words, guess, "Your answer: change what the rule changes", [], { touch: touching(editing), chosen: app.chosen });
  return [...shown, pair("And this one? Change the world on the right.", still(app, words, input, "The last one, before", app.revealed ? [target] : []), last), !app.revealed && tools(editing)];
}

function guessOf(app: App, item: RiddleItem): World {
  return app.guess ?? item.test.input;
}

export function riddleAnswer(app: App, item: RiddleItem): Child[] {
  const said = app.guessed === undefined ? null : app.guessed ? "Right." : "That is not it.";
  return [
    h("p", {}, "In every example, one rule chooses an object and one change is made to it. Find the rule, and do the same to the last world."),
    said && h("p", { class: `verdict ${app.guessed ? "good" : "bad"}`, role: "status" }, said),
    app.revealed
      ? h("p", { class: "verdict good", role: "status" }, `${item.logic}.`)
      : h(
          "div",
          { class: "edits" },
          h("button", { type: "button", class: "main", "data-key": "check", onclick: () => app.checkGuess(guessOf(app, item), item.test.output) }, "Check my answer"),
          h("button", { type: "button", "data-key": "reveal", onclick: () => app.giveUp() }, "Show the answer"),
          app.guess && h("button", { type: "button", "data-key": "again", onclick: () => void app.guessing(undefined) }, "From the start"),
        ),
  ];
}

function still(app: App, words: Words, world: World, label: string, targets: number[] = [], more: Partial<Scene> = {}): SVGSVGElement {
  const svg = picture({ world, words, label, targets, letters: app.letters, ...more });
  // Riddles have no agent.
  svg.querySelector(".agent")?.remove();
  return svg;
}
