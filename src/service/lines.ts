// A bundle that keeps running: one line in, one line out, until stdin ends. If the bundle cannot be loaded the process stays
// and refuses every call, because hosts proceed without a hook that has exited.

import { lineServers } from "../hosts/line-servers.ts";
import type { LineServer } from "../hosts/shared/line-server.ts";
import type { Decision, Json } from "../language/contract.ts";
import { failureText, PolicyLoadError } from "../language/load-error.ts";
import { serveLines } from "../runtime/external/serve-lines.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import { fileStore } from "../runtime/stores/file.ts";
import type { CallRequest } from "./answer.ts";
import type { CallArguments } from "./arguments.ts";
import { newAskId, ownCaller } from "./caller.ts";
import { type OpenPolicy, policyFor, type RulesModule } from "./decide.ts";
import { serveRpc } from "./json-rpc.ts";
import { openBundle } from "./open-bundle.ts";

export interface Lines {
  readonly folder: string;
  readonly options: CallArguments;
  readonly importModule: CallRequest["importModule"];
  readonly rules: () => RulesModule;
}

function serverFor({ mode, agent, deadlineMs }: CallArguments, { decide, status }: LineService): LineServer {
  if (mode === "rpc") return serveRpc({ decide, status, deadlineMs });
  const serve = lineServers.get(agent ?? "");
  if (mode === "once" || serve === undefined) throw new Error("one call is not a line");
  return serve({ decide, status, interceptorMs: deadlineMs });
}

export async function answerLines(lines: Lines): Promise<void> {
  process.on("uncaughtException", (caught) => process.stderr.write(`${failureText(caught)}\n`));
  const service = lineService(lines);
  await serveLines(process.stdin, process.stdout, serverFor(lines.options, service));
  await new Promise<void>((written) => process.stdout.write("", () => written()));
  await service.close();
}

export interface LineService {
  decide(event: unknown): Promise<Decision>;
  status(): Json;
  close(): Promise<void>;
}

/** Never throws: if the bundle cannot be opened, every call is answered with the reason. */
export function lineService(lines: Lines): LineService {
  try {
    const { policy, hooks, status } = open(lines);
    return {
      decide: (event) => policy.decide(event, newAskId()),
      status: () => status,
      close: async () => hooks?.close(),
    };
  } catch (caught) {
    const message = failureText(caught);
    const code = caught instanceof PolicyLoadError ? caught.code : null;
    process.stderr.write(`${message}\n`);
    return {
      decide: () => Promise.reject(new Error(message)),
      status: () => ({ loaded: false, error: { code, message } }),
      close: async () => undefined,
    };
  }
}

function open({ folder, options, importModule, rules }: Lines): OpenPolicy & { readonly status: Json } {
  const { revision, error, deadlineMs } = options;
  if (error !== null) throw new Error(error);
  const host = options.mode === "rpc" ? "policyc" : (options.agent ?? "");
  const bundle = openBundle(folder, revision);
  const own = rules();
  const opened = policyFor({
    bundle,
    rules: own,
    caller: {
      ...ownCaller(options),
      cwd: process.cwd(),
      endsAt: uptimeMs() + deadlineMs,
      // Waiting for a lock blocks the thread and its timers. State is locked twice per call, so each wait gets half the time.
      sessions: ({ patienceMs = deadlineMs, ...store }) => fileStore({ ...store, patienceMs: patienceMs / 2 }),
    },
    host,
    importModule,
  });
  const { scope } = bundle;
  const target = options.target ?? host;
  const status = {
    ...{ loaded: true, revision: bundle.revision, target, scope },
    ...{ rules: own.program.rules.length, error: null },
  };
  return { ...opened, status };
}
