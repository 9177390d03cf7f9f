// Configurations that are broken, locked, linked or somebody else's are never touched, and the message says why.

import { chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasJsonConfig } from "../../../src/cli/install/hook-entries.ts";
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

const settings = (): string => join(bench.project, ".claude", "settings.json");

async function put(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const install = (...flags: readonly string[]) => bench.policyc("install", "claude-code", "--yes", ...flags);

const texts: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["cut off", '{ "hooks": {', "it is not JSON: close brace expected on line 1"],
  ["two documents", "{} {}", "it is not JSON: end of file expected on line 1"],
  ["a list", "[]", "it must contain an object, not a list"],
  ["a text", '"x"', "it must contain an object, not a string"],
  ["null", "null", "it must contain an object, not null"],
  ["hooks as a list", '{ "hooks": [] }', "`hooks` must be an object, not a list"],
  ["hooks as null", '{ "hooks": null }', "`hooks` must be an object, not null"],
  ["an event as an object", '{ "hooks": { "PreToolUse": {} } }', "`hooks.PreToolUse` must be a list, not an object"],
  ["hooks twice", '{ "hooks": {}, "hooks": { "x": [] } }', "it contains `hooks` twice"],
  ["an event twice", '{ "hooks": { "PreToolUse": [], "PreToolUse": [] } }', "it contains `hooks.PreToolUse` twice"],
  ["not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "it is not UTF-8 text"],
  ["nested without end", "[".repeat(100_000), "it is nested more than 200 levels deep"],
  ["a merge conflict", '<<<<<<< HEAD\n{}\n=======\n{ "a": 1 }\n>>>>>>> x\n', "it is not JSON"],
];

describe("a configuration that cannot be changed", () => {
  it.each(texts)("%s", async (_name, text, why) => {
    await put(settings(), text);
    const before = await readFile(settings());
    const ran = await install();
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain(`error[P822]: \`.claude/settings.json\` was not changed: ${why}`);
    expect((await readFile(settings())).equals(before)).toBe(true);
    expect(await readdir(dirname(settings()))).toEqual(["settings.json"]);
  });

  it("is a link", async () => {
    await put(join(bench.project, "shared.json"), "{}");
    await mkdir(dirname(settings()));
    await symlink("../shared.json", settings());
    expect(await install()).toMatchObject({ exit: 3, stderr: expect.stringContaining("is a symbolic link") });
    expect(await textAt(join(bench.project, "shared.json"))).toBe("{}");
  });

  it("lies in a folder that is a link", async () => {
    await mkdir(join(bench.home, "elsewhere"));
    await symlink(join(bench.home, "elsewhere"), dirname(settings()));
    expect(await install()).toMatchObject({ exit: 3, stderr: expect.stringContaining("is a symbolic link") });
    expect(await readdir(join(bench.home, "elsewhere"))).toEqual([]);
  });

  it("is a link to nowhere", async () => {
    await mkdir(dirname(settings()));
    await symlink("nowhere.json", settings());
    expect((await install()).exit).toBe(3);
    expect(await textAt(join(bench.project, ".claude", "nowhere.json"))).toBe(null);
  });

  it("is read-only", async () => {
    await put(settings(), "{}");
    await chmod(settings(), 0o444);
    expect(await install()).toMatchObject({ exit: 3, stderr: expect.stringContaining("it is read-only") });
    expect(await textAt(settings())).toBe("{}");
  });

  it("is a folder", async () => {
    await mkdir(settings(), { recursive: true });
    expect(await install()).toMatchObject({ exit: 3, stderr: expect.stringContaining("it is not a regular file") });
  });

  it("has a file where its folder should be", async () => {
    await put(join(bench.project, ".claude"), "");
    expect(await install()).toMatchObject({ exit: 3, stderr: expect.stringContaining("not a folder") });
  });
});

describe("a configuration that its agent does not read", () => {
  const files: { readonly [agent: string]: string } = {
    "claude-code": ".claude/settings.json",
    codex: ".codex/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "qwen-code": ".qwen/settings.json",
  };
  const comment = '{ "hooks": {} }\n// mine\n';
  const comma = '{\n  "hooks": { "x": [], },\n}\n';
  const mark = '\uFEFF{ "hooks": {} }';
  const nonsense = '{ "hooks": { "Stop": [{ "hooks": [{ "type": "nonsense" }] }] } }';

  it.each([
    ["claude-code", comment, "a comment on line 2"],
    ["claude-code", comma, "a trailing comma on line 2"],
    ["claude-code", mark, null],
    ["codex", comment, "a comment on line 2"],
    ["codex", comma, "a trailing comma on line 2"],
    ["codex", mark, "a byte order mark"],
    ["codex", '{ "version": 1 }', "the member `version`"],
    ["codex", '{ "description": "mine" }', null],
    ["codex", nonsense, 'a hook of the type "nonsense"'],
    ["gemini-cli", comment, null],
    ["gemini-cli", comma, "a trailing comma on line 2"],
    ["gemini-cli", mark, "a byte order mark"],
    ["qwen-code", comment, null],
    ["qwen-code", comma, "a trailing comma on line 2"],
    ["qwen-code", mark, null],
  ])("%s: %j", async (agent, text, why) => {
    const file = join(bench.project, files[agent] ?? "");
    await put(file, text);
    const ran = await bench.policyc("install", agent, "--yes");
    if (why === null) return expect(ran.exit).toBe(0);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain(`was not changed: it contains ${why}, which makes ${agent} ignore the whole file`);
    expect(await textAt(file)).toBe(text);
  });

  it("is found out about when somebody has made it so, and our entries can still be taken out of it", async () => {
    await put(settings(), "{}");
    expect((await install()).exit).toBe(0);
    const installed = (await textAt(settings())) ?? "";
    await put(settings(), `// mine\n${installed}`);
    const status = await bench.policyc("install", "claude-code", "--status");
    expect(status.exit).toBe(1);
    expect(status.stdout).toContain(
      "no hook runs: it contains a comment on line 1, which makes claude-code ignore the whole file",
    );
    expect((await install("--remove")).exit).toBe(0);
    expect(await textAt(settings())).toBe("// mine\n{}");
  });
});

describe("entries that are not quite ours", () => {
  const ours = async (): Promise<string> => {
    await install();
    return (await textAt(settings())) ?? "";
  };

  it("leaves a group to others who have joined it", async () => {
    const text = await ours();
    await writeFile(
      settings(),
      text.replace(
        '"hooks": [\n          {',
        '"hooks": [\n          { "type": "command", "command": "theirs" },\n          {',
      ),
    );
    await install();
    const twice = JSON.parse((await textAt(settings())) ?? "");
    expect(twice.hooks.PreToolUse).toHaveLength(2);
    expect(twice.hooks.PreToolUse[0].hooks).toEqual([{ type: "command", command: "theirs" }]);
    await install("--remove");
    expect(JSON.parse((await textAt(settings())) ?? "")).toEqual({
      hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "theirs" }] }] },
    });
  });

  it("puts a narrowed matcher right, and takes copies out", async () => {
    const text = await ours();
    const value = JSON.parse(text);
    const [group] = value.hooks.PreToolUse;
    await writeFile(
      settings(),
      JSON.stringify({ hooks: { PreToolUse: [{ ...group, matcher: "Bash" }, group], Stop: [group] } }),
    );
    expect((await bench.policyc("install", "claude-code", "--status")).stdout).toMatch(/2 entries for PreToolUse/);
    await install();
    expect(JSON.parse((await textAt(settings())) ?? "")).toEqual({ ...value, hooks: { PreToolUse: [group] } });
  });

  it("knows the hooks of another agent from its own", async () => {
    const text = (await ours()).replaceAll('"claude-code"', '"cursor"');
    await writeFile(settings(), text);
    expect((await install("--remove")).stdout).toContain("not installed");
    expect(await textAt(settings())).toBe(text);
  });
});

