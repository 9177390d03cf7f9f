// Which areas of the seed cases are run where. An area that nobody lists here fails, so none is left out unseen.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const here = "run by the cases of the system's folder";
const importer = "configuration: `policyc import` (test/import)";
const engine = "order of hooks, failure modes and several hooks on one event: the engine (test/runtime, test/hooks)";
const process = "a process and what becomes of it (test/hooks)";
const host = "what the host itself does around its hooks: duties of a host (examples/host), not a protocol";
const gates = "trust and scopes (test/runtime)";
const out = "out of scope: HTTP hooks, notifications, sandboxes and the hosts' own command lines";

const areas: { readonly [system: string]: { readonly [area: string]: string } } = {
  neocode: {
    annotations: here,
    block_message: here,
    builtin: "builtin handlers have equivalents in policies/std/neocode.policy (test/import)",
    "builtin.p6lite": importer,
    capability: here,
    "cli.dry_run": out,
    "cli.fixture": out,
    "cli.lint": out,
    "cli.trace": out,
    "command.env": here,
    "command.exec": here,
    "command.limits": here,
    "command.params": importer,
    "command.parse_response": here,
    "command.payload": here,
    "config.repo": importer,
    "config.repo.p6lite": importer,
    "config.user": importer,
    "config.user.p6lite": importer,
    events: engine,
    executor: `one hook's answer: ${here}; the rest: ${engine}`,
    failure_policy: importer,
    "http_observe.run": out,
    "http_observe.validate": out,
    lifecycle: host,
    matcher: "a matcher becomes the conditions of a rule: `policyc import` (test/import)",
    "matcher.validate": importer,
    "matcher.values": importer,
    notifications: out,
    order: engine,
    "params.bool": importer,
    "payload.fields": here,
    "payload.sanitize": here,
    preview: here,
    "preview.sensitive_key": here,
    "repo.dynamic": gates,
    "spec.validate": importer,
    switches: importer,
    trust: gates,
    "trust.events": gates,
    update_input: here,
  },
  codex: {
    contract_version: "a check between two versions of its library; nothing of it is on the wire",
    "flow.attachments": here,
    "flow.block": `run_pre: ${here}; the text of the whole run: ${host}`,
    "flow.compose": here,
    "flow.drop": host,
    "flow.fail_open": engine,
    "flow.issue_normalize": "hooks of its library write issues themselves; over the wire nobody can",
    "flow.metadata": here,
    "flow.mutation": here,
    "flow.order": host,
    "flow.session": host,
    "flow.session_mutation": here,
    limits: here,
    matcher: "a matcher becomes the conditions of a rule: matcher.test.ts",
    "matcher.filtered": "a hook runs where its rule's points and conditions say: matcher.test.ts",
    "post.exit": here,
    "pre.exit0": here,
    "pre.exit0.attachments": here,
    "pre.exit2": here,
    "pre.exit_other": here,
    "pre.timeout": here,
    registry: "its library's registration of hooks by name; rules have names of their own",
    report: "its library's report; failures and events of ours are tested in test/hooks",
    scope: host,
    "tool_use.decision": `one answer: ${here}; what a session does: ${host}`,
    "tool_use.input": here,
    "tool_use.name": here,
    "tool_use.not_intercepted": host,
    "tool_use.policy": host,
    "wire.env": here,
    "wire.stdin": here,
  },
  ignis: {
    "chain.post_tool": here,
    "chain.pre_tool": here,
    "chain.prompt": here,
    "chain.render": here,
    config: importer,
    cwd: here,
    display_name: importer,
    env: here,
    events: here,
    exit: here,
    limits: here,
    list: out,
    matcher: "a matcher becomes the conditions of a rule: `policyc import` (test/import)",
    reload: "reload keeps the last good bundle (test/runtime)",
    sandbox: out,
    "session.block": host,
    "session.inject": host,
    spawn: process,
    telemetry: out,
    timeout: `what it means: ${here}; the times: ${process}`,
    truncate: here,
    "wire.stdin": here,
  },
  picoclaw: {
    abort: here,
    actions: here,
    approve: `one answer: ${here}; no approver at all: ${engine}`,
    "before_llm.controls": here,
    "builtin.register": "its library's registration of hooks by name; rules have names of their own",
    clone: here,
    "config.builtin": importer,
    "config.env": here,
    "config.init": importer,
    "config.observe": here,
    "config.process": importer,
    "config.switch": importer,
    "config.timeouts": here,
    "mount.errors": importer,
    observer: here,
    order: `of hooks: ${here}; mounting one name twice: ${importer}`,
    "process.approve": here,
    "process.isolation": out,
    "process.llm": here,
    "process.tool": here,
    "process.unknown_method": here,
    "rpc.close": here,
    "rpc.death": here,
    "rpc.framing": here,
    "rpc.hello": here,
    "rpc.notify": here,
    "rpc.stderr": here,
    side_question: host,
    "tool.deny": here,
    "tool.modify": here,
    "tool.respond": here,
    "tool.respond.media": `what the answer says: ${here}; delivering it: ${host}`,
    "tool.respond.skip": host,
    "tool.respond.user": `what the answer says: ${here}; delivering it: ${host}`,
    "tool.rewrite": here,
  },
};

const folders: { readonly [system: string]: string } = {
  neocode: "neocode",
  codex: "codex-runtime",
  ignis: "ignis",
  picoclaw: "picoclaw",
};

describe.each(Object.keys(areas))("the cases of %s", (system) => {
  const file = new URL(`${folders[system]}/cases.jsonl`, import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const found = new Set(lines.map((line): string => JSON.parse(line).area));

  it("are of areas that are run here, and of all of them", () => {
    const run = Object.entries(areas[system] ?? {}).filter(([, where]) => where.includes(here));
    expect([...found].sort()).toEqual(run.map(([area]) => area).sort());
  });

  it("have a test file", () => {
    const names = ["cases.test.ts", "cases.process.test.ts"];
    expect(names.some((name) => existsSync(new URL(`${folders[system]}/${name}`, import.meta.url)))).toBe(true);
  });
});
