// NeoCode's configuration: the seed cases, each with its message and place, and what a hook becomes.

import { describe, expect, it } from "vitest";
import { matchValues } from "../../src/hosts/neocode/read-match.ts";
import { readFlag } from "../../src/hosts/neocode/read-params.ts";
import { type Case, casesOf, type Data, type Imported, importText, importValue, testText } from "./imported.ts";

const cases = casesOf("neocode");
const user = (hooks: object): Imported => importValue({ runtime: { hooks } });
const userItem = (item: object): Imported => user({ items: [item] });
const repoItem = (item: object): Imported => importValue({ hooks: { items: [item] } });

function expectOutcome(imported: Imported, expected: Data): void {
  if (expected.ok === true || expected.valid === true) {
    expect(imported.errors).toEqual([]);
    expect(imported.policy).not.toBeNull();
    return;
  }
  const wanted: string = expected.error ?? expected.error_contains ?? expected.error_prefix ?? expected.build_error;
  expect(imported.errors.join("\n")).toContain(wanted.replace(/^invalid hook spec: /, ""));
  // Every finding says where it is and what to write instead.
  for (const { help, line } of imported.findings) {
    expect(help ?? "").not.toBe("");
    expect(line).toBeGreaterThan(0);
  }
}

/** A command that goes with an item which is only about its matcher. */
const command = { id: "x", kind: "command", params: { command: ["true"] } };

type Runner = (given: Data, expected: Data) => void | Promise<void>;

