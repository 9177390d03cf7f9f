// Examples of every verb: a command line and what it is for. A test checks that verbs and options exist.

export const verbExamples: { readonly [verb: string]: readonly (readonly [line: string, what: string])[] } = {
  setup: [
    ["policyc setup", "choose agents and a profile, see what it does, say yes"],
    ["policyc setup --yes --agent claude-code --agent codex --profile standard", "the same without questions"],
    ["policyc setup --remove", "undo it"],
  ],
  init: [["policyc init policies/team.policy", "write a first policy to start from"]],
  check: [
    ["policyc check", "check every policy below policies/"],
    ["policyc check --fix", "apply the printed fixes, and say what changed"],
    ["policyc check policies/team.policy --witness", "also show an event on which each rule fires"],
    ["policyc check --strict --format github", "in CI: warnings fail, findings appear beside the lines"],
  ],
  fmt: [
    ["policyc fmt", "format every policy below policies/"],
    ["policyc fmt --check", "in CI: fail if a file would change"],
  ],
  test: [
    ["policyc test", "run all tests"],
    ["policyc test --only secrets --watch", "run some tests again whenever a policy changes"],
    ["policyc test --harden", "try every shell example in other spellings"],
    ["policyc test --coverage --min 90", "fail if fewer than nine in ten rules and conditions were seen"],
    ["policyc test --mutate", "find changes to rules that no example or test notices"],
  ],
  build: [
    ["policyc build", "compile policies into a bundle"],
    ["policyc build --target claude-code", "and make sure that the agent can enforce them"],
    ["policyc build --no-run", "refuse rules that start external programs"],
  ],
  ask: [
    ["policyc ask 'git push -f'", "say what the policy in force decides about a command"],
    ["policyc ask --read app/.env --agent claude-code", "about a file, with the reply that Claude Code would get"],
    ["policyc ask --policy profile/standard 'npm publish'", "ask a profile before using it"],
    ["policyc ask --file call.json --format json", "ask about what an agent sent to its hook"],
  ],
  eval: [
    ["policyc eval .policyc/bundle --command 'git push -f'", "ask a bundle about a command"],
    ["policyc eval .policyc/bundle event.json", "ask a bundle about one event"],
    ["policyc eval .policyc/bundle event.json --explain", "and show why each rule did or did not fire"],
  ],
  replay: [
    ["policyc replay .policyc/bundle logs", "run recorded events through a bundle"],
    ["policyc replay new logs --against old --fail-on loosened", "fail if the new bundle is looser than the old one"],
  ],
  explain: [
    ["policyc explain P401", "say what a code means"],
    ["policyc explain", "list all codes"],
  ],
  inspect: [
    ["policyc inspect policies", "read every rule as a sentence"],
    ["policyc inspect .policyc/bundle", "the same for a bundle"],
  ],
  diff: [
    ["policyc diff old.policy new.policy", "compare two policies by what they decide"],
    ["policyc diff --git main policies --fail-on loosened", "in CI: fail if a branch loosens the policies"],
  ],
  packs: [
    ["policyc packs", "list the packs and profiles"],
    ["policyc packs std/secrets", "show the rules and parameters of one"],
    ["policyc packs --format json", "the same for programs, all packs with rules and parameters"],
  ],
  capabilities: [
    ["policyc capabilities --target codex", "show what rules can do on an agent"],
    ["policyc capabilities --point before_tool_call", "compare all agents at one point"],
  ],
  shell: [["policyc shell 'cd app && git push -f'", "show how policyc reads a command line"]],
  trust: [
    ["policyc trust add", "trust the bundle of the repository in this folder, as it is now"],
    ["policyc trust list", "show what is trusted"],
    ["policyc trust remove", "no longer trust it"],
  ],
  hook: [
    [
      "policyc hook --agent claude-code --bundle .policyc/bundle",
      "answer one agent call; `policyc install` writes this",
    ],
    ["policyc hook --agent claude-code --capture seen.jsonl", "record what the agent sends and let everything pass"],
  ],
  serve: [
    ["policyc serve --status", "show what the resident process does"],
    ["policyc serve --stop", "end it"],
    ["policyc serve --http 7311 .policyc/bundle", "run it yourself, for agents with HTTP hooks"],
  ],
  install: [
    ["policyc install claude-code", "show the change to the agent's configuration, ask, and make it"],
    ["policyc install claude-code --doctor", "try the installed hook: does it really refuse?"],
    ["policyc install --status", "show what is installed in which agent"],
    ["policyc install claude-code --remove", "take it out again"],
  ],
  "hook-test": [["policyc hook-test policyc -- python3 my-hook.py", "try an external hook with sample events"]],
  import: [
    ["policyc import", "what there is to import"],
    ["policyc import --from claude-code -o policies/claude-code.policy", "all settings of Claude Code as one policy"],
    ["policyc import ~/.codex/rules/default.rules", "one file, to stdout"],
    ["policyc import .neocode/hooks.yaml -o policies/hooks.policy", "turn a hook configuration into a policy"],
  ],
  emit: [
    ["policyc emit .policyc/bundle --target ignis -o hooks.json", "write the configuration of a host"],
    ["policyc emit codex-rules asks.policy -o policyc.rules", "write an agent's own rule file"],
  ],
  "mcp-proxy": [["policyc mcp-proxy --bundle .policyc/bundle -- node server.js", "judge every call of an MCP server"]],
  completion: [
    ["policyc completion bash > ~/.local/share/bash-completion/completions/policyc", "complete verbs and options"],
  ],
};
