// Imports a configuration in memory, and reads the seed cases: one JSON object a line.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ImportOptions, importConfig } from "../../src/compiler/import/import-config.ts";
import { Session, testPolicies } from "../../src/compiler/index.ts";
import { scratchPolicy } from "../docs/workspace.ts";

// biome-ignore lint/suspicious/noExplicitAny: cases are data of many shapes
export type Data = any;

export interface Case {
  readonly area: string;
  readonly given: Data;
  readonly expect: Data;
  readonly source: string;
}

/** The cases of a system; every one of them must be run by somebody. */
export function casesOf(system: string): readonly Case[] {
  const text = readFileSync(join(import.meta.dirname, `${system}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
}

export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly help: string | null;
  readonly line: number;
  /** The text it points at. */
  readonly text: string;
}

export interface Imported {
  readonly policy: string | null;
  readonly findings: readonly Finding[];
  /** Messages of errors only. */
  readonly errors: readonly string[];
}

export function importText(text: string, more: Partial<ImportOptions> = {}): Imported {
  const session = new Session();
  const options: ImportOptions = {
    file: "hooks.yaml",
    context: { home: "/home/me", isOnPath: () => true },
    fileAt: () => null,
    ...more,
  };
  const written = importConfig(text, options, session);
  const diagnostics = session.diagnostics();
  return {
    policy: written?.text ?? null,
    findings: diagnostics.map(({ code, message, help, span }) => ({
      code,
      message,
      help,
      line: session.place(span).line,
      text: text.slice(span.start, span.end),
    })),
    errors: diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
  };
}

export const importValue = (value: unknown, more: Partial<ImportOptions> = {}): Imported =>
  importText(JSON.stringify(value, null, 1), more);

/** Runs a policy with tests; gives the findings that are errors, and the failed tests. */
export async function testText(policy: string): Promise<readonly string[]> {
  const result = await testPolicies(["example.policy"], scratchPolicy(policy));
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  return [
    ...errors.map(({ code, message }) => `${code} ${message}`),
    ...result.tests.cases.filter(({ ok }) => !ok).map((failed) => JSON.stringify(failed)),
  ];
}
