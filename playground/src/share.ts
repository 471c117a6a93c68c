// Taking an item away: as a link, a command, Python or a picture.

import type { App } from "./app.js";
import { type Child, h } from "./dom.js";
import { write } from "./link.js";

/** What can be copied, and how it is made. */
function copies(app: App): [string, () => string][] {
  const { about, split, index } = app;
  const seed = about?.seed ?? 0;
  const name = app.own === undefined ? (about?.name ?? "") : "recipe.toml";
  const list: [string, () => string][] = [
    ["Link", () => `${location.href.replace(/#.*$/s, "")}${write(app.address())}`],
    ["Command", () => `wampimuk show ${name} --split ${split} --index ${index}${seed ? ` --seed ${seed}` : ""}`],
    ["Python", () => `import wampimuk\n\nitem = wampimuk.dataset("${name}", "${split}"${seed ? `, seed=${seed}` : ""})[${index}]\n`],
  ];
  if (app.item?.kind === "command") list.push(["SVG", svg]);
  return list;
}

/** The picture alone, with its colours. */
function svg(): string {
  const picture = document.querySelector("svg.world");
  if (!picture) return "";
  const alone = picture.cloneNode(true) as SVGElement;
  alone.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent =
    ".paper{fill:#fff}.line{stroke:#d0d4dc;fill:none}.hit{fill:none}.ring{fill:none;stroke:#787e8c;stroke-width:1.5;stroke-dasharray:4 3}" +
    ".ring.target{stroke:#262a36;stroke-width:2.5;stroke-dasharray:none}.agent path{fill:#262a36;stroke:#fff;stroke-width:2}" +
    ".trail{fill:none;stroke:#262a36;stroke-width:2.5;opacity:.5}.letter{font:700 11px sans-serif;text-anchor:middle;fill:#fff;stroke:#000;paint-order:stroke}";
  alone.prepend(style);
  for (const element of alone.querySelectorAll("[tabindex]")) {
    for (const name of ["tabindex", "role", "aria-label", "data-key", "data-thing"]) element.removeAttribute(name);
  }
  return new XMLSerializer().serializeToString(alone);
}

export function share(app: App): Child {
  const copy = async (name: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      app.notice = `${name} copied.`;
    } catch {
      // Where the browser does not let pages write to the clipboard, the text is there to be copied by hand.
      app.notice = text;
    }
    app.changed();
  };
  return h(
    "div",
    { class: "share", role: "group", "aria-label": "Copy" },
    h("span", {}, "Copy as"),
    ...copies(app).map(([name, make]) => h("button", { type: "button", class: "quiet", "data-key": `copy-${name}`, onclick: () => void copy(name, make()) }, name)),
  );
}
