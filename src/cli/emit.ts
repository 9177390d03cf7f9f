// `policyc emit`: the configuration that makes a bundle the hook of another host. Refused where the bundle would not hold.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Option } from "commander";
import { yamlText } from "../compiler/import/config-text.ts";
import { safeJson } from "../compiler/report/visible.ts";
import { writeIgnisConfig } from "../hosts/ignis/write-config.ts";
import { pointOf } from "../hosts/index.ts";
import type { InstalledBundle } from "../hosts/installed-bundle.ts";
import { writeNeocodeConfig } from "../hosts/neocode/write-config.ts";
import { writePicoclawConfig } from "../hosts/picoclaw/write-config.ts";
import type { Json, Manifest, Point, Scope } from "../runtime/contract.ts";
import { readManifest } from "../runtime/index.ts";
import { refused } from "./eval.ts";
import { shownPath } from "./find-policies.ts";
import { type Exit, exit, type Io } from "./io.ts";
import { giveUp, reasonOf, systemCode, trouble } from "./trouble.ts";
import type { AddVerb } from "./verb.ts";

interface Installable {
  readonly scopes: readonly Scope[];
  readonly format: "yaml" | "json";
  readonly write: (bundle: InstalledBundle) => Json;
  /** Where it goes, and what the person should know. */
  readonly next: (scope: Scope) => readonly string[];
}

const merge = "merge it with the file there; this one is complete in itself";

const hosts: { readonly [target: string]: Installable } = {
  neocode: {
    scopes: ["user", "repo"],
    format: "yaml",
    write: writeNeocodeConfig,
    next: (scope) => [
      `put it into ${scope === "repo" ? ".neocode/hooks.yaml of the workspace, and trust the workspace in NeoCode" : "~/.neocode/config.yaml"} (${merge})`,
      "hooks that can block fail closed, so a missing `node` or bundle blocks",
    ],
  },
  ignis: {
    scopes: ["user"],
    format: "json",
    write: writeIgnisConfig,
    next: () => [
      `put it into ~/.ignis/hooks.json (${merge}), then /hooks reload`,
      "keep it first in each list: in ignis a hook that fails ends the chain, and the rest is not asked",
      "ignis goes on when a hook fails to start, so watch its warnings",
    ],
  },
  picoclaw: {
    scopes: ["user"],
    format: "json",
    write: writePicoclawConfig,
    next: () => [
      `put \`hooks\` into the configuration of picoclaw (${merge})`,
      "picoclaw goes on without an interceptor that fails; only approve_tool refuses",
    ],
  },
};

export const addEmit: AddVerb = (program, io, finish) => {
  program
    .command("emit")
    .summary("write a host's configuration that installs a bundle")
    .description(
      "Writes the configuration that makes a bundle the hook of a host, for exactly the points it has rules at.",
    )
    .argument("<bundle>", "the folder that `policyc build` wrote")
    .addOption(new Option("--target <host>", "the host").choices(Object.keys(hosts)).makeOptionMandatory())
    .option("-o, --out <file>", "the file to write; it must not exist (default: stdout)")
    .action(async (bundle: string, flags: { target: string; out?: string }) => finish(await emit(bundle, flags, io)));
};

async function emit(bundle: string, flags: { readonly target: string; readonly out?: string }, io: Io): Promise<Exit> {
  const folder = resolve(io.cwd, bundle);
  let manifest: Manifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    return refused(error, bundle, io);
  }
  const { target } = flags;
  const host = hosts[target];
  const why =
    host === undefined ? "it is not a host with a configuration of its own" : troubleOf(manifest, target, host);
  if (host === undefined || why !== null)
    return giveUp({ ...trouble("P880", { target, why: why ?? "" }), exit: exit.findings }, io);
  const points = pointsOf(manifest, target);
  const value = host.write({
    worker: join(folder, "worker.mjs"),
    scope: manifest.scope,
    revision: manifest.revision,
    points,
  });
  const text = host.format === "yaml" ? yamlText(value) : `${safeJson(value)}\n`;
  const next = ["Next:", ...host.next(manifest.scope).map((line) => `  ${line}`), ""].join("\n");
  if (flags.out === undefined) {
    io.stdout.write(text);
    io.stderr.write(next);
    return exit.clean;
  }
  const out = resolve(io.cwd, flags.out);
  try {
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, text, { flag: "wx" });
  } catch (error) {
    const path = shownPath(out, io);
    if (systemCode(error) === "EEXIST") return giveUp(trouble("P805", { path }), io);
    return giveUp(trouble("P804", { path, why: reasonOf(error) }), io);
  }
  io.stdout.write(`wrote ${shownPath(out, io)}: ${points.join(", ")}\n\n${next}`);
  return exit.clean;
}

/** Why the host cannot have the bundle; null when it can. */
function troubleOf(manifest: Manifest, target: string, host: Installable): string | null {
  const { scope, targets, rules, files } = manifest;
  if (!Object.hasOwn(files, "worker.mjs")) return "it has no worker.mjs; build it again";
  if (!host.scopes.includes(scope)) {
    return `it is of ${scope} scope, and ${target} takes only hooks of ${host.scopes.join(" and ")} scope from its configuration`;
  }
  if (Object.hasOwn(targets, target)) return null;
  const silent = rules
    .filter((rule) => !rule.at.startsWith("std/self.policy:"))
    .flatMap((rule) => rule.points.map((point) => ({ rule, point, row: pointOf(target, point, scope) })))
    .find(({ row }) => "silent" in row);
  const example =
    silent !== undefined && "silent" in silent.row
      ? `; \`${silent.rule.name}\` would never be asked at ${silent.point}: ${silent.row.silent}`
      : "";
  return `it was not built for it (write \`target ${target}\`, or build with \`--target ${target}\`)${example}`;
}

/** Points with rules at which the host asks, each once, in the order of the rules. */
function pointsOf({ rules, scope }: Manifest, target: string): readonly Point[] {
  const points = new Set(rules.flatMap((rule) => rule.points));
  return [...points].filter((point) => !("silent" in pointOf(target, point, scope)));
}
