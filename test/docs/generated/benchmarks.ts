// The benchmarks, from the run that is recorded in bench/recorded.json.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../workspace.ts";
import { fence, page, prose, table } from "./markdown.ts";

interface Recorded {
  readonly machine: string;
  readonly rows: readonly {
    readonly what: string;
    readonly measured: string;
    readonly goal: string;
    readonly verdict: string;
  }[];
}

export function benchmarkPages(): readonly (readonly [string, string])[] {
  const { machine, rows }: Recorded = JSON.parse(readFileSync(join(root, "bench/recorded.json"), "utf8"));
  return [
    [
      "docs/reference/benchmarks.md",
      page([
        "# Benchmarks",
        `Each benchmark compares policyc with something else on the same machine, and first checks that both sides give the right answer. Read the ratios rather than the times: on a shared machine the times move from run to run. The recorded run used ${prose(machine)}.`,
        table(
          ["What", "Measured", "Goal", ""],
          rows.map(({ what, measured, goal, verdict }) => [prose(what), measured, prose(goal), verdict]),
        ),
        "## How to read it",
        [
          "- Reading and deciding commands is measured in a process that has seen many commands, once the optimiser is done.",
          "- The slowest hostile text is the best of three processes.",
          "- Agent calls are measured with the recommended policy. It counts every command, so every call through the resident process waits until its session is on the disk.",
          "- All processes run without `NODE_EXTRA_CA_CERTS`, which would make every Node process start more slowly.",
        ].join("\n"),
        "## Run them yourself",
        fence(
          "sh",
          "npm run bench             # all of them\nnpm run bench -- decide   # one of them\nnpm run bench -- --record # also record the run for this page; with a name, only those rows",
        ),
      ]),
    ],
  ];
}
