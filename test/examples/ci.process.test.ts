// The workflow and the pre-commit hooks of examples/ci, and those that this repository offers, as far as they go without network: every step that runs something is
// run by a shell in a scratch repository, with the built command line in the place of npx. `npm run build` makes it.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { formatPolicy, Session } from "../../src/compiler/index.ts";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "dist/policyc.cjs");
const folder = mkdtempSync(join(tmpdir(), "policyc-ci-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: { readonly [key: string]: unknown };
}
interface Workflow {
  readonly permissions: { readonly [scope: string]: string };
  readonly jobs: { readonly [name: string]: { readonly needs?: readonly string[]; readonly steps: readonly Step[] } };
}

const read = (name: string): unknown => parse(readFileSync(join(root, "examples/ci", name), "utf8"));
const workflow = read("policies.yml") as Workflow;
interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly files: string;
}
const offered = read("../../.pre-commit-hooks.yaml") as readonly Hook[];
const hooks: readonly Hook[] = [
  ...(read("pre-commit-config.yaml") as { repos: { hooks: Hook[] }[] }).repos.flatMap((repo) => repo.hooks),
  ...offered.map((hook) => ({ ...hook, id: `offered ${hook.id}` })),
];

interface Action {
  readonly inputs: { readonly [name: string]: { readonly default: string } };
  readonly runs: { readonly steps: readonly (Step & { readonly env?: { readonly [name: string]: string } })[] };
}
const action = read("../../action.yml") as Action;

const policy = (pattern: string): string =>
  formatted(`rule no-force-push
  on before_tool_call
  when command runs ${pattern}
  block "Force pushes rewrite shared history."
  fires on "git push --force"
  ignores "git push"

test "pushes" {
  on before_tool_call { tool: "bash", input: { command: "git push -f" } } expect block by no-force-push
  on before_tool_call { tool: "bash", input: { command: "git fetch" } } expect pass
}
`);

function formatted(text: string): string {
  return formatPolicy({ file: "git.policy", text }, new Session()) ?? text;
}

