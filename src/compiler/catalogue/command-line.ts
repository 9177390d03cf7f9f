// P8xx: the command line itself. These say why a verb could not do its work; they point at no policy text.

import type { Entry } from "./entry.ts";

export const commandLineCodes = {
  P801: {
    slug: "no-policy-found",
    severity: "error",
    message: "no policy found: {where}",
    explain:
      "A run over nothing would look like a run without problems, so an empty set of policies is an error. Name files or folders, or run `policyc init`.",
  },
  P802: {
    slug: "no-such-path",
    severity: "error",
    message: "`{path}` matches no file",
    explain: "Every path and pattern of a command line must name something, or a typo would check nothing.",
  },
  P803: {
    slug: "cannot-read",
    severity: "error",
    message: "cannot read `{path}`: {why}",
    explain: "What cannot be read cannot be checked, and is never skipped.",
  },
  P804: {
    slug: "cannot-write",
    severity: "error",
    message: "cannot write `{path}`: {why}",
    explain: "Files are written whole or not at all; what was there before is still there.",
  },
  P805: {
    slug: "file-exists",
    severity: "error",
    message: "`{path}` exists already",
    explain: "`policyc init` never overwrites a file. Choose another name, or remove the file first.",
  },
  P806: {
    slug: "no-tests",
    severity: "error",
    message: "no tests found in {where}",
    explain: "Under `--require-tests` a run without a single `test` block fails, because it shows nothing.",
  },
  P807: {
    slug: "event-unreadable",
    severity: "error",
    message: "the event in {where} is not one JSON object: {why}",
    explain: "`policyc eval` takes one JSON document, an object with a `point` and the fields of that point.",
  },
  P808: {
    slug: "no-rules",
    severity: "error",
    message: "there is not a single rule in these policies",
    help: 'write a rule, or `use` a pack such as "std/secrets"',
    explain:
      "A policy set without rules decides nothing, and a bundle made of it would look like protection. `std/self`, which is part of every bundle, does not count.",
  },
  P809: {
    slug: "trust-unconfirmed",
    severity: "error",
    message: "trusting a bundle needs somebody who confirms it: run this on a terminal, or give `--yes`",
    explain:
      "Trust lets the code of a repository run, so a person says yes to it, having seen its path, its revision and its rules. `--yes` is that person's word in a script.",
  },
  P810: {
    slug: "trust-store-unusable",
    severity: "error",
    message: "the trust store `{path}` cannot be used: {why}",
    explain:
      "A store that is damaged, or that others could have written, trusts nothing and is not changed. Look at it, then repair or remove it.",
  },
  P811: {
    slug: "not-trusted",
    severity: "error",
    message: "`{path}` is not in the trust store",
    explain: "There is nothing to remove. `policyc trust list` shows what is trusted.",
  },
  P812: {
    slug: "not-a-repo-bundle",
    severity: "error",
    message: "the bundle `{path}` has scope {scope}; only one of scope repo is trusted by workspace",
    help: "build it with `scope repo`, or load it as the user's own",
    explain:
      "Trust is about code that comes with a repository. Bundles of the other scopes are named by whoever starts the runtime.",
  },
  P899: {
    slug: "internal-error",
    severity: "error",
    message: "internal error: {why}",
    explain: "A fault of policyc itself. Run again with POLICYC_DEBUG=1 to see where, and report it.",
  },
} as const satisfies Record<string, Entry>;
