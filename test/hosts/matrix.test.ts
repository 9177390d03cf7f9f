// The matrix: every cell of the surveyed hosts, the seed systems row by row, our own runtime, scopes and the table.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { basicsOf } from "../../src/hosts/basics.ts";
import { capabilities, capabilityOf, hostOf, pointOf, renderMatrix, targets } from "../../src/hosts/index.ts";
import type { Capability, Point, Scope } from "../../src/language/contract.ts";
import { failureOutcome, points } from "../../src/language/schema.ts";

interface Surveyed {
  readonly targets: {
    readonly [target: string]: {
      readonly evidence: string;
      readonly transport: string;
      readonly fail_mode: string;
      readonly timeout_default_s: number | null;
      readonly order: string;
      readonly points: {
        readonly [point: string]: { event: string; note?: string; effects: { readonly [effect: string]: "Y" | "P" } };
      };
    };
  };
}

const surveyed: Surveyed = JSON.parse(readFileSync(new URL("capability-matrix.json", import.meta.url), "utf8"));

/** Where running the program showed something else than the survey; `npm run test:agents` runs it. */
const observed: { readonly [target: string]: { readonly [cell: string]: "yes" | "restricted" | "no" } } = {
  // 0.24.4
  "qwen-code": {
    "session_start warn": "no",
    "user_prompt_submit warn": "no",
    "before_tool_call warn": "no",
    "before_tool_call note": "no",
    "before_tool_call stop": "no",
    "after_tool_result warn": "no",
    "after_tool_result block": "restricted",
    "after_tool_result stop": "no",
    "before_completion_decision warn": "yes",
    "before_completion_decision stop": "no",
    "pre_compact warn": "no",
  },
};
const allPoints = Object.keys(points) as Point[];
const seeds = ["neocode", "codex-runtime", "picoclaw", "ignis"];

/** Effects with a yes; `!` behind a restricted one. */
function row(target: string, point: Point, scope: Scope = "internal"): string {
  return capabilities
    .map((capability) => ({ capability, cell: capabilityOf(target, point, capability, scope) }))
    .filter(({ cell }) => cell.verdict !== "no")
    .map(({ capability, cell }) => (cell.verdict === "yes" ? capability : `${capability}!`))
    .join(" ");
}

describe("surveyed hosts", () => {
  it("are all there, beside our own and the seeds", () => {
    expect(targets.toSorted()).toEqual(
      [...Object.keys(surveyed.targets), "antigravity", "devin", "policyc", ...seeds].toSorted(),
    );
  });

  it.each(Object.keys(surveyed.targets))("%s equals the survey, cell by cell", (target) => {
    const host = hostOf(target);
    const wanted = surveyed.targets[target];
    expect(host).toMatchObject({
      name: target,
      evidence: wanted?.evidence,
      transport: wanted?.transport,
      failMode: wanted?.fail_mode,
      order: wanted?.order,
    });
    expect(basicsOf(target)?.timeLimitS).toBe(wanted?.timeout_default_s);
    const known = Object.keys(wanted?.points ?? {}).filter((point) => point !== "turn_error" && point !== "interrupt");
    expect(Object.keys(host?.points ?? {}).toSorted()).toEqual(known.toSorted());
    for (const point of allPoints) {
      const cells = wanted?.points[point];
      if (cells !== undefined) {
        expect(host?.points[point]?.event).toBe(cells.event);
        expect(host?.points[point]?.note).toBe(cells.note);
      }
      for (const capability of capabilities) {
        const code = cells?.effects[capability];
        const told = code === "Y" ? "yes" : code === "P" ? "restricted" : "no";
        const verdict = observed[target]?.[`${point} ${capability}`] ?? told;
        expect([point, capability, capabilityOf(target, point, capability, "user").verdict]).toEqual([
          point,
          capability,
          verdict,
        ]);
      }
    }
  });
});

