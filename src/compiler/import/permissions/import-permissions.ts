// `policyc import` for permissions: the texts of an agent's files in, one policy and findings out.
// An entry that cannot be written is left out and named; the rest is still imported.

import type { ConfigProblem, ImportedHook } from "../../../hosts/shared/config.ts";
import type { Permission, PermissionFile, PermissionLevel } from "../../../hosts/shared/permissions/permission.ts";
import { type Code, catalogue, type Holes } from "../../diagnostics/catalogue.ts";
import { Session } from "../../diagnostics/session.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import { formatPolicy } from "../../format/format.ts";
import type { ParsedConfig } from "../config-text.ts";
import { commentText, ruleNames } from "../policy-text.ts";
import { hookRule, type ImportedPolicy, unsayable, type WriteOptions } from "../write-policy.ts";
import { type CompileText, chooseVariants, type ImportCandidate } from "./choose-variants.ts";
import { variantsOf } from "./conditions.ts";
import { parseSource } from "./parse-source.ts";
import { ruleText } from "./rule-text.ts";
import { isUnsayable } from "./variant.ts";

export interface PermissionSource {
  /** As it is shown. */
  readonly file: string;
  readonly text: string;
  readonly kind: PermissionFile;
  readonly level: PermissionLevel;
}

export interface PermissionOptions {
  readonly fileAt: WriteOptions["fileAt"];
  readonly compile: CompileText;
}

/** The policy, or null when there is nothing to write; the session says what is wrong. */
export async function importPermissions(
  sources: readonly PermissionSource[],
  options: PermissionOptions,
  session: Session,
): Promise<ImportedPolicy | null> {
  const importing: Importing = {
    session,
    options,
    nameOf: ruleNames(),
    leftOut: [],
    seen: new Set(),
    candidates: [],
    parsedOf: new Map(),
  };
  for (const source of sources) readSource(source, importing);
  const head = headText(sources);
  const rules = await chooseVariants(importing.candidates, head, options.compile);
  if (rules.length === 0) {
    const [first] = sources;
    const end = first?.text.length ?? 0;
    const help =
      session.size === 0 ? "check that this is the file with the permissions" : "see the messages about its entries";
    if (first !== undefined && !session.hasErrors)
      session.report("P852", { file: first.file, start: end, end }, { what: NOTHING }, { help });
    return null;
  }
  const text = `${[head, ...rules, ...leftOutText(importing.leftOut)].join("\n\n")}\n`;
  const laidOut = formatPolicy({ file: "imported.policy", text }, new Session());
  if (laidOut === null) throw new Error("the imported policy does not parse");
  return { text: laidOut, rules: rules.length };
}

const MOST_ENTRIES = 1000;
const NOTHING = "it contains no permission that can be imported";