describe("confirmation", () => {
  it("needs a terminal or --yes", async () => {
    const ran = await bench.policyc("install", "claude-code");
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain("error[P820]");
    expect(await textAt(settings())).toBe(null);
  });

  it("takes no for an answer, and yes", async () => {
    expect(await bench.typed("n", "install", "claude-code")).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining("nothing changed"),
    });
    expect(await textAt(settings())).toBe(null);
    expect(await bench.typed("y", "install", "claude-code")).toMatchObject({ exit: 0 });
    expect(await textAt(settings())).toContain("onFailure");
  });

  it.each([
    [["--remove", "--status"], "--remove and --status cannot be combined"],
    [["--project", "--user"], "--project and --user cannot be combined"],
  ])("refuses %j", async (flags, why) => {
    expect(await bench.policyc("install", "claude-code", ...flags)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(why),
    });
  });

  it("names the agents it knows", async () => {
    expect((await bench.policyc("install", "--yes")).stderr).toContain("name an agent: amp, claude-code, cline, codex");
    expect((await bench.policyc("install", "claude-cod")).stderr).toContain("did you mean `claude-code`?");
  });
});

describe("the folder of records", () => {
  const folder = (): string => join(bench.home, ".policyc");

  it("may hold the user's bundle too, as a build makes it", async () => {
    const bundle = join(folder(), "bundle");
    await mkdir(folder(), { mode: 0o755 });
    await cp(join(bench.project, ".policyc", "bundle"), bundle, { recursive: true });
    const path = join(bench.home, ".claude", "settings.json");
    expect(await install("--user")).toMatchObject({ exit: 0, stderr: "" });
    expect(await textAt(path)).toContain(bundle);
    expect((await stat(join(folder(), "installs"))).mode & 0o777).toBe(0o700);
    expect(await install("--user", "--remove")).toMatchObject({ exit: 0, stderr: "" });
    expect(await textAt(path)).toBe(null);
  });

  it("must not be in the hands of others, and nothing is changed before that is known", async () => {
    await mkdir(folder());
    await chmod(folder(), 0o777);
    const refused = { exit: 3, stderr: expect.stringContaining("can be changed by other users") };
    expect(await install()).toMatchObject(refused);
    expect(await textAt(settings())).toBe(null);
    await chmod(folder(), 0o700);
    await install();
    const text = await textAt(settings());
    await chmod(folder(), 0o777);
    expect(await install("--remove")).toMatchObject(refused);
    expect(await textAt(settings())).toBe(text);
  });
});

