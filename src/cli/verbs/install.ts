// `policyc install`: makes a bundle the hook of an agent, in the agent's own configuration; also removes, shows and tests it.

import { homedir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { InvalidArgumentError } from "commander";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import type { AgentInstall, InstallPlace, Site, WantedEntry } from "../../hosts/install/agent.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
import type { Manifest } from "../../language/contract.ts";
import { readBundle, type VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";
import { readManifest } from "../../runtime/index.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { applyChanges, changeText, firstUnwritable } from "../install/apply-changes.ts";
import { neededEvents, unmetCells } from "../install/bundle-needs.ts";
import { type FileRefusal, isRefusal } from "../install/config-file.ts";
import { examine } from "../install/doctor.ts";
import { hookWords, isOfMachine } from "../install/hook-command.ts";
import { statusOf } from "../install/installed-status.ts";
import { type ChangePlan, type FileChange, planChanges } from "../install/plan-changes.ts";
import { hasPlugin, makePlugin, type PluginAgent, planPlugin } from "../install/plugin-file.ts";
import { statusText } from "../install/show-status.ts";
import { refused } from "./eval.ts";
import type { DefineVerb } from "./verb.ts";

interface Flags {
  readonly bundle?: string;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly remove?: boolean;
  readonly status?: boolean;
  readonly doctor?: boolean;
  readonly state?: string;
}

const agentNames: readonly string[] = [...agentInstalls.keys()];

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

function knownAgent(word: string): string {
  if (agentInstalls.has(word)) return word;
  const near = didYouMean(word, agentNames);
  throw new InvalidArgumentError(
    near === null ? `the agents are ${agentNames.join(", ")}` : `did you mean \`${near}\`?`,
  );
}

async function install(agent: string | undefined, flags: Flags, io: Io): Promise<Exit> {
  const modes = (["remove", "status", "doctor"] as const).filter((mode) => flags[mode] === true);
  if (modes.length > 1)
    return failWith(cliError("P823", { why: `--${modes[0]} and --${modes[1]} cannot be combined` }), io);
  if (flags.project && flags.user)
    return failWith(cliError("P823", { why: "--project and --user cannot be combined" }), io);
  if (flags.status || flags.doctor) return look(agent, flags, io);
  const description = agentInstalls.get(agent ?? "");
  if (description === undefined)
    return failWith(cliError("P823", { why: `name an agent: ${agentNames.join(", ")}` }), io);
  return change(description, flags, io);
}

/** Relative below the project, with `~` below the home folder, else as it is. */
function placeText(path: string, io: Io): string {
  const inside = (folder: string): string | null => {
    const rest = relative(folder, path);
    return rest === "" || rest.startsWith("..") || resolve(rest) === rest ? null : rest.split(sep).join("/");
  };
  const home = inside(homeOf(io));
  return inside(io.cwd) ?? (home === null ? path : `~/${home}`);
}

const homeOf = (io: Io): string => io.env.HOME || homedir();

function siteOf(place: InstallPlace, io: Io): Site {
  return { place, project: io.cwd, home: homeOf(io), env: io.env, isWindows: process.platform === "win32" };
}

const stateOf = (flags: Flags, io: Io): string =>
  flags.state === undefined ? join(homeOf(io), ".policyc") : resolve(io.cwd, flags.state);

async function change(description: AgentInstall, flags: Flags, io: Io): Promise<Exit> {
  const site = siteOf(flags.user ? "user" : "project", io);
  const { agent } = description;
  const plan = hasPlugin(description)
    ? await pluginPlan(description, flags, site, io)
    : await entryPlan(description, flags, site, io);
  if (typeof plan === "number") return plan;
  if (isRefusal(plan)) return configRefused(plan, io);
  if (plan.length === 0) {
    io.stdout.write(
      flags.remove
        ? `${agent} (${site.place}): not installed\n`
        : `${agent} (${site.place}): already installed, nothing to change\n`,
    );
    return exit.clean;
  }
  const unwritable = await firstUnwritable(plan);
  for (const one of plan) io.stdout.write(changeText(one, (path) => placeText(path, io)));
  if (unwritable !== null) return configRefused(unwritable, io);
  if (flags.dryRun) return exit.clean;
  if (!flags.yes && !io.stdin.isTty) return failWith(cliError("P820", {}), io);
  if (!flags.yes) {
    io.stdout.write("Make this change? [y/N] ");
    if (!/^\s*y(es)?\s*$/i.test(await answer(io))) {
      io.stdout.write("nothing changed\n");
      return exit.findings;
    }
  }
  const failed = await applyChanges(plan, stateOf(flags, io), new Date());
  if (failed !== null) return configRefused(failed, io);
  io.stdout.write(doneText(description, plan, flags, site, io));
  return exit.clean;
}

async function entryPlan(description: AgentInstall, flags: Flags, site: Site, io: Io): Promise<ChangePlan | Exit> {
  const wanted = flags.remove ? [] : await wantedEntries(description, flags, site, io);
  return typeof wanted === "number" ? wanted : planChanges(description, wanted, site, stateOf(flags, io));
}

async function pluginPlan(description: PluginAgent, flags: Flags, site: Site, io: Io): Promise<ChangePlan | Exit> {
  const state = stateOf(flags, io);
  if (flags.remove) return planPlugin(description, null, site, state);
  const bundle = bundleOf(flags, site, io);
  let verified: VerifiedBundle;
  try {
    verified = await readBundle(bundle);
  } catch (error) {
    return refused(error, placeText(bundle, io), io);
  }
  const { agent } = description;
  const made = await makePlugin(agent, verified);
  if ("why" in made) return failWith({ ...cliError("P824", { agent, why: made.why }), exit: exit.findings }, io);
  return planPlugin(description, made.text, site, state);
}

function bundleOf(flags: Flags, site: Site, io: Io): string {
  const base = site.place === "project" ? io.cwd : site.home;
  return flags.bundle === undefined ? join(base, ".policyc", "bundle") : resolve(io.cwd, flags.bundle);
}

/** The entries that the bundle needs, or the exit code when it cannot be installed. */
async function wantedEntries(
  description: AgentInstall,
  flags: Flags,
  site: Site,
  io: Io,
): Promise<readonly WantedEntry[] | Exit> {
  const bundle = bundleOf(flags, site, io);
  let manifest: Manifest;
  try {
    manifest = await readManifest(bundle);
  } catch (error) {
    return refused(error, placeText(bundle, io), io);
  }
  const { agent } = description;
  const cells = unmetCells(manifest, agent);
  if (cells.length > 0) {
    const shown = cells.slice(0, 20).map((cell) => `\n  ${visible(cell)}`);
    const more = cells.length > shown.length ? [`\n  and ${cells.length - shown.length} more`] : [];
    const found = cliError("P821", { agent, count: String(cells.length) });
    return failWith({ text: `${found.text.trimEnd()}${[...shown, ...more].join("")}\n`, exit: exit.findings }, io);
  }
  const state = flags.state === undefined ? null : stateOf(flags, io);
  const words = hookWords(description, { bundle, revision: manifest.revision, scope: manifest.scope, state }, site);
  return neededEvents(manifest, description).map(({ event, closed }) => ({ event, closed, words, site }));
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

async function answer(io: Io): Promise<string> {
  if (io.stdin.line !== undefined) return io.stdin.line();
  return new TextDecoder().decode(await io.stdin.read()).split("\n", 1)[0] ?? "";
}

/** Status or doctor, over one agent or all, in one place or both. */
async function look(agent: string | undefined, flags: Flags, io: Io): Promise<Exit> {
  const places: readonly InstallPlace[] = flags.user ? ["user"] : flags.project ? ["project"] : ["project", "user"];
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
