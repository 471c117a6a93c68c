// What was, and what was undone.

export class History<T> {
  private past: T[] = [];
  private future: T[] = [];

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Something new takes the place of this. */
  record(before: T): void {
    this.past.push(before);
    this.future = [];
  }

  /** What to go back to from this. */
  undo(now: T): T | undefined {
    const before = this.past.pop();
    if (before !== undefined) this.future.push(now);
    return before;
  }

  /** What was undone last. */
  redo(now: T): T | undefined {
    const after = this.future.pop();
    if (after !== undefined) this.past.push(now);
    return after;
  }

  clear(): void {
    this.past = [];
    this.future = [];
  }
}
