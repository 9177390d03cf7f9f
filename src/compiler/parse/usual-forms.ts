// How each part of a policy is written, for a message about text that fits nowhere.

import { type Slip, typeAt } from "./slip-context.ts";

const byDeclaration: ReadonlyMap<string, string> = new Map([
  ["Language", "`language 1`"],
  ["Scope", "`scope user`"],
  ["Target", "`target claude-code, codex`"],
  ["Use", '`use "std/secrets"`, `use "std/egress" with allowed-hosts = ["github.com"] without some-rule`'],
  ["Param", '`param allowed-hosts: list<string> = ["github.com"]`'],
  ["Let", '`let protected = ["main", "release/*"]`'],
  ["Def", '`def is-secret(p: path) = p matches "**/.env*"`'],
  ["Tool", "`tool deploy { env: string, dry_run?: bool }`"],
  ["Program", '`program "acme-run" { wrapper, flag "-e" takes value }`'],
  ["Test", '`test "pushes are blocked" { "git push" expect block }`'],
]);

const byWord: ReadonlyMap<string, string> = new Map([
  ["Given", '`given { git_branch: "main", env: { CI: "1" } }`'],
  ["Run", '`run ["python3", file("hooks/scan.py")] timeout 2s`'],
  ["Mark", "`mark secret-read`"],
  ["Count", "`count pushes`"],
  ["Respond", '`respond "not here"`'],
  ["Set", "`set output = mask(output, /AKIA[0-9A-Z]{16}/)`"],
  ["Fires", '`fires on "git push -f", { tool: "read", input: { path: ".env" } }`'],
  ["Ignores", '`ignores "git push"`'],
  ["Unknown", "`if unknown ask`"],
  ["If", "`if unknown ask`"],
  ["Expect", "`expect block by no-force-push`"],
  ["When", '`when tool == "bash" and command runs "git push"`'],
  ["Unless", '`unless any writes under "src"`'],
]);

const RULE = '`rule NAME on before_tool_call when command runs "git push --force" block "Why."`';

/** The form of the clause or declaration that the error is in. */
export function usualForm(slip: Slip): string {
  const head = slip.run[0]?.tokenType.name ?? "";
  for (let offset = -1; offset >= -6; offset--) {
    const form = byWord.get(typeAt(slip, offset));
    if (form !== undefined && !/^(Let|Use|Param|Target|Scope|Language)$/.test(head))
      return `it is written like this: ${form}`;
  }
  const form = slip.at > 0 ? byDeclaration.get(head) : undefined;
  return form === undefined ? `a rule is written like this: ${RULE}` : `it is written like this: ${form}`;
}
