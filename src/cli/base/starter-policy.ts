// The text that `policyc init` writes. A test checks it, runs its tests and formats it.

export const starterPolicy = `# What agents may do here. \`policyc check\` finds mistakes, \`policyc test\` runs the tests below.
language 1

# The agents that must be able to enforce these rules; \`policyc capabilities\` lists what each can do.
# target claude-code

# Ready-made rules that come with policyc.
use "std/secrets"
use "shell/secrets"

# A rule says at which points it is evaluated (on), when it applies (when), and what happens then.
# Examples run with every check: a rule that does not fire on its example is an error.
rule ci-is-reviewed
  on before_tool_call
  when any writes under ".github/workflows"
  ask "{writes} changes what CI runs." else block
  fires on { tool: "write", input: { path: ".github/workflows/test.yml", content: "" } },
    "echo x > .github/workflows/test.yml"
  ignores { tool: "write", input: { path: "src/main.ts", content: "" } }, "cat .github/workflows/test.yml"

rule no-keys-in-prompts
  on user_prompt_submit
  when prompt matches /AKIA[0-9A-Z]{16}/
  block "The prompt contains an AWS access key."
  fires on "use AKIAABCDEFGHIJKLMNOP"
  ignores "which keys do we use?"

# A test is one session: events in order, each with the expected decision.
test "workflow files need a person" {
  on before_tool_call { tool: "read", input: { path: ".github/workflows/test.yml" } } expect pass
  on before_tool_call { tool: "write", input: { path: ".github/workflows/test.yml", content: "" } }
    expect ask by ci-is-reviewed
}
`;
