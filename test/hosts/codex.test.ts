// Codex: nothing that is written is refused by its schemas, and patches are the calls they are.

import { describe, expect, it } from "vitest";
import type { Decision, Json, Outcome } from "../../src/language/contract.ts";
import { decision, failuresOf, remark } from "../protocols/decisions.ts";
import { codexFault } from "./codex-answers.ts";
import { adapterFor, readingsOf } from "./family.ts";

const { read, write, failure } = adapterFor("codex");

const outcomes: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

describe("answers", () => {
  const remarks = { warnings: [remark("careful")], notes: [remark("so it is")] };
  const changes = { input: { command: "ls", raw: {} }, output: "x", prompt: "y" };
  const given: readonly Decision[] = outcomes.flatMap((outcome) => [
    decision(outcome, { message: "because" }),
    decision(outcome, { message: "" }),
    decision(outcome, { message: "because", ...remarks }),
    decision(outcome, { ...remarks, changes: { input: changes.input } }),
    decision(outcome, { ...remarks, changes: { output: changes.output } }),
    decision(outcome, { ...remarks, changes }),
  ]);

  it.each(readingsOf("codex").map(({ name, read }) => [name, read] as const))("to %s are taken", (name, reading) => {
    if (!("event" in reading)) throw new Error(name);
    const event = name.split(".")[0] ?? "";
    const replies = [...given.map((one) => write(one, reading.event)), failure(reading.event.point, "broken")];
    for (const { stdout, exitCode } of replies) {
      expect(exitCode).toBe(0);
      if (stdout !== "") expect([stdout, codexFault(event, JSON.parse(stdout))]).toEqual([stdout, null]);
    }
  });

  it.each([
    [{ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }],
    [{ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } }],
    [{ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "x" } }],
    [{ continue: false, stopReason: "x" }],
    [{ more: 1 }],
  ] as const)("%j would not be", (answer: { readonly [field: string]: Json }) => {
    expect(codexFault("PreToolUse", answer)).not.toBe(null);
  });
});

describe("patches", () => {
  const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
  const call = (command: string) =>
    read({ hook_event_name: "PreToolUse", turn_id: "t", cwd: "/w", tool_name: "apply_patch", tool_input: { command } });

  const rows: readonly (readonly [string, string, string, object])[] = [
    ["one file added", patch("*** Add File: a.txt", "+x", "+y"), "write", { path: "a.txt", content: "x\ny\n" }],
    [
      "one file changed",
      patch("*** Update File: a", "@@", " c", "-x", "+y"),
      "edit",
      { path: "a", old: "x", new: "y" },
    ],
    ["one file deleted", patch("*** Delete File: a"), "edit", { path: "a" }],
    ["one file moved", patch("*** Update File: a", "*** Move to: b"), "edit", {}],
    ["two files added", patch("*** Add File: a", "+x", "*** Add File: b", "+y"), "write", {}],
    ["one added, one deleted", patch("*** Add File: a", "+x", "*** Delete File: b"), "edit", {}],
    [
      "line ends of Windows",
      patch("*** Add File: a", "+x").replaceAll("\n", "\r\n"),
      "write",
      { path: "a", content: "x\n" },
    ],
    ["blanks before a header", patch("*** Add File: a", "+x", "  *** Add File: b"), "write", {}],
    [
      "a header in what is added",
      patch("*** Add File: a", "+*** Delete File: b"),
      "write",
      { path: "a", content: "*** Delete File: b\n" },
    ],
    ["a here-document around it", `apply_patch <<'EOF'\n${patch("*** Delete File: a")}EOF`, "edit", { path: "a" }],
    ["no patch at all", "rm -rf /", "edit", {}],
    ["nothing", "", "edit", {}],
  ];

  it.each(rows)("%s", (_, text, tool, fields) => {
    const reading = call(text);
    if (!("event" in reading)) throw new Error(JSON.stringify(reading));
    const { tool: found, input } = reading.event;
    expect({ tool: found, input }).toEqual({ tool, input: { patch: text, ...fields, raw: { command: text } } });
    expect(failuresOf(reading.event)).toEqual([]);
  });

  it("are rewritten as a whole, or not at all", () => {
    const text = patch("*** Add File: a", "+x");
    const reading = call(text);
    if (!("event" in reading)) throw new Error("no event");
    const input = reading.event.input as { readonly [field: string]: Json };
    const other = patch("*** Add File: b", "+x");
    const whole = decision("pass", { changes: { input: { ...input, patch: other, path: "b" } } });
    expect(JSON.parse(write(whole, reading.event).stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: other },
      },
    });
    const part = decision("pass", { changes: { input: { ...input, path: "b" } } });
    expect(write(part, reading.event).stdout).toContain('"permissionDecision":"deny"');
  });
});
