// From a configuration to a bundle, and from a bundle to a configuration that its own host would take.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { parseConfig } from "../../src/compiler/import/config-text.ts";
import { readIgnisConfig } from "../../src/hosts/ignis/read-config.ts";
import { readNeocodeConfig } from "../../src/hosts/neocode/read-config.ts";
import { readPicoclawConfig } from "../../src/hosts/picoclaw/read-config.ts";
import type { HooksFile, Json } from "../../src/language/contract.ts";
import { scratchFolder } from "../docs/workspace.ts";

interface Done {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function policyc(cwd: string, ...argv: readonly string[]): Promise<Done> {
  const out: string[] = [];
  const err: string[] = [];
  const sink = (into: string[]) => ({ isTty: false, write: (text: string) => void into.push(text) });
  const io = {
    cwd,
    env: { HOME: "/home/me", PATH: "/bin" },
    stdout: sink(out),
    stderr: sink(err),
    stdin: { isTty: false, read: async () => new Uint8Array() },
  };
  return { exit: await run(argv, io), out: out.join(""), err: err.join("") };
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const hooksOf = (folder: string): HooksFile => JSON.parse(readFileSync(join(folder, "bundle/hooks.json"), "utf8"));

describe("import, check, build", () => {
  const samples: readonly { readonly file: string; readonly value: object; readonly hooks: readonly object[] }[] = [
    {
      file: ".neocode/hooks.yaml",
      value: {
        hooks: {
          items: [
            {
              id: "scan",
              point: "before_tool_call",
              kind: "command",
              timeout_sec: 7,
              failure_policy: "fail_closed",
              match: { tool_name: "Bash" },
              params: { command: ["python3", "hooks/scan.py"] },
            },
            {
              id: "late",
              point: "accept_gate",
              kind: "command",
              priority: 5,
              params: { command: "exit 0", shell: true },
            },
            {
              id: "file",
              point: "accept_gate",
              handler: "require_file_exists",
              failure_policy: "fail_closed",
              params: { path: "README.md" },
            },
          ],
        },
      },
      hooks: [
        {
          rule: "late",
          points: ["accept_gate"],
          argv: null,
          shell: "exit 0",
          protocol: "neocode",
          timeout_ms: 2000,
          may: ["block", "note"],
          fail: "open",
        },
        {
          rule: "scan",
          points: ["before_tool_call"],
          argv: ["python3", { file: "files/hooks/scan.py" }],
          protocol: "neocode",
          timeout_ms: 7000,
          may: ["block", "note"],
          fail: "closed",
        },
      ],
    },
    {
      file: "hooks.json",
      value: { hooks: { PreToolUse: [{ argv: ["~/run.py"], env: ["TOKEN"], sandbox: false, matcher: "mcp__*" }] } },
      hooks: [
        {
          rule: "run",
          argv: ["/home/me/run.py"],
          protocol: "ignis",
          timeout_ms: 10_000,
          env_names: ["TOKEN"],
          may: ["block", "set"],
          fail: "open",
        },
      ],
    },
    {
      file: "config.json",
      value: {
        hooks: {
          processes: {
            guard: { enabled: true, command: ["/opt/guard"], intercept: ["approve_tool"], env: { A: "1" } },
          },
        },
      },
      hooks: [
        {
          rule: "guard-approve",
          argv: ["/opt/guard"],
          protocol: "picoclaw",
          timeout_ms: 60_000,
          env_names: ["PATH", "HOME"],
          env_values: { A: "1" },
          may: ["block"],
          fail: "closed",
        },
      ],
    },
  ];

  it.each(samples)("$file", async ({ file, value, hooks }) => {
    const folder = scratchFolder();
    write(folder, file, JSON.stringify(value));
    write(folder, "hooks/scan.py", "print()\n");
    expect(await policyc(folder, "import", file, "-o", "policies/hooks.policy")).toMatchObject({ exit: 0, err: "" });
    expect(await policyc(folder, "fmt", "--check", "policies")).toMatchObject({ exit: 0 });
    expect(await policyc(folder, "check", "policies")).toMatchObject({ exit: 0 });
    expect(await policyc(folder, "build", "policies", "-o", "bundle")).toMatchObject({ exit: 0 });
    const built = [...hooksOf(folder).hooks].sort((a, b) => (a.rule < b.rule ? -1 : 1));
    expect(built).toMatchObject(hooks);
  });
});

describe("emit", () => {
  const rule = (name: string, point: string, effect: string, event: string): string =>
    `rule ${name} on ${point} ${effect} fires on ${event}\n`;
  const call = '{ tool: "other", tool_name: "x", input: {} }';

  const samples = [
    {
      target: "neocode",
      policy:
        rule("a", "accept_gate", 'block "no"', "{ workspace_changed: true }") +
        rule("b", "session_end", 'note "n"', '"x"'),
      read: (value: Json) => readNeocodeConfig(value),
      points: ["accept_gate", "before_tool_call", "session_end"],
    },
    {
      target: "ignis",
      policy: rule("a", "user_prompt_submit", 'block "no"', '"x"'),
      read: (value: Json) => readIgnisConfig(value, { home: "/", isOnPath: () => true }),
      points: ["before_tool_call", "user_prompt_submit"],
    },
    {
      target: "picoclaw",
      policy: rule("a", "before_permission_decision", 'block "no"', call),
      read: (value: Json) => readPicoclawConfig(value),
      // One stage of the pair brings both.
      points: ["after_tool_result", "before_permission_decision", "before_tool_call"],
    },
  ] as const;

  it.each(samples)("$target takes it as it is, for the points with rules", async ({ target, policy, read, points }) => {
    const folder = scratchFolder();
    write(folder, "a.policy", policy);
    expect(await policyc(folder, "build", "a.policy", "--target", target, "-o", "bundle")).toMatchObject({ exit: 0 });
    const { exit, out } = await policyc(folder, "emit", "bundle", "--target", target);
    expect(exit).toBe(0);
    const parsed = parseConfig(out, target === "neocode" ? "yaml" : "json");
    const { hooks, problems } = read("value" in parsed ? parsed.value : null);
    expect(problems.filter(({ code }) => code !== "P871")).toEqual([]);
    expect([...new Set(hooks.flatMap((hook) => hook.points))].sort()).toEqual(points);
    for (const { action } of hooks)
      expect(action).toMatchObject({
        argv: [
          ...["/bin/sh", "-c", expect.stringMatching(/^unset NODE_OPTIONS .*; exec "\$@"$/), "policyc"],
          ...["node", join(folder, "bundle/worker.mjs"), "--as", target, "--deadline", "9000"],
        ],
      });
  });

  it("fails closed in NeoCode where a block counts, and only there", async () => {
    const folder = scratchFolder();
    write(folder, "a.policy", samples[0].policy);
    await policyc(folder, "build", "a.policy", "--target", "neocode", "-o", "bundle");
    const { out } = await policyc(folder, "emit", "bundle", "--target", "neocode");
    const policies = [...out.matchAll(/point: "(.*)"[\s\S]*?failure_policy: "(.*)"/g)].map(
      (found) => `${found[1]} ${found[2]}`,
    );
    expect(policies.sort()).toEqual([
      "accept_gate fail_closed",
      "before_tool_call fail_closed",
      "session_end warn_only",
    ]);
  });

  it("starts what answers for the bundle", async () => {
    const folder = scratchFolder();
    write(folder, "a.policy", samples[0].policy);
    await policyc(folder, "build", "a.policy", "--target", "neocode", "-o", "bundle");
    const { out } = await policyc(folder, "emit", "bundle", "--target", "neocode");
    const parsed = parseConfig(out, "yaml");
    const { hooks } = readNeocodeConfig("value" in parsed ? parsed.value : null);
    const gate = hooks.find(({ points }) => points.includes("accept_gate"))?.action;
    const [program = "", ...args] = gate?.kind === "run" ? (gate.argv ?? []) : [];
    const metadata = {
      run_id: "r",
      session_id: "s",
      workdir: folder,
      workspace_changed: true,
      assistant_text_empty: false,
    };
    const payload = {
      payload_version: "1",
      hook_id: "h",
      point: "accept_gate",
      run_id: "r",
      session_id: "s",
      metadata,
    };
    const done = spawnSync(program, args, {
      input: JSON.stringify(payload),
      encoding: "utf8",
      // What the session says about Node does not reach it.
      env: { HOME: folder, PATH: process.env.PATH, NODE_OPTIONS: "--require ./nowhere.cjs" },
    });
    expect([done.status, JSON.parse(done.stdout)]).toEqual([
      2,
      expect.objectContaining({ status: "block", message: "policyc blocked this (rule a): no" }),
    ]);
  });
});
