// The name of a server that was not given one. What it reports about itself cannot be trusted, so its command is used.

import { basename } from "node:path";

/** Programs that start others: what they start is the server. */
const launchers: ReadonlySet<string> = new Set([
  "npx",
  "bunx",
  "uvx",
  "pipx",
  "pnpm",
  "yarn",
  "npm",
  "bun",
  "deno",
  "node",
  "python",
  "python3",
  "uv",
]);
const subcommands: ReadonlySet<string> = new Set(["run", "exec", "dlx", "x", "tool", "--"]);

export function serverName(command: readonly string[]): string {
  const [program = "", ...rest] = command;
  const own = plainName(program);
  if (!launchers.has(own)) return own;
  const started = rest.find((word) => !word.startsWith("-") && !subcommands.has(word));
  return started === undefined ? own : plainName(started);
}

/** `@scope/server-github@1.2.0` is `server-github`. */
function plainName(word: string): string {
  const name = basename(word.replaceAll("\\", "/")).replace(/\.(?:exe|cmd|[cm]?[jt]s|py)$/i, "");
  return name.replace(/(.)@.*$/, "$1");
}
