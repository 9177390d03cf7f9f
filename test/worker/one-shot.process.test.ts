// A built bundle as a one-shot hook of each host, as that host would start it.

import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeDenies } from "../../src/hosts/install/probe.ts";
import { messageIn } from "../hook/claude-calls.ts";
import { sampled } from "../seeded.ts";
import { call, calls, hosts, policy, READS } from "./policy.ts";
import { ask, built, copied, ended, type Ran, scratchFolder, start } from "./run-worker.ts";

const { folder, remove } = scratchFolder();
afterAll(remove);
let bundle = "";
beforeAll(async () => {
  bundle = await built(folder, policy);
});

let homes = 0;
/** A home of its own per test: sessions live there. */
function newHome(): string {
  const home = join(folder, `home-${homes++}`);
  mkdirSync(home);
  return home;
}

const as = (host: string, ...more: string[]) => ({ home: newHome(), args: ["--as", host, ...more] });

/** Whether the host would hold the call up, by its own reading of the answer, and what it would tell. */
function refusal(host: string, ran: Ran): string | null {
  const said = refusalIn(host, ran);
  return said === null ? null : messageIn(said);
}

function refusalIn(host: string, { stdout, stderr, code }: Ran): string | null {
  switch (host) {
    case "neocode":
      return code === 1 || code === 2 ? JSON.parse(stdout).message : null;
    case "codex-runtime":
      return code === 2 ? JSON.parse(stdout).message : null;
    case "ignis":
      return code === 2 ? stderr.trim() : null;
    default: {
      if (code === 2) return stderr.trim();
      if (code !== 0 || stdout === "") return null;
      const { hookSpecificOutput: answer } = JSON.parse(stdout);
      expect(answer.hookEventName).toBe("PreToolUse");
      return answer.permissionDecision === "deny" ? answer.permissionDecisionReason : null;
    }
  }
}

describe("who asks", () => {
  const forbidden = calls["claude-code"]?.("bash", "git push --force") ?? {};

  it.each([
    { turn_id: "t" },
    { conversation_id: "c", generation_id: "g" },
    { timestamp: "2026-01-01T00:00:00Z" },
    { hookName: "TaskStart", clineVersion: "1" },
    { hook_event_name: "ToolUse" },
    { hook_event_name: "" },
  ])("is refused by Claude Code with %j in its call", async (more) => {
    const { stdout, stderr, code } = await ask(bundle, as("claude-code"), JSON.stringify({ ...forbidden, ...more }));
    expect(claudeDenies("PreToolUse", { stdout, stderr, exit: code })).toBe(true);
  });
});

