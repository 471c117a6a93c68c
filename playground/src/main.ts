// The page.

import { App, type Tab } from "./app.js";
import { commandPicture, doubt, sentence } from "./commands.js";
import { type Child, h, put } from "./dom.js";
import { Engine } from "./engine.js";
import { judge } from "./judge.js";
import { whole } from "./link.js";
import { actionOf, play } from "./play.js";
import { recipe } from "./recipe.js";
import { riddle, riddleAnswer } from "./riddles.js";
import { share } from "./share.js";
import { knowledge, story } from "./stories.js";

declare const MODULE: string;
declare const WORKER: string;

const LEADS = {
  command:
    "Below is a command, and the world it is given in. Touch a word to see what it is there for, drag an object to change what the command means, or carry it out yourself.",
  story: "Below is a story, and a question about it. Change a line, or ask another question, and see what follows and from which lines.",
  riddle: "Below are worlds before and after a change. One rule explains them all: what becomes of the last one?",
};

const place = (id: string) => document.getElementById(id) as HTMLElement;
let app: App;

function draw(part?: "choice"): void {
  put(place("choice"), ...choice());
  if (part === "choice") return;
  put(place("notice"), app.notice);
  const { item } = app;
  if (!item) return;
  put(place("spoken"), item.kind === "command" && app.meaning ? sentence(app, app.meaning) : null);
  put(place("stage"), ...stage());
  put(place("tabs"), ...tabs());
  const body = app.tab === "judge" ? judge(app) : app.tab === "recipe" ? recipe(app) : app.tab === "play" ? play(app) : side();
  put(place("panel"), ...body);
  put(place("foot"), h("p", { class: "id" }, "id ", h("code", { id: "id" }, item.id)), share(app));
  place("panel").setAttribute("aria-labelledby", `tab-${app.tab}`);
  put(place("lead"), `Benchmarks for compositional generalisation, to take apart. ${LEADS[item.kind]}`);
  document.body.dataset["shown"] = `${app.about?.name} ${app.split} ${app.index}`;
}

function stage(): Child[] {
  const { item } = app;
  if (item?.kind === "command") return commandPicture(app, item);
  if (item?.kind === "riddle") return riddle(app, item);
  return story(app);
}

function side(): Child[] {
  const { item } = app;
  if (item?.kind === "command") return doubt(app);
  if (item?.kind === "riddle") return riddleAnswer(app, item);
  return knowledge(app);
}

/** Recipe, split and index. */
function choice(): Child[] {
  const { about, split, index, recipes } = app;
  const families = [...new Set(recipes.map(({ family }) => family))];
  const value = (event: Event) => (event.target as HTMLInputElement).value;
  const own = app.own !== undefined;
  const len = about?.splits.find(({ name }) => name === split)?.len ?? 1;
  const step = (by: number) => void app.go(split, Math.min(Math.max(0, index + by), len - 1));
  return [
    h(
      "label",
      { class: "field" },
      "Recipe",
      h(
        "select",
        { "data-key": "recipe", value: own ? "" : (about?.name ?? ""), onchange: (event: Event) => void app.open(value(event), about?.seed ?? 0, undefined, "", 0) },
        own && h("option", { value: "" }, "your own"),
        !own && recipes.length === 0 && h("option", { value: about?.name }, about?.name),
        ...families.map((family) =>
          h("optgroup", { label: family }, ...recipes.filter((one) => one.family === family).map(({ name }) => h("option", { value: name }, name))),
        ),
      ),
    ),
    h(
      "label",
      { class: "field" },
      "Split",
      h(
        "select",
        { "data-key": "split", value: split, onchange: (event: Event) => void app.go(value(event), 0) },
        ...(about?.splits.filter(({ len }) => len > 0).map(({ name }) => h("option", { value: name }, name)) ?? []),
      ),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "index" }, "Index"),
      h(
        "span",
        { class: "stepper" },
        h("button", { type: "button", "aria-label": "Previous item", "data-key": "previous", disabled: index === 0, onclick: () => step(-1) }, "‹"),
        h("input", {
          id: "index",
          inputmode: "numeric",
          "data-key": "index",
          value: String(index),
          onchange: (event: Event) => {
            const number = whole(value(event));
            if (number !== undefined) return void app.go(split, number);
            app.notice = "An index is a whole number.";
            app.changed();
          },
        }),
        h("button", { type: "button", "aria-label": "Next item", "data-key": "next", disabled: index + 1 >= len, onclick: () => step(1) }, "›"),
      ),
    ),
    h(
      "label",
      { class: "field seed" },
      "Seed",
      h("input", {
        inputmode: "numeric",
        "data-key": "seed",
        value: String(about?.seed ?? 0),
        onchange: (event: Event) => {
          const number = whole(value(event));
          if (number !== undefined) return void app.open(about?.name ?? "", number, app.own, split, index);
          app.notice = "A seed is a whole number.";
          app.changed();
        },
      }),
    ),
    h("button", { type: "button", class: "main surprise", "data-key": "surprise", onclick: () => app.surprise() }, "Surprise me"),
    about && h("p", { class: "about" }, `${about.title}. `, h("span", {}, about.splits.find(({ name }) => name === split)?.title ?? "")),
  ];
}

