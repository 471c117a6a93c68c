// Measuring people: a fixed list of items, answered one after another. Answers and times are offered as a file at the end, in the
// format of predictions that `wampimuk score` reads; nothing is sent.

import type { App } from "./app.js";
import type { Guessed } from "./wire.js";

/** An item of a study. */
export type Entry = { split: string; index: number };

/** What is asked of people: which items, of which recipe. */
export type Plan = { title: string; recipe: string; toml?: string; seed: number; items: Entry[] };

/** What somebody said about an item. */
export type Reply = Entry & { prediction: string | string[]; seconds: number; supports?: number[] };

/** The most items of a study: people have one life. */
const MOST = 10_000;

export class Study {
  at = 0;
  replies: Reply[] = [];
  begun = false;
  private since = 0;

  constructor(
    private readonly app: App,
    readonly plan: Plan,
  ) {}

  get entry(): Entry | undefined {
    return this.plan.items[this.at];
  }

  get isOver(): boolean {
    return this.at >= this.plan.items.length;
  }

  async begin(): Promise<void> {
    this.begun = true;
    await this.show();
  }

  private async show(): Promise<void> {
    const { app, entry, plan } = this;
    if (!entry) return app.changed();
    const opened = await app.open(plan.recipe, plan.seed, plan.toml, entry.split, entry.index);
    if (opened && (app.split !== entry.split || app.index !== entry.index)) app.notice = `There is no item ${entry.index} of ${entry.split}; this is another one.`;
    app.tab = app.item?.kind === "riddle" ? "doubt" : "play";
    this.since = performance.now();
    app.changed();
  }

  /** Takes down the answer as it is, and goes on. */
  async answer(said?: string): Promise<void> {
    const { app, entry } = this;
    if (!entry) return;
    const seconds = Math.round(performance.now() - this.since) / 1000;
    const reply: Reply = { ...entry, prediction: app.play.walked, seconds };
    if (app.item?.kind === "story") {
      reply.prediction = said ?? "";
      reply.supports = [...app.play.marks].sort((a, b) => a - b);
    } else if (app.item?.kind === "riddle") {
      const guessed: Guessed | undefined = await app.riddle.judge();
      reply.prediction = guessed?.grid ?? "";
    }
    this.replies.push(reply);
    this.at += 1;
    await this.show();
  }

  /** All answers, as lines. */
  get file(): string {
    const { about } = this.app;
    const recipe = this.plan.toml === undefined ? { recipe: this.plan.recipe } : {};
    const header = { wampimuk: "predictions", format: 1, model: "person", ...recipe, digest: about?.digest, data_seed: this.plan.seed, study: this.plan.title };
    return [header, ...this.replies].map((line) => JSON.stringify(line)).join("\n") + "\n";
  }
}

/** The plan of a link: `#recipe=…&items=test:3,test:8`. */
export function planOf(fragment: string): Plan | string {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const items = (fields.get("items") ?? "").split(",").filter((item) => item !== "").map(entryOf);
  const seed = Number(fields.get("seed") ?? 0);
  return checked({ title: fields.get("title") ?? "a study", recipe: fields.get("recipe") ?? "", seed, items, ...toml(fields.get("toml")) });
}

/** The plan of a file: a first line `{"wampimuk":"study","recipe":"…","seed":0}`, then lines with split and index. */
export function planOfFile(text: string): Plan | string {
  try {
    const [first, ...lines] = text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
    if (first?.["wampimuk"] !== "study") return 'its first line has to be like {"wampimuk":"study","recipe":"gscan-demo","seed":0}';
    const items = lines.map(({ split, index }) => (typeof split === "string" && Number.isSafeInteger(index) ? { split, index: index as number } : undefined));
    const text_ = (key: string) => (typeof first[key] === "string" ? (first[key] as string) : "");
    return checked({ title: text_("title") || "a study", recipe: text_("recipe"), seed: Number(first["seed"] ?? 0), items, ...toml(text_("toml") || null) });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether a dropped file is a study. */
export function isStudy(beginning: string): boolean {
  return /^\s*\{[^\n]*"wampimuk"\s*:\s*"study"/.test(beginning);
}

function toml(text: string | null): { toml?: string } {
  return text === null ? {} : { toml: text };
}

function entryOf(item: string): Entry | undefined {
  const [, split = "", index = ""] = /^([A-Za-z0-9_]+):(\d{1,15})$/.exec(item) ?? [];
  return split === "" ? undefined : { split, index: Number(index) };
}

function checked(plan: Omit<Plan, "items"> & { items: (Entry | undefined)[] }): Plan | string {
  const { items } = plan;
  const wrong = items.indexOf(undefined);
  if (plan.recipe === "" && plan.toml === undefined) return "it names no recipe: recipe=gscan-demo";
  if (!Number.isSafeInteger(plan.seed) || plan.seed < 0) return "its seed is no whole number";
  if (items.length === 0) return "it has no items: items=test:3,test:8";
  if (items.length > MOST) return `it has ${items.length} items; at most ${MOST}`;
  if (wrong >= 0) return `item ${wrong + 1} is not of the form split:index`;
  return { ...plan, items: items as Entry[] };
}
