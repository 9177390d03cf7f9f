// The page that leads to all generated pages.

import { list, page } from "./markdown.ts";

export const referenceIndex = (): readonly (readonly [string, string])[] => [
  [
    "docs/reference/index.md",
    page([
      "# Reference",
      "These pages are made from the source and checked in CI, so they always describe the version that they come with.",
      list([
        "[Command line](cli/index.md): every verb, its options and exit codes",
        "[Diagnostics](diagnostics/index.md): every code, with a wrong and a right policy",
        "[Packs](packs/index.md): the policies that ship with policyc, rule by rule",
        "[Programs](programs.md): what policyc knows about programs in command lines",
        "[JSON Schemas](schema/index.md) of events and decisions",
        "[Benchmarks](benchmarks.md)",
        "[Evals](evals.md): what the profiles stop, and how often they disturb, beside other guards",
      ]),
      "The [language reference](../language/index.md) and the [pages of the agents](../agents/index.md) have sections of their own.",
    ]),
  ],
];
