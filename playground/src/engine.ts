// The page's side of a worker: questions and answers, and new workers for old.

import type { JudgedLine, Problem, Request } from "./wire.js";

/** An answer that is an error, with the place it is about. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Work that was given up. */
export class Cancelled extends Error {}

/** What to do where the page does not run. */
export const ADVICE = "It needs a current browser in which pages may run workers: try another one, or save the page and open it from disk.";

/** How long a worker may take to start, in milliseconds: many times what slow machines need. */
const PATIENCE = 30_000;

/** How far work is; `items` is 0 where nobody knows. */
export type Progress = { stage: string; done: number; items: number };

/** What a page carries: a module, and the text of the worker that runs it. */
export type Program = { module: WebAssembly.Module; script: string };

type Waiting = {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** Of a file that is judged: takes what is judged so far. Nobody waits for the rest. */
  part?: (lines: JudgedLine[], read: number) => void;
};

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
  private worker: Worker | undefined;
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
    this.ready = new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`the worker that makes the items does not start (${why}). ${ADVICE}`));
      const late = setTimeout(() => fail("it does not answer"), PATIENCE);
      try {
        this.worker = new Worker(address);
      } catch (error) {
        return fail(String(error));
      }
      this.worker.onerror = (event) => fail(event.message || "it is not allowed to");
      this.worker.onmessage = ({ data }) => {
        if (data.ready) {
          clearTimeout(late);
          resolve();
        } else if (data.failed !== undefined) fail(data.failed);
        else if (data.stage !== undefined) this.onprogress(data as Progress);
        else if (data.part !== undefined) this.waiting.get(data.number)?.part?.(data.part, data.read);
        else this.answered(data);
      };
    });
    URL.revokeObjectURL(address);
    // Whoever asks something is told.
    this.ready.catch(() => {});
    this.worker?.postMessage({ module: this.program.module });
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
    this.onbusy(this.busy);
  }

  /** Gives up all work and starts again. What was open is opened again when something is asked about it. */
  cancel(): void {
    this.restart("cancelled");
    this.onbusy(false);
  }

  private restart(why: string): void {
    this.worker?.terminate();
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
    return [...this.waiting.values()].some(({ part }) => !part);
  }

  async ask<T>(request: Request): Promise<T> {
    const answer = (await this.send(request)) as T;
    // A recipe that could not be opened is not tried again by itself.
    if (request.ask === "open") this.opened = request;
    return answer;
  }

  /** Judges a file in the worker, part by part, while other things are asked. */
  judge(file: File, isList: boolean, part: (lines: JudgedLine[], read: number) => void): { done: Promise<void>; stop: () => void } {
    const number = this.next++;
    const done = this.ready.then(
      () =>
        new Promise<void>((resolve, reject) => {
          this.waiting.set(number, { resolve: () => resolve(), reject, part });
          this.worker?.postMessage({ number, judging: { file, isList } });
        }),
    );
    const stop = () => {
      const waiting = this.waiting.get(number);
      this.waiting.delete(number);
      this.worker?.postMessage({ stop: number });
      waiting?.resolve(undefined);
    };
    return { done, stop };
  }

  private async send(request: Request): Promise<unknown> {
    await this.ready;
    const number = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.onbusy(true);
      this.worker?.postMessage({ number, request: JSON.stringify(request) });
    });
  }
}
