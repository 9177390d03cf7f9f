// Runs every script in this folder through `run`, in an empty folder of its own.

import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.ts";
import { parseScript, renderScript, runScript } from "./script.ts";

const here = import.meta.dirname;
const scripts = (await readdir(here)).filter((name) => name.endsWith(".script")).sort();

test.each(scripts)("%s", async (name) => {
  const text = await readFile(join(here, name), "utf8");
  const folder = await realpath(await mkdtemp(join(tmpdir(), "policyc-cli-")));
  try {
    const happened = renderScript(await runScript(parseScript(text), folder, run));
    if (process.env.UPDATE) await writeFile(join(here, name), happened);
    else expect(happened).toBe(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("there are scripts", () => {
  expect(scripts.length).toBeGreaterThan(5);
});
