// The doors that are processes of their own, started as agents start them.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import type { Decision } from "../../src/language/contract.ts";
import { root } from "../harness.ts";
import type { Answer } from "../hook/claude-calls.ts";
import { run, type Streams } from "../hook/processes.ts";
import { decisions, type Home } from "../serve/residents.ts";
import type { DoorKind, Reply } from "./door.ts";
import { bringsNoVariables, deciding, wordsFor } from "./doors.ts";
import type { Step } from "./payloads.ts";
import type { Place } from "./place.ts";

const cli = join(root, "dist/policyc.cjs");
const native = join(root, "dist/native", `${process.platform}-${process.arch}`, "policyc-hook");

/** A command line: a program, Node when left out, and its words. */
export interface Command {
  readonly program?: string;
  readonly words: readonly string[];
}

/** How an agent starts the hook; `options` are those of the hook. */
export const commands: {
  readonly [door: string]: (agent: string, bundle: string, options: readonly string[]) => Command;
} = {
  hook: (agent, bundle, options) => ({ words: [cli, "hook", "--agent", agent, "--bundle", bundle, ...options] }),
  worker: (agent, bundle, options) => ({ words: [join(bundle, "worker.mjs"), "--as", agent, ...options] }),
  native: (agent, bundle, options) => ({
    program: native,
    words: [process.execPath, cli, "hook", "--agent", agent, "--bundle", bundle, ...options],
  }),
};

/** Built only where there is a Go compiler. */
export const hasNative = existsSync(native);

/** Variables of this process are none of the agent's. */
const nothing = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));

export const start = (command: Command, payload: string | Buffer, streams: Streams): Promise<Answer> =>
  run(command.words, payload, {
    ...streams,
    // There no call starts a resident process of its own.
    env: { ...nothing, CI: "1", ...streams.env },
    ...(command.program === undefined ? {} : { program: command.program }),
  });

async function asked(command: Command, step: Step, place: Place): Promise<Reply> {
  const env = { ...place.environment, ...step.environment };
  const { stdout, stderr, code } = await start(command, step.payload, { env, cwd: step.folder });
  return { stdout, stderr, exitCode: code };
}

type WordsFor = (step: Step, place: Place) => Command;

const always = (): boolean => true;

function processDoor(name: string, words: WordsFor): DoorKind {
  return {
    name,
    takes: always,
    open: async (place) => ({ ask: (step) => asked(words(step, place), step, place), close: async () => undefined }),
  };
}

const hookWords: WordsFor = (step, place) => ({ words: [cli, "hook", ...wordsFor(step, place)] });

export const hookAlone = processDoor("policyc hook", (step, place) => ({
  words: [...hookWords(step, place).words, "--serve", "never"],
}));

export const worker = processDoor("worker.mjs", ({ agent }, { bundle, revision }) => ({
  words: [join(bundle, "worker.mjs"), "--as", agent, "--revision", revision, "--deadline", "60000"],
}));

/** A door behind which a resident process answers, which is asked whether it did. */
function withResident(name: string, homeOf: (place: Place) => Home, words: WordsFor): DoorKind {
  return {
    name,
    takes: always,
    async open(place) {
      const home = homeOf(place);
      const resident = await home.start(place.bundle);
      return {
        ask: (step) => asked(words(step, place), step, place),
        async close() {
          const answered = await decisions(home);
          resident.child.kill("SIGTERM");
          await resident.ended;
          expect(answered).toBeGreaterThan(0);
        },
      };
    },
  };
}

/** The home of a place as one in which residents are started. */
export const homeFor = (homeNamed: (name: string) => Home, { home }: Place): Home =>
  homeNamed(relative(process.env.POLICYC_TEST_PARTS ?? "", home));

export const residentDoors = (homeNamed: (name: string) => Home): readonly DoorKind[] => {
  const homeOf = (place: Place): Home => homeFor(homeNamed, place);
  const client: WordsFor = (step, place) => ({
    program: native,
    words: [process.execPath, ...hookWords(step, place).words],
  });
  return [
    withResident("policyc hook and a resident", homeOf, hookWords),
    ...(hasNative ? [withResident("the native client and a resident", homeOf, client)] : []),
  ];
};

interface Lines {
  ask(params: unknown): Promise<Decision>;
  close(): Promise<void>;
}

/** `worker.mjs --rpc` for one host: one question a line, answered in order. */
function lines(place: Place, target: string): Lines {
  const child = spawn(process.execPath, [join(place.bundle, "worker.mjs"), "--rpc", "--target", target], {
    cwd: place.project,
    env: place.environment,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return {
    async ask(params) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "policyc.decide", params })}\n`);
      const { value } = await answers.next();
      return JSON.parse(value ?? "null").result;
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}

export const workerLines = deciding(
  "worker.mjs --rpc",
  async (place) => {
    const open = new Map<string, Lines>();
    return {
      decide(event, host) {
        const found = open.get(host) ?? lines(place, host);
        open.set(host, found);
        return found.ask(event);
      },
      close: async () => {
        for (const one of open.values()) await one.close();
      },
    };
  },
  bringsNoVariables,
);
