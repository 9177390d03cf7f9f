// The doors that need no process of their own. All that the doors test knows of the runtime's inside is in this file.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { eventsOf, ignoredReply, problemOf, replyTo } from "../../src/hosts/answer-call.ts";
import { readCall } from "../../src/hosts/identify-host.ts";
import { type AgentReply, readPayload } from "../../src/hosts/shared/adapter.ts";
import type { Decision, PolicyEvent } from "../../src/language/contract.ts";
import { fileStore, type LoadedPolicy, loadPolicy, readManifest } from "../../src/runtime/index.ts";
import { uptimeMs } from "../../src/runtime/machine/uptime.ts";
import { readArguments } from "../../src/service/arguments.ts";
import { askBundle } from "../../src/service/ask.ts";
import type { BundleProgram } from "../../src/service/bundle-program.ts";
import { newAskId, ownCaller } from "../../src/service/caller.ts";
import { askResident } from "../../src/service/client/ask-resident.ts";
import { type RunFiles, runFiles } from "../../src/service/client/run-folder.ts";
import { serveRpc } from "../../src/service/json-rpc.ts";
import { type LineService, lineService } from "../../src/service/lines.ts";
import { type CallBundle, openBundle } from "../../src/service/open-bundle.ts";
import { bodyOf } from "../../src/service/resident/http-hooks.ts";
import { openBundles } from "../../src/service/resident/open-bundles.ts";
import { type Served, serve } from "../../src/service/resident/serve.ts";
import { withDeadline } from "../../src/service/resident/with-deadline.ts";
import { programOf } from "../../src/service/run-module.ts";
import { send } from "../serve/send.ts";
import type { DoorKind, Reply } from "./door.ts";
import type { Session, Step } from "./payloads.ts";
import type { Place } from "./place.ts";

interface Loaded {
  readonly bundle: CallBundle;
  readonly program: BundleProgram;
}

function load(place: Place): Loaded {
  const bundle = openBundle(place.bundle, place.revision);
  return { bundle, program: programOf(bundle, createRequire(import.meta.url)) };
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
    let { bundle, program } = load(place);
    return {
      ask: (step) =>
        asAgent(place, step, async () => {
          const options = readArguments(wordsFor(step, place));
          const caller = { ...ownCaller(options), cwd: step.folder, endsAt: uptimeMs() + PATIENCE_MS };
          const progress = { input: { text: step.payload } };
          const given = program.answer({ bundle, importModule, progress, caller });
          const reply = await given.reply;
          await given.close();
          return reply;
        }),
      async rebuilt() {
        ({ bundle, program } = load(place));
      },
      close: async () => undefined,
    };
  },
};

/** `policyc ask` before each call: what it answers is heard, and the hook finds the session as if nothing had been asked. */
const asked: DoorKind = {
  name: "asked first",
  takes: always,
  async open(place) {
    const hook = await oneShot.open(place);
    return {
      ...hook,
      async ask(step) {
        const { agent, folder, payload } = step;
        const { reply } = await asAgent(place, step, () =>
          askBundle({
            ...{ bundle: place.bundle, revision: place.revision, scope: "user", state: null, agent, cwd: folder },
            environment: environmentOf(place, step),
            call: { payload },
          }),
        );
        await hook.ask(step);
        return reply;
      },
    };
  },
};

/** The bundle as a resident process holds it. */
export const resident: DoorKind = {
  name: "resident",
  takes: always,
  async open(place) {
    const { open } = openBundles(() => undefined);
    return {
      ask: (step) =>
        asAgent(place, step, async () => {
          const options = readArguments(wordsFor(step, place));
          const client = { options, environment: environmentOf(place, step), cwd: step.folder, policies: null };
          const question = { client, ask: newAskId(), text: step.payload, limitMs: PATIENCE_MS };
          return (await withDeadline(open(place.bundle), question)).reply;
        }),
      close: async () => undefined,
    };
  },
};

const filesIn = ({ home }: Place): RunFiles => runFiles(join(home, ".policyc/run"), "doors");

/** A resident process within this one. */
async function served(place: Place, port: number | null): Promise<Served> {
  const log = (): void => undefined;
  const options = { files: filesIn(place), bundles: [place.bundle], port, version: "test", idleMs: null, log };
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
          const words = wordsFor(step, place);
          const options = { ...readArguments(words), deadlineMs: uptimeMs() + PATIENCE_MS };
          const ask = { files: filesIn(place), args: words, options, ask: newAskId(), payload: step.payload };
          const reply = await askResident(ask);
          return reply ?? { stdout: "", stderr: "the resident process has declined", exitCode: 1 };
        }),
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
    ({ stdout: bodyOf(reply as AgentReply, Buffer.from(step.payload)), stderr: "", exitCode: 0 }) satisfies Reply,
  async open(place) {
    const process = await served(place, 0);
    const { url, token } = JSON.parse(readFileSync(filesIn(place).http, "utf8"));
    return {
      ask: ({ agent, payload }) =>
        asAgent(place, { environment: {}, folder: place.home }, async () => {
          const headers = { authorization: `Bearer ${token}`, "policyc-project": place.project };
          const { status, text } = await send(`${url}/hook/${agent}`, { headers, body: payload });
          return { stdout: text, stderr: "", exitCode: status === 200 ? 0 : status };
        }),
      close: () => stopped(process),
    };
  },
};

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
            const call = readCall(parsed, step.agent, process.env);
            const { remark } = call;
            if (ignoredReply(call) !== null || problemOf(call) !== null) return null;
            const decisions: Decision[] = [];
            for (const { host, event } of eventsOf(call)) decisions.push(await decide(event, host));
            const reply = replyTo(call, decisions);
            return remark === null || reply.stderr !== "" ? reply : { ...reply, stderr: `policyc: ${remark}\n` };
          }),
        close,
      };
    },
  };
}

/** The library, with sessions in files. */
async function library(place: Place): Promise<Decider> {
  const { counters } = await readManifest(place.bundle);
  const store = fileStore({ folder: join(place.home, ".policyc/state/library"), counters });
  const options = { home: place.home, workdir: place.project, store };
  const opened = new Map<string, Promise<LoadedPolicy>>();
  return {
    async decide(event, target) {
      const opening = opened.get(target) ?? loadPolicy(place.bundle, { ...options, target });
      opened.set(target, opening);
      return (await opening).decide(event);
    },
    close: async () => {
      for (const policy of opened.values()) await (await policy).close();
    },
  };
}

/** What `worker.mjs --rpc` does with one line. */
async function rpc(place: Place): Promise<Decider> {
  const opened = new Map<string, LineService>();
  const serviceFor = (target: string): LineService => {
    const options = readArguments(["--rpc", "--target", target, "--revision", place.revision]);
    const { rules } = load(place).program;
    return lineService({ folder: place.bundle, options, importModule, rules });
  };
  return {
    async decide(event, target) {
      const service = opened.get(target) ?? serviceFor(target);
      opened.set(target, service);
      const server = serveRpc({ ...service, deadlineMs: PATIENCE_MS });
      const call = { jsonrpc: "2.0", id: 1, method: "policyc.decide", params: event };
      return JSON.parse((await server.answer(JSON.stringify(call))) ?? "").result;
    },
    close: async () => {
      for (const service of opened.values()) await service.close();
    },
  };
}

/** All but the one that they are compared with. */
export const inProcess: readonly DoorKind[] = [
  asked,
  resident,
  socket,
  http,
  deciding("library", library),
  deciding("JSON-RPC", rpc, bringsNoVariables),
];
