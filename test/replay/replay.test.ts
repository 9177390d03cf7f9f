// Whether a replay says the truth: comparison, what cannot be replayed, session state, facts and time.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textHash } from "../../src/language/text-hash.ts";
import { loadPolicy } from "../../src/runtime/index.ts";
import { bash, build, emptyFolder, logged, policyc, replayed, write } from "./replaying.ts";

const secrets = `rule remember
  on before_tool_call
  when tool == "read" and any reads matches "**/.env"
  mark secret-read
  fires on { tool: "read", input: { path: ".env" } }

rule no-network
  on before_tool_call
  when marked(secret-read) and tool == "fetch"
  block "no"
  fires on { tool: "fetch", input: { url: "https://x.org" } } given { marked: [secret-read] }

rule bursts
  on before_tool_call
  when tool == "bash" and counted(calls, 1m) > 2
  ask "many"
  fires on "ls" given { counted: { calls: 3 } }

rule counting
  on before_tool_call
  when tool == "bash"
  count calls
  fires on "ls"`;

const read = (path: string, session: string) => ({ ...bash("", session), tool: "read", input: { path } });
const fetched = (session: string) => ({ ...bash("", session), tool: "fetch", input: { url: "https://x.org" } });

it("names the failure behind a block that no rule gave", async () => {
  const report = await replayed(secrets, logged({ event: { ...bash("ls"), input: 3 } }));
  expect(report.changes.map(({ after }) => after)).toEqual([{ outcome: "block", rules: [], failures: ["P702"] }]);
});

describe("session state", () => {
  it("goes from event to event, by session", async () => {
    const log = [read("a/.env", "one"), fetched("one"), fetched("two")].map((event) => logged({ event })).join("");
    const report = await replayed(secrets, log);
    expect(report.changes.map(({ at, after }) => [at, after.outcome])).toEqual([["log.jsonl:2", "block"]]);
    expect(report.rules.find(({ rule }) => rule === "remember")?.fired).toBe(1);
  });

  it("counts in the time of the log, and a call that is there twice once", async () => {
    const at = (second: number) => `2026-01-05T03:00:${String(second).padStart(2, "0")}.000Z`;
    const call = (second: number, id: string) => logged({ at: at(second), event: { ...bash("ls"), call_id: id } });
    const later = logged({ at: "2026-01-05T05:00:00.000Z", event: { ...bash("ls"), call_id: "z" } });
    const log = [call(0, "a"), call(1, "b"), call(1, "b"), call(2, "c"), later].join("");
    expect((await replayed(secrets, log)).changes.map(({ at }) => at)).toEqual(["log.jsonl:4"]);
  });

  it("never goes back in time", async () => {
    const log = ["2026-01-05T03:00:00Z", "2026-01-05T01:00:00Z", "nonsense", "2026-01-05T02:00:00Z"]
      .map((at) => logged({ at, event: bash("ls") }))
      .join("");
    const report = await replayed(secrets, log);
    expect(report.changes.map(({ at }) => at)).toEqual(["log.jsonl:3", "log.jsonl:4"]);
    expect(report.timeline.untimed).toBe(1);
  });

  it("is in doubt after a decision that cannot be replayed, unless the mark is set anyway", async () => {
    const masked = logged({ event: read("***", "one"), masked: ["event.input.path"] });
    const after = await replayed(
      secrets,
      masked + logged({ event: fetched("one") }) + logged({ event: fetched("two") }),
    );
    expect(after.not_replayable).toMatchObject({ total: 2, masked: 1, state: 1 });
    expect(after.same).toBe(1);
    const known = logged({ event: read("a/.env", "one") });
    const sure = await replayed(secrets, known + masked + logged({ event: fetched("one") }));
    expect(sure.not_replayable).toMatchObject({ total: 1, masked: 1, state: 0 });
    expect(sure.changed.tightened).toBe(1);
  });
});

