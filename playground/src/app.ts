// What is looked at, and all that can be done to it. Views draw it; nothing else is remembered anywhere.

import { Cancelled, type Engine, Refusal } from "./engine.js";
import { type Address, read, write } from "./link.js";
import type { About, CommandItem, Item, Judged, JudgedLine, Listed, Meaning, Played, Problem, Solved, World } from "./wire.js";

/** A command in a world, as changed by the user. */
export type Draft = { text: string; world: World; reading: string };
export type Tab = "doubt" | "play" | "judge" | "recipe";

/** Predictions of a file, judged so far. */
export type Predictions = { name: string; lines: JudgedLine[]; done: number; total: number; wrongOnly: boolean; filter: string };

const FIRST: Address = { recipe: "reascan-1rc", seed: 0, split: "test", index: 7 };
/** Bigger files are for the command line. */
const BIGGEST_FILE = 200 * 1024 * 1024;
const CHUNK = 200;

export class App {
  recipes: Listed[] = [];
  about: About | undefined;
  split = "";
  index = 0;
  item: Item | undefined;
  notice = "";
  busy = false;
  tab: Tab = "doubt";

  draft: Draft | undefined;
  meaning: Meaning | undefined;
  problem: Problem | undefined;
  /** What is being typed, where it is no command yet. */
  typed: string | undefined;
  past: Draft[] = [];
  piece: number | undefined;
  chosen: number | "agent" | undefined;
  lit: number[] | undefined;
  frames: Played["frames"] = [];
  at = 0;
  running = false;

  walked: string[] = [];
  played: Played | undefined;
  streak = 0;

  lines: string[] = [];
  /** The story before each change. */
  earlier: string[][] = [];
  solved: Solved | undefined;
  support: number[] = [];
  revealed = false;
  /** The answer to a riddle, as far as it is made, and whether it is right. */
  guess: World | undefined;
  guessed: boolean | undefined;

  said = "";
  judged: Judged | undefined;
  predictions: Predictions | undefined;

  toml: string | undefined;
  tomlProblem: Problem | undefined;
  sheet: { split: string; index: number; item: Item }[] = [];
  letters = false;

  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  constructor(
    readonly engine: Engine,
    private readonly draw: (part?: "choice") => void,
  ) {
    engine.onbusy = (busy) => {
      this.busy = busy;
      document.body.classList.toggle("busy", busy);
    };
  }

  changed(): void {
    this.draw();
  }

  get own(): string | undefined {
    return this.about?.name === "" ? this.about.toml : undefined;
  }

  /** Whether the user has changed the item. */
  get isChanged(): boolean {
    const { item, draft } = this;
    if (item?.kind === "command" && draft) {
      const { meaning, world } = item;
      return draft.text !== meaning.text || draft.reading !== meaning.reading || JSON.stringify(draft.world) !== JSON.stringify(world);
    }
    return item?.kind === "story" && JSON.stringify(item.lines) !== JSON.stringify(this.lines);
  }

  address(): Address {
    const { about, split, index, item, draft } = this;
    const address: Address = { recipe: about?.name ?? "", seed: about?.seed ?? 0, split, index };
    if (this.own !== undefined) address.toml = this.own;
    if (item?.kind === "command" && draft && this.isChanged) {
      if (draft.text !== item.meaning.text) address.text = draft.text;
      if (JSON.stringify(draft.world) !== JSON.stringify(item.world)) address.world = draft.world;
      if (draft.reading !== item.meaning.reading) address.reading = draft.reading;
    }
    if (item?.kind === "story" && this.isChanged) address.lines = this.lines;
    return address;
  }

