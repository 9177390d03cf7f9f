// Which policy is asked: the one that is named, or else the one in force in this project. What was used is always said.

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildBundle } from "../../compiler/index.ts";
import type { Scope } from "../../language/contract.ts";
import { type CliError, cliError } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies, shownPath } from "../base/find-policies.ts";
import { exit, type Io } from "../base/io.ts";
import { bundleBelow } from "../base/project-places.ts";
import { type InstalledUse, installedUses } from "../install/installed-uses.ts";
import { placeText } from "../install/site.ts";
import { showReport } from "../show/show-report.ts";

export interface AskedBundle {
  /** Absolute. */
  readonly dir: string;
  readonly revision: string | null;
  readonly state: string | null;
  /** The agent that it is installed for. */
  readonly agent: string | null;
  /** What it is, for people. */
  readonly says: string;
  /** Removes what was built for the question. */
  readonly close: () => Promise<void>;
}

export interface PolicyFlags {
  readonly bundle?: string;
  readonly policy?: string;
  readonly agent?: string;
  readonly scope: string;
}

type Found = AskedBundle | { readonly cliError: CliError };

const kept = async (): Promise<void> => undefined;

export async function findBundle(flags: PolicyFlags, io: Io): Promise<Found> {
  const { bundle, policy, agent } = flags;
  if (bundle !== undefined) return unpinned(resolve(io.cwd, bundle), `bundle ${bundle}`);
  if (policy !== undefined) return isProfile(policy) ? builtProfile(policy, flags, io) : built([policy], flags, io);
  const { uses } = await installedUses(io);
  const use = uses.find(({ description }) => agent === undefined || description.agent === agent);
  if (use !== undefined) return installed(use, io);
  const usual = bundleBelow(io.cwd);
  if (await isFolder(usual))
    return unpinned(
      usual,
      `bundle ${shownPath(usual, io)}, which is not installed${agent === undefined ? "" : ` for ${agent}`}`,
    );
  const sources = await findPolicies([], io);
  if (sources.files !== undefined) return built([], flags, io);
  return { cliError: cliError("P832", { folder: placeText(io.cwd, io) }) };
}

const unpinned = (dir: string, says: string): AskedBundle => ({
  ...{ dir, says, revision: null, state: null, agent: null, close: kept },
});

function installed({ description, bundle, revision, state }: InstalledUse, io: Io): AskedBundle {
  const { agent } = description;
  const says = `bundle ${placeText(bundle, io)}, installed for ${agent}`;
  return { dir: bundle, revision, state, agent, says, close: kept };
}

const isFolder = (path: string): Promise<boolean> =>
  readdir(path).then(
    () => true,
    () => false,
  );

/** `profile/standard`, a pack of policyc's own. */
const isProfile = (policy: string): boolean => /^(?:profile|std|shell)\/[\w-]+$/.test(policy);

async function builtProfile(name: string, flags: PolicyFlags, io: Io): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), "policyc-ask-"));
  await writeFile(join(folder, "ask.policy"), `use "${name}"\n`);
  return compiled({ folder, cwd: folder, files: ["ask.policy"], says: `pack ${name}` }, flags, io);
}

/** Policy files, or those of the project when none is named. */
async function built(paths: readonly string[], flags: PolicyFlags, io: Io): Promise<Found> {
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return found;
  const { files } = found;
  const folder = await mkdtemp(join(tmpdir(), "policyc-ask-"));
  const says = `${paths.length === 0 ? "this project's policy" : "policy"} ${files.join(", ")}, not installed`;
  return compiled({ folder, cwd: io.cwd, files, says }, flags, io);
}

interface Sources {
  readonly folder: string;
  readonly cwd: string;
  readonly files: readonly string[];
  readonly says: string;
}

async function compiled({ folder, cwd, files, says }: Sources, { agent, scope }: PolicyFlags, io: Io): Promise<Found> {
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const dir = join(folder, "bundle");
    const options = compileOptions(
      { scope: scope as Scope, ...(agent !== undefined && { target: [agent] }) },
      { ...io, cwd },
    );
    const result = await buildBundle(files, { ...options, outDir: dir });
    if (result.revision !== null) return { ...unpinned(dir, says), close };
    showReport(result, { format: "pretty" }, { ...io, cwd, stdout: io.stderr });
    await close();
    return { cliError: { text: "", exit: exit.usage } };
  } catch (error) {
    await close();
    throw error;
  }
}
