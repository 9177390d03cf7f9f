// The walk of a new user, in the built program: an empty folder, setup for two agents, a refused call, a rule of one's own with a
// mistake in it, and everything installed again. Payloads are what the agents would send. `npm run build` makes the program.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = fileURLToPath(new URL("../../dist/policyc.cjs", import.meta.url));
const base = mkdtempSync(join(tmpdir(), "policyc-new-user-"));
const project = join(base, "project");
const home = join(base, "home");
const runtimes = join(base, "run");

beforeAll(() => {
  mkdirSync(home);
  mkdirSync(runtimes, { mode: 0o700 });
  mkdirSync(project);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function policyc(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: project,
    input,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: runtimes },
  });
  return { status, stdout, stderr };
}

/** The reason with which the hook refuses a command of an agent; null when it lets the command pass. */
function refusal(agent: string, command: string): string | null {
  const call = { session_id: "s1", cwd: project, hook_event_name: "PreToolUse", tool_name: "Bash" };
  const payload = JSON.stringify({ ...call, tool_input: { command } });
  const { status, stdout } = policyc(["hook", "--agent", agent, "--bundle", ".policyc/bundle"], payload);
  expect(status).toBe(0);
  if (stdout.trim() === "") return null;
  const { hookSpecificOutput: said } = JSON.parse(stdout);
  return said?.permissionDecision === "deny" ? said.permissionDecisionReason : null;
}

const agents = ["claude-code", "codex"];
const SETUP = ["setup", "--yes", "--agent", "claude-code", "--agent", "codex", "--profile", "standard"];
const OWN = join(project, "policies/deploys.policy");
const rule = (pattern: string): string => `rule deploys-are-for-people
  on before_tool_call
  when command runs "${pattern}"
  block "Let a person deploy."
  fires on "kubectl apply -f app.yaml"
  ignores "kubectl get pods"

test "deploys" {
  "kubectl apply -f app.yaml" expect block by deploys-are-for-people
  "npm test" expect pass
}
`;

test("from an empty folder to a rule of one's own, and back", () => {
  const first = policyc(SETUP);
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toMatch(/git history\s+no force push/);
  expect(first.stdout).toMatch(/Claude Code: tried \d+ calls, all were answered as they should be/);
  expect(first.stdout).toMatch(/Codex: tried \d+ calls, all were answered as they should be/);
  for (const agent of agents) {
    expect(refusal(agent, "git push -f origin main")).toContain("policyc blocked this (rule no-force-push)");
    expect(refusal(agent, "kubectl apply -f app.yaml")).toBeNull();
  }

  expect(policyc(["ask", "kubectl apply -f app.yaml"])).toMatchObject({ status: 0, stderr: "" });
  writeFileSync(OWN, rule("kubectl aply"));
  const wrong = policyc(["check"]);
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toContain("= fix: write `apply`");
  const fixed = policyc(["check", "--fix"]);
  expect(fixed.status).toBe(0);
  expect(fixed.stdout).toContain("`aply` is now `apply`");
  expect(readFileSync(OWN, "utf8")).toBe(rule("kubectl apply"));
  expect(policyc(["test"]).stdout).toContain("1 passed, 0 failed");
  const asked = policyc(["ask", "--policy", "policies", "kubectl apply -f app.yaml"]);
  expect(asked.status).toBe(1);
  expect(asked.stdout).toContain("deploys-are-for-people (policies/deploys.policy:1:6): block");

  const again = policyc(SETUP);
  expect(again).toMatchObject({ status: 0, stderr: "" });
  expect(again.stdout).toContain("changed  .codex/hooks.json");
  for (const agent of agents)
    expect(refusal(agent, "kubectl apply -f app.yaml")).toBe(
      "policyc blocked this (rule deploys-are-for-people): Let a person deploy.",
    );
  expect(policyc(SETUP).stdout).toContain("Everything is as it should be; nothing to change");

  const removed = policyc(["setup", "--remove", "--yes"]);
  expect(removed).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(project, { recursive: true }).sort()).toEqual(["policies", "policies/deploys.policy"]);
});