  /** Does something that may fail, and says so where it did. */
  private async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.notice = error instanceof Cancelled ? "Cancelled." : error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.changed();
    }
  }

  async start(): Promise<void> {
    await this.follow(location.hash);
    // There is something to look at; the list of all that there is takes a moment longer.
    void this.engine.ask<Listed[]>({ ask: "recipes" }).then((recipes) => {
      this.recipes = recipes;
      // The rest stays as it is: somebody may be dragging something already.
      this.draw("choice");
    });
  }

  /** Goes where a link points; where it is broken, as near as possible. */
  async follow(fragment: string): Promise<void> {
    const { address, problems } = read(fragment);
    const wanted = { ...FIRST, ...(address.recipe || address.toml ? { split: "", index: 0 } : {}), ...address };
    const opened = await this.open(wanted.recipe, wanted.seed, wanted.toml, wanted.split, wanted.index);
    if (!opened && this.about === undefined) await this.open(FIRST.recipe, 0, undefined, FIRST.split, FIRST.index, this.notice);
    if (opened && this.item?.kind === "command") {
      const { text, world, reading } = wanted;
      if (text !== undefined || world || reading) {
        const item: CommandItem = this.item;
        await this.think({ text: text ?? item.meaning.text, world: world ?? item.world, reading: reading ?? item.meaning.reading });
      }
    } else if (opened && this.item?.kind === "story" && wanted.lines) {
      await this.tell(wanted.lines);
    }
    if (problems.length > 0) this.notice = `${problems.join("; ")}.`;
    this.changed();
  }

  async open(recipe: string, seed: number, toml: string | undefined, split: string, index: number, notice = ""): Promise<boolean> {
    return this.attempt(async () => {
      this.tomlProblem = undefined;
      this.notice = notice;
      const same = this.about?.seed === seed && (toml === undefined ? this.about.name === recipe : this.own === toml);
      if (!same) await this.prepare(recipe, seed, toml);
      const splits = this.about?.splits.filter(({ len }) => len > 0) ?? [];
      const known = splits.find(({ name }) => name === split);
      if (split && !known) this.notice = `There is no split “${split}” in this recipe; this is another one.`;
      const chosen = known ?? splits.find(({ role }) => role === "test") ?? splits[0];
      if (!chosen) throw new Error("no split of this recipe has items");
      await this.fetch(chosen.name, known || !split ? index : 0);
    });
  }

  /** Makes the dataset. What was open stays, if it cannot be made. */
  private async prepare(recipe: string, seed: number, toml: string | undefined): Promise<void> {
    try {
      const request = { ask: "open", recipe: toml === undefined ? recipe : "", seed } as const;
      this.about = await this.engine.ask<About>(toml === undefined ? request : { ...request, toml });
    } catch (error) {
      if (toml !== undefined && error instanceof Refusal) this.tomlProblem = error.problem;
      if (error instanceof Refusal) this.engine.reopen();
      throw error;
    }
    this.toml = undefined;
    this.sheet = [];
    this.predictions = undefined;
  }

  /** Shows another item of the same dataset. */
  async go(split: string, index: number): Promise<void> {
    await this.attempt(async () => {
      this.notice = "";
      await this.fetch(split, index);
    });
  }

  private async fetch(split: string, index: number): Promise<void> {
    const turn = ++this.turn;
    const len = this.about?.splits.find(({ name }) => name === split)?.len ?? 1;
    const last = Math.max(0, len - 1);
    if (index > last) this.notice = `This split has ${len} items; this is the last one.`;
    const at = Math.min(Math.max(0, index), last);
    const item = await this.engine.ask<Item>({ ask: "item", split, index: at });
    if (turn !== this.turn) return;
    this.pause();
    Object.assign(this, { split, index: at, item, past: [], piece: undefined, chosen: undefined, lit: undefined, at: 0 });
    Object.assign(this, { problem: undefined, typed: undefined, walked: [], played: undefined, judged: undefined, said: "" });
    Object.assign(this, { draft: undefined, meaning: undefined, frames: [], lines: [], earlier: [], solved: undefined, support: [], revealed: false, guess: undefined, guessed: undefined });
    if (item.kind === "command") {
      this.draft = { text: item.meaning.text, world: item.world, reading: item.meaning.reading };
      this.meaning = item.meaning;
      this.frames = item.frames;
    } else if (item.kind === "story") {
      this.lines = item.lines;
      this.solved = item.solved;
    }
    if (this.tab === "play" && item.kind !== "command") this.tab = "doubt";
    this.remember();
  }

  private remember(): void {
    history.replaceState(null, "", write(this.address()));
  }

  surprise(): void {
    const splits = this.about?.splits.filter(({ len }) => len > 0) ?? [];
    const split = splits[Math.floor(Math.random() * splits.length)];
    if (split) void this.go(split.name, Math.floor(Math.random() * split.len));
  }

  /** Takes up a changed command or world. */
  async change(draft: Partial<Draft>): Promise<void> {
    const { draft: before } = this;
    if (!before) return;
    if (await this.think({ ...before, ...draft })) this.past.push(before);
    this.changed();
  }

  private async think(draft: Draft): Promise<boolean> {
    const turn = ++this.turn;
    return this.attempt(async () => {
      try {
        const meaning = await this.engine.ask<Meaning>({ ask: "command", ...draft });
        const text = meaning.text;
        const { frames } = await this.engine.ask<Played>({ ask: "play", ...draft, text, actions: meaning.actions ?? [] });
        if (turn !== this.turn) return;
        Object.assign(this, { draft: { ...draft, text }, meaning, frames, at: 0, problem: undefined, typed: undefined, lit: undefined });
        Object.assign(this, { piece: undefined, walked: [], played: undefined, notice: "" });
        this.pause();
        this.remember();
      } catch (error) {
        // A text that is no command yet is what typing looks like.
        if (error instanceof Refusal && error.problem.word !== undefined) {
          if (turn === this.turn) [this.problem, this.typed] = [error.problem, draft.text];
        }
        throw error;
      }
    }).then((done) => {
      if (!done && this.problem) this.notice = "";
      return done;
    });
  }

  async undo(): Promise<void> {
    const before = this.past.pop();
    if (before) await this.think(before);
  }

  async restore(): Promise<void> {
    await this.go(this.split, this.index);
  }

  /** Takes up a changed story. */
  async retell(lines: string[]): Promise<void> {
    const before = this.lines;
    await this.tell(lines);
    if (this.lines === lines) this.earlier.push(before);
    this.changed();
  }

  async untell(): Promise<void> {
    const before = this.earlier.pop();
    if (before) await this.tell(before);
  }

  private async tell(lines: string[]): Promise<void> {
    if (this.item?.kind !== "story") return;
    const { task } = this.item;
    const turn = ++this.turn;
    await this.attempt(async () => {
      const solved = await this.engine.ask<Solved>({ ask: "story", lines, task });
      if (turn !== this.turn) return;
      Object.assign(this, { lines, solved, support: [], judged: undefined });
      this.remember();
    });
  }

  seek(at: number): void {
    this.at = Math.min(Math.max(0, at), Math.max(0, this.frames.length - 1));
    this.changed();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.running = false;
  }

  run(): void {
    if (this.running) {
      this.pause();
      return this.changed();
    }
    if (this.at >= this.frames.length - 1) this.at = 0;
    this.running = true;
    const step = () => {
      if (!this.running) return;
      if (this.at >= this.frames.length - 1) {
        this.running = false;
        return this.changed();
      }
      this.seek(this.at + 1);
      this.timer = setTimeout(step, 320);
    };
    this.timer = setTimeout(step, 200);
    this.changed();
  }

  /** Plays one more action as the agent. */
  async act(action: string): Promise<void> {
    await this.playing([...this.walked, action]);
  }

  async playing(walked: string[]): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    await this.attempt(async () => {
      const played = await this.engine.ask<Played>({ ask: "play", ...draft, actions: walked });
      if (played.fulfilled && !this.played?.fulfilled) this.streak += 1;
      this.walked = walked;
      this.played = played;
      this.notice = "";
    });
  }

  async guessing(guess: World | undefined): Promise<void> {
    Object.assign(this, { guess, guessed: undefined });
    this.changed();
  }

  /** Whether the same objects are in both worlds, in whatever order. */
  checkGuess(guess: World, right: World): void {
    const things = ({ objects }: World) => objects.map(({ row, column, shape, colour, size }) => [row, column, shape, colour, size].join()).sort().join(" ");
    this.guessed = things(guess) === things(right);
    if (this.guessed) this.streak += 1;
    this.revealed = this.guessed;
    this.changed();
  }

  giveUp(): void {
    this.streak = 0;
    this.revealed = true;
    this.changed();
  }

  async judge(said: string): Promise<void> {
    const { split, index } = this;
    await this.attempt(async () => {
      this.said = said;
      this.judged = said.trim() === "" ? undefined : await this.engine.ask<Judged>({ ask: "judge", split, index, said });
      this.notice = "";
    });
  }

  /** Judges a file of predictions, some lines at a time. It is read here and goes nowhere else. */
  async drop(file: File): Promise<void> {
    await this.attempt(async () => {
      if (file.size > BIGGEST_FILE) {
        throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; this page takes up to 200 MB. Try: wampimuk score`);
      }
      const all = (await file.text()).split("\n");
      const predictions: Predictions = { name: file.name, lines: [], done: 0, total: all.length, wrongOnly: true, filter: "" };
      this.predictions = predictions;
      this.notice = "";
      for (let first = 0; first < all.length; first += CHUNK) {
        const text = all.slice(first, first + CHUNK).join("\n");
        const judged = await this.engine.ask<JudgedLine[]>({ ask: "predictions", text, first });
        if (this.predictions !== predictions) return;
        predictions.lines.push(...judged);
        predictions.done = Math.min(all.length, first + CHUNK);
        this.changed();
      }
    });
  }

  /** Makes the dataset of a recipe that the user wrote, and shows its first items. */
  async make(toml: string): Promise<void> {
    const seed = this.about?.seed ?? 0;
    const made = await this.open("", seed, toml, "", 0);
    this.tab = "recipe";
    if (made) await this.contact();
    else this.toml = toml;
    this.changed();
  }

  /** Twelve items, one after another. */
  async contact(): Promise<void> {
    const { split, index, about } = this;
    const len = about?.splits.find(({ name }) => name === split)?.len ?? 0;
    await this.attempt(async () => {
      const sheet = [];
      for (let at = index; at < Math.min(len, index + 12); at++) {
        sheet.push({ split, index: at, item: await this.engine.ask<Item>({ ask: "item", split, index: at }) });
      }
      this.sheet = sheet;
    });
  }
}
