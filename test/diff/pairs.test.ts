// Changes as a reviewer meets them, two policies each: what differs is never called the same, what is the same is proven to
// be, and where the change is plain an event shows it.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "policyc-pairs-")));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

interface Row {
  readonly point: string;
  readonly tool: string | null;
  readonly verdict: string;
  readonly witnesses: readonly { readonly targets?: readonly string[] }[];
}

async function rows(old: string, now: string, ...more: readonly string[]): Promise<readonly Row[]> {
  writeFileSync(join(cwd, "old.policy"), `${old}\n`);
  writeFileSync(join(cwd, "new.policy"), `${now}\n`);
  const out: string[] = [];
  const err: string[] = [];
  const exit = await run(["diff", "old.policy", "new.policy", "--format", "json", ...more], {
    cwd,
    env: {},
    stdin: { isTty: true, read: async () => new Uint8Array() },
    stdout: { isTty: false, write: (text) => void out.push(text) },
    stderr: { isTty: false, write: (text) => void err.push(text) },
  });
  if (exit !== 0) throw new Error([...out, ...err].join(""));
  return (JSON.parse(out.join("")) as { readonly rows: readonly Row[] }).rows;
}

/** Every row that is not the same, as `tool: verdict`; at points without tools the point. */
const changes = (found: readonly Row[]): readonly string[] =>
  found.filter(({ verdict }) => verdict !== "same").map(({ point, tool, verdict }) => `${tool ?? point}: ${verdict}`);

const call = (condition: string, effects: string): string =>
  `rule a on before_tool_call when ${condition} ${effects}\n`;
const prompt = (condition: string, effects = 'block "x"'): string =>
  `rule a on user_prompt_submit when ${condition} ${effects}\n`;
const block = 'block "x"';
const fetched = 'rule c on before_tool_call when tool == "fetch" count f\n';
const sql = 'any writes matches "**/*.sql"';
const read = (pattern: string, label = "s"): string =>
  `rule m on before_tool_call when any reads matches "${pattern}" mark ${label}\n`;
const quiet = (label = "s"): string =>
  `rule b on before_tool_call when marked(${label}) and tool == "fetch" block "x"\n`;

const kept = (condition: string): string =>
  `rule m on after_tool_result when ${condition} mark s\nrule b on before_tool_call when marked(s) and tool == "fetch" block "x"\n`;

describe("shown by an event", () => {
  it.each([
    [
      "once instead of every time",
      call('command runs "make deploy"', 'ask "x"'),
      call('command runs "make deploy"', 'ask once "x"'),
      "bash: loosened",
    ],
    [
      "a shorter list of what may run",
      call('tool == "bash" and command only runs "git ( status | log )"', "allow"),
      call('tool == "bash" and command only runs "git ( status )"', "allow"),
      "bash: tightened",
    ],
    [
      "ask becomes block",
      call('command runs "rm -r"', 'ask "x"'),
      call('command runs "rm -r"', block),
      "bash: tightened",
    ],
    [
      "another option of a command",
      call('command runs "git push"', block),
      call('command runs "git push --force"', block),
      "bash: loosened",
    ],
    [
      "other rewrites",
      call('tool == "fetch"', 'set input.url = "https://a.example/"'),
      call('tool == "fetch"', 'set input.url = "https://b.example/"'),
      "fetch: mixed",
    ],
    [
      "a shorter list of hosts",
      call('any hosts not in ["a.com", "b.com"]', block),
      call('any hosts not in ["a.com"]', block),
      "fetch: tightened",
    ],
    [
      "upper and lower case",
      prompt("prompt matches /secret/i"),
      prompt("prompt matches /secret/"),
      "user_prompt_submit: loosened",
    ],
    [
      "text in lower case",
      prompt('lower(prompt) contains "x"'),
      prompt('prompt contains "x"'),
      "user_prompt_submit: loosened",
    ],
    [
      "a limit by one",
      prompt("length(prompt) > 100"),
      prompt("length(prompt) >= 100"),
      "user_prompt_submit: tightened",
    ],
    [
      "another doubt",
      call(sql, `${block} if unknown block "?"`),
      call(sql, `${block} if unknown ask "?"`),
      "mcp: loosened",
    ],
    [
      "a mark less",
      read("**/.env") + read("**/x.key").replace("rule m", "rule n") + quiet(),
      read("**/.env") + quiet(),
      "fetch: loosened",
    ],
    [
      "one time more",
      `${fetched}${call("counted(f, 10m) > 3", block)}`,
      `${fetched}${call("counted(f, 10m) > 4", block)}`,
      "fetch: loosened",
    ],
    [
      "an exception less",
      call('command runs "rm"', `unless any deletes under "tmp" ${block}`),
      call('command runs "rm"', block),
      "bash: tightened",
    ],
    [
      "a shadow that becomes a rule",
      `@shadow\n${call('command runs "rm"', block)}`,
      call('command runs "rm"', block),
      "bash: mixed",
    ],
    [
      "another hour",
      call('command runs "make" and hour("UTC") > 17', block),
      call('command runs "make" and hour("UTC") >= 17', block),
      "bash: tightened",
    ],
    [
      "another window",
      `${fetched}${call("counted(f, 10m) > 3", block)}`,
      `${fetched}${call("counted(f, 20m) > 3", block)}`,
      "fetch: tightened",
    ],
    ["fewer results that mark", kept('output contains "KEY"'), kept('output contains "MY KEY"'), "fetch: loosened"],
    ["other calls that mark", kept('tool == "web_search"'), kept('tool == "read"'), "fetch: mixed"],
    [
      "another doubt about a command",
      call('command runs "git push --force"', block),
      call('command runs "git push --force"', `${block} if unknown block`),
      "bash: tightened",
    ],
    [
      "a program that runs others no more",
      `program "acme" { wrapper }\n${call('command runs "git push"', block)}`,
      `program "acme" { flag "-e" takes value }\n${call('command runs "git push"', block)}`,
      "bash: loosened",
    ],
    [
      "a field that must be there",
      `tool deploy { env: string, dry?: bool }\n${call('tool == "deploy" and input.env == "prod"', block)}`,
      `tool deploy { env: string, dry: bool }\n${call('tool == "deploy" and input.env == "prod"', block)}`,
      "deploy: tightened",
    ],
    [
      "a hook that may fail",
      call('tool == "write"', 'run ["scan"] may block fail closed'),
      call('tool == "write"', 'run ["scan"] may block fail open'),
      "write: loosened",
    ],
  ])("%s", async (_, old, now, expected) => {
    expect(changes(await rows(old, now))).toContain(expected);
  });
});

