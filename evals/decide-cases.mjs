// Decides the calls of every case as a host would, each case in a session of its own, on a disk of its own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOME, PROJECT, scratchDisk } from "./scratch-disk.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const stops = new Set(["ask", "block", "stop", "respond"]);

/** Runs `use` with a function that decides a case by the policy of the text; `api` is policyc, built or as sources. */
export async function withPolicy(text, { buildBundle, loadPolicy, nodeWorld }, use) {
  // Not among the temporary files: a policy guards its own bundle, and cases delete temporary files.
  mkdirSync(join(root, ".policyc"), { recursive: true });
  const folder = mkdtempSync(join(root, ".policyc/evals-bundle-"));
  const disk = scratchDisk(nodeWorld);
  try {
    writeFileSync(join(folder, "evals.policy"), text);
    const outDir = join(folder, "bundle");
    const built = await buildBundle(["evals.policy"], { cwd: folder, packsDir: join(root, "policies"), outDir });
    if (built.revision === null)
      throw new Error(built.diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
    const policy = await loadPolicy(outDir, { home: HOME, workdir: PROJECT, world: disk.world });
    let count = 0;
    await use((one) => decideCase(policy, disk, one, `case-${++count}`));
    await policy.close();
  } finally {
    disk.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The decision about each step; what a call that goes on writes is on the disk for the next one. */
function decideCase(policy, disk, { steps, files }, session) {
  disk.reset(files);
  return steps.map((step, at) => {
    const { tool, input = {} } = step;
    const decision = policy.decideSync(eventOf(step, session, at));
    // A secret that is masked in a result does not reach the model either.
    const isStopped = stops.has(decision.outcome) || (isResult(step) && decision.changes !== undefined);
    if (!isStopped && tool === "write" && typeof input.path === "string") disk.write(input.path, input.content ?? "");
    return {
      step,
      isStopped,
      outcome: decision.failures.length > 0 ? `${decision.outcome} by failure` : decision.outcome,
      isSilent: !isStopped && decision.unclear.length === 0 && decision.warnings.length === 0,
      reasons: decision.reasons.filter(({ shadow }) => shadow !== true),
      failures: decision.failures,
    };
  });
}

const isResult = ({ point = "" }) => point.startsWith("after_tool");

function eventOf({ point = "before_tool_call", tool, tool_name = tool, input = {}, ...rest }, session, at) {
  const files = typeof input.files === "string" ? [input.files] : input.files;
  return {
    point,
    tool,
    tool_name,
    input: files === undefined ? input : { ...input, files },
    session_id: session,
    call_id: `${at}`,
    workdir: PROJECT,
    cwd: PROJECT,
    ...(point === "after_tool_result" ? { is_error: false } : {}),
    ...rest,
  };
}
