// `policyc setup`, step by step: agents, profile, what it will do, a yes, then everything or nothing, and a test of every hook.

import { join } from "node:path";
import { refuseOutput } from "../../compiler/bundle/write-bundle.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
import { PolicyLoadError } from "../../language/load-error.ts";
import { readBundle } from "../../runtime/bundle/read-bundle.ts";
import { isConfirmed } from "../base/ask-person.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { bundleBelow, POLICY_FILE } from "../base/project-places.ts";
import { firstUnwritable } from "../install/apply-changes.ts";
import { type FileRefusal, isRefusal, whyNotWritable } from "../install/config-file.ts";
import { type InstalledUse, installedUses } from "../install/installed-uses.ts";
import type { FileChange } from "../install/plan-changes.ts";
import { type InstallOrder, planOrder } from "../install/plan-order.ts";
import { homeOf, placeText, siteOf } from "../install/site.ts";
import { carryOut, type SetupChanges } from "./carry-out.ts";
import { chooseAgents, chooseProfile } from "./choose.ts";
import { doctorText } from "./doctor-text.ts";
import { type FoundAgent, findAgents, titleOf } from "./find-agents.ts";
import { plainWords } from "./plain-words.ts";
import { policyFor, profileNames, usualProfile } from "./profiles.ts";
import { closingText, planText } from "./setup-text.ts";
import { existingPolicy, type PolicyPlan, type StagedBundle, withProfile, withStaged } from "./stage.ts";

