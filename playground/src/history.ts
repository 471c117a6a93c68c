// What was, what is, and what was undone.

export class History<T> {
  private states: T[] = [];
  private at = 0;

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at + 1 < this.states.length;
  }

  /** Begins anew: there is nothing before this. */
  start(first: T): void {
    this.states = [first];
    this.at = 0;
  }

  /** Something new is there; what was undone is gone. */
  record(now: T): void {
    this.states = [...this.states.slice(0, this.at + 1), now];
    this.at = this.states.length - 1;
  }

  /** What to go back to. It counts as done at once: who undoes twice goes back twice, however long the first takes. */
  undo(): T | undefined {
    return this.canUndo ? this.states[--this.at] : undefined;
  }

  /** What was undone last. */
  redo(): T | undefined {
    return this.canRedo ? this.states[++this.at] : undefined;
  }

  /** Going there has failed: this is what there is still. */
  stay(now: T): void {
    const at = this.states.indexOf(now);
    if (at >= 0) this.at = at;
  }
}
