// The text that `policyc init` and `policyc setup` write. A test checks it with each profile, runs its tests and formats it.

/** A policy that uses a profile and has one rule and one test to begin with. `agents` become its targets. */
export function starterPolicy(profile = "standard", agents: readonly string[] = []): string {
  const target =
    agents.length === 0
      ? `# The agents that must be able to enforce your rules; \`policyc capabilities\` lists what each can do.
# target claude-code`
      : `# The agents that must be able to enforce your rules.
target ${agents.join(", ")}`;
  return `# What agents may do here. \`policyc check\` finds mistakes, \`policyc test\` runs the tests below.
language 1

${target}

# Ready-made rules that come with policyc: profile/minimal, profile/standard or profile/strict.
use "profile/${profile}"

# A rule of your own: at which point it is evaluated (on), when it applies (when), and what happens then.
# Examples run with every check: a rule that does not fire on its example is an error.
rule no-deploys-from-here
  on before_tool_call
  when command runs "npm run deploy"
  ask "This deploys what is in the working folder."
    else block "Deploy from the pipeline: push the branch and open a pull request."
  fires on "npm run deploy", "cd web && npm run deploy -- --prod"
  ignores "npm run build"

# A test is one session: calls in order, each with the expected decision.
test "deploys need a person" {
  "npm run build" expect pass
  "git push --force" expect block by no-force-push
}
`;
}
