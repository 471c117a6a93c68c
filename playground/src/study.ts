// Measuring people: a fixed list of items, answered one after another. Answers and times are offered as a file at the end, in the
// format of predictions that `wampimuk score` reads; nothing is sent. Until then, the browser keeps them: a page that is closed
// by mistake, or loaded anew, goes on where it was.

import type { App } from "./app.js";
import { forget, recall, remember } from "./memory.js";
import type { Guessed } from "./wire.js";

/** An item of a study. */
export type Entry = { split: string; index: number };

/** What is asked of people: which items, of which recipe. */
export type Plan = { title: string; recipe: string; toml?: string; seed: number; items: Entry[] };

/** What somebody said about an item. */
export type Reply = Entry & {
  prediction: string | string[];
  seconds: number;
  supports?: number[];
  /** The item had been seen before: the page was left while it was asked, and the seconds are those since. */
  resumed?: true;
};

/** What is kept of a study that is not over, or that nobody has begun anew. */
type Kept = { plan: string; digest: string; replies: Reply[]; /** Whether the item after the last reply has been seen. */ seen: boolean; /** When it was kept. */ at: number };

/** The most items of a study: people have one life. */
const MOST = 10_000;

export class Study {
  at = 0;
  replies: Reply[] = [];
  begun = false;
  /** What was answered here before, as long as nobody has said what to do with it. */
  earlier: Reply[] = [];
  /** Whether the browser keeps what is answered. */
  isKept = true;
  private since = 0;
  private resumed = false;
  private isTaking = false;
  private kept: Kept | undefined;

  constructor(
    private readonly app: App,
    readonly plan: Plan,
  ) {
    this.kept = read(plan);
    this.earlier = this.kept?.replies ?? [];
  }

  get entry(): Entry | undefined {
    return this.plan.items[this.at];
  }

  get isOver(): boolean {
    return this.at >= this.plan.items.length;
  }

  /** Begins at the first item. What was answered before is gone. */
  async begin(): Promise<void> {
    forget(keyOf(this.plan));
    Object.assign(this, { begun: true, at: 0, replies: [], earlier: [], resumed: false });
    await this.show();
  }

  /** Goes on after what was answered before. */
  async goOn(): Promise<void> {
    const { kept, app, plan } = this;
    if (!kept) return this.begin();
    const [first] = plan.items as [Entry];
    // The file names the dataset that it is about, so it has to be there even if all is answered.
    if (!(await app.open(plan.recipe, plan.seed, plan.toml, first.split, first.index))) return;
    if (app.about?.digest !== kept.digest) {
      Object.assign(this, { earlier: [], kept: undefined });
      return app.say("The items of this recipe are other ones than when you answered: please begin anew.");
    }
    Object.assign(this, { begun: true, at: kept.replies.length, replies: kept.replies, earlier: [], resumed: kept.seen });
    await this.show();
  }

  private keep(seen: boolean): void {
    const kept: Kept = { plan: JSON.stringify(this.plan), digest: this.app.about?.digest ?? "", replies: this.replies, seen, at: Date.now() };
    this.isKept = remember(keyOf(this.plan), JSON.stringify(kept));
    // What is remembered is written some seconds later, and a page from disk that is loaded anew before that does not see it;
    // what belongs to the page in this tab is there at once.
    try {
      history.replaceState({ study: kept }, "");
    } catch {
      // A page within a page may have no history.
    }
  }

  private async show(): Promise<void> {
    const { app, entry, plan } = this;
    if (!entry) return app.changed();
    const opened = await app.open(plan.recipe, plan.seed, plan.toml, entry.split, entry.index);
    if (!opened) {
      // What was answered is kept, and can be gone on with.
      this.kept = read(plan);
      Object.assign(this, { begun: false, earlier: this.kept?.replies ?? [] });
      return app.changed();
    }
    const missing = plan.items.find(({ split, index }) => index >= app.lengthOf(split));
    if (missing) {
      this.begun = false;
      return app.say(`This study cannot be used: there is no item ${missing.index} of ${missing.split} in this recipe.`);
    }
    app.tab = app.item?.kind === "riddle" ? "doubt" : "play";
    this.since = performance.now();
    this.keep(true);
    app.changed();
  }

  /** Takes down the answer as it is, and goes on. Who answers twice has answered once. */
  async answer(said?: string): Promise<void> {
    const { app, entry } = this;
    if (!entry || this.isTaking) return;
    this.isTaking = true;
    try {
      await this.take(app, entry, said);
    } finally {
      this.isTaking = false;
    }
  }

  private async take(app: App, entry: Entry, said?: string): Promise<void> {
    const seconds = Math.round(performance.now() - this.since) / 1000;
    const reply: Reply = { ...entry, prediction: app.play.walked, seconds };
    if (this.resumed) reply.resumed = true;
    if (app.item?.kind === "story") {
      reply.prediction = said ?? "";
      reply.supports = [...app.play.marks].sort((a, b) => a - b);
    } else if (app.item?.kind === "riddle") {
      const guessed: Guessed | undefined = await app.riddle.judge();
      reply.prediction = guessed?.grid ?? "";
    }
    this.replies = [...this.replies, reply];
    Object.assign(this, { at: this.at + 1, resumed: false });
    this.keep(false);
    await this.show();
  }

  /** All answers, as lines. */
  get file(): string {
    const { about } = this.app;
    const { toml } = this.plan;
    const recipe = toml === undefined ? { recipe: this.plan.recipe } : { toml };
    const header = { wampimuk: "predictions", format: 1, model: "person", ...recipe, digest: about?.digest, data_seed: this.plan.seed, study: this.plan.title };
    return [header, ...this.replies].map((line) => JSON.stringify(line)).join("\n") + "\n";
  }
}

/** Where a study is kept: each under a name of its own. */
function keyOf(plan: Plan): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(plan))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `wampimuk.study.${hash.toString(16)}`;
}

/** What was answered before. What is not of this study, or cannot be read, is nothing. */
function read(plan: Plan): Kept | undefined {
  const [one, other] = [fitting(plan, recall(keyOf(plan))), fitting(plan, JSON.stringify((history.state as { study?: Kept } | null)?.study ?? null))];
  return one && other ? (one.at > other.at ? one : other) : (one ?? other);
}

function fitting(plan: Plan, text: string | null): Kept | undefined {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    if (kept?.plan !== JSON.stringify(plan) || !Array.isArray(kept.replies) || typeof kept.digest !== "string") return undefined;
    const fits = ({ split, index, prediction, seconds }: Reply, at: number) =>
      split === plan.items[at]?.split && index === plan.items[at].index && prediction !== undefined && typeof seconds === "number";
    return kept.replies.every(fits) ? kept : undefined;
  } catch {
    return undefined;
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
  const names = items.map((item) => `${item?.split} ${item?.index}`);
  const again = names.findIndex((name, at) => names.indexOf(name) < at);
  if (plan.recipe === "" && plan.toml === undefined) return "it names no recipe: recipe=gscan-demo";
  if (!Number.isSafeInteger(plan.seed) || plan.seed < 0) return "its seed is no whole number";
  if (items.length === 0) return "it has no items: items=test:3,test:8";
  if (items.length > MOST) return `it has ${items.length} items; at most ${MOST}`;
  if (wrong >= 0) return `item ${wrong + 1} is not of the form split:index`;
  if (again >= 0) return `item ${again + 1} was asked before: a file of answers has one for each item`;
  return { ...plan, items: items as Entry[] };
}
