// `policyc emit`: makes a bundle the hook or the plug-in of another host, and refuses where it would not work;
// also writes native rule files, which express a part of the policies.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { yamlText } from "../../compiler/import/config-text.ts";
import { configFiles } from "../../hosts/config-files.ts";
import { pointOf } from "../../hosts/index.ts";
import { pluginFiles } from "../../hosts/plugin-files.ts";
import { ruleFiles } from "../../hosts/rule-files.ts";
import type { ConfigFile } from "../../hosts/shared/config-file.ts";
import type { PluginFile } from "../../hosts/shared/plugin-file.ts";
import type { Manifest, Point } from "../../language/contract.ts";
import { readBundle, type VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";
import { refused } from "../base/bundle-refused.ts";
import { cliError, failWith, reasonOf, systemCode } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { artefacts, pluginText, pluginTrouble } from "../install/emit-plugin.ts";
import { type EmittedRules, emitRules } from "./emit-rules.ts";
import type { DefineVerb } from "./verb.ts";

export const defineEmit: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Writes the configuration that makes a bundle the hook of an agent, or a plug-in that enforces it inside the agent, for exactly the points that have rules. It also writes an agent's own rule file with the rules that such a file can express.",
    )
    .usage(`<bundle> --target <host>\n       policyc emit ${[...artefacts.keys()].join("|")} <bundle>
       policyc emit ${[...ruleFiles.keys()].join("|")} [policies...]`)
    .argument("<what>", "the bundle, a kind of plug-in, or a rule file")
    .argument(
      "[paths...]",
      "the folder that `policyc build` wrote; for a rule file, the policies (default: as for check)",
    )
    .addOption(new Option("--target <host>", "the agent").choices([...configFiles.keys(), ...pluginFiles.keys()]))
    .option("-o, --out <file>", "the file to write; it must not exist (default: stdout)")
    .action(async (first: string, paths: readonly string[], flags: Flags, verb: Command) => {
      const rules = ruleFiles.get(first);
      if (rules !== undefined) {
        if (flags.target !== undefined)
          return verb.error(`error: ${first} is for ${rules.agent} and takes no --target`);
        const emitted = await emitRules(rules, paths, io);
        return finish(typeof emitted === "number" ? emitted : await hand(emitted, flags.out, io));
      }
      const asked = wanted(first, paths, flags);
      if ("mistake" in asked) return verb.error(`error: ${asked.mistake}`);
      finish(await emit(asked.bundle, { ...flags, target: asked.target }, io));
    });
};

interface Flags {
  readonly target?: string;
  readonly out?: string;
}

/** `emit BUNDLE --target HOST`, or `emit opencode-plugin BUNDLE`. */
function wanted(
  first: string,
  [second, third]: readonly string[],
  { target }: Flags,
): { readonly bundle: string; readonly target: string } | { readonly mistake: string } {
  if (third !== undefined) return { mistake: "one bundle at a time" };
  if (second === undefined)
    return target === undefined
      ? { mistake: "required option '--target <host>' not specified" }
      : { bundle: first, target };
  const plugin = artefacts.get(first);
  if (plugin === undefined) return { mistake: `'${first}' is not one of ${[...artefacts.keys()].join(", ")}` };
  if (target !== undefined && target !== plugin) return { mistake: `${first} is for ${plugin}, not for ${target}` };
  return { bundle: second, target: plugin };
}

async function emit(bundle: string, flags: { readonly target: string; readonly out?: string }, io: Io): Promise<Exit> {
  const folder = resolve(io.cwd, bundle);
  let verified: VerifiedBundle;
  try {
    verified = await readBundle(folder);
  } catch (error) {
    return refused(error, bundle, io);
  }
  const { target } = flags;
  const file = pluginFiles.get(target);
  const made = file === undefined ? configuration(target, verified, folder) : await plugin(target, file, verified);
  if ("why" in made) return failWith({ ...cliError("P880", { target, why: made.why }), exit: exit.findings }, io);
  const { text, points, next } = made;
  return hand({ text, what: points.join(", "), next, left: [] }, flags.out, io);
}

/** Writes the text to stdout or to a new file, with hints for the user. */
async function hand({ text, what, next, left }: EmittedRules, file: string | undefined, io: Io): Promise<Exit> {
  const remarks = [...titled("Need the hook:", left), ...titled("Next:", next), ""].join("\n");
  if (file === undefined) {
    io.stdout.write(text);
    io.stderr.write(remarks);
    return exit.clean;
  }
  const out = resolve(io.cwd, file);
  try {
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, text, { flag: "wx" });
  } catch (error) {
    const path = shownPath(out, io);
    if (systemCode(error) === "EEXIST") return failWith(cliError("P805", { path }), io);
    return failWith(cliError("P804", { path, why: reasonOf(error) }), io);
  }
  io.stdout.write(`wrote ${shownPath(out, io)}: ${what}\n\n${remarks}`);
  return exit.clean;
}

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

type Made =
  | { readonly text: string; readonly points: readonly Point[]; readonly next: readonly string[] }
  | { readonly why: string };

async function plugin(target: string, file: PluginFile, bundle: VerifiedBundle): Promise<Made> {
  const points = pointsOf(bundle.manifest, target);
  const why =
    troubleOf(bundle.manifest, target, { scopes: ["internal", "user"] }) ?? pluginTrouble(file, bundle, points);
  if (why !== null) return { why };
  const made = await pluginText(target, file, bundle, points);
  return "why" in made ? made : { ...made, points, next: file.places };
}

function configuration(target: string, { manifest }: VerifiedBundle, folder: string): Made {
  const host = configFiles.get(target);
  if (host === undefined) return { why: "this agent has no hook configuration" };
  const isWhole = Object.hasOwn(manifest.files, "worker.mjs");
  const why = isWhole ? troubleOf(manifest, target, host) : "it has no worker.mjs; build it again";
  if (why !== null) return { why };
  const { scope, revision } = manifest;
  const points = pointsOf(manifest, target);
  const isWindows = process.platform === "win32";
  const value = host.write({ worker: join(folder, "worker.mjs"), scope, revision, points, isWindows });
  const text = host.syntax === "yaml" ? yamlText(value) : `${safeJson(value)}\n`;
  return { text, points, next: host.next(scope) };
}

/** Why the host cannot use the bundle; null when it can. */
function troubleOf(manifest: Manifest, target: string, host: Pick<ConfigFile, "scopes">): string | null {
  const { scope, targets, rules } = manifest;
  if (!host.scopes.includes(scope)) {
    return `it has ${scope} scope, but ${target} accepts only hooks of ${host.scopes.join(" and ")} scope in its configuration`;
  }
  if (Object.hasOwn(targets, target)) return null;
  const silent = rules
    .filter((rule) => !rule.at.startsWith("std/self.policy:"))
    .flatMap((rule) => rule.points.map((point) => ({ rule, point, row: pointOf(target, point, scope) })))
    .find(({ row }) => "silent" in row);
  const example =
    silent !== undefined && "silent" in silent.row
      ? `; \`${silent.rule.name}\` would never be evaluated at ${silent.point}: ${silent.row.silent}`
      : "";
  return `it was not built for this agent (write \`target ${target}\`, or build with \`--target ${target}\`)${example}`;
}

/** Points with rules at which the host calls hooks, without duplicates, in the order of the rules. */
function pointsOf({ rules, scope }: Manifest, target: string): readonly Point[] {
  const points = new Set(rules.flatMap((rule) => rule.points));
  return [...points].filter((point) => !("silent" in pointOf(target, point, scope)));
}
