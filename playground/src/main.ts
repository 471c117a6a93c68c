// The page.

import { App, type Tab } from "./app.js";
import { type Child, h, put } from "./dom.js";
import { ADVICE, program } from "./engine.js";
import { recall, remember } from "./memory.js";
import { isStudy, planOf, planOfFile, Study } from "./study.js";
import { commandStage, sentence } from "./views/commands.js";
import { doubt } from "./views/doubt.js";
import { choice } from "./views/header.js";
import { judge } from "./views/judge.js";
import { actionOf, marking, play } from "./views/play.js";
import { recipe } from "./views/recipe.js";
import { riddle, riddleAnswer } from "./views/riddles.js";
import { share } from "./views/share.js";
import { knowledge, story } from "./views/stories.js";
import { study as studied } from "./views/study.js";
import { Tour } from "./views/tour.js";

declare const MODULE: string;
declare const WORKER: string;

const LEADS = {
  command: "A command, and the world it is given in. Touch a word to see what it is there for, drag an object to change what the command means, or carry it out yourself.",
  story: "A story, and a question about it. Change a line or ask another question, and see what follows and from which lines.",
  riddle: "Worlds before and after a change. One rule explains them all: what becomes of the last one?",
};

const place = (id: string) => document.getElementById(id) as HTMLElement;
let app: App;
let tour: Tour;
let study: Study | undefined;

function draw(part?: "choice"): void {
  const { item } = app;
  put(place("notice"), app.notice);
  if (study) {
    put(place("study"), ...studied(app, study));
    if (item) document.body.dataset["shown"] = `${app.about?.name} ${app.split} ${app.index}`;
    return;
  }
  put(place("choice"), ...choice(app));
  if (part === "choice" || !item) return;
  const card = tour.card();
  put(place("tour"), card);
  put(place("spoken"), item.kind === "command" && app.command.meaning ? sentence(app, app.command.meaning) : null);
  put(place("stage"), ...stage());
  put(place("tabs"), ...tabs());
  put(place("panel"), ...panel());
  put(place("foot"), h("p", { class: "id" }, "id ", h("code", { id: "id" }, item.id)), share(app));
  place("panel").setAttribute("aria-labelledby", `tab-${app.tab}`);
  // The tour says it, too.
  put(place("lead"), card ? null : LEADS[item.kind]);
  document.body.dataset["shown"] = `${app.about?.name} ${app.split} ${app.index}`;
}

function stage(): Child[] {
  const { item } = app;
  if (item?.kind === "command") return commandStage(app, item);
  if (item?.kind === "riddle") return riddle(app, item);
  return app.tab === "play" && !app.isChanged ? marking(app) : story(app);
}

function panel(): Child[] {
  const { item, tab } = app;
  if (tab === "judge") return judge(app);
  if (tab === "recipe") return recipe(app);
  if (tab === "play") return play(app);
  if (item?.kind === "command") return doubt(app);
  return item?.kind === "riddle" ? riddleAnswer(app, item) : knowledge(app);
}

function tabs(): Child[] {
  const kind = app.item?.kind;
  const first = kind === "command" ? "Doubt" : kind === "riddle" ? "Riddle" : "Answer";
  const names: [Tab, string][] = [["doubt", first], ["play", "Play"], ["judge", "Judge"], ["recipe", "Recipe"]];
  // A riddle is played where it is looked at.
  if (kind === "riddle") names.splice(1, 1);
  const turn = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = names.findIndex(([tab]) => tab === app.tab);
    const next = names[(at + by + names.length) % names.length]?.[0] ?? "doubt";
    app.show(next);
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
          app.show(tab);
          // From here on, the arrow keys are the agent's and not the tabs'.
          if (tab === "play" && kind === "command") place("panel").focus();
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
  if (typing || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() === "z") travel(event.shiftKey);
    else if (event.key.toLowerCase() === "y") travel(true);
    return;
  }
  const action = app.tab === "play" && app.item?.kind === "command" ? actionOf(event.key) : undefined;
  if (action) {
    event.preventDefault();
    void app.play.act(action);
  } else if (study) {
    return;
  } else if (event.key === "n") {
    void app.go(app.split, app.index + 1);
  } else if (event.key === "r") {
    app.surprise();
  }
}

/** Undoes, or does again. */
function travel(forth: boolean): void {
  const desk = app.item?.kind === "command" ? app.command : app.item?.kind === "riddle" ? app.riddle : app.story;
  void (forth ? desk.redo() : desk.undo());
}

const SCHEMES = ["light dark", "light", "dark"];
const SCHEME = "wampimuk.theme";
const LETTERS = "wampimuk.letters";

