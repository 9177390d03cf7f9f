// Files in other languages and formats.

import type { Mistake } from "./mistake.ts";

export const otherLanguages: readonly Mistake[] = [
  [
    "yaml permissions",
    `permissions:\n  deny:\n    - Bash(git push:*)\n  allow:\n    - Read(./src/**)\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "yaml rules list",
    `rules:\n  - name: no-force-push\n    event: before_tool_call\n    action: block\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "yaml list",
    `- rule: no-force-push\n  when: git push --force\n  action: deny\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  ["yaml document", `---\nversion: 1\nrules: []\n`, "P155", "rule no-force-push on before_tool_call"],
  [
    "json permissions",
    `{\n  "permissions": {\n    "deny": ["Bash(git push:*)"]\n  }\n}\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  ["json array", `[\n  { "tool": "bash", "action": "deny" }\n]\n`, "P155", "rule no-force-push on before_tool_call"],
  [
    "claude hooks json",
    `{ "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "x" } ] } ] } }\n`,
    "P155",
    "policyc import my.policy",
  ],
  [
    "rego",
    `package agent.policy\n\nimport rego.v1\n\ndefault allow := false\n\ndeny contains msg if {\n  input.tool == "bash"\n  contains(input.command, "rm -rf")\n  msg := "no"\n}\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "rego old",
    `package agent\n\ndefault allow = false\n\ndeny[msg] {\n  input.tool == "bash"\n  msg := "no"\n}\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "cedar",
    `forbid (\n  principal,\n  action == Action::"bash",\n  resource\n) when { context.command like "*rm -rf*" };\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  ["cedar permit", `permit(principal, action, resource);\n`, "P155", "rule no-force-push on before_tool_call"],
  ["toml", `[permissions]\ndeny = ["git push"]\n`, "P155", "rule no-force-push on before_tool_call"],
  [
    "toml codex",
    `approval_policy = "on-request"\n\n[sandbox_workspace_write]\nnetwork_access = false\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "hookify",
    `---\nname: block-rm\nenabled: true\nevent: bash\npattern: rm\\s+-rf\n---\n\nDo not remove.\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "starlark codex rules",
    `prefix_rule(\n    pattern = ["git", "push"],\n    decision = "forbidden",\n)\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "javascript",
    `export default {\n  rules: [{ tool: "bash" }],\n};\n`,
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  ["hcl", `rule "no_force_push" {\n  tool = "bash"\n  action = "deny"\n}\n`, "P130", "no_force_push"],
  [
    "claude permission line",
    `deny Bash(git push:*)\n`,
    "P150",
    'on before_tool_call when command runs "git push --force" block "Why."',
  ],
  ["claude permission in a rule", `rule x\n  on before_tool_call\n  deny Bash(rm *)\n`, "P104", "block"],
  ["markdown", `# Policy\n\nNever force push.\n`, "P155", "rule no-force-push on before_tool_call"],
  [
    "plain english",
    `Never allow the agent to push with force.\n`,
    "P102",
    'rule NAME on before_tool_call when command runs "git push --force" block "Why."',
  ],
  ["shebang", `#!/bin/sh\nexit 2\n`, "P155", "rule no-force-push on before_tool_call"],
  ["empty file", ``, "P808", 'use` a pack such as "std/secrets"'],
  ["only comments", `# nothing yet\n`, "P808", 'use` a pack such as "std/secrets"'],
];
