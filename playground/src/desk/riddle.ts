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
    const guess = item.kind === "riddle" ? byPlace(item.test.input) : undefined;
    if (guess) this.history.start(guess);
    Object.assign(this, { guess, judged: undefined, revealed: false });
  }

  async change(make: (world: World) => World): Promise<boolean> {
    const world = this.guess && make(this.guess);
    if (!world || world === this.guess) return false;
    this.history.record(world);
    this.set(world);
    return true;
  }

  undo(): void {
    const before = this.history.undo();
    if (before) this.set(before);
  }

  redo(): void {
    const after = this.history.redo();
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

/** A world with its objects as one reads them: their numbers could tell which one the rule is about. */
function byPlace(world: World): World {
  return { ...world, objects: world.objects.toSorted((a, b) => a.row - b.row || a.column - b.column) };
}
