// Malformed output and payloads: always a typed result, never an exception, never an inherited member.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adapterOf, hookHosts } from "../../src/hosts/adapters.ts";
import { oneShotProtocols } from "../../src/hosts/protocols.ts";
import { readPayload } from "../../src/hosts/shared/adapter.ts";
import { type OneShotProtocol, readExit, stdinOf } from "../../src/hosts/shared/one-shot.ts";
import type { Json, Point } from "../../src/language/contract.ts";
import type { HookCompletion, HookFailure } from "../../src/language/hook-result.ts";
import { failureOutcome, points } from "../../src/language/schema.ts";
import { seeded } from "../seeded.ts";
import { hookEvent, passing } from "./cases.ts";

const protocols = [...oneShotProtocols.values()];
const allPoints = Object.keys(points) as Point[];
const call = { tool: "bash", tool_name: "bash", input: { command: "ls" }, prompt: "p", workdir: "/w", cwd: "/w" };

const read = (
  protocol: OneShotProtocol,
  stdout: string,
  point: Point = "before_tool_call",
  code = 0,
): HookCompletion<HookFailure> => readExit(protocol, { ...passing, code, stdout }, hookEvent(point, call));

const kindOf = (result: HookCompletion<HookFailure>): string =>
  result.ok ? result.answer.outcome : result.failure.kind;

/** A refusal in each protocol's own words. */
const refusals: { readonly [protocol: string]: string } = {
  policyc: '{"outcome":"block","message":"no"}',
  neocode: '{"status":"block","message":"no"}',
  "codex-runtime": '{"action":"block","message":"no"}',
  ignis: '{"continue":false,"systemMessage":"no"}',
  "claude-code": '{"decision":"block","reason":"no"}',
};

