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
    const decision = policy.decideSync(eventOf(step, session, at));
    // A secret that is masked in a result does not reach the model either.
    const isStopped = stops.has(decision.outcome) || (isResult(step) && decision.changes !== undefined);
    if (!isStopped) for (const [path, text] of writtenBy(step, disk)) disk.write(path, text);
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

/** The files that a call leaves behind, with their text: writes, edits, and commands that only write what they say. */
function writtenBy({ tool, input = {} }, disk) {
  const { path, content = "", old, new: replacement = "", patch, command } = input;
  if (tool === "write" && typeof path === "string") return [[path, content]];
  if (tool === "edit" && typeof path === "string" && typeof old === "string" && disk.has(path))
    return [[path, disk.read(path).replace(old, () => replacement)]];
  if (tool === "edit" && typeof patch === "string")
    return [...patch.matchAll(/^\*\*\* Add File: (.+)\n((?:\+.*\n)*)/gm)].map(([, file, lines]) => [
      file,
      lines.replace(/^\+/gm, ""),
    ]);
  if (tool !== "bash" || typeof command !== "string") return [];
  const here = /^cat >\s*([\w./-]+) <<'?(\w+)'?\n([\s\S]*?)\2\s*$/.exec(command);
  if (here !== null) return [[here[1], here[3]]];
  const printed = /^(?:printf|echo) '([^']*)' > ([\w./-]+)$/.exec(command);
  if (printed !== null) return [[printed[2], printed[1].replaceAll("\\n", "\n")]];
  const copied = /^(?:mv|cp) ([\w./-]+) ([\w./-]+)$/.exec(command);
  return copied !== null && disk.has(copied[1]) ? [[copied[2], disk.read(copied[1])]] : [];
}

const isResult = ({ point = "" }) => point.startsWith("after_tool");

function eventOf(step, session, at) {
  const { point = "before_tool_call", tool, tool_name = tool, input = {}, isSetup: _, isAttack: __, ...rest } = step;
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