describe("proven to be the same", () => {
  it.each([
    [
      "rules in another order",
      call('command runs "rm -r"', 'ask "a"') + quietOn("b"),
      quietOn("b") + call('command runs "rm -r"', 'ask "a"'),
    ],
    [
      "conditions in another order",
      call('tool == "bash" and command runs "rm"', block),
      call('command runs "rm" and tool == "bash"', block),
    ],
    ["no and no is yes", call('not (not (tool == "bash"))', block), call('tool == "bash"', block)],
    [
      "not either",
      call('not (tool == "read" or tool == "fetch")', block),
      call('tool != "read" and tool != "fetch"', block),
    ],
    ["other words", call('tool == "fetch"', 'block "x"'), call('tool == "fetch"', 'block "y"')],
    [
      "else block, said or not",
      call('command runs "rm -r"', 'ask "x"'),
      call('command runs "rm -r"', 'ask "x" else block'),
    ],
  ])("%s", async (_, old, now) => {
    expect(changes(await rows(old, now))).toEqual([]);
  });
});

function quietOn(name: string): string {
  return `rule ${name} on before_tool_call when command runs "mkfs" block "b"\n`;
}

describe("never called the same", () => {
  it.each([
    [
      "what stands where nobody can be asked",
      call('command runs "rm -r"', 'ask "x" else block'),
      call('command runs "rm -r"', 'ask "x" else warn "x"'),
      "bash",
    ],
    [
      "another window",
      `${fetched}${call("counted(f, 10m) > 3", block)}`,
      `${fetched}${call("counted(f, 20m) > 3", block)}`,
      "fetch",
    ],
    ["another name of a label", read("**/.env") + quiet(), read("**/.env", "t") + quiet("t"), "fetch"],
    [
      "another word for a hook",
      call('tool == "write"', 'run ["scan", "--a"] may block'),
      call('tool == "write"', 'run ["scan", "--b"] may block'),
      "write",
    ],
    [
      "a rule beside a hook",
      `${call('tool == "write"', 'run ["scan"] may block')}rule q on before_tool_call when tool == "write" ask "x"\n`,
      call('tool == "write"', 'run ["scan"] may block'),
      "write",
    ],
    [
      "a field of a tool",
      `tool d { env: string }\n${call('tool == "d"', block)}`,
      `tool d { env: string, dry?: bool }\n${call('tool == "d"', block)}`,
      "d",
    ],
  ])("%s", async (_, old, now, tool) => {
    expect(changes(await rows(old, now)).map((change) => change.split(":")[0])).toContain(tool);
  });
});

describe("several hosts", () => {
  const [old, now] = ["else block", 'else warn "x"'].map(
    (rest) => `target claude-code, codex\n${call('command runs "rm -r"', `ask "x" ${rest}`)}`,
  ) as [string, string];

  it("are all looked at, and the one that differs is named", async () => {
    const found = (await rows(old, now)).filter(({ verdict }) => verdict !== "same");
    expect(found.map(({ tool }) => tool)).toEqual(["bash"]);
    expect(new Set(found.flatMap(({ witnesses }) => witnesses.flatMap(({ targets }) => targets ?? [])))).toEqual(
      new Set(["codex"]),
    );
  });

  it("or one of them", async () => {
    expect(changes(await rows(old, now, "--target", "claude-code"))).toEqual([]);
    expect(changes(await rows(old, now, "--target", "codex"))).toEqual(["bash: mixed"]);
  });
});
