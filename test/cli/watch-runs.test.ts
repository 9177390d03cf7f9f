// Watching: a change of a policy starts the next run, a change of anything else does not.

import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { Exit, Io } from "../../src/cli/base/io.ts";
import { watchRuns } from "../../src/cli/base/watch-runs.ts";

function silent(cwd: string): Io {
  const sink = { isTty: false, write: () => {} };
  return { cwd, env: {}, stdout: sink, stderr: sink, stdin: { isTty: false, read: async () => new Uint8Array() } };
}

it("runs again for what is saved while a run is under way, once", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-watch-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), "1");
  await sleep(20);
  const stop = new AbortController();
  let runs = 0;
  const ended = watchRuns(
    silent(cwd),
    async () => {
      if (++runs === 1) {
        await sleep(20);
        writeFileSync(join(cwd, "a.policy"), "2");
      }
      return { exit: 0, files: ["a.policy"] };
    },
    stop.signal,
  );
  await sleep(500);
  expect(runs).toBe(2);
  stop.abort();
  await ended;
});

it("runs again when a policy is saved, in place or by renaming, and for nothing else", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-watch-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), "1");
  await sleep(20);
  const io = silent(cwd);
  const stop = new AbortController();
  let runs = 0;
  let ran = (): void => {};
  const nextRun = (): Promise<void> =>
    new Promise((done) => {
      ran = done;
    });
  const first = nextRun();
  const ended = watchRuns(
    io,
    async () => {
      runs++;
      ran();
      return { exit: (runs === 1 ? 1 : 0) as Exit, files: ["a.policy", "std/self"] };
    },
    stop.signal,
  );
  await first;
  const second = nextRun();
  await sleep(20);
  writeFileSync(join(cwd, "notes.txt"), "x");
  writeFileSync(join(cwd, "a.policy"), "2");
  writeFileSync(join(cwd, "a.policy"), "3");
  await second;
  const third = nextRun();
  await sleep(20);
  writeFileSync(join(cwd, "b.tmp"), "4");
  renameSync(join(cwd, "b.tmp"), join(cwd, "b.policy"));
  await third;
  expect(runs).toBe(3);
  writeFileSync(join(cwd, "notes.txt"), "y");
  await sleep(250);
  expect(runs).toBe(3);
  stop.abort();
  expect(await ended).toBe(0);
});