describe("masked values", () => {
  const policy = `rule nested
  on before_tool_call
  when tool == "mcp" and (input.args.mode ?? "") == "x"
  block "{mcp.tool} no"
  fires on { tool: "mcp", input: { server: "a", tool: "b", args: { mode: "x", note: "n" } } }

rule telling
  on before_tool_call
  when tool == "web_search"
  warn "looks for {input.query}"
  fires on { tool: "web_search", input: { query: "x" } }

rule prompts
  on user_prompt_submit
  when prompt contains "obey"
  block "no"
  fires on "obey"`;
  const mcp = (args: object) => ({ point: "before_tool_call", tool: "mcp", input: { server: "a", tool: "b", args } });

  it.each([
    ["read by a rule", mcp({ mode: "***" }), "event.input.args.mode", 1],
    // Any argument may name a file, and every policy has rules about the files of policyc.
    ["beside what a rule reads", mcp({ mode: "y", key: "***" }), "event.input.args.key", 1],
    ["read by a message alone", { ...bash(""), tool: "web_search", input: { query: "***" } }, "event.input.query", 0],
    ["in a field of the event", { point: "user_prompt_submit", prompt: "token ***" }, "event.prompt", 1],
    ["under a key with dots", mcp({ "a.b[0]": { c: "***" }, mode: "y" }), "event.input.args.a.b[0].c", 1],
    ["in a list", mcp({ list: ["a", "***"], mode: "y" }), "event.input.args.list[1]", 1],
    ["somewhere that is not there", mcp({ mode: "y" }), "event.nowhere.at[3].all", 0],
    ["of a strange name", mcp({ mode: "y" }), "event.__proto__.x", 0],
  ])("%s", async (_, event, place, expected) => {
    const report = await replayed(policy, logged({ event, masked: [place] }));
    expect(report.not_replayable.total).toBe(expected);
    if (expected === 1) expect(report.unreplayed[0]?.doubt).toEqual({ kind: "masked", what: [place] });
  });

  it("are noticed where a rule rewrites them, and in the name of the session", async () => {
    const rewriting = `rule rewrite
  on before_tool_call
  when tool == "bash" and tool_name == "Bash"
  set input.command = "echo"
  fires on { tool: "bash", tool_name: "Bash", input: { command: "x" } }

rule remember
  on before_tool_call
  when tool == "fetch"
  mark fetched
  fires on { tool: "fetch", input: { url: "https://x.org" } }

rule after
  on before_tool_call
  when tool == "read" and marked(fetched)
  warn "after"
  fires on { tool: "read", input: { path: "x" } } given { marked: [fetched] }`;
    const event = { ...bash("x ***"), tool_name: "Bash" };
    const report = await replayed(
      rewriting,
      logged({ event, masked: ["event.input.command"] }) +
        logged({ event: fetched("***"), masked: ["event.session_id"] }),
    );
    expect(report.not_replayable.masked).toBe(2);
    expect(report.outcomes).toMatchObject({ pass: 2 });
  });

  it("of the environment are only hashes, and a rule that asks cannot be replayed", async () => {
    const ci = `rule ci
  on user_prompt_submit
  when env("CI") == "1"
  block "no"
  fires on "x" given { env: { CI: "1" } }`;
    const event = { point: "user_prompt_submit", prompt: "x" };
    const facts = { "env:CI": "sha256:6b86b273ff34fce1" };
    const masked = await replayed(ci, logged({ event, facts, masked: ["facts.env:CI"] }));
    expect(masked.not_replayable.masked).toBe(1);
    const full = await replayed(ci, logged({ mode: "full", event, facts: { "env:CI": "1" } }));
    expect(full.changed.tightened).toBe(1);
  });
});

it("decides a log of its own bundle as it was recorded", async () => {
  const folder = emptyFolder();
  await build(folder, "bundle", secrets);
  const policy = await loadPolicy(join(folder, "bundle"), { log: join(folder, "log.jsonl") });
  for (const event of [read("a/.env", "one"), fetched("one"), bash("ls"), bash("ls"), bash("ls"), { point: "no" }, 7])
    policy.decideSync(event);
  await policy.close();
  const { out } = await policyc(folder, "replay", "bundle", "log.jsonl", "--format", "json");
  const report = JSON.parse(out);
  expect(report.changed.total).toBe(0);
  expect(report.same).toBe(6);
  expect(report.of_this_revision).toBe(6);
  expect(report.skipped.reasons).toMatchObject([{ reason: "unknown", count: 1 }]);
});

