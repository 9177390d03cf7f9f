// Replacing a tool by another with the same effect changes nothing for rules about views: not one of them fires for one tool
// and not for the other, so the strictest outcome is the same. A tool without a table is never let through where one with a
// table is stopped, as long as its arguments name the file.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import type { Policy } from "../../src/runtime/engine/index.ts";
import { importIr } from "../emit/emitted.ts";
import { analyseIn } from "../harness.ts";
import { seeded } from "../seeded.ts";

const folders = ["src", "infra", "docs/api", "/etc", "~/.ssh", "keys"];
const globs = ["**/.env", "**/*.pem", "src/**", "infra/*.tf", "**/secrets/**", "*.md", "~/.aws/*", "/etc/**"];
const hostGlobs = ["*.evil.example", "github.com", "**.internal.example", "10.0.0.1"];
const paths = [
  ...["a.ts", "src/a.ts", "infra/main.tf", "app/.env", ".env", "keys/server.pem", "docs/api/index.md", "README.md"],
  ...["/etc/passwd", "~/.ssh/id_rsa", "~/.aws/credentials", "src/../infra/x.tf", "./x/secrets/y", "/work/app/src/b.ts"],
];
const hosts = ["a.evil.example", "github.com", "x.internal.example", "10.0.0.1", "example.org"];

const pick = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
const list = (items: readonly string[]): Arbitrary<string> =>
  fc
    .subarray([...items], { minLength: 1, maxLength: 3 })
    .map((some) => `[${some.map((one) => `"${one}"`).join(", ")}]`);

type View = "reads" | "writes" | "deletes" | "hosts";

const testOf = (view: View): Arbitrary<string> =>
  view === "hosts"
    ? fc.tuple(pick(["", "not "]), list(hostGlobs)).map(([not, some]) => `${not}matches ${some}`)
    : fc.oneof(
        fc.tuple(pick(["", "not "]), list(globs)).map(([not, some]) => `${not}matches ${some}`),
        fc.tuple(pick(["", "not "]), list(folders)).map(([not, some]) => `${not}under ${some}`),
      );

const condition: Arbitrary<string> = pick<View>(["reads", "writes", "deletes", "hosts"]).chain((view) =>
  fc.tuple(pick(["any", "any", "all"]), testOf(view)).map(([many, body]) => `${many} ${view} ${body}`),
);

const rules: Arbitrary<string> = fc
  .array(
    fc.tuple(fc.array(condition, { minLength: 1, maxLength: 2 }), pick([" and ", " or "]), pick(["block", "ask"])),
    {
      minLength: 8,
      maxLength: 8,
    },
  )
  .map((all) =>
    all
      .map(([parts, word, effect], at) => {
        const when = [...new Set(parts)].join(word);
        return `rule r${at}\n  on before_tool_call\n  when ${when}\n  ${effect} "no"\n`;
      })
      .join(""),
  );

const patch = (text: string): string => `*** Begin Patch\n${text}\n*** End Patch`;
const call = (tool: string, input: object) => ({ point: "before_tool_call", workdir: "/work/app", tool, input });
const mcp = (tool: string, args: object) => call("mcp", { server: "x", tool, args });

const trees = ["src", "infra", "docs", "keys", ".", "/etc", "~/.ssh", "src/../app"];
const bash = (command: string) => call("bash", { command });

/** The same effect by different programs, on a folder with everything below it. */
const treeGroups: readonly ((folder: string) => readonly object[])[] = [
  (folder) => [
    bash(`grep -r x ${folder}`),
    bash(`rg -uuu x ${folder}`),
    call("search", { pattern: "x", path: folder }),
  ],
  (folder) => [bash(`chmod -R 600 ${folder}`), bash(`chown -R me ${folder}`), bash(`chgrp -R me ${folder}`)],
  (folder) => [bash(`rm -r ${folder}`), bash(`rm --recursive --force ${folder}`)],
  (folder) => [bash(`mv -t /tmp/x ${folder}`), bash(`mv --target-directory=/tmp/x ${folder}`)],
  (folder) => [bash(`cp -r ${folder}/. out/`), bash(`cp -a ${folder}/. out/`), bash(`rsync -a ${folder}/ out/`)],
];

/** The same effect by different tools, and by one without a table. */
const groups: readonly {
  readonly values: readonly string[];
  readonly same: (v: string) => readonly object[];
  readonly guess: (v: string) => object;
}[] = [
  {
    values: paths,
    same: (path) => [call("read", { path }), call("bash", { command: `cat ${path}` })],
    guess: (path) => mcp("read_file", { path }),
  },
  {
    values: paths,
    same: (path) => [
      call("write", { path, content: "x" }),
      call("edit", { path, old: "a", new: "b" }),
      call("edit", { patch: patch(`*** Add File: ${path}\n+x`) }),
      call("bash", { command: `echo x > ${path}` }),
    ],
    guess: (path) => mcp("write_file", { path }),
  },
  {
    values: paths,
    same: (path) => [
      call("edit", { patch: patch(`*** Delete File: ${path}`) }),
      call("bash", { command: `rm ${path}` }),
    ],
    guess: (path) => mcp("delete_file", { path }),
  },
  {
    values: hosts,
    same: (host) => [call("fetch", { url: `https://${host}/x` }), call("bash", { command: `curl https://${host}/x` })],
    // The server of an MCP call is a host itself.
    guess: (host) => ({ ...call("other", { url: `https://${host}/x` }), tool_name: "request" }),
  },
];

const world = (key: string): string | undefined =>
  key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined;

async function policyOf(text: string): Promise<Policy> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-same-"));
  writeFileSync(join(cwd, "a.policy"), text);
  // Only what rules mean: whether random ones contradict themselves or each other does not matter.
  const { model, diagnostics } = analyseIn(cwd, ["a.policy"]);
  rmSync(cwd, { recursive: true });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (model === null) throw new Error("no model");
  const own = model.ir.rules.filter(({ file }) => file === "a.policy");
  const { createPolicy } = await importIr({ ...model.ir, rules: own });
  return createPolicy({ revision: "0", world, home: "/home/me" });
}

const outcomeOf = (policy: Policy, event: object) => {
  const { outcome, reasons } = policy.decideSync(event);
  return { outcome, rules: reasons.map(({ rule, because }) => `${rule} ${because ?? ""}`).sort() };
};

test("a tool may be replaced by another with the same effect", async () => {
  await fc.assert(
    fc.asyncProperty(rules, async (text) => {
      const policy = await policyOf(text);
      for (const { values, same, guess } of groups)
        for (const value of values) {
          const [first, ...others] = same(value).map((event) => outcomeOf(policy, event));
          for (const one of others) expect([value, one]).toEqual([value, first]);
          if (first?.outcome !== "pass")
            expect([value, policy.decideSync(guess(value)).proceed]).toEqual([value, false]);
        }
      for (const same of treeGroups)
        for (const folder of trees) {
          const [first, ...others] = same(folder);
          for (const one of others)
            expect([one, outcomeOf(policy, one)]).toEqual([one, outcomeOf(policy, first ?? {})]);
        }
    }),
    seeded("the same effect by another tool", 12),
  );
}, 60_000);
