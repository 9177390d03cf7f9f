// A worker that stays: one line in, one line out, until its input is over. A bundle that cannot be loaded is no reason to
// leave, because hosts go on without a hook that is gone: every call is refused instead.

import { type LineServer, servePicoclaw } from "../../hosts/picoclaw/serve.ts";
import type { Decision, Json } from "../contract.ts";
import { serveLines } from "../hooks/serve-lines.ts";
import { failureText, PolicyLoadError } from "../load-error.ts";
import type { LoadedPolicy } from "../loaded-policy.ts";
import type { Invocation } from "./arguments.ts";
import { serveRpc } from "./json-rpc-server.ts";
import { openPolicy } from "./open-policy.ts";

/** picoclaw waits five seconds for most of its calls. */
const defaultMs: { readonly [mode: string]: number } = { picoclaw: 4000, rpc: 9000 };

export async function answerLines(folder: string, mode: string, options: Invocation["options"]): Promise<void> {
  process.on("uncaughtException", (caught) => process.stderr.write(`${failureText(caught)}\n`));
  const limitMs = ("error" in options ? undefined : options.deadlineMs) ?? defaultMs[mode] ?? 1;
  const opening = openPolicy(folder, options, limitMs);
  let status: Json = { loaded: false, error: null };
  opening.then(
    (policy) => {
      status = loadedStatus(policy);
    },
    (caught) => {
      const code = caught instanceof PolicyLoadError ? caught.code : null;
      status = { loaded: false, error: { code, message: failureText(caught) } };
      process.stderr.write(`${failureText(caught)}\n`);
    },
  );
  const decide = async (event: unknown): Promise<Decision> => {
    try {
      return await (await opening).decide(event);
    } catch (caught) {
      throw new Error(failureText(caught));
    }
  };
  const servers: { readonly [mode: string]: () => LineServer } = {
    picoclaw: () => servePicoclaw({ decide, status: () => status, interceptorMs: limitMs }),
    rpc: () => serveRpc({ decide, status: () => status, deadlineMs: limitMs }),
  };
  const server = servers[mode];
  if (server === undefined) throw new Error(`there is no mode ${mode}`);
  // Whoever asks for the status first is to hear how loading ended.
  await opening.catch(() => undefined);
  await serveLines(process.stdin, process.stdout, server());
  await new Promise<void>((written) => process.stdout.write("", () => written()));
  await opening.then(
    (policy) => policy.close(),
    () => undefined,
  );
}

function loadedStatus({ manifest, revision, target }: LoadedPolicy): Json {
  return { loaded: true, revision, target, scope: manifest.scope, rules: manifest.rules.length, error: null };
}
