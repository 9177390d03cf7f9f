// What `install --status` finds, and what `install --doctor` finds by trying the installed hooks as the agents would.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tomlValue } from "../../../src/cli/install/silencing-switches.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import { type Bundles, buildBundles, openWorkbench, type Workbench } from "./workbench.ts";

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

const install = (agent: string, ...flags: readonly string[]) => bench.policyc("install", agent, "--yes", ...flags);
const status = (...words: readonly string[]) => bench.policyc("install", ...words, "--status");

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(bench.project, path)), { recursive: true });
  await writeFile(join(bench.project, path), text);
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await put(path, change(await readFile(join(bench.project, path), "utf8")));
}

const hooked = [...agentInstalls.values()].filter(({ config }) => config.kind !== "plugin").map(({ agent }) => agent);

describe("status", () => {
  it("says that nothing is installed", async () => {
    expect(await status()).toMatchObject({ exit: 0, stdout: "policyc is not installed in any agent\n" });
    expect(await status("codex")).toMatchObject({ exit: 1, stdout: "codex: not installed\n" });
  });

  it("shows all agents at once", async () => {
    for (const agent of hooked) expect(await install(agent)).toMatchObject({ exit: 0 });
    const { exit, stdout } = await status();
    expect(exit).toBe(0);
    for (const agent of hooked) expect(stdout).toContain(`${agent} (project): `);
    expect(stdout.match(/same as the bundle/g)).toHaveLength(hooked.length);
    expect(stdout).toContain("which has the hook of claude-code: each call is decided twice");
  });

  it("sees another revision, a missing entry, a changed entry, a bundle that is gone", async () => {
    await install("cursor");
    await bench.use("second");
    expect(await status("cursor")).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/the bundle has revision \w+, but the entries name/),
    });
    await install("cursor");
    expect((await status("cursor")).exit).toBe(0);
    await edit(".cursor/hooks.json", (text) => text.replace('"failClosed": true', '"failClosed": false'));
    expect((await status("cursor")).stdout).toContain(
      "the entry for preToolUse has been changed since it was installed",
    );
    await edit(".cursor/hooks.json", (text) => text.replace('"beforeReadFile"', '"beforeTabFileRead"'));
    expect((await status("cursor")).stdout).toContain("no entry for beforeReadFile: rules there never run");
    await rm(join(bench.project, ".policyc"), { recursive: true });
    expect((await status("cursor")).stdout).toContain("the bundle is not valid, so calls may be refused: ");
  });

  it.each([
    [
      "claude-code",
      ".claude/settings.local.json",
      '{ "disableAllHooks": true }',
      "`disableAllHooks` switches every hook off",
    ],
    ["codex", ".codex/config.toml", "[features]\nhooks = false\n", "`hooks = false` under `[features]`"],
    ["gemini-cli", ".gemini/settings.json", null, "`hooksConfig.enabled` is false"],
    ["qwen-code", ".qwen/settings.json", null, "`disableAllHooks` switches every hook off"],
    ["factory-droid", ".factory/settings.json", '{ "hooksDisabled": true }', "`hooksDisabled` switches every hook off"],
    ["copilot-cli", ".github/copilot/settings.json", '{ "disableAllHooks": true }', "`disableAllHooks`"],
    ["vscode-copilot", ".vscode/settings.json", '{ // off\n "chat.useHooks": false }', "`chat.useHooks` is false"],
  ])("finds what silences %s", async (agent, path, text, says) => {
    await install(agent);
    expect((await status(agent)).exit).toBe(0);
    if (text !== null) await put(path, text);
    else await edit(path, (own) => own.replace("{", '{ "disableAllHooks": true, "hooksConfig": { "enabled": false },'));
    expect(await status(agent)).toMatchObject({ exit: 1, stdout: expect.stringContaining(says) });
  });

  it.each([
    ["[features]\nhooks = false", false],
    ["[features]\nhooks = true # x", true],
    ["features.hooks = false", false],
    ["features = { hooks = false }", false],
    ["[other]\nhooks = false", undefined],
    ["# [features]\n# hooks = false", undefined],
    ["[features]\nhooks_x = false", undefined],
    ["[ features ]\nhooks = false", false],
    ['[features]\n"hooks" = false', false],
    ['features = { "hooks" = false }', false],
    ["'features'.hooks = false", false],
    ["[features\nhooks = false", undefined],
  ])("reads a flag of TOML: %j", (text, flag) => {
    expect(tomlValue(text, ["features", "hooks"])).toBe(flag);
  });
});

