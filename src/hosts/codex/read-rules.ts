// Reads Codex's rules: calls of `prefix_rule`, parsed from their text and never run.

import type { Json } from "../../language/contract.ts";
import {
  type ConfigPath,
  collectProblems,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
} from "../shared/config.ts";
import {
  type CommandWords,
  type Permission,
  type PermissionDecision,
  plainPermission,
  type ReadPermissions,
} from "../shared/permissions/permission.ts";

const decisions: { readonly [decision: string]: PermissionDecision } = {
  allow: "allow",
  prompt: "ask",
  forbidden: "block",
};
const keys = ["pattern", "decision", "justification", "match", "not_match"];

/** Calls that say nothing about which commands are allowed. */
const others: { readonly [name: string]: string } = {
  host_executable:
    "it says which files a program's name stands for; a policy takes a program by its name, wherever it is",
  network_rule: "the proxy of Codex enforces it for everything a command starts; write a rule about `hosts` beside it",
};

export function readCodexRules(value: Json): ReadPermissions {
  const problems = collectProblems();
  const calls = isList(value) ? value : [];
  const permissions = calls.flatMap((call, index): readonly Permission[] => {
    if (!isObject(call)) return [];
    const name = member(call, "name");
    const args = member(call, "args");
    const entry = `${String(name)} ${index + 1}`;
    if (!isObject(args) || typeof name !== "string") return [];
    if (name === "prefix_rule") return readRule(args, [index], entry, problems);
    const why = Object.hasOwn(others, name) ? others[name] : undefined;
    if (why !== undefined) problems.add("P874", [index], { entry, why }, "leave it in Codex's rules");
    else
      problems.add(
        "P870",
        [index],
        { entry, why: `\`${name}\` is not a function of Codex's rules` },
        "use `prefix_rule`",
        { word: name, among: ["prefix_rule", ...Object.keys(others)] },
      );
    return [];
  });
  return { permissions, hooks: [], problems: problems.found };
}

function readRule(args: JsonObject, path: ConfigPath, entry: string, problems: Problems): readonly Permission[] {
  const none: readonly Permission[] = [];
  const unknown = Object.keys(args).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    problems.add("P864", [...path, unknown], { entry, key: unknown }, `the keys are ${keys.join(", ")}`, {
      word: unknown,
      among: keys,
    });
    return none;
  }
  const words = readPattern(member(args, "pattern"));
  if (words === null) {
    const help = 'write `pattern = ["git", ["push", "fetch"]]`';
    problems.add(
      "P865",
      path,
      { setting: `\`pattern\` of ${entry}`, type: "a list of words and lists of words" },
      help,
    );
    return none;
  }
  const named = member(args, "decision") ?? "allow";
  const decision = typeof named === "string" && Object.hasOwn(decisions, named) ? decisions[named] : undefined;
  if (decision === undefined) {
    const among = Object.keys(decisions);
    const why = `there is no decision ${JSON.stringify(named)}`;
    problems.add("P870", [...path, "decision"], { entry, why }, `the decisions are ${among.join(", ")}`);
    return none;
  }
  const reason = member(args, "justification");
  return [
    {
      ...plainPermission,
      path,
      entry,
      written: words.map((spellings) => spellings.join("|")).join(" "),
      decision,
      subject: { kind: "words", words, rest: "more" },
      message: typeof reason === "string" && reason.trim() !== "" ? reason.trim() : null,
    },
  ];
}

function readPattern(value: Json | undefined): CommandWords | null {
  if (!isList(value) || value.length === 0) return null;
  const words = value.map((word) => (typeof word === "string" ? [word] : word));
  return words.every((word): word is readonly string[] => isList(word) && word.length > 0 && word.every(isWord))
    ? words
    : null;
}

const isWord = (word: Json): boolean => typeof word === "string" && word !== "";
