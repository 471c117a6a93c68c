// Answers of models: pasted, or dropped as a file. They are read by the rule of `wampimuk score`, and stay on this machine.

import type { App } from "../app.js";
import { type Answers, FILTERS, type Filter, fitting, outcomeOf, valueOf } from "../desk/judging.js";
import { type Child, count, h } from "../dom.js";
import type { Judged, JudgedLine } from "../wire.js";

const ROWS = 200;

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
      h("textarea", { id: "said", name: "said", rows: 4, "data-key": "said", spellcheck: "false", value: said, placeholder: example(app) }),
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
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) void app.judging.drop(file);
  };
  return h(
    "div",
    { class: "drop" },
    h("label", { for: "file" }, "Drop predictions anywhere on this page, or choose a file: what ", h("code", {}, "wampimuk predict"), " and ", h("code", {}, "wampimuk eval"), " write, JSON lines with split, index and prediction, or a list of the originals' models."),
    h("input", { id: "file", type: "file", "data-key": "file", onchange: (event: Event) => take((event.target as HTMLInputElement).files) }),
    h("p", { class: "hint" }, "It is read here and goes nowhere."),
  );
}

/** How each split fares. */
function bySplit({ lines }: Answers): Child {
  const splits = [...new Set(lines.filter(({ problem }) => !problem).map(({ split }) => split ?? ""))];
  const row = (split: string) => {
    const of = lines.filter((line) => line.split === split && !line.problem);
    const share = (number: number) => `${((100 * number) / Math.max(1, of.length)).toFixed(1)} %`;
    const cells = [of.length.toLocaleString("en"), share(of.filter(({ exact }) => exact).length), share(of.filter(({ fulfils }) => fulfils).length), share(of.filter(({ reached }) => reached).length)];
    return h("tr", {}, h("th", { scope: "row" }, split), ...cells.map((cell) => h("td", { class: "figure" }, cell)));
  };
  return h(
    "table",
    { class: "list" },
    h("thead", {}, h("tr", {}, ...["split", "answers", "exact", "fulfilled", "object found"].map((title, at) => h("th", { scope: "col", class: at > 0 ? "figure" : "" }, title)))),
    h("tbody", {}, ...splits.map(row)),
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
function filter(app: App, answers: Answers, name: Filter): Child {
  const counts = new Map<string, number>();
  for (const line of fitting(answers, name)) {
    const value = valueOf(line, name);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
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
  const { name, model, lines, done, total } = answers;
  const judged = lines.filter(({ problem }) => !problem);
  const right = judged.filter(({ exact }) => exact).length;
  const unread = lines.length - judged.length;
  const shown = fitting(answers);
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
  return h(
    "div",
    {},
    h(
      "p",
      { class: "verdict", role: "status" },
      `${name}${model ? ` (${model})` : ""}: ${right.toLocaleString("en")} of ${count(judged.length, "answer")} right`,
      unread > 0 && `, ${count(unread, "line")} could not be judged`,
      done < total && ` (${done.toLocaleString("en")} of ${total.toLocaleString("en")} lines so far)`,
      ".",
    ),
    judged.length > 0 && bySplit(answers),
    h(
      "div",
      { class: "filters", role: "group", "aria-label": "Which answers are listed" },
      ...FILTERS.map((name) => filter(app, answers, name)),
      h(
        "label",
        { class: "field" },
        "with",
        h("input", { value: answers.text, "data-key": "filter", placeholder: "any word", oninput: (event: Event) => app.judging.search((event.target as HTMLInputElement).value) }),
      ),
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Judged answers" },
      h(
        "table",
        { class: "list answers" },
        h("thead", {}, h("tr", {}, ...["item", "verdict", "why", "missed"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, ...shown.slice(0, ROWS).map(row)),
      ),
    ),
    shown.length > ROWS && h("p", { class: "hint" }, `The first ${ROWS} of ${shown.length.toLocaleString("en")} are shown, errors first.`),
  );
}
