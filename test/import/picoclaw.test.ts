// picoclaw's hooks: the seed cases, each with its message, and what a process becomes.

import { describe, expect, it } from "vitest";
import { type Case, casesOf, type Data, type Imported, importValue } from "./imported.ts";

const cases = casesOf("picoclaw");
const hooks = (value: object): Imported => importValue({ hooks: value }, { file: "config.json", from: "picoclaw" });
const process = (more: object): Imported => hooks({ processes: { p: { enabled: true, command: ["h"], ...more } } });
const rules = ({ policy }: Imported): readonly string[] =>
  [...(policy ?? "").matchAll(/^rule (.*)$/gm)].map((found) => found[1] ?? "");

const rulesOfMode: { readonly [mode: string]: readonly string[] } = {
  llm: ["p-llm"],
  tool: ["p-tool", "p-after-tool"],
  approve: ["p-approve"],
};

type Runner = (given: Data, expected: Data) => void;

const runners: { readonly [area: string]: Runner } = {
  "config.process": (given, expected) => {
    const imported = hooks(given.hooks);
    if (expected.error) {
      expect(imported.errors.join("\n")).toContain(expected.error);
      return;
    }
    if (expected.mounted === false) {
      expect(imported.findings[0]).toMatchObject({ code: "P872", message: expect.stringContaining("disabled") });
      return;
    }
    expect(imported.errors).toEqual([]);
    if (expected.modes) {
      const modes = Object.keys(expected.modes).filter((mode) => expected.modes[mode]);
      expect(rules(imported)).toEqual(modes.flatMap((mode) => rulesOfMode[mode] ?? []));
    }
    if (expected.calls) expect(rules(imported)).toEqual(rulesOfMode.tool);
    if (expected.observe) expect(imported.policy).toMatch(/ observe\n/);
    if (expected.observed_kinds_include)
      expect(imported.policy).toContain(`observe ["${expected.observed_kinds_include}"]`);
  },
  "config.init": (given, expected) => {
    const { errors, policy } = hooks(given.hooks);
    expect(errors).toContain(expected.error);
    // Improved: the good one is still imported, and the bad one named in the policy.
    expect(policy).toContain("rule a-good-tool");
    expect(policy).toContain(`# ${expected.error}`);
  },
  "config.switch": (given) => expect(hooks(given.hooks).findings[0]).toMatchObject({ code: "P872" }),
  "config.builtin": (given) => {
    const [name] = Object.keys(given.hooks.builtins);
    expect(hooks(given.hooks).findings.map(({ code }) => code)).toContain("P870");
    expect(hooks(given.hooks).errors[0]).toContain(`builtin hook "${name}" is not registered`);
  },
  "config.env": ({ env }, { child_env_tail: tail }) => {
    const { policy, findings } = process({ intercept: ["approve_tool"], env });
    const values = tail.map((entry: string) => entry.replace(/=(.*)/, ' = "$1"'));
    expect(policy).toContain(`env ["PATH", "HOME", ${values.join(", ")}]`);
    // Improved: only what is named is passed on, which is said.
    expect(findings[0]).toMatchObject({ code: "P871", message: expect.stringContaining("whole environment") });
  },
  "config.observe": ({ observe }, { kinds }) => {
    const { policy, findings, errors } = process({ observe });
    expect(errors).toEqual([]);
    const list = /observe \[([^\]]*)\]/.exec(policy ?? "")?.[1] ?? "";
    const told = [...list.matchAll(/"([^"]+)"/g)].map((found) => found[1]);
    // Every kind is either watched or said to have no point here.
    const rest = findings
      .map(({ message }) => /has no point for "(.*)", so/.exec(message)?.[1])
      .filter((kind) => kind !== undefined);
    expect([...told, ...rest].sort()).toEqual([...kinds].sort());
  },
  "config.timeouts": (given, expected) => {
    const all = { p: { enabled: true, command: ["h"], intercept: ["before_llm", "approve_tool"], observe: ["*"] } };
    const { policy } = hooks({ ...given.hooks, processes: all });
    const found = [...(policy ?? "").matchAll(/timeout (\d+)(ms|s)/g)].map(
      ([, n, unit]) => Number(n) * (unit === "s" ? 1000 : 1),
    );
    expect(found).toEqual([expected.interceptor_ms, expected.approval_ms, expected.observer_ms]);
  },
  "mount.errors": (given) => {
    if (given.process)
      expect(hooks({ processes: { p: { enabled: true, ...given.process } } }).errors[0]).toContain(
        "command is required",
      );
    else expect(hooks({ processes: { [given.name]: null } }).errors[0]).toContain("must be an object");
  },
  order: (given) => {
    // In-process hooks are not configured as programs; a name is a key, so it comes once.
    if (given.mount === undefined) return;
    const named = (priority: number): object => ({
      enabled: true,
      priority,
      command: ["h"],
      intercept: ["approve_tool"],
    });
    const { policy } = hooks({ processes: { a: named(10), c: named(-10), b: named(-10) } });
    expect([...(policy ?? "").matchAll(/^rule (.*)-approve$/gm)].map((found) => found[1])).toEqual(["b", "c", "a"]);
  },
};

describe.each(Object.keys(runners))("%s", (area) => {
  const of = cases
    .filter((one) => one.area === area)
    .map((one): [string, Case] => [JSON.stringify(one.given).slice(0, 160), one]);
  it.each(of)("%s", (_, one) => runners[area]?.(one.given, one.expect));
});

it("runs every case", () => {
  expect([...new Set(cases.map(({ area }) => area))].filter((area) => !Object.hasOwn(runners, area))).toEqual([]);
});

it.each([
  [{ transport: "tcp", intercept: ["before_llm"] }, 'configure process hook "p": unsupported transport "tcp"'],
  [{ command: "h", intercept: ["before_llm"] }, "command must be a list of strings"],
  [{ intercept: ["before_llm"], env: { "A-B": "1" } }, '"A-B" is not the name of a variable'],
  [{ intercept: "before_llm" }, "intercept must be a list of strings"],
  [{ intercept: ["before_llm"], timeout: 5 }, 'unknown key "timeout"'],
])("%j: %s", (more, message) => {
  const { errors, findings } = process(more);
  expect(errors.join("\n")).toContain(message);
  for (const { help } of findings) expect(help ?? "").not.toBe("");
});