it("says which facts the log does not have", async () => {
  const policy = `rule main-only
  on before_tool_call
  when tool == "bash" and git_branch() == "main"
  block "no"
  fires on "ls" given { git_branch: "main" }`;
  const log = logged({ event: bash("ls") }) + logged({ event: bash("ls"), facts: { git_branch: "main" } });
  const report = await replayed(policy, log);
  expect(report.changes.map(({ after, lacking }) => [after.outcome, lacking])).toEqual([
    ["ask", ["git_branch"]],
    ["block", []],
  ]);
  expect(report.unknown_facts).toEqual({ git_branch: 1 });
});

it("cannot know what a script did whose text is gone", async () => {
  const policy = `rule no-push
  on before_tool_call
  when command runs "git push"
  block "no"
  fires on "git push"`;
  const folder = emptyFolder();
  writeFileSync(join(folder, "run.sh"), "git push\n");
  const event = { ...bash("bash run.sh"), workdir: folder, cwd: folder };
  const recorded = (text: string) => logged({ event, facts: { [`file:${join(folder, "run.sh")}`]: textHash(text) } });
  const same = await replayed(policy, recorded("git push\n"));
  expect([same.outcomes.block, same.not_replayable.total]).toEqual([1, 0]);
  const gone = await replayed(policy, recorded("ls\n"));
  expect(gone.not_replayable).toMatchObject({ total: 1, script: 1 });
  const unrecorded = await replayed(policy, logged({ event }));
  expect(unrecorded.unknown_facts).toEqual({ "texts of files": 1 });
});

describe("listings", () => {
  const policy = `rule keys
  on before_tool_call
  when any deletes matches "**/*.pem"
  block "no"
  fires on "rm a.pem"`;
  const key = 'glob:{"pattern":"/p/tls/*"}';
  const event = { ...bash("rm tls/*"), workdir: "/p", cwd: "/p" };
  const outcomeOf = async (recorded: string) => {
    const { changes, outcomes } = await replayed(policy, logged({ event, facts: { [key]: recorded } }));
    return { outcomes, lacking: changes[0]?.lacking ?? [] };
  };

  it("that are short decide as they did", async () => {
    expect(await outcomeOf("whole\0/p/tls/a.pem")).toMatchObject({ outcomes: { block: 1 }, lacking: [] });
    expect(await outcomeOf("whole\0/p/tls/a.txt")).toMatchObject({ outcomes: { pass: 1 }, lacking: [] });
  });

  it("that were long have only what decided, and say so", async () => {
    expect(await outcomeOf("cut\0/p/tls/a.pem")).toMatchObject({ outcomes: { block: 1 } });
    expect(await outcomeOf("cut")).toMatchObject({ outcomes: { ask: 1 }, lacking: ["all that a pattern expands to"] });
  });

  it("that are not in the log are taken as empty, and counted", async () => {
    const report = await replayed(policy, logged({ event }));
    expect(report.outcomes).toMatchObject({ pass: 1 });
    expect(report.unlisted_folders).toBe(1);
  });
});

it("decides as on the host of the log, and with its home folder", async () => {
  const policy = `target policyc, neocode
rule keys
  on before_tool_call
  when tool == "read" and any reads under "~/.ssh"
  ask "{reads}?" else block
  fires on { tool: "read", input: { path: "~/.ssh/id" } }`;
  const event = { ...read("/home/dev/.ssh/id", "s"), cwd: "/home/dev/shop" };
  const log = logged({ event }) + logged({ event, target: "neocode" }) + logged({ event: { ...event, cwd: "/srv" } });
  const report = await replayed(policy, log);
  expect(report.outcomes).toMatchObject({ ask: 1, block: 1, pass: 1 });
  expect((await replayed(policy, log, "--home", "/home/dev")).outcomes).toMatchObject({ ask: 2, block: 1 });
  expect((await replayed(policy, log, "--target", "neocode")).outcomes).toMatchObject({ ask: 0, block: 2 });
});

