// A command in its world: what it means, and what the user makes of it.

import type { App } from "../app.js";
import { Refusal } from "../engine.js";
import { History } from "../history.js";
import type { Address } from "../link.js";
import type { Frame, Graphs, Item, Meaning, Played, Problem, Scenario, World } from "../wire.js";

/** What is done to the object, or in the cell, that is touched. */
export type Brush = "choose" | "paint" | "add" | "erase";

/** How long a step of a path, and of the words, is looked at. */
const STEP = 320;
const WORD = 1100;

export class CommandDesk {
  draft: Scenario | undefined;
  meaning: Meaning | undefined;
  problem: Problem | undefined;
  /** What is being typed, where it is no command yet. */
  typed: string | undefined;
  /** The number of the word that is doubted. */
  piece: number | undefined;
  /** The objects that are lit; all others are dimmed. */
  lit: number[] | undefined;
  /** The phrase and the step of the ladder that light them. */
  rung: [number, number] | undefined;
  chosen: number | "agent" | undefined;
  brush: Brush = "choose";
  /** What is painted and added. */
  thing = { shape: 0, colour: 0, size: 2 };
  frames: Frame[] = [];
  at = 0;
  running: "path" | "words" | undefined;
  /** Whether the relation graphs are shown in place of the world. */
  relations = false;
  graphs: Graphs | undefined;
  readonly history = new History<Scenario>();

  /** The change of the world that is made last. */
  private last: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private travels = 0;

  constructor(private readonly app: App) {}

  take(item: Item): void {
    this.pause();
    Object.assign(this, { problem: undefined, typed: undefined, at: 0, draft: undefined, meaning: undefined, frames: [], graphs: undefined });
    this.forget();
    if (item.kind !== "command") return;
    this.draft = { text: item.meaning.text, world: item.world, reading: item.meaning.reading };
    this.history.start(this.draft);
    this.meaning = item.meaning;
    this.frames = item.frames;
    if (this.relations) void this.drawGraphs();
  }

  /** Lets go of what is lit and chosen. */
  forget(): void {
    this.pause();
    Object.assign(this, { lit: undefined, rung: undefined, piece: undefined, chosen: undefined });
  }

  get isChanged(): boolean {
    const { item } = this.app;
    const { draft } = this;
    if (item?.kind !== "command" || !draft) return false;
    return draft.text !== item.meaning.text || draft.reading !== item.meaning.reading || !same(draft.world, item.world);
  }

  /** What a link has to hold beside the item. */
  get address(): Partial<Address> {
    const { item } = this.app;
    const { draft } = this;
    const address: Partial<Address> = {};
    if (item?.kind !== "command" || !draft) return address;
    if (draft.text !== item.meaning.text) address.text = draft.text;
    if (!same(draft.world, item.world)) address.world = draft.world;
    if (draft.reading !== item.meaning.reading) address.reading = draft.reading;
    return address;
  }

  async follow({ text, world, reading }: Partial<Address>): Promise<void> {
    const before = this.draft;
    if (!before || (text === undefined && !world && reading === undefined)) return;
    const changed = await this.think({ text: text ?? before.text, world: world ?? before.world, reading: reading ?? before.reading });
    if (changed) this.history.start(changed);
  }

  /** Takes up a changed command or world. */
  async change(change: Partial<Scenario>): Promise<boolean> {
    const before = this.draft;
    if (!before) return false;
    const changed = await this.think({ ...before, ...change });
    if (changed) this.history.record(changed);
    this.app.changed();
    return changed !== undefined;
  }

  /** Changes the world. Every change is made of what the one before has left, so that none is lost, however fast keys are pressed. */
  reshape(make: (world: World) => World): Promise<boolean> {
    const { item } = this.app;
    const made = this.last.then(async () => {
      const { draft } = this;
      // Whoever has gone on in the meantime is elsewhere already.
      if (this.app.item !== item || !draft) return false;
      const world = make(draft.world);
      return world !== draft.world && this.change({ world });
    });
    this.last = made.catch(() => false);
    return made;
  }

  async undo(): Promise<void> {
    await this.travel(this.history.undo());
  }

  async redo(): Promise<void> {
    await this.travel(this.history.redo());
  }

