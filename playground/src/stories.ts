// Stories: lines that can be changed, answers with what they rest on, and who is where.

import type { App } from "./app.js";
import { type Child, h } from "./dom.js";
import type { Solved, Track } from "./wire.js";

export function story(app: App): Child[] {
  const { lines, solved } = app;
  if (!solved) return [];
  const fault = (number: number) => solved.faults.find(({ line }) => line === number)?.message;
  const used = new Set(solved.answers.flatMap(({ supporting }) => supporting));
  const row = (text: string, place: number) => {
    const number = place + 1;
    const lit = app.support.length > 0 ? app.support.includes(number) : used.has(number);
    const problem = fault(number);
    const asked = text.trimEnd().endsWith("?");
    const moved = (by: number) => {
      const next = [...lines];
      const [line] = next.splice(place, 1);
      next.splice(place + by, 0, line ?? "");
      void app.retell(next);
    };
    const small = (label: string, sign: string, act: () => void, disabled = false) =>
      h("button", { type: "button", class: "quiet icon", "aria-label": `${label} line ${number}`, title: label, "data-key": `${label}-${place}`, disabled, onclick: act }, sign);
    return h(
      "li",
      { class: `${lit ? "lit" : ""} ${asked ? "asked" : ""}` },
      h("span", { class: "number" }, String(number)),
      h("input", {
        value: text,
        "aria-label": `Line ${number}${lit ? ", supporting" : ""}`,
        "aria-invalid": problem ? "true" : undefined,
        "data-key": `line-${place}`,
        onchange: (event: Event) => void app.retell(lines.with(place, (event.target as HTMLInputElement).value)),
      }),
      small("Move up", "↑", () => moved(-1), place === 0),
      small("Move down", "↓", () => moved(1), place === lines.length - 1),
      small("Delete", "✕", () => void app.retell(lines.toSpliced(place, 1))),
      problem && h("p", { class: "problem" }, problem),
    );
  };
  const ask = (event: Event) => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem("line") as HTMLInputElement;
    if (input.value.trim()) void app.retell([...lines, input.value.trim()]);
  };
  const shown = lines.length > 80 ? [...lines.keys()].filter((at) => at < 20 || at >= lines.length - 20 || used.has(at + 1)) : [...lines.keys()];
  return [
    h("ol", { class: "story" }, ...shown.map((place) => row(lines[place] ?? "", place))),
    shown.length < lines.length && h("p", { class: "hint" }, `${lines.length - shown.length} lines in between are not shown.`),
    h(
      "form",
      { class: "asking", onsubmit: ask },
      h("label", { for: "line" }, "Add a line, or ask a question"),
      h("input", { id: "line", name: "line", "data-key": "new-line", placeholder: "Where is Mary?", autocomplete: "off" }),
      h("button", { type: "submit" }, "Add"),
      app.earlier.length > 0 && h("button", { type: "button", class: "quiet", "data-key": "undo", onclick: () => void app.untell() }, "Undo"),
      app.isChanged && h("button", { type: "button", class: "quiet", "data-key": "restore", onclick: () => void app.restore() }, "Back to the item"),
    ),
  ];
}

/** The answers, and who is where. */
export function knowledge(app: App): Child[] {
  const { solved, lines } = app;
  if (!solved) return [];
  const light = (support: number[]) => ({
    onmouseenter: () => mark(support),
    onmouseleave: () => mark([]),
    onfocus: () => mark(support),
    onblur: () => mark([]),
  });
  const mark = (support: number[]) => {
    app.support = support;
    document.querySelectorAll(".story > li").forEach((line, place) => {
      const number = Number(line.querySelector(".number")?.textContent ?? place + 1);
      line.classList.toggle("pointed", support.includes(number));
    });
  };
  const answers = solved.answers.map((answer) =>
    h(
      "div",
      { class: "answer" },
      h("p", { class: "question" }, lines[answer.line - 1] ?? ""),
      h(
        "p",
        { class: `verdict ${answer.status === "unknown" ? "bad" : "good"}`, role: "status" },
        answer.status === "unknown" ? "It does not follow from the story." : answer.answer,
        answer.status === "ambiguous" && " (an earlier occasion gives another answer)",
      ),
      answer.all_minimal.length > 0 &&
        h(
          "div",
          { class: "edits" },
          h("span", {}, answer.all_minimal.length === 1 ? "It rests on" : "Each of these shows it:"),
          ...answer.all_minimal
            .slice(0, 12)
            .map((set) =>
              h("button", { type: "button", class: "edit", "data-key": `set-${answer.line}-${set.join()}`, ...light(set) }, set.length > 1 ? `lines ${set.join(", ")}` : `line ${set.join()}`),
            ),
        ),
      answer.composition.length > 0 && h("p", { class: "hint" }, `${answer.kind.replaceAll("_", " ")} · ${answer.composition.join(" + ").toLowerCase()}`),
    ),
  );
  return [
    ...answers,
    solved.answers.length === 0 && h("p", { class: "hint" }, "Ask a question: a line that ends in a question mark."),
    solved.tracks.length > 0 && h("h3", {}, "Who is where, after each line"),
    solved.tracks.length > 0 && timeline(solved),
  ];
}

function timeline({ tracks }: Solved): Child {
  const places = [...new Set(tracks.flatMap(({ places }) => places.flat()))];
  const hue = (place: string) => `--hue: ${Math.round((places.indexOf(place) * 360) / Math.max(1, places.length) + 20)}`;
  const row = ({ name, person, places }: Track) => {
    const cells: Child[] = [];
    for (let at = 0; at < places.length; ) {
      let to = at + 1;
      while (to < places.length && JSON.stringify(places[to]) === JSON.stringify(places[at])) to++;
      const here = places[at] ?? [];
      const said = here.length === 0 ? "anywhere" : here.join(" or ");
      cells.push(h("td", { colspan: to - at, class: here.length === 1 ? "known" : here.length === 0 ? "anywhere" : "either", style: hue(here[0] ?? ""), title: said }, here.length === 0 ? "" : said));
      at = to;
    }
    return h("tr", {}, h("th", { scope: "row", class: person ? "person" : "" }, name), ...cells);
  };
  const lines = tracks[0]?.places.length ?? 0;
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Timeline" },
    h(
      "table",
      { class: "timeline" },
      h("thead", {}, h("tr", {}, h("td", {}), ...Array.from({ length: lines }, (_, at) => h("th", { scope: "col" }, String(at + 1))))),
      h("tbody", {}, ...tracks.map(row)),
    ),
  );
}
