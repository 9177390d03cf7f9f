// The Go tool chain, which builds the native client where it is installed.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const source = `${root}native`;
export const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

/** Nothing of the machine's own settings goes into the program, and nothing is fetched. */
const settings = {
  ...{ CGO_ENABLED: "0", GOENV: "off", GOFLAGS: "", GOWORK: "off", GOPROXY: "off", GOTOOLCHAIN: "local" },
  ...{ GOEXPERIMENT: "", GOAMD64: "v1", GOARM64: "v8.0" },
};

/** Runs `go`; returns what is wrong, or null. */
export function go(words, { cwd = source, env = {}, shows = false } = {}) {
  const options = { cwd, env: { ...process.env, ...settings, ...env }, encoding: "utf8" };
  const { status, error, stderr } = spawnSync("go", words, { ...options, stdio: shows ? "inherit" : "pipe" });
  if (error !== undefined) return error.code === "ENOENT" ? "`go` is not installed" : error.message;
  return status === 0 ? null : stderr?.trim() || `go ${words[0]} failed`;
}
