// `policyc setup` step by step: what it finds, asks and says, what it keeps, and that nothing is half done when something is wrong.

import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { policyFor } from "../../../src/cli/setup/profiles.ts";
import { openSetupBench, type SetupBench } from "./bench.ts";

let bench: SetupBench;
beforeEach(async () => {
  bench = await openSetupBench();
});
afterEach(() => bench.close());

const CLAUDE = ["--agent", "claude-code"];
const OWN_RULE = `language 1

rule no-keys
  on before_tool_call
  when tool == "read" and any reads matches "**/*.pem"
  block "A key."
  fires on { tool: "read", input: { path: "a.pem" } }
`;

describe("on a terminal", () => {
  beforeEach(async () => {
    await bench.putProgram("claude");
    await bench.putProgram("codex");
    await mkdir(join(bench.home, ".cursor"));
  });

  it("suggests the agents that are used, and takes Enter for it", async () => {
    const ran = await bench.typed(["", "", "y"]);
    expect(ran).toMatchObject({ exit: 0, stderr: "" });
    expect(ran.stdout).toContain("Claude Code  the program `claude`");
    expect(ran.stdout).toContain("Cursor       ~/.cursor");
    expect(ran.stdout).toContain("or Enter for 1 2: ");
    expect(ran.stdout).toMatch(/git history\s+no force push/);
    expect(ran.stdout).toContain("setup --remove");
    const files = Object.keys(await bench.files());
    expect(files).toContain(".claude/settings.json");
    expect(files).toContain(".codex/hooks.json");
    expect(files).not.toContain(".cursor/hooks.json");
    expect((await bench.files())["policies/main.policy"]).toBe(policyFor("standard"));
  });

  it("takes numbers, names and an answer after a mistake", async () => {
    const ran = await bench.typed(["7", "claud-code", "claude-code", "", "yes"]);
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toContain("`7` is not in the list; answer with numbers from 1 to 3");
    expect(ran.stdout).toContain("`claud-code` is not in the list; did you mean `claude-code`?");
    expect(Object.keys(await bench.files())).not.toContain(".codex/hooks.json");
  });

  it.each([
    ["no", ["", "", "n"]],
    ["an answer that is no yes", ["", "", "maybe"]],
    ["the end of the input", []],
    ["three answers that nobody understands", ["x", "0", "-1"]],
  ])("changes nothing after %s", async (_what, lines) => {
    const ran = await bench.typed(lines);
    expect(ran.exit).toBe(1);
    expect(ran.stdout).toMatch(/nothing changed\n$/);
    expect(await bench.files()).toEqual({});
    expect(await readdir(bench.home)).toEqual([".cursor"]);
  });

  it("asks before it removes", async () => {
    await bench.setup("--yes");
    const made = await bench.files();
    expect(await bench.typed(["n"], "--remove")).toMatchObject({ exit: 1 });
    expect(await bench.files()).toEqual(made);
    expect(await bench.typed(["y"], "--remove")).toMatchObject({ exit: 0 });
    expect(await bench.files()).toEqual({});
  });
});

