// Who is where, line by line; and lines that are pointed at, wherever they are.

import { type Child, h } from "../dom.js";
import type { Solved, Stay, Track } from "../wire.js";

/** Points at lines, in the story and in the timeline, as long as something is hovered over or has the focus. */
export function light(lines: number[]) {
  const on = () => mark(lines);
  const off = () => mark([]);
  return { onmouseenter: on, onmouseleave: off, onfocusin: on, onfocusout: off };
}

function mark(lines: number[]): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-line]")) {
    element.classList.toggle("pointed", lines.includes(Number(element.dataset["line"])));
  }
}

/** How cells look, and what that means. */
const KEYS = [
  ["known", "known"],
  ["known later", "known from a later line"],
  ["either", "one of several"],
  ["anywhere", "anywhere"],
];

export function timeline({ tracks, answers }: Solved, lines: string[]): Child {
  const places = [...new Set(tracks.flatMap(({ stays }) => stays.flatMap(({ places }) => places)))];
  const hue = (place: string) => `--hue: ${Math.round((places.indexOf(place) * 360) / Math.max(1, places.length) + 20)}`;
  const used = new Set(answers.flatMap(({ supporting }) => supporting));
  const cell = (name: string, { from, to, places, later, holder }: Stay) => {
    // The time before the story has no column.
    const first = Math.max(1, from);
    if (to <= first) return null;
    const where = places.length === 0 ? "anywhere" : places.join(" or ");
    const known = places.length === 1 ? "known" : places.length === 0 ? "anywhere" : "either";
    const carried = holder ? `, carried by ${holder}` : "";
    const said = `${name}: ${where}${carried}${later ? ", as a later line tells" : ""}`;
    return h(
      "td",
      { colspan: to - first, class: `${known}${later ? " later" : ""}`, style: hue(places[0] ?? ""), title: said, ...light([first]) },
      h("span", { class: "hidden" }, places.length === 0 ? "anywhere" : ""),
      places.length === 0 ? "" : where,
      holder && h("small", {}, ` ${holder}`),
    );
  };
  const row = ({ name, person, stays }: Track) => h("tr", {}, h("th", { scope: "row", class: person ? "person" : "" }, name), ...stays.map((stay) => cell(name, stay)));
  const head = (_: string, at: number) =>
    h("th", { scope: "col", class: used.has(at + 1) ? "used" : "", "data-line": at + 1, title: lines[at], ...light([at + 1]) }, String(at + 1));
  return h(
    "div",
    {},
    h(
      "div",
      { class: "scroll", "data-key": "scroll-timeline", tabindex: 0, role: "region", "aria-label": "Timeline" },
      h("table", { class: "timeline" }, h("thead", {}, h("tr", {}, h("td", {}), ...lines.map(head))), h("tbody", {}, ...tracks.map(row))),
    ),
    h(
      "p",
      { class: "hint keys" },
      ...KEYS.map(([look, meaning]) => h("span", {}, h("i", { class: `key ${look}` }), meaning)),
      tracks.some(({ stays }) => stays.some(({ holder }) => holder)) && h("span", {}, "small: who carries it"),
    ),
  );
}
