// Answers of models: one that was pasted, or a file of them.

import type { App } from "../app.js";
import { Cancelled } from "../engine.js";
import type { Header, Judged, JudgedLine } from "../wire.js";

/** What is asked of a line to be listed: the name of a column, and what it holds there. */
export type Filter = "split" | "kind" | "outcome" | "ending" | "role" | "missed";
export const FILTERS: Filter[] = ["split", "kind", "outcome", "ending", "role", "missed"];

/** How many answers of a split are right, and in which way. */
export type Tally = { answers: number; exact: number; fulfils: number; reached: number };

/** Answers of a file, judged so far. */
export type Answers = {
  name: string;
  model: string;
  /** Why the file may not be about what is open. */
  warning: string;
  /** What is listed: not all of a big file. */
  lines: JudgedLine[];
  /** How many of each verdict are listed, and how many there are. */
  listed: Record<string, number>;
  verdicts: Record<string, number>;
  splits: Map<string, Tally>;
  /** How many bytes of how many are read. */
  read: number;
  size: number;
  state: "judging" | "done" | "stopped";
  filters: Partial<Record<Filter, string>>;
  text: string;
  /** The part of the list that is shown. */
  page: number;
};

/** Bigger files are for the command line. */
const BIGGEST = 200 * 1024 * 1024;
/** How many lines of a verdict are listed. */
const LISTED = 10_000;
/** How often the page is drawn while a file is judged, in milliseconds. */
const PAUSE = 250;
/** How many rows a part of the list has. */
export const ROWS = 200;

export class Judging {
  said = "";
  judged: Judged | undefined;
  answers: Answers | undefined;
  private stopFile: (() => void) | undefined;

  constructor(private readonly app: App) {}

  /** Another item is looked at. */
  take(): void {
    Object.assign(this, { said: "", judged: undefined });
  }

  /** Another dataset is looked at. */
  clear(): void {
    this.stopFile?.();
    Object.assign(this, { answers: undefined, stopFile: undefined });
  }

  async judge(said: string): Promise<void> {
    const { app } = this;
    const { split, index } = app;
    await app.attempt(async () => {
      this.said = said;
      this.judged = said.trim() === "" ? undefined : await app.engine.ask<Judged>({ ask: "judge", split, index, said });
      app.notice = "";
    });
  }

  /** Gives up the file; what is judged stays. */
  stop(): void {
    this.stopFile?.();
    this.stopFile = undefined;
    if (this.answers?.state === "judging") this.answers.state = "stopped";
    this.app.changed();
  }

  /** Judges a file. It is read here, in the worker, and goes nowhere else. */
  async drop(file: File): Promise<void> {
    const { app } = this;
    await app.attempt(async () => {
      const size = `${file.name} has ${Math.round(file.size / 1e6)} MB`;
      if (file.size > BIGGEST) throw new Error(`${size}; this page takes up to 200 MB. Try: wampimuk score`);
      this.clear();
      app.notice = "";
      const beginning = await file.slice(0, 100_000).text();
      const isList = beginning.trimStart().startsWith("[");
      const header = isList ? null : await app.engine.ask<Header | null>({ ask: "header", line: beginning.split("\n", 1)[0] ?? "" });
      const model = isList ? "a list with its own items" : (header?.header.model ?? "");
      const answers: Answers = {
        name: file.name,
        model,
        warning: header?.other ? `${file.name} says that it is about ${header.other}, and what is open here is another dataset: open that one to judge it.` : "",
        lines: [],
        listed: {},
        verdicts: {},
        splits: new Map(),
        read: 0,
        size: file.size,
        state: "judging",
        filters: {},
        text: "",
        page: 0,
      };
      this.answers = answers;
      app.changed();
      let drawn = performance.now();
      const { done, stop } = app.engine.judge(file, isList, (lines, read) => {
        for (const line of lines) count(answers, line);
        answers.read = read;
        if (performance.now() - drawn < PAUSE) return;
        app.changed();
        drawn = performance.now();
      });
      this.stopFile = stop;
      try {
        await done;
        if (answers.state === "judging") answers.state = "done";
      } catch (error) {
        answers.state = "stopped";
        // Who gave it up knows it.
        if (!(error instanceof Cancelled) || this.answers === answers) throw error;
      }
    });
  }

  filter(filter: Filter, value: string): void {
    if (!this.answers) return;
    if (value === "") delete this.answers.filters[filter];
    else this.answers.filters[filter] = value;
    this.turn(0);
  }

  search(text: string): void {
    if (this.answers) this.answers.text = text;
    this.turn(0);
  }

  /** Shows another part of the list. */
  turn(page: number): void {
    if (this.answers) this.answers.page = page;
    this.app.changed();
  }
}

function count(answers: Answers, line: JudgedLine): void {
  const verdict = outcomeOf(line);
  answers.verdicts[verdict] = (answers.verdicts[verdict] ?? 0) + 1;
  if (!line.problem) {
    const split = line.split ?? "";
    const tally = answers.splits.get(split) ?? { answers: 0, exact: 0, fulfils: 0, reached: 0 };
    answers.splits.set(split, tally);
    tally.answers += 1;
    for (const what of ["exact", "fulfils", "reached"] as const) tally[what] += Number(line[what] ?? false);
  }
  const listed = answers.listed[verdict] ?? 0;
  if (listed >= LISTED) return;
  answers.listed[verdict] = listed + 1;
  answers.lines.push(line);
}

/** What a line holds where a filter looks. */
export function valueOf(line: JudgedLine, filter: Filter): string {
  if (filter === "outcome") return outcomeOf(line);
  return line[filter] ?? "";
}

export function outcomeOf({ problem, exact, fulfils }: JudgedLine): string {
  return problem ? "unread" : exact ? "right" : fulfils ? "another way" : "wrong";
}

/** What is wrong comes first, and what cannot be judged before all. */
const RANKS = ["unread", "wrong", "another way", "right"];

/** The lines that fit all filters, worst first; and for each filter, how many lines that fit the others have which value. */
export function fitting({ lines, filters, text }: Answers): { lines: JudgedLine[]; counts: Map<Filter, Map<string, number>> } {
  const sought = text.toLowerCase();
  const texts = (line: JudgedLine) => [line.split, line.kind, line.why, line.problem, line.said, line.wrong_object, line.missed, ...(line.words ?? [])];
  const counts = new Map(FILTERS.map((filter) => [filter, new Map<string, number>()]));
  const ranks: JudgedLine[][] = RANKS.map(() => []);
  for (const line of lines) {
    if (sought !== "" && !texts(line).some((text) => text?.toLowerCase().includes(sought))) continue;
    const values = FILTERS.map((filter) => valueOf(line, filter));
    const fails = FILTERS.filter((filter, at) => filters[filter] !== undefined && filters[filter] !== values[at]);
    if (fails.length > 1) continue;
    FILTERS.forEach((filter, at) => {
      const value = values[at];
      if (!value || (fails.length === 1 && fails[0] !== filter)) return;
      const known = counts.get(filter);
      known?.set(value, (known.get(value) ?? 0) + 1);
    });
    if (fails.length === 0) ranks[RANKS.indexOf(outcomeOf(line))]?.push(line);
  }
  return { lines: ranks.flat(), counts };
}
