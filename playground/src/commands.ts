// Commands: the picture, its words one by one, and what becomes of it when one of them is doubted.

import type { App } from "./app.js";
import { type Child, count, h } from "./dom.js";
import { picture } from "./picture.js";
import { tools, touching } from "./edit.js";
import type { CommandItem, Meaning, Piece, World } from "./wire.js";

export function commandPicture(app: App, item: CommandItem): Child[] {
  const { draft, meaning, about } = app;
  if (!draft || !meaning || !about?.words) return [];
  const playing = app.tab === "play";
  const frames = playing ? app.played?.frames : app.frames;
  const at = playing ? Math.max(0, (frames?.length ?? 1) - 1) : app.at;
  const target = meaning.referents;
  const players = meaning.phrases.slice(1).flatMap(({ player }) => (player === null ? [] : [player]));
  const unchanged = draft.world === item.world;
  const names = meaning.objects.map((name, number) => {
    const purpose = unchanged ? item.purposes[number] : "";
    return purpose && purpose !== "command" ? `${name} — placed as a distractor: ${purpose}` : name;
  });
  const editing = {
    app,
    world: draft.world,
    words: about.words,
    change: (world: World) => app.change({ world }),
    agent: true,
  };
  const quiet = (label: string, key: string, act: () => void) =>
    h("button", { type: "button", class: "quiet", "data-key": key, onclick: act }, label);
  const back = [
    app.past.length > 0 && quiet("Undo", "undo", () => void app.undo()),
    app.isChanged && quiet("Back to the item", "restore", () => void app.restore()),
  ];
  const svg = picture({
    world: draft.world,
    words: about.words,
    label: `A grid of ${draft.world.side} by ${draft.world.side} cells with ${count(draft.world.objects.length, "object")} and the agent`,
    lit: app.lit,
    targets: playing ? [] : target,
    players: playing ? [] : players,
    chosen: app.chosen,
    frames: frames && frames.length > 0 ? frames : undefined,
    at,
    letters: app.letters,
    names,
    touch: playing || at > 0 ? undefined : touching(editing),
  });
  return [svg, playing ? null : scrubber(app), playing ? null : tools(editing, ...back)];
}

function scrubber(app: App): Child {
  const { frames, at, meaning } = app;
  const last = frames.length - 1;
  if (last < 1) return null;
  const action = at === 0 ? "start" : meaning?.actions?.[at - 1];
  return h(
    "div",
    { class: "scrubber" },
    h("button", { type: "button", "data-key": "run", onclick: () => app.run() }, app.running ? "Pause" : "Run"),
    h("input", {
      type: "range",
      min: 0,
      max: last,
      value: at,
      "data-key": "scrub",
      "aria-label": "Step of the path",
      "aria-valuetext": `${action}, ${at} of ${last}`,
      oninput: (event: Event) => app.seek(Number((event.target as HTMLInputElement).value)),
    }),
    h("output", {}, `${at}/${last} ${action}`),
  );
}

export function doubt(app: App): Child[] {
  const { meaning, draft } = app;
  if (!meaning || !draft) return [];
  return [
    verdict(app, meaning),
    h("h3", {}, "Doubt a word"),
    app.piece === undefined
      ? h("p", { class: "hint" }, "Choose a word of the command above: leave it out, replace it, exchange it with another. A solid line below a word says that it is needed in this world, a dotted one that it is not.")
      : about(app, meaning, app.piece),
    h("h3", {}, "How the words narrow it down"),
    ...meaning.phrases.map((_, number) => ladder(app, meaning, number)),
    sizes(app, meaning),
    typing(app),
  ];
}

/** The command, word by word. */
export function sentence(app: App, meaning: Meaning): Child {
  const choose = (number: number) => {
    app.piece = app.piece === number ? undefined : number;
    const piece = meaning.pieces[number];
    app.lit = app.piece !== undefined && piece?.without ? [...new Set([...meaning.referents, ...piece.without.added])] : undefined;
    if (app.tab !== "doubt") app.tab = "doubt";
    app.changed();
  };
  const word = (piece: Piece, number: number) => {
    if (piece.edits.length === 0 && !piece.without) return h("span", { class: "word plain" }, piece.text);
    const state = piece.needed === null ? "" : piece.needed ? " needed" : " idle";
    const said = piece.needed === null ? "" : piece.needed ? ", needed" : ", not needed here";
    return h(
      "button",
      {
        type: "button",
        class: `word ${piece.kind}${state}`,
        "aria-pressed": String(app.piece === number),
        "aria-label": `${piece.text || "add an adverb"}${said}`,
        "data-key": `word-${number}`,
        onclick: () => choose(number),
      },
      piece.text || "+",
    );
  };
  return h("p", { class: "sentence", "aria-label": meaning.text }, ...meaning.pieces.map(word));
}

