// hook.cjs holds the same rules and the same engine as policy.mjs, minified and with the process around them: it decides the
// same.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import type { Decision, Json, PolicyEvent } from "../../src/language/contract.ts";
import { memoryStore } from "../../src/runtime/engine/event/session.ts";
import { loadPolicy } from "../../src/runtime/index.ts";
import { readArguments } from "../../src/service/arguments.ts";
import { type Caller, newAskId } from "../../src/service/caller.ts";
import { openBundle } from "../../src/service/open-bundle.ts";
import { programOf } from "../../src/service/run-module.ts";
import { builtPack } from "../policies/built-pack.ts";
import { runFolder } from "../run-folder.ts";
import { sampled } from "../seeded.ts";
import { bashCall } from "./claude-calls.ts";

const own = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");
const commands = sampled(own("../shell/corpus.jsonl").trim().split("\n"), 80).map(
  (line): string => JSON.parse(line).command,
);

it("decides as policy.mjs does", async () => {
  const dir = await builtPack("recommended");
  const state = runFolder("agrees-");
  const bundle = openBundle(dir, null);
  const answer = programOf(bundle, createRequire(import.meta.url)).answer;
  const decided = (payload: Json): { readonly event: PolicyEvent; readonly decision: Decision } => {
    let made: { readonly event: PolicyEvent; readonly decision: Decision } | null = null;
    const caller: Caller = {
      options: readArguments(["--agent", "claude-code", "--bundle", dir, "--state", state]),
      environment: {},
      cwd: "/",
      ask: newAskId(),
      endsAt: Number.MAX_SAFE_INTEGER,
      sessions: ({ counters }) => memoryStore({ counters }),
      policy: (_, make) => make(),
      decided: (_, event, decision) => {
        made = { event, decision };
      },
    };
    const importModule = (): Promise<never> => Promise.reject(new Error("nothing is to be imported"));
    answer({ bundle, importModule, progress: { input: { text: JSON.stringify(payload) } }, caller });
    if (made === null) throw new Error("nothing was decided");
    return made;
  };
  const policy = await loadPolicy(dir, { target: "claude-code", workdir: "/" });
  expect(commands.length).toBeGreaterThan(120);
  for (const [at, command] of commands.entries()) {
    const { event, decision } = decided({ ...bashCall(command), session_id: `s${at}` } as Json);
    expect({ command, ...part(decision) }).toEqual({ command, ...part(policy.decideSync(event)) });
  }
  await policy.close();
});

const part = ({ outcome, reasons, unclear, failures }: Decision): object => ({ outcome, reasons, unclear, failures });
