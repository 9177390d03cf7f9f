// The project's folder where the host says it in the environment of its hooks and not, or not always, in the payload. Rules
// speak of paths in the project; where a payload has only the working folder, that follows every `cd`.

import type { HostEnvironment } from "./adapter.ts";

/** By host, the first that is set counts. */
const variables: { readonly [host: string]: readonly string[] } = {
  "claude-code": ["CLAUDE_PROJECT_DIR"],
  cursor: ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  "factory-droid": ["FACTORY_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  "gemini-cli": ["GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  "qwen-code": ["QWEN_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
};

/** On any system. */
export const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;

const all: ReadonlySet<string> = new Set(Object.values(variables).flat());

/** The environment of a hook of this host in this project, whatever project `environment` itself comes from. */
export function inProject(environment: NodeJS.ProcessEnv, host: string, folder: string): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !all.has(name));
  const [name] = Object.hasOwn(variables, host) ? (variables[host] ?? []) : [];
  return { ...Object.fromEntries(others), ...(name === undefined ? {} : { [name]: folder }) };
}

export function projectFolder(host: string, environment: HostEnvironment): string | null {
  const names = Object.hasOwn(variables, host) ? (variables[host] ?? []) : [];
  const folders = names.map((name) => environment[name]);
  return folders.find((folder) => folder !== undefined && ABSOLUTE.test(folder)) ?? null;
}
