// Rules as people write them, no two alike: commands, patterns, globs, sets, labels, counters, facts and rewrites. None has
// an example, so that every one needs a witness.

const kinds = [
  (i) => `rule no-drop-${i}
  on before_tool_call
  when command runs "kubectl delete namespace team-${i}"
  block "namespace {command}"`,
  (i) => `rule tool-${i}-forced
  on before_tool_call
  when command runs "deploy-${i} --force" and any writes under "services/s${i}"
  ask "forced?" else block`,
  (i) => `rule ticket-${i}
  on user_prompt_submit
  when prompt matches /\\bTICKET-${i}-[0-9]{3,5}\\b/i
  warn "ticket ${i}"`,
  (i) => `rule migrations-${i}
  on before_tool_call
  when tool in ["write", "edit"] and any writes matches "services/s${i}/**/*.sql"
  block "migrations of ${i}"`,
  (i) => `rule hosts-${i}
  on before_tool_call
  when any hosts in ["a${i}.example.org", "b${i}.example.org", "c${i}.example.net"]
  block "{hosts}"`,
  (i) => `rule reads-${i}
  on before_tool_call
  when any reads matches ["vault/v${i}/**", "**/.secret-${i}*"]
  mark seen-${i}`,
  (i) => `rule sends-${i}
  on before_tool_call
  when marked(seen-${i - 1}) and any hosts not in ["localhost", "h${i}.example.org"]
  block "{hosts} after the vault"`,
  (i) => `rule searches-${i}
  on before_tool_call
  when tool == "web_search" and input.query contains "topic ${i}"
  count searches-${i}`,
  (i) => `rule too-many-${i}
  on before_tool_call
  when tool == "web_search" and counted(searches-${i - 1}, 10m) > ${2 + (i % 5)}
  ask "again?" else block`,
  (i) => `rule keys-${i}
  on after_tool_result
  when output matches /\\bK${i}_[A-Z0-9]{16}\\b/
  block "a key of ${i}"`,
  (i) => `rule server-${i}
  on before_tool_call
  when tool == "mcp" and mcp.server == "server-${i}" and mcp.tool in ["delete", "purge-${i}"]
  block "server ${i}"`,
  (i) => `rule elevated-${i}
  on before_tool_call
  when any c of command.calls where (c.program == "tool${i}" and (c.elevated or any c.args starts with "--x${i}"))
  block "elevated ${i}"`,
  (i) => `rule frozen-${i}
  on before_tool_call
  when any deletes under "packages/p${i}" and git_branch() matches "release/${i}/*"
  unless command runs "git rm --cached"
  block "frozen ${i}"`,
  (i) => `rule external-${i}
  on before_tool_call
  when any e of command.external where (e.name == "task-${i}" and e.fresh)
  ask "task ${i}?" else block`,
  (i) => `tool vendor-${i} { arg: string, dry_run?: bool }
rule dry-${i}
  on before_tool_call
  when tool == "vendor-${i}" and not (input.dry_run ?? false) and length(input.arg) > ${i % 40}
  set input.dry_run = true`,
];

/** Exactly so many rules; a rule that tests a label or counter stands right behind the one that sets it. */
export function variedRules(count) {
  const whole = Math.floor(count / kinds.length) * kinds.length;
  const rules = Array.from({ length: whole }, (_, i) => kinds[i % kinds.length](i));
  for (let i = whole; i < count; i++) rules.push(kinds[0](i));
  return rules.join("\n\n");
}

/** Mistakes among the rules above, and the code of each. */
export const planted = {
  P430: `rule planted-never
  on before_tool_call
  when tool == "mcp" and mcp.server == "server-10" and mcp.tool == "list" and mcp.tool starts with "delete"
  block "never"`,
  P432: kinds[4](4).replace("rule hosts-4", "rule planted-copy"),
  P433: `rule planted-nothing-left
  on before_tool_call
  when tool == "edit" and any writes under "services/s3/sql"
  unless tool in ["edit", "write"]
  block "nothing left"`,
  P434: `rule planted-narrower
  on before_tool_call
  when tool == "mcp" and mcp.server == "server-10" and mcp.tool == "delete"
  ask "delete?" else block`,
};
