// The native client's own tests, where `go` is installed.

import { spawnSync } from "node:child_process";
import { go, source } from "./go.mjs";

const missing = go(["version"]);
if (missing !== null) {
  console.log(`test-native: nothing was tested: ${missing}`);
} else {
  const unformatted = spawnSync("gofmt", ["-l", "."], { cwd: source, encoding: "utf8" }).stdout;
  const problems = [
    unformatted ? `not formatted by gofmt: ${unformatted}` : null,
    go(["vet", "./..."], { shows: true }),
    ...["darwin", "windows"].map((GOOS) => go(["vet", "./..."], { shows: true, env: { GOOS } })),
    go(["test", "./..."], { shows: true }),
  ].filter((problem) => problem !== null);
  for (const problem of problems) console.error(`test-native: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
