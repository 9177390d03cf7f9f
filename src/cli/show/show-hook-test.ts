// The results of a hook test, for people and for programs. Output of a hook is never printed raw.

import { safeJson, visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Point } from "../../language/contract.ts";
import { maskJson, maskSecrets } from "../../language/masks/mask.ts";
import type { HookFinding } from "../hooks/judge-hook.ts";

export interface CaseReport {
  readonly name: string;
  readonly point: Point | null;
  /** Exit code, signal, or null for a long-lived process. */
  readonly exit: number | string | null;
  readonly duration_ms: number;
  readonly stderr: string;
  /** As decoded, in the terms of the language; null when there is none. */
  readonly answer: unknown;
  readonly meaning: string;
  readonly findings: readonly HookFinding[];
}

export interface HookTestReport {
  readonly protocol: string;
  readonly command: readonly string[];
  readonly timeout_ms: number;
  readonly cases: readonly CaseReport[];
  /** About the whole test, not one case. */
  readonly remarks: readonly string[];
  readonly findings: number;
}

const LINE = 300;

export function hookTestJson(report: HookTestReport): string {
  return `${safeJson(maskJson(report).value)}\n`;
}

export function hookTestText(report: HookTestReport): string {
  const sound = report.findings === 0 ? "sound" : `${report.findings} finding${report.findings === 1 ? "" : "s"}`;
  const lines = [
    `${report.protocol}: ${report.command.map(shown).join(" ")}`,
    "",
    ...report.cases.flatMap(caseLines),
    ...report.remarks.map((remark) => `note: ${remark}`),
    `${report.cases.length} case${report.cases.length === 1 ? "" : "s"}: ${sound}`,
  ];
  return `${lines.join("\n")}\n`;
}

function caseLines({ name, exit, duration_ms, stderr, meaning, findings }: CaseReport): readonly string[] {
  const mark = findings.length === 0 ? "ok  " : "FAIL";
  const ended = exit === null ? "" : typeof exit === "number" ? `exit ${exit}, ` : `${exit}, `;
  const said = stderr.trim();
  return [
    `${mark} ${name} (${ended}${duration_ms} ms)`,
    `     ${shown(meaning)}`,
    ...(said === "" ? [] : [`     stderr: ${shown(said)}`]),
    ...findings.map(({ kind, message }) => `     ${kind}: ${shown(message)}`),
  ];
}

/** One line, masked before it is cut, so that no half of a secret is left at the end. */
function shown(text: string): string {
  const line = visible(maskSecrets(text));
  return line.length > LINE ? `${line.slice(0, LINE)}...` : line;
}
