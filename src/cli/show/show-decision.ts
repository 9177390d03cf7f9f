// A decision for people: the outcome first, then its rules and reasons, then everything else that happened.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Decision, Reason, Remark } from "../../language/contract.ts";

export function decisionText(decision: Decision): string {
  const { outcome, proceed, reasons, warnings, notes, changes, result, unclear, failures } = decision;
  const lines = [
    `${outcome}: the action ${proceed ? "proceeds" : outcome === "ask" ? "needs confirmation" : "is stopped"}`,
    ...reasons.flatMap(reasonLines),
    ...warnings.flatMap((remark) => remarkLines("warns", remark)),
    ...notes.flatMap((remark) => remarkLines("notes", remark)),
    ...Object.entries(changes ?? {}).map(([field, value]) => `  changes ${visible(field)} to ${shown(value)}`),
    ...(result === undefined ? [] : [`  result ${shown(result.text)}`]),
    ...unclear.map(
      ({ rule, at, missing }) =>
        `  ${visible(rule)} (${visible(at)}) could not be determined: ${missing.map(visible).join(", ") || "an unknown value"}`,
    ),
    ...failures.map(
      ({ code, rule, message }) =>
        `  failure ${code}${rule === undefined ? "" : ` in ${visible(rule)}`}: ${visible(message)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function reasonLines({ rule, effect, message, at, shadow, because, also }: Reason): readonly string[] {
  const how = because === undefined ? "" : `, because its condition is ${because === "error" ? "in error" : "unknown"}`;
  const only = shadow ? " in shadow" : "";
  const others = also === undefined ? "" : ` and ${also.length} more ${also.length === 1 ? "rule" : "rules"}`;
  const head = `  ${visible(rule)} (${visible(at)})${others}: ${effect}${only}${how}`;
  return message === "" ? [head] : [head, `    ${visible(message)}`];
}

function remarkLines(word: string, { rule, message, at, shadow }: Remark): readonly string[] {
  return [`  ${visible(rule)} (${visible(at)}) ${word}${shadow ? " in shadow" : ""}`, `    ${visible(message)}`];
}

const SHOWN = 500;

/** A value as one line of JSON, cut. */
function shown(value: unknown): string {
  const text = visible(JSON.stringify(value) ?? "nothing");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
