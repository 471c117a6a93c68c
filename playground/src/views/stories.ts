// Stories: lines that can be changed, and answers with what they rest on.

import type { App } from "../app.js";
import { type Child, clear, h } from "../dom.js";
import type { Answered } from "../wire.js";
import { light, timeline } from "./timeline.js";

/** Of longer stories, what lies between the beginning, the end and what matters is left out. */
const LONG = 80;
const EDGE = 20;

/** The lines that are shown. */
function shownLines(app: App): number[] {
  const { lines } = app.story;
  const used = supporting(app);
  const all = [...lines.keys()];
  return lines.length <= LONG ? all : all.filter((at) => at < EDGE || at >= lines.length - EDGE || used.has(at + 1));
}

function supporting(app: App): Set<number> {
  return new Set(app.story.solved?.answers.flatMap(({ supporting }) => supporting) ?? []);
}

export function isQuestion(line: string): boolean {
  return line.trimEnd().endsWith("?");
}

export function story(app: App): Child[] {
  const desk = app.story;
  const { lines, solved } = desk;
  if (!solved) return [];
  const used = supporting(app);
  const row = (place: number) => {
    const number = place + 1;
    const text = lines[place] ?? "";
    const lit = used.has(number);
    const problem = solved.faults.find(({ line }) => line === number)?.message;
    const moved = (by: number) => {
      const next = [...lines];
      const [line] = next.splice(place, 1);
      next.splice(place + by, 0, line ?? "");
      void desk.change(next);
    };
    const small = (label: string, sign: string, act: () => void, disabled = false) =>
      h("button", { type: "button", class: "quiet icon", "aria-label": `${label} line ${number}`, title: label, "data-key": `${label}-${place}`, disabled, onclick: act }, sign);
    return h(
      "li",
      { class: `${lit ? "lit" : ""} ${isQuestion(text) ? "asked" : ""}`, "data-line": number, ...light([number]) },
      h("span", { class: "number" }, String(number)),
      h("input", {
        value: text,
        "aria-label": `Line ${number}${lit ? ", supporting" : ""}`,
        "aria-invalid": problem ? "true" : undefined,
        "data-key": `line-${place}`,
        onchange: (event: Event) => void desk.change(lines.with(place, (event.target as HTMLInputElement).value)),
      }),
      small("Move up", "↑", () => moved(-1), place === 0),
      small("Move down", "↓", () => moved(1), place === lines.length - 1),
      small("Delete", "✕", () => void desk.change(lines.toSpliced(place, 1))),
      problem && h("p", { class: "problem" }, problem),
    );
  };
  const add = (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("line") as HTMLInputElement;
    const line = field.value.trim();
    clear(field);
    // What is told goes before the question that ends the story; what is asked after everything.
    const end = isQuestion(line) || !isQuestion(lines.at(-1) ?? "") ? lines.length : lines.length - 1;
    if (line) void desk.change(lines.toSpliced(end, 0, line));
  };
  const shown = shownLines(app);
  const quiet = (label: string, key: string, act: () => void, disabled = false) =>
    h("button", { type: "button", class: "quiet", "data-key": key, disabled, onclick: act }, label);
  return [
    h("ol", { class: "story" }, ...shown.map(row)),
    shown.length < lines.length && h("p", { class: "hint" }, `${lines.length - shown.length} lines in between are not shown.`),
    h(
      "form",
      { class: "asking", onsubmit: add },
      h("label", { for: "line" }, "Add a line, or ask any question"),
      h("input", { id: "line", name: "line", "data-key": "new-line", placeholder: "Where is Mary?", autocomplete: "off" }),
      h("button", { type: "submit" }, "Add"),
    ),
    h(
      "div",
      { class: "tools", role: "group", "aria-label": "Change the story" },
      h("span", { class: "grow" }),
      quiet("Undo", "undo", () => void desk.undo(), !desk.history.canUndo),
      quiet("Redo", "redo", () => void desk.redo(), !desk.history.canRedo),
      app.isChanged && quiet("Back to the item", "restore", () => void app.restore()),
    ),
  ];
}

/** The answers, and who is where. */
export function knowledge(app: App): Child[] {
  const { solved, lines } = app.story;
  if (!solved) return [];
  return [
    ...solved.answers.map((answer) => answered(answer, lines[answer.line - 1] ?? "")),
    solved.answers.length === 0 && h("p", { class: "hint" }, "Ask a question: a line that ends in a question mark."),
    solved.tracks.length > 0 && h("h3", {}, "Who is where, after each line"),
    solved.tracks.length > 0 && timeline(solved, lines),
  ];
}

function answered(answer: Answered, question: string): Child {
  const sets = answer.all_minimal.slice(0, 12);
  const lead = sets.length > 1 ? "Each of these shows it:" : sets[0]?.length === 1 ? "It rests on one line:" : "It rests on these lines together:";
  return h(
    "div",
    { class: "answer" },
    h("p", { class: "question" }, question),
    h(
      "p",
      { class: `verdict ${answer.status === "unknown" ? "bad" : "good"}`, role: "status" },
      answer.status === "unknown" ? "It does not follow from the story." : answer.answer,
      answer.status === "ambiguous" && " (an earlier occasion gives another answer)",
    ),
    sets.length > 0 &&
      h(
        "div",
        { class: "edits" },
        h("span", {}, lead),
        ...sets.map((set) => h("button", { type: "button", class: "edit", "data-key": `set-${answer.line}-${set.join()}`, ...light(set) }, set.length > 1 ? `lines ${set.join(", ")}` : `line ${set.join()}`)),
        answer.all_minimal.length > sets.length && h("span", {}, `and ${answer.all_minimal.length - sets.length} more`),
      ),
    answer.composition.length > 0 && h("p", { class: "hint" }, `Kind of question: ${answer.kind.replaceAll("_", " ")}. What one has to put together: ${answer.composition.join(" + ").toLowerCase()}.`),
  );
}