it("takes an event that names no project to belong to the folder it ran in", async () => {
  const policy = `rule infra-stays
  on before_tool_call
  when any reads under "infra"
  block "no"
  fires on { tool: "read", input: { path: "infra/a" } }`;
  const event = { ...read("infra/a", "s"), cwd: "/srv/app" };
  const log = logged({ event }) + logged({ event: { ...event, workdir: "/srv" } });
  expect((await replayed(policy, log)).outcomes).toMatchObject({ block: 1, pass: 1 });
});

it("runs no hook, and says of a decision that one could have made that it cannot be replayed", async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "hooks"));
  writeFileSync(join(folder, "hooks/h.sh"), `#!/bin/sh\ntouch ${folder}/ran\n`);
  const policy = `rule asks-a-hook
  on before_tool_call
  when tool == "bash"
  run ["/bin/sh", file("hooks/h.sh")]
  fires on "ls"

rule marks
  on before_tool_call
  when tool == "bash"
  mark ran-something
  fires on "ls"

rule no-rm
  on before_tool_call
  when command runs "rm"
  block "no"
  fires on "rm x"

rule after
  on before_tool_call
  when tool == "fetch" and marked(ran-something)
  warn "after"
  fires on { tool: "fetch", input: { url: "https://x.org" } } given { marked: [ran-something] }`;
  await build(folder, "bundle", policy);
  write(folder, "log.jsonl", [bash("ls"), bash("rm x", "t"), fetched("s")].map((event) => logged({ event })).join(""));
  const { out } = await policyc(folder, "replay", "bundle", "log.jsonl", "--format", "json");
  const report = JSON.parse(out);
  expect(report.unreplayed.map((one: { doubt: unknown }) => one.doubt)).toEqual([
    { kind: "hook", what: ["asks-a-hook"] },
  ]);
  expect(report.changes.map((one: { at: string }) => one.at)).toEqual(["log.jsonl:2", "log.jsonl:3"]);
  expect((await policyc(folder, "replay", "bundle", "ran")).err).toContain("P802");
});

it("compares two bundles, whatever was recorded", async () => {
  const folder = emptyFolder();
  const rule = (effect: string) =>
    `rule no-rm\n  on before_tool_call\n  when command runs "rm"\n  ${effect}\n  fires on "rm x"`;
  await build(folder, "strict", rule('block "no"'));
  await build(folder, "lax", rule("allow").replace('command runs "rm"', 'tool == "bash" and command only runs "rm"'));
  write(folder, "log.jsonl", logged({ event: bash("rm x"), outcome: "stop" }) + logged({ event: bash("ls") }));
  const { out } = await policyc(folder, "replay", "lax", "log.jsonl", "--against", "strict", "--format", "json");
  expect(JSON.parse(out)).toMatchObject({ same: 1, changed: { total: 1, loosened: 1 }, against: { name: "strict" } });
});

it("takes allow for laxer than pass, and other rules with the same outcome for a change", async () => {
  const policy = `rule approve
  on before_tool_call
  when tool == "bash" and command only runs "ls"
  allow
  fires on "ls"

rule talk
  on before_tool_call
  when command runs "cat"
  warn "hm"
  fires on "cat x"`;
  const report = await replayed(policy, logged({ event: bash("ls") }) + logged({ event: bash("cat x") }));
  expect(report.changed).toEqual({ total: 2, tightened: 0, loosened: 1, rules: 1 });
});

it("refuses a bundle that is not as it was built", async () => {
  const folder = emptyFolder();
  await build(folder, "bundle", secrets);
  write(folder, "bundle/policy.mjs", "export const createPolicy = () => { throw 1 };");
  write(folder, "log.jsonl", logged({ event: bash("ls") }));
  const { exit, err } = await policyc(folder, "replay", "bundle", "log.jsonl");
  expect([exit, err]).toEqual([1, expect.stringContaining("P604")]);
});
