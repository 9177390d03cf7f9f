// The contradictions between the protocols, side by side as in the documents they come from.

import { describe, expect, it } from "vitest";
import { oneShotProtocols } from "../../src/hosts/protocols.ts";
import { readExit } from "../../src/hosts/shared/one-shot.ts";
import { hookEvent, passing } from "./cases.ts";

const rows = [
  ["policyc", { timeoutMs: 5000, failure: "closed", rewrites: "chain", priority: "declaration", cwd: "workdir" }],
  ["neocode", { timeoutMs: 2000, failure: "open", rewrites: "first", priority: "higher-first", cwd: "workdir" }],
  ["codex-runtime", { timeoutMs: 5000, failure: "open", rewrites: "last", priority: "declaration", cwd: "inherited" }],
  ["ignis", { timeoutMs: 10000, failure: "open", rewrites: "chain", priority: "declaration", cwd: "program" }],
  ["claude-code", { timeoutMs: 600000, failure: "open", rewrites: "last", priority: "declaration", cwd: "workdir" }],
] as const;

it.each(rows)("%s has its own defaults", (name, columns) => {
  expect(oneShotProtocols.get(name)).toMatchObject(columns);
});

/** What exit codes 0, 1, 2, 3 mean before a tool call, with nothing but `why` on stderr. */
const exits = [
  ["policyc", ["pass", "exit", "block: why", "exit"]],
  ["neocode", ["pass", "block: why", "block: why", "exit"]],
  ["codex-runtime", ["pass", "exit", "block: blocked by hook (no message)", "exit"]],
  ["ignis", ["pass", "exit", "block: why", "exit"]],
  ["claude-code", ["pass", "exit", "block: why", "exit"]],
] as const;

describe.each(exits)("%s", (name, meanings) => {
  const protocol = oneShotProtocols.get(name);
  if (protocol === undefined) throw new Error(name);

  it.each([0, 1, 2, 3])("gives exit code %i its own meaning", (code) => {
    const result = readExit(protocol, { ...passing, code, stderr: "why\n" }, hookEvent("before_tool_call"));
    const text = result.ok
      ? [result.answer.outcome, result.answer.message].filter((part) => part !== null).join(": ")
      : result.failure.kind;
    expect(text).toBe(meanings[code]);
    if (!result.ok) expect(result.failure.stderr).toBe("why\n");
  });

  it("never passes a hook that was ended, silenced or cut", () => {
    const event = hookEvent("before_tool_call");
    const kindOf = (more: object): string => {
      const result = readExit(protocol, { ...passing, ...more }, event);
      return result.ok ? "ok" : result.failure.kind;
    };
    expect(kindOf({ code: null, signal: "SIGSEGV" })).toBe("signal");
    expect(kindOf({ code: null, timedOut: true, limitMs: 10 })).toBe("timeout");
    const cut = kindOf({ oversize: true, stdout: `{"a":"${"x".repeat(100)}` });
    expect(cut).toBe(protocol.stdoutCap === "fail" ? "oversize" : "malformed");
  });
});
