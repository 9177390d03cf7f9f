// The policy that every door is asked about: each kind of effect, session state that one event leaves for a later one, and facts
// of the environment and of the project's folder.

/** A variable that the rules ask for, as the steps have it unless they say otherwise. */
export const STAGE = { POLICYC_DOORS_STAGE: "test" } as const;

/** `greeting` makes another revision of the same rules. */
export const policyText = (greeting = "A look around."): string => `language 1

rule no-force-push
  on before_tool_call
  when command runs "git push --force"
  block "{command} rewrites shared history."
  fires on "git push --force"

rule pushes-need-a-person
  on before_tool_call
  when command runs "git push !--force"
  ask "Push now?"
  fires on "git push"

rule clean-installs
  on before_tool_call
  when tool == "bash" and input.command == "npm install"
  set input.command = "npm ci"
  fires on "npm install"

rule looking-is-fine
  on before_tool_call
  when command only runs "git status"
  allow
  fires on "git status"

rule listings
  on before_tool_call
  when command runs "ls"
  note "${greeting}"
  fires on "ls"

rule loud-builds
  on before_tool_call
  when command runs "make"
  warn "about to run {command}"
  fires on "make all"

rule no-dates
  on before_tool_call
  when tool == "bash" and input.command == "date"
  respond "it is always noon"
  fires on "date"

rule enough
  on before_tool_call
  when tool == "bash" and input.command == "halt"
  stop "That is enough."
  fires on "halt"

rule secrets-are-remembered
  on before_tool_call
  when any reads matches "**/.env"
  mark secret-read
  fires on "cat .env"

rule no-network-after-secrets
  on before_tool_call
  when marked(secret-read) and any hosts not in ["localhost"]
  block "This session has read secrets; {hosts} is off limits."
  fires on "curl https://example.org" given { marked: [secret-read] }

rule keys-in-results
  on after_tool_result
  when output matches /AKIA[0-9A-Z]{16}/
  set output = mask(output, /AKIA[0-9A-Z]{16}/)
  mark key-seen
  fires on { tool: "bash", input: { command: "env" }, output: "AKIAIOSFODNN7EXAMPLE", is_error: false }

rule no-pastes-after-keys
  on before_tool_call
  when marked(key-seen) and tool in ["write", "edit"]
  block "A key was seen; nothing is written."
  fires on { tool: "write", input: { path: "a", content: "" } } given { marked: [key-seen] }

rule tests-have-run
  on after_tool_result
  when command runs "npm test" and not is_error
  mark tested
  fires on { tool: "bash", input: { command: "npm test" }, output: "ok", is_error: false }

rule tests-before-the-end
  on before_completion_decision
  unless marked(tested)
  block "Run the tests before you finish."
  fires on {}

rule count-echoes
  on before_tool_call
  when command runs "echo"
  count echoes
  fires on "echo a"

rule few-echoes
  on before_tool_call
  when command runs "echo" and counted(echoes, 24h) > 3
  block "Three are enough."
  fires on "echo a" given { counted: { echoes: 3 } }

@shadow
rule count-echoes-again
  on before_tool_call
  when command runs "echo"
  count echoes-again
  fires on "echo a"

@shadow
rule fewer-echoes
  on before_tool_call
  when command runs "echo" and counted(echoes-again, 24h) > 2
  block "This is only tried out."
  fires on "echo a" given { counted: { echoes-again: 3 } }

rule failures-are-remembered
  on after_tool_failure
  mark failed
  fires on { tool: "bash", input: { command: "a" }, error: "no" }

rule no-retries
  on before_tool_call
  when marked(failed) and command runs "npm test"
  warn "It failed before."
  fires on "npm test" given { marked: [failed] }

rule no-passwords
  on user_prompt_submit
  when prompt contains "hunter2"
  set prompt = mask(prompt, /hunter2/)
  fires on "hunter2"

rule no-orders
  on user_prompt_submit
  when prompt contains "password"
  block "No passwords in prompts."
  fires on "my password"

rule production-is-closed
  on before_tool_call
  when command runs "deploy" and env("POLICYC_DOORS_STAGE") == "production"
  block "Nothing is deployed to production from here."
  fires on "deploy" given { env: { POLICYC_DOORS_STAGE: "production" } }

rule deploys-elsewhere
  on before_tool_call
  when command runs "deploy" and env("POLICYC_DOORS_STAGE") == "test"
  note "This is the test stage."
  fires on "deploy" given { env: { POLICYC_DOORS_STAGE: "test" } }

rule frozen
  on before_tool_call
  when any writes under "infra" and file_exists("FROZEN")
  block "{writes} is frozen."
  fires on "touch infra/a" given { file_exists: ["FROZEN"] }

rule on-a-release-branch
  on before_tool_call
  when command runs "git commit" and git_branch() matches "release/*"
  ask "Commit to a release branch?"
  fires on "git commit" given { git_branch: "release/1" }
`;
