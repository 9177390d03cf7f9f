// Facts that a command line may change before it uses them: unknown then, with the reason; otherwise those of the folder in
// which its commands run.

import { expect, test } from "vitest";
import type { FactValue } from "../../src/language/contract.ts";
import { isPatternError, parsePattern } from "../../src/shell/match/pattern.ts";
import { factChanges } from "../../src/shell/programs/fact-changes.ts";
import { policyOfText } from "./policy-of-text.ts";

const policy = await (() => {
  let facts: { readonly [key: string]: FactValue } = {};
  const made = policyOfText(
    `rule prod-is-frozen
  on before_tool_call
  when command runs "kubectl delete", "helm uninstall" and kube_context() == "prod"
  block "Not in prod."
  fires on "kubectl delete pod x" given { kube_context: "prod" }
  ignores "kubectl delete pod x" given { kube_context: "dev" }

rule main-is-frozen
  on before_tool_call
  when command runs "git push", "git commit" and git_upstream() == "origin/main"
  block "Not to main."
  fires on "git push" given { git_upstream: "origin/main" }
  fires on "cd app && git push" given { git_upstream: "origin/main" }
  ignores "git push" given { git_upstream: "" }

rule no-commits-on-main
  on before_tool_call
  when tool == "bash" and input.command contains "commit" and git_branch() == "main"
  block "Not on main."
  fires on "git commit" given { git_branch: "main" }

rule pushed
  on after_tool_result
  when tool == "bash" and git_branch() == "main"
  warn "on main"
  fires on { tool: "bash", input: { command: "git switch main && ls" }, output: "", is_error: false } given { git_branch: "main" }
`,
    {
      world: (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : facts[key]),
      home: "/home/user",
      workdir: "/project",
    },
  );
  return made.then((policy) => (command: string, given: typeof facts, more: object = {}) => {
    facts = given;
    return policy.decideSync({ point: "before_tool_call", tool: "bash", input: { command }, ...more });
  });
})();

const found = (...of: Parameters<typeof policy>) => {
  const { outcome, unclear } = policy(...of);
  return [
    outcome,
    ...new Set(unclear.filter(({ at }) => at.startsWith("a.policy")).flatMap(({ missing }) => missing)),
  ].join(" | ");
};

test.each([
  ["kubectl delete pod x", "block"],
  ["kubectl config view && kubectl delete pod x", "block"],
  ['kubectl delete pod "$POD"', "block"],
  [
    "kubectl --context dev delete pod x",
    "ask | kube_context (`kubectl --context dev delete pod x` may use another one)",
  ],
  [
    "kubectl delete pod x --kubeconfig=/tmp/k",
    "ask | kube_context (`kubectl delete pod x --kubeconfig=/tmp/k` may use another one)",
  ],
  [
    "kubectl config use-context dev && kubectl delete pod x",
    "ask | kube_context (`kubectl config use-context dev` may change it)",
  ],
  ["bash -c 'kubectx dev'; kubectl delete pod x", "ask | kube_context (`kubectx dev` may change it)"],
  ["export KUBECONFIG=/tmp/k; kubectl delete pod x", "ask | kube_context (the line sets KUBECONFIG)"],
  ["HOME=/tmp kubectl delete pod x", "ask | kube_context (the line sets HOME)"],
  ["cp dev.yaml ~/.kube/config; kubectl delete pod x", "ask | kube_context (the line may write its files)"],
  ["rm -rf ~/.kube; kubectl delete pod x", "ask | kube_context (the line may write its files)"],
  [
    "helm --kube-context dev uninstall x",
    "ask | kube_context (`helm --kube-context dev uninstall x` may use another one)",
  ],
  [
    "aws eks update-kubeconfig --name dev; helm uninstall x",
    "ask | kube_context (`aws eks update-kubeconfig --name dev` may change it)",
  ],
])("in prod: %s", (command, expected) => {
  expect(found(command, { kube_context: "prod" })).toBe(expected);
  // Where the line changes it, the context before says nothing.
  if (expected !== "block") expect(found(command, { kube_context: "dev" })).toBe(expected);
  else expect(found(command, { kube_context: "dev" })).toBe("pass");
});

test.each([
  ["git push", "block"],
  ["cd /project && git push", "block"],
  ["git switch topic && git push", "ask | git_upstream (`git switch topic` may change it)"],
  ["git checkout -b x; git push", "ask | git_upstream (`git checkout -b x` may change it)"],
  ["git branch -u origin/x && git push", "ask | git_upstream (`git branch -u origin/x` may change it)"],
  [
    "git config branch.main.merge refs/heads/x; git push",
    "ask | git_upstream (`git config branch.main.merge refs/heads/x` may change it)",
  ],
  [
    "git -c branch.main.merge=refs/heads/x push",
    "ask | git_upstream (`git -c branch.main.merge=refs/heads/x push` may use another one)",
  ],
  ["git -c user.name=x push", "block"],
  ["GIT_DIR=/other/.git git push", "ask | git_upstream (the line sets GIT_DIR)"],
  ["git --git-dir /other/.git push", "ask | git_upstream (`git --git-dir /other/.git push` may use another one)"],
  ["echo 'ref: refs/heads/x' > .git/HEAD; git push", "ask | git_upstream (the line may write its files)"],
  ["rm -rf .git; git push", "ask | git_upstream (the line may write its files)"],
  ['cd "$D" && git push', "ask | git_upstream (the folder that the command runs in)"],
])("upstream main: %s", (command, expected) => {
  expect(found(command, { git_upstream: "origin/main" })).toBe(expected);
});

test("a command that runs in another folder is about the repository there", () => {
  const given = {
    git_upstream: "origin/topic",
    "git_upstream:/project/wt/main": "origin/main",
    "git_upstream:/tmp": "",
  };
  expect(found("git push", given)).toBe("pass");
  for (const command of [
    "cd wt/main && git push",
    "git -C wt/main push",
    "(cd wt/main && cd . && git push)",
    "pushd wt/main && git push",
  ])
    expect(found(command, given), command).toBe("block");
  expect(found("git push", given, { workdir: "/project", cwd: "/project/wt/main" })).toBe("block");
  expect(found("cd /tmp && git push", given)).toBe("pass");
  expect(found("cd wt/main; git push", given)).toBe("ask | git_upstream (the line runs in several repositories)");
  expect(found("cd wt/gone && git push", given)).toBe("ask | git_upstream:/project/wt/gone");
});

test("the only command of a line finds the branch as it is, and other tools and points do too", () => {
  expect(found("git switch -c commit-x", { git_branch: "main" })).toBe("block");
  expect(found("git switch -c x && git commit", { git_branch: "main", git_upstream: "" })).toContain("may change it");
  const after = policy(
    "git switch main && ls",
    { git_branch: "main" },
    { point: "after_tool_result", output: "", is_error: false },
  );
  expect(after.failures).toEqual([]);
  expect(after.warnings.map(({ rule }) => rule)).toEqual(["pushed"]);
});

test("a line that cannot be read may change every fact; a fact without an answer names its reason", () => {
  expect(found("kubectl delete pod x; echo 'open", { kube_context: "dev" })).toMatch(/^ask/);
  const given = { "why:kube_context": "/k is too large, or no file" };
  expect(found("kubectl delete pod x", given)).toBe("ask | kube_context (/k is too large, or no file)");
});

test("every pattern of the tables is one", () => {
  for (const { changedBy, overriddenBy } of Object.values(factChanges))
    for (const pattern of [...changedBy, ...overriddenBy])
      expect(isPatternError(parsePattern(pattern, {})), pattern).toBe(false);
});
