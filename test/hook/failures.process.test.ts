// Every way to end without a decision is a refusal in the host's format, and nothing else goes to stdout.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { revisionOf } from "../../src/language/revision.ts";
import { sha256Hex } from "../../src/language/sha256.ts";
import { type Answer, bashCall, claudeVerdict } from "./claude-calls.ts";
import { type Built, hookPlace } from "./place.ts";
import { run } from "./processes.ts";

const place = hookPlace();
let built: Built;

beforeAll(async () => {
  built = await place.policy(
    "plain",
    `rule no-deletes
  on before_tool_call
  when tool == "bash" and input.command starts with "rm"
  block "Nothing is deleted."
  fires on "rm -rf x"
`,
  );
});

const hook = (...more: readonly string[]): readonly string[] => [
  ...[place.cli, "hook", "--agent", "claude-code", "--bundle", built.dir, "--state", place.state],
  ...more,
];

/** The bundle with another hook.cjs, and a manifest that fits it. */
function bundleWith(name: string, code: string): Built {
  const dir = join(place.folder, name);
  cpSync(built.dir, dir, { recursive: true });
  writeFileSync(join(dir, "hook.cjs"), code);
  const manifest = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
  const files = { ...manifest.files, "hook.cjs": sha256Hex(code) };
  const revision = revisionOf(manifest, files);
  writeFileSync(join(dir, "manifest.json"), JSON.stringify({ ...manifest, files, revision }));
  return { dir, revision };
}

