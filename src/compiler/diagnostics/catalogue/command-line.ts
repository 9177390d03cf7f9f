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
    explain:
      "A run without a single `test` block shows nothing, so it is no success. Examples of rules are run by `policyc check` too.",
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
  P820: {
    slug: "install-unconfirmed",
    severity: "error",
    message:
      "changing an agent's configuration needs somebody who confirms it: run this on a terminal, or give `--yes`",
    explain:
      "The entries let a program run before every call of an agent, so a person says yes to them, having seen the change. `--yes` is that person's word in a script, `--dry-run` shows the change and makes none.",
  },
  P821: {
    slug: "install-not-honoured",
    severity: "error",
    message: "{agent} cannot honour this bundle, {count} cells of the capability matrix are against it:",
    help: "declare the agent with `target`, and the compiler shows what to write instead",
    explain:
      "A bundle is installed only where all of it holds. A rule that an agent cannot carry out would look like protection. Build the bundle with the agent among its targets, with `else` where an effect has to give way.",
  },
  P822: {
    slug: "install-configuration-refused",
    severity: "error",
    message: "`{path}` is left as it is: {why}",
    explain:
      "A configuration that cannot be understood, or that is not a plain file of its own, is never changed. Put it right and install again.",
  },
  P823: {
    slug: "install-usage",
    severity: "error",
    message: "policyc install: {why}",
    explain: "See `policyc install --help`.",
  },
  P824: {
    slug: "install-no-plugin",
    severity: "error",
    message: "{agent} cannot have this bundle as a plug-in: {why}",
    explain:
      "The agent runs plug-ins inside its own process. What a plug-in cannot carry out would look like protection, so such a bundle is refused.",
  },
  P830: {
    slug: "serve-not-started",
    severity: "error",
    message: "the resident process does not start: {why}",
    explain:
      "It listens on a socket in a folder of the user's own, by default `~/.policyc/run`, which nobody else may open, and one process serves a folder. `policyc serve --status` says whether one does already.",
  },
  P831: {
    slug: "serve-not-answering",
    severity: "error",
    message: "no resident process answers in `{folder}`: {why}",
    explain:
      "Hooks decide by themselves as long as none does. `policyc serve` starts one; a socket that a killed process left behind is replaced by it.",
  },
  P899: {
    slug: "internal-error",
    severity: "error",
    message: "internal error: {why}",
    explain: "A fault of policyc itself. Run again with POLICYC_DEBUG=1 to see where, and report it.",
  },
} as const satisfies Record<string, Entry>;
