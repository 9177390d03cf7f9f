// Prints `install --status` and `--doctor`: one block per place where policyc is installed.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { DoctorFinding } from "./doctor.ts";
import type { AgentStatus } from "./installed-status.ts";

type Shown = (path: string) => string;

export function statusText(status: AgentStatus, findings: readonly DoctorFinding[], shown: Shown): string {
  const { agent, place, path, entries, bundle, revision, manifest, troubles, notes } = status;
  const head = `${agent} (${place}): ${entries.length === 0 ? "not installed" : shown(path)}`;
  if (entries.length === 0 && troubles.length === 0) return `${visible(head)}\n`;
  const isCurrent = manifest !== null && manifest.revision === revision;
  const events = [...new Set(entries.map(({ event }) => event))];
  const lines = [
    head,
    ...(entries.length === 0
      ? []
      : [
          ...(bundle === null ? [] : [`  bundle    ${shown(bundle)}`]),
          `  revision  ${revision?.slice(0, 12) ?? "none"}${isCurrent ? ", same as the bundle" : ""}`,
          `  events    ${events.join(", ")}`,
        ]),
    ...notes.map((note) => `  note      ${note}`),
    ...troubles.map((cliError) => `  problem   ${cliError}`),
    ...findings.map(({ event, isGood, says }) => `  ${isGood ? "ok       " : "FAILED   "} ${event} ${says}`),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}
