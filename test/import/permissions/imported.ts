// Imports permissions in memory, and decides calls with the policy that comes out.

import { compileText } from "../../../src/cli/import/compile-text.ts";
import {
  importPermissions,
  type PermissionSource,
} from "../../../src/compiler/import/permissions/import-permissions.ts";
import { Session, testPolicies } from "../../../src/compiler/index.ts";
import { permissionFiles } from "../../../src/hosts/permission-files.ts";
import type { PermissionFile, PermissionLevel } from "../../../src/hosts/shared/permissions/permission.ts";
import { packsDir, scratchPolicy } from "../../docs/workspace.ts";

export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly help: string | null;
  readonly line: number;
}

export interface ImportedText {
  readonly policy: string;
  readonly findings: readonly Finding[];
}

export const kind = (from: string, syntax: PermissionFile["syntax"], of: RegExp = /./): PermissionFile => {
  const found = permissionFiles.find(
    (one) => one.from === from && one.syntax === syntax && one.places.project.some((place) => of.test(place)),
  );
  if (found === undefined) throw new Error(`no such kind: ${from}, ${syntax}`);
  return found;
};

export async function importSources(sources: readonly PermissionSource[]): Promise<ImportedText> {
  const session = new Session();
  const options = { fileAt: () => null, compile: compileText(packsDir) };
  const written = await importPermissions(sources, options, session);
  return {
    policy: written?.text ?? "",
    findings: session
      .diagnostics()
      .map(({ code, message, help, span }) => ({ code, message, help, line: session.place(span).line })),
  };
}

export const importOne = (
  of: PermissionFile,
  text: string,
  level: PermissionLevel = "project",
  file = of.places.project[0] ?? "file",
): Promise<ImportedText> => importSources([{ file: file.replace("*", "x"), text, kind: of, level }]);

/** Decides every call by the policy; gives the calls with another outcome. */
export async function decide(
  policy: string,
  table: readonly (readonly [call: string, outcome: string])[],
): Promise<readonly string[]> {
  const steps = table.map(
    ([call, outcome]) => `${call.startsWith("{") ? call : JSON.stringify(call)} expect ${outcome}`,
  );
  const result = await testPolicies(
    ["example.policy"],
    scratchPolicy(`${policy}\ntest "the table" {\n${steps.join("\n")}\n}\n`),
  );
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  const [ran] = result.tests.cases;
  const missed = ran === undefined || ran.ok ? [] : ran.failures;
  return [
    ...errors.map(({ code, message }) => `${code} ${message}`),
    ...(ran === undefined && errors.length === 0 ? ["no test has run"] : []),
    ...missed.map(
      ({ step, decision }) =>
        `${table[step - 1]?.join(" -> ")}, but ${decision.outcome}: ${decision.reasons.map(({ rule }) => rule).join()}`,
    ),
  ];
}
