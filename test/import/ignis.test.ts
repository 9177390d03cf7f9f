// ignis's hooks.json: the seed cases, each with its message and place.

import { describe, expect, it } from "vitest";
import { type Case, casesOf, type Data, type Imported, importText, importValue, testText } from "./imported.ts";

const cases = casesOf("ignis");
const options = { file: ".ignis/hooks.json" };
const entries = (event: string, ...items: readonly object[]): Imported =>
  importValue({ hooks: { [event]: items } }, options);

type Runner = (given: Data, expected: Data) => void | Promise<void>;

const runners: { readonly [area: string]: Runner } = {
  config: (given, expected) => {
    const imported = given.raw ? importText(given.raw, options) : importValue(given["hooks.json"], options);
    const { policy, errors, findings } = imported;
    const wanted = expected.error ?? expected.error_contains;
    if (wanted !== undefined) {
      expect(errors.join("\n")).toContain(wanted);
      for (const { help } of findings) expect(help ?? "").not.toBe("");
      return;
    }
    if (expected.warning) {
      expect(findings[0]).toMatchObject({ code: "P872", help: expect.stringContaining("the events are") });
      return;
    }
    expect(errors).toEqual([]);
    if (expected.program) expect(policy).toContain(`["${[expected.program, ...(expected.args ?? [])].join('", "')}"]`);
    for (const ms of expected.timeouts_ms ?? []) expect(policy).toContain(`timeout ${ms / 1000}s`);
    if (expected.total) expect(policy?.match(/^rule /gm)).toHaveLength(expected.total);
    // Improved: that nothing is confined here is said; with the opt-out there is nothing to say.
    if (expected.sandbox !== undefined) {
      expect(findings.some(({ message }) => message.includes("sandbox"))).toBe(expected.sandbox);
    }
  },
  matcher: async ({ matcher, tool }, { match }) => {
    const { policy, findings } = entries("PreToolUse", { command: "/bin/true", matcher });
    if (policy === null) {
      // Improved: what can never match is an error.
      expect([findings[0]?.code, match]).toEqual(["P861", false]);
      return;
    }
    const condition = /when ([\s\S]*?)\n {2}run/.exec(policy)?.[1];
    const rule = `rule r on before_tool_call ${condition === undefined ? "" : `when ${condition}`} block "hit"`;
    const event = `{ tool: "other", tool_name: "${tool}", input: {} }`;
    expect(
      await testText(`${rule}\ntest "t" { on before_tool_call ${event} expect ${match ? "block" : "pass"} }\n`),
    ).toEqual([]);
  },
  env: ({ declared }) => {
    const { policy } = entries("PreToolUse", { command: "/bin/true", env: declared });
    if (declared.length === 0) expect(policy).not.toContain(" env ");
    else expect(policy).toContain(`env ["${declared.join('", "')}"]`);
  },
  display_name: ({ program }, { name }) => {
    expect(entries("UserPromptSubmit", { argv: [program] }).policy).toContain(`rule ${name}\n`);
  },
};

describe.each(Object.keys(runners))("%s", (area) => {
  const of = cases
    .filter((one) => one.area === area)
    .map((one): [string, Case] => [JSON.stringify(one.given).slice(0, 160), one]);
  it.each(of)("%s", async (_, one) => runners[area]?.(one.given, one.expect));
});

it("runs every case", () => {
  expect([...new Set(cases.map(({ area }) => area))].filter((area) => !Object.hasOwn(runners, area))).toEqual([]);
});

describe("beyond the cases", () => {
  it.each([
    [{ command: "   " }, "hook entry has empty `command`"],
    [{ argv: ["/bin/true"], env: [""] }, "hook env var name is empty"],
    [{ command: 5 }, "hooks.json is not valid JSON"],
    [{ argv: [1] }, "hooks.json is not valid JSON"],
    [{ command: "/bin/true", sandbox: "no" }, "hooks.json is not valid JSON"],
    [{ command: "/bin/true", timeout_ms: 0 }, "timeout_ms must be greater than 0"],
    [{ command: "/bin/true", matcher: 5 }, "hooks.json is not valid JSON"],
    [{ command: "./run.sh" }, "is a relative path"],
    ["text", "hooks.json is not valid JSON"],
  ])("%j: %s", (entry, message) => {
    expect(entries("PreToolUse", entry as object).errors.join("\n")).toContain(message);
  });

  it("names the entry and the place", () => {
    const { findings } = importText('{"hooks":{"PreToolUse":[\n{"command":"/bin/true","env":["1K"]}\n]}}', options);
    expect(findings[0]).toMatchObject({ code: "P863", line: 2, text: '"1K"' });
    expect(findings[0]?.message).toMatch(/^hooks\.PreToolUse\[0\]: /);
  });

  it("warns of a program that is not here, and writes the rule all the same", () => {
    const context = { home: "/h", isOnPath: () => false };
    const value = { hooks: { UserPromptSubmit: [{ command: "nonsuch", sandbox: false }] } };
    const { policy, findings } = importValue(value, { ...options, context });
    expect(findings[0]?.message).toContain(
      "hook program 'nonsuch' not found in PATH; use an absolute path or a command on PATH",
    );
    expect(policy).toContain('run ["nonsuch"]');
  });

  it("drops keys that ignis ignores, and says so", () => {
    const { findings } = entries("UserPromptSubmit", { command: "/bin/true", sandbox: false, timeout: 5 });
    expect(findings.map(({ code, text }) => [code, text])).toEqual([["P872", "5"]]);
  });
});
