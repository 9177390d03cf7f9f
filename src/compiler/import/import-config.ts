// `policyc import` as a function: the text of a host's hook configuration in, a policy and findings out.
// An entry with an error is left out and named; the rest is still imported, so that one mistake does not hide the others.

import { configFiles } from "../../hosts/config-files.ts";
import { permissionAgents } from "../../hosts/permission-files.ts";
import type { ConfigProblem, ReadConfig, ReadContext } from "../../hosts/shared/config.ts";
import { type Code, catalogue, type Holes } from "../diagnostics/catalogue.ts";
import type { Session } from "../diagnostics/session.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import { type ParsedConfig, parseConfig, type Range } from "./config-text.ts";
import {
  type ImportedPolicy,
  type ImportRemark,
  LONGEST_TIMEOUT_MS,
  reachesModel,
  unsayable,
  type WriteOptions,
  writePolicy,
} from "./write-policy.ts";

/** Hosts whose configuration can be imported. */
export const importable: readonly string[] = [...configFiles.keys()];

export interface ImportOptions {
  /** The configuration, as it is shown. */
  readonly file: string;
  readonly from?: string;
  readonly context: ReadContext;
  readonly fileAt: WriteOptions["fileAt"];
}

/** The policy, or null when there is nothing to write; the session says what is wrong. */
export function importConfig(text: string, options: ImportOptions, session: Session): ImportedPolicy | null {
  session.addSource({ file: options.file, text });
  const place = (range: Range): { file: string; start: number; end: number } => ({ file: options.file, ...range });
  const named = options.from ?? importable.find((name) => isOwnFile(options.file, name));
  const syntax =
    (named === undefined ? undefined : configFiles.get(named)?.syntax) ?? (/^\s*[{[]/.test(text) ? "json" : "yaml");
  const parsed = parseConfig(text, syntax);
  if ("error" in parsed) {
    const what = (named === undefined ? undefined : configFiles.get(named)?.malformed) ?? "it is neither YAML nor JSON";
    session.report(
      "P850",
      place(parsed.at),
      { what, why: parsed.error },
      { help: "fix the file; nothing was imported" },
    );
    return null;
  }
  const host = named ?? importable.find((name) => configFiles.get(name)?.recognises(parsed.value));
  const system = host === undefined ? undefined : configFiles.get(host);
  if (host === undefined || system === undefined) {
    session.report(
      "P851",
      place({ start: 0, end: 0 }),
      {},
      { help: `name the agent: \`--from ${[...importable, ...permissionAgents].join("|")}\`` },
    );
    return null;
  }
  return writeRead(system.read(parsed.value, options.context), parsed, { ...options, host }, session);
}

function isOwnFile(file: string, host: string): boolean {
  return `/${file}`.includes(`/${configFiles.get(host)?.folder ?? ""}`);
}

const NOTHING = "it contains no hook that can be imported";

function writeRead(
  config: ReadConfig,
  parsed: ParsedConfig,
  options: ImportOptions & { readonly host: string },
  session: Session,
): ImportedPolicy | null {
  const more = config.hooks.flatMap((hook) => problemsOf(hook, options));
  const problems = [...config.problems, ...more];
  for (const problem of problems) report(problem, parsed, options.file, session);
  const refused = new Set(more.filter(({ code }) => code === "P870").map(({ path }) => JSON.stringify(path)));
  const hooks = config.hooks.filter(({ path }) => !refused.has(JSON.stringify(path)));
  if (hooks.length === 0) {
    // At the end of the file: behind what is said of the entries, which is why there is none.
    const end = session.sources.get(options.file)?.text.length ?? 0;
    const help =
      problems.length === 0 ? "check that this is the file with the hooks" : "see the messages about its entries";
    if (!session.hasErrors)
      session.report("P852", { file: options.file, start: end, end }, { what: NOTHING }, { help });
    return null;
  }
  const remarks = problems.filter(({ code }) => code === "P871").map(remarkOf);
  const leftOut = problems
    .filter(({ code }) => code !== "P871")
    .map((problem) => `${messageOf(problem)}; ${problem.help}`);
  return writePolicy({ ...config, hooks }, remarks, leftOut, options);
}

/** What only the language knows: whether it can say it. */
function problemsOf(hook: ReadConfig["hooks"][number], options: WriteOptions): readonly ConfigProblem[] {
  const { entry, path, action } = hook;
  const found: ConfigProblem[] = [];
  const refusal = unsayable(hook, options);
  if (refusal !== null) return [{ code: "P870", path, holes: { entry, why: refusal.why }, help: refusal.help }];
  if (action.kind === "run" && action.timeoutMs > LONGEST_TIMEOUT_MS) {
    const why = "its timeout is longer than ten minutes, the longest that a policy allows, so ten minutes are used";
    found.push({ code: "P871", path, holes: { entry, why }, help: "make the hook faster, or start it with `observe`" });
  }
  if (hook.tests.some(({ kind }) => kind === "arguments")) {
    const why = "arguments_contains tests a masked preview of 512 characters; the rule tests the whole text";
    found.push({ code: "P871", path, holes: { entry, why }, help: "this is stricter, and usually what was intended" });
  }
  if (action.kind !== "run" && !reachesModel(hook.points)) {
    const why = `no model reads a note at ${hook.points.join(", ")}; the user is warned instead`;
    found.push({ code: "P871", path, holes: { entry, why }, help: "move the note to a point before a model call" });
  }
  return found;
}

function messageOf({ code, holes }: ConfigProblem): string {
  return catalogue[code].message.replace(/\{(\w+)\}/g, (_, hole: string) => holes[hole] ?? "");
}

const remarkOf = ({ path, holes }: ConfigProblem): ImportRemark => ({ path, text: `Different: ${holes.why ?? ""}` });

function report(problem: ConfigProblem, parsed: ParsedConfig, file: string, session: Session): void {
  const { code, path, holes, help, slip } = problem;
  const near = slip === undefined ? null : didYouMean(slip.word, slip.among);
  const span = { file, ...parsed.rangeOf(path, code === "P864" ? "key" : "value") };
  session.report<Code>(code, span, holes as Holes<Code>, {
    help: near === null ? help : `did you mean \`${near}\`? ${help}`,
  });
}
