// A story: what follows from its lines, and the lines as the user has them.

import type { App } from "../app.js";
import { History } from "../history.js";
import type { Address } from "../link.js";
import type { Item, Solved } from "../wire.js";

export class StoryDesk {
  lines: string[] = [];
  solved: Solved | undefined;
  readonly history = new History<string[]>();

  constructor(private readonly app: App) {}

  take(item: Item): void {
    this.history.clear();
    this.lines = item.kind === "story" ? item.lines : [];
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
    await this.tell(lines);
  }

  /** Takes up a changed story. */
  async change(lines: string[]): Promise<void> {
    const before = this.lines;
    if (await this.tell(lines)) this.history.record(before);
    this.app.changed();
  }

  async undo(): Promise<void> {
    const before = this.history.undo(this.lines);
    if (before) await this.tell(before);
  }

  async redo(): Promise<void> {
    const after = this.history.redo(this.lines);
    if (after) await this.tell(after);
  }

  private async tell(lines: string[]): Promise<boolean> {
    const { app } = this;
    if (app.item?.kind !== "story") return false;
    const { task } = app.item;
    const isCurrent = app.begin();
    return app.attempt(async () => {
      const solved = await app.engine.ask<Solved>({ ask: "story", lines, task });
      if (!isCurrent()) return;
      Object.assign(this, { lines, solved });
      app.play.take();
      app.judging.take();
      app.notice = "";
      app.remember();
    });
  }
}
