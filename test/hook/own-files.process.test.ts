// What decides is not for the agent to change, wherever it was installed: the program, what runs it, the native client, state and
// run folders. Ordinary work with Node and packages goes on.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/runtime/index.ts";
import { ownProgram } from "../../src/runtime/machine/own-program.ts";
import { ownFiles } from "../../src/service/plugins/own-files.ts";
import { bashCall, claudeVerdict } from "./claude-calls.ts";
import { type Built, hookPlace } from "./place.ts";
import { run } from "./processes.ts";

const place = hookPlace();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-own-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packages = join(folder, "global", "node_modules");
const root = join(packages, "policyc");
const project = join(folder, "project");
const home = join(folder, "home");
/** As npm links the commands of global packages. */
const program = join(folder, "bin", "policyc");
const client = `policyc-hook-${process.platform}-${process.arch}`;
let bundle: Built;

beforeAll(async () => {
  for (const made of [join(root, "dist"), join(folder, "bin"), project, home]) mkdirSync(made, { recursive: true });
  cpSync(fileURLToPath(new URL("../../package.json", import.meta.url)), join(root, "package.json"));
  cpSync(place.folder, join(root, "dist"), { recursive: true });
  symlinkSync(join(root, "dist", "policyc.cjs"), program);
  bundle = await place.policy(
    "own",
    'rule a\n  on before_tool_call\n  when command runs "zzz"\n  block "no"\n  fires on "zzz"\n',
  );
});

const ask = async (payload: object): Promise<string> =>
  claudeVerdict(
    await run([program, "hook", "--agent", "claude-code", "--bundle", bundle.dir, "--serve", "never"], payload, {
      cwd: project,
      env: { HOME: home, CLAUDE_PROJECT_DIR: project },
    }),
  );

const shell = (command: string): Promise<string> => ask(bashCall(command, { cwd: project }));
const write = (path: string): Promise<string> =>
  ask({ ...bashCall(""), cwd: project, tool_name: "Write", tool_input: { file_path: path, content: "" } });

const own: readonly (readonly [string, () => string])[] = [
  ["node", () => process.execPath],
  ["the command", () => program],
  ["the program", () => join(root, "dist", "policyc.cjs")],
  ["its folder", () => join(root, "dist")],
  ["its package", () => root],
  ["the native client", () => join(packages, client, "policyc-hook")],
  ["the package in the project", () => join(project, "node_modules", "policyc", "dist")],
  ["a client in the project", () => "node_modules/policyc-hook-another-cpu/policyc-hook"],
  ["the run folder", () => "~/.policyc/run/x"],
  ["the state folder", () => "~/.policyc/state"],
];

const changes: readonly ((path: string) => string)[] = [
  (path) => `cp x ${path}`,
  (path) => `rm -rf ${path}`,
  (path) => `echo > ${path}`,
  (path) => `ln -sf x ${path}`,
  (path) => `mv ${path} x`,
];

describe("a hook process", () => {
  it.each(own)("refuses to change %s", async (_what, path) => {
    const verdicts = await Promise.all([write(path()), ...changes.map((change) => shell(change(path())))]);
    expect(verdicts.filter((verdict) => !verdict.startsWith("deny: "))).toEqual([]);
  });

  it.each([
    "node x.js",
    "node --version",
    `${process.execPath} x.js > out.txt`,
    "npm test",
    "npm install",
    "npm ci",
    "npm install -D policyc",
    "rm -rf node_modules && npm ci",
    "npx policyc check",
    "ls node_modules/policyc",
    `cp ${process.execPath} copy`,
    `cat ${join(root, "dist", "policyc.cjs")}`,
    "echo > dist/policyc.cjs",
  ])("lets `%s` pass", async (command) => {
    expect(await shell(command)).toBe("pass");
  });
});

describe("where the program is", () => {
  it("is found by the file that runs, links followed", () => {
    expect(ownProgram(program, project)).toEqual(
      expect.arrayContaining([process.execPath, program, root, join(packages, client)]),
    );
  });

  it("is only what runs, for whoever works on policyc itself", () => {
    const paths = ownProgram(program, join(root, "src"));
    expect(paths).toContain(join(root, "dist"));
    expect(paths).not.toContain(root);
  });

  it("is only what runs, where a package merely holds a copy of it", () => {
    const other = join(folder, "other");
    cpSync(join(root, "dist"), join(other, "dist"), { recursive: true });
    const given = join(other, "dist", "policyc.cjs");
    expect(ownProgram(given, project)).toContain(join(other, "dist"));
    expect(ownProgram(given, project)).not.toContain(other);
    writeFileSync(join(other, "package.json"), '{ "name": "other" }');
    expect(ownProgram(given, project)).not.toContain(other);
  });

  it("is nobody else's program", () => {
    const theirs = join(folder, "theirs", "dist");
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, "main.mjs"), "");
    const paths = ownProgram(join(theirs, "main.mjs"), project);
    expect(paths.filter((path) => path.startsWith(join(folder, "theirs")))).toEqual([]);
    expect(ownProgram(join(folder, "gone", "x.mjs"), project)).toEqual(ownProgram(null, project));
  });
});

it("holds for whoever loads a bundle", async () => {
  for (const worker of [false, true]) {
    const options = { home, workdir: project };
    const policy = await (worker
      ? loadPolicy(bundle.dir, { ...options, worker: true, deadlineMs: 20_000 })
      : loadPolicy(bundle.dir, options));
    try {
      const outcome = async (path: string): Promise<string> => {
        const input = { path, content: "" };
        return (await policy.decide({ point: "before_tool_call", tool: "write", input, workdir: project })).outcome;
      };
      for (const path of [process.execPath, "node_modules/policyc/dist/x", `${home}/.policyc/run/x`])
        expect([worker, path, await outcome(path)]).toEqual([worker, path, "block"]);
      expect(await outcome("src/a.ts")).toBe("pass");
    } finally {
      await policy.close();
    }
  }
});

it("holds for plug-ins", () => {
  const files = ownFiles("file:///h/.config/amp/plugins/policyc.ts", "/h", "/w");
  expect(files).toEqual(
    expect.arrayContaining([
      "/h/.config/amp/plugins/policyc.ts",
      "/h/.policyc",
      process.execPath,
      "/w/node_modules/policyc",
    ]),
  );
});
