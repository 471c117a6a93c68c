// What an audit found, and what train says about the parts of hold-outs.

import type { Workshop } from "../desk/workshop.js";
import { type Child, h } from "../dom.js";
import type { Audited, Finding, Floor, Parts } from "../wire.js";

export function audit({ audit, parts }: Workshop, name: string): Child[] {
  return [...(parts && parts.parts.length > 0 ? evidence(parts) : []), ...(audit ? [...findings(audit, name), ...floors(audit)] : [])];
}

/** How often the parts of each hold-out occur in train: a fair hold-out shows each part, and never all of them. */
function evidence({ items, parts }: Parts): Child[] {
  const row = ({ about, label, count }: Parts["parts"][number], at: number) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, parts[at - 1]?.about === about ? "" : about),
      h("td", {}, label),
      h("td", { class: "figure" }, count.toLocaleString("en")),
      h("td", { class: "figure" }, `${((100 * count) / Math.max(1, items)).toFixed(1)} %`),
    );
  return [
    h("h3", {}, `What each hold-out leaves for train (of ${items.toLocaleString("en")} items)`),
    h(
      "div",
      { class: "scroll", "data-key": "scroll-parts", tabindex: 0, role: "region", "aria-label": "Parts of hold-outs in train" },
      h(
        "table",
        { class: "list parts" },
        h("thead", {}, h("tr", {}, ...["hold-out", "part", "in train", "share"].map((title, at) => h("th", { scope: "col", class: at > 1 ? "figure" : "" }, title)))),
        h("tbody", {}, ...parts.map(row)),
      ),
    ),
  ];
}

function findings({ split, items, train, looks, findings }: Audited, name: string): Child[] {
  const line = ({ severity, topic, text, meaning }: Finding) => h("li", {}, h("b", { class: severity }, `${severity}, ${topic}:`), ` ${text}. `, h("span", {}, meaning));
  const about = `Audit of ${items.toLocaleString("en")} items of ${split}${train > 0 ? `, and ${train.toLocaleString("en")} of train` : ""}`;
  return [
    h("h3", {}, about),
    findings.length === 0
      ? h("p", { class: "verdict good", role: "status" }, `Nothing found in ${looks} comparisons with chance.`)
      : h("ul", { class: "findings" }, ...findings.map(line)),
    h("p", { class: "hint" }, `Small audits see big flaws. For the whole: wampimuk audit ${name} --split ${split}`),
  ];
}

/** How far readers get who do not understand, each beside the most that it should be. */
function floors({ floors }: Audited): Child[] {
  if (floors.length === 0) return [];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const several = new Set(floors.map(({ group }) => group)).size > 1;
  const row = ({ group, what, reader, share, low, high, bar, missed, items }: Floor) =>
    h(
      "tr",
      { class: missed ? "missed" : "" },
      h("td", {}, h("span", {}, several ? `${reader}, ${group}` : reader), h("small", {}, what)),
      h("td", { class: "figure" }, percent(share)),
      h(
        "td",
        {},
        h(
          "div",
          { class: "gauge", title: `${percent(low)} to ${percent(high)}, of ${items} items; at most ${percent(bar)}` },
          h("i", { style: `width: ${100 * share}%` }),
          h("s", { style: `left: ${100 * low}%; width: ${100 * (high - low)}%` }),
          h("u", { style: `left: ${100 * Math.min(1, bar)}%` }),
        ),
      ),
      h("td", {}, missed ? "too far" : ""),
    );
  return [
    h("h3", {}, "Floors: how far readers get who do not understand"),
    h(
      "div",
      { class: "scroll", "data-key": "scroll-floors", tabindex: 0, role: "region", "aria-label": "Floors" },
      h(
        "table",
        { class: "list floors" },
        h("thead", {}, h("tr", {}, ...["reader", "right", "with 95 % interval, and the bar", ""].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, ...floors.map(row)),
      ),
    ),
  ];
}
