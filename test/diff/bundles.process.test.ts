// Sides of a diff that come from elsewhere: bundles without or with a forged ir.json, and git revisions.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { readIr } from "../../src/compiler/diff/read-ir.ts";
import { buildBundle } from "../../src/compiler/index.ts";
import type { Json } from "../../src/language/contract.ts";
import { revisionOf } from "../../src/language/revision.ts";
import { sha256Hex } from "../../src/language/sha256.ts";
import { packsDir, root } from "../docs/workspace.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "policyc-diff-test-")));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const policy = 'rule no-search on before_tool_call when tool == "web_search" block "no"\n';
type Rec = { [key: string]: Json };
const json = (file: string): Rec => JSON.parse(readFileSync(join(cwd, file), "utf8")) as Rec;

beforeAll(async () => {
  writeFileSync(join(cwd, "a.policy"), policy);
  const built = await buildBundle(["a.policy"], { cwd, packsDir, outDir: join(cwd, "good") });
  if (built.revision === null) throw new Error(built.diagnostics[0]?.message);
});

/** A bundle whose hashes and revision fit whatever was done to it: what a forger would send. */
function forged(name: string, change: (ir: Rec) => void): string {
  rmSync(join(cwd, name), { recursive: true, force: true });
  cpSync(join(cwd, "good"), join(cwd, name), { recursive: true });
  const ir = json("good/ir.json");
  change(ir);
  const text = JSON.stringify(ir);
  writeFileSync(join(cwd, name, "ir.json"), text);
  const manifest = json("good/manifest.json");
  const files = { ...(manifest.files as Rec), "ir.json": sha256Hex(text) } as { [file: string]: string };
  const revision = revisionOf({ ...manifest, files }, files);
  writeFileSync(join(cwd, name, "manifest.json"), JSON.stringify({ ...manifest, files, revision }));
  return name;
}

async function diff(...argv: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = "";
  let err = "";
  const write = (add: (text: string) => void) => ({ isTty: false, write: add });
  const io = {
    cwd,
    env: {},
    stdin: { isTty: true, read: async () => new Uint8Array() },
    stdout: write((text) => {
      out += text;
    }),
    stderr: write((text) => {
      err += text;
    }),
  };
  const code = await run(["diff", ...argv], io as unknown as Parameters<typeof run>[1]);
  return { code, out, err };
}

describe("bundles", () => {
  it("are compared by what their ir.json means", async () => {
    expect(await diff("good", "a.policy")).toMatchObject({ code: 0, err: "" });
    const now = forged("changed", (ir) => {
      (ir.rules as Rec[])[0] = { ...((ir.rules as Rec[])[0] as Rec), effects: [[{ kind: "ask", message: ["sure?"] }]] };
    });
    const found = await diff("good", now, "--fail-on", "loosened");
    expect(found.out).toContain("block (by no-search) -> ask (by no-search)");
    expect(found.code).toBe(1);
  });

  it("without ir.json are named", async () => {
    cpSync(join(cwd, "good"), join(cwd, "older"), { recursive: true });
    rmSync(join(cwd, "older/ir.json"));
    const manifest = json("good/manifest.json");
    const files = { ...(manifest.files as { [file: string]: string }) };
    delete files["ir.json"];
    const revision = revisionOf({ ...manifest, files }, files);
    writeFileSync(join(cwd, "older/manifest.json"), JSON.stringify({ ...manifest, files, revision }));
    expect(await diff("older", "good")).toMatchObject({
      code: 1,
      err: "error[P530]: `older` has no ir.json, so its rules cannot be compared\n",
    });
  });

  it.each(["language", "ir"])("of another %s version say so", async (field) => {
    cpSync(join(cwd, "good"), join(cwd, `newer-${field}`), { recursive: true });
    writeFileSync(
      join(cwd, `newer-${field}/manifest.json`),
      JSON.stringify({ ...json("good/manifest.json"), [field]: 2 }),
    );
    const { code, err } = await diff("good", `newer-${field}`);
    expect(code).toBe(1);
    expect(err).toMatch(/error\[P603\]: newer-\w+: .*2/);
  });

  it("never run the code that lies in them", async () => {
    cpSync(join(cwd, "good"), join(cwd, "evil"), { recursive: true });
    const code = "globalThis.policycDiffRan = true;\n";
    writeFileSync(join(cwd, "evil/policy.mjs"), code);
    const manifest = json("good/manifest.json");
    const files = { ...(manifest.files as { [file: string]: string }), "policy.mjs": sha256Hex(code) };
    const revision = revisionOf({ ...manifest, files }, files);
    writeFileSync(join(cwd, "evil/manifest.json"), JSON.stringify({ ...manifest, files, revision }));
    expect((await diff("good", "evil")).code).toBe(0);
    expect("policycDiffRan" in globalThis).toBe(false);
  });
});

const field = { op: "field", name: "tool", type: "string", optional: false };
const evil = "0);globalThis.policycDiffRan=true;(0";

