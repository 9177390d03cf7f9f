// A pack that ships with policyc, as its text describes it: what it is for, its parameters and its rules.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePolicy, Session } from "../../compiler/index.ts";
import type { Decl, EffectNode, RuleDecl, Span } from "../../compiler/ir/ast.ts";

export interface PackText {
  readonly name: string;
  readonly about: string;
  /** Packs that it uses. */
  readonly uses: readonly { readonly pack: string; readonly without: readonly string[] }[];
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly default: string;
    readonly about: string;
  }[];
  readonly rules: readonly {
    readonly name: string;
    readonly points: readonly string[];
    readonly effects: readonly string[];
    readonly severity: string | null;
    readonly about: string | null;
  }[];
}

export function readPack(name: string, packsDir: string): PackText {
  const file = `${name}.policy`;
  const text = readFileSync(join(packsDir, file), "utf8");
  const { decls } = parsePolicy({ file, text }, new Session());
  const of = <K extends Decl["kind"]>(kind: K) =>
    decls.filter((decl): decl is Extract<Decl, { readonly kind: K }> => decl.kind === kind);
  const slice = ({ start, end }: Span): string => text.slice(start, end);
  return {
    name,
    about: commentAt(text.split("\n"), 0),
    uses: of("UseDecl").map(({ path, withouts }) => ({ pack: path.value, without: withouts.map((one) => one.text) })),
    parameters: of("ParamDecl").map(({ name, type, value, span }) => ({
      name: name.text,
      type: slice(type.span),
      default: onOneLine(slice(value.span)),
      about: commentAbove(text, span.start),
    })),
    rules: of("RuleDecl").map(ruleOf),
  };
}

const ruleOf = ({ name, points, effects, annotations }: RuleDecl): PackText["rules"][number] => {
  const note = (wanted: string): string | null =>
    annotations.find(({ name }) => name.text === wanted)?.value?.value ?? null;
  return {
    name: name?.text ?? "",
    points: points.map(({ text }) => text),
    effects: effects.map(chainOf),
    severity: note("severity"),
    about: note("doc"),
  };
};

/** `ask else block` */
function chainOf(first: EffectNode): string {
  const words: string[] = [];
  for (let effect: EffectNode | null = first; effect !== null; effect = "otherwise" in effect ? effect.otherwise : null)
    words.push(wordOf(effect));
  return words.join(" else ");
}

function wordOf(effect: EffectNode): string {
  switch (effect.kind) {
    case "MessageEffect":
      return effect.effect;
    case "SetEffect":
      return `set ${effect.field.names.map(({ text }) => text).join(".")}`;
    case "MarkEffect":
      return `mark ${effect.label.text}`;
    case "CountEffect":
      return `count ${effect.counter.text}`;
    case "RespondEffect":
      return "respond";
    case "RunEffect":
      return "run";
    case "PassEffect":
      return "pass";
  }
}

/** A list without the comments between its lines. */
const onOneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("#"))
    .join(" ")
    .replace(/^\[ /, "[")
    .replace(/,? \]$/, "]");

/** The lines of comment that begin at a line. */
function commentAt(lines: readonly string[], from: number): string {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !line.startsWith("#"));
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map((line) => line.replace(/^# ?/, ""))
    .join(" ");
}

function commentAbove(text: string, start: number): string {
  const lines = text.slice(0, start).split("\n").slice(0, -1);
  return commentAt(lines, lines.findLastIndex((line) => !line.startsWith("#")) + 1);
}
