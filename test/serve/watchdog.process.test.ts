// The watchdog of the resident process, in processes of its own: it ends what is stuck and nothing else.

import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-watchdog-")));
const source = fileURLToPath(new URL("../../src/service/resident/watchdog.ts", import.meta.url));
beforeAll(async () => {
  const outfile = join(folder, "watchdog.mjs");
  await build({ entryPoints: [source], bundle: true, format: "esm", platform: "node", outfile, logLevel: "warning" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly how: number | string | null;
  readonly stderr: string;
}

function watched(name: string, work: string): Promise<Ended> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { watchOver } from "./watchdog.mjs";\nconst dog = watchOver({ lookMs: 300 });\n${work}\n`,
  );
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.on("close", (code, signal) => resolve({ how: signal ?? code, stderr }));
  });
}

it("ends a process whose thread is stuck, and says so", async () => {
  // The thread that watches has to be there before it can see anything.
  const { how, stderr } = await watched("stuck", "setTimeout(() => { for (;;); }, 1000);");
  expect(how).toBe("SIGKILL");
  expect(stderr).toContain("policyc serve: the process was stuck and has been killed");
});

it("leaves alone one that is busy and breathes, and one that was stuck for a moment", async () => {
  const work = `
const spin = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
spin(600);
let turns = 0;
const turn = setInterval(() => { spin(100); if (++turns < 25) return; clearInterval(turn); dog.close(); }, 1);`;
  expect(await watched("busy", work)).toEqual({ how: 0, stderr: "" });
});

it("keeps no process alive that has nothing else to do", async () => {
  expect(await watched("idle", "")).toEqual({ how: 0, stderr: "" });
});