export interface SetupFlags {
  readonly agent?: readonly string[];
  readonly profile?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const WELCOME =
  "policyc puts your rules between your agents and this machine. Nothing is changed before you say yes.\n";

export async function runSetup(flags: SetupFlags, io: Io): Promise<Exit> {
  const isAsking = !flags.yes && io.stdin.isTty;
  if (!isAsking && !flags.yes && !flags.dryRun) return failWith(cliError("P820", {}), io);
  if (isAsking) io.stdout.write(WELCOME);
  const { uses } = await installedUses(io, ["project"]);
  const found = findAgents(new Set(uses.map(({ description }) => description.agent)), io);
  const agents = flags.agent ?? (await agentsOf(found, isAsking, io));
  if (agents === null) return cancelled(io);
  if (agents.length === 0) return failWith(cliError("P867", {}), io);
  const policy = await policyOf(flags, isAsking, io);
  if (policy === null) return cancelled(io);
  if (typeof policy === "number") return policy;
  const bundle = bundleBelow(io.cwd);
  const ofBundle = (await installedUses(io)).uses.filter((use) => use.bundle === bundle);
  const orders = ordersFor(agents, ofBundle, bundle, io);
  const targets = [...new Set(orders.map(({ description }) => description.agent))];
  return withStaged(policy, targets, io, (staged) =>
    install({ flags, isAsking, policy, orders, bundle, targets }, staged, io),
  );
}

/** Those that a person chooses; without one those that are used here, else all that were found. */
async function agentsOf(found: readonly FoundAgent[], isAsking: boolean, io: Io): Promise<readonly string[] | null> {
  if (isAsking && found.length > 0) return chooseAgents(found, io);
  return found.filter(({ isUsed }) => isUsed).map(({ description }) => description.agent);
}

async function policyOf(flags: SetupFlags, isAsking: boolean, io: Io): Promise<PolicyPlan | Exit | null> {
  const existing = await existingPolicy(io);
  if (typeof existing === "number") return existing;
  if (existing !== "missing") return withProfile(existing, flags.profile, io);
  const usual = usualProfile();
  const profile = flags.profile ?? (isAsking ? await chooseProfile(profileNames(), usual, io) : usual);
  return profile === null ? null : { kind: "written", profile, before: null };
}

function cancelled(io: Io): Exit {
  io.stdout.write("nothing changed\n");
  return exit.findings;
}

/** The chosen agents, and those whose entries already name this bundle: they would refuse every call of a new one. */
function ordersFor(
  agents: readonly string[],
  uses: readonly InstalledUse[],
  bundle: string,
  io: Io,
): readonly InstallOrder[] {
  const state = join(homeOf(io), ".policyc");
  const site = siteOf("project", io);
  const chosen = agents.flatMap((agent) => agentInstalls.get(agent) ?? []);
  const isUsed = (name: string): boolean =>
    uses.some((use) => use.description.agent === name && use.site.place === "project");
  const base = { bundle, remove: false };
  return [
    ...uses.map((use) => ({
      ...base,
      description: use.description,
      site: use.site,
      state: use.state ?? state,
      namedState: use.state,
    })),
    ...chosen
      .filter(({ agent }) => !isUsed(agent))
      .map((description) => ({ ...base, description, site, state, namedState: null })),
  ];
}

interface Setup {
  readonly flags: SetupFlags;
  readonly isAsking: boolean;
  readonly policy: PolicyPlan;
  readonly orders: readonly InstallOrder[];
  readonly bundle: string;
  readonly targets: readonly string[];
}

async function install(setup: Setup, staged: StagedBundle, io: Io): Promise<Exit> {
  const { flags, isAsking, policy, orders, bundle, targets } = setup;
  const entries: FileChange[] = [];
  for (const order of orders) {
    const plan = await planOrder({ ...order, staged: staged.bundle }, io);
    if (typeof plan === "number") return plan;
    if (isRefusal(plan)) return notChanged(plan, io);
    entries.push(...plan);
  }
  const isBuilt = (await revisionAt(bundle)) === staged.manifest.revision;
  const changes: SetupChanges = {
    policy:
      policy.kind === "kept"
        ? null
        : { path: join(io.cwd, POLICY_FILE), text: policyFor(policy.profile), before: policy.before },
    bundle: isBuilt ? null : { folder: bundle, staged: staged.bundle },
    entries,
    state: orders[0]?.state ?? join(homeOf(io), ".policyc"),
  };
  const isNothing = changes.policy === null && changes.bundle === null && entries.length === 0;
  io.stdout.write(visible(`Agents: ${targets.map(titleOf).join(", ")}`).concat("\n\n"));
  if (!isNothing) io.stdout.write(`${plainWords(staged.manifest, targets)}\n`);
  io.stdout.write(planText(changes, policy, flags.profile, io));
  if (!isNothing) {
    const refused = await whyRefused(changes);
    if (refused !== null) return notChanged(refused, io);
    if (flags.dryRun) return exit.clean;
    if (isAsking && !(await isConfirmed("\nGo ahead?", io))) return cancelled(io);
    const failed = await carryOut(changes, new Date());
    if (failed !== null) return notChanged(failed, io);
  }
  if (flags.dryRun) return exit.clean;
  const doctor = await doctorText(orders, io);
  io.stdout.write(`\n${doctor.text}`);
  io.stdout.write(closingText(orders, doctor.isSound, io));
  return doctor.isSound ? exit.clean : exit.findings;
}

/** The revision of an intact bundle; null for any other folder. */
async function revisionAt(bundle: string): Promise<string | null> {
  try {
    return (await readBundle(bundle)).manifest.revision;
  } catch (error) {
    if (error instanceof PolicyLoadError) return null;
    throw error;
  }
}

/** The first file that could not be written; null when all can. */
async function whyRefused({ policy, bundle, entries, state }: SetupChanges): Promise<FileRefusal | null> {
  const occupied = bundle === null ? null : refuseOutput(bundle.folder);
  if (bundle !== null && occupied !== null) return { path: bundle.folder, why: occupied.why };
  const places = [
    ...(policy === null ? [] : [{ path: policy.path, bytes: policy.before }]),
    ...(bundle === null ? [] : [{ path: join(bundle.folder, "manifest.json"), bytes: null }]),
    ...(entries.length === 0 ? [] : [{ path: join(state, "installs", "x.json"), bytes: null }]),
  ];
  for (const { path, bytes } of places) {
    const why = await whyNotWritable({ path, bytes, mode: 0o644 });
    if (why !== null) return { path, why };
  }
  return firstUnwritable(entries);
}

function notChanged({ path, why }: FileRefusal, io: Io): Exit {
  return failWith(
    { ...cliError("P822", { path: placeText(path, io), why: `${why}; nothing was changed` }), exit: exit.cliError },
    io,
  );
}
