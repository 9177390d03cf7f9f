// `policyc hook-test`: sound hooks are called sound, and each way of being unsound is found by name.

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { markThisProcess, processesLeft } from "../hooks/leftovers.ts";

const outer = markThisProcess("hook-test");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "hook-test-")));
afterAll(async () => {
  expect(await processesLeft(outer)).toEqual([]);
  rmSync(folder, { recursive: true });
});

interface Report {
  readonly cases: readonly {
    readonly name: string;
    readonly point: string;
    readonly exit: number | string | null;
    readonly answer: { readonly outcome: string; readonly message: string | null } | null;
    readonly meaning: string;
    readonly stderr: string;
    readonly findings: readonly { readonly kind: string; readonly message: string }[];
  }[];
  readonly remarks: readonly string[];
}

async function hookTest(args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const exit = await run(["hook-test", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NOT_NAMED: "hidden" },
    stdout: { isTty: false, write: (text) => void out.push(text) },
    stderr: { isTty: false, write: (text) => void err.push(text) },
    stdin: { isTty: false, read: async () => new Uint8Array() },
  });
  return { exit, out: out.join(""), err: err.join("") };
}

/** Tries a shell text as a hook. */
async function tried(protocol: string, text: string, ...options: readonly string[]) {
  const { exit, out, err } = await hookTest([protocol, "--format", "json", ...options, "--", "sh", "-c", text]);
  if (out === "") throw new Error(err);
  const report = JSON.parse(out) as Report;
  const kinds = new Set(report.cases.flatMap(({ findings }) => findings.map(({ kind }) => kind)));
  return { exit, report, kinds: [...kinds].sort() };
}

const READ = "cat >/dev/null; ";
const roomy = ["--timeout", "20s", "--point", "before_tool_call"] as const;

describe("a hook that is sound", () => {
  it.each(["policyc", "neocode", "codex-runtime", "ignis", "claude-code"])(
    "is one that reads and passes in %s",
    async (name) => {
      const { exit, report, kinds } = await tried(name, `${READ}exit 0`, "--timeout", "20s");
      expect({ exit, kinds }).toEqual({ exit: 0, kinds: [] });
      const names = report.cases.map((one) => one.name);
      expect(names).toContain("before_tool_call");
      expect(names.slice(-4)).toEqual(["a write", "an odd event", "Unicode", "a large event"]);
      expect(report.remarks).toHaveLength(1);
    },
  );

  it.each([
    ["policyc", `echo '{"outcome":"block","message":"not now"}'`, "not now"],
    ["policyc", "echo because >&2; exit 2", "because"],
    ["neocode", "echo because; exit 1", "because"],
    ["codex-runtime", `echo '{"message":"because"}'; exit 2`, "because"],
    ["ignis", "echo because >&2; exit 2", "because"],
    ["claude-code", "echo because >&2; exit 2", "because"],
  ])("is one that blocks with a reason in %s", async (name, text, message) => {
    const { exit, report, kinds } = await tried(name, READ + text, ...roomy);
    expect({ exit, kinds }).toEqual({ exit: 0, kinds: [] });
    for (const one of report.cases) expect(one.answer).toMatchObject({ outcome: "block", message });
    expect(report.cases[0]?.meaning).toBe(`block: ${message}`);
    expect(report.remarks).toEqual([]);
  });
});

describe("a hook that is unsound", () => {
  it.each([
    ["an exit that means nothing", "policyc", `${READ}exit 7`, "failed"],
    ["a signal", "policyc", `${READ}kill -9 $$`, "failed"],
    ["text instead of an answer", "policyc", `${READ}echo hello`, "failed"],
    ["a misspelt field", "policyc", `${READ}echo '{"outcom":"block"}'`, "failed"],
    ["a field of a wrong type", "neocode", `${READ}echo '{"status":1}'`, "failed"],
    [
      "an effect the point does not have",
      "neocode",
      `${READ}echo '{"status":"pass","update_input":{"text":"x"}}'`,
      "dropped",
    ],
    ["a log before the answer", "neocode", `${READ}echo starting; echo '{"status":"pass"}'`, "stray-output"],
    ["stdin that is not read", "policyc", "exit 0", "ignored-stdin"],
    ["a block without a reason", "policyc", `${READ}exit 2`, "no-reason"],
    ["a process left behind", "policyc", `${READ}sleep 60 >/dev/null 2>&1 & exit 0`, "leftover"],
    ["text that is not UTF-8", "neocode", `${READ}printf 'caf\\351\\n'`, "encoding"],
  ])("is found by %s", async (_, protocol, text, kind) => {
    const { exit, kinds } = await tried(protocol, text, ...roomy);
    expect(exit).toBe(1);
    expect(kinds).toContain(kind);
  });

  it("is found by an effect that nothing can carry out there", async () => {
    const { kinds } = await tried(
      "policyc",
      `${READ}echo '{"outcome":"allow"}'`,
      "--point",
      "session_end",
      "--timeout",
      "20s",
    );
    expect(kinds).toContain("beyond-protocol");
  });

  it("is found by an answer where nobody reads one", async () => {
    const { kinds } = await tried("codex-runtime", `${READ}echo '{}'`, "--point", "after_run", "--timeout", "20s");
    expect(kinds).toEqual(["unread-output"]);
  });

  it("is found by its time", async () => {
    const hanging = await tried("policyc", `${READ}sleep 60`, "--timeout", "200ms", "--point", "session_end");
    expect(hanging.kinds).toContain("failed");
    expect(hanging.report.cases[0]).toMatchObject({ exit: "stopped by policyc", answer: null });
    expect(hanging.report.cases[0]?.meaning).toContain("`fail closed` lets the call through and reports a failure");
    const slow = await tried("policyc", `${READ}sleep 1.2`, "--timeout", "2s", "--point", "session_end");
    expect(slow.kinds.some((kind) => kind === "slow" || kind === "failed")).toBe(true);
  });
});

