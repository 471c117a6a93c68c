// The worker: holds the module and answers one request after another.

type Exports = {
  memory: WebAssembly.Memory;
  wampimuk_room(length: number): number;
  wampimuk_answer(): bigint;
};

let exports: Exports | undefined;

self.onmessage = async ({ data }: MessageEvent) => {
  if (data.module) {
    exports = (await WebAssembly.instantiate(data.module as WebAssembly.Module, {})).exports as Exports;
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
  const [start, length] = [Number(answer >> 32n), Number(answer & 0xffff_ffffn)];
  return new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
}
