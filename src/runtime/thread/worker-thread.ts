// One worker thread, which gets one event at a time. Reports once when it is lost.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SHARE_ENV, Worker } from "node:worker_threads";
import { PolicyLoadError, whyOf } from "../../language/load-error.ts";
import type { WorkerMessage, WorkerQuestion, WorkerStart } from "./worker-messages.ts";

/** Starting normally takes tens of milliseconds. */
const BOOT_MS = 15_000;

export type WorkerAnswer = Extract<WorkerMessage, { readonly kind: "decided" }>;

export interface ThreadListener {
  readonly answered: (answer: WorkerAnswer) => void;
  readonly lost: (why: string) => void;
}

export class WorkerThread {
  readonly start: WorkerStart;
  /** Sessions whose state this worker has. */
  readonly known = new Set<string>();
  readonly #worker: Worker;
  #listener: ThreadListener | null = null;
  #isLost = false;

  private constructor(start: WorkerStart, worker: Worker) {
    this.start = start;
    this.#worker = worker;
  }

  /** Starts a thread and waits until its bundle runs; rejects with a PolicyLoadError. */
  static async boot(start: WorkerStart): Promise<WorkerThread> {
    const worker = newWorker(start);
    const thread = new WorkerThread(start, worker);
    try {
      await thread.#ready();
      return thread;
    } catch (caught) {
      await worker.terminate();
      throw caught;
    }
  }

  /** Sets the listener. A thread that was lost before this reports it now. */
  listen(listener: ThreadListener): void {
    this.#listener = listener;
    if (this.#isLost) listener.lost("it ended");
  }

  /** Throws when the event cannot be copied. */
  ask(question: WorkerQuestion): void {
    this.#worker.postMessage(question);
  }

  /** Keeps the process alive while an answer is pending. */
  hold(): void {
    this.#worker.ref();
  }

  release(): void {
    this.#worker.unref();
  }

  async end(): Promise<void> {
    this.#listener = null;
    this.#isLost = true;
    await this.#worker.terminate();
  }

  #ready(): Promise<void> {
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(notStarted(`it was not ready within ${BOOT_MS} ms`)), BOOT_MS);
      const settle = (): void => clearTimeout(late);
      const lose = (why: string): void => {
        settle();
        fail(notStarted(why));
        this.#lose(why);
      };
      this.#worker.on("message", (message: WorkerMessage) => {
        if (message.kind === "decided") return this.#listener?.answered(message);
        settle();
        if (message.kind === "refused") return fail(new PolicyLoadError("P611", { why: message.why }));
        this.#worker.unref();
        done();
      });
      this.#worker.on("messageerror", () => lose("its answer could not be read"));
      this.#worker.on("error", (caught) => lose(whyOf(caught)));
      this.#worker.on("exit", (code) => lose(`it ended with exit code ${code}`));
    });
  }

  #lose(why: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#listener?.lost(why);
  }
}

function newWorker(start: WorkerStart): Worker {
  try {
    // The environment is shared, so that env() gives the same values in every mode. The process's flags are not passed on.
    return new Worker(entryPath(), { workerData: start, env: SHARE_ENV, execArgv: [], name: "policyc" });
  } catch (caught) {
    throw notStarted(whyOf(caught));
  }
}

const notStarted = (why: string): PolicyLoadError => new PolicyLoadError("P614", { why });

/** The built entry is next to the built runtime; when run from source, the entry of the last build is used. */
function entryPath(): string {
  for (const place of ["./worker-entry.mjs", "../../../dist/worker-entry.mjs"]) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(path)) return path;
  }
  throw notStarted("worker-entry.mjs is missing");
}
