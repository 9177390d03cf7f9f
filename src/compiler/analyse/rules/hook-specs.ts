// A `run` clause becomes a command-hook spec. Everything the hook needs is fixed here: program, files, environment, grant
// and what its failure means; nothing is left to be guessed when it runs.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { hostOf } from "../../../hosts/index.ts";
import { keepAliveProtocols, oneShotProtocols } from "../../../hosts/protocols.ts";
import type { HookSpec, HookWord, Point } from "../../../language/contract.ts";
import type { Session } from "../../diagnostics/session.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { FileRef, Name, RunEffect, RunOption, Span, StringLit } from "../../ir/ast.ts";
import { isWithin } from "../files/read-policy.ts";
import { defaultGrant } from "./capabilities.ts";

export interface HookContext {
  /** The folder of the policy file, absolute: `file()` and relative arguments start there. */
  readonly policyDir: string;
  /** The compile root, absolute: where the paths of `Ir.hookFiles` start. */
  readonly root: string;
  /** Filled here: path in the bundle to path on disk relative to the root. */
  readonly files: Map<string, string>;
  /** External hooks are refused outright. */
  readonly noRun?: boolean;
}

/** Every protocol with its own table, which also says how long a hook gets when the clause does not. */
const protocols: ReadonlyMap<string, { readonly timeoutMs: number }> = new Map<string, { readonly timeoutMs: number }>([
  ...oneShotProtocols,
  ...keepAliveProtocols,
]);
const protocolNames: readonly string[] = [...protocols.keys()];

const grants: readonly string[] = ["warn", "note", "allow", "ask", "respond", "block", "stop", "set", "set system"];
const restricting: readonly string[] = ["block", "ask", "stop", "set", "set system", "respond"];
const LONGEST_TIMEOUT_MS = 600_000;
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

type Options = { readonly [K in RunOption["kind"]]?: RunOption & { readonly kind: K } };

/** The spec of one `run` clause, or null after a report. */
export function lowerRun(
  effect: RunEffect,
  rule: { readonly name: string; readonly at: string; readonly points: readonly Point[] },
  context: HookContext,
  session: Session,
): HookSpec | null {
  if (context.noRun) {
    session.report("P421", effect.span, {});
    return null;
  }
  const options = collectOptions(effect.options, session);
  const argv = effect.argv === null ? null : readArgv(effect.argv, effect.span, context, session);
  const protocol = readProtocol(options.ProtocolOption?.name, rule.points, effect.span, session);
  const env = readEnvironment(options.EnvOption, session);
  const observe = options.ObserveOption;
  if (observe !== undefined) refuseDeciding(options, session);
  const may = observe !== undefined ? [] : readGrant(options.MayOption?.effects, session);
  const fail = readFailure(options.FailOption, may, session);
  const timeoutMs = options.TimeoutOption?.duration.ms;
  const isTimely = timeoutMs === undefined || (timeoutMs >= 1 && timeoutMs <= LONGEST_TIMEOUT_MS);
  if (!isTimely) session.report("P411", options.TimeoutOption?.span ?? effect.span, {});
  if (argv === undefined || protocol === null || env === null || may === null || fail === null || !isTimely)
    return null;
  return {
    rule: rule.name,
    at: rule.at,
    points: rule.points,
    argv,
    shell: effect.shell?.value ?? null,
    protocol,
    timeout_ms: timeoutMs ?? protocols.get(protocol)?.timeoutMs ?? LONGEST_TIMEOUT_MS,
    env_names: env.names,
    env_values: env.values,
    cwd: options.CwdOption?.path.value ?? null,
    may,
    fail,
    observe: observe === undefined ? null : (observe.kinds?.map((kind) => kind.value) ?? []),
  };
}

const optionWords: { readonly [K in RunOption["kind"]]: string } = {
  ProtocolOption: "protocol",
  TimeoutOption: "timeout",
  EnvOption: "env",
  CwdOption: "cwd",
  MayOption: "may",
  FailOption: "fail",
  ObserveOption: "observe",
};

function collectOptions(options: readonly RunOption[], session: Session): Options {
  const found: { [kind: string]: RunOption } = {};
  for (const option of options) {
    const before = found[option.kind];
    if (before === undefined) found[option.kind] = option;
    else {
      const notes = [{ span: before.span, text: "first given here" }];
      session.report("P416", option.span, { option: optionWords[option.kind] }, { notes });
    }
  }
  return found as Options;
}

function readProtocol(name: Name | undefined, points: readonly Point[], span: Span, session: Session): string | null {
  if (name === undefined) return "policyc";
  if (!protocols.has(name.text)) {
    const near = didYouMean(name.text, protocolNames);
    const help = near === null ? `the protocols are ${protocolNames.join(", ")}` : `did you mean \`${near}\`?`;
    session.report("P410", name.span, { name: name.text }, near === null ? { help } : { help, fix: near });
    return null;
  }
  const missing = points.find((point) => hostOf(name.text)?.points[point] === undefined);
  if (missing === undefined) return name.text;
  session.report("P422", name?.span ?? span, { name: name.text, point: missing });
  return null;
}

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function readEnvironment(
  option: Options["EnvOption"],
  session: Session,
): { readonly names: readonly string[]; readonly values: { readonly [name: string]: string } } | null {
  const names: string[] = [];
  const values: [string, string][] = [];
  const seen = new Set<string>();
  let isFine = true;
  for (const { name, value, span } of option?.entries ?? []) {
    if (!ENV_NAME.test(name)) session.report("P412", span, { name });
    else if (seen.has(name)) session.report("P416", span, { option: `env ${name}` });
    isFine = isFine && ENV_NAME.test(name) && !seen.has(name);
    seen.add(name);
    if (value === null) names.push(name);
    else values.push([name, value.value]);
  }
  return isFine ? { names, values: Object.fromEntries(values) } : null;
}

