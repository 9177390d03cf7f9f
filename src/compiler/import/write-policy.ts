// Hooks of another host as policy text: one rule each, in the order in which the host asked them, with comments on whatever
// is different or had to be left out. The text is laid out as `policyc fmt` does.

import { capabilityOf } from "../../hosts/index.ts";
import type { ConfigPath, HandlerAction, ImportedHook, ReadConfig, RunAction } from "../../hosts/shared/config.ts";
import type { Point } from "../../language/contract.ts";
import { Session } from "../diagnostics/session.ts";
import { formatPolicy } from "../format/format.ts";
import { commentText, durationText, listText, messageText, ruleNames, stringText } from "./policy-text.ts";
import { conditionOf, examplesOf, type Unsayable } from "./write-tests.ts";

export interface WriteOptions {
  /** The configuration, as it is shown. */
  readonly file: string;
  readonly host: string;
  /** A word that names a file at hand, as `file()` wants it; null when it names none. */
  readonly fileAt: (word: string) => string | null;
}

export interface ImportRemark {
  readonly path: ConfigPath;
  readonly text: string;
}

export interface ImportedPolicy {
  readonly text: string;
  readonly rules: number;
}

export const LONGEST_TIMEOUT_MS = 600_000;

/** The policy; `remarks` are set beside the rules of their entries, `leftOut` at the end. */
export function writePolicy(
  config: ReadConfig,
  remarks: readonly ImportRemark[],
  leftOut: readonly string[],
  options: WriteOptions,
): ImportedPolicy {
  const nameOf = ruleNames();
  const pack = packOf(config.hooks);
  const rules = config.hooks
    .filter((hook) => !pack.hooks.has(hook))
    .map((hook) => {
      const notes = remarks.filter(({ path }) => isBelow(path, hook.path)).map(({ text }) => commentText(text));
      return hookRule(hook, nameOf(hook.name), notes, options);
    });
  const about = `Imported from ${options.file}, hooks of ${options.host}. Rules are in the order in which ${options.host} runs its hooks.`;
  const parts = [
    commentText(about),
    `language 1\nscope ${config.scope}`,
    ...(pack.text === null ? [] : [pack.text]),
    ...rules,
    ...(leftOut.length === 0 ? [] : [["# Left out:", ...new Set(leftOut.map(commentText))].join("\n")]),
  ];
  const text = `${parts.join("\n\n")}\n`;
  const laidOut = formatPolicy({ file: "imported.policy", text }, new Session());
  if (laidOut === null) throw new Error("the imported policy does not parse");
  return { text: laidOut, rules: rules.length + pack.hooks.size };
}

/** One hook as a rule, with comments above it. */
export const hookRule = (hook: ImportedHook, name: string, notes: readonly string[], options: WriteOptions): string =>
  [commentText(headline(hook, name)), ...new Set(notes), ...ruleLines(hook, name, options)].join("\n");

const isBelow = (path: ConfigPath, top: ConfigPath): boolean => top.every((step, at) => path[at] === step);

function headline({ entry, name, priority }: ImportedHook, ruleName: string): string {
  const id = name === ruleName ? "" : `, "${name}"`;
  return `${entry}${id}${priority === null ? "" : `, priority ${priority}`}`;
}

/** Why a hook cannot be written; null when it can. */
export function unsayable(hook: ImportedHook, options: WriteOptions): Unsayable | null {
  const condition = conditionOf(hook.tests);
  if (typeof condition !== "string") return condition;
  if (hook.action.kind !== "run") {
    return hook.action.message.length <= 2000
      ? null
      : { why: "its text is longer than 2000 characters", help: "shorten the text" };
  }
  const [program] = hook.action.argv ?? [];
  if (program === undefined) return null;
  if (program.includes("\0")) return { why: "the program's name contains a NUL character", help: "remove it" };
  if (/\.(?:cmd|bat)$/i.test(program))
    return {
      why: "batch files parse their arguments again and cannot be started safely",
      help: "start the program itself",
    };
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(program);
  if (isAbsolute || options.fileAt(program) !== null) return null;
  if (/[/\\]/.test(program))
    return {
      why: `the program \`${program}\` is a relative path, but there is no such file here`,
      help: "use an absolute path, or run the import where the file is",
    };
  if (/\s/.test(program))
    return {
      why: `the program's name \`${program}\` contains spaces`,
      help: "write each argument as a separate element",
    };
  return null;
}

function ruleLines(hook: ImportedHook, name: string, options: WriteOptions): readonly string[] {
  const condition = conditionOf(hook.tests);
  const { fires, ignores } = examplesOf(hook.points, hook.tests);
  const isFile = hook.action.kind === "require-file";
  const given = (files: readonly string[]): string => (isFile ? ` given { file_exists: ${listText(files)} }` : "");
  const file = hook.action.kind === "require-file" ? hook.action.file : "";
  const when = [typeof condition === "string" ? condition : "", isFile ? `not file_exists(${stringText(file)})` : ""]
    .filter((part) => part !== "")
    .join(" and ");
  return [
    `rule ${name}`,
    `on ${hook.points.join(", ")}`,
    ...(when === "" ? [] : [`when ${when}`]),
    hook.action.kind === "run" ? runText(hook.action, options) : handlerText(hook.action, hook.points),
    ...(fires === null ? [] : [`fires on ${fires}${given([])}`]),
    ...(isFile && fires !== null ? [`ignores ${fires}${given([file])}`] : []),
    ...(ignores === null || isFile ? [] : [`ignores ${ignores}`]),
  ];
}

