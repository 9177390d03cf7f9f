// Step 7: the `set`s of one pass, computed on the same event, and the event they make.

import type { Failure, Json } from "../../language/contract.ts";
import { fieldBehind } from "../../language/schema.ts";
import { isSentinel } from "../../language/value.ts";
import { failureOf } from "./event/check-event.ts";
import { Context, nothing } from "./event/context.ts";
import { knownInput } from "./event/event-of.ts";
import type { Findings } from "./findings.ts";

export interface Rewritten {
  /** The event as rewritten; null when every value is what it was. */
  readonly context: Context | null;
  /** Complete new values by field. */
  readonly changes: { [field: string]: Json };
}

/** Null when two rules disagree about a field, or a value cannot be computed: the call is then blocked. */
export function rewrite(c: Context, sets: Findings["sets"], failures: Failure[]): Rewritten | null {
  const values = new Map<string, { readonly rule: string; readonly value: Json }>();
  let refused = false;
  for (const { rule, field: name, value: compute } of sets) {
    const field = fieldBehind(c.point, name);
    const value = compute(c);
    const known = values.get(field);
    if (value === undefined || isSentinel(value)) {
      failures.push(failureOf("P713", { field, rule: rule.name }, rule.name));
      refused = true;
    } else if (known === undefined) {
      values.set(field, { rule: rule.name, value: value as Json });
    } else if (known.value !== value) {
      failures.push(failureOf("P707", { field, rules: `\`${known.rule}\` and \`${rule.name}\`` }));
      refused = true;
    }
  }
  return refused ? null : applied(c, values);
}

function applied(c: Context, values: ReadonlyMap<string, { readonly value: Json }>): Rewritten {
  const next = copyOf(c);
  const changes: { [field: string]: Json } = {};
  let changed = false;
  for (const [field, { value }] of values) {
    if (field.startsWith("input.")) {
      const name = field.slice("input.".length);
      if (c.input[name] === value) continue;
      next.input = { ...next.input, [name]: value };
      changes.input = knownInput(next);
      if (c.tool === "mcp" && name === "server") next.mcp_server = String(value);
      if (c.tool === "mcp" && name === "tool") next.mcp_tool = String(value);
    } else {
      const fields = next as unknown as { [field: string]: unknown };
      if (fields[field] === value) continue;
      fields[field] = value;
      changes[field] = value;
    }
    changed = true;
  }
  return { context: changed ? next : null, changes };
}

/** A context of the same event with nothing derived yet; facts already answered stay answered. */
function copyOf(c: Context): Context {
  const next = Object.assign(new Context(c.point, c.around), c);
  next.missing = nothing;
  return next;
}
