// What the crate `web` says and is asked, as JSON. The names are those of its types.

export type Listed = { name: string; family: string; title: string };

export type Split = { name: string; role: string; title: string; holdout: string | null; len: number };

export type Words = { shapes: { name: string; box: boolean }[]; colours: string[]; max_size: number };

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
export type Played = { frames: Frame[]; fulfilled: boolean | null; why?: string; oracle: string[] | null };

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
export type Track = { name: string; person: boolean; places: string[][] };
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
  actions?: string[];
  wrong_object?: string;
  missed?: string[];
};
export type JudgedLine = Partial<Judged> & {
  line: number;
  split?: string;
  index?: number;
  said?: string;
  problem?: string;
};

export type Problem = { message: string; line?: number; column?: number; word?: number };

export type Request =
  | { ask: "recipes" }
  | { ask: "open"; recipe: string; toml?: string; seed: number }
  | { ask: "item"; split: string; index: number }
  | { ask: "command"; text: string; world: World; reading?: string }
  | { ask: "play"; text: string; world: World; reading?: string; actions: string[] }
  | { ask: "story"; lines: string[]; task: string }
  | { ask: "judge"; split: string; index: number; said: string }
  | { ask: "predictions"; text: string; first: number };