describe("a forged ir.json", () => {
  const cond = (of: Json) => (ir: Rec) => {
    const [rule] = ir.rules as Rec[];
    (rule as Rec).conditions = [{ cond: of, text: "x", line: 1, column: 1, operands: [] }];
  };
  const rule = (more: Rec) => (ir: Rec) => Object.assign((ir.rules as Rec[])[0] as Rec, more);
  it.each([
    [
      "an element that is no number",
      cond({ op: "any", list: { op: "view", view: "reads" }, var: evil, body: { op: "true" } }),
    ],
    ["an unknown operation", cond({ op: evil })],
    ["an unknown comparison", cond({ op: "compare", test: evil, type: "string", left: field, right: field })],
    ["an unknown view", cond({ op: "any", list: { op: "view", view: evil }, var: 0, body: { op: "true" } })],
    ["a window that is no number", cond({ op: "holds", value: { op: "counted", counter: "c", windowMs: evil } })],
    ["a regex that is not there", cond({ op: "regex", value: field, regex: 999 })],
    ["a point that is not there", rule({ points: [evil] })],
    ["a line that is no number", rule({ line: evil })],
    ["another id", rule({ id: 5 })],
    ["an unknown effect", rule({ effects: [[{ kind: evil, message: [] }]] })],
    ["a hook that is not there", rule({ effects: [[{ kind: "run", hook: 0 }]] })],
    [
      "a regex that runs for ever",
      (ir: Rec) => Object.assign(ir, { regexes: [{ source: "^(a+)+$", flags: "", engine: "native" }] }),
    ],
    [
      "a regex that is none",
      (ir: Rec) => Object.assign(ir, { regexes: [{ source: "(", flags: "", engine: "native" }] }),
    ],
    ["a pattern that is none", (ir: Rec) => Object.assign(ir, { patterns: ["( git"] })],
    ["a field of no type", (ir: Rec) => Object.assign(ir, { tools: { deploy: { env: null } } })],
    ["one field more", (ir: Rec) => Object.assign(ir, { more: 1 })],
  ])("with %s is refused", async (_, change) => {
    const { code, err } = await diff("good", forged("forged", change));
    expect(err).toMatch(/^error\[P602\]: forged: /);
    expect(code).toBe(1);
    expect("policycDiffRan" in globalThis).toBe(false);
  });

  it("that nests too deeply is refused", () => {
    let cond: Json = { op: "true" };
    for (let depth = 0; depth < 5000; depth++) cond = { op: "not", item: cond };
    expect(() => readIr({ rules: [cond] })).toThrow("nests too deeply");
  });

  it("cannot write code by its texts", async () => {
    const text = `x\n*/ globalThis.policycDiffRan = true; \`\${globalThis.policycDiffRan = true}\` \u2028 "'`;
    const change = (ir: Rec): void => {
      cond({
        op: "and",
        items: [
          {
            op: "compare",
            test: "eq",
            type: "string",
            left: { ...field, name: text },
            right: { op: "const", value: text },
          },
          { op: "marked", label: text },
        ],
      })(ir);
      rule({ name: text, file: text, doc: text, tools: [text] })(ir);
    };
    await diff("good", forged("texts", change));
    expect("policycDiffRan" in globalThis).toBe(false);
  });
});

it("reads back the IR of everything that is shipped", async () => {
  const outDir = join(cwd, "recommended");
  const built = await buildBundle(["policies/recommended.policy"], { cwd: root, packsDir, outDir });
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const ir = JSON.parse(readFileSync(join(outDir, "ir.json"), "utf8")) as Json;
  expect(JSON.parse(JSON.stringify(readIr(ir)))).toEqual(ir);
});

describe("git", () => {
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd, stdio: "ignore" });

  beforeAll(() => {
    git("init", "-q");
    git("config", "user.email", "a@example.com");
    git("config", "user.name", "a");
    mkdirSync(join(cwd, "rules"), { recursive: true });
    writeFileSync(join(cwd, "rules/a.policy"), policy);
    git("add", "rules");
    git("commit", "-q", "-m", "a", "--no-gpg-sign");
    writeFileSync(join(cwd, "rules/a.policy"), policy.replace("block", "ask"));
    writeFileSync(join(cwd, "rules/staged.policy"), "not a policy\n");
    git("add", "rules/staged.policy");
    rmSync(join(cwd, "rules/staged.policy"));
  });

  it.each([
    ["by REV:path", ["HEAD:rules", "rules"]],
    ["by REV:./path", ["HEAD:./rules", "rules"]],
    ["by --git", ["--git", "HEAD", "rules"]],
  ])("a revision %s", async (_, argv) => {
    const { out, err } = await diff(...argv);
    expect(err).toBe("");
    expect(out).toContain("before_tool_call web_search: loosened");
  });

  it("leaves index and working tree alone", async () => {
    const status = (): string => execFileSync("git", ["status", "--porcelain", "rules"], { cwd, encoding: "utf8" });
    const before = status();
    await diff("HEAD:rules", "rules");
    expect(status()).toBe(before);
  });

  it.each([
    ["HEAD:elsewhere", "it does not contain `elsewhere`"],
    ["no-such-revision:rules", "there is no such revision"],
    ["--upload-pack=x:rules", "this is not a revision"],
  ])("%s is named", async (side, why) => {
    const { code, err } = await diff("--", side, "rules");
    expect(err).toBe(`error[P532]: cannot read \`${side}\` from git: ${why}\n`);
    expect(code).toBe(2);
  });
});