interface LeftOut {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Importing {
  readonly session: Session;
  readonly options: PermissionOptions;
  readonly nameOf: (wanted: string) => string;
  /** What stands at the end of the policy. */
  readonly leftOut: LeftOut[];
  /** Entries that were there before, in this or another file. */
  readonly seen: Set<string>;
  readonly candidates: ImportCandidate[];
  readonly parsedOf: Map<string, ParsedConfig>;
}

/** A comment at the end; by file, in the order of its lines. */
function leftOutText(leftOut: readonly LeftOut[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const sorted = leftOut.toSorted((a, b) => (a.file === b.file ? a.line - b.line : 0));
  const lines = sorted.map(({ file, line, text }) => commentText(`- ${file}:${line}: ${text}`));
  return [["# Not in this policy:", ...new Set(lines)].join("\n")];
}

function headText(sources: readonly PermissionSource[]): string {
  const files = sources.map(({ file }) => file).join(", ");
  const titles = [...new Set(sources.map(({ kind }) => kind.title))].join(", ");
  const precedence = new Set(sources.map(({ kind }) => kind.precedence));
  return [
    commentText(`Imported from ${files}, permissions of ${titles}.`),
    ...[...precedence].map(commentText),
    commentText("An entry that refuses or asks is read in its widest sense, an entry that approves in its narrowest."),
    "\nlanguage 1",
  ].join("\n");
}

function readSource(source: PermissionSource, importing: Importing): void {
  const { session, parsedOf, candidates } = importing;
  session.addSource({ file: source.file, text: source.text });
  const parsed = parseSource(source.text, source.kind.syntax);
  if ("error" in parsed) {
    const holes = { what: `${source.kind.title} cannot read the file`, why: parsed.error };
    const help = "fix the file; nothing was imported from it";
    return session.report("P850", { file: source.file, ...parsed.at }, holes, { help });
  }
  parsedOf.set(source.file, parsed);
  const name = source.file.split("/").at(-1) ?? source.file;
  const read = source.kind.read(parsed.value, { level: source.level, name });
  const count = read.permissions.length + read.hooks.length;
  if (count > MOST_ENTRIES) {
    const holes = { what: `${source.kind.title}'s file is too large`, why: `it has more than ${MOST_ENTRIES} entries` };
    const help = "split it, and import the parts one by one";
    return session.report("P850", { file: source.file, start: 0, end: 0 }, holes, { help });
  }
  for (const problem of read.problems) report(problem, source, parsed, importing);
  for (const permission of read.permissions) {
    const candidate = permissionCandidate(permission, source.file, importing);
    if (candidate !== null) candidates.push(candidate);
  }
  for (const hook of read.hooks) {
    const candidate = hookCandidate(hook, source, parsed, importing);
    if (candidate !== null) candidates.push(candidate);
  }
}

function permissionCandidate(permission: Permission, file: string, importing: Importing): ImportCandidate | null {
  const { decision, written, entry, subject, point, exceptions, name: given } = permission;
  const shown = written === entry ? entry : `\`${written}\` (${entry})`;
  const key = JSON.stringify([decision, subject, point, exceptions]);
  if (importing.seen.has(key)) {
    const holes = { entry: shown, why: "the same entry is there before" };
    reportFor(permission, file, "P872", holes, "remove one of them", importing);
    return null;
  }
  importing.seen.add(key);
  const advice =
    decision === "allow" ? "nothing to do: the agent's own settings still decide" : "write the rule yourself";
  const leaveOut = (why: string, help = advice): void => {
    const code = decision === "allow" ? "P873" : "P870";
    reportFor(permission, file, code, { entry: shown, why }, help, importing);
  };
  const variants = variantsOf(permission);
  if (isUnsayable(variants)) {
    leaveOut(variants.why, variants.help);
    return null;
  }
  const source = { permission, file, name: importing.nameOf(given ?? `${decision} ${written}`) };
  const forms = variants.map((one) => ({
    text: ruleText(source, one),
    withoutIgnores: ruleText(source, { ...one, ignores: [] }),
  }));
  return { forms, leaveOut: (why) => leaveOut(decision === "allow" ? approvalReason(why) : why) };
}

/** An example of a rule that approves is the command itself: if the rule does not fire on it, it is not read completely. */
const approvalReason = (why: string): string =>
  why.includes("does not fire") ? "what the command does cannot be read completely from the line" : why;

function reportFor(
  { path }: Permission,
  file: string,
  code: "P870" | "P872" | "P873",
  holes: { readonly entry: string; readonly why: string },
  help: string,
  importing: Importing,
): void {
  const { session, leftOut, parsedOf } = importing;
  const range = parsedOf.get(file)?.rangeOf(path) ?? { start: 0, end: 0 };
  session.report(code, { file, ...range }, holes, { help });
  leftOut.push({ file, line: session.place({ file, ...range }).line, text: messageOf(code, holes) });
}

function report(problem: ConfigProblem, source: PermissionSource, parsed: ParsedConfig, importing: Importing): void {
  const { code, path, holes, help, slip } = problem;
  const near = slip === undefined ? null : didYouMean(slip.word, slip.among);
  const span = { file: source.file, ...parsed.rangeOf(path, code === "P864" ? "key" : "value") };
  importing.session.report<Code>(code, span, holes as Holes<Code>, {
    help: near === null ? help : `did you mean \`${near}\`? ${help}`,
  });
  importing.leftOut.push({ file: source.file, line: importing.session.place(span).line, text: messageOf(code, holes) });
}

const messageOf = (code: Code, holes: { readonly [hole: string]: string }): string =>
  catalogue[code].message.replace(/\{(\w+)\}/g, (_, hole: string) => holes[hole] ?? "");

function hookCandidate(
  hook: ImportedHook,
  source: PermissionSource,
  parsed: ParsedConfig,
  importing: Importing,
): ImportCandidate | null {
  const leaveOut = (why: string, help = "write the rule yourself"): void => {
    const holes = { entry: hook.entry, why };
    report({ code: "P870", path: hook.path, holes, help }, source, parsed, importing);
  };
  const writing = { file: source.file, host: source.kind.from, fileAt: importing.options.fileAt };
  const refusal = unsayable(hook, writing);
  if (refusal !== null) {
    leaveOut(refusal.why, refusal.help);
    return null;
  }
  const text = hookRule(hook, importing.nameOf(hook.name), [], writing);
  return { forms: [{ text, withoutIgnores: text }], leaveOut };
}
