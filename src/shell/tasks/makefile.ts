// Recipes of a makefile as shell text: rules with their prerequisites, variables with simple values. What make computes
// itself (functions, implicit rules) is left open.

import { makeFunction } from "./make-functions.ts";
import { MOST_CODES, openWord, type TaskPlan } from "./task-plan.ts";

export interface MakeRequest {
  readonly goals: readonly string[];
  /** `make CC=clang` */
  readonly variables: ReadonlyMap<string, string>;
  /** The text of an included file; null: there is none, undefined: unknown. */
  readonly include: (path: string) => string | null | undefined;
}

interface Rule {
  readonly prerequisites: string[];
  readonly recipe: string[];
}

interface Makefile {
  /** Null: several values, or one that is computed. */
  readonly variables: Map<string, string | null>;
  readonly rules: Map<string, Rule>;
  /** In the order of the file, with a `%`. */
  readonly patterns: { readonly target: string; readonly rule: Rule }[];
  /** Commands that run while the file is read. */
  readonly shells: string[];
  firstGoal: string | null;
  isOpen: boolean;
}

const MOST_LINES = 4096;
const MOST_TARGETS = 128;
const DEEPEST = 8;
const builtIn: readonly (readonly [string, string])[] = [
  ["MAKE", "make"],
  ["CC", "cc"],
  ["CXX", "g++"],
  ["CPP", "cc -E"],
  ["AR", "ar"],
  ["RM", "rm -f"],
  ["CURDIR", "."],
];

export function makePlan(text: string, request: MakeRequest): TaskPlan {
  const file: Makefile = {
    variables: new Map(builtIn),
    rules: new Map(),
    patterns: [],
    shells: [],
    firstGoal: null,
    isOpen: false,
  };
  readFile(text, file, request, 0);
  for (const [name, value] of request.variables) file.variables.set(name, value);
  const goals = request.goals.length > 0 ? request.goals : file.firstGoal === null ? [] : [file.firstGoal];
  const codes: string[] = [...file.shells];
  const done = new Set<string>();
  for (const goal of goals) addTarget(goal, file, codes, done, goal, request);
  const isOpen = file.isOpen || goals.length === 0 || codes.length > MOST_CODES;
  return { codes: codes.slice(0, MOST_CODES), isOpen };
}

const assignment = /^\s*(?:override\s+|export\s+)*([\w.-]+)\s*(::?:?=|\?=|\+=|!=|=)\s*([\s\S]*)$/;
const conditional = /^\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b/;
const including = /^\s*(-|s)?include\s+(.*)$/;

function readFile(text: string, file: Makefile, request: MakeRequest, depth: number): void {
  const lines = joinedLines(text);
  if (lines.length > MOST_LINES) file.isOpen = true;
  let rules: readonly Rule[] = [];
  let branches = 0;
  let isDefining = false;
  for (const line of lines.slice(0, MOST_LINES)) {
    if (isDefining) {
      isDefining = !/^\s*endef\b/.test(line);
      continue;
    }
    if (line.startsWith("\t") && rules.length > 0) {
      for (const rule of rules) rule.recipe.push(line.slice(1));
      continue;
    }
    const bare = line.replace(/(?<!\\)#.*$/, "").trimEnd();
    if (bare.trim() === "") continue;
    file.shells.push(...shellsIn(bare));
    if (conditional.test(bare)) {
      if (/^\s*if/.test(bare)) branches++;
      if (/^\s*endif/.test(bare)) branches--;
      continue;
    }
    if (/^\s*define\b/.test(bare)) {
      isDefining = true;
      file.variables.set(/^\s*define\s+([\w.-]+)/.exec(bare)?.[1] ?? "", null);
      continue;
    }
    const included = including.exec(bare);
    if (included !== null) {
      include(included[2] ?? "", included[1] !== undefined, file, request, depth);
      continue;
    }
    const assigned = assignment.exec(bare);
    if (assigned !== null) {
      assign(assigned, file, branches > 0);
      rules = [];
      continue;
    }
    if (/^\s*(?:export|unexport|vpath|undefine)\b/.test(bare)) continue;
    rules = addRules(bare, file);
  }
}

/** `$(shell TEXT)` runs while the file is read, wherever it stands. */
export const shellsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\$[({]shell\s+([^()]*)[)}]/g)].map(([, code = ""]) => code);

