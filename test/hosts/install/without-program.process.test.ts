// What an installed entry does when a program that it names is gone: the bundle's own program answers, if it is the pinned one;
// without a bundle `npm ci` passes, and nothing else; another node takes the place of one that is gone.

import { spawnSync } from "node:child_process";
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cliEntry } from "../../../src/cli/install/cli-entry.ts";
import { type HookPrograms, hookWords } from "../../../src/cli/install/hook-command.ts";
import type { AgentInstall, InstallPlace } from "../../../src/hosts/install/agent.ts";
import { shellLine } from "../../../src/hosts/install/shell-words.ts";
import { guardedWords } from "../../../src/hosts/install/started-words.ts";
import { withoutProgram } from "../../../src/hosts/install/without-program.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import type { Json } from "../../../src/language/contract.ts";
import { sha256Hex } from "../../../src/language/sha256.ts";
import { readManifest } from "../../../src/runtime/index.ts";
import { adapterFor } from "../family.ts";
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

const agent = (name: string): AgentInstall => {
  const found = agentInstalls.get(name);
  if (found === undefined) throw new Error(name);
  return found;
};
const claude = agent("claude-code");

const bundle = (): string => join(bench.project, ".policyc", "bundle");
const ofProject = (): HookPrograms => ({
  entry: join(bench.project, "node_modules", "policyc", "dist", "policyc.cjs"),
  client: null,
  node: null,
});

interface Started {
  readonly install?: AgentInstall;
  readonly place?: InstallPlace;
  readonly closed?: boolean;
  readonly programs?: HookPrograms;
  readonly path?: string;
}

/** The entry of a checked-in configuration, started as an agent does. */
async function start(started: Started = {}) {
  const { install = claude, place = "project", closed = true, programs = ofProject() } = started;
  const { revision, scope } = await readManifest(join(bundles.folder, "first"));
  const site = bench.site(place);
  const words = hookWords(install, { bundle: bundle(), revision, scope, state: null }, site, programs);
  const line = shellLine(guardedWords({ event: "", words, closed, site }), "$ROOT");
  return (payload: Json) => {
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", line], {
      cwd: bench.project,
      input: JSON.stringify(payload),
      encoding: "utf8",
      env: { HOME: bench.home, PATH: started.path ?? process.env.PATH, ROOT: bench.project, POLICYC_RESIDENT: "never" },
    });
    return { exit: status, stdout, stderr };
  };
}

const tool = (name: string, input: Json, more: object = {}): Json =>
  ({
    session_id: "s",
    transcript_path: "",
    cwd: bench.project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: name,
    tool_input: input,
    tool_use_id: "t",
    ...more,
  }) as Json;
const reads = (file_path: string): Json => tool("Read", { file_path });
const runs = (command: string, more: object = {}): Json => tool("Bash", { command, ...more });

const PASSES = { exit: 0, stdout: "", stderr: "" };

