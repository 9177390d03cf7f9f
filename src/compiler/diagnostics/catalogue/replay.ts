// P54x: why a replay of recorded events could not be made, or is not what was asked for.

import type { Entry } from "./entry.ts";

export const replayCodes = {
  P540: {
    slug: "no-events",
    severity: "error",
    message: "there is not a single event in {where}",
    explain:
      "A replay of nothing would look like a replay without changes. The report says what the lines hold and why those were skipped that could not be used.",
  },
  P541: {
    slug: "no-logs",
    severity: "error",
    message: "there is no log below `{path}`",
    help: "a folder stands for every *.jsonl and *.ndjson file below it, also with .gz; name other files one by one",
    explain: "A folder without a log is an error, because replaying nothing would look like replaying without changes.",
  },
  P542: {
    slug: "skipped-lines",
    severity: "error",
    message: "{count} skipped, and `--strict` takes that for an error",
    explain:
      "Lines that cannot be used are counted and shown with their reasons. Under `--strict` a single one fails the run, for logs that are known to be whole.",
  },
  P543: {
    slug: "decisions-changed",
    severity: "error",
    message: "{count} {how}, and `--fail-on {limit}` takes that for an error",
    explain:
      "`--fail-on changed` fails when any decision differs in its outcome or its rules, `--fail-on loosened` only when an outcome became laxer. Decisions that cannot be replayed are not counted here; the report has a number of their own for them.",
  },
} as const satisfies Record<string, Entry>;
