// Calls of a transcript whose results are pending. Results name their call only by id; the tool and its input are in an
// earlier line. Bounded: a log without results must not exhaust memory.

import type { JsonObject } from "../../hosts/shared/read-answer.ts";

export interface OpenCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string | undefined;
}

const MAX_CALLS = 1024;
const MAX_BYTES = 64 * 1024 * 1024;

export class OpenCalls {
  readonly #calls = new Map<string, { readonly call: OpenCall; readonly sizeBytes: number }>();
  #bytes = 0;

  add(id: string, call: OpenCall, sizeBytes: number): void {
    this.take(id);
    this.#calls.set(id, { call, sizeBytes });
    this.#bytes += sizeBytes;
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MAX_CALLS && this.#bytes <= MAX_BYTES) return;
      this.take(oldest);
    }
  }

  /** The call of a result, which arrives once. */
  take(id: string): OpenCall | undefined {
    const found = this.#calls.get(id);
    if (found === undefined) return undefined;
    this.#calls.delete(id);
    this.#bytes -= found.sizeBytes;
    return found.call;
  }
}

const MAX_SESSIONS = 1024;

/** The project of each session: the first folder it was seen in. */
export class FirstFolders {
  readonly #folders = new Map<string, string>();

  of(session: string, folder: string | undefined): string | undefined {
    const known = this.#folders.get(session);
    if (known !== undefined || folder === undefined) return known;
    if (this.#folders.size >= MAX_SESSIONS) {
      const [oldest] = this.#folders.keys();
      if (oldest !== undefined) this.#folders.delete(oldest);
    }
    this.#folders.set(session, folder);
    return folder;
  }
}
