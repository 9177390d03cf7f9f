// Recipes of a justfile as shell text: parameters, dependencies, variables with simple values.

import { MOST_CODES, openWord, type TaskPlan } from "./task-plan.ts";

interface Parameter {
  readonly name: string;
  /** It takes all words that are left. */
  readonly isRest: boolean;
  /** Undefined: it must be given. */
  readonly value: string | undefined;
}

interface Recipe {
  readonly parameters: readonly Parameter[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly lines: string[];
}

interface Justfile {
  readonly variables: Map<string, string>;
  readonly aliases: Map<string, string>;
  readonly recipes: Map<string, Recipe>;
  isOpen: boolean;
}

const header =
  /^@?([A-Za-z_][\w-]*)((?:\s+[+*$]*[A-Za-z_][\w-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[\w./-]+))?)*)\s*:(?!=)(.*)$/;

export function justPlan(text: string, words: readonly string[]): TaskPlan {
  const file = readFile(text);
  const codes: string[] = [];
  const goals = words.length > 0 ? words : [...file.recipes.keys()].slice(0, 1);
  const rest = [...goals];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const recipe = file.recipes.get(file.aliases.get(name) ?? name);
    // Each recipe takes as many of the words that follow as it has parameters.
    const given =
      recipe === undefined
        ? []
        : rest.splice(0, recipe.parameters.some(({ isRest }) => isRest) ? rest.length : recipe.parameters.length);
    addRecipe(name, given, file, codes, new Set());
  }
  return { codes: codes.slice(0, MOST_CODES), isOpen: file.isOpen || goals.length === 0 || codes.length > MOST_CODES };
}

function readFile(text: string): Justfile {
  const file: Justfile = { variables: new Map(), aliases: new Map(), recipes: new Map(), isOpen: false };
  let recipe: Recipe | null = null;
  for (const line of text
    .replaceAll("\r\n", "\n")
    .replace(/\\\n\s*/g, " ")
    .split("\n")) {
    if (/^\s+\S/.test(line) && recipe !== null) recipe.lines.push(line);
    else if (/^\s*(?:#|$|\[)/.test(line)) continue;
    else recipe = readLine(line, file);
  }
  return file;
}

function readLine(line: string, file: Justfile): Recipe | null {
  const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line);
  const assigned = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/.exec(line);
  const made = header.exec(line);
  if (alias !== null) file.aliases.set(alias[1] ?? "", alias[2] ?? "");
  else if (assigned !== null) file.variables.set(assigned[1] ?? "", simpleValue(assigned[1] ?? "", assigned[2] ?? ""));
  else if (/^set\s+(?!shell\b|dotenv|export|quiet|fallback|positional|allow|ignore|windows|tempdir)/.test(line))
    file.isOpen = true;
  else if (/^set\s+shell\b/.test(line)) file.isOpen ||= !/\[\s*["'](?:\/\w+)*\/?(?:ba|da|z)?sh["']/.test(line);
  else if (/^(?:import|mod)\b/.test(line)) file.isOpen = true;
  else if (made !== null) return newRecipe(made, file);
  return null;
}

/** A text, or the output of a command; everything else is computed. */
function simpleValue(name: string, value: string): string {
  const plain = /^"([^"\\]*)"$|^'([^']*)'$/.exec(value.trim());
  if (plain !== null) return plain[1] ?? plain[2] ?? "";
  const command = /^`([^`]*)`$/.exec(value.trim());
  return command === null ? openWord(name) : `$(${command[1]})`;
}

function newRecipe([, name = "", parameters = "", needs = ""]: RegExpExecArray, file: Justfile): Recipe {
  const [before = "", after = ""] = needs.replace(/#.*$/, "").split("&&");
  // A dependency with arguments is a list in brackets.
  const names = (text: string): readonly string[] =>
    [...text.matchAll(/\(\s*([\w-]+)[^)]*\)|([\w-]+)/g)].map((one) => one[1] ?? one[2] ?? "");
  const recipe: Recipe = {
    parameters: [...parameters.matchAll(/([+*]?)\$?([A-Za-z_][\w-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[\w./-]+))?/g)].map(
      parameterOf,
    ),
    before: names(before),
    after: names(after),
    lines: [],
  };
  file.recipes.set(name, recipe);
  return recipe;
}

const parameterOf = ([, many, name = "", value]: RegExpMatchArray): Parameter => ({
  name,
  isRest: many !== "",
  value: value?.replace(/^["']|["']$/g, "") ?? (many === "*" ? "" : undefined),
});

function addRecipe(name: string, given: readonly string[], file: Justfile, codes: string[], active: Set<string>): void {
  const known = file.aliases.get(name) ?? name;
  const recipe = file.recipes.get(known);
  if (recipe === undefined) file.isOpen = true;
  if (recipe === undefined || active.has(known) || codes.length > MOST_CODES) return;
  active.add(known);
  for (const need of recipe.before) addRecipe(need, [], file, codes, active);
  const values = new Map(file.variables);
  recipe.parameters.forEach(({ name: parameter, isRest, value }, i) => {
    const words = isRest ? given.slice(i).join(" ") : given[i];
    values.set(parameter, words === undefined || words === "" ? (value ?? openWord(parameter)) : words);
  });
  const indent = /^\s*/.exec(recipe.lines[0] ?? "")?.[0] ?? "";
  const lines = recipe.lines.map((line) =>
    filled(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart(), values),
  );
  if (lines[0]?.startsWith("#!") === true) {
    if (/^#!.*\b(?:ba|da|z|k)?sh\b/.test(lines[0])) codes.push(lines.join("\n"));
    else file.isOpen = true;
  } else for (const line of lines) codes.push(line.replace(/^[@-]+/, ""));
  for (const next of recipe.after) addRecipe(next, [], file, codes, active);
}

const filled = (line: string, values: ReadonlyMap<string, string>): string =>
  line.replace(/\{\{\s*([^}]*?)\s*\}\}/g, (_, name: string) => values.get(name) ?? openWord(name));
