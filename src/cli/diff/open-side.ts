// One side of a diff: a bundle, policies, or either of them in a git revision.

import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compilerVersion } from "../../compiler/bundle/package-files.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { readIr } from "../../compiler/diff/read-ir.ts";
import type { Compared, Trace } from "../../compiler/diff/side.ts";
import { tracesOf } from "../../compiler/diff/traces.ts";
import { analysePolicies, type CheckResult } from "../../compiler/index.ts";
import type { Ir } from "../../compiler/ir/ir.ts";
import type { Given, GivenFiles } from "../../compiler/ir/model.ts";
import type { FactValue, Json } from "../../language/contract.ts";
import { lineFacts } from "../../language/operators/line-facts.ts";
import { sha256Hex } from "../../language/sha256.ts";
import { parseStrictJson } from "../../language/strict-json.ts";
import { PolicyLoadError, readManifest } from "../../runtime/index.ts";
import { type CliError, cliError } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies } from "../base/find-policies.ts";
import { exit, type Io } from "../base/io.ts";
import { checkOut } from "./git-tree.ts";

export type Opening =
  | { readonly opened: Compared }
  | { readonly cliError: CliError }
  /** The policies themselves have errors. */
  | { readonly report: CheckResult };

interface Options {
  readonly scope?: string;
  readonly target?: string;
}

export async function openSide(name: string, options: Options, io: Io): Promise<Opening> {
  if (await exists(join(resolve(io.cwd, name), "manifest.json"))) return openBundle(resolve(io.cwd, name), name);
  const revision = /^([^:]+):(.*)$/.exec(name);
  if (revision === null || (await exists(resolve(io.cwd, name)))) return openPolicies(name, options, io);
  const tree = await checkOut(revision[1] ?? "", revision[2] ?? "", io.cwd);
  if ("why" in tree) return { cliError: cliError("P532", { revision: name, why: tree.why }) };
  try {
    const place = join(tree.root, tree.path);
    if (await exists(join(place, "manifest.json"))) return await openBundle(place, name);
    if (!(await exists(place)))
      return { cliError: cliError("P532", { revision: name, why: `it does not contain \`${tree.path}\`` }) };
    return await openPolicies(tree.path, options, { ...io, cwd: tree.root });
  } finally {
    await tree.remove();
  }
}

const exists = (place: string): Promise<boolean> =>
  stat(place).then(
    () => true,
    () => false,
  );

/** Verified like a bundle that is loaded; afterwards only its ir.json and hashes are used. */
async function openBundle(folder: string, name: string): Promise<Opening> {
  try {
    const manifest = await readManifest(folder);
    const wanted = manifest.files["ir.json"];
    if (wanted === undefined) return { cliError: { ...cliError("P530", { bundle: name }), exit: exit.findings } };
    const bytes = await readFile(join(folder, "ir.json"));
    if (sha256Hex(bytes) !== wanted) throw new PolicyLoadError("P604", { file: "ir.json" });
    const parsed = parseStrictJson(bytes);
    if ("error" in parsed) throw new PolicyLoadError("P602", { why: `ir.json: ${parsed.error}` });
    const traces = manifest.rules.flatMap(({ witness }) => (witness === null ? [] : [traceOf(witness)]));
    return { opened: { ir: readIr(parsed.value), traces, hookFiles: manifest.files, compiler: manifest.compiler } };
  } catch (error) {
    if (!(error instanceof PolicyLoadError)) throw error;
    const message = error.message.replaceAll(folder, name);
    return { cliError: { text: `error[${error.code}]: ${visible(`${name}: ${message}`)}\n`, exit: exit.findings } };
  }
}

type Data = { readonly [key: string]: Json };
const dataOf = (value: Json | undefined): Data =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : {};

interface Told {
  readonly event: Json;
  readonly given: Json;
}

function traceOf({
  event,
  given,
  before,
}: Told & { readonly before: readonly (Told & { readonly times: number })[] }): Trace {
  const scene = (told: Told) => ({ event: dataOf(told.event), given: givenOf(dataOf(told.given)) });
  const steps = before.map((step) => ({ ...scene(step), times: Math.min(step.times, MOST_TIMES) }));
  return { ...scene({ event, given }), before: steps };
}

const MOST_TIMES = 5000;

/** The value of `given` in policy syntax. */
function givenOf({ file_exists: existing, files, env, marked, counted, time, ...texts }: Data): Given {
  const facts: { [key: string]: FactValue } = {};
  for (const fact of lineFacts) {
    const value = texts[fact];
    if (typeof value === "string") facts[fact] = value;
  }
  for (const file of Array.isArray(existing) ? existing : []) facts[`file_exists:${file}`] = true;
  for (const [key, value] of Object.entries(dataOf(env)))
    facts[`env:${key}`] = typeof value === "string" ? value : null;
  return {
    facts,
    filesGiven: existing !== undefined,
    ...(files === undefined ? {} : { files: filesOf(dataOf(files)) }),
    marked: (Array.isArray(marked) ? marked : []).filter((label) => typeof label === "string"),
    counted: Object.fromEntries(
      Object.entries(dataOf(counted)).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    ),
    time: typeof time === "string" ? time : null,
  };
}

const isNames = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

const filesOf = (data: Data): GivenFiles =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, string | readonly string[]] => typeof entry[1] === "string" || isNames(entry[1]),
    ),
  );

async function openPolicies(path: string, options: Options, io: Io): Promise<Opening> {
  const found = await findPolicies([path], io);
  if (found.cliError !== undefined) return { cliError: found.cliError };
  const flags = {
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    ...(options.target === undefined ? {} : { target: [options.target] }),
  };
  const result = analysePolicies(found.files, compileOptions(flags, io));
  const isBroken = result.diagnostics.some(({ severity }) => severity === "error");
  if (result.model === null || isBroken) return { report: result };
  const { ir } = result.model;
  return {
    opened: {
      ir,
      traces: tracesOf(result.model),
      hookFiles: await hashesOf(ir, io.cwd),
      compiler: compilerVersion(),
    },
  };
}

async function hashesOf(ir: Ir, cwd: string): Promise<{ readonly [path: string]: string }> {
  const hashes: { [path: string]: string } = {};
  for (const [path, file] of Object.entries(ir.hookFiles))
    hashes[path] = await readFile(resolve(cwd, file)).then(sha256Hex, () => "unreadable");
  return hashes;
}
