// The forms of cases that others keep, as the runner of the evals reads them.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseSets } from "../../evals/cases.mjs";
import type { EvalCase } from "../../evals/decide-cases.mjs";
import { lineReader } from "../../src/cli/replay/read-line.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "policyc-forms-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function casesOf(name: string, ...lines: readonly unknown[]): readonly EvalCase[] {
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const set = caseSets([folder], lineReader).find((one) => !one.isOwn && name.startsWith(`${one.name}.`));
  return set?.cases() ?? [];
}

describe("forms of cases", () => {
  it("reads labelled commands", () => {
    expect(
      casesOf(
        "labelled.jsonl",
        { id: "a", command: "rm -rf /", label: "dangerous", intent: "deletes" },
        { command: "ls", label: "benign", disputed: "it shows names" },
        { command: "id", label: "other" },
      ),
    ).toMatchObject([
      { id: "a", label: "dangerous", kind: "deletes", steps: [{ tool: "bash", input: { command: "rm -rf /" } }] },
      { id: "2", label: "benign", disputed: "it shows names" },
    ]);
  });

  it("reads commands without a label", () => {
    expect(casesOf("plain.jsonl", { id: "a", command: "ls" })).toMatchObject([{ id: "a", label: "everyday" }]);
  });

  it("reads recorded sessions, whose files get harmless text", () => {
    expect(
      casesOf("recorded.json", [
        {
          name: "one",
          steps: [
            ["write", "a.py"],
            ["bash", "python a.py"],
          ],
        },
      ]),
    ).toMatchObject([
      {
        label: "everyday",
        steps: [
          { tool: "write", isSetup: true, input: { path: "a.py", content: expect.stringContaining("def main") } },
          { tool: "bash", input: { command: "python a.py" } },
        ],
      },
    ]);
  });

  it("reads payloads of agents, a session as one case, in the project of the evals", () => {
    const payload = {
      hook_event_name: "PreToolUse",
      session_id: "s",
      cwd: "/home/alice/app",
      transcript_path: "/t",
      permission_mode: "default",
    };
    const [one, ...rest] = casesOf(
      "payloads.jsonl",
      { ...payload, tool_name: "Bash", tool_input: { command: "cat /home/alice/app/a" } },
      { ...payload, tool_name: "Read", tool_input: { file_path: "/home/alice/app/b" } },
    );
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      label: "everyday",
      steps: [
        { point: "before_tool_call", tool: "bash", input: { command: "cat /home/dev/shop/a" } },
        { point: "before_tool_call", tool: "read", input: { path: "/home/dev/shop/b" } },
      ],
    });
  });

  it("reads transcripts of attacked agents", () => {
    const call = { k: "c", tool: "get_balance", args: {}, out: "12", err: null };
    expect(
      casesOf(
        "transcripts.jsonl",
        { suite: "daily", ev: [{ k: "p", text: "pay" }, call, { ...call, tool: "send_money", out: null, atk: 0 }] },
        { suite: "daily", ev: [call] },
      ),
    ).toMatchObject([
      {
        label: "attacked",
        steps: [
          { tool_name: "get_balance", isAttack: false },
          { tool_name: "get_balance", point: "after_tool_result", output: "12" },
          { tool_name: "send_money", isAttack: true },
        ],
      },
      { label: "everyday" },
    ]);
  });

  it("unpacks a file", () => {
    writeFileSync(join(folder, "packed.jsonl.gz"), gzipSync('{"command": "ls"}\n'));
    const set = caseSets([folder], lineReader).find(({ name }) => name === "packed");
    expect(set?.cases()).toMatchObject([{ label: "everyday" }]);
  });

  it("leaves out files of other forms, and names the line that is no JSON", () => {
    expect(casesOf("other.jsonl", { system: "x" })).toEqual([]);
    writeFileSync(join(folder, "broken.jsonl"), '{"command": "ls"}\n{"command"\n');
    expect(() => caseSets([folder], lineReader)).toThrow(/broken\.jsonl:2 is not valid JSON/);
    rmSync(join(folder, "broken.jsonl"));
  });

  it("names a folder that is not there", () => {
    expect(() => caseSets([join(folder, "none")], lineReader)).toThrow(/there is no folder/);
  });
});
