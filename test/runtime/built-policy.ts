// Bundles from policy text, through the compiler, in folders that are gone afterwards.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import { root } from "../harness.ts";
import { runFolder } from "../run-folder.ts";

export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-runtime-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const built = new Map<string, Promise<string>>();
const builds = runFolder("builds-");

/** Like buildIn, for a folder that is not there yet: a text that was built before is copied. */
export async function copyIn(folder: string, text: string, out: string): Promise<string> {
  const name = `b${built.size}`;
  const [from, revision = ""] = (
    await (built.get(text) ??
      remember(
        text,
        buildIn(builds, text, name).then((one) => `${name} ${one}`),
      ))
  ).split(" ");
  cpSync(join(builds, from ?? ""), join(folder, out), { recursive: true });
  return revision;
}

function remember(text: string, build: Promise<string>): Promise<string> {
  built.set(text, build);
  return build;
}

/** Builds `text` into `folder/out` and gives the revision. */
export async function buildIn(folder: string, text: string, out = "bundle"): Promise<string> {
  const sources = join(folder, `${out.replaceAll("/", "-")}.sources`);
  mkdirSync(sources, { recursive: true });
  writeFileSync(join(sources, "main.policy"), text);
  const { diagnostics, revision } = await buildBundle([join(sources, "main.policy")], {
    cwd: sources,
    packsDir: join(root, "policies"),
    outDir: join(folder, out),
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return revision ?? "";
}
