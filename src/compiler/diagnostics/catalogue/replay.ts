// P54x: why a replay of recorded events failed, or did not give the required result.

import type { CatalogueEntry } from "./entry.ts";

export const replayCodes = {
  P540: {
    slug: "no-events",
    severity: "error",
    message: "{where} contains no events",
    explain:
      "A replay of nothing would look like a replay without changes. The report says what the lines contain and why lines were skipped.",
  },
  P541: {
    slug: "no-logs",
    severity: "error",
    message: "`{path}` contains no log",
    help: "a folder is searched for *.jsonl and *.ndjson files, also with .gz; name other files one by one",
    explain:
      "A folder without a log is an error, because a replay of nothing would look like a replay without changes.",
  },
  P542: {
    slug: "skipped-lines",
    severity: "error",
    message: "{count} skipped, which is an error with `--strict`",
    explain:
      "Lines that cannot be used are counted and shown with their reasons. With `--strict`, for logs that should be complete, a single such line fails the run.",
  },
  P543: {
    slug: "decisions-changed",
    severity: "error",
    message: "{count} {how}, which is an error with `--fail-on {limit}`",
    explain:
      "`--fail-on changed` fails when any decision differs in its outcome or its rules, `--fail-on loosened` only when an outcome became less strict. Decisions that cannot be replayed are not counted here; the report counts them separately.",
  },
} as const satisfies Record<string, CatalogueEntry>;
