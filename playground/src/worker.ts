// The worker: holds the module and answers one request after another.

type Exports = {
  memory: WebAssembly.Memory;
  wampimuk_room(length: number): number;
  wampimuk_answer(): bigint;
};

let exports: Exports | undefined;
let told = 0;

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
    exports = (await WebAssembly.instantiate(data.module as WebAssembly.Module, imports)).exports as Exports;
    self.postMessage({ ready: true });
    return;
  }
  // Whatever is thrown here is a trap: the module's memory is no longer to be trusted, and the page starts another worker.
  try {
    self.postMessage({ number: data.number, answer: ask(exports as Exports, data.request as string) });
  } catch (error) {
    self.postMessage({ number: data.number, trap: String(error) });
  }
};

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