describe("with the checked-in bundle alone", () => {
  it.each([...agentInstalls.values()].filter(({ config }) => config.kind !== "plugin"))(
    "$agent is answered by its rules",
    async (install) => {
      const ask = await start({ install });
      const site = bench.site("project");
      const event = install.events.before_tool_call?.find((one) =>
        install.payload(one, { kind: "write", path: "x" }, site),
      );
      if (event === undefined) throw new Error("there is an event for a tool call");
      const say = (path: string) => ask(install.payload(event, { kind: "write", path }, site));
      expect(install.denies(event, say(join(bundle(), "manifest.json")))).toBe(true);
      const harmless = say("README.md");
      expect(harmless).toMatchObject({ exit: 0, stderr: "" });
      expect(install.denies(event, harmless)).toBe(false);
    },
  );

  it("refuses what its rules refuse, and marks what comes later", async () => {
    const ask = await start();
    expect(ask(reads("a.pem")).stdout).toContain('"permissionDecision":"deny"');
    expect(ask(reads("a.txt"))).toMatchObject({ exit: 0, stderr: "" });
    const later = await start({ closed: false });
    expect(later(runs("ls"))).toMatchObject({ exit: 0, stderr: "" });
  });

  it.each([
    ["its program", "hook.cjs"],
    ["its manifest", "manifest.json"],
  ])("refuses everything once %s was changed", async (_what, file) => {
    await appendFile(join(bundle(), file), "//\n");
    for (const payload of [reads("a.txt"), runs("npm ci")]) {
      const refused = (await start())(payload);
      expect(refused).toMatchObject({ exit: 2, stdout: "" });
      expect(refused.stderr).toContain("the bundle is not the one that was installed");
    }
  });

  it("does not run a changed program whose hash the manifest was given", async () => {
    const seen = join(bench.home, "seen");
    const text = `require("fs").writeFileSync(${JSON.stringify(seen)},"")`;
    await writeFile(join(bundle(), "hook.cjs"), text);
    const manifest = await readFile(join(bundle(), "manifest.json"), "utf8");
    const hash = sha256Hex(text);
    await writeFile(
      join(bundle(), "manifest.json"),
      manifest.replace(/"hook\.cjs":"[0-9a-f]{64}"/, `"hook.cjs":"${hash}"`),
    );
    expect((await start())(reads("a.txt")).exit).toBe(2);
    await expect(readFile(seen)).rejects.toThrow("ENOENT");
  });

  it("refuses a bundle of another revision", async () => {
    await bench.use("second");
    expect((await start())(reads("a.txt")).exit).toBe(2);
  });

  it("refuses a bundle with half of its files", async () => {
    await rm(join(bundle(), "hook.cjs"));
    const refused = (await start())(runs("npm ci"));
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain("policyc: ");
  });
});

describe("without program and bundle", () => {
  beforeEach(() => rm(bundle(), { recursive: true }));
  const NAMES_IT = /^policyc: it is not installed here yet: run `npm ci` in the project folder/;

  it.each([
    ["claude-code", "PreToolUse", "Bash"],
    ["factory-droid", "PreToolUse", "Execute"],
    ["gemini-cli", "BeforeTool", "run_shell_command"],
    ["qwen-code", "PreToolUse", "run_shell_command"],
  ])("%s may run npm ci", async (name, hook_event_name, shell) => {
    const ask = await start({ install: agent(name) });
    const payload = tool(shell, { command: "npm ci" }, { hook_event_name });
    expect(ask(payload)).toEqual(PASSES);
    expect(ask(tool(shell, { command: "npm ci", description: "Install", timeout: 60000 }))).toEqual(PASSES);
    // That is how the agent's adapter reads such a call, and how it says that nothing is against it.
    const read = adapterFor(name).read(payload);
    expect(read).toMatchObject({ event: { tool: "bash", input: { command: "npm ci" }, cwd: bench.project } });
  });

  const others: readonly (readonly [string, () => Json])[] = [
    ["another command", () => runs("npm install")],
    ["more than that", () => runs("npm ci && rm -rf x")],
    ["a second line", () => runs("npm ci\nrm -rf x")],
    ["an option", () => runs("npm ci --prefix /tmp/x")],
    ["a comment", () => runs("npm ci # and")],
    ["a variable before it", () => runs("NODE_OPTIONS=--require=./x npm ci")],
    ["a blank", () => runs(" npm ci")],
    ["text that contains it", () => runs("echo npm ci")],
    ["a list", () => tool("Bash", { command: ["npm ci"] })],
    ["its own folder", () => runs("npm ci", { workdir: "/tmp" })],
    ["the background", () => runs("npm ci", { run_in_background: true })],
    ["a switched-off sandbox", () => runs("npm ci", { dangerouslyDisableSandbox: true })],
    ["another working folder", () => tool("Bash", { command: "npm ci" }, { cwd: bench.home })],
    ["no working folder", () => tool("Bash", { command: "npm ci" }, { cwd: undefined })],
    ["a working folder that is gone", () => tool("Bash", { command: "npm ci" }, { cwd: "/nowhere" })],
    ["a tool that writes", () => tool("Write", { command: "npm ci", file_path: "package.json" })],
    ["a tool of a server", () => tool("mcp__x__run", { command: "npm ci" })],
    ["a read", () => reads("README.md")],
    ["a prompt", () => ({ hook_event_name: "UserPromptSubmit", prompt: "npm ci", cwd: bench.project })],
    ["a list as the whole", () => ["npm ci"]],
    ["text as the whole", () => "npm ci"],
    ["nothing", () => null],
  ];
  it.each(others)("%s is refused", async (_what, payload) => {
    const refused = (await start())(payload());
    expect(refused).toMatchObject({ exit: 2, stdout: "" });
    expect(refused.stderr).toMatch(NAMES_IT);
  });

  it("a link to the project is the project, and a relative program belongs to any folder", async () => {
    const link = join(bench.home, "link");
    await symlink(bench.project, link);
    expect((await start())(tool("Bash", { command: "npm ci" }, { cwd: link }))).toEqual(PASSES);
    const words = guardedWords({
      event: "",
      words: ["node", { below: "node_modules/policyc/dist/policyc.cjs" }, "hook", "--bundle", "x"],
      closed: true,
      site: bench.site("project"),
    });
    const ran = spawnSync("/bin/sh", ["-c", shellLine(words, ".")], {
      cwd: bench.project,
      input: JSON.stringify(runs("npm ci")),
      encoding: "utf8",
      env: { PATH: process.env.PATH },
    });
    expect(ran.status).toBe(2);
  });

  it("an event that holds nothing up is not refused, and fails with the same words", async () => {
    const said = (await start({ closed: false }))(runs("npm ci"));
    expect(said.exit).toBe(1);
    expect(said.stderr).toContain("npm ci");
  });

  it("an entry of the user never lets npm ci pass", async () => {
    const programs = { entry: join(bench.home, "gone.cjs"), client: null, node: null };
    const refused = (await start({ place: "user", programs }))(runs("npm ci"));
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain("install policyc");
  });
});

