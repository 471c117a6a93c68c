// Answers of models: pasted, or dropped as a file. They are read by the rule of `wampimuk score`, and stay on this machine.

import type { App, Predictions } from "./app.js";
import { type Child, count, h } from "./dom.js";
import type { Judged, JudgedLine } from "./wire.js";

const ROWS = 200;

export function judge(app: App): Child[] {
  const { judged, said } = app;
  const read = (event: Event) => {
    event.preventDefault();
    void app.judge(((event.target as HTMLFormElement).elements.namedItem("said") as HTMLTextAreaElement).value);
  };
  return [
    h(
      "form",
      { class: "judging", onsubmit: read },
      h("label", { for: "said" }, "Paste what a model said about this item"),
      h("textarea", { id: "said", name: "said", rows: 4, "data-key": "said", spellcheck: "false", value: said, placeholder: example(app) }),
      h("button", { type: "submit", class: "main" }, "Judge it"),
    ),
    judged && verdict(judged),
    h("h3", {}, "Many answers"),
    dropzone(app),
    app.predictions && table(app, app.predictions),
  ];
}

function example(app: App): string {
  const kind = app.item?.kind;
  return kind === "command" ? "I turn left first.\nAnswer: turn left, walk, walk" : kind === "story" ? "Answer: kitchen" : "Answer:\n0 0 12\n0 0 0\n…";
}

function verdict(judged: Judged): Child {
  const grade = judged.exact ? "Right: exactly the expected answer." : judged.fulfils ? "Fulfilled, in another way than the expected one." : "Wrong.";
  return h(
    "div",
    { class: "result", role: "status" },
    h("p", { class: `verdict ${judged.exact || judged.fulfils ? "good" : "bad"}` }, grade),
    judged.why && h("p", {}, `What is wrong first: ${judged.why}.`),
    judged.wrong_object && h("p", {}, `It went to ${judged.wrong_object}.`),
    judged.missed && h("p", {}, `It missed ${judged.missed.map((word) => `“${word}”`).join(", ")}: without it, that object would fit.`),
    judged.actions && h("p", { class: "actions" }, `Read as: ${judged.actions.join(", ") || "no action"}`),
    h("p", { class: "actions" }, `Expected: ${judged.expected || "no action"}`),
  );
}

function dropzone(app: App): Child {
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) void app.drop(file);
  };
  return h(
    "div",
    {
      class: "drop",
      ondragover: (event: DragEvent) => event.preventDefault(),
      ondrop: (event: DragEvent) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      },
    },
    h("label", { for: "file" }, "Drop a file of predictions for this recipe: JSON lines with split, index and prediction. "),
    h("input", { id: "file", type: "file", "data-key": "file", onchange: (event: Event) => take((event.target as HTMLInputElement).files) }),
    h("p", { class: "hint" }, "It is read here and goes nowhere."),
  );
}

function table(app: App, { name, lines, done, total, wrongOnly, filter }: Predictions): Child {
  const judged = lines.filter(({ problem }) => !problem);
  const right = judged.filter(({ exact }) => exact).length;
  const unread = lines.length - judged.length;
  // What is wrong comes first, and what cannot be judged before all.
  const rank = (line: JudgedLine) => (line.problem ? 0 : line.exact ? 3 : line.fulfils ? 2 : 1);
  const has = ({ split, why, problem, wrong_object, missed }: JudgedLine) =>
    [split, why, problem, wrong_object, ...(missed ?? [])].some((text) => text?.toLowerCase().includes(filter.toLowerCase()));
  const shown = lines.filter((line) => (!wrongOnly || !line.exact) && (filter === "" || has(line))).sort((a, b) => rank(a) - rank(b));
  const row = (line: JudgedLine) => {
    const { split, index } = line;
    const known = split !== undefined && index !== undefined && !line.problem;
    return h(
      "tr",
      {},
      h("td", {}, known ? h("button", { type: "button", class: "quiet", onclick: () => void app.go(split, index) }, `${split} ${index}`) : `line ${line.line}`),
      h("td", {}, line.problem ? "unread" : line.exact ? "right" : line.fulfils ? "other way" : "wrong"),
      h("td", {}, line.problem ?? line.why ?? ""),
      h("td", {}, line.missed?.join(", ") ?? ""),
    );
  };
  return h(
    "div",
    {},
    h(
      "p",
      { class: "verdict", role: "status" },
      `${name}: ${right} of ${count(judged.length, "answer")} right`,
      unread > 0 && `, ${count(unread, "line")} could not be judged`,
      done < total && ` (${done} of ${total} lines so far)`,
      ".",
    ),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        "data-key": "wrong-only",
        checked: wrongOnly,
        onchange: () => {
          if (app.predictions) app.predictions.wrongOnly = !wrongOnly;
          app.changed();
        },
      }),
      " only what is not right",
    ),
    h("label", { class: "filter" }, "with ", h("input", {
      value: filter,
      "data-key": "filter",
      placeholder: "a split, a word, a reason",
      oninput: (event: Event) => {
        if (app.predictions) app.predictions.filter = (event.target as HTMLInputElement).value;
        app.changed();
      },
    })),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Judged answers" },
      h(
        "table",
        { class: "list" },
        h("thead", {}, h("tr", {}, ...["item", "verdict", "why", "missed word"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, ...shown.slice(0, ROWS).map(row)),
      ),
    ),
    shown.length > ROWS && h("p", { class: "hint" }, `The first ${ROWS} of ${shown.length} are shown.`),
  );
}
