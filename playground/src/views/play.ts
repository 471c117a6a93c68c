// Playing: as the agent, beside the oracle; or answering a question, with the lines that show it.

import type { App } from "../app.js";
import { type Child, count, h } from "../dom.js";
import { isQuestion } from "./stories.js";

/** So many lines of a story are shown at a time. */
const PART = 100;

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
  return app.item?.kind === "story" ? answering(app) : walking(app);
}

/** The buttons of the actions. */
export function pad(act: (action: string) => void): Child {
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": "Actions" },
    ...KEYS.map(([action, sign]) => h("button", { type: "button", "data-key": `act-${action}`, onclick: () => act(action) }, h("kbd", {}, sign), ` ${action}`)),
  );
}

export function streak(app: App): Child {
  const { streak, best } = app.play;
  const text = streak > 0 ? `${streak} in a row` : "";
  return h("span", { class: "streak", role: "status" }, best > streak && best > 1 ? `${text}${text ? ", " : ""}best ${best}` : text);
}

function walking(app: App): Child[] {
  const desk = app.play;
  const { walked, played } = desk;
  const oracle = app.command.meaning?.actions;
  const done = played?.fulfilled === true;
  const same = oracle?.join() === walked.join();
  return [
    h("p", { class: `verdict ${done ? "good" : ""}`, role: "status" }, said(app), done && (same ? " Just as the oracle does." : " The oracle takes another way.")),
    pad((action) => void desk.act(action)),
    h(
      "div",
      { class: "edits" },
      h("button", { type: "button", "data-key": "back", disabled: walked.length === 0, onclick: () => void desk.walk(walked.slice(0, -1)) }, "Take back"),
      h("button", { type: "button", "data-key": "again", disabled: walked.length === 0, onclick: () => void desk.walk([]) }, "From the start"),
      !desk.revealed && !done && h("button", { type: "button", "data-key": "reveal", onclick: () => desk.giveUp() }, "Show the oracle"),
      h("button", { type: "button", "data-key": "next-play", onclick: () => app.surprise() }, "Another one"),
      streak(app),
    ),
    h("h3", {}, "You"),
    h("p", { class: "actions" }, walked.length > 0 ? walked.join(", ") : "—"),
    (done || desk.revealed) && h("h3", {}, "The oracle"),
    (done || desk.revealed) && h("p", { class: "actions oracle" }, ...(oracle ? beside(oracle, walked) : ["The command has no single referent."])),
  ];
}

function said(app: App): string {
  const { walked, played } = app.play;
  if (played?.fulfilled) return "Fulfilled.";
  if (walked.length === 0) return "Carry out the command: with the keys, or with these buttons.";
  const outcome = played?.frames.at(-1)?.outcome;
  if (outcome === "blocked") return "Something is in the way.";
  if (outcome === "nothing") return "There is nothing underfoot to push or pull.";
  if (outcome === "braced") return "It is heavy: it moves with the second effort.";
  const why = played?.why ?? "";
  return played?.unfinished ? `Not yet: ${why}.` : `Not like this: ${why}.`;
}

/** What the oracle does, with the first action marked that is another one. */
function beside(oracle: string[], walked: string[]): Child[] {
  if (oracle.length === 0) return ["nothing to do"];
  const differs = walked.length === 0 ? -1 : oracle.findIndex((action, at) => action !== walked[at]);
  return oracle.flatMap((action, at) => [at > 0 ? ", " : null, at === differs ? h("mark", {}, action) : action]);
}

function answering(app: App): Child[] {
  const desk = app.play;
  const { judged, revealed, solution } = desk;
  const { lines } = app.story;
  if (app.isChanged) {
    return [h("p", { class: "hint" }, "The story was changed, and its question may have another answer now."), h("button", { type: "button", "data-key": "restore", onclick: () => void app.restore() }, "Back to the item")];
  }
  const answer = (event: Event) => {
    event.preventDefault();
    void desk.answer(((event.target as HTMLFormElement).elements.namedItem("answer") as HTMLInputElement).value);
  };
  const question = lines[(solution?.line ?? lines.length) - 1] ?? "";
  return [
    h("p", { class: "question" }, question),
    h(
      "form",
      { class: "asking", onsubmit: answer },
      h("label", { for: "answer" }, "Your answer; and mark the lines that show it"),
      h("input", { id: "answer", name: "answer", "data-key": "answer", value: desk.said, autocomplete: "off", disabled: revealed, "data-of": app.item?.id }),
      h("button", { type: "submit", class: "main", "data-key": "check", disabled: revealed }, "Check"),
    ),
    judged && h("p", { class: `verdict ${judged.exact ? "good" : "bad"}`, role: "status" }, judged.exact ? "Right." : `Not right: ${judged.why ?? "another answer"}.`),
    revealed &&
      h(
        "p",
        { class: `verdict ${desk.isSupported ? "good" : "bad"}` },
        desk.isSupported ? "And these lines show it." : `The answer is “${solution?.answer ?? ""}”, and ${(solution?.all_minimal ?? []).map((set) => (set.length > 1 ? `lines ${set.join(", ")}` : `line ${set.join()}`)).join(" or ")} show${(solution?.all_minimal[0]?.length ?? 0) > 1 ? "" : "s"} it.`,
      ),
    h(
      "div",
      { class: "edits" },
      !revealed && h("button", { type: "button", "data-key": "reveal", onclick: () => desk.giveUp() }, "Show the answer"),
      h("button", { type: "button", "data-key": "next-play", onclick: () => app.surprise() }, "Another one"),
      streak(app),
    ),
    h("p", { class: "hint" }, `${count(desk.marks.size, "line")} marked. An answer counts if it is right and the marked lines are just enough to show it.`),
  ];
}

/** The story as it is read while one plays: its lines can be marked. */
export function marking(app: App): Child[] {
  const desk = app.play;
  const { lines } = app.story;
  const right = new Set(desk.revealed ? desk.solution?.supporting : []);
  const { from } = desk;
  // Long stories are read in parts; the question is always there.
  const shown = [...lines.keys()].slice(from, from + PART);
  if (lines.length > 0 && shown.at(-1) !== lines.length - 1) shown.push(lines.length - 1);
  const row = (place: number) => {
    const number = place + 1;
    const text = lines[place] ?? "";
    if (isQuestion(text)) return h("li", { class: "asked" }, h("span", { class: "number" }, String(number)), h("span", { class: "told" }, text));
    return h(
      "li",
      { class: right.has(number) ? "lit" : "" },
      h("span", { class: "number" }, String(number)),
      h(
        "label",
        { class: "told" },
        h("input", { type: "checkbox", checked: desk.marks.has(number), disabled: desk.revealed, "data-key": `mark-${number}`, onchange: () => desk.mark(number) }),
        ` ${text}`,
      ),
    );
  };
  const turn = (label: string, to: number, disabled: boolean) =>
    h("button", { type: "button", class: "quiet", "data-key": label, disabled, onclick: () => desk.turn(to) }, label);
  const last = Math.min(from + PART, lines.length);
  return [
    h("ol", { class: "story marking" }, ...shown.map(row)),
    lines.length > PART &&
      h(
        "div",
        { class: "edits", role: "group", "aria-label": "Parts of the story" },
        h("span", { role: "status" }, `Lines ${from + 1} to ${last} of ${lines.length}`),
        turn("Earlier lines", Math.max(0, from - PART), from === 0),
        turn("Later lines", from + PART, last === lines.length),
      ),
  ];
}