function tabs(): Child[] {
  const kind = app.item?.kind;
  const first = kind === "command" ? "Doubt" : kind === "riddle" ? "Riddle" : "Answer";
  const names: [Tab, string][] = [["doubt", first], ["judge", "Judge"], ["recipe", "Recipe"]];
  if (kind === "command") names.splice(1, 0, ["play", "Play"]);
  const show = (tab: Tab) => {
    Object.assign(app, { tab, lit: undefined, piece: undefined, chosen: undefined });
    app.pause();
    app.changed();
  };
  const turn = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = names.findIndex(([tab]) => tab === app.tab);
    const next = names[(at + by + names.length) % names.length]?.[0] ?? "doubt";
    show(next);
    place(`tab-${next}`).focus();
  };
  return names.map(([tab, name]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${tab}`,
        "data-key": `tab-${tab}`,
        "aria-selected": String(app.tab === tab),
        "aria-controls": "panel",
        tabindex: app.tab === tab ? 0 : -1,
        onclick: () => {
          show(tab);
          // From here on, the arrow keys are the agent's and not the tabs'.
          if (tab === "play") place("panel").focus();
        },
        onkeydown: turn,
      },
      name,
    ),
  );
}

/** Keys that are no part of an element: actions while playing, the next item otherwise. */
function key(event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = app.tab === "play" && app.item?.kind === "command" ? actionOf(event.key) : undefined;
  if (action) {
    event.preventDefault();
    void app.act(action);
  } else if (event.key === "n") {
    void app.go(app.split, app.index + 1);
  } else if (event.key === "r") {
    app.surprise();
  }
}

const SCHEMES = ["light dark", "light", "dark"];

function scheme(button: HTMLElement): void {
  let at = 0;
  button.addEventListener("click", () => {
    at = (at + 1) % SCHEMES.length;
    document.documentElement.style.colorScheme = SCHEMES[at] ?? "light dark";
    button.textContent = ["Light or dark: as the system", "Light", "Dark"][at] ?? "";
  });
}

/** As a part of another page: `?embed` leaves out what surrounds the item, `scheme=dark` is as dark as that page. */
function embed(): void {
  const asked = new URLSearchParams(location.search);
  const scheme = asked.get("scheme");
  if (scheme && SCHEMES.includes(scheme)) document.documentElement.style.colorScheme = scheme;
  if (!asked.has("embed")) return;
  document.body.classList.add("embedded");
  // Whoever shows this page gives it the room that it needs.
  new ResizeObserver(() => parent.postMessage({ wampimukHeight: document.body.scrollHeight + 2 }, "*")).observe(document.body);
}

async function main(): Promise<void> {
  embed();
  const engine = await Engine.create(MODULE, WORKER);
  app = new App(engine, draw);
  addEventListener("keydown", key);
  addEventListener("hashchange", () => void app.follow(location.hash));
  // A file that misses the place for it must not replace the page.
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
  place("cancel").addEventListener("click", () => engine.cancel());
  place("letters").addEventListener("change", (event) => {
    app.letters = (event.target as HTMLInputElement).checked;
    app.changed();
  });
  scheme(place("scheme"));
  await app.start();
  document.body.dataset["ready"] = "yes";
}

main().catch((error: unknown) => {
  place("notice").textContent = `This browser cannot run the playground: ${error instanceof Error ? error.message : String(error)}`;
});