describe("doctor", () => {
  it.each(hooked)("finds that %s refuses what touches the bundle, and only that", async (agent) => {
    await install(agent);
    const { exit, stdout } = await bench.policyc("install", agent, "--doctor");
    expect(stdout).toMatch(/ok {8}\S+ refuses to change the bundle, \d+ ms/);
    expect(stdout).toMatch(/ok {8}\S+ lets a harmless call pass, \d+ ms/);
    expect(stdout).not.toContain("FAILED");
    expect(exit).toBe(0);
  });

  it.each(["cursor", "windsurf"])("tries the events of %s that are never about a write too", async (agent) => {
    await install(agent);
    const { stdout } = await bench.policyc("install", agent, "--doctor");
    expect(stdout.match(/refuses a malformed call/g)).toHaveLength(3);
    expect(stdout.match(/lets a harmless call pass/g)).toHaveLength(4);
  });

  it("finds a hook that lets everything pass", async () => {
    await install("claude-code");
    await edit(".claude/settings.json", (text) => text.replace('"command": "/bin/sh"', '"command": "true"'));
    const { exit, stdout } = await bench.policyc("install", "claude-code", "--doctor");
    expect(exit).toBe(1);
    expect(stdout).toContain("FAILED    PreToolUse DOES NOT REFUSE to change the bundle: exit 0, nothing on stdout");
  });

  it("finds a program that is not there", async () => {
    await install("claude-code");
    await edit(".claude/settings.json", (text) => text.replace('"command": "/bin/sh"', '"command": "/nowhere/sh"'));
    const { exit, stdout } = await bench.policyc("install", "claude-code", "--doctor");
    expect(exit).toBe(1);
    expect(stdout).toContain("it could not be started");
  });

  it("finds a bundle that is broken: everything is refused, and that is a failure", async () => {
    await install("codex");
    await put(".policyc/bundle/hook.cjs", "process.exit(0)");
    const { exit, stdout } = await bench.policyc("install", "codex", "--doctor");
    expect(exit).toBe(1);
    expect(stdout).toContain("PreToolUse refuses to change the bundle");
    expect(stdout).toContain("FAILED    PreToolUse FAILS on a harmless call");
  });

  it("finds a hook that ends badly after a call, where nothing is held up", async () => {
    const told = `rule told
  on after_tool_result
  when tool == "bash" and output contains "x"
  warn "x"
  fires on { tool: "bash", input: { command: "ls" }, output: "x", is_error: false }
`;
    const both = await buildBundles(told);
    const own = await openWorkbench(both);
    try {
      await own.policyc("install", "codex", "--yes");
      const file = join(own.project, ".codex", "hooks.json");
      const broken = join(own.project, "..", "broken.cjs");
      await writeFile(broken, "this is (not a program");
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(/[^\s'"]*\/policyc\.cjs/g, broken));
      const { exit, stdout } = await own.policyc("install", "codex", "--doctor");
      expect(exit).toBe(1);
      expect(stdout).toMatch(
        /FAILED {4}PostToolUse FAILS on a harmless call: (?:exit 1, .*SyntaxError|.*hook did not run)/,
      );
    } finally {
      await own.close();
      await both.close();
    }
  });

  it.each([
    "claude-code",
    "cursor",
    "goose",
    "codex",
    "gemini-cli",
    "qwen-code",
    "devin",
    "factory-droid",
    "windsurf",
    "vscode-copilot",
    "kiro",
    "copilot-cli",
    "cline",
  ])("%s refuses even when policyc is gone or broken", async (agent) => {
    await install(agent);
    const install_ = agentInstalls.get(agent);
    const config = install_?.config;
    const path =
      config?.kind === "scripts"
        ? ".clinerules/hooks/PreToolUse"
        : config?.kind === "json"
          ? config.file({ ...bench.site("project"), project: "" })
          : "";
    // Beside the project, whose own name needs quotes.
    const broken = join(bench.project, "..", "broken.cjs");
    await writeFile(broken, "this is (not a program");
    const gone = join(bench.project, "..", "gone.cjs");
    const examined = async (before: string, program: string): Promise<string> => {
      await edit(path, (text) => text.replace(new RegExp(`[^\\s'"]*\\/${before}\\.cjs`, "g"), program));
      const { exit, stdout } = await bench.policyc("install", agent, "--doctor");
      expect(exit).toBe(1);
      expect(stdout).not.toContain("DOES NOT REFUSE");
      return stdout;
    };
    // The bundle answers in its place.
    const answered = await examined("policyc", gone);
    expect(answered).toContain("gone.cjs` is gone, so the bundle's own program answers: install again");
    expect(answered).toContain("lets a harmless call pass");
    expect(await examined("gone", broken)).toMatch(/policyc.* hook did not run/);
  });
});
