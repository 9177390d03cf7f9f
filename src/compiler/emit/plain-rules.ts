// Rules that depend only on the kind of call, for the native rule files of agents. A rule that such a file cannot express
// exactly is omitted with the reason; nothing is approximated.

import type { PlainCall, PlainRule, Unfit } from "../../hosts/shared/rule-file.ts";
import { conditionRow } from "../../language/operators/conditions.ts";
import { isPatternError, type Pieces, parsePattern } from "../../shell/match/pattern.ts";
import { programTable, type UserPrograms } from "../../shell/programs/index.ts";
import { visible } from "../diagnostics/report/visible.ts";
import type { Ir, IrCond, IrMessage, IrRule, IrValue } from "../ir/ir.ts";

/** Every rule of the policies, without those with which a bundle protects itself. */
export function plainRules(ir: Ir): readonly (PlainRule | Unfit)[] {
  return ir.rules.filter(({ file }) => file !== "std/self.policy").map((rule) => plainRule(rule, ir));
}

function plainRule(rule: IrRule, ir: Ir): PlainRule | Unfit {
  const place = { name: rule.name, at: visible(`${rule.file}:${rule.line}`) };
  const effect = effectOf(rule);
  if (typeof effect === "string") return { ...place, why: effect };
  const reader: Reader = { ir, faults: [] };
  const kinds = allOf(
    rule.conditions.map(({ cond }) => kindsOf(cond, reader)),
    reader,
  );
  const calls = kinds.flatMap((kind) => writtenCalls(kind, reader));
  const [why = calls.length === 0 ? "no call can match it" : null] = reader.faults;
  return why === null ? { ...place, ...effect, calls } : { ...place, why: visible(why) };
}

type Effect = Pick<PlainRule, "outcome" | "message">;

/** What the rule does, or why a rule file cannot express it. */
function effectOf(rule: IrRule): Effect | string {
  if (!rule.points.includes("before_tool_call")) return "it does not apply to tool calls";
  if (rule.shadow) return "it is in shadow mode: it reports and does not enforce";
  for (const [effect] of rule.effects)
    if (effect?.kind === "ask" || effect?.kind === "block" || effect?.kind === "stop")
      return { outcome: effect.kind, message: visible(textOf(effect.message)) };
  return "it neither asks nor blocks";
}

/** Messages in a rule file cannot contain values of the event. */
const textOf = (message: IrMessage): string =>
  message.map((part) => (typeof part === "string" ? part : "...")).join("");

interface Reader {
  readonly ir: Ir;
  /** Why the rule cannot be written; the first reason is reported. */
  readonly faults: string[];
}

/** A kind of call as far as the conditions restrict it; null: any. */
interface Kind {
  readonly tool: string | null;
  readonly server: string | null;
  readonly serverTool: string | null;
  readonly pattern: number | null;
}

type Kinds = readonly Kind[];

const anyKind: Kind = { tool: null, server: null, serverTool: null, pattern: null };
const MOST_KINDS = 64;

function fault({ faults }: Reader, why: string): readonly never[] {
  faults.push(why);
  return [];
}

/** The kinds of calls for which the condition is true. */
function kindsOf(cond: IrCond, reader: Reader): Kinds {
  if (cond.op === "true") return [anyKind];
  if (cond.op === "and")
    return allOf(
      cond.items.map((item) => kindsOf(item, reader)),
      reader,
    );
  if (cond.op === "or") return cond.items.flatMap((item) => kindsOf(item, reader));
  if (cond.op === "runs") return cond.patterns.map((pattern) => ({ ...anyKind, tool: "bash", pattern }));
  if (cond.op === "in") return named(cond.value, cond.list, reader);
  if (cond.op === "compare" && cond.test === "eq") return named(cond.left, cond.right, reader);
  return fault(reader, conditionRow(cond.op).tooRich ?? "it depends on the content of the call");
}

