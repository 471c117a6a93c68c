// A file in pieces that can be judged one after another: lines, or parts of a list. It is never in memory as a whole.

/** A part of a file. `first` is the number of its first line or entry, `line` that of the line it begins in, from 0. */
export type Part = { text: string; first: number; line: number };

/** Cuts a text that comes bit by bit. */
export interface Cutter {
  /** What can be judged now, with so many lines or entries at most in each part. */
  cut(text: string, most: () => number): Generator<Part>;
  /** What is left in the end. */
  rest(): Part | undefined;
}

/** The longest line or entry: longer ones are cut, and told that they cannot be read. */
const LONGEST = 1 << 24;

/** What has come and has no end yet. It is put together once, however many bits it comes in. */
class Kept {
  private bits: string[] = [];
  private length = 0;

  get isTooLong(): boolean {
    return this.length > LONGEST;
  }

  add(bit: string): void {
    if (bit === "") return;
    this.bits.push(bit);
    this.length += bit.length;
  }

  take(): string {
    const text = this.bits.join("");
    this.bits = [];
    this.length = 0;
    return text;
  }
}

/** Cuts after lines. */
export class Lines implements Cutter {
  private readonly kept = new Kept();
  private first = 0;

  *cut(text: string, most: () => number): Generator<Part> {
    let [start, from, lines] = [0, 0, 0];
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      from = end + 1;
      lines += 1;
      if (lines < most()) continue;
      this.kept.add(text.slice(start, from));
      yield this.part(lines);
      [start, lines] = [from, 0];
    }
    this.kept.add(text.slice(start, from));
    if (lines > 0) yield this.part(lines);
    this.kept.add(text.slice(from));
    if (this.kept.isTooLong) yield this.part(0);
  }

  rest(): Part | undefined {
    const part = this.part(1);
    return part.text === "" ? undefined : part;
  }

  private part(lines: number): Part {
    const first = this.first;
    this.first += lines;
    return { text: this.kept.take(), first, line: first };
  }
}

/** Cuts a list between its entries; each part is a list again. What is no list stays in one piece, and is told so. */
export class Entries implements Cutter {
  private readonly kept = new Kept();
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;
  private entries = 0;
  private first = 0;
  private line = 0;

  *cut(text: string, most: () => number): Generator<Part> {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const letter = text[at];
      if (this.isQuoted) {
        if (this.isEscaped) this.isEscaped = false;
        else if (letter === "\\") this.isEscaped = true;
        else if (letter === '"') this.isQuoted = false;
      } else if (letter === '"') this.isQuoted = true;
      else if (letter === "[" || letter === "{") this.depth += 1;
      else if (letter === "]" || letter === "}") this.depth -= 1;
      else if (letter === "," && this.depth === 1) {
        this.entries += 1;
        if (this.entries < most()) continue;
        this.kept.add(text.slice(start, at));
        this.kept.add("]");
        yield this.part();
        this.kept.add("[");
        start = at + 1;
      }
    }
    this.kept.add(text.slice(start));
    if (this.kept.isTooLong) yield this.part();
  }

  rest(): Part | undefined {
    const part = this.part();
    return part.text.trim() === "" ? undefined : part;
  }

  private part(): Part {
    const part = { text: this.kept.take(), first: this.first, line: this.line };
    this.first += this.entries;
    this.line += part.text.split("\n").length - 1;
    this.entries = 0;
    return part;
  }
}
