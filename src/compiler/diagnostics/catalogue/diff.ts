// P53x: comparing two policies.

import type { CatalogueEntry } from "./entry.ts";

export const diffCodes = {
  P530: {
    slug: "bundle-without-ir",
    severity: "error",
    message: "`{bundle}` has no ir.json, so its rules cannot be compared",
    help: "build it again from its policies, or compare the policies themselves",
    explain:
      "`policyc diff` reads the rules of a bundle from its ir.json and generates code from them. It never runs the code in the bundle, which may come from anywhere. Bundles built by an older compiler have no ir.json.",
  },
  P531: {
    slug: "no-common-target",
    severity: "error",
    message: "the two policies have no target in common: {old} and {new}",
    help: "name the target to compare them for with `--target`",
    explain:
      "What a rule does depends on the agent that carries it out. Two policies can be compared for a target that both declare, or for one named with `--target`.",
  },
  P532: {
    slug: "revision-unreadable",
    severity: "error",
    message: "cannot read `{revision}` from git: {why}",
    help: "write a revision and a path as for git: `main:policies`, or `HEAD~1:./policies` relative to this folder",
    explain:
      "A side of a diff may be a folder or file of a git revision. It must exist, because a typing mistake would otherwise compare with nothing.",
  },
} as const satisfies Record<string, CatalogueEntry>;