/** A backslash at the end of a line joins it with the next; in recipes the shell does that. */
function joinedLines(text: string): readonly string[] {
  const lines: string[] = [];
  let open: string | null = null;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const isRecipe = (open ?? line).startsWith("\t");
    const whole: string =
      open === null
        ? line
        : isRecipe
          ? `${open}\n${line.replace(/^\t/, "")}`
          : `${open.slice(0, -1)} ${line.trimStart()}`;
    open = whole.endsWith("\\") ? whole : null;
    if (open === null) lines.push(whole);
  }
  return open === null ? lines : [...lines, open];
}

function include(names: string, isOptional: boolean, file: Makefile, request: MakeRequest, depth: number): void {
  for (const name of expand(names, file.variables, new Map(), 0)
    .split(/\s+/)
    .filter((one) => one !== "")) {
    const text = depth >= 2 || /[$*?[]/.test(name) ? undefined : request.include(name);
    if (typeof text === "string") readFile(text, file, request, depth + 1);
    else if (text === undefined || !isOptional) file.isOpen = true;
  }
}

function assign([, name = "", operator, value = ""]: RegExpExecArray, file: Makefile, isMaybe: boolean): void {
  const { variables } = file;
  const before = variables.get(name);
  if (operator === "!=") {
    file.shells.push(value);
    variables.set(name, null);
  } else if (isMaybe && before !== value) variables.set(name, before === undefined && operator !== "+=" ? value : null);
  else if (operator === "+=") variables.set(name, before === null ? null : `${before ?? ""} ${value}`.trim());
  else if (operator !== "?=" || before === undefined) variables.set(name, value);
}

/** `a b: c d ; code` */
function addRules(line: string, file: Makefile): readonly Rule[] {
  const found = /^([^:=]+?)\s*::?(?!=)\s*([^;]*)(?:;(.*))?$/.exec(line);
  if (found === null) {
    // `$(eval ...)`, `$(foreach ...)`: whatever they define.
    file.isOpen = true;
    return [];
  }
  const [, names = "", needs = "", code] = found;
  // `target: NAME = value` sets a variable for the target only.
  const own = assignment.exec(needs);
  if (own !== null) {
    file.variables.set(own[1] ?? "", null);
    return [];
  }
  const targets = wordsOf(names, file);
  if (targets.includes(".ONESHELL")) file.isOpen = true;
  return targets.map((target) => {
    const isPattern = target.includes("%");
    const known = isPattern ? undefined : file.rules.get(target);
    const rule: Rule = known ?? { prerequisites: [], recipe: [] };
    rule.prerequisites.push(...wordsOf(needs, file).filter((word) => word !== "|"));
    if (code !== undefined && code.trim() !== "") rule.recipe.push(code.trim());
    if (isPattern) file.patterns.push({ target, rule });
    else file.rules.set(target, rule);
    if (file.firstGoal === null && !isPattern && (!target.startsWith(".") || target.includes("/")))
      file.firstGoal = target;
    return rule;
  });
}

const wordsOf = (text: string, file: Makefile): readonly string[] =>
  expand(text, file.variables, new Map(), 0)
    .split(/\s+/)
    .filter((word) => word !== "");

/** The prerequisites come first; each target once, so rules that need each other end. */
function addTarget(
  target: string,
  file: Makefile,
  codes: string[],
  done: Set<string>,
  goal: string,
  request: MakeRequest,
): void {
  if (done.has(target)) return;
  if (done.size >= MOST_TARGETS || target.includes("$")) {
    file.isOpen = true;
    return;
  }
  done.add(target);
  const found = ruleOf(target, file);
  if (found === null) {
    // A file that is there, or one that make knows how to build; a goal without a rule is the latter.
    const built = target === goal ? builtByItself(target, request) : null;
    if (built !== null) codes.push(built);
    else if (target === goal) file.isOpen = true;
    return;
  }
  const { rule, stem } = found;
  const needs = rule.prerequisites.map((word) => word.replaceAll("%", stem));
  for (const need of needs) addTarget(need, file, codes, done, goal, request);
  const automatic = new Map([
    ["@", target],
    ["<", needs[0] ?? ""],
    ["^", needs.join(" ")],
    ["+", needs.join(" ")],
    ["?", needs.join(" ")],
    ["*", stem],
    ["@D", target.includes("/") ? target.slice(0, target.lastIndexOf("/")) : "."],
    ["@F", target.slice(target.lastIndexOf("/") + 1)],
  ]);
  for (const line of rule.recipe) codes.push(expand(line, file.variables, automatic, 0).replace(/^[@+\-\s]+/, ""));
}

/** Rules that make has without a file: `make app` compiles app.c. */
const implicit: readonly (readonly [ending: string, compiler: string])[] = [
  [".c", "cc"],
  [".cc", "g++"],
  [".cpp", "g++"],
  [".C", "g++"],
  [".f", "gfortran"],
  [".sh", "cat"],
];

function builtByItself(target: string, { include }: MakeRequest): string | null {
  if (!/^[\w./-]+$/.test(target)) return null;
  const found = implicit.find(([ending]) => typeof include(`${target}${ending}`) === "string");
  if (found === undefined) return null;
  const [ending, compiler] = found;
  const source = `${target}${ending}`;
  return compiler === "cat" ? `cat ${source} > ${target} && chmod a+x ${target}` : `${compiler} ${source} -o ${target}`;
}

function ruleOf(target: string, file: Makefile): { readonly rule: Rule; readonly stem: string } | null {
  const exact = file.rules.get(target);
  const fitting = file.patterns.flatMap(({ target: pattern, rule }) => {
    const [start = "", end = ""] = pattern.split("%");
    const fits = target.length > start.length + end.length && target.startsWith(start) && target.endsWith(end);
    return fits ? [{ rule, stem: target.slice(start.length, target.length - end.length) }] : [];
  })[0];
  if (exact === undefined) return fitting ?? null;
  if (exact.recipe.length > 0 || fitting === undefined) return { rule: exact, stem: "" };
  // The recipe of a pattern, with the prerequisites of both.
  const prerequisites = [...fitting.rule.prerequisites, ...exact.prerequisites];
  return { rule: { prerequisites, recipe: fitting.rule.recipe }, stem: fitting.stem };
}

const LONGEST = 64 * 1024;

/** `$(NAME)`, `$@`, `$$`. What make would compute becomes a variable that the shell does not know either. */
function expand(
  text: string,
  variables: ReadonlyMap<string, string | null>,
  automatic: ReadonlyMap<string, string>,
  depth: number,
): string {
  let found = "";
  for (let at = 0; at < text.length; at++) {
    const next = text[at + 1];
    if (text[at] !== "$" || next === undefined) {
      found += text[at];
      continue;
    }
    at++;
    if (next === "$") {
      found += "$";
      continue;
    }
    const end = next === "(" || next === "{" ? closing(text, at) : at;
    const name = end === at ? next : text.slice(at + 1, end);
    found += expanded(name, variables, automatic, depth);
    at = end;
    if (found.length > LONGEST) return openWord("long");
  }
  return found;
}

function closing(text: string, from: number): number {
  const [open, close] = text[from] === "(" ? ["(", ")"] : ["{", "}"];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    if (text[at] === close && --depth === 0) return at;
  }
  return text.length;
}