describe("backups", () => {
  it("keeps one for every change, and never overwrites one", async () => {
    await put(settings(), "{}");
    await install();
    await bench.use("second");
    await install();
    await install("--remove");
    const folder = join(bench.home, ".policyc", "backups");
    const kept = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), "utf8")));
    expect(kept).toHaveLength(3);
    expect(kept[0]).toBe("{}");
    expect(new Set(kept).size).toBe(3);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it("is not led astray by a record that somebody has forged", async () => {
    await put(settings(), '{ "a": 1 }\n');
    await install();
    const folder = join(bench.home, ".policyc", "installs");
    const [name = ""] = await readdir(folder);
    const record = JSON.parse(await readFile(join(folder, name), "utf8"));
    await put(join(bench.home, ".policyc", "secret"), "secret");
    await writeFile(join(folder, name), JSON.stringify({ ...record, original: "../secret" }));
    await install("--remove");
    expect(await textAt(settings())).toBe('{ "a": 1 }\n');
  });
});

describe("a bundle that an agent cannot honour", () => {
  it("is refused with the cells named, unless it was built for it", async () => {
    const policy = join(bench.project, "p.policy");
    await put(policy, 'rule p\n  on user_prompt_submit\n  when prompt contains "x"\n  block "no"\n  fires on "x"\n');
    await bench.policyc("build", "p.policy", "-o", "out");
    const ran = await bench.policyc("install", "goose", "--bundle", "out", "--yes");
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain("error[P821]: goose cannot enforce this bundle");
    expect(ran.stderr).toContain("p: block at user_prompt_submit: goose has no way to do this");
    expect(await bench.policyc("install", "codex", "--bundle", "out", "--yes")).toMatchObject({ exit: 0 });
  });

  it("is refused when it is damaged", async () => {
    await writeFile(join(bench.project, ".policyc", "bundle", "policy.mjs"), "export {};");
    expect(await install()).toMatchObject({ exit: 1, stderr: expect.stringContaining("error[P604]") });
    expect(await textAt(settings())).toBe(null);
  });
});

it("writes only events that rules need", async () => {
  for (const agent of [...agentInstalls.values()].filter(hasJsonConfig)) {
    await bench.policyc("install", agent.agent, "--yes");
    const text = (await textAt(agent.config.file(bench.site("project")))) ?? "";
    const used = Object.values(agent.events)
      .flat()
      .filter((event) => text.includes(`"${event}"`));
    expect([agent.agent, new Set(used)]).toEqual([agent.agent, new Set(agent.events.before_tool_call)]);
  }
});
