// What is looked at, and where one can go from there. What can be done to an item is kept on its desk; views draw it all.

import { CommandDesk } from "./desk/command.js";
import { Judging } from "./desk/judging.js";
import { PlayDesk } from "./desk/play.js";
import { RiddleDesk } from "./desk/riddle.js";
import { StoryDesk } from "./desk/story.js";
import { Workshop } from "./desk/workshop.js";
import { Cancelled, Engine, type Program, Refusal } from "./engine.js";
import { type Address, read, write } from "./link.js";
import type { About, Item, Listed, Split } from "./wire.js";

export type Tab = "doubt" | "play" | "judge" | "recipe";

/** What is seen before anybody has chosen anything. */
export const FIRST: Address = { recipe: "reascan-1rc", seed: 0, split: "test", index: 7 };

export class App {
  readonly engine: Engine;
  readonly command = new CommandDesk(this);
  readonly story = new StoryDesk(this);
  readonly riddle = new RiddleDesk(this);
  readonly play = new PlayDesk(this);
  readonly judging = new Judging(this);
  readonly workshop: Workshop;

  recipes: Listed[] = [];
  about: About | undefined;
  split = "";
  index = 0;
  item: Item | undefined;
  tab: Tab = "doubt";
  letters = false;
  /** Whether somebody is asked, and must not be told. */
  studying = false;
  notice = "";

  private turn = 0;

  constructor(
    program: Program,
    private readonly draw: (part?: "choice") => void,
  ) {
    this.engine = new Engine(program);
    this.engine.onbusy = (busy) => document.body.classList.toggle("busy", busy);
    this.workshop = new Workshop(this, program);
  }

  changed(): void {
    this.draw();
  }

  say(notice: string): void {
    this.notice = notice;
    this.changed();
  }

  /** The text of the recipe, if the user wrote it. */
  get own(): string | undefined {
    return this.about?.name === "" ? this.about.toml : undefined;
  }

  /** The splits that have items. */
  get splits(): Split[] {
    return this.about?.splits.filter(({ len }) => len > 0) ?? [];
  }

  lengthOf(split: string): number {
    return this.about?.splits.find(({ name }) => name === split)?.len ?? 0;
  }

  /** Whether the user has changed the item. */
  get isChanged(): boolean {
    return this.item?.kind === "command" ? this.command.isChanged : this.item?.kind === "story" && this.story.isChanged;
  }

  get address(): Address {
    const { about, split, index, item } = this;
    const address: Address = { recipe: about?.name ?? "", seed: about?.seed ?? 0, split, index };
    if (this.own !== undefined) address.toml = this.own;
    if (item?.kind === "command") Object.assign(address, this.command.address);
    if (item?.kind === "story") Object.assign(address, this.story.address);
    return address;
  }

  /** Keeps the address of the page up to date. */
  remember(): void {
    // A page within a page has no address to keep, and that of a study says what is asked.
    if (!this.studying && location.protocol !== "about:") history.replaceState(null, "", location.href.replace(/#.*$/s, "") + write(this.address));
  }

  /** A number that tells later whether the user has gone on in the meantime. */
  begin(): () => boolean {
    const turn = ++this.turn;
    return () => turn === this.turn;
  }

  /** Does something that may fail, and says so where it did. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
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

  async start(fragment: string): Promise<void> {
    await this.follow(fragment);
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
    if (opened && this.item?.kind === "command") await this.command.follow(wanted);
    if (opened && this.item?.kind === "story" && wanted.lines) await this.story.follow(wanted.lines);
    if (opened && wanted.digest && !this.about?.digest.startsWith(wanted.digest)) {
      problems.push("this link was made with another version of the recipe, so its item may have been another one");
    }
    if (problems.length > 0) this.notice = `${problems.join("; ")}.`;
    this.changed();
  }

  async open(recipe: string, seed: number, toml: string | undefined, split: string, index: number, notice = ""): Promise<boolean> {
    return this.attempt(async () => {
      this.notice = notice;
      const same = this.about?.seed === seed && (toml === undefined ? this.about.name === recipe : this.own === toml);
      if (!same) await this.prepare(recipe, seed, toml);
      const known = this.splits.find(({ name }) => name === split);
      if (split && !known) this.notice = `There is no split “${split}” in this recipe; this is another one.`;
      const chosen = known ?? this.splits.find(({ role }) => role === "test") ?? this.splits[0];
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
      if (error instanceof Refusal) {
        if (toml !== undefined) this.workshop.refused(toml, error.problem);
        this.engine.reopen();
      }
      throw error;
    }
    this.workshop.opened();
    this.judging.clear();
  }

  /** Shows another item of the same dataset. */
  async go(split: string, index: number): Promise<void> {
    await this.attempt(async () => {
      this.notice = "";
      await this.fetch(split, index);
    });
  }

  private async fetch(split: string, index: number): Promise<void> {
    const isCurrent = this.begin();
    const len = this.lengthOf(split);
    const at = Math.min(Math.max(0, index), Math.max(0, len - 1));
    if (index > at) this.notice = `This split has ${len} items; this is the last one.`;
    const item = await this.engine.ask<Item>({ ask: "item", split, index: at });
    if (!isCurrent()) return;
    Object.assign(this, { split, index: at, item });
    this.command.take(item);
    this.story.take(item);
    this.riddle.take(item);
    this.play.take();
    this.judging.take();
    if (this.tab === "play" && item.kind === "riddle") this.tab = "doubt";
    this.remember();
  }

  /** Back to the item as it was made. */
  async restore(): Promise<void> {
    await this.go(this.split, this.index);
  }

  surprise(): void {
    const split = this.splits[Math.floor(Math.random() * this.splits.length)];
    if (split) void this.go(split.name, Math.floor(Math.random() * split.len));
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.command.forget();
    this.changed();
  }
}