function verdict(app: App, meaning: Meaning): Child {
  const [target] = meaning.referents;
  if (meaning.problem || target === undefined) {
    const names = meaning.referents.map((number) => meaning.objects[number]).join("; ");
    return h("p", { class: "verdict bad", role: "status" }, `${sentenceOf(meaning.problem ?? "")}${names ? `: ${names}.` : "."}`);
  }
  const actions = meaning.actions ?? [];
  return h(
    "p",
    { class: "verdict good", role: "status" },
    `It refers to ${meaning.objects[target]}`,
    `, and asks for ${count(actions.length, "action")}`,
    app.isChanged ? " — after your changes." : ".",
  );
}

function sentenceOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why a word is needed, and what could stand in its place. */
function about(app: App, meaning: Meaning, number: number): Child {
  const piece = meaning.pieces[number];
  if (!piece) return null;
  const edit = (label: string, text: string) =>
    h("button", { type: "button", class: "edit", "data-key": `edit-${label}`, onclick: () => void app.change({ text }) }, label);
  const group = (title: string, what: string) => {
    const edits = piece.edits.filter((one) => one.what === what);
    return edits.length > 0 && h("div", { class: "edits" }, h("span", {}, title), ...edits.map(({ label, text }) => edit(label, text)));
  };
  return h(
    "div",
    { class: "why" },
    piece.without && h("p", {}, reason(meaning, piece)),
    piece.without &&
      h("div", { class: "edits" }, edit(piece.kind === "noun" ? "say “object”" : piece.kind === "relation" ? "leave out the clause" : "leave it out", piece.without.text)),
    group("replace by", "replace"),
    group(piece.kind === "noun" ? "say more:" : "say how:", "add"),
    group("exchange with", "swap"),
  );
}

function reason(meaning: Meaning, piece: Piece): string {
  const { referents = [], added = [] } = piece.without ?? {};
  const word = `“${piece.text}”${piece.kind === "relation" ? " and what follows" : ""}`;
  if (!piece.needed) return `Without ${word} the command would mean the same here: the word is not needed in this world.`;
  if (added.length === 0) return `Without ${word} the command would refer to ${referents.length === 0 ? "nothing" : "less"}.`;
  const names = added.map((number) => meaning.objects[number]).join("; ");
  return `Why is ${word} needed? Without it, ${names} would fit as well.`;
}

/** The sets of the denotation: each step leaves less. */
function ladder(app: App, meaning: Meaning, number: number): Child {
  const phrase = meaning.phrases[number];
  if (!phrase) return null;
  const light = (lit: number[] | undefined) => () => {
    app.lit = lit;
    app.changed();
  };
  const step = ({ text, objects }: { text: string; objects: number[] }, place: number) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "step",
          "data-key": `step-${number}-${place}`,
          "aria-pressed": String(JSON.stringify(app.lit) === JSON.stringify(objects)),
          onclick: light(JSON.stringify(app.lit) === JSON.stringify(objects) ? undefined : objects),
        },
        h("span", {}, text),
        h("b", {}, count(objects.length, "object")),
      ),
    );
  return h("ol", { class: number === 0 ? "ladder" : "ladder inner" }, ...phrase.steps.map(step));
}

const READINGS: Record<string, string> = {
  existential: "smaller than some other",
  superlative: "the smallest of its kind",
  "colour-blind": "the smallest with that noun",
};

function sizes(app: App, meaning: Meaning): Child {
  if (!meaning.pieces.some(({ kind }) => kind === "size")) return null;
  const option = ([name, referents]: [string, number[]]) =>
    h(
      "label",
      { class: "reading" },
      h("input", {
        type: "radio",
        name: "reading",
        "data-key": `reading-${name}`,
        value: name,
        checked: meaning.reading === name,
        onchange: () => void app.change({ reading: name }),
      }),
      h("span", {}, READINGS[name] ?? name),
      h("b", {}, count(referents.length, "referent")),
    );
  return h("fieldset", {}, h("legend", {}, "How “small” and “big” are read"), ...meaning.readings.map(option));
}

function typing(app: App): Child {
  const { draft, problem, typed } = app;
  const value = typed ?? draft?.text ?? "";
  const words = value.split(" ");
  const at = problem?.word === undefined ? -1 : problem.word - 1;
  return h(
    "div",
    { class: "typing" },
    h("label", { for: "typed" }, "Or type a command"),
    h("input", {
      id: "typed",
      "data-key": "typed",
      value,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "typed-problem",
      "aria-invalid": problem ? "true" : undefined,
      onchange: (event: Event) => void app.change({ text: (event.target as HTMLInputElement).value }),
    }),
    h(
      "p",
      { id: "typed-problem", class: "problem", role: "status" },
      problem && h("code", {}, `${words.slice(0, at).join(" ")} `, h("mark", {}, words[at] ?? "…"), ` ${words.slice(at + 1).join(" ")}`),
      problem && ` ${problem.message}`,
    ),
  );
}