describe("a program of this machine that is gone", () => {
  const entry = cliEntry();
  const gone = "/nowhere/v20.0.0/bin/node";

  it("node: the one in PATH answers", async () => {
    const ask = await start({ place: "user", programs: { entry, client: null, node: gone } });
    expect(ask(reads("a.pem")).stdout).toContain('"permissionDecision":"deny"');
    expect(ask(reads("a.txt"))).toMatchObject({ exit: 0, stderr: "" });
  });

  it("node, and none is in PATH: everything is refused", async () => {
    const programs = { entry, client: null, node: gone };
    const refused = (await start({ place: "user", programs, path: "/nowhere" }))(reads("a.txt"));
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain("policyc could not decide");
  });

  it("node: one that is there is used, whatever is in PATH", async () => {
    const folder = join(bench.home, "bin");
    await mkdir(folder);
    await writeFile(join(folder, "node"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const programs = { entry, client: null, node: process.execPath };
    const ask = await start({ place: "user", programs, path: `${folder}:${process.env.PATH}` });
    expect(ask(reads("a.pem")).stdout).toContain('"permissionDecision":"deny"');
  });

  it("the client: node answers without it", async () => {
    const client = join(bench.home, "policyc-hook");
    const ask = await start({ place: "user", programs: { entry, client, node: process.execPath } });
    expect(ask(reads("a.pem")).stdout).toContain('"permissionDecision":"deny"');
  });

  it("all of them: the bundle answers", async () => {
    const programs = { entry: "/nowhere/policyc.cjs", client: "/nowhere/policyc-hook", node: gone };
    const ask = await start({ place: "user", programs });
    expect(ask(reads("a.pem")).stdout).toContain('"permissionDecision":"deny"');
  });
});

it("is text that every shell and every agent passes on as it is", () => {
  for (const isOfProject of [true, false])
    for (const closed of [true, false]) expect(withoutProgram(isOfProject, closed)).not.toMatch(/['\\$\n]/);
});
