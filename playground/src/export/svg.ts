// Pictures without the page around them.

/** What the page's style sheet says about pictures, on white. */
const STYLE =
  ".paper{fill:#fff;stroke:#787e8c}.line{stroke:#d0d4dc;fill:none}.hit{fill:none}.ring{fill:none;stroke:#787e8c;stroke-width:1.5;stroke-dasharray:4 3}" +
  ".ring.target{stroke:#262a36;stroke-width:2.5;stroke-dasharray:none}.agent path{fill:#262a36;stroke:#fff;stroke-width:2}" +
  ".trail{fill:none;stroke:#262a36;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round;opacity:.45}.trail.ahead{stroke-dasharray:1 7}" +
  ".link{fill:none;stroke:#787e8c;stroke-width:1.5}.link.spoken{stroke:#2c5cba;stroke-width:2.5}.link.name{fill:#262a36;stroke:#fff;stroke-width:3;paint-order:stroke;font:9px sans-serif;text-anchor:middle}" +
  ".edge{fill:none;stroke:#787e8c;stroke-width:1.5}.node{fill:#f5f6f9;stroke:#787e8c}.node.head{stroke:#262a36;stroke-width:2.5}.label,.relation,.words{font:12px sans-serif;fill:#262a36}" +
  ".label,.relation{text-anchor:middle}.relation{font-size:10px;stroke:#fff;stroke-width:3;paint-order:stroke}.words.name{font-weight:700}" +
  ".support{fill:#e6eefb;stroke:#2c5cba}.stay{fill:#e8ebf2;stroke:#a0a6b4}.stay.either{stroke-dasharray:3 3}" +
  ".letter{font:700 12px sans-serif;text-anchor:middle;fill:#fff;stroke:#000;stroke-width:2.5;paint-order:stroke}.dim{opacity:.18}";

/** A copy with the style that pictures have on paper, and without what makes it live. */
export function bare(picture: SVGElement): SVGElement {
  const copy = picture.cloneNode(true) as SVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width = 0, height = 0] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = STYLE;
  copy.prepend(style);
  for (const element of copy.querySelectorAll("*")) {
    for (const name of ["tabindex", "role", "aria-label", "data-key", "data-thing"]) element.removeAttribute(name);
  }
  for (const hit of copy.querySelectorAll(".hit, .axis")) hit.remove();
  return copy;
}

/** The picture as a file. */
export function alone(picture: SVGElement): string {
  return new XMLSerializer().serializeToString(bare(picture));
}
