// How shapes and colours look: as in the pictures of `wampimuk show`.

import { s } from "../dom.js";
import type { Words } from "../wire.js";

/** The colour of a number, which the library knows by its name or by what it says, such as `#ff00aa`. */
export function colourOf(words: Words, number: number): string {
  return words.fills[number] ?? "#8c9098";
}

function mix(colour: string, with_: number, part: number): string {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `#${parts.map((one) => Math.round(one + (with_ - one) * part).toString(16).padStart(2, "0")).join("")}`;
}

const POLYGONS: Record<string, [number, number][]> = {
  triangle: [[0, -0.46], [0.5, 0.42], [-0.5, 0.42]],
  diamond: [[0, -0.54], [0.46, 0], [0, 0.54], [-0.46, 0]],
  star: [[0, -0.55], [0.135, -0.166], [0.523, -0.15], [0.219, 0.091], [0.323, 0.465], [0, 0.25], [-0.323, 0.465], [-0.219, 0.091], [-0.523, -0.15], [-0.135, -0.166]],
  pentagon: [[0, -0.5], [0.5, -0.12], [0.31, 0.46], [-0.31, 0.46], [-0.5, -0.12]],
  hexagon: [[0.5, 0], [0.25, 0.433], [-0.25, 0.433], [-0.5, 0], [-0.25, -0.433], [0.25, -0.433]],
  cross: [[-0.17, -0.5], [0.17, -0.5], [0.17, -0.17], [0.5, -0.17], [0.5, 0.17], [0.17, 0.17], [0.17, 0.5], [-0.17, 0.5], [-0.17, 0.17], [-0.5, 0.17], [-0.5, -0.17], [-0.17, -0.17]],
};

/** A solid object of diameter `d` around the origin: its own outline, or the look that its name has. */
export function solid({ drawn: shape, outline }: Words["shapes"][number], colour: string, d: number): SVGElement {
  const edge = { stroke: mix(colour, 0, 0.38), "stroke-width": Math.max(0.8, d * 0.05), "stroke-linejoin": "round" };
  const polygon = outline?.map(([x, y]): [number, number] => [x / 1000 - 0.5, y / 1000 - 0.5]) ?? POLYGONS[shape];
  if (polygon) {
    const points = polygon.map(([x, y]) => `${(x * d).toFixed(2)},${(y * d).toFixed(2)}`).join(" ");
    return s("polygon", { points, fill: colour, ...edge });
  }
  if (shape === "circle") return s("circle", { r: d / 2, fill: colour, ...edge });
  if (shape === "cylinder") {
    const [rx, ry] = [d * 0.37, d * 0.13];
    const [top, bottom] = [-d * 0.5 + ry, d * 0.5 - ry];
    return s(
      "g",
      {},
      s("path", { d: `M${-rx} ${top}V${bottom}A${rx} ${ry} 0 0 0 ${rx} ${bottom}V${top}Z`, fill: colour, ...edge }),
      s("ellipse", { cy: top, rx, ry, fill: mix(colour, 255, 0.42), ...edge }),
    );
  }
  if (shape === "ring") {
    const ring = (part: string, width: number) => s("circle", { r: d * 0.37, fill: "none", stroke: part, "stroke-width": width });
    return s("g", {}, ring(mix(colour, 0, 0.38), d * 0.26), ring(colour, d * 0.16));
  }
  const side = d * 0.92;
  return s("rect", { x: -side / 2, y: -side / 2, width: side, height: side, rx: d * 0.06, fill: colour, ...edge });
}

/** The frame of a box that spans `side`, from its top left corner. */
export function frame(colour: string, side: number, width: number): SVGElement {
  const place = { x: width, y: width, width: side - 2 * width, height: side - 2 * width, rx: width * 1.6, fill: "none" };
  return s(
    "g",
    {},
    s("rect", { ...place, stroke: mix(colour, 0, 0.38), "stroke-width": width }),
    s("rect", { ...place, stroke: colour, "stroke-width": width * 0.66 }),
  );
}
