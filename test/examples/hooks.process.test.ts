// The hooks of examples/hooks, as authors would use them: checked with hook-test, and asked by their own policies.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { buildBundle } from "../../src/compiler/index.ts";
import { oneShotProtocols } from "../../src/hosts/protocols.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { packsDir, root } from "../docs/workspace.ts";
import { markThisProcess, processesLeft } from "../hooks/leftovers.ts";

const outer = markThisProcess("example-hooks");
const hooks = join(root, "examples/hooks");
const project = realpathSync(mkdtempSync(join(tmpdir(), "example-hooks-")));
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).status === 0;
if (!hasPython) console.warn("python3 is missing: the tests of secret-scan.py are skipped");

let policy: LoadedPolicy;

beforeAll(async () => {
  const outDir = join(project, "..", `example-hooks-bundle-${process.pid}`);
  const entries = ["hooks.policy", ...(hasPython ? ["secrets.policy"] : [])];
  const built = await buildBundle(entries, { cwd: hooks, packsDir, outDir });
  expect(built.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  policy = await loadPolicy(outDir, { scope: "internal" });
});
afterAll(async () => {
  await policy?.close();
  expect(await processesLeft(outer)).toEqual([]);
  rmSync(join(project, "..", `example-hooks-bundle-${process.pid}`), { recursive: true, force: true });
  rmSync(project, { recursive: true });
});

const decide = (event: { readonly [field: string]: unknown }) =>
  policy.decide({ session_id: "s", workdir: project, cwd: project, ...event });
const write = (content: string) =>
  decide({ point: "before_tool_call", tool: "write", input: { path: "a.txt", content } });

describe("freeze.sh", () => {
  it("passes, warns and blocks by what lies in the project", async () => {
    expect(await write("hello")).toMatchObject({ outcome: "pass", failures: [], warnings: [] });
    writeFileSync(join(project, ".freeze-soon"), "");
    expect((await write("hello")).warnings.map(({ message }) => message)).toEqual([
      "no-changes-in-a-freeze: a freeze is announced; finish what must go out",
    ]);
    writeFileSync(join(project, ".freeze"), 'release "2.0" until Monday\nsecond line\n');
    const decision = await write("hello");
    expect(decision).toMatchObject({ proceed: false, outcome: "block", failures: [] });
    expect(decision.reasons[0]?.message).toBe(
      'no-changes-in-a-freeze: the project is frozen: release "2.0" until Monday',
    );
    rmSync(join(project, ".freeze"));
    rmSync(join(project, ".freeze-soon"));
  });
});

describe("mask-addresses.mjs", () => {
  it("rewrites the prompt and leaves others alone", async () => {
    const prompt = "write to ann@example.org and Ann@Example.org, cc bob@example.co.uk";
    expect(await decide({ point: "user_prompt_submit", prompt })).toMatchObject({
      outcome: "pass",
      changes: { prompt: "write to [address 1] and [address 1], cc [address 2]" },
      failures: [],
    });
    const plain = await decide({ point: "user_prompt_submit", prompt: "look @ this" });
    expect(plain).toMatchObject({ outcome: "pass", failures: [] });
    expect(plain.changes).toBeUndefined();
  });
});

describe("fetch-budget.mjs", () => {
  it("counts by session", async () => {
    const fetch = (session_id: string) =>
      decide({ point: "before_tool_call", tool: "fetch", session_id, input: { url: "https://example.org/" } });
    const outcomes = [];
    for (const session of ["a", "a", "a", "b", "a", "b"]) outcomes.push((await fetch(session)).outcome);
    expect(outcomes).toEqual(["pass", "pass", "pass", "pass", "block", "pass"]);
    expect((await fetch("a")).reasons[0]?.message).toContain("this session has fetched 3 pages");
  });
});

describe.skipIf(!hasPython)("secret-scan.py (needs python3)", () => {
  it("blocks a write with a secret and does not repeat it", async () => {
    const secret = `AKIA${"ABCDEFGHIJKLMNOP"}`;
    const decision = await write(`${"x".repeat(600)} key = ${secret}`);
    expect(decision).toMatchObject({ outcome: "block", failures: [] });
    expect(decision.reasons[0]?.message).toBe("scan-writes: this write holds an AWS access key");
    expect(JSON.stringify(decision)).not.toContain(secret);
    expect(await write("nothing to see")).toMatchObject({ outcome: "pass", failures: [] });
  });

  it("takes the mask of a preview for a secret, and says when it saw only a part", () => {
    const ask = (preview: unknown, more = {}) =>
      execFileSync("python3", [join(hooks, "secret-scan.py")], {
        encoding: "utf8",
        input: JSON.stringify({
          payload_version: "1",
          point: "before_tool_call",
          metadata: { tool_name: "filesystem_write_file", tool_arguments_preview: preview },
          ...more,
        }),
      });
    expect(JSON.parse(ask('{"content":"***"}'))).toMatchObject({ status: "block" });
    expect(JSON.parse(ask("x".repeat(512)))).toMatchObject({ status: "pass", annotations: [expect.any(String)] });
    expect(ask("short")).toBe("");
    expect(() => ask(null)).toThrow(/no arguments to look at/);
    expect(() => ask("short", { payload_version: "2" })).toThrow(/payload version 1/);
  });
});

describe("every example", () => {
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["policyc", [join(hooks, "freeze.sh")]],
    ["ignis", [join(hooks, "mask-addresses.mjs")]],
    ["picoclaw", [join(hooks, "fetch-budget.mjs")]],
    ...(hasPython ? [["neocode", [join(hooks, "secret-scan.py")]] as const] : []),
  ];

  it.each(commands)("is sound in %s", async (protocol, command) => {
    const out: string[] = [];
    const exit = await run(["hook-test", protocol, "--timeout", "20s", "--", ...command], {
      cwd: project,
      env: process.env,
      stdout: { isTty: false, write: (text) => void out.push(text) },
      stderr: { isTty: false, write: (text) => void out.push(text) },
      stdin: { isTty: false, read: async () => new Uint8Array() },
    });
    expect({ exit, out: exit === 0 ? "" : out.join("") }).toEqual({ exit: 0, out: "" });
  });

  it.each([
    ["freeze.sh", 1],
    ["mask-addresses.mjs", 1],
    ...(hasPython ? ([["secret-scan.py", 3]] as const) : []),
  ] as const)("%s fails on input it cannot read", (name, status) => {
    for (const input of ["", "not json", "[", "[1]", "null"]) {
      const ended = spawnSync(join(hooks, name), { input, encoding: "utf8", env: { PATH: process.env.PATH } });
      expect({ input, status: ended.status, stdout: ended.stdout }).toEqual({ input, status, stdout: "" });
      expect(ended.stderr).not.toMatch(/Traceback|at .*\.mjs:\d/);
    }
  });

  it("fetch-budget.mjs bears lines it cannot read", () => {
    const lines = [
      "",
      "junk",
      "[]",
      "null",
      '{"id":1,"method":"constructor","params":{}}',
      '{"id":2,"method":"hook.hello"}',
    ];
    const hello = '{"id":3,"method":"hook.hello","params":{}}';
    const ended = spawnSync(process.execPath, [join(hooks, "fetch-budget.mjs")], {
      input: [...lines, hello].join("\n"),
      encoding: "utf8",
    });
    const answers = ended.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { id: 1, error: {} },
      { id: 2, error: {} },
      { id: 3, result: {} },
    ]);
    expect(ended.status).toBe(0);
  });
});

