// A command over a folder of 10,000 entries, decided over the shell packs: the world walks it. First in the process and then
// again, beside a bare walk of the same folder with Node's own functions.

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dist, withBundle } from "./build-policy.mjs";
import { median } from "./measure.mjs";
import { shellPacks } from "./shell.mjs";

const FOLDERS = 100;
const FILES = 99;
const ROUNDS = 15;

export async function walkBench() {
  const project = realpathSync(mkdtempSync(join(tmpdir(), "policyc-walk-")));
  try {
    fill(project);
    return await withBundle(shellPacks(), async (folder) => {
      const { loadPolicy } = await dist("runtime.mjs");
      const policy = await loadPolicy(folder, { home: "/home/dev", workdir: project });
      const decide = (command) => policy.decideSync(event(command, project));
      const first = { reads: timed(() => decide("grep -rn text .")), deletes: timed(() => decide("rm -rf pkg")) };
      assertFound(decide);
      const rounds = Array.from({ length: ROUNDS }, () => ({
        bare: timed(() => walked(project)),
        reads: timed(() => decide("grep -rn text .")),
        deletes: timed(() => decide("rm -rf pkg")),
      }));
      const of = (name) => median(rounds.map((round) => round[name]));
      await policy.close();
      return [
        { name: "a bare walk of 10,000 entries", value: of("bare"), unit: "ms" },
        { name: "deciding `grep -r` over them, first in the process", value: first.reads, unit: "ms" },
        { name: "deciding `grep -r` over them", value: of("reads"), unit: "ms" },
        { name: "deciding `grep -r` over them to the bare walk", value: of("reads") / of("bare"), unit: "x" },
        { name: "deciding `rm -r` over them to the bare walk", value: of("deletes") / of("bare"), unit: "x" },
      ];
    });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function fill(project) {
  for (let at = 0; at < FOLDERS; at++) {
    const folder = join(project, "pkg", `part-${at}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < FILES; file++) writeFileSync(join(folder, `file-${file}.ts`), "");
  }
}

const event = (command, project) => ({
  point: "before_tool_call",
  tool: "bash",
  input: { command },
  session_id: "s",
  workdir: project,
  cwd: project,
});

/** A walk that finds nothing would be quick. */
function assertFound(decide) {
  const { facts } = decide("grep -rn text .");
  if (!Object.keys(facts).some((key) => key.startsWith("tree:"))) throw new Error("the folder was not walked");
}

function walked(folder) {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    count++;
    if (entry.isDirectory()) count += walked(join(folder, entry.name));
  }
  return count;
}

/** Milliseconds. */
function timed(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}