  private async travel(to: Scenario | undefined): Promise<void> {
    if (!to) return;
    const isLast = (this.travels += 1);
    const arrived = await this.think(to);
    // Whoever has gone on in the meantime is elsewhere already.
    if (!arrived && isLast === this.travels && this.draft) this.history.stay(this.draft);
    this.app.changed();
  }

  /** Finds out what a command means, and takes it up; nothing, if it means nothing or somebody has gone on in the meantime. */
  private async think(draft: Scenario): Promise<Scenario | undefined> {
    const { app } = this;
    const isCurrent = app.begin();
    let taken: Scenario | undefined;
    const done = await app.attempt(async () => {
      try {
        const meaning = await app.engine.ask<Meaning>({ ask: "command", ...draft });
        const scenario = draft.text === meaning.text ? draft : { ...draft, text: meaning.text };
        const { frames } = await app.engine.ask<Played>({ ask: "play", scenario, actions: meaning.actions ?? [] });
        if (!isCurrent()) return;
        taken = scenario;
        Object.assign(this, { draft: scenario, meaning, frames, at: 0, problem: undefined, typed: undefined, graphs: undefined });
        this.pause();
        Object.assign(this, { lit: undefined, rung: undefined, piece: undefined });
        if (typeof this.chosen === "number" && !scenario.world.objects[this.chosen]) this.chosen = undefined;
        app.play.take();
        app.notice = "";
        app.remember();
        if (this.relations) void this.drawGraphs();
      } catch (error) {
        // A text that is no command yet is what typing looks like.
        if (error instanceof Refusal && error.problem.word !== undefined && isCurrent()) {
          [this.problem, this.typed] = [error.problem, draft.text];
        }
        throw error;
      }
    });
    if (!done && this.problem) app.notice = "";
    return taken;
  }

  /** Doubts a word, or lets go of it: lit are the objects that would fit without it. */
  doubt(number: number): void {
    this.pause();
    this.rung = undefined;
    this.piece = this.piece === number ? undefined : number;
    const without = this.piece === undefined ? null : this.meaning?.pieces[number]?.without;
    this.lit = without ? [...new Set([...(this.meaning?.referents ?? []), ...without.added])] : undefined;
    this.app.tab = "doubt";
    this.app.changed();
  }

  /** Lights what a step of a phrase leaves. */
  climb(phrase: number, step: number | undefined): void {
    this.piece = undefined;
    this.rung = step === undefined ? undefined : [phrase, step];
    this.lit = step === undefined ? undefined : this.meaning?.phrases[phrase]?.steps[step]?.objects;
    this.app.changed();
  }

  async showRelations(shown: boolean): Promise<void> {
    this.relations = shown;
    this.forget();
    if (shown && !this.graphs) await this.drawGraphs();
    this.app.changed();
  }

  private async drawGraphs(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    await this.app.attempt(async () => {
      const graphs = await this.app.engine.ask<Graphs>({ ask: "graphs", ...draft });
      if (this.draft === draft) this.graphs = graphs;
    });
  }

  seek(at: number): void {
    this.at = Math.min(Math.max(0, at), Math.max(0, this.frames.length - 1));
    this.app.changed();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.running = undefined;
  }

  /** Lets the path run, or stops it. */
  run(): void {
    const last = this.frames.length - 1;
    if (this.at >= last) this.at = 0;
    this.repeat("path", STEP, () => {
      if (this.at >= last) return false;
      this.seek(this.at + 1);
      return this.at < last;
    });
  }

  /** Lets the words narrow it down, one after another. */
  narrate(): void {
    const steps = this.meaning?.phrases[0]?.steps.length ?? 0;
    let next = 0;
    this.seek(0);
    this.repeat("words", WORD, () => {
      if (next < steps) this.climb(0, next);
      else this.climb(0, undefined);
      return next++ < steps;
    });
  }

  /** Does something now and then until it has no more to do; a second call stops it. */
  private repeat(what: "path" | "words", pause: number, step: () => boolean): void {
    const stops = this.running === what;
    this.pause();
    if (!stops) {
      this.running = what;
      const turn = () => {
        if (this.running !== what) return;
        if (step()) this.timer = setTimeout(turn, pause);
        else {
          this.pause();
          this.app.changed();
        }
      };
      this.timer = setTimeout(turn, what === "words" ? 0 : 200);
    }
    this.app.changed();
  }
}

export function same(one: World, other: World): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
