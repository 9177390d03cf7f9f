// What the filter of a search lets through, as the rules see it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "../../src/language/contract.ts";
import { filteredFiles } from "../../src/runtime/engine/paths/file-filters.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { buildIn } from "./built-policy.ts";

describe("the globs of a filter", () => {
  it.each([
    [".env", ["**/.env"]],
    ["/.env", [".env", "/.env"]],
    [".ssh/", ["**/.ssh/"]],
    ["src/*.c", ["src/*.c", "src/.c"]],
    ["./a/b", ["a/b"]],
    ["*.ts", ["**/*.ts", "**/.ts"]],
    ["a?", ["**/a?"]],
    ["?env", ["**/?env", "**/.env"]],
    ["*env", ["**/*env", "**/.*env"]],
    ["{a,b{c,d}}", ["**/a", "**/bc", "**/bd"]],
    ["{.env}", ["**/.env"]],
    ["{a, b}", ["**/a", "**/b"]],
    ["{1..3}x", ["**/*x", "**/.*x", "**/1..3x"]],
    ["a,b", ["**/a", "**/b", "**/a,b"]],
    ["a b", ["**/a", "**/b", "**/a b"]],
    [".env,{a,b}", ["**/.env", "**/a", "**/b", "**/.env,a", "**/.env,b"]],
    ["~/.ssh/*", ["~/.ssh/*"]],
    ["docs/**", ["docs/**"]],
  ])("%s", (filter, globs) => {
    const found = filteredFiles([filter], undefined);
    expect([...found.globs].toSorted()).toEqual([...globs].toSorted());
    expect(found).toMatchObject({ isOpen: false, complete: true });
  });

  it("lie below the place of the search, whatever is in its name", () => {
    expect(filteredFiles(["*.c"], "app/[id]/").globs).toEqual(["app/\\[id\\]/**/*.c", "app/\\[id\\]/**/.c"]);
    expect(filteredFiles(["**/a"], "/").globs).toEqual(["//**/a"]);
    // Some take a filter with a slash from the place, others from where the call runs.
    expect(filteredFiles(["src/a"], "src").globs).toEqual(["src/src/a", "src/a"]);
  });

  it.each([[["!*.ts"]], [["*"]], [["**"]], [["**/*"]], [["*.*"]], [["/**/*.*"]], [[]]])(
    "leave the folder alone: %j",
    (filters) => {
      expect(filteredFiles(filters, undefined)).toEqual({ globs: [], isOpen: true, complete: true });
    },
  );

  it("count beside others that leave out, or leave nothing out", () => {
    expect(filteredFiles(["!a", ".env"], undefined)).toMatchObject({ globs: ["**/.env"], isOpen: false });
    expect(filteredFiles(["*", ".env"], undefined)).toMatchObject({ globs: ["**/.env"], isOpen: true });
  });

  it.each(["@(.env)", "!(a)", "!!.env", "[[:punct:]]env", "{a", "a}", `{${"{a,b}".repeat(9)},c}`])(
    "cannot be told: %s",
    (filter) => {
      expect(filteredFiles([filter], undefined).complete).toBe(false);
    },
  );

  it("are a few", () => {
    const many = Array.from({ length: 200 }, (_, at) => `a${at}`);
    const { globs, complete } = filteredFiles(many, undefined);
    expect(globs.length).toBeLessThan(50);
    expect(complete).toBe(false);
    for (const long of ["{a}".repeat(1e5), "{a,".repeat(1e5), "a,".repeat(1e5), "*".repeat(1e5), "*".repeat(1000)])
      expect(filteredFiles([long], undefined).globs.length).toBeLessThan(50);
  });
});

