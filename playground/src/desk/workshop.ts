// The recipe as the user changes it, and what becomes of it. Its work is done in a worker of its own, so that items can be looked
// at meanwhile, and so that it can be given up at any time.

import type { App } from "../app.js";
import { Cancelled, Engine, type Program, type Progress, Refusal } from "../engine.js";
import type { About, Audited, Item, Parts, Problem, Split } from "../wire.js";

/** How long nobody types before a recipe is tried. */
const PAUSE = 700;
/** How many items are looked at. */
const AUDITED = 1000;
const SHEET = 12;

/** An item of the contact sheet. */
export type Card = { split: string; index: number; item: Item };
/** What changes in the sizes of splits. */
export type Sizes = { before: Split[]; after: Split[] };

export class Workshop {
  /** The text as it is written; nothing as long as it is the recipe's own. */
  toml: string | undefined;
  problem: Problem | undefined;
  /** What a text that was tried makes of the splits. */
  draft: About | undefined;
  sheet: Card[] = [];
  audit: Audited | undefined;
  parts: Parts | null | undefined;
  /** What is being done, and how far it is. */
  doing: string | undefined;
  progress: Progress | undefined;

  private bench: Engine | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly app: App,
    private readonly program: Program,
  ) {}

  get text(): string {
    return this.toml ?? this.app.about?.toml ?? "";
  }

  get sizes(): Sizes | undefined {
    const before = this.app.about?.splits;
    return before && this.draft && { before, after: this.draft.splits };
  }

  /** Another dataset was opened. */
  opened(): void {
    this.stop();
    Object.assign(this, { toml: undefined, problem: undefined, draft: undefined, sheet: [], audit: undefined, parts: undefined });
  }

  /** A recipe could not be opened. */
  refused(toml: string, problem: Problem): void {
    Object.assign(this, { toml, problem });
  }

  /** Gives up what is being done. */
  stop(): void {
    clearTimeout(this.timer);
    if (this.bench?.busy) this.bench.cancel();
    Object.assign(this, { doing: undefined, progress: undefined });
  }

  /** The text was changed: it is tried as soon as nobody types. */
  write(toml: string): void {
    this.toml = toml === this.app.about?.toml ? undefined : toml;
    this.stop();
    this.timer = setTimeout(() => void this.try(), PAUSE);
  }

  /** Finds out what a changed recipe would be like, without opening it. */
  private async try(): Promise<void> {
    if (this.toml === undefined) {
      Object.assign(this, { problem: undefined, draft: undefined });
      return this.app.changed();
    }
    await this.work("Trying the recipe", async (bench) => {
      this.draft = undefined;
      this.draft = await this.open(bench);
      this.problem = undefined;
    });
  }

  private async open(bench: Engine): Promise<About> {
    const seed = this.app.about?.seed ?? 0;
    return bench.ask<About>({ ask: "open", recipe: "", toml: this.text, seed });
  }

  /** Does something in the worker of the workshop. */
  private async work(doing: string, work: (bench: Engine) => Promise<void>): Promise<void> {
    this.stop();
    const bench = (this.bench ??= new Engine(this.program));
    bench.onprogress = (progress) => {
      this.progress = progress;
      document.querySelectorAll<HTMLProgressElement>(".doing progress").forEach((bar) => shown(bar, progress));
    };
    this.doing = doing;
    this.app.changed();
    const mine = doing;
    try {
      await work(bench);
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof Refusal && error.problem.line !== undefined) this.problem = error.problem;
      else this.problem = { message: error instanceof Error ? error.message : String(error) };
    }
    if (this.doing === mine) Object.assign(this, { doing: undefined, progress: undefined });
    this.app.changed();
  }

  cancel(): void {
    this.stop();
    this.app.say("Cancelled.");
  }

  /** Opens what is written, and shows its first items. */
  async make(): Promise<void> {
    const { app } = this;
    const { text } = this;
    const made = await app.open("", app.about?.seed ?? 0, text, "", 0);
    app.tab = "recipe";
    if (made) await this.contact();
    app.changed();
  }

  /** Twelve items, one after another. */
  async contact(): Promise<void> {
    const { app } = this;
    const { split } = app;
    const first = Math.min(app.index, Math.max(0, app.lengthOf(split) - SHEET));
    await app.attempt(async () => {
      const sheet: Card[] = [];
      for (let index = first; index < Math.min(app.lengthOf(split), first + SHEET); index++) {
        sheet.push({ split, index, item: await app.engine.ask<Item>({ ask: "item", split, index }) });
      }
      this.sheet = sheet;
    });
  }

  /** Audits the first items of the split that is looked at, and says what train knows of the parts of hold-outs. */
  async examine(): Promise<void> {
    await this.work(`Auditing ${AUDITED.toLocaleString("en")} items`, async (bench) => {
      Object.assign(this, { audit: undefined, parts: undefined });
      const { splits } = await this.open(bench);
      const filled = splits.filter(({ len }) => len > 0);
      // Readers learn from train, and are tried on others.
      const isTried = ({ role }: Split) => role !== "train";
      const split = filled.find((one) => one.name === this.app.split && isTried(one)) ?? filled.find(({ role }) => role === "test") ?? filled.find(isTried) ?? filled[0];
      this.parts = await bench.ask<Parts | null>({ ask: "parts", items: AUDITED });
      if (split) this.audit = await bench.ask<Audited>({ ask: "audit", split: split.name, items: AUDITED });
    });
  }
}

/** A bar that shows how far something is. */
export function shown(bar: HTMLProgressElement, { stage, done, items }: Progress): void {
  if (items > 0) [bar.max, bar.value] = [items, Math.min(done, items)];
  else bar.removeAttribute("value");
  const text = bar.parentElement?.querySelector(".stage");
  if (text) text.textContent = items > 0 ? `${stage}: ${Math.min(done, items)} of ${items}` : stage;
}
