// Sample folders: each holds an input and what is expected of it as readable text. UPDATE=1 rewrites the expected files.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { analyse, type FrontOptions } from "../src/compiler/analyse/front.ts";
import { pretty } from "../src/compiler/diagnostics/report/pretty.ts";
import { type Diagnostic, Session } from "../src/compiler/diagnostics/session.ts";
import type { Model } from "../src/compiler/ir/model.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));
const packsDir = join(root, "policies");

/** Names of the folders below a folder of test/. */
export function samplesIn(folder: string): readonly string[] {
  const entries = readdirSync(join(root, "test", folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export interface Analysed {
  readonly model: Model | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
  /** As the command line would show them. */
  readonly text: string;
}

/** The front of the compiler on files of a folder. */
export function analyseIn(cwd: string, entries: readonly string[], options: Partial<FrontOptions> = {}): Analysed {
  const session = new Session();
  const model = analyse(entries, { cwd, packsDir, ...options }, session);
  const diagnostics = session.diagnostics();
  const { dropped, sources } = session;
  const place = session.place.bind(session);
  const text = diagnostics.length === 0 ? "" : pretty({ diagnostics, dropped, sources, place });
  return { model, diagnostics, codes: diagnostics.map(({ code }) => code), text };
}

/** Compares with an expected file, or writes it. */
export function expectText(path: string, actual: string): void {
  const file = join(root, "test", path);
  if (process.env.UPDATE === "1") writeFileSync(file, actual);
  expect(existsSync(file), `${path} is missing; UPDATE=1 writes it`).toBe(true);
  expect(actual).toBe(readFileSync(file, "utf8"));
}
