// The value of an operand by its name in the policy, for --explain. Secrets masked as in messages.

import { scalar } from "./candidates.ts";
import { calls, externals } from "./command.ts";
import type { Context } from "./context.ts";
import { show } from "./message.ts";
import { type ViewName, view } from "./views.ts";

const viewNames: readonly string[] = ["reads", "writes", "deletes", "uploads", "hosts"];

/** `tool`, `input.command`, `writes`, `git_branch()`, `marked(x)`; undefined when there is nothing to show. */
export function operandValue(c: Context, name: string): string | undefined {
  if (viewNames.includes(name)) return show(view(c, name as ViewName));
  if (name === "command.calls") return show(calls(c).items.map(({ text }) => text));
  if (name === "command.external") return show(externals(c).items.map((one) => `${one.kind} ${one.name}`));
  const call = /^([a-z_]+)\("?([^"]*)"?\)$/.exec(name);
  if (call === null) return name === "command" ? show(c.input.command) : show(jsonPath(c, name));
  const [, fact = "", argument = ""] = call;
  if (fact === "marked" || fact === "counted" || fact === "hour" || fact === "weekday") return undefined;
  const answer = c.facts[argument === "" ? fact : `${fact}:${argument}`];
  // The value of an environment variable is never shown.
  if (fact === "env")
    return answer === null ? "(not set)" : typeof answer === "object" || answer === undefined ? "(unknown)" : "(set)";
  return answer === undefined ? undefined : typeof answer === "object" && answer !== null ? "(unknown)" : show(answer);
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