describe.each(protocols)("$name", (protocol) => {
  const refusal = refusals[protocol.name] ?? "";

  it("reads a refusal, also behind a byte-order mark and blanks", () => {
    for (const text of [refusal, `\uFEFF${refusal}`, `\n  ${refusal}\r\n`])
      expect(read(protocol, text)).toMatchObject({ ok: true, answer: { outcome: "block", message: "no" } });
  });

  it.each([
    ["a polluting key", refusal.replace("{", '{"__proto__":{"outcome":"pass","polluted":1},')],
    ["a key given twice", refusal.replace("{", `${refusal.slice(0, -1)},`)],
    ["deep nesting", refusal.replace("{", `{"deep":${"[".repeat(5000)}${"]".repeat(5000)},`)],
    ["an unfinished object", refusal.slice(0, -1)],
    ["single quotes", refusal.replaceAll('"', "'")],
  ])("takes %s for a failure, not for a pass", (_, text) => {
    expect(kindOf(read(protocol, text))).toBe("malformed");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("does not take an answer in another encoding for a remark", () => {
    const bytes = Buffer.from(`\uFEFF${refusal}`, "utf16le");
    expect(kindOf(read(protocol, new TextDecoder().decode(bytes)))).toBe("malformed");
    expect(kindOf(read(protocol, `\0${refusal}`))).toBe("malformed");
  });

  it("does not take blanks up to the cap for no answer", () => {
    const exit = { ...passing, stdout: " ".repeat(1_048_576), oversize: true };
    expect(kindOf(readExit(protocol, exit, hookEvent("before_tool_call", call)))).toBe("oversize");
  });

  it("does not let a line before a refusal turn it into a pass", () => {
    expect(["block", "malformed"]).toContain(kindOf(read(protocol, `loading rules ...\n${refusal}`)));
  });

  it("does not let trailing text or a second answer turn a refusal into a pass", () => {
    for (const text of [`${refusal}\nbye`, `${refusal}\n${refusal}`, `${refusal}${refusal}`])
      expect(["block", "malformed"]).toContain(kindOf(read(protocol, text)));
  });

  it("gives a typed result for any value in any field, at any point, under any exit code", () => {
    const keys = fc.constantFrom(
      ...["outcome", "message", "warnings", "notes", "changes", "result", "attachments", "metadata"],
      ...["status", "annotations", "update_input", "action", "promptOverride", "modelOverride", "addAttachments"],
      ...["metadataDelta", "continue", "systemMessage", "hookSpecificOutput", "stopReason", "decision", "reason"],
      ...["permissionDecision", "updatedInput", "updatedOutput", "hookEventName", "constructor", "toString", "text"],
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom<Json>(
          null,
          true,
          false,
          0,
          -1,
          "",
          "block",
          "pass",
          "deny",
          "mutate",
          "{}",
          "[1]",
          "PreToolUse",
        ),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
      ),
    })).value;
    const object = fc.dictionary(keys, value, { maxKeys: 6 });
    fc.assert(
      fc.property(object, fc.constantFrom(...allPoints), fc.constantFrom(0, 1, 2, 3), (answer, point, code) => {
        const result = read(protocol, JSON.stringify(answer), point, code);
        if (!result.ok) return ["exit", "malformed", "shape"].includes(result.failure.kind);
        const { outcome, message, notes, warnings, changes, issues } = result.answer;
        const texts = [...notes, ...warnings, ...issues.map((issue) => issue.message), message ?? ""];
        const isRefusal = outcome === "block" || outcome === "stop";
        return (
          texts.every((text) => typeof text === "string") &&
          typeof changes === "object" &&
          (!isRefusal || protocol.blocks.includes(point))
        );
      }),
      seeded("answers of hooks", 500),
    );
  });

  it("gives a typed result for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.constantFrom(...allPoints), (text, point) => {
        const result = read(protocol, text, point);
        return result.ok || result.failure.message !== "";
      }),
      seeded("texts of hooks", 300),
    );
  });

  it("writes one line of JSON for every point, whatever the event lacks", () => {
    for (const point of allPoints)
      for (const fields of [{}, call, { input: null, tool: null, metadata: [1] } as const]) {
        const stdin = stdinOf(protocol, hookEvent(point, fields));
        expect(stdin.trimEnd()).not.toContain("\n");
        expect(typeof JSON.parse(stdin)).toBe("object");
      }
  });

  it("has an answer to a megabyte", () => {
    for (const text of [
      "{".repeat(1 << 20),
      `${"{}\n".repeat(300_000)}x`,
      `log\n${'{"a":1}\n'.repeat(120_000)}`,
      "x=".repeat(1 << 19),
    ])
      expect(typeof read(protocol, text).ok).toBe("boolean");
  });
});

const bothEnds = hookHosts.flatMap((host) => adapterOf(host) ?? []).filter(({ name }) => oneShotProtocols.has(name));

describe.each(bothEnds)("as $name", (adapter) => {
  it("never throws on a payload, and refuses what it cannot read", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const result = adapter.read(value);
        return "error" in result && result.error !== "";
      }),
      seeded("both ends", 200),
    );
  });

  it("refuses when it fails, wherever something can still be held up", () => {
    const protocol = oneShotProtocols.get(adapter.name);
    if (protocol === undefined) throw new Error(adapter.name);
    expect(adapter.failure(null, "broken").exitCode).toBe(2);
    for (const point of protocol.blocks) {
      const { exitCode, stdout, stderr } = adapter.failure(point, "broken");
      const result = readExit(protocol, { ...passing, code: exitCode, stdout, stderr }, hookEvent(point, call));
      const isClosed = failureOutcome[point] === "block";
      expect([point, kindOf(result)]).toEqual([point, isClosed ? "block" : "pass"]);
    }
  });
});

describe("a payload", () => {
  it.each([
    ["nothing", ""],
    ["text", "hello"],
    ["a polluting key", '{"__proto__":{"point":"x"}}'],
    ["two documents", "{}\n{}"],
    ["deep nesting", `${"[".repeat(9000)}${"]".repeat(9000)}`],
  ])("that is %s is an error", (_, text) => {
    expect(readPayload(text)).toHaveProperty("error");
  });

  it("may begin with a byte-order mark", () => {
    expect(readPayload('\uFEFF{"a":1}\n')).toEqual({ payload: { a: 1 } });
  });
});
