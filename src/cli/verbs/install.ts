// `policyc install`: makes a bundle the hook of an agent, in the agent's own configuration; also removes, shows and tests it.

import { join, resolve } from "node:path";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { AgentInstall, InstallPlace, Site } from "../../hosts/install/agent.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
import { isConfirmed } from "../base/ask-person.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { bundleBelow } from "../base/project-places.ts";
import { applyChanges, changeText, firstUnwritable } from "../install/apply-changes.ts";
import { type FileRefusal, isRefusal } from "../install/config-file.ts";
import { examine } from "../install/doctor.ts";
import { isOfMachine } from "../install/hook-command.ts";
import { statusOf } from "../install/installed-status.ts";
import { installedUses } from "../install/installed-uses.ts";
import { type FileChange, rootOf } from "../install/plan-changes.ts";
import { type InstallOrder, planOrder } from "../install/plan-order.ts";
import { statusText } from "../install/show-status.ts";
import { homeOf, placeText, siteOf } from "../install/site.ts";
import { agentNames, type DefineVerb, knownAgent } from "./verb.ts";

interface Flags {
  readonly bundle?: string;
  readonly all?: boolean;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly remove?: boolean;
  readonly status?: boolean;
  readonly doctor?: boolean;
  readonly state?: string;
}

export const defineInstall: DefineVerb = (command, io, finish) => {
  command
    .description(
      `Writes the hook entries that the bundle needs into the configuration of an agent, and nothing else. Shows the change and asks for confirmation.\n\nAgents: ${agentNames.join(", ")}`,
    )
    .argument("[agent]", "the agent; default with --status and --doctor: all of them", knownAgent)
    .option(
      "--bundle <folder>",
      "the bundle (default: .policyc/bundle of the project, or of the home folder with --user)",
    )
    .option("--all", "every agent in which policyc is installed, each with the bundle of its entries")
    .option("--project", "the configuration of the project in the current folder (default)")
    .option("--user", "the configuration of the user, for all projects")
    .option("--dry-run", "only show the change")
    .option("-y, --yes", "make the change without asking")
    .option("--remove", "remove the entries again")
    .option("--status", "show what is installed and whether it is intact")
    .option("--doctor", "like --status, and also try every installed hook")
    .option("--state <folder>", "where backups, records and session state are stored (default: ~/.policyc)")
    .action(async (agent: string | undefined, flags: Flags) => finish(await install(agent, flags, io)));
};

async function install(agent: string | undefined, flags: Flags, io: Io): Promise<Exit> {
  const modes = (["remove", "status", "doctor"] as const).filter((mode) => flags[mode] === true);
  if (modes.length > 1)
    return failWith(cliError("P823", { why: `--${modes[0]} and --${modes[1]} cannot be combined` }), io);
  if (flags.project && flags.user)
    return failWith(cliError("P823", { why: "--project and --user cannot be combined" }), io);
  if (flags.status || flags.doctor) return look(agent, flags, io);
  if (flags.all) {
    if (agent !== undefined) return failWith(cliError("P823", { why: "name an agent or pass --all, not both" }), io);
    const orders = await installedOrders(flags, io);
    return typeof orders === "number" ? orders : change(orders, flags, io);
  }
  const description = agentInstalls.get(agent ?? "");
  if (description === undefined)
    return failWith(
      cliError("P823", {
        why: `name an agent: ${agentNames.join(", ")}; or pass --all for those in which policyc is installed`,
      }),
      io,
    );
  return change([orderFor(description, flags, io)], flags, io);
}

/** One agent in one place. */
function orderFor(description: AgentInstall, flags: Flags, io: Io): InstallOrder {
  const site = siteOf(flags.user ? "user" : "project", io);
  return {
    description,
    site,
    bundle: flags.bundle === undefined ? bundleBelow(rootOf(site)) : resolve(io.cwd, flags.bundle),
    ...statesOf(flags, null, io),
    remove: flags.remove === true,
  };
}

/** Every agent in which policyc is installed, each with the bundle that its entries name. */
async function installedOrders(flags: Flags, io: Io): Promise<readonly InstallOrder[] | Exit> {
  const { uses, unread } = await installedUses(io, placesOf(flags));
  for (const { path, why } of unread)
    io.stderr.write(visible(`skipped \`${placeText(path, io)}\`: ${why}`).concat("\n"));
  if (uses.length === 0)
    return failWith(cliError("P823", { why: "policyc is not installed in any agent here; name an agent" }), io);
  return uses.map(({ description, site, bundle, state }) => ({
    description,
    site,
    bundle: flags.bundle === undefined ? bundle : resolve(io.cwd, flags.bundle),
    ...statesOf(flags, state, io),
    remove: flags.remove === true,
  }));
}