function refuseDeciding(options: Options, session: Session): void {
  for (const option of [options.MayOption, options.FailOption]) {
    if (option !== undefined) session.report("P420", option.span, { option: optionWords[option.kind] });
  }
}

function readGrant(names: readonly Name[] | undefined, session: Session): readonly string[] | null {
  if (names === undefined) return defaultGrant;
  let isFine = true;
  for (const name of names) {
    if (grants.includes(name.text)) continue;
    isFine = false;
    const near = didYouMean(name.text, grants);
    const help = near === null ? `the grants are ${grants.join(", ")}` : `did you mean \`${near}\`?`;
    session.report("P413", name.span, { name: name.text }, near === null ? { help } : { help, fix: near });
  }
  return isFine ? [...new Set(names.map((name) => name.text))] : null;
}

/** What the clause says, else closed for a hook that may hold something up. */
function readFailure(
  option: Options["FailOption"],
  may: readonly string[] | null,
  session: Session,
): "open" | "closed" | null {
  const holds = may?.find((effect) => restricting.includes(effect));
  if (option === undefined) return holds === undefined ? "open" : "closed";
  const { text, span } = option.mode;
  if (text !== "open" && text !== "closed") {
    session.report("P419", span, { name: text });
    return null;
  }
  if (text === "open" && holds !== undefined) session.report("P417", option.span, { effect: holds });
  return text;
}

/** The words of the command; undefined after a report. */
function readArgv(
  argv: readonly (StringLit | FileRef)[],
  span: Span,
  context: HookContext,
  session: Session,
): readonly HookWord[] | undefined {
  const [program] = argv;
  if (program === undefined) {
    session.report("P418", span, { program: "[]", why: "the list is empty" });
    return undefined;
  }
  const words: HookWord[] = [];
  for (const word of argv) {
    const read =
      word.kind === "FileRef"
        ? carryFile(word.path, context, session)
        : readWord(word, word === program, context, session);
    if (read !== null) words.push(read);
  }
  return words.length === argv.length ? words : undefined;
}

function readWord(word: StringLit, isProgram: boolean, context: HookContext, session: Session): string | null {
  const text = word.value;
  if (!isAbsolute(text) && text !== "" && !text.startsWith("-") && isFile(join(context.policyDir, text))) {
    session.report("P415", word.span, { path: text }, { fix: `file(${JSON.stringify(text)})` });
    return null;
  }
  const why = isProgram ? programTrouble(text) : text.includes("\0") ? "it contains a NUL character" : null;
  if (why === null) return text;
  session.report("P418", word.span, { program: text, why });
  return null;
}

function programTrouble(text: string): string | null {
  if (text === "") return "it is empty";
  if (text.includes("\0")) return "it contains a NUL character";
  if (/\.(?:cmd|bat)$/i.test(text)) return "batch files parse their arguments again and cannot be started safely";
  if (!isAbsolute(text) && /[/\\]/.test(text)) return "it is a relative path";
  if (/\s/.test(text) && !isAbsolute(text)) return "it contains spaces; write each argument as a separate string";
  return null;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // Not even a possible name: too long, or with characters no path has.
    return false;
  }
}

/** Notes a file for the bundle and gives its path there. Files below the root keep their place, so they find each other. */
function carryFile(path: StringLit, context: HookContext, session: Session): HookWord | null {
  const read = readHookFile(path.value, context);
  if (typeof read === "string") {
    session.report("P414", path.span, { path: path.value, why: read });
    return null;
  }
  const disk = relative(context.root, read.path).split(sep).join("/");
  const isBelow = disk !== "" && !disk.startsWith("../") && !isAbsolute(disk);
  // From outside the root (a pack, say) the path differs from machine to machine; the content does not.
  const digest = createHash("sha256").update(read.content).digest("hex").slice(0, 16);
  const inBundle = isBelow ? `files/${disk}` : `files/_/${digest}/${basename(disk)}`;
  context.files.set(inBundle, disk);
  return { file: inBundle };
}

/** The file, or what is wrong with it. */
function readHookFile(
  name: string,
  context: HookContext,
): { readonly path: string; readonly content: Buffer } | string {
  if (name === "") return "the name is empty";
  if (isAbsolute(name) || name.includes("\0")) return "the path must be relative to the policy file";
  const path = join(context.policyDir, name);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return "there is no such file next to the policy";
    if (!found.isFile()) return "it is not a file";
    if (!isWithin(path, [context.root, context.policyDir])) return "it is outside of this project, links followed";
    if (found.size > LARGEST_FILE_BYTES) return `it is larger than ${LARGEST_FILE_BYTES / 1024 / 1024} MiB`;
    return { path, content: readFileSync(path) };
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "it cannot be opened";
  }
}
