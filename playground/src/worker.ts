// The worker: holds the module, answers one request after another, and judges files bit by bit between them.

import { Entries, Lines, type Part } from "./pieces.js";

type Exports = {
  memory: WebAssembly.Memory;
  wampimuk_room(length: number): number;
  wampimuk_answer(): bigint;
};

/** A file to judge. */
type Judging = { file: File; isList: boolean };

/** How long the judging of a part may keep others waiting, in milliseconds. */
const TURN = 60;
/** The most lines of a part. */
const MOST = 1000;

let exports: Exports | undefined;
let told = 0;
/** The numbers of files that are no longer to be judged. */
const stopped = new Set<number>();

/** The page is told now and then how far the work is; whoever looks needs no more. */
function progress(stage: number, length: number, done: bigint, items: bigint): void {
  const now = performance.now();
  if (!exports || (now - told < 80 && done > 0n)) return;
  told = now;
  self.postMessage({ stage: textAt(exports.memory, stage, length), done: Number(done), items: Number(items) });
}

self.onmessage = async ({ data }: MessageEvent) => {
  if (data.module) {
    const imports = { page: { wampimuk_progress: progress } };
    try {
      exports = (await WebAssembly.instantiate(data.module as WebAssembly.Module, imports)).exports as Exports;
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
    return;
  }
  if (data.stop !== undefined) return void stopped.add(data.stop as number);
  // Whatever is thrown here is a trap: the module's memory is no longer to be trusted, and the page starts another worker.
  try {
    const answer = data.judging ? await judge(data.number as number, data.judging as Judging) : ask(exports as Exports, data.request as string);
    self.postMessage({ number: data.number, answer });
  } catch (error) {
    self.postMessage({ number: data.number, trap: String(error) });
  }
};

/** Judges a file part by part, and tells each part; between parts, others have their turn. */
async function judge(number: number, { file, isList }: Judging): Promise<string> {
  const cutter = isList ? new Entries() : new Lines();
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let most = 1;
  let read = 0;
  /** Whether there is any use in going on. */
  const tell = async ({ text, first, line }: Part): Promise<boolean> => {
    const begun = performance.now();
    const request = isList ? { ask: "list", name: file.name, text, first, line } : { ask: "predictions", text, first };
    const { ok, error } = JSON.parse(ask(exports as Exports, JSON.stringify(request)));
    if (error) throw { problem: error };
    self.postMessage({ number, part: ok, read });
    const taken = performance.now() - begun;
    most = taken > TURN ? Math.max(1, most >> 1) : taken < TURN / 3 ? Math.min(MOST, most * 2) : most;
    await new Promise((go) => setTimeout(go));
    // In a list, what cannot be read ends it.
    return !stopped.has(number) && !(isList && (ok as { problem?: string }[]).at(-1)?.problem);
  };
  try {
    let goesOn = true;
    while (goesOn) {
      const { done, value } = await reader.read();
      read += value?.length ?? 0;
      for (const part of cutter.cut(decoder.decode(value, { stream: !done }), () => most)) if (!(goesOn = await tell(part))) break;
      if (!done || !goesOn) continue;
      const rest = cutter.rest();
      if (rest) await tell(rest);
      break;
    }
    return '{"ok":null}';
  } catch (error) {
    if ((error as { problem?: unknown }).problem) return JSON.stringify({ error: (error as { problem: unknown }).problem });
    if (error instanceof DOMException) return JSON.stringify({ error: { message: `${file.name} cannot be read: ${error.message}` } });
    throw error;
  } finally {
    stopped.delete(number);
    void reader.cancel().catch(() => {});
  }
}

function ask({ memory, wampimuk_room, wampimuk_answer }: Exports, request: string): string {
  const bytes = new TextEncoder().encode(request);
  const room = wampimuk_room(bytes.length);
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  const answer = BigInt.asUintN(64, wampimuk_answer());
  return textAt(memory, Number(answer >> 32n), Number(answer & 0xffff_ffffn));
}

function textAt(memory: WebAssembly.Memory, start: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
}