it("the guide's table is that of the protocols", () => {
  const guide = readFileSync(join(hooks, "README.md"), "utf8");
  const rows = guide
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const head = rows.find(([first]) => first === "Exit") ?? [];
  const rowOf = (name: string) => rows.find(([first]) => first === name) ?? [];
  const words = {
    answer: "answer",
    block: "**block**",
    failed: "failure",
    soft: "failure",
    "answer-or-soft": "failure, unless stdout holds an answer",
  };
  const places = { workdir: "the project", program: "the program's folder", inherited: "the runtime's folder" };
  const event = { point: "before_tool_call", scope: "user", hookId: "h", fields: { workdir: "/" } } as const;
  expect(head.slice(1).map((cell) => cell.replaceAll("`", ""))).toEqual([...oneShotProtocols.keys()]);
  [...oneShotProtocols.values()].forEach((protocol, index) => {
    const cell = (name: string): string => rowOf(name)[index + 1] ?? "";
    for (const code of ["0", "1", "2", "other"])
      expect(cell(code)).toBe(words[protocol.exit[code] ?? protocol.exit.other ?? "failed"]);
    expect(cell("text of a block")).toBe(
      protocol.blockText.map((name) => (name === "json" ? "JSON" : name)).join(", "),
    );
    expect(cell("time by default")).toBe(`${protocol.timeoutMs / 1000} s`);
    expect(cell("started in")).toBe(places[protocol.cwd]);
    const names = Object.keys(protocol.environment(event)).map((name) => `\`${name}\``);
    expect(cell("variables")).toBe(names.join(" ") || "none");
  });
});
