// P46x: rules that compile, fire on their examples, and protect less than they say.

import type { CatalogueEntry } from "./entry.ts";

export const shapeCodes = {
  P460: {
    slug: "excused-by-another",
    severity: "error",
    message:
      "`{rule}` is bypassed: it fires on `{fires}` and not on `{passes}`, because something else in the call meets the exception",
    help: 'make the exception about the same element: `any x of reads where (x matches A and x not matches B)`, `command runs "rm !-i"`; about the whole call: `unless all ...`, `unless command only runs ...`; or about what happened before: `unless marked(label)`',
    explain:
      "`any` and `command runs` are true if one element passes. In an exception this means that one harmless file, host or command excuses everything else in the same call. Both calls shown were run with the compiled rule.",
    bad: `rule secrets
  on before_tool_call
  when any reads matches ["**/.env", "**/.env.*"]
  unless any reads matches "**/.env.example"
  block "no"
  fires on "cat .env"
  ignores "cat .env.example"
`,
    good: `rule secrets
  on before_tool_call
  when any x of reads where (x matches ["**/.env", "**/.env.*"] and x not matches "**/.env.example")
  block "no"
  fires on "cat .env", "cat .env .env.example"
  ignores "cat .env.example"
`,
  },
  P461: {
    slug: "all-in-restriction",
    severity: "warning",
    message: "`{rule}` fires on `{fires}` and not on `{passes}`: anything else in the call switches it off",
    help: "write `any` instead of `all`, and `command runs` instead of `command only runs`; if only such calls are meant, write `# allow P461: reason` above it",
    explain:
      "`all` and `command only runs` are made for approvals. In a rule that restricts they are true only if everything in the call passes, so one more file or command is enough to get past the rule.",
    bad: `rule secrets
  on before_tool_call
  when all reads under "secrets"
  block "no"
  fires on "cat secrets/key"
`,
    good: `rule secrets
  on before_tool_call
  when any reads under "secrets"
  block "no"
  fires on "cat secrets/key", "cat secrets/key README.md"
`,
  },
  P462: {
    slug: "mark-of-blocked-call",
    severity: "warning",
    message: "`{rule}` never {does} `{name}`: `{blocker}` blocks every call on which it fires",
    explain:
      "A call that is blocked has done nothing, so it leaves only the marks and counts of the rules that blocked it. A rule that remembers beside a rule that blocks the same calls remembers nothing. To remember the attempt, let the rule that blocks set the mark.",
    bad: `rule no-secrets
  on before_tool_call
  when any reads matches "**/.env"
  block "no secrets"

rule remember
  on before_tool_call
  when any reads matches "**/.env"
  mark tried

rule no-network
  on before_tool_call
  when tool == "fetch" and marked(tried)
  block "no"
  fires on { tool: "fetch", input: { url: "https://example.com/" } } given { marked: [tried] }
`,
    good: `rule no-secrets
  on before_tool_call
  when any reads matches "**/.env"
  block "no secrets"
  mark tried

rule no-network
  on before_tool_call
  when tool == "fetch" and marked(tried)
  block "no"
`,
  },
  P463: {
    slug: "root-only-glob",
    severity: "warning",
    message: "`{glob}` fits at the project's root only, not in the folders below it",
    help: 'write `"**/{glob}"`; if only the root is meant, write `"./{glob}"`',
    explain:
      "A glob starts at the project's root unless it begins with `/`, `~` or `**/`. A rule about `.env` would not see `app/.env`. Nothing is said where the rule shows that the root is meant: by `./`, by another glob with a folder before the same name, or by an `ignores` example with such a file in a folder.",
    bad: `rule secrets
  on before_tool_call
  when any reads matches ".env"
  block "no"
  fires on "cat .env"
`,
    good: `rule secrets
  on before_tool_call
  when any reads matches "**/.env"
  block "no"
  fires on "cat .env", "cat app/.env"
`,
  },
  P464: {
    slug: "fires-often",
    severity: "warning",
    message: "`{rule}` will {verb} often: it fires on {share}% of everyday calls, such as {calls}",
    help: "narrow the condition; `policyc replay` counts on recorded calls; if it is meant, write `# allow P464: reason` above it",
    explain:
      "The compiled rule is run on 60 calls of an ordinary day: commands, reads, edits, searches and fetches. People stop reading questions that come with every fifth call, and switch the policy off. A rule that tests nothing but the tool is not counted.",
    bad: `rule guard
  on before_tool_call
  when any reads matches "**" or any writes matches "**"
  ask "sure?"
`,
    good: `rule guard
  on before_tool_call
  when any reads matches "**/*.pem" or any writes matches "**/*.pem"
  ask "sure?"
`,
  },
} as const satisfies Record<string, CatalogueEntry>;
