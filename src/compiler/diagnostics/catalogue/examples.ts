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

const listRule = (items: string): string => `let forbidden = ${items}

rule no-deployments
  on before_tool_call
  when tool_name in forbidden
  block "Not from here."
`;

/** Each of the tests is easy to meet, both together are not: one text in thousands of each has both shapes. */
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
    severity: "error",
    message: "nothing shows that `{rule}` ever fires: no event was found on which `{condition}` is true",
    help: "add `fires on` with an event on which the rule is meant to fire",
    explain:
      "A rule that never fires protects nothing and nobody notices, so every rule must be shown to fire. For a rule without `fires on` the compiler builds events from its condition and tries them on the code of the bundle. None of them fired. That does not prove the condition impossible; one example does prove that it is not.",
    bad: twoShapes(""),
    good: twoShapes(`\n  fires on "${"abc".repeat(6)}"`),
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
  P508: {
    slug: "rule-switched-off",
    severity: "warning",
    message: "`{rule}` is switched off: its condition is false whatever the event",
    help: "leave the rule out with `without {rule}`, or give its parameter a value",
    explain:
      "A list without items, or a constant that is false, makes the whole condition false. The rule compiles and never fires. As a parameter of a pack that is a way to switch a rule off; leaving it out by name says so openly.",
    bad: listRule("[]"),
    good: listRule('["deploy"]'),
  },
  P516: {
    slug: "no-such-test",
    severity: "error",
    message: "`{word}` names nothing to test",
    help: "give the name of a test, a part of it, a pattern with `*`, a file or `file:line`",
    explain:
      "`--only` chooses tests. A word that chooses none is most likely a slip, and a run over nothing would look like a run without failures.",
  },
  P517: {
    slug: "form-escapes",
    severity: "error",
    message: "`{rule}` does not fire on a form of this example that runs the same, {family}: `{form}`",
    help: "say what must not run with `command runs` or a view, not how it is written",
    explain:
      "`policyc test --harden` derives from every shell example forms that run the same: wrapped, quoted, reordered, chained, handed to another shell. A rule that one of them escapes is easily got round, by chance or on purpose.",
  },
  P518: {
    slug: "form-unclear",
    severity: "error",
    message: "whether `{rule}` fires on a form of this example that runs the same cannot be told, {family}: `{form}`",
    help: "what the rule does then is its outcome for what is unknown",
    explain:
      "The form runs the same as the example, and the engine cannot tell. The rule asks or blocks instead of giving its own effect, so the form is not let through, and the answer is not the one that was meant.",
  },
  P519: {
    slug: "form-fires",
    severity: "error",
    message: "`{rule}` fires on a form of this example that it should ignore, {family}: `{form}`",
    help: "a text that is only printed runs nothing; say what must not run with `command runs` or a view",
    explain:
      "`policyc test --harden` also derives forms that only print or store the text of an example, and forms of what a rule ignores that run the same. A rule that fires on them gets in the way of harmless work; an approval that holds for a form with more in it approves what nobody looked at.",
  },
  P520: {
    slug: "no-forms",
    severity: "error",
    message: "there is no shell example to derive forms from",
    help: "give the rules about commands `fires on` with a command line",
    explain:
      "`--harden` takes the shell examples of rules, or of those that `--only` names. Without one nothing is shown, so the run is no success.",
  },
  P521: {
    slug: "never-seen",
    severity: "warning",
    message: "no example and no test shows this {what}",
    help: "add an example or a test that does",
    explain:
      "`policyc test --coverage` looks at what examples and tests have shown: every rule fires, every condition is true once and false once. What was never seen may be wrong, and nobody would notice.",
  },
  P522: {
    slug: "mutant-survives",
    severity: "warning",
    message: "no example and no test of `{rule}` notices this change of `{text}`: {change}",
    help: "add an example or a test that fails then",
    explain:
      "`policyc test --mutate` changes one thing of a rule at a time and runs its examples and all tests. A change that nothing notices could have been made by mistake.",
  },
  P523: {
    slug: "nothing-to-mutate",
    severity: "error",
    message: "there is nothing to change in these rules",
    help: "name rules of your own, or give `--only` the names of rules of packs",
    explain:
      "`--mutate` changes the rules of the files it is given, or those that `--only` names. Where nothing can be changed nothing is shown, so the run is no success.",
  },
  P524: {
    slug: "below-threshold",
    severity: "error",
    message: "{what} is {found} %, and {wanted} % is asked for",
    explain:
      "`--min` is what `--coverage` must reach, for rules and for conditions; `--min-score` is the share of mutants that must be noticed. Rules of used packs do not count.",
  },
} as const satisfies Record<string, Entry>;
