// A story: what follows from its lines, and the lines as the user has them.

import type { App } from "../app.js";
import { History } from "../history.js";
import type { Address } from "../link.js";
import type { Item, Solved } from "../wire.js";

export class StoryDesk {
  lines: string[] = [];
  solved: Solved | undefined;
  readonly history = new History<string[]>();
  private travels = 0;

  constructor(private readonly app: App) {}

  take(item: Item): void {
    this.lines = item.kind === "story" ? item.lines : [];
    this.history.start(this.lines);
    this.solved = item.kind === "story" ? item.solved : undefined;
  }

  get isChanged(): boolean {
    const { item } = this.app;
    return item?.kind === "story" && item.lines.join("\n") !== this.lines.join("\n");
  }

  get address(): Partial<Address> {
    return this.isChanged ? { lines: this.lines } : {};
  }

  async follow(lines: string[]): Promise<void> {
    if (await this.tell(lines)) this.history.start(lines);
  }

  /** Takes up a changed story. */
  async change(lines: string[]): Promise<void> {
    if (await this.tell(lines)) this.history.record(lines);
    this.app.changed();
  }

  async undo(): Promise<void> {
    await this.travel(this.history.undo());
  }

  async redo(): Promise<void> {
    await this.travel(this.history.redo());
  }

  private async travel(to: string[] | undefined): Promise<void> {
    if (!to) return;
    const isLast = (this.travels += 1);
    const arrived = await this.tell(to);
    if (!arrived && isLast === this.travels) this.history.stay(this.lines);
    this.app.changed();
  }

  /** Finds out what follows from a story, and takes it up; not, if somebody has gone on in the meantime. */
  private async tell(lines: string[]): Promise<boolean> {
    const { app } = this;
    if (app.item?.kind !== "story") return false;
    const { task } = app.item;
    const isCurrent = app.begin();
    let taken = false;
    await app.attempt(async () => {
      const solved = await app.engine.ask<Solved>({ ask: "story", lines, task });
      if (!isCurrent()) return;
      taken = true;
      Object.assign(this, { lines, solved });
      app.play.take();
      app.judging.take();
      app.notice = "";
      app.remember();
    });
    return taken;
  }
}