function runText(action: RunAction, { fileAt }: WriteOptions): string {
  const word = (text: string): string => {
    const file = text.startsWith("-") ? null : fileAt(text);
    return file === null ? stringText(text) : `file(${stringText(file)})`;
  };
  const env = [
    ...action.envNames.map(stringText),
    ...action.envValues.map(([name, value]) => `${name} = ${stringText(value)}`),
  ];
  return [
    action.argv === null ? `run shell ${stringText(action.shell ?? "")}` : `run [${action.argv.map(word).join(", ")}]`,
    `protocol ${action.protocol}`,
    `timeout ${durationText(Math.min(action.timeoutMs, LONGEST_TIMEOUT_MS))}`,
    ...(env.length === 0 ? [] : [`env [${env.join(", ")}]`]),
    ...(action.cwd === null ? [] : [`cwd ${stringText(action.cwd)}`]),
    ...(action.may.length === 0 ? [] : [`may ${action.may.join(", ")}`]),
    ...(action.fail === null ? [] : [`fail ${action.fail}`]),
    ...(action.observe === null ? [] : [observeText(action.observe)]),
  ].join(" ");
}

const observeText = (kinds: readonly string[]): string =>
  kinds.length === 0 || kinds.includes("*") ? "observe" : `observe ${listText(kinds)}`;

/** Whether a model reads what is said at all these points. */
export const reachesModel = (points: readonly Point[]): boolean =>
  points.every((point) => capabilityOf("policyc", point, "note", "user").verdict === "yes");

function handlerText(action: HandlerAction, points: readonly Point[]): string {
  const remark = reachesModel(points) ? "note" : "warn";
  const effect = action.kind === "note" || !action.blocks ? remark : "block";
  const text = `${effect} ${messageText(action.message)}`;
  return effect !== "block"
    ? text
    : `${text} if unknown block "It could not be determined whether the required file exists."`;
}

interface Pack {
  readonly hooks: ReadonlySet<ImportedHook>;
  readonly text: string | null;
}

/** What std/neocode says as it is: the first hook of each handler at the pack's own point. Any further one is a rule. */
function packOf(hooks: readonly ImportedHook[]): Pack {
  const used = new Set<ImportedHook>();
  const withs: string[] = [];
  const without: string[] = [];
  for (const { rule, fits, settings } of packRules) {
    const hook = hooks.find(fits);
    if (hook === undefined) without.push(rule);
    else {
      used.add(hook);
      withs.push(...settings(hook));
    }
  }
  if (used.size === 0) return { hooks: used, text: null };
  const entries = [...used].map(({ entry, name }) => commentText(`${entry}, "${name}"`));
  const settings = withs.length === 0 ? "" : ` with ${withs.join(", ")}`;
  const rest = without.length === 0 ? "" : ` without ${without.join(", ")}`;
  return { hooks: used, text: [...entries, `use "std/neocode"${settings}${rest}`].join("\n") };
}

interface PackRule {
  readonly rule: string;
  readonly fits: (hook: ImportedHook) => boolean;
  readonly settings: (hook: ImportedHook) => readonly string[];
}

const isAt = (hook: ImportedHook, point: string): boolean => hook.points.length === 1 && hook.points[0] === point;

const packRules: readonly PackRule[] = [
  {
    rule: "warn-on-tool-call",
    fits: (hook) =>
      hook.action.kind === "note" &&
      hook.action.handler === "warn_on_tool_call" &&
      isAt(hook, "before_tool_call") &&
      hook.tests.length === 1 &&
      hook.tests[0]?.kind === "name",
    settings: ({ tests: [test], action }) => [
      `warned-tools = ${listText(test?.kind === "name" ? test.names : [])}`,
      ...(action.kind === "note" ? [`warning = ${stringText(action.message)}`] : []),
    ],
  },
  {
    rule: "add-context-note",
    fits: (hook) =>
      hook.action.kind === "note" && hook.action.handler === "add_context_note" && isAt(hook, "session_start"),
    settings: ({ action }) => (action.kind === "note" ? [`context-note = ${stringText(action.message)}`] : []),
  },
  {
    rule: "require-file-exists",
    fits: (hook) => hook.action.kind === "require-file" && hook.action.blocks && isAt(hook, "accept_gate"),
    settings: ({ action }) =>
      action.kind === "require-file"
        ? [`required-file = ${stringText(action.file)}`, `missing-file = ${stringText(action.message)}`]
        : [],
  },
];
