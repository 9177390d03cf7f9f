// `policyc build` without flags and `policyc install --all`: the same folders for both, every installed agent, all or none.

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyChanges } from "../../../src/cli/install/apply-changes.ts";
import type { AgentFile } from "../../../src/cli/install/config-file.ts";
import { fileChange } from "../../../src/cli/install/plan-changes.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import { type Bundles, buildBundles, openWorkbench, textAt, type Workbench } from "./workbench.ts";

let bundles: Bundles;
let bench: Workbench;
beforeAll(async () => {
  bundles = await buildBundles();
});
afterAll(() => bundles.close());
beforeEach(async () => {
  bench = await openWorkbench(bundles);
});
afterEach(() => bench.close());

const policy = (message: string): string => `rule no-keys
  on before_tool_call
  when tool == "read" and any reads matches "**/*.pem"
  block "${message}"
  fires on { tool: "read", input: { path: "a.pem" } }
`;

async function putPolicy(message: string): Promise<void> {
  await mkdir(join(bench.project, "policies"), { recursive: true });
  await writeFile(join(bench.project, "policies", "main.policy"), policy(message));
}

const settings = (): string => join(bench.project, ".claude", "settings.json");
const codexHooks = (): string => join(bench.project, ".codex", "hooks.json");

describe("build and install without flags", () => {
  it("use one folder, follow the installed agents, and update all of them", async () => {
    await putPolicy("first");
    expect(await bench.policyc("build")).toMatchObject({ exit: 0 });
    for (const agent of ["claude-code", "codex"])
      expect(await bench.policyc("install", agent, "--yes")).toMatchObject({ exit: 0, stderr: "" });
    await putPolicy("second");
    const built = await bench.policyc("build");
    expect(built.stdout).toContain("built for claude-code, codex, installed here\n");
    expect(built.stdout).toContain("run `policyc install --all`, since the entries of claude-code, codex name another");
    expect((await bench.policyc("install", "--status")).exit).toBe(1);
    const before = await textAt(settings());
    expect((await bench.policyc("install", "--all", "--dry-run")).exit).toBe(0);
    expect(await textAt(settings())).toBe(before);

    expect(await bench.policyc("install", "--all", "--yes")).toMatchObject({ exit: 0, stderr: "" });
    expect((await bench.policyc("install", "--status")).exit).toBe(0);
    expect((await bench.policyc("install", "--all", "--yes")).stdout).toBe(
      "claude-code (project): already installed, nothing to change\ncodex (project): already installed, nothing to change\n",
    );
    expect((await bench.policyc("build")).stdout).not.toContain("install --all");

    expect((await bench.policyc("install", "--all", "--remove", "--yes")).exit).toBe(0);
    expect(await textAt(settings())).toBeNull();
    expect(await textAt(codexHooks())).toBeNull();
  });

  it("build for an agent with a plug-in once it is installed", async () => {
    await putPolicy("first");
    expect((await bench.policyc("build", "--target", "opencode")).exit).toBe(0);
    expect(await bench.policyc("install", "opencode", "--yes")).toMatchObject({ exit: 0, stderr: "" });
    await putPolicy("second");
    expect((await bench.policyc("build")).stdout).toContain("built for opencode, installed here\n");
    expect(await bench.policyc("install", "--all", "--yes")).toMatchObject({ exit: 0, stderr: "" });
    expect((await bench.policyc("install", "--status")).exit).toBe(0);
  });

  it("say a target that an installed agent rules out, and keep the bundle", async () => {
    await putPolicy("first");
    await bench.policyc("build");
    await bench.policyc("install", "codex", "--yes");
    const bundle = join(bench.project, ".policyc", "bundle", "manifest.json");
    const before = await textAt(bundle);
    const asks = policy("x").replace("block", "ask");
    await writeFile(join(bench.project, "policies", "main.policy"), asks);
    const built = await bench.policyc("build");
    expect(built.exit).toBe(1);
    expect(built.stdout).toContain("codex cannot `ask`");
    expect(await textAt(bundle)).toBe(before);
  });
});

describe("install --all", () => {
  it("needs an installed agent, and no name beside it", async () => {
    const none = await bench.policyc("install", "--all", "--yes");
    expect(none.exit).toBe(2);
    expect(none.stderr).toContain("policyc is not installed in any agent here");
    const both = await bench.policyc("install", "codex", "--all");
    expect(both.exit).toBe(2);
    expect(both.stderr).toContain("name an agent or pass --all");
  });

  it("names a configuration that it cannot read", async () => {
    await bench.policyc("install", "codex", "--yes");
    await mkdir(dirname(settings()), { recursive: true });
    await writeFile(settings(), "{ broken");
    const ran = await bench.policyc("install", "--all", "--yes");
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/^skipped `.claude\/settings.json`: it is not JSON/);
  });

  it("changes nothing when one of the files cannot be changed", async () => {
    await bench.policyc("install", "claude-code", "--yes");
    await bench.policyc("install", "codex", "--yes");
    const before = await textAt(settings());
    const hooks = (await textAt(codexHooks())) ?? "";
    await bench.use("second");
    await writeFile(codexHooks(), hooks.replace(/^\{/, '{\n  "hooks": {},'));
    const ran = await bench.policyc("install", "--all", "--yes");
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain("it contains `hooks` twice");
    expect(await textAt(settings())).toBe(before);
  });
});

describe("applying several changes", () => {
  const at = (name: string): string => join(bench.project, name);
  const fileAt = (name: string, bytes: string | null): AgentFile => ({
    path: at(name),
    bytes: bytes === null ? null : Buffer.from(bytes),
    mode: 0o644,
  });

  it("takes back those before a failure, with their folders and records", async () => {
    const state = join(bench.home, ".policyc");
    for (const name of ["old", "gone", "moved"]) await writeFile(at(name), name);
    const failed = await applyChanges(
      [
        fileChange(fileAt("new/folder/file", null), Buffer.from("x"), null, { madeFile: true }),
        fileChange(fileAt("old", "old"), Buffer.from("x"), null, { created: ["hooks"] }),
        fileChange(fileAt("gone", "gone"), null, null, {}),
        fileChange(fileAt("moved", "as it was read"), Buffer.from("x"), null, { created: ["hooks"] }),
      ],
      state,
      new Date(0),
    );
    expect(failed).toMatchObject({ path: at("moved"), why: expect.stringContaining("changed in the meantime") });
    expect(await textAt(at("old"))).toBe("old");
    expect(await textAt(at("gone"))).toBe("gone");
    expect(await textAt(at("moved"))).toBe("moved");
    expect((await readdir(bench.project)).sort()).toEqual([".policyc", "gone", "moved", "old"]);
    expect(await readdir(join(state, "installs"))).toEqual([]);
  });
});

it("no two agents share a file, so that the changes for several can be planned together", () => {
  for (const place of ["project", "user"] as const) {
    const site = bench.site(place);
    const paths = [...agentInstalls.values()].map(({ config }) =>
      config.kind === "scripts" ? config.folder(site) : config.file(site),
    );
    expect(new Set(paths).size).toBe(paths.length);
  }
});