describe("a process that stays", () => {
  const answers = (body: string): string => {
    const name = join(folder, `stays-${Math.abs(body.length * 31 + body.charCodeAt(0))}.mjs`);
    writeFileSync(name, `import { createInterface } from "node:readline";\n${body}\n`);
    return name;
  };
  const loop = (more: string): string =>
    answers(`for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      if (id === undefined) continue;
      const result = method === "hook.approve_tool" ? { approved: true } : {};
      ${more}
    }`);
  const tryIt = async (file: string) => {
    const { exit, out, err } = await hookTest([
      "picoclaw",
      "--format",
      "json",
      "--timeout",
      "3s",
      "--",
      process.execPath,
      file,
    ]);
    if (out === "") throw new Error(err);
    const report = JSON.parse(out) as Report;
    return {
      exit,
      kinds: [...new Set(report.cases.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].sort(),
    };
  };

  it("is sound when it answers each call once and ends with its input", async () => {
    expect(await tryIt(loop("console.log(JSON.stringify({ id, result }));"))).toEqual({ exit: 0, kinds: [] });
  });
  it.each([
    ["logs on stdout", "console.log('hello'); console.log(JSON.stringify({ id, result }));", "stray-output"],
    ["answers twice", "for (const _ of [1, 2]) console.log(JSON.stringify({ id, result }));", "twice"],
    ["has a word of its own", "console.log(JSON.stringify({ id, result: { decision: 'deny' } }));", "failed"],
    [
      "dies of a call it does not know",
      "if (method === 'hook.no_such_call') process.exit(1); console.log(JSON.stringify({ id, result }));",
      "unanswered",
    ],
    ["does not end", "setInterval(() => {}, 1000); console.log(JSON.stringify({ id, result }));", "stays"],
  ])("is unsound when it %s", async (_, more, kind) => {
    const { exit, kinds } = await tryIt(loop(more));
    expect(exit).toBe(1);
    expect(kinds).toContain(kind);
  });
});

describe("what is shown", () => {
  it("has neither control characters nor secrets in it", async () => {
    const secret = `AKIA${"ABCDEFGHIJKLMNOP"}`;
    const text = `${READ}printf '\\033[31mred ${secret}\\007' >&2; exit 2`;
    for (const format of ["pretty", "json"]) {
      const { out } = await hookTest(["policyc", "--format", format, ...roomy, "--", "sh", "-c", text]);
      expect(out).toContain("red ***");
      expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
      expect(out).not.toContain(secret);
    }
  });

  it("is one event when one is given", async () => {
    writeFileSync(join(folder, "e.json"), JSON.stringify({ point: "user_prompt_submit", prompt: "ann@example.org" }));
    writeFileSync(join(folder, "saw.sh"), 'cat >saw.json\necho "[$NOT_NAMED] $MODE" >env.txt\n');
    const options = ["--event", "e.json", "--env", "PATH", "--env", "MODE=strict", "--timeout", "20s"];
    const { exit, out } = await hookTest(["policyc", ...options, "--", "sh", "saw.sh"]);
    expect(exit).toBe(0);
    expect(out).toContain("1 case: sound");
    const seen = JSON.parse(readFileSync(join(folder, "saw.json"), "utf8"));
    expect(seen).toMatchObject({ point: "user_prompt_submit", prompt: "ann@example.org", workdir: folder });
    expect(readFileSync(join(folder, "env.txt"), "utf8")).toBe("[] strict\n");
  });
});

describe("wrong usage", () => {
  it.each([
    [["nocode", "--", "true"], "Allowed choices are policyc, neocode"],
    [["policyc"], "missing required argument 'command'"],
    [
      ["ignis", "--point", "session_start", "--", "true"],
      "ignis has no hooks at session_start; it has user_prompt_submit",
    ],
    [["ignis", "--point", "before_tool", "--", "true"], "before_tool_call"],
    [["policyc", "--timeout", "soon", "--", "true"], "use a time such as 500ms"],
    [["policyc", "--timeout", "11m", "--", "true"], "use a time such as 500ms"],
    [["policyc", "--env", "1X", "--", "true"], "use NAME or NAME=value"],
    [["policyc", "--", "no-such-program-here"], "it is not in any folder of PATH"],
    [["policyc", "--event", "wrong.json", "--", "true"], "`prompt` must be string"],
    [["policyc", "--event", "nowhere.json", "--", "true"], "P802"],
  ])("%j", async (args, text) => {
    writeFileSync(join(folder, "wrong.json"), JSON.stringify({ point: "user_prompt_submit", prompt: 1 }));
    const { exit, err } = await hookTest(args);
    if (text === "P802") expect({ exit, err: err.slice(0, 11) }).toEqual({ exit: 3, err: "error[P803]" });
    else expect({ exit, says: err.includes(text), err }).toMatchObject({ exit: 2, says: true });
  });
});
