// A riddle: the world that the user makes of its last one.

import type { App } from "../app.js";
import { History } from "../history.js";
import type { Guessed, Item, World } from "../wire.js";

export class RiddleDesk {
  /** The answer, as far as it is made. */
  guess: World | undefined;
  /** What the library says of it. */
  judged: Guessed | undefined;
  revealed = false;
  readonly history = new History<World>();

  constructor(private readonly app: App) {}

  take(item: Item): void {
    this.history.clear();
    Object.assign(this, { guess: item.kind === "riddle" ? item.test.input : undefined, judged: undefined, revealed: false });
  }

  get isBegun(): boolean {
    return this.history.canUndo;
  }

  async change(world: World): Promise<boolean> {
    if (this.guess) this.history.record(this.guess);
    this.set(world);
    return true;
  }

  undo(): void {
    const before = this.guess && this.history.undo(this.guess);
    if (before) this.set(before);
  }

  redo(): void {
    const after = this.guess && this.history.redo(this.guess);
    if (after) this.set(after);
  }

  private set(guess: World): void {
    Object.assign(this, { guess, judged: undefined });
    this.app.command.chosen = undefined;
    this.app.changed();
  }

  async judge(): Promise<Guessed | undefined> {
    const { app, guess } = this;
    if (!guess) return undefined;
    const { split, index } = app;
    await app.attempt(async () => {
      this.judged = await app.engine.ask<Guessed>({ ask: "guess", split, index, world: guess });
    });
    return this.judged;
  }

  async check(): Promise<void> {
    const right = (await this.judge())?.judged.exact ?? false;
    this.app.play.count(right);
    this.revealed = right;
    this.app.changed();
  }

  giveUp(): void {
    this.app.play.count(false);
    this.revealed = true;
    this.app.changed();
  }
}