describe("a search", () => {
  const POLICY = 'on before_tool_call when any reads matches "**/.env*" block "Secrets."';
  const PACKS = 'use "std/secrets"\nuse "std/exfiltration"\n';
  let own: LoadedPolicy;
  let packs: LoadedPolicy;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "policyc-filters-"));
    await buildIn(folder, POLICY, "own");
    await buildIn(folder, PACKS, "packs");
    own = await loadPolicy(join(folder, "own"));
    packs = await loadPolicy(join(folder, "packs"));
    rmSync(folder, { recursive: true });
  });
  afterAll(async () => {
    await own.close();
    await packs.close();
  });

  const decided = async (policy: LoadedPolicy, input: object): Promise<Decision["outcome"]> => {
    const event = { point: "before_tool_call", workdir: "/w", tool: "search" } as const;
    return (await policy.decide({ ...event, input: { pattern: ".", ...input } })).outcome;
  };

  it.each([
    [{ files: [".env"] }, "block"],
    [{ files: [".env*"] }, "block"],
    [{ files: ["*.{ts,env}"] }, "block"],
    [{ files: ["*.ts", ".env"] }, "block"],
    [{ files: ["*.ts,.env"] }, "block"],
    [{ files: ["*.ts .env.local"] }, "block"],
    [{ files: ["**/config/.ENV"] }, "block"],
    [{ path: "src", files: [".env"] }, "block"],
    [{ path: ".env", files: ["*.ts"] }, "block"],
    // The disk has no such file.
    [{ files: ["*env"] }, "pass"],
    [{ files: [".*"] }, "pass"],
    [{ files: ["@(.env)"] }, "ask"],
    [{ files: ["!.env"] }, "pass"],
    [{ files: ["*.ts"] }, "pass"],
    [{ path: "src", files: ["**/*.{js,tsx}"] }, "pass"],
    [{}, "pass"],
  ])("of %j", async (input, outcome) => {
    expect(await decided(own, input)).toBe(outcome);
  });

  it.each([
    [{ files: [".env"] }, "block"],
    [{ path: "/root", files: ["**/id_rsa"] }, "block"],
    [{ path: "~/.aws", files: ["*.json"] }, "block"],
    [{ files: ["*.pem"] }, "block"],
    [{ files: ["/home/other/.ssh/**"] }, "pass"],
    [{ path: "~/.policyc", files: ["run/*"] }, "block"],
    [{ files: ["*secret*"] }, "pass"],
  ])("shows secrets: %j", async (input, outcome) => {
    expect(await decided(packs, input)).toBe(outcome);
  });

  it.each([
    [{}],
    [{ path: "src" }],
    [{ path: "app/[id]", files: ["*.ts"] }],
    [{ files: ["*.ts"] }],
    [{ path: "src", files: ["**/*.{js,tsx}"] }],
    [{ files: ["*.{js,jsx,ts,tsx,mjs,cjs,vue,html,css,scss,md,mdx,json,yml,yaml,toml}"] }],
    [{ files: ["*.test.ts", "!node_modules/**"] }],
    [{ files: ["package.json", "tsconfig*.json", "README*", "Dockerfile*"] }],
    [{ files: ["docs/**", "src/*", "*", "packages/*/src/**/*.ts"] }],
    [{ files: ["*_test.go", "test_*.py", "*Service*.java", ".github/**/*.yml", ".eslintrc*"] }],
    [{ files: [".env.example"] }],
  ])("shows none: %j", async (input) => {
    expect(await decided(packs, input)).toBe("pass");
  });

  it.each([
    [{ path: "a", files: ["./.env"] }, "block"],
    [{ path: ".env", files: ["./a"] }, "block"],
    [{ path: ".", files: ["**/*.env"] }, "block"],
    [{ path: "a", files: ["./app/\\[id\\].ts", "/etc/hosts"] }, "pass"],
  ])("is no read of several files: %j", async (input, outcome) => {
    for (const policy of [own, packs])
      expect((await policy.decide({ point: "before_tool_call", workdir: "/w", tool: "read", input })).outcome).toBe(
        outcome,
      );
  });

  it("whose filter the host cannot tell may read anything", async () => {
    const event = { tool: "search", input: { pattern: "." }, unknown: ["input.files"] };
    expect((await own.decide({ point: "before_tool_call", ...event })).outcome).toBe("ask");
  });
});
