// The doors that need no process of their own. All that the doors test knows of the runtime's inside is in this file.

import { closeSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type HookReply, readPayload, remarked } from "../../src/hosts/answer-as.ts";
import { serveRpc } from "../../src/runtime/bundle-worker/json-rpc-server.ts";
import type { Decision, PolicyEvent } from "../../src/runtime/contract.ts";
import { readHookArguments } from "../../src/runtime/hook-process/arguments.ts";
import { askResident } from "../../src/runtime/hook-process/ask-resident.ts";
import { askerOf } from "../../src/runtime/hook-process/asker-of.ts";
import { ownCaller } from "../../src/runtime/hook-process/caller.ts";
import { openHookBundle } from "../../src/runtime/hook-process/hook-bundle.ts";
import { answerOf, loadRules } from "../../src/runtime/hook-process/load-rules.ts";
import { runUnkept } from "../../src/runtime/hook-process/scripts.ts";
import { fileStore, type LoadedPolicy, loadPolicy, readManifest } from "../../src/runtime/index.ts";
import { bodyOf } from "../../src/runtime/serve/http-hooks.ts";
import { inTime } from "../../src/runtime/serve/in-time.ts";
import { ResidentBundle } from "../../src/runtime/serve/resident-bundle.ts";
import { runFiles } from "../../src/runtime/serve/run-folder.ts";
import { type Served, serve } from "../../src/runtime/serve/serve.ts";
import { uptimeMs } from "../../src/runtime/uptime.ts";
import { send } from "../serve/residents.ts";
import type { DoorKind, Reply } from "./door.ts";
import type { Session, Step } from "./payloads.ts";
import type { Place } from "./place.ts";

interface Loaded {
  readonly bundle: ReturnType<typeof openHookBundle>;
  readonly answer: ReturnType<typeof answerOf>;
}

/** No door may hurry: what is compared is what it decides. */
const PATIENCE_MS = 60_000;

const importModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
const always = (): boolean => true;

/** The options that `policyc hook` is started with. */
export const wordsFor = ({ agent }: Step, place: Place): readonly string[] => [
  ...["--agent", agent, "--bundle", place.bundle],
  ...["--revision", place.revision, "--deadline", String(PATIENCE_MS)],
];

type Surroundings = Pick<Step, "environment" | "folder">;

/** While it works, this process is one that the agent has started. */
async function asAgent<T>(place: Place, step: Surroundings, work: () => T | Promise<T>): Promise<T> {
  const saved = { ...process.env };
  const before = process.cwd();
  const put = (variables: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, variables);
  };
  put(environmentOf(place, step));
  process.chdir(step.folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
    put(saved);
  }
}

const environmentOf = (
  place: Place,
  { environment }: Pick<Step, "environment">,
): { readonly [name: string]: string } => ({
  ...place.environment,
  ...environment,
});

/** One question after the other, each with a policy and a store of its own, as a process has them that answers one. */
export const oneShot: DoorKind = {
  name: "one shot",
  takes: always,
  async open(place) {
    const load = (): Loaded => {
      const bundle = openHookBundle(place.bundle, place.revision);
      return { bundle, answer: answerOf(loadRules(bundle, createRequire(import.meta.url), runUnkept)) };
    };
    let { bundle, answer } = load();
    const close = async (): Promise<void> => {
      if (typeof bundle.rest === "number") closeSync(bundle.rest);
    };
    return {
      ask: (step) =>
        asAgent(place, step, async () => {
          const words = wordsFor(step, place);
          const caller = { ...ownCaller(words), cwd: step.folder, endsAt: uptimeMs() + PATIENCE_MS };
          const progress = { input: { text: step.payload } };
          const given = answer({ words, bundle, importModule, progress, caller });
          const reply = await given.reply;
          await given.close();
          return reply;
        }),
      async rebuilt() {
        await close();
        ({ bundle, answer } = load());
      },
      close,
    };
  },
};

/** The bundle as a resident process holds it. */
export const resident: DoorKind = {
  name: "resident",
  takes: always,
  async open(place) {
    const bundle = await ResidentBundle.open(place.bundle, () => undefined);
    return {
      ask: (step) =>
        asAgent(place, step, async () => {
          const options = readHookArguments(wordsFor(step, place));
          const client = { options, environment: environmentOf(place, step), cwd: step.folder, policies: null };
          return (await inTime(bundle, client, step.payload, PATIENCE_MS)).reply;
        }),
      rebuilt: async () => void (await bundle.reload()),
      close: async () => bundle.close(),
    };
  },
};

/** A resident process within this one. */
async function served(place: Place, port: number | null): Promise<Served> {
  const folder = join(place.home, ".policyc/run");
  const options = { folder, bundles: [place.bundle], port, version: "test", log: () => undefined };
  return asAgent(place, { environment: {}, folder: place.home }, () => serve(options));
}

async function stopped(process: Served): Promise<void> {
  process.stop();
  await process.ended;
}