describe("seed systems", () => {
  it.each([
    ["neocode", "before_tool_call", "note block"],
    ["neocode", "after_tool_result", "note"],
    ["neocode", "after_tool_failure", "note"],
    ["neocode", "accept_gate", "note block"],
    ["neocode", "before_permission_decision", "note block"],
    ["neocode", "session_start", "note"],
    ["neocode", "session_end", "note"],
    ["neocode", "user_prompt_submit", "note block set_input"],
    ["neocode", "pre_compact", "note block"],
    ["neocode", "post_compact", "note"],
    ["neocode", "subagent_start", "note block"],
    ["neocode", "subagent_stop", "note"],
    ["neocode", "before_completion_decision", ""],
    ["neocode", "before_run", ""],
    ["codex-runtime", "before_run", "block set_input"],
    ["codex-runtime", "after_run", ""],
    ["codex-runtime", "session_start", "block set_input!"],
    ["codex-runtime", "user_prompt_submit", "block set_input"],
    ["codex-runtime", "before_tool_call", "block"],
    ["codex-runtime", "after_tool_result", ""],
    ["codex-runtime", "after_model_call", ""],
    ["picoclaw", "before_model_call", "stop set_input!"],
    ["picoclaw", "after_model_call", "stop set_output"],
    ["picoclaw", "before_tool_call", "respond block stop set_input"],
    ["picoclaw", "before_permission_decision", "block"],
    ["picoclaw", "after_tool_result", "stop set_output"],
    ["picoclaw", "user_prompt_submit", ""],
    ["ignis", "user_prompt_submit", "block set_input"],
    ["ignis", "before_tool_call", "block set_input"],
    ["ignis", "after_tool_result", "set_output"],
    ["ignis", "assistant_message_render", "set_output"],
    ["ignis", "session_start", ""],
  ] as const)("%s at %s: %s", (target, point, effects) => {
    expect(row(target, point)).toBe(effects);
  });

  it.each(["before_permission_decision", "pre_compact", "subagent_start"] as const)(
    "neocode keeps %s for internal rules",
    (point) => {
      expect(row("neocode", point, "user")).toBe("");
      expect(pointOf("neocode", point, "repo")).toEqual({ silent: expect.stringContaining("only internal rules") });
    },
  );

  it("says why a point is silent", () => {
    expect(pointOf("neocode", "before_completion_decision", "internal")).toEqual({
      silent: expect.stringContaining("never fires"),
    });
    expect(pointOf("codex-runtime", "after_tool_result", "user")).toEqual({
      silent: expect.stringContaining("never fires"),
    });
    expect(pointOf("ignis", "session_start", "user")).toEqual({ silent: "ignis has no such event" });
    expect(pointOf("emacs", "session_start", "user")).toEqual({ silent: "emacs is not a known target" });
  });
});

describe("our own runtime", () => {
  it("has every point", () => {
    expect(Object.keys(hostOf("policyc")?.points ?? {}).toSorted()).toEqual(allPoints.toSorted());
  });

  it("can block wherever a failure blocks", () => {
    for (const point of allPoints.filter((name) => failureOutcome[name] === "block")) {
      expect([point, capabilityOf("policyc", point, "block", "user").verdict]).toEqual([point, "yes"]);
    }
  });

  it("can rewrite exactly what the schema lets be rewritten", () => {
    for (const point of allPoints) {
      const columns = new Set(Object.values(points[point].fields).map((field) => field.set));
      if (point === "before_tool_call" || point === "before_permission_decision") columns.add("set_input");
      for (const column of ["set_input", "set_output"] as const) {
        const verdict = capabilityOf("policyc", point, column, "user").verdict;
        expect([point, column, verdict]).toEqual([point, column, columns.has(column) ? "yes" : "no"]);
      }
    }
  });

  it("gives a reason of its own for every no but rewrites", () => {
    for (const point of allPoints) {
      const row = hostOf("policyc")?.points[point];
      for (const capability of capabilities.filter((name) => !name.startsWith("set"))) {
        if (row?.effects[capability] === undefined)
          expect([point, capability, row?.why?.[capability]]).not.toContain(undefined);
      }
    }
  });

  it.each([
    ["before_tool_call", "warn note allow ask respond block stop set_input"],
    ["after_tool_result", "warn note block stop set_output"],
    ["session_end", "warn"],
    ["accept_gate", "warn note block"],
    ["notification", "warn note"],
  ] as const)("at %s: %s", (point, effects) => {
    expect(row("policyc", point)).toBe(effects);
  });
});

it("repo scope may only tighten, everywhere", () => {
  const loose: readonly Capability[] = ["allow", "respond", "set_input", "set_output"];
  for (const target of targets)
    for (const point of allPoints)
      for (const capability of loose) expect(capabilityOf(target, point, capability, "repo").verdict).toBe("no");
});

it("the table shows every target, or the one asked for, and the notes", () => {
  const all = renderMatrix();
  for (const target of targets) expect(all).toContain(`### ${target}\n`);
  const one = renderMatrix("cursor", "before_tool_call");
  expect(one).toContain("### cursor");
  expect(one).not.toContain("user_prompt_submit");
  expect(one).toMatch(/ask: only through the shell and MCP events/);
  expect(renderMatrix("emacs")).toBe("");
});
