// `policyc setup --remove`: takes the entries out of the agents, and with the last of them what setup has made. A policy that
// somebody has edited stays.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { refuseOutput } from "../../compiler/bundle/write-bundle.ts";
import { isConfirmed } from "../base/ask-person.ts";
import { cliError, failWith, reasonOf } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { bundleBelow, POLICY_FILE } from "../base/project-places.ts";
import { applyChanges, firstUnwritable } from "../install/apply-changes.ts";
import { type FileRefusal, isRefusal } from "../install/config-file.ts";
import { installedUses } from "../install/installed-uses.ts";
import type { FileChange } from "../install/plan-changes.ts";
import { planOrder } from "../install/plan-order.ts";
import { homeOf, placeText } from "../install/site.ts";
import { removeEmpty } from "./carry-out.ts";
import { titleOf } from "./find-agents.ts";
import { profileOf } from "./profiles.ts";
import type { SetupFlags } from "./run-setup.ts";

export async function removeSetup(flags: SetupFlags, io: Io): Promise<Exit> {
  if (!flags.yes && !flags.dryRun && !io.stdin.isTty) return failWith(cliError("P820", {}), io);
  const { uses, unread } = await installedUses(io, ["project"]);
  const [unreadable] = unread;
  // Whether it has entries of ours is unknown; without the bundle they would refuse everything.
  if (unreadable !== undefined && flags.agent === undefined) return refused(unreadable, io);
  const going = uses.filter(({ description }) => flags.agent?.includes(description.agent) ?? true);
  const state = join(homeOf(io), ".policyc");
  const changes: FileChange[] = [];
  for (const { description, site, bundle, state: named } of going) {
    const order = { description, site, bundle, state: named ?? state, namedState: named, remove: true };
    const plan = await planOrder(order, io);
    if (typeof plan === "number") return plan;
    if (isRefusal(plan)) return refused(plan, io);
    changes.push(...plan);
  }
  const files = going.length === uses.length && unreadable === undefined ? await madeBySetup(io) : [];
  if (changes.length === 0 && files.length === 0) {
    io.stdout.write("policyc is not set up here; nothing to remove\n");
    return exit.clean;
  }
  const rows = [...changes.map(({ file }) => file.path), ...files].map((path) => `  ${placeText(path, io)}\n`);
  io.stdout.write(
    `This takes policyc out of ${names(going.map(({ description }) => description.agent))}:\n${rows.join("")}`,
  );
  const unwritable = await firstUnwritable(changes);
  if (unwritable !== null) return refused(unwritable, io);
  if (flags.dryRun) return exit.clean;
  if (!flags.yes && !(await isConfirmed("Go ahead?", io))) {
    io.stdout.write("nothing changed\n");
    return exit.findings;
  }
  const failed = await applyChanges(changes, going[0]?.state ?? state, new Date());
  if (failed !== null) return refused(failed, io);
  for (const path of files) {
    try {
      rmSync(path, { recursive: true });
    } catch (error) {
      return refused({ path, why: reasonOf(error) }, io);
    }
    removeEmpty([dirname(path)]);
  }
  io.stdout.write(`removed${keptText(io)}\n`);
  return exit.clean;
}

const names = (agents: readonly string[]): string =>
  agents.length === 0 ? "this project" : agents.map(titleOf).join(", ");

/** The bundle, unless an installation for all projects uses it, and the policy as setup wrote it. */
async function madeBySetup(io: Io): Promise<readonly string[]> {
  const bundle = bundleBelow(io.cwd);
  const { uses } = await installedUses(io, ["user"]);
  const isOurs = existsSync(join(bundle, "manifest.json")) && refuseOutput(bundle) === null;
  const policy = join(io.cwd, POLICY_FILE);
  return [
    ...(isOurs && !uses.some((use) => use.bundle === bundle) ? [bundle] : []),
    ...(existsSync(policy) && profileOf(readFileSync(policy, "utf8")) !== null ? [policy] : []),
  ];
}

function keptText(io: Io): string {
  return existsSync(join(io.cwd, POLICY_FILE)) ? `; ${POLICY_FILE} is kept, since it is yours` : "";
}

function refused({ path, why }: FileRefusal, io: Io): Exit {
  return failWith({ ...cliError("P822", { path: placeText(path, io), why }), exit: exit.cliError }, io);
}
