// Carrying out a command, or answering a question, oneself.

import type { App } from "../app.js";
import type { Answered, Judged, Played } from "../wire.js";

export class PlayDesk {
  /** The actions so far, and what came of them. */
  walked: string[] = [];
  played: Played | undefined;
  /** The answer to a question, and the lines that are marked as its support. */
  said = "";
  marks = new Set<number>();
  /** The first line of a long story that is shown. */
  from = 0;
  judged: Judged | undefined;
  revealed = false;
  /** Whether the first answer to this item has been counted; later ones earn nothing. */
  private counted = false;
  /** How many items in a row were right, and how many there were. */
  streak = 0;
  best = 0;

  constructor(private readonly app: App) {}

  take(): void {
    Object.assign(this, { walked: [], played: undefined, said: "", from: 0, judged: undefined, revealed: false, counted: false });
    this.marks = new Set();
  }

  count(right: boolean): void {
    if (this.counted) return;
    this.counted = true;
    this.streak = right ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
  }

  async act(action: string): Promise<void> {
    await this.walk([...this.walked, action]);
  }

  async walk(walked: string[]): Promise<void> {
    const { app } = this;
    const scenario = app.command.draft;
    if (!scenario) return;
    // Whoever is quick does the next action before it is known what came of this one.
    const before = this.walked;
    this.walked = walked;
    const done = await app.attempt(async () => {
      const played = await app.engine.ask<Played>({ ask: "play", scenario, actions: walked });
      if (this.walked !== walked) return;
      if (played.fulfilled) this.count(true);
      this.played = played;
      app.notice = "";
    });
    if (!done && this.walked === walked) this.walked = before;
  }

  /** What the question that is played is answered with. */
  get solution(): Answered | undefined {
    return this.app.story.solved?.answers.at(-1);
  }

  turn(from: number): void {
    this.from = from;
    this.app.changed();
  }

  mark(line: number): void {
    if (!this.marks.delete(line)) this.marks.add(line);
    this.app.changed();
  }

  /** Whether the marked lines are one of the minimal supports. */
  get isSupported(): boolean {
    const marked = [...this.marks].sort((a, b) => a - b).join();
    return this.solution?.all_minimal.some((lines) => [...lines].sort((a, b) => a - b).join() === marked) ?? false;
  }

  /** Judges the answer to the question: of the item by the rule of `score`, of a changed story by what follows from it. */
  async answer(said: string): Promise<void> {
    const { app } = this;
    this.said = said;
    await app.attempt(async () => {
      const { split, index } = app;
      this.judged = await app.engine.ask<Judged>({ ask: "judge", split, index, said });
      this.count(this.judged.exact && this.isSupported);
      this.revealed = true;
    });
  }

  giveUp(): void {
    this.count(false);
    this.revealed = true;
    this.app.changed();
  }
}
