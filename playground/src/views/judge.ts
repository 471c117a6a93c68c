// Answers of models: pasted, or dropped as a file. They are read by the rule of `wampimuk score`, and stay on this machine.

import type { App } from "../app.js";
import { type Answers, FILTERS, type Filter, fitting, outcomeOf, ROWS, type Tally } from "../desk/judging.js";
import { type Child, count, h } from "../dom.js";
import type { Judged, JudgedLine } from "../wire.js";

export function judge(app: App): Child[] {
  const { judged, said, answers } = app.judging;
  const read = (event: Event) => {
    event.preventDefault();
    void app.judging.judge(((event.target as HTMLFormElement).elements.namedItem("said") as HTMLTextAreaElement).value);
  };
  return [
    h(
      "form",
      { class: "judging", onsubmit: read },
      h("label", { for: "said" }, "Paste what a model said about this item"),
      h("textarea", { id: "said", name: "said", rows: 4, "data-key": "said", "data-of": app.item?.id, spellcheck: "false", value: said, placeholder: example(app) }),
      h("button", { type: "submit", class: "main" }, "Judge it"),
    ),
    judged && verdict(judged),
    h("h3", {}, "Many answers"),
    dropzone(app),
    answers && table(app, answers),
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
    judged.wrong_object && h("p", {}, `It went to ${judged.wrong_object}${judged.role && judged.role !== "not known" ? `, which is there as: ${judged.role}` : ""}.`),
    judged.words && h("p", {}, `It missed ${judged.words.map((word) => `“${word}”`).join(", ")}: without it, that object would fit.`),
    !judged.words && judged.missed && h("p", {}, `It missed ${judged.missed}.`),
    judged.actions && h("p", { class: "actions" }, `Read as: ${judged.actions.join(", ") || "no action"}`),
    h("p", { class: "actions" }, `Expected: ${judged.expected || "no action"}`),
  );
}

function dropzone(app: App): Child {
  const take = ({ currentTarget }: Event) => {
    const field = currentTarget as HTMLInputElement;
    const file = field.files?.[0];
    if (file) void app.judging.drop(file);
    // The same file can be chosen again, after it has changed.
    field.value = "";
  };
  return h(
    "div",
    { class: "drop" },
    h("label", { for: "file" }, "Drop predictions anywhere on this page, or choose a file: what ", h("code", {}, "wampimuk predict"), " and ", h("code", {}, "wampimuk eval"), " write, JSON lines with split, index and prediction, or a list of the originals' models."),
    h("input", { id: "file", type: "file", "data-key": "file", onchange: take }),
    h("p", { class: "hint" }, "It is read here and goes nowhere."),
  );
}

/** How each split fares. */
function bySplit({ splits }: Answers): Child {
  const row = ([split, { answers, exact, fulfils, reached }]: [string, Tally]) => {
    const share = (number: number) => `${((100 * number) / Math.max(1, answers)).toFixed(1)} %`;
    const cells = [answers.toLocaleString("en"), share(exact), share(fulfils), share(reached)];
    return h("tr", {}, h("th", { scope: "row" }, split), ...cells.map((cell) => h("td", { class: "figure" }, cell)));
  };
  return h(
    "table",
    { class: "list" },
    h("thead", {}, h("tr", {}, ...["split", "answers", "exact", "fulfilled", "object found"].map((title, at) => h("th", { scope: "col", class: at > 0 ? "figure" : "" }, title)))),
    h("tbody", {}, ...[...splits].map(row)),
  );
}

const TITLES: Record<Filter, string> = {
  split: "split",
  kind: "kind",
  outcome: "verdict",
  ending: "where it leads",
  role: "wrong object",
  missed: "what was missed",
};

/** A choice among the values that the other filters leave. */
function filter(app: App, answers: Answers, name: Filter, counts: Map<string, number>): Child {
  const chosen = answers.filters[name] ?? "";
  if (counts.size < 2 && chosen === "") return null;
  const values = [...counts].sort(([, one], [, other]) => other - one);
  return h(
    "label",
    { class: "field" },
    TITLES[name],
    h(
      "select",
      { "data-key": `filter-${name}`, value: chosen, onchange: (event: Event) => app.judging.filter(name, (event.target as HTMLSelectElement).value) },
      h("option", { value: "" }, "any"),
      ...values.map(([value, number]) => h("option", { value }, `${value} (${number})`)),
      chosen !== "" && !counts.has(chosen) && h("option", { value: chosen }, `${chosen} (0)`),
    ),
  );
}

