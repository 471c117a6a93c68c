// Taking an item away: as a link, a command, Python, a recipe, or a picture.

import type { App } from "../app.js";
import { type Child, h } from "../dom.js";
import { figure, movie } from "../export/figure.js";
import { gif } from "../export/gif.js";
import { png } from "../export/raster.js";
import { alone } from "../export/svg.js";
import { tikz } from "../export/tikz.js";
import { write } from "../link.js";

/** Enough of a digest to tell versions of a recipe apart. */
const DIGITS = 12;

/** What can be copied, and how it is made. */
function copies(app: App): [string, () => string][] {
  const { about, split, index } = app;
  const seed = about?.seed ?? 0;
  const name = app.own === undefined ? (about?.name ?? "") : "recipe.toml";
  const changed = app.isChanged ? "# before your changes\n" : "";
  const here = location.protocol === "about:" ? "playground.html" : location.href.replace(/[?#].*$/s, "");
  const link = () => `${here}${write({ ...app.address, digest: about?.digest.slice(0, DIGITS) ?? "" })}`;
  const list: [string, () => string][] = [
    ["Link", link],
    ["Command", () => `${changed}wampimuk show ${name} --split ${split} --index ${index}${seed ? ` --seed ${seed}` : ""}`],
    ["Python", () => `import wampimuk\n\n${changed}item = wampimuk.dataset("${name}", "${split}"${seed ? `, seed=${seed}` : ""})[${index}]\n`],
    ["TOML", () => about?.toml ?? ""],
  ];
  const drawn = (spell: (picture: SVGElement) => string) => () => {
    const picture = figure(app);
    return picture ? spell(picture) : "";
  };
  return [...list, ["SVG", drawn(alone)], ["LaTeX", drawn(tikz)]];
}

export function share(app: App): Child {
  const copy = async (name: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      app.say(`${name} copied.`);
    } catch {
      // Where the browser does not let pages write to the clipboard, the text is there to be copied by hand.
      app.say(text);
    }
  };
  const quiet = (name: string, verb: string, act: () => void) => h("button", { type: "button", class: "quiet", "data-key": `${verb}-${name}`, onclick: act }, name);
  const save = (name: string, make: () => Promise<Blob>) =>
    quiet(name, "save", () => void app.attempt(async () => offer(await make(), `${app.about?.name || "recipe"}-${app.split}-${app.index}.${name.toLowerCase()}`)));
  const picture = () => figure(app) ?? Promise.reject(new Error("there is nothing to draw"));
  return h(
    "div",
    { class: "share", role: "group", "aria-label": "Take it away" },
    h("span", {}, "Copy as"),
    ...copies(app).map(([name, make]) => quiet(name, "copy", () => void copy(name, make()))),
    h("span", {}, "Save as"),
    save("PNG", async () => png(await picture())),
    app.item?.kind === "command" && save("GIF", () => gif(movie(app))),
  );
}

/** Offers a file to be saved. */
export function offer(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
