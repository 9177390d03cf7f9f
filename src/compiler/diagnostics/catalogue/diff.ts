// P53x: comparing two policies.

import type { Entry } from "./entry.ts";

export const diffCodes = {
  P530: {
    slug: "bundle-without-ir",
    severity: "error",
    message: "`{bundle}` holds no ir.json, so what it means cannot be compared",
    help: "build it again from its policies, or compare the policies themselves",
    explain:
      "A diff reads what a bundle means from its ir.json and makes code from that. The code that lies in a bundle is never run by a diff: it may come from anywhere. A bundle of an older compiler has no such file.",
  },
  P531: {
    slug: "no-common-target",
    severity: "error",
    message: "the two are made for different hosts: {old} and {new}",
    help: "say by `--target` for which host they are to be compared",
    explain:
      "What a rule does depends on the host that carries it out. Two policies can be compared for a host that both declare, or for one that is named.",
  },
  P532: {
    slug: "revision-unreadable",
    severity: "error",
    message: "cannot read `{revision}` from git: {why}",
    help: "write a revision and a path as git does: `main:policies`, or `HEAD~1:./policies` from this folder on",
    explain:
      "A side of a diff may be a folder or file of some revision. It must be there, or a typo would compare with nothing.",
  },
} as const satisfies Record<string, Entry>;
