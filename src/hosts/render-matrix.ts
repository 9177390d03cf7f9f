// The matrix as a Markdown table, for `policyc capabilities` and for the documents.

import type { Point } from "../language/contract.ts";
import { points } from "../language/schema.ts";
import { capabilityOf, hostOf, targets } from "./matrix.ts";
import { capabilities, fieldsOfSome, isSent } from "./shared/host.ts";

/** The rows of one target, one point, both, or all; notes follow their table. */
export function renderMatrix(target?: string, point?: Point): string {
  const wanted = target === undefined ? targets : targets.filter((name) => name === target);
  return wanted
    .map((name) => renderTarget(name, point))
    .filter((text) => text !== "")
    .join("\n");
}

function renderTarget(target: string, only?: Point): string {
  const host = hostOf(target);
  if (host === null) return "";
  const rows: string[][] = [];
  const notes: string[] = [];
  const mark = (text: string): string => {
    if (!notes.includes(text)) notes.push(text);
    return ` (${notes.indexOf(text) + 1})`;
  };
  for (const point of Object.keys(points) as Point[]) {
    const row = host.points[point];
    if (row === undefined || (only !== undefined && point !== only)) continue;
    const remark = row.neverFires ?? (row.internalOnly ? "only rules of internal scope run here" : undefined);
    const cells = capabilities.map((capability) => {
      const cell = capabilityOf(target, point, capability, "internal");
      if (cell.verdict === "yes") return "yes";
      return cell.verdict === "restricted" ? `yes${mark(`${point}, ${capability}: ${cell.note}`)}` : "-";
    });
    const suffix = [remark, row.note].map((text) => (text === undefined ? "" : mark(`${point}: ${text}`))).join("");
    rows.push([`${point}${suffix}`, row.event, ...cells]);
  }
  if (rows.length === 0) return "";
  const table = layOut([["point", "its event", ...capabilities], ...rows]);
  const sent = sentFields(target);
  const who = only !== undefined || sent.length === 0 ? "" : `\n${sent.join("\n")}\n`;
  const list = notes.map((note, at) => `${at + 1}. ${note}`).join("\n");
  return `### ${target}\n\n${table}\n${list === "" ? "" : `\n${list}\n`}${who}`;
}

/** Where the target sends the fields that only some hosts send, one sentence for each. */
export function sentFields(target: string): readonly string[] {
  const host = hostOf(target);
  if (host === null) return [];
  const sent = fieldsOfSome.flatMap((field) => {
    const at = (Object.keys(points) as Point[]).filter((point) => point in host.points && isSent(host, field, point));
    return at.length === 0 ? [] : [`\`${field}\` is sent at ${at.join(", ")}.`];
  });
  const { asksOnce } = host;
  if (asksOnce !== undefined)
    sent.push(`\`ask once\` works at ${asksOnce.at.join(", ")}: ${asksOnce.ranAt.join(" and ")} show that a call ran.`);
  return sent;
}

/** A Markdown table with aligned columns, so that it is readable in a terminal too. */
function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
}
