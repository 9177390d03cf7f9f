// Whatever fails around the native client ends in the agent's refusal, and nothing of Node is left behind.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, nativeBench, runClient, type Streams } from "./client.ts";

const bench = nativeBench();
const NODE = process.execPath;
const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
const words = ["--agent", "claude-code", "--bundle", "/b"];

const call = (
  command: readonly string[],
  given: unknown = payload,
  streams: Streams = {},
  options: readonly string[] = words,
): Promise<Answer> => runClient(bench, [...command, "hook", ...options], given, streams);

/** Claude Code's refusal of a tool call. */
const denied = (message: string): Answer => {
  const said = { permissionDecision: "deny", permissionDecisionReason: `policyc: ${message}` };
  const stdout = `${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...said } })}\n`;
  return { stdout, stderr: "", code: 0 };
};

/** And of what is no event. */
const refused = (message: string): Answer => ({ stdout: "", stderr: `policyc: ${message}\n`, code: 2 });

describe.runIf(bench.client !== null)("Node", () => {
  const approves = bench.program("approves.cjs", `process.stdout.write("{}")`);

  it("answers with its own words and exit code", async () => {
    const program = bench.program("warns.cjs", `console.log("out"); console.error("err"); process.exitCode = 20;`);
    const answer = await call([NODE, program], payload, {}, ["--agent", "kiro"]);
    expect(answer).toEqual({ stdout: "out\n", stderr: "err\n", code: 20 });
  });

  it("is missing", async () => {
    expect(await call(["/nowhere/node", approves])).toEqual(denied("Node could not be started"));
    const lost = await call(["node", approves], payload, { env: { PATH: "/nowhere" } });
    expect(lost).toEqual(denied("Node could not be started"));
  });

  const failing: readonly (readonly [string, string])[] = [
    [
      "dies by a signal, after half of an approval",
      `process.stdout.write("{", () => process.kill(process.pid, "SIGKILL"))`,
    ],
    ["throws", `throw new Error("no")`],
    ["ends with a code that is no answer", `process.stdout.write("{}"); process.exitCode = 3;`],
    ["does not parse", "}"],
  ];

  it.each(failing)("%s", async (name, code) => {
    expect(await call([NODE, bench.program(`${name}.cjs`, code)])).toEqual(
      denied("the hook did not run; see policyc install --doctor"),
    );
  });

  it("finds no program", async () => {
    expect(await call([NODE, join(bench.folder, "missing.cjs")])).toEqual(
      denied("the hook did not run; see policyc install --doctor"),
    );
  });

  it("hangs, and is ended with what it has started", async () => {
    const file = join(bench.folder, "pids");
    const code = `const { pid } = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + pid);
for (;;);`;
    const answer = await call([NODE, bench.program("hangs.cjs", code)], payload, {}, [...words, "--deadline", "2000"]);
    expect(answer).toEqual(denied("no decision within 2000 ms"));
    const pids = readFileSync(file, "utf8").split(" ").map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await expect.poll(() => isThere(pid)).toBe(false);
  });

  it("is ended when the agent ends the client, which still refuses", async () => {
    const file = join(bench.folder, "pid");
    const code = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
    const written = (): string => {
      try {
        return readFileSync(file, "utf8");
      } catch {
        return "";
      }
    };
    const answer = await call([NODE, bench.program("waits.cjs", code)], payload, {
      started: async (child) => {
        await expect.poll(written, { timeout: 4000 }).not.toBe("");
        child.kill("SIGTERM");
      },
    });
    expect(answer).toEqual(denied("the hook was ended before it could decide"));
    await expect.poll(() => isThere(Number(written()))).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "gets stdio and nothing else of what the agent has left open, and no variables that load code",
    async () => {
      const code = `const fs = require("node:fs");
const isOpen = (file) => { try { return fs.readlinkSync("/proc/self/fd/" + file).endsWith("/left-open"); } catch { return false; } };
const open = fs.readdirSync("/proc/self/fd").filter(isOpen);
process.stdout.write(JSON.stringify({ open, env: Object.keys(process.env).filter((name) => /^(?:NODE_|LD_|OPENSSL_)/.test(name)) }));`;
      const program = bench.program("looks.cjs", code);
      const left = bench.program("left-open", "");
      const env = { NODE_OPTIONS: "--max-old-space-size=1", NODE_ENV: "test", LD_X: "1", OPENSSL_CONF: "/nowhere" };
      const shell = { ...bench, client: "/bin/sh" };
      const command = ["-c", `exec "$0" "$@" 9<${left}`, bench.client ?? "", NODE, program, "hook", ...words];
      const { stdout } = await runClient(shell, command, payload, { env });
      expect(JSON.parse(stdout)).toEqual({ open: [], env: ["NODE_ENV"] });
    },
  );
});

/** Nobody waits for a process that has ended, where nothing but the test does so. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe.runIf(bench.client !== null)("payloads", () => {
  const approves = bench.program(
    "approves-all.cjs",
    `process.stdin.resume(); process.stdin.on("end", () => console.log("{}"))`,
  );

  it("of 50 MB, that are not UTF-8, or that never end are refused without Node", async () => {
    const large = { ...payload, tool_input: { command: "x".repeat(50_000_000) } };
    expect(await call([NODE, approves], large)).toEqual(refused("the payload is larger than 16777216 bytes"));
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(await call([NODE, approves], bytes)).toEqual(refused("the payload cannot be read: it is not UTF-8 text"));
    const open = await call([NODE, approves], payload, { leaveOpen: true }, [...words, "--deadline", "500"]);
    expect(open).toEqual(refused("the payload cannot be read: stdin was not closed in time"));
  });

  it("just below the cap are passed on", async () => {
    const { stdout, code } = await call([NODE, approves], "x".repeat(16 * 1024 * 1024));
    expect({ stdout, code }).toEqual({ stdout: "{}\n", code: 0 });
  });

  it("that Node could not read either are refused whatever they seem to be about", async () => {
    const silent = { hook_event_name: "Notification", message: "x" };
    expect(await call(["/nowhere/node", approves], silent)).toEqual({ stdout: "", stderr: "", code: 0 });
    for (const text of [
      "",
      "{",
      `${JSON.stringify(silent)}{}`,
      '{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}',
    ])
      expect(await call(["/nowhere/node", approves], text), text).toEqual(refused("Node could not be started"));
  });
});

describe.runIf(bench.client !== null)("agents and streams", () => {
  it("an agent that nobody knows is refused in the format that most of them have", async () => {
    const answer = await call(["/nowhere/node", "/p"], payload, {}, ["--agent", "nobody"]);
    expect(answer).toEqual(denied("Node could not be started"));
    expect(await call(["/nowhere/node", "/p"], "", {}, [])).toEqual(refused("Node could not be started"));
  });

  it.each(["closed", "null device", "nobody reads"] as const)("a stdout that cannot be written: %s", async (stdout) => {
    const answer = await call(["/nowhere/node", "/p"], payload, { stdout });
    expect(answer).toMatchObject({ code: 2, stderr: "policyc: the answer could not be written\n" });
  });

  it("silence needs no stdout", async () => {
    const silent = { hook_event_name: "Notification", message: "x" };
    expect(await call(["/nowhere/node", "/p"], silent, { stdout: "closed" })).toMatchObject({ code: 0, stderr: "" });
  });

  it("says which version it is, and how it is used", async () => {
    const version = await runClient(bench, ["--version"], "");
    expect(version).toMatchObject({ code: 0, stderr: "" });
    expect(version.stdout).toMatch(/^policyc-hook \d+\.\d+\.\d+, protocol 1, \w+\/\w+\n$/);
    for (const command of [[], ["node"], ["node", "program"], ["node", "program", "serve"], ["--version", "x"]])
      expect(await runClient(bench, command, ""), command.join(" ")).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^usage: policyc-hook NODE PROGRAM hook .*\n$/),
      });
  });
});