function table(app: App, answers: Answers): Child {
  const { name, model, warning, lines, verdicts, read, size, state } = answers;
  const all = Object.values(verdicts).reduce((sum, number) => sum + number, 0);
  const { unread = 0, right = 0 } = verdicts;
  const judged = all - unread;
  const { lines: shown, counts } = fitting(answers);
  const pages = Math.max(1, Math.ceil(shown.length / ROWS));
  const page = Math.min(answers.page, pages - 1);
  const first = page * ROWS;
  const open = (line: JudgedLine) => {
    const { split, index, said = "", brought } = line;
    if (brought) void app.command.change(brought).then(() => scrollTo({ top: 0 }));
    else if (split !== undefined && index !== undefined) {
      void app.go(split, index).then(() => {
        app.judging.said = said;
        void app.judging.judge(said);
        scrollTo({ top: 0 });
      });
    }
  };
  const row = (line: JudgedLine) => {
    const known = line.split !== undefined && line.index !== undefined && !line.problem;
    const missed = line.words?.join(", ") ?? line.missed ?? "";
    return h(
      "tr",
      {},
      h("td", {}, known ? h("button", { type: "button", class: "quiet", onclick: () => open(line) }, `${line.split} ${line.index}`) : `line ${line.line}`),
      h("td", {}, outcomeOf(line)),
      h("td", {}, line.problem ?? line.why ?? "", line.wrong_object && h("small", {}, ` It went to ${line.wrong_object}.`)),
      h("td", {}, missed),
    );
  };
  const turn = (label: string, to: number, disabled: boolean) =>
    h("button", { type: "button", class: "quiet", "data-key": label, disabled, onclick: () => app.judging.turn(to) }, label);
  const share = Math.floor((100 * read) / Math.max(1, size));
  return h(
    "div",
    { "data-key": "answers" },
    warning && h("p", { class: "verdict bad warning", role: "alert" }, warning),
    h(
      "p",
      { class: "verdict", role: "status" },
      `${name}${model ? ` (${model})` : ""}: ${right.toLocaleString("en")} of ${judged.toLocaleString("en")} answer${judged === 1 ? "" : "s"} right`,
      unread > 0 && `, ${count(unread, "line")} could not be judged`,
      state === "stopped" && ` (given up after ${share} % of the file)`,
      ".",
    ),
    state === "judging" &&
      h(
        "div",
        { class: "doing" },
        h("span", { class: "stage" }, `Judging: ${share} % of the file`),
        h("progress", { max: Math.max(1, size), value: read, "aria-label": "Judging" }),
        h("button", { type: "button", class: "quiet", "data-key": "stop-judging", onclick: () => app.judging.stop() }, "Cancel"),
      ),
    judged > 0 && bySplit(answers),
    h(
      "div",
      { class: "filters", role: "group", "aria-label": "Which answers are listed" },
      ...FILTERS.map((name) => filter(app, answers, name, counts.get(name) ?? new Map())),
      h(
        "label",
        { class: "field" },
        "with",
        h("input", { value: answers.text, "data-key": "filter", placeholder: "any word", oninput: (event: Event) => app.judging.search((event.target as HTMLInputElement).value) }),
      ),
    ),
    h(
      "div",
      { class: "scroll", "data-key": "judged", tabindex: 0, role: "region", "aria-label": "Judged answers" },
      h(
        "table",
        { class: "list answers" },
        h("thead", {}, h("tr", {}, ...["item", "verdict", "why", "missed"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, ...shown.slice(first, first + ROWS).map(row)),
      ),
    ),
    pages > 1 &&
      h(
        "div",
        { class: "edits", role: "group", "aria-label": "Parts of the list" },
        h("span", { role: "status" }, `${(first + 1).toLocaleString("en")} to ${Math.min(shown.length, first + ROWS).toLocaleString("en")} of ${shown.length.toLocaleString("en")}, errors first`),
        turn("Earlier answers", page - 1, page === 0),
        turn("Later answers", page + 1, page + 1 >= pages),
      ),
    lines.length < all &&
      h("p", { class: "hint" }, `Of ${all.toLocaleString("en")} lines, ${lines.length.toLocaleString("en")} are listed; all are counted above. Whoever needs them all: `, h("code", {}, "wampimuk score")),
  );
}
