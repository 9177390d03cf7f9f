// Gemini CLI's own policies: refusals that work without hooks and hide a refused tool from the model.
// The rule with the highest priority wins there, not the strictest: an `ask_user` could override a refusal in another file, so
// only refusals are written, at the highest priority. Its hooks can ask.

import type { PlainCall, PlainRule, RuleFile } from "../shared/rule-file.ts";
import { geminiTools } from "./tools.ts";

/** TOML accepts JSON's escapes. */
const text = (value: string): string => JSON.stringify(value);
const list = (values: readonly string[]): string => `[${values.map(text).join(", ")}]`;

const nativeTools = (tool: string): readonly string[] =>
  geminiTools.rows.filter((row) => row.tool === tool).map(({ native }) => native);

/** In Gemini, a star in a name matches any text. */
const isPlainName = (name: string): boolean => name !== "" && !name.includes("*");

function refuses({ outcome, calls }: PlainRule): string | null {
  if (outcome === "ask") return "an `ask_user` there could override a refusal of lower priority; the hook asks instead";
  for (const call of calls) {
    if (call.kind === "tool" && call.tool !== "mcp" && nativeTools(call.tool).length === 0)
      return `Gemini CLI has no tool for \`${call.tool}\``;
    if (call.kind === "server" && ![call.server, call.tool ?? "any"].every(isPlainName))
      return "a star in the name of a server or tool means something else there";
  }
  return null;
}

/** Every way to spell the words, since a prefix has only one spelling. */
function prefixes(words: readonly (readonly string[])[]): string {
  const lines = words.reduce<readonly string[]>(
    (begun, spellings) => begun.flatMap((line) => spellings.map((word) => (line === "" ? word : `${line} ${word}`))),
    [""],
  );
  return lines.length === 1 ? text(lines[0] ?? "") : list(lines);
}

function which(call: PlainCall): readonly string[] {
  switch (call.kind) {
    case "command":
      return ['toolName = "run_shell_command"', `commandPrefix = ${prefixes(call.words)}`];
    case "tool":
      return call.tool === "mcp" ? ['toolName = "*"', 'mcpName = "*"'] : [`toolName = ${list(nativeTools(call.tool))}`];
    case "server":
      return [`toolName = ${text(call.tool ?? "*")}`, `mcpName = ${text(call.server)}`];
  }
}

function entries({ message, calls }: PlainRule): readonly string[] {
  return calls.flatMap((call, at) => [
    ...(at === 0 ? [] : [""]),
    "[[rule]]",
    ...which(call),
    'decision = "deny"',
    "priority = 999",
    ...(message === "" ? [] : [`denyMessage = ${text(message)}`]),
  ]);
}

export const geminiRuleFile: RuleFile = {
  name: "gemini-policy",
  agent: "gemini-cli",
  about: [
    "Gemini CLI refuses these calls whether or not its hooks run; a tool that is always refused is hidden from the model.",
    "A command is refused when it, or a command inside it, begins with exactly these words;",
    "the hook also sees through `sudo`, variables and options before a subcommand.",
  ],
  next: [
    "put it into ~/.gemini/policies/ as policyc.toml (for everybody: /etc/gemini-cli/policies/), and restart Gemini CLI",
    "Gemini CLI does not read policies in a project's folder",
  ],
  refuses,
  entries,
};