const runners: { readonly [area: string]: Runner } = {
  "config.user": (given, expected) => {
    if (given.op === "apply_defaults" && given.config.items === undefined) {
      // Nothing to import; the defaults themselves show in the next cases.
      expect(user(given.config).errors).toEqual(["it contains no hook that can be imported"]);
      return;
    }
    if (given.op === "apply_defaults") {
      const { policy, findings } = user(given.config);
      // Improved: an HTTP hook is valid there and cannot be expressed here, which is said.
      if (given.config.items[0].kind === "http") expect(findings[0]?.code).toBe("P870");
      else expect(policy).toContain('warned-tools = ["bash"]');
      return;
    }
    if (expected.but_build_fails_with !== undefined) {
      // Improved: found before anything starts.
      expectOutcome(user({ items: given.items }), { error: expected.but_build_fails_with });
      return;
    }
    const { op: _, ...hooks } = given;
    expectOutcome(user(hooks), expected);
  },
  // The stage of PR 551 is history: kinds that it refused and NeoCode takes today are imported.
  "config.user.p6lite": ({ items }, expected) => {
    const isHandler = items[0].kind === "builtin";
    const error = isHandler ? 'handler "warn_on_tool_call" requires match' : undefined;
    const kind = `external hook kind "${items[0].kind}" is not supported`;
    if (items[0].kind === "http")
      expectOutcome(user({ items }), { error: 'mode "sync" is not supported for kind http' });
    else expectOutcome(user({ items }), { ...expected, error: error ?? kind });
  },
  "config.repo.p6lite": ({ items: [item] }) => {
    const error =
      item.kind === "command"
        ? "kind command requires params.command"
        : `external hook kind "${item.kind}" is not supported`;
    expectOutcome(repoItem(item), { error });
  },
  "config.repo": (given, expected) => {
    // What a path leads to is the command line's affair: test/cli/import.script.
    if (given.op === "validate_repo_item") expectOutcome(repoItem(given.item), expected);
  },
  "command.params": ({ params }, expected) => {
    const imported = repoItem({ ...command, point: "before_tool_call", params });
    expectOutcome(imported, expected);
    if (expected.argv)
      expect(imported.policy).toContain(`run [${expected.argv.map((word: string) => `"${word}"`).join(", ")}]`);
  },
  matcher: async ({ match, point, metadata }, { match: isMatch }) => {
    const { policy } = repoItem({ ...command, point, ...(match && { match }) });
    const condition = /when ([\s\S]*?)\n {2}run/.exec(policy ?? "")?.[1];
    const preview = String(metadata.tool_arguments_preview ?? "");
    const event = `{ tool: "bash", tool_name: "${metadata.tool_name ?? ""}", input: { command: "${preview}" } }`;
    const when = condition === undefined ? "" : `when ${condition}`;
    const rule = `rule r on ${point} ${when} block "hit"`;
    expect(await testText(`${rule}\ntest "t" { on ${point} ${event} expect ${isMatch ? "block" : "pass"} }\n`)).toEqual(
      [],
    );
  },
  "matcher.validate": (given, expected) => {
    if (given.op === "validate_user_item") {
      // Improved: NeoCode skips a match of unknown keys and runs the hook for every call.
      expectOutcome(userItem(given.item), { error: 'match contains unknown field "tool"' });
      return;
    }
    const { tool_name_regex_repeat: repeat, ...fields } = given.match;
    const match = repeat ? { tool_name_regex: repeat[0].repeat(repeat[1]) } : fields;
    expectOutcome(repoItem({ ...command, point: given.point, match }), expected);
  },
  "matcher.values": ({ value }, { values }) => expect(matchValues(value)).toEqual(values),
  "params.bool": (given, { value }) => expect(readFlag(given.value, given.default)).toBe(value),
  "spec.validate": (given, expected) => {
    if (given.source === "external") {
      expectOutcome(repoItem({ ...command, ...given }), { error: 'unknown key "source"' });
      return;
    }
    const { handler, ...item } = given;
    if (handler === null) expectOutcome(repoItem(item), { error: "handler is required" });
    else if (given.kind === "http")
      expectOutcome(userItem(item), { error: 'mode "sync" is not supported for kind http (only observe)' });
    else {
      const short = expected.error.replace(" in current stage", "");
      expectOutcome(repoItem({ ...(item.kind ? {} : command), ...item }), { error: short });
    }
  },
  // Out of scope as hooks; their mistakes are still told, and right ones are told to have no equivalent.
  "http_observe.validate": ({ items }, expected) => {
    const { errors } = user({ items });
    expect(errors.join("\n")).toContain(expected.ok ? "there are no HTTP hooks" : expected.error_contains);
  },
  builtin: async ({ handler, params, files = [], symlinks = {} }, expected) => {
    const path = String(params.path ?? "");
    // Where a path really leads is seen when the rule runs: test/runtime/facts.process.test.ts.
    if (path.startsWith("<") || Object.keys(symlinks).length > 0) return;
    const item = { id: "x", point: "accept_gate", handler, params, failure_policy: "fail_closed" };
    const isWarning = handler === "warn_on_tool_call";
    const imported = repoItem(isWarning ? { ...item, point: "before_tool_call", match: { tool_name: "bash" } } : item);
    if (expected.build_error) {
      expectOutcome(imported, expected);
      return;
    }
    expect(imported.errors).toEqual([]);
    expect(imported.policy).toContain(expected.message ?? "");
    const given = `given { file_exists: ${JSON.stringify(files)} }`;
    const outcome = expected.status === "failed" ? "block by require-file-exists" : "pass";
    const event = isWarning
      ? 'before_tool_call { tool: "bash", tool_name: "bash", input: { command: "ls" } }'
      : `accept_gate { workspace_changed: true } ${handler === "require_file_exists" ? given : ""}`;
    expect(await testText(`${imported.policy}\ntest "t" { on ${event} expect ${outcome} }\n`)).toEqual([]);
  },
  "builtin.p6lite": ({ params, metadata }) => {
    // Improved: since PR 704 the names in params no longer filter, and the advice is the match to write.
    const { findings } = repoItem({ id: "x", point: "before_tool_call", handler: "warn_on_tool_call", params });
    expect(findings[0]?.help).toContain(`match: { tool_name: ${JSON.stringify(params.tool_names)} }`);
    expect(metadata).toBeDefined();
  },
  failure_policy: ({ config }, { runtime }) => {
    const imported = repoItem({ ...command, point: "before_tool_call", failure_policy: config });
    // Improved: an unknown word is an error, not fail_open.
    if (config === "unknown") expect(imported.errors.join()).toContain('failure_policy "unknown" is invalid');
    else expect(imported.policy).toContain(runtime.replace("_", " ").replace("fail_", "fail "));
  },
  switches: (given, expected) => {
    const hooks = { enabled: given["runtime.hooks.enabled"], user_hooks_enabled: given.user_hooks_enabled ?? true };
    const { policy, findings } = user({ ...hooks, items: [{ ...command, point: "session_start" }] });
    expect([policy, findings[0]?.code, findings[0]?.message]).toEqual([
      null,
      "P872",
      expect.stringContaining("switched off"),
    ]);
    expect(expected.user_run).toBe(false);
  },
  order: ({ same_source: hooks, register, internal_blocks }, expected) => {
    // Several sources on one event are the engine's affair: test/runtime.
    if (internal_blocks || register?.some((hook: Data) => hook.source !== register[0].source)) return;
    if (register) {
      const item = { ...command, id: register[0].id, point: "session_start" };
      expect(importValue({ hooks: { items: [item, item] } }).errors[0]).toContain(
        'hooks.items[1].id duplicates "hook-a"',
      );
      return;
    }
    const items = hooks.map((hook: Data) => ({ ...command, point: "session_start", ...hook }));
    const { policy } = importValue({ hooks: { items } });
    expect([...(policy ?? "").matchAll(/^rule (.*)$/gm)].map((found) => found[1])).toEqual(expected.order);
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

describe("what a hook becomes", () => {
  const yaml = `runtime:
  hooks:
    default_timeout_sec: 3
    items:
      - id: Scan It
        point: user_prompt_submit
        kind: command
        failure_policy: fail_closed
        params: { command: [python3, -c, "print('{x}')"] }
      - id: second
        point: user_prompt_submit
        kind: command
        params: { command: echo hi, shell: true }
`;

  it("writes argv, protocol, timeout, grant and failure mode out", () => {
    const { policy, findings } = importText(yaml);
    expect(policy).toMatchInlineSnapshot(`
      "# Imported from hooks.yaml, hooks of neocode. Rules are in the order in which neocode runs its hooks.

      language 1
      scope user

      # runtime.hooks.items[0], "Scan It"
      rule scan-it
        on user_prompt_submit
        run ["python3", "-c", "print('{x}')"] protocol neocode timeout 3s may block, note, set fail closed
        fires on { prompt: "x" }

      # runtime.hooks.items[1]
      # Different: NeoCode uses the first of several rewrites; here this hook rewrites the result of the one before it
      rule second
        on user_prompt_submit
        run shell "echo hi" protocol neocode timeout 3s may block, note, set fail open
        fires on { prompt: "x" }
      "
    `);
    expect(findings.map(({ code }) => code)).toEqual(["P871"]);
  });

  it("points at the very words", () => {
    const { findings } = importText(
      "hooks:\n  items:\n    - id: a\n      point: sesion_start\n      handlr: add_context_note\n",
    );
    expect(findings.map(({ code, line, text, help }) => [code, line, text, help?.split("?")[0]])).toEqual([
      ["P855", 4, "sesion_start", "did you mean `session_start`"],
      ["P864", 5, "handlr", "did you mean `handler`"],
    ]);
  });

  it.each([
    ["(?i)^bash$", "tool_name matches /^bash$/i"],
    ["a/b", "tool_name matches /a\\/b/"],
  ])("takes the expression %s over", (regex, condition) => {
    expect(repoItem({ ...command, point: "before_tool_call", match: { tool_name_regex: regex } }).policy).toContain(
      condition,
    );
  });

  it.each(["(?P<n>a)", "[[:alpha:]]", "a\\z", "(?s:a)", "\\pL", "(a+)+$b"])(
    "leaves out what %s would mean otherwise",
    (regex) => {
      const { findings, policy } = repoItem({
        ...command,
        point: "before_tool_call",
        match: { tool_name_regex: regex },
      });
      expect([policy, findings[0]?.code]).toEqual([null, "P870"]);
      expect(findings[0]?.help).not.toBe("");
    },
  );

  it("leaves out arguments of a tool that is not known, with what to write", () => {
    const { findings } = repoItem({ ...command, point: "before_tool_call", match: { arguments_contains: "rm" } });
    expect(findings[0]).toMatchObject({ code: "P870", help: expect.stringContaining("tool_name: bash") });
  });

  it("says so where fail_closed has no effect", () => {
    const { policy, findings } = repoItem({ ...command, point: "session_start", failure_policy: "fail_closed" });
    expect(findings[0]).toMatchObject({ code: "P871", message: expect.stringContaining("fail_closed has no effect") });
    expect(policy).toContain("may note fail open");
  });
});