describe("without a terminal", () => {
  it("needs --yes", async () => {
    for (const flags of [CLAUDE, ["--remove"]]) {
      const ran = await bench.setup(...flags);
      expect(ran.exit).toBe(2);
      expect(ran.stderr).toContain("error[P820]");
    }
    expect(await bench.files()).toEqual({});
  });

  it("says what it would do, and does not", async () => {
    const ran = await bench.setup("--dry-run", ...CLAUDE);
    expect(ran).toMatchObject({ exit: 0, stderr: "" });
    expect(ran.stdout).toContain("new      .claude/settings.json");
    expect(await bench.files()).toEqual({});
    expect(await readdir(bench.home)).toEqual([]);
  });

  it("takes the agents that are used here", async () => {
    await bench.putProgram("codex");
    await mkdir(join(bench.project, ".claude"));
    await mkdir(join(bench.home, ".gemini"));
    const ran = await bench.setup("--yes");
    expect(ran.stdout).toContain("Agents: Claude Code, Codex\n");
  });

  it("says so when it finds none, although settings were left in the home folder", async () => {
    await mkdir(join(bench.home, ".codex"));
    const ran = await bench.setup("--yes");
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain("error[P867]: no agent was found here; name one");
    expect(await bench.files()).toEqual({});
  });

  it.each([
    [["--agent", "claud-code"], "did you mean `claude-code`?"],
    [["--agent", "emacs"], "the agents are amp, claude-code"],
    [["--profile", "standrad"], "did you mean `standard`?"],
    [["--profile", "paranoid"], "the profiles are "],
    [["--remove", "--profile", "standard"], "P868"],
    [["claude-code"], "too many arguments"],
  ])("refuses %j", async (argv, says) => {
    const ran = await bench.setup("--yes", ...argv);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain(says);
    expect(await bench.files()).toEqual({});
  });

  it("finds a program once, whichever version comes first, and nothing in a relative folder or without the right to run", async () => {
    await bench.putProgram("claude");
    await bench.putProgram("claude", "bin2");
    await bench.putProgram("gemini");
    await chmod(join(bench.root, "bin", "gemini"), 0o644);
    await mkdir(join(bench.root, "bin", "codex"));
    const ran = await bench.setup("--yes");
    expect(ran.stdout).toContain("Agents: Claude Code\n");
  });
});

describe("a policy that is there", () => {
  it("is kept, built and installed", async () => {
    await bench.put("policies/mine.policy", OWN_RULE);
    const ran = await bench.setup("--yes", ...CLAUDE, "--profile", "standard");
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toContain("kept     policies/mine.policy");
    expect(ran.stdout).toContain("--profile standard is not used");
    expect(ran.stdout).toMatch(/policies\/mine\.policy\s+no keys/);
    expect(await bench.setup("--remove", "--yes")).toMatchObject({ exit: 0 });
    expect(await bench.files()).toEqual({ "policies/mine.policy": OWN_RULE });
  });

  it("of setup's own making may get another profile, an edited one may not", async () => {
    const text = policyFor("standard");
    await bench.put("policies/main.policy", `${text}\n${OWN_RULE.replace("language 1\n\n", "")}`);
    expect((await bench.setup("--yes", ...CLAUDE, "--profile", "standard")).exit).toBe(0);
    expect((await bench.setup("--remove", "--yes")).stdout).toContain("policies/main.policy is kept");
    expect(Object.keys(await bench.files())).toEqual(["policies/main.policy"]);
  });

  it("that does not compile stops everything", async () => {
    await bench.put("policies/main.policy", "language 1\n\nrule x\n  on nowhere\n");
    const ran = await bench.setup("--yes", ...CLAUDE);
    expect(ran.exit).toBe(1);
    expect(ran.stdout).toContain("error[");
    expect(Object.keys(await bench.files())).toEqual(["policies/main.policy"]);
  });

  it("that an agent cannot carry out stops everything, and names it", async () => {
    await bench.put("policies/main.policy", OWN_RULE.replace("block", "ask"));
    const ran = await bench.setup("--yes", ...CLAUDE, "--agent", "codex");
    expect(ran.exit).toBe(1);
    expect(ran.stdout).toContain("codex cannot `ask`");
    expect(Object.keys(await bench.files())).toEqual(["policies/main.policy"]);
  });

  it("is built again after a change, and every agent that has it follows", async () => {
    await bench.put("policies/main.policy", OWN_RULE);
    await bench.setup("--yes", ...CLAUDE, "--agent", "gemini-cli");
    await bench.put("policies/main.policy", OWN_RULE.replace("A key.", "A secret key."));
    // Only one is named: the entries of the other would refuse every call.
    const ran = await bench.setup("--yes", ...CLAUDE);
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toContain("changed  .claude/settings.json");
    expect(ran.stdout).toContain("changed  .gemini/settings.json");
  });
});

