// What the crate `web` says and is asked, as JSON. The names are those of its types.

export type Listed = { name: string; family: string; title: string };

export type Split = { name: string; role: string; title: string; holdout: string | null; len: number };

/** `drawn` is the look of a shape; `outline` one of its own, in thousandths of a square's side. `fills` are the colours' looks. */
export type Words = {
  shapes: { name: string; box: boolean; drawn: string; outline?: [number, number][] }[];
  colours: string[];
  fills: string[];
  max_size: number;
};

export type About = {
  name: string;
  family: string;
  title: string;
  digest: string;
  seed: number;
  toml: string;
  contents: "commands" | "riddles" | "stories";
  splits: Split[];
  words?: Words;
};

export type Thing = { row: number; column: number; shape: number; colour: number; size: number };
export type Agent = { row: number; column: number; heading: number };
export type World = { side: number; agent: Agent; objects: Thing[] };

export type Edit = { what: "replace" | "add" | "swap"; label: string; text: string };
export type Piece = {
  text: string;
  kind: "verb" | "size" | "colour" | "noun" | "relation" | "adverb" | "function";
  phrase: number | null;
  needed: boolean | null;
  without: { text: string; referents: number[]; added: number[] } | null;
  edits: Edit[];
};
export type Step = { text: string; objects: number[] };
export type Meaning = {
  text: string;
  pieces: Piece[];
  reading: string;
  referents: number[];
  readings: [string, number[]][];
  phrases: { steps: Step[]; player: number | null }[];
  actions: string[] | null;
  problem?: string;
  objects: string[];
};

export type Frame = {
  row: number;
  column: number;
  heading: number;
  outcome: string;
  moved?: [number, number, number];
};
export type Played = { frames: Frame[]; fulfilled: boolean | null; why?: string; unfinished: boolean; oracle: string[] | null };

export type Answered = {
  line: number;
  kind: string;
  status: string;
  answer: string;
  supporting: number[];
  all_minimal: number[][];
  complete: boolean;
  composition: string[];
};
/** Being in one place, from one line on to before another; line 0 is before the story. */
export type Stay = { from: number; to: number; places: string[]; later: boolean; holder: string | null };
export type Track = { name: string; person: boolean; stays: Stay[] };
export type Solved = { answers: Answered[]; faults: { line: number; message: string }[]; tracks: Track[] };

export type CommandItem = {
  kind: "command";
  id: string;
  world: World;
  target: number;
  actions: string[];
  frames: Frame[];
  meaning: Meaning;
  purposes: string[];
};
export type Pair = { input: World; output: World; target: number };
export type RiddleItem = { kind: "riddle"; id: string; pairs: Pair[]; test: Pair; logic: string };
export type StoryItem = { kind: "story"; id: string; task: string; lines: string[]; solved: Solved };
export type Item = CommandItem | RiddleItem | StoryItem;

export type Judged = {
  exact: boolean;
  fulfils: boolean;
  reached: boolean;
  accuracy: number;
  why?: string;
  expected: string;
  kind: string;
  actions?: string[];
  ending?: string;
  role?: string;
  missed?: string;
  wrong_object?: string;
  words?: string[];
};
export type JudgedLine = Partial<Judged> & {
  line: number;
  split?: string;
  index?: number;
  said?: string;
  brought?: { text: string; world: World };
  problem?: string;
};
/** What a file says about itself; `other` says what it is about, if that is not what is open. */
export type Header = { header: { model?: string }; other: string | null };
export type Guessed = { judged: Judged; grid: string };

/** Something that can be written in place of what is there up to the cursor. */
export type Offer = { begun: string; text: string; about?: string };
export type Next = { offers: Offer[]; complete: boolean };

export type Finding = { severity: string; topic: string; meaning: string; text: string };
export type Floor = {
  group: string;
  reader: string;
  what: string;
  items: number;
  share: number;
  low: number;
  high: number;
  bar: number;
  expected: number;
  missed: boolean;
};
export type Audited = { split: string; items: number; train: number; looks: number; findings: Finding[]; floors: Floor[] };
export type Parts = { items: number; parts: { about: string; label: string; count: number }[] };

export type Relation = { from: number; to: number; relations: string[] };
export type PhraseNode = { size: string | null; colour: string | null; shape: string | null };
export type Graphs = { command: { nodes: PhraseNode[]; edges: Relation[] }; world: { edges: Relation[] }; players: number[] };

export type Problem = { message: string; line?: number; column?: number; word?: number };

/** A command in a world. */
export type Scenario = { text: string; world: World; reading: string };

export type Request =
  | { ask: "recipes" }
  | { ask: "open"; recipe: string; toml?: string; seed: number }
  | { ask: "complete"; before: string; after: string }
  | { ask: "item"; split: string; index: number }
  | ({ ask: "command" } & Scenario)
  | { ask: "next"; text: string }
  | { ask: "play"; scenario: Scenario; actions: string[] }
  | ({ ask: "graphs" } & Scenario)
  | { ask: "story"; lines: string[]; task: string }
  | { ask: "judge"; split: string; index: number; said: string }
  | { ask: "guess"; split: string; index: number; world: World }
  | { ask: "header"; line: string }
  | { ask: "predictions"; text: string; first: number }
  | { ask: "list"; name: string; text: string; first: number; line: number }
  | { ask: "audit"; split: string; items: number }
  | { ask: "parts"; items: number };
