// The page's side of a worker: questions and answers, and new workers for old.

import type { Problem, Request } from "./wire.js";

/** An answer that is an error, with the place it is about. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Work that was given up. */
export class Cancelled extends Error {}

/** How far work is; `items` is 0 where nobody knows. */
export type Progress = { stage: string; done: number; items: number };

/** What a page carries: a module, and the text of the worker that runs it. */
export type Program = { module: WebAssembly.Module; script: string };

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** Undoes the compression of the module, and compiles it while it is still being decompressed. */
export async function program(compressed: string, script: string): Promise<Program> {
  const letters = atob(compressed);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const response = new Response(stream, { headers: { "content-type": "application/wasm" } });
  return { module: await WebAssembly.compileStreaming(response), script };
}

export class Engine {
  private worker!: Worker;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  private opened: Request | undefined;
  private ready!: Promise<void>;
  /** Told whenever work begins or ends. */
  onbusy: (busy: boolean) => void = () => {};
  onprogress: (progress: Progress) => void = () => {};

  constructor(private readonly program: Program) {
    this.start();
  }

  private start(): void {
    const address = URL.createObjectURL(new Blob([this.program.script], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = (event) => reject(new Error(event.message));
      this.worker.onmessage = ({ data }) => {
        if (data.ready) resolve();
        else if (data.stage !== undefined) this.onprogress(data as Progress);
        else this.answered(data);
      };
    });
    this.worker.postMessage({ module: this.program.module });
  }

  private answered(data: { number: number; answer?: string; trap?: string }): void {
    const waiting = this.waiting.get(data.number);
    this.waiting.delete(data.number);
    if (data.answer !== undefined) {
      const { ok, error } = JSON.parse(data.answer);
      error ? waiting?.reject(new Refusal(error)) : waiting?.resolve(ok);
    } else {
      waiting?.reject(new Error(`this was too much for the program (${data.trap}); it has been started again`));
      this.restart("started again");
    }
    if (this.waiting.size === 0) this.onbusy(false);
  }

  /** Gives up all work and starts again. What was open is opened again when something is asked about it. */
  cancel(): void {
    this.restart("cancelled");
    this.onbusy(false);
  }

  private restart(why: string): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Cancelled(why));
    this.waiting.clear();
    this.start();
    this.reopen();
  }

  /** Opens what was open before something else was tried in its place. */
  reopen(): void {
    if (this.opened) this.send(this.opened).catch(() => {});
  }

  /** Whether there is work that has not been answered. */
  get busy(): boolean {
    return this.waiting.size > 0;
  }

  async ask<T>(request: Request): Promise<T> {
    const answer = (await this.send(request)) as T;
    // A recipe that could not be opened is not tried again by itself.
    if (request.ask === "open") this.opened = request;
    return answer;
  }

  private async send(request: Request): Promise<unknown> {
    await this.ready;
    const number = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.onbusy(true);
      this.worker.postMessage({ number, request: JSON.stringify(request) });
    });
  }
}
