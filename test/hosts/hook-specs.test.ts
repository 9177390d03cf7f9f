// `run` clauses become specs; every slip in one is a diagnostic, never a guess.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lowerRun } from "../../src/compiler/analyse/rules/hook-specs.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import type { FileRef, Name, RunEffect, RunOption, StringLit } from "../../src/compiler/ir/ast.ts";
import type { Point } from "../../src/language/contract.ts";
import { span } from "./ir-builders.ts";

const root = mkdtempSync(join(tmpdir(), "policyc-hooks-"));
mkdirSync(join(root, "team/hooks"), { recursive: true });
writeFileSync(join(root, "team/hooks/scan.py"), "print()\n");
writeFileSync(join(root, "shared.py"), "pass\n");
afterAll(() => rmSync(root, { recursive: true }));

const lit = (value: string): StringLit => ({ kind: "StringLit", value, raw: value, span });
const name = (text: string): Name => ({ kind: "Name", text, span });
const file = (path: string): FileRef => ({ kind: "FileRef", path: lit(path), span });
const may = (...effects: readonly string[]): RunOption => ({ kind: "MayOption", effects: effects.map(name), span });
const fail = (mode: string): RunOption => ({ kind: "FailOption", mode: name(mode), span });
const timeout = (ms: number): RunOption => ({
  kind: "TimeoutOption",
  duration: { kind: "DurationLit", ms, raw: "", span },
  span,
});
const protocol = (text: string): RunOption => ({ kind: "ProtocolOption", name: name(text), span });
const env = (...entries: readonly (readonly [string, string | null])[]): RunOption => ({
  kind: "EnvOption",
  entries: entries.map(([key, value]) => ({ name: key, value: value === null ? null : lit(value), span })),
  span,
});
const observe: RunOption = { kind: "ObserveOption", kinds: null, span };

function lower(
  argv: readonly (string | FileRef)[] | null,
  options: readonly RunOption[] = [],
  extra: { shell?: string; points?: readonly Point[]; noRun?: boolean } = {},
) {
  const session = new Session();
  const files = new Map<string, string>();
  const effect: RunEffect = {
    kind: "RunEffect",
    argv: argv?.map((word) => (typeof word === "string" ? lit(word) : word)) ?? null,
    shell: extra.shell === undefined ? null : lit(extra.shell),
    options,
    span,
  };
  const rule = { name: "r", at: "team/a.policy:1:1", points: extra.points ?? (["before_tool_call"] as const) };
  const context = { policyDir: join(root, "team"), root, files, noRun: extra.noRun ?? false };
  const spec = lowerRun(effect, rule, context, session);
  return {
    spec,
    files: Object.fromEntries(files),
    codes: session.diagnostics().map((one) => one.code),
    all: session.diagnostics(),
  };
}

describe("run clauses", () => {
  it("have safe defaults", () => {
    expect(lower(["/bin/true"])).toMatchObject({
      codes: [],
      spec: {
        argv: ["/bin/true"],
        shell: null,
        protocol: "policyc",
        timeout_ms: 5000,
        env_names: [],
        env_values: {},
        cwd: null,
        may: ["block", "warn", "note"],
        fail: "closed",
        observe: null,
      },
    });
  });

  it("have the time their protocol gives them", () => {
    const times = ["policyc", "neocode", "codex-runtime", "picoclaw", "ignis", "claude-code"].map(
      (name) => lower(["/bin/true"], [protocol(name)]).spec?.timeout_ms,
    );
    expect(times).toEqual([5000, 2000, 5000, 5000, 10_000, 600_000]);
  });

  it("carry their files, by place below the root and by content outside it", () => {
    const found = lower(["python3", file("hooks/scan.py"), file("../shared.py")]);
    expect(found.codes).toEqual([]);
    expect(found.spec?.argv).toEqual(["python3", { file: "files/team/hooks/scan.py" }, { file: "files/shared.py" }]);
    expect(found.files).toEqual({ "files/team/hooks/scan.py": "team/hooks/scan.py", "files/shared.py": "shared.py" });
  });

  it("take every option", () => {
    const found = lower(
      null,
      [protocol("neocode"), timeout(1500), env(["PATH", null], ["MODE", "strict"]), may("warn", "warn"), fail("open")],
      { shell: "scan | grep x" },
    );
    expect(found.codes).toEqual([]);
    expect(found.spec).toMatchObject({
      argv: null,
      shell: "scan | grep x",
      protocol: "neocode",
      timeout_ms: 1500,
      env_names: ["PATH"],
      env_values: { MODE: "strict" },
      may: ["warn"],
      fail: "open",
    });
  });

  it("fail open by default only when they cannot restrict", () => {
    expect(lower(["/bin/true"], [may("warn", "note")]).spec?.fail).toBe("open");
    for (const effect of ["block", "ask", "stop", "set", "respond"]) {
      expect(lower(["/bin/true"], [may(effect)]).spec?.fail).toBe("closed");
    }
  });

  it("observe without deciding", () => {
    expect(lower(["/bin/true"], [observe]).spec).toMatchObject({ may: [], fail: "open", observe: [] });
    expect(lower(["/bin/true"], [observe, may("block")]).codes).toEqual(["P420"]);
  });

  it("warn when a guard fails open", () => {
    const found = lower(["/bin/true"], [may("block"), fail("open")]);
    expect(found.codes).toEqual(["P417"]);
    expect(found.spec?.fail).toBe("open");
  });

  it.each<[string, ReturnType<typeof lower>, string]>([
    ["an unknown protocol", lower(["/bin/true"], [protocol("neocod")]), "P410"],
    ["a protocol without the point", lower(["/bin/true"], [protocol("ignis")], { points: ["session_start"] }), "P422"],
    ["a timeout of nothing", lower(["/bin/true"], [timeout(0)]), "P411"],
    ["a timeout past ten minutes", lower(["/bin/true"], [timeout(600_001)]), "P411"],
    ["a bad variable", lower(["/bin/true"], [env(["1A", null])]), "P412"],
    ["a variable twice", lower(["/bin/true"], [env(["A", null], ["A", "x"])]), "P416"],
    ["an unknown grant", lower(["/bin/true"], [may("deny")]), "P413"],
    ["a missing file", lower(["python3", file("hooks/none.py")]), "P414"],
    ["a folder", lower(["python3", file("hooks")]), "P414"],
    ["an absolute file()", lower(["python3", file("/etc/hosts")]), "P414"],
    ["a file that is not carried", lower(["python3", "hooks/scan.py"]), "P415"],
    ["a relative program", lower(["bin/none"]), "P418"],
    ["an empty list", lower([]), "P418"],
    ["a command line in one string", lower(["python3 scan.py"]), "P418"],
    ["a batch file", lower(["scan.cmd"]), "P418"],
    ["NUL", lower(["/bin/true", "a\0b"]), "P418"],
    ["an unknown failure mode", lower(["/bin/true"], [fail("shut")]), "P419"],
    ["a build without hooks", lower(["/bin/true"], [], { noRun: true }), "P421"],
  ])("refuse %s", (_, found, code) => {
    expect(found.codes).toEqual([code]);
    expect(found.spec).toBeNull();
  });

  it("suggest and fix", () => {
    expect(lower(["/bin/true"], [protocol("neocod")]).all[0]).toMatchObject({
      help: "did you mean `neocode`?",
      fix: "neocode",
    });
    expect(lower(["python3", "hooks/scan.py"]).all[0]?.fix).toBe('file("hooks/scan.py")');
  });
});
