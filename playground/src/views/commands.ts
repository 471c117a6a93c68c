// Commands: the sentence, and the world it is about.

import type { App } from "../app.js";
import { type Child, count, h } from "../dom.js";
import type { CommandItem, Meaning, Piece, World } from "../wire.js";
import { tools, touching } from "./edit.js";
import { commandGraph, links } from "./graph.js";
import { picture } from "./picture.js";

/** The command, word by word. */
export function sentence(app: App, meaning: Meaning): Child {
  const desk = app.command;
  const plain = app.tab === "play";
  const rung = desk.rung && meaning.phrases[desk.rung[0]]?.steps[desk.rung[1]];
  const spoken = rung && new Set(rung.text.split(" "));
  const word = (piece: Piece, number: number) => {
    // While the words narrow it down, those are marked that have been said.
    const told = spoken && piece.phrase === 0 && piece.text.split(" ").every((one) => spoken.has(one)) ? " told" : "";
    if (piece.edits.length === 0 && !piece.without) return h("span", { class: `word plain${told}` }, piece.text);
    const known = plain ? null : piece.needed;
    const state = known === null ? "" : known ? " needed" : " idle";
    const said = known === null ? "" : known ? ", needed" : ", not needed here";
    return h(
      "button",
      {
        type: "button",
        class: `word ${piece.kind}${state}${told}`,
        "aria-pressed": String(desk.piece === number),
        "aria-label": `${piece.text || "add an adverb"}${said}`,
        "data-key": `word-${number}`,
        onclick: () => desk.doubt(number),
      },
      piece.text || "+",
    );
  };
  return h("p", { class: "sentence", "aria-label": meaning.text }, ...meaning.pieces.map(word));
}

/** The world, with what can be done to it. */
export function commandStage(app: App, item: CommandItem): Child[] {
  const { about } = app;
  const desk = app.command;
  const { draft, meaning } = desk;
  if (!draft || !meaning || !about?.words) return [];
  const playing = app.tab === "play";
  const frames = playing ? app.play.played?.frames : desk.frames;
  const at = playing ? Math.max(0, (frames?.length ?? 1) - 1) : desk.at;
  const players = meaning.phrases.slice(1).flatMap(({ player }) => (player === null ? [] : [player]));
  const unchanged = draft.world === item.world;
  // Why an object is there says which one is meant, so it is not said while somebody has to find out.
  const names = meaning.objects.map((name, number) => {
    const purpose = unchanged && !playing ? item.purposes[number] : "";
    return purpose && purpose !== "command" ? `${name}, placed as a distractor (${purpose})` : name;
  });
  const { undo, redo } = { undo: () => void desk.undo(), redo: () => void desk.redo() };
  const editing = { app, world: draft.world, words: about.words, change: (make: (world: World) => World) => desk.reshape(make), agent: true, history: desk.history, undo, redo };
  const relations = desk.relations && !playing;
  const svg = picture({
    world: draft.world,
    words: about.words,
    label: `A grid of ${draft.world.side} by ${draft.world.side} cells with ${count(draft.world.objects.length, "object")} and the agent`,
    key: "world",
    lit: playing ? undefined : desk.lit,
    targets: playing ? [] : meaning.referents,
    players: playing ? [] : players,
    chosen: playing ? undefined : desk.chosen,
    frames: frames && frames.length > 0 && !relations ? frames : undefined,
    at,
    letters: app.letters,
    names,
    links: relations && desk.graphs ? links(desk.graphs, desk.chosen) : [],
    touch: playing || at > 0 ? undefined : touching(editing),
  });
  const restore = app.isChanged && h("button", { type: "button", class: "quiet", "data-key": "restore", onclick: () => void app.restore() }, "Back to the item");
  if (playing) return [svg];
  return [views(app), relations && desk.graphs && commandGraph(desk.graphs), svg, relations ? legend() : scrubber(app), tools(editing, restore)];
}

/** The world, or how the things in it are related. */
function views(app: App): Child {
  const view = (label: string, relations: boolean) =>
    h("button", { type: "button", "aria-pressed": String(app.command.relations === relations), "data-key": `view-${label}`, onclick: () => void app.command.showRelations(relations) }, label);
  return h("div", { class: "views", role: "group", "aria-label": "What is shown" }, view("World", false), view("Relations", true));
}

function legend(): Child {
  return h("p", { class: "hint" }, "Above the world, the command as a graph. In the world, the relations that the command speaks of; choose an object to see all of its own.");
}

function scrubber(app: App): Child {
  const desk = app.command;
  const { frames, at, meaning } = desk;
  const last = frames.length - 1;
  if (last < 1) return null;
  const action = at === 0 ? "start" : meaning?.actions?.[at - 1];
  return h(
    "div",
    { class: "scrubber" },
    h("button", { type: "button", "data-key": "run", onclick: () => desk.run() }, desk.running === "path" ? "Pause" : "Run"),
    h("input", {
      type: "range",
      min: 0,
      max: last,
      value: at,
      "data-key": "scrub",
      "aria-label": "Step of the path",
      "aria-valuetext": `${action}, ${at} of ${last}`,
      oninput: (event: Event) => {
        desk.pause();
        desk.seek(Number((event.currentTarget as HTMLInputElement).value));
      },
    }),
    h("output", {}, `${at}/${last} ${action}`),
  );
}