describe("payloads", () => {
  const unreadable: readonly (readonly [string, string | Buffer])[] = [
    ["empty", ""],
    ["truncated", JSON.stringify(bashCall("rm x")).slice(0, -9)],
    ["two documents", `${JSON.stringify(bashCall("ls"))}\n${JSON.stringify(bashCall("ls"))}`],
    ["not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["not an object", "[1]"],
    ["text", "hello"],
    ["50 MB", JSON.stringify(bashCall("x".repeat(50_000_000)))],
    ["a key twice", '{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}'],
    ["a key __proto__", '{"__proto__":{},"hook_event_name":"PreToolUse"}'],
  ];

  it.each(unreadable)("%s", async (_, payload) => {
    const answer = await run(hook(), payload);
    expect(answer).toMatchObject({ code: 2, stdout: "" });
    expect(answer.stderr).toMatch(/^policyc: .+\n$/);
  });

  it("of an unknown event are refused where something could be held up", async () => {
    const answer = await run(hook(), { ...bashCall("ls"), hook_event_name: "PreEverything" });
    expect(claudeVerdict(answer)).toMatch(/^exit 2: .*claude-code sent the event "PreEverything"/);
  });

  it("of an unknown tool are events like others", async () => {
    expect(claudeVerdict(await run(hook(), bashCall("ls", { tool_name: "Teleport" })))).toBe("pass");
  });

  it("with a tool call that is none are refused", async () => {
    expect(claudeVerdict(await run(hook(), bashCall("ls", { tool_input: "ls" })))).toMatch(/^deny: policyc: /);
  });
});

describe("streams", () => {
  it("a writer that is late is waited for", async () => {
    expect(claudeVerdict(await run(hook(), bashCall("rm x"), { lateMs: 700 }))).toBe("deny: Nothing is deleted.");
  });

  it("a stdin that is never closed ends in a refusal", async () => {
    const answer = await run(hook("--deadline", "1500"), bashCall("ls"), { leaveOpen: true });
    expect(answer).toMatchObject({ code: 2, stdout: "" });
    expect(answer.stderr).toContain("stdin was not closed in time");
  });

  it("no stdin at all is a refusal", async () => {
    const answer = await run(hook(), "", { stdin: "ignore" });
    expect(answer).toMatchObject({ code: 2, stdout: "" });
  });

  it("a refusal that nobody can read is exit code 2, with a text: the code alone is no refusal everywhere", async () => {
    const answer = await run(hook(), bashCall("rm x"), { closeStdout: true });
    expect(answer).toMatchObject({ code: 2, stderr: "policyc: the answer could not be written\n" });
  });
});

describe("a working folder that is gone", () => {
  const inGone = (words: readonly string[], payload: object, env: NodeJS.ProcessEnv = {}): Answer => {
    const gone = mkdtempSync(join(place.folder, "gone-"));
    const { stdout, stderr, status } = spawnSync(
      "sh",
      ["-c", 'rmdir "$PWD" && exec "$0" "$@"', process.execPath, ...words],
      { cwd: gone, input: JSON.stringify(payload), encoding: "utf8", env: { ...process.env, ...env } },
    );
    return { stdout, stderr, code: status };
  };

  it("is refused in the words of the event, where no other folder is said", () => {
    expect(claudeVerdict(inGone(hook(), bashCall("ls")))).toMatch(/^deny: policyc: /);
    const permission = inGone(hook(), { ...bashCall("ls"), hook_event_name: "PermissionRequest" });
    expect(permission.stdout).toContain('"behavior":"deny"');
    const told = { ...bashCall("ls"), hook_event_name: "Notification", message: "x" };
    expect(inGone(hook(), told)).toMatchObject({ code: 0, stdout: "" });
    const relative = hook().map((word) => (word === built.dir ? "bundle" : word));
    expect(claudeVerdict(inGone(relative, bashCall("ls")))).toMatch(
      /^deny: policyc: --bundle is inside a working folder/,
    );
  });

  it("does not matter where the host says which project it is", () => {
    const project = { CLAUDE_PROJECT_DIR: place.folder };
    expect(claudeVerdict(inGone(hook(), bashCall("ls"), project))).toBe("pass");
    expect(claudeVerdict(inGone(hook(), bashCall("rm x"), project))).toBe("deny: Nothing is deleted.");
  });
});

describe("arguments and bundles", () => {
  const bad = async (words: readonly string[]): Promise<string> => claudeVerdict(await run(words, bashCall("ls")));

  it("are refused in the format of the host that asks", async () => {
    const agent = [place.cli, "hook", "--agent", "claude-code"];
    expect(await bad(hook("--bogus"))).toMatch(/^deny: policyc: `--bogus` is not an option/);
    expect(await bad(hook("--deadline", "soon"))).toMatch(/^deny: policyc: --deadline must be/);
    expect(await bad(hook("--state", "here"))).toMatch(/^deny: policyc: --state is (?:given twice|not an absolute)/);
    expect(await bad(hook("--revision"))).toMatch(/^deny: policyc: --revision needs a value/);
    expect(await bad(hook("--revision", "a".repeat(64)))).toMatch(
      /^deny: policyc: P606: this bundle has revision [0-9a-f]{12}; a{12} was pinned/,
    );
    expect(await bad(hook("--scope", "internal"))).toBe("pass");
    expect(await bad(agent)).toBe("deny: policyc: --bundle is missing");
    expect(await bad([...agent, "--bundle", join(place.folder, "nowhere")])).toMatch(/^deny: policyc: P601: /);
    expect(await bad([...agent, "--bundle", join(place.folder, "plain.policy")])).toMatch(/^deny: policyc: P601: /);
    expect(await bad([place.cli, "hook", "--bundle", built.dir])).toBe("deny: policyc: --agent is missing");
    expect(await bad([place.cli, "hook", "--agent", "nobody", "--bundle", built.dir])).toMatch(
      /^deny: policyc: unknown agent `nobody`/,
    );
  });

  it("an agent that policyc does not know and a payload that tells nothing are exit code 2", async () => {
    const answer = await run([place.cli, "hook", "--agent", "nobody", "--bundle", built.dir], "{");
    expect(answer).toMatchObject({ code: 2, stdout: "" });
  });

  it("a file that is not the one that was built is not run", async () => {
    const dir = join(place.folder, "changed");
    const code = readFileSync(join(built.dir, "hook.cjs"), "utf8");
    for (const [name, text] of [
      ["hook.cjs", `${code} `],
      ["hook.cjs", `process.stdout.write("{}")`],
      ["manifest.json", "{"],
      ["manifest.json", "null"],
      ["manifest.json", readFileSync(join(built.dir, "manifest.json"), "utf8").replace("no-deletes", "no-delights")],
    ] as const) {
      cpSync(built.dir, dir, { recursive: true });
      writeFileSync(join(dir, name), text);
      const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", dir];
      expect(await bad(words), `${name} ${text.slice(0, 30)}`).toMatch(/^deny: policyc: P60[234]: /);
      rmSync(dir, { recursive: true });
    }
  });

  it("a state folder that cannot be used is a failure of rules with state alone", async () => {
    const counting = await place.policy(
      "counting",
      `rule counts on before_tool_call when tool == "bash" count calls fires on "ls"
rule few on before_tool_call when tool == "bash" and counted(calls, 10m) > 5 block "Enough."
  fires on "ls" given { counted: { calls: 5 } }
`,
    );
    const file = join(place.folder, "a-file");
    writeFileSync(file, "");
    const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", counting.dir, "--state"];
    expect(await bad([...words, file])).toMatch(/^(?:deny|ask): /);
    expect(await bad([...words, place.state])).toBe("pass");
  });
});

describe("code that fails", () => {
  const ask = async ({ dir }: Built): Promise<string> =>
    claudeVerdict(
      await run([place.cli, "hook", "--agent", "claude-code", "--bundle", dir, "--deadline", "2500"], bashCall("ls")),
    );

  it("by an exception", async () => {
    expect(await ask(bundleWith("throws", "throw new Error('no')"))).toBe("deny: policyc: no");
    expect(await ask(bundleWith("odd", "exports.askedAs=2;exports.answer=()=>{throw null}"))).toMatch(
      /^deny: policyc: /,
    );
    expect(await ask(bundleWith("void", ""))).toMatch(/^deny: policyc: P611: .*build it again/);
    expect(await ask(bundleWith("syntax", "}"))).toMatch(/^deny: policyc: /);
  });

  it("by never ending, before or after it has read the payload", async () => {
    expect(await ask(bundleWith("stuck", "for(;;);"))).toBe("deny: policyc: no decision within 2500 ms");
    const late = `exports.askedAs=2;exports.answer=(request)=>{request.progress.input={text:require("node:fs").readFileSync(0,"utf8")};for(;;);}`;
    expect(await ask(bundleWith("late", late))).toBe("deny: policyc: no decision within 2500 ms");
  });
});
