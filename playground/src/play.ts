// Playing as the agent, beside the oracle.

import type { App } from "./app.js";
import { type Child, count, h } from "./dom.js";

const KEYS: [string, string, string][] = [
  ["walk", "↑", "ArrowUp"],
  ["turn left", "←", "ArrowLeft"],
  ["turn right", "→", "ArrowRight"],
  ["push", "P", "p"],
  ["pull", "L", "l"],
  ["stay", "S", "s"],
];

/** What a key does while one plays. */
export function actionOf(key: string): string | undefined {
  return KEYS.find(([, , code]) => code.toLowerCase() === key.toLowerCase())?.[0];
}

export function play(app: App): Child[] {
  const { walked, played, meaning } = app;
  const oracle = meaning?.actions;
  const done = played?.fulfilled === true;
  const outcome = played?.frames.at(-1)?.outcome;
  const said = done
    ? "Fulfilled."
    : walked.length === 0
      ? "Carry out the command: with the keys, or with these buttons."
      : outcome === "blocked"
        ? "Something is in the way."
        : outcome === "nothing"
          ? "There is nothing underfoot to push or pull."
          : outcome === "braced"
            ? "It is heavy: it moves with the second effort."
            : `Not yet: ${played?.why ?? ""}.`;
  const same = oracle?.join() === walked.join();
  return [
    h("p", { class: `verdict ${done ? "good" : ""}`, role: "status" }, said, done && (same ? " Just as the oracle does." : " The oracle takes another way.")),
    h(
      "div",
      { class: "pad", role: "group", "aria-label": "Actions" },
      ...KEYS.map(([action, sign]) =>
        h("button", { type: "button", "data-key": `act-${action}`, onclick: () => void app.act(action) }, h("kbd", {}, sign), ` ${action}`),
      ),
    ),
    h(
      "div",
      { class: "edits" },
      h("button", { type: "button", "data-key": "back", disabled: walked.length === 0, onclick: () => void app.playing(walked.slice(0, -1)) }, "Take back"),
      h("button", { type: "button", "data-key": "again", disabled: walked.length === 0, onclick: () => void app.playing([]) }, "From the start"),
      !app.revealed && h("button", { type: "button", "data-key": "reveal", onclick: () => app.giveUp() }, "Show the oracle"),
      h("button", { type: "button", "data-key": "next-play", onclick: () => app.surprise() }, "Another command"),
      h("span", { class: "streak" }, app.streak > 0 ? `${count(app.streak, "command")} in a row` : ""),
    ),
    h("h3", {}, "You"),
    h("p", { class: "actions" }, walked.length > 0 ? walked.join(", ") : "—"),
    (done || app.revealed) && h("h3", {}, "The oracle"),
    (done || app.revealed) && h("p", { class: "actions" }, oracle ? oracle.join(", ") || "nothing to do" : "The command has no single referent."),
  ];
}
