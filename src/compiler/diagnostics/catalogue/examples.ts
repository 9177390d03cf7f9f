// P5xx: examples and tests.

import type { CatalogueEntry } from "./entry.ts";

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

const listRule = (items: string): string => `let forbidden = ${items}

rule no-deployments
  on before_tool_call
  when tool_name in forbidden
  block "Not from here."
`;

/** Each of the two tests is easy to satisfy, both together are not: one text in thousands matches both. */
const twoShapes = (example: string): string => `rule strange
  on user_prompt_submit
  when prompt matches /^(?:ab|c){12}$/ and prompt matches /^(?:a|bc){12}$/
  block "No."${example}
`;

export const exampleCodes = {
  P501: {
    slug: "example-does-not-fire",
    severity: "error",
    message: "`{rule}` does not fire on this example: `{condition}` is false",
    explain:
      "A `fires on` example is an event on which the condition should be true. The compiled code found it false, so either the condition or the example is wrong.",
    bad: rule(`fires on { tool: "fetch", input: { url: "https://staging.example" } }`),
    good: rule(firing),
  },
  P502: {
    slug: "example-not-ignored",
    severity: "error",
    message: "`{rule}` fires on this example, which it should ignore",
    help: "make the condition narrower, or move the example to `fires on`",
    explain:
      "An `ignores` example is an event on which the condition should be false. The compiled code found it true, so either the condition or the example is wrong.",
    bad: rule(`${firing}\n  ignores { tool: "fetch", input: { url: "https://production.example/docs" } }`),
    good: rule(`${firing}\n  ignores { tool: "fetch", input: { url: "https://staging.example/docs" } }`),
  },
  P503: {
    slug: "example-cannot-tell",
    severity: "error",
    message: "it cannot be determined whether `{rule}` fires on this example: {missing}",
    explain:
      "Examples run without access to clock, disk and environment. What the condition needs besides the event is given with `given`.",
    bad: branchRule(""),
    good: branchRule(` given { git_branch: "main" }`),
  },
  P504: {
    slug: "never-shown-to-fire",
    severity: "error",
    message: "nothing shows that `{rule}` ever fires: no event was found on which `{condition}` is true",
    help: "add `fires on` with an event that the rule should fire on",
    explain:
      "A rule that never fires protects nothing, and nobody notices, so every rule must be shown to fire. For a rule without `fires on` the compiler builds events from the condition and runs the compiled code on them. The rule fired on none of them. That does not prove that the condition is impossible; an example proves that it is possible.",
    bad: twoShapes(""),
    good: twoShapes(`\n  fires on "${"abc".repeat(6)}"`),
  },
  P505: {
    slug: "example-malformed",
    severity: "error",
    message: "this example is not an event: {why}",
    help: "give the event every field that its point and tool require, each with a value of its type",
    explain: "Examples are checked like events from an agent. An example that no agent could send proves nothing.",
  },
  P506: {
    slug: "example-in-error",
    severity: "error",
    message: "a condition of `{rule}` reads a value of the wrong type in this example",
    help: "use a value of the type that the condition compares it with",
    explain:
      "JSON values have no declared type. If one does not have the type that the condition needs, the condition is neither true nor false.",
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
      "The compiled code decided a step of a `test` block differently from what the step expects, so either the rules or the test are wrong.",
  },
  P508: {
    slug: "rule-switched-off",
    severity: "warning",
    message: "`{rule}` is switched off: its condition is false for every event",
    help: "exclude the rule with `without {rule}`, or give its parameter a value",
    explain:
      "An empty list, or a constant that is false, makes the whole condition false, so the rule compiles and never fires. An empty parameter of a pack is a way to switch a rule off; `without` says so explicitly.",
    bad: listRule("[]"),
    good: listRule('["deploy"]'),
  },
  P509: {
    slug: "not-every-tool",
    severity: "warning",
    message: "`{rule}` was shown to fire for {shown}, but no event was found for {tools}",
    help: "test the tool if the rule is only about some of them, or say in another way what the call touches",
    explain:
      "A rule about `reads`, `writes`, `deletes`, `uploads` or `hosts` that does not test the tool is about every tool. At build, an event is sought for each tool that can fill the view, so that the same action is not refused to one tool and granted to another.",
    bad: `rule together\n  on before_tool_call\n  when any reads under "keys" and any reads under "certs"\n  block "not both"\n`,
    good: `rule frozen\n  on before_tool_call\n  when any writes under "vendor"\n  block "not ours"\n`,
  },
  P516: {
    slug: "no-such-test",
    severity: "error",
    message: "`{word}` matches no test",
    help: "give the name of a test, a part of it, a pattern with `*`, a file or `file:line`",
    explain:
      "`--only` selects tests. A word that selects none is probably a typing mistake, and a run of no tests would look like a run without failures.",
  },
  P517: {
    slug: "form-escapes",
    severity: "error",
    message: "`{rule}` does not fire on an equivalent form of this example, {family}: `{form}`",
    help: "test what runs, with `command runs` or a view, not how it is written",
    explain:
      "`policyc test --harden` derives equivalent forms of every shell example: wrapped, quoted, reordered, chained, passed to another shell. A rule that misses one of them is easily evaded, by accident or on purpose.",
  },
  P518: {
    slug: "form-unclear",
    severity: "error",
    message: "it cannot be determined whether `{rule}` fires on an equivalent form of this example, {family}: `{form}`",
    help: "the rule then takes its `if unknown` outcome; test what runs with `command runs` or a view",
    explain:
      "The form does the same as the example, but the engine cannot determine that. The rule asks or blocks instead of applying its own effect: the form is not let through, but the answer is not the intended one.",
  },
  P519: {
    slug: "form-fires",
    severity: "error",
    message: "`{rule}` fires on a form of this example that it should ignore, {family}: `{form}`",
    help: "text that is only printed runs nothing; test what runs, with `command runs` or a view",
    explain:
      "`policyc test --harden` also derives forms that only print or store the text of an example, and equivalent forms of what a rule ignores. A rule that fires on them gets in the way of harmless work; an approval that is true of a longer form approves something that nobody reviewed.",
  },
  P520: {
    slug: "no-forms",
    severity: "error",
    message: "there is no shell example to derive equivalent forms from",
    help: "add `fires on` with a command line to the rules about commands",
    explain:
      "`--harden` uses the shell examples of all rules, or of those that `--only` names. Without any, the run proves nothing and therefore fails.",
  },
  P521: {
    slug: "never-seen",
    severity: "warning",
    message: "no example and no test shows this {what}",
    help: "add an example or a test that shows it",
    explain:
      "`policyc test --coverage` measures what examples and tests exercise: every rule should fire, and every condition should be true once and false once. What is never exercised may be wrong without anybody noticing.",
  },
  P522: {
    slug: "mutant-survives",
    severity: "warning",
    message: "no example and no test of `{rule}` detects this change of `{text}`: {change}",
    help: "add an example or a test that fails with this change",
    explain:
      "`policyc test --mutate` makes one change to a rule at a time and runs its examples and all tests. A change that none of them detects could also be made by mistake.",
  },
  P523: {
    slug: "nothing-to-mutate",
    severity: "error",
    message: "there is nothing to mutate in these rules",
    help: "name files with rules of your own, or name rules of packs with `--only`",
    explain:
      "`--mutate` changes the rules of the given files, or those that `--only` names. If nothing can be changed, the run proves nothing and therefore fails.",
  },
  P524: {
    slug: "below-threshold",
    severity: "error",
    message: "{what} is {found} %, but {wanted} % is required",
    explain:
      "`--min` is the coverage that rules and conditions must reach; `--min-score` is the percentage of mutants that must be detected. Rules of packs do not count.",
  },
} as const satisfies Record<string, CatalogueEntry>;
