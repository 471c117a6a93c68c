// Three steps that show what can be done here. They stand in the page and not before it, can be closed, and are not seen again.

import { type App, FIRST } from "../app.js";
import { type Child, h } from "../dom.js";
import { recall, remember } from "../memory.js";

const KEY = "wampimuk.tour";

type Step = { text: string; show: string; act: (app: App) => void };

const STEPS: Step[] = [
  {
    text: "A command for the agent, the dark arrow. Every word is there for a reason: it keeps out objects that would fit without it.",
    show: "Watch it",
    act: (app) => {
      app.show("doubt");
      app.command.narrate();
    },
  },
  {
    text: "Touch a word to leave it out, replace it or exchange it, or drag an object: the meaning follows at once.",
    show: "Doubt a word",
    act: (app) => {
      const needed = app.command.meaning?.pieces.findIndex((piece) => piece.needed && piece.kind === "colour") ?? -1;
      const first = app.command.meaning?.pieces.findIndex((piece) => piece.needed) ?? -1;
      if (Math.max(needed, first) >= 0) app.command.doubt(needed >= 0 ? needed : first);
    },
  },
  {
    text: "Carry the command out yourself, judge what a model says, or change the recipe and make another benchmark.",
    show: "Play",
    act: (app) => app.show("play"),
  },
];

export class Tour {
  /** The step that is shown; none after the last. */
  private at: number | undefined;

  constructor(private readonly app: App) {
    this.at = recall(KEY) === "seen" ? undefined : 0;
  }

  /** Whether somebody is here for the first time. */
  get isNew(): boolean {
    return this.at === 0;
  }

  /** Begins it: at a command, which it is about. */
  async start(): Promise<void> {
    this.at = 0;
    const { app } = this;
    if (app.item?.kind === "command") app.changed();
    else await app.open(FIRST.recipe, FIRST.seed, undefined, FIRST.split, FIRST.index);
  }

  private go(to: number | undefined): void {
    this.at = to;
    if (to === undefined) remember(KEY, "seen");
    this.app.changed();
  }

  /** The step, if one is shown: it is about commands. */
  card(): Child {
    const { at } = this;
    const step = at === undefined ? undefined : STEPS[at];
    if (at === undefined || !step || this.app.item?.kind !== "command") return null;
    const next = at + 1 < STEPS.length ? at + 1 : undefined;
    const button = (label: string, key: string, act: () => void, kind = "quiet") => h("button", { type: "button", class: kind, "data-key": key, onclick: act }, label);
    return h(
      "aside",
      { class: "tour", "aria-label": "A tour of three steps" },
      h("span", { class: "place", "aria-label": `Step ${at + 1} of ${STEPS.length}` }, `${at + 1}/${STEPS.length}`),
      h("p", {}, step.text),
      button(step.show, "tour-show", () => step.act(this.app), "shown"),
      button(next === undefined ? "Done" : "Next", "tour-next", () => this.go(next)),
      next !== undefined && button("Close", "tour-close", () => this.go(undefined)),
    );
  }
}
