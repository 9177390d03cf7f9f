// P8xx: the command line itself. These say why a verb could not do its work; they point at no policy text.

import type { CatalogueEntry } from "./entry.ts";

export const commandLineCodes = {
  P290: {
    slug: "fixes-not-written",
    severity: "error",
    message: "nothing was fixed: `{path}` would still have a syntax error that has no fix; correct it and run again",
    explain:
      "`policyc check --fix` writes all files or none, and never one that does not parse. The findings show the syntax error that is left.",
  },
  P801: {
    slug: "no-policy-found",
    severity: "error",
    message: "no policy found: {where}",
    explain:
      "Checking nothing would look like a check without problems, so an empty set of policies is an error. Name files or folders, or run `policyc init`.",
  },
  P802: {
    slug: "no-such-path",
    severity: "error",
    message: "`{path}` matches no file{hint}",
    explain:
      "Every path and pattern on the command line must match a file, because a typing mistake would otherwise check nothing.",
  },
  P803: {
    slug: "cannot-read",
    severity: "error",
    message: "cannot read `{path}`: {why}",
    explain: "A file that cannot be read cannot be checked, and is never skipped.",
  },
  P804: {
    slug: "cannot-write",
    severity: "error",
    message: "cannot write `{path}`: {why}",
    explain: "Files are written completely or not at all; the previous content is unchanged.",
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
      "A run without any `test` block proves nothing and therefore fails. `policyc check` runs the examples of rules, too.",
  },
  P807: {
    slug: "event-unreadable",
    severity: "error",
    message: "the event in {where} is not one JSON object: {why}",
    explain:
      "`policyc eval` and `policyc ask` read one JSON object: an event with a `point` and the fields of that point, or what an agent sends to its hooks.",
  },
  P808: {
    slug: "no-rules",
    severity: "error",
    message: "these policies contain no rules",
    help: 'write a rule, or `use` a pack such as "std/secrets"',
    explain:
      "A set of policies without rules decides nothing, yet a bundle built from it would look like protection. `std/self`, which is part of every bundle, does not count.",
  },
  P809: {
    slug: "trust-unconfirmed",
    severity: "error",
    message: "trusting a bundle needs confirmation: run this in a terminal, or pass `--yes`",
    explain:
      "Trust lets code from a repository run, so a person must confirm it after seeing its path, revision and rules. In a script, `--yes` gives that confirmation.",
  },
  P810: {
    slug: "trust-store-unusable",
    severity: "error",
    message: "the trust store `{path}` cannot be used: {why}",
    explain:
      "A store that is damaged, or that other users could have written, is not used and not changed. Inspect it, then repair or remove it.",
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
    message: "the bundle `{path}` has scope {scope}; only bundles of scope repo are trusted per workspace",
    help: "build it with `scope repo`, or load it as the user's own",
    explain:
      "Trust concerns code that comes with a repository. Bundles of other scopes are named by whoever starts the runtime.",
  },
  P813: {
    slug: "nothing-to-import",
    severity: "error",
    message: "there is nothing to import {where}: no file of {agents}",
    help: "name the file: `policyc import FILE --from AGENT`",
    explain:
      "`policyc import` looks for the files in which the agents keep permissions: in the project, in the home folder, and where administrators put them.",
  },
  P814: {
    slug: "import-one-at-a-time",
    severity: "error",
    message: "cannot determine which agent `{path}` belongs to: name it with `--from`, or import the file by itself",
    explain:
      "Several files can be imported together if all of them hold permissions. A configuration of hooks is imported by itself.",
  },
  P820: {
    slug: "install-unconfirmed",
    severity: "error",
    message: "changing an agent's configuration needs confirmation: run this in a terminal, or pass `--yes`",
    explain:
      "The entries make the agent run a program before every call, so a person must confirm them after seeing the change. In a script, `--yes` gives that confirmation; `--dry-run` only shows the change.",
  },
  P821: {
    slug: "install-not-honoured",
    severity: "error",
    message: "{agent} cannot enforce this bundle: {count} entries of the capability matrix rule it out:",
    help: "declare the agent with `target`; the compiler then shows what to write instead",
    explain:
      "A bundle is installed only where all of its rules can be enforced, because a rule that the agent cannot carry out would look like protection. Build the bundle with the agent among its targets, and use `else` for effects that the agent lacks.",
  },
  P822: {
    slug: "install-configuration-refused",
    severity: "error",
    message: "`{path}` was not changed: {why}",
    explain:
      "A configuration that cannot be parsed, or that is not a regular file, is never changed. Correct it and install again.",
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
    message: "{agent} cannot run this bundle as a plug-in: {why}",
    explain:
      "The agent runs plug-ins inside its own process. A rule that a plug-in cannot enforce would look like protection, so the bundle is refused.",
  },
  P830: {
    slug: "serve-not-started",
    severity: "error",
    message: "the resident process could not start: {why}",
    explain:
      "It listens on a socket in a private folder of the user, by default `~/.policyc/run`. One process serves each folder; `policyc serve --status` says whether one is running.",
  },
  P831: {
    slug: "serve-not-answering",
    severity: "error",
    message: "no resident process answers in `{folder}`: {why}",
    explain:
      "Without a resident process every hook call decides by itself. `policyc serve` starts one, and replaces a socket that a killed process left behind.",
  },
  P832: {
    slug: "nothing-to-ask",
    severity: "error",
    message: "there is no policy in `{folder}`: no agent has one installed, and there is no bundle and no policy file",
    explain:
      "`policyc ask` asks the policy in force in the folder. `policyc init` writes a first one; `--bundle` and `--policy` name another, for example `--policy profile/standard`.",
  },
  P833: {
    slug: "payload-unreadable",
    severity: "error",
    message: "the call in {where} cannot be read: {why}",
    explain:
      "A JSON object with a `point` is an event in policyc's own form. Any other must be what an agent sends to its hooks; `policyc ask --agent` names the agent where the payload does not show it.",
  },
  P834: {
    slug: "question-unclear",
    severity: "error",
    message: "the question is not clear: {why}",
    explain:
      "`policyc ask` takes one call: a command line in quotes, an address, a path with `--read` or `--write`, a prompt, or a file or stdin with an agent's payload.",
  },
  P867: {
    slug: "setup-no-agent",
    severity: "error",
    message: "no agent was found here; name one, as in `policyc setup --agent claude-code`",
    explain:
      "`policyc setup` looks for programs of agents in PATH and for their settings in the project. An agent that runs inside an editor can be missed: name it. `policyc setup --help` lists all names.",
  },
  P868: {
    slug: "setup-remove-profile",
    severity: "error",
    message: "--remove and --profile cannot be combined",
    explain: "`policyc setup --remove` undoes a setup, whatever its profile is.",
  },
  P899: {
    slug: "internal-error",
    severity: "error",
    message: "internal error: {why}",
    explain:
      "This is a bug in policyc. Run the command again with POLICYC_DEBUG=1 to see where it happened, and report it.",
  },
} as const satisfies Record<string, CatalogueEntry>;
