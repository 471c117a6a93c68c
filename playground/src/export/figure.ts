// What is looked at as one picture, to be taken away.

import type { App } from "../app.js";
import { s } from "../dom.js";
import { commandGraph, links } from "../views/graph.js";
import { CELL, picture } from "../views/picture.js";
import type { RiddleItem, Solved, World } from "../wire.js";

/** The picture of the item as it is shown; nothing if there is nothing to draw. */
export function figure(app: App): SVGElement | undefined {
  const { item, about } = app;
  if (item?.kind === "story") return app.story.solved && storyFigure(app.story.lines, app.story.solved);
  if (!item || !about?.words) return undefined;
  if (item.kind === "riddle") return riddleFigure(app, item);
  const { draft, meaning, frames, at, relations, graphs } = app.command;
  if (!draft || !meaning) return undefined;
  const players = meaning.phrases.slice(1).flatMap(({ player }) => (player === null ? [] : [player]));
  const shown = { world: draft.world, words: about.words, label: meaning.text, targets: meaning.referents, players, letters: app.letters };
  if (!relations || !graphs) return picture({ ...shown, frames: frames.length > 1 ? frames : undefined, at });
  return stacked([commandGraph(graphs), picture({ ...shown, links: links(graphs, app.command.chosen) })], meaning.text);
}

/** A command that is carried out, frame by frame. */
export function movie(app: App): SVGElement[] {
  const { draft, frames, meaning } = app.command;
  const words = app.about?.words;
  if (!draft || !words || !meaning) return [];
  return frames.map((_, at) => picture({ world: draft.world, words, label: meaning.text, frames, at, targets: meaning.referents, letters: app.letters }));
}

const GAP = 24;

function sizeOf(svg: SVGElement): { x: number; y: number; width: number; height: number } {
  const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  return { x, y, width, height };
}

/** The contents of a picture, moved to a place. */
function part(svg: SVGElement, x: number, y: number): SVGElement {
  const size = sizeOf(svg);
  return s("g", { transform: `translate(${x - size.x} ${y - size.y})` }, ...svg.childNodes);
}

function whole(width: number, height: number, label: string, parts: SVGElement[]): SVGElement {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...parts);
}

/** Pictures one below the other, each in the middle. */
function stacked(pictures: SVGElement[], label: string): SVGElement {
  const sizes = pictures.map(sizeOf);
  const width = Math.max(...sizes.map((size) => size.width));
  let y = 0;
  const parts = pictures.map((svg, at) => {
    const size = sizes[at] ?? { width: 0, height: 0 };
    const placed = part(svg, (width - size.width) / 2, y);
    y += size.height + GAP;
    return placed;
  });
  return whole(width, y - GAP, label, parts);
}

/** The pairs of a riddle: before and after, side by side. */
function riddleFigure(app: App, { pairs, test }: RiddleItem): SVGElement | undefined {
  const words = app.about?.words;
  if (!words) return undefined;
  const world = (world: World, label: string) => {
    const svg = picture({ world, words, label, letters: app.letters });
    svg.querySelector(".agent")?.remove();
    return svg;
  };
  const asked = app.riddle.revealed ? test.output : (app.riddle.guess ?? test.input);
  const rows = [...pairs, { input: test.input, output: asked }].map(({ input, output }, at) => {
    const [before, after] = [world(input, `${at}, before`), world(output, `${at}, after`)];
    const { width, height } = sizeOf(before);
    const middle = height / 2;
    const arrow = s("path", { d: `M${width + 10} ${middle}L${width + 34} ${middle}M${width + 27} ${middle - 6}L${width + 34} ${middle}L${width + 27} ${middle + 6}`, class: "edge" });
    return whole(2 * width + 44, height, "", [part(before, 0, 0), arrow, part(after, width + 44, 0)]);
  });
  return stacked(rows, "a riddle: pairs of worlds before and after, the last one to be solved");
}

const [ROW, LETTER] = [22, 6.6];

/** A story: its lines, those marked that the answer rests on, and beside them who is where. */
function storyFigure(lines: string[], { answers, tracks }: Solved): SVGElement {
  const used = new Set(answers.flatMap(({ supporting }) => supporting));
  const answerOf = (line: number) => answers.find((answer) => answer.line === line)?.answer;
  const texts = lines.map((line, at) => `${at + 1}  ${line}${answerOf(at + 1) ? `  ${answerOf(at + 1)}` : ""}`);
  const left = Math.max(...texts.map((text) => text.length)) * LETTER + 24;
  const column = 2 * CELL;
  const line = (text: string, at: number) => {
    const y = (at + 1) * ROW;
    return s(
      "g",
      {},
      used.has(at + 1) && s("rect", { x: 0, y: y + 2, width: left - 12, height: ROW - 4, rx: 4, class: "support" }),
      s("text", { x: 8, y: y + 15, class: "words" }, text),
    );
  };
  const track = ({ name, stays }: Solved["tracks"][number], at: number) => {
    const x = left + at * column;
    const bars = stays
      .filter(({ places }) => places.length > 0)
      .map(({ from, to, places }) => {
        const [first, last] = [Math.max(1, from), Math.min(to, lines.length + 1)];
        if (last <= first) return null;
        const bar = { x: x + 2, y: first * ROW + 2, width: column - 6, height: (last - first) * ROW - 4, rx: 4, class: places.length === 1 ? "stay" : "stay either" };
        return s("g", {}, s("rect", bar), s("text", { x: x + 8, y: first * ROW + 15, class: "words" }, places.join(" or ").slice(0, 14)));
      });
    return s("g", {}, s("text", { x: x + 8, y: 15, class: "words name" }, name), ...bars);
  };
  const parts = [...texts.map(line), ...tracks.map(track)];
  return whole(left + tracks.length * column, (lines.length + 1) * ROW + 4, lines.join(" "), parts);
}
