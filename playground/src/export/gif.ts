// Animated GIFs (version 89a): a table of colours, then frames of compressed numbers.

import { canvasOf } from "./raster.js";

/** Hundredths of a second that a frame is seen, and the last one. */
const [DELAY, REST] = [30, 150];
/** More frames than any path has that somebody wants to watch. */
const MOST = 400;
const COLOURS = 256;

/** Pictures, one after another. */
export async function gif(pictures: SVGElement[]): Promise<Blob> {
  if (pictures.length === 0) throw new Error("nothing moves here: the command refers to no single object");
  if (pictures.length > MOST) throw new Error(`${pictures.length} frames are too many; at most ${MOST}`);
  const frames: ImageData[] = [];
  for (const picture of pictures) {
    const canvas = await canvasOf(picture, 1);
    frames.push((canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height));
  }
  return new Blob([encode(frames)], { type: "image/gif" });
}

/** The bytes of a GIF; all frames have the size of the first one. */
export function encode(frames: ImageData[]): Uint8Array<ArrayBuffer> {
  const { width, height } = frames[0] as ImageData;
  const palette = new Palette(frames);
  const out: number[] = [...ascii("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0, ...palette.bytes()];
  out.push(0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  frames.forEach((frame, at) => {
    out.push(0x21, 0xf9, 4, 0, ...short(at + 1 === frames.length ? REST : DELAY), 0, 0);
    out.push(0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, 8);
    const packed = compress(palette.numbers(frame));
    for (let from = 0; from < packed.length; from += 255) {
      const part = packed.slice(from, from + 255);
      out.push(part.length, ...part);
    }
    out.push(0);
  });
  out.push(0x3b);
  return new Uint8Array(out);
}

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const short = (number: number) => [number & 255, number >> 8];

/** The colours that are most frequent; others become the nearest of these. */
class Palette {
  private readonly places = new Map<number, number>();
  private readonly colours: number[];

  constructor(frames: ImageData[]) {
    const counts = new Map<number, number>();
    for (const { data } of frames) {
      for (let at = 0; at < data.length; at += 4) {
        const colour = rounded(data, at);
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    }
    this.colours = [...counts].sort(([, one], [, other]) => other - one).slice(0, COLOURS).map(([colour]) => colour);
    this.colours.forEach((colour, place) => this.places.set(colour, place));
  }

  bytes(): number[] {
    const bytes = this.colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
    return [...bytes, ...Array<number>(3 * COLOURS - bytes.length).fill(0)];
  }

  numbers({ data }: ImageData): Uint8Array {
    const numbers = new Uint8Array(data.length / 4);
    for (let at = 0; at < numbers.length; at++) {
      const colour = rounded(data, 4 * at);
      let place = this.places.get(colour);
      if (place === undefined) this.places.set(colour, (place = this.nearest(colour)));
      numbers[at] = place;
    }
    return numbers;
  }

  private nearest(colour: number): number {
    const part = (of: number, shift: number) => (of >> shift) & 255;
    const distance = (other: number) => [16, 8, 0].reduce((sum, shift) => sum + (part(colour, shift) - part(other, shift)) ** 2, 0);
    let best = 0;
    this.colours.forEach((other, place) => {
      if (distance(other) < distance(this.colours[best] ?? 0)) best = place;
    });
    return best;
  }
}

/** A colour as a number, a little coarser than it is: edges have many shades. */
function rounded(data: Uint8ClampedArray, at: number): number {
  const part = (of: number) => Math.min(255, Math.round((data[at + of] ?? 0) / 4) * 4);
  return (part(0) << 16) | (part(1) << 8) | part(2);
}

/** Lempel, Ziv and Welch: numbers of eight bits as codes of nine to twelve. */
export function compress(numbers: Uint8Array): number[] {
  const [CLEAR, END] = [256, 257];
  const out: number[] = [];
  let [bits, held, size] = [0, 0, 9];
  const put = (code: number) => {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8, held >>>= 8) out.push(held & 255);
  };
  let known = new Map<number, number>();
  let next = END + 1;
  put(CLEAR);
  let code = numbers[0] ?? 0;
  for (let at = 1; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const longer = known.get((code << 8) | number);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    put(code);
    known.set((code << 8) | number, next);
    if (next === 1 << size && size < 12) size++;
    if (++next > 4095) {
      put(CLEAR);
      [known, next, size] = [new Map(), END + 1, 9];
    }
    code = number;
  }
  put(code);
  put(END);
  if (bits > 0) out.push(held & 255);
  return out;
}
