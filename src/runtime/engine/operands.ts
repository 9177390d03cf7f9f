// The value of an operand by its name in the policy, for --explain. Secrets masked as in messages.

import { show } from "../../language/message.ts";
import { counted, fact as factOf } from "./builtins.ts";
import { scalar } from "./candidates.ts";
import { calls, externals } from "./event/command.ts";
import type { Context } from "./event/context.ts";
import { type ViewName, view } from "./event/views.ts";

const viewNames: readonly string[] = ["reads", "writes", "deletes", "uploads", "hosts", "kinds"];

/** `tool`, `input.command`, `writes`, `git_branch()`, `marked(x)`; undefined when there is nothing to show. */
export function operandValue(c: Context, name: string): string | undefined {
  if (viewNames.includes(name)) {
    const { items, complete, maybe = [] } = view(c, name as ViewName);
    return items.length + maybe.length === 0 && complete ? "(none)" : show(view(c, name as ViewName));
  }
  if (name === "command.calls") return listed(calls(c).items.map(({ text }) => text));
  if (name === "command.external") return listed(externals(c).items.map((one) => `${one.kind} ${one.name}`));
  const call = /^([a-z_]+)\("?([^"]*)"?\)$/.exec(name);
  if (call === null) return name === "command" ? show(c.input.command) : show(jsonPath(c, name));
  const [, fact = "", argument = ""] = call;
  if (fact === "counted") return countOf(c, argument);
  if (fact === "hour" || fact === "weekday") return shownValue(factOf(c, `${fact}:${argument}`));
  const answer = c.facts[argument === "" ? fact : `${fact}:${argument}`];
  // The value of an environment variable is never shown.
  if (fact === "env")
    return answer === null ? "(not set)" : typeof answer === "object" || answer === undefined ? "(unknown)" : "(set)";
  return answer === undefined ? undefined : typeof answer === "object" && answer !== null ? "(unknown)" : show(answer);
}

const listed = (items: readonly string[]): string => (items.length === 0 ? "(none)" : show(items));

const shownValue = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? show(value) : "(unknown)";

const unitsMs: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `fetches, 10m` as a policy writes it. */
function countOf(c: Context, written: string): string {
  const [, counter = "", amount = "", unit = ""] = /^(\S+), (\d+)([a-z]+)$/.exec(written) ?? [];
  return shownValue(counted(c, counter, Number(amount) * (unitsMs[unit] ?? 0)));
}

function jsonPath(c: Context, name: string): unknown {
  const names = name.split(".");
  const depth = names[0] === "input" || names[0] === "mcp" ? 2 : 1;
  let value = scalar(c, names.slice(0, depth).join("."));
  for (const key of names.slice(depth)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { readonly [key: string]: unknown })[key];
  }
  return typeof value === "object" ? undefined : value;
}