describe("a part of it", () => {
  it("can be removed: the others stay as they are", async () => {
    await bench.setup("--yes", ...CLAUDE, "--agent", "codex");
    const made = await bench.files();
    expect(await bench.setup("--remove", "--yes", "--agent", "codex")).toMatchObject({ exit: 0 });
    const { ".codex/hooks.json": _gone, ...rest } = made;
    expect(await bench.files()).toEqual(rest);
    expect((await bench.setup("--yes")).stdout).toContain("Agents: Claude Code\n");
  });

  it("that is missing is put back", async () => {
    await bench.setup("--yes", ...CLAUDE, "--agent", "codex");
    const made = await bench.files();
    await rm(join(bench.project, ".codex"), { recursive: true });
    await rm(join(bench.project, ".policyc", "bundle", "hook.cjs"));
    expect(await bench.setup("--yes", ...CLAUDE, "--agent", "codex")).toMatchObject({ exit: 0 });
    expect(await bench.files()).toEqual(made);
  });

  it("nothing is there to remove", async () => {
    expect(await bench.setup("--remove", "--yes")).toMatchObject({
      exit: 0,
      stdout: "policyc is not set up here; nothing to remove\n",
    });
  });
});

describe("what is in the way", () => {
  const both = [...CLAUDE, "--agent", "codex"];

  async function changesNothing(says: RegExp, before: { readonly [path: string]: string }): Promise<void> {
    const ran = await bench.setup("--yes", ...both);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toMatch(says);
    expect(ran.stderr).toMatch(/nothing was changed\n$/);
    expect(await bench.files()).toEqual(before);
  }

  it.each([
    ["is broken", "{ broken"],
    ["is a list", "[]"],
    ["has hooks of another kind", '{ "hooks": 7 }'],
    ["is not text", "\uFFFD\0"],
  ])("settings: a file that %s", async (_what, text) => {
    await bench.put(".codex/hooks.json", text);
    await changesNothing(/^error\[P822\]: `\.codex\/hooks\.json` was not changed/, { ".codex/hooks.json": text });
  });

  it("settings: a link", async () => {
    await bench.put("real.json", "{}");
    await mkdir(join(bench.project, ".codex"));
    await symlink(join(bench.project, "real.json"), join(bench.project, ".codex", "hooks.json"));
    await changesNothing(/symbolic link/, { "real.json": "{}" });
  });

  it("settings: a file in place of the folder", async () => {
    await bench.put(".codex", "");
    await changesNothing(/\.codex/, { ".codex": "" });
  });

  it("settings: read-only", async () => {
    await bench.put(".codex/hooks.json", "{}");
    await chmod(join(bench.project, ".codex", "hooks.json"), 0o444);
    await changesNothing(/it is read-only/, { ".codex/hooks.json": "{}" });
  });

  it("a home folder in which nothing can be made", async () => {
    await rm(bench.home, { recursive: true });
    await writeFile(bench.home, "");
    await changesNothing(/is not a folder/, {});
  });

  it("a state folder that others may write", async () => {
    await mkdir(join(bench.home, ".policyc"));
    await chmod(join(bench.home, ".policyc"), 0o777);
    await changesNothing(/\.policyc/, {});
  });

  it("a folder with other files in the place of the bundle", async () => {
    await bench.put(".policyc/bundle/mine.txt", "mine");
    await changesNothing(/it contains files but no manifest\.json/, { ".policyc/bundle/mine.txt": "mine" });
  });

  it("a policy that is no file", async () => {
    await mkdir(join(bench.project, "policies", "main.policy"), { recursive: true });
    const ran = await bench.setup("--yes", ...CLAUDE);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain("nothing was changed");
    expect(await bench.files()).toEqual({});
  });

  it("settings that cannot be read keep everything from being removed", async () => {
    await bench.setup("--yes", ...both);
    await bench.put(".codex/hooks.json", "{ broken");
    const made = await bench.files();
    const ran = await bench.setup("--remove", "--yes");
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain("`.codex/hooks.json` was not changed");
    expect(await bench.files()).toEqual(made);
  });
});

it("hooks of others and comments stay, in and out", async () => {
  const theirs =
    '{\n  "model": "x",\n  "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "true" }] }] }\n}\n';
  await bench.put(".claude/settings.json", theirs);
  expect((await bench.setup("--yes", ...CLAUDE)).exit).toBe(0);
  expect((await bench.files())[".claude/settings.json"]).toContain('"command": "true"');
  expect((await bench.setup("--remove", "--yes")).exit).toBe(0);
  expect(await bench.files()).toEqual({ ".claude/settings.json": theirs });
});
