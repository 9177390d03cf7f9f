// The calls of an agent that the benchmarks make, and the commands that answer them.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileName } from "../scripts/build-native.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const program = join(root, "dist/policyc.cjs");
export const nativeClient = join(
  root,
  "dist/native",
  `${process.platform}-${process.arch}`,
  fileName(process.platform),
);

const bash = (command, session) =>
  JSON.stringify({
    ...{ session_id: session, transcript_path: "/tmp/transcript.jsonl", cwd: "/", permission_mode: "default" },
    ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "toolu_01", tool_input: { command } },
  });

/** A call that passes without a word, and one that does not. */
export const safeCall = (session) => bash("git status --short && ls -la src", session);
export const forcedPush = (session) => bash("git push --force origin main", session);
export const isRefusal = (answer) => /"permissionDecision":"(?:deny|ask)"/.test(answer);

/** A home folder of its own, and the environment of a user who has it. */
export async function withHome(use) {
  const home = await mkdtemp(join(tmpdir(), "policyc-bench-"));
  // More certificates would take a process longer to read than its start, and CI would keep it from starting a resident.
  const { CI, NODE_EXTRA_CA_CERTS, POLICYC_RESIDENT, ...env } = process.env;
  try {
    return await use({ ...env, HOME: home });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const hook = (bundle) => [program, "hook", "--agent", "claude-code", "--bundle", bundle];

/** Each gives the words of a command line. */
export const nodeClient = (bundle) => [process.execPath, ...hook(bundle)];
export const nodeAlone = (bundle) => [...nodeClient(bundle), "--serve", "never"];
export const native = (bundle) => [nativeClient, ...nodeClient(bundle)];
export const worker = (bundle) => [process.execPath, join(bundle, "worker.mjs"), "--as", "claude-code"];
