// Home folders in which calls start a resident process by themselves, as on a user's machine. A resident is no child of the test:
// it is found by its command line, which names the home's run folder, and ended by its id.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, vi } from "vitest";
import { askSocket } from "../../src/service/client/ask-socket.ts";
import { programId, type RunFiles, runFiles } from "../../src/service/client/run-folder.ts";
import { root } from "../harness.ts";
import type { Answer } from "../hook/claude-calls.ts";
import { run, type Streams } from "../hook/processes.ts";
import { runFolder } from "../run-folder.ts";

export const program = join(root, "dist/policyc.cjs");
const nativeClient = join(root, "dist/native", `${process.platform}-${process.arch}`, "policyc-hook");

/** How an agent starts the hook: what runs, and the words before the options. */
export interface Entry {
  readonly name: string;
  command(program: string): { readonly file: string; readonly words: readonly string[] };
}

const nodeEntry: Entry = {
  name: "the Node entry",
  command: (entry) => ({ file: process.execPath, words: [entry, "hook"] }),
};

const native: Entry = {
  name: "the native client",
  command: (entry) => ({ file: nativeClient, words: [process.execPath, entry, "hook"] }),
};

/** The native client is built only where there is a Go compiler. */
export const entries: readonly Entry[] = existsSync(nativeClient) ? [nodeEntry, native] : [nodeEntry];
if (entries.length === 1) console.log(`the native client is not tested: ${nativeClient} is not there`);

/** Processes are looked up there, with their sessions, variables and folders. */
export const hasProc = process.platform === "linux";
if (!hasProc) console.log("resident processes on demand are not tested: this system has no /proc");

export const PATIENCE_MS = 100_000;

export interface ResidentProcess {
  readonly pid: number;
  readonly program: string;
  readonly run: string;
}

/** All of them whose run folder is below a folder. One that has ended and is not yet waited for has no command line. */
function residentsBelow(folder: string): readonly ResidentProcess[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const [, entry = "", verb, place = ""] = procText(pid, "cmdline").split("\0");
    return verb === "resident" && place.startsWith(`${folder}/`)
      ? [{ pid: Number(pid), program: entry, run: place }]
      : [];
  });
}

/** Blank when the process is gone. */
export function procText(pid: number | string, file: "cmdline" | "environ" | "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

export interface Asking extends Streams {
  readonly entry?: Entry;
  readonly words?: readonly string[];
  /** The program that is run, where it is a copy. */
  readonly copy?: string;
}

export interface Home {
  readonly folder: string;
  /** In the run folder, of a program. */
  files(copy?: string): RunFiles;
  residents(): readonly ResidentProcess[];
  /** Claude Code asks about a bundle. */
  ask(bundle: string, payload: unknown, asking?: Asking): Promise<Answer>;
  /** Waits until the resident of a program answers; gives its id. */
  listening(copy?: string): Promise<number>;
  /** How many questions it has decided. */
  decisions(copy?: string): Promise<number>;
  /** Waits until there is none. */
  ended(): Promise<void>;
}

export interface Homes {
  /** Gone after all tests of the file. */
  readonly folder: string;
  home(): Home;
}

/** For the tests of a file; the residents of its homes end with the test that started them. */
export function residentHomes(): Homes {
  const folder = runFolder("r");
  const kill = (): void => {
    for (const { pid } of residentsBelow(folder)) endProcess(pid);
  };
  // A run that is given up on reaches no hook.
  if (hasProc) process.once("exit", kill);
  afterEach(async () => {
    if (!hasProc) return;
    kill();
    await vi.waitUntil(() => residentsBelow(folder).length === 0, PATIENCE_MS);
  });
  afterAll(() => {
    process.removeListener("exit", kill);
    rmSync(folder, { recursive: true, force: true });
  });
  let made = 0;
  // With a short name: the path of a socket must not be long.
  return { folder, home: () => homeIn(join(folder, `h${made++}`)) };
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Of the whole environment of this process a call needs no more. The tests' own settings keep residents from being started. */
const nothing = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));

export function homeIn(folder: string): Home {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = (copy = program): RunFiles => runFiles(join(folder, ".policyc", "run"), programId(copy));
  const report = async (path: string, copy?: string): Promise<string> => {
    const asked = { files: files(copy), method: "GET" as const, body: Buffer.alloc(0), limitMs: 5000 };
    return (await askSocket({ ...asked, path })).body.toString();
  };
  return {
    folder,
    files,
    residents: () => residentsBelow(folder),
    ask(bundle, payload, { entry = nodeEntry, words = [], copy = program, env = {}, ...streams } = {}) {
      const { file, words: before } = entry.command(copy);
      const options = ["--agent", "claude-code", "--bundle", bundle, "--deadline", "60000", ...words];
      const environment = { ...nothing, PATH: process.env.PATH ?? "", HOME: folder, ...env };
      return run([...before, ...options], payload, { cwd: folder, ...streams, env: environment, program: file });
    },
    listening: (copy) =>
      vi.waitFor(async () => JSON.parse(await report("/status", copy)).pid, { timeout: PATIENCE_MS, interval: 20 }),
    async decisions(copy) {
      const counts = (await report("/metrics", copy)).matchAll(/^policyc_decisions_total\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    },
    ended: async () => void (await vi.waitUntil(() => residentsBelow(folder).length === 0, PATIENCE_MS)),
  };
}

/** What is below a folder but for session files, by its path there. */
export function leftBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => !one.isDirectory() && !one.name.endsWith(".session"))
    .map(({ name }) => name)
    .sort();
}