/** `tool == "fetch"`, `mcp.server in ["a", "b"]`. */
function named(left: IrValue, right: IrValue, reader: Reader): Kinds {
  const values = right.op === "const" ? [right.value] : right.op === "list" ? right.items : [];
  const texts = values.filter((value) => typeof value === "string");
  const name = left.op === "field" && texts.length > 0 ? left.name : null;
  if (texts.some((text) => visible(text) !== text))
    return fault(reader, "a name in it has characters that cannot be displayed");
  if (name === "tool") return texts.map((tool) => ({ ...anyKind, tool }));
  if (name === "mcp.server") return texts.map((server) => ({ ...anyKind, tool: "mcp", server }));
  if (name === "mcp.tool") return texts.map((serverTool) => ({ ...anyKind, tool: "mcp", serverTool }));
  return fault(reader, name === null ? "it compares something other than names" : `it depends on \`${name}\``);
}

function allOf(parts: readonly Kinds[], reader: Reader): Kinds {
  return parts.reduce<Kinds>(
    (left, right) => {
      const kinds = left.flatMap((one) => right.flatMap((other) => together(one, other, reader)));
      return kinds.length > MOST_KINDS ? fault(reader, `it matches more than ${MOST_KINDS} kinds of calls`) : kinds;
    },
    [anyKind],
  );
}

/** The intersection of two kinds; none when they contradict each other. */
function together(one: Kind, other: Kind, reader: Reader): Kinds {
  const clashes = (key: keyof Kind): boolean => one[key] !== null && other[key] !== null && one[key] !== other[key];
  if (clashes("pattern")) return fault(reader, "it requires two commands in one call");
  if (clashes("tool") || clashes("server") || clashes("serverTool")) return [];
  return [
    {
      tool: one.tool ?? other.tool,
      server: one.server ?? other.server,
      serverTool: one.serverTool ?? other.serverTool,
      pattern: one.pattern ?? other.pattern,
    },
  ];
}

function writtenCalls({ tool, server, serverTool, pattern }: Kind, reader: Reader): readonly PlainCall[] {
  if (pattern !== null) return commandsOf(reader.ir.patterns[pattern] ?? "", reader);
  if (server !== null) return [{ kind: "server", server, tool: serverTool }];
  if (serverTool !== null) return fault(reader, "it names an MCP tool without its server");
  if (tool === null) return fault(reader, "it applies to every call");
  return tool === "other"
    ? fault(reader, "it is about tools that policyc does not know by name")
    : [{ kind: "tool", tool }];
}

/** A pattern as prefixes of command lines. Flags have many spellings and no fixed position, so they cannot be in a prefix. */
function commandsOf(text: string, reader: Reader): readonly PlainCall[] {
  const pattern = parsePattern(text, reader.ir.programs);
  if (isPatternError(pattern)) return fault(reader, pattern.error);
  return pattern.choices.flatMap(({ program, path, flags: [flag], operands, fold }): readonly PlainCall[] => {
    if (flag !== undefined) return fault(reader, "it names options, which can appear anywhere in the command");
    if (fold && operands.length > 0) return fault(reader, "its arguments ignore case");
    const odd = [program, ...operands].find((word) => !isPlain(word));
    if (odd !== undefined) return fault(reader, `\`${odd.join("*")}\` is not one plain word`);
    const named = spellingsOf(program[0] ?? "", path, reader.ir.programs);
    const words = [...named, ...operands.map(([word = ""]) => [word])];
    const ways = words.reduce((product, { length }) => product * length, 1);
    if (ways > MOST_SPELLINGS) return fault(reader, `it has more than ${MOST_SPELLINGS} spellings`);
    return [{ kind: "command", words }];
  });
}

const MOST_SPELLINGS = 256;

/** A program and its subcommands, each with all its names, the table's own first: `npm` and `i` for `install`. */
function spellingsOf(program: string, path: readonly string[], extra: UserPrograms): readonly (readonly string[])[] {
  let table = programTable(program, extra);
  const spellings = [table === undefined ? [program] : unique([table.name, ...(table.aliases ?? [])])];
  for (const step of path) {
    const subcommands = Object.entries(table?.subcommands ?? {}).filter(([, { name }]) => name === step);
    spellings.push(unique([step, ...subcommands.map(([key]) => key)]));
    table = subcommands[0]?.[1];
  }
  return spellings;
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

const isPlain = (word: Pieces): boolean => word.length === 1 && /^[\w.@:+,=-]+$/.test(word[0] ?? "");
