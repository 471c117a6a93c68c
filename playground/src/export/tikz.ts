// Pictures as TikZ, to be pasted into a LaTeX document: what the page shows, shape by shape.

import { bare } from "./svg.js";

/** Points for each unit: a cell of 48 units is as high as three lines. */
const POINTS = 0.55;

/** The picture as a `tikzpicture`; the document needs \usepackage{tikz}. */
export function tikz(picture: SVGElement): string {
  const copy = bare(picture);
  // Styles and places are only known of what is on the page.
  copy.setAttribute("style", "position: absolute; left: -9999px; top: 0; max-width: none");
  document.body.append(copy);
  try {
    const [, , width = 0, height = 0] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const lines = [...copy.querySelectorAll<SVGGraphicsElement>("rect, circle, ellipse, path, polygon, polyline, line, text")].flatMap((shape) => drawn(shape));
    const label = (picture.getAttribute("aria-label") ?? "").replaceAll("\n", " ");
    return `% ${label}\n% needs \\usepackage{tikz}\n\\begin{tikzpicture}[x=${POINTS}pt, y=-${POINTS}pt, line cap=round, line join=round]\n\\useasboundingbox (-1,-1) rectangle (${width - 1},${height - 1});\n${lines.join("\n")}\n\\end{tikzpicture}\n`;
  } finally {
    copy.remove();
  }
}

const short = (number: number) => String(Math.round(number * 100) / 100);

function drawn(shape: SVGGraphicsElement): string[] {
  const style = getComputedStyle(shape);
  const opacity = [shape, ...parents(shape)].reduce((all, element) => all * Number(getComputedStyle(element).opacity), 1);
  const place = transform(shape);
  if (shape instanceof SVGTextElement) {
    const at = place(Number(shape.getAttribute("x")), Number(shape.getAttribute("y")));
    const size = short(parseFloat(style.fontSize) * POINTS);
    const anchor = style.textAnchor === "middle" ? "base" : "base west";
    return [`\\node[anchor=${anchor}, inner sep=0pt, text=${colour(style.fill)}, font=\\sffamily\\fontsize{${size}}{${size}}\\selectfont] at ${at} {${escape(shape.textContent ?? "")}};`];
  }
  const options: string[] = [];
  if (style.fill !== "none") options.push(`fill=${colour(style.fill)}`);
  if (style.stroke !== "none") {
    options.push(`draw=${colour(style.stroke)}`, `line width=${short(parseFloat(style.strokeWidth) * POINTS)}pt`);
    const [on, off = on] = style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat);
    if (on !== undefined && off !== undefined) options.push(`dash pattern=on ${short(on * POINTS)}pt off ${short(off * POINTS)}pt`);
  }
  if (options.length === 0) return [];
  if (opacity < 1) options.push(`opacity=${short(opacity)}`);
  const radius = shape instanceof SVGRectElement ? Number(shape.getAttribute("rx") ?? 0) : 0;
  if (radius > 0) options.push(`rounded corners=${short(radius * POINTS)}pt`);
  return [`\\path[${options.join(", ")}] ${outline(shape, place)};`];
}

function* parents(shape: Element): Generator<Element> {
  for (let at = shape.parentElement; at instanceof SVGElement; at = at.parentElement) yield at;
}

/** Where the points of a shape are, in units of the picture. */
function transform(shape: SVGGraphicsElement): (x: number, y: number) => string {
  let matrix = new DOMMatrix();
  for (const element of [...parents(shape)].reverse().concat(shape)) {
    const own = (element as SVGGraphicsElement).transform?.baseVal.consolidate()?.matrix;
    if (own) matrix = matrix.multiply(new DOMMatrix([own.a, own.b, own.c, own.d, own.e, own.f]));
  }
  return (x, y) => {
    const point = matrix.transformPoint(new DOMPoint(x, y));
    return `(${short(point.x)},${short(point.y)})`;
  };
}

function outline(shape: SVGGraphicsElement, place: (x: number, y: number) => string): string {
  const value = (name: string) => Number(shape.getAttribute(name) ?? 0);
  if (shape instanceof SVGRectElement) {
    return `${place(value("x"), value("y"))} rectangle ${place(value("x") + value("width"), value("y") + value("height"))}`;
  }
  if (shape instanceof SVGCircleElement) return `${place(value("cx"), value("cy"))} circle[radius=${short(value("r") * POINTS)}pt]`;
  if (shape instanceof SVGEllipseElement) {
    return `${place(value("cx"), value("cy"))} ellipse[x radius=${short(value("rx") * POINTS)}pt, y radius=${short(value("ry") * POINTS)}pt]`;
  }
  if (shape instanceof SVGPolygonElement || shape instanceof SVGPolylineElement) {
    const points = [...shape.points].map(({ x, y }) => place(x, y));
    return points.join(" -- ") + (shape instanceof SVGPolygonElement ? " -- cycle" : "");
  }
  return path(shape.getAttribute("d") ?? "", place);
}

/** The few commands that the page's paths consist of. */
function path(d: string, place: (x: number, y: number) => string): string {
  let [x, y, text] = [0, 0, ""];
  for (const [, command = "", rest = ""] of d.matchAll(/([MLHVQAZ])([^MLHVQAZ]*)/g)) {
    const n = (rest.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const to = (nextX: number, nextY: number) => {
      [x, y] = [nextX, nextY];
      return place(x, y);
    };
    if (command === "M") text += ` ${to(n[0] ?? 0, n[1] ?? 0)}`;
    else if (command === "L") text += ` -- ${to(n[0] ?? 0, n[1] ?? 0)}`;
    else if (command === "H") text += ` -- ${to(n[0] ?? 0, y)}`;
    else if (command === "V") text += ` -- ${to(x, n[0] ?? 0)}`;
    else if (command === "Z") text += " -- cycle";
    else if (command === "Q") {
      const [cx = 0, cy = 0, ex = 0, ey = 0] = n;
      const third = (from: number, by: number) => from + (2 / 3) * (by - from);
      text += ` .. controls ${place(third(x, cx), third(y, cy))} and ${place(third(ex, cx), third(ey, cy))} .. `;
      text += to(ex, ey);
    } else if (command === "A") {
      // Only the lower half of a cylinder is an arc: two quarters of an ellipse, as curves.
      const [rx = 0, ry = 0, , , , ex = 0, ey = 0] = n;
      const [k, middle] = [0.5523, (x + ex) / 2];
      const side = Math.sign(ex - x);
      text += ` .. controls ${place(x, y + k * ry)} and ${place(middle - side * k * rx, y + ry)} .. ${place(middle, y + ry)}`;
      text += ` .. controls ${place(middle + side * k * rx, y + ry)} and ${place(ex, ey + k * ry)} .. ${to(ex, ey)}`;
    }
  }
  return text.trim();
}

function colour(css: string): string {
  const [red = 0, green = 0, blue = 0] = (css.match(/[\d.]+/g) ?? []).map(Number);
  return `{rgb,255:red,${Math.round(red)};green,${Math.round(green)};blue,${Math.round(blue)}}`;
}

/** Text for TeX: what means something to it is written out. */
function escape(text: string): string {
  const names: Record<string, string> = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
  return text.replace(/[\\~^&%$#_{}]/g, (letter) => names[letter] ?? `\\${letter}`);
}
