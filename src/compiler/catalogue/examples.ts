// P5xx: examples and tests.

import type { Entry } from "./entry.ts";

const rule = (example: string): string => `rule no-production
  on before_tool_call
  when tool == "fetch" and input.url contains "production"
  block "Production is off limits."
  ${example}
`;

const branchRule = (given: string): string => `rule frozen
  on before_tool_call
  when tool == "write" and (git_branch() ?? "main") == "main"
  block "The branch is frozen."
  fires on { tool: "write", input: { path: "a.ts", content: "" } }${given}
`;

const firing = `fires on { tool: "fetch", input: { url: "https://production.example" } }`;

export const exampleCodes = {
  P501: {
    slug: "example-does-not-fire",
    severity: "error",
    message: "`{rule}` does not fire on this example: `{condition}` is false",
    explain:
      "A `fires on` example states an event on which the condition is true. It ran against the code of the bundle and was false, so either the condition or the example is wrong.",
    bad: rule(`fires on { tool: "fetch", input: { url: "https://staging.example" } }`),
    good: rule(firing),
  },
  P502: {
    slug: "example-not-ignored",
    severity: "error",
    message: "`{rule}` fires on this example, which it should ignore",
    help: "make the condition narrower, or move the example to `fires on`",
    explain:
      "An `ignores` example states an event on which the condition is false. It ran against the code of the bundle and was true.",
    bad: rule(`${firing}\n  ignores { tool: "fetch", input: { url: "https://production.example/docs" } }`),
    good: rule(`${firing}\n  ignores { tool: "fetch", input: { url: "https://staging.example/docs" } }`),
  },
  P503: {
    slug: "example-cannot-tell",
    severity: "error",
    message: "whether `{rule}` fires on this example cannot be told: {missing}",
    explain:
      "Examples run sealed: no clock, disk or environment. What the condition needs beside the event stands in `given`.",
    bad: branchRule(""),
    good: branchRule(` given { git_branch: "main" }`),
  },
  P504: {
    slug: "never-shown-to-fire",
    severity: "warning",
    message: "`{rule}` has no `fires on` example, so nothing shows that it ever fires",
    help: "add `fires on` with an event, or with a text, on which the rule is meant to fire",
    explain:
      "A rule that never fires protects nothing and nobody notices. One example, run in every check and build, shows that it does.",
    bad: rule(""),
    good: rule(firing),
  },
  P505: {
    slug: "example-malformed",
    severity: "error",
    message: "this example is not an event: {why}",
    help: "give the event every field that its point and tool require, each of its type",
    explain: "Examples are checked the way events from a host are. One that a host could not send shows nothing.",
  },
  P506: {
    slug: "example-in-error",
    severity: "error",
    message: "a condition of `{rule}` meets a value of the wrong type in this example",
    help: "give the value the type that the condition compares it with",
    explain:
      "JSON values have no declared type. Where one is not of the type that the condition needs, the condition is neither true nor false.",
    bad: `rule quiet
  on notification
  when metadata.level is present and metadata.level == "debug"
  warn "Debug output."
  fires on { kind: "log", message: "x", metadata: { level: "debug" } }
  ignores { kind: "log", message: "x", metadata: { level: 7 } }
`,
    good: `rule quiet
  on notification
  when metadata.level is present and metadata.level == "debug"
  warn "Debug output."
  fires on { kind: "log", message: "x", metadata: { level: "debug" } }
  ignores { kind: "log", message: "x", metadata: { level: "info" } }
`,
  },
  P507: {
    slug: "test-failed",
    severity: "error",
    message: "test `{test}`, step {step}: expected {expected}, got {outcome}",
    help: "`policyc test` shows the whole decision",
    explain:
      "A step of a `test` block got another decision than it states. It ran against the code of the bundle, so either the rules or the test are wrong.",
  },
} as const satisfies Record<string, Entry>;
