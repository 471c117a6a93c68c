// Riddles: what happens in these pairs, and what would happen in the last world?

import type { App } from "./app.js";
import { type Child, h } from "./dom.js";
import { picture } from "./picture.js";
import type { RiddleItem, World, Words } from "./wire.js";

export function riddle(app: App, item: RiddleItem): Child[] {
  const words = app.about?.words;
  if (!words) return [];
  const pair = (input: World, output: World | undefined, title: string, lit: number) =>
    h(
      "figure",
      { class: "pair" },
      h("figcaption", {}, title),
      still(app, words, input, `${title}, before`, app.revealed ? [lit] : []),
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      output ? still(app, words, output, `${title}, after`, []) : h("div", { class: "unknown" }, "?"),
    );
  return [
    ...item.pairs.map(({ input, output, target }, at) => pair(input, output, `Example ${at + 1}`, target)),
    pair(item.test.input, app.revealed ? item.test.output : undefined, "And this one?", item.test.target),
  ];
}

export function riddleAnswer(app: App, item: RiddleItem): Child[] {
  return [
    h("p", {}, "In every example, one rule chooses an object and one change is made to it. Find the rule, and say what becomes of the last world."),
    app.revealed
      ? h("p", { class: "verdict good", role: "status" }, `${item.logic}.`)
      : h("button", { type: "button", class: "main", "data-key": "reveal", onclick: () => app.giveUp() }, "Show the answer"),
  ];
}

function still(app: App, words: Words, world: World, label: string, targets: number[]): SVGSVGElement {
  const svg = picture({ world, words, label, targets, letters: app.letters });
  // Riddles have no agent.
  svg.querySelector(".agent")?.remove();
  return svg;
}
