// Pictures as pixels, drawn by the browser.

import { alone } from "./svg.js";

/** Pixels for each unit of a picture. */
const SCALE = 2;

/** Draws a picture on a canvas. */
export async function canvasOf(picture: SVGElement, scale = SCALE): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser does not draw pixels");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function png(picture: SVGElement): Promise<Blob> {
  const canvas = await canvasOf(picture);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too big"))), "image/png"));
}
