// What setup says before it changes files, and at its end.

import { relative, sep } from "node:path";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Io } from "../base/io.ts";
import { POLICY_FILE } from "../base/project-places.ts";
import { cliEntry } from "../install/cli-entry.ts";
import { isOfMachine } from "../install/hook-command.ts";
import type { InstallOrder } from "../install/plan-order.ts";
import { hasPlugin } from "../install/plugin-file.ts";
import { placeText } from "../install/site.ts";
import type { SetupChanges } from "./carry-out.ts";
import { titleOf } from "./find-agents.ts";
import type { PolicyPlan } from "./stage.ts";

/** Each file with what happens to it. */
export function planText(changes: SetupChanges, policy: PolicyPlan, wanted: string | undefined, io: Io): string {
  const bundle = changes.bundle === null ? null : placeText(changes.bundle.folder, io);
  const rows: (readonly [string, string])[] = [
    ...(policy.kind === "kept" ? policy.files.map((file) => ["kept", file] as const) : []),
    ...(policy.kind === "written"
      ? [[policy.before === null ? "new" : "changed", `${POLICY_FILE}, with the profile ${policy.profile}`] as const]
      : []),
    ...(bundle === null ? [] : [["built", bundle] as const]),
    ...changes.entries.map(({ file, after }) => {
      const path = placeText(file.path, io);
      return [after === null ? "removed" : file.bytes === null ? "new" : "changed", path] as const;
    }),
  ];
  const isNothing = changes.policy === null && bundle === null && changes.entries.length === 0;
  const lines = [
    isNothing ? "Everything is as it should be; nothing to change:" : "Files",
    ...rows.map(([what, path]) => `  ${what.padEnd(7)}  ${path}`),
    ...(policy.kind === "kept" && wanted !== undefined && policy.profile !== wanted
      ? [`Your own policy is kept, and --profile ${wanted} is not used; to change the profile, edit its \`use\` line`]
      : []),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

/** How people call policyc here. */
function ownCommand(io: Io): string {
  const inside = relative(io.cwd, cliEntry());
  const isOfProject = inside.startsWith(`node_modules${sep}`);
  return isOfProject || isOfCache() ? "npx policyc" : "policyc";
}

/** What `npx` has fetched for one call may be removed at any time. */
const isOfCache = (): boolean => cliEntry().split(sep).includes("_npx");

export function closingText(orders: readonly InstallOrder[], isSound: boolean, io: Io): string {
  const own = ownCommand(io);
  const left = orders.flatMap(({ description, site }) =>
    description.next(site.place).map((line) => `  ${titleOf(description.agent)}: ${line}`),
  );
  const rows = [
    ["ask it", `${own} ask 'git push --force'`],
    ["what happened", `${own} replay .policyc/bundle LOG  (LOG: where your agent records its sessions)`],
    ["change it", `edit ${POLICY_FILE}, then run ${own} setup`],
    ["undo it", `${own} setup --remove`],
  ] as const;
  const lines = [
    isSound ? "\nDone." : "\nInstalled, but not in order: see above what is wrong. Correct it, or undo it.",
    ...(left.length === 0 ? [] : ["", "Left for you to do", ...left]),
    ...sharing(orders),
    "",
    "Next",
    ...rows.map(([what, how]) => `  ${what.padEnd(13)}  ${how}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Whether the entries mean anything on another machine, and on this one tomorrow. */
function sharing(orders: readonly InstallOrder[]): readonly string[] {
  const entries = orders.filter(({ description, site }) => site.place === "project" && !hasPlugin(description));
  if (isOfCache())
    return ["", "policyc runs out of npm's cache. To keep it: npm install --save-dev policyc, then npx policyc setup"];
  if (entries.length === 0) return [];
  return entries.every(({ description, site }) => isOfMachine(description, site))
    ? [
        "",
        "These entries work on this machine only. For a team make policyc a dependency first: npm install --save-dev policyc",
      ]
    : ["", "To share this with your team, commit policies, .policyc/bundle and the files of the agents."];
}