/** A step as the runner would: its expressions filled in, bash with -e and pipefail. */
function run(script: string, env: { readonly [name: string]: string } = {}) {
  const filled = script.replace(/\$\{\{ github\.run_number \}\}/g, "7");
  expect(filled).not.toMatch(/\$\{\{/);
  return spawnSync("bash", ["-e", "-o", "pipefail", "-c", filled], {
    cwd: folder,
    encoding: "utf8",
    env: {
      HOME: folder,
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      ...env,
    },
  });
}

const git = (...args: readonly string[]): string => {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout.trim();
};

function program(name: string, text: string): void {
  writeFileSync(join(folder, "bin", name), text);
  chmodSync(join(folder, "bin", name), 0o755);
}

let base = "";

beforeAll(() => {
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "policies"));
  program(
    "npx",
    `#!/bin/sh\ncase "$1 $2" in "--no-install policyc" | "--yes policyc@0.1.0") ;; *) exit 9 ;; esac\nshift 2\nexec "${process.execPath}" "${cli}" "$@"\n`,
  );
  program("policyc", `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  program("npm", `#!/bin/sh\n[ "$*" = ci ]\n`);
  program("gh", `#!/bin/sh\nprintf '%s\\n' "$*" > gh-called\n`);
  writeFileSync(join(folder, "policies/git.policy"), policy('"git push --force"'));
  git("init", "-q", "-b", "main");
  git("add", "policies");
  git("commit", "-q", "-m", "policies");
  base = git("rev-parse", "HEAD");
});

const stepsOf = (job: string): readonly string[] =>
  (workflow.jobs[job]?.steps ?? []).flatMap((step) => (step.run === undefined ? [] : [step.run]));

describe("the workflow", () => {
  it("asks for no more rights than it needs, and runs nothing of a pull request with secrets", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(Object.keys(workflow.jobs)).toEqual(["check", "test", "build", "diff"]);
    expect(workflow.jobs.build?.needs).toEqual(["check", "test"]);
    const text = readFileSync(join(root, "examples/ci/policies.yml"), "utf8");
    expect(text).not.toContain("pull_request_target");
    // What a pull request says goes through the environment, never into a script.
    for (const job of Object.values(workflow.jobs))
      for (const step of job.steps) expect(step.run ?? "").not.toMatch(/\$\{\{ *github\.(?:event|head_ref)/);
  });

  it.each(["check", "test", "build"])("every step of %s is green on sound policies", (job) => {
    for (const step of stepsOf(job)) {
      const { status, stdout, stderr } = run(step);
      expect({ step, status, stdout: status === 0 ? "" : stdout, stderr }).toEqual({
        step,
        status: 0,
        stdout: "",
        stderr: "",
      });
    }
  });

  it("leaves the files that the other steps upload", () => {
    const sarif = JSON.parse(readFileSync(join(folder, "policyc.sarif"), "utf8"));
    expect(sarif).toMatchObject({ version: "2.1.0", runs: [{ tool: { driver: { name: "policyc" } } }] });
    expect(readFileSync(join(folder, "policyc-tests.xml"), "utf8")).toContain('tests="1" failures="0"');
    expect(existsSync(join(folder, "dist/policy/manifest.json"))).toBe(true);
    const uploads = Object.values(workflow.jobs).flatMap((job) => job.steps.map((step) => step.with ?? {}));
    const paths = uploads.flatMap((input) => [input.path, input.sarif_file].filter((path) => typeof path === "string"));
    for (const path of paths) expect(existsSync(join(folder, String(path))), String(path)).toBe(true);
  });

  it("fails where policies are wrong, with annotations at the place", () => {
    writeFileSync(join(folder, "policies/git.policy"), policy('"git push --froce"'));
    const [, , check = "", sarif = ""] = stepsOf("check");
    const { status, stdout } = run(check);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=policies\/git\.policy,line=3,col=\d+,title=P\d+ /m);
    expect(run(sarif).status).toBe(1);
    expect(JSON.parse(readFileSync(join(folder, "policyc.sarif"), "utf8")).runs[0].results.length).toBeGreaterThan(0);
    const [, test = ""] = stepsOf("test");
    expect(run(test).status).toBe(1);
    expect(readFileSync(join(folder, "policyc-tests.xml"), "utf8")).toContain("<failure");
    writeFileSync(join(folder, "policies/git.policy"), policy('"git push --force"'));
  });
});

describe("the hooks of pre-commit", () => {
  it.each(hooks)("$id", ({ entry, args = [], files }) => {
    const line = [entry, ...args].join(" ");
    expect(new RegExp(files).test("policies/git.policy")).toBe(true);
    expect(run(line)).toMatchObject({ status: 0, stderr: "" });
    writeFileSync(join(folder, "policies/bad.policy"), 'rule  x on before_tool_call when tol == "a" block "b"\n');
    expect(run(line).status).toBe(1);
    rmSync(join(folder, "policies/bad.policy"));
  });
});

describe("the action", () => {
  const [setup, step] = action.runs.steps;
  /** With these inputs, the others by default. */
  const act = (inputs: { readonly [name: string]: string }) => {
    const known = Object.entries(action.inputs).map(([name, input]) => [name, inputs[name] ?? input.default] as const);
    const values = new Map(known);
    const variables = Object.entries(step?.env ?? {}).map(([name, from]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from)?.[1] ?? "";
      expect([...values.keys()]).toContain(input);
      return [name, values.get(input) ?? ""] as const;
    });
    return run(step?.run ?? "", Object.fromEntries(variables));
  };
  const warned = policy('"git push --force"').replace('  ignores "git push"\n', "").concat("let unused = 3\n");

  it("uses no other action than the one that sets up Node", () => {
    expect(action.runs.steps.map(({ uses }) => uses)).toEqual(["actions/setup-node@v4", undefined]);
    expect(setup?.with).toEqual({ "node-version": expect.stringMatching(/^\$\{\{ inputs\.node-version \}\}$/) });
  });

  it.each(["fmt", "check", "test", "build"])("%s", (command) => {
    expect(act({ command })).toMatchObject({ status: 0, stderr: "" });
    expect(act({ command, version: "0.1.0", policies: "policies/git.policy" })).toMatchObject({
      status: 0,
      stderr: "",
    });
    writeFileSync(join(folder, "policies/bad.policy"), 'rule  x on before_tool_call when tol == "a" block "b"\n');
    expect(act({ command }).status).toBe(1);
    rmSync(join(folder, "policies/bad.policy"));
  });

  it("is strict where it is asked to be, and writes SARIF besides", () => {
    writeFileSync(join(folder, "policies/git.policy"), formatted(warned));
    const found = act({ command: "check", sarif: "action.sarif" });
    expect(found).toMatchObject({ status: 0, stderr: "" });
    expect(found.stdout).toMatch(/^::warning file=policies\/git\.policy,/m);
    expect(JSON.parse(readFileSync(join(folder, "action.sarif"), "utf8")).runs[0].results).toHaveLength(1);
    for (const command of ["check", "test", "build"]) expect(act({ command, strict: "true" }).status, command).toBe(1);
    writeFileSync(join(folder, "policies/git.policy"), policy('"git push --force"'));
  });

  it("refuses every other command, and reads no input as a command", () => {
    expect(act({ command: "eval" })).toMatchObject({ status: 2, stdout: expect.stringContaining("::error::") });
    expect(act({ policies: "$(touch made) `touch made`; touch made" }).status).not.toBe(0);
    expect(existsSync(join(folder, "made"))).toBe(false);
  });
});

describe("what a pull request is told", () => {
  const [, table = "", comment = "", gate = ""] = stepsOf("diff");
  const env = (): { readonly [name: string]: string } => ({ BASE: base, NUMBER: "12", GH_TOKEN: "t" });

  it("a table as summary and comment", () => {
    writeFileSync(join(folder, "policies/git.policy"), policy('"git push --force", "git push --mirror"'));
    expect(run(table, env())).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toMatch(/^\|.*\|$/m);
    expect(run(comment, env()).status).toBe(0);
    expect(readFileSync(join(folder, "gh-called"), "utf8")).toContain("pr comment 12 ");
    expect(run(gate, env()).status).toBe(0);
  });

  it("a change that loosens fails", () => {
    const loosened = policy('"git push --force"')
      .replace("block ", "warn ")
      .replace("expect block by", "expect pass warns");
    writeFileSync(join(folder, "policies/git.policy"), loosened);
    expect(run(gate, env()).status).toBe(1);
    writeFileSync(join(folder, "policies/git.policy"), policy('"git push --force"'));
  });
});
