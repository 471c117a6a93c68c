// Answers of models: one that was pasted, or a file of them.

import type { App } from "../app.js";
import type { Header, Judged, JudgedLine } from "../wire.js";

/** What is asked of a line to be listed: the name of a column, and what it holds there. */
export type Filter = "split" | "kind" | "outcome" | "ending" | "role" | "missed";
export const FILTERS: Filter[] = ["split", "kind", "outcome", "ending", "role", "missed"];

/** Answers of a file, judged so far. */
export type Answers = {
  name: string;
  model: string;
  lines: JudgedLine[];
  done: number;
  total: number;
  filters: Partial<Record<Filter, string>>;
  text: string;
};

/** Bigger files are for the command line. */
const BIGGEST = 200 * 1024 * 1024;
/** A list is read in one go. */
const BIGGEST_LIST = 64 * 1024 * 1024;
const CHUNK = 200;

export class Judging {
  said = "";
  judged: Judged | undefined;
  answers: Answers | undefined;

  constructor(private readonly app: App) {}

  /** Another item is looked at. */
  take(): void {
    Object.assign(this, { said: "", judged: undefined });
  }

  /** Another dataset is looked at. */
  clear(): void {
    this.answers = undefined;
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

  /** Judges a file. It is read here and goes nowhere else. */
  async drop(file: File): Promise<void> {
    const { app } = this;
    await app.attempt(async () => {
      const size = `${file.name} has ${Math.round(file.size / 1e6)} MB`;
      if (file.size > BIGGEST) throw new Error(`${size}; this page takes up to 200 MB. Try: wampimuk score`);
      const isList = (await file.slice(0, 64).text()).trimStart().startsWith("[");
      if (isList && file.size > BIGGEST_LIST) throw new Error(`${size}; this page takes lists of up to 64 MB. Try: wampimuk score`);
      const text = await file.text();
      app.notice = "";
      const answers: Answers = { name: file.name, model: "", lines: [], done: 0, total: 0, filters: {}, text: "" };
      this.answers = answers;
      if (isList) await this.readList(answers, text);
      else await this.readLines(answers, text);
    });
  }

  private async readList(answers: Answers, text: string): Promise<void> {
    answers.lines = await this.app.engine.ask<JudgedLine[]>({ ask: "list", name: answers.name, text });
    answers.done = answers.total = answers.lines.length;
    answers.model = "a list with its own items";
  }

  private async readLines(answers: Answers, text: string): Promise<void> {
    const { app } = this;
    const all = text.split("\n");
    answers.total = all.length;
    const header = await app.engine.ask<Header | null>({ ask: "header", line: (all[0] ?? "").slice(0, 100_000) });
    answers.model = header?.header.model ?? "";
    if (header?.other) {
      const { recipe = "another recipe", data_seed } = header.header;
      const seed = data_seed === undefined ? "" : `, seed ${data_seed}`;
      app.notice = `${answers.name} says that it is about ${recipe}${seed}, in a version that is not the one opened here: open that one to judge it.`;
    }
    for (let first = 0; first < all.length; first += CHUNK) {
      const part = all.slice(first, first + CHUNK).join("\n");
      const judged = await app.engine.ask<JudgedLine[]>({ ask: "predictions", text: part, first });
      if (this.answers !== answers) return;
      answers.lines.push(...judged);
      answers.done = Math.min(all.length, first + CHUNK);
      if ((first / CHUNK) % 5 === 0) app.changed();
    }
  }

  filter(filter: Filter, value: string): void {
    if (!this.answers) return;
    if (value === "") delete this.answers.filters[filter];
    else this.answers.filters[filter] = value;
    this.app.changed();
  }

  search(text: string): void {
    if (this.answers) this.answers.text = text;
    this.app.changed();
  }
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

/** The lines that fit all filters but this one, worst first. */
export function fitting({ lines, filters, text }: Answers, but?: Filter): JudgedLine[] {
  const sought = text.toLowerCase();
  const texts = (line: JudgedLine) => [line.split, line.kind, line.why, line.problem, line.said, line.wrong_object, line.missed, ...(line.words ?? [])];
  const fits = (line: JudgedLine) =>
    FILTERS.every((filter) => filter === but || filters[filter] === undefined || valueOf(line, filter) === filters[filter]) &&
    (sought === "" || texts(line).some((text) => text?.toLowerCase().includes(sought)));
  const rank = (line: JudgedLine) => RANKS.indexOf(outcomeOf(line));
  return lines.filter(fits).sort((a, b) => rank(a) - rank(b));
}
