// `policyc trust`: sets which bundles of which workspaces may run, by the workspace's real path and the bundle's revision.

import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { Argument } from "commander";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { shortRevision } from "../../language/load-error.ts";
import { readBundle, type VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";
import { realWorkspace } from "../../runtime/bundle/trust.ts";
import { defaultTrustStore, readTrustStore } from "../../runtime/bundle/trust-store.ts";
import { dropTrustedCopies, keepTrustedCopy } from "../../runtime/bundle/trusted-copies.ts";
import { addTrust as record, removeTrust, TrustStoreError } from "../../runtime/load/trust-changes.ts";
import { refused } from "../base/bundle-refused.ts";
import { cliError, failWith, reasonOf } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { questionText, trustLine } from "../show/show-trust.ts";
import type { DefineVerb } from "./verb.ts";

interface TrustOptions {
  readonly bundle: string;
  readonly store?: string;
  readonly yes?: boolean;
}

interface Request {
  /** As written on the command line. */
  readonly workspace: string;
  readonly bundle: string;
  readonly store: string;
  readonly confirmed: boolean;
}

const actions: { readonly [action: string]: (request: Request, io: Io) => Promise<Exit> } = { add, list, remove };

export const defineTrust: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Bundles of scope repo come with a repository and run only where somebody has confirmed their content. A bundle that changes is untrusted until it is confirmed again.",
    )
    .addArgument(new Argument("<action>", "what to do").choices(Object.keys(actions)))
    .argument("[workspace]", "the repository's folder", ".")
    .option("--bundle <folder>", "the bundle, relative to the workspace", ".policyc/bundle")
    .option("--store <file>", "the trust store (default: ~/.policyc/trust.json)")
    .option("-y, --yes", "confirm without being asked")
    .action(async (action: string, workspace: string, options: TrustOptions) => {
      const request: Request = {
        workspace,
        bundle: options.bundle,
        store: options.store === undefined ? defaultTrustStore(homeOf(io)) : resolve(io.cwd, options.store),
        confirmed: options.yes === true,
      };
      finish((await actions[action]?.(request, io)) ?? exit.usage);
    });
};

const homeOf = (io: Io): string => io.env.HOME || homedir();

async function add(request: Request, io: Io): Promise<Exit> {
  const workspace = await realWorkspace(resolve(io.cwd, request.workspace));
  if ("why" in workspace) return failWith(cliError("P803", { path: request.workspace, why: workspace.why }), io);
  const place = resolve(workspace.real, request.bundle);
  let bundle: VerifiedBundle;
  try {
    bundle = await readBundle(place);
  } catch (error) {
    return refused(error, relative(io.cwd, place), io);
  }
  const { manifest } = bundle;
  if (manifest.scope !== "repo") return failWith(cliError("P812", { path: request.bundle, scope: manifest.scope }), io);
  if (!request.confirmed && !io.stdin.isTty) return failWith(cliError("P809", {}), io);
  if (!request.confirmed) {
    io.stdout.write(questionText(workspace.real, bundle));
    if (!isYes(await answer(io))) {
      io.stdout.write("not trusted\n");
      return exit.findings;
    }
  }
  const failed = await changing(request, io, async () => {
    await record(request.store, workspace.real, manifest.revision, Date.now());
    await keepTrustedCopy(request.store, bundle);
    await dropTrustedCopies(request.store);
  });
  if (failed !== null) return failed;
  io.stdout.write(visible(`trusted: ${workspace.real}, revision ${shortRevision(manifest.revision)}`).concat("\n"));
  return exit.clean;
}

async function list(request: Request, io: Io): Promise<Exit> {
  const reading = await readTrustStore(request.store);
  if (!reading.ok && reading.kind === "invalid") return failWith(unusable(request, reading.reason), io);
  const entries = reading.ok ? reading.entries : [];
  if (entries.length === 0) io.stdout.write("no workspace is trusted\n");
  for (const entry of entries) io.stdout.write(`${visible(await trustLine(entry, request.bundle))}\n`);
  return exit.clean;
}

async function remove(request: Request, io: Io): Promise<Exit> {
  const given = resolve(io.cwd, request.workspace);
  const found = await realWorkspace(given);
  // A deleted workspace, or one that was a link, is removed under its recorded name.
  const paths = "real" in found ? [found.real, given] : [given];
  for (const path of paths) {
    let removed = false;
    const failed = await changing(request, io, async () => {
      removed = await removeTrust(request.store, path);
      if (removed) await dropTrustedCopies(request.store);
    });
    if (failed !== null) return failed;
    if (removed) {
      io.stdout.write(`${visible(`no longer trusted: ${path}`)}\n`);
      return exit.clean;
    }
  }
  return failWith(cliError("P811", { path: request.workspace }), io);
}

/** Changes the store; null on success. */
async function changing(request: Request, io: Io, change: () => Promise<unknown>): Promise<Exit | null> {
  try {
    await change();
    return null;
  } catch (error) {
    return failWith(unusable(request, error instanceof TrustStoreError ? error.message : reasonOf(error)), io);
  }
}

const unusable = (request: Request, why: string) => cliError("P810", { path: request.store, why });

const isYes = (line: string): boolean => /^\s*y(es)?\s*$/i.test(line);

async function answer(io: Io): Promise<string> {
  if (io.stdin.line !== undefined) return io.stdin.line();
  return new TextDecoder().decode(await io.stdin.read()).split("\n", 1)[0] ?? "";
}