function statesOf(flags: Flags, named: string | null, io: Io): Pick<InstallOrder, "state" | "namedState"> {
  const namedState = flags.state === undefined ? named : resolve(io.cwd, flags.state);
  return { state: namedState ?? join(homeOf(io), ".policyc"), namedState };
}

/** All orders or none: everything is planned and checked before the first change. */
async function change(orders: readonly InstallOrder[], flags: Flags, io: Io): Promise<Exit> {
  const planned: { readonly order: InstallOrder; readonly plan: readonly FileChange[] }[] = [];
  for (const order of orders) {
    const plan = await planOrder(order, io);
    if (typeof plan === "number") return plan;
    if (isRefusal(plan)) return configRefused(plan, io);
    if (plan.length > 0) planned.push({ order, plan });
    else {
      const what = flags.remove ? "not installed" : "already installed, nothing to change";
      io.stdout.write(`${order.description.agent} (${order.site.place}): ${what}\n`);
    }
  }
  if (planned.length === 0) return exit.clean;
  const changes = planned.flatMap(({ plan }) => plan);
  const unwritable = await firstUnwritable(changes);
  for (const one of changes) io.stdout.write(changeText(one, (path) => placeText(path, io)));
  if (unwritable !== null) return configRefused(unwritable, io);
  if (flags.dryRun) return exit.clean;
  if (!flags.yes && !io.stdin.isTty) return failWith(cliError("P820", {}), io);
  if (!flags.yes) {
    if (!(await isConfirmed("Make this change?", io))) {
      io.stdout.write("nothing changed\n");
      return exit.findings;
    }
  }
  const failed = await applyChanges(changes, planned[0]?.order.state ?? "", new Date());
  if (failed !== null) return configRefused(failed, io);
  for (const { order, plan } of planned) io.stdout.write(doneText(order.description, plan, flags, order.site, io));
  return exit.clean;
}

function configRefused({ path, why }: FileRefusal, io: Io): Exit {
  return failWith({ ...cliError("P822", { path: placeText(path, io), why }), exit: exit.cliError }, io);
}

function doneText(description: AgentInstall, plan: readonly FileChange[], flags: Flags, site: Site, io: Io): string {
  const files = plan.map(({ file }) => placeText(file.path, io)).join(", ");
  const head = `${flags.remove ? "removed from" : "installed into"} ${description.agent} (${site.place}): ${files}`;
  // A plug-in is self-contained: it names no program of this machine.
  const isForeign = site.place === "project" && description.config.kind !== "plugin" && isOfMachine(description, site);
  const next = flags.remove
    ? []
    : [
        ...description.next(site.place),
        ...(isForeign
          ? [
              "policyc is not a dependency of this project, so the entries work only on this machine; add it to the dependencies before you commit them",
            ]
          : []),
        `policyc install ${description.agent} --doctor checks that it works`,
      ];
  return `${visible(head)}\n${next.length === 0 ? "" : `\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`}`;
}

const placesOf = (flags: Flags): readonly InstallPlace[] =>
  flags.user ? ["user"] : flags.project ? ["project"] : ["project", "user"];

/** Status or doctor, over one agent or all, in one place or both. */
async function look(agent: string | undefined, flags: Flags, io: Io): Promise<Exit> {
  const places = placesOf(flags);
  const chosen = [...agentInstalls.values()].filter((one) => agent === undefined || one.agent === agent);
  let isSound = true;
  let installed = 0;
  for (const description of chosen) {
    for (const place of places) {
      const status = await statusOf(description, siteOf(place, io));
      const isThere = status.entries.length > 0;
      if (isThere) installed++;
      if (!isThere && status.troubles.length === 0 && (agent === undefined || places.length > 1)) continue;
      const findings = flags.doctor ? await examine(description, status, io) : [];
      if (status.troubles.length > 0 || findings.some(({ isGood }) => !isGood)) isSound = false;
      io.stdout.write(statusText(status, findings, (path) => placeText(path, io)));
    }
  }
  if (installed > 0) return isSound ? exit.clean : exit.findings;
  if (isSound)
    io.stdout.write(agent === undefined ? "policyc is not installed in any agent\n" : `${agent}: not installed\n`);
  return agent === undefined && isSound && !flags.doctor ? exit.clean : exit.findings;
}
