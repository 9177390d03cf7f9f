// Calls that the two policies may read differently: commands with an unknown word, commands behind a program that the
// policies describe differently, and tools whose fields changed.

import type { Json, Point } from "../../language/contract.ts";
import { points } from "../../language/schema.ts";
import type { Ir } from "../ir/ir.ts";
import type { Trace } from "./side.ts";

/** The same call with an unknown word, so that `if unknown` applies. */
export function* doubtfulTraces(traces: readonly Trace[]): Generator<Trace> {
  for (const trace of traces)
    for (const doubtful of doubtfulForms(commandOf(trace) ?? "")) yield withCommand(trace, doubtful);
}

function doubtfulForms(command: string): readonly string[] {
  const words = command.split(" ");
  if (command === "" || /[;|&\n]/.test(command)) return [];
  const heads = words.map((_, at) => words.slice(0, at).join(" ")).filter((head) => head !== "");
  return ["$CMD", ...heads.toReversed().map((head) => `${head} $FLAGS`), `${command} $FLAGS`];
}

/** Behind each program that the two describe differently, with and without its options. */
export function* programTraces(traces: readonly Trace[], [old, now]: readonly [Ir, Ir]): Generator<Trace> {
  const names = [...new Set([...Object.keys(old.programs), ...Object.keys(now.programs)])];
  const changed = names.filter((name) => JSON.stringify(old.programs[name]) !== JSON.stringify(now.programs[name]));
  for (const name of changed) {
    const rows = [old, now].flatMap(({ programs }) => programs[name]?.flags ?? []);
    const leads = [name, ...rows.flatMap(({ flag }) => [`${name} ${flag}`, `${name} ${flag} x`])];
    for (const trace of traces) {
      const command = commandOf(trace);
      if (command !== null) for (const lead of new Set(leads)) yield withCommand(trace, `${lead} ${command}`);
    }
  }
}

/** A call with the fields that one of the policies declares, one without its optional fields, and one without any. */
export function* toolTraces([old, now]: readonly [Ir, Ir]): Generator<Trace> {
  const names = [...new Set([...Object.keys(old.tools), ...Object.keys(now.tools)])];
  const ruled = new Set([old, now].flatMap(({ rules }) => rules.flatMap((rule) => rule.points)));
  for (const name of names) {
    const schemas = [old, now].map(({ tools }) => (Object.hasOwn(tools, name) ? tools[name] : undefined));
    if (JSON.stringify(schemas[0]) === JSON.stringify(schemas[1])) continue;
    const inputs: { readonly [field: string]: Json }[] = [{}];
    for (const schema of schemas) {
      const fields = Object.entries(schema ?? {});
      const filled = (some: typeof fields) => Object.fromEntries(some.map(([field, { type }]) => [field, plain(type)]));
      inputs.push(filled(fields), filled(fields.filter(([, { optional }]) => optional !== true)));
    }
    for (const point of ruled)
      if (points[point].tool)
        for (const tool of [name, "other"])
          for (const input of inputs) yield traceOf(point, { tool, tool_name: name, input });
  }
}

function traceOf(point: Point, fields: { readonly [field: string]: Json }): Trace {
  const result = point === "after_tool_result" ? { output: "", is_error: false } : {};
  const failure = point === "after_tool_failure" ? { error: "" } : {};
  const event = { point, ...fields, ...result, ...failure };
  return { event, given: { facts: {}, filesGiven: false, marked: [], counted: {}, time: null }, before: [] };
}

const plain = (type: string): Json => {
  if (type === "int") return 1;
  if (type === "bool") return true;
  return type.startsWith("list") ? [] : type === "json" ? {} : "x";
};

function commandOf({ event: { tool, input } }: Trace): string | null {
  if (tool !== "bash" || typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const { command } = input as { readonly command?: Json };
  return typeof command === "string" ? command : null;
}

const withCommand = (trace: Trace, command: string): Trace => ({
  ...trace,
  event: { ...trace.event, input: { ...(trace.event.input as { readonly [key: string]: Json }), command } },
});