/** What `policyc hook` asks and hears when a resident process is there. */
export const socket: DoorKind = {
  name: "socket",
  takes: always,
  async open(place) {
    const process = await served(place, null);
    return {
      ask: (step) =>
        asAgent(place, step, async () => {
          const options = readHookArguments(wordsFor(step, place));
          const { serve: folder, bundle } = options;
          if (folder === null || bundle === null) throw new Error("nobody can be asked");
          const deadlineMs = uptimeMs() + PATIENCE_MS;
          const reply = await askResident({ ...options, serve: folder, bundle, deadlineMs }, step.payload);
          return reply ?? { stdout: "", stderr: "the resident process has declined", exitCode: 1 };
        }),
      rebuilt: async () => void (await Promise.all(process.bundles.map((bundle) => bundle.reload()))),
      close: () => stopped(process),
    };
  },
};

/** The variables are those that the process has which answers, and the project is named. */
export const bringsNoVariables = ({ steps }: Session): boolean =>
  steps.every(({ environment }) => Object.keys(environment).every((name) => name.endsWith("_PROJECT_DIR")));

const asksOverHttp = (session: Session): boolean =>
  bringsNoVariables(session) && session.steps.every(({ agent }) => ["claude-code", "qwen-code"].includes(agent));

export const http: DoorKind = {
  name: "HTTP",
  takes: asksOverHttp,
  // There is no exit code to refuse with.
  hears: (reply, step) =>
    ({ stdout: bodyOf(reply as HookReply, Buffer.from(step.payload)), stderr: "", exitCode: 0 }) satisfies Reply,
  async open(place) {
    const process = await served(place, 0);
    const { url, token } = JSON.parse(readFileSync(runFiles(join(place.home, ".policyc/run")).http, "utf8"));
    return {
      ask: ({ agent, payload }) =>
        asAgent(place, { environment: {}, folder: place.home }, async () => {
          const headers = { authorization: `Bearer ${token}`, "policyc-project": place.project };
          const { status, text } = await send(`${url}/hook/${agent}`, { headers, body: payload });
          return { stdout: text, stderr: "", exitCode: status === 200 ? 0 : status };
        }),
      rebuilt: async () => void (await Promise.all(process.bundles.map((bundle) => bundle.reload()))),
      close: () => stopped(process),
    };
  },
};

type Decide = (event: PolicyEvent) => Promise<Decision>;

export interface Decider {
  /** On behalf of a host. */
  decide(event: PolicyEvent, host: string): Promise<Decision>;
  close(): Promise<void>;
}

/** A door that decides events: who asks reads the payload and writes the reply. */
export function deciding(
  name: string,
  open: (place: Place) => Promise<Decider>,
  takes: DoorKind["takes"] = always,
): DoorKind {
  return {
    name,
    takes,
    async open(place) {
      const { decide, close } = await open(place);
      return {
        ask: (step) =>
          asAgent(place, step, async () => {
            const parsed = readPayload(step.payload);
            if ("error" in parsed) return null;
            const { dialect, remark } = askerOf(parsed.payload, step.agent, process.env);
            const read = dialect?.read(parsed.payload, process.env);
            if (dialect === null || read === undefined || !("event" in read)) return null;
            const decision = await decide(read.event, dialect.name);
            const reply = dialect.write(remarked(decision, remark), read.event);
            return remark === null || reply.stderr !== "" ? reply : { ...reply, stderr: `policyc: ${remark}\n` };
          }),
        close,
      };
    },
  };
}

/** The library, with sessions in files; `through` is the way from the caller to the policy. */
const library =
  (through: (decide: Decide) => Decide) =>
  async (place: Place): Promise<Decider> => {
    const { counters } = await readManifest(place.bundle);
    const store = fileStore({ folder: join(place.home, ".policyc/state/library"), counters });
    const options = { home: place.home, workdir: place.project, store };
    const opened = new Map<string, Promise<LoadedPolicy>>();
    return {
      async decide(event, target) {
        const opening = opened.get(target) ?? loadPolicy(place.bundle, { ...options, target });
        opened.set(target, opening);
        const policy = await opening;
        return through((asked) => policy.decide(asked))(event);
      },
      close: async () => {
        for (const policy of opened.values()) await (await policy).close();
      },
    };
  };

/** As one line of JSON-RPC each way. */
const asLines =
  (decide: Decide): Decide =>
  async (params) => {
    const server = serveRpc({
      decide: (event) => decide(event as unknown as PolicyEvent),
      status: () => null,
      deadlineMs: PATIENCE_MS,
    });
    const line = await server.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "policyc.decide", params }));
    return JSON.parse(line ?? "").result;
  };

/** All but the one that they are compared with. */
export const inProcess: readonly DoorKind[] = [
  resident,
  socket,
  http,
  deciding(
    "library",
    library((decide) => decide),
  ),
  deciding("JSON-RPC", library(asLines)),
];