describe.each(hosts)("as a hook of %s", (host) => {
  it("refuses with the rule's words, and is silent about the rest", async () => {
    const refused = await ask(bundle, as(host), call(host, "bash", "git push --force"));
    expect(refusal(host, refused)).toBe("history is shared");
    const passed = await ask(bundle, as(host), call(host, "bash", "git status"));
    expect(passed).toMatchObject({ stdout: "", stderr: "", code: 0 });
  });

  // codex_runtime asks about commands and file changes only.
  it.skipIf(host === "codex-runtime")("remembers between processes what a session has done", async () => {
    const how = as(host);
    expect(refusal(host, await ask(bundle, how, call(host, "read", ".env")))).toBeNull();
    expect(refusal(host, await ask(bundle, how, call(host, "bash", "curl x")))).toBe("a secret was read");
    expect(refusal(host, await ask(bundle, how, call(host, "bash", "curl x", "another")))).toBeNull();
    const state = join(how.home, ".policyc", "state");
    expect(readdirSync(state)).toHaveLength(1);
    expect(readdirSync(join(state, "sessions"))[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe.each(sampled(hosts, hosts.length))("against whatever happens to a hook of %s", (host) => {
  it("refuses what it cannot read", async () => {
    const whole = call(host, "bash", "git status");
    const bad: { readonly [what: string]: string | Uint8Array } = {
      nothing: "",
      truncated: whole.slice(0, -20),
      "two documents": `${whole}\n${whole}`,
      "no object": "[]",
      "an unknown event": JSON.stringify({ point: "x", phase: "X", hook_event_name: "PreX", payload_version: "1" }),
      "a key twice": whole.replace("{", '{"cwd":"/a","cwd":"/b",'),
      "bytes that are no text": Buffer.concat([Buffer.from(whole.slice(0, -2)), Buffer.from([0xff, 0xfe, 0x7d])]),
      "tool input of the wrong type": whole.replace(/"(tool_input|toolInput|tool_arguments_preview)":/, '"$1":7,"x":'),
    };
    const entries = Object.entries(bad);
    const answers = await Promise.all(entries.map(([, payload]) => ask(bundle, as(host), payload)));
    for (const [index, answer] of answers.entries())
      expect(refusal(host, answer), entries[index]?.[0]).toMatch(/^policyc: ./);
  });

  it("reads a payload of 50 MB to its end, and refuses it", async () => {
    const answer = await ask(bundle, as(host), call(host, "bash", "x".repeat(50_000_000)));
    expect(refusal(host, answer)).toMatch(/larger than/);
  });

  it("refuses under a bundle that is not as it was built", async () => {
    const broken: { readonly [what: string]: (dir: string) => void } = {
      P604: (dir) => appendFileSync(join(dir, "hook.cjs"), "// something else\n"),
      P602: (dir) => writeFileSync(join(dir, "manifest.json"), "{"),
      P601: (dir) => rmSync(join(dir, "manifest.json")),
    };
    for (const [code, spoil] of Object.entries(broken)) {
      const dir = copied(bundle, `${host}-${code}`);
      spoil(dir);
      const answer = await ask(dir, as(host), call(host, "bash", "git status"));
      expect(refusal(host, answer)).toMatch(new RegExp(`^policyc: ${code}: `));
    }
  });

  it("refuses when its options are wrong", async () => {
    const wrong = [
      ["--revision", "0".repeat(64)],
      ["--revision", "1"],
      ["--target", "emacs"],
      ["--state", "relative"],
      ["--scope", "world"],
      ["--nonsense"],
      ["positional"],
    ];
    const answers = await Promise.all(
      wrong.map((words) => ask(bundle, as(host, ...words), call(host, "bash", "git status"))),
    );
    for (const [index, answer] of answers.entries())
      expect(refusal(host, answer), wrong[index]?.join(" ")).toMatch(/^policyc: ./);
  });

  it("waits for a host that writes late and in parts", async () => {
    const child = start(bundle, as(host));
    const answer = ended(child);
    const text = call(host, "bash", "git push --force");
    for (const part of [text.slice(0, 7), text.slice(7, 40), text.slice(40)]) {
      await new Promise((done) => setTimeout(done, 250));
      child.stdin.write(part);
    }
    child.stdin.end();
    expect(refusal(host, await answer)).toBe("history is shared");
  });

  it("refuses in time when the host never finishes writing", async () => {
    const child = start(bundle, as(host, "--deadline", "700"));
    child.stdin.write(call(host, "bash", "git status").slice(0, -5));
    const answer = await ended(child);
    expect(refusal(host, answer)).toMatch(/stdin was not closed in time/);
  });
});

describe("as a hook", () => {
  it("waits on a pipe that does not block", async () => {
    // Reading such a pipe at once fails with EAGAIN; a hook that dies of it lets the call pass.
    const payload = call("neocode", "bash", "git push --force");
    const nonBlocking = `import fcntl, os
fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_NONBLOCK)
os.execv(os.environ["NODE"], ["node", os.environ["WORKER"], "--as", "neocode"])`;
    const script = `{ sleep 0.5; printf %s "$PAYLOAD"; } | python3 -c '${nonBlocking}'`;
    const child = spawn("sh", ["-c", script], {
      env: {
        ...process.env,
        HOME: newHome(),
        NODE: process.execPath,
        PAYLOAD: payload,
        WORKER: join(bundle, "worker.mjs"),
      },
    });
    const { stdout, code } = await ended(child);
    expect(refusal("neocode", { stdout, code, stderr: "", ms: 0 })).toBe("history is shared");
  });

  it("gives complete rewrites and notes in the host's shape", async () => {
    const ignis = await ask(bundle, as("ignis"), call("ignis", "bash", "npm i"));
    expect(JSON.parse(ignis.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: JSON.stringify({ command: "npm ci" }) },
    });
    const claude = await ask(bundle, as("claude-code"), call("claude-code", "bash", "npm i"));
    expect(JSON.parse(claude.stdout).hookSpecificOutput).toMatchObject({
      hookEventName: "PreToolUse",
      updatedInput: { command: "npm ci", description: "d" },
    });
    const neocode = await ask(bundle, as("neocode"), call("neocode", "bash", "ls"));
    expect(JSON.parse(neocode.stdout)).toEqual({ status: "pass", annotations: ["only a look"] });
    // NeoCode has no words for a rewritten call, so it must not run as it was.
    const lost = await ask(bundle, as("neocode"), call("neocode", "bash", "npm i"));
    expect(lost.code).toBe(2);
  });

  it("does not hold up what has happened already", async () => {
    const dir = copied(bundle, "after");
    appendFileSync(join(dir, "hook.cjs"), "\n");
    const payload = { ...calls.neocode?.("bash", "ls"), point: "session_end" };
    const answer = await ask(dir, as("neocode"), JSON.stringify(payload));
    expect(answer).toMatchObject({ stdout: "", code: 0 });
    expect(answer.stderr).toMatch(/^policyc: P604: /);
  });

  it("keeps its state where it is told, and refuses when it cannot", async () => {
    const state = join(newHome(), "deep", "state");
    const how = as("ignis", "--state", state);
    await ask(bundle, how, call("ignis", "read", ".env"));
    expect(readdirSync(state)).toHaveLength(1);
    expect(existsSync(join(how.home, ".policyc"))).toBe(false);
    const blocked = join(newHome(), "file");
    writeFileSync(blocked, "");
    const answer = await ask(bundle, as("ignis", "--state", blocked), call("ignis", "read", ".env"));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toMatch(/\S/);
  });

  it("does not let the agent write where its state is", async () => {
    const state = join(newHome(), "elsewhere");
    const payload = { ...calls.ignis?.("read", ""), toolName: "create_file", cwd: "/project" };
    const write = { ...payload, toolInput: { path: join(state, "x.session"), content: "" } };
    const answer = await ask(bundle, as("ignis", "--state", state), JSON.stringify(write));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain("belongs to policyc");
  });

  it("needs no environment at all", async () => {
    const child = spawn(
      process.execPath,
      [join(bundle, "worker.mjs"), "--as", "ignis", "--state", join(newHome(), "s")],
      {
        env: {},
      },
    );
    child.stdin.end(call("ignis", "bash", "git push --force"));
    expect(await ended(child)).toMatchObject({
      code: 2,
      stderr: "policyc blocked this (rule no-force-push): history is shared\n",
    });
  });

  it("blocks when nobody can read its answer", async () => {
    const child = start(bundle, as("claude-code"));
    child.stdout.destroy();
    child.stdin.end(call("claude-code", "bash", "git push --force"));
    const code = await new Promise((done) => child.on("exit", done));
    expect(code).toBe(2);
  });

  it("blocks when it was started without a stdout", async () => {
    const { home, args } = as("claude-code");
    const words = [process.execPath, join(bundle, "worker.mjs"), ...args];
    const env = { PATH: process.env.PATH ?? "", HOME: home };
    const child = spawn("sh", ["-c", 'exec "$@" >&-', "sh", ...words], { env });
    child.stdin.end(call("claude-code", "bash", "git push --force"));
    expect(await new Promise((done) => child.on("exit", done))).toBe(2);
  });

  it("refuses for a host that it does not know", async () => {
    const answer = await ask(bundle, { home: newHome(), args: ["--as", "emacs"] }, "");
    expect(answer).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("unknown agent `emacs`") });
  });

  it.each([[[]], [["--rpc", "--as", "ignis"]], [["--help"]]])(
    "says how it is used, on stderr, when nobody can be answered: %j",
    async (args) => {
      const answer = await ask(bundle, { home: newHome(), args }, "");
      expect(answer).toMatchObject({ code: 2, stdout: "" });
      expect(answer.stderr).toMatch(/^usage: /);
    },
  );

  it("loses nothing when many are asked at once", async () => {
    const how = as("ignis", "--deadline", "60000");
    const answers = await Promise.all(
      Array.from({ length: READS }, () => ask(bundle, how, call("ignis", "read", ".env"))),
    );
    expect(answers.filter(({ code, stdout, stderr }) => code !== 0 || stdout !== "" || stderr !== "")).toEqual([]);
    // The next one is one too many: over the limit if, and only if, each was counted.
    const next = await ask(bundle, how, call("ignis", "read", ".env"));
    expect(next).toMatchObject({ code: 2, stderr: "policyc blocked this (rule too-many): too many\n" });
    expect((await ask(bundle, how, call("ignis", "bash", "curl x"))).stderr).toBe(
      "policyc blocked this (rule no-network-after-secret): a secret was read\n",
    );
  });
});
