// Checks that the policy works: sends every installed hook a call that it must refuse, and one that must not make it fail.

import { join } from "node:path";
import type { AgentInstall, ProbeCall } from "../../hosts/install/agent.ts";
import type { Json } from "../../language/contract.ts";
import type { Io } from "../base/io.ts";
import { neededEvents } from "./bundle-needs.ts";
import type { AgentStatus, InstalledEntry } from "./installed-status.ts";
import { hasPlugin } from "./plugin-file.ts";
import { type HookProbe, probeHook } from "./probe-hook.ts";
import { probePlugin } from "./probe-plugin.ts";

export interface DoctorFinding {
  readonly event: string;
  readonly isGood: boolean;
  readonly says: string;
}

/** The findings of every entry, in order. */
export async function examine(install: AgentInstall, status: AgentStatus, io: Io): Promise<readonly DoctorFinding[]> {
  if (hasPlugin(install)) return examinePlugin(status);
  const { manifest } = status;
  const closed = new Map(
    manifest === null ? [] : neededEvents(manifest, install).map((need) => [need.event, need.closed]),
  );
  const findings: DoctorFinding[] = [];
  for (const entry of status.entries)
    findings.push(...(await examineEntry(install, status, entry, closed.get(entry.event) === true, io)));
  return findings;
}

/** The plug-in must protect its own file first. */
async function examinePlugin({ agent, entries, path, site }: AgentStatus): Promise<readonly DoctorFinding[]> {
  const [entry] = entries;
  if (entry?.script === undefined || entry.script === null) return [];
  const calls: readonly ProbeCall[] = [
    { kind: "write", path },
    { kind: "read", path: join(site.project, "README.md") },
  ];
  const [canary, harmless] = await probePlugin(agent, entry.script, calls, site);
  if (canary === undefined || harmless === undefined) return [];
  const { event } = entry;
  const isBroken = harmless.isDenied && /^policyc: /.test(harmless.says);
  return [
    canary.isDenied
      ? { event, isGood: true, says: `refuses to change its own file, ${canary.ms} ms` }
      : { event, isGood: false, says: `DOES NOT REFUSE to change its own file: ${cut(canary.says)}` },
    harmless.isDenied
      ? { event, isGood: !isBroken, says: `refuses a harmless call: ${cut(harmless.says)}` }
      : { event, isGood: true, says: `lets a harmless call pass, ${harmless.ms} ms` },
  ];
}

async function examineEntry(
  install: AgentInstall,
  status: AgentStatus,
  entry: InstalledEntry,
  isGate: boolean,
  io: Io,
): Promise<readonly DoctorFinding[]> {
  const { site } = status;
  const { event } = entry;
  const ask = async (call: ProbeCall): Promise<HookProbe | null> => {
    const payload: Json | null = install.payload(event, call, site);
    return payload === null ? null : probeHook(install, entry, payload, site, io);
  };
  const findings: DoctorFinding[] = [];
  if (isToolGate(install, event)) {
    // An agent must not change the bundle that decides its calls: every bundle refuses this call.
    const canary = await ask({ kind: "write", path: join(status.bundle ?? site.project, "manifest.json") });
    // For an event that is never a file write: a call that cannot be judged.
    const probe = canary ?? (await ask({ kind: "broken", path: "" }));
    if (probe !== null) findings.push(refusalOf(install, event, probe, canary === null ? BROKEN : OF_BUNDLE));
  }
  const harmless = await ask({ kind: "read", path: join(site.project, "README.md") });
  if (harmless === null) return findings;
  const isDenied = install.denies(event, harmless);
  const why = failureIn(harmless, isDenied, install.ownExits ?? []);
  if (why !== null) return [...findings, { event, isGood: false, says: `FAILS on a harmless call: ${why}` }];
  const says = isDenied
    ? `refuses a harmless call: ${answerText(harmless)}`
    : `lets a harmless call pass, ${harmless.ms} ms`;
  return [...findings, { event, isGood: true, says: isGate ? says : `answers, ${harmless.ms} ms` }];
}

const OF_BUNDLE = "to change the bundle";
const BROKEN = "a malformed call";

function refusalOf(install: AgentInstall, event: string, probe: HookProbe, what: string): DoctorFinding {
  return install.denies(event, probe)
    ? { event, isGood: true, says: `refuses ${what}, ${probe.ms} ms` }
    : { event, isGood: false, says: `DOES NOT REFUSE ${what}: ${answerText(probe)}` };
}

/** Rules that protect policyc's own files exist only for tool calls. */
const isToolGate = (install: AgentInstall, event: string): boolean =>
  install.events.before_tool_call?.includes(event) === true;

/** A refusal of a rule names the rule; a refusal caused by a failure names policyc alone or the code of the failure. */
const OF_FAILURE = /(?:^|")policyc(?:: | blocked this \(P\d)|policyc could not decide/m;

function failureIn(probe: HookProbe, isDenied: boolean, ownExits: readonly number[]): string | null {
  if (probe.failure !== null) return probe.failure;
  if (OF_FAILURE.test(`${probe.stdout}\n${probe.stderr}`)) return answerText(probe);
  return isDenied || probe.exit === 0 || (probe.exit !== null && ownExits.includes(probe.exit))
    ? null
    : answerText(probe);
}

/** The end is most informative: a stack trace comes before it. */
const cut = (text: string): string => (text.length > 500 ? `${text.slice(0, 200)}...${text.slice(-300)}` : text);

function answerText({ exit, stdout, stderr, failure }: HookProbe): string {
  const parts = [
    failure,
    `exit ${exit ?? "none"}`,
    stdout.trim() === "" ? "nothing on stdout" : `stdout ${cut(stdout.trim())}`,
    stderr.trim() === "" ? null : `stderr ${cut(stderr.trim())}`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