function expanded(
  name: string,
  variables: ReadonlyMap<string, string | null>,
  automatic: ReadonlyMap<string, string>,
  depth: number,
): string {
  const own = automatic.get(name);
  if (own !== undefined) return own;
  if (depth >= DEEPEST) return openWord(name);
  const shell = /^shell\s+([\s\S]*)$/.exec(name);
  if (shell !== null) return `$(${expand(shell[1] ?? "", variables, automatic, depth + 1)})`;
  const called = /^([a-z]+)\s+([\s\S]*)$/.exec(name);
  if (called !== null) {
    const words = expand(called[2] ?? "", variables, automatic, depth + 1);
    return makeFunction(called[1] ?? "", words.split(",")) ?? openWord(name);
  }
  // `$(SRC:.c=.o)`
  const changed = /^([\w.-]+):([^=]*)=(.*)$/.exec(name);
  if (changed !== null) {
    const words = expanded(changed[1] ?? "", variables, automatic, depth + 1);
    const [from = "", to = ""] = [changed[2], changed[3]].map((one = "") => (one.includes("%") ? one : `%${one}`));
    return makeFunction("patsubst", [from, to, words]) ?? openWord(name);
  }
  const value = variables.get(name);
  return typeof value === "string" ? expand(value, variables, automatic, depth + 1) : openWord(name);
}