function scheme(button: HTMLElement): void {
  const names = ["auto", "light", "dark"];
  let at = Math.max(0, names.indexOf(recall(SCHEME) ?? ""));
  const show = () => {
    document.documentElement.style.colorScheme = SCHEMES[at] ?? "light dark";
    button.textContent = `Theme: ${names[at]}`;
  };
  show();
  button.addEventListener("click", () => {
    at = (at + 1) % SCHEMES.length;
    remember(SCHEME, names[at] ?? "auto");
    show();
  });
}

/** Whether letters say the colours. */
function letters(box: HTMLInputElement): void {
  app.letters = box.checked = recall(LETTERS) === "yes";
  box.addEventListener("change", () => {
    app.letters = box.checked;
    remember(LETTERS, box.checked ? "yes" : "no");
    app.changed();
  });
}

/** What `wampimuk open` writes into a copy of the page: what is looked at first. */
declare global {
  var wampimuk: { fragment: string; file: { name: string; text: string } | null } | undefined;
}

/** What the page was asked for. A page within a page that has no address of its own finds it in the name of its frame. */
function address(): { asked: URLSearchParams; fragment: string } {
  if (location.protocol !== "about:") return { asked: new URLSearchParams(location.search), fragment: location.hash || (globalThis.wampimuk?.fragment ?? "") };
  const at = window.name.indexOf("#");
  const [query, fragment] = at < 0 ? [window.name, ""] : [window.name.slice(0, at), window.name.slice(at)];
  return { asked: new URLSearchParams(query.startsWith("?") ? query : ""), fragment };
}

/** As a part of another page: `?embed` leaves out what surrounds the item, `scheme=dark` is as dark as that page. */
function embed(asked: URLSearchParams): void {
  const scheme = asked.get("scheme");
  if (scheme && SCHEMES.includes(scheme)) document.documentElement.style.colorScheme = scheme;
  if (!asked.has("embed")) return;
  document.body.classList.add("embedded");
  // Whoever shows this page gives it the room that it needs.
  new ResizeObserver(() => parent.postMessage({ wampimukHeight: document.body.scrollHeight + 2 }, "*")).observe(document.body);
}

/** A file that was dropped anywhere: predictions, a recipe, or a study. */
async function drop(file: File): Promise<void> {
  const beginning = await file.slice(0, 4096).text();
  if (isStudy(beginning)) return begin(planOfFile(file.size < 1 << 22 ? await file.text() : ""));
  if (study) return;
  if (file.name.endsWith(".toml")) {
    if (file.size > 1 << 20) return app.say(`${file.name} is too big for a recipe.`);
    app.show("recipe");
    app.workshop.write(await file.text());
    return app.workshop.make();
  }
  app.show("judge");
  await app.judging.drop(file);
}

/** Begins a study, or says what is wrong with it. */
function begin(plan: ReturnType<typeof planOf>): void {
  if (typeof plan === "string") return app.say(`This study cannot be used: ${plan}.`);
  study = new Study(app, plan);
  app.studying = true;
  document.body.classList.add("studying");
  // What was shown before may be what is asked now.
  for (const id of ["tour", "spoken", "stage", "panel", "foot"]) put(place(id));
  app.notice = "";
  app.changed();
}

async function main(): Promise<void> {
  const { asked, fragment } = address();
  const bare = fragment === "" && asked.size === 0 && !globalThis.wampimuk;
  scheme(place("scheme"));
  embed(asked);
  app = new App(await program(MODULE, WORKER), draw);
  tour = new Tour(app);
  addEventListener("keydown", key);
  addEventListener("hashchange", () => study || void app.follow(location.hash));
  // A file that misses the place for it must not replace the page.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void drop(file);
  });
  place("cancel").addEventListener("click", () => app.engine.cancel());
  letters(place("letters") as HTMLInputElement);
  place("guide").addEventListener("click", () => void tour.start());
  if (asked.has("study")) {
    app.studying = true;
    begin(planOf(fragment));
    app.studying = study !== undefined;
    if (study) return void (document.body.dataset["ready"] = "yes");
  }
  const notice = app.notice;
  await app.start(fragment);
  if (notice) app.say(notice);
  const brought = globalThis.wampimuk?.file;
  if (brought) await drop(new File([brought.text], brought.name));
  document.body.dataset["ready"] = "yes";
  // Whoever comes for the first time and wants nothing in particular sees at once what this is about.
  if (bare && tour.isNew && !matchMedia("(prefers-reduced-motion: reduce)").matches) app.command.narrate();
}

main().catch((error: unknown) => {
  place("notice").textContent = `The playground does not run here: ${error instanceof Error ? error.message : String(error)}. ${ADVICE}`;
});
